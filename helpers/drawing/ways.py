"""What travels in a picture, declared for the exhibits' script `travel`: ways, and the numbers on them."""

from __future__ import annotations

from . import svg
from .svg.shapes import attributes, coordinate


def way(key: str, move: float, path: str, at: tuple[float, float], **named: object) -> str:
    """A way, drawn in the direction of travel; a number travels it in step `move`, past the gate `at`."""
    place = " ".join(map(coordinate, at))
    look = attributes({"fill": "none"} | named)
    return f'<path d="{path}"{look} data-way="{key}" data-move="{coordinate(move)}" data-at="{place}"/>'


def trail(key: str, path: str, **named: object) -> str:
    """The same way, drawn behind the number as it goes."""
    return f'<path d="{path}"{attributes({"fill": "none"} | named)} pathLength="1" data-trail="{key}"/>'


def pill(key: str, body: str, *faces: str, wide: float) -> str:
    """A number on its way, drawn around (0, 0): on `body` one face up to the gate, the other behind it.

    A still picture has none of it.
    """
    sides = zip(("leaves", "lands"), faces, strict=True)
    shown = "".join(svg.group(face, data_face=side) for side, face in sides)
    return svg.group(body + shown, data_pill=key, data_wide=coordinate(wide), display="none")


def gate(key: str, body: str, at: tuple[float, float], wide: float) -> str:
    """A gate drawn around (0, 0), placed on its way."""
    inside = svg.group(body, data_gate=key, data_wide=coordinate(wide))
    return f'<g transform="translate({coordinate(at[0])} {coordinate(at[1])})">{inside}</g>'
