"""A page with nothing but exhibits, each connected to the Python object behind it.

    def test_something(show):
        page, exhibit = show(Stretch({"x": 2.0, "y": np.square}), width=640)
        exhibit.get_by_role("button", name="Start again").click()

The exhibit's own module and style run as they do in JupyterLab, in JupyterLab's colours and with the room
that JupyterLab leaves. The Python side runs in this process: what it holds can be looked at.
"""

import pathlib
from functools import partial

import pytest
from jupyter_core.paths import jupyter_path

from helpers.widgets import browser
from tests.browser import hands
from tests.browser.watch import Watch

ORIGIN = "http://localhost"  # never asked: every request is answered here
THEMES = next(filter(pathlib.Path.exists, map(pathlib.Path, jupyter_path("lab/themes/@jupyterlab"))))
FILES = {
    "model.js": pathlib.Path(__file__).with_name("model.js"),
    "player.js": pathlib.Path(__file__).with_name("player.js"),
    "light.css": THEMES / "theme-light-extension/index.css",
    "dark.css": THEMES / "theme-dark-extension/index.css",
    **{f"parts/{path}": browser.FOLDER.parent / path for path in browser.sources()},  # for tests of one alone
}
JOINED = {
    "exhibits.js": (browser.module(), "text/javascript; charset=utf-8"),
    "exhibits.css": (browser.style(), "text/css; charset=utf-8"),
}
PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Exhibits</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="exhibits.css">
<link rel="stylesheet" id="theme" href="light.css">
<style>
    body { margin: 0; background: var(--jp-layout-color0); font-size: var(--jp-ui-font-size1); }
    main { padding: 157px 54px 20px min(378px, 50vw - 6px); } /* what lies around an output in JupyterLab */
</style>
<main></main>
</html>"""
CLEAR = """() => {
    for (const leave of window.leaves ?? []) leave();
    Object.assign(window, { leaves: [], kernelIsGone: false });
    document.querySelector("main").replaceChildren();
}"""
SHOW = """async states => {
    const { Model } = await import("/model.js"), { default: exhibits } = await import("/exhibits.js");
    const models = new Map();
    for (const [id, state] of states) {
        if (!models.has(id)) models.set(id, new Model(id, state));
        const el = document.createElement("div");
        document.querySelector("main").append(el);
        leaves.push(await exhibits.render({ model: models.get(id), el }));
    }
    window.models = [...models.values()];
}"""


@pytest.fixture(scope="package")
def shown():
    """The exhibits on the page, by the id of their model."""
    return {}


@pytest.fixture(scope="package")
def page(chromium, shown):
    """One page for all tests, which take off it what they put there: to load it each time would cost more."""
    page = chromium.new_page(reduced_motion="reduce")  # what moves arrives at once
    page.route("**/*", answer)
    page.expose_function("tellPython", lambda id, changes: tell(shown[id], changes) if id in shown else [])
    page.goto(ORIGIN)
    yield page
    page.close()


def answer(route):
    name = route.request.url.removeprefix(f"{ORIGIN}/").partition("?")[0]
    if name == "":
        route.fulfill(body=PAGE, content_type="text/html; charset=utf-8")
    elif name in JOINED:
        body, content_type = JOINED[name]
        route.fulfill(body=body, content_type=content_type)
    elif name in FILES:
        route.fulfill(path=FILES[name])
    else:
        route.abort()


def tell(exhibit, changes):
    """What the browser says, in ipywidgets' own form; returns what Python says to it."""
    said = []
    exhibit.comm.publish_msg = lambda kind, data=None, **more: said.append(data)
    content = {"data": {"method": "update", "state": changes, "buffer_paths": []}}
    exhibit.comm.handle_msg({"content": content, "buffers": []})
    return [message["state"] for message in said if message["method"] == "update"]


@pytest.fixture
def show(page, shown):
    """show(*exhibits, width=1280): returns the page and the first exhibit in it.

    An exhibit that is given twice is shown in two views.
    """
    watch = Watch(page, ORIGIN)

    def show(*exhibits, width=1280):
        page.set_viewport_size({"width": width, "height": 900})
        page.mouse.move(0, 0)
        page.evaluate(CLEAR)
        shown.update({exhibit.model_id: exhibit for exhibit in exhibits})
        page.evaluate(SHOW, [[exhibit.model_id, exhibit.get_state()] for exhibit in exhibits])
        return page, page.locator(".up-exhibit").first

    yield show
    page.evaluate(CLEAR)
    shown.clear()
    assert not watch.stop()


@pytest.fixture
def in_motion(page):
    """What moves takes its time."""
    page.emulate_media(reduced_motion="no-preference")
    yield page
    page.emulate_media(reduced_motion="reduce")


def set_theme(page, name):
    page.evaluate(
        """async name => {
            const dark = name.endsWith("Dark");
            const old = document.getElementById("theme"), theme = old.cloneNode();
            theme.href = dark ? "dark.css" : "light.css";
            await new Promise((loaded, failed) => {
                Object.assign(theme, { onload: loaded, onerror: failed });
                old.replaceWith(theme);
            });
            document.body.dataset.jpThemeLight = String(!dark);
        }""",
        name,
    )


@pytest.fixture
def breaches_of_accessibility(page):
    """What axe finds wrong with the exhibits shown."""
    return partial(hands.breaches_of_accessibility, page, partial(set_theme, page))
