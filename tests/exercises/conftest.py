import contextlib

import pytest

from helpers.exercises.run import guard, memory

guard.is_strict = True  # no error of the explaining side hides in a test


@pytest.fixture(autouse=True)
def _a_new_kernel():
    """What one test answers, no other remembers."""
    memory.forget()
    yield
    memory.forget()


HARM_IS_DONE = {"run", "test_check", "test_nothing_wrong_passes"}


@pytest.fixture(autouse=True)
def _no_harm_is_done(request, monkeypatch):
    """Elsewhere no answer changes anything of Python, so nothing is put back.

    To look for what there is takes half the time of a check, in a process that has imported all the tests.
    """
    if not HARM_IS_DONE & {request.path.stem, request.path.parent.name}:
        monkeypatch.setattr(guard, "put_back", lambda: None)
        monkeypatch.setattr(guard, "kept", contextlib.nullcontext)
