"""The module that all exhibits share: whole, and in parts."""

from helpers.widgets import browser


def test_the_parts_joined_are_a_module_and_so_are_the_parts(page):
    """Two parts with the same name, or an import that nobody exports, are errors of syntax."""
    names = """async path => {
        const module = await import(path);
        return [Object.keys(module), Object.keys(module.default ?? {})];
    }"""
    for path in ("/exhibits.js", "/parts/exhibit.js"):
        assert page.evaluate(names, path) == [["default"], ["render"]]
    for part in browser.FOLDER.glob("*.js"):
        assert page.evaluate(names, f"/parts/{part.name}") != [[], []], part.name
