"""Lesson 09: the same thing elsewhere. What other frameworks answer, and rules that are carried over.

09.1 and 09.2 letters for programs and messages, 09.3 faded, 09.4 blank, 09.5 lines to order, 09.6 a bug hunt,
09.7 letters for calls. What frameworks answer is read from the phrase book, which has it from them.
"""

import functools

import numpy as np

from helpers.exercises.key.further import all_of, sized
from helpers.exercises.key.kinds import Called, Custom, Function
from helpers.exercises.key.letters import Matching, Order
from helpers.exercises.key.prediction import PredictionKey

from .phrasebook import answers
from .phrasebook.asking import stored

LETTERS = {"None": "A", "zero": "B", "an error": "C", "a number": "D"}


def kinds_of(*asked):
    """The letters of what these programs gave: (task, framework) each."""
    return " ".join(LETTERS[stored(name, framework).kind] for name, framework in asked)


WHAT = {
    "A": "None means that no path was found, and that nobody raised an error over it.",
    "B": "zeros come where the function that is differentiated does not use its input.",
    "C": "an error comes where somebody checks for a path, or where a value is asked of a trace.",
    "D": "a gradient that is not zero needs a path that was recorded from x to y.",
}

NONE_ZERO_ERROR = Matching("09.1", covers=("none-is-zero", "unwatched-still-counts", "values-keep-the-graph"),
    gives=tuple("123456"), options=WHAT,
    reference=kinds_of(
        ("not_connected", "TensorFlow 2"), ("not_connected", "PyTorch"), ("not_connected", "JAX"),
        ("unwatched", "TensorFlow 1"), ("unwatched", "PyTorch"), ("cut", "PyTorch"),
    ),
    because="With a record, the answer can be None or an error; with a function alone, zero.",
    hints=(
        "For each, ask: does it see a graph, or only a function? And was the step from x recorded?",
        "a tape or a graph without a path: None, or an error where it insists; a function without x: zero",
        """
        no path:       1 _  2 _  3 _
        made before:   4 _  5 _
        a new tensor:  6 _
        """,
    ),
    wrong=(
    ("all-alike", "2 A; 3 A",
     "They do not all say None. PyTorch's grad insists on a path unless told otherwise; JAX sees no graph."),
    ("zero-for-none", "1 B", "1: a tape tells “no path” from “a slope of zero”. Zeros come only on request."),
    ("tape-objects", "1 C", "1: a tape does not object. It hands back something that is no number."),
    ("pytorch-none", "2 A",
     "2: None is what you get with allow_unused=True. Without it, PyTorch takes the question for a mistake."),
    ("pytorch-zero", "2 B",
     "2: PyTorch never makes zeros up here. It says that x was not used in the graph."),
    ("jax-none", "3 A", "3: jax.grad sees a function, not a graph: one that does not use x is a constant."),
    ("jax-slope-of-a-constant", "3 C", "3: nothing is wrong with a constant function. What is its slope?"),
    ("graph-forgets", "4 A", "4: in TensorFlow 1 nothing has to watch. Everything is in the graph."),
    ("graph-zero", "4 B", "4: in TensorFlow 1 nothing has to watch. Everything is in the graph."),
    ("no-grad-none", "5 A", "5: y was made without a record, and backward starts at y: what can it follow?"),
    ("no-grad-zero", "5 B", "5: zero would be an answer. But y has no record at all to start from."),
    ("recorded-anyway", "5 D", "5: inside no_grad nothing is recorded, whatever x asks for."),
    ("new-beginning", "6 D",
     "6: requires_grad=True makes a new beginning. From t there is no way back to x."),
    ("new-tensor-objects", "6 C", "6: the sweep runs well, down to t. x is simply not on its way."),
    ("new-tensor-zero", "6 B", "6: nothing was ever sent to x, not even a zero."),
    ),
    right=(("with a function alone, zero", "3 B"),),
)  # fmt: skip


def upstream_inputs_and_gain(rng, *shape):
    """An upstream, inputs of the same shape, and one gain."""
    shape = shape or (int(rng.integers(2, 4)), 4)
    return rng.normal(size=shape), rng.normal(size=shape), np.asarray(rng.uniform(0.5, 2.0))


FROM_JAX = Custom("09.3", covers=("upstream-left-out", "broadcast-needs-no-sum"),
    inputs=upstream_inputs_and_gain,
    wider=sized(upstream_inputs_and_gain, square=(3, 3), one_row=(1, 4), one_column=(4, 1), one_entry=(1,),
                more=(3, 2, 4)),
    small=((np.array([2.0, 3.0]), np.array([0.0, 1.0]), np.array(2.0)),),  # tanh is not flat there
    forward=lambda x, w: w * np.tanh(x),
    takes=("upstream", "x", "w"), gives=("y", "downstream to x", "downstream to w"),
    because="A closure already has what fwd keeps and bwd gets back: the lines of bwd can stay as they are.",
    hints=(
        "The residuals of fwd are t and w. Where are they in our form, and what is left of bwd then?",
        "dx = upstream · w · (1 − t²),   dw = Σ upstream · t",
        """
        def grad(upstream):
            return upstream * «w» * (1 - t**2), np.sum(upstream * «t»)
        """,
    ),
    wrong=(
    "upstream-missing", "upstream-squared", "stopped", "sign-flipped",
    ("gain-not-summed", "dw = upstream * np.tanh(x)",
     "w is one number used in every entry: its gradient is the sum over all of them, jnp.sum in bwd."),
    ("gain-summed-too-early", "dw = np.sum(upstream) * np.tanh(x)",
     "The bracket closes too early: multiply each entry by t first, then sum the products."),
    ("y-for-tanh", "dx = upstream * w * (1 - (w * np.tanh(x)) ** 2)",
     "You took y for t. The gain is in y already; the slope of tanh needs t itself."),
    ("square-lost", "dx = upstream * w * (1 - np.tanh(x))",
     "The slope of tanh is 1 − t²: the square is missing."),
    ("tanh-twice", "dx = upstream * w * (1 - np.tanh(np.tanh(x)) ** 2)",
     "You take tanh of t, which is tanh(x) already. Its slope is 1 − t²."),
    ("derivative-of-w", "dw = np.sum(upstream * (1 - np.tanh(x) ** 2))",
     "w is multiplied by t, so its local derivative is t, and not the slope of tanh."),
    ("tuple-of-residuals", "return (w * t, (t, w)), grad",
     "There is a tuple where one array belongs. The residuals go nowhere: grad sees t and w as they are."),
    ("residuals-in-the-place-of-grad", "return w * t, (t, w)",
     "In our form the second result is grad, the rule itself. It sees t and w as they are."),
    ("residuals-handed-on", "def grad(upstream) -> def grad(residuals, upstream)",
     "Our engine hands grad the upstream alone. t and w need no handing on: grad sees them as they are."),
    ),
    words={"t": "the residual t"},
    right=(
    ("dx = upstream · w · (1 − t²),   dw = Σ upstream · t",
     "dx = upstream * w * (1 - np.tanh(x) ** 2); dw = np.sum(upstream * np.tanh(x))"),
    ("A closure already has what fwd keeps", """
        def gain(x, w):
            def grad(upstream):
                return w * upstream / np.cosh(x) ** 2, np.vdot(np.tanh(x), upstream)

            return np.tanh(x) * w, grad
     """),
    ),
)  # fmt: skip


def limit_input_and_upstream(rng, *shape):
    """A limit, inputs, and an upstream of the same shape."""
    shape = shape or (int(rng.integers(2, 4)), 4)
    return float(rng.uniform(1.0, 3.0)), rng.normal(size=shape), rng.normal(size=shape)


TO_JAX = Called("09.4", covers=("static-has-no-gradient", "one-gradient-per-array"),
    inputs=limit_input_and_upstream,
    wider=all_of(sized(limit_input_and_upstream, square=(3, 3), one_row=(1, 4), one_column=(4, 1),
                       one_entry=(1,), more=(3, 2, 4)),
                 lambda rng: [("one-number", (2.0, np.array(0.5), np.array(-1.5)))]),
    small=((2.0, np.array([1.0, 3.0]), np.array([3.0, 1.0])),),
    takes=("limit", "x", "upstream"), gives=("downstream to x", "downstream to b"),
    because="The plain argument comes first and gets no gradient; the others get one each, in their order.",
    hints=(
        "Which of the three is the plain argument? Where does JAX hand it to bwd, and what follows it?",
        "bwd(limit, x, upstream):  dx = upstream · (1 − tanh²(x/limit)),   db = Σ upstream",
        """
        return upstream * (1 - np.tanh(«x» / limit) ** 2), np.sum(«upstream»)
        """,
    ),
    wrong=(
    ("plain-last", "x * (1 - np.tanh(limit / upstream) ** 2), np.sum(x)",
     "You take the plain argument last. JAX moves it to the front: limit, residuals, upstream."),
    ("upstream-before-residual", "x * (1 - np.tanh(upstream / limit) ** 2), np.sum(x)",
     "The residuals come before the upstream: limit, residuals, upstream."),
    ("upstream-first", "limit * (1 - np.tanh(upstream / x) ** 2), np.sum(limit)",
     "You take the upstream first, and the residuals last. JAX's order is: limit, residuals, upstream."),
    ("limit-in-the-place-of-x", "upstream * (1 - np.tanh(limit / x) ** 2), np.sum(upstream)",
     "limit and x have changed places. JAX hands over limit, residuals, upstream; limit divides x."),
    ("bias-not-summed", "db = upstream",
     "b is one number used in every entry: its gradient is the sum, as in TensorFlow's reduce_sum."),
    ("bias-whatever-arrives", "db = np.float64(1)",
     "b got 1 whatever arrives: that is its local slope alone. Add the upstream up."),
    ("upstream-missing-in-x", "dx = 1 - np.tanh(x / limit) ** 2",
     "The downstream to x lacks the upstream: multiply by it."),
    ("limit-forgotten", "dx = upstream * (1 - np.tanh(x) ** 2)",
     "The tanh is taken at x divided by the limit, and you left the limit out."),
    ("no-factor-left", "dx = upstream * limit * (1 - np.tanh(x / limit) ** 2)",
     "The limit outside and the 1/limit inside cancel: there is no factor left."),
    ("limit-not-cancelled", "dx = upstream * (1 - np.tanh(x / limit) ** 2) / limit",
     "The 1/limit from inside meets the limit that multiplies outside: they cancel."),
    ("square-lost", "dx = upstream * (1 - np.tanh(x / limit))",
     "The slope of tanh is 1 − tanh²: the square is missing."),
    ("limited-residual", "dx = upstream * (1 - x**2)",
     "You take the residual for tanh(x/limit). What fwd keeps is x itself."),
    ("output-over-limit", "dx = upstream * (1 - (x / limit) ** 2)",
     "You take the residual for the output. What fwd keeps is x itself: the tanh is still to be taken."),
    ("residual-unpacked", "dx = upstream * (1 - np.tanh(x[0] / limit) ** 2)",
     "fwd keeps x itself, not a tuple: the residuals are x, and [0] takes a part of it."),
    ("output-for-slope", "dx = upstream * np.tanh(x / limit)",
     "You multiply by the tanh itself. Multiply by its slope: 1 − tanh²(x/limit)."),
    ("value-for-slope", "dx = upstream * limit * np.tanh(x / limit)",
     "You multiply by the value, limit · tanh(x/limit). Multiply by the slope: 1 − tanh²(x/limit)."),
    ("three-gradients", "None, dx, db",
     "Three values: the plain argument gets no gradient, not even None. Return one for x and one for b."),
    ("gradients-in-a-tuple", "(dx, db), None",
     "There is a tuple where one array belongs. Return two values: one for x, one for b."),
    ),
    right=(
    ("dx = upstream · (1 − tanh²(x/limit)),   db = Σ upstream",
     "upstream * (1 - np.tanh(x / limit) ** 2), np.sum(upstream)"),
    ("The plain argument comes first and gets no gradient", """
        def bwd(*arguments):
            limit, x, upstream = arguments
            y = limit * np.tanh(x / limit)
            return [upstream * (limit - y) * (limit + y) / limit**2, np.add.reduce(upstream, axis=None)]
     """),
    ),
)  # fmt: skip

CAUSES = {
    "A": "that is said when the rule returns one gradient, and the function has two inputs.",
    "B": "that is said when y has several entries, and no upstream was given.",
    "C": "that is said when something overwrote a value that a rule had kept.",
    "D": "that is said when the same record is asked a second time.",
    "E": "that is said when y was made while nothing was recorded.",
    "F": "that is said when a rule for the way back is asked for the way forward.",
    "G": "that is said by a gradient check, when a rule's numbers are wrong.",
}

MESSAGES = Matching("09.2",
    covers=("vector-gradient-is-a-matrix", "retain-graph-cures", "in-place-is-forbidden"),
    gives=tuple("12345"), options=CAUSES,
    reference="B D A C E",
    because="A message names what stopped the machine. What went wrong lies one step earlier.",
    hints=(
        "Say each message in your own words: which thing did it miss, and who should have provided it?",
        "several entries → upstream; used up → second time; gradients ≠ inputs → rule; changed → in place",
        """
        PyTorch:     1 _      4 _  5 _
        TensorFlow:  2 _
        JAX:         3 _
        """,
    ),
    wrong=(
    ("speaks-of-the-output", "1 A", "1: it speaks of the output, not the rule. How many entries are in y?"),
    ("scalar-unrecorded", "1 E",
     "1: y was recorded. It has several entries, and the framework will not make up what they are worth."),
    ("persistent-unwatched", "2 E",
     "2: the tape did watch. It gives its record away with the first answer, unless it is persistent."),
    ("persistent-overwritten", "2 C", "2: nothing was overwritten. The tape had answered once already."),
    ("structure-upstream", "3 B",
     "3: it is about what the rule returns: as many gradients as the function has inputs."),
    ("structure-way-back", "3 F",
     "3: the way back was asked for. What the rule returned does not fit the inputs."),
    ("in-place-no-second-sweep", "4 D",
     "4: this message speaks of a value that was changed, not of a second sweep."),
    ("in-place-cut", "4 E", "4: the record is whole. One of the values that it keeps has changed."),
    ("no-record-upstream", "5 B", "5: it does not ask for an upstream. y has no record to follow."),
    ("no-record-twice", "5 D",
     "5: a record that was used up is said to be freed. Here there never was one: no_grad, or detached."),
    ("no-record-overwritten", "5 C",
     "5: there is no record of y at all, so nothing in it can be overwritten."),
    ),
    right=(("A message names what stopped the machine", "4 C"),),
)  # fmt: skip

DOUBLE_BACKWARD = Order("09.5", covers=("gradient-is-the-jacobian", "weights-can-wait"),
    inputs=lambda rng: (rng.normal(size=3), rng.normal(size=3)),
    small=((np.array([1.0, 2.0]), np.array([1.0, 10.0])),),
    takes=("x", "v"), gives=("hv",),
    because="create_graph keeps the first gradient differentiable, and v is the upstream of the second.",
    hints=(
        "Line by line: what makes x a Tensor here, what is torch.autograd.grad, and where does v go?",
        "H v = VJP of the gradient with the upstream v, since H is symmetric",
        """
        a Tensor, and y of it:   __ __
        the gradient:            __
        its VJP with v:          __
        """,
    ),
    wrong=(
    ("upstream-forgotten", "C D B F",
     "Line F differentiates the sum of the gradient: v takes no part. It is the second sweep's upstream."),
    ("weighed-afterwards", "C D B E",
     "Line E multiplies afterwards. The gradient's entries have to be weighed before they are added up."),
    ("first-order-alone", "C D B G",
     "Line G differentiates y itself, not its gradient. H v needs the second sweep to start at g."),
    ),
    right=(
    ("v is the upstream of the second", "ad.hessian(lambda x: np.sum(x) ** 2 * x[0])(x) @ v"),
    ),
)  # fmt: skip

CALLS = {
    "A": "that wants one number at the end, and gives one slope per input.",
    "B": "that says how each output moves when x moves along v.",
    "C": "that weighs the outputs by u, and gives one slope per input.",
    "D": "that makes a Jacobian by a VJP for each output.",
    "E": "that makes a Jacobian by a JVP for each input.",
    "F": "that moves the gradient along v, and builds no Hessian.",
    "G": "that builds the whole Hessian, n × n numbers, and only then multiplies.",
}

CHOOSE = Matching("09.7",
    covers=("vjp-jvp-transpose-are-one", "gradient-is-the-jacobian", "seed-is-a-mystery"),
    gives=tuple("123456"), options=CALLS,
    reference="A C B E D F",
    because="Few inputs or outputs are given a sweep each; what is weighed or moved needs no matrix.",
    hints=(
        "For each wish: is anything weighed, is anything moved, and on which side are the numbers few?",
        "few outputs → rows by VJPs; few inputs → columns by JVPs; one direction → one sweep",
        """
        one sweep:      1 _  2 _  3 _
        a Jacobian:     4 _  5 _
        second order:   6 _
        """,
    ),
    wrong=(
    ("jacobians-exchanged", "4 D; 5 E",
     "4 and 5 are exchanged: jacrev takes a sweep per output, jacfwd one per input."),
    ("jacrev-for-few-inputs", "4 D",
     "4: three inputs and 10,000 outputs. jacrev would take a sweep for each output."),
    ("jacfwd-for-few-outputs", "5 E",
     "5: 10,000 inputs and three outputs. jacfwd would take a sweep for each input."),
    ("directions-exchanged", "2 B; 3 C",
     "2 and 3 are exchanged: outputs are weighed on the way back, inputs moved on the way forward."),
    ("jvp-for-upstream", "2 B", "2: here outputs are worth something. jvp is told how inputs move."),
    ("vjp-for-tangent", "3 C", "3: here inputs move. vjp is told what outputs are worth."),
    ("jacobian-to-mix-rows", "2 D",
     "2: the whole Jacobian, only to mix its rows? One VJP mixes them for you."),
    ("jacobian-to-mix-columns", "3 E",
     "3: the whole Jacobian, only to mix its columns? One JVP mixes them for you."),
    ("jacobian-of-one-loss", "1 D",
     "1: D gives the same numbers, in one sweep too. A is the call for one loss."),
    ("hessian-built", "6 G",
     "6: that builds 10,000 × 10,000 numbers. The wish is for a product with v alone."),
    ("a-slope-per-input", "6 A", "6: that gives one slope per input. The question is how they move along v."),
    ("move-for-curvature", "6 B", "6: that moves f along v. The question is how its gradient moves."),
    ("vjp-for-one-number", "1 C",
     "1: with one number at the end there is nothing to weigh: grad says the same without a u."),
    ("grad-of-several", "2 A", "2: grad wants one number at the end, and here there are several."),
    ),
    right=(("are given a sweep each", "4 E; 5 D"),),
)  # fmt: skip


def place_gradient_and_rate(rng, *shape):
    """Complex numbers, JAX's gradient of Σ|z − c|² at them, and a rate."""
    shape = shape or (int(rng.integers(3, 5)),)
    z, c = (rng.normal(size=shape) + 1j * rng.normal(size=shape) for _ in range(2))
    return z, np.conj(2 * (z - c)), float(rng.uniform(0.1, 0.4))


def parts(z):
    """The real and the imaginary part."""
    return np.real(z), np.imag(z)


class InParts(Function):
    """A function of which both parts may come as one array, the first axis counting them."""

    @property
    def given_by(self):
        read = super().given_by

        def read_parts(answer, case):
            return read(unstacked(answer, (len(self.gives), *np.shape(case[0]))), case)

        return read_parts


def unstacked(answer, shape):
    """The same function, but for an array of that shape it gives a tuple of the parts."""

    @functools.wraps(answer)
    def given(*inputs):
        result = answer(*inputs)
        return tuple(result) if isinstance(result, np.ndarray) and result.shape == shape else result

    return given


DESCENT = InParts("09.6", covers=("one-complex-convention",),
    inputs=place_gradient_and_rate,
    wider=sized(place_gradient_and_rate, one_entry=(1,), more=(3, 2)),
    small=((np.array(1 + 2j), np.array(2 - 4j), 0.1), (np.array([1j]), np.array([-2j]), 0.25)),
    takes=("z", "gradient", "rate"), gives=("real", "imag"),
    because="JAX gives the conjugate of the direction of steepest ascent: conjugate it back, then descend.",
    hints=(
        "Take |z|² at z = i. Where should a step lead, and where does this one lead?",
        "ours = conj(JAX's),   z ← z − rate · ours",
        """
        moved = z - rate * np.«conj»(gradient)
        return moved.real, moved.imag
        """,
    ),
    wrong=(
    ("climbs", "parts(z + rate * np.conj(gradient))",
     "Conjugated correctly, but now the sign is turned: that climbs."),
    ("sign-turned", "parts(z + rate * gradient)",
     "Turning the sign mends the imaginary part and breaks the real one: only the former is reversed."),
    ("all-mirrored", "parts(np.conj(z - rate * gradient))",
     "That conjugates z as well, and so mirrors the place where you stand."),
    ("place-conjugated", "parts(np.conj(z) - rate * gradient)",
     "It is the gradient that is conjugated, not the place."),
    ("no-imaginary-step", "parts(z - rate * np.real(gradient))",
     "The imaginary part of z gets no step. It has a slope too, with the sign reversed."),
    ("size-alone", "parts(z - rate * np.abs(gradient))", "That takes the size and forgets the direction."),
    ("imaginary-slope-alone", "parts(z - rate * np.imag(gradient))",
     "Only the imaginary part of the gradient is used, and as a real step: both slopes are wanted."),
    ("gradient-unused", "parts(z - 2 * rate * z)",
     "The gradient takes no part: this leads to 0, and not every bowl has its middle there."),
    ("imaginary-uphill", "parts(z - rate * 1j * np.imag(gradient))",
     "The real part of z gets no step, and the imaginary one goes uphill."),
    ("imaginary-part-alone", "parts(z + rate * 1j * np.imag(gradient))",
     "The real part of z gets no step, and it has a slope too."),
    ("uphill-and-twice-as-long", "parts(z - 2 * rate * gradient)",
     "The imaginary part still goes uphill. And the step is twice as long: no factor 2 is missing."),
    ("twice-as-long", "parts(z - 2 * rate * np.conj(gradient))",
     "The direction is right, but the step is twice as long: no factor 2 is missing in JAX's gradient."),
    ("half-as-long", "parts(z - rate * np.conj(gradient) / 2)",
     "The direction is right, but the step is half as long: JAX's gradient has no factor 2 too many."),
    ("parts-exchanged", "parts(z - rate * 1j * np.conj(gradient))",
     "The gradient's real and imaginary parts are exchanged. Both stay; only the latter changes sign."),
    ("size-and-angle", "np.abs(moved := z - rate * np.conj(gradient)), np.angle(moved)",
     "Those are the size and angle of the new place. Return its real and its imaginary part."),
    ("turned-by-degrees", "parts(z - rate * 1j * gradient)",
     "i turns the step by 90 degrees. Conjugating mirrors it: the sign of its imaginary part changes."),
    ),
    words={"gradient": "JAX's gradient", "moved": "the place after the step"},
    right=(
    ("ours = conj(JAX's),   z ← z − rate · ours",
     "(z - rate * np.conj(gradient)).real, (z - rate * np.conj(gradient)).imag"),
    ("conjugate it back, then descend", "z.real - rate * gradient.real, z.imag + rate * gradient.imag"),
    ),
)  # fmt: skip


# --- predictions ---


def newest_answers(name):
    """{framework: outcome of its newest version}."""
    found = {}
    for framework, _, outcome in answers(name).rows:
        found.setdefault(framework, outcome)
    return found


def slopes_at_the_kink():
    """How many different slopes the six have for clip at its bound."""
    return len({outcome.number for outcome in newest_answers("kink").values()})


KINK = PredictionKey("09.p1",
    "clip(x, −1, 1) at x = 1, in six frameworks. How many different slopes do they give?",
    example=5, truth=slopes_at_the_kink, covers=("seed-is-a-mystery",),
    because="3: the slope to the left, the slope to the right, and the middle, 0.5.",
    guesses=(
    ("one-truth", "1", "At a kink there is no slope to agree on: each has to choose."),
    ("left-and-right", "2", "Left and right are two choices. Are there no others that make sense?"),
    ("each-its-own", "6",
     "That gives every framework a choice of its own. There are not that many sensible ones."),
    ("a-slope-a-name", "4", "TensorFlow, PyTorch, JAX, autograd: four names. But two of them choose alike."),
    ("none-at-all", "0", "At a bend no slope is the right one. Each framework says one all the same."),
    ),
)  # fmt: skip

RETAINED = PredictionKey("09.p4",
    "PyTorch, retain_graph=True: two steps of 0.1 on (w − 3)² from w = 4. Where do they lead?",
    example=3.9, truth=lambda: float(stored("retain_graph", "PyTorch").printed.split(",")[0]),
    covers=("retain-graph-cures", "backward-twice-is-harmless"),
    because="3.4: the first step takes 0.1 · 2, the second 0.1 · 4, as backward added the same 2 once more.",
    guesses=(
    ("as-it-should", "3.64", "That is correct descent: 4, 3.8, 3.64. It needs the loss computed anew."),
    ("same-slope-twice", "3.6",
     "The loss is still that of w = 4, so its slope is 2 again. But backward adds to what is in w.grad."),
    ("new-slope-added", "3.44",
     "That adds the slope at 3.8, 1.6, to the 2. But the loss is still that of w = 4, and sends 2 again."),
    ("one-step", "3.8", "That is the first step. The second goes further."),
    ("gradients-cancel", "4", "The steps do not cancel: both go down."),
    ("both-doubled", "3.2", "That takes twice the slope in both steps. The first has it once."),
    ),
    rtol=1e-3,
)  # fmt: skip

OVERWRITTEN = PredictionKey("09.p2",
    "z = 3 * x, z[0] = 7.0; y = torch.exp(x), y[0] = 7.0. Which sweep does PyTorch refuse: "
    "the one from y, from z, both or neither?",
    example="neither", truth=lambda: "y" if stored("in_place", "PyTorch").error else "neither",
    covers=("in-place-is-forbidden",),
    meant={"exp": "y", "exp(x)": "y", "torch.exp(x)": "y", "3 * x": "z", "3*x": "z", "none": "neither"},
    because="y: the slope of exp is y itself, so y was kept, and it is overwritten. 3 * x needs no z.",
    guesses=(
    ("kept-without-need", "'z'", "The slope of 3x is 3: the rule needs nothing of z, and nothing is kept."),
    ("every-write", "'both'", "A write is refused only where the rule needs what was overwritten."),
    ("no-write", "'neither'", "One of the rules needs its output on the way back."),
    ),
)  # fmt: skip

CONJUGATE = PredictionKey("09.p5",
    "|z|²: half a step from z = 1 + 2i against JAX's gradient leads to which imaginary part?",
    example=1, truth=lambda: (1 + 2j - stored("complex", "JAX").number / 2).imag,
    covers=("one-complex-convention",),
    because="4: JAX gives the conjugate, 2 − 4i, and half a step against it is −1 + 2i: uphill.",
    guesses=(
    ("one-convention", "0", "That is where our gradient leads. JAX writes its own by the other convention."),
    ("real-step", "2", "The imaginary part moves |z|² as well, so it moves too."),
    ("jax-gradient", "-4", "That is the imaginary part of JAX's gradient, not of where the step leads."),
    ("whole-step", "6", "That is a whole step. The question is about half of one."),
    ("conjugate-of-the-place", "-2", "That is the conjugate of z. The gradient is what JAX conjugates."),
    ),
)  # fmt: skip
