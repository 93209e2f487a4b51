"""What only lesson 08 can say of its exercises. `test_every_exercise` says what each table is for."""

import numpy as np

from tests.exercises.ways import differences, pullback_of


def layer_back(upstream, x, W):
    to_x, to_W, to_b = pullback_of(lambda x, W, b: x @ W + b)(upstream, x, W, 0 * W[0])
    return to_x, to_W, to_b


def first_layer(X, a, h, W2, ds):
    to_a = pullback_of(lambda a: np.tanh(a) @ W2)(ds, a)[0]
    return X.T @ to_a, to_a.sum(axis=0)


def in_sums(upstream, x, W):
    """The equations of 08.1's second hint, index by index."""
    to_W = [[sum(x[r, i] * upstream[r, j] for r in range(len(x))) for j in range(W.shape[1])]
            for i in range(len(W))]  # fmt: skip
    return upstream @ W.T, np.array(to_W), upstream.sum(axis=0)


def along(f, gradient, x, v):
    slopes = differences(lambda flat: f(flat.reshape(x.shape)), x.ravel())[0]
    return slopes @ v.ravel(), gradient.ravel() @ v.ravel()


def block(upstream, x, W, V):
    t = np.tanh(x @ W)
    da = (upstream @ V.T) * (1 - t**2)
    return upstream + da @ W.T, x.T @ da, t.T @ upstream


def at_once(w, b, Xs, ys):
    X, y = np.concatenate(Xs), np.concatenate(ys)
    miss = 1 / (1 + np.exp(-(X @ w + b))) - y
    return w - 0.5 * X.T @ miss / len(y), b - 0.5 * miss.mean()


WAYS = [
    ("08.1", "", layer_back),
    ("08.1", "dW[i, j] = Σ_r x[r, i] · upstream[r, j],   db[j] = Σ_r upstream[r, j]", in_sums),
    ("08.2", "", first_layer),
    ("08.2", "dh = ds W2ᵀ,   da = dh ⊙ (1 − h²),   dW1 = Xᵀ da,   db1 = Σ over the rows of da",
     lambda X, a, h, W2, ds: (X.T @ ((ds @ W2.T) * (1 - h**2)), ((ds @ W2.T) * (1 - h**2)).sum(axis=0))),
    ("08.3", "", along),
    ("08.4", "", at_once),
    ("08.5", "", lambda upstream, table, rows: pullback_of(lambda table: table[rows])(upstream, table)[0]),
    ("08.6", "", pullback_of(lambda x, W, V: x + np.tanh(x @ W) @ V)),
    ("08.6", "da = (upstream Vᵀ) ⊙ (1 − t²),   dx = upstream + da Wᵀ,   dW = xᵀ da,   dV = tᵀ upstream",
     block),
]  # fmt: skip
BLANKS = {
    "08.1": ["x", "0"],
    "08.3": ["v", "v", "2", "v"],
    "08.4": ["miss.sum()"],
    "08.5": ["T", "upstream"],
    "08.6": ["t * t", "upstream", "da"],
}
RIGHT_TOO = [("08.2", "B E D A")]
TRUTHS = {"08.p1": 1, "08.p2": -4, "08.p3": 0, "08.p4": round(np.log(2), 9), "08.p5": 1}
COVERS = {
    "upstream-left-out", "last-gradient-wins", "float32-checks-suffice",
    "ones-prove-the-rule", "broadcast-needs-no-sum", "output-saved-for-input",
}  # fmt: skip
