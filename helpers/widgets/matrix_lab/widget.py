"""The matrix lab as an exhibit: its controls, and what one of them changes in the others."""

from __future__ import annotations

import operator
from typing import Any

from ..base.controls import Button, Choice, Matrix, Toggle
from ..base.errors import InputError
from ..base.exhibit import Exhibit
from ..base.parsing import true_or_false
from .algebra import numpy_code
from .drawing import draw_lab
from .problems import BATCHES, GIVEN, LARGEST, PRESETS, Sizes, checked, count


class MatrixLab(Exhibit):
    """C = A B and both of its gradients: change any number of A, B or the upstream G, and everything follows.

    `a` and `b` are matrices of at most 6 × 6, or batches (3-D) of at most three of them; either may also be
    one matrix that the other's batch shares. `upstream` has the shape of C, ones by default. `transpose_a`
    and `transpose_b` say which one is stored transposed, as in ``ad.matmul``. `preset` starts from an example
    by name (``MatrixLab.presets``). `nudge` switches nudge mode on: True, or the index of the entry of A that
    is shown first, such as ``(0, 1)``. With ``formulas=False`` the formulas of dA and dB are to be
    found, until the person switches them on.

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
        formulas: bool = True,
    ):
        transpose_a = true_or_false("transpose_a", transpose_a)
        transpose_b = true_or_false("transpose_b", transpose_b)
        if preset is not None and preset not in self.presets:
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
        self._at = _whole(nudge) if isinstance(nudge, tuple) else None
        on = self._at is not None or (nudge is not None and true_or_false("nudge", nudge))
        controls = self._begin(*self._first, on, true_or_false("formulas", formulas))
        if self._at is not None and not self._is_entry_of_a(self._at):
            shape = self._sizes.shape("A")
            raise InputError(f"nudge={self._at} is not the index of an entry of A, which has shape {shape}.")
        super().__init__(*controls)

    def draw(self, A, B, G, transpose_a, transpose_b, nudge, formulas, **_):
        at = self._at if self._at is not None and self._is_entry_of_a(self._at) else None
        return draw_lab(*self._arrays(A, B, G), transpose_a, transpose_b, nudge, at, formulas, self.narrow)

    def as_code(self, A, B, G, transpose_a, transpose_b, formulas, **_):
        return numpy_code(*self._arrays(A, B, G), transpose_a, transpose_b) if formulas else ""

    def adjust(self, name, values):
        if name == "reset":
            self.set_controls(*self._begin(*self._first, values["nudge"], values["formulas"]))
        elif name == "preset":
            turned = values["transpose_a"], values["transpose_b"]
            self.set_controls(*self._begin(values["preset"], *turned, values["nudge"], values["formulas"]))
        elif not self._read()[1]:  # with a cell at fault, the tables keep their shape and what was typed
            wanted = self._wanted(values)
            if wanted != self._sizes:
                now = dict(zip("ABG", self._arrays(values["A"], values["B"], values["G"]), strict=True))
                arrays = {n: wanted.store(n, array, self._sizes.flips(n)) for n, array in now.items()}
                self.set_controls(
                    *self._controls_for(wanted, arrays, *(values[x] for x in ("preset", "nudge", "formulas")))
                )
        return {}

    def _wanted(self, values):
        """The sizes that the switches ask for, and that a whole table pasted into A or B brings with it."""
        sizes = {size: int(values[size]) for size in "mkn"}
        for name, free in (("A", "m"), ("B", "n")):
            before, now = self._sizes.shape(name), values[name].shape
            if len(before) == 3 or now == before:
                continue
            inner = int(name == "A") ^ self._sizes.flips(name)  # the axis along which A and B meet
            if now[inner] != sizes["k"]:
                raise InputError(
                    f"You pasted {now[0]} × {now[1]} numbers, but {name} needs "
                    f"{count(sizes['k'], ('row', 'column')[inner])} to multiply with {'BA'[name == 'B']}: "
                    f"set the inner size to {now[inner]} first, then paste again.",
                    at=name,
                )
            sizes[free] = now[1 - inner]
        turned = values["transpose_a"], values["transpose_b"]
        return Sizes(*sizes.values(), *BATCHES[values["batch"]], *turned)

    def _begin(self, preset, transpose_a, transpose_b, nudge, formulas):
        sizes, arrays = self._starts[preset]
        wanted = sizes._replace(transpose_a=transpose_a, transpose_b=transpose_b)
        arrays = {name: wanted.store(name, array, sizes.flips(name)) for name, array in arrays.items()}
        return self._controls_for(wanted, arrays, preset, nudge, formulas)

    def _controls_for(self, sizes, arrays, preset, nudge, formulas):
        self._sizes = sizes
        upto = [str(n + 1) for n in range(LARGEST)]
        batch = next(name for name, many in BATCHES.items() if many == (sizes.batch, sizes.shared))
        alone = sizes.batch == 1
        return [
            Choice("preset", preset, "Start from", options=list(self._starts)),
            Button("reset", "Reset"),
            Choice("m", str(sizes.m), "Rows", options=upto),
            Choice("k", str(sizes.k), "Inner", options=upto),
            Choice("n", str(sizes.n), "Columns", options=upto),
            Choice("batch", batch, "Batch", options=list(BATCHES)),
            Toggle("transpose_a", sizes.transpose_a, "A is stored transposed"),
            Toggle("transpose_b", sizes.transpose_b, "B is stored transposed"),
            Toggle("nudge", nudge, "Nudge: add 1"),
            Toggle("formulas", formulas, "Formulas"),
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
        """The tables of the controls as arrays: with a batch axis where the problem has one."""
        shapes = [self._sizes.shape(name) for name in "ABG"]
        return [table.reshape(s) if len(s) == 3 else table for table, s in zip(tables, shapes, strict=True)]

    def _is_entry_of_a(self, index):
        shape = self._sizes.shape("A")
        whole = len(index) == len(shape) and all(type(i) is int for i in index)
        return whole and all(i in range(n) for i, n in zip(index, shape, strict=True))


def _whole(index):
    """An index as plain whole numbers, if that is what it is."""
    try:
        return tuple(operator.index(i) for i in index)
    except TypeError:
        return index
