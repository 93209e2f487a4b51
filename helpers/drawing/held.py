"""What is taken hold of in a picture, declared for the exhibits' script `dragging`."""

from __future__ import annotations

from collections.abc import Iterable

from . import svg

BELOW = 13  # an axis on which a knob moves: there what is written is not hidden by it


def handle(
    body: str, name: str, label: str, low: float, high: float, grid: float, per: float, lift: bool = False,
    snaps: bool = False, at: Iterable[float] = (),
) -> str:  # fmt: skip
    """A part that moves the number control `name` along with the hand, or up and down with `lift`.

    The number stays between `low` and `high`, in steps of `grid`; `per` pixels make 1. A part that `snaps`
    goes with the hand between the steps, too, and the number follows when it is let go. In a film it is `at`
    these numbers, stop by stop. A screen reader says the `label`.

    >>> handle("", "slope", "The slope", 0, 600_000, 1000, per=0.0004)[:38]
    '<g data-drag="slope" data-per="0.0004"'
    """
    moves = {"data_lift" if lift else "data_drag": name}
    limits = {"data_low": low, "data_high": high, "data_grid": grid, "data_label": label}
    limits |= {"data_snaps": "" if snaps else None, "data_at": " ".join(map(str, at)) or None}
    pixels = svg.coordinate(per) if abs(per) >= 1 else f"{per:.3g}"  # of a large number, a small part of one
    return svg.group(body, **moves, data_per=pixels, **limits)


def knob(x: float, y: float, inside: str = "", size: float = 10.5, color: str = svg.ACCENT) -> str:
    """A round knob with something on it, for a `handle`; it can be met a little beside what is seen."""
    reach = svg.rect(x - 18, y - 18, 36, 36, fill="transparent", stroke="none")
    return reach + svg.circle(x, y, size, fill=color, stroke=svg.CARD) + inside
