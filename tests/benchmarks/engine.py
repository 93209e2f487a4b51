"""How fast the engine is: `python -m tests.benchmarks.engine`.

Every row does the same sums in hand-written NumPy, in our engine, and in each peer that is installed
(autograd, MyGrad, PyTorch, JAX and TensorFlow, all operation by operation: nothing is compiled). One thread,
one process; the contenders take turns, round by round, so that a machine that changes its speed changes it
for all. A figure is the ratio of the fastest rounds, since whatever else runs on the machine only ever adds;
the spread is the middle half of the ratios, round by round. `tests/peers/requirements.txt` lists the peers.
"""

# ruff: noqa: E402  (the number of threads must be set before NumPy is imported)
import os

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"
os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
os.environ["CUDA_VISIBLE_DEVICES"] = ""

import gc
import importlib.util
import platform
import statistics
import subprocess
import sys
import time
import tracemalloc
from functools import cache

import numpy as np

from helpers import autodiff as ad

ROUNDS = 40
SECONDS_PER_TURN = 0.01
random = np.random.default_rng(0)


def has(module):
    return importlib.util.find_spec(module) is not None


@cache
def the_jax():
    import jax

    jax.config.update("jax_enable_x64", True)
    return jax, jax.numpy


@cache
def the_tensorflow():
    import tensorflow as tf

    tf.config.threading.set_intra_op_parallelism_threads(1)
    tf.config.threading.set_inter_op_parallelism_threads(1)
    return tf


def with_tape(tf, f, *values, upstream=None):
    """f(*values) and its gradients, in TensorFlow."""
    with tf.GradientTape() as tape:
        inputs = [tf.constant(value) for value in values]
        tape.watch(inputs)
        y = f(*inputs)
    return y, tape.gradient(y, inputs, upstream)


# ---- the rows: each gives {contender: a function without arguments that returns the gradients}


def tiny_matmul(given):
    """2x2 @ 2x3; the upstream is given, or left to be ones."""

    def rows():
        A, B, G = random.normal(size=(2, 2)), random.normal(size=(2, 3)), random.normal(size=(2, 3))

        def by_hand():
            C = A @ B
            g = G if given else np.ones_like(C)
            return g @ B.T, A.T @ g

        def ours():
            a, b = ad.Tensor(A), ad.Tensor(B)
            return ad.gradients(a @ b, [a, b], grad_ys=G if given else None)

        rows = {"NumPy": by_hand, "ours": ours}
        if has("autograd"):
            import autograd

            def with_autograd():
                pullback, c = autograd.make_vjp(lambda ab: autograd.numpy.dot(*ab))((A, B))
                return pullback(G if given else np.ones_like(c))

            rows["autograd"] = with_autograd
        if has("mygrad"):
            import mygrad

            def with_mygrad():
                a, b = mygrad.tensor(A), mygrad.tensor(B)
                (a @ b).backward(G if given else None)
                return a.grad, b.grad

            rows["MyGrad"] = with_mygrad
        if has("torch"):
            import torch

            tG = torch.tensor(G)

            def with_torch():
                a, b = torch.tensor(A, requires_grad=True), torch.tensor(B, requires_grad=True)
                c = a @ b
                return torch.autograd.grad(c, [a, b], tG if given else torch.ones_like(c))

            rows["PyTorch"] = with_torch
        if has("jax"):
            jax, jnp = the_jax()

            def with_jax():
                c, pullback = jax.vjp(jnp.matmul, A, B)
                return jax.block_until_ready(pullback(G if given else jnp.ones_like(c)))

            rows["JAX"] = with_jax
        if has("tensorflow"):
            tf = the_tensorflow()
            fG = tf.constant(G) if given else None
            rows["TensorFlow"] = lambda: with_tape(tf, tf.matmul, A, B, upstream=fG)[1]
        return rows

    rows.title = f"gradient of a 2x2 @ 2x3 product{', the upstream given' if given else ''}"
    return rows


def chain(name, step, back, operations):
    """1000 small operations in a row: `step` is written once, for every library's functions."""

    def rows():
        x0 = random.normal(size=8)
        times = 1000 // operations

        def by_hand():
            x, kept = x0, []
            for _ in range(times):
                kept.append(x)
                x = step(np, x)
            g = np.ones_like(x0)
            for x in reversed(kept):
                g = back(g, x)
            return (g,)

        def repeated(xp, x):
            for _ in range(times):
                x = step(xp, x)
            return x

        def ours():
            x = ad.Tensor(x0)
            return (ad.gradients(repeated(np, x), x),)

        rows = {"NumPy": by_hand, "ours": ours}
        if has("autograd"):
            import autograd

            rows["autograd"] = lambda: (
                autograd.make_vjp(lambda x: repeated(autograd.numpy, x))(x0)[0](np.ones_like(x0)),
            )
        if has("mygrad"):
            import mygrad

            def with_mygrad():
                x = mygrad.tensor(x0)
                repeated(mygrad, x).sum().backward()
                return (x.grad,)

            rows["MyGrad"] = with_mygrad
        if has("torch"):
            import torch

            def with_torch():
                x = torch.tensor(x0, requires_grad=True)
                return torch.autograd.grad(repeated(torch, x), x, torch.ones_like(x))

            rows["PyTorch"] = with_torch
        if has("jax"):
            jax, jnp = the_jax()
            jax_gradient = jax.grad(lambda x: jnp.sum(repeated(jnp, x)))
            rows["JAX"] = lambda: jax.block_until_ready((jax_gradient(x0),))
        if has("tensorflow"):
            tf = the_tensorflow()
            rows["TensorFlow"] = lambda: with_tape(tf, lambda x: repeated(tf, x), x0)[1]
        return rows

    rows.title = f"chain of 1000 small operations, {name}"
    return rows


def mlp(dtype, fused):
    """64 x 784-128-10, tanh, softmax cross-entropy: loss and all four gradients."""

    def rows():
        X = random.normal(size=(64, 784)).astype(dtype)
        Y = np.eye(10, dtype=dtype)[random.integers(0, 10, 64)]
        weights = [
            random.normal(size=shape).astype(dtype) * 0.05 for shape in ((784, 128), (128,), (128, 10), (10,))
        ]

        def by_hand():
            W1, b1, W2, b2 = weights
            h = np.tanh(X @ W1 + b1)
            z = h @ W2 + b2
            z = z - z.max(axis=1, keepdims=True)
            e = np.exp(z)
            total = e.sum(axis=1, keepdims=True)
            loss = -(Y * (z - np.log(total))).sum() / 64
            dz = (e / total - Y) / 64
            da = (dz @ W2.T) * (1 - h * h)
            return loss, X.T @ da, da.sum(axis=0), h.T @ dz, dz.sum(axis=0)

        def network(xp, W1, b1, W2, b2, X=X):
            return xp.tanh(X @ W1 + b1) @ W2 + b2

        def cross_entropy(xp, z, largest, total, Y=Y):
            """Of the scores z: -sum(Y log softmax(z)) / 64, in the functions of one library."""
            z = z - largest
            return -xp.sum(Y * (z - xp.log(total(xp.exp(z))))) / 64

        def primitive_loss(*weights):
            z = network(np, *weights)
            largest = ad.stop_gradient(np.max(z, axis=1, keepdims=True))
            return cross_entropy(np, z, largest, lambda e: np.sum(e, axis=1, keepdims=True))

        def by_hand_from(z):
            """The loss, and its gradient by the scores z: what a fused rule knows."""
            z = z - z.max(axis=1, keepdims=True)
            e = np.exp(z)
            total = e.sum(axis=1, keepdims=True)
            return -(Y * (z - np.log(total))).sum() / 64, lambda upstream: upstream * ((e / total - Y) / 64)

        @ad.custom_gradient
        def softmax_cross_entropy(z):
            return by_hand_from(z.value)

        loss = (lambda *w: softmax_cross_entropy(network(np, *w))) if fused else primitive_loss
        gradients = ad.value_and_grad(loss, argnums=(0, 1, 2, 3))

        def ours():
            value, parts = gradients(*weights)
            return value, *parts

        rows = {"NumPy": by_hand, "ours": ours}
        if has("autograd"):
            import autograd
            import autograd.extend
            import autograd.numpy as anp

            fused_for_autograd = autograd.extend.primitive(lambda z: by_hand_from(z)[0])
            autograd.extend.defvjp(fused_for_autograd, lambda y, z: by_hand_from(z)[1])

            def autograd_loss(w):
                z = network(anp, *w)
                if fused:
                    return fused_for_autograd(z)
                largest = z._value.max(axis=1, keepdims=True)
                return cross_entropy(anp, z, largest, lambda e: anp.sum(e, axis=1, keepdims=True))

            with_autograd = autograd.value_and_grad(autograd_loss)
            rows["autograd"] = lambda: (lambda value, parts: (value, *parts))(*with_autograd(tuple(weights)))
        if has("mygrad"):
            import mygrad
            from mygrad.nnet import softmax_crossentropy

            def with_mygrad():
                parameters = [mygrad.tensor(w) for w in weights]
                z = network(mygrad, *parameters)
                if fused:
                    loss = softmax_crossentropy(z, Y.argmax(axis=1))
                else:
                    largest = z.data.max(axis=1, keepdims=True)
                    loss = cross_entropy(mygrad, z, largest, lambda e: mygrad.sum(e, axis=1, keepdims=True))
                loss.backward()
                return loss.data, *(w.grad for w in parameters)

            rows["MyGrad"] = with_mygrad
        if has("torch"):
            import torch

            tX, labels = torch.tensor(X), torch.tensor(Y.argmax(axis=1))
            parameters = [torch.tensor(w, requires_grad=True) for w in weights]

            def with_torch():
                W1, b1, W2, b2 = parameters
                z = torch.tanh(tX @ W1 + b1) @ W2 + b2
                if fused:
                    loss = torch.nn.functional.cross_entropy(z, labels)
                else:
                    loss = -(z - torch.logsumexp(z, dim=1, keepdim=True))[torch.arange(64), labels].mean()
                return loss.detach(), *torch.autograd.grad(loss, parameters)

            rows["PyTorch"] = with_torch
        if has("jax"):
            jax, jnp = the_jax()
            jX, jY, jax_weights = jnp.asarray(X), jnp.asarray(Y), list(map(jnp.asarray, weights))

            def jax_loss(*w):
                z = network(jnp, *w, X=jX)
                if fused:
                    return -jnp.sum(jY * jax.nn.log_softmax(z)) / 64
                largest = jax.lax.stop_gradient(jnp.max(z, axis=1, keepdims=True))
                return cross_entropy(jnp, z, largest, lambda e: jnp.sum(e, axis=1, keepdims=True), Y=jY)

            with_jax = jax.value_and_grad(jax_loss, argnums=(0, 1, 2, 3))
            rows["JAX"] = lambda: (lambda value, parts: (value, *parts))(
                *jax.block_until_ready(with_jax(*jax_weights))
            )
        if has("tensorflow"):
            tf = the_tensorflow()
            fX, fY, tensorflow_weights = tf.constant(X), tf.constant(Y), list(map(tf.constant, weights))

            def tensorflow_loss(*w):
                z = network(tf, *w, X=fX)
                if fused:
                    return tf.reduce_sum(tf.nn.softmax_cross_entropy_with_logits(fY, z)) / 64
                z = z - tf.stop_gradient(tf.reduce_max(z, axis=1, keepdims=True))
                total = tf.reduce_sum(tf.exp(z), axis=1, keepdims=True)
                return -tf.reduce_sum(fY * (z - tf.math.log(total))) / 64

            def with_tensorflow():
                value, parts = with_tape(tf, tensorflow_loss, *tensorflow_weights)
                return value, *parts

            rows["TensorFlow"] = with_tensorflow
        return rows

    rows.title = (
        f"MLP 64x784-128-10, {np.dtype(dtype).name}, {'one fused rule' if fused else 'primitive operations'}"
    )
    return rows


def one_vjp():
    W, x0, u = random.normal(size=(100, 100)) / 10, random.normal(size=100), random.normal(size=100)

    def by_hand():
        y = np.tanh(W @ x0)
        return (W.T @ (u * (1 - y * y)),)

    rows = {"NumPy": by_hand, "ours": lambda: ad.vjp(lambda x: np.tanh(W @ x), x0)[1](u)}
    if has("autograd"):
        import autograd

        rows["autograd"] = lambda: (
            autograd.make_vjp(lambda x: autograd.numpy.tanh(autograd.numpy.dot(W, x)))(x0)[0](u),
        )
    if has("mygrad"):
        import mygrad

        def with_mygrad():
            x = mygrad.tensor(x0)
            mygrad.tanh(mygrad.matmul(W, x)).backward(u)
            return (x.grad,)

        rows["MyGrad"] = with_mygrad
    if has("torch"):
        import torch

        tW, tu = torch.tensor(W), torch.tensor(u)

        def with_torch():
            x = torch.tensor(x0, requires_grad=True)
            return torch.autograd.grad(torch.tanh(tW @ x), x, tu)

        rows["PyTorch"] = with_torch
    if has("jax"):
        jax, jnp = the_jax()
        jW, ju = jnp.asarray(W), jnp.asarray(u)
        rows["JAX"] = lambda: jax.block_until_ready(jax.vjp(lambda x: jnp.tanh(jW @ x), x0)[1](ju))
    if has("tensorflow"):
        tf = the_tensorflow()
        fW, fu = tf.constant(W), tf.constant(u)
        rows["TensorFlow"] = lambda: with_tape(
            tf, lambda x: tf.tanh(tf.linalg.matvec(fW, x)), x0, upstream=fu
        )[1]
    return rows


one_vjp.title = "one VJP of tanh(Wx), R^100 -> R^100"
ROWS = [
    tiny_matmul(given=False),
    tiny_matmul(given=True),
    chain("x * 0.999 + 0.001", lambda xp, x: x * 0.999 + 0.001, lambda g, x: g * 0.999, 2),
    chain("sin(x)", lambda xp, x: xp.sin(x), lambda g, x: g * np.cos(x), 1),
    chain("tanh(x) * 1.1", lambda xp, x: xp.tanh(x) * 1.1, lambda g, x: g * 1.1 * (1 - np.tanh(x) ** 2), 2),
    mlp(np.float64, fused=False),
    mlp(np.float32, fused=False),
    mlp(np.float64, fused=True),
    mlp(np.float32, fused=True),
    one_vjp,
]


# ---- measuring


def interleaved(contenders):
    """{name: seconds per call, round by round}: everybody one turn a round."""
    calls = {}
    for name, run in contenders.items():
        run()
        start = time.perf_counter()
        run()
        calls[name] = max(1, round(SECONDS_PER_TURN / (time.perf_counter() - start)))
    seconds = {name: [] for name in contenders}
    for _ in range(ROUNDS):
        for name, run in contenders.items():
            start = time.perf_counter()
            for _ in range(calls[name]):
                run()
            seconds[name].append((time.perf_counter() - start) / calls[name])
    return seconds


def agree(contenders):
    """A benchmark of different sums would mean nothing."""
    expected = contenders["NumPy"]()
    tolerance = 1e-4 if np.asarray(expected[0]).dtype == np.float32 else 1e-9
    for name, run in contenders.items():
        for got, wanted in zip(run(), expected, strict=True):
            np.testing.assert_allclose(np.asarray(got), wanted, rtol=tolerance, atol=tolerance, err_msg=name)


def speed():
    for row in ROWS:
        contenders = row()
        agree(contenders)
        seconds = interleaved(contenders)
        base = min(seconds["NumPy"])
        print(f"\n{row.title}\n  {'NumPy by hand':14s} {base * 1e6:9.1f} us")
        mine = min(seconds["ours"])
        for name in contenders:
            if name != "NumPy":
                ratios = sorted(s / n for s, n in zip(seconds[name], seconds["NumPy"], strict=True))
                best = min(seconds[name])
                spread = f"{ratios[len(ratios) // 4]:.2f}-{ratios[3 * len(ratios) // 4]:.2f}"
                beside = "" if name == "ours" else f"   ours / {name} = {mine / best:.2f}"
                print(f"  {name:14s} {best * 1e6:9.1f} us   x {best / base:6.2f} NumPy ({spread}){beside}")


# ---- memory: 100 branches meet in y, and are differentiated branch by branch with the upstream of y

BRANCHES, LAYERS, SIZE = 100, 3, 100_000


def branch(x, xp=np):
    for _ in range(LAYERS):
        x = xp.tanh(x)
    return x


def meeting_point():
    y = np.zeros(SIZE)
    for i in range(BRANCHES):
        y += branch(branch_input(i))
    return y  # of the loss sum(y^2) / 2, and so its own upstream gradient


def branch_gradient_by_hand(i, upstream):
    h, kept = branch_input(i), []
    for _ in range(LAYERS):
        h = np.tanh(h)
        kept.append(h)
    g = upstream
    for h in reversed(kept):
        g = g * (1 - h * h)
    return g


def branch_gradient_ours(i, upstream):
    return ad.vjp(branch, branch_input(i))[1](upstream)[0]


def branch_gradient_autograd(i, upstream):
    import autograd

    return autograd.make_vjp(lambda x: branch(x, autograd.numpy))(branch_input(i))[0](upstream)


def branch_gradient_mygrad(i, upstream):
    import mygrad

    x = mygrad.tensor(branch_input(i), copy=False)
    branch(x, mygrad).backward(upstream)
    return x.grad


def branch_by_branch(branch_gradient):
    upstream = meeting_point()
    return [float(branch_gradient(i, upstream).sum()) for i in range(BRANCHES)]


def branch_input(i):
    return np.full(SIZE, (i + 1) / BRANCHES)


def peak_in_arrays(run):
    gc.collect()
    tracemalloc.start()
    run()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / (SIZE * 8)


def memory():
    """Of those whose arrays are NumPy's: Python does not see what the others allocate."""
    ways = {"NumPy by hand": branch_gradient_by_hand, "ours": branch_gradient_ours}
    ways |= {"autograd": branch_gradient_autograd} if has("autograd") else {}
    ways |= {"MyGrad": branch_gradient_mygrad} if has("mygrad") else {}
    expected = branch_by_branch(branch_gradient_by_hand)
    for way in ways.values():
        np.testing.assert_allclose(branch_by_branch(way), expected)
    print(f"\npeak memory of a fan-in of {BRANCHES} branches of {LAYERS} layers, branch by branch, in arrays")
    for name, way in ways.items():
        print(f"  {name:14s} {peak_in_arrays(lambda way=way: branch_by_branch(way)):5.1f}")


# ---- import

IMPORT = """
import os, time, numpy
def resident(): return int(open("/proc/self/statm").read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20
before, start = resident(), time.perf_counter()
import {module}
print((time.perf_counter() - start) * 1e3, resident() - before)
"""


def importing():
    """Milliseconds, and the memory that Linux says is in use (so this part runs on Linux)."""
    print("\nimporting, over NumPy (median of 9; compiled once before)")
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}
    peers = ("autograd.numpy", "mygrad", "torch", "jax.numpy", "tensorflow")
    for module in ("helpers.autodiff", *(peer for peer in peers if has(peer.split(".")[0]))):
        command = [sys.executable, "-c", IMPORT.format(module=module)]
        runs = [
            subprocess.run(command, capture_output=True, check=True, env=environment).stdout.split()
            for _ in range(10)
        ]
        milliseconds, mebibytes = (statistics.median(float(run[i]) for run in runs[1:]) for i in (0, 1))
        print(f"  {module:18s} {milliseconds:8.1f} ms {mebibytes:7.1f} MiB")


if __name__ == "__main__":
    print(
        f"Python {platform.python_version()}, NumPy {np.__version__}, {platform.machine()}, one BLAS thread"
    )
    speed()
    memory()
    importing()
