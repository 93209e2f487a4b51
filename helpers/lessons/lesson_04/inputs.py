"""The inputs of lesson 04's exercises, and what its questions ask for."""

import numpy as np

from helpers import autodiff as ad


def mixed(rng, outputs, inputs):
    """A vector function whose Jacobian has no zero in it."""
    mixing = rng.normal(size=(outputs, inputs))
    return lambda x: np.tanh(mixing @ x) * np.sum(x * x)


def upstreams_for(marks):
    """Weights that make of the marks the last one, their average, the lead of the first over the last."""
    wanted = (lambda y: y[-1], np.mean, lambda y: y[0] - y[-1])
    return tuple(ad.grad(number)(marks) for number in wanted)


def model_of(rng, outputs, inputs):
    """A model, its weights, and a target."""
    return mixed(rng, outputs, inputs), rng.normal(size=inputs), rng.normal(size=outputs)


def model_weights_and_target(rng):
    """The same, with more predictions than weights, or fewer."""
    outputs, inputs = map(int, rng.permutation(range(2, 9))[:2])
    return model_of(rng, outputs, inputs)


def upstream_and_input(rng):
    """An upstream and an input of one shape, large enough to leave [−1, 1]."""
    rows = int(rng.integers(2, 4))
    upstream, x = 1.5 * rng.normal(size=(2, rows, rows + 1))
    return upstream, x


def controller_simulator_and_weights(rng, outputs=None, inputs=None):
    """A traced controller, a simulator that nobody can trace, and weights."""
    outputs = outputs or int(rng.integers(2, 5))
    inputs = inputs or outputs
    gains, controller = rng.normal(size=outputs), mixed(rng, outputs, inputs)

    def simulate(y):
        return sum(float(gain) * float(np.sin(each)) ** 3 for gain, each in zip(gains, y, strict=True))

    return controller, simulate, rng.uniform(0.3, 0.9, size=inputs)


def head_and_branch(rng):
    """The two parts of a computation cut at y, and as many numbers in y as in x."""
    weights, branch = rng.normal(size=3), mixed(rng, 3, 3)
    return lambda y: np.sum(weights * np.sin(y)), branch, rng.uniform(0.4, 0.9, size=3), rng.normal(size=3)


def losses_weights_parts_and_counts(rng, size=None, lengths=None):
    """A loss for each row, weights, three parts of different size, and how often each row was seen."""
    size = size or int(rng.integers(2, 5))
    lengths = lengths or (size + 5, size + 2, size + 1)
    parts = [rng.normal(size=(rows, size)) for rows in lengths]
    counts = [rng.integers(1, 6, size=rows) for rows in lengths]
    return lambda w, rows: np.tanh(rows @ w) ** 2 + rows @ w, rng.normal(size=size), parts, counts


def mean_in_parts(losses, w, parts, weights):
    """The mean of the losses of all rows, each counted with its weight."""
    weights = np.concatenate(weights)
    return losses(w, np.concatenate(parts)) @ weights / weights.sum()


def exams(hours):
    """Two marks from the hours spent on two subjects."""
    return np.array([[3.0, 2.0], [1.0, 4.0]]) @ hours


def weighted_pair(weights):
    """x², 3x at x = 2: their gradient with these weights."""
    x = ad.Tensor(2.0)
    return ad.gradients([x * x, 3 * x], x, grad_ys=weights)


def rounded_loss_slope(step):
    """The slope at 1.4 of the loss with this step in place of the rounding."""
    return ad.grad(lambda w: (2 * step(w) - 6) ** 2)(1.4)
