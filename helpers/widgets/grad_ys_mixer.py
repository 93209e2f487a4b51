"""One weight per output: the gradient as a mix of each output's own gradient, beside the wrong idea.

The mix is linear in the weights. So the exhibit tells the browser once what each weight is multiplied by, and
a weight that moves is answered there, without the kernel: even on a page that has none. `mix` adds up in the
same order as the browser does, and both write numbers alike, so the two pictures agree to the last digit.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import traitlets

from helpers import autodiff as ad
from helpers.drawing import svg
from helpers.drawing.svg.printing import NOISE
from helpers.drawing.svg.tables import table_rules

from .controls import Button, Choice, Matrix
from .errors import InputError
from .examples import LARGEST, B, function_name, next_one_hot
from .exhibit import Exhibit
from .formula import parse_formula
from .parsing import NUMBER, real_numbers, write_number

W = np.array([[1.0, 2.0, 0.0], [0.0, 1.0, -1.0], [3.0, 0.0, 1.0]])

# A name, what it says, the function, and an input to start from.
EXAMPLES = {
    "mixing": ("y = W @ (x * x)", lambda x: W @ (x * x), [1.0, 2.0, 3.0]),
    "square": ("y = x * x", lambda x: x * x, [1.0, 2.0, 3.0]),
    "softmax": ("y = exp(x) / sum(exp(x))", lambda x: np.exp(x) / np.sum(np.exp(x)), [0.0, 1.0, 2.0]),
    "matrix product": ("y = x @ B", lambda x: x @ np.array(B), [[1.0, 2.0], [3.0, 4.0]]),
    "two outputs": ("y1 = x * x and y2 = sum(x)", lambda x: (x * x, np.sum(x)), [1.0, 2.0]),
}
CODE = {
    "mixing": "W @ (x * x)",
    "square": "x * x",
    "softmax": "np.exp(x) / np.sum(np.exp(x))",
    "matrix product": "x @ B",
    "two outputs": "x * x, np.sum(x)",
}


# --- the numbers -------------------------------------------------------------------------------------------


class Outputs(NamedTuple):
    """One point of a function: its outputs, one below the other, and each one's own gradient."""

    x: np.ndarray
    shapes: tuple[tuple[int, ...], ...]  # of each y
    y: np.ndarray
    gradients: np.ndarray  # a row per number in y, with x flat
    finished: np.ndarray  # gradients(y, x): every weight 1, already added up


def outputs_of(function: Callable, x) -> Outputs:
    """The outputs of `function` at `x` (one y or a tuple of several), and each number’s gradient.

    >>> outputs = outputs_of(lambda x: (x * x, np.sum(x)), [1.0, 2.0])
    >>> outputs.gradients
    array([[2., 0.],
           [0., 4.],
           [1., 1.]])
    >>> outputs.finished
    array([3., 5.])
    """
    x = np.asarray(x, dtype=float)
    answer, pullback = ad.vjp(function, x)
    several = isinstance(answer, (tuple, list))
    ys = [np.asarray(y, dtype=float) for y in (answer if several else (answer,))]
    shapes, count = tuple(y.shape for y in ys), sum(y.size for y in ys)
    _check_size("y", count)  # before a gradient is asked for each of them

    def pull(weights):
        parts = _split(weights, shapes)
        (gradient,) = pullback(type(answer)(parts) if several else parts[0])
        return np.ravel(gradient)

    rows = np.array([pull(one_hot) for one_hot in np.eye(count)])
    return Outputs(x, shapes, np.concatenate([np.ravel(y) for y in ys]), rows, pull(np.ones(count)))


def _check_size(name, size):
    if not 1 <= size <= LARGEST:
        raise InputError(f"{name} has {size} entries: between 1 and {LARGEST} can be drawn.", "f")


def _split(flat, shapes):
    """One flat array of weights as one array per y."""
    ends = np.cumsum([int(np.prod(shape)) for shape in shapes])[:-1]
    return [part.reshape(shape)[()] for part, shape in zip(np.split(flat, ends), shapes, strict=True)]


def mix(weights, rows) -> np.ndarray:
    """Σ weight · row, added in the order of the outputs, one number at a time, as the browser does it.

    >>> mix([2.0, 3.0], [[2.0, 0.0], [0.0, 4.0]])
    array([ 4., 12.])
    """
    total = np.zeros(np.shape(rows)[1])
    for weight, row in zip(weights, rows, strict=True):
        total = total + weight * np.asarray(row)
    return total


def linear_parts(outputs: Outputs) -> dict[str, np.ndarray]:
    """For each row of the picture that follows the weights: what each weight is multiplied by."""
    parts = {"right": outputs.gradients}
    if fits(outputs):
        finished, (shape,) = outputs.finished.reshape(outputs.x.shape), outputs.shapes
        each = np.eye(outputs.y.size)
        parts["after"] = np.array([np.ravel(finished * one_hot.reshape(shape)) for one_hot in each])
        parts["gap"] = parts["after"] - outputs.gradients
    return parts


def mixed_parts(outputs: Outputs, weights: np.ndarray) -> dict[str, np.ndarray]:
    """Each of `linear_parts` mixed, with the noise of rounding set to 0."""
    mixed = {name: mix(weights, rows) for name, rows in linear_parts(outputs).items()}
    return {name: svg.without_noise(values, outputs.gradients, weights) for name, values in mixed.items()}


def fits(outputs: Outputs) -> bool:
    """Whether NumPy would multiply the weights onto the finished gradient at all."""
    if len(outputs.shapes) > 1:
        return False
    try:
        return np.broadcast_shapes(*outputs.shapes, outputs.x.shape) == outputs.x.shape
    except ValueError:
        return False


# --- the picture -------------------------------------------------------------------------------------------

WIDTH = 760
LEFT, ROWS_HEIGHT = 250, 216
TABLE_WIDTH = WIDTH - LEFT
STRIP, TYPE = 34, 16
LINE = 36  # between the rows and their mix: room for a sentence about what was typed
HOW = "Each row is the gradient of one output alone. Its weight stands before it: the gradient is their mix."
NO_GAP = (
    "No gap: with these weights both ways agree. They always do when all weights are equal,",
    "or when each output depends on its own input alone.",
)
GAP = (
    "The finished gradient has added the outputs up already: what c should have weighed is gone.",
    "So the weights go in first, as grad_ys, before anything is added.",
)


def draw_mixer(outputs: Outputs, weights: np.ndarray, text: str) -> svg.Picture:
    """Each output’s own gradient beside its weight, their mix, and what multiplying afterwards gives."""
    mixed = mixed_parts(outputs, weights)
    rows = len(outputs.y) * row_height(outputs)
    bottom = 86 + rows
    title = f"One weight per output of {text}"
    said = (
        f"With grad_ys = {svg.array_text(weights)} the gradients of the outputs, "
        f"{svg.array_text(outputs.gradients)}, mix to {svg.array_text(mixed['right'])}. "
    )
    parts = [
        svg.words(title, 20, bold=True, align="start").at(0, 0),
        svg.words(HOW, svg.SMALL, svg.MUTED, align="start").at(0, 28),
        *_rows(outputs, weights, bottom),
        svg.rect(LEFT, bottom + LINE - 8, TABLE_WIDTH, 2, fill=svg.GRADIENT),
        *_strip(outputs, "right", mixed["right"], bottom + LINE, "gradients(y, x, grad_ys=c)", svg.GRADIENT),
        svg.rect(0, bottom + LINE + 48, WIDTH, 1, fill=svg.LINE, fill_opacity=0.6),
    ]
    y = bottom + LINE + 56
    heading = "The wrong idea: multiply the finished gradient afterwards"
    parts.append(svg.words(heading, TYPE, bold=True, align="start").at(0, y))
    finished = svg.without_noise(outputs.finished, outputs.gradients)
    parts += _strip(outputs, "finished", finished, y + 30, "gradients(y, x)", svg.MUTED)
    below = y + 38 + STRIP
    if fits(outputs):
        after, gap = mixed["after"], mixed["gap"]
        parts += _strip(outputs, "after", after, below, "gradients(y, x) * c", svg.MUTED)
        parts += _strip(outputs, "gap", gap, below + STRIP + 8, "how far off", svg.INK)
        said += f"Multiplying afterwards gives {svg.array_text(after)}, off by {svg.array_text(gap)}."
        for off, lines in ((False, NO_GAP), (True, GAP)):
            words = svg.canvas(0, 0, *_lines(lines, below + 2 * STRIP + 18))
            hidden = "none" if off != bool(np.any(gap)) else None
            parts.append(svg.group(words.body, data_off=str(off).lower(), display=hidden))
    else:
        parts += _lines(_misfit(outputs), below + 8)
        said += " ".join(_misfit(outputs))
    height = below + 2 * STRIP + 70 + ROWS_HEIGHT - rows  # the same for any number of outputs: nothing jumps
    return svg.picture(svg.canvas(WIDTH, height, *parts), title, desc=said)


def row_height(outputs):
    return min(56, ROWS_HEIGHT / len(outputs.y))


def _rows(outputs, weights, bottom):
    """The weights, and beside each the gradient of its output; the last row ends at `bottom`."""
    m, n = outputs.gradients.shape
    w, h = TABLE_WIDTH / n, row_height(outputs)
    top = bottom - m * h
    xs, ys = svg.entry_names("x", outputs.x.shape), output_names(outputs)

    def weight(k, _):
        lit = " ".join(f"right-{j}" for j in range(n))
        cell = {"data_cell": f"c[0,{k}]", "data_value": write_number(weights[k])}
        return cell | {"data_hot": f"c{k}", "data_lit": f"c{k} {lit}"}

    def slope(k, j):
        label = f"∂{ys[k]}/∂{xs[j]}: {svg.number(outputs.gradients[k, j])}"
        return {"data_hot": f"g{k}-{j}", "data_lit": f"g{k}-{j} c{k} right-{j}", "data_label": label}

    table = {"size": TYPE, "cell_height": h, "shrink": True}
    yield svg.words("grad_ys = c", svg.SMALL, svg.GRADIENT, True, width=90).at(0, top - 24)
    yield svg.matrix(
        weights[:, None], color=svg.GRADIENT, cell=weight, cell_width=90, **table,
        text=lambda value: write_number(value).replace("-", "−"),
    ).at(0, top)  # fmt: skip
    yield svg.matrix(outputs.gradients, color=svg.LOCAL, cell=slope, cell_width=w, **table).at(LEFT, top)
    for j, value in enumerate(np.ravel(outputs.x)):
        head = svg.words_within(f"{xs[j]} = {svg.number(value)}", svg.SMALL, w - 4, svg.MUTED, "middle")
        yield head.at(LEFT + j * w + 2, top - 24)
    for k, value in enumerate(outputs.y):
        head = svg.words_within(
            f"× gradient of {ys[k]} = {svg.number(value)}", svg.SMALL, LEFT - 108, svg.MUTED
        )
        yield head.at(98, top + (k + 0.5) * h - 10)


def _strip(outputs, name, values, y, label, color):
    """One row in the shape of x, below the rows it is made of."""
    m, n = outputs.gradients.shape
    signed = name == "gap"

    def cell(_, j):
        column = " ".join(f"g{k}-{j}" for k in range(m))
        weights = {"right": " ".join(f"c{k}" for k in range(m)), "after": f"c{j}"}.get(name, "")
        lit = f"{name}-{j} {column} {weights}".strip()
        follows = {} if name == "finished" else {"data_mix": f"{name}-{j}"}
        return {"data_hot": f"{name}-{j}", "data_lit": lit} | follows

    def text(value):
        return ("+" if signed and value > 0 else "") + svg.number(value)

    table = {"cell_width": TABLE_WIDTH / n, "cell_height": STRIP, "shrink": True}
    yield svg.words_within(label, TYPE, LEFT - 14, color, "end").at(0, y + 6)
    yield svg.matrix(values, None, TYPE, color, cell=cell, text=text, **table).at(LEFT, y)


def _lines(lines, y):
    return [svg.words_within(line, TYPE, WIDTH).at(0, y + 25 * k) for k, line in enumerate(lines)]


def output_names(outputs):
    """y[0], y[1], …, or y1[0], y2, … where there are several outputs."""
    several = len(outputs.shapes) > 1
    return [
        name
        for k, shape in enumerate(outputs.shapes)
        for name in svg.entry_names(f"y{k + 1}" if several else "y", shape)
    ]


def _misfit(outputs):
    shapes = " and ".join(map(str, outputs.shapes))
    if len(outputs.shapes) > 1:
        return [
            f"Outputs of shapes {shapes} came back as one gradient of shape {outputs.x.shape}.",
            "They are already added up: no weight can find its own output any more.",
        ]
    return [
        f"The finished gradient has shape {outputs.x.shape}, and c has shape {shapes}.",
        "There is nothing to multiply entry by entry: c belongs to the outputs, not to the inputs.",
    ]


# --- the exhibit -------------------------------------------------------------------------------------------


class GradYsMixer(Exhibit):
    """One weight per output; the gradient is their mix, and multiplying afterwards is not.

    `f` is a name from `EXAMPLES`, a formula of x, or a Python function of one array that returns one y or a
    tuple of several. `x` has at most two axes and 6 entries, and so have the outputs together. `grad_ys`, one
    weight for every number in the outputs, starts as ones. Raises `InputError` for what cannot be drawn.

    >>> mixer = GradYsMixer("square", x=[1.0, 2.0], grad_ys=[2.0, 3.0])
    >>> mixer.gradient
    array([ 4., 12.])
    >>> mixer
    <GradYsMixer: One weight per output of y = x * x>
    """

    linear = traitlets.Dict(help="what each weight is multiplied by, for the browser to mix").tag(sync=True)

    def __init__(self, f="mixing", x=None, grad_ys=None, **traits):
        self._functions = dict(EXAMPLES)
        if callable(f):
            name = getattr(f, "__name__", "<lambda>").replace("<lambda>", "f")
            self._functions, f = {name: (f"y = {name}(x)", f, [1.0, 2.0])} | self._functions, name
        elif function_name(f) not in EXAMPLES:
            self._functions = {"your own": (f"y = {f}", parse_formula(f), [1.0, 2.0])} | self._functions
            f = "your own"
        x = real_numbers("x", self._functions[f][2] if x is None else x)
        self._start = (f, x, grad_ys)
        super().__init__(*self._controls_at(f, x, grad_ys), **traits)

    @property
    def outputs(self) -> Outputs:
        """The outputs and each one's own gradient."""
        return self._outputs(self.values["f"], self.values["x"])

    @property
    def grad_ys(self) -> np.ndarray | tuple[np.ndarray, ...]:
        """The weights as `ad.gradients` takes them: in the shape of y, or one array for each of several."""
        parts = _split(self.values["c"], self.outputs.shapes)
        return parts[0] if len(parts) == 1 else tuple(parts)

    @property
    def gradient(self) -> np.ndarray:
        """The mix, in the shape of x."""
        outputs = self.outputs
        return mix(self.values["c"], outputs.gradients).reshape(outputs.x.shape)

    def draw(self, f, x, c):
        outputs = self._outputs(f, x)
        self.linear = self._for_the_browser(outputs)
        return draw_mixer(outputs, c, self._functions[f][0])

    def as_code(self, f, x, c):
        if f not in CODE:
            return ""  # the person has it already
        outputs = self._outputs(f, x)
        weights = [np.asarray(part).tolist() for part in _split(c, outputs.shapes)]
        arrays = {name: array for name, array in (("W", W), ("B", np.array(B))) if name in CODE[f]}
        if len(weights) == 1:
            outputs_line, ys = f"y = {CODE[f]}", "y"
            weights_line, last = (
                f"c = np.array({weights[0]})",
                "ad.gradients(y, x)  # times c would come too late",
            )
        else:
            outputs_line, ys = f"ys = [{CODE[f]}]", "ys"
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
                outputs_line,
                f"gradient = ad.gradients({ys}, x, grad_ys=c)",
                f"finished = {last}",
            ]
        )

    def adjust(self, name, values):
        count = self._controls["c"].value.size
        if name == "f":
            start = np.array(self._functions[values["f"]][2])
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
        outputs = self._outputs(f, x)
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
            Matrix("x", x, "x", step=0.1),
            Button("reset", "Reset"),
            Button("ones", "c: ones", new_row=True),
            Button("one-hot", "c: next one-hot"),
            Button("output", "c: y itself"),
            Button("zeros", "c: zeros"),
            Matrix("c", c, "weight c", step=0.1, in_picture=True),
        )

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
        _check_size("x", np.size(x))
        if np.ndim(x) > 2:
            raise InputError(f"x has {np.ndim(x)} axes: at most two can be drawn.", "x")
        with np.errstate(all="ignore"):  # the picture prints NaN and ∞
            return outputs_of(self._functions[f][1], x)
