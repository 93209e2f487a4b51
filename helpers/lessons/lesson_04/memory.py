"""How much memory a computation takes."""

import tracemalloc

__all__ = ["peak_memory"]


def peak_memory(run, *inputs):
    """What run(*inputs) returns, and the most bytes it held meanwhile, beside what was there before.

    >>> import numpy as np
    >>> total, peak = peak_memory(lambda size: np.ones(size).sum(), 1_000_000)
    >>> float(total), round(peak / 8e6, 1)
    (1000000.0, 1.0)
    """
    tracemalloc.start()
    try:
        answer = run(*inputs)
        return answer, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
