"""Calling what a learner wrote: whatever goes wrong there becomes a sentence."""

import inspect
import re
import traceback
import warnings

import numpy as np

from .cards import describe, without_addresses
from .sentences import LOOK_AT, OF_MESSAGE
from .verdicts import Verdict, not_attempted


def require_function(answer, names):
    """Raise a Verdict unless the answer is a function that takes these arguments."""
    if not callable(answer):
        raise Verdict("called-already", what=describe(answer))
    try:
        inspect.signature(answer).bind(*names)
    except TypeError:
        raise Verdict("signature", names=", ".join(names)) from None
    except ValueError:
        pass  # a built-in without a signature: calling it will tell


def call(function, arguments, names):
    """Call a learner's function on copies of the arguments; raise a Verdict where that goes wrong."""
    copies = [a.copy() if isinstance(a, np.ndarray) else a for a in arguments]
    tried = tried_with(names, arguments)
    try:
        with warnings.catch_warnings(action="ignore"):
            result = function(*copies)
    except NotImplementedError:
        raise not_attempted() from None
    except (Exception, SystemExit) as error:
        kind, message = type(error).__name__, message_of(error)
        if "ellipsis" in message.lower():  # the stub's own `...` took part in a calculation
            raise not_attempted() from None
        where = line_of(error, function)
        raise Verdict("raises", *where, *tried, kind=kind, says_why=said_of(kind, message)) from None
    for name, before, after in zip(names, arguments, copies, strict=True):
        if isinstance(before, np.ndarray) and not np.array_equal(before, after, equal_nan=True):
            raise Verdict("input-changed", *tried, name=name)
    return result


def message_of(error):
    """What an exception says, if it can say it."""
    try:
        return without_addresses(str(error)).rstrip(".")
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
    home = getattr(getattr(function, "__code__", None), "co_filename", None)
    lines = [frame.line for frame in traceback.extract_tb(error.__traceback__) if frame.filename == home]
    return (("your line", lines[-1]),) if lines and lines[-1] else ()
