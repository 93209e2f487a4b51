"""Lesson 00, its exercise once more with other numbers."""

from helpers import autodiff as ad

from . import Variation

FACTORS = (("Three", 3, 4), ("Seven", 7, 5), ("Four", 4, 5), ("Nine", 9, 4), ("Three", 3, 10))


def times_a_square(number):
    """Another factor, another x."""
    name, a, x = FACTORS[number % len(FACTORS)]
    return Variation(
        f"The same with other numbers: y = {a} · x² at x = {x}.",
        words={"Five": name, "5": a, "3": x, "6": 2 * x},
        reference=lambda: ad.grad(lambda x: a * x * x)(float(x)),
        wrong=(
        ("upstream-added", f"{a} + {2 * x}"),
        ("upstream-missing", f"{2 * x}"),
        ("upstream-divided", f"{2 * x} / {a}"),
        ("upstream-alone", f"{a}"),
        ("value-for-gradient", f"{a} * {x}**2"),
        ),
    )


VARIATIONS = {"00.1": (times_a_square,)}
