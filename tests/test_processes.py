import subprocess
import sys

import pytest

from tests import ROOT
from tests.processes import scope_of


def test_who_may_run_beside_whom():
    """Each process that has a test in JupyterLab starts one, and each that has a cell runs all notebooks."""
    jupyterlab = scope_of("tests/browser/jupyterlab/test_kernel.py::test_one")
    assert jupyterlab == scope_of("tests/browser/jupyterlab/test_gallery.py::test_another[1::2]")
    cells = scope_of("notebooks/04_grad_ys.ipynb::cell 1")
    assert cells == scope_of("notebooks/guides/gallery.ipynb::cell 2")
    assert cells == scope_of("tests/browser/exhibits/test_stepper.py::test")  # one browser is enough
    answers = scope_of("tests/exercises/judge/test_wrong_answers.py::test_one")
    assert answers == scope_of("tests/exercises/key/test_every_exercise.py::test_two")  # they share a search
    house = scope_of("tests/test_house.py::test_one")
    assert house == scope_of("tests/test_house.py::test_two") != scope_of("tests/test_pins.py::test_three")
    assert len({jupyterlab, cells, answers, house}) == 4


def test_what_takes_longest_begins(request):
    order = [scope_of(item.nodeid) for item in request.session.items]
    assert order == sorted(order, key=lambda scope: scope != "JupyterLab")
    browsers = [k for k, scope in enumerate(order) if scope.startswith(("JupyterLab", "exhibits"))]
    assert browsers == list(range(len(browsers)))


def test_the_scheduler_of_this_run_is_ours(request):
    plugins = request.config.pluginmanager
    assert "tests.processes" in {name for name, _ in plugins.list_name_plugin()}


SOME = """
import signal, time
from tests.together import for_all

@for_all({"one": 1, "two − three": 2})
def test_is_one(case):
    assert case == 1

def test_hangs():
    time.sleep(60)

def test_is_not_reached_by_the_process_that_hung():
    pass

def test_hears_an_interrupt():
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
"""


@pytest.mark.thorough
def test_what_hangs_is_ended_and_a_case_that_failed_is_found_again(tmp_path):
    file = tmp_path / "test_some.py"
    file.write_text(SOME, encoding="utf-8")
    options = ["-q", "-o", "faulthandler_timeout=3", "-o", f"cache_dir={tmp_path}", f"--rootdir={tmp_path}"]
    run = [sys.executable, "-m", "pytest", f"--config-file={ROOT / 'pyproject.toml'}", *options, str(file)]
    ignored = ["sh", "-c", 'trap "" INT; exec "$@"', "in the background"]
    first, again, one = (
        subprocess.run([*ignored, *run, *more], cwd=ROOT, capture_output=True, text=True).stdout
        for more in ([], ["--lf", "-k", "is_one"], ["-k", "three"])
    )
    assert "2 failed, 2 passed" in first
    assert "crashed while running" in first
    assert "1 failed in" in again
    assert "1 failed in" in one
