"""Drawing primitives for exhibits and diagrams: SVG as text, from plain Python.

Everything drawable is a `Block`, a piece of SVG that knows its size; blocks are put together with `row`,
`column`, `card` and `canvas`, and `picture` closes them into one SVG text with a title and a description.

The same text is the live view and the committed image. Live, the colours are CSS variables that follow the
theme; in an ``<img>`` nothing of the page sets them, so each carries its light value as a fallback, and
`Picture.still` adds the dark ones. No element has an ``id``: several views of one picture live in one page,
and ids would clash (so arrow heads are drawn, not referenced as markers).

Attributes the browser module understands, on any element (a still image is the finished picture):

=================  ====================================================================================
``data-step=k``     shown from step ``k`` on; 1.94: from 94 % of the way to step 2 on
``data-until=k``    shown before step ``k`` only; hidden in the still image
``data-fade=part``  with ``data-step``: it fades in over that part of a step
``data-way=key``    a path that a number travels; the script `travel` of the exhibits says how
``data-ask=text``   on a way: what is asked about its number: `asking`, the stepper's script
``data-goto=k``     clicking it jumps to step ``k``; without a ``data-step`` it is a button, for keys too
``data-hot=key``    hovering or focusing it makes ``key`` hot; arrow keys move between hot elements
``data-lit="k1 k2"``  marked with the class ``up-lit`` while one of the keys is hot
``data-label=text``  what is said of a part while it is hot, in lines; also its name for screen readers
``data-line``       a text, or a group with one, that shows the next line of what is said
``data-rest=key``   ``key`` is hot while nothing else is; with "", this part's own ``data-label`` is said
``data-cell=name``  the cell ``name`` of a `Matrix` edited in the picture; ``data-value`` is its number
``data-set=name``   clicking it sets the control ``name`` to ``data-value`` (a button is pressed)
``data-film=key``   where the part is at each stop stands in track ``key`` of the film: see ``svg/film.py``
``data-drag=name``  taken hold of, it moves the number control ``name``: the script `dragging` says how
=================  ====================================================================================
"""

from .blocks import (
    Block,
    canvas,
    card,
    centred,
    column,
    lines_within,
    paragraph,
    row,
    size_within,
    space,
    words,
    words_within,
)
from .palette import (
    ACCENT,
    ACCENT_WASH,
    BAD,
    CARD,
    FONT,
    FORMULA_FONT,
    GRADIENT,
    GRADIENT_WASH,
    HAIRLINE,
    INK,
    LINE,
    LOCAL,
    LOCAL_WASH,
    MUTED,
    NEGATIVE,
    ON_GRADIENT,
    PAIRS,
    PANEL,
    POSITIVE,
    SMALL,
    TYPE,
)
from .pictures import WHILE_FOLDED, Picture, picture
from .printing import (
    array_text,
    entry_names,
    escape,
    factor,
    largest,
    listed,
    number,
    signed,
    text_width,
    wrapped,
)
from .shapes import arrow, circle, coordinate, group, halo, head, line, path, rect, text
from .tables import matrix

__all__ = [
    "ACCENT", "ACCENT_WASH", "BAD", "CARD", "FONT", "FORMULA_FONT", "GRADIENT", "GRADIENT_WASH", "HAIRLINE",
    "INK", "LINE", "LOCAL", "LOCAL_WASH", "MUTED", "NEGATIVE", "ON_GRADIENT", "PAIRS", "PANEL", "POSITIVE",
    "SMALL", "TYPE", "WHILE_FOLDED",
    "Block", "Picture",
    "array_text", "arrow", "canvas", "card", "centred", "circle", "column", "coordinate", "entry_names",
    "escape", "factor", "group", "halo", "head", "largest", "line", "lines_within", "listed", "matrix",
    "number", "paragraph", "path", "picture", "rect", "row", "signed",
    "size_within", "space", "text", "text_width", "words", "words_within", "wrapped",
]  # fmt: skip
