"""Is everything here that the lessons need? Lesson 00 asks, and gets versions and advice."""

import sys
import textwrap
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

DISTRIBUTION = "upstream-gradients"
REMEDY = (
    "Close JupyterLab, go to the folder with README.md, and start again with its first two "
    "commands: they install what is missing."
)
# Without these the browser shows a line of text in place of an exhibit.
BROWSER_SIDE = {"anywidget": "anywidget", "ipywidgets": "@jupyter-widgets/jupyterlab-manager"}


def check_installation():
    """A report of what the lessons need, what is there, and what to do if that is not enough.

    True exactly when nothing is missing; `.problems` is a tuple of sentences.

    >>> report = check_installation()
    >>> bool(report), report.problems
    (True, ())
    """
    try:
        about = metadata.metadata(DISTRIBUTION)
    except metadata.PackageNotFoundError:
        return Report((), (f"The lessons are not installed in this Python. {REMEDY}",))
    needed = [("Python", about["Requires-Python"], ".".join(map(str, sys.version_info[:3])))]
    lines = [line for line in metadata.requires(DISTRIBUTION) or () if is_for_here(line)]
    needed += [(*name_and_range(line), None) for line in sorted(lines)]
    rows = [(name, wanted, found or version_of(name)) for name, wanted, found in needed]
    problems = [problem(*row) for row in rows if problem(*row)]
    problems += [f"The browser side of {name} is missing." for name in missing_in_the_browser()]
    return Report(tuple(rows), (*problems, REMEDY) if problems else ())


class Report:
    """Rows of (name, range needed, version found), and sentences about what is wrong; shows itself."""

    def __init__(self, rows, problems):
        self.rows, self.problems = rows, problems

    def __bool__(self):
        return not self.problems

    def __repr__(self):
        if not self.problems:
            found = ", ".join(f"{name} {found}" for name, _, found in self.rows)
            return "\n".join(
                ["Everything is here. Go on to the next cell.", *textwrap.wrap(f"({found})", 100)]
            )
        lines = [f"{name:12} {found or 'missing':10} needed: {wanted}" for name, wanted, found in self.rows]
        return "\n".join([*lines, "", *self.problems])


def name_and_range(requirement):
    """A requirement of the distribution, taken apart.

    >>> name_and_range("jupyterlab<5,>=4.4")
    ('jupyterlab', '<5,>=4.4')
    """
    parsed = Requirement(requirement)
    return parsed.name, str(parsed.specifier)


def is_for_here(requirement):
    """Whether a requirement applies here. A kernel in a browser, say, needs no JupyterLab of its own.

    >>> is_for_here("numpy>=2"), is_for_here("jupyterlab; sys_platform == 'nowhere'")
    (True, False)
    """
    marker = Requirement(requirement).marker
    return marker is None or marker.evaluate({"extra": ""})


def version_of(name):
    """The version of an installed distribution, or None."""
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def problem(name, wanted, found):
    """A sentence about one row, or None.

    >>> problem("numpy", ">=2", "1.26.4")
    'numpy is 1.26.4, and the lessons need >=2.'
    >>> problem("numpy", ">=2", None)
    'numpy is missing.'
    """
    if found is None:
        return f"{name} is missing."
    if not SpecifierSet(wanted).contains(found, prereleases=True):
        return f"{name} is {found}, and the lessons need {wanted}."
    return None


def missing_in_the_browser(folders=None):
    """The widget packages whose JavaScript JupyterLab will not find in any of its folders."""
    if folders is None:
        if sys.platform == "emscripten":
            return []  # the page brought them, and the kernel cannot look there
        folders = extension_folders()
    there = [Path(folder) for folder in folders]
    return [name for name, part in BROWSER_SIDE.items() if not any((f / part).is_dir() for f in there)]


def extension_folders():
    """Where JupyterLab looks for extensions: nowhere if it is not installed."""
    try:
        from jupyter_core.paths import jupyter_path
    except ImportError:
        return []
    return jupyter_path("labextensions")
