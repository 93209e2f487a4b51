"""What a notebook, a talk or a picture's words say to be equal is equal."""

import pytest

from helpers import notebooks
from tests import ROOT, equations
from tests.together import for_all

TEXTS = {
    str(path.relative_to(ROOT)): path
    for path in [*ROOT.glob("helpers/lessons/*/talk.md"), ROOT / "README.md"]
}
NOTEBOOKS = {path.stem: path for path in notebooks.NOTEBOOKS.rglob("*.ipynb")}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Going down: 1 × 32 = 32, then 32 × 8 = 256.", []),
        ("Each sends 1 + 3 = 4, so 10 · [3, 2] + 1 · [1, 4] = [31, 24].", []),
        ("24 = 1·6 + 2·9, but 6 + 5 = 12.", ["6 + 5 = 12"]),
        (r"$z = 4 \cdot 27 - 8 = 101$; C[0,0] = 24 and x = 3; 1,000 + 1 = 1,001", [r"4 \cdot 27 - 8 = 101"]),
        ("13.6 / 19 = 0.7267, log 2 = 0.693, 978 / 1458 = 0.6708", ["13.6 / 19 = 0.7267"]),
    ],
)
def test_equations_are_found_in_a_text(text, said):
    assert equations.wrong(text) == said


@for_all(NOTEBOOKS)
def test_a_notebook(path):
    for cell in notebooks.read(path).cells:
        texts = [cell.source if cell.kind == "markdown" else cell.text, *(image.alt for image in cell.images)]
        assert not [each for text in texts for each in equations.wrong(text)], cell.name


@for_all(TEXTS)
def test_a_text(path):
    assert not equations.wrong(path.read_text(encoding="utf-8"))
