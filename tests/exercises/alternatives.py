"""Right answers in other styles, at least three for each exercise: einsum, loops, the engine, other algebra.

RIGHT: (id, the answer). Whatever is added to what the checks try, these have to stay correct.
"""

import numpy as np

from helpers import autodiff as ad
from tests.exercises.alternatives_07 import RIGHT as RIGHT_07
from tests.exercises.alternatives_08 import RIGHT as RIGHT_08
from tests.exercises.alternatives_09 import RIGHT as RIGHT_09


def T(M):
    return np.swapaxes(M, -1, -2)


def sigmoid(x):
    return np.where(x > 0, 1 / (1 + np.exp(-abs(x))), np.exp(-abs(x)) / (1 + np.exp(-abs(x))))


# --- lesson 01 ---


def square_entry_by_entry(upstream, x):
    down = np.zeros_like(x)
    for index in np.ndindex(x.shape):
        down[index] = upstream[index] * 2 * x[index]
    return down


def mirrored_where(upstream, x):
    with np.errstate(over="ignore"):
        return np.where(x < -700, -upstream, -upstream / (1 + np.exp(x)))


def mirrored_flat(upstream, x):
    down = [-u * float(sigmoid(-v)) for u, v in zip(np.ravel(upstream), np.ravel(x), strict=True)]
    return np.array(down, float).reshape(np.shape(x))


def chain_of_layers(upstream, x):
    a = x**2
    b = np.exp(-a)
    down = upstream
    for local in (np.cos(b), -b, 2 * x):
        down = down * local
    return down


def swish_by_quotient(x):
    e = np.exp(-x)
    return x / (1 + e), lambda upstream: upstream * ((1 + e) + x * e) / (1 + e) ** 2


def swish_by_output(x):
    s = 1 / (1 + np.exp(-x))
    y = x * s

    def grad(upstream):
        return (upstream * (y + s * (1 - y)),)

    return y, grad


def swish_by_engine(x):
    y, pullback = ad.vjp(lambda x: x / (1 + np.exp(-x)), x)
    return y, pullback


# --- lesson 02 ---


def vjp_row_by_row(upstream, jacobian):
    total = np.zeros(jacobian.shape[1])
    for weight, row in zip(upstream, jacobian, strict=True):
        total += weight * row
    return total


def jacobian_in_place(f, x):
    y, pullback = ad.vjp(f, x)
    J = np.empty((y.size, x.size))
    for i in range(y.size):
        one_hot = np.zeros(y.size)
        one_hot[i] = 1
        (J[i],) = pullback(one_hot)
    return J


def jacobian_by_gradients(f, x):
    return np.array([ad.grad(lambda x, i=i: f(x)[i])(x) for i in range(len(f(x)))])


def jacobian_of_tensors(f, x):
    x = ad.Tensor(x)
    y = f(x)
    return np.vstack([ad.gradients(y, x, grad_ys=row) for row in np.eye(y.size)])


def parts_by_pullbacks(loss, step, x):
    h, through_step = ad.vjp(step, x)
    _, through_loss = ad.vjp(loss, h)
    return through_step(through_loss(1.0)[0])[0]


def parts_by_jacobian(loss, step, x):
    return ad.grad(loss)(step(x)) @ ad.jacobian(step)(x)


def parts_by_weighing(loss, step, x):
    x = ad.Tensor(x)
    h = step(x)
    g1 = ad.gradients(loss(h), h)
    return ad.gradients((h * g1).sum(), x)


def parts_at_a_cut(loss, step, x):
    start = ad.Tensor(x)
    h = step(start)
    cut = ad.Tensor(h.value)
    g = ad.gradients(loss(cut), cut)
    return ad.gradients(h, start, g)


def hessian_times_by_tensors(f, x, v):
    x = ad.Tensor(x)
    gradient = ad.gradients(f(x), x, create_graph=True)
    return ad.gradients(gradient, x, grad_ys=v)


# --- lesson 03 ---


def matmul_entry_by_entry(upstream, a, b):
    down_a, down_b = np.zeros_like(a), np.zeros_like(b)
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            for k in range(b.shape[1]):
                down_a[i, j] += upstream[i, k] * b[j, k]
                down_b[j, k] += a[i, j] * upstream[i, k]
    return down_a, down_b


def branches_by_turning(upstream, a, b, transpose_a, transpose_b):
    P, Q = a.T if transpose_a else a, b.T if transpose_b else b
    dP, dQ = upstream @ Q.T, P.T @ upstream
    return dP.T if transpose_a else dP, dQ.T if transpose_b else dQ


def branches_by_einsum(upstream, a, b, transpose_a, transpose_b):
    A, B = "ji" if transpose_a else "ij", "kj" if transpose_b else "jk"
    return np.einsum(f"ik,{B}->{A}", upstream, b), np.einsum(f"ik,{A}->{B}", upstream, a)


def branches_by_engine(upstream, a, b, transpose_a, transpose_b):
    def product(a, b):
        return ad.matmul(a, b, transpose_a=transpose_a, transpose_b=transpose_b)

    return ad.vjp(product, a, b)[1](upstream)


def linear_example_by_example(upstream, x, W, bias):
    down_W, down_bias = np.zeros_like(W), np.zeros_like(bias)
    for g, row in zip(upstream, x, strict=True):
        down_W += np.outer(row, g)
        down_bias += g
    return upstream @ W.T, down_W, down_bias


def envelope_matrix_by_matrix(op, upstream):
    A, x, B = (part.value for part in op.inputs)
    dA, dx, dB = np.zeros_like(A), np.zeros_like(x), np.zeros_like(B)
    for k in range(len(A)):
        dA[k] = (upstream[k] @ (x @ B[k]).conj().T).T
        dx += A[k].conj() @ upstream[k] @ B[k].conj().T
        dB[k] = x.conj().T @ A[k].conj() @ upstream[k]
    return dA, dx, dB


def envelope_by_einsum(op, upstream):
    A, x, B = (np.conj(part.value) for part in op.inputs)
    return (
        np.einsum("bkn,mp,bpn->bmk", upstream, x, B),
        np.einsum("bmk,bkn,bpn->mp", A, upstream, B),
        np.einsum("mp,bmk,bkn->bpn", x, A, upstream),
    )


def envelope_by_engine(op, upstream):
    return ad.vjp(lambda A, x, B: T(A) @ x @ B, *(part.value for part in op.inputs))[1](upstream)


# --- lesson 04 ---


def mse_by_vjp(model, w, target):
    y, pullback = ad.vjp(model, w)
    return pullback((y - target) * (2 / len(y)))[0]


def mse_loss_alone(model, w, target):
    w = ad.Tensor(w)
    y = model(w)
    return ad.gradients(y, w, ad.grad(lambda y: np.mean((y - target) ** 2))(y.value))


def mse_by_rows(model, w, target):
    y = model(w)
    return sum(2 * (y[i] - target[i]) / y.size * row for i, row in enumerate(ad.jacobian(model)(w)))


def sign_by_where(x):
    return np.sign(x), lambda upstream: np.where((x >= -1) & (x <= 1), upstream, 0.0)


def sign_by_mask(x):
    closed = np.abs(x) > 1

    def grad(upstream):
        down = np.array(upstream)
        down[closed] = 0
        return down

    return np.sign(x), grad


def sign_by_product(x):
    is_open = np.less_equal(np.abs(x), 1).astype(float)
    return 1.0 * (x > 0) - (x < 0), lambda upstream: (upstream * is_open,)


def box_by_vjp(controller, simulate, w):
    y, pullback = ad.vjp(controller, w)
    h = 1e-3
    slopes = [(simulate(y + h * e) - simulate(y - h * e)) / (2 * h) for e in np.eye(y.size)]
    return pullback(np.array(slopes))[0]


def box_by_jacobian(controller, simulate, w):
    y, h = controller(w), 1e-4
    slopes = np.array([(simulate(y + e) - simulate(y - e)) / (2 * h) for e in h * np.eye(y.size)])
    return ad.jacobian(controller)(w).T @ slopes


def box_measured_throughout(controller, simulate, w):
    def z(w):
        return simulate(controller(w))

    return np.array([(z(w + e) - z(w - e)) / 2e-5 for e in 1e-5 * np.eye(w.size)])


def parts_divided_at_last(losses, w, parts, counts):
    w, gradient = ad.Tensor(w), 0.0
    for part, count in zip(parts, counts, strict=True):
        gradient = gradient + ad.gradients(losses(w, part), w, grad_ys=count)
    return gradient / np.concatenate(counts).sum()


def parts_with_traced_weights(losses, w, parts, counts):
    total = sum(map(np.sum, counts))
    each = zip(parts, counts, strict=True)
    return sum(ad.grad(lambda w, p=p, c=c: np.sum(c * losses(w, p)) / total)(w) for p, c in each)


def parts_by_vjp(losses, w, parts, counts):
    total, gradient = np.concatenate(counts).sum(), np.zeros_like(w)
    for part, count in zip(parts, counts, strict=True):
        _, pullback = ad.vjp(lambda w, part=part: losses(w, part), w)
        gradient += pullback(count / total)[0]
    return gradient


# --- lesson 05 ---


def log_loss_in_pieces(z, y):
    small = np.exp(-abs(z))
    says = np.where(z > 0, 1, small) / (1 + small)
    return np.maximum(z, 0) + np.log1p(small) - y * z, lambda g: (g * says - g * y, -g * z)


def log_loss_by_engine(z, y):
    value, pullback = ad.vjp(lambda z, y: np.logaddexp(0, z) - y * z, z, y)
    return value, pullback


def log_loss_by_tanh(z, y):
    def grad(upstream):
        return upstream * ((1 + np.tanh(z / 2)) / 2 - y), -z * upstream

    return np.logaddexp(0, z) - y * z, grad


def root_by_mask(upstream, x):
    down = np.zeros(x.shape)
    down[x > 0] = upstream[x > 0] / (2 * np.sqrt(x[x > 0]))
    return down


def root_with_zeros_inside(upstream, x):
    def root(x):
        return np.where(x > 0, np.sqrt(np.where(x > 0, x, 0.25)), 0.0)

    return ad.vjp(root, x)[1](upstream)[0]


def limited_by_if(x):
    def grad(upstream):
        length = np.linalg.norm(upstream)
        return upstream / length if length > 1 else upstream

    return 1.0 * x, grad


def limited_by_minimum(x):
    def grad(upstream):
        return upstream * np.minimum(1, 1 / np.maximum(np.sqrt(np.sum(np.square(upstream))), 1e-300))

    return 1.0 * x, grad


def limited_flat(x):
    def grad(upstream):
        flat = np.ravel(upstream)
        return upstream / max(np.sqrt(flat @ flat), 1.0)

    return x + 0.0, grad


def probabilities(s):
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def temperature_by_engine(upstream, z, target, T):
    def loss(z, T):
        s = z / T
        return np.log(np.sum(np.exp(s), axis=1)) - np.sum(target * s, axis=1)

    return ad.vjp(loss, z, T)[1](upstream)


def temperature_by_dz(upstream, z, target, T):
    dz = (probabilities(z / T) - target) * upstream[:, None] / T
    return dz, -np.sum(dz * z) / T


def temperature_by_rows(upstream, z, target, T):
    dz = np.stack([g * row / T for g, row in zip(upstream, probabilities(z / T) - target, strict=True)])
    return dz, -np.einsum("rk,rk->", dz, z) / T


# --- lesson 06 ---


def stiffness_by_formula(x):
    return 2 * np.cos(2 * x)


def stiffness_by_rule(x):
    return 2 * np.square(np.cos(x)) - 2 * np.square(np.sin(x))


def stiffness_nested(x):
    @ad.custom_gradient
    def sine(x):
        slope = ad.custom_gradient(lambda x: (np.cos(x), lambda upstream: -upstream * np.sin(x)))
        return np.sin(x), lambda upstream: upstream * slope(x)

    force = ad.grad(lambda x: np.sum(sine(x) ** 2))
    return ad.grad(lambda x: np.sum(force(x)))(x)


def forward_by_gradients(pullback, y, v):
    upstream = ad.Tensor(np.ones(y.shape))
    return ad.gradients(pullback(upstream), upstream, grad_ys=v)


def forward_by_grad(pullback, y, v):
    return ad.grad(lambda upstream: np.sum(pullback(upstream) * v))(y)


def forward_at_y(pullback, y, v):
    return ad.vjp(pullback, y)[1](v)[0]


def tangent_by_rows(v, z):
    return np.stack([row - p @ row for row, p in zip(v, probabilities(z), strict=True)])


RIGHT = [
    *(("00.1", answer) for answer in (30, 30.0, np.float64(30), np.array(30), 5 * 2 * 3, np.int8(30))),
    *(("01.1", answer) for answer in ((18, 6, 108), [18.0, 6.0, 108.0], (np.float64(18), 6, 2 * 3 * 18))),
    *(("01.2", answer) for answer in (
        lambda upstream, x: (x + x) * upstream,
        lambda upstream, x: np.multiply(2.0, np.multiply(upstream, x)),
        lambda upstream, x: ad.vjp(lambda x: x * x, x)[1](upstream),
        lambda upstream, x: np.einsum("...,...->...", upstream, 2 * x),
        square_entry_by_entry,
    )),
    *(("01.3", answer) for answer in (
        mirrored_where,
        mirrored_flat,
        lambda upstream, x: -upstream * sigmoid(-x),
        lambda upstream, x: upstream * (1 / (1 + np.exp(-x)) - 1),
        lambda upstream, x: -upstream * np.exp(-np.logaddexp(0, x)),
        lambda upstream, x: -upstream * 0.5 * (1 + np.tanh(-x / 2)),
    )),
    *(("01.4", answer) for answer in (
        lambda upstream, x, y: tuple(upstream * other for other in (y, x)),
        lambda upstream, x, y: [y * upstream, x * upstream],
        lambda upstream, x, y: ad.vjp(lambda x, y: x * y, x, y)[1](upstream),
        lambda upstream, x, y: (np.multiply(upstream, y), np.multiply(upstream, x)),
    )),
    *(("01.5", answer) for answer in ("B E F D A C", "BEDFAC", "b, e, d, f, a, c", list("BEFDAC"))),
    *(("01.6", answer) for answer in (
        lambda upstream, x: upstream * np.cos(np.exp(-(x**2))) * np.exp(-(x**2)) * -2 * x,
        lambda upstream, x: ad.vjp(lambda x: np.sin(np.exp(-x * x)), x)[1](upstream)[0],
        chain_of_layers,
    )),
    *(("01.7", answer) for answer in (swish_by_quotient, swish_by_output, swish_by_engine)),
    *(("02.1", form((10, 12, 12, 10, 120))) for form in (tuple, list, lambda sizes: tuple(np.array(sizes)))),
    *(("02.2", answer) for answer in (
        lambda upstream, jacobian: upstream @ jacobian,
        lambda upstream, jacobian: jacobian.T @ upstream,
        lambda upstream, jacobian: np.einsum("i,ij->j", upstream, jacobian),
        lambda upstream, jacobian: sum(u * row for u, row in zip(upstream, jacobian, strict=True)),
        lambda upstream, jacobian: np.dot(upstream, jacobian),
        vjp_row_by_row,
    )),
    *(("02.3", answer) for answer in (jacobian_in_place, jacobian_by_gradients, jacobian_of_tensors)),
    *(("02.4", answer) for answer in (
        parts_by_pullbacks, parts_by_jacobian, parts_by_weighing, parts_at_a_cut,
    )),
    *(("02.5", answer) for answer in ("D F B E", ["D", "F", "B", "E"], "dfbe")),
    *(("02.6", answer) for answer in (
        lambda f, x, v: ad.jvp(ad.grad(f), [x], [v])[1],
        lambda f, x, v: ad.grad(lambda x: ad.grad(f)(x) @ v)(x),
        lambda f, x, v: ad.vjp(ad.grad(f), x)[1](v)[0],
        hessian_times_by_tensors,
    )),
    *(("03.1", answer) for answer in ((5, -5), [5.0, -5.0], (np.int64(5), np.float64(-5)))),
    *(("03.2", answer) for answer in (
        lambda upstream, a, b: (np.einsum("ik,jk->ij", upstream, b), np.einsum("ij,ik->jk", a, upstream)),
        lambda upstream, a, b: (upstream @ b.T, (upstream.T @ a).T),
        lambda upstream, a, b: ad.vjp(np.matmul, a, b)[1](upstream),
        lambda upstream, a, b: (upstream @ T(b), np.tensordot(a, upstream, axes=(0, 0))),
        matmul_entry_by_entry,
    )),
    *(("03.3", answer) for answer in ("L N F D", "L F D N", "L F N D")),
    *(("03.4", answer) for answer in (branches_by_turning, branches_by_einsum, branches_by_engine)),
    *(("03.5", answer) for answer in (
        lambda G, x, W, bias: (G @ W.T, np.einsum("si,so->io", x, G), np.ones(len(x)) @ G),
        lambda upstream, x, W, bias: ad.vjp(lambda x, W, b: x @ W + b, x, W, bias)[1](upstream),
        lambda upstream, x, W, bias: [(W @ upstream.T).T, (upstream.T @ x).T, np.sum(upstream, 0)],
        linear_example_by_example,
    )),
    *(("03.6", answer) for answer in (envelope_matrix_by_matrix, envelope_by_einsum, envelope_by_engine)),
    *(("04.1", answer) for answer in (
        (np.array([0, 0, 1]), np.full(3, 1 / 3), np.array([1, 0, -1])),
        [np.array([0.0, 0, 1]), np.ones(3) / 3, np.array([1.0, 0, -1])],
        tuple(ad.grad(number)(np.zeros(3)) for number in (lambda y: y[2], np.mean, lambda y: y[0] - y[2])),
    )),
    *(("04.2", answer) for answer in (mse_by_vjp, mse_loss_alone, mse_by_rows)),
    *(("04.3", answer) for answer in (sign_by_where, sign_by_product)),
    *(("04.4", answer) for answer in (box_by_vjp, box_by_jacobian, box_measured_throughout)),
    *(("04.5", answer) for answer in ("B D E F A", "E F B D A", "BEDFA")),
    *(("04.6", answer) for answer in (parts_divided_at_last, parts_with_traced_weights, parts_by_vjp)),
    ("04.3", sign_by_mask),
    *(("05.1", answer) for answer in (log_loss_in_pieces, log_loss_by_engine, log_loss_by_tanh)),
    *(("05.2", answer) for answer in (root_by_mask, root_with_zeros_inside)),
    ("05.2", lambda upstream, x: upstream * np.where(x > 0, 0.5 / np.sqrt(np.where(x > 0, x, 1)), 0)),
    *(("05.3", answer) for answer in ("C A G E", ["C", "A", "G", "E"], "cage")),
    *(("05.4", answer) for answer in ((12, 2), [12.0, 2.0], (np.int64(12), np.float64(2)))),
    *(("05.5", answer) for answer in (limited_by_if, limited_by_minimum, limited_flat)),
    *(("06.1", answer) for answer in ((384, 96), [384.0, 96.0], (np.int64(384), np.float64(96)))),
    *(("06.2", answer) for answer in (stiffness_by_formula, stiffness_by_rule, stiffness_nested)),
    *(("06.3", answer) for answer in ("D A F B E G", "F D A E B G", "dfabeg")),
    *(("06.4", answer) for answer in (forward_by_gradients, forward_by_grad, forward_at_y)),
    *(("06.5", answer) for answer in (
        lambda v, z: v - (probabilities(z) * v).sum(axis=1, keepdims=True),
        lambda v, z: v - np.einsum("rj,rj->r", probabilities(z), v)[:, None],
        tangent_by_rows,
    )),
    *(("05.6", answer) for answer in (temperature_by_engine, temperature_by_dz, temperature_by_rows)),
    *RIGHT_07,
    *RIGHT_08,
    *RIGHT_09,
]  # fmt: skip
