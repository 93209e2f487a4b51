"""Which wrong idea is met where: the exercises and guesses whose keys are tagged with it."""

import re

from helpers.exercises.key.index import exercises, predictions
from helpers.exercises.key.misconceptions import MISCONCEPTIONS, NUMBERED
from helpers.notebooks import markdown

NO_ANCHOR = re.compile(r"[$`()<>\[\]|]")  # a heading with one of these cannot be linked to everywhere


PLACES = 3  # where an idea is met: so many are named
ANSWERS = {  # to whoever has the idea
    "vector-gradient-is-a-matrix": (
        "A backward pass returns the upstream times the Jacobian, `u @ J`: an array shaped like the "
        "input. For the matrix ask `ad.jacobian`."
    ),
    "seed-is-a-mystery": (
        "It is the upstream: what one unit of each output is worth. Left out, it is ones, and the answer "
        "is the gradient of the sum."
    ),
    "seed-shaped-like-the-input": (
        "It has the shape of the *output*: one number for each. What has the shape of the input is the "
        "downstream, and the tangent of a JVP."
    ),
    "gradient-is-the-jacobian": (
        "It returns one row, mixed from all: the rows of J, weighed by the upstream and added up. A one-"
        "hot upstream gets a single row."
    ),
    "vjp-of-ones-is-the-diagonal": (
        "Ones add up each *column* of J. That looks like the diagonal only where J has no other entries, "
        "as entry by entry."
    ),
    "upstream-cancels-like-a-fraction": (
        "Nothing cancels: the upstream is a number that arrives from above. Multiply it by the local slope."
    ),
    "vjp-jvp-transpose-are-one": (
        "`u @ J` goes from outputs to inputs, `J @ t` from inputs to outputs. They share J, and no shapes"
        " unless J is square."
    ),
    "upstream-left-out": (
        "Then everything above is forgotten: the rule sends its local slope alone. A check with ones does"
        " not notice."
    ),
    "product-that-fits": (
        "Shapes allow both where arrays are square. Nudge one entry and see which outputs move: that decides."
    ),
    "transposes-fix-shapes": (
        "They say what moves what: A[i, k] moves row i of C by row k of B. On squares a wrong one fits as"
        " well."
    ),
    "broadcast-needs-no-sum": (
        "What is used for many rows hears from every one of them, so their downstreams are summed back to"
        " its shape."
    ),
    "last-gradient-wins": (
        "Every use sends, and the sum arrives. A value may hand on only after all its users have reported."
    ),
    "backward-twice-is-harmless": (
        "What is kept is added to: the second sweep doubles a leaf, and in some engines does worse to "
        "what lies between."
    ),
    "one-complex-convention": (
        "There are two, each the conjugate of the other. JAX and autograd descend along the conjugate of "
        "what they return."
    ),
    "unchosen-branch-is-free": (
        "It gets an upstream of 0, and 0 · ∞ is NaN. Make its *input* harmless before it is computed."
    ),
    "recursion-is-an-order": (
        "Along every path it is right for trees, and visits a shared value once for each path. Newest "
        "first visits each once."
    ),
    "softmax-needs-jacobians": (
        "One line does it: the downstream is p − t with cross-entropy, or `p * (u - (u * p).sum())` alone."
    ),
    "variables-come-by-themselves": (
        "A rule answers for what it is handed. What it closes over is constant to it, unless you say so."
    ),
    "nested-rules-compose": (
        "The inner rule is differentiated as it is written. Check the *composed* function at order two."
    ),
    "first-order-suffices": (
        "A slope saved as a plain number passes, and its own slope is lost. `ad.check_gradient(f, x, "
        "order=2)` sees it."
    ),
    "one-gradient-per-array": "One for each input, in their order: None for what gets none.",
    "reverse-serves-forward": (
        "Only where the engine transposes it. Elsewhere forward mode wants a rule of its own."
    ),
    "static-has-no-gradient": (
        "It moves to the front of `bwd`, and the rule may well depend on it; only its own gradient is "
        "left out."
    ),
    "stop-blocks-below": (
        "It stops the term it stands in. The other term passes everything, with the slope 1."
    ),
    "reversal-twice": (
        "The sign turns once, at the reversal, for what lies below. The loss itself, and the head above, "
        "go down as ever."
    ),
    "unwatched-still-counts": "To a tape it is a constant: None, zero or an error, by framework.",
    "retain-graph-cures": (
        "It answers again for the *old* weights, and adds to what is there. Compute the loss anew."
    ),
    "in-place-is-forbidden": "It harms where a rule has kept what is overwritten, and only there.",
    "values-keep-the-graph": "Numbers have no history: a new tensor made from them is a new beginning.",
    "vector-has-a-transpose": "One axis has nothing to exchange. Write `v[:, None]`.",
    "none-is-zero": (
        "None: no path was found. Zero: there may be one, with the slope 0, or a function that does not "
        "use its input."
    ),
    "float32-checks-suffice": (
        "A step small enough for the slope is lost in seven digits. Check in float64, with h near 6e-6."
    ),
    "output-saved-for-input": (
        "Only if the formula is written in the output, as 1 − y² for tanh. Otherwise keep the input."
    ),
    "weights-can-wait": (
        "The sum has been taken by then, and cannot be undone. Weigh the outputs before the sweep adds "
        "them up."
    ),
    "forgetting-is-stopping": (
        "stop_gradient sends 0. Forgetting cuts off what lies above, and sends the local slope alone."
    ),
    "ones-prove-the-rule": (
        "With ones, a rule that forgets its upstream is right. Draw the upstream at random."
    ),
}


def places():
    """The ids of the exercises and guesses that meet each misconception: {name: (ids)}."""
    keys = {**exercises(), **predictions()}
    return {name: tuple(id for id in sorted(keys) if name in keys[id].covers) for name in MISCONCEPTIONS}


def text(known):
    """Each idea, what to answer, and where it is met, in Markdown; the runners-up have no number."""
    numbers = {name: f"{number}. " for number, name in enumerate(NUMBERED, start=1)}
    cells = {id: (lesson, cell) for lesson in known for id, cell in _asked(lesson)}
    said = []
    for name, ids in places().items():
        links = ", ".join(_link(id, *cells[id]) for id in ids[:PLACES] if id in cells)
        said.append(f"**{numbers.get(name, '')}{MISCONCEPTIONS[name]}** {ANSWERS[name]} *Met in* {links}.")
    return "\n\n".join(said)


def _asked(lesson):
    for cell in lesson.cells:
        for id in (*cell.ids("exercise"), *cell.ids("predict")):
            yield id, cell


def _link(id, lesson, cell):
    """The id, linked to the heading under which it is asked."""
    above = [
        title
        for other in lesson.of_kind("markdown")
        if other.number < cell.number
        for _, title in markdown.headings(other.source)
        if not NO_ANCHOR.search(title)
    ]
    anchor = "#" + above[-1].replace(" ", "-") if above else ""
    return f"[{id}](../{lesson.path.name}{anchor})"


PARTS = {"met": text}
