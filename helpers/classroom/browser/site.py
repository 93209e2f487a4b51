"""A JupyterLite with the lessons in it, and our own line around it."""

import hashlib
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

from . import EditionError
from .packing import AT_ONCE
from .pyodide import LIBRARY, LOCK, RUNTIME

PAGE = Path(__file__).parent / "page"
KERNEL = "@jupyterlite/pyodide-kernel-extension"
EXTENSIONS = Path(sys.prefix) / "share/jupyter/labextensions"
START = "notebooks/00_start_here.ipynb"
# What a reader of lessons does not need, and each start would pay for.
DISABLED = [
    "@jupyterlab/apputils-extension:announcements",
    "@jupyterlab/csvviewer-extension",
    "@jupyterlab/debugger-extension",
    "@jupyterlab/extensionmanager-extension",
    "@jupyterlab/vega5-extension",
]
# Each open lesson is a Python of its own, and takes its memory with it when it is closed.
SETTINGS = {
    "@jupyterlab/apputils-extension:themes": {"adaptive-theme": True},  # dark where the reader's system is
    "@jupyterlab/docmanager-extension:plugin": {"autosaveInterval": 5},  # seconds; the line saves every run
    "@jupyterlab/notebook-extension:tracker": {"kernelShutdown": True},
    "@jupyterlab/statusbar-extension:plugin": {"visible": False},  # our line stands in its place
}
LOADS = '["ssl","sqlite3","ipykernel","comm","pyodide_kernel","jedi","ipython"]'
HEAD = (
    '<link rel="stylesheet" href="../edition/edition.css"><script src="../edition/edition.js" defer></script>'
)


def kernel_wheels():
    found = sorted((EXTENSIONS / KERNEL / "static/pypi").glob("*.whl"))
    return [wheel for wheel in found if not wheel.name.startswith("widgetsnbextension-3")]


def settings(folder):
    """What JupyterLite is told. `folder` is where Python lies."""
    options = {
        "lockFileURL": folder + LOCK,
        "packages": [*AT_ONCE],
        "stdLibURL": folder + LIBRARY,
    }
    kernel = {"disablePyPIFallback": True, "loadPyodideOptions": options, "pyodideUrl": folder + "pyodide.js"}
    return {
        "jupyter-lite-schema-version": 0,
        "jupyter-config-data": {
            "appName": "Upstream",
            "disabledExtensions": DISABLED,
            "enableMemoryStorage": True,
            "exposeAppInBrowser": True,
            "litePluginSettings": {f"{KERNEL}:kernel": kernel},
            "settingsOverrides": SETTINGS,
        },
    }


def build(lite, out):
    told = {"LiteBuildConfig": {"apps": ["lab"], "no_sourcemaps": True, "contents": ["contents"]}}
    (lite / "jupyter_lite_config.json").write_text(json.dumps(told))
    run = [sys.executable, "-m", "jupyterlite_core", "build", "--lite-dir", ".", "--output-dir", str(out)]
    done = subprocess.run(run, cwd=lite, capture_output=True, text=True, check=False)
    if done.returncode:
        raise EditionError(
            f"JupyterLite could not build the site:\n{done.stdout[-2000:]}{done.stderr[-2000:]}"
        )
    shutil.rmtree(out / "extensions" / KERNEL / "static/pypi")
    load_nothing_twice(out / "extensions" / KERNEL / "static")
    for source_map in out.rglob("*.js.map"):
        source_map.unlink()


def load_nothing_twice(scripts):
    """Keep the kernel from fetching, one by one, what lies in the archive already, or is left out."""
    found = [path for path in scripts.glob("*.js") if LOADS in path.read_text(encoding="utf-8")]
    if not found:
        raise EditionError("The kernel of this JupyterLite loads its packages in another way: see site.py.")
    for path in found:
        text = path.read_text(encoding="utf-8").replace(LOADS, "[]")
        path.write_text(
            re.sub(r'\w+\.includes\("(micropip|piplite)"\)\|\|', "true||", text), encoding="utf-8"
        )


def dress(out, version, runtime, later):
    """Put our line into the page, told which files a start takes, [address, bytes], and which come later."""
    shutil.copytree(PAGE, out / "edition", ignore=shutil.ignore_patterns("*.html", "offline.js"))
    worker = out / "service-worker.js"
    both = (PAGE / "offline.js", worker)
    worker.write_text("\n".join(path.read_text(encoding="utf-8") for path in both), encoding="utf-8")
    shutil.copyfile(PAGE / "index.html", out / "index.html")
    notebooks = {
        path.relative_to(out / "files").as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()[:12]
        for path in sorted((out / "files").rglob("*.ipynb"))
    }
    told = {"version": version, "files": runtime, "later": later, "notebooks": notebooks}
    (out / "edition/edition.json").write_text(json.dumps(told), encoding="utf-8")
    page = out / "lab/index.html"
    page.write_text(
        page.read_text(encoding="utf-8").replace("</head>", HEAD + "</head>", 1), encoding="utf-8"
    )


def files_of_a_start(folder, address):
    """What a start takes: address and size of each file."""
    packages = json.loads((folder / LOCK).read_text(encoding="utf-8"))["packages"]
    names = [*(packages[name]["file_name"] for name in AT_ONCE), LIBRARY, LOCK, *RUNTIME]
    return [[address + name, (folder / name).stat().st_size] for name in names]


def files_for_later(folder, address):
    """What is fetched when it is first needed: addresses."""
    packages = json.loads((folder / LOCK).read_text(encoding="utf-8"))["packages"]
    return [address + told["file_name"] for name, told in packages.items() if name not in AT_ONCE]
