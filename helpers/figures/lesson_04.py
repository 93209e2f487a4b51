"""Lesson 04: a hundred branches that meet in y, swept in one piece and cut in two."""

from .style import BLUE, GRADIENT, GRID, INK, ORANGE, Picture, house_style

__all__ = ["cut_at_y"]

AT_BRANCH, AT_Y, AT_LOSS = 1.6, 4.3, 6.0  # where branches, y and the loss stand
SHOWN = (0.0, 1.0, 2.6)  # heights of the first two branches and the last; dots stand for the others
LANE_HEIGHT = 5.0


@house_style
def cut_at_y(whole, cut, branches):
    """Draw what a backward sweep keeps: every branch, or, cut at y, one branch at a time.

    whole and cut are the measured peaks of memory, in arrays of the size of one source; branches is their
    number, 3 or more. Peaks above 100 are printed to the nearest ten.

    >>> cut_at_y(whole=612.0, cut=8.1, branches=100)
    <Picture: 100 branches meet in y, which leads on to the loss. ... at the peak, 8 arrays.>
    """
    most, least = _rounded(whole), _rounded(cut)
    picture = Picture(
        alt=f"""{branches} branches meet in y, which leads on to the loss. Above, in one piece: the sweep runs
        from the loss through y into all branches, and the values of all of them are kept; at the peak,
        {most} arrays. Below, cut in two at y: the upper sweep ends at y, and what arrives there is handed as
        grad_ys to one branch after the other, so that the values of one branch are kept; at the peak,
        {least} arrays.""",
        width=8,
        height=6.0,
    )
    axes = picture.subplots()
    axes.axis("off")
    axes.set(xlim=(-0.4, 8.0), ylim=(2 * LANE_HEIGHT - 1.3, -1.4))
    _lane(axes, 0, f"In one piece: {most} arrays at the peak", branches, kept=(True, True, True))
    _lane(axes, LANE_HEIGHT, f"Cut in two: {least} arrays at the peak", branches, kept=(False, True, False))
    top, middle = LANE_HEIGHT - 0.5, LANE_HEIGHT + SHOWN[1]
    axes.plot([AT_Y, AT_Y], [top, top + 0.9], color=ORANGE, linestyle="--")
    axes.plot([AT_Y, AT_Y], [middle + 0.75, top + 3.6], color=ORANGE, linestyle="--")
    axes.text(
        AT_Y + 0.15,
        top + 3.3,
        "the cut: what arrives from the\nright goes on as grad_ys",
        color=ORANGE,
        va="center",
    )
    return picture


def _lane(axes, top, title, branches, kept):
    """One way to do it: the branches on the left, y, the loss, and the sweep back through what is kept."""
    axes.text(-0.3, top - 1.0, title, weight="bold", va="center")
    middle = top + SHOWN[1]
    for height, number, is_kept in zip(SHOWN, ("1", "2", str(branches)), kept, strict=True):
        _branch(axes, top + height, number, is_kept)
        start = (AT_BRANCH + 1.35, top + height - 0.12)
        end = (AT_Y - 0.3, middle - 0.14 + 0.45 * (height - SHOWN[1]))
        _arrow(axes, start, end, INK if is_kept else GRID)
        if is_kept:
            _arrow(axes, _below(end), _below(start), GRADIENT, "--")
    axes.text(AT_BRANCH, top + 1.8, "⋮", ha="center", va="center", size=18)
    axes.text(AT_Y, middle, "y", ha="center", va="center", weight="bold", size=16)
    axes.text(AT_LOSS + 0.1, middle, "loss", ha="left", va="center", weight="bold", size=16)
    _arrow(axes, (AT_Y + 0.25, middle), (AT_LOSS, middle), INK)
    _arrow(axes, _below((AT_LOSS, middle)), _below((AT_Y + 0.25, middle)), GRADIENT, "--")


def _branch(axes, height, number, is_kept):
    from matplotlib.patches import Rectangle

    look = {"facecolor": BLUE, "alpha": 0.18} if is_kept else {"facecolor": "none"}
    corner = (AT_BRANCH - 1.25, height - 0.36)
    axes.add_patch(Rectangle(corner, 2.5, 0.72, edgecolor="none", **look))
    axes.add_patch(Rectangle(corner, 2.5, 0.72, edgecolor=BLUE if is_kept else GRID, fill=False, linewidth=2))
    words = f"branch {number}: kept" if is_kept else f"branch {number}"
    axes.text(AT_BRANCH, height, words, ha="center", va="center")


def _below(point):
    """A little below, so that the way back does not lie on the way forward."""
    x, y = point
    return x, y + 0.28


def _arrow(axes, start, end, colour, line="-"):
    style = {"arrowstyle": "->", "color": colour, "linestyle": line, "linewidth": 2.2}
    axes.annotate("", end, start, arrowprops=style)


def _rounded(arrays):
    return f"{round(arrays, -1 if arrays >= 100 else 0):.0f}"
