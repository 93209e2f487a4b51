"""Pictures that move between stops: for every part that moves, what it is at each stop.

Python draws the last stop, the finished picture, and tells the browser what the parts are at all others. So
any place between two stops can be shown there, without a kernel: the numbers in an attribute, and a text that
is a number, go evenly from stop to stop; any other text changes half way.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from .printing import escape, number, printing_rules
from .shapes import attributes, coordinate

GLIDES = re.compile(r' (c?[xy]|d|width|height)="([^"]*)"')
TEXT = ""  # stands for the text of a part among the names of its attributes


@dataclass(frozen=True)
class Film:
    """What moves in a picture: `stops` are what a counter shows at each stop, and `said` is its sentence.

    `tracks` are, by part and attribute, the values at all stops, or a single one that holds at every stop.
    The stops are the steps of the picture; but one that `runs` by itself, by the name of what has happened,
    is shown from its start to its end as soon as it is another.
    """

    stops: list[str]
    said: list[str]
    tracks: dict[str, dict[str, list]]
    alone: int = 400  # milliseconds that a step takes when it is taken alone, and when many are
    brief: int = 80
    room: int = 0  # as many characters a sentence of any film here may have, so that nothing below it jumps
    runs: str = ""
    aside: bool = False  # what is found need not wait for the end of one that runs by itself
    of: str = ""  # what the counter calls the last stop, where a run may end before it
    legs: int = 0  # so many ways, one after the other, numbers travel in a step that is taken alone

    def describe(self) -> dict[str, object]:
        """What the browser needs in order to show it.

        The tracks are one text: thousands of single values would be checked, copied and compared one by one.
        """
        tracks = json.dumps(self.tracks, ensure_ascii=False, separators=(",", ":"))
        return vars(self) | {"tracks": tracks, "rules": printing_rules()}


def at_first(svg: str, film: Film) -> str:
    """A picture, drawn at its last stop, as it is at its first.

    >>> reel = Reel()
    >>> circle = reel.part("circle", cx=[1.0, 2.0], r=4) + reel.part("text", ["a", "b"], x=7)
    >>> at_first(circle, reel.film(["0", "1"], ["A.", "B."]))
    '<circle cx="1" r="4" data-film="0"/><text x="7" data-film="1">a</text>'
    """

    def turned(found):
        tag, words = found[0].split(">", 1)
        for name, values in film.tracks[found[1]].items():
            first = values[0]
            if name == TEXT:
                words = escape(_printed(first))
            else:
                value = first if isinstance(first, str) else coordinate(first)
                tag = re.sub(rf' {name}="[^"]*"', f' {name}="{value}"', tag, count=1)
        return f"{tag}>{words}"

    return re.sub(r'<[^>]* data-film="(\d+)"/?>[^<]*', turned, svg)


@dataclass
class Reel:
    """Collects what moves, while a picture of the last stop is drawn.

    >>> reel = Reel()
    >>> reel.part("circle", cx=[1.0, 2.0], r=4)
    '<circle cx="2" r="4" data-film="0"/>'
    >>> reel.part("text", [0.5, 0.25], x=7)
    '<text x="7" data-film="1">0.25</text>'
    >>> reel.film(["0", "1"], ["A.", "B."]).tracks
    {'0': {'cx': [1.0, 2.0]}, '1': {'': [0.5, 0.25]}}
    """

    tracks: dict[str, dict[str, list]] = field(default_factory=dict)

    def part(self, tag: str, words: Sequence[object] | None = None, **named: object) -> str:
        """An element as SVG text. An attribute that is a list moves: it has a value for every stop.

        So has `words`, the text; floats in it are printed as `svg.number` does.
        """
        key, shown, track = str(len(self.tracks)), {}, {}
        for name, value in named.items():
            if isinstance(value, list):
                values = value if isinstance(value[0], str) else [round(v, 2) for v in value]
                track[name.rstrip("_").replace("_", "-")] = _short(values)
                value = value[-1]
            shown[name] = value if isinstance(value, str) else coordinate(value)
        if words is not None:
            track[TEXT] = _short(list(words))
        self.tracks[key] = track
        opening = f"<{tag}{attributes(shown | {'data_film': key})}"
        return f"{opening}/>" if words is None else f"{opening}>{escape(_printed(words[-1]))}</{tag}>"

    def glide(self, before: str, now: str) -> str:
        """SVG text as it is `now`, with all parts up to the first new one on their way from `before`.

        >>> reel = Reel()
        >>> reel.glide('<rect x="1" width="4"/>', '<rect x="7" width="4"/>')
        '<rect x="7" width="4" data-film="0"/>'
        >>> reel.tracks
        {'0': {'x': ['1', '7']}}
        """
        olds, news = (re.findall(r"<(/?\w+)([^>]*>[^<]*)", text) for text in (before, now))
        same = [*itertools.takewhile(lambda pair: pair[0][0] == pair[1][0], zip(olds, news))]
        moved = [self._gliding("".join(one), "".join(other)) for one, other in same]
        return "<".join(["", *moved, *map("".join, news[len(same) :])])

    def _gliding(self, before, now):
        was, place = (dict(GLIDES.findall(piece.partition(">")[0])) for piece in (before, now))
        track = {name: [was[name], place[name]] for name in was.keys() & place if was[name] != place[name]}
        if not track:
            return now
        key = str(len(self.tracks))
        self.tracks[key] = track
        return re.sub(r"/?>", rf' data-film="{key}"\g<0>', now, count=1)

    def film(self, stops: Sequence[str], said: Sequence[str], **about: object) -> Film:
        """All that was collected, with what is shown and said at every stop, and more about the film."""
        return Film(list(stops), list(said), self.tracks, **about)


def _short(values):
    return values[:1] if values.count(values[0]) == len(values) else values


def _printed(word):
    return number(word) if isinstance(word, float) else word
