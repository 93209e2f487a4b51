"""Lesson 06: what a nested rule is asked about, the ways from x that are left, and masses in a row."""

import numpy as np

from helpers.drawing import svg
from helpers.drawing.plots import Axes, Look, round_up

__all__ = ["masses", "nested"]

WIDE, HIGH = 344, 150
X, UPSTREAM, SLOPE, FORCE = (0, 54, 40, 40), (104, 4, 88, 36), (104, 104, 88, 44), (222, 40, 120, 68)


def nested(by_upstream, by_local):
    """Draw how the force is made of x by the trap and by the repaired rule, and what comes back to x.

    >>> nested(180_000, 120_000)
    <Picture: What the nested rule is asked about. ... 120,000 comes through slope, too.>
    """
    first = [_box(X, "x"), _box(UPSTREAM, "upstream"), *_way(X, UPSTREAM, f"← {by_upstream:,}", 38)]
    first += _way(UPSTREAM, FORCE)
    trap = [*first, _box(FORCE, "grad", "upstream · 3x²", "= force"), *_way(X, FORCE, dash="5 5")]
    trap.append(svg.text(f"✗ no way: {by_local:,}", 62, 94, font_size=14, fill=svg.BAD))
    cure = [*first, _box(SLOPE, "slope", "3x²"), *_way(X, SLOPE, f"← {by_local:,}", 124), *_way(SLOPE, FORCE)]
    cure.append(_box(FORCE, "", "upstream · slope", "= force"))
    titles = {"trap: grad(upstream)": trap, "repaired: slope(x)": cure}
    sides = (svg.column(svg.words(title, 16), svg.canvas(WIDE, HIGH, *parts))
             for title, parts in titles.items())  # fmt: skip
    desc = (
        f"Trap, grad of upstream: {by_upstream:,} comes back through upstream; no path leads from "
        f"x to grad, so {by_local:,} is lost. Repaired, slope of x: {by_local:,} comes through slope, too."
    )
    return svg.picture(svg.row(*sides, gap=20), "What the nested rule is asked about", desc=desc)


def masses(held, **rows):
    """Draw how far each mass is pulled, in rows of numbers, the last to be seen; dashed, where it is `held`.

    >>> masses([-1, 1], downhill=[-0.5, 0.5], Newton=[-1, 1])
    <Picture: Masses in a row, ... mass 1 at −0.5, mass 2 at 0.5; Newton: mass 1 at −1, mass 2 at 1.>
    """
    count, rows = len(held), {"held at": held} | rows
    far = round_up(max(abs(x) for row in rows.values() for x in row))
    axes = Axes(66, 26, 420, 130, (1, count), (-far, far))
    parts = [svg.text("each mass is pulled by", 0, 12, font_size=13, fill=svg.MUTED)]
    parts += [axes.line_across(x, svg.number(x)) for x in (-far, 0, far)]
    parts += [axes.tick(k, f"mass {k}" if k == 1 else str(k), 4) for k in (1, count // 2, count)]
    wide = Look(svg.INK, "2 6", "", 9)  # it is seen below a row that lies on it
    pale = [Look(svg.MUTED, mark="")] * (len(rows) - 2)
    looks = [wide, *pale, Look(svg.ACCENT, mark="")]
    some = np.linspace(0, count - 1, min(count, 101)).round().astype(int)
    for row, look in zip(rows.values(), looks, strict=True):
        parts.append(axes.curve(some + 1, np.asarray(row)[some], look))
    parts += axes.names([row[-1] for row in rows.values()], [*rows], looks)
    ends = (
        f"{name}: mass 1 at {svg.number(row[0], 2)}, mass {count} at {svg.number(row[-1], 2)}"
        for name, row in rows.items()
    )
    title = "Masses in a row, and how far each is pulled"
    return svg.picture(svg.canvas(620, 186, *parts), title, desc="; ".join(ends) + ".")


def _box(place, name, *lines):
    left, top, wide, high = place
    told = [svg.words(name, 15, bold=True)] * bool(name) + [svg.words(line, 14) for line in lines]
    return svg.card(svg.column(*told, gap=0), 0, svg.CARD, svg.INK, wide, high).at(left, top)


def _way(start, end, says="", y=0, dash=None):
    """An arrow from a box to the next, and beside it what comes back along it."""
    ends = start[0] + start[2], start[1] + start[3] / 2, end[0], end[1] + end[3] / 2
    yield svg.line(*ends, svg.BAD, 2, dash) if dash else svg.arrow(*ends, svg.INK, 2)
    yield svg.text(says, 0, y, font_size=14, font_weight=600, fill=svg.GRADIENT) * bool(says)
