"""The shape of the code: what may know what."""

import ast
import functools
import subprocess
import sys
from pathlib import Path

import pytest

import helpers
from tests import imports_in

HOME = Path(helpers.__file__).parent
MODULES = sorted(HOME.rglob("*.py"))
# What a package may import beside the standard library and itself. `store` alone runs notebooks.
MAY_IMPORT = {"autodiff": {"numpy"}, "drawing": {"numpy"}, "notebooks": set()}
APART = {"helpers.notebooks.store", "helpers.notebooks.__main__"}
# From the ground up: each package may know those before it. A lesson knows machines; none knows a lesson.
FLOORS = ("autodiff", "drawing", "notebooks", "exercises", "widgets", "lessons", "guides", "classroom")
ROOMS = ("say", "run", "slips", "judge", "key", "review")  # of `exercises`, likewise


def name_of(path):
    return ".".join(["helpers", *path.relative_to(HOME).with_suffix("").parts]).removesuffix(".__init__")


@functools.cache
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


FIGURES = [name_of(path) for path in sorted(HOME.glob("lessons/lesson_*/figures.py"))]


def test_figures_draw_without_widgets():
    loaded = loaded_by(f"import {', '.join(FIGURES)}")
    assert not {"anywidget", "ipywidgets", "helpers.widgets"} & loaded


def imports_of(path):
    """The modules of ours that a file imports, in a function too, as paths below `helpers`."""
    package = name_of(path).split(".") if path.name == "__init__.py" else name_of(path).split(".")[:-1]
    for node in imports_in(path.read_text(encoding="utf-8")):
        if isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            base = [*base, *(node.module.split(".") if node.module else [])]
            for name in node.names:
                yield [*base, name.name]


@pytest.mark.parametrize(("house", "floors"), [("helpers", FLOORS), ("helpers.exercises", ROOMS)])
def test_nothing_knows_what_stands_above_it(house, floors):
    found = []
    for number, floor in enumerate(floors):
        above = tuple(f"{house}.{name}." for name in floors[number + 1 :])
        for path in HOME.joinpath(*house.split(".")[1:], floor).rglob("[!_]*.py"):
            known = (f"{'.'.join(module)}." for module in imports_of(path))
            found += [f"{name_of(path)} imports {name}" for name in known if name.startswith(above)]
    assert not found
