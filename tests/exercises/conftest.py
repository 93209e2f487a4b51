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


@pytest.fixture
def no_harm_is_done(monkeypatch):
    """No answer changes anything of Python, so nothing is put back.

    To look for what there is takes half the time of a check, in a process that has imported all the tests.
    """
    monkeypatch.setattr(guard, "put_back", lambda: None)
    monkeypatch.setattr(guard, "kept", contextlib.nullcontext)


@pytest.fixture(autouse=True)
def _where_harm_is_done(request):
    if not {"run", "test_nothing_wrong_passes"} & {request.path.stem, request.path.parent.name}:
        request.getfixturevalue("no_harm_is_done")
