"""What a person does that Playwright has no word for, and what axe says of an exhibit."""

from contextlib import contextmanager

from axe_playwright_python.sync_playwright import Axe

# What reaches beyond its exhibit, unless it lies in a picture, which scrolls when it is too wide.
CUT_OFF = """root => [...root.querySelectorAll("*")]
    .filter(e => e.getClientRects().length && !e.closest(".up-live") && !e.closest(".up-picture > *"))
    .filter(e => e.getBoundingClientRect().right > root.getBoundingClientRect().right + 1)
    .map(e => e.outerHTML.slice(0, 100))"""

# What can be read on a button and is not in its name, by which somebody would call it. Axe has a rule for
# that, but runs the texts of a drawing together.
UNNAMED = """() => [...document.querySelectorAll(".up-exhibit :is(button, [role=button])[aria-label]")]
    .flatMap(button => [...button.querySelectorAll("text")]
        .filter(text => text.getClientRects().length && text.checkVisibility({ visibilityProperty: true }))
        .filter(text => text.textContent.trim() && !button.ariaLabel.includes(text.textContent.trim()))
        .map(text => [button.ariaLabel, text.textContent]))"""


def paste(page, text):
    """Paste a text where the focus is, without the machine's clipboard."""
    page.evaluate(
        """text => {
            const clipboardData = new DataTransfer();
            clipboardData.setData("text", text);
            const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
            document.activeElement.dispatchEvent(event);
        }""",
        text,
    )


# Python has answered all that was done, and the picture that it drew last is in its place.
ANSWERED = "() => models.every(({ under_way, changed }) => !under_way && !Object.keys(changed).length)"

PIXELS_PER_1 = """handle => {
    const svg = handle.closest(".up-picture")?.querySelector("svg");
    return svg && handle.dataset.per * svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
}"""


@contextmanager
def hurried(page):
    """What the page waits for comes 80 times as fast."""
    page.evaluate(
        """() => {
            window.unhurried = setTimeout;
            window.setTimeout = (then, time) => unhurried(then, time / 80);
        }"""
    )
    yield
    page.evaluate("() => { window.setTimeout = unhurried; }")


def settle(page):
    """Wait until every exhibit has the room it asks for, and the picture that Python drew for it."""
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    page.wait_for_function(ANSWERED)


def drag(handle, across, up=0):
    """Take hold of the middle of a handle, move the mouse by so many pixels, and let go."""
    settle(handle.page)
    handle.scroll_into_view_if_needed()
    box, mouse = handle.bounding_box(), handle.page.mouse
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + across / 2, y - up / 2)
    mouse.move(x + across, y - up)
    mouse.up()


def pull(handle, by):
    """Drag a handle until the number it stands for is larger by so much."""
    settle(handle.page)
    while not (per := handle.evaluate(PIXELS_PER_1)):  # its picture has just been replaced
        pass
    drag(handle, *((by * per, 0) if handle.get_attribute("data-drag") else (0, by * per)))


def breaches_of_accessibility(page, set_theme, both_themes=False):
    """What axe finds wrong with the exhibits of a page, and words that a name leaves out.

    In the other theme, too, if it is asked for, the contrast: that changes nothing but the colours, each of
    which is compared with what it stands on in tests/drawing/test_palette.py.
    """
    found = []
    dark = {"JupyterLab Dark": {"runOnly": ["color-contrast"]}} if both_themes else {}
    for theme, only in (dark | {"JupyterLab Light": {}}).items():
        set_theme(theme)
        if not page.evaluate("Boolean(window.axe)"):
            page.evaluate(Axe().axe_script)
        quickly = {"resultTypes": ["violations"], "preload": False}
        ask = "how => axe.run('.up-exhibit', how).then(({ violations }) => violations)"
        rules = page.evaluate(ask, only | quickly)
        found += [(theme, rule["id"], node["html"][:200]) for rule in rules for node in rule["nodes"]]
    return found + [("name", *unnamed) for unnamed in page.evaluate(UNNAMED)]
