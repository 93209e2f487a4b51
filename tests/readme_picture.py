"""Draw the picture in README.md: an exhibit with every step shown.

uv run python -m tests.readme_picture
"""

import numpy as np

from helpers.widgets import BackpropStepper
from tests import ROOT

PATH = ROOT / "notebooks/guides/backward_sweep.svg"


def model(x, w):
    return np.square(x * w) + x


def draw():
    """The SVG text, right on a light and on a dark page."""
    return BackpropStepper(model, x=3.0, w=2.0).drawn.still() + "\n"


if __name__ == "__main__":
    PATH.write_text(draw(), encoding="utf-8")
