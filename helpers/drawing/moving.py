"""A picture that plays its steps once by itself, where no script runs: in a README, say.

What moves, when and how is read from the picture's own attributes, as the exhibits' script reads them (see
``helpers/widgets/browser/travel.js``), and written as CSS. The picture rests in its finished state, and is in
it from the start for a reader who prefers reduced motion.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator

# Of a step: when a number appears, is at its gate, goes on, and lands; how much a gate grows with a number in
# it, and how far before it the number halts.
MOMENTS = {"leaves": 0.04, "halts": 0.38, "goes": 0.52, "lands": 0.94}
GROWS, APART = 0.14, 5
STEP, REST, BEGIN = 1700, 500, 1200  # milliseconds
FRAMES = 14  # of a leg; between two of them the browser goes straight
STYLED = re.compile(r"<(g|path)((?: [^>]*)? data-(?:step|until|pill|face|trail|gate)=[^>]*?)(/?)>")


def played_once(svg: str, steps: int) -> str:
    """The SVG text with a style sheet that plays `steps` steps once.

    >>> text = played_once('<svg><path data-trail="0" d="M0 0L9 0"/></svg>', 1)
    >>> text.count("@keyframes"), "prefers-reduced-motion" in text
    (0, True)
    """
    motion = Motion(svg, steps)
    body = STYLED.sub(motion.styled, svg)
    start, rest = body.split(">", 1)
    rules = "".join(motion.rules)
    return f"{start}><style>@media (prefers-reduced-motion:no-preference){{{rules}}}</style>{rest}"


class Motion:
    """The rules for everything in a picture that moves or appears."""

    def __init__(self, svg: str, steps: int):
        self.steps, self.rules, self.pill = steps, [], None
        tags = [attributes(tag) for tag in re.findall(r"<(?:g|path)\b[^>]*>", svg)]
        wide = {
            kind: {tag[kind]: float(tag["data-wide"]) for tag in tags if kind in tag}
            for kind in ("data-pill", "data-gate")
        }
        self.trips = {
            tag["data-way"]: Trip(tag, *(of.get(tag["data-way"]) for of in wide.values()))
            for tag in tags
            if "data-way" in tag
        }

    def styled(self, found: re.Match) -> str:
        """A tag with a class for its rule, if it needs one."""
        name, text, closed = found.groups()
        rule = self.rule(attributes(text))
        if not rule:
            return found[0]
        key = f"m{len(self.rules)}"
        self.rules.append(rule.replace("NAME", key))
        return f'<{name} class="{key}"{text}{closed}>'

    def rule(self, tag: dict[str, str]) -> str:
        """What a part does, as CSS in which NAME stands for its class."""
        for kind, write in (("pill", self.travels), ("trail", self.drawn), ("gate", self.grows)):
            if f"data-{kind}" in tag:
                trip = self.trips.get(tag[f"data-{kind}"])
                return write(trip) if trip else ""
        if "data-face" in tag:
            return self.faces(tag["data-face"])
        return self.shows(
            float(tag.get("data-step", 0)), tag.get("data-until"), float(tag.get("data-fade", 0))
        )

    def shows(self, start: float, until: str | None, fade: float) -> str:
        """A part that shows from a time on, or only between two."""
        delay = self.at(start) if start > 0 else 0
        if until is None:
            hidden = "@keyframes NAME{from{visibility:hidden;opacity:0}}"
            return f".NAME{{animation:NAME {max(fade * STEP, 1):.0f}ms {delay:.0f}ms backwards}}{hidden}"
        return seen_for(delay, self.at(float(until)) - delay)

    def faces(self, which: str) -> str:
        """One of the two numbers of a pill: the one before its gate, or the one behind it."""
        passed = self.at(self.pill.step - 1 + self.pill.passes())
        start, end = self.begins(self.pill), self.at(self.pill.step)
        return seen_for(start, passed - start) if which == "leaves" else seen_for(passed, end - passed)

    def travels(self, trip: Trip) -> str:
        """A number on its way."""
        self.pill = trip

        def where(moment):
            x, y = trip.point(trip.far(moment))
            shown = min(portion(moment, 0, 0.05), 1 - portion(moment, MOMENTS["lands"], 1))
            return f"visibility:visible;opacity:{shown:.2f};transform:translate({x:.1f}px,{y:.1f}px)"

        return ".NAME{display:inline;visibility:hidden;" + self.frames(trip, where) + "both}" + self.keys

    def drawn(self, trip: Trip) -> str:
        """The way behind the number, drawn as it goes."""
        frames = self.frames(
            trip, lambda moment: f"stroke-dasharray:1 2;stroke-dashoffset:{1 - trip.far(moment):.3f}"
        )
        return ".NAME{" + frames + "backwards}" + self.keys

    def grows(self, trip: Trip) -> str:
        """A gate while a number is in it."""

        def size(moment):
            inside = portion(trip.far(moment), trip.stop, trip.out)
            return f"transform:scale({1 + GROWS * math.sin(math.pi * inside):.3f})"

        return ".NAME{" + self.frames(trip, size) + "}" + self.keys

    def frames(self, trip: Trip, look: Callable[[float], str]) -> str:
        """An animation through what `look` says of each moment of a trip; its key frames are in `keys`."""
        frames = "".join(f"{100 * moment:.1f}%{{{look(moment)}}}" for moment in moments())
        self.keys = f"@keyframes NAME{{{frames}}}"
        return f"animation:NAME {STEP}ms linear {self.begins(trip):.0f}ms "

    def begins(self, trip: Trip) -> float:
        """The milliseconds at which the step of a trip begins: after the rest of the one before."""
        return BEGIN + (trip.step - 1) * (STEP + REST)

    def at(self, time: float) -> float:
        """The milliseconds at which a time has come, counted in steps; a whole step ends before its rest."""
        time = min(time, self.steps)
        whole = max(math.ceil(time) - 1, 0)
        return BEGIN + whole * (STEP + REST) + (time - whole) * STEP


def seen_for(start: float, duration: float) -> str:
    """CSS of a part that is seen only for a while."""
    seen = "@keyframes NAME{from,to{visibility:visible}}"
    return f".NAME{{display:inline;visibility:hidden;animation:NAME {duration:.0f}ms {start:.0f}ms}}{seen}"


def moments() -> Iterator[float]:
    """The moments of a step for which a key frame is written."""
    yield 0.0
    for start, end in (("leaves", "halts"), ("goes", "lands")):
        a, b = MOMENTS[start], MOMENTS[end]
        yield from (a + (b - a) * k / FRAMES for k in range(FRAMES + 1))
    yield 1.0


class Trip:
    """A way, and how far along it its number is at each moment of its step."""

    def __init__(self, tag: dict[str, str], pill: float | None, gate: float | None):
        self.step, self.points = float(tag["data-move"]), sampled(tag["d"])
        self.lengths = [0.0]
        for one, other in zip(self.points, self.points[1:], strict=False):
            self.lengths.append(self.lengths[-1] + math.dist(one, other))
        if gate is None:
            self.gate = None
            self.stop, self.out = 0.0, 1.0
            return
        place = tuple(map(float, tag["data-at"].split()))
        nearest = min(range(len(self.points)), key=lambda k: math.dist(self.points[k], place))
        self.gate = self.lengths[nearest] / self.lengths[-1]
        apart = (gate / 2 + (pill or 0) / 2 + APART) / self.lengths[-1]
        self.stop, self.out = max(self.gate - apart, 0.0), min(self.gate + apart, 1.0)

    def far(self, moment: float) -> float:
        """How far along its way the number is, from 0 to 1."""
        leaves, halts, goes, lands = MOMENTS.values()
        if self.gate is None:
            return eased(portion(moment, leaves, lands))
        first, second = eased(portion(moment, leaves, halts)), eased(portion(moment, goes, lands))
        return self.stop * first + (1 - self.stop) * second

    def passes(self) -> float:
        """The moment at which the number is in its gate."""
        gate = 0.5 if self.gate is None else self.gate
        return next(k / 500 for k in range(501) if self.far(k / 500) >= gate)

    def point(self, far: float) -> tuple[float, float]:
        """The point so far along the way."""
        length = far * self.lengths[-1]
        k = next(k for k in range(1, len(self.points)) if self.lengths[k] >= length - 1e-9)
        (x0, y0), (x1, y1) = self.points[k - 1 : k + 1]
        part = (length - self.lengths[k - 1]) / ((self.lengths[k] - self.lengths[k - 1]) or 1)
        return x0 + part * (x1 - x0), y0 + part * (y1 - y0)


def sampled(path: str, pieces: int = 40) -> list[tuple[float, float]]:
    """Points along a path of lines and cubic curves, so many for each.

    >>> sampled("M0 0L4 0", pieces=2), sampled("M0 0C0 0 4 0 4 0", pieces=2)
    ([(0.0, 0.0), (2.0, 0.0), (4.0, 0.0)], [(0.0, 0.0), (2.0, 0.0), (4.0, 0.0)])
    """
    points = []
    for command, text in re.findall(r"([MLC])([^MLC]*)", path):
        numbers = [float(number) for number in re.findall(r"-?[\d.]+", text)]
        ends = list(zip(numbers[::2], numbers[1::2], strict=True))
        if command == "M":
            points += ends
            continue
        corners = [points[-1], *ends]
        points += [between(corners, k / pieces) for k in range(1, pieces + 1)]
    return points


def between(corners: list[tuple[float, float]], part: float) -> tuple[float, float]:
    """A point of the line between two corners, or of the cubic curve that four of them make."""
    weights = (1 - part, part)
    if len(corners) == 4:
        weights = ((1 - part) ** 3, 3 * part * (1 - part) ** 2, 3 * part**2 * (1 - part), part**3)
    x, y = (sum(w * corner[axis] for w, corner in zip(weights, corners, strict=True)) for axis in (0, 1))
    return x, y


def attributes(tag: str) -> dict[str, str]:
    """The attributes in a tag's text."""
    return dict(re.findall(r'([\w-]+)="([^"]*)"', tag))


def portion(time: float, start: float, end: float) -> float:
    """How much of the time between two moments has passed, from 0 to 1."""
    return min(max((time - start) / (end - start), 0.0), 1.0)


def eased(part: float) -> float:
    """Cubic, in and out."""
    return 4 * part**3 if part < 0.5 else 1 - (2 - 2 * part) ** 3 / 2
