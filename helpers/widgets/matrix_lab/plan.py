"""What the shapes of a problem decide about its picture, whatever the numbers: where everything stands.

B stands above C and A to its left, both as they are multiplied: what belongs together lies in one line. In a
batch the blocks of A stand below each other and those of B side by side; C has a block where they meet.
"""

from __future__ import annotations

import functools
import re
from typing import NamedTuple

import numpy as np

from helpers.drawing import svg
from helpers.drawing.svg.shapes import attributes

from .algebra import Indices, key_of, products
from .words import sentences

WIDTH, HEIGHT = 812.0, 368.0  # of the whole, wherever that is enough: then nothing jumps
NARROW = 240.0  # its width where there is little room
HEAD = 28.0  # a heading and what parts it from its boxes
BETWEEN = {False: 28.0, True: 20.0}  # between A and C; True: where there is little room
BLOCKS = 24.0  # between two blocks of a batch
LEAST, MOST = (44.0, 46.0), (70.0, 73.0)  # the distances of boxes, across and down
NARROWEST = 36.0  # and across where there is little room
BESIDE, ASIDE = 330.0, 36.0  # the panel's width beside the matrices, and the least distance from them
SLOT, ROW = 102.0, 44.0  # the room of a product in the panel
TITLE, LINE = 32.0, 21.0  # the heights of the panel's title, and of a line of its sentence
SAID = 15  # the size of the sentence
BADGE = (30.0, 17.0)  # what nudge mode writes at the corner of a box
COLOR = dict.fromkeys("ABC", svg.INK) | dict.fromkeys(("dA", "dB", "G"), svg.GRADIENT)
NAME = {"font_family": svg.FORMULA_FONT, "font_style": "italic", "font_weight": 600}
PAIRED = {"A": "dA", "B": "dB", "C": "G"}  # a value, and what arrives below it
VALUES = {arrives: value for value, arrives in PAIRED.items()}
INDICES = {"{s}": "σ", "{i}": "ι", "{k}": "κ", "{j}": "γ"}  # letters as wide as the digit they stand for


class Cells:
    """How large the boxes are drawn, and with how many digits."""

    def __init__(self, across: float, down: float):
        self.across, self.down = across, down
        gap = 7.0 if across > 60 else 5.0
        self.width, self.height = across - gap, down - gap
        self.half = self.height / 2
        self.type_size = min(18.0, round(self.half * 0.68, 1))
        self.digits = 4 if across > 60 else 3
        self.room = 1.2 * (self.width - 6)  # for a number, which may be written a little smaller


class Panel(NamedTuple):
    """Where the products are written that make the entry pointed at, and what is said of it."""

    x: float
    y: float
    width: float
    slots: int  # for products, and their sum
    least: int  # rows of them
    lines: int  # of the sentence

    @classmethod
    def of(cls, x, y, width, slots, said, least=(1, 1)):
        """A panel with room for so many products and each sentence; at `least` so many rows, and lines."""
        panel = cls(x, y, width, slots, least[0], 0)
        lines = max(least[1], *(len(panel.wrapped(sentence)) for sentence in said))
        return panel._replace(lines=lines)

    @property
    def abreast(self) -> int:
        """How many products stand side by side."""
        return int(self.width // SLOT)

    @property
    def rows(self) -> int:
        """How many rows of products there is room for."""
        return max(self.least, -(-self.slots // self.abreast))

    @property
    def places(self) -> int:
        """How many products there is room for."""
        return self.rows * self.abreast

    @property
    def height(self) -> float:
        """The same for everything that may be pointed at."""
        return TITLE + self.rows * ROW + 6 + self.lines * LINE

    def slot(self, k: int) -> tuple[float, float]:
        """Where the k-th product stands."""
        row, column = divmod(k, self.abreast)
        return column * SLOT, TITLE + row * ROW

    def wrapped(self, sentence: str) -> list[str]:
        """A sentence in lines that the panel has room for; its indices have one digit each."""
        for index, letter in INDICES.items():
            sentence = sentence.replace(index, letter)
        text = "\n".join(svg.wrapped(sentence, SAID, self.width))
        for index, letter in INDICES.items():
            text = text.replace(letter, index)
        return text.split("\n")


class Plan:
    """The sizes, the places, the sentences, and all parts of the picture without a number."""

    def __init__(self, shapes, transpose_a, transpose_b, nudge, narrow):
        self.shapes, self.narrow = dict(shapes), narrow
        self.factors = products(transpose_a, transpose_b)
        self.flips = {"A": transpose_a, "B": transpose_b, "C": False}
        self.of = Indices(shapes, transpose_a, transpose_b)
        self.keys = {name: [key_of(name, at) for at in np.ndindex(shape)] for name, shape in shapes}
        self.blocks = {name: self.shapes[name][0] if len(self.shapes[name]) == 3 else 1 for name in "AB"}
        self.cell = self._cells()
        self.left = self.of.sizes["k"] * self.cell.across + BETWEEN[narrow]
        self.top = HEAD + self.of.sizes["k"] * self.cell.down + 10
        self.width = self.left + self._blocks("B", self.blocks["B"]) - BLOCKS
        self.height = self.top + HEAD + self._blocks("A", self.blocks["A"]) - BLOCKS
        said = sentences(self.of, transpose_a, transpose_b, nudge)
        # An entry is made, and used, like all others of its table.
        firsts = [self.keys[name][0] for name in self.shapes]
        slots = max(max(len(self.of.pairs(key)) + 1, len(self.of.uses(key))) for key in firsts)
        self.panel = self._panel(slots, said.values())
        self.said = {name: self.panel.wrapped(sentence) for name, sentence in said.items()}

    @property
    def is_beside(self) -> bool:
        """Whether the panel has room beside the matrices."""
        return not self.narrow and self._distance(WIDTH - ASIDE - BESIDE) >= LEAST[0]

    def _distance(self, room):
        parting = BETWEEN[self.narrow] + BLOCKS * (self.blocks["B"] - 1)
        return (room - parting) / (self.of.sizes["k"] + self.blocks["B"] * self.of.sizes["j"])

    def _cells(self):
        """The boxes: as large as the room allows, and never too small to be read."""
        room = NARROW if self.narrow else WIDTH - (ASIDE + BESIDE) * self.is_beside
        least = NARROWEST if self.narrow else LEAST[0]
        free = HEIGHT - 2 * HEAD - 10 - BLOCKS * (self.blocks["A"] - 1)
        down = free / (self.of.sizes["k"] + self.blocks["A"] * self.of.sizes["i"])
        across = min(MOST[0], max(least, self._distance(room)))
        return Cells(across, min(MOST[1], max(LEAST[1], down)))

    def _panel(self, slots, said):
        """Beside the matrices, or in the free corner above A, or below everything."""
        if self.is_beside:
            return Panel.of(WIDTH - BESIDE, 0, BESIDE, slots, said, least=(3, 4))
        corner = Panel.of(0, 0, max(SLOT, self.left - BETWEEN[self.narrow] - 10), slots, said)
        if corner.abreast > 1 and corner.height <= self.top and not self.narrow:
            return corner
        if self.narrow:
            return Panel.of(0, max(HEIGHT, self.height), self._whole, slots, said, least=(4, 6))
        return Panel.of(0, self.height + 14, self._whole, slots, said)

    @property
    def _whole(self):
        return NARROW if self.narrow else max(WIDTH, self.width)

    @property
    def notes(self) -> tuple[float, float, float]:
        """Where the formulas and what is said of the whole begin, and how wide they may be."""
        if self.is_beside:
            return self.panel.x, self.panel.height + 8, self.panel.width
        return 0.0, max(self.height, self.panel.y + self.panel.height) + 12, self._whole

    def spot(self, key: str) -> tuple[float, float]:
        """The corner of the half box in which an entry stands."""
        name, at = key.split("-")[0], self.of.at(key)
        below = name not in PAIRED
        value = VALUES[name] if below else name
        x, y = self.origin(value, at.get("s", 0))
        x += at["k" if value == "A" else "j"] * self.cell.across
        y += at["k" if value == "B" else "i"] * self.cell.down
        return x, y + self.cell.half * below

    def origin(self, name: str, batch: int = 0) -> tuple[float, float]:
        """The corner of a block of boxes."""
        right = self.left + (self._blocks("B", batch) if self.blocks["B"] > 1 else 0.0)
        down = self.top + HEAD + (self._blocks("A", batch) if self.blocks["A"] > 1 else 0.0)
        return (0.0 if name == "A" else right), (HEAD if name == "B" else down)

    def _blocks(self, name, count):
        """The room of so many blocks, side by side for B and below each other for A."""
        size = self.of.sizes["j"] * self.cell.across if name == "B" else self.of.sizes["i"] * self.cell.down
        return count * (size + BLOCKS)

    def formula(self, name: str) -> str:
        """How `name` is made, for example "G Bᵀ"; with Σ where it is summed over the batch."""
        left, right = self.factors[name]
        return f"{'Σ ' * (len(self.shapes[name]) < len(self.shapes['C']))}{left} {right}"

    def box(self, key: str) -> tuple[float, float, float, float]:
        """The half of a box in which an entry stands."""
        (x, y), cell = self.spot(key), self.cell
        return x + 1.5, y + 1.5 - (key.split("-")[0] in VALUES), cell.width - 3, cell.half - 2

    @functools.cached_property
    def halves(self) -> dict[str, list[Half]]:
        """By name, the half boxes of its entries."""
        found = {}
        for name, keys in self.keys.items():
            rows, found[name] = self.shapes[name][-2], []
            for key, index in zip(keys, np.ndindex(self.shapes[name]), strict=True):
                *batch, i, j = index
                x, y, width, height = self.box(key)
                cell = {"data_cell": f"{name}[{sum(batch) * rows + i},{j}]"} if name in "ABG" else {}
                middle = x + width / 2, y + height / 2 + 0.36 * self.cell.type_size
                found[name].append(Half((x, y, width, height), middle, {"data_hot": key, **cell}))
        return found

    @functools.cached_property
    def boxes(self) -> str:
        """The boxes, one for every value and what arrives below it."""
        look, cell = {"fill": svg.PANEL, "rx": 8}, self.cell
        corners = [self.spot(key) for name in PAIRED for key in self.keys[name]]
        boxes = [svg.rect(*corner, cell.width, cell.height, **look) for corner in corners]
        return svg.group("".join(boxes), stroke=svg.LINE)

    @functools.cached_property
    def headings(self) -> str:
        """What stands over each block: its names, and for a whole batch which one it is."""
        found = []
        for name, arrives in PAIRED.items():
            blocks = {(at[:-2], self.origin(name, *at[:-2])) for at in np.ndindex(self.shapes[name])}
            for batch, (x, y) in sorted(blocks):
                which = f"[{batch[0]}]" if batch else ""
                turned = "ᵀ" if self.flips[name] else ""
                room = self.left if name == "A" else self._blocks("B", 1)
                found.append(
                    heading(x, y - 11, f"{name}{which}{turned}", f"{arrives}{which}{turned}", room - 14)
                )
        return "".join(found)

    @property
    def relations(self) -> dict[str, str]:
        """What belongs together, for the page: the letters of the axes, their sizes, and the products."""
        products = " ".join(f"{name}:{','.join(pair)}" for name, pair in self.of.factors.items())
        letters = " ".join(f"{name}:{letters}" for name, letters in self.of.letters.items())
        sizes = " ".join(f"{letter}:{size}" for letter, size in self.of.sizes.items())
        return {"data_products": products, "data_letters": letters, "data_sizes": sizes}

    def filled(self, key: str) -> list[str]:
        """What is said of an entry, with its index."""
        at = self.of.at(key)
        lines = "\n".join(self.said[key.split("-")[0]])
        return re.sub(r"\{(\w)\}", lambda found: str(at[found[1]]), lines).split("\n")

    @property
    def badges(self) -> int:
        """Nudge mode: how many entries move at most with one of A or B, and that one."""
        firsts = [self.keys[name][0] for name in "AB"]
        return 1 + max(sum(made.startswith("C-") for _, made in self.of.uses(key)) for key in firsts)

    def badge(self, key: str | None = None, text: str = "") -> str:
        """Nudge mode: a small number at the corner of a box; without a key, one that does not show."""
        width, height = BADGE
        look = {"font_size": 12, "font_weight": 600, "text_anchor": "middle", "fill": svg.CARD}
        inside = svg.rect(-width / 2, -height / 2, width, height, rx=height / 2, fill=svg.ACCENT)
        inside += svg.text(text, 0, 4.2, **look)
        if key is None:
            return svg.group(inside, data_badge="", display="none", transform="translate(0 0)")
        x, y, across, _ = self.box(key)
        return moved(inside, x + across - 4, y - 2, data_badge="", pointer_events="none")


class Half(NamedTuple):
    """The half of a box: where it is, where its number stands, and what the page must know of it."""

    box: tuple[float, float, float, float]
    middle: tuple[float, float]
    about: dict[str, str]


def moved(body: str, x: float, y: float, **named: object) -> str:
    """SVG text moved to a place, in a group with attributes."""
    return svg.group(body, transform=f"translate({x:g} {y:g})", **named)


def pair_look(n: int) -> dict[str, object]:
    """The look of the n-th pair of numbers that are multiplied: no two near each other have the same."""
    dashes = (None, "5 4", "0.5 3.5")[n % 3]
    again = n % 6 >= 3
    look = {"fill": svg.PAIRS[n % 3], "stroke": svg.MUTED, "stroke_linecap": "round"}
    return look | {"stroke_width": 2.2 if again else 1, "stroke_dasharray": dashes}


def heading(x: float, y: float, value: str, arrives: str, room: float) -> str:
    """A value's name, and that of what arrives, in as many words as there is room for."""
    ways = [(" and its upstream ", 16)] * (arrives[0] == "G") + [(" and ", 11)]
    for words, least in ways:
        parts = [(value, svg.INK, NAME), (words, svg.MUTED, {}), (arrives, svg.GRADIENT, NAME)]
        size = svg.size_within(value + words + arrives, 16, room)
        if size >= least:
            break
    else:
        parts, size = parts[:1], svg.size_within(value, 16, room)
    body = "".join(
        f"<tspan{attributes({'fill': color} | look)}>{word}</tspan>" for word, color, look in parts
    )
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:.3g}">{body}</text>'


plan_for = functools.lru_cache(maxsize=32)(Plan)


@functools.lru_cache(maxsize=8192)
def number_in(cell: Cells, value: float, scale: float | None = None) -> str:
    """A number in as many digits as a box has room for.

    >>> number_in(Cells(46, 46), 1.23456), number_in(Cells(46, 46), -1.23456e-10)
    ('1.23', '−1.2e−10')
    """
    for digits in range(cell.digits, 1, -1):
        text = svg.number(value, scale, digits)
        if svg.text_width(text, cell.type_size) <= cell.room:
            break
    return text
