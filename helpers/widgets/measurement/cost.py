"""What a VJP, a JVP and a whole Jacobian cost, as inputs and outputs grow."""

from __future__ import annotations

import copy
import math
from collections.abc import Callable, Sequence

import numpy as np

from helpers import autodiff as ad

from .measuring import Piece, Steps, seconds, shorter

SIZES = (4, 16, 64, 256, 1024)
FIXED = 128
ROUNDS = 40
COSTS = ("Jacobian", "JVP", "VJP", "f")
SHORT = 4e-4  # seconds: what takes less is run several times in a row


def measure_cost(sizes: Sequence[int] = SIZES, fixed: int = FIXED, rounds: int = ROUNDS) -> Steps:
    """Seconds for f, one VJP, one JVP and the whole Jacobian of f(x) = tanh(W x), as n and then as m grows.

    `sizes` are the n at m = `fixed`, and the m at n = `fixed`. In each round all of them are measured once,
    so that a busy moment of the computer hits all alike; of each, the shortest time counts.

    >>> from .measuring import finished
    >>> result = finished(measure_cost(sizes=(2, 3), fixed=2, rounds=1))
    >>> sorted(result["m grows"]), len(result["m grows"]["VJP"])
    (['JVP', 'Jacobian', 'VJP', 'f', 'size'], 2)
    """
    known = {"fixed": fixed, "rounds": 0} | {
        grows: {"size": list(sizes)} | {name: [None] * len(sizes) for name in COSTS}
        for grows in ("n grows", "m grows")
    }
    jobs = {}
    for grows in ("n grows", "m grows"):
        for k, size in enumerate(sizes):
            n, m = (size, fixed) if grows == "n grows" else (fixed, size)
            jobs |= {(grows, name, k): job for name, job in cost_of(n, m).items()}
    counts = {}
    for key, job in jobs.items():  # the first run is for warming up, and tells how often to repeat short work
        counts[key] = max(1, round(SHORT / max(seconds(job), 1e-7)))
        yield Piece(0.0, known)
    for done in range(rounds):
        for i, ((grows, name, k), job) in enumerate(jobs.items()):
            times = known[grows][name]
            times[k] = shorter(times[k], seconds(job, counts[grows, name, k]))
            known["rounds"] = done + (i + 1 == len(jobs))
            yield Piece((done + (i + 1) / len(jobs)) / rounds, known)
    return copy.deepcopy(known)


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
