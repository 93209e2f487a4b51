"""What lesson 05's questions ask for, measured by the engine."""

import time
import tracemalloc
from functools import partial

import numpy as np

from helpers import autodiff as ad
from helpers.lessons.lesson_04.memory import peak_memory
from helpers.widgets.checkpoints import again, peak, schedule
from helpers.widgets.stepper.tasks import Task

PRESSURE = np.array([1.2, 1.4, 1.8, 1.9, 2.1, 2.2, 2.9, 27.0], np.float32)  # in bar; the last was 2.7
FAILED = np.array([0, 0, 1, 0, 1, 0, 1, 1], np.float32)


def train(loss_of, steps, dtype=np.float32):
    """Steps of 0.1 against the gradient of the mean loss of all readings; prints the first and the last."""
    w, b = dtype(4), dtype(-8)  # what it has learned so far
    for step in range(steps + 1):
        leaves = ad.Tensor(w), ad.Tensor(b)
        loss = np.mean(loss_of(leaves[0] * PRESSURE + leaves[1], FAILED))
        if step in (0, 1, steps):
            print(f"step {step}: loss {loss.value:.4f}, w {w:.4f}, b {b:.4f}")
        dw, db = ad.gradients(loss, leaves)
        w, b = w - dtype(0.1) * dw, b - dtype(0.1) * db


@np.errstate(all="ignore")
def nans_at_the_readings():
    """At how many of the eight z NaN arrives."""
    z = ad.Tensor(np.float32(4) * PRESSURE + np.float32(-8))
    loss = np.mean(np.log(1 + np.exp(z)) - FAILED * z)
    return int(np.isnan(ad.gradients(loss, z)).sum())


@np.errstate(all="ignore")
def nans_of_where():
    """How many of four gradients are NaN, in float32."""
    x = ad.Tensor(np.float32([1, 50, 100, 200]))
    y = np.where(x > 30, x, np.log(1 + np.exp(x)))
    return int(np.isnan(ad.gradients(y, x)).sum())


def at_the_bottom():
    """What the ladder sends down to z."""
    return ad.grad(lambda z: -np.log((np.exp(z) / np.sum(np.exp(z)))[2]))(np.array([0.0, 0.0, np.log(2)]))


@ad.custom_gradient
def one_line(z):
    """Cross-entropy of scores of which the last is right, as one operation."""
    z = z - np.max(z)
    p = np.exp(z) / np.sum(np.exp(z))
    return np.log(np.sum(np.exp(z))) - z[-1], lambda upstream: upstream * (p - np.eye(len(p))[-1])


TOO_LARGE = (
    Task(
        "Type 800 over the first score of the unfolded ladder. What arrives at z now?",
        lambda now: now.values["z"][0] >= 800 and not np.isfinite(now.arrives["z"]).all(),
        "e is ∞, p is ∞ / ∞, and NaN arrives: the ladder breaks between its rungs.",
    ),
    Task(
        "With the 800 in place, click the words one line: one box, with a rule of its own. And now?",
        lambda now: now.values["z"][0] >= 800 and bool(np.isfinite(now.arrives["z"]).all()),
        "Numbers arrive: the fused rule computes no rung of the ladder.",
    ),
)


def held(loss_of, z, target):
    """How many arrays of the size of z wait for the sweep."""
    leaf = ad.Tensor(z)
    tracemalloc.start()
    try:
        loss = loss_of(leaf, target)
        return tracemalloc.get_traced_memory()[0] / z.nbytes if loss.shape else 0.0
    finally:
        tracemalloc.stop()


def composed(z, target):
    """Cross-entropy of each row, as a ladder."""
    e = np.exp(z)
    return -np.sum(target * np.log(e / np.sum(e, axis=1, keepdims=True)), axis=1)


@ad.custom_gradient
def lean(z, target):
    """Cross-entropy of each row, of which p alone is kept: the engine sees no more than numbers."""
    numbers = z.value if isinstance(z, ad.Tensor) else z
    e = np.exp(numbers - np.max(numbers, axis=1, keepdims=True))
    p = e / np.sum(e, axis=1, keepdims=True)
    return -np.log(np.sum(target * p, axis=1)), lambda upstream: (upstream[:, None] * (p - target), None)


def of_gap(f):
    """A loss of one row, whose second part is right, as a function of how far the first score is above."""
    return lambda gap: f(np.stack([gap, 0 * gap])[None], np.eye(2, dtype=gap.dtype)[[1]])[0]


def at_head_and_weight():
    """What arrives at v and at w, by the engine."""
    turned = ad.custom_gradient(lambda h: (1.0 * h, lambda upstream: -0.5 * upstream))
    w, v = ad.Tensor(3.0), ad.Tensor(4.0)
    h = w * 2.0
    dv, dw = ad.gradients(5 * h + 2 * v * turned(h), [v, w])
    return float(dv), float(dw)


def compare_counts(size):
    """Print what keeping every k-th input of a hundred layers holds and costs; return x and what arrives."""
    x = np.linspace(0, 1, size)
    forward, took = times(1, 10, 100)
    forward = round(forward, 2)  # as it is printed
    print("Fewer inputs held: at what price? Counted, and measured with the arrays of a layer:")
    print(f"forward takes {100 * forward:.0f} % of the time there and back, a layer a hundredth of that")
    for k, longer in took.items():
        held, once_more = counts(k)
        down, most = peak_memory(checkpointed, k, x)
        memory = f"{held} inputs held (measured: {most / x.nbytes:.0f} arrays)"
        expected = f"{once_more} layers run again: {once_more * forward:.0f} % longer"
        print(f"k = {k}: {memory}, {expected} (measured: {round(100 * longer - 100)} %)".replace("-", "−"))
    return x, down


def counts(k):
    """Of a hundred layers: how many inputs are held at most, how many layers run again."""
    run = schedule(100, k)
    return peak(run), again(run)


def checkpointed(k, x, layer=np.tanh):
    """Forward through a hundred layers, and back with ones, while every k-th input is kept."""
    held, value, arrives = {}, x, np.ones_like(x)
    for doing, at, holds in schedule(100, k):
        if doing == "forward":
            held |= {at: value} if at in holds else {}
            value = layer(value)
        elif doing == "again":
            held[at + 1] = layer(held[at])
        elif doing == "back":
            arrives = ad.vjp(layer, held.pop(at))[1](arrives)[0]
    return arrives


def times(*ks, often=5):
    """What part of the time forward takes, and by k how many times as long as k = 1 it takes.

    The arrays of a layer are small and its work is much, or the time would be that of memory.
    """
    x, layer = np.linspace(0, 1, 2000), layers(8)
    runs = [lambda: [layer(x) for _ in range(100)], *(partial(checkpointed, k, x, layer) for k in (1, *ks))]
    forward, whole, *took = np.min([[_seconds(run) for run in runs] for _ in range(often)], axis=0)
    return forward / whole, {k: t / whole for k, t in zip(ks, took, strict=True)}


def _seconds(run):
    start = time.process_time()
    run()
    return time.process_time() - start


def back_in_segments(segments, starts, arrives):
    """What arrives at the first start of segments of which nothing else was kept."""
    for segment, start in zip(segments[::-1], starts[::-1], strict=True):
        arrives = ad.vjp(segment, start)[1](arrives)[0]
    return arrives


def shortened(sent):
    """What is longer than 1, shortened to that."""
    return sent / max(np.linalg.norm(sent), 1)


def layers(count):
    """So many layers, one after the other, as one function."""

    def run(x):
        for _ in range(count):
            x = np.tanh(x)
        return x

    return run


def there_and_back(back, segments, x):
    """Forward through the segments, keeping what enters each, and then `back`, with ones."""
    starts = [x]
    for segment in segments[1:]:
        starts.append(segment(starts[-1]))
    return back(segments, starts, np.ones_like(x))
