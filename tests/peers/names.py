"""Every name of another framework that the lessons' tables speak of, looked up in that framework.

`python -m tests.peers.names` looks them up and stores those that are there in names.json; the ordinary tests
hold the tables against the file, so that a misspelt name is noticed where no framework is installed.
"""

import contextlib
import importlib
import inspect
import json
import re
from pathlib import Path

from helpers import lessons

STORED = Path(__file__).with_name("names.json")
# What the first part of a name stands for in the tables: a module, or something in one.
ROOTS = {
    "TensorFlow 1": {"tf": "tensorflow.compat.v1"},
    "TensorFlow 2": {"tf": "tensorflow", "tape": "tensorflow:GradientTape",
                     "ForwardAccumulator": "tensorflow.autodiff:ForwardAccumulator"},
    "PyTorch": {"torch": "torch", "Function": "torch.autograd:Function", "jacfwd": "torch.func:jacfwd",
                **dict.fromkeys("ybcw", "torch:Tensor")},
    "JAX": {"jax": "jax", "f": "jax:custom_vjp", "b": "jax:Array"},
    "autograd": {"np": "autograd.numpy", "defvjp": "autograd.extend:defvjp", "grad": "autograd:grad",
                 "jacobian": "autograd:jacobian",
                 **{name: f"autograd.differential_operators:{name}" for name in ("make_vjp", "make_jvp")}},
}  # fmt: skip


def names_in_the_tables():
    """{framework: every dotted name whose first part is known}."""
    found = {framework: set() for framework in ROOTS}
    for lesson in lessons.lessons():
        for framework, row in lesson.frameworks.items():
            for span in re.findall("`([^`]+)`", " ".join(row.values())) if framework in ROOTS else ():
                dotted = re.findall(r"(?<![\w.])[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*", span)
                found[framework] |= {name for name in dotted if name.partition(".")[0] in ROOTS[framework]}
    return found


def is_there(framework, name):
    """Whether the framework, which is installed, has that name."""
    root, *parts = name.split(".")
    module, _, inside = ROOTS[framework][root].partition(":")
    found = importlib.import_module(module)
    for part in [*filter(None, [inside]), *parts]:
        if not hasattr(found, part) and inspect.ismodule(found):
            with contextlib.suppress(ImportError):
                importlib.import_module(f"{found.__name__}.{part}")
        if not hasattr(found, part):
            return False
        found = getattr(found, part)
    return True


if __name__ == "__main__":
    there = {
        framework: sorted(name for name in names if is_there(framework, name))
        for framework, names in names_in_the_tables().items()
    }
    STORED.write_text(json.dumps(there, indent=1) + "\n", encoding="utf-8")
