"""Sending as an exhibit: a click lets a node send what has arrived so far, and each sends once."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from helpers.drawing import svg

from ..base.controls import Button, Choice
from ..base.errors import InputError
from ..base.exhibit import Exhibit
from ..base.parsing import single_number
from .drawing import draw_orders
from .sending import arrivals, given_by, graph_of, nodes_of, traced

NONE, MOST = "none", 7  # nodes have room


class Orders(Exhibit):
    """The values that `f` makes, as nodes that send back what has arrived, each once, when they are clicked.

    The inputs of f are given by name, and `names` are those of what it makes. What arrives at a node that has
    sent stays behind. `node`, for an engine of your own, makes a node of a number; it has `value`, `parents`,
    `born`, which is shown, and `send(upstream)`. Then `order(y)` may list the nodes as they are to send:
    that is played, and found if it is right. Raises `InputError` for what cannot be drawn.

    >>> Orders(lambda x: x * x, names=("y",), x=3.0)
    <Orders: Nodes that send, each once>
    """

    def __init__(
        self,
        f: Callable,
        *,
        node: Callable | None = None,
        names: Sequence[str],
        order: Callable | None = None,
        **inputs: float,
    ):
        if not callable(f):
            raise InputError(f"f must be a function of nodes, not {type(f).__name__}.", "f")
        inputs = {name: single_number(name, value) for name, value in inputs.items()}
        nodes = nodes_of(f, inputs, node) if node else []
        self.graph = graph_of(nodes, inputs, names) if node else traced(f, inputs, names)
        self._yours = given_by(order, nodes) if order else []
        self._to_mend = getattr(order, "__name__", "your order") if order else ""
        if len(self.graph.names) > MOST:
            raise InputError(f"There is room for {MOST} nodes; f makes {len(names)} more.", "f")
        self._leaves = len(inputs)
        self._order, self._says, self._failed, self._turn = (), "", "", 0
        newest_first = range(len(self.graph.names) - 1, self._leaves - 1, -1)
        self._right = self._at_inputs(tuple(newest_first))
        wanted = svg.listed(map(svg.number, self._right))
        goal = f"Click a box: it sends what has arrived so far, once. Bring {wanted} to {svg.listed(inputs)};"
        goal += " then find an order that does not."
        self._to_fail = f"Start again, and find an order that brings something other than {wanted}."
        options = (NONE, *self.graph.names[self._leaves :])
        self._plays = f"Let each send in your order. Does it bring {wanted} to {svg.listed(inputs)}?"
        super().__init__(
            Choice("send", NONE, options=options, in_picture=True),
            *[Button("yours", "Next in your order", main=True)] * bool(order),
            Button("again", "Start again"),
            goals=[self._plays] if order else [goal, self._to_fail],
        )

    def _at_inputs(self, order):
        found = arrivals(self.graph, order)
        return [sum(each.amount for each in here) for here in found[: self._leaves]]

    def draw(self, send):
        says, is_failed = self._says or "Which one can send first?", bool(self._to_mend and self._failed)
        return draw_orders(self.graph, self._order, says, self.narrow, svg.BAD if is_failed else svg.INK)

    def adjust(self, name, values):
        if name == "again":
            self._order, self._says, self._failed, self._turn = (), "", "", 0
        elif name == "yours":
            self._next()
        elif values["send"] != NONE:
            self._let(self.graph.names.index(values["send"]))
            return {"send": NONE}
        return {}

    def _next(self):
        """Let the next one send in the order that is played."""
        self._turn += 1
        if self._turn <= len(self._yours):
            self._let(self._yours[self._turn - 1])
        elif not self._yours:
            self._says = "Your order is not written yet. Write it, and run this cell again."
        elif silent := sorted({*range(self._leaves, len(self.graph.names))} - {*self._order}):
            names = svg.listed(self.graph.names[k] for k in silent)
            self._says = f"Your order has ended: {names} did not send."

    def _let(self, k):
        name, before = self.graph.names[k], arrivals(self.graph, self._order)
        if k in self._order:
            self._says = f"{name} has sent already, and each sends once."
        elif not before[k]:
            self._says = f"Nothing has arrived at {name} yet: it has nothing to send."
        else:
            self._order = (*self._order, k)
            self._says = self._sent(k)
            if self._ends() and self._at_inputs(self._order) != self._right:
                late = zip(self.graph.names, arrivals(self.graph, self._order))
                early = [name for name, here in late if any(each.late for each in here)]
                self._failed = f"{self._ends()} {svg.listed(early)} sent too soon."
                if self._to_mend:
                    self._says = f"{self._failed} Mend {self._to_mend}, and run both cells."
                elif not self.found:  # it was to come later, and is found already
                    self.goals = sorted(self.goals, key=lambda goal: goal != self._to_fail)

    def _sent(self, k):
        names, found = self.graph.names, arrivals(self.graph, self._order)
        late = sorted({way.parent for way in self.graph.ways if way.user == k and way.parent in self._order})
        if late:
            which = svg.listed(names[parent] for parent in late)
            said = f"Too late for {which}: it had sent already, and this stays behind."
        else:
            amount = sum(each.amount for each in found[k])
            said = f"{names[k]} sends on what it had: {svg.number(amount)}, times the local of each arrow."
        return f"{said} {self._ends()}" if self._ends() else said

    def _ends(self):
        """The order and what it brought, once all have sent."""
        if len(self._order) < len(self.graph.names) - self._leaves:
            return ""
        order, arrived = (
            svg.listed(each)
            for each in (
                [self.graph.names[k] for k in self._order],
                map(svg.number, self._at_inputs(self._order)),
            )
        )
        wanted = svg.listed(map(svg.number, self._right))
        return f"The order {order} brings {arrived}" + (f", not {wanted}." if arrived != wanted else ".")

    def reaches(self, goal, send):
        if self.goals[goal] == self._to_fail:
            return self._failed
        if not self._ends() or self._failed:
            return ""
        return f"{self._ends()} Each waited for every box that uses it."
