"""The pieces of a card, each as text and as HTML with the same words.

The HTML has to live where nothing of ours is loaded: in JupyterLab, in an untrusted notebook (which keeps
plain elements and most inline styles, and throws out SVG), on a page, light or dark. So a colour is mixed
with the colour of the text around it, `color-mix(…, currentColor)`: on white that gives the light value of
the palette, on black the dark one, and a browser that cannot mix shows plain text. No colour speaks alone.
"""

import html
from dataclasses import dataclass

import numpy as np

from helpers.drawing.svg.palette import THEME
from helpers.drawing.svg.printing import largest, number

MUTED = "color:color-mix(in srgb,currentColor 72%,transparent)"
PANEL = "color-mix(in srgb,currentColor 6%,transparent)"
HAIR = "color-mix(in srgb,currentColor 18%,transparent)"
LINE = "color-mix(in srgb,currentColor 45%,transparent)"
CODE = "font-family:Menlo,Consolas,'DejaVu Sans Mono',monospace"
PLAIN_ROW = '<tr style="background:none;border:0">'  # JupyterLab stripes the rows of its tables


def mixed(role):
    """A colour of the palette that follows the theme: (colour, how much of it is mixed with the text's).

    >>> mixed("gradient")
    ('#cd4bed', 60)
    """
    light, dark = (np.array([int(hex[k : k + 2], 16) for k in (1, 3, 5)]) for hex in THEME[role])
    share = 1 - (dark - light).mean() / 255
    base = np.clip(np.round(light / share), 0, 255).astype(int)
    return "#{:02x}{:02x}{:02x}".format(*base), round(100 * share)


def themed(role):
    """The same as a CSS colour."""
    base, share = mixed(role)
    return f"color-mix(in srgb,{base} {share}%,currentColor)"


GRADIENT, LOCAL, ACCENT, BAD = map(themed, ("gradient", "local", "accent", "bad"))
WASH = f"color-mix(in srgb,{mixed('gradient')[0]} 14%,transparent)"


# --- a matrix ---

GIVEN, YOURS, RIGHT = "given", "yours", "right"


@dataclass(frozen=True)
class Grid:
    """An array with its name; `mark` is the index of the entry to look at, `digits` how many are shown.

    Next to numbers of the size `scale`, or its own largest, what is only rounding is a 0.
    """

    name: str
    array: np.ndarray
    role: str = GIVEN
    mark: tuple | None = None
    digits: int = 4
    scale: float = 0.0

    @property
    def matrices(self):
        """The array as a list of matrices, each a list of rows of (text, is it marked?).

        >>> Grid("nothing", np.zeros((2, 0))).matrices
        [[[('no numbers, shape (2, 0)', False)]]]
        """
        array = np.asarray(self.array)
        if not array.size:
            return [[[(f"no numbers, shape {array.shape}", False)]]]
        scale, marked = max(self.scale, largest(array)), np.zeros(array.shape, bool)
        if self.mark is not None:
            marked[self.mark] = True
        shape = (-1, *(1, 1, *array.shape)[-2:])
        return [
            [[(number(v.item(), scale, self.digits), bool(m)) for v, m in zip(*row)] for row in zip(*matrix)]
            for matrix in zip(array.reshape(shape), marked.reshape(shape))
        ]

    def text(self):
        """Its rows in columns, the entry to look at between arrows.

        >>> print(Grid("A", np.eye(2), mark=(0, 1)).text())
          A:   1  >0<
               0    1
        """
        cells = [[f">{t}<" if m else t for t, m in row] for matrix in self.matrices for row in matrix]
        width = max(len(cell) for row in cells for cell in row)
        rows = ["  ".join(cell.rjust(width) for cell in row) for row in cells]
        indent = "\n" + " " * (len(self.name) + 4)
        return f"  {self.name}: {indent.join(rows)}"

    def html(self):
        """Its name, and below it a table, or one for each matrix of a stack."""
        name = html.escape(self.name)
        tables = "".join(
            f'<table aria-label="{name}" style="display:inline-table;border-collapse:separate;'
            'border-spacing:3px;border:0;margin:0 18px 6px 0;vertical-align:top"><tbody>'
            + "".join(PLAIN_ROW + "".join(self._cell(*cell) for cell in row) + "</tr>" for row in matrix)
            + "</tbody></table>"
            for matrix in self.matrices
        )
        return (
            '<div style="display:inline-block;vertical-align:top;margin-right:10px">'
            f'<div style="padding:0 3px;font-size:13px;{MUTED}">{name}</div>{tables}</div>'
        )

    def _cell(self, text, is_marked):
        size = "font-size:14px;padding:3px 9px" if self.role == GIVEN else "font-size:18px;padding:6px 14px"
        edge, ground, weight = f"1px solid {HAIR}", PANEL, "400"
        if is_marked:
            weight, ground = "600", WASH if self.role == RIGHT else PANEL
            edge = f"3px solid {GRADIENT if self.role == RIGHT else '#d55e00'}"
        color = f";color:{GRADIENT}" if self.role == RIGHT else ""
        style = (
            f"border:{edge};border-radius:7px;background:{ground};{size};font-weight:{weight};"
            f"text-align:center;min-width:1.6em;font-variant-numeric:tabular-nums{color}"
        )
        return f'<td style="{style}">{text}</td>'


@dataclass(frozen=True)
class Bars:
    """Two numbers below each other, each as long as it is large."""

    names: tuple
    values: tuple
    digits: int = 4

    def text(self):
        """A line per number."""
        return "\n".join(f"  {n}: {t}" for n, t in zip(self.names, self._texts))

    def html(self):
        """A table with a row per number: its name, its bar, itself."""
        rows = "".join(map(self._row, range(2)))
        style = "table-layout:auto;width:100%;max-width:480px;border-collapse:collapse;border:0;margin:4px 0"
        return f'<table style="{style}"><tbody>{rows}</tbody></table>'

    def _row(self, k):
        ink = (LINE, GRADIENT)[k]
        color = ("", f"color:{GRADIENT};")[k]
        bar = ""
        if width := self._widths()[k]:
            bar = (
                f'<div style="display:inline-block;vertical-align:middle;width:{width}%;'
                f'height:24px;border-radius:5px;background:{ink};margin-right:9px"></div>'
            )
        return (
            f'{PLAIN_ROW}<th scope="row" style="text-align:right;padding:4px 12px 4px 0;font-weight:400;'
            f'white-space:nowrap;{(MUTED, "")[k]}">{html.escape(self.names[k])}</th>'
            f'<td style="text-align:left;padding:4px 0;width:100%;white-space:nowrap">{bar}'
            f'<strong style="{color}font-size:18px;vertical-align:middle">'
            f"{self._texts[k]}</strong></td></tr>"
        )

    @property
    def _texts(self):
        scale = largest(np.array(self.values))
        return [number(value, scale, self.digits) for value in self.values]

    def _widths(self):
        """In percent of the room; none where a length would say nothing, for numbers of different sign.

        >>> [Bars("ab", values)._widths() for values in ((3, 1), (3, -1), (3, 1j), (3, np.nan))]
        [(60, 20), (0, 0), (0, 0), (0, 0)]
        """
        if np.iscomplexobj(self.values) or not np.isfinite(self.values).all():
            return 0, 0
        one, other = map(float, self.values)
        longest = max(abs(one), abs(other))
        if one * other < 0 or not longest:
            return 0, 0
        return tuple(max(1, round(60 * (abs(v) / longest))) if v else 0 for v in (one, other))


@dataclass(frozen=True)
class Lines:
    """Lines of code that were run one after the other, with what each gives; the last is marked if wrong."""

    rows: tuple  # of (letter, code, what it gives)
    head: tuple = ("line", "code", "gives")
    mark: str = "here"

    def text(self):
        """A line each."""
        table = [self.head, *self.rows]
        widths = [max(len(row[k]) for row in table) for k in range(3)]
        lines = ["  " + "  ".join(t.ljust(w) for t, w in zip(row, widths)).rstrip() for row in table]
        return "\n".join([*lines[:-1], f"{lines[-1]}  <- {self.mark}"])

    def html(self):
        """A table with a header."""
        head = "".join(
            '<th scope="col" style="text-align:left;padding:2px 14px 4px 6px;font-weight:400;font-size:13px;'
            f'{MUTED}">{name}</th>'
            for name in self.head
        )
        rows = "".join(self._row(k) for k in range(len(self.rows)))
        return (
            '<table style="border-collapse:collapse;border:0;margin:4px 0 8px">'
            f"<thead>{PLAIN_ROW}{head}</tr></thead><tbody>{rows}</tbody></table>"
        )

    def _row(self, k):
        is_last = k == len(self.rows) - 1
        edge = f"border:0;border-top:1px solid {HAIR};"
        weight = "font-weight:600;" if is_last else "font-weight:400;"
        letter, code, gives = map(html.escape, self.rows[k])
        under = f"border-bottom:2px solid {BAD}" if is_last else ""
        here = f' <span style="color:{BAD};font-size:13px">← {self.mark}</span>' if is_last else ""
        cell = f"text-align:left;vertical-align:top;padding:4px 14px 4px 6px;{edge}"
        return (
            f'{PLAIN_ROW}<th scope="row" style="{cell}{weight}">{letter}</th>'
            f'<td style="{cell}{CODE};font-size:13px"><span style="{under}">{code}</span></td>'
            f'<td style="{cell}{weight}">{gives}{here}</td></tr>'
        )


# --- a line of the learner's ---


@dataclass(frozen=True)
class MarkedLine:
    """A line of the learner's code with the piece from `start` to `end` marked, and a short remark."""

    line: str
    start: int
    end: int
    remark: str

    def text(self):
        """The line, the piece underlined below it."""
        under = " " * self.start + "^" * (self.end - self.start)
        return f"    {self.line}\n    {under} {self.remark}"

    def html(self):
        """The line as code, the piece underlined, the remark behind it."""
        before, piece, after = (
            html.escape(part)
            for part in (self.line[: self.start], self.line[self.start : self.end], self.line[self.end :])
        )
        under = f"border-bottom:2.5px solid {BAD};padding-bottom:1px"
        return (
            f'<pre style="{CODE};font-size:14px;line-height:1.9;margin:10px 0;padding:6px 14px;'
            f"background:{PANEL};border-radius:7px;white-space:pre-wrap;word-break:normal;"
            f'overflow-wrap:anywhere">{before}'
            f'<span style="{under}">{piece}</span>{after}'
            f'  <span style="color:{BAD};font-family:sans-serif">{html.escape(self.remark)}</span></pre>'
        )


# --- the icon of a state ---


def icon(mark, color):
    """A sign in a circle; the word beside it says the same."""
    return (
        f'<span aria-hidden="true" style="display:inline-block;width:19px;height:19px;line-height:19px;'
        f"border-radius:50%;background:{color};color:#fff;text-align:center;font-weight:700;font-size:14px;"
        f'margin-right:9px">{mark}</span>'
    )
