"""Numbers and words as a picture prints them, and how wide they are."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable

import numpy as np

from .palette import TYPE

DIGITS = 4  # significant digits of a printed number
MOST_IN_FULL = 1e6  # up to here, a number with DIGITS or more before the point is printed as a whole number
NOISE = 1e-12  # what is this much smaller than what stands beside it is rounding, and prints as 0


@functools.lru_cache(maxsize=4096, typed=True)
def number(value: complex, scale: float | None = None, digits: int = DIGITS) -> str:
    """A short, stable text for one number: at most `digits` significant digits, a true minus sign, never -0.

    `scale` is the largest magnitude beside it: what is 10¹² times smaller is rounding noise and prints as 0.

    >>> [number(v) for v in (1024.0, -0.5, 1 / 3, -0.0, 1e-7, 123456.7, 2.5e9)]
    ['1024', '−0.5', '0.3333', '0', '1e−7', '123457', '2.5e9']
    >>> [number(v) for v in (float("nan"), float("-inf"), 1 - 2j, True)]
    ['NaN', '−∞', '1−2j', 'True']
    >>> number(1e-17, scale=1.0)
    '0'
    """
    if type(value) is float:  # nearly always
        return _number(value, scale, digits)
    if isinstance(value, (bool, np.bool_)):
        return str(bool(value))
    if isinstance(value, (complex, np.complexfloating)):
        real, imag = number(value.real, scale, digits), number(value.imag, scale, digits)
        return f"{real}{'' if imag.startswith('−') else '+'}{imag}j"
    return _number(float(value), scale, digits)


@functools.lru_cache(maxsize=4096)  # a picture and its transcript print the same numbers many times over
def _number(v, scale, digits):
    if math.isnan(v):
        return "NaN"
    if math.isinf(v):
        return "∞" if v > 0 else "−∞"
    if scale is not None and math.isfinite(scale) and abs(v) < NOISE * abs(scale):
        v = 0.0
    text = f"{v:.0f}" if 10 ** (digits - 1) <= abs(v) <= MOST_IN_FULL else f"{v:.{digits}g}"
    mantissa, e, exponent = text.partition("e")
    text = mantissa + (f"e{int(exponent)}" if e else "")
    return "0" if text in ("-0", "0") else text.replace("-", "−")


@functools.lru_cache(maxsize=4096)
def signed(value: float) -> str:
    """A number that shows its sign, also above zero.

    >>> signed(2.0), signed(-2.0), signed(0.0)
    ('+2', '−2', '0')
    """
    return f"+{number(value)}" if value > 0 else number(value)


def factor(value: float) -> str:
    """A number as it stands in a product: in brackets below zero.

    >>> factor(2.0), factor(-2.0)
    ('2', '(−2)')
    """
    return f"({number(value)})" if value < 0 else number(value)


def listed(words: Iterable[str]) -> str:
    """Words in a row.

    >>> listed("abc"), listed("a"), listed("")
    ('a, b and c', 'a', '')
    """
    *first, last = [*words] or [""]
    return f"{', '.join(first)} and {last}" if first else last


def array_text(array: object, digits: int = DIGITS) -> str:
    """An array on one line, each entry as `number` writes it.

    >>> array_text([[1.0, -2.0], [0.5, 0.0]])
    '[[1, −2], [0.5, 0]]'
    """
    values = array if isinstance(array, (list, float)) else np.asarray(array).tolist()
    if not isinstance(values, list):
        return number(values, digits=digits)
    return "[" + ", ".join(array_text(part, digits) for part in values) + "]"


def largest(array: np.ndarray) -> float:
    """The largest finite magnitude in an array; 0 if there is none.

    >>> largest(np.array([1.0, -3.0, np.inf]))
    3.0
    """
    return float(np.abs(array[np.isfinite(array)]).max(initial=0))


def entry_names(letter: str, shape: tuple[int, ...]) -> list[str]:
    """The names of the entries of an array; a single number is called by its letter alone.

    >>> entry_names("x", (2,)), entry_names("C", (1, 2)), entry_names("y", ())
    (['x[0]', 'x[1]'], ['C[0,0]', 'C[0,1]'], ['y'])
    """
    return [letter + (f"[{','.join(map(str, index))}]" if index else "") for index in np.ndindex(shape)]


# Widths of Arial's glyphs in units of the type size; the other fonts are close, and every box has padding.
class _Widths(dict):
    def __missing__(self, character):
        return self.setdefault(character, 0.68 if character.isupper() else 0.556)


_WIDTHS = _Widths(
    dict.fromkeys(" .,:;'|!iljIt[]()/f·", 0.28)
    | dict.fromkeys("mMwW@%∂", 0.86)
    | dict.fromkeys("+−×=÷∞→<>", 0.6)
)
_GENEROUS = 1.06
_TRUER = 0.92  # of that estimate, a long line really needs this much


@functools.lru_cache(maxsize=4096)
def text_width(text: str, size: float = TYPE) -> float:
    """An estimate, a little generous, of how wide `text` is."""
    return _GENEROUS * size * sum(map(_WIDTHS.__getitem__, text))


def wrapped(text: str, size: float, width: float) -> list[str]:
    """The text in lines of at most `width`; a plus or an equals sign goes with what follows it.

    >>> wrapped("1·2 + 3·4 + 5·6 = 44", size=10, width=55)
    ['1·2 + 3·4', '+ 5·6 = 44']
    """
    if _TRUER * text_width(f"{text} ", size) <= width:
        return [text]
    lines, room = [], 0.0
    for piece in text.replace(" + ", " +\xa0").replace(" = ", " =\xa0").split(" "):
        needed = _TRUER * text_width(f"{piece} ", size)
        if lines and needed <= room:
            lines[-1] += f" {piece}"
        else:
            lines.append(piece)
            room = width
        room -= needed
    return [line.replace("\xa0", " ") for line in lines]


def printing_rules() -> dict[str, object]:
    """What `number` is built on, for a page that prints numbers by itself."""
    return {"digits": DIGITS, "whole": MOST_IN_FULL}


def escape(text: object) -> str:
    """Text made safe inside SVG and its attributes.

    >>> escape('a < "b"')
    'a &lt; &quot;b&quot;'
    """
    return escaped(str(text))


@functools.lru_cache(maxsize=4096)
def escaped(text: str) -> str:
    """`escape` for what is text already, remembered: a picture repeats most of what it says."""
    if not text.replace("\n", "").isprintable():  # control codes are not XML
        text = "".join(c if c.isprintable() or c == "\n" else "�" for c in text)
    for character, safe in _ESCAPES.items():  # much faster than str.translate, whose map is in Python
        text = text.replace(character, safe)
    return text


_ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;", "\n": "&#10;"}
