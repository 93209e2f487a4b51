"""What the lessons' tables say of other frameworks, asked of them: each name, and the code that stands there.

What they answered is in tables.json, which `python -m tests.peers` writes. The ordinary tests hold the tables
against the file, so that a misspelt name, or a call that nobody ran, is noticed where no framework is
installed; where one is, it is asked again.
"""

import contextlib
import importlib
import inspect
import json
import re
import warnings
from pathlib import Path

import numpy as np

from helpers import notebooks
from helpers.lessons.lesson_09.phrasebook.asking import version_here

STORED = Path(__file__).with_name("tables.json")
LESSONS = {
    "02": ("VJP with upstream `u`", "JVP with tangent `t`", "Jacobian"),
    "04": ("the upstream you choose",),
}
# The function is f(x) = x², at x = [1, 2], with upstream u = [2, 3] and tangent t = [1, 10].
X, U, T = [1.0, 2.0], [2.0, 3.0], [1.0, 10.0]
RIGHT = {
    "VJP": [4.0, 12.0],
    "upstream": [4.0, 12.0],
    "JVP": [2.0, 40.0],
    "Jacobian": [[2.0, 0.0], [0.0, 4.0]],
}
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


def rows(number):
    """A lesson's tables of frameworks: {framework: {column: cell}}."""
    return notebooks.find(number).frameworks


def code_in(cell):
    """The calls in a cell: a name alone is none."""
    return [code for code in re.findall("`([^`]+)`", cell) if "(" in code]


def calls_of(framework):
    """Every call the tables show for a framework: {code: what kind of answer it gives}."""
    return {
        code: next(kind for kind in RIGHT if kind in column)
        for number, columns in LESSONS.items()
        for column in columns
        for code in code_in(rows(number)[framework][column])
    }


def names_of(framework):
    """Every dotted name in the tables' rows for a framework whose first part is known."""
    spans = (
        span
        for lesson in notebooks.lessons()
        for span in re.findall("`([^`]+)`", " ".join(lesson.frameworks.get(framework, {}).values()))
    )
    dotted = (re.findall(r"(?<![\w.])[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*", span) for span in spans)
    return {name for names in dotted for name in names if name.partition(".")[0] in ROOTS[framework]}


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


# --- asking ---


def f(x):
    return x * x


def constant(x):
    """Does not depend on x, as `other` does not."""
    return np.array([7.0, 7.0])


def tensorflow_1(stack):
    import tensorflow

    tf = tensorflow.compat.v1
    stack.enter_context(tf.Graph().as_default())
    session = stack.enter_context(tf.Session())
    x, u = tf.constant(X), tf.constant(U)
    names = {"tf": tf, "x": x, "y": f(x), "u": u, "other": f(u)}
    return names, lambda parts: None if parts[0] is None else session.run(parts[0])


def tensorflow_2(stack):
    import tensorflow as tf

    x, u = tf.constant(X), tf.constant(U)
    tape = stack.enter_context(tf.GradientTape(persistent=True))
    tape.watch([x, u])
    names = {"tape": tape, "x": x, "y": f(x), "u": u, "other": f(u)}
    return names, lambda answer: answer


def pytorch(stack):
    import torch

    x, other = (torch.tensor(value, requires_grad=True) for value in (X, U))
    names = {"torch": torch, "f": f, "x": x, "y": f(x), "other": f(other)}
    return names | {"u": torch.tensor(U), "t": torch.tensor(T)}, last_of


def jax(stack):
    import jax

    names = {"x": X, "u": U, "t": T}
    arrays = {name: jax.numpy.array(value) for name, value in names.items()}
    return {"jax": jax, "f": f, "constant": constant, **arrays}, last_of


def autograd(stack):
    from autograd import differential_operators

    arrays = {"x": np.array(X), "u": np.array(U), "t": np.array(T)}
    return {**vars(differential_operators), "f": f, "constant": constant, **arrays}, last_of


def last_of(answer):
    """A gradient by itself, or what comes second in (y, tangent)."""
    return answer[-1] if isinstance(answer, tuple) else answer


WORLDS = {
    "TensorFlow 1": tensorflow_1,
    "TensorFlow 2": tensorflow_2,
    "PyTorch": pytorch,
    "JAX": jax,
    "autograd": autograd,
}


def run(framework, code):
    """What the code gives in that framework: numbers, None, or "an error"."""
    with contextlib.ExitStack() as stack:
        stack.enter_context(warnings.catch_warnings(action="ignore"))
        names, part_of_interest = WORLDS[framework](stack)
        try:
            answer = part_of_interest(eval(code, names))
        except NameError:
            raise  # our own mistake
        except Exception:
            return "an error"
        answer = answer.detach() if hasattr(answer, "detach") else answer
        return answer if answer is None else np.asarray(answer).tolist()


def answers_of(framework):
    """What the framework answers to every call in the tables, and what it does where the tables use words."""
    chosen = next(code for code, kind in calls_of(framework).items() if kind == "upstream")
    left_out = re.sub(r", \w+=u\)", ")", chosen).replace("(u)", "()")
    unconnected = re.sub(r"\by\b", "other", chosen).replace("(f)", "(constant)").replace("(f,", "(constant,")
    answers = {
        "version": version_here(framework),
        "names": [name for name in sorted(names_of(framework)) if is_there(framework, name)],
        "calls": {code: run(framework, code) for code in calls_of(framework)},
        "left out": run(framework, left_out),
        "not connected": run(framework, unconnected),
    }
    if framework == "PyTorch":
        answers["left out, one number"] = run(framework, left_out.replace("(y,", "(y.sum(),"))
        answers["not connected, allowed"] = run(framework, unconnected[:-1] + ", allow_unused=True)")
    return answers


def in_words(answer):
    """An answer as the tables put it."""
    if answer is None:
        return "`None`"
    if isinstance(answer, str):
        return answer
    return "zeros" if not np.any(answer) else "ones" if answer == [2.0, 4.0] else str(answer)


def known():
    """What was answered."""
    return json.loads(STORED.read_text(encoding="utf-8"))


def write(answers):
    """Store answers, a framework's name or call a line."""

    def lines(of):
        return ",\n".join(f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in of.items())

    text = ",\n".join(f"{json.dumps(name)}: {{\n{lines(of)}\n}}" for name, of in answers.items())
    STORED.write_text("{" + text + "}\n", encoding="utf-8")
