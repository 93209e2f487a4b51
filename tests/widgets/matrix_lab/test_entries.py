"""A still picture lights one entry, the browser any other: both find what belongs to it by the letters."""

import numpy as np
import pytest

from helpers.widgets import MatrixLab
from helpers.widgets.matrix_lab.algebra import Indices
from tests.drawing.svg_reading import parse
from tests.widgets import node
from tests.widgets.matrix_lab.problems import FOUR, LAYOUTS, by_the_engine, problem

FIND = """([of, keys], { Entries }) => {
    const entries = new Entries(of);
    return keys.map((key) => [entries.pairsOf(key), entries.usesOf(key)]);
}"""


@pytest.mark.parametrize("turned", FOUR, ids=str)
def test_python_and_the_browser_agree_on_what_makes_each_entry(turned):
    for layout in LAYOUTS:
        given, switches = problem(np.random.default_rng(3), 2, 3, 2, *turned, *layout, whole=True)
        picture = parse(MatrixLab(*given, **switches).picture)
        (declared,) = [part.attrib for part in picture.iter() if "data-products" in part.attrib]
        of = {name: declared[f"data-{name}"] for name in ("letters", "sizes", "products")}
        answers = by_the_engine(*given, **switches)
        keys = [
            "-".join(map(str, (name, *at))) for name, all in answers.items() for at in np.ndindex(all.shape)
        ]
        found = node.evaluated("matrix_lab/entries.js", FIND, [of, keys])
        ours = Indices({name: array.shape for name, array in answers.items()}, *turned)
        for key, (pairs, uses) in zip(keys, found, strict=True):
            assert [tuple(pair) for pair in pairs] == ours.pairs(key), key
            assert {tuple(use) for use in uses} == set(ours.uses(key)), key
