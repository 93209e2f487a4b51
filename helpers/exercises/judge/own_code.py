"""The learner's own code: the source of an answer, the function in it, and what that is made of."""

import ast
import dis
import inspect
import linecache
import re
import sys
from pathlib import Path
from types import CodeType

import numpy as np

from helpers import autodiff as ad

from ..run.calls import CALCULATION
from ..run.traces import code_of
from ..say.cards import NOT_YET
from ..say.verdicts import Verdict, not_attempted
from ..slips.lexicon import part_phrase
from ..slips.tokens import Written
from ..slips.versions import names_given

FUNCTIONS = ast.FunctionDef | ast.Lambda
OURS = str(Path(__file__).parents[2])
ONE_NUMBER = re.compile(r"`(\w+)` is one number")


def own_function(answer):
    """The source that an answer stands in, and the function there; LookupError if it is not a learner's."""
    try:
        code = code_of(answer)
        source = own_source(code.co_filename)
        nodes = ast.walk(ast.parse(source))
        return source, next(node for node in nodes if begins_at(node, code.co_firstlineno))
    except (AttributeError, SyntaxError, StopIteration):  # no function, or not what is on the disk any more
        raise LookupError from None


def own_source(path):
    """The source of the learner's cell or file; LookupError if it is none of the learner's."""
    if path.startswith((OURS, sys.base_prefix, sys.prefix)):
        raise LookupError(path)
    if not (lines := linecache.getlines(path)):
        raise LookupError(path)
    return "".join(lines)


def begins_at(node, line):
    """Is this a function whose code begins at that line?"""
    if not isinstance(node, FUNCTIONS):
        return False
    return line in (node.lineno, *(d.lineno for d in getattr(node, "decorator_list", ())))


def written(key, answer):
    """What the learner wrote, as `slips` counts it; None where nothing can be read."""
    try:
        _, function = own_function(answer)
    except LookupError:
        return None
    lines = function.body if isinstance(function.body, list) else [ast.Expr(function.body)]
    return Written(lines, names_given(key))


def function_given(key):
    """The function of the stub that the learner is to fill in or to repair; None if the stub has none."""
    nodes = ast.walk(ast.parse(key.listed.stub))
    return next((node for node in nodes if getattr(node, "name", "") == key.listed.answer), None)


def unread(key, answer):
    """The names that the learner has set and nothing reads; None if the code is still what was handed out.

    LookupError where nothing can be read.
    """
    _, mine = own_function(answer)
    if (given := function_given(key)) is None:
        raise LookupError
    if ast.dump(mine) == ast.dump(given):
        return None
    lines = {ast.unparse(line) for line in ast.walk(given) if isinstance(line, ast.stmt)}
    changed = [
        line for line in ast.walk(mine) if isinstance(line, ast.Assign) and ast.unparse(line) not in lines
    ]
    set_there = {
        n.id
        for line in changed
        for target in line.targets
        for n in ast.walk(target)
        if isinstance(n, ast.Name)
    }
    read = {n.id for n in ast.walk(mine) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
    return sorted(set_there - read)


def begun(key, answer, verdict):
    """The Verdict on a stub in which something was changed; the same one on a stub that is as it was."""
    left = verdict.words.get("left")
    if verdict.name != "untouched" or not left:
        return verdict
    try:
        is_stub = unread(key, answer) is None
    except LookupError:  # no function, or none that can be read
        given = left_in_the_stub(key)
        is_stub = left == given if given else len(left) == len(key.gives)
    if is_stub:
        return verdict
    named = [f"in {name}" if name == CALCULATION else f"for {part_phrase(name)}" for name in left if name]
    return Verdict("unfinished", *verdict.facts, where=" and ".join(named) or "to fill in")


def add_what_is_unread(key, answer, verdict):
    """Say of a wrong answer which of the names that the stub left to be set it sets and never reads."""
    given = function_given(key) if verdict.state == NOT_YET and key.is_called else None
    if given is None or verdict.name in ("unfinished", "raises"):
        return
    gaps = [line for line in ast.walk(given) if isinstance(line, ast.Assign)]
    names = {ast.unparse(line.targets[0]) for line in gaps if ast.unparse(line.value) == "..."}
    for name in sorted(names.intersection(unread(key, answer) or ())):
        idle = f"Nothing reads `{name}`"
        if f"`{name}`" in verdict.says:  # a mistake in what has no effect is none of this answer
            verdict.says = f"{idle}: your answer is made without it."
        else:
            verdict.says += f" {idle}."


def add_what_its_code_does(key, answer, verdict):
    """Say of an answer that breaks, or that writes into an input, what in its own code may do that."""
    _, mine = own_function(answer)
    nodes = [*ast.walk(mine)]
    is_of_arrays = all(isinstance(value, np.ndarray) for value in key.cases[0])
    called = {ast.unparse(node.func) for node in nodes if isinstance(node, ast.Call)}
    writing = [ast.unparse(node) for node in nodes if isinstance(node, ast.AugAssign)]
    cause = verdict.words.get("cause") or verdict
    if cause.name == "input-changed" and len(writing) == 1:
        target, op, value = re.fullmatch(r"(?s)(.*?) (\S+)= (.*)", *writing).groups()
        whole = f"{target} {op} {value if value.isidentifier() else f'({value})'}"
        verdict.says += f" `{writing[0]}` writes into an array, `{target} = {whole}` makes a new one."
    elif verdict.name == "raises" and key.gives_a_rule and getattr(mine, "name", "") in called:
        says = "is what you are writing: it gives a value and a rule. The value is at hand."
        verdict.says = f"`{mine.name}` {says}"
    elif verdict.name == "jacobian-built" and "ad.hessian" in called and "ad.jacobian" not in called:
        verdict.says = verdict.says.replace("Jacobian", "Hessian")
    elif "ad.vjp(ad.grad" in key.listed.solution and (f := swept_for(ONE_NUMBER.search(cause.says), nodes)):
        verdict.says = (
            f"This is the vjp of {f}, so its value is one number. Take that of its gradient, ad.grad({f})."
        )
    elif is_of_arrays and "@" not in key.listed.solution and cause.words.get("unmet"):
        verdict.says += " A product entry by entry is written *."


def swept_for(told, nodes):
    """The function of whose vjp the name that was told takes the value; None if it takes none."""
    for node in nodes if told else ():
        match node:
            case ast.Assign([ast.Tuple([ast.Name(name), *_])], ast.Call(ast.Attribute(attr="vjp"), [f, *_])):
                if name == told[1]:
                    return ast.unparse(f)


def say_whose_slopes(answer, verdict):
    """Say of a function that gives None, and whose one return asks for slopes, of what it asks them."""
    _, mine = own_function(answer)
    returns = [node for node in ast.walk(mine) if isinstance(node, ast.Return)]
    match returns:
        case [ast.Return(ast.Call(ast.Attribute(attr="gradients"), [y, x, *_]))] if mine.body[-1] in returns:
            y, x = ast.unparse(y), ast.unparse(x)
            verdict.says = (
                f"This asks for the slopes of {y} with respect to {x}: no path leads from {x} to {y}."
            )


def add_what_is_read_outside(answer, verdict):
    """Say of a function without a known mistake which arrays it takes from its notebook."""
    if verdict.name not in ("shape", "values", "input-ignored", "raises") or not hasattr(
        answer, "__globals__"
    ):
        return
    read = {step.argval for step in dis.get_instructions(answer) if step.opname == "LOAD_GLOBAL"}
    arrays = sorted(n for n in read if isinstance(answer.__globals__.get(n), np.ndarray | ad.Tensor))
    if arrays:
        names = ", ".join(f"`{name}`" for name in arrays)
        inputs = ", ".join(f"`{n}`" for n in inspect.signature(answer).parameters)
        verdict.says += f" Your function reads {names}, set outside of it. Its inputs are {inputs}."


def left_in_the_stub(key):
    """Where a `...` is left in the code that was handed out."""
    try:
        verdict = key.trial().run(key.answer_of(key.listed.stub)).broken
    except Verdict as raised:
        verdict = raised
    return verdict and verdict.words.get("left")


def same_code(one, other):
    """Do two pieces of code run alike, constants and all?"""
    if not isinstance(one, CodeType) or not isinstance(other, CodeType):
        return type(one) is type(other) and one == other
    return (
        steps_of(one) == steps_of(other)
        and len(one.co_consts) == len(other.co_consts)
        and all(map(same_code, one.co_consts, other.co_consts))
    )


def steps_of(code):
    """What the code does, step by step. Where `np` is imported in the same cell, Python calls its functions
    by other steps; and then jumps are as much longer.
    """
    steps = (step for step in dis.get_instructions(code) if step.opname != "PUSH_NULL")
    jumps = {*dis.hasjrel, *dis.hasjabs}
    return [
        (step.opname.replace("LOAD_METHOD", "LOAD_ATTR"), step.opcode in jumps or told(step.argval))
        for step in steps
    ]


def told(value):
    """A value as it is compared; of code, which is a constant too, only that it is some."""
    return CodeType if isinstance(value, CodeType) else (type(value), value)


def as_given(key, answer):
    """The Verdict on an answer that gives what the code that was handed out gives."""
    try:
        names = unread(key, answer)
    except LookupError:  # then only what runs can be compared
        names = None if same_code(*map(code_of, (answer, key.handed_out))) else []
    if names is None:
        return not_attempted("as-given")
    listed = " and ".join(f"`{name}`" for name in names)
    unread_there = f": nothing reads {listed}" if names else ""
    return Verdict("as-given-still", unread=unread_there, nudge=key.hints[0])
