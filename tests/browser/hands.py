"""What a person does that Playwright has no word for, and what axe says of an exhibit."""

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


def breaches_of_accessibility(page, set_theme):
    """What axe finds wrong with the exhibits of a page in either theme, and words that a name leaves out."""
    found = []
    # Another theme changes nothing but the colours.
    for theme, only in (("JupyterLab Dark", {"runOnly": ["color-contrast"]}), ("JupyterLab Light", {})):
        set_theme(theme)
        quickly = {"resultTypes": ["violations"], "preload": False}
        rules = Axe().run(page, context=".up-exhibit", options=only | quickly).response["violations"]
        found += [(theme, rule["id"], node["html"][:200]) for rule in rules for node in rule["nodes"]]
    return found + [("name", *unnamed) for unnamed in page.evaluate(UNNAMED)]
