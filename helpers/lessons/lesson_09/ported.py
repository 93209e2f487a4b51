"""A rule written in a framework itself: tried where that framework is installed.

The rule is that of logsumexp over the rows of a table, which lesson 07 asked for.
"""

import importlib
import inspect
import traceback
from dataclasses import dataclass

import numpy as np

from .phrasebook.asking import package, version_here

__all__ = ["Tried", "port"]


@dataclass(frozen=True)
class Tried:
    """What is said of an attempt; `state` is "correct", "not yet", "not attempted" or "not installed"."""

    state: str
    says: str

    def __repr__(self):
        return f"{self.state.capitalize()}: {self.says}"


class NotYet(Exception):
    """Ends a trial; its text is what is said."""


# --- one trial, in each framework: the value, what is sent down, and what is sent down when that is swept ---


def by_pytorch(torch, f, x, u, v):
    """The value of f, its VJP with u, and the VJP with v of that; then PyTorch's own check."""
    x, u, v = map(torch.tensor, (x, u, v))
    x.requires_grad_()
    y = f(x)
    yield y.detach().numpy()
    (sent,) = torch.autograd.grad(y, x, u, create_graph=True)
    yield sent.detach().numpy()
    yield torch.autograd.grad(sent, x, v)[0].numpy() if sent.requires_grad else None
    torch.autograd.gradcheck(f, x.detach().requires_grad_())


def by_jax(jax, f, x, u, v):
    """As in PyTorch, with JAX's own check."""
    from jax.test_util import check_grads

    with jax.enable_x64(True):
        x, u, v = map(jax.numpy.array, (x, u, v))
        y, pullback = jax.vjp(f, x)
        yield np.asarray(y)
        yield np.asarray(pullback(u)[0])
        yield np.asarray(jax.vjp(lambda x: jax.vjp(f, x)[1](u)[0], x)[1](v)[0])
        check_grads(f, (x,), order=1, modes=["rev"])


def by_tensorflow(tf, f, x, u, v):
    """As in PyTorch, with TensorFlow's own check."""
    x, u, v = map(tf.constant, (x, u, v))
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = f(x)
        sent = inner.gradient(y, x, u)
    yield y.numpy()
    yield sent.numpy()
    again = outer.gradient(sent, x, v)
    yield None if again is None else again.numpy()
    claimed, measured = tf.test.compute_gradient(f, [x])
    np.testing.assert_allclose(claimed, measured, atol=1e-5)


TRIALS = {"PyTorch": by_pytorch, "JAX": by_jax, "TensorFlow": by_tensorflow}

# What a wrong rule sends, from the upstream u (a column), x, y (a column) and the shares p.
WRONG = {
    "the upstream is missing: these are the shares alone": lambda u, x, y, p: p,
    "nothing is sent down": lambda u, x, y, p: 0 * p,
    "the sign is turned": lambda u, x, y, p: -u * p,
    "the upstream is multiplied in twice": lambda u, x, y, p: u * u * p,
    "the upstream of all rows is added up first": lambda u, x, y, p: np.sum(u) * p,
    "the upstream itself is sent to every entry": lambda u, x, y, p: u + 0 * p,
    "y is used in place of the share exp(x − y)": lambda u, x, y, p: u * y + 0 * p,
    "x − y is used in place of its exponential": lambda u, x, y, p: u * (x - y),
    "x − y is turned round": lambda u, x, y, p: u * np.exp(y - x),
    "exp(x) is not divided by the sum of its row": lambda u, x, y, p: u * np.exp(x),
    "the upstream is taken away, not multiplied": lambda u, x, y, p: p - u,
    "the upstream is added, not multiplied": lambda u, x, y, p: p + u,
    "the rule of log-softmax stands here": lambda u, x, y, p: u * (1 - p),
    "the slope of a share stands here": lambda u, x, y, p: u * p * (1 - p),
    "the mean over a row is taken": lambda u, x, y, p: u * p / p.shape[1],
    "the shares are those of the columns": lambda u, x, y, p: u * np.exp(x - np.logaddexp.reduce(x)),
}


def port(framework, make):
    """Try make(module) -> f, a function of that framework with a rule of its own for logsumexp.

    Tried are the value, the rule with an upstream drawn at random, the gradient of the gradient, and then the
    framework's own check, in double precision.

    >>> port("PyTorch", ...)
    Not attempted: replace the ... and run this cell again. Needs PyTorch: python -m pip install torch
    """
    name = package(framework)
    install = f"Needs {framework}: python -m pip install {name}"
    if make is ... or "..." in inspect.getsource(make):
        return Tried("not attempted", f"replace the ... and run this cell again. {install}")
    try:
        module = importlib.import_module(name)
    except ImportError:
        return Tried(
            "not installed", f"this cell was not tried. {install}, restart the kernel, run it again."
        )
    try:
        _try(framework, module, make)
    except NotYet as said:
        return Tried("not yet", str(said))
    except Exception as error:
        return Tried("not yet", _told(error, framework, make))
    checks = "value, rule, the gradient of the gradient, and its own check"
    return Tried("correct", f"{framework} {version_here(framework)} agrees: {checks}.")


def _try(framework, module, make):
    random = np.random.default_rng(9)
    x, u, v = random.normal(size=(3, 4)), random.normal(size=3), random.normal(size=(3, 4))
    x[0] += 800  # where exp(x) is infinite
    y = np.logaddexp.reduce(x, axis=1)
    p = np.exp(x - y[:, None])
    f = make(module)
    if not callable(f) or isinstance(f, type):
        raise NotYet(f"{make.__name__} returns {f!r}. It should return the function, such as Function.apply.")
    trial = TRIALS[framework](module, f, x, u, v)
    value = _of_shape(next(trial), y, "value")
    if not np.isfinite(value).all():
        raise NotYet("the value overflows where x is near 800: take the largest of each row out first.")
    if not np.allclose(value, y):
        raise NotYet("the value is not the logarithm of the sum of the exponentials of each row.")
    _compare_rule(_of_shape(next(trial), p, "what the rule sends"), u[:, None], x, y[:, None], p)
    again = next(trial)
    wanted = u[:, None] * (v * p - p * (v * p).sum(axis=1, keepdims=True))
    if again is None or not np.allclose(again, wanted):
        was = "there is none" if again is None else f"it is off by up to {np.max(np.abs(again - wanted)):.2g}"
        says = f"the rule is right. But of its own gradient {was}: what it uses must be seen to depend on x."
        raise NotYet(says)
    next(trial, None)


def _of_shape(found, wanted, what):
    if np.shape(found) != wanted.shape:
        raise NotYet(f"{what} has the shape {np.shape(found)}, and should have {wanted.shape}.")
    return found


def _compare_rule(sent, u, x, y, p):
    if np.allclose(sent, u * p):
        return
    with np.errstate(all="ignore"):
        named = [
            says for says, wrong in WRONG.items() if np.allclose(sent, wrong(u, x, y, p), equal_nan=True)
        ]
    if named:
        raise NotYet(f"the value is right. In the rule {named[0]}.")
    at = tuple(map(int, np.unravel_index(np.argmax(np.abs(sent - u * p)), sent.shape)))
    both = f"{sent[at]:.4g} to x{list(at)}, and {(u * p)[at]:.4g} is right"
    raise NotYet(f"the value is right. The rule sends {both}.")


def _told(error, framework, make):
    """An error of the framework, with the line of the learner's that led there."""
    own = make.__code__.co_filename
    lines = [frame.line for frame in traceback.extract_tb(error.__traceback__) if frame.filename == own]
    at = f" at `{lines[-1]}`" if lines else ""
    first = [*str(error).strip().splitlines(), ""][0]
    return f"{framework} raised {type(error).__name__}{at}: {first}"
