"""How far rules hold: a number is pulled along an axis, which is painted where a rule was tried."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from helpers import autodiff as ad
from helpers.drawing import svg
from helpers.drawing.held import handle, knob

from ..base.controls import Choice, Number
from ..base.errors import InputError
from ..base.exhibit import Exhibit

KINDS = {"float32": np.float32, "float64": np.float64}
WIDE, SLIM = 720, 400  # below that, boxes stand one below the other
CALLED = {  # by type, and by the place of what is no Tensor
    ("Add", 0): "+ {}",
    ("Add", 1): "+ {}",
    ("Divide", 0): "{} ÷",
    ("Divide", 1): "÷ {}",
    ("LogAddExp", 0): "one rule",
}
MOST_STEPS, ROW, LEFT = 5, 34, 136
HELD, VALUE_ALONE, BROKE = "held", "its value alone broke", "broke"
OFF = 0.01  # a gradient that is off by a larger part is wrong


class Box(NamedTuple):
    """A value of the chain: how it was made, what arrives, its local, and what is sent straight to x."""

    name: str
    value: Any
    arrives: Any
    local: Any = None
    straight: Any = None


class Reach(Exhibit):
    """See how far each rule holds while a number x, from 0 to `high`, is pulled.

    `rules` are functions of one Tensor, by name. Of a chain, in which each operation uses what the one before
    has made, or x, every step is drawn. A gradient is right if it is that of the last rule. Raises
    `InputError` if there is no rule, or one returns no number.

    >>> reach = Reach({"pieces": lambda x: np.log(1 + np.exp(x))})
    >>> reach.set(x=88)
    >>> reach.set(x=89)
    >>> reach.found
    ['At 88 a number arrives, at 89 NaN.']
    """

    def __init__(self, rules: Mapping[str, Callable], /, *, high: int = 800, start: int = 20, x: str = "x"):
        if not isinstance(rules, Mapping) or not rules or not all(map(callable, rules.values())):
            raise InputError("rules must name functions of one Tensor.")
        self._rules, self._high, self._x = dict(rules), high, x
        self._tried: dict[tuple[str, str], dict[int, str]] = {}
        *_, last = rules.values()
        self._right = functools.cache(lambda x: swept(last, np.float64(x))[1])
        goals = [
            f"Pull {x} up (arrow keys: by 1). Which is the first whole number at which the gradient breaks?",
            "Now choose float64. Where is the border now?",
        ]
        if len(rules) > 1:
            goals = [f"Click each rule, and pull {'the ' * (len(x) > 1)}{x}: which ones hold up to {high}?"]
        super().__init__(
            Number("x", start, x, low=0, high=high, step=1, whole=True, limit=high, in_picture=True),
            Choice("rule", next(iter(rules)), options=tuple(rules), in_picture=True),
            Choice("numbers", "float32", "Numbers", options=tuple(KINDS), in_sight=True),
            goals=goals,
        )

    def draw(self, x, rule, numbers):
        value, gradient, chain = swept(self._rules[rule], KINDS[numbers](x))
        self._tried.setdefault((rule, numbers), {})[x] = outcome(value, gradient, self._right(x))
        wide, chain = self.across(WIDE), chain or (Box(rule, value, 1, gradient),)
        top = (_chain if wide >= SLIM else _chain_down)(chain, self._x, x, gradient, wide)
        low = self._tracks(x, rule, numbers, wide)
        comes = f"the value is {_number(value)}, the gradient {_number(gradient)}"
        desc = f"{rule} at {self._x} = {x} in {numbers}: {comes}."
        room = svg.canvas(wide, top.height + 6, top.at((wide - top.width) / 2, 0))
        return svg.picture(svg.column(room, low, gap=10, align=0), "How far each rule holds", desc=desc)

    def _tracks(self, x, rule, numbers, wide):
        """An axis for each rule, painted above it where the rule held, below where it broke."""
        slim = wide < SLIM  # the rule's name stands above its axis
        left, row, first, up = (12, 84, 64, 54) if slim else (LEFT, ROW, 34, 13)
        per, parts = (wide - left - 24) / self._high, []
        for k, name in enumerate(self._rules):
            y, chosen = first + k * row, name == rule
            color, ground = (svg.ACCENT, svg.ACCENT_WASH) if chosen else (svg.INK, svg.CARD)
            words = svg.words_within(name, 14, LEFT - 34, color)
            label = svg.card(words, 5, ground, svg.ACCENT if chosen else svg.LINE, LEFT - 22, 26)
            said = {"data_set": "rule", "data_value": name, "data_label": f"Try the rule: {name}"}
            parts.append(svg.group(label.at(0, y - up), **said if len(self._rules) > 1 else {}))
            parts.append(svg.line(left, y, wide - 24, y, svg.LINE, 1.5))
            tried = sorted(self._tried.get((name, numbers), {}).items())
            for came, alike in itertools.groupby(tried, key=lambda each: each[1]):
                start, *_, end = [left + per * at for at, _ in alike] * 2
                look = {"fill": svg.LOCAL if came == HELD else svg.BAD}
                top, high = {HELD: (y - 10, 9), BROKE: (y + 1, 9), VALUE_ALONE: (y + 1, 3)}[came]
                parts.append(svg.rect(start, top, end - start, high, fill_opacity=0.35, **look))
                parts += [svg.rect(at - 2, top, 4, high, **look) for at in (start, end)]
            if chosen:
                look = {"text_anchor": "middle", "font_size": 15, "font_weight": 600, "fill": svg.ACCENT}
                body = knob(left + per * x, y)
                body += svg.text(str(x), left + per * x, y - 15, **look | svg.halo())
                parts.append(handle(body, "x", self._x, 0, self._high, 1, per))
        y, small = first + (len(self._rules) - 1) * row + 26, {"font_size": 13, "fill": svg.MUTED}
        for at in np.linspace(0, self._high, 5):
            parts.append(svg.text(f"{at:g}", left + per * at, y, text_anchor="middle", **small))
        thin = any(VALUE_ALONE in self._tried.get((name, numbers), {}).values() for name in self._rules)
        gradient = swept(self._rules[rule], KINDS[numbers](x))[1]
        said = self._between(rule, numbers) or "above the line: it held; below: it broke"
        said, color = said + thin * " (thin: its value alone)", svg.MUTED
        if is_wrong(gradient, self._right(x)):
            said, color = self._instead(gradient, x), svg.BAD
        words = svg.paragraph(said, 13, wide - left - 8, color)
        parts.append(words.at(left, y + 5))
        return svg.canvas(wide, y + 8 + words.height, *parts)

    def _between(self, rule, numbers):
        """Between which of the numbers that were tried a rule's border lies, "" if none is known."""
        tried = self._tried[rule, numbers]
        broke = min((at for at, came in tried.items() if came != HELD), default=None)
        held = max((at for at, came in tried.items() if came == HELD), default=None)
        return "" if None in (broke, held) else f"above: held at {held}; below: broke at {broke}"

    def _border(self, rule, numbers):
        """The first whole number at which a rule breaks, None if it holds to the end."""
        low, high = 0, self._high
        if self._comes(rule, numbers, high) == HELD:
            return None
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self._comes(rule, numbers, middle) == HELD else (low, middle)
        return high

    def _comes(self, rule, numbers, x):
        return outcome(*swept(self._rules[rule], KINDS[numbers](x))[:2], self._right(x))

    def _instead(self, gradient, x):
        return f"{_number(gradient)} arrives instead of {_number(self._right(x))}"

    def _compared(self, borders, numbers):
        """Where each rule breaks, rules alike together, and then which ones hold to the end."""
        alike = {}
        for name, border in borders.items():
            gradient = swept(self._rules[name], KINDS[numbers](border or self._high))[1]
            though = ""
            if border and is_wrong(gradient, self._right(border)):
                though = f", where {self._instead(gradient, border)}"
            elif border and np.isfinite(gradient):
                though = f", though the gradient is still {_number(gradient)}"
            alike.setdefault((border or np.inf, though), []).append(f"“{name}”")
        said = []
        for (border, though), names in sorted(alike.items()):
            does = f"break at {border}{though}" if border < np.inf else f"hold at {self._high}"
            does = does if len(names) > 1 else does.replace(" ", "s ", 1)
            said.append(f"{svg.listed(names)} {does}")
        return f"In {numbers}, {'; '.join(said)}."

    def reaches(self, goal, rule, numbers, **_):
        if len(self._rules) > 1:
            borders = {name: self._border(name, numbers) for name in self._rules}
            for name, border in borders.items():
                if (self._high if border is None else border) > max(
                    self._tried.get((name, numbers), {0: True})
                ):
                    return ""
            return self._compared(borders, numbers)
        if goal == 1 and numbers == "float32":
            return ""
        border, tried = self._border(rule, numbers), self._tried.get((rule, numbers), {})
        if border is None or not {border - 1, border} <= tried.keys():
            return ""
        gradient = swept(self._rules[rule], KINDS[numbers](border))[1]
        return f"At {border - 1} a number arrives, at {border} {_number(gradient)}."


def outcome(value, gradient, right):
    """Whether a rule holds, so that its value is a number and its gradient right, or what of it breaks."""
    if not np.isfinite(gradient) or is_wrong(gradient, right):
        return BROKE
    return HELD if np.isfinite(value) else VALUE_ALONE


def is_wrong(gradient, right):
    """Is it a number, and not the right one?"""
    return bool(np.isfinite([gradient, right]).all() and not np.isclose(gradient, right, rtol=OFF))


def swept(rule, x):
    """The value of a rule at x, the gradient, and the boxes of its chain, () if it is none."""
    with np.errstate(all="ignore"):
        leaf = ad.Tensor(x)
        y = rule(leaf)
        if not isinstance(y, ad.Tensor) or y.shape != ():
            raise InputError("A rule must return one number that is computed from its Tensor.")
        return y.value, ad.gradients(y, leaf), _boxes(ad.backward_steps(y)[::-1], leaf)


def _boxes(steps, leaf):
    before, found = leaf, []
    if len(steps) > MOST_STEPS or any(step.output.shape for step in steps):
        return ()
    for step in steps:
        slots = [k for k, tensor in enumerate(step.inputs) if type(tensor) is ad.Tensor]
        along = [k for k in slots if step.inputs[k] is before]
        if len(along) != 1 or any(step.inputs[k] not in (before, leaf) for k in slots):
            return ()
        straight = [step.downstream[k] for k in slots if k != along[0]]
        found.append(
            Box(_called(step, slots), step.output.value, step.upstream, step.local[along[0]], *straight)
        )
        before = step.output
    return tuple(found)


def _called(step, slots):
    """What an operation is called, with the number that stands beside its Tensor."""
    fixed = [k for k in range(len(step.inputs)) if k not in slots]
    words = CALLED.get((step.op.type, *fixed))
    return words.format(*(_number(step.inputs[k]) for k in fixed)) if words else step.op.type.lower()


def _number(value):
    return svg.number(float(value), digits=3)


def _chain(chain, name, x, gradient, wide):
    """x and what is made of it, from left to right; below, what arrives, and between them the locals."""
    apart = (wide - 84) / max(len(chain), 2)
    boxes, parts = [Box(name, x, gradient), *chain], []
    width, high, lane = min(84, apart - 14), 44, 100
    for k, each in enumerate(boxes):
        left = k * apart + (84 - width) / 2
        middle = left + width / 2
        if k:
            parts.append(svg.arrow(left - apart + width, 32 + high / 2, left - 2, 32 + high / 2, svg.LINE))
            parts.append(svg.arrow(left, lane, left - apart + width + 2, lane, svg.GRADIENT, 2.5))
            gate = _gate(each)
            parts.append(gate.at(middle - apart / 2 - gate.width / 2, lane + 15))
        parts += _card(each, width, high).at(left, 32), _pill(each, width).at(left, lane - 12)
        if each.straight is not None:
            over = f"M{middle:.1f} 32V14H{42:.1f}V30"
            parts.insert(0, svg.path(over, fill="none", stroke=svg.GRADIENT, stroke_width=2.5))
            parts.append(_straight(each, name, wide / 2, 10))
    return svg.canvas(84 + apart * len(chain), 150, *parts)


def _chain_down(chain, name, x, gradient, wide):
    """The same from top to bottom, where there is little room: what arrives stands beside each box."""
    parts, apart, right = [], 72, wide - 8
    for k, each in enumerate([Box(name, x, gradient), *chain]):
        y = 22 + k * apart
        if k:
            parts.append(svg.arrow(50, y - 21, 50, y - 2, svg.LINE))
            parts.append(svg.arrow(160, y + 12, 160, y - 35, svg.GRADIENT, 2.5))
            parts.append(_gate(each).at(172, y - 23))
        parts += _card(each, 100, 44).at(0, y), _pill(each, 84).at(118, y + 12)
        if each.straight is not None:
            over = f"M202 {y + 24}H{right}V46H206"
            parts.insert(0, svg.path(over, fill="none", stroke=svg.GRADIENT, stroke_width=2.5))
            parts.append(_straight(each, name, wide / 2, 12))
    return svg.canvas(wide, 22 + apart * len(chain) + 50, *parts)


def _gate(box):
    """The local; `where` has none, it passes what arrives on or puts 0 in its place."""
    if box.name == "where":
        words = svg.words("passes" if box.local else "puts 0", 13, svg.ACCENT, bold=True)
        return svg.card(words, 3, svg.CARD, svg.ACCENT, words.width + 8, 22)
    local = _number(box.local)
    local = svg.words(f"×({local})" if local.startswith("−") else f"×{local}", 13, svg.LOCAL, bold=True)
    return svg.card(local, 3, svg.LOCAL_WASH, svg.LOCAL, max(local.width + 8, 34), 22)


def _card(box, width, high):
    """A value by its name, with a thick border where it is no number."""
    value = svg.words_within(_number(box.value), 17, width - 8, align="middle")
    inside = svg.centred(svg.column(svg.words(box.name, 13, svg.MUTED), value, gap=0), width - 8, high - 8)
    edge, thick = (svg.LINE, 1.2) if np.isfinite(float(box.value)) else (svg.BAD, 2.5)
    return svg.card(inside, 4, svg.PANEL, edge, width, high, stroke_width=thick)


def _pill(box, width):
    color, ground = (svg.ON_GRADIENT, svg.GRADIENT)
    if not np.isfinite(float(box.arrives)):
        color, ground = svg.CARD, svg.BAD
    arrives = svg.words_within(_number(box.arrives), 15, width - 8, color, "middle")
    return svg.card(arrives, 2, ground, "none", width, 24, radius=12)


def _straight(box, name, x, y):
    look = {"text_anchor": "middle", "font_size": 13, "fill": svg.GRADIENT, "font_weight": 600}
    return svg.text(f"straight to {name}: {_number(box.straight)}", x, y, **look)
