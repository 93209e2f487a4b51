"""What a framework hands to a rule, place by place, and the names that one gives to the places."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Sequence
from itertools import permutations

from helpers.drawing import svg

from ..base.controls import Button, Choice
from ..base.errors import InputError
from ..base.exhibit import Exhibit
from ..base.parsing import single_number

WORD = re.compile("[a-z_]+")
GOAL = "Name the places of bwd, then call it. Does it send what is wanted at the first call?"
HIGH, CHIP = 34, 30


class Handover(Exhibit):
    """Name the places of a rule `bwd` and call it; what comes in each is a number, in a fixed order.

    `rule` is a function of numbers, of 2 to 4 names, and `written` its formula in these names; `comes` has
    the number in each place, and `wanted` is what the rule sends once each number has its own name. A name
    that is given to another place changes places with the one that stood there. Raises `InputError` for a
    rule that some order of the numbers does not suit.

    >>> rule = lambda x, n, u: u * n * x ** (n - 1)
    >>> power = Handover(rule, "u * n * x**(n - 1)", comes=(3, 4, 5), wanted=240)
    >>> power.set(**{"place 1": "n"})
    >>> power.set_state({"inputs": power.inputs | {"call": 1}})
    >>> power.found
    ['bwd(n, x, u) sends 240, at call 1.']
    """

    def __init__(self, rule: Callable[..., float], written: str, *, comes: Sequence[float], wanted: float):
        names = tuple(inspect.signature(rule).parameters) if callable(rule) else ()
        if not 2 <= len(names) == len(comes) <= 4 or not {*WORD.findall(written)} <= {*names}:
            raise InputError(
                "rule must be a function of 2 to 4 names, written in these, and a number must come for each."
            )
        for numbers in permutations(comes):
            single_number("what the rule sends", rule(*numbers))
        self._rule, self._written, self._comes, self._wanted = rule, written, tuple(comes), wanted
        self._calls, self._called = 0, False  # how often, and whether with the names that stand there now
        self._names, self._places = names, [f"place {k}" for k in range(1, len(names) + 1)]
        begins = zip(self._places, names, strict=True)
        super().__init__(
            *(Choice(place, name, options=names, in_picture=True) for place, name in begins),
            Button("call", "Call bwd", main=True),
            goals=[GOAL],
        )

    def adjust(self, name, values):
        """The name that stood here goes where the one that was chosen stood, and bwd is not yet called."""
        self._called = name == "call"
        if self._called:
            self._calls += 1
            return {}
        given = values[name]
        (was,) = {*self._names} - {values[place] for place in self._places if place != name} or {given}
        return {place: was for place in self._places if place != name and values[place] == given}

    def _sends(self, named):
        with_values = dict(zip(named, self._comes, strict=True))
        words = WORD.sub(lambda name: svg.number(with_values[name[0]]), self._written)
        return self._rule(**with_values), words

    def draw(self, **places):
        named = list(places.values())
        value, words = self._sends(named)
        good = value == self._wanted and self._called
        wide = self.across(640)
        slim = wide < 400
        left, after, gap, less = (48, 12, 6, 6) if slim else (58, 18, 14, 20)
        each = (wide - left - after) / len(named)
        parts = [svg.words("bwd(", 20, bold=True).at(0, 66), svg.words("comes", 14, svg.MUTED).at(0, 5)]
        for k, (place, name, number) in enumerate(zip(places, named, self._comes, strict=True)):
            x = left + k * each
            middle = x + (each - gap) / 2
            pill = svg.card(
                svg.words(svg.number(number), 17, bold=True), 3, svg.PANEL, svg.LINE, 54, 28, radius=14
            )
            parts += [pill.at(middle - 27, 0), svg.arrow(middle, 30, middle, 60, svg.LINE, 2)]
            slot = svg.words_within(name, 18, each - gap - 4, svg.ACCENT, "middle")
            look = {"rx": 6, "fill": svg.ACCENT_WASH, "stroke": svg.ACCENT, "stroke_width": 2}
            parts.append(svg.rect(x, 62, each - gap, HIGH, **look))
            parts.append(slot.at(middle - slot.width / 2, 68))
            for row, option in enumerate(self._names):
                at = middle, 108 + row * CHIP
                parts.append(_chip(place, option, option == name, *at, each - gap - less))
        parts.append(svg.words(")", 20, bold=True).at(wide - 14, 66))
        low = 118 + CHIP * len(self._names)
        color = svg.LOCAL if good else svg.BAD if self._called else svg.MUTED
        sends, words = (svg.number(value), words) if self._called else ("?", "?")
        wanted = f"{'✓ ' if good else ''}wanted: {svg.number(self._wanted)}"
        lines = (
            svg.paragraph(f"{self._written} = {words}", 15, wide),
            svg.words(f"bwd sends {sends}", 18, color, bold=True, align="start"),
            svg.words(wanted, 15, svg.MUTED, align="start"),
        )
        parts.append(svg.column(*lines, gap=4, align=0).at(0, low))
        came = svg.listed(map(svg.number, self._comes))
        desc = (
            f"{came} come to bwd({', '.join(named)}). It sends {sends}; wanted is {svg.number(self._wanted)}."
        )
        block = svg.canvas(wide, low + (96 if slim else 76), *parts)
        return svg.picture(block, "What is handed to bwd, and its names", desc=desc)

    def reaches(self, goal, **places):
        value, _ = self._sends(list(places.values()))
        if value != self._wanted or not self._called:
            return ""
        return f"bwd({', '.join(places.values())}) sends {svg.number(value)}, at call {self._calls}."


def _chip(place, name, chosen, middle, y, wide):
    """A name that can be given to a place, and cannot be given again to the place that has it."""
    words = svg.words(name, 14, svg.MUTED if chosen else svg.INK)
    body = svg.card(words, 2, svg.PANEL if chosen else svg.CARD, svg.LINE, wide, CHIP - 5)
    given = {} if chosen else {"data_set": place, "data_value": name, "data_label": f"{name} in {place}"}
    return svg.group(body.at(middle - wide / 2, y), **given)
