"""Calling what a learner wrote: whatever goes wrong there becomes a sentence."""

import ast
import builtins
import contextlib
import difflib
import inspect
import itertools
import linecache
import re
import sysconfig
import traceback
from pathlib import Path
from types import CoroutineType, ModuleType

import numpy as np

from helpers import autodiff as ad

from ..say.cards import describe, what_is, without_addresses
from ..say.sentences import AS_COLUMN, LEFT_TO_RIGHT, LOOK_AT, OF_A_LAMBDA, OF_A_STACK, OF_MESSAGE, UNMET
from ..say.verdicts import Verdict, not_attempted
from .arrays import type_name
from .guard import Inside, LookedUp, TooLong, are_many, calling, guarded, keep
from .traces import code_of

ENGINE = str(Path(ad.__file__).parent)
CALCULATION = "a calculation"  # where a `...` may be left
CUT_LAMBDA = r"name '(\w+)' is not defined .*lambda [^:]*\b\1\b[^:]*:.*,.*\b\1\b"  # its name, behind a comma


def require_function(answer, names, asked=False, whose="your function"):
    """Raise a Verdict unless the answer is a function that takes these arguments."""
    if not callable(answer):
        raise Verdict("called-already", what=what_is(answer))
    try:
        signature = inspect.signature(answer)
    except Exception:  # a built-in without a signature, or an odd one: calling it will tell
        return
    try:
        signature.bind(*names)
    except TypeError:
        kind = "signature-asked" if asked else "signature"
        words = {"names": ", ".join(names), "count": len(names), "Whose": whose.capitalize()}
        raise Verdict(kind, **words) from None


def call(function, arguments, names, copies=None):
    """Call a learner's function on copies of the arguments; raise a Verdict where that goes wrong."""
    copies = list(map(copied, arguments)) if copies is None else copies
    try:
        with guarded(), calling(), locked(arguments):
            named, again = vars(builtins).copy(), vars(builtins).update
            try:
                result = function(*copies)
            finally:
                again(named)  # before anything else: all that puts things back is made of them
            keep(None)  # an interrupt that the function has caught
            if type(result) is CoroutineType:
                result.close()  # or Python warns that nobody awaited it
    except TooLong as error:
        raise Verdict("too-long", *line_of(error, function), *tried_with(names, arguments)) from None
    except LookedUp:
        raise Verdict("looked-up") from None
    except Inside as error:
        raise Verdict("check-inside", called=str(error)) from None
    except BaseException as error:  # SystemExit too, and a KeyboardInterrupt of its own
        keep(error)
        if are_many():
            raise Verdict("raises", kind=type_name(error), says_why="") from None
        kind, message = type_name(error), message_of(error)
        is_stub = isinstance(error, NotImplementedError) and not message  # the engine's says what is missing
        line = line_of(error, function)
        if is_stub or of_a_gap(kind, message) or of_a_gap_in(line, message):
            raise not_attempted("untouched", *line, left=() if is_stub else (CALCULATION,)) from None
        says_why = said_of(kind, message + nearest_to(error), is_the_engines(error))
        if any(re.search(CUT_LAMBDA, f"{message} {text}") for _, text in line):
            says_why = OF_A_LAMBDA
        if "broadcast" in message and any(is_mixed_product(text) for _, text in line):
            says_why += f" {LEFT_TO_RIGHT}"
        if span := line and "gufunc" in message and span_of_product(error, function):
            product = line[0][1][slice(*span)]
            told = says_why.replace("a matrix product", f"`{product}`")
            says_why = no_array(product, held_in(error, function)) or told
        unmet = re.search(f"{UNMET}|not aligned", message)
        if re.search("gufunc|broadcast", message) and (stack := turned_stack(error, function)):
            says_why, unmet = f"`{stack}` is a stack of matrices. {OF_A_STACK}", None
        if name := raised_in(error, function):
            says_why = f"inside `{name}`, which is called there: {says_why}"
        facts = (*line, *tried_with(names, arguments))
        raise Verdict("raises", *facts, kind=kind, says_why=says_why, span=span, unmet=unmet) from None
    for name, before, after in zip(names, arguments, copies, strict=True):
        if not unchanged(before, after):
            raise Verdict("input-changed", *tried_with(names, arguments), name=name)
    return result


def of_a_gap(kind, message):
    """Does this exception say that the stub's own `...` took part in a calculation?

    NumPy speaks of an ellipsis of its own, which nobody wrote.

    >>> of_a_gap("TypeError", "unsupported operand type(s) for *: 'float' and 'ellipsis'")
    True
    >>> of_a_gap("IndexError", "only integers, slices (`:`), ellipsis (`...`) are valid indices")
    False
    """
    return kind not in ("ValueError", "IndexError") and "ellipsis" in message.lower()


def of_a_gap_in(line, message):
    """The same where NumPy says only that something is no vector, and a `...` stands in the line."""
    return "enough dimensions" in message and any("..." in text for _, text in line)


def is_mixed_product(line):
    """Does a line multiply by * and by @ side by side, with no bracket to say which comes first?

    >>> is_mixed_product("return g * a @ b"), is_mixed_product("return g @ (a * b), a * g")
    (True, False)
    """
    try:
        products = [n for n in ast.walk(ast.parse(line.strip())) if isinstance(n, ast.BinOp)]
    except SyntaxError:  # a part of a longer line
        return False
    kinds = {ast.Mult, ast.MatMult}
    return any(
        {type(one.op), type(getattr(one.left, "op", None))} == kinds and one.left.col_offset == one.col_offset
        for one in products  # a bracket around the left one would begin before it
    )


def copied(argument):
    """A copy of an array, or of a list of them; anything else as it is."""
    if isinstance(argument, list):
        return list(map(copied, argument))
    return argument.copy() if isinstance(argument, np.ndarray) else argument


def unchanged(before, after):
    """Is an array that was handed over, or a list of them, still what it was?"""
    if isinstance(before, list):
        return len(before) == len(after) and all(map(unchanged, before, after))
    is_array = isinstance(before, np.ndarray) and before.ndim  # of shape (): a number, which never changes
    return not is_array or np.array_equal(before, after, equal_nan=True)


@contextlib.contextmanager
def locked(arguments):
    """While a function runs, nothing can be written into the arrays that an op among its arguments holds: it
    is one and the same at every check.
    """
    ops = [argument for argument in arguments if isinstance(argument, ad.Op)]
    held = [x.value for op in ops for x in (*op.inputs, *op.outputs) if isinstance(x.value, np.ndarray)]
    before = [(array, array.flags.writeable) for array in held]
    for array in held:
        array.flags.writeable = False
    try:
        yield
    finally:
        for array, writeable in before:
            array.flags.writeable = writeable


def message_of(error):
    """What an exception says, if it can say it."""
    try:
        return without_addresses(str(error)).rstrip(". ")
    except Exception:  # an exception of the learner's own, with a mistake in its __str__
        return "its message cannot be shown"


def nearest_to(error):
    """What a module or an array has that is spelt much like the attribute asked for; "" if nothing is."""
    if not isinstance(error, AttributeError) or not isinstance(error.obj, np.ndarray | ModuleType):
        return ""
    there = {name.casefold(): name for name in dir(error.obj) if name != error.name}
    asked = error.name.casefold()
    begins = [name for name in there if len(name) > 2 and asked.startswith(name)]
    close = sorted(begins, key=len)[-1:] or difflib.get_close_matches(asked, there, 1)
    return f"; it has `{there[close[0]]}`" if close else ""


def is_the_engines(error):
    """Did the engine raise it, which says itself what to do?"""
    return traceback.extract_tb(error.__traceback__)[-1].filename.startswith(ENGINE)


def said_of(kind, message, is_complete=False):
    """What went wrong, in words that say what to do: NumPy's own are for those who know it well."""
    if "operands could not be broadcast together" in message and (column := as_column(message)):
        return f"{message}. {AS_COLUMN.format(*column)}"
    for pattern, words in OF_MESSAGE.items():
        if found := re.search(pattern, message):
            return words.format(*found.groups(), message=message)
    if is_complete:
        return f"{message}."
    look = LOOK_AT.get(kind, "Call it yourself on inputs of these shapes and look at that line.")
    return f"{message}. {look}" if message else look


def as_column(shapes):
    """What has a number for each row of the other: its shape, that shape, and how it meets each row.

    >>> as_column("(3,4) (3,)"), as_column("(1,2) (2,4)"), as_column("(3,) (4,)")
    (('(3,)', '(3,4)', '(3,1)'), ('(1,2)', '(2,4)', '(2,1)'), None)
    """
    sizes = {text: tuple(map(int, re.findall(r"\d+", text))) for text in re.findall(r"\([\d,]*\)", shapes)}
    for one, other in itertools.permutations(sizes, 2):
        *before, length = sizes[one] or [0]
        if before in ([], [1]) and len(sizes[other]) == 2 and length == sizes[other][0]:
            return one, other, f"({length},1)"
    return None


def tried_with(names, arguments):
    """The inputs of one case, as facts: arrays by their shape, a shape and a switch as they are."""
    says_itself = [type(v) is bool or (type(v) is tuple and set(map(type, v)) <= {int}) for v in arguments]
    tried = zip(names, arguments, says_itself, strict=True)
    return tuple((f"tried with {name}", str(v) if says else describe(v)) for name, v, says in tried)


def raised_in(error, function):
    """The lesson's function, or another of the learner's, in which it was raised; "" where the answer itself,
    the engine or a library did.
    """
    home = getattr(code_of(function), "co_filename", None)
    frames = traceback.extract_tb(error.__traceback__)
    foreign = (home, ENGINE, *sysconfig.get_paths().values())
    if home not in {frame.filename for frame in frames} or frames[-1].filename.startswith(foreign):
        return ""
    return next(frame.name for frame in reversed(frames) if frame.name not in ("<genexpr>", "<listcomp>"))


def held_in(error, function):
    """By name, what the learner's own code held when it broke."""
    home, frames = getattr(code_of(function), "co_filename", None), traceback.walk_tb(error.__traceback__)
    return [{}, *(frame.f_locals for frame, _ in frames if frame.f_code.co_filename == home)][-1]


def no_array(product, held):
    """What is said of a factor that cannot be multiplied by @; "" where both may be arrays.

    >>> no_array("v @ Hv", {"v": np.ones(2), "Hv": (np.ones(2),)})
    '`Hv` is a tuple with one array in it, as a pullback gives it: `Hv[0]` is the array.'
    """
    for name in re.findall(r"\w+", product):
        value = held.get(name)
        if isinstance(value, tuple) and len(value) == 1 and isinstance(value[0], np.ndarray):
            return (
                f"`{name}` is a tuple with one array in it, as a pullback gives it: `{name}[0]` is the array."
            )
        if isinstance(value, float | int | np.number):
            return f"`{name}` is one number: @ multiplies vectors and matrices."
    return ""


def turned_stack(error, function):
    """The stack that .T turns in the line of the learner's own code that was running; "" if there is none."""
    held = held_in(error, function)
    turned = [name for _, line in line_of(error, function) for name in re.findall(r"\b(\w+)\.T\b", line)]
    is_array = (np.ndarray, ad.Tensor)
    return next((name for name in turned if isinstance(held.get(name), is_array) and held[name].ndim > 2), "")


def line_of(error, function):
    """The last line of the learner's own code that was running, as a fact."""
    home = getattr(code_of(function), "co_filename", None)
    lines = [frame.line for frame in traceback.extract_tb(error.__traceback__) if frame.filename == home]
    return (("your line", lines[-1]),) if lines and lines[-1] else ()


def span_of_product(error, function):
    """Where in that line stands the product of two names that was running; None if it was something else."""
    home = code_of(function).co_filename
    *_, at = (frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == home)
    written = linecache.getline(at.filename, at.lineno).encode()
    before, piece = written[: at.colno].decode().lstrip(), written[at.colno : at.end_colno].decode()
    is_product = at.lineno == at.end_lineno and re.fullmatch(r"[\w.]+ *@ *[\w.]+", piece)
    return (len(before), len(before + piece)) if is_product else None
