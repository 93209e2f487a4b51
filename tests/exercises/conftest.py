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
def well_behaved(monkeypatch):
    """Around answers that change nothing of Python: it is put back after each of them, not after each call.

    Looking whether there is anything takes half the time of a check in a process that has imported all the
    tests. Answers that do harm are handed in without this: see `run` and judge/test_nothing_wrong_passes.py.
    """
    monkeypatch.setattr(guard, "put_back", lambda: None)
