"""Counts, sizes and times as a person says them."""

from __future__ import annotations

from .printing import number


def spaced(count: int) -> str:
    """A count in groups of three digits.

    >>> spaced(1234567)
    '1 234 567'
    """
    return f"{count:,}".replace(",", " ")


def counted(count: int, noun: str) -> str:
    """So many of something.

    >>> counted(1, "row"), counted(2000, "number"), counted(2, "axis")
    ('1 row', '2 000 numbers', '2 axes')
    """
    return f"{spaced(count)} {noun if count == 1 else 'axes' if noun == 'axis' else noun + 's'}"


def in_bytes(count: float) -> str:
    """A number of bytes.

    >>> in_bytes(32), in_bytes(8_000_000), in_bytes(8e12)
    ('32 bytes', '8 MB', '8 TB')
    """
    for unit, power in (("EB", 18), ("PB", 15), ("TB", 12), ("GB", 9), ("MB", 6), ("kB", 3)):
        if count >= 10**power:
            return f"{number(count / 10**power, digits=3)} {unit}"
    return f"{count:.0f} bytes"


def in_arrays(count: float) -> str:
    """A peak of memory as a number of equal arrays; above 100 the last digit would say too much.

    >>> in_arrays(8.07), in_arrays(408.02)
    ('8', '410')
    """
    return str(int(round(count, -1) if count > 100 else round(count)))


def in_seconds(seconds: float) -> str:
    """A power of ten seconds.

    >>> in_seconds(1e-5), in_seconds(0.1)
    ('10 µs', '100 ms')
    """
    for unit, size in (("s", 1), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size * 0.999:
            return f"{round(seconds / size)} {unit}"
    return f"{round(seconds / 1e-9)} ns"
