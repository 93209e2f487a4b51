"""The Jacobian as a table you can hold: an upstream mixes its rows, a tangent mixes its columns.

`jacobian_numbers` asks the engine, `draw_jacobian` and `draw_growth` are pure functions from those numbers to
a picture, and the two exhibits put controls in front of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from helpers import autodiff as ad
from helpers.drawing import svg

from .controls import Button, Choice, Matrix, Number, Text
from .errors import InputError
from .exhibit import Exhibit
from .formula import parse_formula
from .parsing import write_number

LARGEST = 6  # entries of x, and of y: a larger table cannot be read from the last row

# A name, the formula, and an input to start from. W and B stand for arrays that stay as they are.
FUNCTIONS = {
    "square": ("x * x", [1.0, 2.0]),
    "mixing": ("tanh(W @ x)", [1.0, 0.5, -1.0]),
    "softmax": ("exp(x) / sum(exp(x))", [1.0, 2.0, 3.0]),
    "matrix product": ("x @ B", [[1.0, 2.0], [3.0, 4.0]]),
    "your own f": ("[x[0] * x[1], sin(x[0])]", [1.0, 2.0]),
}
OWN = "your own f"
W = ((0.5, -1.0, 0.25), (1.0, 0.5, -0.5))
B = ((6.0, 7.0, 8.0), (9.0, 10.0, 11.0))

JACOBIAN, BY_ROW, BY_COLUMN = "J", "rows × u", "columns × t"


# --- the numbers -------------------------------------------------------------------------------------------


class JacobianNumbers(NamedTuple):
    """One point of a function: everything the picture prints, each as the engine gives it."""

    x: np.ndarray
    y: np.ndarray
    upstream: np.ndarray
    tangent: np.ndarray
    jacobian: np.ndarray
    vjp: np.ndarray
    jvp: np.ndarray


def jacobian_numbers(function: Callable, x, upstream=None, tangent=None) -> JacobianNumbers:
    """J = dy/dx, the VJP uᵀJ and the JVP J t of `function` at `x`, each asked of the engine on its own.

    `upstream` has the shape of y and `tangent` the shape of x; left out, they are ones.

    >>> numbers = jacobian_numbers(lambda x: x * x, [1.0, 2.0], [2.0, 3.0], [1.0, 10.0])
    >>> numbers.vjp, numbers.jvp
    (array([ 4., 12.]), array([ 2., 40.]))
    """
    x = np.asarray(x, dtype=float)
    y, pullback = ad.vjp(function, x)
    y = np.asarray(y, dtype=float)
    upstream = np.ones_like(y) if upstream is None else np.reshape(np.asarray(upstream, float), y.shape)
    tangent = np.ones_like(x) if tangent is None else np.reshape(np.asarray(tangent, float), x.shape)
    (vjp,) = pullback(upstream[()])
    _, jvp = ad.jvp(function, (x,), (tangent,))
    jacobian = ad.jacobian(function)(x)
    return JacobianNumbers(x, y, upstream, tangent, jacobian, np.asarray(vjp), np.asarray(jvp))


# --- the picture of J --------------------------------------------------------------------------------------

WIDTH = 760
TABLE_WIDTH, TABLE_HEIGHT = 424, 216  # room for 6 × 6
SIDE = 86  # the upstream's column and the JVP's
HEADS = 128  # a times sign, then y's names and values
STRIP = 36  # the tangent's row and the VJP's
TOP, MIDDLE, BOTTOM = 50, 362, 96  # the title, the table with its strips, and the sentences
LINE = 34  # between the table and the VJP: room for a sentence about what was typed


def draw_jacobian(numbers: JacobianNumbers, title: str, note: str = "", show: str = JACOBIAN) -> svg.Picture:
    """J as a heat map between its upstream and its tangent, with the VJP below and the JVP at the right.

    Each entry of the VJP stands under the column of J that it sums, and each entry of the JVP beside its row.
    `show` chooses what the table holds: J itself, or J with its rows or its columns weighted.
    """
    about = _About(numbers, show)
    parts = [
        svg.words(title, 20, bold=True, align="start").at(0, 0),
        svg.words_within(note, svg.SMALL, WIDTH, svg.MUTED).at(0, 28),
        *_tables(about),
        _panel(about).at(0, TOP + MIDDLE),
    ]
    desc = (
        f"At x = {svg.array_text(numbers.x)}, y = {svg.array_text(numbers.y)} and J = "
        f"{svg.array_text(about.jacobian)}. The upstream {svg.array_text(numbers.upstream)} mixes the rows "
        f"of J into the VJP {about.all(numbers.vjp)}. The tangent {svg.array_text(numbers.tangent)} mixes "
        f"the columns into the JVP {about.all(numbers.jvp)}. {about.sizes()}"
    )
    return svg.picture(svg.canvas(WIDTH, TOP + MIDDLE + BOTTOM, *parts), title, desc=desc)


def _tables(about):
    """J in the middle; the upstream left of its rows, the tangent above its columns, the sums opposite."""
    n, m, xs, ys = about.n, about.m, about.xs, about.ys
    w, h = min(132, TABLE_WIDTH / n), min(72, TABLE_HEIGHT / m)
    wide, high = n * w, m * h
    left = (WIDTH - (2 * SIDE + HEADS + wide + 34)) / 2
    x0, y0 = left + SIDE + HEADS, TOP + (MIDDLE - high - 2 * STRIP - 30 - LINE) / 2 + STRIP + 30
    right = x0 + wide + 34
    size = min(26, 0.42 * h, 0.24 * w)

    def strip(array, x, y, color, key, names, what, lit_by, upright):
        def cell(i, j):
            k = i if upright else j
            hot = _hot(f"{key}{k}", lit_by(k), f"{what} {names[k]}: {about.text(array, k)}")
            return hot | _edited(what, about.numbers, k)

        block = svg.matrix(
            array[:, None] if upright else array, None, min(size, 19), color, cell=cell,
            cell_width=SIDE if upright else w, cell_height=h if upright else STRIP, shrink=True,
        )  # fmt: skip
        return block.at(x, y)

    def inside(i, j):
        label = f"row {i}, column {j}: {about.text(about.table, i, j)}"
        return _hot(f"J{i}-{j}", f"u{i} t{j} v{j} w{i}", label)

    def row_of(i):
        return _keys(f"J{i}-", n)

    def column_of(j):
        return " ".join(f"J{i}-{j}" for i in range(m))

    scale = largest(about.table)
    table = svg.matrix(
        about.table, None, size, svg.LOCAL, cell=inside, cell_width=w, cell_height=h, shrink=True,
        text=lambda value: svg.number(value, scale, digits=4 if n < 5 else 3),
    )  # fmt: skip
    every = {key: _keys(key, count) for key, count in (("u", m), ("t", n), ("v", n), ("w", m))}
    parts = [
        strip(about.u, left, y0, svg.GRADIENT, "u", ys, "upstream",
              lambda i: f"{every['v']} {row_of(i)}", True),
        strip(about.t, x0, y0 - 30 - STRIP, svg.ACCENT, "t", xs, "tangent",
              lambda j: f"{every['w']} {column_of(j)}", False),
        table.at(x0, y0),
        svg.rect(x0, y0 + high + LINE - 8, wide, 2, fill=svg.GRADIENT),
        strip(about.vjp, x0, y0 + high + LINE, svg.GRADIENT, "v", xs, "VJP",
              lambda j: f"{every['u']} {column_of(j)}", False),
        svg.rect(x0 + wide + 16, y0, 2, high, fill=svg.ACCENT),
        strip(about.jvp, right, y0, svg.ACCENT, "w", ys, "JVP", lambda i: f"{every['t']} {row_of(i)}", True),
        svg.words("upstream u", svg.SMALL, svg.GRADIENT, True, width=SIDE).at(left, y0 - 26),
        svg.words("tangent t", svg.SMALL, svg.ACCENT, True, "end", HEADS).at(x0 - HEADS - 12, y0 - 58),
        _pair("VJP = uᵀ J", "rows mixed by u", svg.GRADIENT, x0 - 12, y0 + high + LINE - 2),
        _pair("JVP = J t", "columns mixed by t", svg.ACCENT, right + SIDE, y0 - 50),
    ]  # fmt: skip
    for j in range(n):
        head = f"{xs[j]} = {about.text(about.x, j)}"
        parts.append(
            svg.words_within(head, svg.SMALL, w - 4, svg.MUTED, "middle").at(x0 + j * w + 2, y0 - 24)
        )
    for i in range(m):
        head, y = f"{ys[i]} = {about.text(about.y, i)}", y0 + (i + 0.5) * h
        parts.append(
            svg.words_within(head, svg.SMALL, HEADS - 44, svg.MUTED, "end").at(x0 - HEADS + 34, y - 10)
        )
        parts.append(svg.words("×", 18, svg.MUTED, width=34).at(left + SIDE, y - 12))
    return parts


def _panel(about):
    """The two mixes in words, and the sizes, until something is pointed at and explained instead."""
    room = WIDTH - 28
    parts = [
        svg.rect(0, 0, WIDTH, BOTTOM, fill=svg.PANEL, rx=8),
        svg.words_within(about.rows_mixed(), 16, room, svg.GRADIENT).at(14, 8),
        svg.words_within(about.columns_mixed(), 16, room, svg.ACCENT).at(14, 36),
    ]
    for key, line in [("", about.sizes()), *about.entries()]:
        parts.append(svg.group(svg.words_within(line, 16, room).at(14, 64), data_only=key))
    return svg.canvas(WIDTH, BOTTOM, *parts)


class _About:
    """The numbers as flat vectors and one table, and the sentences about them."""

    def __init__(self, numbers: JacobianNumbers, show: str):
        numbers = numbers._replace(
            vjp=without_noise(numbers.vjp, numbers.jacobian, numbers.upstream),
            jvp=without_noise(numbers.jvp, numbers.jacobian, numbers.tangent),
        )
        flat = {name: np.ravel(array) for name, array in numbers._asdict().items()}
        self.x, self.y, self.u, self.t = flat["x"], flat["y"], flat["upstream"], flat["tangent"]
        self.vjp, self.jvp, self.n, self.m = flat["vjp"], flat["jvp"], self.x.size, self.y.size
        self.jacobian = numbers.jacobian.reshape(self.m, self.n)
        self.xs, self.ys = names_of("x", numbers.x.shape), names_of("y", numbers.y.shape)
        self.numbers, self.show = numbers, show
        with np.errstate(all="ignore"):
            weighted = {BY_ROW: self.u[:, None] * self.jacobian, BY_COLUMN: self.jacobian * self.t}
        self.table = weighted.get(show, self.jacobian)

    def text(self, array, *index):
        """One entry as the heat map prints it: what is rounding noise beside its neighbours is 0."""
        return svg.number(array[index], scale=largest(array))

    def rows_mixed(self):
        mix = _sum(f"{self.text(self.u, i)} × row {i}" for i in range(self.m))
        return f"VJP = uᵀ J = {mix} = {self.all(self.numbers.vjp)}"

    def columns_mixed(self):
        mix = _sum(f"{self.text(self.t, j)} × column {j}" for j in range(self.n))
        return f"JVP = J t = {mix} = {self.all(self.numbers.jvp)}"

    def all(self, array):
        """Every entry, in the array's own shape."""
        return svg.array_text(without_noise(array, array))

    def sizes(self):
        shape, n, size = self.numbers.y.shape + self.numbers.x.shape, self.n, self.m * self.n
        return (
            f"J.shape = y.shape + x.shape = {shape}: {_counted(size)}, {_bytes(8 * size)}. "
            f"The VJP, in the shape of x: {_counted(n)}, {_bytes(8 * n)}."
        )

    def entries(self):
        """(key, sentence) for everything that can be pointed at."""
        n, m, xs, ys, jacobian = self.n, self.m, self.xs, self.ys, self.jacobian
        for j in range(n):
            terms = _sum(_product(self.u[i], jacobian[i, j]) for i in range(m))
            yield (
                f"v{j}",
                f"The VJP’s entry {xs[j]} is column {j} weighted by u: {terms} = {self.text(self.vjp, j)}",
            )
            weight, column = self.text(self.t, j), svg.array_text(jacobian[:, j])
            yield f"t{j}", f"{weight} × column {j} = {weight} × {column} is one part of the JVP"
        for i in range(m):
            terms = _sum(_product(self.t[j], jacobian[i, j]) for j in range(n))
            yield (
                f"w{i}",
                f"The JVP’s entry {ys[i]} is row {i} weighted by t: {terms} = {self.text(self.jvp, i)}",
            )
            weight, row = self.text(self.u, i), svg.array_text(jacobian[i])
            yield f"u{i}", f"{weight} × row {i} = {weight} × {row} is one part of the VJP"
            for j in range(n):
                yield f"J{i}-{j}", self.entry(i, j)

    def entry(self, i, j):
        slope, name = self.jacobian[i, j], f"∂{self.ys[i]}/∂{self.xs[j]}"
        if self.show == BY_ROW:
            product = f"{_product(self.u[i], slope)} = {self.text(self.table, i, j)}"
            return f"u{self.ys[i][1:]} · {name} = {product}: row {i}’s part in the VJP’s entry {self.xs[j]}"
        if self.show == BY_COLUMN:
            product = f"{_product(slope, self.t[j])} = {self.text(self.table, i, j)}"
            return (
                f"{name} · t{self.xs[j][1:]} = {product}: column {j}’s part in the JVP’s entry {self.ys[i]}"
            )
        text = self.text(self.jacobian, i, j)
        return f"{name} = {text}: a small move of {self.xs[j]} moves {self.ys[i]} {text} times as far"


def largest(array):
    """The largest finite magnitude in an array; 0 if there is none."""
    return float(np.abs(array[np.isfinite(array)]).max(initial=0))


def without_noise(array, *factors):
    """The array with 0 for what is only rounding in a sum of products of the factors."""
    scale = np.prod([largest(np.asarray(factor)) for factor in factors])
    return np.where(np.abs(array) < 1e-12 * scale, 0.0, array)


def names_of(letter, shape):
    """x[0], x[1], … or x[0,0], x[0,1], …; a single number is called by its letter alone."""
    return [letter + (f"[{','.join(map(str, index))}]" if index else "") for index in np.ndindex(shape)]


def _sum(terms):
    """Terms joined by their own signs: 2 × row 0 − 3 × row 1."""
    first, *rest = terms
    return first + "".join(f" − {term[1:]}" if term.startswith("−") else f" + {term}" for term in rest)


def _edited(name, numbers, k):
    """Marks entry k of the upstream or the tangent as a cell that is edited where it is drawn."""
    if name not in ("upstream", "tangent"):
        return {}
    array = np.atleast_2d(getattr(numbers, name))
    row, column = divmod(k, array.shape[-1])
    return {"data_cell": f"{name}[{row},{column}]", "data_value": write_number(array[row, column])}


def _product(a, b):
    second = svg.number(b)
    return f"{svg.number(a)}·{f'({second})' if second.startswith('−') else second}"


def _keys(prefix, count):
    return " ".join(f"{prefix}{k}" for k in range(count))


def _hot(key, lit_by, label):
    return {"data_hot": key, "data_lit": f"{key} {lit_by}", "data_label": label}


def _pair(first, second, color, x, y):
    """A bold line above a plain one, both ending at `x`."""
    one, two = svg.words(first, 16, color, True), svg.words(second, 13, color)
    return one.at(x - one.width, y) + two.at(x - two.width, y + 20)


def _counted(count):
    return f"{_spaced(count)} number{'s' * (count != 1)}"


def _spaced(count):
    """A count in groups of three digits.

    >>> _spaced(1234567)
    '1 234 567'
    """
    return f"{count:,}".replace(",", " ")


def _bytes(count):
    """A number of bytes as a person says it.

    >>> _bytes(32), _bytes(8_000_000), _bytes(8e12)
    ('32 bytes', '8 MB', '8 TB')
    """
    for unit, power in (("EB", 18), ("PB", 15), ("TB", 12), ("GB", 9), ("MB", 6), ("kB", 3)):
        if count >= 10**power:
            return f"{svg.number(count / 10**power, digits=3)} {unit}"
    return f"{count:.0f} bytes"


# --- the exhibit -------------------------------------------------------------------------------------------


class JacobianLab(Exhibit):
    """J of a chosen function at a chosen x, its rows mixed by an upstream and its columns by a tangent.

    `f` is a name from `FUNCTIONS`, a formula of x (which may use the arrays `W` and `B`), or a Python
    function of one array. `x` and the answer have at most two axes and 6 entries. `upstream`, in the shape of
    the answer, and `tangent`, in the shape of x, start as ones. `show` is what the table holds: "J",
    "rows × u" (each weighted by its upstream) or "columns × t" (each weighted by its tangent). Raises
    `InputError` for what cannot be drawn.

    >>> lab = JacobianLab("square", x=[1.0, 2.0], upstream=[2.0, 3.0], tangent=[1.0, 10.0])
    >>> lab.numbers.vjp, lab.numbers.jvp
    (array([ 4., 12.]), array([ 2., 40.]))
    >>> lab
    <JacobianLab: The Jacobian of y = x * x>
    """

    def __init__(self, f="square", x=None, upstream=None, tangent=None, W=W, B=B, show=JACOBIAN, **traits):
        self._arrays = {"W": np.asarray(W, float), "B": np.asarray(B, float)}
        self._given = {}
        if callable(f):
            name = getattr(f, "__name__", "<lambda>").replace("<lambda>", "the given f")
            self._given, f = {name: f}, name
        formula, start = FUNCTIONS.get(f, (OWN if f in self._given else f, [1.0, 2.0]))
        self._options = (*self._given, *FUNCTIONS)
        x = np.atleast_1d(np.asarray(start if x is None else x, dtype=float))
        f = f if f in self._options else OWN
        self._start = (f, FUNCTIONS[OWN][0] if f in self._given else formula, x, upstream, tangent, show)
        super().__init__(*self._controls_at(*self._start), **traits)

    @property
    def numbers(self) -> JacobianNumbers:
        """What the picture shows, as arrays."""
        values = self.values
        function = self._function(values["f"], values["formula"])
        return jacobian_numbers(function, values["x"], values["upstream"], values["tangent"])

    def draw(self, f, formula, x, upstream, tangent, show):
        function = self._function(f, formula)
        y = self._answer_of(function, x)
        for name, given, shape in (("upstream", upstream, y.shape), ("tangent", tangent, x.shape)):
            if given.size != np.prod(shape):
                raise InputError(f"This needs the shape {shape}: press its “ones” button.", name)
        shown = f"{f}(x)" if f in self._given else formula.strip()
        used = [name for name in self._arrays if re.search(rf"\b{name}\b", shown)]
        uses = [f"{name} = {svg.array_text(self._arrays[name])}" for name in used]
        note = " · ".join([f"x has shape {x.shape}, y has shape {y.shape}", *uses])
        numbers = jacobian_numbers(function, x, upstream, tangent)
        return draw_jacobian(numbers, f"The Jacobian of y = {shown}", note, show)

    def as_code(self, f, formula, x, upstream, tangent, show):
        if f in self._given:
            return ""  # the person has it already
        numbers = jacobian_numbers(self._function(f, formula), x, upstream, tangent)
        formula = parse_formula(formula, ("x", *self._arrays)).numpy()
        arrays = {name: array for name, array in self._arrays.items() if re.search(rf"\b{name}\b", formula)}
        arrays |= {"x": x, "u": numbers.upstream, "t": numbers.tangent}
        return "\n".join(
            [
                "import numpy as np",
                "",
                "from helpers import autodiff as ad",
                "",
                *(f"{name} = np.array({array.tolist()})" for name, array in arrays.items()),
                "",
                "",
                "def f(x):",
                f"    return {formula}",
                "",
                "",
                "J = ad.jacobian(f)(x)",
                "y, pullback = ad.vjp(f, x)",
                "(vjp,) = pullback(u)  # the rows of J, mixed by u",
                "y, jvp = ad.jvp(f, (x,), (t,))  # the columns of J, mixed by t",
            ]
        )

    def adjust(self, name, values):
        which, _, weights = name.partition(": ")
        if name == "reset":
            self.set_controls(*self._controls_at(*self._start))
        elif name == "f":
            f = values["f"]
            start = np.array(FUNCTIONS[f][1]) if f in FUNCTIONS and f != OWN else None
            return self._refit(values | {"formula": self._formula_of(values)}, start)
        elif name == "formula":  # typing over a named function makes it one's own
            named = {formula: f for f, (formula, _) in FUNCTIONS.items()}
            return self._refit(values | {"f": named.get(values["formula"].strip(), OWN)})
        elif name == "x":
            return self._refit(values)
        elif weights == "ones":
            return {which: np.ones(self._controls[which].value.shape)}
        elif weights == "one-hot":
            return {which: next_one_hot(values[which])}
        return {}

    def _formula_of(self, values):
        """The formula of the chosen function; for one's own, the text that stands there."""
        f = values["f"]
        return values["formula"] if f == OWN or f in self._given else FUNCTIONS[f][0]

    def _refit(self, values, start=None):
        """What a new function or x brings with it: new controls for a new shape, and the weights that fit."""
        f, formula, x = values["f"], values["formula"], values["x"]
        function = self._function(f, formula)
        try:
            x = x if start is None or x.ndim == start.ndim else start
            y = self._answer_of(function, x)
        except InputError:
            if start is None:
                raise
            x = start  # the x of the function before does not suit this one
            y = self._answer_of(function, x)
        fits = {"x": x.shape, "upstream": y.shape or (1,), "tangent": x.shape}
        if all(self._controls[name].value.shape == shape for name, shape in fits.items()):
            return {"f": f, "formula": formula}
        kept = {name: values[name] for name in ("upstream", "tangent")}
        kept = {name: value if value.shape == fits[name] else None for name, value in kept.items()}
        self.set_controls(*self._controls_at(f, formula, x, **kept, show=values["show"]))
        return {}

    def _controls_at(self, f, formula, x, upstream, tangent, show):
        y = self._answer_of(self._function(f, formula), x)
        upstream = (
            np.ones(y.shape or (1,)) if upstream is None else np.atleast_1d(np.asarray(upstream, float))
        )
        tangent = np.ones(x.shape) if tangent is None else np.atleast_1d(np.asarray(tangent, float))
        return (
            Choice("f", f, "function", self._options),
            Text("formula", formula, "y ="),
            Matrix("x", x, "x", step=0.1, resizable=True),
            Button("upstream: ones", "u: ones", new_row=True),
            Button("upstream: one-hot", "u: next one-hot"),
            Button("tangent: ones", "t: ones"),
            Button("tangent: one-hot", "t: next one-hot"),
            Choice("show", show, "table", (JACOBIAN, BY_ROW, BY_COLUMN)),
            Button("reset", "Reset"),
            Matrix("upstream", upstream, "upstream u", step=0.5, in_picture=True),
            Matrix("tangent", tangent, "tangent t", step=0.5, in_picture=True),
        )

    def _function(self, f, formula):
        """The function of x alone that the controls describe."""
        if f in self._given:
            return self._given[f]
        try:
            parsed = parse_formula(formula, ("x", *self._arrays))
        except InputError as error:
            raise InputError(str(error), "formula") from None
        return lambda x: parsed(x, *self._arrays.values())

    def _answer_of(self, function, x):
        """y at x, refused with a sentence when its Jacobian could not be drawn."""
        if not 1 <= x.size <= LARGEST:
            raise InputError(f"x has {x.size} entries: between 1 and {LARGEST} can be drawn.", "x")
        try:
            with np.errstate(all="ignore"):  # the picture prints NaN and ∞
                y = function(x)
        except InputError as error:
            raise InputError(str(error), "formula") from None
        if isinstance(y, (tuple, list)):
            raise InputError("f returns several outputs: return one array, such as np.stack of them.", "f")
        y = np.asarray(y)
        if y.ndim > 2 or not 1 <= y.size <= LARGEST:
            raise InputError(
                f"y has shape {y.shape}: at most two axes and {LARGEST} numbers can be drawn.",
                "formula",
            )
        return y


def next_one_hot(now):
    """The one-hot after this one; the first if this is none.

    >>> next_one_hot([0.0, 1.0, 0.0]), next_one_hot([2.0, 1.0])
    (array([0., 0., 1.]), array([1., 0.]))
    """
    flat, after = np.ravel(now), np.zeros(np.shape(now))
    hot = np.flatnonzero(flat)
    is_one_hot = hot.size == 1 and flat[hot[0]] == 1
    after.flat[(hot[0] + 1) % flat.size if is_one_hot else 0] = 1
    return after


# --- how large J grows -------------------------------------------------------------------------------------

BYTES_PER_NUMBER = 8  # float64


def draw_growth(n: int, m: int) -> svg.Picture:
    """Numbers and bytes of J, of one VJP and of one JVP for a function with `n` inputs and `m` outputs.

    The bars are on a logarithmic scale, each mark 1000 times the one before, and every size is printed.
    """
    width, left, top, bar = 760, 170, 74, 46
    rows = (
        ("J, shape (m, n)", m * n, svg.LOCAL),
        ("one VJP, shape (n,)", n, svg.GRADIENT),
        ("one JVP, shape (m,)", m, svg.ACCENT),
    )
    scale = (width - left - 12) / 18  # bytes from 1 to 10^18
    title = (
        f"A function with n = {_spaced(n)} input{'s' * (n > 1)} and m = {_spaced(m)} output{'s' * (m > 1)}"
    )
    parts = [svg.words(title, 20, bold=True, align="start").at(0, 0)]
    for power, unit in ((0, "1 byte"), (3, "1 kB"), (6, "1 MB"), (9, "1 GB"), (12, "1 TB"), (15, "1 PB")):
        x = left + power * scale
        parts.append(svg.rect(x, top - 14, 1, 3 * 62 + 6, fill=svg.LINE, fill_opacity=0.5))
        parts.append(svg.words(unit, 13, svg.MUTED).at(x - svg.text_width(unit, 13) / 2, top - 34))
    for k, (name, count, color) in enumerate(rows):
        y = top + 62 * k
        size = count * BYTES_PER_NUMBER
        length = np.log10(size) * scale
        text = f"{_counted(count)} · {_bytes(size)}"
        parts.append(svg.words(name, 15, color, True, "end", left - 12).at(0, y + 12))
        parts.append(svg.rect(left, y, length, bar, fill=color, fill_opacity=0.28, stroke=color, rx=3))
        room = svg.text_width(text, 16) + 12
        x = left + length + 8 if left + length + room <= width else max(left + length - room, left + 6)
        parts.append(svg.words(text, 16, svg.INK, align="start").at(x, y + 12))
    sweeps = f"To build J takes m VJPs, one per row, or n JVPs, one per column: {_spaced(m)} or {_spaced(n)}."
    times = f"{_spaced(m)} times as large as" if m > 1 else "exactly as large as"
    ratio = f"J is {times} a VJP, the only gradient that one step of training needs."
    for k, line in enumerate((ratio, sweeps)):
        parts.append(svg.words_within(line, 16, width, svg.INK).at(0, top + 3 * 62 + 10 + 26 * k))
    desc = " ".join(
        f"{name}: {_counted(count)}, {_bytes(count * BYTES_PER_NUMBER)}." for name, count, _ in rows
    )
    return svg.picture(
        svg.canvas(width, top + 3 * 62 + 68, *parts),
        "How large a Jacobian grows",
        desc=f"{desc} {ratio} {sweeps}",
    )


class JacobianGrowth(Exhibit):
    """Numbers and bytes of J against those of one VJP and one JVP, as n and m grow.

    `n` inputs and `m` outputs, each from 1 to 10⁸.

    >>> JacobianGrowth(n=1_000_000, m=1000)
    <JacobianGrowth: How large a Jacobian grows>
    """

    def __init__(self, n=1000, m=1000, **traits):
        self._start = {"n": n, "m": m}
        largest = {"low": 1, "high": 1e8, "step": 1, "slider": False, "whole": True, "limit": 1e8}
        super().__init__(
            Number("n", n, "n inputs", **largest), Button("n_up", "n × 10"), Button("n_down", "n ÷ 10"),
            Number("m", m, "m outputs", **largest), Button("m_up", "m × 10"), Button("m_down", "m ÷ 10"),
            Button("loss", "a loss: m = 1"), Button("reset", "Reset"),
            **traits,
        )  # fmt: skip

    def draw(self, n, m):
        for name, value in (("n", n), ("m", m)):
            if value < 1:
                raise InputError(f"There is at least 1: {name} = {value} has nothing to count.", name)
        return draw_growth(n, m)

    def adjust(self, name, values):
        if name in ("loss", "reset"):
            return {"m": 1} if name == "loss" else self._start
        which, _, way = name.partition("_")
        if not way or which not in values:
            return {}
        value = values[which] * 10 if way == "up" else values[which] // 10
        return {which: int(np.clip(value, 1, 10**8))}
