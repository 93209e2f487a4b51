"""How fast the engine is: `python -m tests.benchmarks.engine`.

Every row does the same sums in hand-written NumPy, in our engine, and in its peers where they are installed:
autograd, which works on NumPy's arrays too, PyTorch, and JAX, compiled. One thread, one process; the
contenders take turns, so that a machine that changes its speed changes it for all. A turn begins with a call
that does not count, since a training loop finds its code and its data in the caches, and not those of the
others; then come a few rounds. A figure is the ratio of the fastest rounds: what else runs on the machine
only ever adds; the spread is the middle half of the ratios, round by round.
Words after the command choose the rows whose title has one of them.
"""

# ruff: noqa: E402  (the number of threads must be set before NumPy is imported)
import os

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"
os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"

import functools
import gc
import importlib.util
import platform
import statistics
import subprocess
import sys
import time
import tracemalloc

import numpy as np

from helpers import autodiff as ad

TURNS = 20, 200  # at least, and at most: as many as fit into
SECONDS_PER_ROW = 3
ROUNDS = 8  # of one turn
SECONDS_PER_ROUND = 0.0003  # so short that some fall between the turns of other programs
NOTHING = {}
random = np.random.default_rng(0)


def has(module):
    return importlib.util.find_spec(module) is not None


# ---- the peers. A row is the VJP of f(F, *inputs, **constants), where F has the functions of a library; each
# peer gives a function without arguments that returns (y, *gradients).


class Names:
    """The functions that the rows need, of a library that takes after NumPy."""

    def __init__(self, xp, stop, relu=None, fused=None):
        self.sin, self.tanh, self.exp, self.log, self.sqrt = xp.sin, xp.tanh, xp.exp, xp.log, xp.sqrt
        self.mean = lambda x: xp.mean(x, axis=-1, keepdims=True)
        self.sum = lambda x: xp.sum(x, axis=-1, keepdims=True)
        self.largest = lambda x: xp.amax(x, axis=-1, keepdims=True)
        self.turned = lambda x: xp.swapaxes(x, -1, -2)
        self.total, self.stop = xp.sum, stop
        self.relu = relu or (lambda x: xp.maximum(x, 0.0))
        self.fused = fused or (lambda z, Y: cross_entropy(self, z, Y))  # JAX fuses by itself


OURS = Names(np, ad.stop_gradient)


def with_autograd(f, inputs, constants, upstream):
    import autograd
    import autograd.numpy as anp
    from autograd.extend import defvjp, primitive

    fused = primitive(lambda z, Y: fused_by_hand(z, Y)[0])
    defvjp(fused, lambda y, z, Y: fused_by_hand(z, Y)[1], None)
    F = Names(anp, lambda x: getattr(x, "_value", x), fused=fused)
    make_vjp = autograd.make_vjp(lambda xs: f(F, *xs, **constants))

    def run():
        pullback, y = make_vjp(tuple(inputs))
        return y, *pullback(upstream)

    return run


def with_torch(f, inputs, constants, upstream):
    import torch

    torch.set_num_threads(1)
    F = Names(torch, torch.detach, torch.relu, torch.nn.functional.cross_entropy)
    constants = {name: torch.tensor(value) for name, value in constants.items()}
    upstream = torch.tensor(upstream)

    def run():
        xs = [torch.tensor(x, requires_grad=True) for x in inputs]
        y = f(F, *xs, **constants)
        return y.detach(), *torch.autograd.grad(y, xs, upstream)

    return run


def with_jax(f, inputs, constants, upstream):
    """Compiled, as it is meant to be used; the seconds that it takes to compile are not counted."""
    import jax

    jax.config.update("jax_enable_x64", True)
    F = Names(jax.numpy, jax.lax.stop_gradient)

    @jax.jit
    def both(inputs, upstream):
        y, pullback = jax.vjp(lambda *xs: f(F, *xs, **constants), *inputs)
        return y, *pullback(upstream)

    return lambda: jax.block_until_ready(both(inputs, upstream))


PEERS = {"autograd": with_autograd, "torch": with_torch, "jax": with_jax}


def contenders(by_hand, ours, f=None, inputs=(), constants=NOTHING, upstream=None, without=()):
    upstream = np.ones((), inputs[0].dtype) if upstream is None else upstream
    peers = {name: peer for name, peer in PEERS.items() if f and has(name) and name not in without}
    peers = {name: peer(f, inputs, constants, upstream) for name, peer in peers.items()}
    return {"NumPy": by_hand, "ours": ours, **peers}


# ---- the rows: each gives its contenders


def tiny_matmul(given):
    """The upstream is given, or left to be ones."""

    def row():
        A, B, G = random.normal(size=(2, 2)), random.normal(size=(2, 3)), random.normal(size=(2, 3))

        def by_hand():
            C = A @ B
            g = G if given else np.ones_like(C)
            return g @ B.T, A.T @ g

        def ours():
            a, b = ad.Tensor(A), ad.Tensor(B)
            return ad.gradients(a @ b, [a, b], grad_ys=G if given else None)

        upstream = G if given else np.ones_like(G)
        return contenders(by_hand, ours, lambda F, a, b: a @ b, (A, B), upstream=upstream)

    return f"gradient of a 2x2 @ 2x3 product{', the upstream given' if given else ''}", row


def chain(name, step, back, operations):
    """1000 small operations in a row: `step` is written once, for every library's functions."""

    def row():
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

        def repeated(F, x):
            for _ in range(times):
                x = step(F, x)
            return x

        def ours():
            x = ad.Tensor(x0)
            return (ad.gradients(repeated(np, x), x),)

        # JAX's compiler gives up on a thousand of them.
        return contenders(by_hand, ours, repeated, (x0,), upstream=np.ones_like(x0), without=("jax",))

    return f"chain of 1000 small operations, {name}", row


def cross_entropy(F, z, Y):
    """Of the scores z: -sum(Y log softmax(z)) / 64."""
    z = z - F.stop(F.largest(z))
    return -F.total(Y * (z - F.log(F.sum(F.exp(z))))) / 64


def fused_by_hand(z, Y):
    """The same, and its gradient by the scores: what a fused rule knows."""
    z = z - z.max(axis=1, keepdims=True)
    e = np.exp(z)
    total = e.sum(axis=1, keepdims=True)
    return -(Y * (z - np.log(total))).sum() / 64, lambda upstream: upstream * ((e / total - Y) / 64)


def mlp(dtype, fused):
    """64 x 784-128-10, tanh, softmax cross-entropy: loss and all four gradients."""

    def row():
        X = random.normal(size=(64, 784)).astype(dtype)
        Y = np.eye(10, dtype=dtype)[random.integers(0, 10, 64)]
        weights = [
            random.normal(size=shape).astype(dtype) * 0.05 for shape in ((784, 128), (128,), (128, 10), (10,))
        ]

        def by_hand():
            W1, b1, W2, b2 = weights
            h = np.tanh(X @ W1 + b1)
            loss, back = fused_by_hand(h @ W2 + b2, Y)
            dz = back(1)
            da = (dz @ W2.T) * (1 - h * h)
            return loss, X.T @ da, da.sum(axis=0), h.T @ dz, dz.sum(axis=0)

        def loss(F, W1, b1, W2, b2, X, Y):
            z = F.tanh(X @ W1 + b1) @ W2 + b2
            return F.fused(z, Y) if fused else cross_entropy(F, z, Y)

        @ad.custom_gradient
        def with_rule(z):
            return fused_by_hand(z.value, Y)

        F = Names(np, ad.stop_gradient, fused=lambda z, Y: with_rule(z))
        gradients = ad.value_and_grad(lambda *w: loss(F, *w, X, Y), argnums=(0, 1, 2, 3))

        def ours():
            value, parts = gradients(*weights)
            return value, *parts

        return contenders(by_hand, ours, loss, weights, {"X": X, "Y": Y})

    kind = "one fused rule" if fused else "primitive operations"
    return f"MLP 64x784-128-10, {np.dtype(dtype).name}, {kind}", row


def one_vjp():
    W, x0, u = random.normal(size=(100, 100)) / 10, random.normal(size=100), random.normal(size=100)

    def by_hand():
        y = np.tanh(W @ x0)
        return (W.T @ (u * (1 - y * y)),)

    def ours():
        return ad.vjp(lambda x: np.tanh(W @ x), x0)[1](u)

    return contenders(by_hand, ours, lambda F, x, W: F.tanh(W @ x), (x0,), {"W": W}, u)


# ---- a transformer block, in functions that every library has

SHAPES_OF_BLOCK = {  # of width d; the wide layer has 4 d
    **dict.fromkeys(("Wq", "Wk", "Wv", "Wo"), (1, 1)), "W1": (1, 4), "W2": (4, 1), "b1": (4,), "b2": (1,),
    **dict.fromkeys(("gain1", "shift1", "gain2", "shift2"), (1,)),
}  # fmt: skip


def block_loss(F, x, Wq, Wk, Wv, Wo, W1, W2, b1, b2, gain1, shift1, gain2, shift2, upstream):
    """sum(upstream * block(x)): normalize, attend, add; normalize, two layers, add."""

    def normal(x, gain, shift):
        away = x - F.mean(x)
        return away / F.sqrt(F.mean(away * away) + 1e-5) * gain + shift

    h = normal(x, gain1, shift1)
    scores = (h @ Wq) @ F.turned(h @ Wk) * float(x.shape[-1] ** -0.5)
    e = F.exp(scores - F.stop(F.largest(scores)))
    x = x + (e / F.sum(e)) @ (h @ Wv) @ Wo
    x = x + F.relu(normal(x, gain2, shift2) @ W1 + b1) @ W2 + b2
    return F.total(x * upstream)


def block_by_hand(x, Wq, Wk, Wv, Wo, W1, W2, b1, b2, gain1, shift1, gain2, shift2, upstream):
    """The same loss and all gradients but that of the upstream, as somebody would write them in NumPy."""
    d = x.shape[-1]

    def flat(x):
        return x.reshape(-1, x.shape[-1])

    def normal(x, gain, shift):
        away = x - x.mean(-1, keepdims=True)
        scale = 1 / np.sqrt((away * away).mean(-1, keepdims=True) + 1e-5)
        n = away * scale
        return n * gain + shift, n, scale

    def back_through_normal(g, n, scale, gain):
        gn = g * gain
        gx = scale * (gn - gn.mean(-1, keepdims=True) - n * (gn * n).mean(-1, keepdims=True))
        return gx, flat(g * n).sum(0), flat(g).sum(0)

    h, n1, scale1 = normal(x, gain1, shift1)
    q, k, v = h @ Wq, h @ Wk, h @ Wv
    scores = q @ k.swapaxes(-1, -2) * d**-0.5
    e = np.exp(scores - scores.max(-1, keepdims=True))
    p = e / e.sum(-1, keepdims=True)
    o = p @ v
    y = x + o @ Wo
    h2, n2, scale2 = normal(y, gain2, shift2)
    a = h2 @ W1 + b1
    m = np.maximum(a, 0.0)
    z = y + m @ W2 + b2
    loss = (z * upstream).sum()

    g = upstream
    gW2, gb2 = flat(m).T @ flat(g), flat(g).sum(0)
    ga = (g @ W2.T) * (a > 0)
    gW1, gb1 = flat(h2).T @ flat(ga), flat(ga).sum(0)
    through, ggain2, gshift2 = back_through_normal(ga @ W1.T, n2, scale2, gain2)
    gy = g + through
    gWo, go = flat(o).T @ flat(gy), gy @ Wo.T
    gp, gv = go @ v.swapaxes(-1, -2), p.swapaxes(-1, -2) @ go
    gs = p * (gp - (gp * p).sum(-1, keepdims=True)) * d**-0.5
    gq, gk = gs @ k, gs.swapaxes(-1, -2) @ q
    hT = flat(h).T
    gWq, gWk, gWv = hT @ flat(gq), hT @ flat(gk), hT @ flat(gv)
    gh = gq @ Wq.T + gk @ Wk.T + gv @ Wv.T
    through, ggain1, gshift1 = back_through_normal(gh, n1, scale1, gain1)
    return loss, gy + through, gWq, gWk, gWv, gWo, gW1, gW2, gb1, gb2, ggain1, gshift1, ggain2, gshift2


def transformer(batch, length, width, dtype):
    def row():
        x, upstream = (random.normal(size=(batch, length, width)).astype(dtype) for _ in range(2))
        weights = [
            (random.normal(size=[n * width for n in shape]) / (2 * width**0.5)).astype(dtype)
            for shape in SHAPES_OF_BLOCK.values()
        ]
        inputs = (x, *weights)
        gradients = ad.value_and_grad(
            lambda *xs: block_loss(OURS, *xs, upstream), argnums=tuple(range(len(inputs)))
        )

        def ours():
            value, parts = gradients(*inputs)
            return value, *parts

        return contenders(
            lambda: block_by_hand(*inputs, upstream), ours, block_loss, inputs, {"upstream": upstream}
        )

    return f"transformer block {batch}x{length}x{width}, {np.dtype(dtype).name}", row


def joined(name, many=10_000):
    """A join of many parts of 4 numbers, each an input of its own (not for the peers: some take minutes)."""

    def row():
        parts = list(random.normal(size=(many, 4)))
        upstream = random.normal(size=(many, 4) if name == "stack" else 4 * many)

        def by_hand():
            getattr(np, name)(parts)
            return tuple(part.copy() for part in upstream.reshape(many, 4))

        def ours():
            return ad.vjp(getattr(np, name), parts)[1](upstream)[0]

        return contenders(by_hand, ours, inputs=parts)

    return f"{name} of {many:,} parts", row


TYPES = np.float64, np.float32
ROWS = [
    tiny_matmul(given=False),
    tiny_matmul(given=True),
    chain("x * 0.999 + 0.001", lambda F, x: x * 0.999 + 0.001, lambda g, x: g * 0.999, 2),
    chain("sin(x)", lambda F, x: F.sin(x), lambda g, x: g * np.cos(x), 1),
    chain("tanh(x) * 1.1", lambda F, x: F.tanh(x) * 1.1, lambda g, x: g * 1.1 * (1 - np.tanh(x) ** 2), 2),
    *(mlp(dtype, fused) for fused in (False, True) for dtype in TYPES),
    ("one VJP of tanh(Wx), R^100 -> R^100", one_vjp),
    *(transformer(*shape, dtype) for shape in ((1, 8, 16), (4, 64, 64), (8, 128, 128)) for dtype in TYPES),
    joined("stack"),
    joined("concatenate"),
]


# ---- measuring


def interleaved(contenders):
    """{name: seconds per call, round by round}."""
    calls = {}
    for name, run in contenders.items():
        run()
        start = time.perf_counter()
        run()
        calls[name] = max(1, round(SECONDS_PER_ROUND / (time.perf_counter() - start)))
    seconds = {name: [] for name in contenders}
    began = time.perf_counter()
    for turn in range(TURNS[1]):
        if turn >= TURNS[0] and time.perf_counter() - began > SECONDS_PER_ROW:
            break
        for name, run in contenders.items():
            run()
            seconds[name] += [per_call(run, calls[name]) for _ in range(ROUNDS)]
    return seconds


def per_call(run, calls):
    start = time.perf_counter()
    for _ in range(calls):
        run()
    return (time.perf_counter() - start) / calls


def agree(contenders):
    """A benchmark of different sums would mean nothing. (Not everybody gives y beside the gradients.)"""
    expected = contenders["NumPy"]()
    tolerance = 1e-4 if np.asarray(expected[0]).dtype == np.float32 else 1e-9
    for name, run in contenders.items():
        for got, wanted in zip(run()[-len(expected) :], expected, strict=True):
            # By their length: of single numbers, rounding may turn one round at the kink of a relu.
            away = np.linalg.norm(np.asarray(got) - wanted)
            assert away <= tolerance * max(1.0, np.linalg.norm(wanted)), (name, away)


def speed(asked=()):
    """All rows, or those whose title has one of the words that were asked for."""
    for title, row in ROWS:
        if asked and not any(word in title for word in asked):
            continue
        contenders = row()
        agree(contenders)
        seconds = interleaved(contenders)
        base = min(seconds["NumPy"])
        print(f"\n{title}\n  {'NumPy by hand':14s} {base * 1e6:9.1f} us")
        mine = min(seconds["ours"])
        for name in contenders:
            if name != "NumPy":
                ratios = sorted(s / n for s, n in zip(seconds[name], seconds["NumPy"], strict=True))
                best = min(seconds[name])
                spread = f"{ratios[len(ratios) // 4]:.2f}-{ratios[3 * len(ratios) // 4]:.2f}"
                beside = "" if name == "ours" else f"   ours / {name} = {mine / best:.2f}"
                print(f"  {name:14s} {best * 1e6:9.1f} us   x {best / base:6.2f} NumPy ({spread}){beside}")


# ---- memory


def memory(branches=100, layers=3, size=100_000):
    """The most that a sweep holds at once where branches meet in y, and are swept one by one."""

    def source(i):
        return np.full(size, (i + 1) / branches)

    def branch(x):
        for _ in range(layers):
            x = np.tanh(x)
        return x

    def by_hand(i, upstream):
        h, kept = source(i), []
        for _ in range(layers):
            h = np.tanh(h)
            kept.append(h)
        for h in reversed(kept):
            upstream = upstream * (1 - h * h)
        return upstream

    def ours(i, upstream):
        return ad.vjp(branch, source(i))[1](upstream)[0]

    def swept(gradient):
        y = np.zeros(size)
        for i in range(branches):
            y += branch(source(i))
        return [float(gradient(i, y).sum()) for i in range(branches)]  # of the loss sum(y^2) / 2

    print(f"\npeak memory of a fan-in of {branches} branches of {layers} layers, branch by branch, in arrays")
    for name, gradient in {"NumPy by hand": by_hand, "ours": ours}.items():
        np.testing.assert_allclose(swept(gradient), swept(by_hand))
        gc.collect()
        tracemalloc.start()
        swept(gradient)
        print(f"  {name:14s} {tracemalloc.get_traced_memory()[1] / (size * 8):5.1f}")
        tracemalloc.stop()


# ---- import

IMPORT = """
import os, time, numpy
def resident(): return int(open("/proc/self/statm").read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20
before, start = resident(), time.perf_counter()
import helpers.autodiff
print((time.perf_counter() - start) * 1e3, resident() - before)
"""


def importing():
    """Milliseconds, and the memory that Linux says is in use (so this part runs on Linux)."""
    command, environment = [sys.executable, "-c", IMPORT], {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}
    run = functools.partial(subprocess.run, command, capture_output=True, check=True, env=environment)
    runs = [run().stdout.split() for _ in range(10)]
    milliseconds, mebibytes = (statistics.median(float(run[i]) for run in runs[1:]) for i in (0, 1))
    print("\nimporting, over NumPy (median of 9; compiled once before)")
    print(f"  helpers.autodiff   {milliseconds:8.1f} ms {mebibytes:7.1f} MiB")


if __name__ == "__main__":
    print(f"Python {platform.python_version()}, NumPy {np.__version__}, {platform.machine()}, one thread")
    speed(sys.argv[1:])
    if not sys.argv[1:]:
        memory()
        importing()
