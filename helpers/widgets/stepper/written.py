"""How the stepper writes numbers and equations: the same number the same everywhere, and nothing untrue."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import numpy as np

from helpers.drawing import svg

MOST_DIGITS = 7


def plain(value: Any) -> str:
    """A number with all its digits, if seven are enough for that; else with four.

    >>> plain(45.5625), plain(np.array(10.998)), plain(1 / 3), plain(1 + 2j)
    ('45.5625', '10.998', '0.3333', '1+2j')
    """
    return _plain(np.asarray(value).item())


@functools.lru_cache(maxsize=4096)
def _plain(value):
    if isinstance(value, float) and math.isfinite(value):
        for digits in range(4, MOST_DIGITS + 1):
            text = svg.number(value, digits=digits)
            if math.isclose(float(_ascii(text)), value, rel_tol=1e-13):
                return text
    return svg.number(value)


def _ascii(text):
    return text.replace("−", "-")


def _read(text):
    return Decimal(_ascii(text))  # exact, unlike a float


def array(value: Any) -> str:
    """A number, or an array on one line."""
    if np.ndim(value) == 0:
        return plain(value)
    return svg.array_text(value)


def product_sign(*numbers: float) -> str:
    """= if the last is the product of the others as they are shown, else ≈.

    >>> product_sign(32.0, 8.0, 256.0), product_sign(60.4758, 10.998, 60.4758 * 10.998)
    ('=', '≈')
    """
    if not np.isfinite(numbers).all():
        return "="
    read = _read if _are_real(numbers) else lambda text: complex(_ascii(text))
    *factors, result = (read(plain(value)) for value in numbers)
    off = abs(math.prod(factors) - result)
    return "=" if off == 0 or (read is not _read and off <= 1e-12 * abs(result)) else "≈"


def _are_real(numbers):
    return bool(np.isrealobj(numbers) and np.isfinite(numbers).all())


def total(parts: Sequence[Any]) -> str:
    """Parts that add up, on one line: what is below zero is subtracted.

    >>> total([5.0, 6.0]), total([5.0, -5.0]), total([1 / 3, 1 / 3])
    ('5 + 6 = 11', '5 − 5 = 0', '0.3333 + 0.3333 ≈ 0.6667')
    """
    result = sum(parts[1:], start=parts[0])
    if np.ndim(result) or not _are_real([*parts, result]):
        return f"{' + '.join(map(array, parts))} = {array(result)}"
    holds = sum(_read(plain(part)) for part in parts) == _read(plain(result))
    return f"{joined(parts)} {'=' if holds else '≈'} {plain(result)}"


def joined(parts: Sequence[float]) -> str:
    """Numbers with plus and minus signs between them.

    >>> joined([5.0, -5.0, 1.0])
    '5 − 5 + 1'
    """
    first, *rest = map(plain, parts)
    return first + "".join(f" − {text[1:]}" if text.startswith("−") else f" + {text}" for text in rest)


def shape(value: Any) -> str:
    """The shape of an array; of one axis as NumPy writes it, for a lone 2 would look like a number.

    >>> shape(np.zeros((2, 3))), shape([1, 2])
    ('2×3', '(2,)')
    """
    sides = np.shape(value)
    return str(sides) if len(sides) == 1 else "×".join(map(str, sides))


def factor(value: float) -> str:
    """A number that stands behind a ×.

    >>> factor(6.0), factor(-6.0), factor(1 - 2j)
    ('6', '(−6)', '(1−2j)')
    """
    text = plain(value)
    return f"({text})" if text.startswith("−") else first(value)


def first(value: float) -> str:
    """A number that stands before a ×: of two parts, it stands in parentheses.

    >>> first(-6.0), first(1 - 2j)
    ('−6', '(1−2j)')
    """
    text = plain(value)
    return f"({text})" if text.endswith("j") else text
