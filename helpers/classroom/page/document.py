"""An HTML document that needs nothing but itself, and a file that is written whole."""

import base64
import contextlib
import hashlib
import html
import json
import os

from .font import font_face
from .running import PageError


def put(target, text):
    """Write the file whole: what stood there stays until the new one is complete."""
    draft = target.with_suffix(".part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        draft.write_text(text, encoding="utf-8")
        os.replace(draft, target)
    except OSError as error:
        with contextlib.suppress(OSError):
            draft.unlink()
        raise PageError(f"{target} cannot be written ({error.strerror}).") from None
    return target


def document(title, body, looks, scripts=(), modules=(), more="", comment=""):
    """An HTML document that may run its own scripts, and ask nobody for anything.

    more: what its Content-Security-Policy allows besides.
    """
    allowed = " ".join(map(digest, [*scripts, *modules]))
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src {allowed} blob:"
    policy += more or "; img-src data:"  # `more` begins with a script
    policy += "; font-src data:; base-uri 'none'; form-action 'none'"
    looks = [*looks, font_face()] if "<math" in body else looks
    tags = [f"<script>{script}</script>" for script in scripts]
    tags += [f'<script type="module">{script}</script>' for script in modules]
    styles, tags = "\n".join(looks), "\n".join(tags)
    return (
        f'<!doctype html>\n{comment}<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{html.escape(title)}</title>\n<style>\n{styles}\n</style>\n</head>\n"
        f"<body>\n{body}\n{tags}\n</body>\n</html>\n"
    )


def data(told):
    """A script that is data, which nothing in it can end, and a comment in it cannot swallow the page.

    >>> print(data("</script><!--"))
    <script type="application/json">"\\u003c/script>\\u003c!--"</script>
    """
    told = json.dumps(told).replace("<", r"\u003c")
    return f'<script type="application/json">{told}</script>'


def digest(script):
    """What a policy calls a script that it allows."""
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return f"'sha256-{digest}'"
