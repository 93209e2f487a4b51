"""Right answers in other styles, of lesson 09: see `alternatives`."""

import numpy as np

from helpers import autodiff as ad


def gain_by_cosh(x, w):
    def grad(upstream):
        return w * upstream / np.cosh(x) ** 2, np.vdot(np.tanh(x), upstream)

    return np.tanh(x) * w, grad


def gain_by_engine(x, w):
    return ad.vjp(lambda x, w: w * np.tanh(x), x, w)


def gain_from_residuals(x, w):
    residuals = np.tanh(x), w

    def bwd(residuals, upstream):
        t, w = residuals
        return upstream * w * (1 - t**2), (upstream * t).sum()

    return w * residuals[0], lambda upstream: bwd(residuals, upstream)


def bounded_by_cosh(limit, x, upstream):
    return upstream / np.cosh(x / limit) ** 2, upstream.sum()


def bounded_by_engine(limit, x, upstream):
    return ad.vjp(lambda x, b: limit * np.tanh(x / limit) + b, x, np.array(0.0))[1](upstream)


def bounded_from_the_output(*arguments):
    limit, x, upstream = arguments
    y = limit * np.tanh(x / limit)
    return [upstream * (limit - y) * (limit + y) / limit**2, np.add.reduce(upstream, axis=None)]


def step_by_parts(z, gradient, rate):
    return z.real - rate * gradient.real, z.imag + rate * gradient.imag


def step_conjugated_twice(z, gradient, rate):
    moved = np.conj(np.conj(z) - rate * gradient)
    return np.real(moved), np.imag(moved)


def step_by_method(z, gradient, rate):
    ours = gradient.conjugate()
    moved = z - ours * rate
    return [moved.real, moved.imag]


RIGHT = [
    *(("09.1", answer) for answer in ("A C B D C A", "acbdca", ["A", "C", "B", "D", "C", "A"])),
    *(("09.2", answer) for answer in ("B D A C E", "b, d, a, c, e", ("B", "D", "A", "C", "E"))),
    *(("09.3", answer) for answer in (gain_by_cosh, gain_by_engine, gain_from_residuals)),
    *(("09.4", answer) for answer in (bounded_by_cosh, bounded_by_engine, bounded_from_the_output)),
    *(("09.5", answer) for answer in ("C D B A", "cdba", ["C", "D", "B", "A"])),
    *(("09.6", answer) for answer in (step_by_parts, step_conjugated_twice, step_by_method)),
    *(("09.7", answer) for answer in ("A C B E D F", "acb edf", tuple("ACBEDF"))),
]
