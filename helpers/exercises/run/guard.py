"""Letting code run that we did not write: it is stopped in time, and whatever it raises stays in our hands.

What this cannot do: stop a single NumPy call that takes long (Python looks up only when it returns); nor stop
anything where there are no timers, on Windows, in the browser, or outside the main thread.
"""

import contextlib
import io
import signal
import sys
import threading
import time
import warnings
from time import monotonic

import numpy as np

from .keeping import kept, put_back

handle, set_clock = signal.signal, getattr(signal, "setitimer", None)  # to an answer they are refused
read_file = open  # an answer may put another in its place
thread_time = getattr(time, "thread_time", time.process_time)  # in the browser there is one thread

SECONDS = 5.0
PATIENCE = 3  # so many times as long, where it does not get the processor
MOST_PRINTED = 10_000  # characters
OURS = __package__.removesuffix(".run")  # modules that handle a TooLong themselves
is_strict = False  # do our own mistakes in explaining an answer come out? In the tests they do
MOST_MEMORY = 2 << 30  # bytes, beyond what the kernel has: what asks for more gets a MemoryError


class TooLong(BaseException):
    """Raised in code that has been running for `SECONDS`; no `except Exception` catches it."""


class LookedUp(BaseException):
    """Raised where a learner's function asks for the right answer; no `except Exception` catches it."""


class Inside(BaseException):
    """Raised where a learner's function calls check or predict; no `except Exception` catches it."""


class _State(threading.local):
    is_on = is_calling = is_tidying = is_over = was_interrupted = are_many = False
    rings, began, worked = 0, (0.0, 0.0), 0.0


_state = _State()


@contextlib.contextmanager
def guarded(printed=MOST_PRINTED):
    """Around code that we did not write: `TooLong` after `SECONDS`, no warnings, so much of its output and
    so much memory; what it changes of Python, NumPy and the engine is put back.

    Inside another it does nothing, so that several calls can share their time.
    """
    if _state.is_on:
        yield
        return
    with _on(printed), kept(), _memory(), _signals():
        yield


@contextlib.contextmanager
def ours(many=False):
    """Around answers of our own: likewise, but what they change is nothing. Of `many` nobody reads why one
    breaks.
    """
    if _state.is_on:
        yield
        return
    _state.are_many = many
    try:
        with _on(printed=0), _signals():
            yield
    finally:
        _state.are_many = False


def are_many():
    """Are answers tried of which nobody reads why they break?"""
    return _state.are_many


@contextlib.contextmanager
def _on(printed):
    _state.is_on, _state.rings = True, 0
    _state.is_tidying = _state.is_over = _state.was_interrupted = False
    _state.began, _state.worked = (monotonic(), _kept_waiting()), _others_worked()
    try:
        with (
            warnings.catch_warnings(action="ignore"),
            np.errstate(all="ignore"),
            contextlib.redirect_stdout(Tap(sys.stdout, printed)),
        ):
            yield
    finally:
        _state.is_on = False


def spared(explain, *args, **settings):
    """explain(…), or None where that fails: for our own code that only adds to a card. A learner gets the
    card without it, our tests the error.
    """
    try:
        return explain(*args, **settings)
    except Exception:
        if is_strict:
            raise
        return None


@contextlib.contextmanager
def calling():
    """Around the call of a learner's function: no right answer is handed out meanwhile, and what it changes
    is put back.
    """
    outside, _state.is_calling = _state.is_calling, True
    try:
        yield
    except TooLong:
        _state.is_over = True  # what is left to do is ours
        raise
    finally:
        _state.is_tidying = True
        _state.is_calling = outside
        put_back()
        _state.is_tidying = False


def require_nobody_calling():
    """Raise LookedUp while a learner's function is running."""
    if _state.is_calling:
        raise LookedUp


def require_nobody_guarded(name):
    """Raise Inside while code that we did not write is running: `name` is what it calls."""
    if _state.is_on:
        raise Inside(name)


def keep(error):
    """Raise an exception that is not the learner's own again: a real Ctrl-C, or the kernel's interrupt."""
    in_browser = sys.platform == "emscripten"  # where an interrupt is no signal
    if _state.was_interrupted or (in_browser and isinstance(error, KeyboardInterrupt)):
        raise KeyboardInterrupt from None


@contextlib.contextmanager
def _signals():
    """Stop after `SECONDS`, and know a real interrupt from a KeyboardInterrupt that somebody raised."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    with contextlib.ExitStack() as undo:
        before = signal.getsignal(signal.SIGINT)
        if callable(before):

            def interrupt(number, frame):
                _state.was_interrupted = True
                before(number, frame)

            undo.callback(handle, signal.SIGINT, handle(signal.SIGINT, interrupt))
        if set_clock and hasattr(signal, "SIGALRM"):
            undo.callback(handle, signal.SIGALRM, handle(signal.SIGALRM, _ring))
            left, every = set_clock(signal.ITIMER_REAL, SECONDS, SECONDS / 10)  # again, if it is caught
            undo.callback(set_clock, signal.ITIMER_REAL, left, every)
            undo.callback(sys.settrace, sys.gettrace())
            undo.callback(setattr, sys, "unraisablehook", sys.unraisablehook)
            sys.unraisablehook = _unheard(sys.unraisablehook)
        yield


def _kept_waiting():
    """Seconds in which this thread could have run, and others had the processor: Linux counts them.
    Elsewhere all in which it did not run, so that one that sleeps is waited for.
    """
    try:
        with read_file("/proc/thread-self/schedstat", encoding="ascii") as told:
            return int(told.read().split()[1]) / 1e9
    except (OSError, ValueError, IndexError):
        return monotonic() - thread_time()


def _others_worked():
    """Seconds in which other threads of this process ran: JAX compiles in some, and waits for them."""
    return time.process_time() - thread_time()


def _ring(number, frame):
    """Raise TooLong, unless others kept the machine so busy that little was done in that time, other threads
    are at it, or what runs is ours again; where it was caught, and the clock rings again, raise it also out
    of whatever catches it.
    """
    since, kept_waiting = monotonic() - _state.began[0], _kept_waiting() - _state.began[1]
    worked, _state.worked = _others_worked() - _state.worked, _others_worked()  # since it rang last
    if (
        _state.is_tidying
        or _state.is_over
        or (since < SECONDS * PATIENCE and (since - kept_waiting < SECONDS * 0.9 or worked > SECONDS / 1000))
    ):
        return
    if _state.rings:
        sys.settrace(lambda *_: None)  # of new frames nothing is traced; ours stay as they are
        while frame is not None and not str(frame.f_globals.get("__name__")).startswith(OURS):
            frame.f_trace = _out_of_handlers
            frame = frame.f_back
    _state.rings += 1
    raise TooLong


def _unheard(tell):
    """In place of what tells of errors that nobody can catch, as in a finalizer: the clock rings again."""
    return lambda told: None if isinstance(told.exc_value, TooLong) else tell(told)


def _out_of_handlers(frame, event, argument):
    """A trace function: an `except` that holds a TooLong is left at its first line."""
    if event == "line" and isinstance(sys.exc_info()[1], TooLong):
        raise TooLong
    return _out_of_handlers


@contextlib.contextmanager
def _memory():
    """No more than `MOST_MEMORY` beyond what is in use, where the system can say and see to that."""
    try:
        import resource

        with open("/proc/self/statm", encoding="ascii") as told:
            used = int(told.read().split()[0]) * resource.getpagesize()
        soft, hard = resource.getrlimit(resource.RLIMIT_AS)
        bounds = [used + MOST_MEMORY, *(bound for bound in (soft, hard) if bound != resource.RLIM_INFINITY)]
        resource.setrlimit(resource.RLIMIT_AS, (min(bounds), hard))
    except (ImportError, OSError, ValueError):  # no Linux
        yield
        return
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


class Tap(io.TextIOBase):
    """Lets so many characters through to a stream, and then says once that it stops."""

    def __init__(self, stream, most):
        self.stream, self.left = stream, most

    def write(self, text):
        """Write what may still be written."""
        if self.left > 0:
            self.stream.write(text[: self.left])
            self.left -= len(text)
            if self.left <= 0:
                self.stream.write("\n… what your function prints after this is left out.\n")
        return len(text)

    def flush(self):
        """Hand on what was written."""
        if self.stream is not None:
            self.stream.flush()
