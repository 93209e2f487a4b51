"""The Jacobian lab as an exhibit: its controls, and what one of them changes in the others."""

from __future__ import annotations

import re

import numpy as np

from helpers.drawing import svg
from helpers.drawing.svg.quantities import counted

from ..base.controls import Button, Choice, Matrix, Text
from ..base.errors import InputError
from ..base.examples import LARGEST, B, checked_names, function_name, next_one_hot
from ..base.exhibit import Exhibit
from ..base.formula import parse_formula
from ..base.parsing import real_numbers
from .drawing import draw_jacobian
from .numbers import JacobianNumbers, jacobian_numbers
from .sentences import BY_COLUMN, BY_ROW, JACOBIAN

# A name, the formula, and an input to start from. W and B stand for arrays that stay as they are.
FORMULAS = {
    "square": ("x * x", [1.0, 2.0]),
    "mixing": ("tanh(W @ x)", [1.0, 0.5, -1.0]),
    "softmax": ("exp(x) / sum(exp(x))", [1.0, 2.0, 3.0]),
    "matrix product": ("x @ B", [[1.0, 2.0], [3.0, 4.0]]),
    "your own f": ("[x[0] * x[1], sin(x[0])]", [1.0, 2.0]),
}
OWN = "your own f"
W = ((0.5, -1.0, 0.25), (1.0, 0.5, -0.5))


class JacobianLab(Exhibit):
    """J of a chosen function at a chosen x, its rows mixed by an upstream and its columns by a tangent.

    `f` is a name from `FORMULAS`, a formula of x (which may use the arrays `W` and `B`), or a Python
    function of one array. `x` and the answer have at most two axes and 6 entries. `upstream`, in the shape of
    the answer, and `tangent`, in the shape of x, start as ones. `show` is what the table holds: "J",
    "rows × u" (each weighted by its upstream) or "columns × t" (each weighted by its tangent). `names` says
    what your numbers are, as in ``{"x": ["width", "depth"], "y": ["area"]}``; a formula typed over yours has
    the names x[0], y[0] again. Raises `InputError` for what cannot be drawn.

    >>> lab = JacobianLab("square", x=[1.0, 2.0], upstream=[2.0, 3.0], tangent=[1.0, 10.0])
    >>> lab.numbers.vjp, lab.numbers.jvp
    (array([ 4., 12.]), array([ 2., 40.]))
    >>> lab
    <JacobianLab: The Jacobian of y = x * x>
    """

    def __init__(
        self, f="square", x=None, upstream=None, tangent=None, W=W, B=B, show=JACOBIAN, names=None, **traits
    ):
        self._arrays = {"W": real_numbers("W", W), "B": real_numbers("B", B)}
        self._given = {}
        if callable(f):
            name = getattr(f, "__name__", "<lambda>").replace("<lambda>", "the given f")
            self._given, f = {name: f}, name
        f = function_name(f)
        formula, start = FORMULAS.get(f, (OWN if f in self._given else f, [1.0, 2.0]))
        self._options = (*self._given, *FORMULAS)
        x = np.atleast_1d(real_numbers("x", start if x is None else x))
        f = f if f in self._options else OWN
        self._start = (f, FORMULAS[OWN][0] if f in self._given else formula, x, upstream, tangent, show)
        y = self._answer_of(self._function(f, self._start[1]), x)
        self._names = checked_names(names, x.size, y.size)
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
        for name, given, of, array in (("upstream", upstream, "y", y), ("tangent", tangent, "x", x)):
            if given.size != array.size:
                has = f"{name} has {counted(given.size, 'number')}, but {of} has {array.size}"
                raise InputError(f"{has}: one for each is needed.", name)
        shown = f"{f}(x)" if f in self._given else formula.strip()
        used = [name for name in self._arrays if re.search(rf"\b{name}\b", shown)]
        uses = [f"{name} = {svg.array_text(self._arrays[name])}" for name in used]
        note = " · ".join([f"x has shape {x.shape}, y has shape {y.shape}", *uses])
        numbers = jacobian_numbers(function, x, upstream, tangent)
        names = self._names_at(f, formula, x, y)
        return draw_jacobian(numbers, f"The Jacobian of y = {shown}", note, show, names, self.narrow)

    def as_code(self, f, formula, x, upstream, tangent, show):
        shape = np.shape(self._answer_of(self._function(f, formula), x))
        if f in self._given:
            defined, arrays = ["# f is the function you gave"], {}
        else:
            formula = parse_formula(formula, ("x", *self._arrays)).numpy()
            defined = ["def f(x):", f"    return {formula}"]
            arrays = {n: array for n, array in self._arrays.items() if re.search(rf"\b{n}\b", formula)}
        arrays |= {"x": x, "u": upstream.reshape(shape), "t": tangent.reshape(x.shape)}
        return "\n".join(
            [
                "import numpy as np",
                "",
                "from helpers import autodiff as ad",
                "",
                *(f"{name} = np.array({array.tolist()})" for name, array in arrays.items()),
                "",
                "",
                *defined,
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
            start = np.array(FORMULAS[f][1]) if f in FORMULAS and f != OWN else None
            return self._refit(values | {"formula": self._formula_of(values)}, start)
        elif name == "formula":  # typing over a named function makes it one's own
            named = {formula: f for f, (formula, _) in FORMULAS.items()}
            return self._refit(values | {"f": named.get(values["formula"].strip(), OWN)})
        elif name == "x":
            return self._refit(values)
        elif weights == "ones":
            return {which: np.ones(self._controls[which].value.shape)}
        elif weights == "one-hot":
            return {which: next_one_hot(values[which])}
        return {}

    def _names_at(self, f, formula, x, y):
        """What the entries are called: as was given, while it is that function of so many numbers."""
        sizes = {"x": x.size, "y": y.size}
        if (f, formula.strip()) != (self._start[0], self._start[1].strip()):
            return {}
        return {key: names for key, names in self._names.items() if len(names) == sizes[key]}

    def _formula_of(self, values):
        """The formula of the chosen function; for one's own, the text that stands there."""
        f = values["f"]
        return values["formula"] if f == OWN or f in self._given else FORMULAS[f][0]

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
        names = self._names_at(f, formula, x, y)
        called_so = tuple(self._controls["upstream"].names) == names.get("y", ())
        if called_so and all(self._controls[name].value.shape == shape for name, shape in fits.items()):
            return {"f": f, "formula": formula}
        kept = {name: values[name] for name in ("upstream", "tangent")}
        kept = {name: value if value.shape == fits[name] else None for name, value in kept.items()}
        self.set_controls(*self._controls_at(f, formula, x, **kept, show=values["show"]))
        return {}

    def _controls_at(self, f, formula, x, upstream, tangent, show):
        y = self._answer_of(self._function(f, formula), x)
        upstream = np.ones(y.shape or (1,)) if upstream is None else real_numbers("upstream", upstream)
        tangent = np.ones(x.shape) if tangent is None else real_numbers("tangent", tangent)
        upstream, tangent = np.atleast_1d(upstream, tangent)
        names = self._names_at(f, formula, x, y)
        xs, ys = names.get("x", ()), names.get("y", ())
        return (
            Choice("f", f, "function", self._options),
            Button("upstream: ones", "u: ones"),
            Button("upstream: one-hot", "u: next one-hot"),
            Button("tangent: ones", "t: ones"),
            Button("tangent: one-hot", "t: next one-hot"),
            Choice("show", show, "table", (JACOBIAN, BY_ROW, BY_COLUMN)),
            Text("formula", formula, "y =", new_row=True),
            Matrix("x", x, "x", step=0.1, resizable=True, in_a_row=True, names=xs),
            Button("reset", "Reset"),
            Matrix("upstream", upstream, "upstream u", step=0.5, in_picture=True, names=ys),
            Matrix("tangent", tangent, "tangent t", step=0.5, in_picture=True, names=xs),
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
        if x.ndim > 2:
            raise InputError(f"x has {x.ndim} axes: at most two can be drawn.", "x")
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
