"""A Pyodide, which is Python for the browser: a folder, or the address of one of its releases."""

import json
import shutil
import urllib.error
import urllib.request
from pathlib import Path

from . import EditionError

VERSION = "0.27.7"  # what this JupyterLite's kernel was made for
ADDRESS = f"https://cdn.jsdelivr.net/pyodide/v{VERSION}/full/"
LOCK, LIBRARY = "pyodide-lock.json", "python_stdlib.zip"
RUNTIME = ("pyodide.js", "pyodide.asm.js", "pyodide.asm.wasm")
SECONDS = 60


class Pyodide:
    """Files of one release. What has to be fetched is kept in `cache` for the next time."""

    def __init__(self, place, cache):
        self.address = place.rstrip("/") + "/" if "://" in place else None
        self.folder = Path(cache) / f"pyodide-{VERSION}" if self.address else Path(place)
        if not self.address and not (self.folder / LOCK).is_file():
            raise EditionError(f"There is no Pyodide in {self.folder}: it has no {LOCK}.")
        self.lock = json.loads(self.file(LOCK).read_text(encoding="utf-8"))
        self.version, python = self.lock["info"]["version"], self.lock["info"]["python"]
        if self.version.rpartition(".")[0] != VERSION.rpartition(".")[0]:
            raise EditionError(f"{place} is Pyodide {self.version}; this edition is made for {VERSION}.")
        self.python = python.rpartition(".")[0]

    def file(self, name):
        """The path of one file, fetched if need be."""
        path = self.folder / name
        if not path.exists() and self.address:
            path.parent.mkdir(parents=True, exist_ok=True)
            fetch(self.address + name, path)
        if not path.exists():
            raise EditionError(f"The Pyodide in {self.folder} has no {name}.")
        return path

    def package(self, name):
        """What its lock says of a package."""
        return self.lock["packages"][canonical(name)]

    def wheel(self, name):
        """The file of a package."""
        return self.file(self.package(name)["file_name"])

    def needed_by(self, *names):
        """Those packages and all that they need, by name."""
        found, waiting = set(), [*map(canonical, names)]
        while waiting:
            name = waiting.pop()
            if name not in found:
                found.add(name)
                waiting += map(canonical, self.package(name)["depends"])
        return found


def canonical(name):
    """The name under which a lock has a package.

    >>> canonical("prompt_toolkit")
    'prompt-toolkit'
    """
    return name.lower().replace("_", "-").replace(".", "-")


def fetch(address, path):
    """Bring a file here, whole or not at all."""
    part = path.with_suffix(".part")
    try:
        with urllib.request.urlopen(address, timeout=SECONDS) as answer, part.open("wb") as file:
            shutil.copyfileobj(answer, file)
    except (urllib.error.URLError, OSError) as error:
        part.unlink(missing_ok=True)
        raise EditionError(
            f"{address} cannot be fetched ({getattr(error, 'reason', error)}). Without a network, name a "
            f"folder that holds Pyodide {VERSION}: --pyodide FOLDER."
        ) from None
    part.rename(path)
