"""Computations to step through, and what a stepper says of them."""

import re

import numpy as np

from helpers import autodiff as ad
from helpers.widgets.stepper.ways import MADE, MEETS
from tests.drawing.svg_reading import parse, parts, texts


def chain(x):
    return np.square(np.square(np.square(x)))


def network(x, w, b, v):
    return np.sum(np.tanh(x @ w + b) @ v)


@ad.custom_gradient
def sine_and_cosine(x):
    return (np.sin(x), np.cos(x)), lambda s, c: s * np.cos(x) - c * np.sin(x)


def two_outputs(x, w):
    s, c = sine_and_cosine(x)
    return np.sum(s * w + c * s)


def some_inputs(rng):
    return {
        "x": rng.normal(size=(2, 3)),
        "w": rng.normal(size=(3, 2)),
        "b": rng.normal(size=2),
        "v": rng.normal(size=(2, 1)),
    }


SCALARS = {
    "chain": chain,
    "product": lambda x, y: x * y,
    "used twice": lambda x, y: np.sin(x) * x + x * y,
    "same input twice": lambda x: x * x * 3.0,
    "three uses": lambda x: x * np.exp(x) / (1.0 + x * x),
    "log1pexp": lambda x: np.log(1.0 + np.exp(x)),
    "constant power": lambda x, y: x**2.0 - np.abs(y) ** 0.5,
}


def browser(stepper, **inputs):
    """What the browser sends."""
    stepper.set_state({"inputs": {**stepper.inputs, **inputs}})


def printed_products(stepper):
    """(step, upstream, local, downstream) as printed at each gate, in drawing order."""
    found = []
    for step in range(1, len(stepper.transcript)):
        factors, results = (
            parts(stepper.picture, data_step=f"{step - 1 + when:g}", data_goto=step) for when in (MEETS, MADE)
        )
        for left, right in zip(factors, results, strict=True):
            (up, times, local), (equals, down) = texts(left), texts(right)
            assert times == "×"
            assert equals in "=≈"
            found.append((step, up, local.strip("()"), down))
    return found


def said(stepper):
    """What is said in sight, step by step."""
    return [line.split("\n")[0] for line in stepper.transcript]


def products_said(stepper):
    """(upstream, local, downstream) as said in the details of the steps, in order."""
    facts = re.findall(r"upstream (\S+) × local (\S+) [=≈] downstream (\S+)", "\n".join(stepper.transcript))
    return [tuple(each.strip(",.") for each in fact) for fact in facts]


def at_step(picture, step):
    """The texts that the browser shows at a step, by the rule of the module."""
    found = []

    def walk(element):
        first, until = float(element.get("data-step", 0)), float(element.get("data-until", "inf"))
        if not first <= step < until or element.get("data-pill"):
            return
        if element.tag.endswith("}text"):
            found.append("".join(element.itertext()))
        for child in element:
            walk(child)

    walk(parse(picture))
    return found
