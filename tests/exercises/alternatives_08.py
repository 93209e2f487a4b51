"""Right answers in other styles, of lesson 08: see `alternatives`."""

import numpy as np

from helpers import autodiff as ad


def layer_by_einsum(upstream, x, W):
    return (
        np.einsum("rj,ij->ri", upstream, W),
        np.einsum("ri,rj->ij", x, upstream),
        np.einsum("rj->j", upstream),
    )


def layer_by_engine(upstream, x, W):
    x, W, b = (ad.Tensor(each) for each in (x, W, np.zeros(W.shape[1])))
    return tuple(ad.gradients(x @ W + b, [x, W, b], grad_ys=upstream))


def layer_row_by_row(upstream, x, W):
    to_W, to_b = np.zeros(W.shape), np.zeros(W.shape[1])
    for row, arrives in zip(x, upstream, strict=True):
        to_W += np.outer(row, arrives)
        to_b += arrives
    return upstream @ W.T, to_W, to_b


def along_a_line(f, gradient, x, v):
    def on_line(t):
        return f(x + t * v)

    return (on_line(1e-5) - on_line(-1e-5)) / 2e-5, float(np.vdot(gradient, v))


def along_with_four(f, gradient, x, v):
    h = 1e-3
    near, far = f(x + h * v) - f(x - h * v), f(x + 2 * h * v) - f(x - 2 * h * v)
    return (8 * near - far) / (12 * h), (gradient * v).sum()


def along_halves(f, gradient, x, v):
    return (f(x + 3e-6 * v) - f(x - 3e-6 * v)) / 6e-6, np.dot(np.ravel(gradient), np.ravel(v))


def step_by_lists(w, b, Xs, ys):
    rows = sum(map(len, ys))
    misses = [1 / (1 + np.exp(-(X @ w + b))) - y for X, y in zip(Xs, ys, strict=True)]
    dw = sum(X.T @ miss for X, miss in zip(Xs, misses, strict=True)) / rows
    return w - 0.5 * dw, b - 0.5 * sum(miss.sum() for miss in misses) / rows


def step_at_once(w, b, Xs, ys):
    X, y = np.vstack(Xs), np.hstack(ys)
    miss = 1 / (1 + np.exp(-(X @ w + b))) - y
    return w - 0.5 * np.mean(X * miss[:, None], axis=0), b - 0.5 * np.mean(miss)


def step_in_place(w, b, Xs, ys):
    dw, db, rows = np.zeros_like(w), 0.0, 0
    for X, y in zip(Xs, ys, strict=True):
        miss = 1 / (1 + np.exp(-(X @ w + b))) - y
        dw += miss @ X
        db += miss.sum()
        rows += len(y)
    return w - 0.5 * dw / rows, b - 0.5 * db / rows


def table_by_add_at(upstream, table, rows):
    grad = np.zeros_like(table)
    np.add.at(grad, rows, upstream)
    return grad


def table_in_a_loop(upstream, table, rows):
    grad = np.zeros_like(table)
    for row, arrives in zip(rows, upstream, strict=True):
        grad[row] += arrives
    return grad


def table_by_comparing(upstream, table, rows):
    return (np.arange(len(table))[:, None] == rows) @ upstream


def block_by_engine(upstream, x, W, V):
    return ad.vjp(lambda x, W, V: x + np.tanh(x @ W) @ V, x, W, V)[1](upstream)


def block_in_pieces(upstream, x, W, V):
    to_a = upstream @ V.T / np.cosh(x @ W) ** 2
    to_x = 1.0 * upstream
    to_x += to_a @ W.T
    return to_x, (to_a.T @ x).T, (upstream.T @ np.tanh(x @ W)).T


def block_by_einsum(upstream, x, W, V):
    t = np.tanh(x @ W)
    da = np.einsum("rj,ij->ri", upstream, V) * (1 - t**2)
    return upstream + np.einsum("rj,ij->ri", da, W), np.einsum("ri,rj->ij", x, da), t.T @ upstream


RIGHT = [
    *(("08.1", answer) for answer in (layer_by_einsum, layer_by_engine, layer_row_by_row)),
    *(("08.2", answer) for answer in ("B E A D", "B E D A", "bead")),
    *(("08.3", answer) for answer in (along_a_line, along_with_four, along_halves)),
    *(("08.4", answer) for answer in (step_by_lists, step_at_once, step_in_place)),
    *(("08.5", answer) for answer in (table_by_add_at, table_in_a_loop, table_by_comparing)),
    *(("08.6", answer) for answer in (block_by_engine, block_in_pieces, block_by_einsum)),
]
