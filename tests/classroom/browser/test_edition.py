"""The browser edition, built and used as a learner does: with UPSTREAM_EDITION=1 only, for it takes long."""

import os

import pytest
from playwright.sync_api import expect, sync_playwright

from tests.browser.conftest import CHROMIUM_FLAGS, find_chromium
from tests.classroom.browser.edition import NAME, Edition, Unavailable, build, fetch_pyodide, served

pytestmark = pytest.mark.skipif(
    os.environ.get("UPSTREAM_EDITION") != "1",
    reason="the browser edition is built and opened with UPSTREAM_EDITION=1 only (it fetches 80 MB)",
)


@pytest.fixture(scope="module")
def pyodide(tmp_path_factory):
    try:
        return fetch_pyodide(tmp_path_factory.mktemp("pyodide"))
    except Unavailable as why:
        pytest.skip(f"the browser edition was not tested: {why}")


@pytest.fixture(scope="module")
def folder(pyodide, tmp_path_factory):
    """The complete edition, in a folder with a space in its name."""
    folder = tmp_path_factory.mktemp("edition") / "all lessons"
    done = build(folder, "--pyodide", str(pyodide))
    assert not done.returncode, done.stderr
    return folder


@pytest.fixture(scope="module")
def page(folder):
    """A page of a browser that knows one server, by one name, and no other host."""
    executable = find_chromium()
    if executable is None:
        pytest.skip("the browser edition was not tested: no Chromium on this machine")
    hosts = f"--host-resolver-rules=MAP {NAME} 127.0.0.1, MAP * ~NOTFOUND"
    as_root = ["--no-sandbox"] if os.geteuid() == 0 else []
    with served(folder) as port, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=executable, args=[*CHROMIUM_FLAGS, *as_root, hosts]
        )
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.home = f"http://{NAME}:{port}"
        yield page
        browser.close()


def test_lesson_01_runs_over_plain_http_prints_what_is_stored_and_its_stepper_lives(page):
    edition = Edition(page, page.home)
    assert "progress() sees only" in edition.open("notebooks/01_upstream_gradient.ipynb")
    edition.run_all()
    assert not edition.errors()
    assert not edition.differences()
    stepper = edition.exhibit("BackpropStepper")
    said, field = stepper.locator(".up-said"), stepper.get_by_label("x", exact=True)
    stepper.get_by_role("button", name="One step", exact=True).press("Enter")
    expect(said).to_contain_text("upstream 1 × local 32 = downstream 32")
    for number in [*range(2, 62), 3]:  # many in a row, and none is left over
        field.fill(str(number))
    expect(said).to_contain_text("upstream 1 × local 162 = downstream 162")
    field.fill("abc")
    expect(stepper.get_by_role("alert").filter(has_text="“abc” is not a number")).to_be_visible()
    assert not edition.watch.stop()


REFUSED = """
for (const name of ["localStorage", "sessionStorage", "indexedDB"])
    Object.defineProperty(window, name, { configurable: true, get() { throw new DOMException("no"); } });
"""


def test_where_storage_is_refused_a_lesson_runs_and_says_that_nothing_is_saved(page):
    context = page.context.browser.new_context()
    context.add_init_script(REFUSED)
    edition = Edition(context.new_page(), page.home)
    assert "This browser saves nothing" in edition.open("notebooks/00_start_here.ipynb")
    edition.run_all()
    assert not edition.errors()
    context.close()


def test_the_light_edition_leaves_python_where_it_is(pyodide, folder, tmp_path):
    done = build(
        tmp_path / "light", "--light", "--address", "https://pyodide.example/", "--pyodide", str(pyodide)
    )
    assert not done.returncode, done.stderr
    complete, light = (
        {path.name for path in place.glob("python-*/*")} for place in (folder, tmp_path / "light")
    )
    assert "pyodide.asm.wasm" in complete - light
    assert "https://pyodide.example/pyodide.js" in (tmp_path / "light/jupyter-lite.json").read_text()
