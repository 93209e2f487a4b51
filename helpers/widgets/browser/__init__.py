"""What runs in the browser: the module and the style sheet that all exhibits share.

The module is written in parts, the ``.js`` files of this folder. Each is an ES module, so that an editor and
a test can follow its imports. A widget, though, hands its module over as one text, with no folder behind it
from which anything could be imported. So `module` puts the parts one behind the other, without their imports
and exports. All names share one scope then: no two parts may declare the same one, and an import may not
rename what it imports.
"""

from __future__ import annotations

import functools
import pathlib
import re
from graphlib import TopologicalSorter

from helpers.drawing.svg.palette import THEME

FOLDER = pathlib.Path(__file__).parent
_IMPORT = re.compile(r'^import \{[^}]*\} from "\./(\w+)\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?!default\b)", re.MULTILINE)
# Ink and ground come from the notebook's own theme, where there is one.
_OF_JUPYTER = {"ink": "--jp-content-font-color1", "card": "--jp-layout-color0"}


@functools.cache
def module() -> str:
    """The parts as one ES module, each behind those that it imports; its default export is what renders."""
    parts = {path.stem: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.js"))}
    order = TopologicalSorter({name: _IMPORT.findall(text) for name, text in parts.items()})
    return "\n".join(_EXPORT.sub("", _IMPORT.sub("", parts[name])) for name in order.static_order())


@functools.cache
def style() -> str:
    """The palette as variables, for a light and for a dark notebook, and the rules that use them."""
    light, dark = (
        "".join(f"  --up-{role}: {_color(role, pair[k])};\n" for role, pair in THEME.items()) for k in (0, 1)
    )
    rules = (FOLDER / "exhibits.css").read_text(encoding="utf-8")
    in_the_dark = 'body[data-jp-theme-light="false"] .up-exhibit'
    return f".up-exhibit {{\n{light}}}\n{in_the_dark} {{\n{dark}}}\n\n{rules}"


def _color(role, value):
    return f"var({_OF_JUPYTER[role]}, {value})" if role in _OF_JUPYTER else value
