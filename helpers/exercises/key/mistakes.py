"""Wrong answers worth naming, as rows: a name, one line of maths, one sentence (or two).

    ("not-summed", "dbias = upstream", "The bias got one gradient per example. ... sum over them."),

The line is our own Python. It may be

- an expression for the whole answer: ``upstream @ b.T, upstream.T @ a``;
- an assignment to some of its parts, the others staying right: ``dbias = upstream``. A part goes by its name,
  and "downstream to bias" by ``dbias``;
- an edit of the notebook's solution: ``return g1`` in place of its last return, or of some text that stands
  there once, ``through_x + through_s -> through_s``;
- the letters, where the answer is an order of lines or a choice.

It may name the inputs, the right parts (and ``right``, all of them), np, ad, and whatever the module of the
key defines. Several assignments or edits are set apart by semicolons. A row whose name stands in
`sentences.SAYS` needs no sentence, and a row of `WELL_KNOWN` is its name alone.

Other right answers are rows as well, of the line alone. It may also be a whole cell, which defines the answer
as the learner's would. A row that puts an equation of the hints into Python says which:

    ("dbias[k] = what all the moves of bias[k] are worth, added up", 'dbias = np.einsum("ik->k", upstream)'),
"""

import ast
import builtins
import inspect
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..run.sources import ALSO, NAMES
from ..say.sentences import SAYS


@dataclass(frozen=True)
class Mistake:
    """A wrong answer, ready to be handed to `check`, with the name and the sentence it deserves."""

    name: str
    answer: Any
    says: str = ""


def read_row(row):
    """The name, the line of maths and the sentence of a row; a ValueError says what it lacks."""
    name, *rest = (row,) if isinstance(row, str) else row
    maths, *sentences = rest or ("",)
    if not maths and name not in WELL_KNOWN:
        raise ValueError("it needs a line of maths, or the name of a well-known mistake")
    if not sentences and name not in SAYS:
        raise ValueError("it needs a sentence, or a name that sentences.SAYS has")
    return name, maths, " ".join(sentences) or SAYS[name]


def mistake_of(row, answer, whose):
    """The Mistake of a row, where `answer(name, line)` makes the answer; a ValueError says `whose` it is."""
    try:
        name, maths, says = read_row(row)
        return Mistake(name, answer(name, maths), says)
    except ValueError as error:
        name = row if isinstance(row, str) else row[0]
        raise ValueError(f"{whose} {name!r}: {error}.") from None


def read_right(row):
    """What a row of right answers puts in Python, a piece of the hints or of `because`, and its line."""
    says, line = ("", row) if isinstance(row, str) else row
    return says, inspect.cleandoc(line) if line.startswith("\n") else line


def combined(*rows):
    """Several mistakes in one answer, as one row."""
    names, lines, sentences = zip(*map(read_row, rows), strict=True)
    return " and ".join(names), ALSO.join(lines), " ".join(sentences)


class Maths:
    """One line of maths, compiled: the whole answer, or some of its parts."""

    def __init__(self, maths, parts, inputs, scope):
        """`parts` and `inputs` are names, `scope` is what else it may name; ValueError for any other."""
        try:
            statements = ast.parse(maths).body
        except SyntaxError as error:
            raise ValueError(f"{maths!r} is no Python: {error.msg}") from None
        self.parts = [part_name(part) for part in parts]
        self.scope = {**NAMES, **scope}
        self.codes = dict(map(self._compiled, statements))
        self.is_whole = None in self.codes
        known = {*self.scope, *inputs, *self.parts, *vars(builtins), "right"}
        used = names_in([statement.value for statement in statements])
        if unknown := sorted(used - known):
            raise ValueError(f"{maths!r} names {', '.join(unknown)}, which nothing here defines")
        self.needs_right = not self.is_whole or bool(used & {"right", *self.parts} - set(inputs))

    def _compiled(self, statement):
        if isinstance(statement, ast.Expr):
            part = None
        elif isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) in self.parts:
            part = ast.unparse(statement.targets[0])
        else:
            raise ValueError(f"{ast.unparse(statement)!r} sets none of {', '.join(self.parts)}")
        return part, compile(ast.Expression(statement.value), f"<{ast.unparse(statement)}>", "eval")

    def whole(self, inputs, right):
        """The whole answer on these inputs; `right()` is asked only if the line needs the right one."""
        if self.is_whole:
            return eval(self.codes[None], self._names(inputs, right() if self.needs_right else None))
        right = right()
        return tuple(self.part(k, inputs, right) for k in range(len(self.parts)))

    def part(self, k, inputs, right):
        """One part of the answer, where `right` holds the right ones."""
        code = self.codes.get(self.parts[k])
        return eval(code, self._names(inputs, right)) if code else right[k]

    def _names(self, inputs, right):
        parts = dict(zip(self.parts, right)) if len(self.parts) > 1 and self.needs_right else {}
        return {**self.scope, "right": right, **parts, **inputs}


def part_name(part):
    """The name of a part of an answer in a line of maths: `dx` for "downstream to x"."""
    name = part.replace("downstream to ", "d")
    return ast.unparse(ast.parse(name)) if name else "right"


def names_in(expressions):
    """The names that these expressions read and do not bind themselves."""
    nodes = [node for expression in expressions for node in ast.walk(expression)]
    bound = {node.arg for node in nodes if isinstance(node, ast.arg)}
    bound |= {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return {node.id for node in nodes if isinstance(node, ast.Name)} - bound


# --- well-known mistakes: from a right rule(upstream, *inputs) to the wrong one of that name ---


def each(change, result):
    """Apply `change` to a gradient, or to every gradient of a tuple."""
    return tuple(change(part) for part in result) if isinstance(result, tuple) else change(result)


def fed(change):
    """The rule, given another upstream."""
    return lambda rule: lambda upstream, *inputs: rule(change(upstream), *inputs)


def then(change):
    """The rule, and afterwards each of its gradients changed."""
    return lambda rule: lambda *arguments: each(change, rule(*arguments))


def mixed_in(change):
    """The rule without its upstream, which is then mixed into each gradient in some other way."""
    return lambda rule: (
        lambda upstream, *inputs: each(
            lambda local: change(upstream, local), rule(np.ones_like(upstream), *inputs)
        )
    )


WELL_KNOWN = {
    "upstream-missing": fed(np.ones_like),
    "ones-for-upstream": fed(np.ones_like),  # said where the local derivative is not a factor, as in matmul
    "upstream-alone": mixed_in(lambda upstream, local: 1 * upstream),
    "upstream-squared": fed(np.square),
    "upstream-added": mixed_in(np.add),
    "upstream-divided": fed(np.reciprocal),
    "stopped": then(np.zeros_like),
    "sign-flipped": then(np.negative),
    "conj-missing": then(np.conj),
}
