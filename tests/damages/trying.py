"""Does a test see a damage? One copy of the checkout, and one process whose children run pytest in it."""

import contextlib
import gc
import itertools
import json
import os
import shutil
import subprocess
import sys
import tempfile
import traceback
from pathlib import Path

# What takes long to import, and no damage touches; and what is ours, where the damage is elsewhere.
WARM = """pytest numpy hypothesis nbformat ipywidgets anywidget IPython jupyter_client xdist.scheduler
    nbval.plugin _pytest.doctest""".split()  # noqa: SIM905
OURS = ["helpers.exercises", "helpers.guides.maps", "helpers.guides.rulebook", "helpers.widgets"]
ELSEWHERE = "helpers/lessons", "notebooks", "README.md"  # those import and read nothing of it by themselves
NO_FILE, NO_TESTS = "file or directory not found", 5  # or none of them was asked for
OPTIONS = "-x -q -n0 --assert=plain --no-header --tb=line -p no:cacheprovider".split()  # noqa: SIM905


@contextlib.contextmanager
def copy_of(root, is_green=False):
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "upstream"
        shutil.copytree(root, copy, ignore=shutil.ignore_patterns(".venv", ".*_cache", ".hypothesis"))
        with Copy(copy, is_green) as tried:
            yield tried


class Copy:
    """A copy of the checkout, and the processes beside it that run its tests."""

    def __init__(self, root, is_green):
        self.root, self.is_green, self.green, self.servers = root, is_green, set(), {}
        self.ages = itertools.count(1)  # no two versions of a file are alike to who compiled one

    def __enter__(self):
        return self

    def __exit__(self, *error):
        for server in self.servers.values():
            server.communicate()

    def server(self, path):
        """The process that has imported what a damage in that file does not touch."""
        imported = tuple(WARM + OURS * path.startswith(ELSEWHERE))
        if imported not in self.servers:
            environment = os.environ | {"PYTHONPATH": str(self.root)}
            command, pipe = [sys.executable, "-m", "tests.damages.trying", *imported], subprocess.PIPE
            options = {"cwd": self.root, "env": environment, "text": True, "stdin": pipe, "stdout": pipe}
            self.servers[imported] = subprocess.Popen(command, **options)
        return self.servers[imported]

    def sees(self, tests, path, text, thorough):
        """Whether tests that are green otherwise fail with that text in that file."""
        file = self.root / path
        kept, times = file.read_bytes(), file.stat()
        try:
            file.write_text(text, encoding="utf-8")
            os.utime(file, (times.st_mtime - next(self.ages),) * 2)
            code, said = self.told(path, tests, thorough)
        finally:
            file.write_bytes(kept)
            os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))
        if code == NO_TESTS or NO_FILE in said:
            return False
        if code and not self.is_green and (thorough, *tests) not in self.green:
            usual, why = self.told(path, tests, thorough)
            if usual:
                raise ValueError(f"red without a damage: {tests}: {why}")
            self.green.add((thorough, *tests))
        return bool(code)

    def told(self, path, tests, thorough):
        """The exit code of pytest, and the end of what it says."""
        server = self.server(path)
        print(json.dumps([tests, thorough]), file=server.stdin, flush=True)
        return json.loads(server.stdout.readline())


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
    os.environ["UPSTREAM_THOROUGH"] = "all" if thorough else "0"
    code = 3
    try:
        code = int(__import__("pytest").main([*OPTIONS, *tests]))
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        os._exit(code)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        __import__(name)
    assert not any(name.startswith("helpers.lessons.") for name in sys.modules), "these may be damaged"
    gc.freeze()  # the garbage collector of each process need not look at it
    for line in sys.stdin:
        print(json.dumps(run(*json.loads(line))), flush=True)
