"""What a framework hands to a rule, place by place, and the names that one gives to the places."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from itertools import permutations

from helpers.drawing import svg
from helpers.drawing.held import handle
from helpers.drawing.svg.film import Reel

from ..base.controls import Button, Number
from ..base.errors import InputError
from ..base.exhibit import Exhibit
from ..base.parsing import single_number

WORD = re.compile("[a-z_]+")
GOAL = "Which number is which? Drag the names to them, then call bwd."
SOURCE, SLOT, CALLS = 44, 38, 3  # pixels: how high a source and a place are; how many calls stay in sight


class Handover(Exhibit):
    """Bring the names of a rule `bwd` to its places and call it; a number comes in each, in a fixed order.

    `rule` is a function of numbers, of 2 to 4 names, and `written` its formula in these names; `comes` has
    the number in each place, by what it is, and `wanted` is what the rule sends once each has its
    own name. A call that sends something else tells what the number in one of its wrong places was.
    Raises `InputError` unless one order of the names, and one alone, sends what is wanted.

    >>> rule = lambda x, n, u: u * n * x ** (n - 1)
    >>> comes = {"an argument": 3, "the residuals": 4, "the upstream": 5}
    >>> power = Handover(rule, "u * n * x**(n - 1)", comes=comes, wanted=240)
    >>> power.set(n=1)
    >>> power.set_state({"inputs": power.inputs | {"call": 1}})
    >>> power.found
    ['bwd(n, x, u) sends 240, at call 1: first comes an argument, then the residuals, then the upstream.']
    """

    def __init__(
        self, rule: Callable[..., float], written: str, *, comes: Mapping[str, float], wanted: float
    ):
        names = tuple(inspect.signature(rule).parameters) if callable(rule) else ()
        if not 2 <= len(names) == len(comes) <= 4 or not {*WORD.findall(written)} <= {*names}:
            raise InputError(
                "rule must be a function of 2 to 4 names, written in these, and a number must come for each."
            )
        self._rule, self._written, self._wanted = rule, written, wanted
        self._sources, self._comes = tuple(comes), tuple(comes.values())
        right = [order for order in permutations(names) if self._sends(order)[0] == wanted]
        if len(right) != 1:
            raise InputError(f"Of the orders of the names, {len(right)} send what is wanted: it must be one.")
        (self._right,) = right
        self._order = self._before = names  # now, and before a name was moved
        self._called = False  # with the names as they stand now
        self._calls: list[tuple[tuple[str, ...], int | None]] = []  # the names, and which place was told
        places = {"low": 1, "high": len(names), "step": 1, "whole": True, "in_picture": True}
        super().__init__(
            *(Number(name, k, **places) for k, name in enumerate(names, 1)),
            Button("call", "Call bwd", main=True),
            goals=[GOAL],
        )

    def adjust(self, name, values):
        """The others make room for the name that was moved; a call says what one place was handed."""
        self._before = self._order
        self._called = name == "call"
        if self._called:
            wrong = [
                k for k, pair in enumerate(zip(self._order, self._right, strict=True)) if len({*pair}) > 1
            ]
            self._calls.append((self._order, min(wrong, key=self._told().count, default=None)))
            return {}
        order = [other for other in self._order if other != name]
        order.insert(max(values[name] - 1, 0), name)
        self._order = tuple(order)
        return {name: k for k, name in enumerate(order, 1)}

    def _told(self):
        """The places of which it is known what their numbers are."""
        told = [place for _, place in self._calls]
        return [*range(len(self._right))] if None in told else told

    def _sends(self, order):
        """What bwd sends when the places have these names, and its formula in numbers."""
        given = dict(zip(order, self._comes, strict=True))
        words = WORD.sub(lambda name: svg.number(given[name[0]]), self._written)
        return single_number("what the rule sends", self._rule(**given)), words

    def _said(self):
        if not self._calls:
            return self.to_do("Pull a name sideways, or press ← and →: the others make room.")
        order, place = self._calls[-1]
        if place is None:
            return "Each number has its own name."
        number = svg.number(self._comes[place])
        return f"{number} comes as {self._sources[place]}, and you called it {order[place]}."

    def draw(self, **places):
        wide, reel, order = self.across(820), Reel(), sorted(places, key=places.get)
        slim = wide < 560
        left, beside, size = (38, 8, 15) if slim else (58, 250, 20)  # the room before and after the places
        each = (wide - left - beside) / len(order)
        xs = [left + each * k for k in range(len(order))]
        begins, ends = svg.words("bwd(", size, bold=True), svg.words(")", size, bold=True)
        parts = [begins.at(0, 119 - 0.66 * size), ends.at(xs[-1] + each, 119 - 0.66 * size)]
        parts += [
            self._tile(name, k - 1, xs, each, reel) for name, k in places.items()
        ]  # focus stays on a name
        parts += [part for k, x in enumerate(xs) for part in self._handed(k, x, each, reel)]
        beside, room = (left, wide - left) if slim else (wide - beside + 28, beside - 28)
        parts.append(svg.words_within(f"= {self._written}", 17, room).at(beside, 146 if slim else 106))
        wanted = svg.words(f"wanted: {svg.number(self._wanted)}", 17, svg.GRADIENT, bold=True, align="start")
        parts.append(wanted.at(beside, 172 if slim else 60))
        low, high = (204, 56) if slim else (154, 36)
        for row in range(CALLS):
            call, y = row + max(len(self._calls) - CALLS, 0), low + high * row
            parts.append(
                svg.words(f"{call + 1}." if slim else f"call {call + 1}", 14, svg.MUTED).at(0, y + 5)
            )
            parts += [svg.rect(x + 4, y, each - 8, 28, rx=6, stroke=svg.HAIRLINE) for x in xs]
            if call < len(self._calls):
                parts += self._made(call, y, xs, each, (beside, y + (45 if slim else 19), room), reel)
        low += CALLS * high + 4
        parts.append(svg.paragraph(self._said(), 16, wide).at(0, low))
        wanted, came = svg.number(self._wanted), svg.listed(map(svg.number, self._comes))
        sends = f"It sends {svg.number(self._sends(order)[0])}; wanted" if self._called else "Wanted"
        desc = f"{came} come to bwd({', '.join(order)}). {sends} is {wanted}. {self._said()}"
        takes = 900 if self._called else 250
        film = reel.film([""] * 2, [""] * 2, alone=takes, runs=f"{len(self._calls)} {', '.join(order)}")
        block = svg.canvas(wide, low + (46 if slim else 24), *parts)
        return svg.picture(block, "What is handed to bwd, and its names", desc=desc, film=film)

    def _handed(self, k, x, each, reel):
        """What comes in a place, and as what if that is known; in a call it goes down to the name."""
        middle, known, look = x + each / 2, k in self._told(), {"rx": 8, "stroke": svg.LINE}
        yield svg.rect(x + 4, 0, each - 8, SOURCE, stroke_dasharray=None if known else "4 4", **look)
        size, lines = svg.lines_within(self._sources[k] if known else "as ?", 14, each - 12, 2)
        words = svg.column(*(svg.words(line, size, svg.INK if known else svg.MUTED) for line in lines), gap=0)
        yield words.at(middle - words.width / 2, (SOURCE - words.height) / 2)
        yield svg.arrow(middle, SOURCE, middle, 98, svg.LINE, 2)
        look = {"x": middle - 23, "width": 46, "height": 26, "rx": 13, "fill": svg.CARD, "stroke": svg.INK}
        number = {"x": middle, "font_size": 17, "font_weight": 600, "text_anchor": "middle", "fill": svg.INK}
        words, ways = [svg.number(self._comes[k])], [[0.0], [0.0, 50.0]][: 1 + self._called]
        for way in ways:
            fades = {"opacity": [1.0, 0.0], "pointer_events": "none"} if len(way) > 1 else {}
            yield reel.part("rect", y=[56 + down for down in way], **look | fades)
            yield reel.part("text", words, y=[75 + down for down in way], **number | fades)

    def _tile(self, name, k, xs, each, reel):
        """A name on the place that it was brought to: it slides there, and in a call it gets its number."""
        ways = [xs[self._before.index(name)], xs[k]]
        look = {"rx": 8, "fill": svg.PANEL, "stroke": svg.MUTED, "stroke_dasharray": "4 4"}
        place = svg.rect(xs[k] + 4, 100, each - 8, SLOT, **look)
        look = {"y": 102, "width": each - 14, "height": SLOT - 4, "rx": 6, "stroke_width": 2}
        body = reel.part("rect", x=[x + 7 for x in ways], fill=svg.ACCENT_WASH, stroke=svg.ACCENT, **look)
        grip = 0 if each < 100 else 18
        if grip:
            dots = [f"M{x + 15:.1f} 112v16M{x + 20:.1f} 112v16" for x in ways]
            body += reel.part("path", d=dots, stroke=svg.ACCENT, stroke_width=2.4, stroke_dasharray="2.4 4")
        words = f"{name} = {svg.number(self._comes[k])}" if self._called and grip else name
        size = svg.size_within(words, 18, each - 18 - grip)
        look = {"y": 125, "font_size": size, "text_anchor": "middle", "fill": svg.ACCENT}
        body += reel.part("text", [words], x=[x + (each + grip / 2) / 2 for x in ways], **look)
        return place + handle(body, name, f"{name}, its place", 1, len(xs), 1, each)

    def _made(self, call, y, xs, each, beside, reel):
        """A call that was made: the names in their places, and what bwd sent, which appears by itself."""
        (order, wrong), (at, foot, room) = self._calls[call], beside
        told = {place for _, place in self._calls[: call + 1]}
        for k, (x, name) in enumerate(zip(xs, order, strict=True)):
            bad = k in told and name != self._right[k]  # also where an earlier call told what comes
            name, color = (f"✗ {name}", svg.BAD) if bad else (name, svg.INK)
            look = {"font_size": svg.size_within(name, 16, each - 10), "text_anchor": "middle", "fill": color}
            if bad:
                yield svg.rect(x + 4, y, each - 8, 28, rx=6, stroke=color, stroke_width=2)
            yield svg.text(name, x + each / 2, y + 19, **look)
        value, words = self._sends(order)
        said = f"{words} = {svg.number(value)} {'✓' if wrong is None else '✗'}"
        look = {"font_size": svg.size_within(said, 16, room), "fill": svg.LOCAL if wrong is None else svg.BAD}
        late = {"opacity": [0.0, 1.0]} if self._called and call == len(self._calls) - 1 else {}
        yield reel.part("text", [said], x=at, y=foot, **look | late)

    def reaches(self, goal, **places):
        if not self._called or self._order != self._right:
            return ""
        first, *then = self._sources
        sends = f"bwd({', '.join(self._right)}) sends {svg.number(self._wanted)}, at call {len(self._calls)}"
        return f"{sends}: first comes {first}, then {', then '.join(then)}."
