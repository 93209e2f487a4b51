"""The one palette of every picture: what each colour means, in a light and in a dark theme.

A picture names its colours as CSS variables that carry their light value, ``var(--up-ink,#1f2328)``. In the
page they follow the theme of the notebook; in an ``<img>`` the light values hold, unless the page is dark.
"""

# Each role as (light, dark). Text has a contrast of 4.5:1 or more on every ground that it stands on.
THEME = {
    "ink": ("#1f2328", "#ffffff"),
    "muted": ("#59636e", "#a8b1bb"),
    "line": ("#8c959f", "#7d8790"),
    "card": ("#ffffff", "#111111"),
    "panel": ("#f4f5f7", "#1f2429"),
    "gradient": ("#7b2d8e", "#d9a6ea"),
    "gradient-wash": ("#f6eef8", "#2b2030"),
    "on-gradient": ("#ffffff", "#241329"),
    "local": ("#00665c", "#6cd4c4"),
    "local-wash": ("#e4f2ef", "#14302c"),
    "hairline": ("#dfe3e7", "#353b41"),
    "positive": ("#e8741a", "#d8691a"),
    "negative": ("#2f7fd8", "#3f8be6"),
    "accent": ("#0b62c4", "#6db3ff"),
    "accent-wash": ("#e6f0fb", "#14283e"),
    "pair-1": ("#fbe3a6", "#634200"),
    "pair-2": ("#bfe3f5", "#174a63"),
    "pair-3": ("#f9cfd6", "#743345"),
    "bad": ("#b3261e", "#ff9b93"),
}


def paint(role: str) -> str:
    """The colour of a role, for any attribute of an SVG element.

    >>> paint("ink")
    'var(--up-ink,#1f2328)'
    """
    return f"var(--up-{role},{THEME[role][0]})"


INK = paint("ink")
MUTED = paint("muted")
LINE = paint("line")
CARD = paint("card")
PANEL = paint("panel")
GRADIENT = paint("gradient")  # upstream and downstream: the quantity that flows backward
GRADIENT_WASH = paint("gradient-wash")
ON_GRADIENT = paint("on-gradient")
LOCAL = paint("local")  # local derivatives
LOCAL_WASH = paint("local-wash")
HAIRLINE = paint("hairline")
POSITIVE = paint("positive")  # orange and blue stay apart for every common colour blindness
NEGATIVE = paint("negative")
ACCENT = paint("accent")
ACCENT_WASH = paint("accent-wash")
PAIRS = paint("pair-1"), paint("pair-2"), paint("pair-3")  # things that belong together, pair by pair
BAD = paint("bad")

FONT = "'Segoe UI','Helvetica Neue',Arial,'Liberation Sans','DejaVu Sans',sans-serif"
FORMULA_FONT = "'STIX Two Text',Cambria,Georgia,'Liberation Serif',serif"  # as the notebook's own formulas

TYPE = 18  # the body size; a lecture hall reads it when the picture fills a projector
SMALL = 14
