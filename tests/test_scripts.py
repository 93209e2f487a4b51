"""What scripts do without a browser: each test of a `.test.js` file, and what Python works out too."""

import functools
import math
import pathlib
import random
import re
import struct

import pytest

from helpers.drawing import svg
from helpers.drawing.svg.printing import printing_rules
from tests.widgets import node

HERE = pathlib.Path(__file__).parent
TESTS = [
    pytest.param(path, name, id=f"{path.name.partition('.')[0]}: {name}")
    for path in sorted(HERE.glob("*/*/*.test.js"))
    for name in re.findall(r'^test\("(.*)", ', path.read_text(encoding="utf-8"), re.MULTILINE)
]
results = functools.cache(node.results)


@pytest.mark.parametrize(("path", "name"), TESTS)
def test_a_script(path, name):
    went, said = results(path)
    assert went.get(name), said


def test_every_test_of_a_script_is_among_these():
    for path in {each.values[0] for each in TESTS}:
        went, _ = results(path)
        assert went.keys() == {each.values[1] for each in TESTS if each.values[0] == path}


def test_numbers_are_written_exactly_as_in_python():
    """Ties and all: two ways to write one number would be two pictures."""
    rng = random.Random(1)
    values = [0.0, 1.0625, 1000.5, 1001.5, 999.95, 9999.5, 1e-5, 0.00012345, 1e6, 1000000.5, 2.5e9, 5e-324]
    for _ in range(1500):
        values += [
            rng.uniform(-10, 10) * 10 ** rng.randint(-8, 9),
            rng.randint(-4000, 4000) / 2 ** rng.randint(0, 12),
        ]
        values += [round(rng.uniform(-100, 100), rng.randint(0, 5))]
        values += struct.unpack("d", rng.randbytes(8))
    values += [math.inf, -math.inf, math.nan]
    script = "([values, rules], { written }) => values.map((value) => written(Number(value), rules))"
    as_texts = [str(value).replace("inf", "Infinity").replace("nan", "NaN") for value in values]  # no JSON
    found = node.evaluated("browser/numbers.js", script, [as_texts, printing_rules()])
    texts = [svg.number(v) for v in values]
    assert [pair for pair in zip(found, texts, strict=True) if pair[0] != pair[1]] == []
