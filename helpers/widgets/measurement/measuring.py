"""What is measured: generators that measure a little, say how much is done from 0 to 1, and go on."""

from __future__ import annotations

import gc
import math
import os
import platform
import statistics
import time
import tracemalloc
from collections.abc import Callable, Generator, Sequence

import numpy as np

from helpers import autodiff as ad

Steps = Generator[float, None, dict]  # yields how much is done; returns what was measured

SIZES = (4, 16, 64, 256, 1024)
FIXED = 128


def measure_cost(sizes: Sequence[int] = SIZES, fixed: int = FIXED, repeats: int = 25) -> Steps:
    """Seconds for f, one VJP, one JVP and the whole Jacobian of f(x) = tanh(W x), as n and then as m grows.

    `sizes` are the n at m = `fixed`, and the m at n = `fixed`. Every time is the median of `repeats`; in each
    round all of them are measured once, so that a busy moment of the computer hits all alike.

    >>> result = finished(measure_cost(sizes=(2, 3), fixed=2, repeats=1))
    >>> sorted(result["m grows"]), len(result["m grows"]["VJP"])
    (['JVP', 'Jacobian', 'VJP', 'f', 'size'], 2)
    """
    jobs = {}
    for grows in ("n grows", "m grows"):
        for size in sizes:
            n, m = (size, fixed) if grows == "n grows" else (fixed, size)
            jobs |= {(grows, size, name): job for name, job in cost_of(n, m).items()}
    counts = {}
    for key, job in jobs.items():  # the first run is for warming up, and tells how often to repeat short work
        counts[key] = max(1, round(4e-4 / max(_seconds(job, 1), 1e-7)))
        yield 0.0
    times = {key: [] for key in jobs}
    for done in range(repeats):
        for i, (key, job) in enumerate(jobs.items()):
            times[key].append(_seconds(job, counts[key]))
            yield (done + (i + 1) / len(jobs)) / repeats
    result = {"fixed": fixed}
    for grows in ("n grows", "m grows"):
        result[grows] = {"size": list(sizes)}
        for name in ("f", "VJP", "JVP", "Jacobian"):
            result[grows][name] = [statistics.median(times[grows, size, name]) for size in sizes]
    return result


def cost_of(n: int, m: int) -> dict[str, Callable[[], object]]:
    """What is timed for a function from n numbers to m numbers; each runs the function once itself."""
    rng = np.random.default_rng(n + 1000 * m)
    W, x = rng.standard_normal((m, n)) / math.sqrt(n), rng.standard_normal(n)
    upstream, tangent = rng.standard_normal(m), rng.standard_normal(n)

    def f(x):
        return np.tanh(W @ x)

    return {
        "f": lambda: f(x),
        "VJP": lambda: ad.vjp(f, x)[1](upstream),
        "JVP": lambda: ad.jvp(f, (x,), (tangent,)),
        "Jacobian": lambda: ad.jacobian(f)(x),
    }


def _seconds(job, count):
    if count > 1:
        job()  # what another job left in the processor's caches is not this one's cost
    collecting = gc.isenabled()
    gc.disable()
    try:
        start = time.perf_counter()
        for _ in range(count):
            job()
        return (time.perf_counter() - start) / count
    finally:
        if collecting:
            gc.enable()


BRANCHES = (1, 20, 40, 60, 80, 100)
ENTRIES = 20_000  # of one array: large enough that the bookkeeping beside it does not count


def measure_fan_in(branches: Sequence[int] = BRANCHES, entries: int = ENTRIES) -> Steps:
    """Peak memory, in arrays, of one training step with many branches: all at once, and branch by branch.

    >>> result = finished(measure_fan_in(branches=(1, 3), entries=20_000))
    >>> [round(peak) for peak in result["branch by branch"]]
    [8, 8]
    """
    for way in (step_all_at_once, step_branch_by_branch):
        peak_in_arrays(way, 1, entries)  # whatever is imported or kept on first use is not measured
        yield 0.0
    result = {"branches": list(branches), "all at once": [], "branch by branch": []}
    for i, count in enumerate(branches):
        result["all at once"].append(peak_in_arrays(step_all_at_once, count, entries))
        yield (i + 0.5) / len(branches)
        result["branch by branch"].append(peak_in_arrays(step_branch_by_branch, count, entries))
        yield (i + 1) / len(branches)
    return result


def source(i: int, entries: int) -> np.ndarray:
    """What comes in at branch i: read when it is needed, as from a file."""
    return np.random.default_rng(i).standard_normal(entries)


def branch(x, w):
    """One branch: a layer with a weight for every entry."""
    return np.tanh(w * x)


def loss_of(y):
    """What stands above the point where the branches meet."""
    return np.sum(np.tanh(y) ** 2)


def step_all_at_once(weights: list[np.ndarray]) -> None:
    """One step of gradient descent with one sweep over everything: every branch's values are kept for it."""
    tensors = [ad.Tensor(w) for w in weights]
    y = sum(branch(source(i, w.size), w) for i, w in enumerate(tensors))
    for w, gradient in zip(weights, ad.gradients(loss_of(y), tensors), strict=True):
        w -= 0.1 * gradient


def step_branch_by_branch(weights: list[np.ndarray]) -> None:
    """The same step, cut at y: first dL/dy, then every branch alone with grad_ys = dL/dy."""
    y = np.zeros_like(weights[0])
    for i, w in enumerate(weights):
        y += branch(source(i, w.size), w)  # plain NumPy: nothing is kept
    y = ad.Tensor(y)
    upstream = ad.gradients(loss_of(y), y)
    for i, w in enumerate(weights):
        tensor = ad.Tensor(w)
        w -= 0.1 * ad.gradients(branch(source(i, w.size), tensor), tensor, grad_ys=upstream)


def peak_in_arrays(step: Callable[[list[np.ndarray]], None], branches: int, entries: int) -> float:
    """The most memory that `step` held beside its weights, in arrays of `entries` numbers."""
    weights = [np.full(entries, 0.5) for _ in range(branches)]
    running = tracemalloc.is_tracing()
    if not running:
        tracemalloc.start()
    try:
        tracemalloc.reset_peak()
        before, _ = tracemalloc.get_traced_memory()
        step(weights)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        if not running:
            tracemalloc.stop()
    return (peak - before) / weights[0].nbytes


def finished(steps: Steps) -> dict:
    """Run a measurement to its end and return what it measured."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


def conditions() -> str:
    """What the numbers depend on, in words."""
    cores = os.cpu_count()
    return (
        f"{platform.system()} on {platform.machine()}, {cores} core{'s' * (cores != 1)}, "
        f"Python {platform.python_version()}, NumPy {np.__version__}"
    )
