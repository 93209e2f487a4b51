"""The stepper draws the sweep of an engine that somebody wrote, right or wrong."""

import re

import pytest

from helpers.lessons.lesson_07.broken_engines import by_paths, kept, whole_sums
from helpers.lessons.lesson_07.engine import Node, exp, in_order, multiply, operation, sweep
from helpers.widgets import BackpropStepper
from helpers.widgets.base.errors import InputError
from tests.drawing.svg_reading import shown
from tests.widgets.stepper.computations import at_step


def two_uses(x):
    a = x * x
    return a * a + 5.0 * a


def doubled_twice(x):
    b = x + x
    return b + b


def eighth_power(x):
    for _ in range(3):
        x = x * x
    return x


# --- sweeps that go wrong ---


def last_wins(y, upstream=1.0):
    arrived = {y: upstream}
    for node in in_order(y):
        yield node, arrived[node]
        arrived.update(zip(node.parents, node.send(arrived[node]), strict=True))


def stops_early(y, upstream=1.0):
    yield from list(sweep(y, upstream))[:2]


def kept_twice(y, upstream=1.0):
    yield from kept(y, upstream)
    yield from kept(y, upstream)


def never_ends(y, upstream=1.0):
    while True:
        yield y, upstream


class Bare(Node):
    """A node that sends one thing, however many parents it has."""

    def send(self, upstream):
        return (upstream,) if self.parents else ()


def said(function, sweep, **inputs):
    return BackpropStepper(function, engine=(Node, sweep), **inputs).transcript


def test_a_right_engine_is_drawn_as_the_real_one():
    theirs = BackpropStepper(two_uses, x=3.0)
    ours = BackpropStepper(two_uses, engine=(Node, sweep), x=3.0)
    assert "x adds up: 69 + 69 = 138." in ours.transcript[-1]
    assert ours.transcript[0] == theirs.transcript[0]
    assert sorted(line.split(": ")[-2:] for line in ours.transcript[1:]) == sorted(
        line.replace("5 × v1", "v1 × 5").split(": ")[-2:] for line in theirs.transcript[1:]
    )


@pytest.mark.parametrize(
    ("function", "sweep", "x", "words"),
    [
        (two_uses, last_wins, 3.0, "5 + 9 + 9 = 23 arrived at v1, but this engine goes on with 9."),
        (doubled_twice, whole_sums, 1.0, "v1 sends 1 again."),
        (doubled_twice, stops_early, 1.0, "2 + 2 = 4 for x is left over."),
        (lambda x: (x * x) * (x * x), kept_twice, 2.0, "v1 sends 4 again."),
    ],
)
def test_what_goes_wrong_is_said(function, sweep, x, words):
    assert words in " ".join(said(function, sweep, x=x))


def test_a_value_has_one_box_however_often_it_is_at_work():
    stepper = BackpropStepper(eighth_power, engine=(Node, by_paths), x=2.0)
    assert len(stepper.transcript) == 1 + 10, "7 times a box is at work, 3 of them in two parts"
    assert stepper.transcript[-1].split("\n")[0].endswith("= 1024.")
    assert shown(stepper.picture).count("v1 = x × x") == 1


def test_what_is_kept_adds_up_on_the_box_and_what_is_sent_again_is_said_there():
    stepper = BackpropStepper(doubled_twice, engine=(Node, kept_twice), a=1.0)
    still = shown(stepper.picture)
    assert "1 + 1 + 1 + 1 = 4" in still
    assert "2 + 2 + 4 + 4 = 12" in still
    assert "1 × 1" not in still, "the ways would make 4"
    assert "sends 2 again" in still
    assert "a new sweep" in still
    new = ["new sweep" in line for line in stepper.transcript]
    assert new == [False, False, False, True, False]
    kept_so_far = at_step(stepper.picture, 2)
    assert kept_so_far.count("1 + 1") == kept_so_far.count("2 + 2") == 1, "and more is to come at both"
    left = [line.split()[0] for line in stepper.transcript[1:]]
    assert left == ["1", "2", "1", "4"]


def test_what_the_sweep_walks_later_arrives_later():
    stepper = BackpropStepper(doubled_twice, engine=(Node, whole_sums), names=("b", "c"), a=1.0)
    details = [line.partition("\n")[2].split() for line in stepper.transcript[1:]]
    assert [words[6] + words[4] for words in details] == ["c1", "b1", "c1", "b2"]
    assert "adds up" not in stepper.transcript[1]
    assert "4.0=as a right sweep brings" in stepper.picture


@pytest.mark.parametrize(
    ("function", "sweep", "inputs", "found"),
    [
        (doubled_twice, whole_sums, {"a": 1.0}, "= 6 arrives at a; a right sweep brings 4. v1 sends 1"),
        (doubled_twice, kept_twice, {"a": 1.0}, "= 12 arrives at a; a right sweep brings 4. v1 sends"),
        (two_uses, sweep, {"x": 3.0}, "= 138 arrives at x: along a path locals multiply, where paths meet"),
        (lambda x: (x * [1.0, 2.0]) * x, kept_twice, {"x": 1.0}, " arrives at x, as you said."),
    ],
)
def test_what_a_wrong_sweep_brings_is_not_put_down_to_the_chain_rule(function, sweep, inputs, found):
    assert found in BackpropStepper(function, engine=(Node, sweep), **inputs).picture


def test_a_wrong_rule_is_set_beside_a_nudge():
    def added(a, b):
        return Node(a.value + b.value, "add", (a, b), lambda upstream: (-upstream, upstream))

    stepper = BackpropStepper(added, engine=(Node, sweep), a=4.0, b=3.0)
    assert " A nudge of a measures 1.\n" in stepper.transcript[-1]
    assert [text for text in shown(stepper.picture) if "measured" in text] == ["measured: 1"]


@pytest.mark.parametrize(
    ("k", "spoiled"),
    [(0, {}), (1, {"a": "[1, 1]", "b": "[10, 3]"}), (2, {}), (3, {"b": "[10, 3]"})],
)
def test_an_overwritten_array_shows_what_stands_there_and_what_it_spoils_is_set_beside_nudges(k, spoiled):
    def overwritten(y, upstream):
        in_order(y)[k].value[:] = 0.5
        return sweep(y, upstream)

    stepper = BackpropStepper(lambda a, b: a * exp(b), engine=(Node, overwritten), a=[10, 3], b=[0, 0])
    measured = [text for text in shown(stepper.picture) if "measured" in text]
    assert measured == [f"measured: {slope}" for slope in spoiled.values()]
    assert all(
        f" A nudge of {name} measures {slope}." in stepper.transcript[-1] for name, slope in spoiled.items()
    )
    assert ("b = [0.5, 0.5]" in stepper.transcript[0]) == (k == 2)
    fields = re.findall(r'data-cell="(\w)\[0,0\]" data-value="(\d+)"', stepper.picture)
    assert fields == [("a", "10"), ("b", "0")], "the fields hold what was typed"


def test_nothing_odd_is_said_of_a_right_engine():
    for function, inputs in ((two_uses, {"x": 3.0}), (multiply, {"a": 2.0, "b": [1.0, 2.0, 3.0]})):
        lines = said(function, sweep, **inputs)
        assert not any("engine" in line or "left over" in line or "nudge" in line for line in lines)


@pytest.mark.parametrize(
    ("function", "sweep", "words"),
    [
        (two_uses, never_ends, "makes more than 40 steps"),
        (lambda x: Node(x.value, "add", (x, x), lambda upstream: upstream), by_paths, "not fewer or more"),
        (lambda x: Bare(x.value, "add", (x, x)), by_paths, "add has 2 parents: its rule is to send a"),
        (lambda x: Bare(x.value, "add", (x, x)), lambda *of: [*by_paths(*of)], "to each, not 1."),
        (two_uses, lambda y, upstream: [y], "yields Node: it must yield"),
        (two_uses, lambda y, upstream: None, "gives NoneType: it must yield"),
        (two_uses, lambda y, upstream: [(y, None)], "NoneType as an upstream: it must be numbers"),
        (two_uses, lambda y, upstream: [(y, "one")], "str as an upstream: it must be numbers"),
        (lambda x: Node(x.value, "add", (x, x), lambda up: up, up), sweep, "and up is unknown"),  # noqa: F821
        (lambda x: x.value, sweep, "returned ndarray, which has no value: return a node"),
        (lambda x: eighth_power(eighth_power(eighth_power(x))), by_paths, "more than 40 steps"),
    ],
)
def test_an_engine_that_cannot_be_drawn_is_told_why(function, sweep, words):
    with pytest.raises(InputError, match=words):
        BackpropStepper(function, engine=(Node, sweep), x=1.0)


def test_a_gradient_in_a_shape_that_its_value_has_not_is_pointed_out():
    times = operation(lambda a, b: (a * b, lambda upstream: (upstream * b, upstream * a)))

    class Unfitted(Node):
        def send(self, upstream):
            return self.rule(upstream) if self.parents else ()

    def product(a, b):
        made = times(a, b)
        made.__class__ = Unfitted
        return made

    lines = said(product, sweep, a=2.0, b=[1.0, 2.0, 3.0])
    assert " a gets (3,), and not () as its value has.\n" in lines[-1]


def test_a_sweep_may_be_a_dict():
    assert said(two_uses, lambda y, upstream: dict(sweep(y, upstream)), x=3.0) == said(two_uses, sweep, x=3.0)


def test_an_engine_is_a_pair():
    with pytest.raises(InputError, match=r"engine must be \(leaf, sweep\)"):
        BackpropStepper(two_uses, engine=sweep, x=1.0)


def test_nothing_is_folded_of_an_engine_of_ones_own():
    with pytest.raises(InputError, match="groups do not go with an engine"):
        BackpropStepper(two_uses, engine=(Node, sweep), groups={"all": ("v1",)}, x=1.0)
