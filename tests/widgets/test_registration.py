"""A new exhibit is registered once; what else it needs is asked for here."""

import importlib
import pkgutil

import pytest

from helpers import lessons, widgets
from helpers.lessons import markdown
from helpers.widgets.exhibit import Exhibit, FoldingExhibit

GALLERY = lessons.read(lessons.NOTEBOOKS / "guides/gallery.ipynb")


def every_exhibit():
    """The classes of all modules, registered or not."""
    for module in pkgutil.walk_packages(widgets.__path__, "helpers.widgets."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    kinds = {*Exhibit.__subclasses__(), *FoldingExhibit.__subclasses__()} - {FoldingExhibit}
    return {kind for kind in kinds if kind.__module__.startswith("helpers.widgets.")}


def test_every_exhibit_is_registered_and_found_by_its_name():
    assert {kind.__name__ for kind in every_exhibit()} == set(widgets.EXHIBITS)
    assert {getattr(widgets, name) for name in widgets.EXHIBITS} == every_exhibit()
    assert dir(widgets) == sorted(["Exhibit", *widgets.EXHIBITS])
    with pytest.raises(AttributeError, match="no exhibit named Abacus; there are BackpropStepper, "):
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
