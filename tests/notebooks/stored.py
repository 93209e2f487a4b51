"""What a committed notebook shows, read without running it."""

import functools
import re

import nbformat

from tests import ROOT


@functools.cache
def notebook(name):
    return nbformat.read(ROOT / "notebooks" / name, as_version=4)


def text(name, cell_id):
    """Everything the cell shows as text; KeyError if there is no such cell."""
    cells = {cell.id: cell for cell in notebook(name).cells}
    return "".join(map(plain, cells[cell_id].outputs))


def plain(output):
    return "".join(output.get("text") or output.get("data", {}).get("text/plain", ""))


def rows(name, cell_id):
    """Every line the cell shows that begins with a word and goes on in numbers only: [(word, *numbers)]."""
    found = []
    for line in text(name, cell_id).splitlines():
        word, *fields = line.split() or [""]
        try:
            found.append((word, *map(float, fields)))
        except ValueError:
            continue
    return [row for row in found if len(row) > 1]


def numbers(line):
    """The numbers in a line of text, in order.

    >>> numbers("z = 6, dz/dx = -3.5")
    [6.0, -3.5]
    """
    return [float(n) for n in re.findall(r"(?<![\w.])-?\d+(?:\.\d+)?(?:e[+-]?\d+)?", line)]
