import subprocess
import sys

import pytest

from tests import ROOT
from tests.processes import scope_of


def test_what_takes_longest_begins(request):
    order = [scope_of(item.nodeid) for item in request.session.items]
    assert order == sorted(order, key=lambda scope: scope != "JupyterLab")
    browsers = [k for k, scope in enumerate(order) if scope.startswith(("JupyterLab", "exhibits"))]
    assert browsers == list(range(len(browsers)))


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
        for more in (["-n1"], ["-n0", "--lf", "-k", "is_one"], ["-n0", "-k", "three"])
    )
    assert "2 failed, 2 passed" in first
    assert "crashed while running" in first
    assert "1 failed, 4 deselected" in again
    assert "1 failed, 4 deselected" in one
