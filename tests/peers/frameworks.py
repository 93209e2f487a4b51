"""The same case in another framework: it gets the function, the inputs and the upstream, and gives gradients.

JAX, autograd and TensorFlow bring a NumPy of their own, so the functions of `tests.autodiff.cases` run on
them as they are, with that NumPy in the place of ours. PyTorch has its own names; `TorchNumPy` translates.

All answers are told in one convention, that of TensorFlow, PyTorch and ours: dL/dRe + i dL/dIm. JAX and
autograd give its conjugate, so what goes in and what comes out is conjugated for them.
"""

import collections
import functools
import types

import numpy as np


def rehoused(f, xp, extra):
    """A copy of the function `f` that finds `xp` where it looks for `np`."""

    def moved(value):
        if isinstance(value, (np.ufunc, types.FunctionType, types.BuiltinFunctionType)) or callable(value):
            name = getattr(value, "__name__", "")
            if getattr(np, name, None) is value:
                return getattr(xp, name)
            if isinstance(value, types.FunctionType):
                return rehoused(value, xp, extra)
        return value

    closure = f.__closure__ and tuple(types.CellType(moved(cell.cell_contents)) for cell in f.__closure__)
    namespace = {**f.__globals__, "np": xp}
    for name in f.__code__.co_names:  # functions beside f that it calls
        if isinstance(helper := namespace.get(name), types.FunctionType) and name not in extra:
            namespace[name] = rehoused(helper, xp, extra)
    namespace |= extra
    return types.FunctionType(f.__code__, namespace, f.__name__, f.__defaults__, closure)


def matmul_with(xp):
    def matmul(a, b, transpose_a=False, transpose_b=False):
        a = xp.swapaxes(a, -1, -2) if transpose_a else a
        b = xp.swapaxes(b, -1, -2) if transpose_b else b
        return xp.matmul(a, b)

    return types.SimpleNamespace(matmul=matmul)


def conjugating(ask):
    """For a framework that gives, and takes, the conjugate of our gradients."""

    @functools.wraps(ask)
    def translated(f, inputs, upstream):
        y, gradients = ask(f, inputs, np.conj(upstream))
        return y, [np.conj(gradient) for gradient in gradients]

    translated.conjugates = True
    return translated


@conjugating
def jax(f, inputs, upstream):
    import jax as framework
    import jax.numpy as jnp

    g = rehoused(f, jnp, {"ad": matmul_with(jnp), "plain": framework.lax.stop_gradient})
    with framework.enable_x64(True):  # here alone: the phrase book is about JAX as it comes
        y, pullback = framework.vjp(g, *map(jnp.asarray, inputs))
        return np.asarray(y), [np.asarray(part) for part in pullback(jnp.asarray(upstream, y.dtype))]


@conjugating
def autograd(f, inputs, upstream):
    import autograd as framework
    import autograd.numpy as anp
    from autograd.tracer import getval

    g = rehoused(f, anp, {"ad": matmul_with(anp), "plain": getval})
    pullback, y = framework.make_vjp(lambda xs: g(*xs))(tuple(inputs))
    return y, list(pullback(upstream))


def tensorflow(f, inputs, upstream):
    import os

    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    import tensorflow as tf
    import tensorflow.experimental.numpy as tnp

    tnp.experimental_enable_numpy_behavior(prefer_float32=False)
    xp = Filled(tnp, TF_NAMES(tf))
    g = rehoused(f, xp, {"ad": matmul_with(xp), "plain": lambda x: x.numpy()})
    xs = [tf.constant(x) for x in inputs]
    with tf.GradientTape() as tape:
        tape.watch(xs)
        y = g(*xs)
    parts = tape.gradient(y, xs, output_gradients=tf.cast(tf.constant(upstream), y.dtype))
    parts = [tf.zeros_like(x) if part is None else part for part, x in zip(parts, xs, strict=True)]
    return y.numpy(), [tf.convert_to_tensor(part).numpy() for part in parts]


def torch(f, inputs, upstream):
    import torch as framework

    xp = TorchNumPy(framework)
    g = rehoused(f, xp, {"ad": matmul_with(xp), "plain": lambda x: x.detach()})
    xs = [framework.tensor(x, requires_grad=True) for x in inputs]
    y = g(*xs)
    parts = framework.autograd.grad(y, xs, framework.as_tensor(upstream).to(y.dtype), allow_unused=True)
    parts = [framework.zeros_like(x) if part is None else part for part, x in zip(parts, xs, strict=True)]
    return y.numpy(force=True), [part.numpy(force=True) for part in parts]


class Filled:
    """A NumPy-like module, with what it lacks filled in."""

    def __init__(self, module, names):
        self.__dict__.update(names)
        self._module = module

    def __getattr__(self, name):
        return getattr(self._module, name)


EIGH = collections.namedtuple("EIGH", "eigenvalues eigenvectors")


def TF_NAMES(tf):
    return {
        "linalg": types.SimpleNamespace(
            inv=tf.linalg.inv,
            det=tf.linalg.det,
            solve=lambda a, b: (
                tf.linalg.solve(a, b[:, None])[:, 0] if len(b.shape) == 1 else tf.linalg.solve(a, b)
            ),
            slogdet=lambda a: tf.linalg.slogdet(a),
            pinv=tf.linalg.pinv,
            cholesky=tf.linalg.cholesky,
            eigvalsh=tf.linalg.eigvalsh,
            eigh=lambda a: EIGH(*tf.linalg.eigh(a)),
            svdvals=lambda a: tf.linalg.svd(a, compute_uv=False),
            svd=lambda a, full_matrices=True, compute_uv=True: (
                (lambda s, u, v: (u, s, tf.linalg.adjoint(v)))(*tf.linalg.svd(a))
                if compute_uv
                else tf.linalg.svd(a, compute_uv=False)
            ),
        ),
        "deg2rad": lambda x: x * (np.pi / 180),
        "radians": lambda x: x * (np.pi / 180),
        "rad2deg": lambda x: x * (180 / np.pi),
        "degrees": lambda x: x * (180 / np.pi),
        "remainder": tf.math.floormod,
        "fabs": tf.abs,
    }


class TorchNumPy:
    """The names of NumPy that the cases use, in PyTorch."""

    newaxis, inf, nan, pi = None, np.inf, np.nan, np.pi
    array, arange = staticmethod(np.array), staticmethod(np.arange)
    _SAME = [
        "add", "subtract", "multiply", "negative", "positive", "square", "sqrt", "reciprocal",
        "remainder", "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "logaddexp", "sin",
        "cos", "tan", "arcsin", "arccos", "arctan", "arctan2", "hypot", "sinh", "cosh", "tanh",
        "arcsinh", "arccosh", "arctanh", "maximum", "minimum", "abs", "sign", "floor", "ceil",
        "trunc", "real", "imag", "angle", "reshape", "ravel", "swapaxes", "moveaxis",
        "broadcast_to", "tril", "triu", "matmul", "outer", "inner", "einsum", "vstack", "hstack",
        "tile", "where", "float_power", "fmod", "deg2rad", "rad2deg", "fmax", "fmin", "heaviside",
        "nan_to_num", "diff", "flipud", "fliplr", "atleast_1d", "atleast_2d", "atleast_3d", "dstack",
        "hsplit", "vsplit", "kron",
    ]

    def __init__(self, torch):
        self._torch = torch
        self.linalg = types.SimpleNamespace(
            inv=torch.linalg.inv, det=torch.linalg.det, solve=torch.linalg.solve, norm=self._norm,
            slogdet=torch.linalg.slogdet, pinv=torch.linalg.pinv, cholesky=torch.linalg.cholesky,
            eigvalsh=torch.linalg.eigvalsh, eigh=torch.linalg.eigh, svdvals=torch.linalg.svdvals,
            svd=lambda a, full_matrices=True, compute_uv=True: (
                torch.linalg.svd(a, full_matrices) if compute_uv else torch.linalg.svdvals(a)),
            multi_dot=torch.linalg.multi_dot, matrix_power=torch.linalg.matrix_power,
            matrix_transpose=lambda x: x.mT, matmul=torch.matmul, outer=torch.outer,
            diagonal=lambda x, offset=0: torch.linalg.diagonal(x, offset=offset),
            trace=lambda x, offset=0: torch.linalg.diagonal(x, offset=offset).sum(-1),
            tensordot=lambda a, b, axes: torch.tensordot(a, b, dims=axes),
            vecdot=lambda a, b, axis=-1: torch.linalg.vecdot(a, b, dim=axis),
            cross=lambda a, b, axis=-1: torch.linalg.cross(a, b, dim=axis),
            vector_norm=lambda x, axis=None, ord=2: torch.linalg.vector_norm(x, ord, dim=axis),
            matrix_norm=lambda x, keepdims=False: torch.linalg.matrix_norm(x, keepdim=keepdims),
        )
        self.radians, self.degrees = self.deg2rad, self.rad2deg
        windows = types.SimpleNamespace(sliding_window_view=self._windows)
        self.lib = types.SimpleNamespace(stride_tricks=windows)

    def __getattr__(self, name):
        if name in self._SAME:
            return lambda *args, **kw: getattr(self._torch, name)(*map(self._tensor, args), **kw)
        raise NotImplementedError(name)

    def _tensor(self, x):
        return self._torch.as_tensor(x) if isinstance(x, (np.ndarray, float)) else x

    def asarray(self, x):
        return self._tensor(x)

    def _norm(self, x, ord=None, axis=None, keepdims=False):
        return self._torch.linalg.norm(x, ord=ord, dim=axis, keepdim=keepdims)

    def _windows(self, x, shape):
        for axis, n in enumerate(shape):
            x = x.unfold(axis, n, 1)
        return x

    def isnan(self, x): return self._torch.isnan(x)
    def ones(self, shape): return self._torch.ones(shape)
    def eye(self, n): return self._torch.eye(n)
    def vdot(self, a, b): return self._torch.vdot(a.reshape(-1), b.reshape(-1))
    def select(self, conditions, choices, default):
        for condition, choice in zip(conditions[::-1], choices[::-1], strict=True):
            default = self._torch.where(self._tensor(condition), choice, default)
        return default
    def polyval(self, p, x): return functools.reduce(lambda y, c: y * x + c, p, 0 * x)
    def cumprod(self, x, axis=None):
        return self._torch.cumprod(x.reshape(-1) if axis is None else x, dim=axis or 0)
    def median(self, x, axis=None): return self._torch.quantile(x, 0.5, dim=axis)
    def ptp(self, x, axis): return self._torch.amax(x, axis) - self._torch.amin(x, axis)
    def nansum(self, x, axis): return self._torch.nansum(x, dim=axis)
    def trapezoid(self, y, x=None, dx=1.0, axis=-1):
        step = {"dx": dx} if x is None else {"x": x}
        return self._torch.trapezoid(y, **step, dim=axis)
    def matrix_transpose(self, x): return x.mT
    def take_along_axis(self, x, indices, axis):
        return self._torch.take_along_dim(x, self._torch.as_tensor(indices), axis)
    def sort(self, x, axis=-1):
        return self._torch.sort(x.reshape(-1) if axis is None else x, dim=axis or 0).values
    def meshgrid(self, *xs): return self._torch.meshgrid(*xs, indexing="xy")
    def broadcast_arrays(self, *xs): return self._torch.broadcast_tensors(*xs)
    def append(self, a, b, axis=None): return self.concatenate([a, b], axis)
    def block(self, rows):
        return self._torch.cat([self._torch.cat(list(map(self._tensor, row)), -1) for row in rows], -2)
    def vecdot(self, a, b): return self._torch.linalg.vecdot(a, b)
    def cross(self, a, b): return self._torch.linalg.cross(a, b.expand_as(a))
    def convolve(self, a, v, mode="full"):
        cut = {"full": 0, "same": (min(len(a), len(v)) - 1) // 2, "valid": min(len(a), len(v)) - 1}[mode]
        length = {"full": len(a) + len(v) - 1, "same": max(len(a), len(v)), "valid": abs(len(a) - len(v)) + 1}
        turned = self._torch.flip(v, (0,))[None, None]
        whole = self._torch.nn.functional.conv1d(a[None, None], turned, padding=len(v) - 1)
        return whole[0, 0, cut : cut + length[mode]]
    def divide(self, a, b): return a / b
    def clip(self, x, low, high): return self._torch.clamp(x, low, high)
    def power(self, a, b): return self._torch.pow(a, b)
    def absolute(self, x): return self._torch.abs(x)
    def fabs(self, x): return self._torch.abs(x)
    def sign(self, x): return self._torch.sgn(x)
    def rint(self, x): return self._torch.round(x)
    def round(self, x, decimals=0): return self._torch.round(x, decimals=decimals)
    def conjugate(self, x): return self._torch.conj(x)
    def copy(self, x): return self._torch.clone(x)
    def sum(self, x, axis=None, keepdims=False, where=True, initial=0):
        x = x if where is True else self._torch.where(self._torch.as_tensor(where), x, 0.0)
        return self._torch.sum(x, dim=axis, keepdim=keepdims) + initial
    def mean(self, x, axis=None, keepdims=False, where=True):
        if where is not True:
            count = np.sum(where, axis=axis, keepdims=keepdims)
            return self.sum(x, axis, keepdims, where) / self._torch.as_tensor(count)
        return self._torch.mean(x, dim=axis, keepdim=keepdims)
    def prod(self, x, axis=None):
        return self._torch.prod(x) if axis is None else self._torch.prod(x, dim=axis)
    def max(self, x, axis=None): return self._torch.amax(x, dim=() if axis is None else axis)
    def amax(self, x, axis=None, keepdims=False): return self._torch.amax(x, dim=axis, keepdim=keepdims)
    def min(self, x, axis=None): return self._torch.amin(x, dim=() if axis is None else axis)
    def amin(self, x, axis=None): return self._torch.amin(x, dim=() if axis is None else axis)
    def cumsum(self, x, axis=None):
        return self._torch.cumsum(x.reshape(-1) if axis is None else x, dim=axis or 0)
    def var(self, x, axis=None, ddof=0, keepdims=False):
        return self._torch.var(x, dim=axis, correction=ddof, keepdim=keepdims)
    def squeeze(self, x, axis=None): return self._torch.squeeze(x, dim=axis)
    def transpose(self, x, axes): return self._torch.permute(x, axes)
    def roll(self, x, shift, axis=None): return self._torch.roll(x, shift, dims=axis)
    def flip(self, x, axis): return self._torch.flip(x, (axis,))
    def dot(self, a, b):
        if a.ndim == 0 or b.ndim == 0:
            return a * b
        return self._torch.matmul(a, b) if b.ndim < 3 else self._torch.tensordot(a, b, dims=([-1], [-2]))
    def concatenate(self, parts, axis=0):
        return self._torch.cat([p.reshape(-1) for p in parts] if axis is None else list(parts), dim=axis or 0)
    def stack(self, parts, axis=0): return self._torch.stack(list(parts), dim=axis)
    def diag(self, x, k=0): return self._torch.diag(x, k)
    def expand_dims(self, x, axes):
        for axis in axes if isinstance(axes, tuple) else (axes,):
            x = self._torch.unsqueeze(x, axis)
        return x
    def repeat(self, x, repeats, axis):
        return self._torch.repeat_interleave(x, self._torch.as_tensor(repeats), dim=axis)
    def split(self, x, ends, axis):
        if isinstance(ends, int):
            return self._torch.chunk(x, ends, dim=axis)
        return self._torch.tensor_split(x, ends, dim=axis)
    def tensordot(self, a, b, axes): return self._torch.tensordot(a, b, dims=axes)
    def cbrt(self, x): return x ** (1 / 3)  # of positive numbers, as in the cases
    def diagonal(self, x, offset=0, axis1=0, axis2=1): return self._torch.diagonal(x, offset, axis1, axis2)
    def trace(self, x, offset=0, axis1=0, axis2=1): return self.diagonal(x, offset, axis1, axis2).sum(-1)
    def rot90(self, x): return self._torch.rot90(x)
    def delete(self, x, rows, axis):
        return self.take(x, [i for i in range(x.shape[axis]) if i not in rows], axis)
    def take(self, x, indices, axis): return self._torch.index_select(x, axis, self._torch.as_tensor(indices))
    def pad(self, x, widths):
        return self._torch.nn.functional.pad(x, [n for pair in reversed(widths) for n in pair])


FRAMEWORKS = {"JAX": jax, "autograd": autograd, "TensorFlow": tensorflow, "PyTorch": torch}
