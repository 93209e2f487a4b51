"""Does a test see a damage? One copy of the checkout, and one process whose children run pytest in it."""

import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import traceback
from pathlib import Path

# What takes long to import, and no damage touches.
WARM = """pytest numpy hypothesis nbformat ipywidgets anywidget IPython jupyter_client xdist.scheduler
    nbval.plugin _pytest.doctest""".split()  # noqa: SIM905
NO_TESTS = 4, 5  # there is no such file, or none of them was asked for
OPTIONS = "-x -q -n0 --assert=plain --no-header --tb=line -p no:cacheprovider".split()  # noqa: SIM905


@contextlib.contextmanager
def copy_of(root, is_green=False):
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "upstream"
        shutil.copytree(
            root, copy, ignore=shutil.ignore_patterns(".venv", "__pycache__", ".*_cache", ".hypothesis")
        )
        compiled = "-m", "compileall", "-q", "--invalidation-mode", "checked-hash", "helpers", "tests"
        subprocess.run([sys.executable, *compiled], cwd=copy, check=True)
        with Copy(copy, is_green) as tried:
            yield tried


class Copy:
    """A copy of the checkout, and the process beside it that runs its tests."""

    def __init__(self, root, is_green):
        self.root, self.is_green, self.green = root, is_green, set()
        environment = os.environ | {"PYTHONPATH": str(root)}
        command = [sys.executable, "-m", "tests.damages.trying"]
        pipe = subprocess.PIPE
        self.server = subprocess.Popen(command, cwd=root, env=environment, text=True, stdin=pipe, stdout=pipe)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.server.communicate()

    def sees(self, tests, path, text, thorough):
        """Whether tests that are green otherwise fail with that text in that file."""
        file = self.root / path
        kept = file.read_bytes()
        try:
            file.write_text(text, encoding="utf-8")
            code, _ = self.told(tests, thorough)
        finally:
            file.write_bytes(kept)
        if code in NO_TESTS:
            return False
        if code and not self.is_green and (thorough, *tests) not in self.green:
            usual, why = self.told(tests, thorough)
            if usual:
                raise ValueError(f"red without a damage: {tests}: {why}")
            self.green.add((thorough, *tests))
        return bool(code)

    def told(self, tests, thorough):
        """The exit code of pytest, and the end of what it says."""
        print(json.dumps([tests, thorough]), file=self.server.stdin, flush=True)
        return json.loads(self.server.stdout.readline())


def run(tests, thorough):
    """In a process of its own, so that nothing is imported twice or remembered."""
    read, write = os.pipe()
    if child := os.fork():
        os.close(write)
        with open(read, encoding="utf-8", errors="replace") as told:
            said = told.read()
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), said[-1500:]
    for into in (1, 2):
        os.dup2(write, into)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.close(read)
    os.environ["UPSTREAM_THOROUGH"] = str(int(thorough))
    code = 3
    try:
        code = int(__import__("pytest").main([*OPTIONS, *tests]))
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        os._exit(code)


if __name__ == "__main__":
    for name in WARM:
        __import__(name)
    for line in sys.stdin:
        print(json.dumps(run(*json.loads(line))), flush=True)
