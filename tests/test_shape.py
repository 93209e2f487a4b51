"""The shape of the code: what may know what, and how much one file or one function holds."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import helpers
from tests.together import for_all

HOME = Path(helpers.__file__).parent
MOST_LINES_OF_A_MODULE, MOST_LINES_OF_A_FUNCTION = 450, 60
MODULES = sorted(HOME.rglob("*.py"))
# What a package may import beside the standard library and itself. `store` alone runs notebooks.
MAY_IMPORT = {"autodiff": {"numpy"}, "drawing": {"numpy"}, "lessons": set()}
APART = {"helpers.lessons.store", "helpers.lessons.__main__"}


def name_of(path):
    return ".".join(["helpers", *path.relative_to(HOME).with_suffix("").parts]).removesuffix(".__init__")


def loaded_by(code):
    run = [sys.executable, "-c", f"import sys; {code}; print(*sys.modules)"]
    return set(subprocess.run(run, capture_output=True, text=True, check=True).stdout.split())


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_a_package_imports_no_more_than_it_may(package):
    modules = {name_of(path) for path in MODULES if path.is_relative_to(HOME / package)} - APART
    loaded = loaded_by(f"import {', '.join(sorted(modules))}") - loaded_by("pass")
    ours = {name for name in loaded if name.startswith("helpers.")}
    assert ours == {name for name in ours if name.startswith(f"helpers.{package}")}
    others = {name.partition(".")[0] for name in loaded - ours} - {"helpers", *sys.stdlib_module_names}
    assert others <= MAY_IMPORT[package]


FIGURES = [name_of(path) for path in MODULES if path.is_relative_to(HOME / "figures")]
# Imports every module named on its command line where matplotlib is missing, and prints those that need it
# and those that ask for our style of it.
WITHOUT_MATPLOTLIB = """
import importlib, sys
from importlib import abc

asked = set()

class Noting(abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        asked.add(name)

sys.meta_path.insert(0, Noting())
sys.modules["matplotlib"] = None
for name in sys.argv[1:]:
    asked.clear()
    try:
        importlib.import_module(name)
        needs = False
    except ImportError:
        needs = True
    print(name, needs, "helpers.figures.style" in asked)
"""


def test_figures_draw_without_widgets():
    loaded = loaded_by(f"import {', '.join(FIGURES)}")
    assert not {"anywidget", "ipywidgets", "helpers.widgets"} & loaded


def test_what_needs_matplotlib_draws_in_our_style_and_diagrams_need_none():
    run = [sys.executable, "-c", WITHOUT_MATPLOTLIB, *FIGURES]
    lines = subprocess.run(run, capture_output=True, text=True, check=True).stdout.splitlines()
    assert len(lines) == len(FIGURES)
    for name, needs_matplotlib, asks_for_our_style in map(str.split, lines):
        assert needs_matplotlib == asks_for_our_style, name
    assert {needs_matplotlib for _, needs_matplotlib, _ in map(str.split, lines)} == {"True", "False"}


@for_all({name_of(path): path for path in MODULES})
def test_a_module_and_its_functions_are_short(path):
    source = path.read_text(encoding="utf-8")
    assert source.count("\n") <= MOST_LINES_OF_A_MODULE
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = node.end_lineno - node.lineno + 1
            assert lines <= MOST_LINES_OF_A_FUNCTION, f"{node.name} has {lines} lines"
