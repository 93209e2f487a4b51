"""The same page fitted to the screen: a lecture, step by step, and a window for the lecturer's notes.

What is written here is one `<section class="step">` per step of the lecture, made of units: a text, a piece
of code, what it shows, an exhibit, a poll. A unit that waits for a press says so. The scripts in `deck`
break the steps into pages of 1280 × 720 and turn them.
"""

import dataclasses
import html
import re

from helpers.exercises.review.polls import poll
from helpers.notebooks import lecture, markdown
from helpers.notebooks.parts import LessonError

from . import markup

TAG = re.compile(r"<[^>]+>")
# The parts of a vote, one press each.
ASKED, TALK, AGAIN = (
    "Vote with your fingers: one for A, two for B, and so on.",
    "Now find somebody who voted otherwise, and talk for a minute.",
    "Vote again.",
)


@dataclasses.dataclass(frozen=True)
class Unit:
    """What a press brings: `kind` is text, code, shown, picture, stage (an exhibit) or poll."""

    kind: str
    body: str
    waits: bool = True
    alone: str = ""  # the name of a page of its own


class Deck:
    """The steps of a lecture as HTML."""

    def __init__(self, page, minutes=None):
        """page: a `Composed`, which knows how a cell and its outputs are written."""
        self.page, self.lesson = page, page.lesson
        self.steps = lecture.steps_of(self.lesson, minutes)
        self._shown = {}  # by the number of a cell: what it shows

    def html(self):
        """All the steps."""
        return "\n".join(map(self.step, self.steps))

    def step(self, step):
        """One step: its units, and what is for the lecturer alone."""
        units = [(cell, unit) for cell in step.cells for unit in self.units(cell)]
        body = "\n".join(_written(cell, unit) for cell, unit in units)
        notes = "\n".join(self.notes(step))
        section = TAG.sub("", markup.markdown(step.section, ".")).strip()
        return (
            f'<section class="step" data-section="{section}" data-minutes="{step.minutes:g}">\n{body}\n'
            f"<aside hidden>{notes}</aside>\n</section>"
        )

    def units(self, cell):
        """What a cell brings to the screen."""
        if "predict" in cell.roles:
            return [unit for id in cell.ids("predict") for unit in _vote(id)]
        waits = cell.slide == "fragment"
        if cell.kind == "markdown":
            told = markdown.unfolded(cell.source)
            return [Unit("text", markup.markdown(told, self.lesson.path.parent), waits)] if told else []
        shown = self.shown(cell)
        return shown if _is_a_call(cell, shown) else [Unit("code", markup.code(cell.source), waits), *shown]

    def shown(self, cell):
        """What a cell of code shows; exhibits and pictures have the screen, an exercise shows nothing yet."""
        if cell.number not in self._shown:
            outputs = [] if "exercise" in cell.roles else self.page.done.outputs[cell.number]
            self._shown[cell.number] = self._units_of(cell, outputs)
        return self._shown[cell.number]

    def _units_of(self, cell, outputs):
        units = []
        for told in (told for output in outputs for told in self.page.on_slides(output)):
            if 'class="exhibit"' in told:
                units.append(Unit("stage", told, alone=f"{cell.id} {len(units)}"))
            elif "<img" in told:
                units.append(Unit("picture", told, alone=f"{cell.id} {len(units)}"))
            elif told:
                units.append(Unit("shown", told))
        return units

    def notes(self, step):
        """What only the lecturer sees: notes, solutions, what is behind a vote or folded away in a text."""
        for cell in step.cells:
            if cell.kind == "markdown":
                yield from self.folded(cell)
            elif _is_a_call(cell, self.shown(cell)):
                yield markup.code(cell.source)
            for id in cell.ids("predict"):
                yield _behind(id)
        for cell in step.notes:
            if self.page.with_solutions or "solution" not in cell.roles:
                yield from self.folded(cell)

    def folded(self, cell):
        """What is folded away in a cell, under its headings."""
        for summary, body in markdown.folded(cell.source):
            yield f"<h3>{summary}</h3>{markup.markdown(body, self.lesson.path.parent)}"


def _is_a_call(cell, shown):
    """Whether the code of a cell is no more than the call that makes an exhibit or a picture."""
    longest = {"stage": 3, "picture": 1}
    lines = [line for line in cell.source.splitlines() if line.strip()]
    return bool(shown) and len(lines) <= longest.get(shown[0].kind, 0)


def _written(cell, unit):
    marks = " data-waits" if unit.waits else ""
    marks += f' data-alone="{html.escape(unit.alone)}"' if unit.alone else ""
    kind = " ".join(["unit", unit.kind])
    return f'<div class="{kind}" data-cell="{html.escape(cell.id)}"{marks}>\n{unit.body}\n</div>'


def _vote(id):
    """The question, the options that people really choose, and a second vote after talking."""
    try:
        asked = poll(id)
    except LookupError:
        raise LessonError(f"no key is known for the prediction {id}.") from None
    options = "".join(
        f"<li><b>{option.letter}</b><span>{html.escape(option.text)}</span></li>" for option in asked.options
    )
    yield Unit("poll", f"<h2>{html.escape(asked.question)}</h2>", alone=id)
    yield Unit("poll", f'<ul class="options">{options}</ul><p>{ASKED}</p>', alone=id)
    yield Unit("poll", f"<p>{TALK}</p>", alone=id)
    yield Unit("poll", f"<p><b>{AGAIN}</b></p>", alone=id)


def _behind(id):
    """What is behind each option of a vote."""
    rows = [
        f"<li><b>{option.letter}{' ✓' if option.right else ''}</b> {html.escape(option.text)}: "
        f"{html.escape(option.says)}</li>"
        for option in poll(id).options
    ]
    return f'<h3>The vote</h3><ul class="behind">{"".join(rows)}</ul>'
