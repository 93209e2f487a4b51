"""The mixer as an exhibit.

The mix is linear in the weights. So the exhibit tells the browser once what each weight is multiplied by, and
a weight that moves is answered there, without the kernel: even on a page that has none. `mix` adds up in the
same order as the browser does, and both write numbers alike, so the two pictures agree to the last digit.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import traitlets

from helpers.drawing import svg
from helpers.drawing.svg.printing import NOISE
from helpers.drawing.svg.tables import table_rules

from ..base.controls import Button, Choice, Matrix
from ..base.errors import InputError
from ..base.examples import B, checked_names, next_one_hot
from ..base.exhibit import Exhibit
from ..base.parsing import NUMBER, real_numbers
from .drawing import draw_mixer, output_names
from .outputs import Outputs, check_size, linear_parts, mix, outputs_of, split

W = np.array([[1.0, 2.0, 0.0], [0.0, 1.0, -1.0], [3.0, 0.0, 1.0]])


GIVEN = "f(x)"  # how a program calls a function that was given as such


class Example(NamedTuple):
    """A function to start from: what is said of it, an input, and the same in NumPy (`GIVEN`, if it was)."""

    said: str
    function: Callable
    x: list
    code: str = GIVEN


EXAMPLES = {
    "mixing": Example("y = W @ (x * x)", lambda x: W @ (x * x), [1.0, 2.0, 3.0], "W @ (x * x)"),
    "square": Example("y = x * x", lambda x: x * x, [1.0, 2.0, 3.0], "x * x"),
    "softmax": Example(
        "y = exp(x) / sum(exp(x))",
        lambda x: np.exp(x) / np.sum(np.exp(x)),
        [0.0, 1.0, 2.0],
        "np.exp(x) / np.sum(np.exp(x))",
    ),
    "matrix product": Example("y = x @ B", lambda x: x @ np.array(B), [[1.0, 2.0], [3.0, 4.0]], "x @ B"),
    "two outputs": Example(
        "y1 = x * x and y2 = sum(x)", lambda x: (x * x, np.sum(x)), [1.0, 2.0], "x * x, np.sum(x)"
    ),
}


class GradYsMixer(Exhibit):
    """One weight per output; the gradient is their mix, and multiplying afterwards is not.

    `f` is a name from `EXAMPLES`, or a Python function of one array that returns one y or a tuple of several.
    `x` has at most two axes and 6 entries, and so have the outputs together. `grad_ys`, one weight for every
    number in the outputs, starts as ones. `names` says what your numbers are, as in
    ``{"x": ["price"], "y": ["sales", "profit"]}``. Raises `InputError` for what cannot be drawn.

    >>> mixer = GradYsMixer("square", x=[1.0, 2.0], grad_ys=[2.0, 3.0])
    >>> mixer.gradient
    array([ 4., 12.])
    >>> mixer
    <GradYsMixer: One weight per output of y = x * x>
    """

    linear = traitlets.Dict(help="what each weight is multiplied by, for the browser to mix").tag(sync=True)

    def __init__(self, f="mixing", x=None, grad_ys=None, names=None, **traits):
        self._functions = dict(EXAMPLES)
        if callable(f):
            name = getattr(f, "__name__", "<lambda>").replace("<lambda>", "f")
            self._functions, f = {name: Example(f"y = {name}(x)", f, [1.0, 2.0])} | self._functions, name
        elif not isinstance(f, str) or f not in EXAMPLES:
            raise InputError(f"f must be a Python function, or one of: {', '.join(EXAMPLES)}.", "f")
        x = real_numbers("x", self._functions[f].x if x is None else x)
        self._start = (f, x, grad_ys)
        try:
            count = self._outputs(f, x).y.size
        except (TypeError, ValueError, IndexError) as error:
            if isinstance(error, InputError):
                raise
            says = f"{self._functions[f].said} cannot be computed for an x of shape {x.shape}: {error}."
            raise InputError(says, "x") from None
        self._names = checked_names(names, np.size(x), count)
        super().__init__(*self._controls_at(f, x, grad_ys), **traits)

    @property
    def outputs(self) -> Outputs:
        """The outputs and each one's own gradient."""
        return self._outputs(self.values["f"], self.values["x"])

    @property
    def grad_ys(self) -> np.ndarray | tuple[np.ndarray, ...]:
        """The weights as `ad.gradients` takes them: in the shape of y, or one array for each of several."""
        parts = split(self.values["c"], self.outputs.shapes)
        return parts[0] if len(parts) == 1 else tuple(parts)

    @property
    def gradient(self) -> np.ndarray:
        """The mix, in the shape of x."""
        outputs = self.outputs
        return mix(self.values["c"], outputs.gradients).reshape(outputs.x.shape)

    def draw(self, f, x, c):
        outputs = self._outputs(f, x)
        self.linear = self._for_the_browser(outputs)
        return draw_mixer(outputs, c, self._functions[f].said, self._names_of(f), self.narrow)

    def as_code(self, f, x, c):
        code, outputs = self._functions[f].code, self._outputs(f, x)
        weights = [np.asarray(part).tolist() for part in split(c, outputs.shapes)]
        arrays = {name: array for name, array in (("W", W), ("B", np.array(B))) if name in code}
        if len(weights) == 1:
            outputs_line, ys = f"y = {code}", "y"
            weights_line, last = (
                f"c = np.array({weights[0]})",
                "ad.gradients(y, x)  # times c would come too late",
            )
        else:
            outputs_line, ys = f"ys = list({code})" if code == GIVEN else f"ys = [{code}]", "ys"
            weights_line, last = f"c = {weights}", "ad.gradients(ys, x)  # already added up"
        return "\n".join(
            [
                "import numpy as np",
                "",
                "from helpers import autodiff as ad",
                "",
                *(f"{name} = np.array({array.tolist()})" for name, array in arrays.items()),
                f"x = ad.Tensor({x.tolist()})",
                weights_line,
                outputs_line + "  # f is the function you gave" * (code == GIVEN),
                f"gradient = ad.gradients({ys}, x, grad_ys=c)",
                f"finished = {last}",
            ]
        )

    def adjust(self, name, values):
        count = self._controls["c"].value.size
        if name == "f":
            start = np.array(self._functions[values["f"]].x)
            same = np.shape(values["x"]) == start.shape
            self.set_controls(*self._controls_at(values["f"], values["x"] if same else start, None))
        elif name == "reset":
            self.set_controls(*self._controls_at(*self._start))
        elif name == "ones":
            return {"c": np.ones(count)}
        elif name == "zeros":
            return {"c": np.zeros(count)}
        elif name == "one-hot":
            return {"c": next_one_hot(values["c"])}
        elif name == "output":
            return {"c": self._outputs(values["f"], values["x"]).y}
        return {}

    def _controls_at(self, f, x, grad_ys):
        outputs, names = self._outputs(f, x), self._names_of(f)
        if grad_ys is None:
            c = np.ones(outputs.y.size)
        else:
            several = len(outputs.shapes) > 1
            if several and not isinstance(grad_ys, (list, tuple)):
                raise InputError(
                    f"grad_ys must be a list of {len(outputs.shapes)}: one for every output.", "c"
                )
            each = grad_ys if several else (grad_ys,)
            c = np.concatenate([np.ravel(real_numbers("grad_ys", weights)) for weights in each])
        if c.size != outputs.y.size:
            raise InputError(f"grad_ys has {c.size} weights, but there are {outputs.y.size} outputs.", "c")
        return (
            Choice("f", f, "function", tuple(self._functions)),
            Button("ones", "weights: ones"),
            Button("one-hot", "weights: next one-hot"),
            Button("output", "weights: y itself"),
            Button("zeros", "weights: zeros"),
            Matrix("x", x, "x", step=0.1, new_row=True, in_a_row=True, names=names.get("x", ())),
            Button("reset", "Reset"),
            Matrix(
                "c", c, "weight c", step=0.1, in_picture=True, names=self._names_of_weights(outputs, names)
            ),
        )

    def _names_of(self, f):
        """What was given for the function that the exhibit started from."""
        return self._names if f == self._start[0] else {}

    @staticmethod
    def _names_of_weights(outputs, names):
        """What the picture calls the outputs, where a place in a vector would not say it."""
        a_vector = len(outputs.shapes) == 1 and len(outputs.shapes[0]) == 1
        return names.get("y", () if a_vector else tuple(output_names(outputs)))

    def _for_the_browser(self, outputs):
        """The rows behind each mix, unless one is not finite: those are left to the kernel."""
        if not np.all(np.isfinite(outputs.gradients)):
            return {}
        return {
            "control": "c",
            "number": NUMBER.pattern,
            "limit": self._controls["c"].limit,
            "parts": {name: rows.tolist() for name, rows in linear_parts(outputs).items()},
            "signed": "gap",  # written with a + too, and what the sentences about a gap go by
            "noise": NOISE * svg.largest(outputs.gradients),  # times the largest weight: less is rounding
            "rules": table_rules(),
        }

    def _outputs(self, f, x):
        check_size("x", np.size(x))
        if np.ndim(x) > 2:
            raise InputError(f"x has {np.ndim(x)} axes: at most two can be drawn.", "x")
        with np.errstate(all="ignore"):  # the picture prints NaN and ∞
            return outputs_of(self._functions[f].function, x)
