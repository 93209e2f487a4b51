"""From a lesson that was run to one HTML file."""

import html
import re
from dataclasses import dataclass
from pathlib import Path

from helpers.exercises.review.polls import poll
from helpers.notebooks.lesson import lessons
from helpers.widgets import browser
from helpers.widgets.base.exhibit import STILL

from . import markup
from .document import data, document, put
from .running import Run

HERE = Path(__file__).parent
HEADING = re.compile(r'<h[23] id="([^"]+)">(.*?)<a class="anchor-link"')
ON_PAPER = "<p><em>On the screen it moves.</em></p>"
IN_JUPYTER = '<p class="aside">In Jupyter there is more to set, to pull and to reach.</p>'
FOLDED = '<details class="told"><summary>{summary}</summary>\n{body}\n</details>'
MOST_STEPS = 12  # that are told on paper
TYPES = ("text/html", "image/svg+xml", "image/png", "text/markdown", "text/plain")  # the first that there is


@dataclass(frozen=True)
class Page:
    path: Path
    title: str
    exhibits: int

    @property
    def size(self):
        return self.path.stat().st_size


def write(notebook, folder, with_solutions=True):
    """Run the notebook, and write its page into the folder: whole, or not at all."""
    return write_page_of(Run(notebook), folder, with_solutions)


def write_page_of(done, folder, with_solutions=True):
    composed = Composed(done, with_solutions)
    target = Path(folder) / f"{done.lesson.path.stem}.html"
    put(target, composed.text())
    return Page(target, done.lesson.title, composed.exhibits)


def write_index(pages, folder):
    known = {lesson.path.stem: lesson for lesson in lessons()}
    rows = []
    for page in pages:
        lesson = known.get(page.path.stem)
        asked = f"<td>{markup.markdown(lesson.question, '.')}</td><td>{lesson.minutes}</td>" if lesson else ""
        rows.append(f'<tr><td><a href="{page.path.name}">{html.escape(page.title)}</a></td>{asked}</tr>')
    head = "<tr><th>lesson</th><th>the question it answers</th><th>minutes</th></tr>"
    body = f"<h1>Upstream</h1>\n<table>{head}{''.join(rows)}</table>"
    return put(Path(folder) / "index.html", page_of("Upstream", body, ""))


class Composed:
    """The parts of a page, put together cell by cell."""

    def __init__(self, done, with_solutions):
        self.done, self.lesson = done, done.lesson
        self.with_solutions, self.exhibits = with_solutions, 0

    def text(self):
        cells = zip(self.lesson.cells, self.done.outputs, strict=True)
        wanted = [
            (cell, self.cell(cell, outputs))
            for cell, outputs in cells
            if not cell.roles & {"speaker-notes", "solution"}  # notes are for who gives the lecture
        ]
        first, *pieces = [*kept_together(wanted), *self.behind()]
        body = "\n".join([first, contents(pieces), *pieces])
        kind = "" if self.with_solutions else "without-solutions"
        return page_of(self.lesson.title, body, exhibits_script(), kind)

    def behind(self):
        """At the end, so that nobody reads it before: the answers to the predictions, and the solutions."""
        if not self.with_solutions:
            return
        solutions = [cell for cell in self.lesson.cells if "solution" in cell.roles]
        if solutions or self.predictions():
            yield markup.markdown("## Answers and solutions", ".")
        for id in self.predictions():
            right = next(option for option in poll(id).options if option.right)
            says = f"<b>{id}: {right.letter}, {html.escape(right.text)}.</b> {html.escape(right.says)}"
            yield f'<p id="answer-{id}">{says}</p>'
        yield from (self.cell(cell, ()) for cell in solutions)

    def end_of(self, id):
        """A link to an answer or a solution."""
        return f'<p class="aside"><a href="#{id}">Answer, at the end</a></p>' if self.with_solutions else ""

    def predictions(self):
        return [id for cell in self.lesson.cells for id in cell.ids("predict")]

    def cell(self, cell, outputs):
        kind = " ".join(["cell", *sorted(cell.roles)])
        if cell.kind == "markdown":
            inside = markup.markdown(cell.source, self.lesson.path.parent)
        elif "predict" in cell.roles:
            inside = "\n".join(question(id) + self.end_of(f"answer-{id}") for id in cell.ids("predict"))
        else:
            # On a page no exercise is attempted, and no hint asked for.
            shown = "" if "exercise" in cell.roles else "\n".join(map(self.output, outputs))
            shown = f'<div class="shown">{shown}</div>' if shown else ""
            if "reveal" in cell.roles and shown:
                shown = FOLDED.format(summary="Guess first. Then see what it shows", body=shown)
            inside = markup.code(cell.source) + shown
            inside += "".join(
                self.end_of(other.id)
                for id in cell.ids("exercise")
                for other in self.lesson.cells
                if id in other.ids("solution")
            )
        return f'<section class="{html.escape(kind)}" id="{html.escape(cell.id)}">\n{inside}\n</section>'

    def output(self, output):
        """One output: an exhibit that lives on, or what any reader without a kernel sees."""
        if output.output_type == "stream":
            return f"<pre>{html.escape(output.text)}</pre>"
        if output.output_type == "error":
            return f"<pre>{html.escape(output.ename)}: {html.escape(output.evalue)}</pre>"
        data = output.get("data", {})
        state = self.done.exhibit(data)
        if state is not None:
            self.exhibits += 1
            return living(state, data.get("text/html", ""))
        for kind in TYPES:
            if kind in data:
                return self.shown(kind, data[kind])
        return ""

    def shown(self, kind, told):
        if kind == "text/markdown":
            return markup.markdown(told, self.lesson.path.parent)
        if kind == "image/png":
            return f'<img src="data:image/png;base64,{told.strip()}" alt="">'
        return told if kind in ("text/html", "image/svg+xml") else f"<pre>{html.escape(told)}</pre>"


def question(id):
    asked = poll(id)
    options = "".join(f"<li>{html.escape(option.text)}</li>" for option in asked.options)
    return f'<p><b>Prediction {id}:</b> {html.escape(asked.question)}</p>\n<ol type="A">{options}</ol>'


def contents(pieces):
    found = HEADING.findall("\n".join(pieces))
    rows = "".join(f'<li><a href="#{id}">{title}</a></li>' for id, title in found)
    return f'<nav aria-label="Contents"><ul>{rows}</ul></nav>' if found else ""


def kept_together(written):
    """The cells, an exercise in one piece with the text before it: on paper no page ends within."""
    pieces = []
    for cell, text in written:
        if "exercise" in cell.roles and pieces:
            text = f'<div class="whole">\n{pieces.pop()}\n{text}\n</div>'
        pieces.append(text)
    return pieces


def living(state, still):
    """An exhibit that lives on in the browser; `still` is its picture where no script runs."""
    more = IN_JUPYTER if state["more"] else ""
    return f'<div class="exhibit">{data(state)}{still_picture(state, still)}</div>{more}'


def still_picture(state, still):
    """An exhibit on paper: its picture as it opens, and each of its steps in words."""
    lines = state["transcript"]
    told = "".join(f"<li>{html.escape(line.partition(chr(10))[0])}</li>" for line in lines)
    steps = f'<ol class="steps" start="0">{told}</ol>' if 1 < len(lines) <= MOST_STEPS else ""
    return f'<div class="still">{still.removesuffix(STILL)}{steps}{ON_PAPER}</div>'


def exhibits_script():
    """The modules of all exhibits, and what stands in for their kernel."""
    return f"{browser.loader()}\n{(HERE / 'kernel.js').read_text(encoding='utf-8')}"


def page_of(title, body, script, kind=""):
    """A page's document: its styles, its own script, and `script`; `kind` is a class for the styles."""
    looks = [browser.style(), (HERE / "page.css").read_text(encoding="utf-8")]
    scripts = [(HERE / "page.js").read_text(encoding="utf-8"), *filter(None, [script])]
    return document(title, f'<main class="{kind}">\n{body}\n</main>', looks, modules=scripts)
