"""The last task: a layer with a rule of one's own, tried for value, rule, second order and speed.

Each layer stands here composed of what the engine knows, and with its rule. Both are also tried with edits of
their source: that is how what is wrong is told what it lacks.
"""

import contextlib
import inspect
import itertools
import time

import numpy as np

from helpers import autodiff as ad
from helpers.exercises.run.sources import ALSO, answer_of, edited

__all__ = ["LAYERS", "capstone"]


def attention(q, k, v):
    """Rows of v, mixed by how well rows of q and k agree: softmax(q kᵀ / √d) v."""
    s = q @ np.swapaxes(k, 0, 1) / np.sqrt(q.shape[1])
    e = np.exp(s - np.max(s, axis=1, keepdims=True))
    return e / np.sum(e, axis=1, keepdims=True) @ v


def attention_rule(u, q, k, v):
    """What attention sends to q, k and v."""
    d = np.sqrt(q.shape[1])
    e = np.exp(q @ k.T / d)
    p = e / e.sum(axis=1, keepdims=True)
    dp = u @ v.T
    ds = p * (dp - np.sum(p * dp, axis=1, keepdims=True)) / d
    return ds @ k, ds.T @ q, p.T @ u


def normalisation(x, gain):
    """Each row of x with mean 0 and variance 1, times a gain for each column."""
    centred = x - np.mean(x, axis=1, keepdims=True)
    return centred / np.sqrt(np.mean(centred**2, axis=1, keepdims=True) + 1e-5) * gain


def normalisation_rule(u, x, gain):
    """What the normalisation sends to x and to the gain."""
    c = x - x.mean(axis=1, keepdims=True)
    size = np.sqrt((c**2).mean(axis=1, keepdims=True) + 1e-5)
    n, t = c / size, u * gain
    off = t.mean(axis=1, keepdims=True) + n * (t * n).mean(axis=1, keepdims=True)
    return (t - off) / size, np.sum(u * n, axis=0)


def solver(A, b, steps=60):
    """x with A x = b, by steps x ← x + b − A x, for an A near 1."""
    x = b
    for _ in range(steps):
        x = x + b - A @ x
    return x


def solver_rule(u, A, b):
    """What x sends to A and b: one more system, with Aᵀ."""
    x, sent = np.linalg.solve(A, b), np.linalg.solve(A.T, u)
    return -np.outer(sent, x), sent


# Of each layer: composed, its rule, what it is tried on, and what is wrong after an edit of either.
LAYERS = {
    "attention": (
        attention,
        attention_rule,
        lambda rng, n=4: [rng.normal(size=(n, size)) for size in (3, 3, 2)],
        {
            "/ np.sqrt(q.shape[1]) -> ": "1/√d is missing in the value",
            "/ np.sqrt(q.shape[1]) -> / q.shape[1]": "the scores are divided by √d, and you divide by d",
            "- np.max(s, axis=1, keepdims=True) -> ; np.sum(e, axis=1, keepdims=True) -> np.sum(e, axis=0)":
            "the shares of a row add up to 1, and yours those of a column",
            ") / d -> )": "1/√d is missing in what q and k get",
            ") / d -> ) / d**2": "on the way back you divide by d, and the scores were divided by √d",
            "(dp - -> (dp +": "Σ p · dp is taken away, and you add it",
            "- np.sum(p * dp, axis=1, keepdims=True) -> ":
            "the shares of a row add up to 1: take Σ p · dp away before you multiply by p",
            "np.sum(p * dp, axis=1, keepdims=True) -> p * dp":
            "p (1 − p) is how a share moves with its own score; it moves with every score of its row",
            "p * dp, axis=1 -> p * dp, axis=0": "shares add up to 1 in each row: Σ p · dp goes over a row",
            "np.sum(p * dp -> np.mean(p * dp": "Σ p · dp is a sum over the row, and you take the mean",
            "ds = p * (dp - np.sum(p * dp, axis=1, keepdims=True)) -> ds = dp":
            "the softmax is left out on the way back",
            "p.T @ u -> p @ u": "v gets pᵀ times the upstream: p is not transposed",
            "ds @ k, ds.T @ q -> ds.T @ q, ds @ k": "what q gets and what k gets have changed places",
            "p.T @ u -> u": "v gets pᵀ times the upstream, and not the upstream itself",
            "ds.T @ q -> ds @ q": "k gets what arrives at the scores, transposed, times q",
            "dp = u -> dp = (0 * u + 1)": "what arrives at the scores comes from ones, not from the upstream",
        },
    ),
    "normalisation": (
        normalisation,
        normalisation_rule,
        lambda rng, n=4: [rng.normal(size=(n, 5)), rng.normal(size=5)],
        {
            "np.mean(x, axis=1, keepdims=True) -> np.mean(x, axis=0); "
            "np.mean(centred**2, axis=1, keepdims=True) -> np.mean(centred**2, axis=0)":
            "you normalise columns, and rows were asked for",
            "+ 1e-5) * gain -> + 1e-5)": "the gain is missing in the value",
            "np.sqrt(np.mean -> (np.mean": "you divide by the variance: its root is missing",
            " t.mean( -> 0 * t.mean(": "x also moves the mean of its row, and that share is missing",
            "n * (t * n) -> 0 * (t * n)": "x also moves the variance of its row, and that share is missing",
            "True) + n -> True) - n": "the share by way of the variance is taken away, and you add it",
            " t.mean(axis=1 -> t.mean(axis=0; (t * n).mean(axis=1 -> (t * n).mean(axis=0":
            "each row has a mean and a variance: you take the means over a column",
            " t.mean -> t.sum; (t * n).mean -> (t * n).sum":
            "what x sends by way of mean and variance holds means over the row: you add up",
            "n * (t * n).mean -> c * (t * c).mean":
            "the share by way of the variance holds the normalised row, not the centred one",
            "(t - off) / size, -> t - off, ": "the row is divided by the root, and so is what x gets",
            ") / size, -> ) / size**2, ": "you divide by the root of the variance twice",
            "np.sum(u -> np.mean(u": "the gain serves every row: its shares are added up, not averaged",
            "np.sum(u * n -> np.sum(u * x": "the gain multiplies the normalised row, not x",
            "u * gain -> u": "on its way to x the upstream is multiplied by the gain",
        },
    ),
    "solver": (
        solver,
        solver_rule,
        lambda rng, n=4: [np.eye(n) + 0.1 * rng.normal(size=(n, n)), rng.normal(size=n)],
        {
            "A.T -> A": "the system on the way back has Aᵀ",
            "np.linalg.solve(A.T, u) -> A.T @ u": "you multiply by Aᵀ: solve the system with it",
            "-np -> np": "the sign of what A gets is turned",
            "x), sent -> x), -sent": "the sign of what b gets is turned",
            "x), sent -> x), u": "b gets λ, with Aᵀλ = u, and not the upstream itself",
            "(sent, x) -> (x, sent)": "what A gets stands with rows and columns exchanged",
            "(sent, x) -> (sent, b)": "A multiplies x, not b",
            "(sent, x) -> (u, x)": "A gets what arrives at b, times xᵀ, and not the upstream itself",
            "-np.outer(sent, x) -> 0 * A": "A gets nothing, and x depends on it",
        },
    ),
}  # fmt: skip


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
    if not _agree([y], [wanted]):
        lacking = _lacking(composed, inputs, [y], lacks)
        yield f"Not yet: {lacking or 'the value is not that of the composed layer'}."
        return
    yield "value: right"
    u = rng.normal(size=wanted.shape)
    sent, right = pullback(u), rule(u, *inputs)
    if not _agree(sent, right):
        yield f"Not yet: {_lacking(rule, (u, *inputs), sent, lacks) or _not_right(sent, right, mine)}."
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
    pairs = zip(sent, right, strict=True)
    return all(np.shape(s) == np.shape(r) and np.allclose(s, r, atol=1e-7) for s, r in pairs)


def _lacking(f, inputs, given, lacks):
    """What is wrong, if f with one edit or two gives these numbers."""
    for edits in [*itertools.combinations(lacks, 1), *itertools.combinations(lacks, 2)]:
        with contextlib.suppress(ValueError):  # an edit of other code, or two that do not go together
            wrong = answer_of(edited(inspect.getsource(f), ALSO.join(edits)), f.__name__)(*inputs)
            if _agree(given, wrong if isinstance(wrong, tuple) else [wrong]):
                return "; ".join(lacks[edit] for edit in edits)
    return ""


def _not_right(sent, right, mine):
    """Which inputs get something else."""
    names = inspect.signature(mine).parameters
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
