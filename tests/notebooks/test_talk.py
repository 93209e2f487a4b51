"""A talk: it is read as it is written, and all that it names is in its lesson."""

import pytest

from helpers.exercises.review.polls import poll
from helpers.notebooks import find, lessons, talk

LESSONS = [lesson.number for lesson in lessons()]
FEWEST, MOST = 12, 18  # slides of a lecture of 20 minutes
MINUTES = 20  # by its notes


@pytest.mark.parametrize("number", LESSONS)
def test_what_a_talk_names_is_in_its_lesson(number):
    lesson = find(number)
    said = talk.of(lesson)
    blocks = [block for slide in said.slides for block in slide.blocks]
    shown = {block.asks["show"] for block in blocks if block.asks and block.asks["cell"]}
    assert shown <= {cell.id for cell in lesson.of_kind("code")}
    assert all(poll(block.source) for block in blocks if block.kind == "vote")
    assert FEWEST <= len(said.slides) <= MOST
    assert all(slide.note for slide in said.slides)
    assert said.minutes == MINUTES


def test_a_slide_is_its_title_its_blocks_and_its_note():
    [slide] = talk.read(
        "# Why `dy`?\n\n`y = f(x)`\n\n```python\ndef f(x):\n\n    return x\n```\n\n"
        "show: cell with a = 1 at the end\n\nlater: *So*.\n\nvote: 01.p1\n\nNote: Ask."
    ).slides
    assert [block.kind for block in slide.blocks] == ["code", "code", "show", "later", "vote"]
    assert (slide.title, slide.note) == ("Why `dy`?", "Ask.")
    assert slide.blocks[1].source == "def f(x):\n    return x"
    assert slide.blocks[2].asks["at"] == "end"


def test_a_slide_without_a_title_is_named():
    with pytest.raises(talk.TalkError, match="slide 2: it does not begin with a title"):
        talk.read("# One\n---\nTwo")
