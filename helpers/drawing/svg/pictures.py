"""A finished picture: one SVG text with what it says in words."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

from .blocks import Block
from .palette import CARD, FONT, TYPE
from .printing import escape
from .shapes import rect


class Picture(NamedTuple):
    """What an exhibit draws: SVG text, a title, a sentence per step (line 0: the start), alternative text.

    Where the same thing can be told in fewer or more steps, `done` says how far each step has come, so that
    the person stays at the same place.
    """

    svg: str
    title: str
    transcript: tuple[str, ...]
    alt: str
    done: tuple[int, ...] = ()


def picture(block: Block, title: str, transcript: Iterable[str] = (), desc: str | None = None) -> Picture:
    """Close a block into one SVG text on a card, with its title and description.

    >>> drawn = picture(Block(40, 20, "<path/>"), "A greeting", ["It says hello."])
    >>> drawn.svg.startswith("<svg ") and "<title>A greeting</title>" in drawn.svg
    True
    >>> drawn.alt
    'A greeting. It says hello.'
    """
    transcript = tuple(transcript)
    desc = " ".join(transcript) if desc is None else desc
    pad = 16
    width, height = math.ceil(block.width + 2 * pad), math.ceil(block.height + 2 * pad)
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="img" font-family="{FONT}" font-size="{TYPE}" '
        'style="font-variant-numeric:tabular-nums">'
        f"<title>{escape(title)}</title><desc>{escape(desc)}</desc>"
        f"{rect(0.5, 0.5, width - 1, height - 1, fill=CARD, stroke='none', rx=10)}{block.at(pad, pad)}</svg>"
    )
    return Picture(svg, title, transcript, f"{title}. {desc}".strip() if desc else title)
