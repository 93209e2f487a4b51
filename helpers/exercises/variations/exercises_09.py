"""Lesson 09, its exercises once more: other programs, other messages, other rules."""

import numpy as np

from ..further import sized
from ..lesson_09 import kinds_of, parts
from ..small import whole
from . import Variation

OTHER_PROGRAMS = Variation(
    "Four questions about x, and the same four kinds of answer.",
    stub="""
    # A None   B zero   C an error   D a gradient that is not zero
    # 1  autograd, grad of a function of x:          it does not use x
    # 2  TensorFlow 2, tape.gradient(y, x):          s = x² was made before the tape, y = 5s within
    # 3  TensorFlow 2, tape.gradient(y, x):          t = tf.constant(s.numpy()), y = 5t, all within the tape
    # 4  JAX, jax.grad of a function of x:           it makes t = float(s) of its s = x²
    letters = "..."  # four letters
    """,
    solution="""
    letters = "B A A C"
    """,
    gives=tuple("1234"),
    reference=kinds_of(
        ("not_connected", "autograd"), ("unwatched", "TensorFlow 2"), ("cut", "TensorFlow 2"), ("cut", "JAX")
    ),
    hints=(
        "For each ask: does it see a graph, or only a function? And was the step from x recorded?",
        "a tape without a path: None; a function without x: zero; a number asked of a trace: an error",
        """
        a function:   1 _  4 _
        a tape:       2 _  3 _
        """,
    ),
    wrong=(
    ("function-none", "1 A", "1: grad sees a function. One that does not use x is a constant."),
    ("tape-recorded-all", "2 D", "2: the tape did not see how s was made."),
    ("values-keep-the-graph", "3 D", "3: the numbers of s went into t, and their history did not."),
    ("tape-zero", "2 B", "2: a tape without a path says None. Zeros come only on request."),
    ("trace-is-a-number", "4 D", "4: within a traced function s is no number yet."),
    ("trace-zero", "4 B", "4: within a traced function s is no number yet, and JAX says so."),
    ),
)  # fmt: skip

OTHER_MESSAGES = Variation(
    "Four messages more, with the same causes.",
    stub="""
    # A  the rule returns one gradient, the function has two inputs  B  y has several entries, no upstream
    # C  a value that a rule had kept was overwritten                D  the same record was asked twice
    # E  y was made while nothing was recorded                       F  a rule for the way back, asked forward
    # G  a rule whose numbers are wrong
    # 1  PyTorch   … backward through the graph a second time …
    # 2  JAX       … only defined for scalar-output functions …
    # 3  JAX       … can't apply forward-mode autodiff (jvp) …
    # 4  PyTorch   … returned an incorrect number of gradients …
    letters = "..."  # four letters
    """,
    solution="""
    letters = "D B F A"
    """,
    gives=tuple("1234"),
    reference="D B F A",
    hints=(
        "Say each message in your own words: which thing did it miss, and who should have provided it?",
        "used up → second time; several entries → scalar; forward → jvp; gradients ≠ inputs → rule",
        """
        PyTorch:  1 _  4 _
        JAX:      2 _  3 _
        """,
    ),
    wrong=(
    ("second-time-unrecorded", "1 E", "1: there was a record. The first sweep used it up."),
    ("scalar-is-input", "2 A",
     "2: scalar-output: what the function returns has several entries, and grad wants a single one."),
    ("forward-is-twice", "3 D", "3: nothing was asked twice. Which way was asked for?"),
    ("number-of-outputs", "4 B", "4: the gradients that it counts are those the rule returned."),
    ),
)  # fmt: skip


def upstream_inputs_and_offset(rng, *shape):
    """An upstream, inputs of the same shape, and one offset."""
    shape = shape or (int(rng.integers(2, 4)), 4)
    return rng.normal(size=shape), rng.normal(size=shape), np.asarray(rng.uniform(0.5, 2.0))


OTHER_RULE = Variation(
    """
    In JAX: fwd(x, w) returns jnp.exp(x) + w and keeps e = jnp.exp(x); bwd(e, upstream) returns
    (upstream * e, jnp.sum(upstream)). Write it in our form.
    """,
    stub="""
    def gain(x, w):
        e = np.exp(x)

        def grad(upstream):
            return ...

        return e + w, grad
    """,
    solution="""
    def gain(x, w):
        e = np.exp(x)

        def grad(upstream):
            return upstream * e, np.sum(upstream)

        return e + w, grad
    """,
    inputs=upstream_inputs_and_offset,
    small=(whole((2,), (2,), ()),),
    wider=sized(upstream_inputs_and_offset, square=(3, 3), one_entry=(1,)),
    forward=lambda x, w: np.exp(x) + w,
    reference=lambda x, w: (np.exp(x) + w, lambda upstream: (upstream * np.exp(x), np.sum(upstream))),
    because="What fwd keeps, the closure has; the offset is one number, so what is sent to it is summed.",
    hints=(
        "What does bwd do with e and the upstream? In our form e is still there.",
        "dx = upstream · e,   dw = Σ upstream",
        """
        def grad(upstream):
            return upstream * ___, np.sum(___)
        """,
    ),
    wrong=(
    "upstream-missing", "stopped",
    ("gain-not-summed", "dw = upstream", "w is one number: what is sent to it is summed over all entries."),
    ("input-for-residual", "dx = upstream * x", "The residual is e = exp(x), and you put x there."),
    ("output-for-residual", "dx = upstream * (np.exp(x) + w)", "You took y for e: the offset is in it."),
    ("gain-averaged", "dw = np.mean(upstream)", "The shares of w are added, not averaged."),
    ),
    words={"e": "the residual e"},
)  # fmt: skip


def slope_input_and_upstream(rng, *shape):
    """A slope, inputs, and an upstream of the same shape."""
    shape = shape or (int(rng.integers(2, 4)), 4)
    return float(rng.uniform(0.1, 0.5)), rng.normal(size=shape), rng.normal(size=shape)


LEAKY = Variation(
    """
    f(x, b, slope) is x + b where x > 0 and slope · x + b elsewhere; slope is a plain argument (in
    nondiff_argnums), b one number, and fwd keeps x. In PyTorch, backward returns
    upstream * torch.where(x > 0, 1, slope), upstream.sum(), None. Write JAX's bwd.
    """,
    title="From PyTorch to JAX",
    stub="""
    def bwd(*arguments):  # three: give them names, in the order in which JAX hands them over
        return ...
    """,
    solution="""
    def bwd(slope, x, upstream):
        return upstream * np.where(x > 0, 1.0, slope), np.sum(upstream)
    """,
    inputs=slope_input_and_upstream,
    takes=("slope", "x", "upstream"),
    reference=lambda slope, x, upstream: (np.where(x > 0, upstream, slope * upstream), np.sum(upstream)),
    small=((0.25, np.array([1.0, -2.0]), np.array([3.0, 1.0])),),
    wider=sized(slope_input_and_upstream, square=(3, 3), one_entry=(1,)),
    hints=(
        "Which of the three is plain? Where does JAX hand it to bwd? And what becomes of the None?",
        "bwd(slope, x, upstream):  dx = upstream · (1 where x > 0, else slope),   db = Σ upstream",
        """
        return upstream * np.where(___ > 0, 1.0, ___), np.sum(upstream)
        """,
    ),
    wrong=(
    ("plain-last", "x * np.where(slope > 0, 1.0, upstream), np.sum(x)",
     "You take the plain argument last, as f does. JAX moves it to the front: slope, residuals, upstream."),
    ("bias-not-summed", "db = upstream", "b is one number: what is sent to it is summed."),
    ("slope-forgotten", "dx = upstream * (x > 0)",
     "Below zero the slope is not 0: it is what the function was given."),
    ("sides-exchanged", "dx = upstream * np.where(x > 0, slope, 1.0)",
     "The sides are exchanged: above zero the slope is 1."),
    ("upstream-missing-in-x", "dx = np.where(x > 0, 1.0, slope)", "The downstream to x lacks the upstream."),
    ),
    words={},
)  # fmt: skip

GRADIENT_OF_A_WEIGHED_ONE = Variation(
    "The gradient of g · v, where g is the gradient of y: the same product. Two lines are not needed.",
    stub="""
    # PyTorch: (g,) = torch.autograd.grad(y, x, create_graph=True)
    #          (hv,) = torch.autograd.grad((g * v).sum(), x)
    #   A   hv = ad.gradients(s, w)
    #   B   g = ad.gradients(y, w, create_graph=True)
    #   C   w = ad.Tensor(x)
    #   D   y = np.sum(w) ** 2 * w[0]
    #   E   s = np.sum(g * v)
    #   F   hv = ad.gradients(y, w) * v
    #   G   s = np.sum(g)
    order = "..."
    """,
    solution="""
    order = "C D B E A"
    """,
    hints=(
        "Line by line: what makes x a Tensor here, and what is differentiated in the end?",
        "H v = gradient of (g · v)",
        """
        a Tensor, and y of it:   __ __
        the gradient, weighed:   __ __
        its gradient:            __
        """,
    ),
    wrong=(
    ("upstream-forgotten", "C D B G A",
     "Line G adds the entries of the gradient unweighed: v takes no part."),
    ("first-order-alone", "C D F", "Line F weighs the first gradient. It is to be differentiated once more."),
    ("line-too-early", "C D E B A"),
    ("line-missing", "C D B E"),
    ),
)  # fmt: skip

CLIMB = Variation(
    "Now a step uphill: z is to move so that the loss grows. gradient is again what jax.grad returns.",
    title="The climb that descends",
    stub="""
    def step(z, gradient, rate):
        moved = z + rate * gradient
        return moved.real, moved.imag
    """,
    solution="""
    def step(z, gradient, rate):
        moved = z + rate * np.conj(gradient)
        return moved.real, moved.imag
    """,
    reference=lambda z, gradient, rate: parts(z + rate * np.conj(gradient)),
    hints=(
        "Take |z|² at z = i. Where should a step uphill lead, and where does this one lead?",
        "ours = conj(JAX's),   z ← z + rate · ours",
        """
        moved = z + rate * np.___(gradient)
        return moved.real, moved.imag
        """,
    ),
    wrong=(
    ("descends", "parts(z - rate * np.conj(gradient))",
     "Conjugated rightly, and now the sign is turned: that descends."),
    ("sign-for-conjugate", "parts(z - rate * gradient)"),
    ("all-conjugated", "parts(np.conj(z + rate * gradient))"),
    ("place-conjugated", "parts(np.conj(z) + rate * gradient)"),
    ("real-part-alone", "parts(z + rate * np.real(gradient))"),
    ),
)  # fmt: skip

OTHER_WISHES = Variation(
    "Four wishes more. Which call fits?",
    stub="""
    # A  jax.grad(f)(x)         B  jax.jvp(f, (x,), (v,))              C  jax.vjp(f, x)[1](u)
    # D  jax.jacrev(f)(x)       E  jax.jacfwd(f)(x)
    # F  jax.jvp(jax.grad(f), (x,), (v,))                              G  jax.hessian(f)(x) @ v
    # 1  two knobs, a picture of 10,000 pixels: how does each pixel react to each knob?
    # 2  a picture of 10,000 pixels, a score: which pixels raise it?
    # 3  a million weights: how does the gradient change along the last step v?
    # 4  a picture of 10,000 pixels, 1,000 outputs, of which only one counts
    letters = "..."  # four letters
    """,
    solution="""
    letters = "E A F C"
    """,
    gives=tuple("1234"),
    reference="E A F C",
    hints=(
        "For each wish: is anything weighed, is anything moved, and on which side are the numbers few?",
        "few inputs → columns by JVPs; one end → grad; the gradient moved → jvp of grad; one-hot → vjp",
        """
        first order:    1 _  2 _  4 _
        second order:   3 _
        """,
    ),
    wrong=(
    ("rev-for-few-inputs", "1 D",
     "1: two inputs and 10,000 outputs. jacrev would take a sweep for each output."),
    ("hessian-built", "3 G", "3: a million times a million numbers. The wish is for a product with v alone."),
    ("jacobian-for-one-row", "4 D",
     "4: one output counts. A one-hot upstream picks its row with a single sweep."),
    ("grad-of-several", "4 A", "4: grad wants one number at the end, and f has 1,000."),
    ),
)  # fmt: skip

VARIATIONS = {
    "09.1": (OTHER_PROGRAMS,),
    "09.2": (OTHER_MESSAGES,),
    "09.3": (OTHER_RULE,),
    "09.4": (LEAKY,),
    "09.5": (GRADIENT_OF_A_WEIGHED_ONE,),
    "09.6": (CLIMB,),
    "09.7": (OTHER_WISHES,),
}
