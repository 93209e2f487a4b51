"""How each framework is asked for gradients: of a function of its NumPy and the inputs, with an upstream.

All answers are told in one convention, that of TensorFlow, PyTorch and ours: dL/dRe + i dL/dIm. JAX and
autograd give its conjugate, so what goes in and what comes out is conjugated for them.
"""

import functools
import os

import numpy as np

from helpers import autodiff as ad

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")


def conjugating(ask):
    """For a framework that gives, and takes, the conjugate of our gradients."""

    @functools.wraps(ask)
    def translated(f, inputs, upstream):
        return [np.conj(gradient) for gradient in ask(f, inputs, np.conj(upstream))]

    translated.conjugates = True
    return translated


def ours(f, inputs, upstream):
    y, pullback = ad.vjp(functools.partial(f, np), *inputs)
    return list(pullback(np.asarray(upstream, np.asarray(y).dtype)))


@conjugating
def jax(f, inputs, upstream):
    import jax

    with jax.enable_x64(True):  # here alone: the phrase book is about JAX as it comes
        y, pullback = jax.vjp(functools.partial(f, jax.numpy), *map(jax.numpy.asarray, inputs))
        return list(map(np.asarray, pullback(jax.numpy.asarray(upstream, y.dtype))))


@conjugating
def autograd(f, inputs, upstream):
    import autograd

    return list(autograd.make_vjp(lambda xs: f(autograd.numpy, *xs))(tuple(inputs))[0](upstream))


def tensorflow(f, inputs, upstream):
    import tensorflow as tf
    import tensorflow.experimental.numpy as tnp

    tnp.experimental_enable_numpy_behavior(prefer_float32=False)
    xs = [tf.constant(x) for x in inputs]
    with tf.GradientTape() as tape:
        tape.watch(xs)
        y = f(tnp, *xs)
    upstream = tf.cast(tf.constant(upstream), y.dtype)
    parts = tape.gradient(y, xs, upstream, unconnected_gradients="zero")
    return [tf.convert_to_tensor(part).numpy() for part in parts]


def pytorch(f, inputs, upstream):
    import torch

    xs = [torch.tensor(x, requires_grad=True) for x in inputs]
    y = f(torch, *xs)
    parts = torch.autograd.grad(y, xs, torch.as_tensor(upstream).to(y.dtype), materialize_grads=True)
    return [part.numpy(force=True) for part in parts]


FRAMEWORKS = {"JAX": jax, "autograd": autograd, "TensorFlow": tensorflow, "PyTorch": pytorch}
