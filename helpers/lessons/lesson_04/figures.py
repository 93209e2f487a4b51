"""Lesson 04: a hundred branches that meet in y, swept in one piece and cut in two."""

from helpers.drawing import svg

__all__ = ["cut_at_y"]

WIDTH, BRANCH, HEIGHT = 736, 200, 38  # of the picture and of a branch's box
AT_BRANCH, AT_Y, AT_LOSS, AT_MEMORY = 60, 420, 590, 460  # where branches, y, the loss and memory stand
TOPS = (44, 96, 180)  # of the first two branches and the last; dots stand for the others
LANE_HEIGHT = 234


def cut_at_y(branches):
    """Draw what a backward sweep keeps: every branch, or, cut at y, one branch at a time.

    branches is their number, 3 or more.

    >>> cut_at_y(branches=100)
    <Picture: 100 branches meet in y, which leads on to the loss. ... the values of one branch are kept.>
    """
    above = _lane(f"In one piece: all {branches} branches are kept", branches, kept=(True, True, True))
    below = _lane("Cut in two: one branch is kept at a time", branches, kept=(False, True, False), cut=True)
    desc = """
        Above, in one piece: the sweep runs from the loss through y into all branches, and the values of all
        of them are kept. Below, cut in two at y: the sweep from the loss ends at y, and
        what arrives there is handed as grad_ys to one branch after the other, so that the values of one
        branch are kept."""
    title = f"{branches} branches meet in y, which leads on to the loss"
    return svg.picture(svg.column(above, below, gap=22), title, desc=desc)


def _lane(title, branches, kept, cut=False):
    """One way to do it: the branches on the left, y, the loss, and the sweep back through what is kept."""
    y_box, loss = (svg.card(svg.words(name, 18, bold=True), 8, width=46, height=64) for name in ("y", "loss"))
    middle = TOPS[1] + HEIGHT / 2
    parts = [svg.words(title, 17, bold=True, align="start").at(0, 0), *_memory(branches, cut)]
    for top, number, is_kept, spread in zip(TOPS, (1, 2, branches), kept, (-19, 0, 19), strict=True):
        parts.append(_branch(number, is_kept).at(AT_BRANCH, top))
        ends = (AT_BRANCH + BRANCH + 8, top + HEIGHT / 2), (AT_Y - 8, middle + spread)
        parts.append(_ways(*ends, back=is_kept))
    parts += [
        svg.words("⋮", 20, svg.MUTED, width=BRANCH).at(AT_BRANCH, TOPS[1] + HEIGHT + 8),
        y_box.at(AT_Y, middle - y_box.height / 2),
        loss.at(AT_LOSS, middle - loss.height / 2),
        _ways((AT_Y + y_box.width + 8, middle), (AT_LOSS - 8, middle), back=True),
    ]
    if cut:
        x, dashed = AT_Y + y_box.width / 2, {"color": svg.INK, "width": 2, "dash": "6 5"}
        parts.append(svg.line(x, 30, x, middle - 40, **dashed) + svg.line(x, middle + 40, x, 230, **dashed))
        said = ("the cut: what arrives from the", "loss goes on as grad_ys")
        words = svg.column(
            *(svg.words(line, 15, svg.GRADIENT, align="start") for line in said), gap=1, align=0
        )
        parts.append(words.at(x + 12, 186))
    return svg.canvas(WIDTH, LANE_HEIGHT, *parts)


def _memory(branches, cut):
    """A square for each branch, filled where it is kept."""
    cell = min(12, (WIDTH - AT_MEMORY) / -(-branches // 4))
    for k in range(branches):
        look = {"stroke": svg.LINE} if cut and k != 1 else {"fill": svg.ACCENT, "stroke": svg.ACCENT}
        yield svg.rect(AT_MEMORY + cell * (k // 4), 4 + cell * (k % 4), cell - 3, cell - 3, **look)


def _branch(number, is_kept):
    if is_kept:
        words = svg.words(f"branch {number}: kept", 16)
        look = {"stroke": svg.ACCENT, "stroke_width": 2}
    else:
        words, look = svg.words(f"branch {number}", 16, svg.MUTED), {"fill": svg.CARD}
    return svg.card(words, width=BRANCH, height=HEIGHT, pad=4, radius=6, **look)


def _ways(start, end, back):
    """The way forward, and below it, if the sweep takes it, the way back."""
    forward = svg.arrow(start[0], start[1] - 5, end[0], end[1] - 5, svg.INK if back else svg.LINE)
    if not back:
        return forward
    return forward + svg.arrow(end[0], end[1] + 5, start[0], start[1] + 5, svg.GRADIENT, 2.6, "7 4", 10)
