"""Lesson 04, its exercises once more: other weights, other losses, another gate, another cut."""

import numpy as np

from helpers import autodiff as ad

from ..cases_04 import mean_in_parts
from ..further import sized
from ..small import ROWS
from ..sweeps import Way
from . import Variation

# --- 04.1 ---


def upstreams_for_four(marks):
    """Weights that make of four marks the first, the average of the last two, and the change."""
    wanted = (lambda y: y[0], lambda y: np.mean(y[2:]), lambda y: y[3] - y[0])
    return tuple(ad.grad(number)(marks) for number in wanted)


FOUR_MARKS = Variation(
    "Four marks this time. Name the weights that turn them into three numbers; the first is done.",
    stub="""
    # y holds four marks. Name the grad_ys:
    first = np.array([1.0, 0.0, 0.0, 0.0])  # the slopes of the first mark alone: done for you
    average = ...  # the slopes of the average of the last two marks
    change = ...  # the slopes of y[3] - y[0], the change from the first to the last
    upstreams = first, average, change
    """,
    solution="""
    first = np.array([1.0, 0.0, 0.0, 0.0])
    average = np.array([0.0, 0.0, 1 / 2, 1 / 2])  # each of the two moves it by half of its own move
    change = np.array([-1.0, 0.0, 0.0, 1.0])  # a better first mark makes the change smaller
    upstreams = first, average, change
    """,
    inputs=lambda rng: (np.array([8.0, 12.0, 14.0, 9.0]),),
    gives=("first", "average", "change"),
    reference=upstreams_for_four,
    hints=(
        "Write the average as a sum: so much times y[0], plus so much times y[1], and so on. Two are 0.",
        "(w · y).sum() = w[0]·y[0] + w[1]·y[1] + w[2]·y[2] + w[3]·y[3]",
        """
        first = np.array([1.0, 0.0, 0.0, 0.0])
        average = np.array([0.0, 0.0, 1 / __, 1 / __])
        change = np.array([__, 0.0, 0.0, __])
        """,
    ),
    wrong=(
    ("added-not-averaged", "average = np.array([0.0, 0.0, 1.0, 1.0])",
     "Your average has weights of one: that is the sum. An average of two gives each of them half a say."),
    ("average-of-all", "average = np.full(4, 0.25)",
     "That is the average of all four marks. The first two have no say in it: their weight is 0."),
    ("added-not-subtracted", "change = np.array([1.0, 0.0, 0.0, 1.0])",
     "Your change adds the two marks. A better first mark makes the change smaller: give it a minus."),
    ("change-turned-round", "change = np.array([1.0, 0.0, 0.0, -1.0])",
     "Your change runs from the last mark to the first. Swap the signs."),
    ("two-weights", "average = np.array([0.5, 0.5]); change = np.array([-1.0, 1.0])",
     "You gave two weights. grad_ys weights every output: four marks, four weights, some of them 0."),
    ("value-for-weights", "average = np.mean(marks[2:]); change = marks[3] - marks[0]",
     "These are the average and the change themselves. Wanted are the weights that make them from y."),
    ),
)


# --- 04.2 ---


def other_loss(name, loss, forward, slope, slope_in_words, hints, *wrong):
    """The same for the mean of another function of the errors; `slope` is code in terms of `error`."""
    return Variation(
        f"Another loss, {loss}. Work out its slopes with respect to y.",
        words={"mse_gradient": f"{name}_gradient", "np.mean((y - target) ** 2)": loss},
        forward=lambda model, w, target: np.mean(forward(model(w) - target)),
        hints=(
            "If one prediction moves a little, how does the mean move? Try one too high, then one too low.",
            *hints,
            f"""
            error = y.value - target
            return ad.gradients(y, w, grad_ys={slope.replace("error", "___")} / ___)
            """,
        ),
        solution=f"""
        def {name}_gradient(model, w, target):
            w = ad.Tensor(w)
            y = model(w)
            error = y.value - target
            return ad.gradients(y, w, grad_ys={slope} / error.size)  # {slope_in_words}, of a mean 1/n
        """,
        wrong=(
        ("not-averaged", f"{slope} / error.size -> {slope}",
         "The size is missing: a mean over n errors gives each of them only 1/n of a say."),
        ("error-turned-round", "y.value - target -> target - y.value"),
        ("ones-for-upstream", f"{slope} / error.size -> None"),
        ("upstream-alone", f"return {slope} / error.size"),
        *wrong,
        ),
    )


FOURTH_POWERS = other_loss(
    "quartic", "np.mean((y - target) ** 4)", lambda error: error**4, "4 * error**3", "the slope of e⁴ is 4e³",
    ["∂/∂y[i] of mean((y − t)⁴) = 4 · (y[i] − t[i])³ / n"],
    ("four-forgotten", "4 * error**3 / error.size -> error**3 / error.size",
     "A quarter of it arrives: the slope of e⁴ is 4e³."),
    ("loss-for-upstream", "4 * error**3 / error.size -> error**4 / error.size",
     "You hand over the fourth powers, which are the loss itself. Wanted are its slopes with respect to y."),
    ("slope-of-the-square", "4 * error**3 / error.size -> 2 * error / error.size",
     "These are the slopes of a mean of squares. Here every error is raised to the fourth power."),
)  # fmt: skip

ABSOLUTE_ERRORS = other_loss(
    "mae", "np.mean(np.abs(y - target))", np.abs, "np.sign(error)", "the slope of |e| is its sign",
    ["∂/∂y[i] of mean(|y − t|) = sign(y[i] − t[i]) / n"],
    ("loss-for-upstream", "np.sign(error) / error.size -> np.abs(error) / error.size",
     "You hand over the absolute errors, the loss itself. Wanted are its slopes with respect to y."),
    ("slope-of-the-square", "np.sign(error) / error.size -> 2 * error / error.size",
     "These are the slopes of a mean of squares. |e| grows by the same amount however large e is."),
    ("sign-forgotten", "np.sign(error) / error.size -> np.ones(error.shape) / error.size",
     "You gave every error the slope 1.",
     "Where the prediction is too low, raising it makes the error smaller: the slope is −1."),
)  # fmt: skip


# --- 04.3 ---

HARD_STEP = Variation(
    """
    A step from 0 to 1 that can be trained: forward it is honest; on the way back it pretends to be x wherever
    x lies between 0 and 1, and constant elsewhere.
    """,
    title="A step that can be trained",
    words={"|x| ≤ 1": "0 ≤ x ≤ 1", "sign(x)": "the step", "np.abs(x) <= ___": "(x >= ___) & (x <= ___)"},
    stub="""
    def hard_step(x):
        y = (x > 0) * 1.0

        def grad(upstream):
            return ...  # as if y were x wherever 0 <= x <= 1, and constant elsewhere

        return y, grad
    """,
    solution="""
    def hard_step(x):
        y = (x > 0) * 1.0

        def grad(upstream):
            return upstream * ((x >= 0) & (x <= 1))  # the slope of clip(x, 0, 1), times what arrives

        return y, grad
    """,
    answer="hard_step",
    because="Forward an honest step, backward the slope of clip(x, 0, 1), 1 at its borders too: "
    "that is all straight-through is.",
    wrong=(
    "stopped",
    ("upstream-missing", "downstream = 1.0 * ((x >= 0) & (x <= 1))"),
    ("gate-missing", "downstream = 1 * upstream",
     "Everything passes. Below 0 and above 1 the step is settled, and nothing should come through."),
    ("gate-turned-round", "downstream = upstream * ((x < 0) | (x > 1))"),
    ("gate-on-the-upstream", "downstream = upstream * ((upstream >= 0) & (upstream <= 1))"),
    ("gate-of-the-sign", "downstream = upstream * (np.abs(x) <= 1)",
     "Your gate is open from −1 to 1, as for the sign. Here it is open from 0 to 1."),
    ("gate-half-open", "downstream = upstream * (x >= 0)",
     "Your gate stays open above 1, like the output of the step itself. Nothing should come through there."),
    ("value-kept", "value = np.clip(x, 0, 1)",
     "The value is that of the pretended function. Forward, nothing is pretended: return the step."),
    ),
)


# --- 04.4 ---

WRONG_SIDE = Variation(
    """
    A controller, and behind it a black box that nobody can trace. It runs, the shape fits, the numbers are
    wrong. Repair it, and do without the Jacobian.
    """,
    stub="""
    def gradient_through(controller, simulate, w):
        w = ad.Tensor(w)
        y = controller(w)
        dz_dy = np.zeros(y.size)
        for i, nudge in enumerate(1e-4 * np.eye(y.size)):
            dz_dy[i] = (simulate(y.value + nudge) - simulate(y.value - nudge)) / 2e-4
        return ad.jacobian(controller)(w.value) @ dz_dy  # w and y have the same size, so this runs
    """,
    way=Way(jacobians=False, says="One VJP of the controller does it."),
    because="dz_dy belongs to the outputs, so it mixes the rows of J. One VJP does that without building J.",
    hints=(
        "dz_dy has a number for each output of the controller. Is that the rows of J, or the columns?",
        "dz/dw = Σ_i dz/dy[i] · dy[i]/dw = the VJP of the controller with the upstream dz_dy",
        """
        dz_dy[i] = ...  # as it stands
        return ad.gradients(y, w, grad_ys=___)
        """,
    ),
    wrong=(
    "ones-for-upstream", "upstream-alone", "added-up-first", "diagonal-for-jacobian", "value-for-upstream",
    "wrong-place",
    ("weights-can-wait", "return dz_dy * ad.gradients(y, w)",
     "dz_dy is multiplied in when the outputs are added up already. Weight each output before: grad_ys."),
    ),
)


# --- 04.5 ---

CUT_WITH_A_FACTOR = Variation(
    "Another cut: y is branch(x) * rest, the loss is head(y). Put the lines in order; two are not needed.",
    stub="""
    # y is branch(x) * rest, the loss is head(y). Five lines find down, the gradient at x.
    #   A   g = ad.gradients(head(y), y)
    #   B   h = branch(w) * rest
    #   C   y = ad.Tensor(branch(x) * rest)
    #   D   down = ad.gradients(h, w, grad_ys=g)
    #   E   down = g * ad.gradients(h, w)
    #   F   w = ad.Tensor(x)
    #   G   h = branch(w)
    order = "..."
    """,
    solution="""
    # C, A: from the loss to the cut. F, B: everything between x and the cut. D: from the cut to x, with g.
    order = "C A F B D"
    """,
    hints=(
        "Two sweeps. Which one needs a result of the other, and which? And what lies between x and y?",
        "g = d(loss)/dy,   then   down = VJP of (x → branch(x) · rest) with the upstream g",
        """
        a fresh start at the cut:            C
        the sweep above it:                  __
        what lies below it, on its own:      F __
        the sweep below the cut:             __
        """,
    ),
    wrong=(
    ("weights-can-wait", "C A F B E",
     "Line E multiplies when the outputs of the branch are added up already. Weight them before."),
    ("factor-forgotten", "C A F G D",
     "Line G leaves out rest. It stands between the branch and y, so the sweep has to pass it as well."),
    ("line-too-early", "A C F B D"),
    ("line-missing", "C A F B"),
    ("line-too-many", "C A F G B D"),
    ),
)


# --- 04.6 ---


def losses_weights_parts_and_known(rng, size=None, lengths=None):
    """A loss for each row, weights, three parts of unequal length, and 1 for each row with a label."""
    size = size or int(rng.integers(2, 5))
    lengths = lengths or (size + 5, size + 2, size + 1)
    parts = [rng.normal(size=(rows, size)) for rows in lengths]
    known = [np.where((rng.normal(size=rows) < 0.5) | (np.arange(rows) == 0), 1.0, 0.0) for rows in lengths]
    return lambda w, rows: np.tanh(rows @ w) ** 2 + rows @ w, rng.normal(size=size), parts, known


SOME_LABELS = Variation(
    """
    Some rows have no label, and their losses mean nothing. known holds an array for each part: 1 for a row
    with a label, 0 for one without. The gradient of the mean over all rows with a label is wanted.
    """,
    title="Rows without a label, in parts",
    words={"counts": "known"},
    stub="""
    def gradient_in_parts(losses, w, parts, known):
        # For each row of a part, losses(w, part) holds its loss, and has_label a 1 or a 0.
        # Return the gradient of the mean over all rows with a label; trace one part at a time.
        w = ad.Tensor(w)
        gradient = 0.0
        for part, has_label in zip(parts, known):
            gradient = ...
        return gradient
    """,
    solution="""
    def gradient_in_parts(losses, w, parts, known):
        w = ad.Tensor(w)
        total = sum(has_label.sum() for has_label in known)
        gradient = 0.0
        for part, has_label in zip(parts, known):
            # A weight of 0 keeps a row out, and the total counts those that are in, in all parts.
            gradient = gradient + ad.gradients(losses(w, part), w, grad_ys=has_label / total)
        return gradient
    """,
    inputs=losses_weights_parts_and_known,
    wider=sized(losses_weights_parts_and_known, one_part=(3, (4,)), one_row_each=(3, (1, 1)),
                one_input=(1, (4, 2)), square=(3, (3, 3, 3)), more=(5, (9, 2, 1, 7))),
    way=Way(a_sweep_for_each="parts", says="Trace one part, sweep it, and only then the next."),
    small=(
        (ROWS, np.array([2.0]), [np.array([[4.0], [3.0]]), np.array([[6.0]])],
         [np.array([1.0, 0.0]), np.array([1.0])]),
        (ROWS, np.array([2.0, 1.0]), [np.array([[4.0, 1.0], [3.0, 2.0]]), np.array([[6.0, 3.0]])],
         [np.array([1.0, 0.0]), np.array([1.0])]),
    ),
    takes=("losses", "w", "parts", "known"),
    forward=mean_in_parts,
    because="A weight of 0 keeps a row out before the sweep adds up the losses; all parts share one total.",
    hints=(
        "A part with 8 labels and a part with 2: what weight has one of the 8, and what weight one of the 2?",
        "mean = Σ_k Σ_i (known i in part k / sum of all of known) · loss of row i in part k",
        """
        total = sum(has_label.sum() for has_label in known)
        gradient = 0.0
        for part, has_label in zip(parts, known):
            gradient = gradient + ad.gradients(losses(w, part), w, grad_ys=___ / ___)
        """,
    ),
    wrong=(
    ("ones-for-upstream", "w, grad_ys=has_label / total -> w",
     "Every loss counts once here, with a label or without. Give those without a weight of 0."),
    ("rows-without-a-label", "has_label / total -> np.ones(len(part)) / total",
     "The rows without a label count as well. Their weight is 0: has_label says where."),
    ("total-forgotten", "has_label / total -> has_label",
     "The right rows count, which is half of it. Divide by how many labels there are in all as well."),
    ("means-added", "has_label / total -> has_label / has_label.sum()",
     "Each part is divided by its own labels: that adds up the parts' means. Divide by those of all parts."),
    ("means-averaged", "has_label / total -> has_label / has_label.sum() / len(parts)",
     "Each part gives its own mean, and all parts count alike, however few labels they have."),
    ("rows-for-total", "has_label.sum() for has_label -> len(has_label) for has_label",
     "You divide by the number of rows. Divide by how many labels there are: the others do not count."),
    ("overwritten", "gradient + ad -> ad"),
    ("first-part-alone", "in zip(parts, known): -> in [(parts[0], known[0])]:"),
    ),
)

VARIATIONS = {
    "04.1": (FOUR_MARKS,),
    "04.2": (FOURTH_POWERS, ABSOLUTE_ERRORS),
    "04.3": (HARD_STEP,),
    "04.4": (WRONG_SIDE,),
    "04.5": (CUT_WITH_A_FACTOR,),
    "04.6": (SOME_LABELS,),
}
