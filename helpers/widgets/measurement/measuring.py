"""What all measurements have in common: they go on piece by piece, and say after each how far they are."""

from __future__ import annotations

import gc
import os
import platform
import sys
import time
from collections.abc import Callable, Generator
from typing import NamedTuple

import numpy as np


class Piece(NamedTuple):
    """How far a measurement is, from 0 to 1, and what is known so far, after how many complete "rounds".

    What is not known yet is None in the lists of `known`.
    """

    done: float
    known: dict


Steps = Generator[Piece, None, dict]  # measures a little, says how far it is, and goes on; returns the result


def seconds(job: Callable[[], object], count: int = 1) -> float:
    """How long `job` takes, on average of `count` runs behind each other."""
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


def shorter(known: float | None, new: float) -> float:
    """The shorter of two times of the same work: what is above it was another program's doing.

    >>> shorter(None, 2.0), shorter(1.0, 2.0)
    (2.0, 1.0)
    """
    return new if known is None else min(known, new)


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
    versions = f"Python {platform.python_version()}, NumPy {np.__version__}"
    if sys.platform == "emscripten":
        return f"inside a browser, where all takes several times longer: compare only within it; {versions}"
    return f"{platform.system()} on {platform.machine()}, {cores} core{'s' * (cores != 1)}, {versions}"
