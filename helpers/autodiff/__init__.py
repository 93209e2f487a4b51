"""Reverse-mode automatic differentiation in plain NumPy, written to be read.

If you have never seen an engine, build one in ``notebooks/07_build_your_own_autodiff.ipynb``, and find it
again here. All of reverse mode stands in two folders. Its idea is in these files, about three quarters of an
hour at a hundred words a minute:

0. ``engine/operations``  its first paragraphs: the words that all files use
1. ``engine/tensor``      the trace: a value that remembers how it was made
2. ``rules/table``        how a rule is written down (its first paragraphs)
   ``rules/elementwise``  the mathematics: what each operation does to the upstream gradient
3. ``engine/sweep``       the backward sweep, `gradients`

The other files of ``engine`` take half an hour, and each has one subject: what is known of functions (the
rest of ``operations``), what a Tensor refuses (``refusals``), lists and dicts (``structure``), arrays that
are written to too early (``constants``), who differentiates again (``watching``), and gradients that arrive
in pieces (``pieces``). The other ``rules`` are there to be looked up; to read them all takes 70 minutes.
To import them fills the tables of the engine, which itself knows no rule but to hand on.

The files beside the folders are built on them, an hour and a quarter more. Neither folder imports any of
these:

4. ``transforms``  functions of functions: `vjp`, `jvp`, `grad`, `jacobian`, `hessian`
5. ``tape``        the same in the shape of TensorFlow 2
6. ``own_rules``   what a rule written by a person is shown, and how its answer is checked
7. ``steps``       the sweep in slow motion, `backward_steps`
8. ``check``       compare a gradient with finite differences
9. ``arrays``      one Tensor of numbers that stand in lists, `array`
10. ``custom``     a function with a gradient of its own: `custom_gradient`
11. ``registry``   rules by name: `op`, `register_gradient`, `lookup_gradient`
"""

from .arrays import array
from .check import GradientMismatch, check_gradient, numerical_rule
from .custom import custom_gradient
from .engine.sweep import gradients, stop_gradient
from .engine.tensor import Tensor
from .own_rules import Op
from .registry import lookup_gradient, op, register_gradient
from .rules.products import matmul
from .steps import Step, backward_steps
from .tape import GradientTape
from .transforms import grad, hessian, jacobian, jvp, value_and_grad, vjp

__all__ = [
    "GradientMismatch", "GradientTape", "Op", "Step", "Tensor", "array", "backward_steps", "check_gradient",
    "custom_gradient", "grad", "gradients", "hessian", "jacobian", "jvp", "lookup_gradient", "matmul",
    "numerical_rule", "op", "register_gradient", "stop_gradient", "value_and_grad", "vjp",
]  # fmt: skip
