"""What runs in the browser: the scripts of all exhibits, and their style sheets.

Scripts are ES modules: those of this folder, which every exhibit uses, and in an exhibit's own folder what it
has besides. An editor, a test and a browser follow their imports alike. A widget, though, hands its module
over as one text, with no folder behind it from which anything could be imported. So `loader` puts the sources
before ``loader.js``, which makes modules of them where the text has arrived.
"""

from __future__ import annotations

import functools
import json
import pathlib
import posixpath

from helpers.drawing.svg.palette import THEME

FOLDER = pathlib.Path(__file__).parent
SHARED = "browser/exhibit.js"  # renders every exhibit that has no script of its own
OWN = "script.js"  # and the name of one that it has, in its folder
# Ink and ground come from the notebook's own theme, where there is one.
_OF_JUPYTER = {"ink": "--jp-content-font-color1", "card": "--jp-layout-color0"}


@functools.cache
def sources() -> dict[str, str]:
    """The text of each module, by its path in `helpers/widgets`."""
    paths = sorted(set(FOLDER.parent.glob("*/*.js")) - {FOLDER / "loader.js"})
    return {path.relative_to(FOLDER.parent).as_posix(): path.read_text(encoding="utf-8") for path in paths}


def imports(path: str) -> dict[str, str]:
    """What a module imports: the path of each other one, by how it is written there.

    >>> imports("browser/fields.js")
    {'./elements.js': 'browser/elements.js', './numbers.js': 'browser/numbers.js'}
    """
    written = {_specifier(other, path): other for other in sources()}
    text = sources()[path]
    return {specifier: other for specifier, other in written.items() if f'from "{specifier}";' in text}


def _specifier(path, start):
    relative = posixpath.relpath(path, posixpath.dirname(start))
    return relative if relative.startswith(".") else f"./{relative}"


def script_of(kind: type) -> str:
    """The path of the script that renders this kind of exhibit: its folder's own, or the shared one."""
    here = __package__.removesuffix("browser")
    folders = (each.__module__.removeprefix(here).partition(".")[0] for each in kind.__mro__)
    own = (f"{folder}/{OWN}" for folder in folders)
    return next((path for path in own if path in sources()), SHARED)


@functools.cache
def loader() -> str:
    """A script that declares `render`, which shows any exhibit; it needs nothing else."""
    modules = {path: (text, imports(path)) for path, text in sources().items()}
    written = json.dumps(modules, ensure_ascii=False).replace("<", "\\u003c")  # may stand in a page
    return f"const modules = {written};\n\n{(FOLDER / 'loader.js').read_text(encoding='utf-8')}"


@functools.cache
def module() -> str:
    """The same as a widget's module."""
    return f"{loader()}\nexport default {{ render }};\n"


@functools.cache
def style() -> str:
    """The palette as variables, for a light and for a dark notebook, and the rules that use them.

    Those of this folder are for every exhibit; a ``style.css`` in an exhibit's folder has its own.
    """
    light, dark = (
        "".join(f"  --up-{role}: {_color(role, pair[k])};\n" for role, pair in THEME.items()) for k in (0, 1)
    )
    sheets = [FOLDER / "exhibits.css", *sorted(FOLDER.parent.glob("*/style.css"))]
    rules = "\n".join(path.read_text(encoding="utf-8") for path in sheets)
    in_the_dark = 'body[data-jp-theme-light="false"] .up-exhibit'
    return f".up-exhibit {{\n{light}}}\n{in_the_dark} {{\n{dark}}}\n\n{rules}"


def _color(role, value):
    return f"var({_OF_JUPYTER[role]}, {value})" if role in _OF_JUPYTER else value
