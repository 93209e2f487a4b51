"""Every operation of the engine as a checkable case: a function, and inputs from where it is smooth.

The same table drives the order-2 checks, the broken copies of the rules, and the comparison with other
frameworks. `np` is passed in, so that a peer can bring its own NumPy.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from helpers import autodiff as ad


@dataclass(frozen=True)
class Case:
    name: str
    f: Callable[..., Any]  # of arrays or Tensors
    shapes: tuple  # of the inputs
    domain: str = "any"  # where the inputs are drawn from
    is_complex: bool = False  # whether it is checked for complex inputs too

    def inputs(self, dtype=float, seed=0):
        random = np.random.default_rng(seed)
        return [draw(self.domain, shape, dtype, random) for shape in self.shapes]


def draw(domain, shape, dtype, random):
    """Numbers away from kinks, poles and branch cuts."""
    if domain == "invertible":
        return draw("any", shape, dtype, random) + 3 * np.eye(shape[-1])
    if domain == "stack":  # of invertible matrices, beside anything else
        return draw("invertible" if len(shape) == 3 else "any", shape, dtype, random)
    x = random.normal(size=shape)
    if dtype is complex:
        x = x + 1j * random.normal(size=shape)
    return {
        "any": lambda: x + 0.05 * np.sign(np.real(x)),
        "positive": lambda: np.abs(np.real(x)) + 0.5 + (0.3j * np.imag(x) if dtype is complex else 0),
        "inside": lambda: x * 0.3,  # |x| < 1, for arcsin, arctanh
        "outside": lambda: np.abs(np.real(x)) + 1.5 + (0.3j * np.imag(x) if dtype is complex else 0),
    }[domain]()


PADS_BY_AXIS = np.lib.NumpyVersion(np.__version__) >= "2.2.0"
M, V = (3, 4), (4,)
SQUARE = (3, 3)
ROWS = np.array([0, 2, 2])
FEW = np.array([[True, False, True, True], [True, True, True, False], [True, True, False, True]])
MASK = np.array([[True, False, True, True], [False, False, True, False], [True, True, False, True]])


def unary(name, domain="any", is_complex=True):
    function = getattr(np, name)
    return Case(name, lambda x: function(x), (M,), domain, is_complex)


def binary(name, domain="any", is_complex=True):
    function = getattr(np, name)
    return Case(name, lambda a, b: function(a, b), (M, V), domain, is_complex)


def real(name, f, *shapes, domain="any"):
    return Case(name, f, shapes, domain)


def both(name, f, *shapes, domain="any"):
    return Case(name, f, shapes, domain, is_complex=True)


ELEMENTWISE = [
    *map(binary, ["add", "subtract", "multiply"]),
    *(binary(name, "positive") for name in ("divide", "power")),
    *(binary(name, is_complex=False) for name in ("logaddexp", "hypot", "maximum", "minimum")),
    binary("arctan2", "positive", is_complex=False),
    real("remainder", lambda a, b: np.remainder(a, b), M, V, domain="outside"),
    real("divmod", lambda a, b: np.divmod(a, b)[1] * divmod(a, 1.5)[1], M, V, domain="outside"),
    real("divmod of a number", lambda b: divmod(7.0, b)[1], V, domain="outside"),
    real("power 3", lambda x: x**3, M),
    both("power -2", lambda x: x**-2, M, domain="positive"),
    real("2 power x", lambda x: 2.0**x, M),
    *map(unary, ["negative", "positive", "square", "exp", "exp2", "expm1", "sin", "cos", "sinh", "cosh"]),
    *map(unary, ["arcsinh", "absolute", "sign", "conjugate", "real", "imag", "angle", "copy"]),
    *(unary(name, "positive") for name in ("sqrt", "reciprocal", "log", "log2", "log10", "log1p")),
    *(unary(name, "inside") for name in ("tan", "arcsin", "arccos", "arctan", "tanh", "arctanh")),
    unary("arccosh", "outside"),
    unary("cbrt", "positive", is_complex=False),
    *(unary(name, is_complex=False) for name in ("deg2rad", "rad2deg", "radians", "degrees")),
    *(real(f.__name__, lambda x, f=f: f(x) * x, M) for f in (np.floor, np.ceil, np.trunc, np.rint)),
    *(real(f.__name__, lambda x, f=f: f(x, 1) * x, M) for f in (np.round, np.around)),
    real("heaviside", lambda a, b: np.heaviside(np.where(plain(a) > 0, a, 0.0), b) * a, M, V),
    real("select", lambda a, b: np.select([plain(a) > 0.5, plain(b) > 0], [a * b, a], b), M, V),
    real("nan_to_num", lambda x: np.nan_to_num(np.where(plain(x) > 0.5, np.inf, x), posinf=2.0) ** 2, M),
    real("interp", lambda x, xp, fp: np.interp(x, np.cumsum(xp**2) - 2.0, fp), M, V, V),
    both("where", lambda a, b: np.where(np.real(plain(a)) > 0, a * b, a), M, V),
    real("clip", lambda x: np.clip(x, -0.5, 0.5), M),
    both("real and imag", lambda x: np.real(x) * np.imag(x * x), M),
    unary("angle"),
    unary("copy"),
    real("cast to complex", lambda x: x * (1 + 2j), M),
]

REDUCTIONS = [
    both("sum", lambda x: np.sum(x), M),
    both("sum axis", lambda x: np.sum(x, axis=-2), M),
    both("sum axes keepdims", lambda x: x * np.sum(x, axis=(0, -1), keepdims=True), (2, 3, 2)),
    both("sum positional", lambda x: x.sum(-1), M),
    both("sum where", lambda x: np.sum(x, axis=0, where=MASK, initial=3.0) ** 2, M),
    both("mean", lambda x: np.mean(x), M),
    both("mean where", lambda x: np.mean(x, axis=1, where=MASK, keepdims=True) ** 2, M),
    both("mean axes", lambda x: np.mean(x, axis=(-3, -1), keepdims=True), (2, 3, 2)),
    both("prod", lambda x: np.prod(x), (2, 3)),
    both("prod axes", lambda x: np.prod(x, axis=(-1, 0)), (2, 3, 2)),
    both(
        "prod with zeros", lambda x: np.prod(x * np.array([[1.0, 0.0, 1.0], [1.0, 1.0, 1.0]]), axis=1), (2, 3)
    ),
    both(
        "prod axes with zeros",
        lambda x: np.prod(x * (np.arange(12).reshape(2, 3, 2) % 5 != 0), axis=(-1, 0)),
        (2, 3, 2),
    ),
    real("max", lambda x: np.max(x), M),
    real("max axes", lambda x: np.max(x, axis=(-1, -2)) ** 2, (2, 3, 2)),
    real("amax keepdims", lambda x: x * np.amax(x, axis=-2, keepdims=True), M),
    real("min", lambda x: x.min(), M),
    real("min axis", lambda x: np.min(x, axis=(0, 1)) ** 2, (2, 3, 2)),
    real("amin", lambda x: np.amin(x) ** 2, M),
    both("cumsum", lambda x: np.cumsum(x), M),
    both("cumsum axis", lambda x: np.cumsum(x, axis=-1) ** 2, M),
    both("cumprod", lambda x: np.cumprod(x), (2, 3)),
    both("cumprod axis, with zeros", lambda x: np.cumprod(x * MASK, axis=0), M),
    real("median", lambda x: np.median(x) ** 2, M),
    real("median axis", lambda x: np.median(x, axis=-2) ** 2, (2, 4, 3)),
    real("ptp", lambda x: np.ptp(x, axis=1) ** 2, M),
    both("nansum", lambda x: np.nansum(np.where(MASK, np.nan, x), axis=0) ** 2, M),
    both("diff", lambda x: np.diff(x) ** 2, M),
    both("diff twice, axis", lambda x: np.diff(x, n=2, axis=0) ** 2, M),
    both("trapezoid", lambda y: np.trapezoid(y, dx=0.5), M),
    both("trapezoid axis", lambda y, x: np.trapezoid(y, x, axis=0), M, (3,)),
    both("trapezoid of curves", lambda y, x: np.trapezoid(y, x), M, M),
    both("var where, correction", lambda x: np.var(x, axis=0, where=FEW, correction=1), M),
    both("add.reduce", lambda x: np.add.reduce(x) ** 2 * np.add.accumulate(x, 1)[0], M),
    both(
        "multiply.reduce", lambda x: np.multiply.reduce(x, axis=1) ** 2 * np.multiply.accumulate(x)[:, 1], M
    ),
    real("maximum.reduce", lambda x: np.maximum.reduce(x) * np.minimum.reduce(x, axis=0, keepdims=True), M),
    real("logaddexp.reduce", lambda x: np.logaddexp.reduce(x, axis=1, keepdims=True) * x, M),
    real("logaddexp.reduce of all", lambda x: np.logaddexp.reduce(x, axis=None) ** 2, M),
    both("outer", lambda a, b: np.multiply.outer(a, b) + np.subtract.outer(a, b) ** 2, (2, 3), (2,)),
    real("median axes", lambda x: np.median(x, axis=(0, -1), keepdims=True) * x, (2, 3, 3)),
    real("quantile", lambda x: np.quantile(x, [0.2, 0.7], axis=0) ** 2, M),
    real("quantile of all", lambda x: np.quantile(x, 0.3, keepdims=True) ** 2, M),
    real(
        "percentile", lambda x: np.percentile(x, np.array([[10.0, 50.0]]), axis=(1, 0), keepdims=True) ** 2, M
    ),
    both("average", lambda x, w: np.average(x, axis=1, weights=w) ** 2, M, V, domain="positive"),
    both("average of rows", lambda x: np.average(x, axis=0, keepdims=True) * np.average(x, weights=x), M),
    both("nanmean", lambda x: np.nanmean(np.where(MASK, np.nan, x), axis=1, keepdims=True) ** 2, M),
    both("cov", lambda x: np.cov(x), M),
    both("cov of two, ddof", lambda x, y: np.cov(x, y, rowvar=False, ddof=0), M, (3,)),
    both("cov of one", lambda x: np.cov(x, bias=True), V),
    both("apply_along_axis", lambda x: np.apply_along_axis(lambda v: v[:2] * np.sum(v), 1, x), (2, 3, 2)),
    both("apply_along_axis to numbers", lambda x: np.apply_along_axis(np.prod, 0, x), M),
    both("var", lambda x: np.var(x), M),
    both("var axes ddof", lambda x: np.var(x, axis=(-1, 0), ddof=1, keepdims=True), (2, 3, 2)),
    both("std axis", lambda x: x.std(axis=-2, ddof=1), M),
]

SHAPES = [
    both("reshape", lambda x: np.reshape(x, (2, -1)), M),
    both("reshape method", lambda x: x.reshape(6, 2) ** 2, M),
    both("reshape order", lambda x: np.reshape(x, (2, 6), order="F") ** 2, M),
    both("ravel", lambda x: np.ravel(x), M),
    both("ravel order", lambda x: np.ravel(x, "F") ** 2 * x.T.flatten("F"), M),
    both("squeeze", lambda x: np.squeeze(x, axis=1), (3, 1, 2)),
    both("expand_dims", lambda x: np.expand_dims(x, (-1, 0)), M),
    both("transpose", lambda x: np.transpose(x, (2, 0, 1)), (2, 3, 2)),
    both("transpose negative axes", lambda x: np.transpose(x, (-1, 0, 1)) ** 2, (2, 3, 2)),
    both("T", lambda x: x.T, M),
    both("matrix_transpose", lambda x: np.matrix_transpose(x) * np.linalg.matrix_transpose(x), (2, 3, 2)),
    both("swapaxes", lambda x: np.swapaxes(x, -3, -1), (2, 3, 2)),
    both("moveaxis", lambda x: np.moveaxis(x, -1, -3), (2, 3, 2)),
    both("moveaxis several", lambda x: np.moveaxis(x, [0, 1], [-1, 0]), (2, 3, 2)),
    both("broadcast_to", lambda x: np.broadcast_to(x, (2, 3, 4)) ** 2, (3, 1)),
    both("full_like", lambda x, a: np.full_like(x, a) * x, M, ()),
    both("roll", lambda x: np.roll(x, 2), M),
    both("roll axes", lambda x: np.roll(x, (1, -2), (-1, 0)), M),
    both("flip", lambda x: np.flip(x, (-1, 0)), M),
    both("flipud and fliplr", lambda x: np.flipud(x) * np.fliplr(x), M),
    both("tril", lambda x: np.tril(x, -1), M),
    both("triu", lambda x: np.triu(x), M),
    both("slice", lambda x: x[1:, ::-2] ** 2, M),
    both("one entry", lambda x: x[1, 2] ** 2, M),
    both("ellipsis and new axis", lambda x: x[..., None, 1] ** 2, M),
    both("rows, one twice", lambda x: x[ROWS] ** 2, M),
    both("pairs, one twice", lambda x: x[ROWS, ROWS] ** 2, M),
    both("mask", lambda x: x[MASK] ** 2, M),
    both("index beside a slice", lambda x: x[1:, ROWS] ** 2, (3, 3)),
    both("scatter", lambda x: np.diag(x, 1) ** 2, V),
    both("diag", lambda x: np.diag(x, -1) ** 2, M),
    both("diagonal", lambda x: np.diagonal(x) ** 2, (3, 4, 2)),
    both("diagonal of other axes", lambda x: np.diagonal(x, -1, axis1=2, axis2=0) ** 2, (3, 4, 2)),
    both("trace", lambda x: np.trace(x, 1) ** 2, M),
    both("trace of other axes", lambda x: np.trace(x, axis1=1, axis2=2) ** 2, (3, 4, 2)),
    both("linalg.diagonal", lambda x: np.linalg.diagonal(x, offset=1) ** 2, (2, 3, 4)),
    both("linalg.trace", lambda x: np.linalg.trace(x, offset=1) ** 2, (2, 3, 4)),
    both("take_along_axis", lambda x: np.take_along_axis(x, ROWS[:, None], axis=1) ** 2, M),
    real("sort", lambda x: np.sort(x) ** 2 * x, M),
    real("sort axis", lambda x: np.sort(x, axis=0) ** 2 * x, M),
    real("sort flat", lambda x: np.sort(x, axis=None) ** 2, M),
    both("sliding_window_view", lambda x: sliding_window_view(x, (2, 2)) ** 2, M),
    both("linspace", lambda a, b: np.linspace(a, b, 4) ** 2, V, ()),
    both("meshgrid", lambda a, b: np.prod(np.stack(np.meshgrid(a, b)), axis=0), (3,), (2,)),
    both("broadcast_arrays", lambda a, b: np.multiply(*np.broadcast_arrays(a, b)), M, V),
    both("atleast_1d", lambda a, b: np.atleast_1d(a, b)[0] * b, (), V),
    both("atleast_2d", lambda x: np.atleast_2d(x) ** 2, V),
    both("atleast_3d", lambda x: np.atleast_3d(x) ** 2, M),
    both("append", lambda a, b: np.append(a, b) ** 2, M, V),
    both("append axis", lambda a, b: np.append(a, b, axis=0) ** 2, M, (2, 4)),
    both("block of one level", lambda a, b: np.block([a, b]) ** 2, (3,), (2, 3)[1:]),
    both("block of three levels", lambda a, b: np.block([[[a, b], [b, a]]]) ** 2, (2,), (2,)),
    both("meshgrid by rows", lambda a, b: np.prod(np.meshgrid(a, b, [2.0], indexing="ij")[0], 2), (3,), (2,)),
    both("block", lambda a, b: np.block([[a, 2 * b], [np.ones((1, 6))]]) ** 2, M, (3, 2)),
    both("tile few", lambda x: np.tile(x, 3) ** 2 * np.tile(x[:1], (3, 3)), M),
    both("repeat flat", lambda x: np.repeat(x, 2) ** 2, M),
    both("atleast_3d of a vector", lambda x: np.atleast_3d(x) ** 2 * np.atleast_3d(x[0]), V),
    both("parts and the whole", lambda x: np.sum(x[0] * x[2] * x[ROWS][1]) * np.sin(x), M),
    both("delete", lambda x: np.delete(x, [0, 2], axis=1) ** 2, M),
    both("take", lambda x: np.take(x, [-1, 0, 0], axis=-2) ** 2, M),
    both("repeat", lambda x: np.repeat(x, 2, axis=-2) ** 2, M),
    both("repeat unevenly", lambda x: np.repeat(x, [1, 0, 2], axis=0) ** 2, M),
    both("tile", lambda x: np.tile(x, (2, 1, 2)) ** 2, M),
    both("pad some axes", lambda x: np.pad(x, {-1: (2, 1), 0: 1}) ** 2, M)
    if PADS_BY_AXIS
    else both("pad one", lambda x: np.pad(x, 1) ** 2, M),
    both("pad", lambda x: np.pad(x, ((1, 0), (2, 1))) ** 2, M),
    both("concatenate", lambda a, b: np.concatenate([a, 2 * b, a], axis=-1) ** 2, M, (3, 2)),
    both("concatenate flat", lambda a, b: np.concatenate([a, b], axis=None) ** 2, M, V),
    both("stack", lambda a, b: np.stack([a, b * a], axis=-1) ** 2, M, M),
    both("vstack", lambda a, b: np.vstack([a, b]) ** 2, M, V),
    both("hstack", lambda a, b: np.hstack([a, b]) ** 2, M, (3, 1)),
    both("column_stack", lambda a, b: np.column_stack([a, b, a]) ** 2, (3,), (3, 2)),
    both("split", lambda x: np.split(x, 2, axis=-1)[1] * np.split(x, [1], axis=1)[0], M),
    both("array_split", lambda x: np.array_split(x, 3, axis=1)[0] ** 2, M),
    both("iterate", lambda x: sum(row**2 for row in x), M),
]

LINEAR_ALGEBRA = [
    both("matmul", lambda a, b: a @ b, (2, 3), (3, 4)),
    both("matmul NT", lambda a, b: ad.matmul(a, b, transpose_b=True), (2, 3), (4, 3)),
    both("matmul TN", lambda a, b: ad.matmul(a, b, transpose_a=True), (3, 2), (3, 4)),
    both("matmul TT", lambda a, b: ad.matmul(a, b, transpose_a=True, transpose_b=True), (3, 2), (4, 3)),
    both("matmul batch", lambda a, b: a @ b, (2, 2, 3), (2, 3, 2)),
    both("matmul broadcast batch", lambda a, b: a @ b, (2, 1, 2, 3), (3, 2)),
    both("matmul of batches that broadcast", lambda a, b: a @ b, (2, 1, 2, 3), (3, 3, 2)),
    both("matmul matrix by batch", lambda a, b: a @ b, (2, 3), (4, 3, 2)),
    both("matmul matrix by batch TN", lambda a, b: ad.matmul(a, b, True, False), (3, 2), (2, 2, 3, 2)),
    both("matmul batch by matrix NT", lambda a, b: ad.matmul(a, b, False, True), (2, 2, 3), (4, 3)),
    both("matmul batch TT", lambda a, b: ad.matmul(a, b, True, True), (2, 3, 2), (1, 2, 3)),
    both("dot of vectors", lambda a, b: a @ b, V, V),
    both("vector matrix", lambda a, b: a @ b, (3,), (3, 2)),
    both("matrix vector", lambda a, b: a @ b, (2, 3), (3,)),
    both("vector batch", lambda a, b: a @ b, (3,), (2, 3, 2)),
    both("batch vector", lambda a, b: a @ b, (2, 2, 3), (3,)),
    both("dot", lambda a, b: np.dot(a, b), M, V),
    both("dot with a number", lambda a, b: np.dot(a, b), M, ()),
    both("dot 3-D", lambda a, b: np.dot(a, b), (2, 3), (2, 3, 2)),
    both("tensordot", lambda a, b: np.tensordot(a, b, axes=2), (2, 3, 2), (3, 2, 2)),
    both("tensordot axes", lambda a, b: np.tensordot(a, b, axes=([0, -1], [-2, 0])), (2, 3, 2), (2, 2, 3)),
    both("inner", lambda a, b: np.inner(a, b), M, (2, 4)),
    both("inner with a number", lambda a, b: np.inner(a, b), (), V),
    both("outer", lambda a, b: np.outer(a, b), (3,), (2,)),
    both("vdot", lambda a, b: np.vdot(a, b), M, M),
    both("linalg.matmul", lambda a, b: np.linalg.matmul(a, b), (2, 3), (3, 2)),
    both("linalg.outer", lambda a, b: np.linalg.outer(a, b), (3,), (2,)),
    both("linalg.tensordot", lambda a, b: np.linalg.tensordot(a, b, axes=1), (2, 3), (3, 2)),
    both("multi_dot", lambda a, b, c: np.linalg.multi_dot([a, b, c]), (2, 3), (3, 3), (3,)),
    both("multi_dot of many", lambda *abcd: np.linalg.multi_dot(abcd), (4,), (4, 2), (2, 5), (5, 3)),
    both("matrix_power 0", lambda a: np.linalg.matrix_power(a, 0) * a, SQUARE),
    both("matrix_power", lambda a: np.linalg.matrix_power(a, 3), SQUARE),
    both("matrix_power -2", lambda a: np.linalg.matrix_power(a, -2), SQUARE, domain="invertible"),
    both("kron", lambda a, b: np.kron(a, b), (2, 3), (2, 2)),
    both("kron of a vector", lambda a, b: np.kron(a, b), (2, 2), (3,)),
    both("cross", lambda a, b: np.cross(a, b), (2, 3), (3,)),
    both("linalg.cross", lambda a, b: np.linalg.cross(a, b, axis=0), (3, 2), (3, 2)),
    both("convolve", lambda a, b: np.convolve(a, b), (5,), (3,)),
    both("convolve same", lambda a, b: np.convolve(a, b, "same"), (3,), (4,)),
    both("convolve valid", lambda a, b: np.convolve(a, b, mode="valid"), (5,), (2,)),
    both("polyval", lambda p, x: np.polyval(p, x), V, (3,)),
    both("einsum matmul", lambda a, b: np.einsum("ij,jk->ik", a, b), (2, 3), (3, 2)),
    both("einsum implicit", lambda a, b: np.einsum("ij,jk", a, b), (2, 3), (3, 2)),
    both("einsum trace", lambda a: np.einsum("ii->", a) ** 2, SQUARE),
    both("einsum diagonal", lambda a: np.einsum("ii->i", a) ** 2, SQUARE),
    both("einsum lone letter", lambda a, b: np.einsum("ij,k->k", a, b), (2, 3), (2,)),
    both("einsum batch", lambda a, b: np.einsum("...ij,...jk->...ik", a, b), (2, 2, 3), (2, 3, 2)),
    both("einsum batch implicit", lambda a, b: np.einsum("...ij,j...k", a, b), (2, 2, 3), (3, 1, 2)),
    both("einsum capitals", lambda a, b: np.einsum("...ZZ,...ZA->...ZA", a, b), (2, 3, 3), (1, 3, 2)),
    both("einsum three", lambda a, b, c: np.einsum("i,ij,j->", a, b, c), (2,), (2, 3), (3,)),
    both(
        "einsum optimize", lambda a, b, c: np.einsum("ij,jk,k", a, b, c, optimize=True), (2, 3), (3, 2), (2,)
    ),
    both("einsum stretched", lambda a, b: np.einsum("i,i->", a, b), (1,), (3,)),
    both("einsum of lists", lambda a, b: np.einsum(a, [0, 1], b, [1, 2], [2, 0]), (2, 3), (3, 2)),
    both("einsum of lists, implicit", lambda a, b: np.einsum(a, [..., 1, 0], b, [0, 2]), (2, 4, 3), (3, 2)),
    both("inv", lambda a: np.linalg.inv(a), SQUARE, domain="invertible"),
    both("det", lambda a: np.linalg.det(a), SQUARE, domain="invertible"),
    both("det batch", lambda a: np.linalg.det(a), (2, 2, 2), domain="invertible"),
    both("slogdet", lambda a: np.linalg.slogdet(a).logabsdet, SQUARE, domain="invertible"),
    both("slogdet sign", lambda a: np.multiply(*np.linalg.slogdet(a)), (2, 3, 3), domain="invertible"),
    both("pinv", lambda a: np.linalg.pinv(a), (3, 2)),
    both("pinv of wide ones", lambda a: np.linalg.pinv(a), (2, 2, 3)),
    both("cholesky", lambda a: np.linalg.cholesky(a @ H(a) + 2 * np.eye(3)), SQUARE),
    both("cholesky of several", lambda a: np.linalg.cholesky(a @ H(a) + np.eye(2)), (2, 2, 2)),
    both("eigvalsh", lambda a: np.linalg.eigvalsh(a + H(a)), SQUARE),
    both("eigh", lambda a: exponential(*np.linalg.eigh(a + H(a))), SQUARE),
    both("eigh vectors", lambda a: np.absolute(np.linalg.eigh(a + H(a)).eigenvectors) ** 2, (2, 2, 2)),
    both("svd values", lambda a: np.linalg.svd(a, compute_uv=False), M),
    both("svdvals", lambda a: np.linalg.svdvals(a), (2, 3, 2)),
    both("svd", lambda a: polar(*np.linalg.svd(a)), SQUARE, domain="invertible"),
    both("svd tall", lambda a: polar(*np.linalg.svd(a, full_matrices=False)), (4, 2)),
    both("svd wide", lambda a: polar(*np.linalg.svd(a, full_matrices=False)), (2, 2, 3)),
    both("solve vector", lambda a: np.linalg.solve(a, a[0] * 2), SQUARE, domain="invertible"),
    both("solve matrix", lambda a: np.linalg.solve(a, a[:, :2] ** 2), SQUARE, domain="invertible"),
    both("solve by a stack", lambda a, b: np.linalg.solve(a, b), (2, 3, 3), (3, 2), domain="stack"),
    both("norm", lambda x: np.linalg.norm(x), M),
    both("norm axis", lambda x: np.linalg.norm(x, axis=-1, keepdims=True), M),
    both("norm 1", lambda x: np.linalg.norm(x, 1), V),
    both("norm 3 axis", lambda x: np.linalg.norm(x, 3, axis=0), M),
    real("norm inf", lambda x: np.linalg.norm(x, np.inf), V),
    real("norm -inf", lambda x: np.linalg.norm(x, -np.inf), V),
    both("vector_norm", lambda x: np.linalg.vector_norm(x, axis=(0, 2), ord=3), (2, 3, 2)),
    both("matrix_norm", lambda x: np.linalg.matrix_norm(x, keepdims=True), (2, 3, 2)),
    both("norm fro", lambda x: np.linalg.norm(x, "fro"), M),
]

FOURIER = [
    both("fft", lambda x: np.fft.fft(x) * x, M),
    both("fft cut off", lambda x: np.fft.fft(x, 2, axis=0, norm="ortho") ** 2, M),
    both("fft filled up", lambda x: np.fft.fft(x, n=6, norm="forward") ** 2, M),
    both("ifft", lambda x: np.fft.ifft(x, axis=0) ** 2 * x, M),
    both("ifft filled up", lambda x: np.fft.ifft(x, 5, norm="forward") ** 2, M),
    both("fft2 and ifft2", lambda x: np.fft.ifft2(np.fft.fft2(x) ** 2), (2, 3, 4)),
    both("fftn and ifftn", lambda x: np.fft.ifftn(np.fft.fftn(x) ** 2, s=(3, 2), axes=(0, 2)), (2, 3, 4)),
    real("rfft", lambda x: np.fft.rfft(x) ** 2, M),
    real("rfft odd, ortho", lambda x: np.fft.rfft(x, axis=0, norm="ortho") ** 2, M),
    real(
        "rfft cut off and filled up", lambda x: np.fft.rfft(x, 3)[..., :2] * np.fft.rfft(x, n=7)[..., :2], M
    ),
    both("irfft", lambda x: np.fft.irfft(x) ** 2, M),
    both("irfft odd, ortho", lambda x: np.fft.irfft(x, 5, norm="ortho") ** 2, M),
    both("irfft cut off", lambda x: np.fft.irfft(x, n=4, axis=0, norm="forward") ** 2, (5, 2)),
    both("irfft filled up", lambda x: np.fft.irfft(x, n=10) ** 2, M),
]

# Equal shapes: here operands taken the wrong way round do not show by their shape, only by their numbers.
EQUAL_SHAPES = [
    Case(f"{case.name}, equal shapes", case.f, (M, M), case.domain, case.is_complex)
    for case in ELEMENTWISE
    if len(case.shapes) == 2
] + [
    both("matmul square", lambda a, b: a @ b, SQUARE, SQUARE),
    both("matmul square TN", lambda a, b: ad.matmul(a, b, transpose_a=True), SQUARE, SQUARE),
    both("dot of equal vectors", lambda a, b: a @ b, V, V),
    both("einsum square", lambda a, b: np.einsum("ij,jk->ki", a, b), SQUARE, SQUARE),
    both("solve square", lambda a, b: np.linalg.solve(a, b), SQUARE, SQUARE, domain="invertible"),
    both("concatenate equal", lambda a, b: np.concatenate([a, b]) ** 2, M, M),
]

if hasattr(np, "unstack"):  # since NumPy 2.1
    SHAPES.append(both("unstack", lambda x: np.multiply(*np.unstack(x, axis=-1)), (3, 2)))

CASES = ELEMENTWISE + REDUCTIONS + SHAPES + LINEAR_ALGEBRA + FOURIER + EQUAL_SHAPES


def H(x):
    """The conjugate transpose."""
    return np.conjugate(np.swapaxes(x, -1, -2))


def exponential(w, V):
    """exp(A) of a Hermitian A: it does not depend on how the eigenvectors are turned."""
    return V * np.exp(w)[..., None, :] @ H(V)


def polar(U, s, Vh):
    """The unitary factor of A, and A^3 of a kind: neither depends on how the singular vectors are turned."""
    return U @ Vh + U * s[..., None, :] ** 3 @ Vh


def plain(x):
    """The values, to choose by: a choice is not differentiated."""
    return x.value if isinstance(x, ad.Tensor) else x
