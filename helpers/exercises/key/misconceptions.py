"""The wrong ideas these lessons exist to cure, each under a stable name that exercises refer to."""

NUMBERED = {  # in the order of their numbers, from 1
    "vector-gradient-is-a-matrix": "The gradient of a vector output should come back as a matrix.",
    "seed-is-a-mystery": "Nobody can say what dy, grad_ys or the ones at the start stand for.",
    "seed-shaped-like-the-input": "The upstream gradient has the shape of the input.",
    "gradient-is-the-jacobian": "gradients(y, x) returns the Jacobian, so it should not sum.",
    "vjp-of-ones-is-the-diagonal": "A VJP with ones gives the diagonal of the Jacobian.",
    "upstream-cancels-like-a-fraction": "dy cancels in the chain rule, as in a fraction.",
    "vjp-jvp-transpose-are-one": "JVP, VJP and the transposed Jacobian are the same thing.",
    "upstream-left-out": "A gradient rule may leave the upstream out.",
    "product-that-fits": "Elementwise or matrix product: take whichever fits.",
    "transposes-fix-shapes": "The transposes are there only to make the shapes match.",
    "broadcast-needs-no-sum": "A broadcast or batched input needs no summing.",
    "last-gradient-wins": "A value used twice gets the last gradient, and any order of the sweep works.",
    "backward-twice-is-harmless": "Running the backward pass twice changes nothing.",
    "one-complex-convention": "There is one convention for complex gradients.",
    "unchosen-branch-is-free": "The branch that where did not choose contributes nothing.",
    "recursion-is-an-order": "Recursion replaces a topological order.",
    "softmax-needs-jacobians": "Softmax cross-entropy needs a Jacobian for every row.",
    "variables-come-by-themselves": "A custom gradient takes care of its variables and keywords by itself.",
    "nested-rules-compose": "A custom rule inside a custom rule is differentiated twice correctly by itself.",
    "first-order-suffices": "A rule that passes a first-order check is right.",
    "one-gradient-per-array": "A rule returns one gradient per array, not one per input.",
    "reverse-serves-forward": "A reverse-mode rule also serves forward mode.",
    "static-has-no-gradient": "An argument in nondiff_argnums keeps its place, and matters to no rule.",
    "stop-blocks-below": "stop_gradient in a straight-through estimator blocks all that is below.",
    "reversal-twice": "Gradient reversal turns the sign of the loss as well.",
    "unwatched-still-counts": "What was computed before a tape watched, or outside it, still counts.",
    "retain-graph-cures": "retain_graph is the cure for a second backward.",
    "in-place-is-forbidden": "Every write in place is forbidden, or none does harm.",
    "values-keep-the-graph": "A new value made from numbers keeps the graph.",
}
RUNNERS_UP = {
    "vector-has-a-transpose": "The .T of a 1-D array makes a column of it.",
    "none-is-zero": "None and a gradient of zero are the same answer.",
    "float32-checks-suffice": "A gradient check in float32 proves a rule.",
    "output-saved-for-input": "A rule may use the output where the formula needs the input.",
    "weights-can-wait": "Multiplying the gradient afterwards is the same as grad_ys.",
    "forgetting-is-stopping": "A rule that forgets its upstream acts like stop_gradient.",
    "ones-prove-the-rule": "A check seeded with ones proves a rule.",
}
MISCONCEPTIONS = NUMBERED | RUNNERS_UP


def require_known(covers, whose):
    """Raise a ValueError for a name without an entry above."""
    if unknown := set(covers) - set(MISCONCEPTIONS):
        raise ValueError(f"{whose}: these misconceptions have no entry: {', '.join(sorted(unknown))}.")
