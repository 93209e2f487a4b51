"""The parts of the browser side make one module that needs nothing else, and can be read."""

import re

import pytest

from helpers.widgets import browser
from tests.together import for_all

PARTS = {path.name: path.read_text(encoding="utf-8") for path in browser.FOLDER.glob("*.js")}
SOURCES = PARTS | {"exhibits.css": (browser.FOLDER / "exhibits.css").read_text(encoding="utf-8")}
DECLARED = re.compile(r"^(?:export )?(?:async )?(?:function|class|const|let) (\w+)", re.MULTILINE)


def test_the_module_holds_every_part_and_only_renders():
    text = browser.module()
    for name, part in PARTS.items():
        purpose = part.splitlines()[0]
        assert purpose.startswith("// "), f"{name} does not begin by saying what it is for"
        assert text.count(purpose) == 1, name
    assert re.findall(r"^ *(?:import|export)\b.*", text, re.MULTILINE) == ["export default { render };"]


def test_each_part_stands_behind_those_it_imports():
    text = browser.module()
    for name, part in PARTS.items():
        for imported in re.findall(r'from "\./(\w+\.js)"', part):
            first, second = (text.index(PARTS[each].splitlines()[0]) for each in (imported, name))
            assert first < second, (imported, name)


def test_no_name_is_declared_in_two_parts():
    owner = {}
    for name, part in PARTS.items():
        for declared in DECLARED.findall(part):
            assert owner.setdefault(declared, name) == name, declared
    assert {"render", "turned", "written", "Pointing"} <= owner.keys()


def test_the_style_sheet_has_every_colour_that_it_uses_in_both_themes():
    style = browser.style()
    light, dark = re.findall(r"^(?:body.*)?\.up-exhibit \{\n((?:  --up-.*\n)+)", style, re.MULTILINE)[:2]
    given = [set(re.findall(r"(--up-[\w-]+):", block)) for block in (light, dark)]
    own = set(re.findall(r"(--up-[\w-]+):", SOURCES["exhibits.css"])) | {"--up-scale"}
    assert given[0] == given[1]
    assert set(re.findall(r"var\((--up-[\w-]+)", style)) <= given[0] | own


@pytest.mark.parametrize("text", [browser.module(), browser.style()], ids=["module", "style"])
def test_it_loads_nothing_from_anywhere_and_can_stand_in_a_page(text):
    outside = r"(https?:)?//[\w-]+\.\w|\bimport\s*\(|\bimport .* from|@import|url\(|fetch\(|eval\("
    assert not re.search(outside, text)
    assert not re.search(r"</(script|style)|<!--", text)


@for_all({name: name for name in SOURCES})
def test_no_line_is_wider_than_the_rest_of_the_project(name):
    assert [line for line in SOURCES[name].splitlines() if len(line) > 110] == []
