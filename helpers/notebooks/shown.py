"""The pictures that a notebook shows: each stands once, in an <img> with its alt text."""

import base64
import re
from dataclasses import dataclass
from html.parser import HTMLParser

EMBEDDED = re.compile(r"data:(image/[\w.+-]+);base64,([A-Za-z0-9+/=\s]*)")


@dataclass(frozen=True)
class Image:
    """An <img>: `mime` and `data` (bytes) are those of the picture it holds, "" and b"" if it holds none."""

    alt: str
    mime: str = ""
    data: bytes = b""

    @property
    def svg(self):
        """The text of an SVG picture, or ""."""
        return self.data.decode() if self.mime == "image/svg+xml" else ""


class _Images(HTMLParser):
    def __init__(self, html):
        super().__init__()
        self.found = []
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        if tag == "img":
            attributes = dict(attributes)
            self.found.append(Image(attributes.get("alt") or "", *_held(attributes.get("src") or "")))

    handle_startendtag = handle_starttag


def _held(address):
    """The kind and the bytes of the picture in an address; of a frame, of the picture in it."""
    held = ()
    while embedded := EMBEDDED.search(address):
        held = embedded[1], base64.b64decode(embedded[2])
        address = held[1].decode() if held[0] == "image/svg+xml" else ""
    return held


def images(html):
    """Every <img> of a piece of HTML or Markdown, in order.

    >>> images('<img alt="A dot." src="data:image/svg+xml;base64,PHN2Zy8+">')[0].svg
    '<svg/>'
    """
    return _Images(html).found


def without_pictures(html):
    """The same HTML, of each picture only the kind.

    >>> without_pictures('<img alt="A dot." src="data:image/svg+xml;base64,PHN2Zy8+">')
    '<img alt="A dot." src="data:image/svg+xml">'
    """
    return EMBEDDED.sub(r"data:\1", html)
