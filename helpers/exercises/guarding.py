"""Letting code run that we did not write: it is stopped in time, and whatever it raises stays in our hands.

What this cannot do: stop a single NumPy call that takes long (Python looks up only when it returns), or code
that catches every exception in an endless loop; nor stop anything where there are no timers, on Windows, in
the browser, or outside the main thread.
"""

import contextlib
import io
import signal
import sys
import threading
import warnings

import numpy as np

SECONDS = 5.0
MOST_PRINTED = 10_000  # characters


class TooLong(BaseException):
    """Raised in code that has been running for `SECONDS`; no `except Exception` catches it."""


class LookedUp(BaseException):
    """Raised where a learner's function asks for the right answer; no `except Exception` catches it."""


class _State(threading.local):
    is_on = is_calling = was_interrupted = False


_state = _State()


@contextlib.contextmanager
def guarded(printed=MOST_PRINTED):
    """Around code that we did not write: `TooLong` after `SECONDS`, no warnings, and so much of its output.

    Inside another it does nothing, so that several calls can share their time.
    """
    if _state.is_on:
        yield
        return
    _state.is_on, _state.was_interrupted = True, False
    try:
        with (
            warnings.catch_warnings(action="ignore"),
            np.errstate(all="ignore"),
            contextlib.redirect_stdout(Tap(sys.stdout, printed)),
            _signals(),
        ):
            yield
    finally:
        _state.is_on = False


@contextlib.contextmanager
def calling():
    """Around the call of a learner's function: no right answer is handed out meanwhile."""
    outside, _state.is_calling = _state.is_calling, True
    try:
        yield
    finally:
        _state.is_calling = outside


def require_nobody_calling():
    """Raise LookedUp while a learner's function is running."""
    if _state.is_calling:
        raise LookedUp


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

            undo.callback(signal.signal, signal.SIGINT, signal.signal(signal.SIGINT, interrupt))
        if hasattr(signal, "setitimer") and hasattr(signal, "SIGALRM"):
            undo.callback(signal.signal, signal.SIGALRM, signal.signal(signal.SIGALRM, _ring))
            left, every = signal.setitimer(
                signal.ITIMER_REAL, SECONDS, SECONDS / 10
            )  # again, if it is caught
            undo.callback(signal.setitimer, signal.ITIMER_REAL, left, every)
        yield


def _ring(number, frame):
    raise TooLong


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
