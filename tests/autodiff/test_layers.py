"""The engine and the rules are all of reverse mode: they need nothing that is built on them."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np

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
first = gradients(y, [w, {{"x": x}}], create_graph=True)
second = gradients(first[0], w, grad_ys=[[1.0, 2.0], [3.0, 5.0]])
flags = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
failed = sum(doctest.testmod(file, optionflags=flags).failed for file in (structure, sweep, tensor))
ours = [name for name in sys.modules if name.startswith("helpers.autodiff.")]
print(json.dumps([first[0].value.tolist(), first[1]["x"].value.tolist(), second.tolist(), failed, ours]))
"""


def test_the_engine_and_the_rules_differentiate_alone():
    run = subprocess.run([sys.executable, "-c", ALONE], capture_output=True, text=True, check=True)
    by_w, by_x, second, failed, modules = json.loads(run.stdout.splitlines()[-1])

    def f(w, x):
        return np.sum(np.tanh(w @ x) ** 2 * ad.stop_gradient(x)) + x[0]

    w, x = np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([0.5, -1.0])
    np.testing.assert_allclose(by_w, ad.grad(f)(w, x), rtol=1e-14)
    np.testing.assert_allclose(by_x, ad.grad(f, 1)(w, x), rtol=1e-14)
    np.testing.assert_allclose(
        second, ad.grad(lambda w: np.sum(ad.grad(f)(w, x) * [[1.0, 2.0], [3.0, 5.0]]))(w), rtol=1e-13
    )
    assert failed == 0  # of the examples in the docstrings
    files = {f"{path.parent.name}.{path.stem}" for path in HOME.glob("*/*.py") if path.stem != "__init__"}
    assert {name.removeprefix("helpers.autodiff.") for name in modules} == files | {"engine", "rules"}
