"""The shape of the code: what may know what, and how much one file or one function holds."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import helpers

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


def test_figures_draw_without_widgets_and_diagrams_without_matplotlib():
    figures = [name_of(path) for path in MODULES if path.is_relative_to(HOME / "figures")]
    for name in figures:
        loaded = loaded_by(f"import {name}")
        assert not {"anywidget", "ipywidgets", "helpers.widgets"} & loaded, name
        draws_with_it = "helpers.figures.style" in loaded
        assert ("matplotlib" in loaded) == draws_with_it, name


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_a_module_and_its_functions_are_short(path):
    source = path.read_text(encoding="utf-8")
    assert source.count("\n") <= MOST_LINES_OF_A_MODULE
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = node.end_lineno - node.lineno + 1
            assert lines <= MOST_LINES_OF_A_FUNCTION, f"{node.name} has {lines} lines"
