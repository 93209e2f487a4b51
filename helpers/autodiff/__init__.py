"""Reverse-mode automatic differentiation, small enough to read in an hour.

Two folders are all of reverse mode. Read them first, in this order:

1. ``engine/tensor``  the trace: a value that remembers how it was made (with ``engine/operations``: what the
   engine knows about functions)
2. ``rules``          the mathematics: what each operation does to the upstream gradient
3. ``engine/sweep``   the backward sweep, `gradients` (with ``engine/structure``: lists and dicts)

The files beside them are built on these two, and neither knows of them:

4. ``own_rules``   what a rule written by a person is shown, and how its answer is checked
5. ``steps``       the sweep in slow motion, `backward_steps`
6. ``transforms``  functions of functions: `vjp`, `jvp`, `grad`, `jacobian`, `hessian`
7. ``tape``        the same in the shape of TensorFlow 2
8. ``custom``      a function with a gradient of its own: `custom_gradient`
9. ``registry``    rules by name: `op`, `register_gradient`, `lookup_gradient`
10. ``check``      compare a gradient with finite differences

It stays small: without docstrings, comments and blank lines, the engine is at most 350 lines, and the rules
are at most 450.
"""

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
    "GradientMismatch", "GradientTape", "Op", "Step", "Tensor", "backward_steps", "check_gradient",
    "custom_gradient", "grad", "gradients", "hessian", "jacobian", "jvp", "lookup_gradient", "matmul",
    "numerical_rule", "op", "register_gradient", "stop_gradient", "value_and_grad", "vjp",
]  # fmt: skip
