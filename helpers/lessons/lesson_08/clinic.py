"""Six training programs, each with one bug: the patients of lesson 08, and what each test finds in them.

A program is the text that is shown, and that text is run: it prints its loss at every step and goes downhill.
Its rate is 1: what a step takes from the weights is the gradient that the program claims.
"""

import functools

import numpy as np

from helpers import autodiff as ad
from helpers.widgets.clinic.cases import Dots, Exam, Finding, Level, Patient, Shape, Ward

from . import ferries
from .ferries import cross_entropy, scores, softmax

__all__ = ["his_gradients", "his_pass", "layer_back", "printed_loss", "right_gradients", "ward"]

NAMES = "W1", "b1", "W2", "b2"
STEPS = 400
H = 6e-6
SLOPES = "does it claim the slopes that nudges measure, in the"


def printed_loss(X, T, *weights):
    """The loss as the training code computes it."""
    return cross_entropy(softmax(scores(X, *weights)[1]), T)


def layer_back(upstream, x, W):
    """What the layer x W + b sends on: to x, to W, and to b."""
    return upstream @ W.T, x.T @ upstream, np.sum(upstream, axis=0)


def right_gradients(X, T, W1, b1, W2, b2):
    h, s = scores(X, W1, b1, W2, b2)
    dh, dW2, db2 = layer_back((softmax(s) - T) / len(X), h, W2)
    _, dW1, db1 = layer_back(dh * (1 - h * h), X, W1)
    return [dW1, db1, dW2, db2]


def his_gradients(X, T, W1, b1, W2, b2):
    h = np.tanh(X @ W1 + b1)
    p = softmax(h @ W2 + b2)
    ds = (p - T) / len(X)  # lesson 05: what arrives at the scores
    dh = ds @ W2.T
    return [X.T @ dh, dh.sum(axis=0), h.T @ ds, ds.sum(axis=0)]


def his_pass(X, T, *weights):
    """What his code has at s, W2, b2, h, a, W1 and b1; at a it has what arrives at h."""
    dW1, db1, dW2, db2 = his_gradients(X, T, *weights)
    ds = (softmax(scores(X, *weights)[1]) - T) / len(X)
    dh = ds @ weights[2].T
    return ds, dW2, db2, dh, dh, dW1, db1


WHOLE = """\
for step in range(400):
    h = tanh(X @ W1 + b1)
    p = softmax(h @ W2 + b2)
    print(cross_entropy(p, T))
    ds = (p - T) / 200
    dW2, db2 = h.T @ ds, ds.sum(0)
    da = ds @ W2.T * (1 - h * h)
    dW1, db1 = X.T @ da, da.sum(0)
    W2, b2 = W2 - dW2, b2 - db2
    W1, b1 = W1 - dW1, b1 - db1"""
HALVES = """\
for step in range(400):
    total = 0
    W1, b1, W2, b2 = unpack(w)
    print(loss(W1, b1, W2, b2))
    for Xh, Th in halves:  # north, south
        h = tanh(Xh @ W1 + b1)
        p = softmax(h @ W2 + b2)
        ds = (p - Th) / 200
        da = ds @ W2.T * (1 - h * h)
        dW1, db1 = Xh.T @ da, da.sum(0)
        dW2, db2 = h.T @ ds, ds.sum(0)
        total += pack(dW1, db1, dW2, db2)
    w = w - total"""
BY_ITSELF = """\
for step in range(400):
    h = tanh(X @ W1 + b1)
    s = h @ W2 + b2
    e = exp(s - s.max())
    p = e / e.sum(1, keepdims=True)
    print(cross_entropy(p, T))
    ds = (p - T) / 200
    da = ds @ W2.T * (1 - h * h)
    W1 = W1 - X.T @ da
    b1 = b1 - da.sum(0)
    W2 = W2 - h.T @ ds
    b2 = b2 - ds.sum(0)"""
LATE = """\
for step in range(400):
    h = tanh(X @ W1 + b1)
    p = softmax(h @ W2 + b2)
    print(cross_entropy(p, T))
    ds = p - T
    da = ds @ W2.T * (1 - h * h)
    dW2, db2 = h.T @ ds, ds.sum(0)
    dW1, db1 = X.T @ da, da.sum(0)
    W1, b1 = W1 - dW1/200, b1 - db1/200
    W2, b2 = W2 - dW2/200, b2 - db2/200"""
BY_ENGINE = """\
def loss(W1, b1, W2, b2):
    s = tanh(X @ W1 + b1) @ W2 + b2
    return cross_entropy(softmax(s), T)
def errors(W1, b1, W2, b2):
    s = tanh(X @ W1 + b1) @ W2 + b2
    north = s[:, 0] > s[:, 1]
    return mean(north != T[:, 0])
for step in range(400):
    print(loss(W1, b1, W2, b2))
    _, back = vjp(loss, W1, b1, W2, b2)
    dW1, db1, dW2, db2 = back(1.0)
    W1, b1 = W1 - dW1, b1 - db1
    W2, b2 = W2 - dW2, b2 - db2"""

# By name: the program as it should be, from which line on it was changed, and into what; what the changed one
# does, and why; what is said of a line that looks wrong and is right.
CASES = {
    "A": (
        WHOLE, 6, ["    da = (1 - h * h) / 200"],
        "leaps up at once, and stays",
        "tanh forgot its upstream: what the loss sends never reached the first layer",
        {4: "Softmax with cross-entropy does send (p − T) / 200", 8: "All four gradients were there before",
         7: "It is right for the da that it is handed. Is that da right?"},
    ),
    "B": (
        HALVES, 11, ["        total = pack(dW1, db1, dW2, db2)"],
        "climbs, ever more slowly",
        "= stood for +=: the south took the place of the north, which was never heard",
        {7: "Two halves, each over 200, make the mean of all", 1: "From 0 at every step: that is right"},
    ),
    "C": (
        LATE, 7, ["    dW1, db1 = X.T @ da, da"],
        "falls too well to be true",
        "never summed over the rows: each echo had a bias of its own, and was learned by heart",
        {4: "It divides by 200 further down: the same", 8: "The 200 that is missing above is here"},
    ),
    "D": (
        HALVES, 0, ["total = 0", "for step in range(400):"],
        "swings wildly",
        "the sum was cleared once and never again: old gradients kept pushing",
        {11: "Adding up the two halves is right. But where does the sum begin?"},
    ),
    "E": (
        BY_ITSELF, 4, ["    p = e / e.sum(0)"],
        "starts high, and bursts",
        "the wrong axis: p added up to 1 over 200 echoes, not over two ferries",
        {3: "To take the same number off all scores changes no softmax"},
    ),
    "F": (
        BY_ENGINE, 9, ["    _, back = vjp(errors, W1, b1, W2, b2)"],
        "is a flat line",
        "it went down the share of errors: a count is flat or jumps, so its slope is 0",
        {5: "A comparison, and a right one", 6: "It counts errors rightly", 10: "1 is the right upstream"},
    ),
}  # fmt: skip


def pack(*arrays):
    """Arrays as one flat array; `unpack` takes it apart."""
    return np.concatenate([np.ravel(each) for each in arrays])


def unpack(w):
    likes = ferries.first_weights()
    ends = np.cumsum([like.size for like in likes])[:-1]
    return [part.reshape(like.shape) for part, like in zip(np.split(w, ends), likes, strict=True)]


@functools.lru_cache(maxsize=64)
def _compiled(text):
    return compile(text, "<a patient>", "exec")


def run(text, weights, steps, still=False):
    """Run a program for so many steps: what it prints, what each step takes, and the weights at the end.

    If it is to stand `still`, every step begins at the same weights.
    """
    X, T = ferries.echoes()
    printed, taken, half = [], [], len(X) // 2
    flat = "unpack(w)" in text

    def now():
        return unpack(names["w"]) if flat else [names[name] for name in NAMES]

    def turns(_):
        for step in range(steps):
            before = now()
            yield step
            taken.append([b - a for b, a in zip(before, now(), strict=True)])
            if still:
                names.update(zip(NAMES, before, strict=True), w=pack(*before))

    names = {
        "X": X, "T": T, "halves": [(X[:half], T[:half]), (X[half:], T[half:])], "w": pack(*weights),
        "tanh": np.tanh, "exp": np.exp, "mean": np.mean, "softmax": softmax, "cross_entropy": cross_entropy,
        "loss": lambda *weights: printed_loss(X, T, *weights), "vjp": ad.vjp, "pack": pack, "unpack": unpack,
        "print": lambda loss: printed.append(float(loss)), "range": turns,
    } | dict(zip(NAMES, weights, strict=True))  # fmt: skip
    with np.errstate(all="ignore"):
        exec(_compiled(text), names)
    return printed, taken, now()


def sick(name):
    """The text of a patient's program."""
    right, at, wrong, *_ = CASES[name]
    lines = right.splitlines()
    return "\n".join([*lines[:at], *wrong, *lines[at + len(wrong) :]])


@functools.cache
def _trained(name):
    """The run of a patient; "" for a healthy one."""
    return run(sick(name) if name else WHOLE, ferries.first_weights(), STEPS)


@functools.cache
def _somewhere():
    """Weights on the way: nothing is 0 there by chance."""
    return run(WHOLE, ferries.first_weights(), 20)[2]


def first_loss(name):
    """What it prints before the first step, beside log 2."""
    found, wanted = _trained(name)[0][0], np.log(2)
    ok = abs(found - wanted) < 0.01
    said = f"before any step it prints {found:.3f}" + (
        ", as it should: log 2" if ok else f"; log 2 = {wanted:.3f} is right"
    )
    return Finding(ok, said, Level(found, wanted, 0, 6))


def shapes(name):
    """Whether each gradient has its parameter's shape."""
    taken = run(sick(name), _somewhere(), 1)[1][0]
    for part, weight, parameter in zip(taken, _somewhere(), NAMES, strict=True):
        if part.shape != weight.shape:
            its = f"the gradient of {parameter} has the shape {part.shape}"
            said = f"{its}, and {parameter} has {weight.shape}"
            return Finding(False, said, Shape(str(part.shape).replace(" ", "")))
    return Finding(True, "every gradient has the shape of its parameter", Shape("equal"))


def nudged(name, parts):
    """What it claims, beside the slopes of the loss it prints, measured by nudging these parameters."""
    text, weights = sick(name), _somewhere()
    claimed = run(text, weights, 1)[1][0]
    xs, ys = [], []
    for k in parts:
        for place in np.ndindex(weights[k].shape):
            ends = []
            for h in (H, -H):
                moved = [w.copy() for w in weights]
                moved[k][place] += h
                ends.append(run(text, moved, 1)[0][0])
            own = claimed[k] if claimed[k].shape == weights[k].shape else claimed[k].swapaxes(0, -1)
            each = np.ravel(own[place])[::9]  # of many for one, some
            xs += [(ends[0] - ends[1]) / (2 * H)] * len(each)
            ys += each.tolist()
    xs, ys = np.array(xs), np.array(ys)
    right = int((np.abs(xs - ys) < 1e-5 * np.abs(xs).max()).sum())
    names = " and ".join(NAMES[k] for k in parts)
    count = sum(weights[k].size for k in parts)
    if len(xs) > count:
        each = len(ferries.echoes()[0])
        said = f"W1 is as nudges measure it; for each entry of b1 there are {each} numbers"
    elif not ys.any():
        said = f"all {count} numbers for {names} are 0, and the slopes are not"
    else:
        said = f"{right} of {count} numbers for {names} are as nudges measure them"
    return Finding(right == len(xs), said, Dots(*_scaled(xs, ys)))


def twice(name):
    """What it claims when it is asked twice at the same weights."""
    first, second = (pack(*taken) for taken in run(sick(name), _somewhere(), 2, still=True)[1])
    ok = np.allclose(first, second)
    said = "asked twice at the same weights, it " + (
        "says the same" if ok else f"says {np.dot(first, second) / np.dot(first, first):.0f} times as much"
    )
    return Finding(ok, said, Dots(*_scaled(first, second)))


def _scaled(xs, ys):
    """So that the right slopes fill the picture; what is claimed may go beyond."""
    most = np.abs(xs).max() or 1.0
    return tuple((xs / most).tolist()), tuple(np.clip(ys / most, -1.3, 1.3).tolist())


@functools.cache
def ward() -> Ward:
    """The six, and the tests that they can be given.

    >>> six = ward()
    >>> six.patients["A"].lines[six.patients["A"].fault].strip()
    'da = (1 - h * h) / 200'
    >>> six.tests["first loss"].examine("E").said
    'before any step it prints 5.298; log 2 = 0.693 is right'
    """
    patients = {}
    for name, (right, at, wrong, symptom, why, replies) in CASES.items():
        lines, cured = sick(name).splitlines(), right.splitlines()
        patients[name] = Patient(
            lines, at, cured, at + len(wrong) - 1, symptom, why, replies, _trained(name)[0]
        )
    tests = {
        "first loss": Exam("does it begin at log 2?", 1, first_loss),
        "shapes": Exam("has each gradient the shape of its parameter?", 1, shapes),
        "nudge W2, b2": Exam(f"{SLOPES} second layer?", 3, functools.partial(nudged, parts=(2, 3))),
        "nudge W1, b1": Exam(f"{SLOPES} first layer?", 3, functools.partial(nudged, parts=(0, 1))),
        "ask twice": Exam("does it claim the same gradient twice, at the same weights?", 2, twice),
    }
    return Ward(patients, tests, _trained("")[0])
