"""The place in a learner's own code that a wrong answer comes from.

While the answer runs on the small cases it is watched: which lines run, and which of them hands back the
wrong part. A line of the stub, or of the solution, is never marked: something else is wrong.
"""

import ast

from ..run.sources import UPSTREAM
from ..say.markup import MarkedLine
from ..slips.lexicon import part_phrase
from .own_code import FUNCTIONS, own_function

LONGEST = 160  # characters of a line that a card has room for


def raised_line(verdict):
    """The line in which an exception arose, all of it marked or the product that failed; None for no line."""
    line = dict(verdict.facts).get("your line", "").strip()
    span = verdict.words.get("span") or (0, len(line))
    return MarkedLine(line, *span, "raised here") if line and len(line) <= LONGEST else None


def marked_line(key, answer, found, seen):
    """The line that makes the wrong part of a `Failure`, or None. `seen` are the lines that ran, by case."""
    try:
        source, function = own_function(answer)
        lines, ends = seen[found.place]
    except Exception:  # no source, or not what is on the disk any more: then nothing is marked
        return None
    place = unused_upstream(key, function)
    remark = "arrives, and is never used"
    if place is None:
        place = place_of_part(key, function, found.part, lines, ends)
        is_named = key.gives_parts and key.gives[found.part]
        what = part_phrase(key.gives[found.part]) if is_named else "what comes out"
        remark = f"this makes {what}"
    return place and mark(source.splitlines(), place, remark, f"{key.listed.stub}\n{key.listed.solution}")


def unused_upstream(key, function):
    """The parameter that takes the upstream, if nothing reads it."""
    if UPSTREAM not in key.takes:
        return None
    taking = function
    if key.gives_a_rule:
        inner = [node for node in ast.walk(function) if isinstance(node, FUNCTIONS) and node is not function]
        taking, position = (inner[-1], 0) if len(inner) == 1 else (None, 0)
    else:
        position = key.takes.index(UPSTREAM)
    if taking is None or position >= len(taking.args.args):
        return None
    parameter = taking.args.args[position]
    reads = (n for n in ast.walk(taking) if isinstance(n, ast.Name) and n.id == parameter.arg)
    return None if any(reads) else parameter


def place_of_part(key, function, part, lines, ends):
    """The expression that makes a part of the answer, in the lines that ran; None if none is found."""
    sent_down = key.gives_a_rule and part > 0  # by the inner function, which ends last
    made = expression_at(function, ends[0] if key.gives_a_rule and not sent_down else ends[-1])
    sizes = (len(key.gives) - sent_down, len(key.gives))
    if key.gives_a_rule and not sent_down:
        sizes = (2,)  # the value and the rule
    if isinstance(made, ast.Tuple) and len(made.elts) in sizes:
        made = made.elts[part - sent_down]
    return maker(function, made, lines)


def maker(function, made, lines):
    """The expression that last gave a name its value, in the lines that ran; any other one is its own.

    None for a name that is changed in place as well: no one line makes that.
    """
    seen = set()
    while isinstance(made, ast.Name) and made.id not in seen:
        seen.add(made.id)
        setting = [node for node in ast.walk(function) if sets(node, made.id) and node.lineno in lines]
        if not setting or any(changes(node, made.id) for node in ast.walk(function)):
            return None
        made = max(setting, key=lambda node: last_place(lines, node.lineno)).value
    return made


def last_place(lines, line):
    """Where a line stands for the last time among those that ran."""
    return len(lines) - 1 - lines[::-1].index(line)


def expression_at(function, line):
    """What is handed back at that line."""
    for node in ast.walk(function):
        if isinstance(node, ast.Return) and node.value and node.lineno <= line <= node.end_lineno:
            return node.value
        if isinstance(node, ast.Lambda) and node.body.lineno <= line <= node.body.end_lineno:
            return node.body
    return None


def sets(node, name):
    """Does this statement give the name a value?"""
    targets = getattr(node, "targets", [getattr(node, "target", None)])
    is_setting = isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign) and node.value
    return is_setting and any(isinstance(t, ast.Name) and t.id == name for t in targets)


def changes(node, name):
    """Does this write into what the name holds, or hand it to what may: `a[k] += 1`, `np.add.at(a, k, 1)`?"""
    if isinstance(node, ast.Expr):
        return any(isinstance(n, ast.Name) and n.id == name for n in ast.walk(node))
    is_stored = isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store)
    return is_stored and isinstance(node.value, ast.Name) and node.value.id == name


def mark(source, place, remark, given):
    """The line of an expression with that piece marked; None for one of the lines `given`."""
    text = source[place.lineno - 1]
    line = text.rstrip()
    start = len(text.encode()[: place.col_offset].decode())
    end = len(line)
    if place.end_lineno == place.lineno:
        end = len(text.encode()[: place.end_col_offset].decode())
    is_given = not isinstance(place, ast.arg) and without_comment(line) in map(
        without_comment, given.splitlines()
    )
    if is_given or len(line) > LONGEST:
        return None
    left = len(line) - len(line.lstrip())
    return MarkedLine(line[left:], start - left, end - left, remark)


def without_comment(line):
    """A line of code without what follows its #."""
    return line.partition("#")[0].strip()
