"""A lesson's talk as it is written: slides, their blocks, and what each asks of the lesson's run.

`helpers.classroom.slides` says how to write one, and shows it.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from .parts import LessonError

SHOW = re.compile(r"show: (?P<what>.+?)(?: with (?P<start>.+?))?(?: at the (?P<at>start|end))?$")
CELL = re.compile(r"[a-z][\w-]*$")  # otherwise it is an expression
LESSONS = Path(__file__).resolve().parents[1] / "lessons"
NUMBER = re.compile(r"\{\{(.+?)\}\}")
CODE = re.compile(r"`([^`\n]+)`$|```python\n(.+)\n```$", re.DOTALL)
MINUTES = re.compile(r"(\d+) min\.")  # at the beginning of a note
PART = re.compile(r"```python\n.+?\n```|\S.*?(?=\n\s*\n|\Z)", re.DOTALL)  # code may have empty lines


class TalkError(LessonError):
    """What is wrong with a talk, in one sentence that names the slide."""


@dataclass(frozen=True)
class Block:
    """What stands on a slide: `kind` is show, vote, later, code or text; `asks` is for the lesson's run."""

    kind: str
    source: str
    asks: dict | None = None


@dataclass(frozen=True)
class Slide:
    """One slide: `number` counts from 1."""

    number: int
    title: str
    blocks: tuple[Block, ...]
    note: str

    @property
    def numbers(self):
        """Every expression whose value is printed on the slide or in its note."""
        texts = [self.title, self.note, *(block.source for block in self.blocks)]
        return [found for text in texts for found in NUMBER.findall(text)]

    @property
    def minutes(self):
        """What it takes, by its note."""
        found = MINUTES.match(self.note)
        return int(found[1]) if found else 0


@dataclass(frozen=True)
class Talk:
    name: str
    slides: tuple[Slide, ...]

    @property
    def minutes(self):
        return sum(slide.minutes for slide in self.slides)

    def error(self, slide, says):
        return TalkError(f"{self.name}, slide {slide.number} ({slide.title}): {says}")

    @property
    def asks(self):
        """What the run has to tell: (number of the slide, {"value": expression} or what to show)."""
        for slide in self.slides:
            yield from ((slide.number, {"value": expression}) for expression in slide.numbers)
            yield from ((slide.number, block.asks) for block in slide.blocks if block.asks)


def path_of(lesson):
    return LESSONS / f"lesson_{lesson.number}" / "talk.md"


def of(lesson):
    try:
        return read(path_of(lesson).read_text(encoding="utf-8"), f"the talk of {lesson.number}")
    except FileNotFoundError:
        raise TalkError(f"lesson {lesson.number} has no {path_of(lesson).name} in its folder.") from None


def read(text, name="talk"):
    """The talk that is written in the text.

    >>> [slide] = read("# Twice {{2 * 4}}\\n\\nshow: stepper with x = 1\\n- x = 2\\n\\nNote: Ask.").slides
    >>> slide.title, slide.numbers, slide.note
    ('Twice {{2 * 4}}', ['2 * 4'], 'Ask.')
    >>> slide.blocks[0].asks
    {'show': 'stepper', 'cell': True, 'start': 'x = 1', 'at': None, 'presses': ['x = 2']}
    """
    written = re.split(r"^---\s*$", text.strip(), flags=re.MULTILINE)
    return Talk(name, tuple(_slide(name, number, part.strip()) for number, part in enumerate(written, 1)))


def _slide(name, number, source):
    shown, _, note = f"\n{source}".partition("\nNote:")
    title, *blocks = [part.strip() for part in PART.findall(shown)] or [""]
    if not title.startswith("# ") or "\n" in title:
        raise TalkError(f"{name}, slide {number}: it does not begin with a title, # and a few words.")
    return Slide(number, title[2:], tuple(map(_block, blocks)), note.strip())


def _block(source):
    first, *more = source.split("\n")
    if found := SHOW.match(first):
        what = found["what"]
        asks = {
            "show": what,
            "cell": bool(CELL.match(what)),
            "start": found["start"] or "",
            "at": found["at"],
            "presses": [line.strip()[2:] for line in more if line.strip()],
        }
        return Block("show", "", asks)
    for kind in ("vote", "later"):
        if source.startswith(f"{kind}: "):
            return Block(kind, source.partition(": ")[2])
    code = CODE.match(source)
    return Block("code", (code[1] or code[2]).replace("\n\n", "\n")) if code else Block("text", source)
