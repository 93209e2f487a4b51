"""Reading what a person typed or pasted, and writing numbers as a person would type them."""

from __future__ import annotations

import re
import reprlib

import numpy as np

from helpers.drawing import svg

from .errors import InputError

LONGEST_PASTE = 20_000  # characters
NUMBER = re.compile(r"[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE][+-]?\d{1,4})?", re.ASCII)
SUM = re.compile(rf"{NUMBER.pattern}(?:\s*[+*-]\s*{NUMBER.pattern})+", re.ASCII)
LONGEST_SUM = 80  # characters


def parse_number(
    text: object, low: float = -1e6, high: float = 1e6, whole: bool = False, sums: bool = False
) -> float:
    """The number in `text`, or an `InputError` with a sentence that says what to type instead.

    A decimal comma and a true minus sign are understood, with `sums` also sums and products. Nothing is
    evaluated.

    >>> parse_number("2,5"), parse_number(" −1e-3 "), parse_number("0*6 + 3·7 − 8", sums=True)
    (2.5, -0.001, 13.0)
    >>> parse_number("two")
    Traceback (most recent call last):
    helpers.widgets.base.errors.InputError: “two” is not a number: type digits, such as 2, -0.5 or 1e-3.
    """
    typed = text if isinstance(text, str) else "" if text is None else str(text)
    clean = typed.strip().replace("−", "-")
    shown = clean if len(clean) <= 24 else clean[:23] + "…"
    if not clean:
        raise InputError("This cell is empty: type a number.")
    if clean.lower().lstrip("+-") in ("inf", "infinity", "nan", "∞"):
        raise InputError(f"“{shown}” cannot be drawn: type a finite number.")
    if sums and not NUMBER.fullmatch(clean):
        plain = re.sub(rf"\(({NUMBER.pattern})\)", r"\1", re.sub("[·×]", "*", clean))
        if len(plain) <= LONGEST_SUM and SUM.fullmatch(plain):
            clean = write_number(_added(plain))
    if not NUMBER.fullmatch(clean):
        kinds = "digits, or a sum such as 2*5 + 1*4" if sums else "digits, such as 2, -0.5 or 1e-3"
        raise InputError(f"“{shown}” is not a number: type {kinds}.")
    value = float(clean.replace(",", "."))
    if not low <= value <= high:
        size = "large" if value > high else "small"
        raise InputError(
            f"{shown} is too {size} here: stay between {svg.number(low)} and {svg.number(high)}."
        )
    if whole and value != int(value):
        raise InputError(f"{shown} is not a whole number: type one such as {round(value)}.")
    return value + 0.0  # -0.0 becomes 0.0


def _added(text):
    """The sum of products that a text such as 2*3 - 1 stands for."""
    total, product = 0.0, 0.0
    for sign, number in re.findall(rf"([+*-]?)\s*({NUMBER.pattern})", text, re.ASCII):
        value = float(number.replace(",", "."))
        if sign == "*":
            product *= value
        else:
            total, product = total + product, -value if sign == "-" else value
    return total + product


def parse_table(text: str) -> list[list[str]]:
    """The cells of a pasted block: parted by tabs, semicolons, commas or spaces, or a NumPy or Python list.

    >>> parse_table("1\\t2\\n3\\t4"), parse_table("[[1, 2],\\n [3, 4]]")
    ([['1', '2'], ['3', '4']], [['1', '2'], ['3', '4']])
    >>> parse_table("1 2\\n3")
    Traceback (most recent call last):
    helpers.widgets.base.errors.InputError: Line 2 of what you pasted has 1 number, but line 1 has 2: ...
    """
    if len(text) > LONGEST_PASTE:
        raise InputError(f"You pasted {len(text)} characters: at most {LONGEST_PASTE} are read.")
    text = text.strip()
    if "[" in text:
        text = re.sub(r"\]\s*,?\s*\[", "\n", text).replace("[", "").replace("]", "").replace("array(", "")
        text = text.rstrip(")")
    lines = [line for line in re.split(r"\r?\n|\r", text) if line.strip()]
    mark = next((mark for mark in ("\t", ";") if any(mark in line for line in lines)), None)
    split = (
        (lambda line: line.split(mark)) if mark else (lambda line: re.split(r"\s*,\s*|\s+", line.strip(" ,")))
    )
    cells = [[cell.strip() for cell in split(line)] for line in lines]
    for i, line in enumerate(cells):
        if len(line) != len(cells[0]):
            raise InputError(
                f"Line {i + 1} of what you pasted has {len(line)} number{'s' * (len(line) != 1)}, "
                f"but line 1 has {len(cells[0])}: make every line the same length."
            )
    return cells


def write_number(value: float) -> str:
    """A number as a person would type it: every digit that matters, and no more.

    >>> write_number(2.0), write_number(0.1), write_number(-0.0)
    ('2', '0.1', '0')
    """
    value = float(value) + 0.0
    return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)


def real_numbers(name: str, value: object, what: str = "a number or an array of real numbers") -> np.ndarray:
    """`value` as an array of floats, or an `InputError` that says what `name` must be.

    >>> real_numbers("x", [1, 2])
    array([1., 2.])
    >>> real_numbers("x", "abc")
    Traceback (most recent call last):
    helpers.widgets.base.errors.InputError: x must be a number or an array of real numbers, not 'abc'.
    """
    try:
        array = np.asarray(value)
        if array.dtype.kind in "fiub":
            return array.astype(float)
    except Exception:  # whatever an object of the learner's own raises when NumPy asks it
        pass
    raise InputError(f"{name} must be {what}, not {shown(value)}.", name)


def single_number(name: str, value: object) -> float:
    """`value` as one number, or an `InputError` that says what `name` must be.

    >>> single_number("n", 3)
    3.0
    >>> single_number("n", [1, 2])
    Traceback (most recent call last):
    helpers.widgets.base.errors.InputError: n must be a number, not [1, 2].
    """
    array = real_numbers(name, value, "a number")
    if array.ndim:
        raise InputError(f"{name} must be a number, not {shown(value)}.", name)
    return float(array)


def guessed_size(guess: object) -> float | None:
    """A guess that has a place on a line above 0, or None.

    >>> guessed_size("1e3"), guessed_size(-1), guessed_size("much")
    (1000.0, None, None)
    """
    try:
        size = float(guess)
    except (TypeError, ValueError):
        return None
    return size if 0 < size < np.inf else None


def true_or_false(name: str, value: object) -> bool:
    """`value` if it is True or False, or an `InputError`: “no” would count as true.

    >>> true_or_false("forgetful", "no")
    Traceback (most recent call last):
    helpers.widgets.base.errors.InputError: forgetful must be True or False, not 'no'.
    """
    if not isinstance(value, (bool, np.bool_)):
        raise InputError(f"{name} must be True or False, not {shown(value)}.", name)
    return bool(value)


def shown(value):
    """The value for a sentence, cut where it is long or without end."""
    try:
        return reprlib.repr(value)
    except Exception:
        return f"an object of the type {type(value).__name__}"
