"""A finished picture: one SVG text with what it says in words."""

from __future__ import annotations

import base64
import math
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from .blocks import Block
from .film import Film, at_first
from .palette import CARD, FONT, THEME, TYPE
from .printing import escape
from .shapes import rect

PAD = 16  # around what is drawn
# Of a folded output JupyterLab shows the first line: this, and not the alt text with the answer in it.
WHILE_FOLDED = "<!-- Run this cell to see the picture. -->\n"


@dataclass(frozen=True)
class Picture:
    """A drawing: SVG text, a title, a sentence per step (line 0: the start), and alternative text.

    Where the same thing can be told in fewer or more steps, `done` says how far each step has come, so that
    the person stays at the same place. What moves between stops stands in its `film`. In a notebook a picture
    shows itself.
    """

    svg: str
    title: str
    transcript: tuple[str, ...]
    alt: str
    done: tuple[int, ...] = ()
    film: Film | None = None

    @property
    def last(self) -> int:
        """The number of the last step."""
        steps = self.film.stops if self.film and not self.film.runs else self.transcript
        return max(len(steps) - 1, 0)

    @property
    def size(self) -> tuple[float, float]:
        """Its width and its height."""
        _, _, width, height = self.svg.partition('viewBox="')[2].partition('"')[0].split()
        return float(width), float(height)

    def still(self) -> str:
        """The SVG text for an ``<img>``, which hears nothing of the page but whether it is light or dark.

        JupyterLab tells it by its theme, trusted or not; elsewhere the picture stands on a light card.
        """
        roles = (role for role in THEME if f"--up-{role}," in self.svg)
        dark = "".join(f"--up-{role}:{THEME[role][1]};" for role in roles)
        start, rest = self.svg.split(">", 1)
        return f"{start}><style>@media (prefers-color-scheme:dark){{svg{{{dark}}}}}</style>{rest}"

    def opening(self) -> Picture:
        """The picture before its first step: what comes later is hidden, and a film is at its first stop."""

        def opened(found):
            tag = found[0].replace(' display="none"', "")
            times = {kind: float(time) for kind, time in re.findall(r' data-(step|until)="([\d.]+)"', tag)}
            hidden = times.get("step", 0) > 0 or times.get("until", 1) <= 0
            return tag[:-1] + ' display="none">' if hidden else tag

        svg = re.sub(r'<g[^>]* data-(?:step|until)="[\d.]+"[^>]*>', opened, self.svg)
        svg = re.sub(r"<path[^>]* data-trail=[^>]*/>", "", svg)
        svg = at_first(svg, self.film) if self.film else svg
        alt = f"{self.title}. {self.transcript[0]}" if self.transcript else self.alt
        return replace(self, svg=svg, alt=alt)

    def html(self) -> str:
        """An ``<img>`` with the alternative text, which shows wherever a notebook does.

        Not inline SVG: GitHub and an untrusted JupyterLab strip that to its words.
        """
        image = base64.b64encode(self.still().encode()).decode()
        source = f"data:image/svg+xml;base64,{image}"
        return f'{WHILE_FOLDED}<img alt="{escape(self.alt)}" src="{source}" style="max-width:100%">'

    def __repr__(self) -> str:
        return f"<Picture: {self.alt}>"

    def _repr_html_(self) -> str:
        return self.html()


def picture(
    block: Block,
    title: str,
    transcript: Iterable[str] = (),
    desc: str | None = None,
    film: Film | None = None,
) -> Picture:
    """Close a block into one SVG text on a card, with its title and description.

    The description is the transcript, or `desc`, in which line breaks count as spaces.

    >>> drawn = picture(Block(40, 20, "<path/>"), "A greeting", ["It says hello."])
    >>> drawn.svg.startswith("<svg ") and "<title>A greeting</title>" in drawn.svg
    True
    >>> drawn.alt
    'A greeting. It says hello.'
    """
    transcript = tuple(transcript)
    desc = " ".join(transcript if desc is None else desc.split())
    width, height = math.ceil(block.width + 2 * PAD), math.ceil(block.height + 2 * PAD)
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="img" font-family="{FONT}" font-size="{TYPE}" '
        'style="font-variant-numeric:tabular-nums">'
        f"<title>{escape(title)}</title><desc>{escape(desc)}</desc>"
        f"{rect(0.5, 0.5, width - 1, height - 1, fill=CARD, stroke='none', rx=10)}{block.at(PAD, PAD)}</svg>"
    )
    return Picture(svg, title, transcript, f"{title}. {desc}".strip() if desc else title, film=film)
