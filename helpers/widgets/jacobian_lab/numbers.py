"""One point of a function, its Jacobian, and both ways of mixing it: every number from the engine."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from helpers import autodiff as ad


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
