"""The modules of the exhibits: made of their sources in the page, and each for itself."""

import pytest

from helpers.widgets import browser

NAMES = """async path => {
    const module = await import(path);
    return [Object.keys(module).sort(), Object.keys(module.default ?? {})];
}"""
SCRIPTS = [path for path in browser.sources() if path.endswith(f"/{browser.OWN}")]


@pytest.mark.parametrize("path", browser.sources())
def test_every_module_finds_what_it_imports(page, path):
    """An import that nobody exports is an error of syntax."""
    assert page.evaluate(NAMES, f"/parts/{path}") != [[], []]


@pytest.mark.parametrize("path", SCRIPTS)
def test_an_exhibits_own_script_renders(page, path):
    assert page.evaluate(NAMES, f"/parts/{path}") == [["default"], ["render"]]


def test_two_exhibits_share_their_modules(page):
    """The module of a second exhibit makes no new blobs of sources that a first one has brought."""
    made = """async () => {
        const all = globalThis[Symbol.for("upstream-gradients modules")].size;
        const [first, second] = await Promise.all([import("/exhibits.js"), import("/exhibits.js?again")]);
        const model = { get: name => ({ script: "stepper/script.js" })[name] };
        await second.default.render({ model, el: null }).catch(() => {});
        return [first === second, globalThis[Symbol.for("upstream-gradients modules")].size - all];
    }"""
    show_one = """async () => (await import("/exhibits.js")).default.render(
        { model: { get: () => "stepper/script.js" }, el: null }).catch(() => {})"""
    page.evaluate(show_one)
    assert page.evaluate(made) == [False, 0]
