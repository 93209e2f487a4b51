"""The first page of a published edition: `python -m helpers.classroom.browser.contents FOLDER`.

It shows what there is: each lesson to run, and to read or to show where the folder has pages and slides.
"""

import argparse
import html
import json
import re
import sys
from pathlib import Path

from helpers.notebooks import NOTEBOOKS, lessons, read

from . import EditionError

TEMPLATE = Path(__file__).parent / "page/contents.html"
RUN = "lab/index.html?path=notebooks/{}"
# What may lie beside the edition: its folder, the word for it, and what it is.
BESIDE = {
    "pages": ("Read", "“Read” is the lesson with its results, on a page that needs no Python."),
    "slides": ("Slides", "“Slides” are for a lecture."),
}


def write(folder):
    """Write the first page of the edition in `folder`; its path."""
    stamp = folder / "edition/edition.json"
    if not stamp.is_file():
        raise EditionError(f"There is no browser edition in {folder}. Build one first.")
    files = json.loads(stamp.read_text(encoding="utf-8"))["files"]
    beside = [name for name in BESIDE if any((folder / name).glob("*.html"))]
    told = {
        "megabytes": f"{sum(size for _, size in files) / 1e6:.0f}",
        "about": "".join(f" {BESIDE[name][1]}" for name in beside),
        "heads": "".join(f'<th scope="col">{word}</th>' for word in ["Run", *(BESIDE[b][0] for b in beside)]),
        "rows": "\n".join(row(lesson, folder, beside) for lesson in lessons()),
        "guides": ", ".join(guide(path) for path in sorted((NOTEBOOKS / "guides").glob("*.ipynb"))),
    }
    page = TEMPLATE.read_text(encoding="utf-8")
    for name, text in told.items():
        page = page.replace(f"{{{{{name}}}}}", text)
    (folder / "index.html").write_text(page, encoding="utf-8")
    return folder / "index.html"


def row(lesson, folder, beside):
    title = f"{lesson.number} {html.escape(lesson.title)}"
    cells = [link(RUN.format(lesson.path.name), "Run", title)]
    for name in beside:
        found = sorted((folder / name).glob(f"{lesson.path.stem}*.html"))
        cells.append(link(f"{name}/{found[0].name}", BESIDE[name][0], title) if found else "")
    about = f'{title}<span class="question">{as_html(lesson.question)}</span>'
    return "".join(["<tr><td>", "</td><td>".join([about, *cells]), "</td></tr>"])


def as_html(text):
    """A line of Markdown.

    >>> as_html("what *is* `dy` < 3?")
    'what <em>is</em> <code>dy</code> &lt; 3?'
    """
    text = re.sub(r"`([^`]+)`", r"<code>\1</code>", html.escape(text, quote=False))
    return re.sub(r"\*([^*]+)\*", r"<em>\1</em>", text)


def guide(path):
    return link(RUN.format(f"guides/{path.name}"), html.escape(read(path).title))


def link(address, word, of=""):
    """A link; `of` says for those who hear it alone what it leads to."""
    label = f' aria-label="{word}: {of}"' if of else ""
    return f'<a href="{address}"{label}>{word}</a>'


def main(arguments=None):
    """Write the page; the exit code is 1 if that cannot be."""
    parser = argparse.ArgumentParser(
        prog="python -m helpers.classroom.browser.contents", description=__doc__.splitlines()[0]
    )
    parser.add_argument(
        "folder", type=Path, help="a built edition, with pages/ and slides/ in it if you like"
    )
    try:
        print(f"written  {write(parser.parse_args(arguments).folder)}")
    except EditionError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
