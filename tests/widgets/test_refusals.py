"""What no exhibit can show gets one sentence, at once, however it is wrong."""

import time

import numpy as np
import pytest

from helpers.widgets import (
    BackpropStepper,
    GradYsMixer,
    JacobianGrowth,
    JacobianLab,
    MatrixLab,
    Measurement,
    NudgeLines,
    Thrower,
    TinyModel,
)
from helpers.widgets.errors import InputError

CYCLIC = []
CYCLIC.append(CYCLIC)
TWO = lambda x: (x * x, np.sum(x))  # noqa: E731

REFUSED = {
    "lab: text": (lambda: JacobianLab("x*x", x="abc"), "x must be a number or an array of real numbers"),
    "lab: ragged": (lambda: JacobianLab("x*x", x=[[1, 2], [3]]), "x must be a number or an array"),
    "lab: cyclic": (lambda: JacobianLab("x*x", x=CYCLIC), "x must be a number or an array"),
    "lab: too large": (lambda: JacobianLab("x*x", x=np.zeros(10**6)), "x has 1000000 entries"),
    "lab: large answer": (lambda: JacobianLab(lambda x: np.zeros(10**6) * x[0]), r"y has shape \(1000000,\)"),
    "lab: three axes": (lambda: JacobianLab("x*x", x=np.ones((1, 2, 3))), "x has 3 axes"),
    "lab: weights": (lambda: JacobianLab("x*x", upstream="ones"), "upstream must be a number or an array"),
    "lab: deep weights": (lambda: JacobianLab("x*x", tangent=np.ones((1, 1, 2))), "tangent has 3 axes"),
    "lab: arrays": (lambda: JacobianLab("W @ x", W=[[1, "a"]]), "W must be a number or an array"),
    "lab: no function": (lambda: JacobianLab(5), "f must be the name of an example"),
    "lab: no table": (lambda: JacobianLab(show=[]), "is not one of: J, rows"),
    "mixer: text": (lambda: GradYsMixer("square", x="abc"), "x must be a number or an array"),
    "mixer: too large": (lambda: GradYsMixer("x*x", x=np.zeros(10**6)), "x has 1000000 entries"),
    "mixer: large answer": (lambda: GradYsMixer(lambda x: np.zeros(10**6) * x[0]), "y has 1000000 entries"),
    "mixer: three axes": (lambda: GradYsMixer("square", x=np.ones((1, 2, 3))), "x has 3 axes"),
    "mixer: weights": (lambda: GradYsMixer("square", grad_ys="abc"), "grad_ys must be a number or an array"),
    "mixer: one of two": (lambda: GradYsMixer(TWO, grad_ys=5), "grad_ys must be a list of 2"),
    "mixer: no function": (
        lambda: GradYsMixer({}),
        "f must be the name of an example",
    ),
    "growth: text": (lambda: JacobianGrowth(n="abc"), "n must be a number, not 'abc'"),
    "growth: a list": (lambda: JacobianGrowth(m=[1, 2]), r"m must be a number, not \[1, 2\]"),
    "growth: a fraction": (lambda: JacobianGrowth(n=2.5), "2.5 is not a whole number"),
    "growth: NaN": (lambda: JacobianGrowth(n=np.nan), "cannot be drawn: type a finite number"),
    "matrix: text": (lambda: MatrixLab(a="abc", b=[[1]]), "A must be a table of real numbers"),
    "matrix: cyclic": (lambda: MatrixLab(a=CYCLIC, b=[[1]]), "A must be a table of real numbers"),
    "matrix: a preset": (lambda: MatrixLab(preset=[]), "There is no preset"),
    "lines: no function": (lambda: NudgeLines(5, x=1.0), "function must be a Python function"),
    "lines: no input": (lambda: NudgeLines(np.square), "Give one input by name"),
    "lines: two inputs": (lambda: NudgeLines(np.multiply, x=1.0, y=2.0), "Give one input by name"),
    "lines: text": (lambda: NudgeLines(np.square, x="abc"), "x must be a number, not 'abc'"),
    "lines: cyclic": (lambda: NudgeLines(np.square, x=CYCLIC), "x must be a number"),
    "lines: NaN": (lambda: NudgeLines(np.square, x=np.nan), "finite"),
    "lines: huge": (lambda: NudgeLines(np.exp, x=1e5), "not finite: choose another x"),
    "lines: a nudge": (lambda: NudgeLines(np.square, x=1.0, nudge=-1), "nudge = −1 must be between"),
    "lines: no nudge": (lambda: NudgeLines(np.square, x=1.0, nudge=np.nan), "nudge = NaN must be between"),
    "lines: names": (lambda: NudgeLines(np.square, x=1.0, names=5), "names must be a list of texts"),
    "tiny: text": (lambda: TinyModel(w="abc"), "w must be a number, not 'abc'"),
    "tiny: a list": (lambda: TinyModel(b=[1, 2]), r"b must be a number, not \[1, 2\]"),
    "tiny: too large": (lambda: TinyModel(w=1e300), "w = 1e300 is too large"),
    "tiny: NaN": (lambda: TinyModel(target=np.nan), "target = NaN is"),
    "tiny: a rule": (lambda: TinyModel(forgets="tanh"), "forgets names the rule that forgets"),
    "tiny: no rule": (lambda: TinyModel(forgets=[]), "forgets names the rule that forgets"),
    "thrower: text": (lambda: Thrower(grad_ys="no"), "grad_ys must be True or False, not 'no'"),
    "thrower: an array": (lambda: Thrower(grad_ys=np.ones(2)), "grad_ys must be True or False"),
    "measurement": (lambda: Measurement([]), "There is no measurement named"),
    "stepper: text": (lambda: BackpropStepper(np.square, x="abc"), "x must be a number or an array"),
    "stepper: cyclic": (lambda: BackpropStepper(np.square, x=CYCLIC), "x must be a number or an array"),
    "stepper: names": (lambda: BackpropStepper(np.square, x=1.0, names=5), "names must be a list of texts"),
    "stepper: a range": (lambda: BackpropStepper(np.square, x=1.0, ranges={"x": (5, 0)}), "from 5 to 0"),
    "stepper: no range": (lambda: BackpropStepper(np.square, x=1.0, ranges={"x": 5}), "ranges must give"),
    "stepper: a word": (lambda: BackpropStepper(np.square, x=1.0, ranges={"x": "ab"}), "must be two numbers"),
    "stepper: ranges": (lambda: BackpropStepper(np.square, x=1.0, ranges=[1]), "ranges must give"),
    "stepper: groups": (lambda: BackpropStepper(np.square, x=1.0, groups=5), "groups is"),
    "stepper: a group": (lambda: BackpropStepper(np.square, x=1.0, groups={"g": 5}), "The group g must name"),
    "stepper: a range to infinity": (
        lambda: BackpropStepper(np.square, x=1.0, ranges={"x": (0, np.inf)}),
        "ranges must give",
    ),
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
