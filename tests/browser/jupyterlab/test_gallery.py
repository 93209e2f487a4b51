"""Every exhibit in a real JupyterLab: before it is run, while it answers, twice, and small.

As all that needs JupyterLab it takes long, and is played only when everything is tested: typical exhibits
answer in a page of their own in tests/browser/exhibits always.
"""

import itertools
import re

import nbformat
import pytest
from nbformat.sign import NotebookNotary
from playwright.sync_api import expect

from helpers import notebooks, widgets
from tests import thorough
from tests.browser.gallery import GALLERY, ONE_OF_EACH, SETUP, SHOWN, as_exhibit, kind_of
from tests.browser.hands import CUT_OFF
from tests.browser.jupyterlab.lab import RESTORED

pytestmark = pytest.mark.thorough
PLAYED = SHOWN if thorough.ALL else list(ONE_OF_EACH.values())
FOCUSABLE = (".up-button", ".up-choice", ".up-picture", "[data-hot][tabindex='0']", ".up-field")
# All texts but those about what is pointed at: every view has a pointer and a focus of its own.
PICTURES = """views => views.map(view => {
    const picture = view.querySelector('.up-picture svg').cloneNode(true);
    for (const said of picture.querySelectorAll('[data-line]')) said.remove();
    return picture.textContent.replaceAll(" ", "");  // a button gets a space, which may outlive it
})"""
SAID = "views => views.map(view => view.querySelector('.up-picture desc').textContent)"
ALL_CHANGED = """([views, before]) =>
    views.every((view, k) => view.querySelector('.up-picture desc').textContent !== before[k])"""
IS_AT_ITS_END = "all => all[0]?.ariaValueNow === all[0]?.ariaValueMax"
STARTS = re.compile("Train")
CLICK = "all => all.forEach(button => button.click())"
# Looks at an exhibit before each frame in which something in it is new or has another size. Has it a picture
# with something in it? How high is all of it?
WATCH = """exhibits => {
    const seen = window.seen = { looks: 0 };
    seen.blank = exhibits.map(() => 0);
    seen.heights = exhibits.map(() => new Set());
    exhibits.forEach((exhibit, k) => {
        const look = () => {
            const picture = exhibit.querySelector(".up-picture svg");
            const high = picture?.getBoundingClientRect().height ?? 0;
            if (high < 50 || !picture.querySelector("text")) seen.blank[k] += 1;
            seen.heights[k].add(Math.round(exhibit.getBoundingClientRect().height));
            seen.looks += 1;
        };
        let next = null;
        const soon = () => { next ??= requestAnimationFrame(() => { next = null; look(); }); };
        const all = { subtree: true, childList: true, characterData: true, attributes: true };
        new MutationObserver(soon).observe(exhibit, all);
        new ResizeObserver(look).observe(exhibit);
    });
}"""
SEEN = """() => {
    const jump = heights => Math.max(...heights) - Math.min(...heights);
    return { ...seen, heights: seen.heights.map(jump) };
}"""


def write_gallery(path, cells):
    """Write the gallery with these of its code cells alone; the notebook."""
    notebook = nbformat.read(notebooks.NOTEBOOKS / GALLERY, as_version=4)
    chosen = {cell.id for cell in cells}
    notebook.cells = [cell for cell in notebook.cells if cell.cell_type != "code" or cell.id in chosen]
    nbformat.write(notebook, path)
    return notebook


def change(exhibit):
    """Pull its first handle, change its first number or option, or press the last part; whether it can."""
    handle = exhibit.locator(":is([data-drag], [data-lift]):visible")
    if press(handle, "ArrowLeft" if handle.evaluate_all(IS_AT_ITS_END) else "ArrowRight"):
        return True
    for fields in (".up-over .up-field", ".up-control:not([hidden]) .up-field"):
        if press(exhibit.locator(fields), "Shift+ArrowUp"):
            if not exhibit.locator(fields).first.input_value():  # nothing is typed there yet
                exhibit.page.keyboard.type("7")
            return True
    options, parts = exhibit.locator(".up-tab[aria-pressed='false']"), exhibit.locator("[data-set]:visible")
    return press(options, "Enter") or press(parts.last, "Enter")


def press(found, key):
    """Press a key on the first that was found, if any, without waiting until the page has scrolled there."""
    focused = found.evaluate_all("all => all.slice(0, 1).map(e => e.focus({ preventScroll: true })).length")
    if focused:
        found.page.keyboard.press(key)
    return bool(focused)


def exhibits_in(notebook, count):
    found = notebook.page.locator(".up-exhibit")
    expect(found).to_have_count(count, timeout=40_000)  # all of them start together
    for exhibit in found.all():
        exhibit.locator(".up-picture svg").first.wait_for()
    return found


def trusts(notebook):
    cells = "[...window.jupyterapp.shell.currentWidget.content.model.cells]"
    code = f"{cells}.filter(cell => cell.type === 'code')"
    return notebook.page.evaluate(f"() => {code}.map(cell => cell.trusted)")


def assert_each_shows_its_picture(notebook, count):
    images = notebook.page.locator(".jp-OutputArea-output img")
    expect(images).to_have_count(count)
    for image in images.all():
        expect(image).to_have_js_property("complete", True)
        natural, *shown = image.evaluate("i => [i.naturalWidth, i.width, i.height, i.alt.length]")
        assert natural > 300  # it was decoded
        assert min(shown) > 50
    assert "Error displaying widget" not in notebook.page.locator(".jp-Notebook").inner_text()


def assert_each_answers_without_a_blank_frame_or_a_jump(notebook, exhibits):
    before = exhibits.evaluate_all(SAID)
    exhibits.evaluate_all(WATCH)
    starts = [exhibit.get_by_role("button", name=STARTS).count() > 0 for exhibit in exhibits.all()]
    exhibits.get_by_role("button", name=STARTS).evaluate_all(CLICK)
    asked = [change(exhibit) or it_starts for exhibit, it_starts in zip(exhibits.all(), starts, strict=True)]
    assert {kind_of(cell) for cell, was in zip(PLAYED, asked, strict=True) if was} == set(widgets.EXHIBITS)
    changed = [list(itertools.compress(each, asked)) for each in (exhibits.element_handles(), before)]
    notebook.page.wait_for_function(ALL_CHANGED, arg=changed)
    exhibits.get_by_role("button", name="Cancel").evaluate_all(CLICK)
    notebook.page.wait_for_timeout(100)
    seen = notebook.page.evaluate(SEEN)
    assert sum(seen["blank"]) == 0, seen
    jumped = [
        f"{cell.name}: {jump} px" for cell, jump in zip(PLAYED, seen["heights"], strict=True) if jump > 1
    ]
    assert not jumped, jumped  # a scaled picture may round by one
    assert seen["looks"] >= 2 * len(PLAYED), seen  # at the beginning, and at least once when it answered


def test_each_is_shown_before_it_is_run_then_answers_and_fits_a_small_window(open_notebook, lab):
    write_gallery(lab.folder / "played.ipynb", [SETUP, *PLAYED])
    notebook = open_notebook("played.ipynb", dark=True)
    assert not any(trusts(notebook))
    assert_each_shows_its_picture(notebook, len(PLAYED))
    notebook.run_all()
    exhibits = exhibits_in(notebook, len(PLAYED))
    assert_each_answers_without_a_blank_frame_or_a_jump(notebook, exhibits)

    # 640 px is also what a window of 1280 px has left at a zoom of 200 %.
    notebook.page.set_viewport_size({"width": 640, "height": 900})
    notebook.command("application:toggle-left-area")
    assert exhibits.evaluate_all(f"all => all.flatMap({CUT_OFF})") == []
    exhibits.locator("details").evaluate_all("all => all.forEach(details => { details.open = true; })")
    exhibits.get_by_role("button", name="Show every step").evaluate_all(CLICK)
    assert notebook.breaches_of_accessibility(both_themes=True) == []
    notebook.command("application:toggle-left-area")


@pytest.mark.thorough(one_in=2)
def test_a_trusted_notebook_shows_the_same_before_it_is_run(open_notebook, lab):
    signed = write_gallery(lab.folder / "trusted.ipynb", ONE_OF_EACH.values())
    notary = NotebookNotary(data_dir=lab.environment["JUPYTER_DATA_DIR"])
    notary.sign(signed)
    notary.store.close()  # from Python 3.13, an open database is a warning
    notebook = open_notebook("trusted.ipynb")
    assert all(trusts(notebook))
    assert_each_shows_its_picture(notebook, len(widgets.EXHIBITS))


@pytest.mark.thorough(one_in=2)
def test_two_views_stay_in_step_and_a_reload_finds_them_again(open_notebook, lab):
    """What keeps them so is the same for all, and takes long. These have, together, all that one presses."""
    some = ("Reach", "Clinic", "PhraseBook", "Aim", "TinyModel", "BackpropStepper")
    twice = {kind: f"{as_exhibit(ONE_OF_EACH[kind])}\ndisplay(exhibit, exhibit)" for kind in some}
    lab.write("twice.ipynb", SETUP.source, *twice.values())
    # After a reload the kernel has four seconds to send its models: those of other notebooks would come too.
    notebook = open_notebook("twice.ipynb", own_kernel=True)
    page = notebook.page
    notebook.run_all()

    def move(kind, view, both):
        said = both.evaluate_all(SAID)
        if change(view):
            page.wait_for_function(ALL_CHANGED, arg=[both.element_handles(), said])
        after = both.evaluate_all(PICTURES)
        assert after[0] == after[1], kind
        return after

    def pairs():
        exhibits_in(notebook, 2 * len(twice))
        outputs = page.locator(".jp-Cell", has=page.locator(".up-exhibit"))
        return [(kind, outputs.nth(k).locator(".up-exhibit")) for k, kind in enumerate(twice)]

    left = [move(kind, both.last, both) for kind, both in pairs()]
    one, other = page.locator(".up-exhibit").get_by_role("button", name="Projector").all()[:2]
    one.click()
    expect(other).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")  # in projector mode each fills the window
    expect(other).to_have_attribute("aria-pressed", "false")
    notebook.command("docmanager:save")
    page.reload()
    page.wait_for_function(RESTORED, timeout=40_000)
    page.wait_for_function(notebook.READY, timeout=40_000)
    for (kind, both), before in zip(pairs(), left, strict=True):
        assert both.evaluate_all(PICTURES) == before, kind
        move(kind, both.first, both)  # the kernel still answers

    # What would cut, insert, change and delete cells reaches none, wherever in an exhibit it is pressed.
    before = notebook.sources()
    for selector in FOCUSABLE:
        page.locator(".up-exhibit").locator(selector).locator("visible=true").first.focus()
        page.keyboard.type("xabmdd")
    assert notebook.sources() == before
    assert "Traceback" not in lab.log.read_text()
