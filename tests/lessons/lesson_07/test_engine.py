"""The engine that lesson 07 builds, run from its own cells: right as it stands, caught when broken."""

import contextlib
import functools
import io

import numpy as np
import pytest

from helpers import autodiff as ad
from helpers import notebooks
from helpers.exercises import check
from helpers.lessons.lesson_07 import engine
from helpers.lessons.lesson_07.engine import yours_or_ours

BUILDS = (
    "setup", "opening-run", "node-class", "operation-code", "exercise-07-1", "operations", "orders",
    "exercise-07-2", "exercise-07-3", "sweep", "judges-run", "exp-run", "exercise-07-4",
    "broadcast-run", "exercise-07-5", "fitted-run", "exercise-07-6", "send-run", "exercise-07-7", "proof-run",
)  # fmt: skip


@functools.cache
def sources():
    """What each cell holds, exercises as their solutions; nothing that only draws."""
    lesson = notebooks.find("07")
    found = {cell.id: cell.source for cell in lesson.of_kind("code")}
    found |= {exercise.cell.id: exercise.solution for exercise in lesson.exercises}
    return {id: without_pictures(source) for id, source in found.items()}


def test_a_rule_may_give_a_list():
    multiply = engine.operation(lambda a, b: (a * b, lambda upstream: [upstream * b, upstream * a]))
    a, b = engine.Node(2.0), engine.Node(3.0)
    assert engine.gradients(multiply(a, b), [a, b]) == [3.0, 2.0]


def without_pictures(source):
    return "\n".join(
        line for line in source.splitlines() if not line.startswith(("Backprop", "lines_th", "Orders"))
    )


def built(cell="", old="", new=""):
    """The names of the lesson after all cells that build the engine, with one edit in one of them."""
    assert sources()[cell].count(old) == 1 if cell else True
    names = {}
    with contextlib.redirect_stdout(io.StringIO()), np.errstate(all="ignore"):
        for id in BUILDS:
            exec(sources()[id].replace(old, new) if id == cell else sources()[id], names)
            names["yours_or_ours"] = lambda id, yours: yours  # a broken one is not to be replaced
    return names


def test_a_number_may_stand_on_either_side_of_a_node():
    a = built()["Node"](2.0)
    assert [node.value for node in (5.0 - a, a - 5.0, 5.0 + a, 5.0 * a)] == [3.0, -3.0, 7.0, 10.0]


def prove(names):
    """Run the cell in which check_gradient tries the engine on the functions of the lessons."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), np.errstate(all="ignore"):
        exec(sources()["proof-lessons"], names)
    return printed.getvalue().splitlines()


def test_it_passes_check_gradient_on_the_functions_of_the_lessons():
    lines = prove(built())
    assert len(lines) == 5
    assert all(line.endswith(": passes") for line in lines)


def test_it_agrees_with_the_real_engine_on_numbers_drawn():
    names, random = built(), np.random.default_rng(7)
    for _ in range(20):
        x, W, bias = (random.normal(size=shape) for shape in [(4, 3), (3, 2), (1, 2)])
        nodes = [names["Node"](value) for value in (x, W, bias)]
        y = names["mean"](names["tanh"](names["matmul"](nodes[0], nodes[1]) + nodes[2]))
        right = ad.grad(lambda *xs: np.mean(np.tanh(xs[0] @ xs[1] + xs[2])), (0, 1, 2))(x, W, bias)
        for mine, theirs in zip(names["gradients"](y, nodes), right, strict=True):
            np.testing.assert_allclose(mine, theirs, rtol=1e-12, atol=1e-14)


BROKEN = [
    ("operation-code", "(upstream, upstream)", "(upstream, 0 * upstream)"),
    ("exercise-07-1", "upstream * b, upstream * a", "upstream * a, upstream * b"),
    ("exercise-07-1", "upstream * b, upstream * a", "b, a"),
    ("operation-code", "arg if isinstance(arg, Node) else Node(arg)", 'Node(getattr(arg, "value", arg))'),
    ("exercise-07-2", ", reverse=True", ""),
    ("exercise-07-2", "if node not in found", "if True"),
    ("exercise-07-2", "return sorted(found, key=lambda node: node.born, reverse=True)", "return found"),
    ("exercise-07-2", "extend(node.parents)", "extend(node.parents[:1])"),
    ("exercise-07-3", "arrived.get(parent, 0.0) + downstream", "downstream"),
    ("exercise-07-3", "arrived.get(parent, 0.0)", "arrived.get(parent, 1.0)"),
    ("exercise-07-3", "node.send(arrived[node])", "node.send(upstream)"),
    ("exercise-07-3", "{nodes[0]: upstream}", "{nodes[0]: 1.0}"),
    ("exercise-07-4", "1 - y * y", "1 - x * x"),
    ("exercise-07-5", "tuple(range(np.ndim(gradient) - len(shape)))", "()"),
    ("exercise-07-5", "np.sum(gradient, axis=tuple", "np.mean(gradient, axis=tuple"),
    ("exercise-07-7", "upstream[:, None] * np.exp(x - y[:, None])", "np.exp(x - y[:, None])"),
    ("exp-run", "return y, lambda upstream: upstream * y", "return y, lambda upstream: upstream * x"),
    ("broadcast-run", "upstream / x.size", "upstream"),
    ("exercise-07-6", "fitted(each, parent.value.shape)", "each"),
    ("proof-run", "upstream @ b.T", "upstream @ b.T * 2"),
]  # fmt: skip


@pytest.mark.thorough
@pytest.mark.parametrize(("cell", "old", "new"), BROKEN)
def test_a_broken_step_is_caught(cell, old, new):
    with contextlib.suppress(ValueError, TypeError, KeyError):
        assert not all(line.endswith(": passes") for line in prove(built(cell, old, new)))


def test_who_skips_a_step_goes_on_with_ours(capsys):
    def stub(y):
        return ...

    assert yours_or_ours("07.2", stub) is engine.in_order
    assert yours_or_ours("07.2", engine.in_order) is engine.in_order
    assert capsys.readouterr().out == 2 * "in_order: ours, until 07.2 is correct\n"


def test_who_solves_a_step_goes_on_with_their_own(capsys):
    def mine(gradient, shape):
        return engine.fitted(gradient, shape)

    def multiply(a, b):
        return a * b, lambda upstream: (upstream * b, upstream * a)

    assert yours_or_ours("07.5", mine) is mine
    for _ in range(2):  # the cell that makes it an operation may be run again
        again = engine.operation(yours_or_ours("07.1", multiply))
        assert again.formula is multiply
        assert yours_or_ours("07.1", again) is multiply
    assert capsys.readouterr().out == "fitted: yours\n" + 4 * "multiply: yours\n"


OBVIOUS = {
    "07.1": """
def multiply(a, b):
    return a * b, lambda upstream: [upstream * b, upstream * a]
""",
    "07.5": """
def fitted(gradient, shape):
    while gradient.ndim > len(shape):
        gradient = gradient.sum(axis=0)
    for axis, n in enumerate(shape):
        if n == 1:
            gradient = gradient.sum(axis=axis, keepdims=True)
    return gradient
""",
    "07.6": """
def send(self, upstream):
    if not self.parents:
        return ()
    sent = self.rule(upstream)
    if not isinstance(sent, {kinds}):
        sent = (sent,)
    return tuple(fitted(each, parent.value.shape) for each, parent in zip(sent, self.parents))
""",
}


@pytest.mark.thorough
def test_the_lesson_goes_on_with_other_answers_that_are_correct():
    cells = {exercise.cell.id: exercise.id for exercise in notebooks.find("07").exercises}
    names = {}
    with contextlib.redirect_stdout(io.StringIO()), np.errstate(all="ignore"):
        for id in (*BUILDS, "proof-lessons", "moons-data", "moons-run"):
            answer = OBVIOUS.get(cells.get(id, ""), "").replace("{kinds}", "tuple | list")
            exec(answer or sources()[id], names)
    assert names["fitted"].__code__.co_names[0] == "ndim"  # that one is at work
    assert names["right"] > 0.9


def test_a_send_that_knows_tuples_alone_is_not_called_correct():
    names = {"fitted": engine.fitted}
    exec(OBVIOUS["07.6"].replace("{kinds}", "tuple"), names)
    assert not check("07.6", names["send"])
