"""The tables that end the lessons name what the other frameworks have."""

import json

import pytest

from .names import ROOTS, STORED, names_in_the_tables

THERE = json.loads(STORED.read_text(encoding="utf-8"))


@pytest.mark.parametrize("framework", ROOTS)
def test_every_name_in_the_tables_was_found_in_its_framework(framework):
    names = names_in_the_tables()[framework]
    assert names, "the tables of every framework name something"
    assert names <= set(THERE[framework]), "misspelt, or new: run `python -m tests.peers.names`"
