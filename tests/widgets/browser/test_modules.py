"""The modules of the browser side can be read, and each finds what it imports without a folder around it."""

import json
import re
from graphlib import TopologicalSorter
from types import SimpleNamespace

import pytest

from helpers import widgets
from helpers.widgets import browser
from helpers.widgets.base.exhibit import Exhibit
from tests.together import for_all

STYLES = [browser.FOLDER / "exhibits.css", *browser.FOLDER.parent.glob("*/style.css")]
SOURCES = browser.sources() | {
    path.relative_to(browser.FOLDER.parent).as_posix(): path.read_text(encoding="utf-8")
    for path in (browser.FOLDER / "loader.js", *STYLES)
}
IMPORT = re.compile(r"^import .*$", re.MULTILINE)


@pytest.mark.parametrize("path", browser.sources())
def test_a_module_says_what_it_is_for_and_finds_all_that_it_imports(path):
    text = browser.sources()[path]
    assert text.startswith("// "), "it does not begin by saying what it is for"
    found = browser.imports(path)
    assert len(found) == len(IMPORT.findall(text)) == len(re.findall(r"\bimport\b[^.\w]", text))
    others = r'^export .* from "|\bimport\('
    assert not re.search(others, text, re.MULTILINE), "the loader knows no such imports"


def test_no_modules_import_each_other_and_the_shared_ones_know_no_exhibit():
    order = TopologicalSorter({path: set(browser.imports(path).values()) for path in browser.sources()})
    assert set(order.static_order()) == set(browser.sources())  # raises CycleError
    for path in browser.sources():
        folder = path.partition("/")[0]
        met = {other.partition("/")[0] for other in browser.imports(path).values()}
        assert met <= {"browser", folder}, path


def test_an_exhibit_is_rendered_by_its_own_script_if_its_folder_has_one():
    own = {name: browser.script_of(getattr(widgets, name)) for name in widgets.EXHIBITS}
    scripts = {path for path in browser.sources() if path.endswith("/script.js")}
    assert scripts == set(own.values()) - {browser.SHARED}
    assert own["BackpropStepper"] == "stepper/script.js"
    assert own["Aim"] == browser.SHARED
    mine = type("Mine", (widgets.BackpropStepper,), {"__module__": "__main__"})
    assert browser.script_of(mine) == "stepper/script.js"
    theirs = type("Mine", (Exhibit,), {"draw": lambda self: SimpleNamespace(), "__module__": "__main__"})
    assert browser.script_of(theirs) == browser.SHARED


def test_the_widgets_module_holds_every_source_and_only_renders():
    text = browser.module()
    modules = json.JSONDecoder().raw_decode(text, text.index("{"))[0]
    assert {path: source for path, (source, _) in modules.items()} == browser.sources()
    assert re.findall(r"^ *(?:import|export)\b.*", text, re.MULTILINE) == ["export default { render };"]


def test_each_rule_of_a_style_sheet_is_for_exhibits_alone_and_stands_in_the_whole():
    for path in STYLES:
        text = path.read_text(encoding="utf-8")
        assert text in browser.style()
        selectors = re.findall(r"^([^\s@/}][^{]*)\{", text, re.MULTILINE)
        assert [each for each in selectors if not re.search(r"\.up-|popover", each)] == []


def test_the_style_sheet_has_every_colour_that_it_uses_in_both_themes():
    style = browser.style()
    light, dark = re.findall(r"^(?:body.*)?\.up-exhibit \{\n((?:  --up-.*\n)+)", style, re.MULTILINE)[:2]
    given = [set(re.findall(r"(--up-[\w-]+):", block)) for block in (light, dark)]
    own = set(re.findall(r"(--up-[\w-]+):", SOURCES["browser/exhibits.css"])) | {"--up-scale"}
    assert given[0] == given[1]
    assert set(re.findall(r"var\((--up-[\w-]+)", style)) <= given[0] | own


@for_all({path: path for path in SOURCES})
def test_it_loads_nothing_from_anywhere(path):
    text = SOURCES[path].replace("import(urlOf(", "")  # a blob of the page itself
    assert not re.search(r"(https?:)?//[\w-]+\.\w|\bimport\s*\(|@import|url\(|fetch\(|eval\(", text)


@pytest.mark.parametrize("text", [browser.module(), browser.style()], ids=["module", "style"])
def test_it_can_stand_in_a_page(text):
    assert not re.search(r"</(script|style)|<!--|<script", text)
