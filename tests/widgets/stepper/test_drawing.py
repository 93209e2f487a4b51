"""What shows at which step, and that nothing lies on anything else."""

import re

import numpy as np
import pytest

from helpers import autodiff as ad
from helpers.widgets import BackpropStepper
from helpers.widgets.stepper.computation import trace
from helpers.widgets.stepper.drawing import draw_steps
from helpers.widgets.stepper.ways import MEETS
from tests.drawing.svg_reading import SVG, parse, placed, shown, text_boxes
from tests.thorough import THOROUGH
from tests.widgets.stepper.computations import SCALARS, at_step, chain, network, said, some_inputs


def test_a_gradient_appears_with_its_step():
    stepper = BackpropStepper(chain, x=2.0)
    for step in range(4):
        now = at_step(stepper.picture, step)
        assert now.count("?") == 3 - step
        assert ("32" in now, "8" in now, "1024" in now) == (step >= 1, step >= 2, step >= 3)


@pytest.mark.parametrize("column", [0, 272])
def test_where_a_sweep_is_stopped_it_is_seen_and_below_it_nothing_arrives(column):
    t = trace(lambda x: 5 * ad.stop_gradient(np.square(x)), {"x": 3.0}, names=("s", "y"))
    assert [box.title for box in t.boxes] == ["x", "s", "frozen", "y"], "it takes no name of another"
    drawn = draw_steps(t, column).svg
    waiting, after = at_step(drawn, 1), at_step(drawn, 2)
    assert (waiting.count("?"), waiting.count("nothing")) == (2, 0)
    assert (after.count("?"), after.count("nothing")) == (0, 2)
    bars = [part for part in parse(drawn).iter() if part.get("data-step") == f"{1 + MEETS:g}"]
    assert len(bars) == 1


def test_a_sweep_that_nothing_stops_has_no_bar_and_reaches_everything():
    drawn = draw_steps(trace(chain, {"x": 2.0})).svg
    assert "nothing" not in shown(drawn)


def test_a_sum_is_unfinished_until_its_last_part():
    stepper = BackpropStepper(lambda x, y: np.sin(x) * x + x * y, x=1.0, y=-3.0)
    steps = [at_step(stepper.picture, k) for k in range(5)]
    assert [now.count("+") for now in steps[:4]] == [0, 0, 1, 1]
    assert [("?" in now) for now in steps] == [True, True, True, True, False]


def test_the_still_image_is_the_last_step():
    picture = BackpropStepper(chain, x=2.0).picture
    assert at_step(picture, 3) == shown(picture)


@pytest.mark.parametrize(
    ("name", "column"), [("chain", 272), ("chain", 520), ("used twice", 520), ("log1pexp", 520)]
)
def test_a_narrow_picture_says_the_same_in_rows_that_fit(name, column):
    function = SCALARS[name]
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    t = trace(function, dict.fromkeys(names, 1.5))
    wide, narrow = draw_steps(t), draw_steps(t, column)
    assert sorted(shown(narrow.svg)) == sorted(shown(wide.svg))
    assert narrow.transcript == wide.transcript
    assert narrow.size[0] <= column / 0.846, "its type would be too small to be read"
    texts = [box for box in text_boxes(narrow.svg) if box[0]]
    for k, (one, left, top, right, bottom) in enumerate(texts):
        assert 0 <= left <= right <= narrow.size[0], one
        for other, *box in texts[:k]:
            apart = right <= box[0] or box[2] <= left or bottom <= box[1] or box[3] <= top
            assert apart, (one, other)


def two_ways(x):
    return (2 * x**3) * (3 * x**2)


def seven_boxes(x):
    for _ in range(6):
        x = 1.5 * x
    return x


@pytest.mark.parametrize(("function", "highest"), [(two_ways, 310), (seven_boxes, 580)])
def test_at_half_a_screen_a_graph_is_low(function, highest):
    drawn = draw_steps(trace(function, {"x": 10.0}), 620)
    assert drawn.size[1] <= highest


def test_every_number_fits_its_box():
    rng = np.random.default_rng(0)
    drawn = draw_steps(trace(network, some_inputs(rng)))
    width, height = (float(parse(drawn.svg).get(side)) for side in ("width", "height"))
    assert width < 3000
    assert height < 1500


def random_computation(seed, values=40):
    """A function of x and w with so many values, or one less; what nothing uses is added up at the end."""

    def function(x, w):
        rng = np.random.default_rng(seed)
        made, unused = [x, w], {0, 1}
        while len(made) + len(unused) - 1 < values - 1:
            a, b = (max(0, len(made) - 1 - int(rng.exponential(5.0))) for _ in "ab")
            operation = [np.sin, np.tanh, np.add, np.multiply][rng.integers(4)]
            operands = (a, b)[: operation.nin]
            made.append(operation(*(made[k] for k in operands)))
            unused = (unused - set(operands)) | {len(made) - 1}
        first, *rest = sorted(unused)
        total = made[first]
        for k in rest:
            total = total + made[k]
        return total

    return function


def points(path):
    """Points along a drawn edge, M x y, C ..., Q ..., L x y; and only those."""
    at, found = np.zeros(2), []
    for command, numbers in re.findall(r"([MCLQ])([^MCLQ]+)", path):
        corners = np.array(re.findall(r"-?[\d.]+", numbers), dtype=float).reshape(-1, 2)
        t = np.linspace(0, 1, 25)[:, None]
        if command == "C":
            a, b, end = corners
            curve = (1 - t) ** 3 * at + 3 * (1 - t) ** 2 * t * a + 3 * (1 - t) * t**2 * b + t**3 * end
        elif command == "Q":
            a, end = corners
            curve = (1 - t) ** 2 * at + 2 * (1 - t) * t * a + t**2 * end
        else:
            (end,) = corners
            curve = at + t * (end - at) if command == "L" else corners
        found.append(curve)
        at = end
    return np.concatenate(found)


@pytest.mark.parametrize("seed", range(4 if THOROUGH else 1))
def test_no_label_touches_a_curve_or_a_box_in_a_graph_of_40_values(seed):
    stepper = BackpropStepper(random_computation(seed), x=0.3, w=-0.7)
    values = stepper.transcript[0].count(" = ")
    assert 39 <= values <= 40
    boxes, gates, curves, ways = [], [], {}, []
    for element, x, y in placed(stepper.picture):
        if element.tag == SVG + "path" and element.get("fill") == "none":
            curves[element.get("d")] = np.add(points(element.get("d")), (x, y))
            if element.get("data-way"):
                ways.append(element.get("d"))
        elif element.tag == SVG + "rect" and element.get("rx") in ("8", "9") and element.get("y") == "0":
            outline = x, y, x + float(element.get("width")), y + float(element.get("height"))
            (gates if element.get("rx") == "8" else boxes).append(outline)
    outlines, own = boxes + gates, dict(enumerate(ways, len(boxes)))
    assert len(boxes) == values
    assert len(gates) == len(ways)
    assert len(gates) == sum(len(re.findall(" at |, twice", line)) for line in said(stepper)[1:])
    for i, (left, top, right, bottom) in enumerate(outlines):
        for other in outlines[:i]:
            apart = right <= other[0] or other[2] <= left or bottom <= other[1] or other[3] <= top
            assert apart
        for path, at in curves.items():
            inside = (left + 0.1 < at[:, 0]) & (at[:, 0] < right - 0.1)
            inside &= (top + 0.1 < at[:, 1]) & (at[:, 1] < bottom - 0.1)
            assert own.get(i) == path or not inside.any()
