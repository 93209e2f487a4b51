"""The facts of lesson 07: what its engine says, found by hand-written slopes and by nudging."""

import ast
import re
from pathlib import Path
from types import SimpleNamespace

import numpy as np

from helpers import notebooks
from helpers.lessons.lesson_07 import engine
from helpers.lessons.lesson_08 import ferries
from helpers.widgets.moons.training import Moment, after
from tests.notebooks.facts import shows

POINTS = np.array([(3.0, 10.0), (0.0, 1.0), (2.0, 7.0), (1.0, 4.0)])
X, TARGETS = POINTS.T


def slopes(w, b):
    """Of the sum of the squared misses, by hand."""
    miss = w * X + b - TARGETS
    return np.array([2 * np.sum(miss * X), 2 * np.sum(miss)])


def errors_while_learning(clears, steps=8):
    """The errors before each step, with a gradient that is kept, and cleared or not."""
    weights, kept = np.zeros(2), np.zeros(2)
    for _ in range(steps):
        yield round(float(np.sum((weights[0] * X + weights[1] - TARGETS) ** 2)))
        kept = slopes(*weights) + (0 if clears else kept)
        weights = weights - 0.02 * kept


def met_alone(x, target):
    """The line to which descent from 0 leads if one point is all it sees."""
    return target * x / (x * x + 1), target / (x * x + 1)


LAST = met_alone(1.0, 4.0)
EACH = np.array([met_alone(*point) for point in POINTS]).T
REAL = np.exp(2.0)
FACTS = {
    "solution-07-2": f"{10_000:,} nodes cost {10_000**2 // 2 // 10**6} million looks",
    "opening-run": [np.sum(TARGETS**2), *LAST, np.sum((LAST[0] * X + LAST[1] - TARGETS) ** 2),
                    "The line 2 x + 2 meets (1, 4)."],
    "paths-added": [3, 1, 0],
    "paths-count-run": [*[(n, 2**n, 2 ** (n + 1) - 1, 2.0**n) for n in (1, 2, 3, 12)],
                        30, round(2**30 / 1e6)],
    "sums-run": ["a adds up: 1 + 1 + 2 + 2 = 6.", "b sends 1 again."],
    "by-hand": ["1 leaves sum = a + b", "a = 4, b = 3, sum = 7."],
    "operations": ["multiply: ours, until 07.1 is correct"],
    "orders": ["Which one can send first?"],
    "sweep": ["in_order: ours, until 07.2 is correct", "handed_down: ours, until 07.3 is correct",
              "x adds up: 2 + 9 + 9 + 9 = 29."],
    "judges-run": [f"yours {s:g}, the real engine {s:g}, nudged {s:g}"
                   for s in (4 * 3.0**3 + 10 * 3, *slopes(2.0, 1.0))],
    "twice-run": [4, 4 + 8, 4, 4 + 4, 4, 4],
    "stepper-twice": ["2 + 2 + 4 + 4 = 12", "With this step a new sweep begins.", "b sends 2 again."],
    "zero-grad-run": [f"{name}: {', '.join(map(str, errors_while_learning(clears)))}."
                      for name, clears in (("Cleared", True), ("Never cleared", False))],
    "exp-run": [f"exp 0: yours {REAL:g}, the real engine {REAL:g}, nudged {REAL:g}",
                f"exp_anew 0: yours {REAL:g}, the real engine {REAL:g}, nudged {REAL:g}"],
    "in-place-run": ["eᵇ = [0, 0]", "× [0, 0] = [0, 0] arrives at b.", "A nudge of a measures [7.389, 1]."],
    "broadcast-run": [*EACH, 0, "The line 0 x + 1 meets (0, 1)."],
    "fitted-run": ["fitted: ours, until 07.5 is correct"],
    "send-run": ["send: ours, until 07.6 is correct", "w = 3.000, b = 1.000, error 0.000",
                 f"= {np.mean(X):g} arrives at w"],
    "proof-run": ["tanh: ours, until 07.4 is correct", "logsumexp: ours, until 07.7 is correct"],
    "proof-lessons": ["model: passes", "matmul: passes", "log-sum-exp: passes", "layer: passes"],
    "moons-run": ["the right ferry: 100.0%", f"careless 0: yours 1, the real engine {1 - np.tanh(1) ** 2:g}"],
    "dual-class": ["times: ours, until 07.8 is correct"],
    "dual-why": "−{:g} = −{:g} · 1 − {:g} · 10".format(*-slopes(2.0, 1.0) @ [[1, 1, 0], [10, 0, 1]]),
    "dual-run": [f"yours {tangent:g}, ad.jvp {tangent:g}"
                 for tangent in (138, slopes(2.0, 1.0) @ [1, 10])],
}  # fmt: skip
test_shown = shows("07", FACTS)


ENGINE = Path(engine.__file__).read_text(encoding="utf-8")

# --- one engine, in the notebook and in helpers.lessons.lesson_07.engine ---


def definitions(source):
    """What a source defines: {name: its code, without docstrings, comments and decorators}."""
    found = {}
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef):
            node.decorator_list = []
            node.body = [line for line in node.body if not is_docstring(line)]
            found[node.name] = ast.unparse(node)
    return found


def is_docstring(line):
    return isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant)


def test_the_engine_that_is_handed_out_is_the_one_that_the_lesson_builds():
    lesson = notebooks.find("07")
    sources = [cell.source for cell in lesson.of_kind("code") if not cell.roles & {"exercise", "predict"}]
    sources += [exercise.solution for exercise in lesson.exercises]
    built = {name: code for source in sources for name, code in definitions(source).items()}
    handed_out = definitions(ENGINE)
    parts = "add", "multiply", "exp", "mean", "in_order", "handed_down", "fitted", "send", "times", "sweep"
    for name in (*parts, "gradients"):
        assert built[name] == handed_out[name], name
    assert {*engine.ANSWERS.values()} == {exercise.answer for exercise in lesson.exercises}


def test_the_network_of_the_lesson_learns_the_moons_with_the_engine_alone():
    (share,) = re.findall(r"right ferry: ([\d.]+)%", notebooks.find("07").cell("moons-run").text)
    assert float(share) >= 95


def test_a_rule_without_its_slope_still_learns_only_worse():
    names = {"np": np, "SimpleNamespace": SimpleNamespace} | vars(ferries) | vars(engine)
    source = notebooks.find("07").cell("moons-data").source
    exec(source[: source.index("Moons(")], names)
    places, T, start, rules = (names[name] for name in ("places", "T", "start", "rules"))
    learned = after(Moment(0, tuple(start), ()), 400, places, T, rules["careless"])
    assert 0.6 < learned.right(places, T) < 0.95
    assert learned.losses[-1] < learned.losses[0]
