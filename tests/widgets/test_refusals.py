"""What no exhibit can show gets one sentence, at once, however it is wrong."""

import time

import numpy as np
import pytest

from helpers.lessons.lesson_09 import phrasebook
from helpers.widgets import (
    Aim,
    BackpropStepper,
    Checkpoints,
    Clinic,
    Meet,
    PhraseBook,
    Reach,
    Rolling,
    Shaker,
    Slopes,
    Stretch,
    TinyModel,
)
from helpers.widgets.base.errors import InputError
from tests.exercises.run.hostile import Rude, raising

Leaving = type("Leaving", (), {"__array__": raising(SystemExit())})

GARDEN = lambda x: np.stack([x[0] * x[1], 2 * (x[0] + x[1]), np.hypot(x[0], x[1])])  # noqa: E731
A, B = [[1, 2], [3, 4]], [[6, 7, 8], [9, 10, 11]]


def garden(f=GARDEN, x=(4.0, 3.0), **about):
    return lambda: Slopes(f, x, **about)


def chain(**about):
    return lambda: Stretch(about)


def steps(function=np.square, **about):
    return lambda: BackpropStepper(function, **about)


REFUSED = {
    "slopes: text": (garden(x="abc"), "x must be a number or an array of real numbers"),
    "slopes: a table": (garden(x=[[1.0, 2.0]]), "a vector of at most 3 numbers"),
    "slopes: large answer": (garden(lambda x: np.zeros(10**6) * x[0]), "y has shape"),
    "slopes: flat": (garden(lambda x: x * 0.0), "or all 0"),
    "slopes: infinite": (garden(lambda x: np.log(x - x[0])), "not finite"),
    "slopes: no function": (garden(5), "f must be a function of one vector"),
    "slopes: by": (garden(by="diagonals"), "it must be “rows” or “columns”"),
    "slopes: a flag": (garden(flags=("abc", 1)), "flags must be a number"),
    "slopes: flags": (garden(flags=(1,)), "flags must be a list of 2"),
    "slopes: names": (garden(names={"x": ["width"]}), "names has 1 name for x"),
    "slopes: afterwards": (garden(afterwards="no"), "it must be “agree” or “flags”"),
    "slopes: no product": (garden(afterwards="agree"), "Only as many weights as numbers that arrive"),
    "meet: text": (lambda: Meet("abc", B), "a must be a number or an array"),
    "meet: a list": (lambda: Meet([1.0], B), "it must be a matrix"),
    "meet: shapes": (lambda: Meet(A, A + A), "they do not multiply"),
    "meet: too high": (lambda: Meet(np.ones((4, 2)), B), "at most 3 × 2"),
    "meet: too wide": (lambda: Meet(np.ones((2, 3)), np.ones((3, 2))), "at most 3 × 2"),
    "meet: upstream": (lambda: Meet(A, B, upstream=[[1.0]]), r"upstream has shape \(1, 1\)"),
    "meet: nothing": (lambda: Meet(A, B, upstream=np.zeros((2, 3))), r"dA\[1,0\] is 0"),
    "meet: huge": (lambda: Meet([[1e9, 2], [3, 4]], B), "within ±"),
    "book: a list": (lambda: PhraseBook(["upstream"]), "book must be the phrase book of a lesson"),
    "stepper: tasks": (steps(x=2.0, tasks=5), r"No BackpropStepper can be made of this \(TypeError"),
    "stretch: no layer": (chain(x=2.0), "Give the input and then the layers by name"),
    "stretch: no function": (chain(x=2.0, y=3), "y must be a function of one number"),
    "stretch: text": (chain(x="abc", y=np.square), "x must be a number, not 'abc'"),
    "stretch: NaN": (chain(x=np.nan, y=np.square), "finite"),
    "stretch: huge": (chain(x=1e5, y=np.exp), "not finite or too large"),
    "stretch: an array": (chain(x=2.0, y=lambda x: x * np.ones(3)), "must be one number"),
    "stretch: untraced": (chain(x=2.0, y=lambda x: 5.0), "y must be one number made from"),
    "stretch: turned": (chain(x=2.0, y=np.negative), "must stretch by a positive factor"),
    "stretch: flat": (chain(x=2.0, y=lambda x: 0 * x), "must stretch by a positive factor"),
    "stretch: long": (chain(x=1.0, **dict.fromkeys("abcd", np.square)), "4 layers: there is room for 3"),
    "stretch: an engine": (
        lambda: Stretch({"x": 2.0, "y": np.square}, arrives=[4]),
        "arrives must be 2 numbers",
    ),
    "stretch: a flag": (lambda: Stretch({"x": 2.0, "y": np.square}, flag=0.5), "flag = 0.5 must be a whole"),
    "stretch: a far flag": (lambda: Stretch({"x": 2.0, "y": np.square}, flag=999), "No whole pulls bring"),
    "tiny: text": (lambda: TinyModel(w="abc"), "w must be a number, not 'abc'"),
    "tiny: a list": (lambda: TinyModel(b=[1, 2]), r"b must be a number, not \[1, 2\]"),
    "tiny: too large": (lambda: TinyModel(w=1e300), "w = 1e300 is too large"),
    "tiny: NaN": (lambda: TinyModel(target=np.nan), "target = NaN is"),
    "tiny: a rule": (lambda: TinyModel(forgets="tanh"), "forgets names the rule that forgets"),
    "clinic: a list": (lambda: Clinic(["A"]), "ward must be a Ward of patients and tests, not of type list"),
    "reach: no rule": (lambda: Reach({}), "rules must name functions"),
    "reach: an array": (lambda: Reach({"a": lambda x: x * np.ones(3)}), "must return one number"),
    "rolling: no function": (lambda: Rolling({"a": 3}, 0.0, (0, 1)), "sent must name functions"),
    "rolling: without end": (lambda: Rolling({"a": np.square}, 0.0, (0, 1), steps=10**6), "from 1 to 1000"),
    "rolling: no limits": (lambda: Rolling({"a": np.square}, 0.0, None), "limits must be two numbers"),
    "rolling: outside": (lambda: Rolling({"a": np.square}, 5.0, (0, 1)), "within the limits"),
    "checkpoints: too few": (lambda: Checkpoints(2), "a whole number from 4 to 48"),
    "aim: text": (lambda: Aim(measured="no"), "measured must be True or False, not 'no'"),
    "aim: an array": (lambda: Aim(measured=np.ones(2)), "measured must be True or False"),
    "aim: a setting": (lambda: Aim(speed=3), "Aim has no setting named speed"),
    "stepper: nothing": (steps(), "at least one input by name"),
    "stepper: text": (steps(x="abc"), "x must be a number or an array of real numbers, not 'abc'"),
    "stepper: complex": (steps(x=1j), "x must be a number"),
    "stepper: infinite": (steps(x=-np.inf), "is too large to be drawn"),
    "stepper: the largest": (steps(x=1e308), "is too large to be drawn"),
    "stepper: NaN": (steps(x=np.nan), "finite"),
    "stepper: high": (steps(x=np.ones((7, 2))), "x has shape 7 × 2"),
    "stepper: three axes": (steps(x=np.ones((2, 2, 2))), "x has shape 2 × 2 × 2"),
    "stepper: empty": (steps(x=[]), "x has shape 0"),
    "stepper: a number": (steps(lambda x: 3.0, x=1.0), "returned float, not a Tensor"),
    "stepper: a tuple": (steps(lambda x: (x, x), x=1.0), "returned tuple, not a Tensor"),
    "stepper: long": (steps(lambda x: sum([x] * 60), x=1.0), "61 values: the stepper draws at most 40"),
    "stepper: names": (steps(x=1.0, names=5), "names must be a list of texts"),
    "stepper: groups": (steps(x=1.0, groups=5), "groups must give"),
    "stepper: not one": (
        steps(lambda x: np.exp(np.exp(np.exp(x))), x=1.0, groups={"g": ("v1", "v2")}, as_one=np.square),
        "as_one needs one group",
    ),
    "stepper: a group": (steps(x=1.0, groups={"g": 5}), "The group g must name"),
    "stepper: no function": (steps(5, x=1.0), "function must be a Python function"),
    "shaker: rude": (
        lambda: Shaker(raising(Rude()), 3.0, expected=1.0),
        r"No Shaker can be made of this \(Rude\)",
    ),
    "model: leaves": (lambda: TinyModel(rate=Leaving()), r"can be made of this \(SystemExit"),
    "book: a long name": (lambda: PhraseBook(phrasebook, "9" * 5000), "has no task '999"),
}
for what, (groups, says) in {
    "no value": ({"g": ("v1", "q")}, "names q, which is not a value here"),
    "an input": ({"g": ("x", "v1")}, "names x, which is an input"),
    "one": ({"g": ("v1",)}, "fewer than two operations"),
    "two": ({"g": ("v1", "v2"), "h": ("v2", "y")}, "v2 is in two groups"),
    "apart": ({"g": ("v1", "y")}, "used outside through v1, y"),
}.items():
    squares = lambda x: np.square(np.square(np.square(x)))  # noqa: E731
    REFUSED[f"stepper: a group of {what}"] = steps(squares, x=1.0, groups=groups), says


@pytest.mark.parametrize("what", REFUSED)
def test_what_cannot_be_shown_gets_one_sentence_at_once(what):
    make, sentence = REFUSED[what]
    start = time.process_time()
    with pytest.raises(InputError, match=sentence) as said:
        make()
    assert time.process_time() - start < 1
    assert "\n" not in str(said.value)
    assert len(str(said.value)) < 300


def test_a_notebook_shows_the_sentence_and_the_lines_of_ones_own_that_led_to_it():
    def wrong(x):
        return x.nothing

    with pytest.raises(InputError) as caught:
        BackpropStepper(wrong, x=1.0)
    line, sentence = caught.value._render_traceback_()
    assert line.startswith("return x.nothing")
    assert sentence.startswith("No BackpropStepper can be made of this (AttributeError")
