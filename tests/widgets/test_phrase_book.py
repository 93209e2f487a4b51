"""The phrase book shows the program that was run, and beside it what everybody answers."""

import re

import pytest

from helpers.drawing import svg
from helpers.lessons.lesson_09 import phrasebook
from helpers.lessons.lesson_09.phrasebook import FRAMEWORKS, answers, phrase, task, tasks
from helpers.widgets import PhraseBook
from helpers.widgets.base.errors import InputError
from helpers.widgets.phrase_book.drawing import KINDS, choices_of, newest_of, short
from tests.drawing.svg_reading import text_boxes
from tests.thorough import sample
from tests.widgets.test_narrow import words_have_room


def words_in(picture):
    return [text for text, *_ in text_boxes(picture)]


def kinds_downwards(book, name):
    """The kinds of the newest answers, in the order in which their boxes stand."""
    tops = {text.removeprefix("▸ "): top for text, _, top, *_ in text_boxes(book.picture)}
    labels = {}
    for who, version, outcome in answers(name).rows:
        labels.setdefault(who, (tops[f"{who} {version}".strip()], outcome.kind))
    return [kind for _, kind in sorted(labels.values())]


@pytest.mark.parametrize("name", tasks())
def test_every_program_and_every_answer_is_drawn(name):
    book = PhraseBook(phrasebook, name)
    for framework in FRAMEWORKS:
        drawn = words_in(book.takes["of"][short(framework)]["picture"])
        for line in filter(None, phrase(name, framework).code.splitlines()):
            assert line.strip() in map(str.strip, drawn), framework
        everything = "".join(drawn).replace(" ", "")
        for _, _, outcome in answers(name).rows:
            assert "".join(outcome.lines).replace(" ", "") in everything


def test_an_answer_can_be_guessed_first():
    book = PhraseBook(phrasebook, "kink")
    book.set(answers=False)
    assert "0.5" not in words_in(book.picture)
    assert "0.5" not in book.drawn.alt
    book.set(answers=True)
    assert words_in(book.picture).count("0.5") == 2


@pytest.mark.parametrize("name", sample(tasks()))
def test_all_tell_what_comes_out_when_it_was_guessed_of_one(name):
    newest = newest_of(phrasebook, name)
    said = {kind: label for label, kind in choices_of(task(name)).items()}
    for number, (who, outcome) in enumerate(newest.items()):
        book = PhraseBook(phrasebook, framework=who, guess=[name])
        size = book.drawn.size
        assert "What comes out is hidden." in book.drawn.alt
        right = number % 2  # every other guess
        label = said[outcome.kind if right else next(kind for kind in said if kind != outcome.kind)]
        book.set(**{f"{name} {who}": label})
        assert (f"✓ {label}, as you said" if right else f"✗ you said {label}") in words_in(book.picture)
        so = "as you said" if right else f"not {label}"
        assert book.found[0].startswith(f"{'' if right else '✗ '}{who}: {said[outcome.kind]}, {so}. ")
        assert book.drawn.size == size
        assert (kinds := kinds_downwards(book, name)) == sorted(kinds, key=[*KINDS].index)
        book.set(framework="all")
        assert f"out comes {' '.join(', '.join(outcome.lines).split())}." in book.drawn.alt


def test_each_task_that_is_guessed_is_to_be_reached():
    book = PhraseBook(phrasebook, guess=("left_out", "cut"))
    book.set(task=task("cut").title, **{"cut JAX": "None"})
    assert not book.found  # the first is still open
    book.set(**{"left_out PyTorch": "an error"})
    book.set(task=task("left_out").title)
    where = "PyTorch, JAX, autograd"
    assert book.found == [
        f"PyTorch: an error, as you said. Ones in ours, TF 1, TF 2; an error in {where}.",
        "✗ JAX: an error, not None. None in ours, TF 1, TF 2, PyTorch; an error in JAX, autograd.",
    ]


def test_the_next_task_comes_at_a_press_and_after_the_last_the_first():
    book = PhraseBook(phrasebook, framework="JAX", guess=("left_out", "cut"))
    for name in "cut", "left_out":
        book.set_state({"inputs": book.inputs | {"next": book.inputs["next"] + 1}})
        assert (book.values["task"], book.values["framework"]) == (task(name).title, "JAX")
        assert [goal.startswith("Next: ") for goal in book.goals] == [name == "cut", name != "cut"]


def test_one_thing_after_the_other_is_to_be_looked_up():
    find = [("How?", "stop", ["PyTorch"], "detach|stop_gradient"), ("Which?", "check", ["TensorFlow 2"], "")]
    book = PhraseBook(phrasebook, "upstream", "all", find=find)
    for wanted in {"task": task("stop").title}, {"framework": "JAX"}:
        book.set(**wanted)
        assert not book.found
    book.set(line="stop = jax.lax.stop_gradient")
    assert "not what is asked" in words_in(book.picture)
    book.set(task=task("kink").title)
    book.set(line="import jax")
    assert "not in this task" in words_in(book.picture)
    book.set(task=task("stop").title)
    book.set(framework="PyTorch")
    for line in "y.backward()", "y = x * x.detach()":
        assert not book.found
        assert "y = x * tf.stop_gradient(x)" not in words_in(book.picture)
        size = book.drawn.size
        book.set(line=line)
        assert book.drawn.size == size
    assert words_in(book.picture).count("y = x * tf.stop_gradient(x)") == 2  # so do others say it
    assert book.found == ["PyTorch: y = x * x.detach()"]  # no remark: the line that says it
    book.set(task=task("check").title)
    book.set(framework="JAX")
    assert book.goals == ["How?", "Which?"]  # nothing is told but in the boxes
    book.set(framework="TF 2")
    assert book.found[1:] == ["TensorFlow 2: It gives two Jacobians, and you compare them."]


def test_a_box_that_has_no_answer_says_how_it_is_done_once_its_line_was_clicked():
    book = PhraseBook(phrasebook, "residuals", "JAX", find=phrasebook.KEEPS_Y, answers=False)
    size = book.drawn.size
    for who, unseen in ("JAX", 5), ("PyTorch", 4), ("autograd", 3):
        book.set(framework=who)
        first, *code = phrase("residuals", who).code.splitlines()
        book.set(line=first)
        assert words_in(book.picture).count("?") == unseen + 1
        assert "not it" in words_in(book.picture)
        (right,) = (line for line in code if re.search(phrasebook.KEEPS_Y[0][3], line))
        book.set(line=right)
        assert "".join(phrase("residuals", who).note.replace("`", "").split()) in "".join(
            words_in(book.picture)
        ).replace(" ", "")
        assert words_in(book.picture).count("?") == unseen
        assert book.drawn.size == size
        is_way_of_y_there = f'fill="{svg.LOCAL}"/>' in book.picture  # the head of its arrow
        assert is_way_of_y_there == (who != "autograd")
        assert ("not what is asked" in words_in(book.picture)) == (who == "PyTorch")  # which keeps y as well


@pytest.mark.parametrize("name", ["kink", "not_connected", "cut", "twice"])
def test_of_what_sets_out_from_y_as_much_reaches_x_as_comes_out(name):
    picture, kinds = PhraseBook(phrasebook, name).picture, [out.kind for *_, out in answers(name).rows]
    assert picture.count('z" fill=') == kinds.count("a number") + kinds.count("zero")  # heads of arrows
    assert words_in(picture).count("0") == kinds.count("zero")
    assert picture.count(f'stroke="{svg.BAD}"') == kinds.count("an error")


@pytest.mark.parametrize(("name", "ends"), [("kink", ["x", "y"]), ("forward", ["y", "x"])])
def test_a_jvp_goes_from_x_to_y(name, ends):
    letters = [word for word in words_in(PhraseBook(phrasebook, name).picture) if word in ends]
    assert letters == ends * (len(letters) // 2) != []


def test_a_check_is_right_to_object_to_a_wrong_rule():
    book = PhraseBook(phrasebook, "check")
    for says, wash in ("notices", svg.LOCAL_WASH), ("does not", svg.PAIRS[2]):
        assert words_in(book.picture).count(says) == book.picture.count(f'fill="{wash}"') > 1


def test_what_an_older_version_said_stands_below_the_newest():
    drawn = words_in(PhraseBook(phrasebook, "kink").picture)
    assert drawn.index("▸ PyTorch 2.15.0") < drawn.index("PyTorch 2.13.0")


@pytest.mark.parametrize("name", tasks())
def test_in_a_small_window_nothing_is_cut_off(name):
    for book in PhraseBook(phrasebook, name, "JAX"), PhraseBook(phrasebook, guess=[name]):
        book.narrow = True
        assert words_have_room(book.picture) <= 330  # a window of 700 with the file list open


@pytest.mark.parametrize("given", [{"task": "nonsense"}, {"guess": ["nonsense"]}, {"framework": "Fortran"}])
def test_what_it_has_not_is_refused_with_what_it_has(given):
    with pytest.raises(InputError, match=r"has no .*; it has .*(upstream|PyTorch)"):
        PhraseBook(phrasebook, **given)
