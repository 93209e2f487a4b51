"""A blank page, mended step by step with a rule: what it looks like at each stop."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ..base.errors import InputError

STEPS = 400
STOPS = (0, 1, 2, 3, 4, 5, 6, 8, 10, 13, 17, 22, 29, 38, 50, 65, 85, 110, 145, 190, 250, 320, STEPS)
TOLD = (0, 10, 50, STEPS)  # the steps that the transcript has

Rule = Callable[[np.ndarray, np.ndarray], np.ndarray]


class Moment(NamedTuple):
    """The page after some steps, and what the machine would make of it."""

    step: int
    page: np.ndarray
    scan: np.ndarray
    off: float  # how far a pixel of that scan is off, on average


def mended(scan: np.ndarray, smear: np.ndarray, name: str, rule: Rule) -> tuple[Moment, ...]:
    """The page at each of `STOPS`, from a blank one; a step takes rule(page @ smear - scan, smear).

    >>> moments = mended(np.full((2, 2), 0.5), np.diag([1.0, 0.5]), "G Bᵀ", lambda G, B: G @ B.T)
    >>> moments[1].page.tolist(), moments[-1].page.round(3).tolist()
    ([[0.5, 0.25], [0.5, 0.25]], [[0.5, 1.0], [0.5, 1.0]])
    """
    page, found = np.zeros_like(scan), []
    with np.errstate(all="ignore"):  # a wrong rule may run away beyond all bounds
        for step in range(STEPS + 1):
            now = page @ smear
            if step in STOPS:
                found.append(Moment(step, page, now, float(np.abs(now - scan).mean())))
            page = page - _shaped_like_it(now - scan, smear, rule, name)
    return tuple(found)


def _shaped_like_it(matrix, smear, f, name):
    """f(matrix, smear), or a sentence that says what is wrong with it."""
    try:
        made = np.asarray(f(matrix, smear), dtype=float)
    except Exception as error:
        raise InputError(f"The rule “{name}” stops: {error}") from None
    if made.shape != matrix.shape:
        shape, wanted = (" × ".join(map(str, part.shape)) or "one number" for part in (made, matrix))
        raise InputError(
            f"The rule “{name}” returns {shape}; the page has {wanted} pixels, and needs one for each."
        )
    return made
