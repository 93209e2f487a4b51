"""Lesson 09 once more: other programs, messages, rules and wishes; another answer of the phrase book."""

import numpy as np

from helpers.exercises.key.further import sized
from helpers.exercises.key.variations import Variation

from .keys import kinds_of, parts
from .phrasebook.asking import stored


def slope_input_and_upstream(rng, *shape):
    """A slope, inputs, and an upstream of the same shape."""
    shape = shape or (int(rng.integers(2, 4)), 4)
    return float(rng.uniform(0.1, 0.5)), rng.normal(size=shape), rng.normal(size=shape)


VARIATIONS = [
Variation("09.1", "Four questions about x, and the same four kinds of answer.",
    code="""
      # A None   B zero   C an error   D a gradient that is not zero
      # 1  autograd, grad of a function of x:          it does not use x
      # 2  TensorFlow 2, tape.gradient(y, x):          s = x² was made before the tape, y = 5s within
      # 3  TensorFlow 2, tape.gradient(y, x):          t = tf.constant(s.numpy()), y = 5t, all within the tape
      # 4  JAX, jax.grad of a function of x:           it makes t = float(s) of its s = x²
    - letters = "..."  # four letters
    + letters = "B A A C"
    """,
    gives=tuple("1234"),
    reference=kinds_of(
        ("not_connected", "autograd"), ("unwatched", "TensorFlow 2"), ("cut", "TensorFlow 2"), ("cut", "JAX")
    ),
    hints=(
        "",
        "a tape without a path: None; a function without x: zero; a number asked of a trace: an error",
        """
        a function:   1 _  4 _
        a tape:       2 _  3 _
        """,
    ),
    wrong=(
    ("function-none", "1 A", "1: grad sees a function. One that does not use x is a constant."),
    ("tape-recorded-all", "2 D", "2: the tape did not see how s was made."),
    ("values-keep-the-graph", "3 D", "3: the numbers of s went into t, but their history did not."),
    ("tape-zero", "2 B", "2: a tape without a path says None. Zeros come only on request."),
    ("trace-is-a-number", "4 D", "4: within a traced function s is no number yet."),
    ("trace-zero", "4 B", "4: within a traced function s is no number yet, and JAX says so."),
    )),
Variation("09.2", "Four more messages, with the same causes.",
    code="""
      # A  the rule returns one gradient, the function has two inputs
      # B  y has several entries, no upstream             C  a value that a rule had kept was overwritten
      # D  the same record was asked twice                E  y was made while nothing was recorded
      # F  a rule for the way back, asked forward         G  a rule whose numbers are wrong
      # 1  PyTorch   … backward through the graph a second time …
      # 2  JAX       … only defined for scalar-output functions …
      # 3  JAX       … can't apply forward-mode autodiff (jvp) …
      # 4  PyTorch   … returned an incorrect number of gradients …
    - letters = "..."  # four letters
    + letters = "D B F A"
    """,
    gives=tuple("1234"),
    reference="D B F A",
    hints=(
        "",
        "used up → second time; several entries → scalar; forward → jvp; gradients ≠ inputs → rule",
        """
        PyTorch:  1 _  4 _
        JAX:      2 _  3 _
        """,
    ),
    wrong=(
    ("second-time-unrecorded", "1 E", "1: there was a record. The first sweep used it up."),
    ("speaks-of-the-output", "2 A",
     "2: scalar-output: what the function returns has several entries, and grad wants a single one."),
    ("forward-is-twice", "3 D", "3: nothing was asked twice. Which way was asked for?"),
    ("number-of-outputs", "4 B", "4: the gradients that it counts are those the rule returned."),
    )),
Variation(
    "09.3",
    """
    In JAX: fwd(x, w) returns jnp.exp(x) + w and keeps e = jnp.exp(x); bwd(e, upstream) returns
    (upstream * e, jnp.sum(upstream)). Write it in our form.
    """,
    code="""
      def gain(x, w):
          e = np.exp(x)

          def grad(upstream):
    -         return ...
    +         return upstream * «e», np.sum(«upstream»)

          return e + w, grad
    """,
    forward=lambda x, w: np.exp(x) + w,
    because="The closure has what fwd keeps; the offset is one number, so what is sent to it is summed.",
    hints=("What does bwd do with e and the upstream? In our form e is still there.",
           "dx = upstream · e,   dw = Σ upstream"),
    wrong=(
    "upstream-missing", "upstream-squared", "stopped", "sign-flipped",
    ("gain-not-summed", "dw = upstream", "w is one number: what is sent to it is summed over all entries."),
    ("input-for-residual", "dx = upstream * x", "The residual is e = exp(x), and you put x there."),
    ("y-for-tanh", "dx = upstream * (np.exp(x) + w)", "You took y for e: the offset is in it."),
    ("gain-averaged", "dw = np.mean(upstream)", "The shares of w are added, not averaged."),
    )),
Variation(
    "09.4",
    """
    f(x, b, slope) is x + b where x > 0 and slope · x + b elsewhere; slope is a plain argument (in
    nondiff_argnums), b one number, and fwd keeps x. In PyTorch, backward returns
    upstream * torch.where(x > 0, 1, slope), upstream.sum(), None. Write JAX's bwd.
    """,
    title="From PyTorch to JAX",
    code="""
    - def bwd(*arguments):  # three: give them names, in the order in which JAX hands them over
    -     return ...
    + def bwd(slope, x, upstream):
    +     return upstream * np.where(«x» > 0, 1.0, «slope»), np.sum(upstream)
    """,
    inputs=slope_input_and_upstream,
    takes=("slope", "x", "upstream"),
    reference=lambda slope, x, upstream: (np.where(x > 0, upstream, slope * upstream), np.sum(upstream)),
    small=((0.25, np.array([1.0, -2.0]), np.array([3.0, 1.0])),),
    wider=sized(slope_input_and_upstream, square=(3, 3), one_entry=(1,)),
    hints=("Which of the three is plain? Where does JAX hand it to bwd? And what becomes of the None?",
           "bwd(slope, x, upstream):  dx = upstream · (1 where x > 0, else slope),   db = Σ upstream"),
    wrong=(
    ("plain-last", "x * np.where(slope > 0, 1.0, upstream), np.sum(x)",
     "You take the plain argument last. JAX moves it to the front: slope, residuals, upstream."),
    ("bias-not-summed", "", "b is one number: what is sent to it is summed."),
    ("slope-forgotten", "dx = upstream * (x > 0)",
     "Below zero the slope is not 0: it is what the function was given."),
    ("sides-exchanged", "dx = upstream * np.where(x > 0, slope, 1.0)",
     "The sides are exchanged: above zero the slope is 1."),
    ("upstream-missing-in-x", "dx = np.where(x > 0, 1.0, slope)"),
    ("one-slope-for-all", "dx = 1.0 * upstream",
     "Every entry gets the slope 1. JAX hands over slope, residuals, upstream: which is compared with 0?"),
    )),
Variation(
    "09.5",
    "The gradient of g · v, where g is the gradient of y: the same product. Two lines are not needed.",
    code="""
      # PyTorch: (g,) = torch.autograd.grad(y, x, create_graph=True)
      #          (hv,) = torch.autograd.grad((g * v).sum(), x)
      #   A   hv = ad.gradients(s, w)
      #   B   g = ad.gradients(y, w, create_graph=True)
      #   C   w = ad.Tensor(x)
      #   D   y = np.sum(w) ** 2 * w[0]
      #   E   s = np.sum(g * v)
      #   F   hv = ad.gradients(y, w) * v
      #   G   s = np.sum(g)
    - order = "..."
    + order = "C D B E A"
    """,
    because="create_graph keeps the first gradient differentiable, and the slopes of g · v are v · H = H v.",
    hints=(
        "Line by line: what makes x a Tensor here, and what is differentiated in the end?",
        "H v = gradient of (g · v)",
        """
        a Tensor, and y of it:   __ __
        the gradient, weighed:   __ __
        its gradient:            __
        """,
    ),
    right=("ad.hessian(lambda x: np.sum(x) ** 2 * x[0])(x) @ v",),
    wrong=(
    ("upstream-forgotten", "C D B G A",
     "Line G adds the entries of the gradient unweighed: v takes no part."),
    ("first-order-alone", "C D F", "Line F weighs the first gradient. It is to be differentiated once more."),
    )),
Variation(
    "09.6",
    "Now a step uphill: z is to move so that the loss grows. gradient is again what jax.grad returns.",
    title="The climb that descends",
    words={"z - rate": "z + rate", "z + rate": "z - rate", "np.conj(z) - rate": "np.conj(z) + rate",
           "z - 2": "z + 2", "z − rate": "z + rate", "then descend": "then climb", "uphill": "downhill",
           "should a step lead": "should a step uphill lead"},
    reference=lambda z, gradient, rate: parts(z + rate * np.conj(gradient)),
    without="climbs",
    wrong=(..., ("descends", "parts(z - rate * np.conj(gradient))",
                 "Conjugated correctly, but now the sign is turned: that descends.")),
),
Variation("09.7", "Four more wishes. Which call fits?",
    code="""
      # A  jax.grad(f)(x)         B  jax.jvp(f, (x,), (v,))              C  jax.vjp(f, x)[1](u)
      # D  jax.jacrev(f)(x)       E  jax.jacfwd(f)(x)
      # F  jax.jvp(jax.grad(f), (x,), (v,))                              G  jax.hessian(f)(x) @ v
      # 1  two knobs, a picture of 10,000 pixels: how does each pixel react to each knob?
      # 2  a picture of 10,000 pixels, a score: which pixels raise it?
      # 3  a million weights: how does the gradient change along the last step v?
      # 4  a picture of 10,000 pixels, 1,000 outputs, of which only one counts
    - letters = "..."  # four letters
    + letters = "E A F C"
    """,
    gives=tuple("1234"),
    reference="E A F C",
    hints=(
        "",
        "few inputs → columns by JVPs; one end → grad; the gradient moved → jvp of grad; one-hot → vjp",
        """
        first order:    1 _  2 _  4 _
        second order:   3 _
        """,
    ),
    wrong=(
    ("jacrev-for-few-inputs", "1 D",
     "1: two inputs and 10,000 outputs. jacrev would take a sweep for each output."),
    ("hessian-built", "3 G", "3: a million times a million numbers. The wish is for a product with v alone."),
    ("jacobian-for-one-row", "4 D",
     "4: one output counts. A one-hot upstream picks its row with a single sweep."),
    ("grad-of-several", "4 A", "4: grad wants one number at the end, and f has 1,000."),
    )),
Variation("09.p1", "torch.clamp(x, −1, 1) at x = 1: what slope did PyTorch 2.13 give, before it chose again?",
    example=3, truth=lambda: float(stored("kink", "PyTorch", "2.13.0").printed.strip("tensor()")),
    because="1, the slope to the left of the bound; 2.14 gives 0.",
    wrong=(
    ("newest", "0", "That is what 2.14 and 2.15 give."),
    ("middle", "0.5", "That is what JAX and ours give."),
    )),
Variation("09.p4", "TensorFlow 2, a persistent tape: two steps of 0.1 on (w − 3)² from w = 4. Where to?",
    truth=lambda: float(stored("retain_graph", "TensorFlow 2").printed), covers=("retain-graph-cures",),
    because="3.6: the tape still belongs to w = 4, so both steps take 0.1 · 2. Nothing is added up.",
    wrong=(
    ("as-it-should", "3.64", "For that the loss must be computed anew, within a tape, in each step."),
    ("added-up", "3.4", "That is PyTorch's backward, which adds to w.grad. A tape hands its answer over."),
    "one-step",
    )),
Variation(
    "09.p5", "The gradient of |z|² at z = 1 + 2i is 2 + 4i for us. What is the real part of autograd's?",
    example=7, truth=lambda: complex(stored("complex", "autograd").printed).real,
    because="2: the conjugate, 2 − 4i, has the same real part.",
    wrong=(
    ("sign-turned", "-2", "It is the imaginary part whose sign differs."),
    ("imaginary", "-4", "That is its imaginary part."),
    ("half", "1", "Nothing is halved."),
    )),
]
