"""The wrong ideas these lessons exist to cure, each under a stable name that exercises refer to.

Below each stands what the guide of wrong ideas answers to whoever has it.
"""

import re

NUMBERED = """
vector-gradient-is-a-matrix: The gradient of a vector output should come back as a matrix.
    A backward pass returns the upstream times the Jacobian, `u @ J`: an array shaped like the input. For the
    matrix ask `ad.jacobian`.
seed-is-a-mystery: Nobody can say what dy, grad_ys or the ones at the start stand for.
    It is the upstream: what one unit of each output is worth. Left out, it is ones, and the answer is the
    gradient of the sum.
seed-shaped-like-the-input: The upstream gradient has the shape of the input.
    It has the shape of the *output*: one number for each. What has the shape of the input is the downstream,
    and the tangent of a JVP.
gradient-is-the-jacobian: gradients(y, x) returns the Jacobian, so it should not sum.
    It returns one row, mixed from all: the rows of J, weighted by the upstream and added up. A one-hot
    upstream gets a single row.
vjp-of-ones-is-the-diagonal: A VJP with ones gives the diagonal of the Jacobian.
    Ones add up each *column* of J. That looks like the diagonal only where J has no other entries, as entry
    by entry.
upstream-cancels-like-a-fraction: dy cancels in the chain rule, as in a fraction.
    Nothing cancels: the upstream is a number that arrives from above. Multiply it by the local slope.
vjp-jvp-transpose-are-one: JVP, VJP and the transposed Jacobian are the same thing.
    `u @ J` goes from outputs to inputs, `J @ t` from inputs to outputs. They share J, and no shapes unless J
    is square.
upstream-left-out: A gradient rule may leave the upstream out.
    Then everything above is forgotten: the rule sends its local slope alone. A check with ones does not
    notice.
product-that-fits: Elementwise or matrix product: take whichever fits.
    Shapes allow both where arrays are square. Nudge one entry and see which outputs move: that decides.
transposes-fix-shapes: The transposes are there only to make the shapes match.
    They say what moves what: A[i, k] moves row i of C by row k of B. On squares a wrong one fits as well.
broadcast-needs-no-sum: A broadcast or batched input needs no summing.
    What is used for many rows hears from every one of them, so their downstreams are summed back to its
    shape.
last-gradient-wins: A value used twice gets the last gradient, and any order of the sweep works.
    Every use sends, and the sum arrives. A value may hand on only after all its users have reported.
backward-twice-is-harmless: Running the backward pass twice changes nothing.
    What is kept is added to: the second sweep doubles a leaf, and in some engines does worse to what lies
    between.
one-complex-convention: There is one convention for complex gradients.
    There are two, each the conjugate of the other. JAX and autograd descend along the conjugate of what they
    return.
unchosen-branch-is-free: The branch that where did not choose contributes nothing.
    It gets an upstream of 0, and 0 · ∞ is NaN. Make its *input* harmless before it is computed.
recursion-is-an-order: Recursion replaces a topological order.
    Along every path it is right for trees, and visits a shared value once for each path. Newest first visits
    each once.
softmax-needs-jacobians: Softmax cross-entropy needs a Jacobian for every row.
    One line does it: the downstream is p − t with cross-entropy, or `p * (u - (u * p).sum())` alone.
variables-come-by-themselves: A custom gradient takes care of its variables and keywords by itself.
    A rule answers for what it is handed. What it closes over is constant to it, unless you say so.
nested-rules-compose: A custom rule inside a custom rule is differentiated twice correctly by itself.
    The inner rule is differentiated as it is written. Check the *composed* function at order two.
first-order-suffices: A rule that passes a first-order check is right.
    A slope saved as a plain number passes, and its own slope is lost. `ad.check_gradient(f, x, order=2)`
    sees it.
one-gradient-per-array: A rule returns one gradient per array, not one per input.
    One for each input, in their order: None for what gets none.
reverse-serves-forward: A reverse-mode rule also serves forward mode.
    Only where the engine transposes it. Elsewhere forward mode wants a rule of its own.
static-has-no-gradient: An argument in nondiff_argnums keeps its place, and matters to no rule.
    It moves to the front of `bwd`, and the rule may well depend on it; only its own gradient is left out.
stop-blocks-below: stop_gradient in a straight-through estimator blocks all that is below.
    It stops the term it stands in. The other term passes everything, with the slope 1.
reversal-twice: Gradient reversal turns the sign of the loss as well.
    The sign turns once, at the reversal, for what lies below. The loss itself, and the head above, go down
    as ever.
unwatched-still-counts: What was computed before a tape watched, or outside it, still counts.
    To a tape it is a constant: None, zero or an error, by framework.
retain-graph-cures: retain_graph is the cure for a second backward.
    It answers again for the *old* weights, and adds to what is there. Compute the loss anew.
in-place-is-forbidden: Every write in place is forbidden, or none does harm.
    It harms where a rule has kept what is overwritten, and only there.
values-keep-the-graph: A new value made from numbers keeps the graph.
    Numbers have no history: a new tensor made from them is a new beginning.
"""  # in the order of their numbers, from 1
RUNNERS_UP = """
vector-has-a-transpose: The .T of a 1-D array makes a column of it.
    One axis has nothing to exchange. Write `v[:, None]`.
none-is-zero: None and a gradient of zero are the same answer.
    None: no path was found. Zero: there may be one, with the slope 0, or a function that does not use its
    input.
float32-checks-suffice: A gradient check in float32 proves a rule.
    A step small enough for the slope is lost in seven digits. Check in float64, with h near 6e-6.
output-saved-for-input: A rule may use the output where the formula needs the input.
    Only if the formula is written in the output, as 1 − y² for tanh. Otherwise keep the input.
weights-can-wait: Multiplying the gradient afterwards is the same as grad_ys.
    The sum has been taken by then, and cannot be undone. Weight the outputs before the sweep adds them up.
forgetting-is-stopping: A rule that forgets its upstream acts like stop_gradient.
    stop_gradient sends 0. Forgetting cuts off what lies above, and sends the local slope alone.
ones-prove-the-rule: A check seeded with ones proves a rule.
    With ones, a rule that forgets its upstream is right. Draw the upstream at random.
"""
IDEA = re.compile(r"^(\S+): (.+)\n((?:    .+\n)+)", re.MULTILINE)
MISCONCEPTIONS = {
    name: (idea, " ".join(answer.split())) for name, idea, answer in IDEA.findall(NUMBERED + RUNNERS_UP)
}
HOW_MANY_NUMBERED = len(IDEA.findall(NUMBERED))


def require_known(covers, whose):
    """Raise a ValueError for a name without an entry above."""
    if unknown := set(covers) - set(MISCONCEPTIONS):
        raise ValueError(f"{whose}: these misconceptions have no entry: {', '.join(sorted(unknown))}.")
