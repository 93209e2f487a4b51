"""Lesson 02: forward mode from two backward sweeps: one table passed both ways, and a sum."""

import numpy as np

from helpers.drawing import svg

__all__ = ["there_and_back"]

CELL_WIDTH, CELL_HEIGHT, WAY, MARGIN = 132, 36, 26, 48
SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def there_and_back(jacobian, tangent, moved):
    """Draw the Jacobian twice: u enters at the rows and uJ leaves at the columns, then t the other way.

    Below stands the sum that the second sweep differentiates: uJ weighed by t.

    `moved` is the Jacobian times the tangent. At most 4 rows and 2 columns.

    >>> there_and_back(np.array([[3.0, 4.0]]), np.array([1.0, -1.0]), np.array([-1.0]))
    <Picture: Forward mode from two backward sweeps. The first ... times as far as u₀: J t.>
    """
    jacobian, tangent, moved = (np.asarray(part, dtype=float) for part in (jacobian, tangent, moved))
    letters = [f"u{row}".translate(SUBSCRIPTS) for row in range(len(jacobian))]
    mixed = [_mix(letters, column) for column in jacobian.T]
    numbers, answers = [[svg.number(x) for x in part] for part in (tangent, moved)]
    weighed = _weighed(tangent, mixed)
    first = _panel("First sweep, from y to x", "u enters at the rows, u J leaves", jacobian,
                   letters, mixed, svg.GRADIENT, rightward=True)  # fmt: skip
    second = _panel("Second sweep, back through the first", "t enters where u J left, J t leaves", jacobian,
                    answers, numbers, svg.ACCENT, rightward=False)  # fmt: skip
    leaves = "at its row" if len(moved) == 1 else "at the rows"
    desc = f"""
        The first sweep goes through the Jacobian from its rows to its columns: u enters, and at the columns
        comes out u J: {"; ".join(mixed)}. The second goes back through the same table: t,
        {", ".join(numbers)}, enters at the columns, and {leaves} comes out J t: {", ".join(answers)}.
        Why: weighed by t, what came out of the first adds up to {weighed} = {_mix(letters, moved)}, which
        moves {", ".join(answers)} times as far as {", ".join(letters)}: J t."""
    title = "Forward mode from two backward sweeps"
    tables = svg.row(first, second, gap=36, align=0)
    return svg.picture(svg.column(tables, _sum(weighed, letters, moved), gap=14, align=0), title, desc=desc)


def _sum(weighed, letters, moved):
    """The results of the first sweep, weighed by t and added up, and the slopes of that sum in u."""
    slopes = ", ".join(svg.number(slope) for slope in moved)
    lines = (
        ("What the second sweep differentiates: the results of the first, weighed by t", svg.INK, True),
        (f"{weighed}  =  {_mix(letters, moved)}", svg.INK, False),
        (f"Its slopes in {', '.join(letters)} are J t:  {slopes}", svg.ACCENT, True),
    )
    return svg.column(*(svg.words(text, 16, color, bold, "start") for text, color, bold in lines), align=0)


def _mix(letters, factors):
    """Such as 3u₀ + 2u₁."""
    terms = [f"{svg.number(abs(factor))}{letter}" for letter, factor in zip(letters, factors, strict=True)]
    signs = ["−" if factor < 0 else "+" for factor in factors]
    rest = "".join(f" {sign} {term}" for sign, term in zip(signs[1:], terms[1:], strict=True))
    return ("−" if factors[0] < 0 else "") + terms[0] + rest


def _weighed(weights, sums):
    """Such as 1 · (3u₀ + 2u₁) − 1 · (4u₀ + 2u₁)."""
    terms = [f"{svg.number(abs(w))} · ({each})" for w, each in zip(weights, sums, strict=True)]
    signs = ["− " if weight < 0 else "+ " for weight in weights]
    return ("−" if weights[0] < 0 else "") + " ".join(
        [terms[0], *(sign + term for sign, term in zip(signs[1:], terms[1:], strict=True))]
    )


def _panel(title, subtitle, jacobian, beside, below, color, rightward):
    """The table with a value beside each row and one below each column, and the way between the two."""
    table = svg.matrix(jacobian, color=svg.LINE, cell_size=(CELL_WIDTH, CELL_HEIGHT))
    left, top = MARGIN + WAY + 6, 58
    bottom = top + table.height
    heading = svg.words(title, 17, color, bold=True, align="start").at(0, 0)
    parts = [heading, svg.words(subtitle, 15, align="start").at(0, 24), table.at(left, top)]
    for row, text in enumerate(beside):
        y, ends = top + (row + 0.5) * CELL_HEIGHT, (MARGIN + 4, left - 4)
        parts.append(_way(*(ends if rightward else ends[::-1]), y, y, color))
        parts.append(_value(text, MARGIN / 2, y, color))
    for column, text in enumerate(below):
        x, ends = left + (column + 0.5) * CELL_WIDTH, (bottom + 4, bottom + WAY)
        parts.append(_way(x, x, *(ends if rightward else ends[::-1]), color))
        parts.append(_value(text, x, bottom + WAY + 16, color))
    return svg.canvas(left + table.width, bottom + WAY + 32, *parts)


def _way(x1, x2, y1, y2, color):
    return svg.arrow(x1, y1, x2, y2, color=color, width=2.6, size=10)


def _value(text, x, y, color):
    block = svg.words(text, 15, color, bold=True)
    return block.at(x - block.width / 2, y - block.height / 2)
