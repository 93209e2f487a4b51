"""A new exhibit is registered once; what else it needs is asked for here."""

import importlib
import pkgutil
import sys

import pytest

from helpers import notebooks, widgets
from helpers.notebooks import markdown
from helpers.widgets import browser
from helpers.widgets.base.exhibit import Exhibit

GALLERY, GUIDE = (
    notebooks.read(notebooks.NOTEBOOKS / f"guides/{name}.ipynb") for name in ("gallery", "contributing")
)


def every_exhibit():
    """The classes of all modules, registered or not: module and name of each."""
    for module in pkgutil.walk_packages(widgets.__path__, "helpers.widgets."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    # Each by its place: whoever collects doctests may run a module twice, which makes its class anew.
    places = {(kind.__module__, kind.__name__) for kind in Exhibit.__subclasses__()}
    return {(module, name) for module, name in places if module.startswith("helpers.widgets.")}


def test_every_exhibit_is_registered_and_found_by_its_name():
    assert {(getattr(widgets, name).__module__, name) for name in widgets.EXHIBITS} == every_exhibit()
    assert dir(widgets) == sorted(["Exhibit", *widgets.EXHIBITS])
    with pytest.raises(AttributeError, match="no exhibit named Abacus; there are "):
        widgets.Abacus  # noqa: B018


@pytest.mark.parametrize("name", widgets.EXHIBITS)
def test_every_exhibit_shows_in_its_docstring_how_it_is_made(name):
    kind = getattr(widgets, name)
    assert f">>> {name}(" in kind.__doc__ or f"= {name}(" in kind.__doc__


@pytest.mark.parametrize("name", widgets.EXHIBITS)
def test_every_exhibit_has_its_section_in_the_gallery_and_is_shown_in_it(name):
    headings = {title for cell in GALLERY.of_kind("markdown") for _, title in markdown.headings(cell.source)}
    assert name in headings, f"give {name} a section “## {name}” in the gallery"
    shown = [cell for cell in GALLERY.of_kind("code") if f"{name}(" in cell.source]
    assert shown, f"show {name} in its section of the gallery"
    assert all(cell.images for cell in shown)


def test_the_smallest_exhibit_of_the_guide_is_one_file_and_a_line_of_the_table(tmp_path, monkeypatch):
    (recipe,) = [cell.source for cell in GUIDE.of_kind("code") if "(Exhibit)" in cell.source]
    (tmp_path / "doubler").mkdir()
    (tmp_path / "doubler/__init__.py").write_text(recipe, encoding="utf-8")
    monkeypatch.setattr(widgets, "__path__", [*widgets.__path__, str(tmp_path)])
    monkeypatch.setitem(widgets.EXHIBITS, "Doubler", "doubler")
    exhibit = widgets.Doubler()
    assert exhibit.script == browser.SHARED
    del sys.modules[type(exhibit).__module__]
    type(exhibit).__module__ = "the guide"  # no exhibit of the house
    exhibit.set_state({"inputs": {"x": "2.5"}})
    assert exhibit.drawn.alt == "Twice x. Twice 2.5 is 5."
    exhibit.set_state({"inputs": {"x": "two"}})
    assert "“two” is not a number" in exhibit.errors["x"]
    assert exhibit.drawn.alt == "Twice x. Twice 2.5 is 5."
