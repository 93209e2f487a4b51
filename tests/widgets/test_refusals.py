"""What no exhibit can show gets one sentence, at once, however it is wrong."""

import time

import numpy as np
import pytest

from helpers.widgets import (
    Aim,
    BackpropStepper,
    Clinic,
    PhraseBook,
    Slopes,
    Stretch,
    TinyModel,
)
from helpers.widgets.base.errors import InputError

CYCLIC = []
CYCLIC.append(CYCLIC)

REFUSED = {
    "slopes: text": (lambda: Slopes(np.square, "abc"), "x must be a number or an array of real numbers"),
    "slopes: ragged": (lambda: Slopes(np.square, [[1, 2], [3]]), "x must be a number or an array"),
    "slopes: cyclic": (lambda: Slopes(np.square, CYCLIC), "x must be a number or an array"),
    "slopes: too large": (lambda: Slopes(np.square, np.zeros(10**6)), r"x has shape \(1000000,\)"),
    "slopes: large answer": (lambda: Slopes(lambda x: np.zeros(10**6) * x[0], [1.0]), "y has shape"),
    "slopes: no function": (lambda: Slopes(5, [1.0]), "f must be a function of one vector"),
    "slopes: flags": (lambda: Slopes(np.square, [1.0, 2.0], flags=("abc", 1)), "flags must be a number"),
    "stepper: infinite": (lambda: BackpropStepper(np.square, x=-np.inf), "is too large to be drawn"),
    "stepper: the largest": (lambda: BackpropStepper(np.square, x=1e308), "is too large to be drawn"),
    "book: a list": (lambda: PhraseBook(["upstream"]), "book must be the phrase book of a lesson"),
    "stretch: no chain": (lambda: Stretch(5), "Give the input and then the layers by name"),
    "stretch: no layer": (lambda: Stretch({"x": 2.0}), "Give the input and then the layers by name"),
    "stretch: no function": (lambda: Stretch({"x": 2.0, "y": 3}), "y must be a function of one number"),
    "stretch: text": (lambda: Stretch({"x": "abc", "y": np.square}), "x must be a number, not 'abc'"),
    "stretch: cyclic": (lambda: Stretch({"x": CYCLIC, "y": np.square}), "x must be a number"),
    "stretch: NaN": (lambda: Stretch({"x": np.nan, "y": np.square}), "finite"),
    "stretch: infinite": (lambda: Stretch({"x": np.inf, "y": np.square}), "x"),
    "stretch: huge": (lambda: Stretch({"x": 1e5, "y": np.exp}), "not finite or too large"),
    "stretch: the largest": (lambda: Stretch({"x": 1e308, "y": np.square}), "too large"),
    "stretch: an array": (lambda: Stretch({"x": 2.0, "y": lambda x: x * np.ones(3)}), "must be one number"),
    "stretch: untraced": (lambda: Stretch({"x": 2.0, "y": lambda x: 5.0}), "y must be one number made from"),
    "stretch: turned": (lambda: Stretch({"x": 2.0, "y": np.negative}), "must stretch by a positive factor"),
    "stretch: flat": (lambda: Stretch({"x": 2.0, "y": lambda x: 0 * x}), "must stretch by a positive factor"),
    "stretch: long": (
        lambda: Stretch({"x": 1.0} | dict.fromkeys("abcd", np.square)),
        "4 layers: there is room for 3",
    ),
    "stretch: a flag": (lambda: Stretch({"x": 2.0, "y": np.square}, flag=0.5), "flag = 0.5 must be a whole"),
    "stretch: a far flag": (lambda: Stretch({"x": 2.0, "y": np.square}, flag=999), "No whole pulls bring"),
    "tiny: text": (lambda: TinyModel(w="abc"), "w must be a number, not 'abc'"),
    "tiny: a list": (lambda: TinyModel(b=[1, 2]), r"b must be a number, not \[1, 2\]"),
    "tiny: too large": (lambda: TinyModel(w=1e300), "w = 1e300 is too large"),
    "tiny: NaN": (lambda: TinyModel(target=np.nan), "target = NaN is"),
    "tiny: a rule": (lambda: TinyModel(forgets="tanh"), "forgets names the rule that forgets"),
    "tiny: no rule": (lambda: TinyModel(forgets=[]), "forgets names the rule that forgets"),
    "clinic: a list": (lambda: Clinic(["A"]), "ward must be a Ward of patients and tests, not of type list"),
    "aim: text": (lambda: Aim(measured="no"), "measured must be True or False, not 'no'"),
    "aim: an array": (lambda: Aim(measured=np.ones(2)), "measured must be True or False"),
    "stepper: text": (lambda: BackpropStepper(np.square, x="abc"), "x must be a number or an array"),
    "stepper: cyclic": (lambda: BackpropStepper(np.square, x=CYCLIC), "x must be a number or an array"),
    "stepper: names": (lambda: BackpropStepper(np.square, x=1.0, names=5), "names must be a list of texts"),
    "stepper: groups": (lambda: BackpropStepper(np.square, x=1.0, groups=5), "groups must give"),
    "stepper: a group": (lambda: BackpropStepper(np.square, x=1.0, groups={"g": 5}), "The group g must name"),
    "stepper: no function": (lambda: BackpropStepper(5, x=1.0), "function must be a Python function"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_cannot_be_shown_gets_one_sentence_at_once(what):
    make, sentence = REFUSED[what]
    start = time.process_time()
    with pytest.raises(InputError, match=sentence) as said:
        make()
    assert time.process_time() - start < 1
    assert "\n" not in str(said.value)
    assert len(str(said.value)) < 300
