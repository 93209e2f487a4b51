"""Compare pictures as a reader sees them: by their pixels, tile by tile."""

import base64
import importlib.metadata
import io
import re

import numpy as np

from tests.pins import read_pins

PNG_IN_HTML = re.compile(r"data:image/png;base64,([A-Za-z0-9+/=\s]*)")
TILE = 32
# Root mean square in the worst tile, colours from 0 to 1. The same picture measures 0, one whose colours were
# rounded 0.004; a curve raised by one hundredth, or one changed digit in a label, 0.1 and more.
TOLERANCE = 0.03


def drawn_with():
    """The matplotlib that drew the committed pictures: the one pinned in pyproject.toml."""
    for pin in read_pins():
        name, _, version = pin.partition(";")[0].strip().partition("==")
        if name == "matplotlib":
            return version
    raise LookupError("pyproject.toml pins no matplotlib: run `python -m tests.pins`")


def why_not_compared():
    """None if pictures can be compared here, else the reason in one line.

    Another matplotlib draws every letter a little differently, so nothing could be told.
    """
    installed = importlib.metadata.version("matplotlib")
    if installed == drawn_with():
        return None
    return f"the committed pictures were drawn with matplotlib {drawn_with()}, this is {installed}"


def split_pictures(outputs):
    """The outputs of a cell as (outputs without PNG bytes, the PNG bytes in order)."""
    bare, pictures = [], []
    for output in outputs:
        output = {**output, "data": dict(output["data"])} if "data" in output else dict(output)
        data = output.get("data", {})
        if "image/png" in data:
            pictures.append(base64.b64decode(data["image/png"]))
        if "text/html" in data:
            html = "".join(data["text/html"])
            pictures += [base64.b64decode(png) for png in PNG_IN_HTML.findall(html)]
            data["text/html"] = PNG_IN_HTML.sub("data:image/png", html)
        bare.append(output)
    return bare, pictures


def difference(png_a, png_b):
    """Root mean square difference of two PNGs in their worst tile; infinite if the sizes differ."""
    a, b = _pixels(png_a), _pixels(png_b)
    if a.shape != b.shape:
        return np.inf
    squares = np.mean((a - b) ** 2, axis=-1)
    rows, columns = (-(-size // TILE) for size in squares.shape)
    padded = np.zeros((rows * TILE, columns * TILE))
    padded[: squares.shape[0], : squares.shape[1]] = squares
    tiles = padded.reshape(rows, TILE, columns, TILE).mean(axis=(1, 3))
    return float(np.sqrt(tiles.max()))


def _pixels(png):
    from matplotlib.image import imread  # only the notebooks that hold pictures pay for this import

    pixels = imread(io.BytesIO(png), format="png")
    if pixels.ndim == 2:
        pixels = np.repeat(pixels[..., None], 3, axis=-1)
    if pixels.shape[-1] == 3:
        pixels = np.concatenate([pixels, np.ones((*pixels.shape[:2], 1), pixels.dtype)], axis=-1)
    return pixels
