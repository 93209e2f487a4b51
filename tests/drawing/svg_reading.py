"""Read an exhibit's SVG back: what it prints, and where."""

import re
import xml.etree.ElementTree as ElementTree

from helpers.drawing.svg import text_width

SVG = "{http://www.w3.org/2000/svg}"


def parse(svg_text):
    """The tree; raises when the text is not well-formed XML."""
    return ElementTree.fromstring(svg_text)


def texts(element):
    """Every printed text below an element, in the order it was drawn."""
    return ["".join(text.itertext()) for text in element.iter(SVG + "text")]


def parts(svg_text, **attributes):
    """Elements with these attributes; data_step=2 means data-step="2"."""
    wanted = {name.replace("_", "-"): str(value) for name, value in attributes.items()}
    return [e for e in parse(svg_text).iter() if all(e.get(k) == v for k, v in wanted.items())]


def shown(svg_text):
    """The texts of the still image: all but the parts that it hides."""
    found = []

    def walk(element):
        if element.get("display") == "none":
            return
        if element.tag == SVG + "text":
            found.append("".join(element.itertext()))
        for child in element:
            walk(child)

    walk(parse(svg_text))
    return found


def placed(svg_text):
    """(element, x, y): every element and the sum of the moves it stands in."""

    def walk(element, x, y):
        move = re.match(r"translate\((\S+) (\S+)\)", element.get("transform", ""))
        x, y = (x + float(move[1]), y + float(move[2])) if move else (x, y)
        yield element, x, y
        for child in element:
            yield from walk(child, x, y)

    yield from walk(parse(svg_text), 0.0, 0.0)


def numbers(svg_text):
    """The printed numbers, in the order they were drawn."""
    printed = [text.replace("−", "-").removesuffix(".") for text in shown(svg_text)]
    return [float(text) for text in printed if re.fullmatch(r"-?\d+(\.\d+)?", text)]


def text_boxes(svg_text):
    """(text, left, top, right, bottom) of every text of the still image, by the estimate of its width."""

    def walk(element, x, y, style):
        if element.get("display") == "none":
            return
        move = re.match(r"translate\((\S+) (\S+)\)", element.get("transform", ""))
        x, y = (x + float(move[1]), y + float(move[2])) if move else (x, y)
        style = style | {name: element.get(name) for name in style if element.get(name)}
        if element.tag == SVG + "text":
            text, size = "".join(element.itertext()), float(style["font-size"])
            width = 0.92 * text_width(text, size)  # the estimate is generous
            x, y = x + float(element.get("x")), y + float(element.get("y"))
            left = x - {"start": 0, "middle": width / 2, "end": width}[style["text-anchor"]]
            yield text, left, y - 0.8 * size, left + width, y + 0.2 * size
        for child in element:
            yield from walk(child, x, y, style)

    yield from walk(parse(svg_text), 0.0, 0.0, {"font-size": "18", "text-anchor": "start"})
