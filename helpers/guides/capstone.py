"""The last task: a layer with a rule of one's own, tried for value, rule, second order and speed.

Each layer stands here composed of what the engine knows, and with its rule. Both are also tried with edits of
their source: that is how what is wrong is told what it lacks. Where no row does, slips are searched as ever.
"""

import inspect
import time

import numpy as np

from helpers import autodiff as ad
from helpers.exercises.judge.explaining import explain
from helpers.exercises.key.kinds import Function
from helpers.exercises.run.guard import spared
from helpers.exercises.run.sources import ARROW, UPSTREAM
from helpers.notebooks.parts import Listed

__all__ = ["LAYERS", "capstone"]


def attention(q, k, v):
    """Rows of v, mixed by how well rows of q and k agree: softmax(q kᵀ / √d) v."""
    s = q @ np.swapaxes(k, 0, 1) / np.sqrt(q.shape[1])
    e = np.exp(s - np.max(s, axis=1, keepdims=True))
    return e / np.sum(e, axis=1, keepdims=True) @ v


def attention_rule(upstream, q, k, v):
    """What attention sends to q, k and v."""
    d = np.sqrt(q.shape[1])
    e = np.exp(q @ k.T / d)
    p = e / e.sum(axis=1, keepdims=True)
    dp = upstream @ v.T
    ds = p * (dp - np.sum(p * dp, axis=1, keepdims=True)) / d
    return ds @ k, ds.T @ q, p.T @ upstream


def normalisation(x, gain):
    """Each row of x with mean 0 and variance 1, times a gain for each column."""
    centred = x - np.mean(x, axis=1, keepdims=True)
    return centred / np.sqrt(np.mean(centred**2, axis=1, keepdims=True) + 1e-5) * gain


def normalisation_rule(upstream, x, gain):
    """What the normalisation sends to x and to the gain."""
    c = x - x.mean(axis=1, keepdims=True)
    size = np.sqrt((c**2).mean(axis=1, keepdims=True) + 1e-5)
    n = c / size
    t = upstream * gain
    off = t.mean(axis=1, keepdims=True) + n * (t * n).mean(axis=1, keepdims=True)
    return (t - off) / size, np.sum(upstream * n, axis=0)


def solver(A, b):
    """x with A x = b, by steps x ← x + b − A x, for an A near 1."""
    x = b
    for _ in range(60):
        x = x + b - A @ x
    return x


def solver_rule(upstream, A, b):
    """What x sends to A and b: one more system, with Aᵀ."""
    x = np.linalg.solve(A, b)
    sent = np.linalg.solve(A.T, upstream)
    return -np.outer(sent, x), sent


WORDS = {  # for names in these, which nobody has seen
    "s": "the scores", "ds": "what arrives at the scores", "p": "the shares", "d": "√d", "size": "the root",
    "dp": "what arrives at the shares", "centred": "the centred row", "c": "the centred row",
    "n": "the normalised row", "t": "what arrives at the normalised row", "sent": "what b gets",
}  # fmt: skip

# Of each layer: composed, its rule, what it is tried on, and what is wrong after an edit of either.
LAYERS = {
    "attention": (
        attention,
        attention_rule,
        lambda rng, n=4: [rng.normal(size=(n, size)) for size in (3, 3, 2)],
        {
            "- np.max(s, axis=1, keepdims=True) -> ; np.sum(e, axis=1, keepdims=True) -> np.sum(e, axis=0)":
            "the shares of a row add up to 1, and yours those of a column",
            "np.sum(p * dp, axis=1, keepdims=True) -> p * dp":
            "p (1 − p) is how a share moves with its own score; it moves with every score of its row",
            "ds = p * (dp - np.sum(p * dp, axis=1, keepdims=True)) -> ds = dp":
            "the softmax is left out on the way back",
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
            " t.mean( -> 0 * t.mean(": "x also moves the mean of its row, and that share is missing",
            "n * (t * n) -> 0 * (t * n)": "x also moves the variance of its row, and that share is missing",
            " t.mean(axis=1 -> t.mean(axis=0; (t * n).mean(axis=1 -> (t * n).mean(axis=0":
            "each row has a mean and a variance: you take the means over a column",
            "(t - off) / size -> t / size": "x also moves its row's mean and variance: both are missing",
            "n * (t * n).mean -> c * (t * c).mean":
            "the share by way of the variance holds the normalised row, not the centred one",
            " t.mean(axis=1, keepdims=True) -> t.mean(); "
            "(t * n).mean(axis=1, keepdims=True) -> (t * n).mean()":
            "each row has a mean and a variance: you take the means over the whole table",
            " t.mean( -> upstream.mean(; (t * n).mean -> (upstream * n).mean":
            "the gain comes before the means: yours are those of the bare upstream",
            "np.mean(x, axis=1, keepdims=True) -> np.mean(x); "
            "np.mean(centred**2, axis=1, keepdims=True) -> np.mean(centred**2)":
            "you normalise the whole table at once: each row is to have mean 0 and variance 1",
            "np.mean(centred**2, axis=1, keepdims=True) -> np.var(x, axis=1, ddof=1, keepdims=True)":
            "you divide the variance by n − 1: the layer divides by all n numbers of a row",
            " t.mean -> t.sum; (t * n).mean -> (t * n).sum":
            "what x sends by way of mean and variance holds means over the row: you add up",
        },
    ),
    "solver": (
        solver,
        solver_rule,
        lambda rng, n=4: [np.eye(n) + 0.1 * rng.normal(size=(n, n)), rng.normal(size=n)],
        {
            "A.T -> A": "the system on the way back has Aᵀ",
            "np.linalg.solve(A.T, upstream) -> A.T @ upstream": "you multiply by Aᵀ: solve a system with it",
            "(sent, x) -> (sent, b)": "A multiplies x, not b",
            "x = x + b - A @ x -> x = A @ b": "you multiply by A: solve the system",
            "np.linalg.solve(A.T, upstream) -> upstream / np.diag(A)":
            "you divide by the diagonal: solve a system with Aᵀ",
            "-np.outer(sent, x) -> -np.linalg.solve(A, np.outer(upstream, x))":
            "what A gets begins with a system with A: it has Aᵀ",
            "-np.outer(sent, x) -> np.outer(x, sent)":
            "what A gets is transposed, and every sign is the other way round",
            "-np.outer(sent, x) -> -(np.outer(sent, x) + np.outer(x, sent)) / 2":
            "A need not be symmetric: take no mean with the transpose",
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
        lacking = _lacking(composed, draw, lacks, lambda *xs: ad.vjp(layer, *xs)[0])
        yield f"Not yet: {lacking or 'the value is not that of the composed layer'}."
        return
    yield "value: right"
    u = rng.normal(size=wanted.shape)
    sent, right = pullback(u), rule(u, *inputs)
    if not _agree(sent, right):
        answer = lambda upstream, *xs: ad.vjp(layer, *xs)[1](upstream)  # noqa: E731
        lacking = _lacking(rule, lambda rng: (rng.normal(size=wanted.shape), *draw(rng)), lacks, answer)
        yield f"Not yet: {lacking or _not_right(sent, right, composed)}."
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


def _lacking(f, inputs, lacks, answer):
    """What is wrong with an answer in the place of f, a layer or its rule; None if nothing is known."""
    source, names = inspect.getsource(f), tuple(inspect.signature(f).parameters)
    gives = tuple(f"downstream to {name}" for name in names[1:]) if UPSTREAM in names else ("value",)
    wrong = tuple((edit, edit, says) for edit, says in lacks.items() if edit.partition(ARROW)[0] in source)
    listed = Listed("", "", 1, 1, source.partition("\n")[0] + "\n    ...", f.__name__, source)
    said = {"wrong": wrong, "words": WORDS, "because": "", "hints": ("-", "-", "-"), "listed": listed}
    key = Function("", inputs=inputs, takes=names, gives=gives, **said)
    _, says = spared(lambda: explain(key, key.outcome(answer), key.right_outcome)) or ("", None)
    return says and says.rstrip(".")


def _not_right(sent, right, f):
    """Which inputs get something else."""
    names = inspect.signature(f).parameters
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
