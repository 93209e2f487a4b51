"""The gallery, from which tests take one exhibit of each kind."""

from helpers import notebooks, widgets

GALLERY = "guides/gallery.ipynb"
SETUP, *SHOWN = notebooks.read(notebooks.NOTEBOOKS / GALLERY).of_kind("code")


def kind_of(cell):
    return next(kind for kind in widgets.EXHIBITS if f"{kind}(" in cell.source)


ONE_OF_EACH = {kind_of(cell): cell for cell in reversed(SHOWN)}  # the first


def as_exhibit(cell):
    """The code of a cell, with what it shows under the name `exhibit`."""
    start = cell.source.index(f"{kind_of(cell)}(")
    return f"{cell.source[:start]}exhibit = {cell.source[start:]}"


def made(kind):
    """The first exhibit of that kind."""
    names = {}
    exec(f"{SETUP.source}\n{as_exhibit(ONE_OF_EACH[kind])}", names)
    return names["exhibit"]
