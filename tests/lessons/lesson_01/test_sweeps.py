import numpy as np
import pytest

from helpers import autodiff as ad
from helpers.lessons.lesson_01 import sweeps
from helpers.lessons.lesson_01.sweeps import measured_slope, show_sweep
from helpers.widgets import BackpropStepper
from helpers.widgets.stepper import FORGETS


def test_a_measured_slope_believes_no_rule():
    @ad.custom_gradient
    def wrong_rule(x):
        return x * x, lambda upstream: 0 * x

    assert measured_slope(wrong_rule, 3.0) == measured_slope(np.square, 3.0) == 6


def test_every_line_multiplies_and_constants_have_none(capsys):
    x = ad.Tensor(2.0)
    show_sweep(10 * (x * ad.Tensor(3.0)))
    _, *lines = capsys.readouterr().out.splitlines()
    rows = [line.split() for line in lines]
    assert [float(row[1]) for row in rows] == [6, 2, 3]
    assert all(float(up) * float(local) == float(down) for _, _, up, local, down in rows)


def squares(x):
    return np.square(np.square(np.square(x)))


MISSES_AND_HITS = {
    "ANOTHER_X": (
        (squares, {"grad_ys": 3.0, "x": 2.0}),
        [({"x": 1.1}, {"x": 1.0}), ({"x": 0.5}, {"x": -1.0})],
    ),
    "ANOTHER_END": (
        (lambda x, k: k * np.log(1 + np.exp(x)), {"x": 0.0, "k": 10.0}),
        [({"k": 5.0}, {"k": 6.0})],
    ),
    "SHARED": (
        (lambda x, y: 10 * (x * y), {"x": 2.0, "y": 3.0}),
        [({"x": 5.0, "y": 2.0}, {"x": 2.0, "y": 5.0})],
    ),
    "CANCELLED": ((lambda x: np.square(x) + 5 * x, {"x": 3.0}), [({"x": 2.5}, {"x": -2.5})]),
    "FORGETTING": (
        (squares, {"forgetful": True, "grad_ys": 1.0, "x": 2.0}),
        [
            ({FORGETS: "b = a²"}, {FORGETS: "a = x²"}),
            ({FORGETS: "b = a²"}, {FORGETS: "y = b²"}),
            ({"x": 3.0}, {"grad_ys": 2.0}),
        ],
    ),
}


def test_no_task_is_told_by_another_for_they_are_met_in_any_order():
    wanted = [task.wanted for name in MISSES_AND_HITS for task in getattr(sweeps, name)]
    assert [words for words in wanted if "that one" in words] == []


@pytest.mark.parametrize("name", MISSES_AND_HITS)
def test_each_task_is_met_by_what_it_asks_for_and_missed_before(name):
    (function, settings), plays = MISSES_AND_HITS[name]
    names = ("a", "b", "y") if function is squares else ("z", "end") if name == "SHARED" else ()
    stepper = BackpropStepper(function, names=names, ask="", tasks=getattr(sweeps, name), **settings)
    stepper.step = stepper.drawn.last
    assert len(plays) == len(stepper.goals)
    for number, (miss, hit) in enumerate(plays):
        stepper.set(**{control: [value] if control != FORGETS else value for control, value in miss.items()})
        assert len(stepper.found) == number, miss
        stepper.set(**{control: [value] if control != FORGETS else value for control, value in hit.items()})
        assert stepper.found[-1] == getattr(sweeps, name)[number].found
