"""Lesson 07 once more: another order, another bug, other operations."""

import numpy as np

from ..further import alike, sized
from ..nodes import in_their_order
from ..own_engine import in_order
from ..small import whole
from . import Variation

# --- 07.1 ---


def in_their_forward_order(given, nodes):
    """`in_their_order`, for a list that begins with the inputs."""
    return in_their_order(given[::-1] if isinstance(given, list) else given, nodes)


FORWARD = Variation(
    """
    The order of the way forward, for an engine that computes everything anew: y and all that it was made
    from, each node once, and after all that it was made from.
    """,
    words={"in_order": "forward_order", "An order": "Another order"},
    reads=in_their_forward_order,
    reference=lambda y: in_order(y)[::-1],
    stub="""
    def forward_order(y):
        # y and all that it was made from: each node once, and after all that it was made from.
        found, waiting = [], [y]
        while waiting:
            node = waiting.pop()
            ...  # new? then keep it, and its parents have to wait
        return ...
    """,
    solution="""
    def forward_order(y):
        # y and all that it was made from: each node once, and after all that it was made from.
        found, waiting = [], [y]
        while waiting:
            node = waiting.pop()
            if node not in found:
                found.append(node)
                waiting.extend(node.parents)
        return sorted(found, key=lambda node: node.born)
    """,
    because="A node is younger than all it was made from, so the oldest first means: after all its parents.",
    hints=(
        "Two jobs: find every node once, then sort. Which number of a node says that it is older?",
        "found = {y, its parents, their parents, ...},   then sorted by node.born, the smallest first",
        """
        while waiting:
            node = waiting.pop()
            if node not in found:
                found.append(node)
                waiting.extend(___)
        return sorted(found, key=lambda node: ___)
        """,
    ),
    wrong=(
    ("newest-first", "return sorted(found, key=lambda node: node.born, reverse=True)",
     "That is the order of the way back: y comes first. The way forward begins with the inputs."),
    ("sorted-by-value", "return sorted(found, key=lambda node: node.value)",
     "You sorted by the values. A node comes after its parents if you go by when it was made: node.born."),
    ("each-use-once", "if node not in found -> if len(found) < 60"),
    ("leaves-left-out", "return [n for n in sorted(found, key=lambda n: n.born) if n.parents]",
     "The inputs are missing: everything is computed from them."),
    ("y-left-out", "return sorted(found, key=lambda node: node.born)[:-1]",
     "y itself is missing: it is what is computed."),
    "first-parents-alone", "last-parents-alone",
    ),
)


# --- 07.2 ---

FIRST_WINS = Variation(
    "The same sweep with another bug in it. It runs, and what it yields is wrong: repair it.",
    stub="""
    def handed_down(nodes, upstream=1.0):
        # nodes[0] is the end; each of the others stands after all that use it.
        arrived = {nodes[0]: upstream}
        for node in nodes:
            yield node, arrived[node]
            for parent, downstream in zip(node.parents, node.send(arrived[node]), strict=True):
                arrived.setdefault(parent, downstream)
    """,
    because="A value that is used twice hears from both uses: setdefault keeps the first and drops the rest.",
    wrong=(
    ("overwritten", "arrived.get(parent, 0.0) + downstream -> downstream",
     "Now the last to arrive stays, and the others are lost. Every use counts: add."),
    "starts-at-one", "old-sum-twice", "multiplied", "subtracted", "upstream-added", "upstream-left-out",
    "seed-at-every-layer", "seed-forgotten", "averaged", "largest-wins", "once-for-each-parent",
    ),
)

OWN_UPSTREAM = Variation(
    "The same sweep with another bug in it: it is right for sums, and wrong for products. Repair it.",
    stub="""
    def handed_down(nodes, upstream=1.0):
        # nodes[0] is the end; each of the others stands after all that use it.
        arrived = {nodes[0]: upstream}
        for node in nodes:
            yield node, arrived[node]
            for parent, downstream in zip(node.parents, node.send(1.0), strict=True):
                arrived[parent] = arrived.get(parent, 0.0) + downstream
    """,
    because="A node sends what it was handed, times its local: with 1 it forgets all that is above it.",
    hints=(
        "Change the upstream and run it again: below the first node nothing moves. Where does it get lost?",
        "downstreams = node.send(what arrived at node)",
        """
        for parent, downstream in zip(node.parents, node.send(___), strict=True):
            arrived[parent] = arrived.get(parent, 0.0) + downstream
        """,
    ),
    wrong=(
    ("overwritten", "arrived.get(parent, 0.0) + downstream -> downstream",
     "Only the last to arrive stays now, and the others are lost. Every use counts: add."),
    "seed-at-every-layer", "seed-forgotten", "starts-at-one", "upstream-twice", "averaged",
    ),
)


# --- 07.3 ---

TWO_PARTS = Variation(
    """
    A gradient that comes in two halves, one after the other, kept in w_grad: put a step of training in order.
    """,
    stub="""
    # w_grad is kept, and the step before has left something in it. Each half of the data adds its part.
    # Four of these lines are one step of training:
    #   A   w = w - 0.02 * w_grad
    #   B   w_grad = w_grad + 2 * (w * x - target) * x
    #   C   w_grad = w_grad + 2 * (w - target)
    #   D   w_grad = 0.0
    #   E   w_grad = 2 * (w - target)
    order = "..."
    """,
    solution="""
    # Clear, add one half, add the other, and only then move w.
    order = "D B C A"
    """,
    because="Clear once, let both halves add, then step: E would overwrite what the other half has sent.",
    hints=(
        "Two lines add a part each. What must be there when the first begins, and when is the sum used?",
        "w_grad = 0 + 2 · (w · x − target) · x + 2 · (w − target),   then   w = w − 0.02 · w_grad",
        """
        before both:     D
        the two halves:  __ __
        after both:      __
        """,
    ),
    wrong=(
    ("never-cleared", "B C A"),
    ("cleared-too-late", "B C D A"),
    ("overwritten", "D B E A", "Line E puts one half in the place of the other: each half adds its part."),
    ("stepped-too-soon", "D B A C", "w is moved after the first half, and the second comes too late."),
    ("one-half-alone", "D B A", "One half alone has moved w: both belong to the step."),
    ("line-missing", "D B C"),
    ),
)


# --- 07.4 ---

SIGMOID = Variation(
    "The sigmoid, y = 1 / (1 + e⁻ˣ), whose slope is y · (1 − y): a rule that keeps the output alone.",
    forward=lambda x: 1 / (1 + np.exp(-x)),
    wider=alike(2, large=5.0),
    words={"tanh, from": "The sigmoid, from"},
    answer="sigmoid",
    stub="""
    def sigmoid(x):
        y = 1 / (1 + np.exp(-x))

        def rule(upstream):
            return ...

        return y, rule
    """,
    solution="""
    def sigmoid(x):
        y = 1 / (1 + np.exp(-x))

        def rule(upstream):
            return upstream * y * (1 - y)

        return y, rule
    """,
    because="The slope of the sigmoid is y · (1 − y), and y is at hand: nothing need be computed anew.",
    hints=(
        "The slope is given in terms of the output. What arrives, and what is it multiplied by?",
        "downstream = upstream · y · (1 − y)",
        """
        def rule(upstream):
            return ___ * y * (1 - ___)
        """,
    ),
    wrong=(
    "upstream-missing", "upstream-squared", "upstream-alone", "stopped",
    ("input-for-output", "upstream * y * (1 - y) -> upstream * x * (1 - x)",
     "The slope is taken from the input x. It is y · (1 − y), with the output."),
    ("slope-of-tanh", "upstream * y * (1 - y) -> upstream * (1 - y * y)",
     "That is the slope of tanh, 1 − y². The slope of the sigmoid is y · (1 − y)."),
    ("rule-of-exp", "upstream * y * (1 - y) -> upstream * y",
     "That is the rule of exp, whose slope is its output. Here it is y · (1 − y)."),
    ("sign-flipped", "(1 - y) -> (y - 1)", "Every sign is turned round: the slope is y · (1 − y), above 0."),
    "no-rule",
    ),
)


# --- 07.5 ---


def column_sums(rng, rows, columns):
    """What arrives at a matrix to whose rows one vector was added."""
    return (rng.normal(size=(rows, columns)),)


ONE_BIAS = Variation(
    """
    A bias of shape (1, n) was added to every row of a matrix. `gradient` is what arrives at that sum, of
    shape (m, n). Return what arrives at the bias, in its shape.
    """,
    inputs=lambda rng: column_sums(rng, int(rng.integers(2, 4)), int(rng.integers(4, 6))),
    edge_cases=(),
    wider=sized(column_sums, one_row=(1, 4), square=(3, 3), empty=(0, 3), one_column=(4, 1)),
    takes=("gradient",), gives=("fitted",),
    small=(whole((2, 3)),),
    words={"fitted": "to_the_bias", "Undo the stretching": "Undo one stretching"},
    stub="""
    def to_the_bias(gradient):
        # gradient has the shape (m, n); the bias has the shape (1, n)
        return ...
    """,
    solution="""
    def to_the_bias(gradient):
        return np.sum(gradient, axis=0, keepdims=True)
    """,
    hints=(
        "One bias was used in every row. What does it hear from all of them?",
        "gradient of bias[0, j] = Σᵢ gradient[i, j]",
        """
        def to_the_bias(gradient):
            return np.sum(gradient, axis=___, keepdims=___)
        """,
    ),
    wrong=(
    ("not-summed", "gradient"),
    ("averaged", "np.mean(gradient, axis=0, keepdims=True)"),
    ("one-of-them", "gradient[:1]", "This is what the first row sends. All the rows count: sum them."),
    ("keepdims-forgotten", "np.sum(gradient, axis=0)",
     "The numbers are right, and the first axis is gone. It has to stay, with length 1: keepdims=True."),
    ("other-axis", "np.sum(gradient, axis=1, keepdims=True)",
     "You sum each row. One bias serves every row, so sum down the columns: axis 0."),
    ("sum-of-all", "np.sum(gradient)"),
    ),
)


# --- 07.6 ---


def rows_and_upstream(rng, rows=None, columns=None):
    """One upstream for each row, and the rows."""
    rows = rows or int(rng.integers(2, 4))
    return rng.normal(size=rows), rng.normal(size=(rows, columns or rows + 2))


NORM = Variation(
    "The length of every row, y = √(Σ x²). Keep x and y; the rule is yours.",
    inputs=rows_and_upstream,
    wider=sized(rows_and_upstream, one_row=(1, 4), one_column=(4, 1), square=(3, 3), more=(7, 5)),
    forward=lambda x: np.sqrt(np.sum(x * x, axis=1)),
    takes=("upstream", "x"), gives=("y", "downstream"),
    small=((np.array([2.0]), np.array([[3.0, 4.0]])),
           (np.array([10.0, 1.0]), np.array([[3.0, 4.0], [0.0, 2.0]]))),
    words={"An operation": "Another operation"},
    answer="length",
    stub="""
    def length(x):
        y = np.sqrt(np.sum(x * x, axis=1))

        def rule(upstream):  # one number for each row
            return ...

        return y, rule
    """,
    solution="""
    def length(x):
        y = np.sqrt(np.sum(x * x, axis=1))

        def rule(upstream):  # one number for each row
            return upstream[:, None] * x / y[:, None]

        return y, rule
    """,
    because="The slope of the root is 1 / (2y) and that of x² is 2x: together x / y, row by row.",
    hints=(
        "Two slopes meet: that of the root, and that of the square inside it.",
        "dy/dx = 1/(2y) · 2x = x/y,   downstream = upstream · x / y, row by row",
        """
        def rule(upstream):
            return upstream[:, None] * ___ / ___
        """,
    ),
    wrong=(
    "upstream-missing", "upstream-squared", "stopped",
    ("root-alone", "downstream = upstream[:, None] / (2 * y[:, None]) * np.ones(x.shape)",
     "That is the slope of the root, 1 / (2y). What is inside has a slope as well: 2x."),
    ("square-alone", "downstream = upstream[:, None] * 2 * x",
     "That is the slope of the squares, 2x. The root has a slope as well: 1 / (2y)."),
    ("two-kept", "downstream = upstream[:, None] * 2 * x / y[:, None]",
     "Twice too large: the root's slope is 1 / (2y), and its 2 cancels the 2 of 2x."),
    ("turned-round", "x / y[:, None] -> y[:, None] / x", "The slope is turned upside down: it is x / y."),
    "no-rule",
    ),
)


VARIATIONS = {
    "07.1": (FORWARD,),
    "07.2": (FIRST_WINS, OWN_UPSTREAM),
    "07.3": (TWO_PARTS,),
    "07.4": (SIGMOID,),
    "07.5": (ONE_BIAS,),
    "07.6": (NORM,),
}
