"""What lesson 05's questions ask for, measured by the engine."""

import numpy as np

from helpers import autodiff as ad

PRESSURE = np.array([1.2, 1.4, 1.8, 1.9, 2.1, 2.2, 2.9, 27.0], np.float32)
FAILED = np.array([0, 0, 1, 0, 1, 0, 1, 1], np.float32)


@np.errstate(all="ignore")
def nans_at_the_readings():
    """At how many of the eight z NaN arrives."""
    z = ad.Tensor(np.float32(4) * PRESSURE + np.float32(-8))
    loss = np.mean(np.log(1 + np.exp(z)) - FAILED * z)
    return int(np.isnan(ad.gradients(loss, z)).sum())


@np.errstate(all="ignore")
def nans_of_where():
    """How many of three gradients are NaN, in float32."""
    x = ad.Tensor(np.float32([1, 50, 100]))
    y = np.where(x > 30, x, np.log(1 + np.exp(x)))
    return int(np.isnan(ad.gradients(y, x)).sum())


def at_the_bottom():
    """What the ladder sends down to z."""
    return ad.grad(lambda z: -np.log((np.exp(z) / np.sum(np.exp(z)))[2]))(np.array([0.0, 0.0, np.log(2)]))


def at_the_sensor():
    """What comes through x + stop(round(x) - x) to a sensor of which x is the double."""

    def straight_through(sensor):
        x = 2 * sensor
        return x + ad.stop_gradient(np.round(x) - x)

    return ad.grad(straight_through)(0.7)


def reversed_and_subtracted():
    """What arrives at h."""
    turned = ad.custom_gradient(lambda h: (1.0 * h, lambda upstream: -upstream))
    return ad.grad(lambda h: 3 * h - 2 * 2.0 * turned(h))(1.0)


def at_head_and_weight():
    """What arrives at v and at w, by the engine."""
    turned = ad.custom_gradient(lambda h: (1.0 * h, lambda upstream: -0.5 * upstream))
    w, v = ad.Tensor(3.0), ad.Tensor(4.0)
    h = w * 2.0
    dv, dw = ad.gradients(5 * h + 2 * v * turned(h), [v, w])
    return float(dv), float(dw)


def clipped(steps):
    """Where w = 4 is after so many steps, its gradient clipped at 0.1, when the slip is a healthy pump's."""
    healthy, w, b = np.append(FAILED[:7], np.float32(0)), 4.0, -8.0

    def loss(w, b):
        z = w * PRESSURE + b
        return np.mean(np.logaddexp(0, z) - healthy * z)

    for _ in range(steps):
        dw, db = ad.grad(loss, (0, 1))(w, b)
        w, b = w - 0.1 * np.clip(dw, -0.1, 0.1), b - 0.1 * db
    return round(w, 9)
