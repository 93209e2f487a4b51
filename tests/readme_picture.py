"""Draw the picture in README.md: a sweep that plays once, and rests with every step shown.

uv run python -m tests.readme_picture

Beside it stands the same picture still. The moving one is still by itself where motion is to be reduced, but
not every browser tells a picture about that, so the README chooses, too.
"""

import numpy as np

from helpers.drawing.moving import played_once
from helpers.widgets import BackpropStepper
from tests import ROOT

FOLDER = ROOT / "notebooks/guides"


def model(x, w):
    return np.square(x * w) + x


def draw():
    """The SVG texts by the names of their files, right on a light and on a dark page."""
    drawn = BackpropStepper(model, x=3.0, w=2.0).drawn
    moving = played_once(drawn.still(), steps=len(drawn.transcript) - 1)
    return {"backward_sweep.svg": moving + "\n", "backward_sweep_still.svg": drawn.still() + "\n"}


if __name__ == "__main__":
    for name, text in draw().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
