"""The facts of lesson 02, recomputed with NumPy alone and found in what the committed notebook shows."""

import numpy as np

from tests.notebooks.facts import shows

WIDTH, DEPTH = 4.0, 3.0
PATH = np.hypot(WIDTH, DEPTH)
# By hand: d(wd) = (d, w), d(2w + 2d) = (2, 2), d sqrt(w² + d²) = (w, d) / sqrt(w² + d²).
J = np.array([[DEPTH, WIDTH], [2, 2], [WIDTH / PATH, DEPTH / PATH]])
SMALL = np.array([[5.0, 4.0], [2.0, 2.0]])  # of area and fence, where the garden is 5 deep
PRICES, TANGENT = np.array([2.0, 10.0, 30.0]), np.array([1.0, -1.0])
MOVED, W = J @ TANGENT, np.array([1.0, 10.0])
X = np.array([1.0, 2.0])


WEIGHTS = np.array([[0.5, -1.0], [1.0, 0.25], [-0.5, 0.75]])
EXAMPLES = np.array([[1.0, 0.0, 2.0, -1.0], [2.0, 1.0, -1.0, 1.0]])


def layer():
    """The Jacobian of (2, 4) -> (3, 4), WEIGHTS @ x."""
    jacobian = np.zeros((3, 4, 2, 4))
    for i, example in np.ndindex(3, 4):
        jacobian[i, example, :, example] = WEIGHTS[i]
    return jacobian


def network():
    """The gradient of the loss of the lesson's network by h, and by W: worked out by hand."""
    b = np.array([[0.0], [-0.5], [1.0]])
    y = np.tanh(WEIGHTS @ EXAMPLES + b)
    by_h = 2 * (y - 0.5) * (1 - y**2)
    return by_h, by_h @ EXAMPLES.T


BY_H, BY_W = network()
FACTS = {
    "questions": [f"5, 3, 3, 5 and {5 * 3}.", "takes 1000 numbers to 10.", "10 VJPs or 1000 JVPs"],
    "million": f"first: {2 * (3 * -1 - 1) * 3:.1f}\nthe first by a nudge: {2 * (3 * -1 - 1) * 3:.1f}\n",
    "two-numbers": [J.sum(axis=0)],
    "which-slopes": f"moves the path by {np.hypot(WIDTH + 1, DEPTH) - PATH:.2f}, not {J[2, 0]:.1f}:",
    "rows-added": [J, "the same from ad.jacobian: True"],
    "not-the-diagonal": [SMALL.sum(axis=0)],
    "ones-add": "[5 + 2, 4 + 2]",
    "prices": [PRICES @ J, PRICES @ J, (50, 46), J[1]],
    "square": [2 * X, np.diag(2 * X),
               "the upstream gradient has shape (2,), but the output has shape (3,)"],
    "jvp": [[MOVED] * 4],
    "either-side": [SMALL, [W @ SMALL] * 2, [SMALL @ W] * 2],
    "slopes-read": ["the weights 2, −1, 0", "2 · 3 − 2 = 4 and 2 · 4 − 2 = 6"],
    "lab-task": ["t = [−1.5, 2]", "−1.5 · 4 + 2 · 3 = 0", "−1.5 · 2 + 2 · 2 = 1"],
    "shapes": [layer().shape, np.sum(layer() == 0), layer().size, layer().nbytes,
               EXAMPLES.nbytes, "12 of 16 blocks hold nothing but zeros"],
    "growth": ["100,000,000 numbers, 800 MB", "10,000 numbers, 0.08 MB"],
    "count": [50, 3],
    "pullback-run": [PRICES @ J, PRICES @ J],
    "parts-do-not-fit": 2 * [3, 4, 3, 2],
    "repaired": [BY_W, BY_H.size * BY_W.size, BY_H.size, "both right: True", "; ".join(["2, 3"] * 3)],
    "partials": [J[:2].sum(axis=0), J[0], J[1]],
    "two-parts": ["The weights 3 and −1", "3 · 3 − 1 · 2 = 7 and 3 · 4 − 1 · 2 = 10", "gives 15 and −6"],
    "two-vjps": [J.T, MOVED, MOVED],
    "linear": ["3u₀ + 2u₁ + 0.8u₂ and 4u₀ + 2u₁ + 0.6u₂", "3, 2, 0.8 and 4, 2, 0.6"],
}  # fmt: skip
test_shown = shows("02", FACTS)
