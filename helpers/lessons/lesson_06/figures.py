"""Lesson 06: what a nested rule is asked about, and the ways from x that are left."""

from helpers.drawing import svg

__all__ = ["nested"]

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
        f"Trap, grad of upstream: {by_upstream:,} comes back through upstream; no way leads from "
        f"x to grad, so {by_local:,} is lost. Repaired, slope of x: {by_local:,} comes through slope, too."
    )
    return svg.picture(svg.row(*sides, gap=20), "What the nested rule is asked about", desc=desc)


def _box(place, name, *lines):
    left, top, wide, high = place
    told = [svg.words(name, 15, bold=True)] * bool(name) + [svg.words(line, 14) for line in lines]
    return svg.card(svg.column(*told, gap=0), 0, svg.CARD, svg.INK, wide, high).at(left, top)


def _way(start, end, says="", y=0, dash=None):
    """An arrow from a box to the next, and beside it what comes back along it."""
    ends = start[0] + start[2], start[1] + start[3] / 2, end[0], end[1] + end[3] / 2
    yield svg.line(*ends, svg.BAD, 2, dash) if dash else svg.arrow(*ends, svg.INK, 2)
    yield svg.text(says, 0, y, font_size=14, font_weight=600, fill=svg.GRADIENT) * bool(says)
