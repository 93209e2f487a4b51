"""A picture is shown, whoever made it; what it brings along neither runs nor loads anything."""

import pytest

from tests.widgets.base.table import Table

FORGED = "window.forged = true"
ELEMENTS = [
    f"<script>{FORGED}</script>",
    f"<foreignObject><img xmlns='http://www.w3.org/1999/xhtml' src='x' onerror='{FORGED}'/></foreignObject>",
    f"<desc><img src='x' onerror='{FORGED}'></desc>",
    f"<a href='javascript:{FORGED}'><rect width='900' height='900'/></a>",
    "<image href='http://127.0.0.1:9/' width='9' height='9'/>",
    "<use href='http://127.0.0.1:9/#a'/>",
    "<style>rect { fill: url(http://127.0.0.1:9/) }</style>",
    f"<animate onbegin='{FORGED}' attributeName='x' dur='1s'/>",
]
ATTRIBUTES = [
    f"onload='{FORGED}'",
    f"ONCLICK='{FORGED}'",
    "style='background: url(http://127.0.0.1:9/)'",
    r"style='background: u\72l(http://127.0.0.1:9/)'",
    "fill='URL( http://127.0.0.1:9/#a)'",
    "xlink:href='http://127.0.0.1:9/'",
]
# Shows one picture after the other. Tells what is left of a forgery, and what number is not the next one's.
SHOW = """pictures => {
    const foreign = new Set(["script", "foreignObject", "img", "a", "use", "style", "animate"]);
    const leads = ({ name, value }) => /^on|href/i.test(name) || /127/.test(value);
    const all = () => [...document.querySelectorAll(".up-stage svg, .up-stage svg *")];
    const forged = (element) => foreign.has(element.localName) || [...element.attributes].some(leads);
    return pictures.flatMap(([picture, number]) => {
        models[0].receive({ picture });
        const shown = document.querySelector("g[data-hot='C-1-1']").textContent.trim();
        const left = all().filter(forged).map(element => element.outerHTML.slice(0, 200));
        return shown === number ? left : [...left, `${shown} instead of ${number}`];
    });
}"""


def forgeries(picture):
    """The picture with more in it, and with more said of what is in it: each alone."""
    yield from (picture.replace("<g", f"{element}<g", 1) for element in ELEMENTS)
    for attribute in ATTRIBUTES:
        yield picture.replace("<svg ", f"<svg {attribute} ", 1)
        yield picture.replace("<g data-hot", f"<g {attribute} data-hot")


@pytest.mark.parametrize("at_first", [True, False])
def test_what_a_forged_picture_brings_along_does_nothing(show, at_first):
    """Neither in the first picture nor in one that comes later; the page asks nobody else for anything."""
    lab = Table()
    honest = lab.picture
    if at_first:
        lab.picture = next(forgeries(honest))
    page, exhibit = show(lab)
    pictures = [
        shown
        for forged in forgeries(honest)
        for shown in ((forged, "8"), (forged.replace(">8<", ">9<"), "9"), (honest, "8"))
    ]
    assert page.evaluate(SHOW, pictures) == []
    exhibit.locator('g[data-hot="C-1-1"]').click()
    assert not page.evaluate("window.forged")


def test_what_is_no_picture_leaves_the_last_one(show):
    page, exhibit = show(Table())
    before = exhibit.locator(".up-stage svg").inner_html()
    for picture in ("", "no picture", "<p>no picture</p>", "<svgs></svgs>"):
        page.evaluate("picture => models[0].receive({ picture })", picture)
        assert exhibit.locator(".up-stage svg").inner_html() == before
