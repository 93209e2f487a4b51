"""A font for formulas: STIX Two Math, under the SIL Open Font License, as much of it as formulas need."""

import base64
import functools
import importlib.util
import io
from pathlib import Path

from fontTools import subset

SPANS = (0x20, 0x7E), (0x391, 0x3D5), (0x1D434, 0x1D467), (0x1D6E2, 0x1D71B)  # upright, Greek, and slanted
SIGNS = "¬±·×ℎℝ′″…∂∇∏∑−√∘∞≈≠≤≥≪≫⋅⊙∥∈∀∫⟨⟩←→⇒↦⋮⋯⋱⊤\u2061\u2062"
KEPT = [0, 13, 14]  # of what the font says of itself: whose it is, and its license


@functools.cache
def font_face():
    """The font as a rule for style sheets; formulas are in it wherever the reader has none for them."""
    carrier = importlib.util.find_spec("ziamath")
    path = Path(carrier.origin).parent / "fonts" / "STIXTwoMath-Regular.ttf"
    options = subset.Options(
        flavor="woff", hinting=False, layout_features=["ssty", "dtls"], name_IDs=KEPT, glyph_names=False
    )
    subsetter, written = subset.Subsetter(options), io.BytesIO()
    subsetter.populate(unicodes=[*map(ord, SIGNS), *(code for a, b in SPANS for code in range(a, b + 1))])
    with subset.load_font(str(path), options) as font:
        subsetter.subset(font)
        font.save(written)
    told = base64.b64encode(written.getvalue()).decode()
    return f'@font-face {{ font-family: "Formulas"; src: url("data:font/woff;base64,{told}"); }}'
