"""The modules of the exhibits: made of their sources in the page, and each for itself."""

from helpers.widgets import browser

NAMES = """async path => {
    const module = await import(path);
    return [Object.keys(module).sort(), Object.keys(module.default ?? {})];
}"""


def test_every_module_finds_what_it_imports_and_an_exhibits_own_script_renders(page):
    """An import that nobody exports is an error of syntax."""
    for path in browser.sources():
        names = page.evaluate(NAMES, f"/parts/{path}")
        assert names == [["default"], ["render"]] if path.endswith(f"/{browser.OWN}") else names[0], path


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
