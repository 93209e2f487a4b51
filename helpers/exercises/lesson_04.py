"""Lesson 04: grad_ys, the upstream you choose. From naming weights to gradients that come from elsewhere.

04.1 worked (one of three upstreams is given), 04.2 faded, 04.3 blank, 04.4 a bug hunt, 04.5 lines to order,
04.6 transfer to batches of unequal size. Each spec holds the stub and the solution that the notebook shows.
"""

from inspect import cleandoc as code

import numpy as np

from helpers import autodiff as ad

from .kinds import Custom, Function, Order, Value
from .prediction import Prediction
from .wrong_rules import Wrong

SLOPES = np.array([[3.0, 2.0], [1.0, 4.0]])  # of two exams, by the hours spent on two subjects
HOURS = np.array([2.0, 3.0])
WEIGHTS = np.array([10.0, 1.0])


def exams(hours):
    """Two marks from the hours spent on two subjects: the first example of the lesson."""
    return SLOPES @ hours


def mixed(rng, outputs, inputs):
    """Draws a vector function whose Jacobian has no zero in it."""
    mixing = rng.normal(size=(outputs, inputs))
    return lambda x: np.tanh(mixing @ x) * np.sum(x * x)


# --- 04.1 ---


def upstreams_for(marks):
    """Weights that make of the marks the last one, their average, the lead of the first over the last."""
    wanted = (lambda y: y[-1], np.mean, lambda y: y[0] - y[-1])
    return tuple(ad.grad(number)(marks) for number in wanted)


def upstreams_with(**other):
    """The right three upstreams, but for some."""

    def wrong(marks):
        right = dict(zip(CHOOSE.gives, upstreams_for(marks), strict=True))
        return tuple({**right, **{name: make(marks) for name, make in other.items()}}.values())

    return wrong


CHOOSE = Value(
    id="04.1",
    title="Say it with weights",
    difficulty=1,
    minutes=2,
    covers=("seed-is-a-mystery", "seed-shaped-like-the-input"),
    inputs=lambda rng: (np.array([12.0, 14.0, 9.0]),),
    takes=("marks",),
    gives=("last", "average", "lead"),
    reference=upstreams_for,
    wrong=(
        Wrong(
            "added-not-averaged",
            upstreams_with(average=np.ones_like),
            "Your average has weights of one: that is the sum. An average gives each mark a third of a say.",
        ),
        Wrong(
            "added-not-subtracted",
            upstreams_with(lead=lambda y: np.array([1.0, 0.0, 1.0])),
            "Your lead adds the two marks. A better last mark makes the lead smaller: give it a minus.",
        ),
        Wrong(
            "lead-turned-round",
            upstreams_with(lead=lambda y: np.array([-1.0, 0.0, 1.0])),
            "Your lead is that of the last mark over the first. Swap the signs.",
        ),
        Wrong(
            "seed-shaped-like-the-input",
            upstreams_with(average=lambda y: np.full(2, 0.5), lead=lambda y: np.array([1.0, -1.0])),
            "You gave two weights, one per subject. grad_ys weighs the outputs: three marks, three weights.",
        ),
        Wrong(
            "value-for-weights",
            upstreams_with(average=np.mean, lead=lambda y: y[0] - y[-1]),
            "These are the average and the lead themselves. Wanted are the weights that make them from y.",
        ),
    ),
    because="Whatever number you make of the outputs, grad_ys holds its slopes towards them: weights.",
    hints=(
        "Write the average as a sum: so much times y[0], plus so much times y[1], plus so much times y[2].",
        "(w · y).sum() = w[0]·y[0] + w[1]·y[1] + w[2]·y[2]",
        code("""
            last = np.array([0.0, 0.0, 1.0])
            average = np.array([1 / __, 1 / __, 1 / __])
            lead = np.array([__, 0.0, __])
            """),
    ),
    stub=code("""
        # y holds three marks, made from the hours spent on two subjects. Name the grad_ys:
        last = np.array([0.0, 0.0, 1.0])  # the slopes of the last mark alone: done for you
        average = ...  # the slopes of the average of the three marks
        lead = ...  # the slopes of y[0] - y[2], the lead of the first over the last
        upstreams = last, average, lead
        """),
    solution=code("""
        last = np.array([0.0, 0.0, 1.0])
        average = np.array([1 / 3, 1 / 3, 1 / 3])  # each mark moves the average by a third of its own move
        lead = np.array([1.0, 0.0, -1.0])  # a better last mark makes the lead smaller
        upstreams = last, average, lead
        """),
    answer="upstreams",
)

# --- 04.2 ---


def mse_gradient(model, w, target):
    return ad.grad(lambda w: np.mean((model(w) - target) ** 2))(w)


def with_upstream(choose):
    """The gradient with an upstream chosen from the prediction and the target."""

    def wrong(model, w, target):
        prediction, pullback = ad.vjp(model, w)
        return pullback(choose(prediction, target))[0]

    return wrong


def model_weights_and_target(rng):
    outputs = int(rng.integers(3, 6))
    return mixed(rng, outputs, outputs - 1), rng.normal(size=outputs - 1), rng.normal(size=outputs)


MSE = Function(
    id="04.2",
    title="A loss that nobody traces",
    difficulty=1,
    minutes=2,
    covers=("seed-is-a-mystery", "seed-shaped-like-the-input"),
    inputs=model_weights_and_target,
    takes=("model", "w", "target"),
    reference=mse_gradient,
    wrong=(
        Wrong(
            "not-averaged",
            with_upstream(lambda y, t: 2 * (y - t)),
            "This is the gradient of the sum of the squared errors. The mean divides by how many there are.",
        ),
        Wrong(
            "two-forgotten",
            with_upstream(lambda y, t: (y - t) / y.size),
            "Half of it is missing: the slope of a square e² is 2e.",
        ),
        Wrong(
            "error-turned-round",
            with_upstream(lambda y, t: 2 * (t - y) / y.size),
            "Every sign is turned round. The error is prediction minus target: its slope by y is +1.",
        ),
        Wrong(
            "loss-for-upstream",
            with_upstream(lambda y, t: (y - t) ** 2 / y.size),
            "You hand over the squared errors, which are the loss itself. Wanted are its slopes towards y.",
        ),
        Wrong(
            "squares-for-upstream",
            with_upstream(lambda y, t: (y - t) ** 2),
            "These are the squared errors themselves. Wanted are the slopes of their mean, towards each y.",
        ),
        Wrong(
            "ones-for-upstream",
            with_upstream(lambda y, t: np.ones_like(y)),
            "These are slopes of the sum of y: the target takes no part. Hand over the slopes of the loss.",
        ),
        Wrong(
            "errors-averaged-first",
            with_upstream(lambda y, t: np.full_like(y, 2 * np.mean(y - t) / y.size)),
            "Every prediction got the same error, the mean one. Each keeps its own: no sum before grad_ys.",
        ),
        Wrong(
            "upstream-alone",
            lambda model, w, target: 2 * (model(w) - target) / target.size,
            "This is what arrives at y. It has still to pass through the model, down to w.",
        ),
    ),
    because="What a loss says to the model is its slopes towards y, and nothing more: grad_ys can say it.",
    hints=(
        "If one prediction moves by a little, by how much does the mean of the squared errors move?",
        "∂/∂y[i] of mean((y − t)²) = 2 · (y[i] − t[i]) / n",
        code("""
            error = y.value - target
            return ad.gradients(y, w, grad_ys=2 * ___ / ___)
            """),
    ),
    stub=code("""
        def mse_gradient(model, w, target):
            w = ad.Tensor(w)
            y = model(w)
            # The loss is np.mean((y - target) ** 2). Work out its slopes towards y.
            return ad.gradients(y, w, grad_ys=...)
        """),
    solution=code("""
        def mse_gradient(model, w, target):
            w = ad.Tensor(w)
            y = model(w)
            error = y.value - target
            return ad.gradients(y, w, grad_ys=2 * error / error.size)  # the slope of e² is 2e, of a mean 1/n
        """),
    answer="mse_gradient",
)

# --- 04.3 ---


def hard_sign(x):
    return np.sign(x), lambda upstream: upstream * (np.abs(x) <= 1)


def sign_with(rule, value=np.sign):
    """An answer with the rule(upstream, x) of somebody else."""
    return lambda x: (value(x), lambda upstream: rule(upstream, x))


def upstream_and_input(rng):
    rows = int(rng.integers(2, 4))
    upstream, x = 1.5 * rng.normal(size=(2, rows, rows + 1))
    return upstream, x


STRAIGHT_THROUGH = Custom(
    id="04.3",
    title="A sign that can be trained",
    difficulty=2,
    minutes=2,
    covers=("upstream-left-out", "forgetting-is-stopping"),
    inputs=upstream_and_input,
    takes=("upstream", "x"),
    gives=("value", "downstream"),
    reference=hard_sign,
    wrong=(
        Wrong(
            "stopped",
            sign_with(lambda upstream, x: 0 * upstream),
            "All zeros: the true slope of a step, with which nothing is ever learned. Pretend, for |x| ≤ 1.",
        ),
        Wrong(
            "upstream-missing",
            sign_with(lambda upstream, x: 1.0 * (np.abs(x) <= 1)),
            "This is the pretended slope alone, ones and zeros. Multiply by the upstream that arrives.",
        ),
        Wrong(
            "gate-missing",
            sign_with(lambda upstream, x: 1 * upstream),
            "Everything passes. Where |x| > 1 the sign is settled, and nothing shall come through.",
        ),
        Wrong(
            "gate-turned-round",
            sign_with(lambda upstream, x: upstream * (np.abs(x) > 1)),
            "The gate is open where it should be shut: let through where |x| ≤ 1.",
        ),
        Wrong(
            "gate-on-the-upstream",
            sign_with(lambda upstream, x: upstream * (np.abs(upstream) <= 1)),
            "You look at the size of the upstream. It is x that decides whether the gate is open.",
        ),
        Wrong(
            "value-for-local",
            sign_with(lambda upstream, x: upstream * np.sign(x)),
            "You multiply by the output, sign(x). The pretended slope is 1 inside and 0 outside, never −1.",
        ),
        Wrong(
            "pretended-value-for-local",
            sign_with(lambda upstream, x: upstream * np.clip(x, -1, 1)),
            "You multiply by the pretended function, clip(x, −1, 1). Multiply by its slope: 1 inside, or 0.",
        ),
        Wrong(
            "value-kept",
            sign_with(lambda upstream, x: upstream * (np.abs(x) <= 1), value=lambda x: np.clip(x, -1, 1)),
            "The value is that of the pretended function. Forward, nothing is pretended: return np.sign(x).",
        ),
    ),
    because="Forward an honest step, backward the slope of clip(x, -1, 1): that is all straight-through is.",
    hints=(
        "Two different functions: one for the way forward, another, with a slope, for the way back.",
        "forward: sign(x)     back: upstream · 1 where |x| ≤ 1, upstream · 0 elsewhere",
        code("""
            def grad(upstream):
                is_open = np.abs(x) <= ___
                return ___ * is_open
            """),
    ),
    stub=code("""
        def hard_sign(x):
            y = np.sign(x)

            def grad(upstream):
                return ...  # as if y were x wherever |x| <= 1, and constant elsewhere

            return y, grad
        """),
    solution=code("""
        def hard_sign(x):
            y = np.sign(x)

            def grad(upstream):
                return upstream * (np.abs(x) <= 1)  # the slope of clip(x, -1, 1), times what arrives

            return y, grad
        """),
    answer="hard_sign",
)

# --- 04.4 ---


def slopes_of(simulate, y, nudge=1e-4):
    """An approximate dz/dy of a black box: two runs for each number of y."""
    return np.array([(simulate(y + h) - simulate(y - h)) / (2 * nudge) for h in nudge * np.eye(y.size)])


def gradient_through(controller, simulate, w):
    w = ad.Tensor(w)
    y = controller(w)
    return ad.gradients(y, w, grad_ys=slopes_of(simulate, y.value))


def from_parts(combine):
    """dz/dy found correctly and put together with the controller's Jacobian in some other way."""
    return lambda controller, simulate, w: combine(
        slopes_of(simulate, controller(w)), ad.jacobian(controller)(w), simulate(controller(w))
    )


def controller_simulator_and_weights(rng):
    size = int(rng.integers(2, 5))
    gains, controller = rng.normal(size=size), mixed(rng, size, size)

    def simulate(y):
        return sum(float(gain) * float(np.sin(each)) ** 3 for gain, each in zip(gains, y, strict=True))

    return controller, simulate, rng.uniform(0.3, 0.9, size=size)


BLACK_BOX = Function(
    id="04.4",
    title="Bug hunt: the gradient through a black box",
    difficulty=2,
    minutes=2,
    covers=("weights-can-wait", "vjp-jvp-transpose-are-one"),
    inputs=controller_simulator_and_weights,
    takes=("controller", "simulate", "w"),
    reference=gradient_through,
    given=from_parts(lambda dz_dy, jacobian, z: dz_dy * jacobian.sum(axis=0)),
    rtol=1e-4,  # dz/dy is approximate, and another nudge is fine
    wrong=(
        Wrong(
            "ones-for-upstream",
            from_parts(lambda dz_dy, jacobian, z: jacobian.sum(axis=0)),
            "This is the controller with ones; the simulator takes no part. dz_dy is its upstream.",
        ),
        Wrong(
            "upstream-alone",
            from_parts(lambda dz_dy, jacobian, z: dz_dy),
            "This is dz/dy. It has arrived at y and has still to pass through the controller, down to w.",
        ),
        Wrong(
            "added-up-first",
            from_parts(lambda dz_dy, jacobian, z: dz_dy.sum() * jacobian.sum(axis=0)),
            "dz_dy is added up before it meets the controller. Each of its numbers weighs its own output.",
        ),
        Wrong(
            "jvp-for-vjp",
            from_parts(lambda dz_dy, jacobian, z: jacobian @ dz_dy),
            "dz_dy mixes the columns here, as a tangent does. It belongs to the outputs: mix the rows.",
        ),
        Wrong(
            "diagonal-for-jacobian",
            from_parts(lambda dz_dy, jacobian, z: dz_dy * np.diag(jacobian)),
            "Only the diagonal of the Jacobian is used: how y[i] reacts to w[i]. It reacts to all of w.",
        ),
        Wrong(
            "value-for-upstream",
            from_parts(lambda dz_dy, jacobian, z: z * jacobian.sum(axis=0)),
            "You weigh with the simulated value z. What goes down are its slopes, dz_dy.",
        ),
        Wrong(
            "wrong-place",
            lambda controller, simulate, w: ad.vjp(controller, w)[1](slopes_of(simulate, w))[0],
            "The simulator is nudged at w. It is fed y: take its slopes there.",
        ),
    ),
    because="dz_dy weighs the outputs before they are added up. After the sum, nobody can tell them apart.",
    hints=(
        "dz_dy is right. Does it meet the controller before its outputs are added up, or after?",
        "dz/dw = Σ_i dz/dy[i] · dy[i]/dw = the VJP of the controller with the upstream dz_dy",
        code("""
            dz_dy[i] = ...  # as it stands
            return ad.gradients(y, w, grad_ys=___)
            """),
    ),
    stub=code("""
        def gradient_through(controller, simulate, w):
            w = ad.Tensor(w)
            y = controller(w)
            dz_dy = np.zeros(y.size)
            for i, nudge in enumerate(1e-4 * np.eye(y.size)):
                dz_dy[i] = (simulate(y.value + nudge) - simulate(y.value - nudge)) / 2e-4
            return dz_dy * ad.gradients(y, w)  # w and y have the same size, so this runs
        """),
    solution=code("""
        def gradient_through(controller, simulate, w):
            w = ad.Tensor(w)
            y = controller(w)
            dz_dy = np.zeros(y.size)
            for i, nudge in enumerate(1e-4 * np.eye(y.size)):
                dz_dy[i] = (simulate(y.value + nudge) - simulate(y.value - nudge)) / 2e-4
            return ad.gradients(y, w, grad_ys=dz_dy)  # weigh each output, and only then add up
        """),
    answer="gradient_through",
)

# --- 04.5 ---


def head_and_branch(rng):
    """The engine, the two parts of a computation cut at y, and as many numbers in y as in x."""
    weights, branch = rng.normal(size=3), mixed(rng, 3, 3)
    return (
        ad,
        lambda y: np.sum(weights * np.sin(y)),
        branch,
        rng.uniform(0.4, 0.9, size=3),
        rng.normal(size=3),
    )


CUT = Order(
    id="04.5",
    title="Cut it in two, in order",
    difficulty=2,
    minutes=4,
    covers=("weights-can-wait", "seed-is-a-mystery"),
    inputs=head_and_branch,
    takes=("ad", "head", "branch", "x", "rest"),
    gives=("down",),
    reference="B D E F A",
    lines={
        "A": "down = ad.gradients(h, w, grad_ys=g)",
        "B": "y = ad.Tensor(branch(x) + rest)",
        "C": "down = ad.gradients(h, w)",
        "D": "g = ad.gradients(head(y), y)",
        "E": "w = ad.Tensor(x)",
        "F": "h = branch(w)",
        "G": "down = g * ad.gradients(h, w)",
    },
    wrong=(
        Wrong(
            "weights-can-wait",
            "B D E F G",
            "Line G multiplies when the outputs of the branch are added up already. Weigh them before.",
        ),
        Wrong(
            "ones-for-upstream",
            "B D E F C",
            "Line C leaves g out, so ones stand in for it: the branch never hears what the head wants.",
        ),
        Wrong("line-too-early", "D B E F A"),
        Wrong("line-missing", "B D E F"),
        Wrong("line-too-many", "B D E F C A"),
    ),
    because="Above the cut: what arrives at y. Below it: that, as grad_ys. Neither trace holds the other.",
    hints=(
        "Two sweeps. Which one needs a result of the other, and which result is it?",
        "g = d(loss)/dy,   then   down = VJP of the branch with the upstream g",
        code("""
            a fresh start at the cut:       B
            the sweep above it:             __
            the branch, traced on its own:  E __
            the sweep below the cut:        __
            """),
    ),
    stub=code("""
        # y is branch(x) + rest, the loss is head(y). Five lines find down, its gradient by x.
        #   A   down = ad.gradients(h, w, grad_ys=g)
        #   B   y = ad.Tensor(branch(x) + rest)
        #   C   down = ad.gradients(h, w)
        #   D   g = ad.gradients(head(y), y)
        #   E   w = ad.Tensor(x)
        #   F   h = branch(w)
        #   G   down = g * ad.gradients(h, w)
        order = "..."
        """),
    solution=code("""
        # B, D: from the loss to the cut. E, F: the branch alone. A: from the cut to x, with g.
        order = "B D E F A"
        """),
    answer="order",
)

# --- 04.6 ---


def gradient_in_parts(loss, w, parts):
    return parts_with(lambda part, rows, count: len(part) / rows)(loss, w, parts)


def parts_with(weight, add_up=sum):
    """One gradient per part, weighed by weight(part, all rows, number of parts), then added up."""

    def rule(loss, w, parts):
        w, rows = ad.Tensor(w), sum(map(len, parts))
        return add_up(
            [ad.gradients(loss(w, p), w, grad_ys=float(weight(p, rows, len(parts)))) for p in parts]
        )

    return rule


def loss_weights_and_parts(rng):
    size = int(rng.integers(2, 5))
    parts = [rng.normal(size=(rows, size)) for rows in (size + 5, size + 2, size + 1)]
    return lambda w, rows: np.mean(np.tanh(rows @ w) ** 2 + rows @ w), rng.normal(size=size), parts


IN_PARTS = Function(
    id="04.6",
    title="Gradients from machines with unequal loads",
    difficulty=3,
    minutes=4,
    covers=("weights-can-wait", "last-gradient-wins"),
    inputs=loss_weights_and_parts,
    takes=("loss", "w", "parts"),
    reference=gradient_in_parts,
    wrong=(
        Wrong(
            "means-added",
            parts_with(lambda part, rows, count: 1),
            "Each mean counts fully, so three parts push three times as hard. Weigh each by its share.",
        ),
        Wrong(
            "means-averaged",
            parts_with(lambda part, rows, count: 1 / count),
            "Every part counts the same, however few rows it has. Its share of all the rows is its weight.",
        ),
        Wrong(
            "total-forgotten",
            parts_with(lambda part, rows, count: len(part)),
            "Each part is weighed by its rows, and that is right but for one thing: divide by all the rows.",
        ),
        Wrong(
            "shares-turned-round",
            parts_with(lambda part, rows, count: 1 / len(part)),
            "A part with more rows counts for less here. Its mean already divides by them: multiply them in.",
        ),
        Wrong(
            "overwritten",
            parts_with(lambda part, rows, count: len(part) / rows, add_up=lambda found: found[-1]),
            "Only the last part is left: it overwrote the others. Add them with +=.",
        ),
        Wrong(
            "overwritten and unweighed",
            parts_with(lambda part, rows, count: 1, add_up=lambda found: found[-1]),
            "Only the last part is left, and it counts fully. Add the parts up, each weighed by its share.",
        ),
        Wrong(
            "not-added-up",
            parts_with(lambda part, rows, count: len(part) / rows, add_up=np.stack),
            "The gradients of the parts stand side by side, each with its share. One is wanted: add them up.",
        ),
        Wrong(
            "first-part-alone",
            parts_with(lambda part, rows, count: len(part) / rows, add_up=lambda found: found[0]),
            "Only the first part is in it. Does your return stand inside the loop?",
        ),
    ),
    because="The mean over all rows is a weighted sum of the parts' means, so grad_ys carries the weights.",
    hints=(
        "A mean over 8 rows and a mean over 2 rows: how do you get the mean over all 10 from these two?",
        "mean over all = Σ_k (rows of part k / rows of all) · mean over part k",
        code("""
            total = sum(len(part) for part in parts)
            gradient = 0.0
            for part in parts:
                share = ___ / total
                gradient = gradient + ad.gradients(loss(w, part), w, grad_ys=___)
            """),
    ),
    stub=code("""
        def gradient_in_parts(loss, w, parts):
            # loss(w, part) is a mean over the rows of a part, and some parts have more rows.
            # Return the gradient of the mean over all rows; trace one part at a time.
            w = ad.Tensor(w)
            gradient = 0.0
            for part in parts:
                gradient = ...
            return gradient
        """),
    solution=code("""
        def gradient_in_parts(loss, w, parts):
            w = ad.Tensor(w)
            total = sum(len(part) for part in parts)
            gradient = 0.0
            for part in parts:
                share = len(part) / total  # how much this part's mean counts in the mean of all
                gradient = gradient + ad.gradients(loss(w, part), w, grad_ys=share)
            return gradient
        """),
    answer="gradient_in_parts",
)

EXERCISES = (CHOOSE, MSE, STRAIGHT_THROUGH, BLACK_BOX, CUT, IN_PARTS)


# --- predictions ---


def one_hot_gradient():
    a = ad.Tensor([[1.0, 2.0], [3.0, 4.0]])
    c = a @ np.array([[6.0, 7.0, 8.0], [9.0, 10.0, 11.0]])
    return ad.gradients(c, a, grad_ys=[[1.0, 0.0, 0.0], [0.0, 0.0, 0.0]])


def weighed_pair(weights):
    """x², 3x at x = 2: their gradient with these weights."""
    x = ad.Tensor(2.0)
    return ad.gradients([x * x, 3 * x], x, grad_ys=weights)


def rounded_loss_slope(step):
    return ad.grad(lambda w: (2 * step(w) - 6) ** 2)(1.4)


PREDICTIONS = (
    Prediction(
        id="04.p1",
        question="Slopes [[3, 2], [1, 4]], a row per exam: what is gradients(marks, hours, grad_ys=[10, 1])?",
        example=[1, 2],
        truth=lambda: ad.vjp(exams, HOURS)[1](WEIGHTS)[0],
        covers=("weights-can-wait", "seed-is-a-mystery", "vjp-jvp-transpose-are-one"),
        guesses=(
            Wrong(
                "weights-can-wait",
                lambda: WEIGHTS * ad.vjp(exams, HOURS)[1](np.ones(2))[0],
                "That is [4, 6] multiplied afterwards. But in 4 = 3 + 1 only the 3 is of the first exam.",
            ),
            Wrong(
                "jvp-for-vjp",
                lambda: ad.jvp(exams, [HOURS], [WEIGHTS])[1],
                "You went along the rows, as if there were 10 hours and 1. The weights are those of exams.",
            ),
            Wrong(
                "ones-for-upstream",
                lambda: ad.vjp(exams, HOURS)[1](np.ones(2))[0],
                "That is the answer without grad_ys, with every weight 1.",
            ),
        ),
        because="The first row counts tenfold, the second once: 10 · [3, 2] + 1 · [1, 4] = [31, 24].",
    ),
    Prediction(
        id="04.p2",
        question="grad_ys is 1 at c[0, 0], else 0. How many numbers of the gradient by a (2 × 2) are not 0?",
        example=3,
        truth=lambda: np.count_nonzero(one_hot_gradient()),
        covers=("seed-shaped-like-the-input", "seed-is-a-mystery"),
        guesses=(
            Wrong(
                "one-hot-stays-one-hot",
                lambda: 1,
                "The 1 picks an output, not an input. All that c[0, 0] was made from has a slope.",
            ),
            Wrong(
                "all-of-a",
                lambda: 4,
                "c[0, 0] was made from the first row of a alone. The second row has no way to it.",
            ),
            Wrong(
                "nothing-left",
                lambda: 0,
                "The zeros silence the other outputs. c[0, 0] still has slopes, and they all come through.",
            ),
        ),
        because="c[0, 0] is made from the first row of a: 2 numbers have a slope, the two below have none.",
    ),
    Prediction(
        id="04.p3",
        question="At x = 2, what does ad.gradients([x * x, 3 * x], x, grad_ys=[5, None]) give?",
        example=1,
        truth=lambda: weighed_pair([5.0, None]),
        covers=("none-is-zero", "weights-can-wait"),
        guesses=(
            Wrong(
                "none-is-zero",
                lambda: weighed_pair([5.0, 0.0]),
                "That takes None for a weight of 0. Left out means ones: 3x counts once.",
            ),
            Wrong(
                "weights-can-wait",
                lambda: 5 * weighed_pair(None),
                "You multiplied the sum by 5. The 5 belongs to x² alone.",
            ),
            Wrong("ones-for-upstream", lambda: weighed_pair(None), "The 5 is missing: it weighs x²."),
        ),
        because="5 · 4 for x², plus 1 · 3 for 3x, because a weight left out is 1: 23.",
    ),
    Prediction(
        id="04.p4",
        question="loss = (2 · round(w) − 6)² at w = 1.4. What is the gradient by w?",
        example=5,
        truth=lambda: rounded_loss_slope(np.round),
        covers=("forgetting-is-stopping",),
        guesses=(
            Wrong(
                "as-if-not-rounded-back",
                lambda: rounded_loss_slope(lambda w: w + ad.stop_gradient(np.round(w) - w)),
                "That is as if rounding passed every move on. It does not; but hold on to the thought.",
            ),
            Wrong(
                "not-rounded-at-all",
                lambda: rounded_loss_slope(lambda w: w),
                "That leaves the rounding out, on the way forward and on the way back.",
            ),
        ),
        because="Nudge 1.4 and the rounded value stays 1, so the loss stays where it is: the slope is 0.",
    ),
)
