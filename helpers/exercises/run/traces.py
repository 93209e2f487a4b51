"""Watching a learner's function run: which of its lines, and where it ends."""

import dis
import inspect
import sys


class Watching:
    """`read(answer, case)` of an answer key, which notes the lines of the answer's file that run.

    `seen` holds for every call the numbers of these lines, in order, and of those at which a function ends.
    """

    def __init__(self, read):
        self.read, self.seen = read, []

    def __call__(self, answer, case):
        path = getattr(code_of(answer), "co_filename", None)
        lines, ends = [], []
        self.seen.append((lines, ends))

        def trace(frame, event, _):
            if frame.f_code.co_filename != path:
                return None
            if event == "line" and len(lines) < MOST_LINES:
                lines.append(frame.f_lineno)
            if event == "return" and len(ends) < MOST_LINES:
                ends.append(frame.f_lineno)
            return trace

        before = sys.gettrace()
        sys.settrace(trace)
        try:
            return self.read(answer, case)
        finally:
            sys.settrace(before)


MOST_LINES = 10_000  # of a loop there may be more, and the last of them are not needed


def code_of(answer):
    """The code of a function, also of one that is wrapped; None if it has none."""
    try:
        return inspect.unwrap(answer).__code__
    except BaseException:  # whatever an object raises that answers for its attributes itself
        return None


def does_something(answer):
    """Does a function look anything up, set a name, or read an argument? A stub does neither.

    >>> does_something(lambda x: None), does_something(lambda x: (x, None)[1])
    (False, True)
    """
    code = code_of(answer)
    if code is None:
        return False
    arguments = code.co_argcount + code.co_kwonlyargcount + bool(code.co_flags & inspect.CO_VARARGS)
    reads = any(step.opname.startswith("LOAD_FAST") for step in dis.get_instructions(code))
    return bool(reads or code.co_names or code.co_freevars) or code.co_nlocals > arguments
