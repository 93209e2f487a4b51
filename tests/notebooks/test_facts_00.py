"""The numbers of the start page, recomputed by hand and found in what the committed notebook shows."""

from pathlib import Path

from tests import ROOT
from tests.notebooks import standard, stored

PAGE = "00_start_here.ipynb"


def test_the_demo_shows_the_gradient_of_the_error():
    w, b = 2.0, 1.0
    miss = 3 * w + b - 10
    shown = stored.text(PAGE, "demo")
    assert f"error = {miss**2:g}" in shown
    arrives = {name: f"To {name}: upstream {2 * miss:g} × local".replace("-", "−") for name in ("b", "3w")}
    assert all(sentence in shown for sentence in arrives.values())
    to_w = f"upstream {2 * miss:g} × local 3 = downstream {2 * miss * 3:g}".replace("-", "−")
    assert to_w in shown
    assert 3 * 3 + 1 == 10  # the answer that the page gives to its task


def test_the_map_leads_to_every_lesson():
    page = stored.notebook(PAGE)
    ((_, cell),) = ((name, cell) for name, cell in standard.cells(page, "markdown") if cell.id == "map")
    lessons = sorted(path.name for path in Path(ROOT / "notebooks").glob("0[1-9]_*.ipynb"))
    assert lessons
    for name in lessons:
        assert f"]({name})" in cell.source, f"the map does not lead to {name}"


def test_the_page_shows_a_complete_installation():
    assert "Everything is here" in stored.text(PAGE, "installation")
