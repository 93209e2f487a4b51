"""A slope measured without any rule; backward sweeps, printed line by line and counted."""

from helpers import autodiff as ad

__all__ = ["counted", "measured_slope", "show_sweep", "sweeps"]

_MARKS = []  # one for every sweep that came by


def measured_slope(f, x, nudge=1e-6):
    """How many times as far as x the value of f moves: (f(x + nudge) - f(x - nudge)) / (2 nudge), rounded.

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


def counted(x):
    """x², for numbers and arrays, which leaves a mark whenever a backward sweep comes by."""
    return _marking(x) ** 2


@ad.custom_gradient
def _marking(x):
    """x itself. What its rule sends on is marked as well: a second sweep goes back through the first."""

    def rule(upstream):
        _MARKS.append("a sweep came by")
        return _marking(upstream)

    return x, rule


def sweeps(run):
    """How many backward sweeps come by `counted` while run() runs.

    >>> sweeps(lambda: ad.grad(counted)(3.0)), sweeps(lambda: ad.jvp(counted, [3.0], [1.0]))
    (1, 2)
    """
    before = len(_MARKS)
    run()
    return len(_MARKS) - before
