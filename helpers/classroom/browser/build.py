# /// script
# requires-python = ">=3.11"
# dependencies = [
#     "anywidget==0.11.0",
#     "comm==0.2.3",
#     "hatchling==1.33.0",
#     "ipywidgets==8.1.8",
#     "jupyter-server==2.21.1",
#     "jupyterlab-widgets==3.0.15",
#     "jupyterlite-core==0.6.4",
#     "jupyterlite-pyodide-kernel==0.6.1",
#     "pkginfo==2.0",
#     "psygnal==0.16.1",
#     "typing-extensions==4.16.0",
# ]
# ///
"""Build the browser edition: `uv run --script helpers/classroom/browser/build.py FOLDER`.

The tools are pinned above and nowhere else: their JupyterLab is an older one than the project's own.
"""

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
if __name__ == "__main__":
    sys.path[0] = str(ROOT)

from helpers.classroom.browser import EditionError, packing, site  # noqa: E402
from helpers.classroom.browser.pyodide import ADDRESS, RUNTIME, Pyodide  # noqa: E402

CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "upstream-gradients"


def main(arguments=None):
    """Build; the exit code is 1 if that failed."""
    parser = argparse.ArgumentParser(
        description="Build a folder of static files in which the lessons run: Python is inside the page.",
        epilog="To look at it: python -m helpers.classroom.browser FOLDER, or any other web server.",
    )
    parser.add_argument("folder", type=Path, help="where the edition goes; an older one there is replaced")
    parser.add_argument(
        "--pyodide",
        default=ADDRESS,
        help="the Pyodide to build with, an address or a folder (default: %(default)s)",
    )
    parser.add_argument("--python", help="compiles for the browser; of the Python version of the Pyodide")
    chosen = parser.parse_args(arguments)
    try:
        with tempfile.TemporaryDirectory() as work:
            build(chosen, Path(work))
    except EditionError as error:
        print(f"No edition was built. {error}", file=sys.stderr)
        return 1
    return 0


def build(chosen, work):
    """Build the edition in `work`, and put it in its place when it is whole."""
    out = chosen.folder.resolve()
    if out.exists() and any(out.iterdir()) and not (out / "edition/edition.json").is_file():
        raise EditionError(f"{out} holds something else. Name a new folder, or an empty one.")
    pyodide = Pyodide(chosen.pyodide, CACHE)
    python = packing.find_python(pyodide.python, chosen.python)
    folder = pack(pyodide, python, work)
    built = work / "site"
    name = f"python-{digest(folder.out)}"  # a changed file has a new address, so no browser keeps an old one
    lay_out(work / "lite", site.settings(f"./{name}/"))
    site.build(work / "lite", built)
    shutil.copytree(folder.out, built / name)
    at = f"./{name}/"
    site.dress(built, version(), site.files_of_a_start(folder.out, at), site.files_for_later(folder.out, at))
    shutil.rmtree(out, ignore_errors=True)
    shutil.copytree(built, out)
    size = sum(path.stat().st_size for path in out.rglob("*") if path.is_file())
    print(f"{out}: {size / 1e6:.0f} MB, Upstream {version()}")


def pack(pyodide, python, work):
    """The files of Python and its packages, and their lock."""
    folder = packing.Folder(pyodide, work / "python", work, python)
    folder.library(site.kernel_wheels(), packing.wheel_of(ROOT, work))
    apart = pyodide.needed_by(*packing.AT_ONCE, *packing.LATE) - pyodide.needed_by(*packing.FROM_PYODIDE)
    for name in sorted(apart | {*packing.AT_ONCE}):
        folder.add(name)
    for name in RUNTIME:
        shutil.copyfile(pyodide.file(name), folder.out / name)
    folder.write_lock()
    return folder


def digest(folder):
    """A short name for all that lies in a folder."""
    whole = hashlib.sha256()
    for path in sorted(folder.iterdir()):
        whole.update(path.read_bytes())
    return whole.hexdigest()[:10]


def lay_out(lite, told):
    """What JupyterLite builds from: its settings and the committed notebooks."""
    (lite / "contents").mkdir(parents=True)
    (lite / "jupyter-lite.json").write_text(json.dumps(told))
    listed = git("ls-files", "-z", "notebooks")
    for name in listed.split("\0")[:-1]:
        (lite / "contents" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, lite / "contents" / name)


def git(*arguments):
    run = ["git", "-C", str(ROOT), *arguments]
    return subprocess.run(run, capture_output=True, text=True, check=True).stdout


def project_version():
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]


def version():
    """The stamp of this edition: version, day, and the state of the project it was built from."""
    return f"{project_version()}, {datetime.now(UTC):%Y-%m-%d}, {git('rev-parse', '--short', 'HEAD').strip()}"


if __name__ == "__main__":
    sys.exit(main())
