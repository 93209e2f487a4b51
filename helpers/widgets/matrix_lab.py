"""The matrix lab: change A, B or the upstream G, and see C and both gradients answer.

Everything here rests on one small table, `products`: C, dA and dB are each a product of two stored matrices,
taken straight or flipped. The text of the formula, the row and the column that light up, and the code to copy
are read from it. The numbers are not: they come from `helpers.autodiff`.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np

from helpers import autodiff as ad
from helpers.drawing import svg

from .controls import Button, Choice, Matrix, Toggle
from .errors import InputError
from .exhibit import Exhibit
from .parsing import write_number

LARGEST = 6
MOST_IN_BATCH = 3
LIMIT = 1e6
BATCHES = {  # what the choice says -> (how many products, which factor they share)
    "no batch": (1, ""),
    "2 pairs": (2, ""),
    "3 pairs": (3, ""),
    "2 × A, one B": (2, "B"),
    "3 × A, one B": (3, "B"),
    "one A, 2 × B": (2, "A"),
    "one A, 3 × B": (3, "A"),
}

EXAMPLE = {"a": [[1, 2], [3, 4]], "b": [[6, 7, 8], [9, 10, 11]]}
PRESETS: dict[str, dict[str, Any]] = {
    "Upstream of ones": EXAMPLE,
    "Upstream C itself": EXAMPLE | {"upstream": [[24, 27, 30], [54, 61, 68]]},
    "Upstream one-hot: only C[0,0]": EXAMPLE | {"upstream": [[1, 0, 0], [0, 0, 0]]},
    "Upstream with signs": EXAMPLE | {"upstream": [[1, -2, 0.5], [0, 3, -1]]},
    "Square: shapes decide nothing": {
        "a": [[1, 2], [3, 4]],
        "b": [[0, 1], [5, -2]],
        "upstream": [[1, 3], [-1, 2]],
    },
    "Column times row": {"a": [[1], [2], [3]], "b": [[4, 5]], "upstream": [[1, 0], [0, 1], [2, -1]]},
    "Row times column": {"a": [[1, 2, 3]], "b": [[4], [5], [6]], "upstream": [[2]]},
    "A batch of two": {
        "a": [[[1, 2], [3, 4]], [[5, 6], [7, 8]]],
        "b": [[[6, 7, 8], [9, 10, 11]], [[1, 0, -1], [2, 1, 0]]],
        "upstream": [[[1, 1, 1], [1, 1, 1]], [[1, 2, 0], [0, -1, 1]]],
    },
    "A batch sharing one B": {
        "a": [[[1, 2], [3, 4]], [[5, 6], [7, 8]]],
        "b": [[6, 7, 8], [9, 10, 11]],
        "upstream": [[[1, 1, 1], [1, 1, 1]], [[1, 2, 0], [0, -1, 1]]],
    },
}
GIVEN = "As given"
GAP = 44  # between the columns of the picture
SAID = 16  # the size of the sentences
MEANING = "C weighted by its upstream. dA and dB are the slopes of this number."
HOW = "Change A, B or G: type, drag, paste, Shift+↑. Point at an entry to see what makes it."


# --- which stored rows and columns make which entry -------------------------------------------------------


class Factor(NamedTuple):
    """A stored matrix as it stands in a product: straight, or flipped over its diagonal."""

    name: str
    flipped: bool = False

    @property
    def T(self) -> Factor:
        return Factor(self.name, not self.flipped)

    def __str__(self) -> str:
        return self.name + "ᵀ" * self.flipped


def products(transpose_a: bool = False, transpose_b: bool = False) -> dict[str, tuple[Factor, Factor]]:
    """The two factors of C, dA and dB, derived from C = op(A) op(B), where op flips a stored transpose.

    A step dA moves the weighted sum ⟨G, C⟩ by ⟨G, op(dA) op(B)⟩ = ⟨G op(B)ᵀ, op(dA)⟩: the gradient of op(A)
    is G op(B)ᵀ. If A is stored flipped, so is its gradient: the factors change places, and each is flipped.

    >>> {name: f"{left} {right}" for name, (left, right) in products(transpose_b=True).items()}
    {'C': 'A Bᵀ', 'dA': 'G B', 'dB': 'Gᵀ A'}
    """
    a, b, g = Factor("A", transpose_a), Factor("B", transpose_b), Factor("G")
    return {
        "C": (a, b),
        "dA": (b, g.T) if transpose_a else (g, b.T),
        "dB": (g.T, a) if transpose_b else (a.T, g),
    }


class Line(NamedTuple):
    """A row or a column of a matrix as it is stored; `batch` is () for a matrix without a batch axis."""

    name: str
    batch: tuple[int, ...]
    kind: str
    at: int

    def __str__(self) -> str:
        return f"{self.kind} {self.at} of {self.name}{list(self.batch) if self.batch else ''}"

    def of(self, arrays: dict[str, np.ndarray]) -> np.ndarray:
        table = arrays[self.name][self.batch]
        return table[self.at] if self.kind == "row" else table[:, self.at]


class Entry(NamedTuple):
    """An entry of C, dA or dB, and the pairs of lines whose products it adds up: one, or one per batch."""

    name: str
    index: tuple[int, ...]
    pairs: tuple[tuple[Line, Line], ...]

    @property
    def key(self) -> str:
        return key_of(self.name, self.index)

    @property
    def label(self) -> str:
        return f"{self.name}[{','.join(map(str, self.index))}]"


@functools.lru_cache(maxsize=4096)
def key_of(name: str, index: tuple[int, ...]) -> str:
    return "-".join(map(str, (name, *index)))


def entries(name: str, factors: tuple[Factor, Factor], shapes: dict[str, tuple[int, ...]]) -> Iterator[Entry]:
    """Every entry of the product `name`, with the lines it is made of.

    >>> shapes = {name: (2, 2) for name in ("A", "B", "C", "dA", "dB", "G")}
    >>> for line in next(entries("dA", products()["dA"], shapes)).pairs[0]:
    ...     print(line)
    row 0 of G
    row 0 of B
    """
    many = range(max(shape[0] if len(shape) == 3 else 1 for shape in shapes.values()))
    for index in np.ndindex(shapes[name]):

        def line(axis, s, index=index):
            batched = len(shapes[factors[axis].name]) == 3
            kind = "row" if (axis == 0) != factors[axis].flipped else "column"
            return Line(factors[axis].name, (s,) if batched else (), kind, index[axis - 2])

        # Without a batch axis of its own, an entry was used in every product of the batch: it gets their sum.
        yield Entry(name, index, tuple((line(0, s), line(1, s)) for s in (index[:-2] or many)))


class Answer(NamedTuple):
    """What the engine says: all six arrays, and how far C moves when one entry of A or B grows by 1.

    ``moves["dA"][i]`` has the shape of C: it belongs to entry ``i`` of A.
    """

    arrays: dict[str, np.ndarray]
    moves: dict[str, np.ndarray]


def solve(a, b, upstream, transpose_a=False, transpose_b=False, nudge=False) -> Answer:
    """C = op(A) op(B) and the gradients of ⟨upstream, C⟩; with `nudge` also the moves of C."""
    A, B = ad.Tensor(a), ad.Tensor(b)
    turned = {"transpose_a": transpose_a, "transpose_b": transpose_b}
    C = ad.matmul(A, B, **turned)
    dA, dB = ad.gradients(C, [A, B], grad_ys=upstream)
    arrays = {"A": A.value, "B": B.value, "C": C.value, "dA": dA, "dB": dB, "G": np.asarray(upstream, float)}
    moves = {}
    if nudge:
        grown = each_plus_one(A.value, C.ndim), each_plus_one(B.value, C.ndim)
        moves["dA"] = ad.matmul(grown[0], B.value, **turned) - C.value
        moves["dB"] = ad.matmul(A.value, grown[1], **turned) - C.value
        moves = {name: move.reshape(arrays[name].shape + C.shape) for name, move in moves.items()}
    return Answer(arrays, moves)


def each_plus_one(array: np.ndarray, ndim: int) -> np.ndarray:
    """The array as many times as it has entries, each time with the next one grown by 1; `ndim` axes each.

    >>> each_plus_one(np.array([[1.0, 2.0]]), 2).tolist()
    [[[2.0, 2.0]], [[1.0, 3.0]]]
    """
    steps = np.eye(array.size).reshape(-1, *(1,) * (ndim - array.ndim), *array.shape)
    return array + steps


# --- the picture ------------------------------------------------------------------------------------------


def draw_lab(a, b, upstream, transpose_a=False, transpose_b=False, nudge=False, at=None) -> svg.Picture:
    """The lab as a picture; `at` is the index of the entry of dA that is lit while nothing is pointed at.

    >>> print(draw_lab([[1.0, 2.0]], [[3.0], [4.0]], [[10.0]]).alt)
    C = A B, dA = G Bᵀ, dB = Aᵀ G. A = [[1, 2]]; B = [[3], [4]]; C = [[11]]; upstream G = [[10]];
    dA = [[30, 40]]; dB = [[10], [20]]; ⟨G, C⟩ = 110.
    """
    answer = solve(a, b, upstream, transpose_a, transpose_b, nudge)
    shapes = tuple((name, array.shape) for name, array in answer.arrays.items())
    rest = key_of("dA", at or (0,) * answer.arrays["A"].ndim)
    page = Page(answer, plan_for(shapes, transpose_a, transpose_b, rest))
    top, bottom = ([page.headed(name) for name in names] for names in (("A", "B", "C"), ("dA", "dB", "G")))
    widths = [max(x.width, y.width) for x, y in zip(top, bottom, strict=True)]
    rows = [
        svg.row(
            *(svg.canvas(w, x.height, x.body) for w, x in zip(widths, line, strict=True)), gap=GAP, align=0
        )
        for line in (top, bottom)
    ]
    tables = svg.column(*rows, gap=28, align=0)
    block = svg.column(tables, page.foot(), gap=18, align=0)
    arrays = answer.arrays
    said = [
        f"{'upstream ' * (name == 'G')}{name} = {svg.array_text(arrays[name])}"
        for name in ("A", "B", "C", "G", "dA", "dB")
    ]
    title = ", ".join(f"{name} = {page.plan.formula(name)}" for name in page.plan.factors)
    return svg.picture(block.wrap(data_rest=rest), title, desc="; ".join([*said, f"{page.weighted_sum()}."]))


POINTS_AT = {"A": "dA", "B": "dB", "G": "C"}  # pointing at a number that can be changed lights this entry
COLOR = dict.fromkeys("ABC", svg.INK) | dict.fromkeys(("dA", "dB", "G"), svg.GRADIENT)


class Plan:
    """What the shapes decide, whatever the numbers: the sizes, the entries, and what lights up for which."""

    def __init__(self, shapes, transpose_a, transpose_b, rest):
        self.shapes, self.rest = dict(shapes), rest
        self.factors = products(transpose_a, transpose_b)
        self.transposed = {"A": transpose_a, "B": transpose_b}
        roomy = max(n for shape in self.shapes.values() for n in shape[-2:]) < 5
        self.size, self.digits = (16, 4) if roomy else (14, 3)
        self.width, self.height = 3.5 * self.size, round(2.1 * self.size)
        # Room for the three tables side by side, and for a sentence.
        columns = sum(self.shapes[name][-1] for name in "ABC")
        self.room = max(520, columns * self.width + 2 * GAP)
        self.entries = [e for name, pair in self.factors.items() for e in entries(name, pair, self.shapes)]
        self.lit_by: dict[Line, list[str]] = {}
        for entry in self.entries:
            for line in (line for pair in entry.pairs for line in pair):
                self.lit_by.setdefault(line, []).append(entry.key)
        for name in ("heading", "frames", "badges", "cells", "meeting", "mover"):  # the same for all numbers
            setattr(self, name, functools.cache(getattr(self, name)))
        # One changed number changes few rows, columns and tables.
        for name, most in {"number": 4096, "given": 16, "moving": 1024, "cover": 256}.items():
            setattr(self, name, functools.lru_cache(most)(getattr(self, name)))

    def formula(self, name: str) -> str:
        """How `name` is made, for example "G Bᵀ"; with Σ where it is summed over the batch."""
        left, right = self.factors[name]
        return f"{'Σ ' * (len(self.shapes[name]) < len(self.shapes['C']))}{left} {right}"

    def heading(self, name: str) -> svg.Block:
        formula = f"{name} = {self.formula(name)}" if name in self.factors else name
        about = "the upstream, " * (name == "G") + " × ".join(map(str, self.shapes[name]))
        about += ", stored transposed" * self.transposed.get(name, False)
        return svg.row(
            svg.words(formula, svg.TYPE, COLOR[name], bold=True, align="start"),
            svg.words(about, svg.SMALL, svg.MUTED, align="start"),
            gap=8,
            align=0.8,
        )

    def cells(self, name: str, batch: tuple[int, ...]) -> list[list[dict[str, str]]]:
        """What the page needs to know of every cell of a table."""
        rows, columns = self.shapes[name][-2:]
        first_row = batch[0] * rows if batch else 0

        def cell(i, j):
            if name in POINTS_AT:
                hot = key_of(POINTS_AT[name], (*batch, i, j))
                return {"data_cell": f"{name}[{first_row + i},{j}]", "data_value": None, "data_hot": hot}
            key = key_of(name, (*batch, i, j))
            return {"data_hot": key, "data_lit": key}

        return [[cell(i, j) for j in range(columns)] for i in range(rows)]

    def table(self, name: str, values, largest: float, cells: list[list[dict[str, Any]]]) -> svg.Block:
        """The numbers of one table; `cells` are the attributes of each."""
        return svg.matrix(
            values,
            size=self.size,
            color=svg.LINE if COLOR[name] == svg.INK else svg.GRADIENT,
            scale=largest,
            cell=lambda i, j: cells[i][j],
            cell_width=self.width,
            cell_height=self.height,
            shrink=True,
            text=lambda value: self.number(value, largest),
        )

    def given(self, name: str, batch: tuple[int, ...], values: tuple, largest: float) -> svg.Block:
        """A table that is edited: while A changes, those of B and G stay."""
        cells = [
            [cell | {"data_value": write_number(value)} for cell, value in zip(*lines, strict=True)]
            for lines in zip(self.cells(name, batch), values, strict=True)
        ]
        return self.table(name, values, largest, cells)

    def frames(self, name: str, batch: tuple[int, ...]) -> str:
        """A frame around each row or column, which shows while an entry made from it is pointed at; and one
        around the entry at rest, for the still image (live, the style sheet frames it)."""
        rows, columns = self.shapes[name][-2:]
        w, h = self.width, self.height
        frames = []
        for line, keys in self.lit_by.items():
            if line[:2] == (name, batch):
                row = line.kind == "row"
                box = (0, line.at * h, columns * w, h) if row else (line.at * w, 0, w, rows * h)
                frames.append(svg.rect(*box, rx=5, **self.only(keys)))
        color = svg.GRADIENT if name == "G" else svg.LOCAL
        lines = svg.group("".join(frames), stroke=color, stroke_width=3.5, pointer_events="none")
        *table, i, j = self.rest.split("-")
        if "-".join(table) != key_of(name, batch):
            return lines
        style = {"stroke": svg.ACCENT, "stroke_width": 2.5, "class_": "up-still"}
        return svg.rect(int(j) * w, int(i) * h, w, h, **style) + lines

    def only(self, keys: Iterable[str]) -> dict[str, str | None]:
        """Attributes of what shows while one of the keys is hot; the still image shows the one at rest."""
        return {"data_only": " ".join(keys), "display": None if self.rest in keys else "none"}

    def badges(self, name: str, batch: tuple[int, ...]) -> str:
        """Nudge mode: "+1" on the entry of A or B that grows."""
        w, h, size = self.width, self.height, self.size
        badges = [
            svg.text("+1", (j + 1) * w - 4, i * h + 0.77 * size, **self.only([cell["data_hot"]]))
            for i, line in enumerate(self.cells(name, batch))
            for j, cell in enumerate(line)
        ]
        style = {"font_size": 0.75 * size, "font_weight": 600, "text_anchor": "end", "fill": svg.ACCENT}
        return svg.group("".join(badges), **style)

    def meeting(self, entry: Entry) -> list[str]:
        """Which row and which column it is made of, by their names in the formula and as they are stored."""
        one = len(entry.pairs) == 1
        seen = []
        for kind, line, factor in zip(
            ("row", "column"), entry.pairs[0], self.factors[entry.name], strict=True
        ):
            batch = list(line.batch) if line.batch and one else ""
            stored = f" ({line.kind} {line.at} of {line.name})" if factor.flipped else ""
            seen.append(f"{kind} {line.at} of {factor}{batch}{stored}")
        meet = f"{entry.label} is {' times '.join(seen)}{'' if one else ', summed over the batch'}"
        return self.wrap(meet)

    def mover(self, entry: Entry) -> tuple[Line, Line]:
        """Nudge mode: the row or column of C that moves with the entry, and the one it moves by."""
        pair = entry.pairs[0]
        weights, source = pair if pair[0].name == "G" else pair[::-1]
        return weights._replace(name="C"), source

    def moving(self, entry: Entry, steps: tuple[float, ...]) -> list[str]:
        """Which row or column of C moves, and by how much, when the entry's own number grows by 1."""
        grown = f"{entry.label.removeprefix('d')} + 1"
        moved, source = self.mover(entry)
        if len(entry.pairs) > 1:
            every = f"{moved.kind} {moved.at} of every C by {source.kind} {source.at} of its {source.name}"
            return self.wrap(f"{grown} moves {every}")
        return self.wrap(f"{grown} moves {moved} by {source}: {' '.join(map(signed, steps))}")

    def cover(self, i: int, j: int, end: str, step: str, movers: tuple[str, ...]) -> str:
        """Nudge mode: what lies over entry [i, j] of C while one of its movers is pointed at."""
        w, h, size = self.width, self.height, self.size
        x, small = (j + 0.5) * w, {"font_size": round(0.8 * size, 1), "fill": svg.ACCENT}
        return svg.group(
            svg.rect(j * w, i * h, w, h, fill=svg.CARD, stroke=svg.ACCENT, stroke_width=1.5)
            + svg.text(end, x, i * h + 0.95 * size, data_word="")
            + svg.text(step, x, i * h + 1.85 * size, **small, data_word=""),
            **self.only(movers),
        )

    def number(self, value: float, scale: float | None = None) -> str:
        """A number in as many digits as a cell has room for."""
        for digits in range(self.digits, 1, -1):
            text = svg.number(value, scale, digits)
            if svg.text_width(text, self.size) <= 1.2 * self.width - 0.75 * self.size:
                break
        return text

    def wrap(self, sentence: str) -> list[str]:
        return wrap(sentence, SAID, self.room - 28)


plan_for = functools.lru_cache(maxsize=32)(Plan)


class Page:
    """The parts of the picture, which share the numbers and the sentences about them."""

    def __init__(self, answer: Answer, plan: Plan):
        self.arrays, self.moves = answer
        self.plan, self.number = plan, plan.number
        self.total = float(np.sum(self.arrays["G"] * self.arrays["C"]))
        # Every line meets many others: its numbers are written once.
        values = {line: line.of(self.arrays).tolist() for line in plan.lit_by}
        self.terms = {line: tuple([self.factor(value) for value in values[line]]) for line in values}
        self.largest = {line: max(map(abs, values[line])) for line in values}
        self.sentences = {entry.key: self.explain(entry) for entry in plan.entries}
        self.ends = self.where_c_goes()

    def weighted_sum(self) -> str:
        return f"⟨G, C⟩ = {svg.number(self.total)}"

    def headed(self, name: str) -> svg.Block:
        """A matrix under its formula and shape; the matrices of a batch stand below each other."""
        array, head = self.arrays[name], self.plan.heading(name)
        if array.ndim == 2:
            return svg.column(head, self.table(name, ()), gap=6, align=0)
        tables = [
            svg.row(svg.words(f"[{s}]", svg.SMALL, svg.MUTED), self.table(name, (s,)), gap=6)
            for s in range(len(array))
        ]
        return svg.column(head, svg.column(*tables, gap=10, align=0), gap=6, align=0)

    def table(self, name: str, batch: tuple[int, ...]) -> svg.Block:
        plan, values = self.plan, self.arrays[name][batch].tolist()
        largest = float(np.max(np.abs(self.arrays[name])))
        if name in POINTS_AT:
            table = plan.given(name, batch, tuple(map(tuple, values)), largest)
        else:
            cells = [
                [cell | self.about(cell["data_hot"]) for cell in line] for line in plan.cells(name, batch)
            ]
            table = plan.table(name, values, largest, cells)
        parts = [plan.frames(name, batch)]
        if self.moves and name in ("A", "B"):
            parts.append(plan.badges(name, batch))
        if self.moves and name == "C":
            parts.append(self.covers(batch))
        return svg.canvas(table.width, table.height, table.body, *parts)

    def about(self, key: str) -> dict[str, str | None]:
        """What is said of an entry while it is pointed at, in attributes."""
        words = [word for pair in self.ends.get(key, {}).values() for word in pair]
        return {"data_label": "\n".join(self.sentences[key]), "data_words": " ".join(words) or None}

    def covers(self, batch: tuple[int, ...]) -> str:
        """Nudge mode: over each entry of C where it goes and by how much, in the words of what is hot."""
        size, room = self.plan.size, self.plan.width - 6
        movers: dict[tuple[int, ...], list[str]] = {}
        for key, ends in self.ends.items():
            for at in ends:
                movers.setdefault(at, []).append(key)
        at_rest = self.ends.get(self.plan.rest, {})
        covers = [
            self.plan.cover(*at[-2:], *at_rest.get(at, ("", "")), tuple(movers[at]))
            for at in np.ndindex(self.arrays["C"].shape)
            if at[:-2] == batch and at in movers
        ]
        ends = {end for ends in self.ends.values() for end, _ in ends.values()}
        longest = max((svg.text_width(end, size) for end in ends), default=1)
        small = round(min(0.9 * size, size * room / longest), 1)
        style = {"font_size": small, "font_weight": 600, "text_anchor": "middle", "fill": svg.INK}
        return svg.group("".join(covers), pointer_events="none", **style) if covers else ""

    def where_c_goes(self) -> dict[str, dict[tuple[int, ...], tuple[str, str]]]:
        """Nudge mode: for each entry of A and B, the entries of C that move with it: where to, how far."""
        ends = {}
        for name, moves in self.moves.items():
            of_c, moving = self.arrays["C"].ndim, moves != 0
            ends |= {key_of(name, at): {} for at in np.ndindex(moves.shape[:-of_c])}
            news, steps = ((self.arrays["C"] + moves)[moving].tolist(), moves[moving].tolist())
            for at, new, step in zip(map(tuple, np.argwhere(moving).tolist()), news, steps, strict=True):
                ends[key_of(name, at[:-of_c])][at[-of_c:]] = self.number(new), signed(step)
        return ends

    def explain(self, entry: Entry) -> list[str]:
        """The entry as a sum of products: a line on what meets, and the numbers in the lines after it."""
        sums = [sum_of_products(self.terms[one], self.terms[other]) for one, other in entry.pairs]
        written = sums[0] if len(sums) == 1 else " + ".join(f"({each})" for each in sums)
        noise = max([self.largest[one] * self.largest[other] for one, other in entry.pairs])
        result = self.number(float(self.arrays[entry.name][entry.index]), noise)
        if entry.name not in self.moves:
            return self.plan.meeting(entry) + self.plan.wrap(f"{entry.label} = {written} = {result}")
        move = self.moves[entry.name][entry.index]
        steps = self.plan.mover(entry)[0].of({"C": move}).tolist() if len(sums) == 1 else ()
        end = svg.number(self.total + float((self.arrays["G"] * move).sum()))
        then = f"⟨G, C⟩ from {svg.number(self.total)} to {end}: {written} = {result} = {entry.label}"
        return self.plan.moving(entry, tuple(steps)) + self.plan.wrap(then)

    def factor(self, value: float) -> str:
        text = self.number(value)
        return f"({text})" if text.startswith("−") else text

    def foot(self) -> svg.Block:
        """The sentences about the entry that is pointed at, and what the numbers are for."""
        room = self.plan.room
        # Room for a sum of long numbers, even while they are short: then nothing moves when they grow.
        terms = max(len(self.terms[e.pairs[0][0]]) * len(e.pairs) for e in self.plan.entries)
        widest = svg.text_width("⟨G, C⟩ from 12345 to 12345:  = 1234 = dA[0,0]", SAID)
        widest += terms * svg.text_width("(−1.234)·(−1.234) + ", SAID)
        most = max(1 + math.ceil(widest / room), *map(len, self.sentences.values()))
        lines = self.sentences[self.plan.rest] + [""] * most
        said = svg.column(
            *(svg.words(line, SAID, align="start").wrap(data_line=k) for k, line in enumerate(lines[:most])),
            gap=3,
            align=0,
        )
        box = svg.rect(0.5, 0.5, room - 1, said.height + 17, fill=svg.PANEL, rx=8)
        meaning, how = (
            svg.words(line, svg.SMALL, svg.MUTED, align="start")
            for line in (f"{self.weighted_sum()}: {MEANING}", HOW)
        )
        how = how.wrap(class_="up-live-only", display="none")
        return svg.column(
            svg.canvas(room, said.height + 18, box, said.at(14, 8)),
            *(svg.canvas(room, line.height, line.body) for line in (meaning, how)),
            gap=7,
            align=0,
        )


@functools.lru_cache(maxsize=4096)
def signed(value: float) -> str:
    text = svg.number(value)
    return text if text.startswith("−") or text == "0" else f"+{text}"


@functools.lru_cache(maxsize=1024)
def sum_of_products(ones: tuple[str, ...], others: tuple[str, ...]) -> str:
    """
    >>> sum_of_products(("1", "2"), ("3", "(−4)"))
    '1·3 + 2·(−4)'
    """
    return " + ".join([f"{x}·{y}" for x, y in zip(ones, others, strict=True)])


def wrap(text: str, size: float, width: float) -> list[str]:
    """The text in lines of at most `width`; a plus or an equals sign goes with what follows it.

    >>> wrap("1·2 + 3·4 + 5·6 = 44", size=10, width=55)
    ['1·2 + 3·4', '+ 5·6 = 44']
    """
    if 0.92 * svg.text_width(f"{text} ", size) <= width:  # the estimate is generous
        return [text]
    lines, room = [], 0.0
    for piece in text.replace(" + ", " +\xa0").replace(" = ", " =\xa0").split(" "):
        needed = 0.92 * svg.text_width(f"{piece} ", size)
        if lines and needed <= room:
            lines[-1] += f" {piece}"
        else:
            lines.append(piece)
            room = width
        room -= needed
    return [line.replace("\xa0", " ") for line in lines]


# --- the widget -------------------------------------------------------------------------------------------


class Layout(NamedTuple):
    """C is m × n, the inner size is k; how many products, what they share, what is stored transposed."""

    m: int
    k: int
    n: int
    batch: int = 1
    shared: str = ""
    transpose_a: bool = False
    transpose_b: bool = False

    def shape(self, name: str) -> tuple[int, ...]:
        """The shape in which A, B or G is stored.

        >>> Layout(2, 3, 4, batch=2, shared="B", transpose_b=True).shape("B")
        (4, 3)
        """
        rows, columns = {"A": (self.m, self.k), "B": (self.k, self.n), "G": (self.m, self.n)}[name]
        batch = (self.batch,) if self.batch > 1 and self.shared != name else ()
        return (*batch, columns, rows) if self.flips(name) else (*batch, rows, columns)

    def flips(self, name: str) -> bool:
        return {"A": self.transpose_a, "B": self.transpose_b, "G": False}[name]

    def store(self, name: str, array: np.ndarray, flipped: bool) -> np.ndarray:
        """`array`, which was stored straight or `flipped`, as this layout stores it: turned, cut, filled up.

        A matrix that is turned keeps its part in the product: C stays the same, and only the formula changes.
        """
        array = np.swapaxes(array, -1, -2) if self.flips(name) != flipped else array
        shape = self.shape(name)
        if array.shape == shape:
            return array
        new = np.ones((1, *shape)[-3:])
        if name != "G":  # new numbers differ from each other: a sum of equal numbers explains nothing
            new += np.indices(new.shape).sum(axis=0) % 5
        old = array.reshape((1, *array.shape)[-3:])
        kept = tuple(slice(min(sizes)) for sizes in zip(new.shape, old.shape, strict=True))
        new[kept] = old[kept]
        return new.reshape(shape)


class MatrixLab(Exhibit):
    """C = A B and both of its gradients: change any number of A, B or the upstream G, and everything follows.

    `a` and `b` are matrices of at most 6 × 6, or batches (3-D) of at most three of them; either may also be
    one matrix that the other's batch shares. `upstream` has the shape of C, ones by default. `transpose_a`
    and `transpose_b` say which one is stored transposed, as in ``ad.matmul``. `preset` starts from an example
    by name (``MatrixLab.presets``). `nudge` switches nudge mode on: True, or the index of the entry of A that
    is shown first, such as ``(0, 1)``.

    Raises `InputError` with one sentence if the arrays are no numbers, too large, or do not multiply.

    >>> lab = MatrixLab(a=[[1, 2], [3, 4]], b=[[6, 7, 8], [9, 10, 11]], upstream=[[1, 0, 0], [0, 0, 0]])
    >>> lab
    <MatrixLab: C = A B, dA = G Bᵀ, dB = Aᵀ G>
    >>> print(lab.source)
    import numpy as np
    <BLANKLINE>
    A = np.array([[1.0, 2.0], [3.0, 4.0]])
    B = np.array([[6.0, 7.0, 8.0], [9.0, 10.0, 11.0]])
    G = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 0.0]])  # the upstream gradient of C
    <BLANKLINE>
    C = A @ B
    dA = G @ B.T
    dB = A.T @ G
    """

    presets = tuple(PRESETS)

    def __init__(
        self,
        a: Any = None,
        b: Any = None,
        upstream: Any = None,
        transpose_a: bool = False,
        transpose_b: bool = False,
        preset: str | None = None,
        nudge: bool | tuple[int, ...] | None = None,
    ):
        if preset is not None and preset not in PRESETS:
            raise InputError(f"There is no preset “{preset}”; there are {', '.join(PRESETS)}.")
        if (a is None) != (b is None):
            raise InputError("Give both a and b, or neither of them to start from a preset.")
        self._starts = {name: checked(**arrays) for name, arrays in PRESETS.items()}
        first = preset or next(iter(PRESETS))
        if a is not None:
            self._starts = {GIVEN: checked(a, b, upstream, transpose_a, transpose_b)} | self._starts
            first = preset or GIVEN
        elif upstream is not None:
            of_preset = PRESETS[first] | {"upstream": upstream}
            self._starts, first = {GIVEN: checked(**of_preset)} | self._starts, GIVEN
        self._first = first, transpose_a, transpose_b
        self._at = nudge if isinstance(nudge, tuple) else None
        controls = self._begin(*self._first, nudge is not None and nudge is not False)
        if self._at is not None and not self._is_entry_of_a(self._at):
            shape = self._layout.shape("A")
            raise InputError(f"nudge={self._at} is not the index of an entry of A, which has shape {shape}.")
        super().__init__(*controls)

    def draw(self, A, B, G, transpose_a, transpose_b, nudge, **_):
        at = self._at if self._at is not None and self._is_entry_of_a(self._at) else None
        return draw_lab(*self._arrays(A, B, G), transpose_a, transpose_b, nudge, at)

    def as_code(self, A, B, G, transpose_a, transpose_b, **_):
        return numpy_code(*self._arrays(A, B, G), transpose_a, transpose_b)

    def adjust(self, name, values):
        if name == "reset":
            self.set_controls(*self._begin(*self._first, values["nudge"]))
        elif name == "preset":
            turned = values["transpose_a"], values["transpose_b"]
            self.set_controls(*self._begin(values["preset"], *turned, values["nudge"]))
        elif not self._read()[1]:  # with a cell at fault, the tables keep their shape and what was typed
            wanted = self._wanted(values)
            if wanted != self._layout:
                now = dict(zip("ABG", self._arrays(values["A"], values["B"], values["G"]), strict=True))
                arrays = {n: wanted.store(n, array, self._layout.flips(n)) for n, array in now.items()}
                self.set_controls(*self._controls_for(wanted, arrays, values["preset"], values["nudge"]))
        return {}

    def _wanted(self, values):
        """The layout that the switches ask for, and that a whole table pasted into A or B brings with it."""
        sizes = {size: int(values[size]) for size in "mkn"}
        for name, free in (("A", "m"), ("B", "n")):
            before, now = self._layout.shape(name), values[name].shape
            if len(before) == 3 or now == before:
                continue
            inner = int(name == "A") ^ self._layout.flips(name)  # the axis along which A and B meet
            if now[inner] != sizes["k"]:
                raise InputError(
                    f"You pasted {now[0]} × {now[1]} numbers, but {name} needs "
                    f"{count(sizes['k'], ('row', 'column')[inner])} to multiply with {'BA'[name == 'B']}: "
                    f"set the inner size to {now[inner]} first, then paste again.",
                    at=name,
                )
            sizes[free] = now[1 - inner]
        turned = values["transpose_a"], values["transpose_b"]
        return Layout(*sizes.values(), *BATCHES[values["batch"]], *turned)

    def _begin(self, preset, transpose_a, transpose_b, nudge):
        layout, arrays = self._starts[preset]
        wanted = layout._replace(transpose_a=transpose_a, transpose_b=transpose_b)
        arrays = {name: wanted.store(name, array, layout.flips(name)) for name, array in arrays.items()}
        return self._controls_for(wanted, arrays, preset, nudge)

    def _controls_for(self, layout, arrays, preset, nudge):
        self._layout = layout
        sizes = [str(n + 1) for n in range(LARGEST)]
        batch = next(name for name, kind in BATCHES.items() if kind == (layout.batch, layout.shared))
        alone = layout.batch == 1
        return [
            Choice("preset", preset, "Start from", options=list(self._starts)),
            Button("reset", "Reset"),
            Choice("m", str(layout.m), "Rows", options=sizes),
            Choice("k", str(layout.k), "Inner", options=sizes),
            Choice("n", str(layout.n), "Columns", options=sizes),
            Choice("batch", batch, "Batch", options=list(BATCHES)),
            Toggle("transpose_a", layout.transpose_a, "A is stored transposed"),
            Toggle("transpose_b", layout.transpose_b, "B is stored transposed"),
            Toggle("nudge", nudge, "Nudge: add 1 to an entry"),
            *(
                Matrix(
                    name,
                    array.reshape(-1, array.shape[-1]),
                    label,
                    resizable=alone and name != "G",
                    in_picture=True,
                    stacked=len(array) if array.ndim == 3 else 1,
                )
                for (name, array), label in zip(arrays.items(), ("A", "B", "Upstream G"), strict=True)
            ),
        ]

    def _arrays(self, *tables):
        """The tables of the controls as arrays: with a batch axis where the layout has one."""
        shapes = [self._layout.shape(name) for name in "ABG"]
        return [table.reshape(s) if len(s) == 3 else table for table, s in zip(tables, shapes, strict=True)]

    def _is_entry_of_a(self, index):
        shape = self._layout.shape("A")
        return len(index) == len(shape) and all(0 <= i < n for i, n in zip(index, shape, strict=True))


def checked(
    a, b, upstream=None, transpose_a=False, transpose_b=False
) -> tuple[Layout, dict[str, np.ndarray]]:
    """The layout of a problem and its arrays as floats, or an `InputError` with what is wrong.

    >>> checked([[1, 2]], [[3, 4]])
    Traceback (most recent call last):
    helpers.widgets.errors.InputError: A has 2 columns, but B has 1 row: they multiply only if ... equal.
    """
    A, B = as_array("A", a), as_array("B", b)
    (m, k), (inner, n) = (
        A.shape[:-3:-1][:: 1 if transpose_a else -1],
        B.shape[:-3:-1][:: 1 if transpose_b else -1],
    )
    if k != inner:
        raise InputError(
            f"{'The transpose of A' if transpose_a else 'A'} has {count(k, 'column')}, but "
            f"{'the transpose of B' if transpose_b else 'B'} has {count(inner, 'row')}: "
            "they multiply only if these are equal."
        )
    batches = {x.shape[0] for x in (A, B) if x.ndim == 3}
    if len(batches) > 1:
        raise InputError(f"A is a batch of {A.shape[0]} and B of {B.shape[0]}: they need the same number.")
    shared = "A" if A.ndim < B.ndim else "B" if B.ndim < A.ndim else ""
    layout = Layout(m, k, n, *(batches or {1}), shared, bool(transpose_a), bool(transpose_b))
    G = np.ones(layout.shape("G")) if upstream is None else as_array("upstream", upstream)
    if G.shape != layout.shape("G"):
        raise InputError(
            f"The upstream has shape {G.shape}, but C has shape {layout.shape('G')}: "
            "give one weight for every entry of C."
        )
    return layout, {"A": A, "B": B, "G": G}


def as_array(name, value):
    try:
        array = np.asarray(value, dtype=float)
    except (TypeError, ValueError):
        raise InputError(f"{name} must be a table of real numbers, with rows of the same length.") from None
    if array.ndim == 3 and array.shape[0] == 1:
        array = array[0]
    if array.ndim not in (2, 3):
        raise InputError(
            f"{name} has {count(array.ndim, 'axis')}: give a matrix (2), or a batch of matrices (3)."
        )
    *batch, rows, columns = array.shape
    if not (0 < rows <= LARGEST and 0 < columns <= LARGEST and batch in ([], [2], [3])):
        raise InputError(
            f"{name} has shape {array.shape}: matrices from 1 × 1 to {LARGEST} × {LARGEST} are drawn, "
            f"in batches of at most {MOST_IN_BATCH}."
        )
    if not np.all(np.abs(array) <= LIMIT):
        raise InputError(f"{name} must hold finite numbers between −{LIMIT:.0f} and {LIMIT:.0f}.")
    return array


def count(n, noun):
    return f"{n} {'axes' if noun == 'axis' and n != 1 else noun if n == 1 else noun + 's'}"


def numpy_code(a, b, upstream, transpose_a=False, transpose_b=False) -> str:
    """The lab's numbers and formulas as a program in plain NumPy."""
    factors = products(transpose_a, transpose_b)
    arrays = {"A": np.asarray(a), "B": np.asarray(b), "G": np.asarray(upstream)}
    batch = any(array.ndim == 3 for array in arrays.values())
    lines = ["import numpy as np", ""]
    for name, array in arrays.items():
        note = "  # the upstream gradient of C" if name == "G" else ""
        lines.append(f"{name} = np.array({array.tolist()}){note}")
    lines.append("")
    turn = ".mT" if batch else ".T"  # .mT turns the last two axes: the matrices, not the batch
    for name, (left, right) in factors.items():
        product = " @ ".join(f.name + turn * f.flipped for f in (left, right))
        summed = batch and name != "C" and arrays[name[1:]].ndim == 2
        lines.append(f"{name} = ({product}).sum(axis=0)" if summed else f"{name} = {product}")
    return "\n".join(lines)
