"""Many branches that meet in one y: what a training step holds in memory and how long it takes, both ways.

The same as in lesson 04, line by line, so that its text, its figure and this exhibit speak of one thing.
"""

from __future__ import annotations

import copy
import gc
import tracemalloc
from collections.abc import Callable, Sequence

import numpy as np

from helpers import autodiff as ad

from .measuring import Piece, Steps, seconds, shorter

BRANCHES = (1, 20, 40, 60, 80, 100)
ENTRIES = 12_000  # of one array: large enough that the bookkeeping beside it does not count
ROUNDS = 8
WAYS = ("in one piece", "cut in two")


def branch(source, w):
    """One branch: two steps with one weight."""
    return np.tanh(np.sin(w * source))


def loss_of(y):
    """What stands above the point where the branches meet."""
    return np.mean(np.cos(y) ** 2)


def in_one_piece(sources, ws):
    """The gradient for every weight by one sweep over everything: every branch's values are kept for it."""
    y = sum(branch(s, w) for s, w in zip(sources, ws, strict=True))
    return ad.gradients(loss_of(y), ws)


def cut_in_two(sources, ws):
    """The same gradients, cut at y: first dL/dy, then every branch alone with grad_ys = dL/dy."""
    y = ad.Tensor(sum(branch(s, w.value) for s, w in zip(sources, ws, strict=True)))  # nothing is kept
    upstream = ad.gradients(loss_of(y), y)
    return [ad.gradients(branch(s, w), w, grad_ys=upstream) for s, w in zip(sources, ws, strict=True)]


DO = dict(zip(WAYS, (in_one_piece, cut_in_two), strict=True))


def workload(branches: int, entries: int = ENTRIES):
    """The sources and the weights of so many branches."""
    sources = np.random.default_rng(4).normal(size=(branches, entries))
    return sources, [ad.Tensor(w) for w in np.linspace(0.5, 1.5, branches)]


def measure_fan_in(branches: Sequence[int] = BRANCHES, entries: int = ENTRIES, rounds: int = ROUNDS) -> Steps:
    """Peak memory, in arrays, and seconds of one training step with many branches, both ways.

    The memory is measured first, count by count. Then the times are, in rounds over all of them, and of each
    the shortest counts.

    >>> from .measuring import finished
    >>> result = finished(measure_fan_in(branches=(1, 3), rounds=1))
    >>> [round(peak) for peak in result["arrays"]["cut in two"]], len(result["seconds"]["cut in two"])
    ([8, 8], 2)
    """
    nothing = {way: [None] * len(branches) for way in WAYS}
    known = {"branches": list(branches), "rounds": 0}
    known |= {"arrays": copy.deepcopy(nothing), "seconds": nothing}
    pieces, done = (1 + rounds) * len(WAYS) * len(branches), 0
    loads = [workload(count, entries) for count in branches]
    for way in WAYS:
        DO[way](*loads[0])  # whatever is imported or kept on first use is not measured
    for k, load in enumerate(loads):
        for way in WAYS:
            known["arrays"][way][k] = peak_in_arrays(DO[way], *load)
            done += 1
            yield Piece(done / pieces, known)
    for turn in range(rounds):
        for k, load in enumerate(loads):
            for way in WAYS:
                times = known["seconds"][way]
                times[k] = shorter(times[k], seconds(lambda way=way, load=load: DO[way](*load)))
                done += 1
                yield Piece(done / pieces, known)
        known["rounds"] = turn + 1
    return copy.deepcopy(known)


def peak_in_arrays(step: Callable, sources: np.ndarray, weights: list) -> float:
    """The most memory that `step` held beside its inputs, in arrays of the size of one source."""
    running = tracemalloc.is_tracing()
    if not running:
        tracemalloc.start()
    try:
        gc.collect()
        tracemalloc.reset_peak()
        before, _ = tracemalloc.get_traced_memory()
        step(sources, weights)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        if not running:
            tracemalloc.stop()
    return (peak - before) / sources[0].nbytes
