"""The last task: a layer with a rule of one's own, tried for value, rule, second order and speed.

Each layer stands here composed of what the engine knows, and with its rule, which is also tried with parts of
it left out: that is how a wrong one is told what it lacks.
"""

import functools
import inspect
import itertools
import time

import numpy as np

from helpers import autodiff as ad

__all__ = ["LAYERS", "capstone"]


def attention(q, k, v):
    """Rows of v, mixed by how well rows of q and k agree: softmax(q kᵀ / √d) v."""
    s = q @ np.swapaxes(k, 0, 1) / np.sqrt(q.shape[1])
    e = np.exp(s - np.max(s, axis=1, keepdims=True))
    return e / np.sum(e, axis=1, keepdims=True) @ v


def attention_rule(u, q, k, v, scaled=True, shared=True, transposed=True, upstream=True):
    """What attention sends to q, k and v."""
    d = np.sqrt(q.shape[1])
    e = np.exp(q @ k.T / d)
    p = e / e.sum(axis=1, keepdims=True)
    dp = (u if upstream else np.ones(u.shape)) @ v.T
    ds = p * (dp - shared * np.sum(p * dp, axis=1, keepdims=True)) / (d if scaled else 1)
    return ds @ k, ds.T @ q, (p.T if transposed else p) @ u


def normalisation(x, gain):
    """Each row of x with mean 0 and variance 1, times a gain for each column."""
    centred = x - np.mean(x, axis=1, keepdims=True)
    return centred / np.sqrt(np.mean(centred**2, axis=1, keepdims=True) + 1e-5) * gain


def normalisation_rule(u, x, gain, mean=True, variance=True, summed=True, gained=True):
    """What the normalisation sends to x and to the gain."""
    c = x - x.mean(axis=1, keepdims=True)
    size = np.sqrt((c**2).mean(axis=1, keepdims=True) + 1e-5)
    n, t = c / size, u * (gain if gained else 1)
    off = mean * t.mean(axis=1, keepdims=True) + variance * n * (t * n).mean(axis=1, keepdims=True)
    return (t - off) / size, np.sum(u * n, axis=0) if summed else np.mean(u * n, axis=0)


def solver(A, b, steps=60):
    """x with A x = b, by steps x ← x + b − A x, for an A near 1."""
    x = b
    for _ in range(steps):
        x = x + b - A @ x
    return x


def solver_rule(u, A, b, transposed=True, sign=-1, ordered=True):
    """What x sends to A and b: one more system, with Aᵀ."""
    sent = np.linalg.solve(A.T if transposed else A, u)
    x = np.linalg.solve(A, b)
    return sign * (np.outer(sent, x) if ordered else np.outer(x, sent)), sent


# Of each layer: composed, its rule, what it is tried on, and what a rule lacks with this part of it left out.
LAYERS = {
    "attention": (
        attention,
        attention_rule,
        lambda rng, n=4: [rng.normal(size=(n, size)) for size in (3, 3, 2)],
        {
            "scaled": "1/√d is missing in what q and k get",
            "shared": "the shares of a row add up to 1: take Σ p · dp away before you multiply by p",
            "transposed": "v gets pᵀ times the upstream: p is not transposed",
            "upstream": "what arrives at the scores comes from ones, not from the upstream",
        },
    ),
    "normalisation": (
        normalisation,
        normalisation_rule,
        lambda rng, n=4: [rng.normal(size=(n, 5)), rng.normal(size=5)],
        {
            "mean": "x also moves the mean of its row, and that share is missing",
            "variance": "x also moves the variance of its row, and that share is missing",
            "summed": "the gain serves every row: its shares are added up, not averaged",
            "gained": "on its way to x the upstream is multiplied by the gain",
        },
    ),
    "solver": (
        solver,
        solver_rule,
        lambda rng, n=4: [np.eye(n) + 0.1 * rng.normal(size=(n, n)), rng.normal(size=n)],
        {
            "transposed": "the system on the way back has Aᵀ",
            "sign": "the sign of what A gets is turned",
            "ordered": "what A gets stands with rows and columns exchanged",
        },
    ),
}


def capstone(name, mine):
    """Try mine(*inputs) -> y, rule as that layer, and print what is so of it.

    >>> capstone("solver", lambda A, b: ...)
    Not attempted: replace the ... and run this cell again.
    """
    if name not in LAYERS:
        raise LookupError(f"there is no layer {name!r}; there are {', '.join(LAYERS)}.")
    try:
        for line in _told(name, mine):
            print(line)
    except Exception as error:  # of the learner's rule, or of the engine about it
        print(f"Not yet: {type(error).__name__}: {error}")


def _told(name, mine):
    if "..." in inspect.getsource(mine):
        yield "Not attempted: replace the ... and run this cell again."
        return
    composed, rule, draw, lacks = LAYERS[name]
    rng = np.random.default_rng(10)
    inputs, layer = draw(rng), ad.custom_gradient(mine)
    wanted = composed(*inputs)
    y, pullback = ad.vjp(layer, *inputs)
    if np.shape(y) != wanted.shape or not np.allclose(y, wanted):
        yield "Not yet: the value is not that of the composed layer."
        return
    yield "value: right"
    u = rng.normal(size=wanted.shape)
    sent, right = pullback(u), rule(u, *inputs)
    if not _agree(sent, right):
        yield f"Not yet: {_lacking(sent, right, functools.partial(rule, u, *inputs), lacks, inputs, mine)}."
        return
    yield "rule: right, with an upstream drawn at random"
    try:
        ad.check_gradient(layer, *inputs, order=2)
    except ad.GradientMismatch as mismatch:
        yield f"Not yet: once it is right; at second order {mismatch}"
        return
    yield "second order: right"
    yield f"speed: the way back takes {_ratio(layer, composed, draw(rng, 60)):.2f} times as long as composed"
    yield f"Correct: {name}, with a rule of your own."


def _agree(sent, right):
    return all(
        np.shape(s) == r.shape and np.allclose(s, r, atol=1e-7) for s, r in zip(sent, right, strict=True)
    )


def _lacking(sent, right, rule, lacks, inputs, mine):
    """What a wrong rule lacks, if leaving out that part gives its numbers; else which input differs."""
    for parts in [*itertools.combinations(lacks, 1), *itertools.combinations(lacks, 2)]:
        if _agree(sent, rule(**{part: 1 if part == "sign" else False for part in parts})):
            return "; ".join(lacks[part] for part in parts)
    names = list(inspect.signature(mine).parameters)
    wrong = [n for n, s, r in zip(names, sent, right, strict=True) if not _agree([s], [r])]
    return f"what {' and '.join(wrong)} get{'s' * (len(wrong) == 1)} is not right"


def _ratio(layer, composed, inputs):
    """How long a pullback of the one takes, beside one of the other."""

    def seconds(f):
        y, _ = ad.vjp(f, *inputs)
        times = []
        for _ in range(7):
            _, pullback = ad.vjp(f, *inputs)
            start = time.perf_counter()
            pullback(np.ones(y.shape))
            times.append(time.perf_counter() - start)
        return min(times)

    return seconds(layer) / seconds(composed)
