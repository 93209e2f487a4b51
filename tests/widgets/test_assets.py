"""The browser side loads nothing: exhibits work without a network."""

import pathlib
import re

import pytest

import helpers.widgets

FOLDER = pathlib.Path(helpers.widgets.__file__).parent


@pytest.mark.parametrize("name", ["exhibits.js", "exhibits.css"])
def test_the_assets_load_nothing_from_anywhere(name):
    text = (FOLDER / name).read_text(encoding="utf-8")
    assert not re.search(
        r"(https?:)?//[\w-]+\.\w|\bimport\s*\(|\bimport .* from|@import|url\(|fetch\(|eval\(", text
    )
