"""The browser edition, used as a learner does: built first, or as it lies in the folder that UPSTREAM_EDITION
names."""

import os

import pytest
from playwright.sync_api import expect, sync_playwright

from tests.browser.conftest import CHROMIUM_FLAGS, find_chromium
from tests.classroom.browser.edition import NAME, Edition, Unavailable, build, fetch_pyodide, served, text_of

BUILT = os.environ.get("UPSTREAM_EDITION")
pytestmark = pytest.mark.thorough(one_in=5)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """An edition, in a folder with a space in its name if it is built here."""
    if BUILT:
        return BUILT
    try:
        pyodide = fetch_pyodide(tmp_path_factory.mktemp("pyodide"))
    except Unavailable as why:
        pytest.skip(f"the browser edition was not tested: {why}")
    folder = tmp_path_factory.mktemp("edition") / "all lessons"
    done = build(folder, "--pyodide", str(pyodide))
    if "which compiles for this Pyodide, is not here" in done.stderr:
        pytest.skip(f"the browser edition was not tested: {done.stderr.strip()}")
    assert not done.returncode, done.stderr
    return folder


@pytest.fixture(scope="module")
def page(folder):
    """A page of a browser that knows one server, by one name, and no other host."""
    executable = find_chromium()
    if executable is None:
        pytest.fail("the browser edition was not tested: no Chromium on this machine")
    hosts = f"--host-resolver-rules=MAP {NAME} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
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
    expect(said).to_contain_text("3 × 32 = 96")
    for number in [*range(2, 62), 3]:  # many in a row, and none is left over
        field.fill(str(number))
    expect(said).to_contain_text("3 × 162 = 486")
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


def kept(page, name, text):
    """Whether a browser that opens the lesson again has that text in it."""
    edition = Edition(page, page.home)
    edition.open(name)
    return any(text in text_of(cell["source"]) for cell in edition.cells())


def test_an_edit_that_is_followed_at_once_by_closing_the_tab_is_kept(page):
    context, lesson = page.context.browser.new_context(), "notebooks/02_vjp_versus_jacobian.ipynb"
    first = context.new_page()
    first.on("dialog", lambda dialog: dialog.accept())  # “Leave this page?”
    Edition(first, page.home).open(lesson)
    first.locator(".jp-CodeCell .cm-content").first.click()
    first.keyboard.press("Control+Home")
    first.keyboard.type("# of mine, not run\n")
    first.close(run_before_unload=True)
    second = context.new_page()
    second.home = page.home
    assert kept(second, lesson, "# of mine, not run")
    context.close()


def test_what_is_run_is_saved_by_that(page):
    context, lesson = page.context.browser.new_context(), "notebooks/01_upstream_gradient.ipynb"
    first = context.new_page()
    Edition(first, page.home).open(lesson)
    first.locator(".jp-CodeCell .cm-content").first.click()
    first.keyboard.press("Control+Home")
    first.keyboard.type("# of mine, run\n")
    first.keyboard.press("Shift+Enter")
    first.wait_for_function(
        f"() => !{Edition.PANEL}.context.model.dirty", timeout=4000
    )  # sooner than by itself
    context.close()


def test_after_a_first_visit_a_lesson_opens_without_a_network(folder, page):
    with served(folder) as port:  # under the name of this machine, which the browser trusts
        context = page.context.browser.new_context()
        first = context.new_page()
        address = f"http://127.0.0.1:{port}"
        first.goto(f"{address}/lab/index.html?path=notebooks/00_start_here.ipynb")
        first.wait_for_function(
            "() => JSON.parse(localStorage.getItem('upstream.offline') ?? '{}').version", timeout=60_000
        )
        first.close()
    again = Edition(context.new_page(), address)  # nobody serves it any more
    assert "Python is ready" in again.open("notebooks/00_start_here.ipynb")
    again.run_all()
    assert not again.errors()
    ((cell, _, printed),) = again.differences()
    assert (cell, printed[:18]) == ("installation", "Everything is here")
    context.close()
