"""Lesson 02: a Jacobian whose shape is pulled, and what all of it costs by sweeps and by runs."""

from helpers.drawing import svg
from helpers.drawing.held import handle, knob
from helpers.widgets import Exhibit
from helpers.widgets.base.controls import Number

__all__ = ["Price"]

WIDE, BESIDE = 760, 660  # the picture, and the least that has the bars beside the table
LEFT, TOP = 108, 34  # of the table
MOST = 12  # inputs, and outputs


class Price(Exhibit):
    """Pull the edges of a Jacobian: each sweep brings a row of it, each run a column.

    >>> price = Price(inputs=3, outputs=8)
    >>> price.set(inputs=9)
    >>> price.found
    ['8 sweeps, one for each output. It would take 9 runs, one for each input.']
    """

    def __init__(self, inputs, outputs):
        about = {"low": 1, "high": MOST, "step": 1, "whole": True, "limit": MOST, "in_picture": True}
        goals = [
            "Pull the edges of J until sweeps are cheaper.",
            f"Now let {2 * MOST} slopes cost 2.",
            "The J of a model: one output, its loss, and as many inputs as will fit. What does it cost?",
        ]
        super().__init__(Number("inputs", inputs, **about), Number("outputs", outputs, **about), goals=goals)

    def draw(self, inputs, outputs):
        return draw_price(max(inputs, 1), max(outputs, 1), self.across(WIDE))

    def reaches(self, goal, inputs, outputs):
        dear, cheap = max(inputs, outputs), min(inputs, outputs)
        if goal == 0 and outputs < inputs:
            each = "one for each output" if outputs > 1 else "for the one output"
            runs = f"It would take {inputs} runs, one for each input."
            return f"{_counted(outputs, 'sweep')}, {each}. {runs}"
        if goal == 1 and (dear, cheap) == (MOST, 2):
            way, long = ("sweeps", "inputs") if outputs == 2 else ("runs", "outputs")
            return f"2 {way}. With a million {long} it would still be 2."
        if goal == 2 and (inputs, outputs) == (MOST, 1):
            return f"1 sweep for {MOST} slopes, and for a million: only the one output counts."
        return ""


def draw_price(inputs, outputs, wide):
    """The table, in the rows or columns that are cheaper to bring, and at its edges what either costs."""
    slim, cheap = wide < BESIDE, min(inputs, outputs)
    cell = (wide - LEFT - 30) // MOST if slim else 25
    low, right, top = TOP + MOST * cell, LEFT + inputs * cell, TOP + (MOST - outputs) * cell
    by_rows = outputs <= inputs
    wash, edge = (svg.GRADIENT_WASH, svg.GRADIENT) if by_rows else (svg.ACCENT_WASH, svg.ACCENT)
    size = (right - LEFT - 2, cell - 2) if by_rows else (cell - 2, low - top - 2)
    corners = [(LEFT + 1 + k * cell * (not by_rows), top + 1 + k * cell * by_rows) for k in range(cheap)]
    parts = [svg.rect(LEFT, TOP, MOST * cell, MOST * cell, stroke=svg.HAIRLINE, stroke_dasharray="3 4")]
    parts += [svg.rect(*at, *size, rx=4, fill=wash, stroke=edge, stroke_width=1.5) for at in corners]
    for i, j in ((i, j) for i in range(outputs) for j in range(inputs)):
        parts.append(svg.circle(LEFT + cell * (j + 0.5), top + cell * (i + 0.5), 2.5, fill=svg.LOCAL))
    token = min(13, cell - 2)
    sweeps = [(LEFT - 17, top + cell * (k + 0.5) - token / 2) for k in range(outputs)]
    runs = [(LEFT + cell * (k + 0.5) - token / 2, low + 5) for k in range(inputs)]
    left, y = (0, low + 64) if slim else (LEFT + MOST * cell + 52, TOP + 40)
    bold, slopes = {"font_size": 15, "font_weight": 600}, _counted(inputs * outputs, "slope")
    parts.append(svg.text(f"{slopes} in J", left, y, font_size=20, font_weight=600, fill=svg.LOCAL))
    for name, beside, color in ("sweep", sweeps, svg.GRADIENT), ("run", runs, svg.ACCENT):
        y += 52
        verdict = ": equal" if inputs == outputs else ": cheaper" * (len(beside) == cheap)
        words = _counted(len(beside), name) + verdict
        parts.append(svg.text(words, left, y, fill=color, **bold))
        look = {"rx": 3, "fill": color, "opacity": 1 if len(beside) == cheap else 0.4}
        for at in (*beside, *((left + 16 * k, y + 8) for k in range(len(beside)))):
            parts.append(svg.rect(*at, token, token, **look))
    end = {"fill": svg.INK, "text_anchor": "end"}
    parts.append(svg.text(_counted(outputs, "output"), LEFT - 24, (top + low) / 2 + 5, **end, **bold))
    parts.append(svg.text(_counted(inputs, "input"), LEFT, low + 36, fill=svg.INK, **bold))
    for name, x, up, lift in ("inputs", right + 13, (top + low) / 2, False), (
        "outputs", (LEFT + right) / 2, top - 13, True,
    ):  # fmt: skip
        parts.append(handle(knob(x, up), name, f"How many {name}", 1, MOST, 1, cell, lift=lift))
    desc = f"{slopes}: {_counted(outputs, 'sweep')} or {_counted(inputs, 'run')} bring them."
    canvas = svg.canvas(wide, (y + 30 if slim else low + 44), *parts)
    return svg.picture(canvas, "What a Jacobian costs", desc=desc)


def _counted(count, word):
    return f"{count} {word}{'s' * (count != 1)}"
