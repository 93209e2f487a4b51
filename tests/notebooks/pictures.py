"""Compare pictures as a reader sees them: by their elements, so that a test names the ones that moved."""

import difflib

from helpers.notebooks.shown import images, without_pictures


def split_pictures(outputs):
    """The outputs of a cell as (outputs without what their pictures hold, the pictures in order)."""
    bare, pictures = [], []
    for output in outputs:
        output = {**output, "data": dict(output["data"])} if "data" in output else dict(output)
        data = output.get("data", {})
        if "text/html" in data:
            html = "".join(data["text/html"])
            pictures += [image for image in images(html) if image.data]
            data["text/html"] = without_pictures(html)
        bare.append(output)
    return bare, pictures


def what_differs(new, old):
    """None if two pictures show the same, else what does not, in a few lines."""
    return None if new.data == old.data else changed_lines(old.svg, new.svg)


def changed_lines(old, new, most=30):
    before, after = (text.replace("><", ">\n<").splitlines() for text in (old, new))
    changes = list(difflib.unified_diff(before, after, "stored", "drawn", n=1, lineterm=""))
    more = [f"… and {len(changes) - most} more lines"] if len(changes) > most else []
    return "\n".join(changes[:most] + more)
