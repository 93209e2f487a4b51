"""Lesson 04: grad_ys, the upstream you choose, from naming weights to gradients that come from elsewhere."""

import numpy as np

from helpers import autodiff as ad
from helpers.exercises.key.further import alike, sized
from helpers.exercises.key.kinds import Custom, Function, Value
from helpers.exercises.key.letters import Order
from helpers.exercises.key.prediction import PredictionKey
from helpers.exercises.run.sweeps import Method
from helpers.exercises.say.small import BOWL, PAIR, ROWS, THREE_OF_TWO, whole, whole_numbers

from .inputs import (
    controller_simulator_and_weights,
    exams,
    head_and_branch,
    losses_weights_parts_and_counts,
    mean_in_parts,
    model_of,
    model_weights_and_target,
    rounded_loss_slope,
    upstream_and_input,
    upstreams_for,
    weighted_pair,
)

CHOOSE = Value("04.1", covers=("seed-is-a-mystery", "seed-shaped-like-the-input"),
    inputs=lambda rng: (np.array([12.0, 14.0, 9.0]),),
    takes=("marks",), gives=("last", "average", "lead"),
    reference=upstreams_for,
    worked="Of two marks: y[1] - 2 · y[0] has the weights [-2, 1], since a point more in y[0] takes 2 away "
    "and a point more in y[1] adds 1. Their average is 0.5 · y[0] + 0.5 · y[1].",
    because="Whatever number you make from the outputs, grad_ys holds its slopes, one for each: weights.",
    hints=(
        "Write the average as a sum: a number times y[0], plus a number times y[1], and so on.",
        "(w · y).sum() = w[0]·y[0] + w[1]·y[1] + w[2]·y[2]",
        """
        last = np.array([0.0, 0.0, 1.0])
        average = np.array([1 / «3», 1 / «3», 1 / «3»])
        lead = np.array([«1.0», 0.0, «-1.0»])
        """,
    ),
    wrong=(
    ("added-not-averaged", "average = np.ones(3)",
     "Your average has weights of one: that is the sum. An average weights each mark by a third."),
    ("added-not-subtracted", "lead = np.array([1.0, 0.0, 1.0])",
     "Your lead adds the two marks. A better last mark makes the lead smaller: give it a minus."),
    ("lead-swapped", "lead = np.array([-1.0, 0.0, 1.0])",
     "Your lead is that of the last mark over the first. Swap the signs."),
    ("lead-over-the-second", "lead = np.array([1.0, -1.0, 0.0])",
     "Your lead is the first mark minus the second. The last of the three is y[2]."),
    ("lead-of-nobody", "lead = np.array([1.0, 0.0, 0.0])",
     "Your lead is the first mark itself. The last mark counts against it: give it a minus."),
    ("lead-of-the-last-alone", "lead = np.array([0.0, 0.0, -1.0])",
     "Your lead counts the last mark alone. The first one has a weight as well: the lead grows with it."),
    ("two-of-three", "average = np.array([1 / 2, 1 / 2, 0.0])",
     "Your average is that of the first two marks. There are three: weight each by a third."),
    ("divided-by-the-subjects", "average = np.full(3, 1 / 2)",
     "Your average divides by 2, but there are three marks: weight each by a third."),
    ("two-weights-each",
     "last = np.array([0.0, 1.0]); average = np.array([0.5, 0.5]); lead = np.array([1.0, -1.0])",
     "You gave two weights each time. grad_ys weights the outputs: three marks, three weights."),
    ("not-enough-weights", "average = 1 / 3",
     "One weight is not enough: grad_ys holds one for each of the three marks."),
    ("seed-shaped-like-the-input", "average = np.array([0.5, 0.5]); lead = np.array([1.0, -1.0])",
     "You gave two weights, one per subject. grad_ys weights the outputs: three marks, three weights."),
    ("average-shaped-like-the-input", "average = np.array([0.5, 0.5])",
     "Your average has two weights, one per subject. grad_ys weights the outputs: one per mark."),
    ("lead-shaped-like-the-input", "lead = np.array([1.0, -1.0])",
     "Your lead has two weights, one per subject. grad_ys weights the outputs: one per mark."),
    ("average-for-weights", "average = np.mean(marks); lead = marks[0] - marks[2]",
     "These are the average and the lead themselves. Give the weights that make them from y."),
    ),
    right=(
    ("grad_ys holds its slopes, one for each",
     ("last = ad.grad(lambda y: y[2])(marks); average = ad.grad(np.mean)(marks); "
      "lead = ad.grad(lambda y: y[0] - y[2])(marks)")),
    ),
)


def loss_is_untraced(sweeps, model, w, target):
    """Does no sweep begin at the loss?"""
    loss = np.mean((model(w) - target) ** 2)
    return not any(np.shape(y) == () and np.isclose(y, loss) for (y, *_), _ in sweeps)


MSE = Function("04.2", covers=("seed-is-a-mystery", "seed-shaped-like-the-input"),
    inputs=model_weights_and_target,
    wider=sized(model_of, square=(3, 3), one_output=(1, 3), one_input=(4, 1), one_to_one=(1, 1), more=(9, 5)),
    method=Method(allows=loss_is_untraced,
                  says="But the loss was traced. Work out its slopes and hand them over as grad_ys."),
    forward=lambda model, w, target: np.mean((model(w) - target) ** 2),
    small=tuple(
        (model, np.array([3.0, 1.0]), np.array(target))  # errors of either sign
        for model, target in ((PAIR, [2.0, 8.0]), (THREE_OF_TWO, [2.0, 8.0, 9.0]))
    ),
    takes=("model", "w", "target"),
    because="All a loss tells the model is its slopes with respect to y, and grad_ys can tell them.",
    hints=(
        "If one prediction moves by a little, by how much does the mean of the squared errors move?",
        "∂/∂y[i] of mean((y − t)²) = 2 · (y[i] − t[i]) / n",
        """
        error = y.value - target
        return ad.gradients(y, w, grad_ys=2 * «error» / «error.size»)
        """,
    ),
    wrong=(
    ("errors-not-averaged", "2 * error / error.size -> 2 * error",
     "This is the gradient of the sum of the squared errors. The mean divides by how many there are."),
    ("half-missing", "2 * error / error.size -> error / error.size",
     "Half of it is missing: the slope of a square e² is 2e."),
    ("half-the-error", "2 * error / error.size -> error / 2",
     "These are the numbers of error / 2, however many predictions there are.",
     "Which factor comes from the square, and which from the mean?"),
    ("one-less-than-all", "2 * error / error.size -> 2 * error / (error.size - 1)",
     "These are the numbers divided by one less than there are predictions. A mean divides by all of them."),
    ("every-error-too-high", "y.value - target -> np.abs(y.value - target)",
     "Every error counts as too high here. One that is too low is negative, and so is its slope."),
    ("error-alone", "2 * error / error.size -> error",
     "These are the errors alone. The slope of e² is 2e, and the mean divides by however many there are."),
    ("error-turned-round", "y.value - target -> target - y.value",
     "Every sign is flipped. The error is prediction minus target: its slope with respect to y is +1."),
    ("divided-twice", "2 * error / error.size -> 2 * error / error.size**2",
     "These are the right numbers, divided by the number of predictions once more. The mean divides once."),
    ("loss-for-upstream", "2 * error / error.size -> error**2 / error.size",
     "You hand over the squared errors, which are the loss itself. Hand over its slopes with respect to y."),
    ("squares-for-upstream", "2 * error / error.size -> error**2",
     "These are the squared errors themselves. Hand over the slopes of their mean, one for each y."),
    ("one-number-for-upstream", "2 * error / error.size -> np.mean(error**2)",
     "One number, such as the loss itself, cannot be the upstream. Hand over the loss's slopes, one per y."),
    ("slope-of-the-mean-alone", "2 * error / error.size -> np.ones(error.shape) / error.size",
     "This is the slope of the mean alone. What is averaged are squared errors, each with a slope."),
    ("brackets-missing", "2 * error / error.size -> 2 * y.value - target / error.size",
     "Brackets are missing: double and divide the whole error."),
    ("whole-error-needs-brackets", "2 * error / error.size -> 2 / error.size * y.value - target",
     "Brackets are missing: double and divide the whole error."),
    ("target-takes-no-part", "2 * error / error.size -> None",
     "These are slopes of the sum of y: the target takes no part. Hand over the slopes of the loss."),
    ("target-for-upstream", "2 * error / error.size -> target",
     "The target itself serves as the upstream. Take the slopes of the loss: how does it move with y?"),
    ("weights-can-wait", "return ad.gradients(y, w) * (2 * error / error.size)",
     "Before the sweep there is a number for each prediction, after it one for each weight.",
     "Multiply before."),
    ("loss-for-weight", "return np.mean(error**2) * ad.gradients(y, w)",
     "The loss itself weights every prediction alike. Hand its slopes with respect to y to the sweep."),
    ("errors-averaged-first", "2 * error / error.size -> np.full(y.shape, 2 * error.mean() / error.size)",
     "Every prediction got the same error, the mean one. Each keeps its own: no sum before grad_ys."),
    ("mean-error-for-all", "2 * error / error.size -> np.full(y.shape, 2 * error.mean())",
     "One slope for all, the mean one, gives these numbers. Each prediction hands the sweep its own."),
    ("upstream-alone", "return 2 * error / error.size",
     "This is what arrives at y. It still has to pass through the model, down to w."),
    ),
    words={"error": "the error", "2 * error": "twice the error"},
    right=(
    ("∂/∂y[i] of mean((y − t)²) = 2 · (y[i] − t[i]) / n",
     "ad.vjp(model, w)[1](2 * (model(w) - target) / target.size)[0]"),
    ("its slopes with respect to y", """
        def mse_gradient(model, w, target):
            y = model(w)
            return sum(2 * (y[i] - target[i]) / y.size * row for i, row in enumerate(ad.jacobian(model)(w)))
     """),
    ),
)


INSIDE = np.array([2.0, -3.0]), np.array([0.5, -0.25])
BORDERS = (
    np.array([3.0, -2.0, 0.5, 4.0, -1.5, 2.5, -3.5]),
    np.array([1.0, -1.0, 0.0, 1.5, -0.5, 1.000001, -1.000001]),
)

STRAIGHT_THROUGH = Custom("04.3", covers=("upstream-left-out", "forgetting-is-stopping"),
    inputs=upstream_and_input,
    edge_cases=(BORDERS, INSIDE),
    wider=alike(2),
    small=(*(whole_numbers(3, x) for x in (0.5, -0.5, 2, -2)), whole((1, 3), (1, 3))),
    takes=("upstream", "x"), gives=("value", "downstream"),
    because="Forward an honest step, backward as if it were x wherever |x| ≤ 1: that is straight-through.",
    hints=(
        "Two different functions: one for the way forward, another, with a slope, for the way back.",
        "back: upstream times a slope, that of y = x where |x| ≤ 1, that of a constant elsewhere",
        """
        def grad(upstream):
            is_open = np.abs(x) <= «1»
            return «upstream» * is_open
        """,
    ),
    wrong=(
    ("stopped", "downstream = 0 * upstream",
     "All zeros: the true slope of a step, with which nothing is ever learned. Pretend, for |x| ≤ 1."),
    ("the-same-1", "downstream = 1", "You send the same whatever arrives. Multiply the upstream by 1 or 0."),
    ("the-same-0", "downstream = 0", "You send the same whatever arrives. Multiply the upstream by 1 or 0."),
    ("upstream-missing", "downstream = 1.0 * (np.abs(x) <= 1)",
     "This is the pretended slope alone, ones and zeros. Multiply by the upstream that arrives."),
    ("everything-passes", "downstream = 1 * upstream",
     "Everything passes. Where |x| > 1 nothing should: ask x itself, for the sign never exceeds 1."),
    ("size-of-the-output-for-slope", "downstream = upstream * np.abs(np.sign(x))",
     "You multiply by the size of the output, |sign(x)|, which is 1 except at 0. Use that of x."),
    ("picked-out", "downstream = upstream[np.abs(x) <= 1]",
     "These are only the entries where the gate is open. Put a 0 where it is shut: keep the shape of x."),
    ("whole-array-and-upstream-lost", "downstream = 1 if np.all(np.abs(x) <= 1) else 0",
     "This answers once for the whole array, and the upstream is lost. Choose entry by entry."),
    ("one-answer-for-all", "downstream = upstream if np.all(np.abs(x) <= 1) else 0",
     "One answer for all: the upstream, or 0. Choose entry by entry."),
    ("min-and-max-ask-once", "downstream = upstream if np.abs(x) <= 1 else 0",
     "`if`, `and`, max, min and a <= x <= b ask once for all.",
     "Choose entry by entry: np.where(condition, here, there)."),
    ("gate-shut-too-early", "downstream = upstream * (np.abs(x) <= 0.5)",
     "The gate shuts too early: some |x| below 1 are kept out. Its border is 1."),
    ("gate-shut-too-late", "downstream = upstream * (np.abs(x) <= 2)",
     "The gate shuts too late: some |x| above 1 come through. Its border is 1."),
    ("one-shuts-all", "downstream = upstream * np.all(np.abs(x) <= 1)",
     "One |x| > 1 shuts the gate for all. Each entry has a gate of its own."),
    ("gate-on-the-upstream", "downstream = upstream * (np.abs(upstream) <= 1)",
     "You look at the size of the upstream. It is x that decides whether the gate is open."),
    ("output-for-pretended-slope", "downstream = upstream * np.sign(x)",
     "You multiply by the output, sign(x). The pretended slope is 1 inside and 0 outside, never −1."),
    ("pretended-value-for-local", "downstream = upstream * np.clip(x, -1, 1)",
     "You multiply by the pretended function, clip(x, −1, 1). Multiply by its slope: 1 inside, or 0."),
    ("x-itself-for-pretended-slope", "downstream = upstream * x",
     "You multiply by x itself. The pretended slope is 1 inside and 0 outside."),
    ("size-for-pretended-slope", "downstream = upstream * np.abs(x)",
     "You multiply by the size of x. The pretended slope is 1 inside and 0 outside."),
    ("distance-to-the-border-for-slope", "downstream = upstream * (1 - np.abs(x))",
     "You multiply by 1 − |x|, the distance to the border. The pretended slope is 1 inside and 0 outside."),
    ("pretended-function-passed-on", "downstream = np.clip(x, -1, 1)",
     "You pass on the pretended function, clip(x, −1, 1). Pass on its slope, times the upstream."),
    ("upstream-clipped", "downstream = np.clip(upstream, -1, 1)",
     "You clip the upstream. It is x that decides: all of the upstream passes where |x| ≤ 1, else none."),
    ("gate-half-open", "downstream = upstream * (x > 0)",
     "Only what is positive passes. The gate is open on both sides of zero, where |x| ≤ 1."),
    ("absolute-value-and-border-left-out", "downstream = upstream * (x < 1)",
     "Below −1 nothing should come through either: the absolute value is left out,",
     "and the border belongs inside."),
    ("ones-outside", "downstream = np.where(np.abs(x) <= 1, upstream, 1.0)",
     "Where |x| > 1 you pass on 1. Nothing should come through there: 0."),
    ("sign-outside", "downstream = np.where(np.abs(x) <= 1, upstream, np.sign(x))",
     "Where |x| > 1 you pass on the output, sign(x). Nothing should come through there: 0."),
    ("sign-as-slope-outside", "downstream = upstream * np.where(np.abs(x) <= 1, 1, np.sign(x))",
     "Where |x| > 1 you multiply by the output, sign(x). A constant has the slope 0: nothing comes through."),
    ("input-outside", "downstream = np.where(np.abs(x) <= 1, upstream, x)",
     "Where |x| > 1 you pass on x itself. Nothing should come through there: 0."),
    ("input-as-slope-outside", "downstream = upstream * np.where(np.abs(x) <= 1, 1, x)",
     "Where |x| > 1 you multiply by x. A constant has the slope 0: nothing comes through."),
    ("gate-of-the-tanh", "downstream = upstream * (1 - np.tanh(x)**2)",
     "This is a soft gate, 1 − tanh²(x), which lets something through everywhere. Make it 1 inside, or 0."),
    ("half-at-the-border", "downstream = upstream * ((np.abs(x) < 1) + 0.5 * (np.abs(x) == 1))",
     "Right, except at |x| = 1 exactly: there you pass on one half. The task says ≤, so pass on all of it."),
    ("value-kept", "value = np.clip(x, -1, 1)",
     "The value is that of the pretended function. Forward, nothing is pretended: return np.sign(x)."),
    ),
    right=(
    ("as if it were x wherever |x| ≤ 1",
     "np.sign(x), lambda upstream: upstream * (np.clip(x, -1, 1) == x)"),
    ("upstream times a slope, that of y = x where |x| ≤ 1, that of a constant elsewhere",
     "np.sign(x), lambda upstream: np.where((x >= -1) & (x <= 1), upstream, 0.0)"),
    """
        def hard_sign(x):
            is_open = np.less_equal(np.abs(x), 1).astype(float)
            return 1.0 * (x > 0) - (x < 0), lambda upstream: (upstream * is_open,)
    """,
    ),
)


BLACK_BOX = Function("04.4", covers=("weights-can-wait", "vjp-jvp-transpose-are-one"),
    inputs=controller_simulator_and_weights,
    wider=sized(controller_simulator_and_weights, one_to_one=(1, 1), uneven=(5, 3), more=(7, 7)),
    forward=lambda controller, simulate, w: simulate(controller(w)),
    small=((PAIR, BOWL, np.array([3.0, 1.0])),),
    takes=("controller", "simulate", "w"),
    method=Method(allows=lambda sweeps, controller, simulate, w: bool(sweeps),
                  says="But the controller was nudged too. It can be traced: sweep it."),
    rtol=1e-4,  # dz/dy is approximate, and another nudge is fine
    because="dz_dy weights the outputs before they are added up. After the sum, nobody can tell them apart.",
    hints=(
        "dz_dy is right. Does it meet the controller before its outputs are added up, or after?",
        "dz/dw = Σ_i dz/dy[i] · dy[i]/dw = the VJP of the controller with the upstream dz_dy",
        """
        dz_dy[i] = ...  # as it stands
        return ad.gradients(y, w, grad_ys=«dz_dy»)
        """,
    ),
    wrong=(
    ("ones-for-upstream", "return ad.gradients(y, w)",
     "This is the controller with ones; the simulator takes no part. dz_dy is its upstream."),
    ("upstream-alone", "return dz_dy",
     "This is dz/dy. It has arrived at y and still has to pass through the controller, down to w."),
    ("sum-for-each", "return dz_dy.sum() * ad.gradients(y, w)",
     "Every output has the same weight here, the sum of dz_dy. Each has a slope of its own."),
    ("mean-for-each", "return dz_dy.mean() * ad.gradients(y, w)",
     "Every output has the same weight here, the mean of dz_dy. Each has a slope of its own."),
    ("ones-as-well", "return ad.gradients(y, w, grad_ys=dz_dy) * ad.gradients(y, w)",
     "Right, but then multiplied by a sweep with ones. dz_dy weights the outputs already: leave that out."),
    ("jvp-for-vjp", "return ad.jacobian(controller)(w.value) @ dz_dy",
     "dz_dy mixes the columns here, as a tangent does. It belongs to the outputs: mix the rows."),
    ("diagonal-for-jacobian", "return dz_dy * np.diag(ad.jacobian(controller)(w.value))",
     "Only the diagonal of the Jacobian is used: how y[i] reacts to w[i]. It reacts to all of w."),
    ("weighted-not-added", "return dz_dy[:, None] * ad.jacobian(controller)(w.value)",
     "These are the rows of the Jacobian, each weighted by its slope. They are still to be added up."),
    ("columns-weighted", "return dz_dy * ad.jacobian(controller)(w.value)",
     "dz_dy weights the columns here. It belongs to the outputs: weight the rows, and add them up."),
    ("simulated-value-for-upstream", "return simulate(y.value) * ad.gradients(y, w)",
     "You multiply by the simulated value z. What goes down are its slopes, dz_dy."),
    ("loss-multiplied", "return simulate(y.value) * ad.gradients(y, w, grad_ys=dz_dy)",
     "Right, but then multiplied by z itself. A gradient tells how z moves: leave the value out."),
    ("rows-added-up", "return dz_dy * ad.jacobian(controller)(w.value).sum(axis=1)",
     "The slopes are added up over w, a number per output. One per weight is wanted: mix the rows."),
    ("wrong-place", "simulate(y.value + -> simulate(w.value +; simulate(y.value - -> simulate(w.value -",
     "The simulator is nudged at w. It is fed y: take its slopes there."),
    ("twice-as-large", "2e-4 -> 1e-4",
     "Everything is twice as large as dz/dw: is it divided by 2e-4, and doubled nowhere?"),
    ("weighted-after-the-sum-and-twice",
     "2e-4 -> 1e-4; ad.gradients(y, w, grad_ys=dz_dy) -> dz_dy * ad.gradients(y, w)",
     "Still weighted after the sum, and now twice as large: from y − nudge to y + nudge is 2e-4."),
    ("controller-twice", ("simulate(y.value + nudge) -> simulate(controller(w.value + nudge)); "
                          "simulate(y.value - nudge) -> simulate(controller(w.value - nudge))"),
     "w is nudged, so the controller is in dz_dy already, and comes in a second time below. Nudge y."),
    ),
    right=(
    ("dz/dw = Σ_i dz/dy[i] · dy[i]/dw = the VJP of the controller", """
        def gradient_through(controller, simulate, w, nudge=1e-3):
            y, pullback = ad.vjp(controller, w)
            slopes = [(simulate(y + h) - simulate(y - h)) / (2 * nudge) for h in nudge * np.eye(y.size)]
            return pullback(np.array(slopes))[0]
     """),
    ("dz_dy weights the outputs before they are added up", """
        def gradient_through(controller, simulate, w):
            y, h = controller(w), 1e-4
            slopes = np.array([(simulate(y + e) - simulate(y - e)) / (2 * h) for e in h * np.eye(y.size)])
            return ad.jacobian(controller)(w).T @ slopes
     """),
    ),
)


CUT = Order("04.5", covers=("weights-can-wait", "seed-is-a-mystery"),
    inputs=head_and_branch,
    small=((BOWL, PAIR, np.array([3.0, 1.0]), np.array([1.0, 2.0])),),
    takes=("head", "branch", "w", "rest"), gives=("down",),
    because="What arrives at y from the loss goes on to w as grad_ys. Neither trace holds the other.",
    hints=(
        "Two sweeps. Which one needs a result of the other, and which result is it?",
        "g = d(loss)/dy,   then   down = VJP of the branch with the upstream g",
        """
        a fresh start at the cut:       B
        from the loss to the cut:       __
        the branch, traced on its own:  E __
        from the cut to w:              __
        """,
    ),
    wrong=(
    ("weights-can-wait", "B D E F G",
     "Line G multiplies after the outputs of the branch are added up. Weight them before."),
    ("ones-for-upstream", "B D E F C",
     "Line C leaves g out, so ones stand in for it: the branch never hears what the head wants."),
    ),
    right=(
    ("g = d(loss)/dy,   then   down = VJP of the branch with the upstream g",
     "ad.vjp(branch, w)[1](ad.grad(head)(branch(w) + rest))[0]"),
    "ad.grad(lambda w: head(branch(w) + rest))(w)",
    ("What arrives at y from the loss goes on to w as grad_ys", "E F B D A"),
    ),
)


IN_PARTS = Function("04.6", covers=("weights-can-wait", "last-gradient-wins"),
    inputs=losses_weights_parts_and_counts,
    wider=sized(losses_weights_parts_and_counts, one_part=(3, (4,)), one_row_each=(3, (1, 1)),
                one_input=(1, (4, 2)), square=(3, (3, 3, 3)), more=(5, (9, 2, 1, 7))),
    method=Method(a_sweep_for_each="parts", says="Trace one part, sweep it, and only then the next."),
    forward=mean_in_parts,
    small=(
        (ROWS, np.array([2.0]), [np.array([[4.0], [3.0]]), np.array([[6.0]])],
         [np.array([1.0, 2.0]), np.array([1.0])]),
        (ROWS, np.array([2.0, 1.0]), [np.array([[4.0, 1.0], [3.0, 2.0]]), np.array([[6.0, 3.0]])],
         [np.array([1.0, 2.0]), np.array([1.0])]),
    ),
    takes=("losses", "w", "parts", "counts"),
    because="Each loss is weighted before the sweep adds them up, and all parts share one total. "
    "Counts that are multiplied into the losses come early enough too; after the sweep is too late.",
    hints=(
        "A row seen 3 times, a row seen once, both in one part: what weight does each loss have in the mean?",
        "mean = Σ_k Σ_i (count of row i in part k / sum of all counts) · loss of row i in part k",
        """
        total = sum(count.sum() for count in counts)
        gradient = 0.0
        for part, count in zip(parts, counts):
            share = «count» / total
            gradient = gradient + ad.gradients(losses(w, part), w, grad_ys=«share»)
        """,
    ),
    wrong=(
    ("counts-of-a-part-added-up",
     "ad.gradients(losses(w, part), w, grad_ys=share) -> share.sum() * ad.gradients(losses(w, part), w)",
     "The counts of a part are added up, and weight all its rows alike. Weight each loss by its own."),
    ("parts-unequally-long", "count.sum() for count in counts -> counts",
     "Parts of unequal length are added row by row. Add up each part's .sum(), of counts or of losses."),
    ("row-meets-entry-of-w",
     "ad.gradients(losses(w, part), w, grad_ys=share) -> ad.gradients(losses(w, part), w) * share",
     "Before the sweep there is a number for each row, after it one for each entry of w.",
     "Multiply before."),
    ("total-so-far",
     "sum(count.sum() for count in counts) -> 0; count / total -> count / (total := total + count.sum())",
     "Each part is divided by what was seen so far. The total of all parts has to be known first."),
    ("rows-of-a-part-alike", "grad_ys=share -> grad_ys=np.full(len(part), share.mean())",
     "Each part has its share, but within a part all rows count alike. Each loss has a weight of its own."),
    ("every-loss-once", "w, grad_ys=share -> w",
     "Every loss counts once here. Weight it by its count, over everything seen: hand that to grad_ys."),
    ("counted-once", "count / total -> np.ones(len(part)) / total",
     "Every row counts once here, however often it was seen. Its count is its weight, before you divide."),
    ("total-forgotten", "count / total -> count",
     "Each loss is weighted by its count, and that is right. Divide by everything seen as well."),
    ("means-added", "count / total -> count / count.sum()",
     "Each part gives its own mean, and the means are added. Divide by what all parts have seen together."),
    ("last-total", "count / total -> count / counts[-1].sum()",
     "You divide by what was seen in the last part. Divide by what all parts have seen together."),
    ("means-averaged", "count / total -> count / count.sum() / len(parts)",
     "Each part gives its own mean, and all parts count alike. Divide by what they have seen together."),
    ("parts-for-everything-seen", "count / total -> count / len(parts)",
     "You divide by the number of parts. Divide by everything seen: the sum of all counts."),
    ("each-row-once", "count / total -> np.ones(len(part)) / sum(map(len, parts))",
     "This is the mean over the rows, each of them counted once. Weight each loss by its count."),
    ("plain-means-averaged", "count / total -> np.ones(len(part)) / len(part) / len(parts)",
     "Each part gives its plain mean, and all parts count alike. Weight each loss by its count."),
    ("plain-means-added", "count / total -> np.ones(len(part)) / len(part)",
     "Each part gives its plain mean, and the means are added. Weight each loss by its count."),
    ("count-below-the-line", "count / total -> 1 / count",
     "A row that was seen more often counts for less here. Multiply by its count instead of dividing."),
    ("total-divided-by-parts-as-well", "count / total -> count / total / len(parts)",
     "You divide by the number of parts as well. The total is that of all parts already."),
    ("rows-for-total", "count.sum() for count -> len(count) for count",
     "You divide by the number of rows. A row seen three times is three rows: divide by the sum of counts."),
    ("parts-by-their-rows", "losses(w, part), w, grad_ys=share -> np.mean(count * losses(w, part)), w",
     "Each part is divided by its number of rows. Divide by everything seen, in all parts."),
    ("overwritten", "gradient + ad -> ad",
     "Only the last part is in it. Add each one to what is there already."),
    ("last-without-total", "gradient + ad -> ad; count / total -> count",
     "Only the last part is in it, and nothing is divided by the total. Add the parts up, then divide."),
    ("last-without-counts", "gradient + ad -> ad; w, grad_ys=share -> w",
     "Only the last part is left, and its counts are left out. Add the parts up, each loss weighted."),
    ("gradients-side-by-side", (
        "np.stack([ad.vjp(lambda w: losses(w, p), w)[1](c)[0] / sum(map(np.sum, counts)) "
        "for p, c in zip(parts, counts)])"),
     "The gradients of the parts stand side by side, each with its weights. One is wanted: add them up."),
    ("first-part-alone", "in zip(parts, counts): -> in [(parts[0], counts[0])]:",
     "Only the first part counts. Does the loop end there, as with a return inside it?"),
    ),
    words={"each": "part", "count": "the counts of a part", "share": "the weights of a part",
           "total": "the sum of all counts", "count.sum()": "the sum of the counts of a part"},
    right=(
    ("mean = Σ_k Σ_i (count of row i in part k / sum of all counts) · loss of row i in part k", """
        def gradient_in_parts(losses, w, parts, counts):
            total = sum(map(np.sum, counts))
            each = zip(parts, counts)
            return sum(ad.grad(lambda w, p=p, c=c: np.sum(c * losses(w, p)) / total)(w) for p, c in each)
     """),
    ("Each loss is weighted before the sweep adds them up, and all parts share one total", """
        def gradient_in_parts(losses, w, parts, counts):
            w, gradient = ad.Tensor(w), 0.0
            for part, count in zip(parts, counts):
                gradient = gradient + ad.gradients(losses(w, part), w, grad_ys=count)
            return gradient / np.concatenate(counts).sum()
     """),
    ),
)


# --- predictions ---

TENFOLD = PredictionKey("04.p1",
    "Slopes [[3, 2], [1, 4]], a row per exam: what is gradients(marks, hours, grad_ys=[10, 1])?",
    example=[1, 2], truth=lambda: ad.vjp(exams, np.array([2.0, 3.0]))[1](np.array([10.0, 1.0]))[0],
    covers=("weights-can-wait", "seed-is-a-mystery", "vjp-jvp-transpose-are-one"),
    because="The first row counts tenfold, the second once: 10 · [3, 2] + 1 · [1, 4] = [31, 24].",
    guesses=(
    ("multiplied-afterwards", "[10 * 4, 1 * 6]",
     "That is [4, 6] multiplied afterwards. Each holds both exams already, and the 10 is for one of them."),
    ("weights-exchanged", "[1 * 3 + 10 * 1, 1 * 2 + 10 * 4]",
     "That counts exam two tenfold, and exam one once. The weights stand in the order of the rows."),
    ("along-the-rows", "[3 * 10 + 2 * 1, 1 * 10 + 4 * 1]",
     ("You went along the rows, as if you studied 10 hours of algebra and 1 of geometry. "
      "The weights belong to the exams.")),
    ("ones-for-upstream", "[3 + 1, 2 + 4]", "That is the answer without grad_ys, with every weight 1."),
    ("diagonal-alone", "[10 * 3, 1 * 4]", "That weights the diagonal alone. Both subjects move an exam."),
    ("exam-one-ten-times", "[10 * 3, 10 * 2]", "That is exam one, ten times. Exam two counts as well."),
    ("subjects-added-up", "[10 * (3 + 2), 1 * (1 + 4)]",
     "That adds up what the two subjects bring an exam. What arrives belongs to a subject."),
    ("upstream-alone", "[10, 1]", "That is grad_ys itself, before it has met any slope."),
    ("first-entries-weighted", "[10 * 3, 1 * 2]",
     "That stretches the first row by 10 and 1. The 10 is for all of it, the 1 for the second row."),
    ),
)

NO_WEIGHT = PredictionKey("04.p3",
    "At x = 2, what does ad.gradients([x * x, 3 * x], x, grad_ys=[5, None]) give?",
    example=1, truth=lambda: weighted_pair([5.0, None]), covers=("none-is-zero", "weights-can-wait"),
    because="5 · 4 for x², plus 1 · 3 for 3x, because a weight left out is 1: 23.",
    guesses=(
    ("none-is-zero", "weighted_pair([5.0, 0.0])",
     "That takes None for a weight of 0. What does a weight left out mean?"),
    ("weights-can-wait", "5 * (4 + 3)", "You multiplied the sum by 5. The 5 belongs to x² alone."),
    ("ones-for-upstream", "4 + 3", "The 5 is missing: it belongs to x²."),
    ("not-added-up", "[20, 3]",
     "That is one gradient for each output. There is one x for them to arrive at."),
    ("last-gradient-wins", "3", "That is what 3x sends. x² sends as well, five times its slope."),
    ("value-for-slope", "5 * 4 + 3 * 2", "That takes the value of 3x, 6, where its slope belongs."),
    ("entries-exchanged", "5 * 3",
     "That gives the 5 to 3x, and x² nothing. The entries stand in the order of the outputs."),
    ),
)

ROUNDED = PredictionKey("04.p4", "loss = (2 · round(w) − 6)² at w = 1.4. What gradient arrives at w?",
    example=5, truth=lambda: rounded_loss_slope(np.round), covers=("forgetting-is-stopping",),
    because="Nudge 1.4 and the rounded value stays 1, so the loss stays where it is: the slope is 0.",
    guesses=(
    ("as-if-not-rounded-back", "rounded_loss_slope(lambda w: w + ad.stop_gradient(np.round(w) - w))",
     "That is as if rounding passed every move on. It does not; but hold that thought."),
    ("no-rounding-forward", "rounded_loss_slope(lambda w: w)",
     "That leaves the rounding out, on the way forward and on the way back."),
    ("value-for-gradient", "(2 * 1 - 6) ** 2", "That is the loss itself. The gradient says how it moves."),
    ("what-is-squared", "2 * 1 - 6", "That is what is squared, not how fast the loss moves."),
    ("inner-factor-left-out", "2 * (2 * 1 - 6)",
     "That is the slope with respect to 2 · round(w). What does a tiny move of w do to that?"),
    ("undefined", "np.nan", "It is undefined only where round jumps, at 1.5. What does it do near this x?"),
    ),
)

THE_TRICK = PredictionKey("04.p5",
    "y = x + stop_gradient(round(x) - x). At x = 2.7 it is 3. What is its slope there?",
    example=5, truth=lambda: ad.grad(lambda x: x + ad.stop_gradient(np.round(x) - x))(2.7),
    covers=("stop-blocks-below",),
    because="What stands inside stop_gradient counts as a constant; the x in front of it has the slope 1.",
    guesses=(
    ("stop-blocks-below", "0",
     "That takes stop_gradient to block all that is below it. Does every x stand inside it?"),
    ("value-for-gradient", "3", "That is y itself. The slope says how far y moves when x does."),
    ("the-step", "0.3", "That is the step from x to its rounded value. The slope says how y moves with x."),
    ("both-counted", "2", "That counts both x. One of them stands inside stop_gradient."),
    ("undefined", "np.nan", "Only rounding jumps, and what stands inside stop_gradient has no say."),
    ),
)
