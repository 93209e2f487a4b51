"""What `predict`, `check` and `hint` return: a small card that shows itself.

Text and HTML carry the same words, so nothing is lost in a terminal, on GitHub or to a screen reader. The
colour of the edge only repeats what the heading says; text takes the colour of the page, light or dark.
"""

import html
import re
from dataclasses import dataclass

import numpy as np

from helpers import autodiff as ad

NOT_ATTEMPTED, NOT_YET, CORRECT = "not attempted", "not yet", "correct"
EDGE = {NOT_ATTEMPTED: "#767676", NOT_YET: "#d55e00", CORRECT: "#0072b2"}


@dataclass(frozen=True, repr=False, eq=False)
class Card:
    """A heading, perhaps a block of code, sentences, and facts as (label, value) pairs."""

    heading: str
    sentences: tuple = ()
    facts: tuple = ()
    code: str = ""

    def __repr__(self):
        lines = [self.heading, *("    " + line for line in self.code.splitlines()), *self.sentences]
        for label, value in self.facts:
            indent = "\n" + " " * (len(label) + 4)
            lines.append(f"  {label}: {value}".replace("\n", indent))
        return "\n".join(lines)

    def _repr_html_(self):
        heading, code = html.escape(self.heading), html.escape(self.code)
        sentences = "".join(f"<p>{html.escape(sentence)}</p>" for sentence in self.sentences)
        rows = "".join(
            f'<tr><th scope="row" style="text-align:left;vertical-align:top">{html.escape(label)}</th>'
            '<td style="text-align:left"><pre style="margin:0;background:none;white-space:pre">'
            f"{html.escape(value)}</pre></td></tr>"
            for label, value in self.facts
        )
        return (
            f'<div style="border-left:4px solid {self._edge()};padding:0 1em;margin:0.3em 0;max-width:80ch">'
            f"<p><strong>{heading}</strong></p>"
            + (f"<pre><code>{code}</code></pre>" if code else "")
            + sentences
            + (f"<table>{rows}</table>" if rows else "")
            + "</div>"
        )

    def _edge(self):
        return EDGE[NOT_ATTEMPTED]


@dataclass(frozen=True, repr=False, eq=False)
class Result(Card):
    """A card with a verdict: `.state`, `.diagnosis` (the name of what is wrong, or None) and `.inputs`,
    one dict per case that a function was tried on. True exactly when the answer is correct."""

    state: str = NOT_ATTEMPTED
    diagnosis: str | None = None
    inputs: tuple = ()

    def __bool__(self):
        return self.state == CORRECT

    def _edge(self):
        return EDGE[self.state]


def show(value):
    """A short text for a number or an array, the same on every run."""
    array = np.asarray(value)
    if array.dtype.kind not in "biufc":
        return without_addresses(repr(value))
    if array.ndim == 0 and array.dtype.kind in "iuf":
        return f"{float(array):.6g}"
    with np.printoptions(
        precision=5, suppress=True, threshold=30, linewidth=75, floatmode="maxprec", sign="-"
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
    kind = type(value).__name__
    return f"{'an' if kind[0] in 'aeiouAEIOU' else 'a'} {kind}"


def without_addresses(text):
    """Memory addresses differ from run to run and tell a learner nothing."""
    return re.sub(r" at 0x[0-9A-Fa-f]+", "", text)
