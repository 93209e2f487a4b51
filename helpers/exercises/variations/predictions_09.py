"""Lesson 09, its guesses once more: another answer of the phrase book."""

from helpers.phrasebook.asking import stored

from ..lesson_09 import errors_at
from ..prediction import PredictionKey

BY_VERSION = PredictionKey(
    "09.p1",
    "torch.clamp(x, −1, 1) at x = 1: what slope did PyTorch 2.13 give, before it chose again?",
    example=3,
    truth=lambda: float(stored("kink", "PyTorch", "2.13.0").printed.strip("tensor()")),
    covers=("seed-is-a-mystery",),
    because="1, the slope to the left of the bound; 2.14 gives 0.",
    guesses=(
    ("newest", "0", "That is what 2.14 and 2.15 give."),
    ("middle", "0.5", "That is what JAX and ours give."),
    ),
)  # fmt: skip

NO_PATH = PredictionKey(
    "09.p2",
    "y = w², and the gradient with respect to x is asked for. In how many of the six is that an error?",
    example=5,
    truth=lambda: errors_at("not_connected"),
    covers=("none-is-zero",),
    because="1: PyTorch alone, unless it is told allow_unused=True. The others say None or zero.",
    guesses=(
    ("nobody-objects", "0", "One of them takes the question for a mistake."),
    ("those-that-want-an-upstream", "3",
     "That is the number for a missing upstream. Here most say None or zero."),
    ("all", "6", "Most of them have an answer, though not always a number."),
    ),
)  # fmt: skip

NEW_TENSOR = PredictionKey(
    "09.p3",
    "PyTorch: s = x², t = torch.tensor(s.item(), requires_grad=True), y = 5t, y.backward(). What is t.grad?",
    example=1.5,
    truth=lambda: float(stored("cut", "PyTorch").printed.split()[0].strip("tensor()")),
    covers=("values-keep-the-graph",),
    because="5: t is a beginning of its own, and x.grad stays None.",
    guesses=(
    ("through-to-x", "30", "That would be the slope with respect to x. Nothing leads from t to x."),
    ("nothing", "0", "The sweep runs from y to t, and t asked for its gradient."),
    ("square-alone", "6", "That is the slope of x² at 3. The sweep never gets there."),
    ),
)  # fmt: skip

SAME_SLOPE = PredictionKey(
    "09.p4",
    "TensorFlow 2, a persistent tape: two steps of 0.1 on w² from w = 1. Where do they lead?",
    example=0.9,
    truth=lambda: float(stored("retain_graph", "TensorFlow 2").printed),
    covers=("retain-graph-cures",),
    because="0.6: the tape still belongs to w = 1, so both steps take 0.1 · 2. Nothing is added up.",
    guesses=(
    ("as-it-should", "0.64", "For that the loss must be computed anew, within a tape, in each step."),
    ("added-up", "0.4", "That is PyTorch's backward, which adds to w.grad. A tape hands its answer over."),
    ("one-step", "0.8", "That is the first step. The second goes further."),
    ),
)  # fmt: skip

REAL_PART = PredictionKey(
    "09.p5",
    "The gradient of |z|² at z = 1 + 2i is 2 + 4i for us. What is the real part of autograd's?",
    example=7,
    truth=lambda: complex(stored("complex", "autograd").printed).real,
    covers=("one-complex-convention",),
    because="2: the conjugate, 2 − 4i, has the same real part.",
    guesses=(
    ("sign-turned", "-2", "It is the imaginary part whose sign differs."),
    ("imaginary", "-4", "That is its imaginary part."),
    ("half", "1", "Nothing is halved."),
    ),
)  # fmt: skip

VARIATIONS = {
    "09.p1": (BY_VERSION,),
    "09.p2": (NO_PATH,),
    "09.p3": (NEW_TENSOR,),
    "09.p4": (SAME_SLOPE,),
    "09.p5": (REAL_PART,),
}
