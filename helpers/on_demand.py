"""Packages that are fetched when they are first needed, inside a browser, where each makes the start longer.

An installed Python has them all, and there is nothing to do.
"""

import importlib
import io
import sys
import sysconfig
import zipfile
from importlib import util


def bring(name):
    """Make a package, and what it needs, ready to be imported: at once, before the next line runs.

    >>> bring("matplotlib")
    """
    if sys.platform != "emscripten" or util.find_spec(name):
        return
    import pyodide_js

    packages, site = pyodide_js._api.lockfile_packages.to_py(), sysconfig.get_path("purelib")
    there, waiting = set(pyodide_js.loadedPackages.to_py()), [name]
    while waiting:
        package = packages[waiting.pop()]
        if package["name"] not in there:
            there.add(package["name"])
            waiting += package["depends"]
            zipfile.ZipFile(io.BytesIO(fetched(package["file_name"]))).extractall(site)
    importlib.invalidate_caches()


def fetched(file):
    """The bytes of a file of the edition. A worker, in which Python runs here, may wait for them."""
    import js
    import pyodide_js

    asked = js.XMLHttpRequest.new()
    asked.open("GET", str(js.URL.new(file, pyodide_js._api.config.indexURL)), False)
    asked.responseType = "arraybuffer"
    asked.send()
    if asked.status != 200:
        raise ImportError(f"{file} cannot be fetched: is the network, or the folder's server, still there?")
    return asked.response.to_py()
