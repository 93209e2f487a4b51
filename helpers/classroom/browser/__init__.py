"""The browser edition: the lessons as a folder of static files, with Python inside the page.

`build.py` makes it; `uv run --script helpers/classroom/browser/build.py --help` says how. `pyodide` is where
the Python comes from, `packing` makes fewer and smaller packages of it, `site` puts a JupyterLite around it,
and `page/` is what a reader sees of all this: one line below the lesson.
"""


class EditionError(Exception):
    """The edition cannot be built; the sentence says why, and what to do."""
