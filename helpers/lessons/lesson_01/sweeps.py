"""A slope measured without any rule; backward sweeps, printed line by line."""

from helpers import autodiff as ad

__all__ = ["measured_slope", "show_sweep"]


def measured_slope(f, x, nudge=1e-6):
    """How far the value of f moves per 1 of x: (f(x + nudge) - f(x - nudge)) / (2 nudge), rounded.

    >>> measured_slope(lambda x: x * x, 3.0)
    6.0
    """
    return round((f(x + nudge) - f(x - nudge)) / (2 * nudge), 4)


def show_sweep(y):
    """Print a line for every input of every layer, in the order in which the sweep back from y runs.

    >>> show_sweep(ad.Tensor(3.0) * 5)
         layer   input  upstream   local  downstream
      Multiply       3         1       5           5
    """
    print(f"{'layer':>10} {'input':>7} {'upstream':>9} {'local':>7} {'downstream':>11}")
    for step in ad.backward_steps(y):
        for value, local, downstream in zip(step.inputs, step.local, step.downstream, strict=True):
            if downstream is not None:  # constants have no gradient
                print(f"{step.op.type:>10} {value:7.4g} {step.upstream:9.4g} {local:7.4g} {downstream:11.4g}")
