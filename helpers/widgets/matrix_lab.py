"""The matrix lab: change A, B or the upstream G, and see C and both gradients answer.

Everything here rests on one small table, `products`: C, dA and dB are each a product of two stored matrices, taken
straight or flipped. The formula's text, the row and the column that light up, and the copied code are all read
from it; the numbers are not, they come from `helpers.autodiff`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from helpers import autodiff as ad

from . import svg
from .exhibit import Button, Choice, Exhibit, InputError, Matrix, Toggle, write_number

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


# --- the mathematics of the page: which stored rows and columns make which entry -----------------------------------


class Factor(NamedTuple):
    """A stored matrix as it stands in a product: straight, or flipped over its diagonal."""

    name: str
    flipped: bool = False

    @property
    def T(self) -> Factor:
        return Factor(self.name, not self.flipped)

    def __str__(self) -> str:
        return self.name + "ᵀ" * self.flipped

    def line(self, axis: int) -> str:
        """How the product's rows (axis 0) or columns (axis 1) are stored here: as a "row" or a "column"."""
        return "row" if (axis == 0) != self.flipped else "column"


def products(transpose_a: bool = False, transpose_b: bool = False) -> dict[str, tuple[Factor, Factor]]:
    """The two factors of C, dA and dB, derived from C = op(A) op(B).

    A step dA moves C by op(dA) op(B), and the weighted sum by ⟨G, op(dA) op(B)⟩ = ⟨G op(B)ᵀ, op(dA)⟩. So the gradient
    of op(A) is G op(B)ᵀ, and that of a stored transpose is this product transposed: factors swapped and flipped.

    >>> {name: f"{left} {right}" for name, (left, right) in products(transpose_b=True).items()}
    {'C': 'A Bᵀ', 'dA': 'G B', 'dB': 'Gᵀ A'}
    """
    a, b, g = Factor("A", transpose_a), Factor("B", transpose_b), Factor("G")
    return {
        "C": (a, b),
        "dA": (b, g.T) if transpose_a else (g, b.T),
        "dB": (g.T, a) if transpose_b else (a.T, g),
    }


class Entry(NamedTuple):
    """One entry of C, dA or dB, and the pairs of stored lines whose products add up to it (one pair per batch)."""

    name: str
    index: tuple[int, ...]
    pairs: tuple[tuple[Line, Line], ...]

    @property
    def key(self) -> str:
        return "-".join(map(str, (self.name, *self.index)))

    @property
    def label(self) -> str:
        return f"{self.name}[{','.join(map(str, self.index))}]"


class Line(NamedTuple):
    """A row or column of a stored matrix; `batch` is empty for a matrix without a batch axis."""

    name: str
    batch: tuple[int, ...]
    kind: str
    at: int

    def __str__(self) -> str:
        return f"{self.kind} {self.at} of {self.name}{list(self.batch) if self.batch else ''}"

    def of(self, arrays: dict[str, np.ndarray]) -> np.ndarray:
        table = arrays[self.name][self.batch]
        return table[self.at] if self.kind == "row" else table[:, self.at]


def entries(name: str, factors: tuple[Factor, Factor], arrays: dict[str, np.ndarray]) -> Iterator[Entry]:
    """Every entry of the product `name`, with the lines it is made of."""
    left, right = factors
    batch = max(a.shape[0] if a.ndim == 3 else 1 for a in arrays.values())
    for index in np.ndindex(arrays[name].shape):
        slices = [index[0]] if len(index) == 3 else range(batch)  # no batch axis: the sum over the batch
        yield Entry(
            name,
            index,
            tuple(
                tuple(
                    Line(f.name, (s,) if arrays[f.name].ndim == 3 else (), f.line(axis), index[-2:][axis])
                    for axis, f in enumerate((left, right))
                )
                for s in slices
            ),
        )


class Answer(NamedTuple):
    """What the engine says: all six arrays, and how C moves when an entry of A or B grows by 1."""

    arrays: dict[str, np.ndarray]
    moves: dict[tuple[str, tuple[int, ...]], np.ndarray]


def solve(a, b, upstream, transpose_a=False, transpose_b=False, nudge=False) -> Answer:
    """C = op(A) op(B) and the gradients of ⟨upstream, C⟩, from the engine."""
    A, B = ad.Tensor(a), ad.Tensor(b)
    turned = {"transpose_a": transpose_a, "transpose_b": transpose_b}
    C = ad.matmul(A, B, **turned)
    dA, dB = ad.gradients(C, [A, B], grad_ys=upstream)
    arrays = {"A": A.value, "B": B.value, "C": C.value, "dA": dA, "dB": dB, "G": np.asarray(upstream, float)}
    moves = {}
    for index in np.ndindex(A.shape) if nudge else ():
        moves["dA", index] = ad.matmul(_plus_one(A.value, index), B.value, **turned) - C.value
    for index in np.ndindex(B.shape) if nudge else ():
        moves["dB", index] = ad.matmul(A.value, _plus_one(B.value, index), **turned) - C.value
    return Answer(arrays, moves)


def _plus_one(array, index):
    moved = array.copy()
    moved[index] += 1
    return moved


# --- the picture ---------------------------------------------------------------------------------------------------


def draw_lab(a, b, upstream, transpose_a=False, transpose_b=False, nudge=False, at=None) -> svg.Picture:
    """The lab as a picture. `at` is the index of the entry of dA that is lit while nothing is pointed at.

    >>> print(draw_lab([[1.0, 2.0]], [[3.0], [4.0]], [[10.0]]).alt)
    C = A B, dA = G Bᵀ, dB = Aᵀ G. A = [[1, 2]]; B = [[3], [4]]; C = [[11]]; upstream G = [[10]];
    dA = [[30, 40]]; dB = [[10], [20]]; the weighted sum of C by G is 110.
    """
    arrays, moves = solve(a, b, upstream, transpose_a, transpose_b, nudge)
    factors = products(transpose_a, transpose_b)
    made = [entry for name in ("C", "dA", "dB") for entry in entries(name, factors[name], arrays)]
    rest = next(e.key for e in made if e.name == "dA" and e.index == (at or (0,) * arrays["A"].ndim))
    total = float(np.sum(arrays["G"] * arrays["C"]))
    page = _Page(arrays, moves, made, rest, total)

    formula = {name: f"{left} {right}" for name, (left, right) in factors.items()}
    for name in ("dA", "dB"):
        if arrays[name].ndim < arrays["C"].ndim:
            formula[name] = f"Σ {formula[name]}"
    shapes = {name: " × ".join(map(str, array.shape)) for name, array in arrays.items()}
    columns = [
        (
            page.headed("A", "A", shapes["A"], transpose_a),
            page.headed("dA", f"dA = {formula['dA']}", shapes["A"]),
        ),
        (
            page.headed("B", "B", shapes["B"], transpose_b),
            page.headed("dB", f"dB = {formula['dB']}", shapes["B"]),
        ),
        (
            page.headed("C", f"C = {formula['C']}", shapes["C"]),
            page.headed("G", "G, the upstream", shapes["C"]),
        ),
    ]
    high = max(top.height for top, _ in columns)
    low = max(bottom.height for _, bottom in columns)
    body = svg.row(
        *(svg.column(_stand(top, high), _stand(bottom, low), gap=20, align=0) for top, bottom in columns),
        gap=44,
        align=0,
    )
    block = svg.column(body, page.sums(body.width), gap=16, align=0)
    title = ", ".join(f"{name} = {text}" for name, text in formula.items())
    said = [
        f"{'upstream ' if n == 'G' else ''}{n} = {svg.array_text(arrays[n])}"
        for n in ("A", "B", "C", "G", "dA", "dB")
    ]
    desc = "; ".join([*said, f"the weighted sum of C by G is {svg.number(total)}."])
    return svg.picture(block.wrap(data_rest=rest), title, desc=desc)


def _stand(block: svg.Block, height: float) -> svg.Block:
    """The block in a taller room, at the top."""
    return svg.canvas(block.width, height, block.body)


EDITED_AS = {"A": "dA", "B": "dB", "G": "C"}  # pointing at a number lights what it belongs to


class _Page:
    """The parts of the picture, which share the numbers and the size of a cell."""

    def __init__(self, arrays, moves, made, rest, total):
        self.arrays, self.moves, self.made, self.rest, self.total = arrays, moves, made, rest, total
        roomy = max(n for array in arrays.values() for n in array.shape[-2:]) < 5
        self.size, self.digits = (16, 4) if roomy else (14, 3)
        self.width, self.height = 3.5 * self.size, 2.1 * self.size
        self.sentences = {entry.key: self.explain(entry) for entry in made}
        self.bands: dict[Line, list[str]] = {}
        for entry in made:
            for line in (line for pair in entry.pairs for line in pair):
                self.bands.setdefault(line, []).append(entry.key)

    def headed(self, name: str, formula: str, shape: str, transposed: bool = False) -> svg.Block:
        """A matrix under its formula and shape; the slices of a batch stand below each other."""
        color = svg.GRADIENT if name in ("G", "dA", "dB") else svg.INK
        head = svg.row(
            svg.words(formula, svg.TYPE, color, bold=True, align="start"),
            svg.words(shape + (", stored transposed" if transposed else ""), svg.SMALL, svg.MUTED),
            gap=10,
            align=0.8,
        )
        array = self.arrays[name]
        if array.ndim == 2:
            table = self.table(name, ())
        else:
            slices = [
                svg.row(svg.words(f"[{s}]", svg.SMALL, svg.MUTED), self.table(name, (s,)), gap=6)
                for s in range(len(array))
            ]
            table = svg.column(*slices, gap=10, align=0)
        return svg.column(head, table, gap=6, align=0)

    def table(self, name: str, batch: tuple[int, ...]) -> svg.Block:
        array, slice_ = self.arrays[name], self.arrays[name][batch]
        rows = slice_.shape[0]
        largest = float(np.max(np.abs(array)))

        def cell(i, j):
            index = (*batch, i, j)
            key = "-".join(map(str, (EDITED_AS.get(name, name), *index)))
            if name in EDITED_AS:
                stacked = (batch[0] * rows if batch else 0) + i
                return {
                    "data_cell": f"{name}[{stacked},{j}]",
                    "data_value": write_number(array[index]),
                    "data_hot": key,
                }
            return {"data_hot": key, "data_lit": key, "data_label": " ".join(self.sentences[key])}

        table = svg.matrix(
            slice_,
            size=self.size,
            color=svg.GRADIENT if name in ("G", "dA", "dB") else svg.LINE,
            scale=largest,
            cell=cell,
            text=lambda value: svg.number(value, largest, self.digits),
            cell_width=self.width,
            cell_height=self.height,
            shrink=True,
        )
        over = [
            self.band(line, slice_.shape) for line in self.bands if (line.name, line.batch) == (name, batch)
        ]
        if self.moves:
            over += self.moved(name, batch)
        return svg.canvas(table.width, table.height, table.body, *over)

    def band(self, line: Line, shape: tuple[int, int]) -> str:
        """The frame around one stored row or column, which shows while an entry made from it is pointed at."""
        w, h = self.width, self.height
        x, y, width, height = (
            (0, line.at * h, shape[1] * w, h) if line.kind == "row" else (line.at * w, 0, w, shape[0] * h)
        )
        keys = self.bands[line]
        return svg.rect(
            x, y, width, height, rx=5, stroke=svg.ACCENT, stroke_width=3.5, class_="up-band",
            opacity=int(self.rest in keys), data_lit=" ".join(keys),
        )  # fmt: skip

    def only(self, key: str, body: str) -> str:
        """What shows while `key` is pointed at, and in the still image if it is the one at rest."""
        return svg.group(body, data_only=key, **({"display": None} if key == self.rest else {}))

    def moved(self, name: str, batch: tuple[int, ...]) -> Iterator[str]:
        """Nudge mode: "+1" on the entry that grows, and how far each entry of C goes with it."""
        w, h, size = self.width, self.height, self.size
        for (gradient, index), move in self.moves.items():
            key = "-".join(map(str, (gradient, *index)))
            if EDITED_AS.get(name) == gradient and index[:-2] == batch:
                x, y = (index[-1] + 1) * w - 2, index[-2] * h + 0.66 * size
                yield self.only(key, _note(x, y, "+1", 0.7 * size, "end"))
            if name != "C":
                continue
            new, largest = (self.arrays["C"] + move)[batch], float(np.max(np.abs(self.arrays["C"])))
            parts = []
            for i, j in np.argwhere(move[batch]):
                x, y = j * w, i * h
                after = svg.number(new[i, j], scale=largest)
                parts += [
                    svg.rect(x, y, w, h, fill=svg.CARD, stroke=svg.ACCENT, stroke_width=1.5),
                    _note(
                        x + w / 2,
                        y + 0.95 * size,
                        after,
                        min(0.9, 2.9 / len(after) * 1.7) * size,
                        "middle",
                        svg.INK,
                    ),
                    _note(x + w / 2, y + 1.85 * size, _signed(move[batch][i, j]), 0.75 * size, "middle"),
                ]
            if parts:
                yield self.only(key, "".join(parts))

    def explain(self, entry: Entry) -> list[str]:
        """The entry as a sum of products, in one sentence on which lines meet and one with the numbers."""
        lines = [[line.of(self.arrays) for line in pair] for pair in entry.pairs]
        sums = [
            " + ".join(f"{_factor(x)}·{_factor(y)}" for x, y in zip(*pair, strict=True)) for pair in lines
        ]
        value = self.arrays[entry.name][entry.index]
        largest = max(float(np.max(np.abs(x))) for pair in lines for x in pair) ** 2
        result = svg.number(value, scale=largest)
        left, right = (
            Line(line.name, line.batch if len(lines) == 1 else (), line.kind, line.at)
            for line in entry.pairs[0]
        )
        over = " summed over the batch" if len(lines) > 1 else ""
        written = sums[0] if len(sums) == 1 else " + ".join(f"({each})" for each in sums)
        if (entry.name, entry.index) not in self.moves:
            return [f"{entry.label}: {left} times {right}{over}.", f"{entry.label} = {written} = {result}"]
        move = self.moves[entry.name, entry.index]
        grown = f"{entry.name[1:]}{entry.label[len(entry.name) :]}"
        along, other = ("row", "column") if entry.name == "dA" else ("column", "row")
        source = next(line for line in (left, right) if line.name != "G")
        weights = next(line for line in (left, right) if line.name == "G")
        return [
            f"{grown} + 1 moves {along} {weights.at} of C by {source}{' in every batch' * bool(over)}.",
            f"⟨G, C⟩ goes from {svg.number(self.total)} to "
            f"{svg.number(self.total + float(np.sum(self.arrays['G'] * move)))}: "
            f"{written} = {_signed(value)} = {entry.label}",
        ]

    def sums(self, width: float) -> svg.Block:
        """The foot of the picture: the sum behind the entry that is pointed at."""
        inner = max(width, 560) - 24
        shown, tallest = [], 0.0
        for key, (which, numbers) in self.sentences.items():
            lines = [svg.words(which, svg.TYPE - 2, svg.MUTED, align="start")]
            lines += [
                svg.words(text, svg.TYPE, svg.INK, align="start")
                for text in _wrapped(numbers, svg.TYPE, inner)
            ]
            block = svg.column(*lines, gap=2, align=0)
            tallest = max(tallest, block.height)
            shown.append(self.only(key, block.at(12, 8)))
        box = svg.rect(0.5, 0.5, inner + 23, tallest + 17, fill=svg.PANEL, rx=8)
        return svg.canvas(inner + 24, tallest + 18, box, *shown)


def _note(x, y, text, size, anchor, color=svg.ACCENT):
    return (
        f'<text x="{svg._n(x)}" y="{svg._n(y)}" font-size="{svg._n(size)}" text-anchor="{anchor}" font-weight="700" '
        f'fill="{color}">{svg.escape(text)}</text>'
    )


def _factor(value: float) -> str:
    text = svg.number(value)
    return f"({text})" if text.startswith("−") else text


def _signed(value: float) -> str:
    text = svg.number(value)
    return text if text.startswith("−") or text == "0" else f"+{text}"


def _wrapped(text: str, size: float, width: float) -> list[str]:
    """The text in lines of at most `width`, broken before a plus or an equals sign."""
    lines = [""]
    for word in text.replace(" + ", "\n+ ").replace(" = ", "\n= ").split("\n"):
        if lines[-1] and svg.text_width(f"{lines[-1]} {word}", size) > width:
            lines.append(f"    {word}")
        else:
            lines[-1] = f"{lines[-1]} {word}".strip(" ") if lines[-1] else word
    return lines


# --- the widget ----------------------------------------------------------------------------------------------------


class Layout(NamedTuple):
    """C is m × n with inner size k; how many products, which factor they share, and what is stored transposed."""

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

    `a` and `b` are matrices of at most 6 × 6, or batches (3-D) of at most three of them; either may also be one
    matrix that the other's batch shares. `upstream` has the shape of C, ones by default. `transpose_a` and
    `transpose_b` say which one is stored transposed, as in ``ad.matmul``. `preset` starts from an example by
    name (``MatrixLab.presets``). `nudge` switches nudge mode on: True, or the index of the entry of A that is
    shown first, such as ``(0, 1)``.

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
        for name, (free, inner) in {"A": ("m", 0), "B": ("n", 1)}.items():
            shape = self._layout.shape(name)
            if len(shape) == 3 or values[name].shape == shape:
                continue
            rows, columns = values[name].shape
            fits, new = (columns, rows) if (inner == 0) != self._layout.flips(name) else (rows, columns)
            if fits != sizes["k"]:
                other, side = ("B", "columns") if name == "A" else ("A", "rows")
                side = {"columns": "rows", "rows": "columns"}[side] if self._layout.flips(name) else side
                raise InputError(
                    f"You pasted {rows} × {columns} numbers, but {name} needs {sizes['k']} {side} to multiply "
                    f"with {other}: change the inner size to {fits} first.",
                    at=name,
                )
            sizes[free] = new
        turned = values["transpose_a"], values["transpose_b"]
        return Layout(sizes["m"], sizes["k"], sizes["n"], *BATCHES[values["batch"]], *turned)

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
    helpers.widgets.exhibit.InputError: A has 2 columns, but B has 1 row: they multiply only if these are equal.
    """
    A, B = _as_array("A", a), _as_array("B", b)
    (m, k), (inner, n) = (
        A.shape[:-3:-1][:: 1 if transpose_a else -1],
        B.shape[:-3:-1][:: 1 if transpose_b else -1],
    )
    if k != inner:
        raise InputError(
            f"{'The transpose of A' if transpose_a else 'A'} has {_count(k, 'column')}, but "
            f"{'the transpose of B' if transpose_b else 'B'} has {_count(inner, 'row')}: "
            "they multiply only if these are equal."
        )
    batches = {x.shape[0] for x in (A, B) if x.ndim == 3}
    if len(batches) > 1:
        raise InputError(f"A is a batch of {A.shape[0]} and B of {B.shape[0]}: they need the same number.")
    shared = "A" if A.ndim < B.ndim else "B" if B.ndim < A.ndim else ""
    layout = Layout(m, k, n, *(batches or {1}), shared, bool(transpose_a), bool(transpose_b))
    G = np.ones(layout.shape("G")) if upstream is None else _as_array("upstream", upstream)
    if G.shape != layout.shape("G"):
        raise InputError(
            f"The upstream has shape {G.shape}, but C has shape {layout.shape('G')}: give one weight for every "
            "entry of C."
        )
    return layout, {"A": A, "B": B, "G": G}


def _as_array(name, value):
    try:
        array = np.asarray(value, dtype=float)
    except (TypeError, ValueError):
        raise InputError(f"{name} must be a table of real numbers, with rows of the same length.") from None
    if array.ndim == 3 and array.shape[0] == 1:
        array = array[0]
    if array.ndim not in (2, 3):
        raise InputError(
            f"{name} has {_count(array.ndim, 'axis')}: give a matrix (2), or a batch of matrices (3)."
        )
    if (
        not all(1 <= n <= LARGEST for n in array.shape[-2:])
        or array.ndim == 3
        and array.shape[0] not in (2, 3)
    ):
        raise InputError(
            f"{name} has shape {array.shape}: matrices from 1 × 1 to {LARGEST} × {LARGEST} are drawn, "
            f"in batches of at most {MOST_IN_BATCH}."
        )
    if not np.all(np.abs(array) <= LIMIT):
        raise InputError(f"{name} must hold finite numbers between −{LIMIT:.0f} and {LIMIT:.0f}.")
    return array


def _count(n, noun):
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
