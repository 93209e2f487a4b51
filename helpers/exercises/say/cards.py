"""What `predict`, `check` and `hint` return: a small card that shows itself.

Text and HTML carry the same words, so nothing is lost in a terminal, on GitHub or to a screen reader. Every
card has the same order: what happened, the marked line, what is to be said, a small case, one next step.
"""

import html
import re
from dataclasses import dataclass

import numpy as np

from helpers import autodiff as ad

from .markup import ACCENT, CODE, HAIR, MUTED, PANEL, icon
from .small import Written

NOT_ATTEMPTED, NOT_YET, CORRECT = "not attempted", "not yet", "correct"
EDGE = {NOT_ATTEMPTED: "#767676", NOT_YET: "#d55e00", CORRECT: "#0072b2"}
SIGN = {NOT_ATTEMPTED: "–", NOT_YET: "!", CORRECT: "✓"}
NEXT = "Next step"


@dataclass(frozen=True)
class SmallCase:
    """A case to follow: a sentence that leads to it, pieces of `markup` to look at, and what they show."""

    lead: str
    given: tuple = ()
    shown: tuple = ()
    says: str = ""

    def text(self):
        """The same words as a text."""
        pieces = (piece.text() for piece in (*self.given, *self.shown))
        return "\n".join(filter(None, [self.lead, *pieces, self.says]))

    def html(self):
        """The same words as HTML."""
        lead = f'<p style="margin:10px 0 6px;{MUTED}">{html.escape(self.lead)}</p>'
        rows = "".join(
            f"<div>{''.join(piece.html() for piece in pieces)}</div>"
            for pieces in (self.given, self.shown)
            if pieces
        )
        return lead + rows + (paragraph(self.says) if self.says else "")


@dataclass(frozen=True, repr=False, eq=False)
class Card:
    """A heading, perhaps a block of code, sentences, and facts as (label, value) pairs.

    `mark` is a `MarkedLine` of the learner's, `case` a `SmallCase`, `next_step` one thing to do.
    """

    heading: str
    sentences: tuple = ()
    facts: tuple = ()
    code: str = ""
    mark: object = None
    case: SmallCase | None = None
    next_step: str = ""

    def __repr__(self):
        lines = [self.heading, *("    " + line for line in self.code.splitlines())]
        lines += [self.mark.text()] if self.mark else []
        lines += self.sentences
        lines += [self.case.text()] if self.case else []
        for label, value in self.facts:
            indent = "\n" + " " * (len(label) + 4)
            lines.append(f"  {label}: {value}".replace("\n", indent))
        return "\n".join([*lines, *([f"{NEXT}: {self.next_step}"] if self.next_step else [])])

    def _repr_html_(self):
        code = f'<pre style="{BLOCK}"><code>{html.escape(self.code)}</code></pre>' if self.code else ""
        pieces = (
            self._heading(),
            code,
            self.mark.html() if self.mark else "",
            *map(paragraph, self.sentences),
            self.case.html() if self.case else "",
            table(self.facts) if self.facts else "",
            next_step(with_code(self.next_step)) if self.next_step else "",
        )
        style = f"border-left:4px solid {self._edge()};padding:2px 16px;margin:6px 0;max-width:720px"
        return f'<div{self._kept()} style="{style}">{"".join(pieces)}</div>'

    def _heading(self):
        word, colon, title = self.heading.partition(": ")
        rest = f'<span style="{MUTED}">{html.escape(title)}</span>' if colon else ""
        return f'<p style="margin:8px 0">{self._icon()}<strong>{html.escape(word + colon)}</strong>{rest}</p>'

    def _icon(self):
        return ""

    def _edge(self):
        return EDGE[NOT_ATTEMPTED]

    def _kept(self):
        return ""


@dataclass(frozen=True, repr=False, eq=False)
class Result(Card):
    """A card with a verdict: `.state`, `.diagnosis` (the name of what is wrong, or None) and `.inputs`,
    one dict per case that a function was tried on. True exactly when the answer is correct."""

    state: str = NOT_ATTEMPTED
    diagnosis: str | None = None
    inputs: tuple = ()
    missed: int = 0  # how often before: not said, but kept in the HTML, for `review.saved` to read back

    def __bool__(self):
        return self.state == CORRECT

    def _icon(self):
        return icon(SIGN[self.state], EDGE[self.state])

    def _edge(self):
        return EDGE[self.state]

    def _kept(self):
        return f' data-missed="{self.missed}"' if self.missed else ""


BLOCK = f"{CODE};font-size:14px;margin:10px 0;padding:8px 14px;background:{PANEL};overflow-x:auto"


def paragraph(sentence):
    """A sentence as HTML."""
    return f'<p style="margin:8px 0">{with_code(sentence)}</p>'


def with_code(sentence):
    """A sentence as HTML, with what stands between backticks as code.

    >>> with_code("Return `y, grad`, where y > 0.")
    'Return <code>y, grad</code>, where y &gt; 0.'
    """
    return re.sub("`([^`]+)`", r"<code>\1</code>", html.escape(sentence))


def table(facts):
    """(label, value) pairs as a table."""
    rows = "".join(
        '<tr style="background:none"><th scope="row" style="text-align:left;vertical-align:top;'
        f'font-weight:400;{MUTED}">{html.escape(label)}</th>'
        '<td style="text-align:left"><pre style="margin:0;background:none;white-space:pre">'
        f"{html.escape(value)}</pre></td></tr>"
        for label, value in facts
    )
    return f'<table style="border:0">{rows}</table>'


def next_step(markup):
    """The last line of a card, set apart."""
    return (
        f'<p style="margin:12px 0 8px;padding-top:8px;border-top:1px solid {HAIR}">'
        f'<strong style="color:{ACCENT}">{NEXT}:</strong> {markup}</p>'
    )


TINY = 1e-4  # if all are smaller, they are not written as 0


def show(value):
    """A short text for a number or an array, the same on every run.

    >>> show(np.array([1e-5, 2e-5])), show(np.array([1e-5, 2.0]))
    ('[1.e-05 2.e-05]', '[0.00001 2.     ]')
    """
    array = np.asarray(value)
    if array.dtype.kind not in "biufc":
        return without_addresses(repr(value))
    if array.ndim == 0 and array.dtype.kind in "iuf":
        return f"{float(array):.6g}"
    are_tiny = 0 < np.abs(array[np.isfinite(array)]).max(initial=0) < TINY
    with np.printoptions(
        precision=5, suppress=not are_tiny, threshold=30, linewidth=75, floatmode="maxprec", sign="-"
    ):
        return np.array2string(array)


def describe(value):
    """The shape and dtype of an array, a single number itself, the type of anything else."""
    if isinstance(value, np.ndarray | np.generic):
        number = f"the number {show(value)}, " if value.ndim == 0 else ""
        return f"{number}shape {value.shape}, {value.dtype}"
    if isinstance(value, ad.Op):
        shapes = ", ".join(str(np.shape(x)) for x in value.inputs)
        return f"an op of type {value.type}, its inputs of shape {shapes}"
    if isinstance(value, Written):
        return value.formula
    if isinstance(value, list) and value and all(isinstance(part, np.ndarray) for part in value):
        return f"a list, of shapes {', '.join(str(part.shape) for part in value)}"
    kind = type(value).__name__
    return f"{'an' if kind[0] in 'aeiouAEIOU' else 'a'} {kind}"


def what_is(value):
    """The same behind "this is": an array is called one."""
    is_array = isinstance(value, np.ndarray) and value.ndim
    return f"an array of {describe(value)}" if is_array else describe(value)


def without_addresses(text):
    """Memory addresses differ from run to run and tell a learner nothing."""
    return re.sub(r" at 0x[0-9A-Fa-f]+", "", text)
