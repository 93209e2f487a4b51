"""The base of every exhibit, played without a browser: `set_state` is what a message from the page does."""

import base64
import re
import threading
import time

import numpy as np
import pytest

from helpers.widgets.base.errors import InputError
from tests.drawing.svg_reading import shown
from tests.widgets.base.table import Table


@pytest.fixture
def lab():
    return Table()


def product(lab):
    """The numbers that are drawn behind those of the table."""
    return shown(lab.picture)[4:]


def browser(widget, **inputs):
    """What arrives when the person has changed these controls."""
    widget.set_state({"inputs": {**widget.inputs, **inputs}})


# --- controls to picture --------------------------------------------------------------------------------


def test_every_change_redraws(lab):
    assert product(lab) == ["2", "4", "6", "8"]
    browser(lab, x="3")
    assert product(lab) == ["3", "6", "9", "12"]
    browser(lab, turned=True)
    assert product(lab) == ["3", "9", "6", "12"]
    browser(lab, sign="minus")
    assert product(lab) == ["−3", "−9", "−6", "−12"]
    browser(lab, A=[["1", "0"], ["0", "1"]])
    assert product(lab) == ["−3", "0", "0", "−3"]


def test_a_button_adjusts_other_controls(lab):
    browser(lab, x="5")
    browser(lab, reset=1)
    assert lab.inputs["x"] == "2"
    assert product(lab) == ["2", "4", "6", "8"]
    browser(lab, x="5")
    browser(lab, reset=2)
    assert lab.inputs["x"] == "2"


def test_a_button_repairs_what_was_typed_wrongly(lab):
    browser(lab, x="oops")
    browser(lab, reset=1)
    assert lab.errors == {}
    assert lab.inputs["x"] == "2"


def test_one_message_per_update(lab, monkeypatch):
    sent = []
    monkeypatch.setattr(lab, "_send", lambda message, buffers=None: sent.append(message))
    browser(lab, x="3")
    browser(lab, reset=1)
    updates = [message["state"] for message in sent if message["method"] == "update"]
    assert len(updates) == 2
    assert "picture" in updates[0]
    assert {"picture", "inputs"} <= set(updates[1])


def test_a_change_of_the_browser_is_answered_in_one_message_without_an_echo(lab, monkeypatch):
    sent = []
    monkeypatch.setattr(lab, "_send", lambda message, buffers=None: sent.append(message))
    lab.set_state({"changes": [[1, "x", "2", "3"]]})
    assert [message["method"] for message in sent] == ["update"]
    assert {"picture", "inputs", "heard"} <= set(sent[0]["state"])


def test_a_paste_fills_the_cells(lab):
    browser(lab, A={"cells": lab.inputs["A"], "row": 1, "column": 0, "paste": "8\t9"})
    assert lab.inputs["A"] == [["1", "2"], ["8", "9"]]
    assert product(lab) == ["2", "4", "16", "18"]


@pytest.mark.parametrize(
    ("row", "paste", "sentence"),
    [
        (0, "1 2\n3", "Line 2 of what you pasted has 1 number, but line 1 has 2"),
        (0, "1 2 3\n4 5 6", "room for 2 × 2"),
        (1, "1 2\n3 4", "room for 1 × 2"),
        (0, "  ", "Nothing was pasted"),
        (0, "1 2\n3 x", "Row 1, column 1: “x” is not a number"),
    ],
)
def test_a_paste_that_does_not_fit_gets_a_sentence(lab, row, paste, sentence):
    before = lab.picture
    browser(lab, A={"cells": lab.inputs["A"], "row": row, "column": 0, "paste": paste})
    assert sentence in " ".join(lab.errors.values())
    assert lab.picture == before


# --- what goes wrong ------------------------------------------------------------------------------------


def test_bad_text_leaves_the_picture_and_the_text(lab):
    before = lab.picture
    browser(lab, x="abc")
    assert lab.picture == before
    assert lab.inputs["x"] == "abc"
    assert "“abc” is not a number" in lab.errors["x"]
    browser(lab, x="3")
    assert lab.errors == {}
    assert product(lab) == ["3", "6", "9", "12"]


def test_each_fault_stands_at_its_control(lab):
    browser(lab, x="abc", A=[["1", ""], ["3", "4"]])
    assert set(lab.errors) == {"x", "A[0,1]"}
    assert "Row 0, column 1" in lab.errors["A[0,1]"]
    browser(lab, x="3")
    assert set(lab.errors) == {"A[0,1]"}


def test_the_picture_may_blame_a_control(lab):
    before = lab.picture
    browser(lab, x="7")
    assert lab.errors == {"x": "Seven is not wanted here."}
    assert lab.picture == before


def test_an_exception_is_shown_and_neither_swallowed_nor_raised(lab):
    before = lab.picture
    browser(lab, x="8")
    assert lab.errors == {"": "RuntimeError: eight broke it"}
    assert lab.picture == before
    browser(lab, x="1")
    assert lab.errors == {}


def test_from_python_bad_values_raise(lab):
    lab.set(x=3.0)
    assert product(lab)[0] == "3"
    with pytest.raises(InputError, match="Seven"):
        lab.set(x=7.0)
    with pytest.raises(InputError, match="no control named y; there are x, A"):
        lab.set(y=1.0)


@pytest.mark.parametrize(
    "x", ["3", "abc", "7", "8"], ids=["a picture", "bad text", "a blame", "an exception"]
)
def test_the_browser_learns_which_of_its_changes_are_answered(lab, x):
    lab.set_state({"changes": [[5, "x", lab.inputs["x"], x]]})
    assert (lab.heard, lab.inputs["x"]) == (5, x)


def test_a_change_is_made_on_top_of_what_it_did_not_know(lab):
    lab.set_state({"changes": [[1, "A", [["1", "2"], ["3", "4"]], [["1", "2"], ["3", "50"]]]]})
    late = [2, "A", [["1", "2"], ["3", "50"]], [["7", "2"], ["3", "50"]]]
    lab.set_state({"changes": [[3, "reset", 0, 1], late]})
    assert lab.values["A"].tolist() == [[7, 2], [3, 4]]


def test_changes_are_made_once_and_in_their_order(lab):
    drawn = []
    lab.draw = lambda draw=lab.draw, **values: drawn.append(values["x"]) or draw(**values)
    said = [[1, "x", "2", "3"], [2, "reset", 0, 1], [3, "x", "3", "5"]]
    lab.set_state({"changes": said[:1]})
    lab.set_state({"changes": said})  # the first was under way when the others were made
    lab.set_state({"changes": said})
    assert (drawn, lab.values["x"]) == ([3, 5], 5)
    lab.set_state({"changes": [*said, [4, "gone", "", "1"], [5, "x", "5", "5"]]})
    assert (drawn, lab.heard) == ([3, 5], 5)


def test_a_change_of_a_table_that_has_another_shape_now_is_dropped(lab):
    lab.set(A=np.ones((2, 2)))
    lab.set_state({"changes": [[1, "A", [["1"]], [["7"]]]]})
    assert (lab.inputs["A"], lab.errors) == ([["1", "1"], ["1", "1"]], {})


def test_typing_after_a_paste_that_is_not_answered_keeps_both(lab):
    before = lab.inputs["A"]
    typed = [[*before[0]], [before[1][0], "9"]]
    paste = {"cells": before, "row": 0, "column": 0, "paste": "7 8"}
    lab.set_state({"changes": [[1, "A", before, paste], [2, "A", before, typed]]})
    assert lab.inputs["A"] == [["7", "8"], [before[1][0], "9"]]


@pytest.mark.parametrize(
    "made", [[1], [], None, 5, "xyz", ["1", "x", "2", "3"], [1, ["x"], "2", "3"]], ids=str
)
def test_a_change_that_is_none_gets_a_sentence_and_the_others_are_made(lab, made):
    lab.set_state({"changes": [made, [3, "x", "2", "4"]]})
    assert (lab.heard, lab.values["x"]) == (3, 4)
    assert lab.errors == {"": "A change did not arrive: reload the page and run this cell again."}
    browser(lab, x="5")
    assert lab.errors == {}


@pytest.mark.parametrize("sent", ["inputs", "changes"])
def test_a_forged_message_without_end_is_not_even_looked_at(lab, sent):
    huge, kept = [["1"] * 1000] * 1000, lab.inputs
    lab.set_state({sent: {**lab.inputs, "A": huge} if sent == "inputs" else [[1, "A", [["1"]], huge]]})
    assert lab.errors == {"": "That is more than can be shown here: enter fewer numbers."}
    assert lab.inputs == kept


@pytest.mark.parametrize("after", [[], ["3"], [["3"]], {}, None, {"cells": 3}], ids=str)
def test_a_change_to_what_the_control_cannot_hold_leaves_the_picture(lab, after):
    before = lab.picture
    lab.set_state({"changes": [[1, "x", "2", after], [2, "A", [["1"]], after]]})
    assert lab.picture == before
    lab.set_state({"changes": [[3, "reset", 0, 1]]})
    assert (lab.errors, lab.values["x"]) == ({}, 2)


def test_inputs_that_name_too_few_or_unknown_controls_change_what_they_name(lab):
    lab.set_state({"inputs": {"x": "3", "unknown": "4"}})
    assert (lab.errors, lab.values["x"], lab.values["sign"]) == ({}, 3, "plus")
    assert "unknown" not in lab.inputs


# --- where no kernel runs -------------------------------------------------------------------------------


def test_the_fallback_is_the_picture_before_its_first_step(lab):
    data, _ = lab._repr_mimebundle_()
    assert "image/svg+xml" not in data, "once is enough, and an untrusted JupyterLab shows this one only"
    image = re.search(r'src="data:image/svg\+xml;base64,([^"]+)"', data["text/html"])[1]
    assert base64.b64decode(image).decode() == lab.drawn.opening().still()
    assert re.sub("<style>.*</style>", "", lab.drawn.still()) == lab.picture
    assert 'alt="x times A. Start."' in data["text/html"]
    assert data["text/plain"].splitlines() == ["x times A", "Start.", "Multiply by 2."]
    assert "application/vnd.jupyter.widget-view+json" in data


def test_what_the_browser_sends_while_a_cell_draws_is_answered_too():
    """JupyterLab has the browser answered in another thread than the one in which cells run."""
    lab, heard, drawing = Table(), [], threading.Event()
    draw = lab.draw

    def slow(**values):
        drawing.set()
        time.sleep(0.05)
        return draw(**values)

    lab.draw, lab.adjust = slow, lambda name, values: heard.append(name) or {}
    cell = threading.Thread(target=lab.set, kwargs={"x": 3.0})
    cell.start()
    drawing.wait()
    lab.set_state({"inputs": {**lab.inputs, "reset": 1}})
    cell.join()
    assert heard == ["x", "reset"]
    assert (lab.values["x"], lab.errors) == (3, {})
