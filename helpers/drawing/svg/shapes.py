"""Elements of SVG as text: groups, rectangles, lines, arrow heads, and words at a place."""

from __future__ import annotations

import functools
import math

from .palette import CARD, LINE
from .printing import escape


@functools.lru_cache(maxsize=16384)
def coordinate(value: float) -> str:
    """A coordinate with at most two decimals: short text, and the same text on every machine.

    >>> coordinate(3.0), coordinate(1 / 3), coordinate(2.5)
    ('3', '0.33', '2.5')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".") if value % 1 else str(int(value))


def attributes(named: dict[str, object]) -> str:
    """Attributes as SVG text: ``data_step`` becomes ``data-step``, ``class_`` class; None is left out.

    >>> attributes({"data_step": 2, "class_": "up-on", "display": None})
    ' data-step="2" class="up-on"'
    >>> attributes({"data_label": 'is "a" < b?'})
    ' data-label="is &quot;a&quot; &lt; b?"'
    """
    return "".join([_attribute(name, value) for name, value in named.items() if value is not None])


@functools.lru_cache(maxsize=16384, typed=True)  # a picture that is drawn again has nearly all of them again
def _attribute(name, value):
    return f' {name.rstrip("_").replace("_", "-")}="{escape(value)}"'


def group(body: str, **named: object) -> str:
    """SVG text inside a ``<g>`` with attributes; what a still image must not show is hidden there."""
    if "data_until" in named:
        named = {"display": "none"} | named
    return f"<g{attributes(named)}>{body}</g>"


def rect(x: float, y: float, width: float, height: float, **named: object) -> str:
    """A rectangle as SVG text."""
    return (
        f'<rect x="{coordinate(x)}" y="{coordinate(y)}" width="{coordinate(width)}" '
        f'height="{coordinate(height)}"{attributes({"fill": "none"} | named)}/>'
    )


def circle(x: float, y: float, r: float, **named: object) -> str:
    """A circle as SVG text."""
    return (
        f'<circle cx="{coordinate(x)}" cy="{coordinate(y)}" r="{r:g}"{attributes({"fill": "none"} | named)}/>'
    )


def path(d: str, **named: object) -> str:
    """A path as SVG text."""
    return f'<path d="{d}"{attributes({"fill": "none"} | named)}/>'


def halo(width: float = 4) -> dict[str, object]:
    """The look of words that stand on lines: these are cleared around them."""
    return {"paint_order": "stroke", "stroke": CARD, "stroke_width": width, "stroke_linejoin": "round"}


def head(x: float, y: float, toward: tuple[float, float] = (1, 0), size: float = 9, color: str = LINE) -> str:
    """An arrow head whose tip is at (x, y), pointing along `toward`."""
    length = math.hypot(*toward) or 1.0
    dx, dy = toward[0] / length, toward[1] / length
    back_x, back_y, half = x - size * dx, y - size * dy, size * 0.55
    points = [(x, y), (back_x - half * dy, back_y + half * dx), (back_x + half * dy, back_y - half * dx)]
    return f'<path d="M{" L".join(f"{coordinate(a)} {coordinate(b)}" for a, b in points)}Z" fill="{color}"/>'


def line(
    x1: float, y1: float, x2: float, y2: float, color: str = LINE, width: float = 1.6, dash: str | None = None
) -> str:
    """A straight line, dashed if `dash` says how."""
    ends = f"M{coordinate(x1)} {coordinate(y1)}L{coordinate(x2)} {coordinate(y2)}"
    named = {"fill": "none", "stroke": color, "stroke_width": width, "stroke_dasharray": dash}
    return f'<path d="{ends}"{attributes(named)}/>'


def arrow(
    x1: float,
    y1: float,
    x2: float,
    y2: float,
    color: str = LINE,
    width: float = 1.6,
    dash: str | None = None,
    size: float = 9,
) -> str:
    """A straight arrow whose tip is at (x2, y2).

    >>> arrow(0, 0, 50, 0).count("<path")
    2
    """
    length = math.hypot(x2 - x1, y2 - y1) or 1.0
    way = (x2 - x1) / length, (y2 - y1) / length
    end = x2 - 0.8 * size * way[0], y2 - 0.8 * size * way[1]  # the head covers the rest
    return line(x1, y1, *end, color, width, dash) + head(x2, y2, way, size, color)


def text(words: object, x: float, y: float, **named: object) -> str:
    """Words as SVG text, standing on the line `y`; for many that share a group, which knows their style."""
    return f'<text x="{coordinate(x)}" y="{coordinate(y)}"{attributes(named)}>{escape(words)}</text>'
