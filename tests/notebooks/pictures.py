"""Compare pictures as a reader sees them: drawings by their elements, plots by their pixels, tile by tile."""

import base64
import difflib
import importlib.metadata
import io

import numpy as np

from helpers.notebooks.shown import Image, images, without_pictures
from tests.pins import read_pins

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
    """The outputs of a cell as (outputs without what their pictures hold, the pictures in order)."""
    bare, pictures = [], []
    for output in outputs:
        output = {**output, "data": dict(output["data"])} if "data" in output else dict(output)
        data = output.get("data", {})
        if "image/png" in data:
            pictures.append(Image("", "image/png", base64.b64decode(data["image/png"])))
        if "text/html" in data:
            html = "".join(data["text/html"])
            pictures += [image for image in images(html) if image.data]
            data["text/html"] = without_pictures(html)
        bare.append(output)
    return bare, pictures


def what_differs(new, old):
    """None if two pictures show the same, else what does not, in a few lines."""
    if new.svg or old.svg:
        return None if new.svg == old.svg else changed_lines(old.svg, new.svg)
    if why_not_compared():
        return None
    distance = difference(new.data, old.data)
    if distance <= TOLERANCE:
        return None
    return f"{distance:.3f} where it differs most, {TOLERANCE} is allowed"


def changed_lines(old, new, most=30):
    """What differs between two SVG texts, element by element."""
    before, after = (text.replace("><", ">\n<").splitlines() for text in (old, new))
    changes = list(difflib.unified_diff(before, after, "stored", "drawn", n=1, lineterm=""))
    more = [f"… and {len(changes) - most} more lines"] if len(changes) > most else []
    return "\n".join(changes[:most] + more)


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
