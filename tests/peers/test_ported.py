"""Rules of logsumexp written in the frameworks themselves: the lesson's solutions, and wrong ones."""

import linecache
import re

import numpy as np
import pytest

from helpers import autodiff as ad
from helpers import notebooks
from helpers.lessons.lesson_09.ported import TRIALS, port

from . import require

MODULE = {"PyTorch": "torch", "JAX": "jax.numpy", "TensorFlow": "tf"}
# The share or the rule, changed, and what is said of it.
WRONG = {
    "upstream[:, None] * {m}.exp(x - y[:, None])": "Correct",
    "{m}.exp(x - y[:, None])": "the upstream is missing",
    "-upstream[:, None] * {m}.exp(x - y[:, None])": "every sign is the other way round",
    "upstream[:, None] ** 2 * {m}.exp(x - y[:, None])": "as a factor twice",
    "upstream.sum() * {m}.exp(x - y[:, None])": "`upstream` is added up and should not be",
    "upstream[:, None] + 0 * x": "gets the whole upstream",
    "upstream[:, None] * y[:, None] + 0 * x": "it is multiplied by the wrong local",
    "upstream[:, None] * (x - y[:, None])": "`exp` is left out",
    "upstream[:, None] * {m}.exp(y[:, None] - x)": "turned upside down",
    "upstream[:, None] * {m}.exp(x - y[:, None]) / x.shape[1]": "divided once more by how many there are",
    "upstream.mean() * {m}.exp(x - y[:, None])": "entry [1, 0] of the downstream moved, and should not have",
    "upstream * {m}.exp(x - y)": "at `",
}


def cell_with(framework, rule):
    """The lesson's cell, with this rule in it."""
    lesson = notebooks.find("09")
    folded = re.findall(r"```python\n(.+?)```", lesson.cell("port-others").source, re.S)
    cells = [lesson.cell("port-pytorch").source, *folded]
    (source,) = (cell for cell in cells if f'port("{framework}"' in cell)
    source = source.rpartition("port(")[0]
    rule = rule.format(m=MODULE[framework])
    if framework == "TensorFlow":
        rule = re.sub(r"upstream\.(\w+)\(\)", r"tf.reduce_\1(upstream)", rule)
        return source.replace("lambda upstream: ...", f"lambda upstream: {rule}")
    if framework == "JAX":
        source = source.replace("return ...", "return logsumexp(x), (x, logsumexp(x))", 1)
        return source.replace("return ...", f"x, y = residuals\n        return ({rule},)")
    return source.replace("return ...", f"return {rule}")


def tried(framework, source):
    name = f"<a port to {framework}>"
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    names = {}
    exec(compile(source, name, "exec"), names)
    return repr(port(framework, next(made for key, made in names.items() if key.startswith("in_"))))


@pytest.mark.parametrize("framework", TRIALS)
def test_each_rule_is_told_what_is_so_of_it(framework):
    require(framework)
    for rule, says in WRONG.items():
        assert says in tried(framework, cell_with(framework, rule)), rule


@pytest.mark.parametrize("framework", TRIALS)
def test_the_solutions_of_the_lesson_are_right(framework):
    """Each rule that the lesson gives is the one that is correct above."""
    solution = notebooks.find("09").cell("port-solutions").source
    assert f"upstream[:, None] * {MODULE[framework]}.exp(x - y[:, None])" in solution


def test_a_rule_that_keeps_a_number_is_right_once():
    require("PyTorch")
    source = cell_with("PyTorch", "upstream[:, None] * torch.exp(x - y[:, None]).detach()")
    assert "The rule is right. But of its own gradient there is none" in tried("PyTorch", source)


def test_results_of_fwd_in_the_other_order_are_told_as_such():
    require("JAX")
    source = cell_with("JAX", "upstream[:, None] * jax.numpy.exp(x - y[:, None])")
    source = source.replace("logsumexp(x), (x, logsumexp(x))", "(x, logsumexp(x)), logsumexp(x)")
    assert "fwd gives y first" in tried("JAX", source)


# --- what the text says beside the exercises ---

X, T, W = np.array([[1.0, 2.0], [3.0, 0.0], [1.0, 1.0]]), np.array([1.0, 2.0, 5.0]), np.array([1.0, -1.0])
EACH = ad.grad(lambda w: np.sum((np.sum(X * w, axis=1) - T) ** 2))(np.repeat(W[None], 3, axis=0))


def test_vmap_of_grad_gives_each_row_its_gradient_in_pytorch_and_jax():
    require("PyTorch")
    require("JAX")
    import jax
    import torch

    def loss(w, x, t):
        return ((x * w).sum() - t) ** 2

    found = torch.func.vmap(torch.func.grad(loss), (None, 0, 0))(*map(torch.tensor, (W, X, T)))
    np.testing.assert_allclose(found, EACH)
    np.testing.assert_allclose(jax.vmap(jax.grad(loss), (None, 0, 0))(W, X, T), EACH, rtol=1e-6)


@pytest.mark.filterwarnings("ignore::FutureWarning", "ignore:.torch.jit:DeprecationWarning")  # its own
def test_pytorch_transposes_in_one_jvp_and_refuses_in_the_other():
    require("PyTorch")
    import torch

    class Cube(torch.autograd.Function):
        @staticmethod
        def forward(x):
            return x**3

        @staticmethod
        def setup_context(ctx, inputs, output):
            ctx.save_for_backward(*inputs)

        @staticmethod
        def backward(ctx, upstream):
            return 3 * ctx.saved_tensors[0] ** 2 * upstream

    at = torch.tensor(2.0), torch.tensor(1.0)
    assert torch.autograd.functional.jvp(Cube.apply, *at)[1] == 12
    with pytest.raises(NotImplementedError):
        torch.func.jvp(Cube.apply, at[:1], at[1:])


def test_pytorch_gives_zeros_where_it_is_told_to():
    require("PyTorch")
    import torch

    x, w = torch.tensor(1.0, requires_grad=True), torch.tensor(2.0, requires_grad=True)
    assert torch.autograd.grad(w**2, x, allow_unused=True) == (None,)
    assert torch.autograd.grad(w**2, x, materialize_grads=True) == (0,)
