"""A rule written in a framework itself: tried where that framework is installed.

The rule is that of logsumexp over the rows of a table, which lesson 07 asked for.
"""

import importlib
import inspect
import traceback

import numpy as np

from helpers.exercises import verdict_on, with_a_response
from helpers.exercises.say.cards import CORRECT, NOT_ATTEMPTED, NOT_YET, Result

from .phrasebook.asking import package, version_here

__all__ = ["port"]


class NotYet(Exception):
    """Ends a trial: what is said, and facts to look at."""


# --- in each framework: f in the form of lesson 07, from an array to its value and its rule; and a function
# for what the rule's own gradient sends down, which asks the framework's own check too ---


def by_pytorch(torch, f):
    def as_ours(x):
        x = torch.tensor(x, requires_grad=True)
        y = f(x)
        return y.detach().numpy(), lambda u: torch.autograd.grad(y, x, torch.tensor(u), True)[0].numpy()

    def twice(x, u, v):
        x, u, v = map(torch.tensor, (x, u, v))
        (sent,) = torch.autograd.grad(f(x.requires_grad_()), x, u, create_graph=True)
        found = torch.autograd.grad(sent, x, v)[0].numpy() if sent.requires_grad else None
        torch.autograd.gradcheck(f, x.detach().requires_grad_())
        return found

    return as_ours, twice


def by_jax(jax, f):
    from jax.test_util import check_grads

    def as_ours(x):
        with jax.enable_x64(True):
            y, pullback = jax.vjp(f, jax.numpy.array(x))
        if isinstance(y, tuple):
            raise NotYet("The value is a tuple. It should be y: fwd gives y first, and then what bwd needs.")
        return np.asarray(y), jax.enable_x64(True)(lambda u: np.asarray(pullback(jax.numpy.array(u))[0]))

    def twice(x, u, v):
        with jax.enable_x64(True):
            x, u, v = map(jax.numpy.array, (x, u, v))
            found = np.asarray(jax.vjp(lambda x: jax.vjp(f, x)[1](u)[0], x)[1](v)[0])
            check_grads(f, (x,), order=1, modes=["rev"])
        return found

    return as_ours, twice


def by_tensorflow(tf, f):
    def as_ours(x):
        x = tf.constant(x)
        with tf.GradientTape(persistent=True) as tape:
            tape.watch(x)
            y = f(x)
        return y.numpy(), lambda u: tape.gradient(y, x, tf.constant(u)).numpy()

    def twice(x, u, v):
        x, u, v = map(tf.constant, (x, u, v))
        with tf.GradientTape() as outer:
            outer.watch(x)
            with tf.GradientTape() as inner:
                inner.watch(x)
                y = f(x)
            sent = inner.gradient(y, x, u)
        found = outer.gradient(sent, x, v)
        claimed, measured = tf.test.compute_gradient(f, [x])
        np.testing.assert_allclose(claimed, measured, atol=1e-5)
        return None if found is None else found.numpy()

    return as_ours, twice


TRIALS = {"PyTorch": by_pytorch, "JAX": by_jax, "TensorFlow": by_tensorflow}


def port(framework, make):
    """Try make(module) -> f, a function of that framework with a rule of its own for logsumexp.

    Tried are the value and the rule, as lesson 07 tries its own, then the gradient of the gradient and the
    framework's own check, in double precision.

    >>> port("PyTorch", ...)
    Not attempted: logsumexp in PyTorch
    Replace the ... and run this cell again.
    Next step: python -m pip install torch, if PyTorch is not installed here.
    """
    name = package(framework)
    if make is ... or "..." in inspect.getsource(make):
        install = f"python -m pip install {name}, if {framework} is not installed here."
        return _card(NOT_ATTEMPTED, framework, "Replace the ... and run this cell again.", next_step=install)
    try:
        module = importlib.import_module(name)
    except ImportError:
        install = f"python -m pip install {name}, restart the kernel, and run this cell again."
        return _card(NOT_ATTEMPTED, framework, f"{framework} is not installed here.", next_step=install)
    try:
        _try(framework, module, make)
    except NotYet as said:
        return _card(NOT_YET, framework, *said.args)
    except Exception as error:
        return _card(NOT_YET, framework, _told(error, framework, make))
    agree = "agrees: value, rule, the gradient of the gradient, and its own check."
    return _card(CORRECT, framework, f"{framework} {version_here(framework)} {agree}")


def _card(state, framework, says, *facts, next_step=""):
    heading = f"{state.capitalize()}: logsumexp in {framework}"
    return Result(heading, (says,), facts, state=state, next_step=next_step)


def _try(framework, module, make):
    f = make(module)
    if not callable(f) or isinstance(f, type):
        raise NotYet(f"{make.__name__} returns {f!r}. It should return the function, such as Function.apply.")
    as_ours, twice = TRIALS[framework](module, f)
    random = np.random.default_rng(9)
    x, u, v = random.normal(size=(3, 4)), random.normal(size=3), random.normal(size=(3, 4))
    verdict, _ = verdict_on("07.7", as_ours)
    verdict = verdict and with_a_response("07.7", as_ours, verdict)
    if verdict and verdict.name == "raises":
        as_ours(x)[1](u)  # once more, to see in which line
    if verdict:
        raise NotYet(verdict.says.replace("`np.", "`"), *verdict.facts)
    found, p = twice(x, u, v), np.exp(x - np.logaddexp.reduce(x, axis=1)[:, None])
    wanted = u[:, None] * (v * p - p * (v * p).sum(axis=1, keepdims=True))
    if found is None or not np.allclose(found, wanted):
        was = "there is none" if found is None else f"it is off by up to {np.max(np.abs(found - wanted)):.2g}"
        says = f"The rule is right. But of its own gradient {was}: what it uses must be seen to depend on x."
        raise NotYet(says)


def _told(error, framework, make):
    """An error of the framework, with the line of the learner's that led there."""
    own = make.__code__.co_filename
    lines = [frame.line for frame in traceback.extract_tb(error.__traceback__) if frame.filename == own]
    at = f" at `{lines[-1]}`" if lines else ""
    first = [*str(error).strip().splitlines(), ""][0]
    return f"{framework} raised {type(error).__name__}{at}: {first}"
