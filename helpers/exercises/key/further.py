"""Further inputs, for an answer that is right on those that every check begins with.

`wider` of an answer key gives inputs of other shapes and sizes, the same at every check, each under a name of
`WHERE`: what fails there is told where. Two draws more are fresh at every check: they show an answer that has
learnt the others by heart, and no number of theirs is shown, so that the same answer gets the same card.
Last comes the very first case once more, for an answer that remembers its calls.
"""

import numpy as np

from helpers.drawing.svg.printing import number

from ..judge.explaining import NOTHING
from ..judge.outcome import require_exact
from ..run.attempts import Trial
from ..run.calls import tried_with
from ..run.closeness import close
from ..say.cards import show
from ..say.verdicts import Verdict

WHERE = {
    "square": "a square", "one-row": "a single row", "one-example": "a single example",
    "one-matrix": "a single matrix in the stack", "one-output": "a single output",
    "one-input": "a single input", "one-to-one": "one input and one output", "one-part": "a single part",
    "one-row-each": "parts of one row each", "column-times-row": "a column times a row",
    "one-column": "a single column", "one-entry": "a single entry",
    "one-number": "a single number, of shape ()", "positive": "an upstream without a minus in it",
    "zeros": "an upstream of zeros", "inputs-of-zeros": "inputs of zeros",
    "large": "large numbers", "tiny": "tiny numbers",
    "more": "more of everything", "uneven": "more outputs than inputs",
    "arrays": "arrays", "table": "a table of outputs", "many-paths": "many paths",
    "long-chain": "a long chain", "second-time": "the same nodes a second time",
}  # fmt: skip
FEW = 6  # entries of an input that is shown in full
FRESH = 2  # draws


def trial(key):
    """What is needed to try an answer on the further inputs of a key."""
    cases = [case for _, case in key.wider_cases]
    if key.is_called:
        cases += [*(key.inputs(np.random.default_rng()) for _ in range(FRESH)), key.cases[0]]
    return Trial(key.require, key.given_further, tuple(cases), is_shown=False)


def judge(key, attempt):
    """Return None for an answer that is right there too; raise a Verdict for any other."""
    if not attempt.cases:
        return
    for given in attempt.given:
        if isinstance(given, Verdict) and given.name in ("reads-again", "sends-again"):
            raise given
    names = [name for name, _ in key.wider_cases]
    fresh = [key.given_by(key.right_answer, case) for case in attempt.cases[len(names) :]]
    wants = [*key.right_when_wider, *fresh]
    gives = [*map(without_rounding, attempt.given, wants, attempt.cases)]
    found = [
        is_right(key, given, want, key.rtol if number < len(names) else rtol_when_fresh(key))
        for number, (given, want) in enumerate(zip(gives, wants, strict=True))
    ]
    if not found[-1]:
        raise Verdict("not-repeatable")
    for name, case, given, want, right in zip(names, attempt.cases, gives, wants, found, strict=False):
        if not right:
            raise Verdict(
                f"not-for-{name}",
                *inputs_of(key, case),
                *given_there(key, given, want),
                says=f"Right on the first inputs, but not for {where(key, name)}. {why(key, given, want)}",
                cause=given.with_traceback(None) if isinstance(given, Verdict) else None,
            )
        if key.is_exact and all(part.size for part in want):
            require_exact(key, given, want, inputs_of(key, case))
    if not all(found):
        raise Verdict("here-only")


def without_rounding(given, want, case):
    """The same, with 0 for what only rounding leaves beside these inputs of a part that is nothing but 0.

    >>> without_rounding((np.array([1e-16, 0.0]),), (np.zeros(2),), (np.array([0.5, 2.0]),))
    (array([0., 0.]),)
    """
    if isinstance(given, Verdict):
        return given
    most = NOTHING * max((abs(a).max(initial=0.0) for a in case if is_array_of_floats(a)), default=0.0)
    return tuple(
        0 * g if g.shape == w.shape and not w.any() and (abs(1 * g) <= most).all() else g
        for g, w in zip(given, want, strict=True)
    )


def is_array_of_floats(value):
    """Has it a size that rounding can be measured by?"""
    return isinstance(value, np.ndarray) and value.dtype.kind in "fc"


def least_of(key):
    """What an entry may be off next to: the largest one, however small; 1 where slopes are measured."""
    return 0.0 if key.is_exact else 1.0


def rtol_when_fresh(key):
    """How far an answer may be off on fresh inputs. Where slopes are measured, a few draws happen to need a
    smaller nudge than an honest answer takes; what was learnt by heart is off by far more.
    """
    return key.rtol if key.is_exact else 100 * key.rtol


def is_right(key, given, want, rtol):
    """Is this what is wanted?"""
    return not isinstance(given, Verdict) and all(
        close(g, w, rtol, least_of(key)) for g, w in zip(given, want, strict=True)
    )


def where(key, name):
    """What is special about these inputs; the first of them need not be an upstream."""
    first = key.takes[0] if key.takes else ""
    if "upstream" in WHERE[name] and first != "upstream":
        return {"zeros": f"zeros in {first}", "positive": f"numbers without a minus in {first}"}[name]
    return WHERE[name]


def why(key, given, want):
    """What is wrong there, in a sentence."""
    if isinstance(given, Verdict):
        return given.says
    g, w = next(pair for pair in zip(given, want, strict=True) if not close(*pair, key.rtol, least_of(key)))
    if g.shape != w.shape:
        return f"There the shape is {g.shape}, and {w.shape} is wanted."
    if not np.isfinite(g).all():
        return "There a NaN or an infinity comes out: look for an overflow, or for zero divided by zero."
    most = np.unravel_index(np.argmax(abs(g - w)), g.shape)
    yours, wanted = number(g[most].item()), number(w[most].item())
    differ = f"{yours} comes out where {wanted} is {'right' if key.is_exact else 'measured'}"
    return f"There {'the numbers are wrong' if yours == wanted else differ}: what is taken for granted?"


def inputs_of(key, case):
    """The inputs as facts: in full where they are small."""
    described = tried_with(key.takes, case)
    return tuple(
        (label, show(value)) if isinstance(value, np.ndarray) and 0 < value.size <= FEW else (label, said)
        for (label, said), value in zip(described, case, strict=True)
    )


def given_there(key, given, want):
    """What the answer gave there, as facts; where it broke, its line and such."""
    if isinstance(given, Verdict):
        return tuple(fact for fact in given.facts if not fact[0].startswith("tried with"))
    parts = zip(key.gives, given, want, strict=True)
    return tuple(
        (key.it_gives + (f" for {name}" if name else ""), show(g))
        for name, g, w in parts
        if not close(g, w, key.rtol, least_of(key))
    )


# --- inputs that are the same for many exercises ---


def alike(count, large=40.0, tiny=1e-9):
    """`wider` for `count` inputs of one shape, the upstream first: of any shape, large and tiny."""

    def cases(rng):
        for name, shape in (
            ("square", (3, 3)), ("one-row", (1, 4)), ("one-column", (4, 1)), ("one-entry", (1,)),
            ("one-number", ()), ("more", (3, 2, 4)),
        ):  # fmt: skip
            yield name, tuple(np.asarray(array) for array in rng.normal(size=(count, *shape)))
        upstream, *others = rng.normal(size=(count, 2, 3))
        yield "positive", (np.abs(upstream), *others)
        yield "zeros", (0 * upstream, *others)
        yield "large", (upstream, *(large * other for other in others))
        yield "tiny", (upstream, *(tiny * other for other in others))

    return cases


def sized(make, **sizes):
    """`wider` for inputs that `make(rng, *size)` draws: a name of `WHERE`, with _ for -, and its size."""

    def cases(rng):
        for name, size in sizes.items():
            yield name.replace("_", "-"), make(rng, *size)

    return cases


def scaled(make, *size):
    """`wider` for arrays that `make(rng, *size)` draws, an upstream first: its signs, and their size."""

    def cases(rng):
        upstream, *others = make(rng, *size)
        yield "positive", (np.abs(upstream), *others)
        yield "zeros", (0 * upstream, *others)
        for name, factor in (("large", 1e6), ("tiny", 1e-6)):
            yield name, tuple(factor * a if isinstance(a, np.ndarray) else a for a in (upstream, *others))

    return cases


def all_of(*several):
    """`wider`, made of several."""
    return lambda rng: (pair for cases in several for pair in cases(rng))
