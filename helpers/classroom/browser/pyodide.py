"""A Pyodide, which is Python for the browser: a folder, or the address of one of its releases."""

import hashlib
import http.client
import json
import shutil
import urllib.request
from pathlib import Path

from . import EditionError

VERSION = "0.27.7"  # what this JupyterLite's kernel was made for
# SHA-256 of the files of that release that its lock does not vouch for, and of the lock, which has the rest.
# To move on to another release, change the version and these (its package on npm holds the same files).
HASHES = {
    "pyodide-lock.json": "9c45b916001a750f4102fc287494f3eab215909c7535c626a20db80fd6333e2c",
    "pyodide.asm.js": "6b4c90de5b7172873f04f21884d0e9d2274e305fe32116558fe3e4fbe3618d51",
    "pyodide.asm.wasm": "a50dd1843f805a0b7c45b61037ee0d7b26dfe85efe0e18ef95a34ad24e401f5f",
    "pyodide.js": "b4cb23a53aba19c221659b9fb40a2f18281d685691dc06647fb0afd0681baf98",
    "python_stdlib.zip": "16611534726e5d8ac2bd8f926410b2dcb8d6f49aa24913463533b457a2115c16",
}
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
        self.hashes = HASHES
        self.lock = json.loads(self.file(LOCK).read_text(encoding="utf-8"))
        self.version, python = self.lock["info"]["version"], self.lock["info"]["python"]
        if self.version != VERSION:
            raise EditionError(f"{place} is Pyodide {self.version}; this edition is made for {VERSION}.")
        self.hashes = HASHES | {told["file_name"]: told["sha256"] for told in self.lock["packages"].values()}
        self.python = python.rpartition(".")[0]

    def file(self, name):
        """The path of one file, fetched if need be: whole, and the one that was released."""
        path = self.folder / name
        if self.address and not self.is_right(path):  # also one that an earlier fetch left in pieces
            path.parent.mkdir(parents=True, exist_ok=True)
            fetch(self.address + name, path)
        if not path.exists():
            raise EditionError(f"The Pyodide in {self.folder} has no {name}.")
        if not self.is_right(path):
            where = self.address or self.folder
            if self.address:
                path.unlink()
            raise EditionError(
                f"{name} from {where} is not the file that Pyodide {VERSION} was released with."
            )
        return path

    def is_right(self, path):
        """Whether a file has the contents that it must have. The lock of a folder may be one's own."""
        if path.name == LOCK and not self.address:
            return path.exists()
        return path.exists() and hashlib.sha256(path.read_bytes()).hexdigest() == self.hashes[path.name]

    def package(self, name):
        return self.lock["packages"][canonical(name)]

    def wheel(self, name):
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
    except (OSError, http.client.HTTPException) as error:
        part.unlink(missing_ok=True)
        raise EditionError(
            f"{address} cannot be fetched ({getattr(error, 'reason', error)}). Without a network, name a "
            f"folder that holds Pyodide {VERSION}: --pyodide FOLDER."
        ) from None
    part.rename(path)
