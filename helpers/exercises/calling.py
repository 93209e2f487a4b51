"""Calling what a learner wrote: whatever goes wrong there becomes a sentence."""

import inspect
import re
import traceback
from types import CoroutineType

import numpy as np

from .cards import describe, without_addresses
from .guarding import LookedUp, TooLong, calling, guarded, keep
from .reading import type_name
from .sentences import LEFT_TO_RIGHT, LOOK_AT, OF_MESSAGE
from .verdicts import Verdict, not_attempted
from .watching import code_of


def require_function(answer, names, asked=False):
    """Raise a Verdict unless the answer is a function that takes these arguments."""
    if not callable(answer):
        raise Verdict("called-already", what=describe(answer))
    try:
        signature = inspect.signature(answer)
    except Exception:  # a built-in without a signature, or an odd one: calling it will tell
        return
    try:
        signature.bind(*names)
    except TypeError:
        kind = "signature-asked" if asked else "signature"
        raise Verdict(kind, names=", ".join(names), count=len(names)) from None


def call(function, arguments, names):
    """Call a learner's function on copies of the arguments; raise a Verdict where that goes wrong."""
    copies = list(map(copied, arguments))
    try:
        with guarded(), calling():
            result = function(*copies)
            keep(None)  # an interrupt that the function has caught
            if type(result) is CoroutineType:
                result.close()  # or Python warns that nobody awaited it
    except TooLong as error:
        raise Verdict("too-long", *line_of(error, function), *tried_with(names, arguments)) from None
    except LookedUp:
        raise Verdict("looked-up") from None
    except BaseException as error:  # SystemExit too, and a KeyboardInterrupt of its own
        keep(error)
        kind, message = type_name(error), message_of(error)
        is_stub = isinstance(error, NotImplementedError) and not message  # the engine's says what is missing
        if is_stub or "ellipsis" in message.lower():  # the stub's own `...` took part in a calculation
            raise not_attempted() from None
        line = line_of(error, function)
        says_why = said_of(kind, message)
        if "broadcast" in message and any("*" in text and "@" in text for _, text in line):
            says_why += f" {LEFT_TO_RIGHT}"
        raise Verdict("raises", *line, *tried_with(names, arguments), kind=kind, says_why=says_why) from None
    for name, before, after in zip(names, arguments, copies, strict=True):
        if not unchanged(before, after):
            raise Verdict("input-changed", *tried_with(names, arguments), name=name)
    return result


def copied(argument):
    """A copy of an array, or of a list of them; anything else as it is."""
    if isinstance(argument, list):
        return list(map(copied, argument))
    return argument.copy() if isinstance(argument, np.ndarray) else argument


def unchanged(before, after):
    """Is an array that was handed over, or a list of them, still what it was?"""
    if isinstance(before, list):
        return len(before) == len(after) and all(map(unchanged, before, after))
    return not isinstance(before, np.ndarray) or np.array_equal(before, after, equal_nan=True)


def message_of(error):
    """What an exception says, if it can say it."""
    try:
        return without_addresses(str(error)).rstrip(". ")
    except Exception:  # an exception of the learner's own, with a mistake in its __str__
        return "its message cannot be shown"


def said_of(kind, message):
    """What went wrong, in words that say what to do: NumPy's own are for those who know it well."""
    for pattern, words in OF_MESSAGE.items():
        if found := re.search(pattern, message):
            return words.format(*found.groups(), message=message)
    look = LOOK_AT.get(kind, "Call it yourself on inputs of these shapes and look at that line.")
    return f"{message}. {look}"


def tried_with(names, arguments):
    """The inputs of one case, as facts: arrays by their shape, a switch by its position."""
    return tuple(
        (f"tried with {name}", str(value) if isinstance(value, bool) else describe(value))
        for name, value in zip(names, arguments, strict=True)
    )


def line_of(error, function):
    """The last line of the learner's own code that was running, as a fact."""
    home = getattr(code_of(function), "co_filename", None)
    lines = [frame.line for frame in traceback.extract_tb(error.__traceback__) if frame.filename == home]
    return (("your line", lines[-1]),) if lines and lines[-1] else ()
