"""The engine and the rules are all of reverse mode: they need nothing that is built on them."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import helpers.autodiff as ad

HOME = Path(ad.__file__).parent

# The package's own __init__ imports everything, so an empty package stands in for it.
ALONE = f"""
import doctest, json, sys, types
package = sys.modules["helpers.autodiff"] = types.ModuleType("helpers.autodiff")
package.__path__ = [{str(HOME)!r}]

import numpy as np
import helpers.autodiff.rules
from helpers.autodiff.engine import structure, sweep, tensor
from helpers.autodiff.engine.sweep import gradients, stop_gradient
from helpers.autodiff.engine.tensor import Tensor

w, x = Tensor([[1.0, 2.0], [3.0, 4.0]]), Tensor([0.5, -1.0])
y = np.sum(np.tanh(w @ x) ** 2 * stop_gradient(x)) + x[0]
first = gradients(y, {{"w": w, "x": x}}, create_graph=True)
second = gradients(first["w"], w)
flags = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
failed = sum(doctest.testmod(file, optionflags=flags).failed for file in (structure, sweep, tensor))
ours = [name for name in sys.modules if name.startswith("helpers.autodiff.")]
print(json.dumps([second.tolist(), failed, ours]))
"""


def test_the_engine_and_the_rules_differentiate_alone():
    run = subprocess.run([sys.executable, "-c", ALONE], capture_output=True, text=True, check=True)
    second, failed, modules = json.loads(run.stdout.splitlines()[-1])
    x = np.array([0.5, -1.0])
    f = lambda w: np.sum(np.tanh(w @ x) ** 2 * x)  # noqa: E731
    by_hand = ad.grad(lambda w: np.sum(ad.grad(f)(w)))([[1.0, 2.0], [3.0, 4.0]])
    np.testing.assert_allclose(second, by_hand, rtol=1e-13)
    assert failed == 0  # of the examples in the docstrings
    files = {f"{path.parent.name}.{path.stem}" for path in HOME.glob("*/*.py") if path.stem != "__init__"}
    assert {name.removeprefix("helpers.autodiff.") for name in modules} == files | {"engine", "rules"}


def test_it_takes_as_long_to_read_as_it_says():
    texts = {path.relative_to(HOME).as_posix(): path.read_text() for path in HOME.rglob("*.py")}
    firsts = ("engine/operations.py", "rules/table.py")  # of these, the first paragraphs are the idea
    idea = [*(texts[name].split('"""')[1] for name in firsts)]
    idea += [texts.pop(name) for name in ("engine/tensor.py", "rules/elementwise.py", "engine/sweep.py")]

    def minutes(*parts):
        return sum(len(part.split()) for part in parts) / 100

    of_idea = minutes(*idea)
    engine, rules, beside = (
        minutes(*(text for name, text in texts.items() if name.rpartition("/")[0] == folder))
        for folder in ("engine", "rules", "")
    )
    first_paragraphs = minutes(*idea[:2])
    assert 40 < of_idea < 50
    assert engine < 35
    assert (rules - first_paragraphs, beside) == (pytest.approx(70, abs=7), pytest.approx(75, abs=7))
