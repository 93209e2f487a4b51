"""Lesson 06: the force as an area, and the two strips by which it grows when x is nudged."""

from helpers.drawing import svg

__all__ = ["both_sides"]

LEFT, TOP, WIDTH = 96, 42, 300  # of the area before the nudge, and the room above it
PICTURE_WIDTH, ROOM = 720, 14


def both_sides(upstream, local, upstream_moves, local_moves, nudge):
    """Draw upstream · local as an area, upstream wide and local high, and what a nudge of x adds to it.

    upstream_moves and local_moves say how fast either side moves with x; everything is drawn to scale.

    >>> both_sides(54.0, 27.0, 54.0, 18.0, nudge=0.2)
    <Picture: Nudge x, and both sides move. ... 54 · 27 = 1458 a unit of x. ... Together 2430. ...>
    """
    scale = WIDTH / upstream
    height, wider, higher = local * scale, upstream_moves * nudge * scale, local_moves * nudge * scale
    top, right = TOP + higher + ROOM, LEFT + WIDTH
    strips = (
        ("through the upstream", f"{upstream_moves:g} · {local:g}", upstream_moves * local, svg.GRADIENT),
        ("through the local", f"{upstream:g} · {local_moves:g}", upstream * local_moves, svg.LOCAL),
    )
    title = "Nudge x, and both sides move"
    parts = [
        svg.words(title, 18, bold=True, align="start").at(0, 0),
        svg.rect(LEFT, top, WIDTH, height, fill=svg.PANEL, stroke=svg.LINE, stroke_width=1.5),
        svg.rect(right, top, wider, height, fill=svg.GRADIENT_WASH, stroke=svg.GRADIENT, stroke_width=2),
        svg.rect(LEFT, top - higher, WIDTH, higher, fill=svg.LOCAL_WASH, stroke=svg.LOCAL, stroke_width=2),
        svg.rect(right, top - higher, wider, higher, stroke=svg.LINE, stroke_dasharray="4 4"),
        _middle(
            f"the force: {upstream:g} · {local:g} = {upstream * local:g}", LEFT + WIDTH / 2, top + height / 2
        ),
        _middle(f"upstream {upstream:g}", LEFT + WIDTH / 2, top + height + 16, svg.GRADIENT),
        svg.words(f"local {local:g}", 16, svg.LOCAL, bold=True, align="end", width=LEFT - 12).at(
            0, top + height / 2 - 11
        ),
        _middle(f"{upstream_moves * local:g}", right + wider / 2, top + height / 2, svg.GRADIENT),
        _middle(f"{upstream * local_moves:g}", LEFT + WIDTH / 2, top - higher / 2, svg.LOCAL),
        *_beside(strips, right + wider + 36, top - higher + 4),
    ]
    block = svg.canvas(PICTURE_WIDTH, top + height + 34, *parts)
    return svg.picture(block, title, desc=_told(strips, upstream, local))


def _middle(text, x, y, color=svg.INK):
    words = svg.words(text, 16, color, bold=color != svg.INK)
    return words.at(x - words.width / 2, y - words.height / 2)


def _beside(strips, left, top):
    """What either strip adds, and what both add."""
    for name, product, adds, color in strips:
        yield svg.words(name, 16, color, bold=True, align="start").at(left, top)
        yield svg.words(f"{product} = {adds:g} a unit of x", 16, align="start").at(left, top + 22)
        top += 60
    yield svg.words("together", 16, bold=True, align="start").at(left, top)
    yield svg.words(f"{sum(adds for _, _, adds, _ in strips):g} a unit of x", 16, align="start").at(
        left, top + 22
    )


def _told(strips, upstream, local):
    (_, first, by_upstream, _), (_, second, by_local, _) = strips
    return f"""
        The force is an area, {upstream:g} wide, which is the upstream, and {local:g} high, which is the
        local: {upstream * local:g}. A nudge of x adds a strip at the side, because the upstream moves:
        {first} = {by_upstream:g} a unit of x. It adds a strip on top, because the local moves:
        {second} = {by_local:g} a unit of x. Together {by_upstream + by_local:g}. The corner, where both
        strips meet, shrinks to nothing for a small nudge. A rule that holds the local still sees the strip
        at the side alone."""
