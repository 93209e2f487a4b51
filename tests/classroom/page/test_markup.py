"""Whatever a lesson shows or asks stands on a page and on a slide as text, and starts nothing there."""

from html.parser import HTMLParser
from types import SimpleNamespace

import pytest

from helpers.classroom.page import writing
from helpers.classroom.page.document import document
from helpers.classroom.slides import writing as slides
from helpers.exercises.review.polls import Option, Poll
from helpers.notebooks import talk

BAD = "\"'></p></script><!--<script><x-bad>&amp;"
ASKED = Poll("07.p1", BAD, (Option("A", BAD, True, BAD), Option("B", BAD, False, BAD)))


class Reader(HTMLParser):
    """What a browser makes of markup, as far as Python knows it: its elements, and what is said in it."""

    def __init__(self, markup):
        super().__init__(convert_charrefs=True)
        self.tags, self.said = [], ""
        self.feed(markup)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.said += "".join(value or "" for _, value in attributes)

    def handle_data(self, data):
        self.said += data

    def handle_comment(self, data):
        self.tags.append("a comment")


def output(kind, **fields):
    return type("Output", (dict,), {"__getattr__": dict.get})(output_type=kind, **fields)


STATE = {"more": True, "transcript": [BAD, BAD], "title": BAD}
OUTPUTS = {
    "printed": output("stream", text=BAD),
    "an error": output("error", ename=BAD, evalue=BAD),
    "a value": output("execute_result", data={"text/plain": BAD}),
}


def cell(kind, **about):
    usual = {"roles": frozenset({kind}), "kind": "code", "id": "one", "source": "", "ids": lambda role: []}
    return SimpleNamespace(**usual | about)


@pytest.fixture
def composed(tmp_path):
    lesson = SimpleNamespace(path=tmp_path / "07.ipynb", title=BAD, cells=[])
    done = SimpleNamespace(lesson=lesson, outputs=[], exhibit=lambda data: None)
    return writing.Composed(done, with_solutions=True)


@pytest.fixture
def polls(monkeypatch):
    for module in (writing, slides):
        monkeypatch.setattr(module, "poll", lambda id: ASKED)


def is_only_text(markup, times=1):
    read = Reader(markup)
    assert not {"x-bad", "a comment"} & set(read.tags), markup
    assert read.said.count(BAD) == times, markup


@pytest.mark.parametrize("name", OUTPUTS)
def test_an_output(composed, name):
    is_only_text(composed.output(OUTPUTS[name]), times=2 if name == "an error" else 1)


def test_a_cell(composed):
    """Its code, and what it is called."""
    is_only_text(composed.cell(cell("code", source=BAD), ()))
    is_only_text(composed.cell(cell(BAD, id=BAD), ()), times=2)


def test_a_prediction_and_its_answer(composed, polls):
    is_only_text(writing.question("07.p1"), times=3)
    composed.lesson.cells = [cell("predict", ids=lambda role: ["07.p1"] * (role == "predict"))]
    is_only_text("".join(composed.behind()), times=2)


def test_an_exhibit_and_its_steps():
    markup = writing.living(STATE, "")
    assert markup.count("<script") == markup.count("</script>") == 1
    assert "<!--" not in markup
    is_only_text(markup, times=2)


def test_a_title(tmp_path):
    is_only_text(writing.write_index([writing.Page(tmp_path, BAD, 0)], tmp_path).read_text(encoding="utf-8"))
    is_only_text(document(BAD, "", []))


def test_a_vote_on_a_slide(polls):
    slide = talk.read("# A\n\nvote: 07.p1").slides[0]
    body, behind = slides._vote(talk.read("# A"), slide, "07.p1", "")
    assert "x-bad" not in Reader(body + behind).tags
    is_only_text(body, times=7)
    is_only_text(behind, times=4)


@pytest.mark.parametrize(
    ("size", "beside", "classes"),
    [
        ([100, 200], "Words.", "beside has-picture"),
        ([400, 200], "Words.", "has-picture"),
        ([100, 200], "vote: 07.p1\n\nWords.", "has-picture has-vote"),
    ],
)
def test_a_narrow_picture_stands_beside_words_and_not_beside_a_vote(polls, size, beside, classes):
    said = talk.read(f"# A\n\nshow: a\n\n{beside}")
    slide, _ = slides._slide(said, said.slides[0], iter([{"svg": "", "alt": "", "size": size}]))
    assert f'<section class="{classes}"' in slide


def test_what_is_shown_on_a_slide():
    is_only_text(slides._shown({"svg": "", "alt": BAD}))
    is_only_text(slides._shown({"text": BAD}))
    drawn = {"state": STATE, "drawings": [BAD], "presses": [1, 2], "size": [1, 1], "still": "", "mute": False}
    markup = slides._shown(drawn)
    assert markup.count("<script") == markup.count("</script>") == 1
    assert "<!--" not in markup


def test_a_page_may_run_its_own_scripts_alone_and_send_nothing_anywhere():
    policy = dict(
        rule.split(" ", 1)
        for rule in document("", "", [], scripts=["1"])
        .partition('Policy" content="')[2]
        .partition('"')[0]
        .split("; ")
    )
    assert {policy[name] for name in ("default-src", "base-uri", "form-action")} == {"'none'"}
    assert all(each.startswith("'sha256-") or each == "blob:" for each in policy["script-src"].split())
