"""Everyday NumPy programs, written for arrays, run on Tensors unchanged and differentiate rightly."""

import numpy as np
import pytest

from helpers import autodiff as ad

random = np.random.default_rng(0)
X = random.normal(size=(5, 3))
LABELS = np.array([0, 2, 1, 1, 0])


def softmax_cross_entropy(W, b):
    logits = X @ W + b
    shifted = logits - logits.max(axis=1, keepdims=True)
    log_p = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    return -log_p[np.arange(len(LABELS)), LABELS].mean()


def layer_norm(x, gain, shift):
    centred = x - x.mean(axis=-1, keepdims=True)
    return centred / np.sqrt(x.var(axis=-1, keepdims=True) + 1e-5) * gain + shift


def convolution(image, kernel):
    padded = np.pad(image, 1)
    h, w = image.shape
    return sum(kernel[i, j] * padded[i : i + h, j : j + w] for i in range(3) for j in range(3))


def attention(q, k, v):
    scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True) @ v


def k_means_loss(centres):
    distances = ((X[:, None, :] - centres[None, :, :]) ** 2).sum(axis=-1)
    return distances.min(axis=1).mean()


def kalman_step(mean, covariance, measurement):
    F, H, Q, R = (
        np.array([[1.0, 0.1], [0.0, 1.0]]),
        np.array([[1.0, 0.0]]),
        0.01 * np.eye(2),
        np.array([[0.1]]),
    )
    mean, covariance = F @ mean, F @ covariance @ F.T + Q
    gain = np.linalg.solve((H @ covariance @ H.T + R).T, H @ covariance.T).T
    return mean + gain @ (measurement - H @ mean), (np.eye(2) - gain @ H) @ covariance


def logistic_regression(w, b):
    z = X @ w + b
    y = (LABELS > 0).astype(float)
    return np.mean(np.logaddexp(0, z) - y * z) + 0.1 * np.dot(w, w)


def pendulum(start, length):
    angle, speed = start
    for _ in range(20):
        speed = speed - 0.1 * 9.81 / length * np.sin(angle)
        angle = angle + 0.1 * speed
    return np.stack([angle, speed])


def arm(angles, lengths):
    """Where the hand of a robot is: a matrix of sines and cosines for each joint."""
    hand = np.array([0.0, 0.0, 1.0])
    for angle, length in zip(angles[::-1], lengths[::-1], strict=True):
        c, s = np.cos(angle), np.sin(angle)
        hand = np.block([[c, -s, length * c], [s, c, length * s], [np.eye(3)[2]]]) @ hand
    return hand[:2]


PROGRAMS = {
    "softmax cross-entropy": (softmax_cross_entropy, (3, 3), (3,)),
    "layer norm": (layer_norm, (4, 5), (5,), (5,)),
    "convolution by slicing": (convolution, (4, 5), (3, 3)),
    "attention": (attention, (2, 3, 4), (2, 3, 4), (2, 3, 4)),
    "k-means loss": (k_means_loss, (2, 3)),
    "Kalman step": (lambda m, c, z: kalman_step(m, c @ c.T + np.eye(2), z)[0], (2,), (2, 2), (1,)),
    "Kalman covariance": (lambda m, c, z: kalman_step(m, c @ c.T + np.eye(2), z)[1], (2,), (2, 2), (1,)),
    "logistic regression": (logistic_regression, (3,), ()),
    "robot arm": (arm, (3,), (3,)),
    "ODE steps in a loop": (lambda start, length: pendulum(start, length**2 + 1), (2,), ()),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_it_differentiates_rightly(name):
    program, *shapes = PROGRAMS[name]
    draw = np.random.default_rng(7)
    ad.check_gradient(program, *(draw.normal(size=shape) for shape in shapes), tolerance=2e-6)


def test_training_reaches_the_least_squares_answer():
    y = X @ [1.0, -2.0, 0.5]
    w = np.zeros(3)
    for _ in range(2000):
        w -= 0.3 * ad.grad(lambda w: np.mean((X @ w - y) ** 2))(w)
    np.testing.assert_allclose(w, np.linalg.lstsq(X, y)[0], atol=1e-6)
