"""The house style of the plots that matplotlib draws: the look of all other pictures, described in words."""

import base64
import functools
import html
import io
import logging

# When matplotlib is imported for the first time it lists the fonts, and may say so in the middle of a lesson.
logging.getLogger("matplotlib.font_manager").addFilter(lambda record: "font cache" not in record.msg)

from helpers import on_demand  # noqa: E402

on_demand.bring("matplotlib")

import matplotlib as mpl  # noqa: E402
from matplotlib import cycler  # noqa: E402
from matplotlib.figure import Figure  # noqa: E402
from PIL import Image  # noqa: E402

from .svg.palette import THEME  # noqa: E402
from .svg.pictures import WHILE_FOLDED  # noqa: E402

INK, PAPER, GRADIENT, LOCAL = (THEME[role][0] for role in ("ink", "card", "gradient", "local"))
GRID = "#d9d9d9"
# Two more for curves. Each of the four is readable as text on paper (contrast 4.5 or more), and all are told
# apart with any common colour blindness. A colour never says anything that no word or sign says too.
BLUE, ORANGE = "#1f6fc4", "#b85000"
PALETTE = (BLUE, ORANGE, LOCAL, GRADIENT)
DASHES = ("-", "--", "-.", ":")

CSS_PIXELS_PER_INCH = 96  # a figure 8 inches wide fills 768 pixels of the page
DOTS_PER_PIXEL = 2  # sharp on a dense screen and on a projector

HOUSE_STYLE = {
    "axes.axisbelow": True,
    "axes.edgecolor": INK,
    "axes.grid": True,
    "axes.labelcolor": INK,
    "axes.prop_cycle": cycler(color=PALETTE) + cycler(linestyle=DASHES),
    "axes.spines.right": False,
    "axes.spines.top": False,
    "figure.constrained_layout.use": True,
    "figure.dpi": CSS_PIXELS_PER_INCH,
    "figure.facecolor": PAPER,
    "font.family": "DejaVu Sans",  # comes with matplotlib, so every machine draws the same letters
    "font.size": 13,
    "grid.color": GRID,
    "legend.framealpha": 1,
    "lines.linewidth": 2.5,
    "lines.markersize": 8,
    "mathtext.fontset": "dejavusans",
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
}


def house_style(draw):
    """Run `draw` under the house style, whatever style the reader has set for plots of their own."""

    @functools.wraps(draw)
    def draw_in_style(*args, **kwargs):
        with mpl.rc_context({**_defaults(), **HOUSE_STYLE}):
            return draw(*args, **kwargs)

    return draw_in_style


def _defaults():
    # The backend belongs to the reader's session; setting it would close their figures.
    return {key: value for key, value in mpl.rcParamsDefault.items() if not key.startswith("backend")}


class Plot(Figure):
    """A matplotlib figure that shows itself with a description for those who do not see it.

    `alt` says in a sentence or two what the picture shows, with its main numbers. Sizes are in inches of 96
    pixels. Raises ValueError if `alt` is empty.

    >>> plot = Plot(alt="A parabola that touches zero at x = 1.", width=6, height=3)
    >>> plot
    <Plot: A parabola that touches zero at x = 1.>
    >>> plot.html().splitlines()[1][:64]
    '<img alt="A parabola that touches zero at x = 1." width="576" sr'
    """

    @house_style
    def __init__(self, *, alt, width=8.0, height=4.5):
        if not alt.strip():
            raise ValueError("a plot needs alt text: say in a sentence what it shows")
        super().__init__(figsize=(width, height))
        self.alt = " ".join(alt.split())

    def __repr__(self):
        return f"<Plot: {self.alt}>"

    @house_style
    def png(self):
        """The plot as PNG bytes; the same drawing gives the same bytes."""
        drawn, packed, dpi = io.BytesIO(), io.BytesIO(), CSS_PIXELS_PER_INCH * DOTS_PER_PIXEL
        self.savefig(drawn, format="rgba", dpi=dpi)
        width = int(self.get_figwidth() * dpi)  # matplotlib cuts off, too
        size = width, drawn.tell() // (4 * width)
        # A palette of 256 colours makes the file, and with it the notebook, three times smaller.
        pixels = Image.frombytes("RGBA", size, drawn.getvalue()).convert("RGB")
        pixels.quantize(256, dither=Image.Dither.NONE).save(packed, "png", optimize=True)
        return packed.getvalue()

    def html(self):
        """An `<img>` that holds the plot and its alt text, on a card that is dark where the page is."""
        width, height = (round(inches * CSS_PIXELS_PER_INCH) for inches in self.get_size_inches())
        png = base64.b64encode(self.png()).decode("ascii")
        # The same hues on a dark card: light and dark change places, and then the hues are turned back.
        framed = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"><style>'
            "image{clip-path:inset(0 round 10px)}"
            "@media (prefers-color-scheme:dark){image{filter:invert(.93) hue-rotate(180deg)}}</style>"
            f'<image width="{width}" height="{height}" href="data:image/png;base64,{png}"/></svg>'
        )
        data = base64.b64encode(framed.encode()).decode("ascii")
        address = f"data:image/svg+xml;base64,{data}"
        return f'{WHILE_FOLDED}<img alt="{html.escape(self.alt)}" width="{width}" src="{address}">'

    def _ipython_display_(self):
        # Not image/png: JupyterLab shows that without alt text. Not _repr_mimebundle_: once pyplot is
        # imported, IPython would add an image/png of its own beside it.
        from IPython.display import display

        display({"text/html": self.html(), "text/plain": repr(self)}, raw=True)
