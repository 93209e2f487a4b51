"""A sample of damages: some test sees each, unless it says why there is nothing to see."""

import os

import pytest

from tests import ROOT
from tests.damages.damage import drawn, outcome
from tests.damages.trying import copy_of

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(not hasattr(os, "fork"), reason="damages are tried in processes that are forked"),
]
SAMPLE = {  # how many of each kind: of those that all are seen, and soon
    "keys: reasons exchanged": 25, "markup": 12, "guides: numbers": 10, "README: names": 10,
    "stored outputs": 2, "code": 1,
}  # fmt: skip


@pytest.fixture(scope="module")
def copy():
    with copy_of(ROOT, is_green=True) as copy:  # as the rest of this run shows
        yield copy


@pytest.mark.parametrize(
    ("kind", "number"), [(kind, n) for kind, most in SAMPLE.items() for n in range(most)]
)
def test_a_damage_is_seen(kind, number, copy):
    damage = drawn(kind, 36)[number]
    assert outcome(copy, damage) != "missed", str(damage)


@pytest.mark.parametrize("path", ["README.md", "helpers/guides/maps.py"])
def test_where_nothing_is_damaged_nothing_is_seen(path, copy):
    text = (ROOT / path).read_text(encoding="utf-8")
    assert not copy.sees(["tests/guides/test_maps.py", "-k", "up_to_date"], path, text, False)
