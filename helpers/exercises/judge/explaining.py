"""Which mistakes lead from the right answer to the given one: listed rows, simple relations, slips.

Nothing here knows a particular exercise. Several mistakes explain an answer together if each of them accounts
for parts of its own: the downstream to W is transposed, and the downstream to bias not summed.
"""

import functools
import itertools
import re
from dataclasses import dataclass, replace

import numpy as np

from ..run.closeness import NEARLY, agree, close, only, relation, wrong_parts
from ..run.sources import UPSTREAM
from ..say.sentences import SAYS, SOME_NUMBERS
from ..slips.lexicon import Lexicon, capital, part_phrase
from ..slips.search import has_numbers, search

MOST = 3  # mistakes in one answer
NOTHING = 1e-14  # of what belongs there: so much is left where rounding alone is
INSIDE = re.compile("inside `.*?`, which is called there: ")
OF_SIGNS = re.compile(r"\b(signs?|turned|minus)\b")  # a reason: the sign itself may be the mistake
TWO_SHAPES = re.compile(r"shapes (\([\d, ]*\)) (\([\d, ]*\))")
PARTS = {2: "Two parts are wrong.", 3: "Three parts are wrong."}


@dataclass(frozen=True)
class Explanation:
    """A mistake that makes some parts wrong: its stable name, and what is said of it."""

    name: str
    parts: frozenset  # the numbers of those parts
    says: str


def explain(key, got, want, written=None):
    """The name of what leads from `want` to `got`, and its sentence or None; None if nothing known does.

    `written` is what the learner wrote, where it can be read. `got` may hold None for a case in which the
    answer broke: what explains the others is said, but what explains some of them and not all is not. An
    answer that overflows on an edge, and of which that is not what is known, is judged by what comes before.
    """
    bad = any(got) and wrong_parts(got, want, key.rtol)
    found = explained(key, got, want, bad, written) if bad else None
    calm = next((k for k, pair in enumerate(zip(got, want)) if overflows(*pair)), 0)
    return found or (explain(key, got[:calm], want[:calm], written) if calm >= key.drawn else None)


def overflows(got, want):
    """Is there a NaN or an infinity in a case where none belongs?"""
    finite = [all(np.isfinite(part).all() for part in case) for case in (got or (), want)]
    return finite == [False, True]


def explained(key, got, want, bad, written):
    """The same for these cases alone, in which the parts of these numbers are wrong."""
    listed = listed_mistakes(key, got, want, bad)
    everything = [found for found in listed if found.parts == bad]
    if everything:
        return everything[0].name, everything[0].says
    if says := spoiled(key, got, want):
        return "spoiled", says
    shown, wanted = only(bad, got), only(bad, want)
    # Single numbers worked out by hand are too few to show a relation.
    few = key.by_hand and not any(case[k].ndim for case in want for k in bad)
    are_numbers = not any(part.dtype.kind == "b" for case in shown if case for part in case)
    if not few and are_numbers and agree(shown, wanted, key.rtol, np.zeros_like):
        says = SAYS["stopped"] if UPSTREAM in key.takes else "Here all is 0: is a factor, or an input, 0?"
        return "stopped", of_parts(key.gives, bad, says)
    if not few and (name := relation(shown, wanted, key.rtol)):
        return name, of_parts(key.gives, bad, SAYS[name])
    found = jointly(listed, bad, key.gives)
    orders = itertools.permutations(range(len(bad))) if len(bad) <= MOST and not (few and found) else ()
    if any(agree(shown, [tuple(case[k] for k in order) for case in wanted], key.rtol) for order in orders):
        return "gradients-swapped", of_parts(key.gives, bad, SAYS["gradients-swapped"])
    if found:
        return found
    partly = listed + relations(key, got, want, bad)
    if found := jointly(partly, bad, key.gives):
        return found
    partly += slips(key, got, want, bad, written)
    whole = jointly(partly, bad, key.gives)
    if whole or key.by_hand:
        return whole or some(key, bad, partly)
    return undone(key, got, want, bad, written) or (some(key, bad, listed) if all(got) else None)


def spoiled(key, got, want):
    """What is said of a bug hunt in which only what was right was changed; None if that is not so."""
    if not key.handed_out:
        return None
    given, right = key.handed_out_gives[: len(got)], [agree([g], [w], key.rtol) for g, w in zip(got, want)]
    was_right = [agree([g], [w], key.rtol) for g, w in zip(given, want)]
    lost = [case for case, was, its in zip(key.cases, was_right, right) if was and not its]
    left = [pair for *pair, was in zip(got, given, was_right) if not was]
    if not lost or not any(before for _, before in left) or not agree(*zip(*left), key.rtol):
        return None
    branches = {branch_of(key, case) for case in lost}
    there = branches.pop() if len(branches) == 1 else ""
    return SAYS["spoiled"].format(there=f"in {there}" if there else "on some inputs")


def branch_of(key, case):
    """The lesson's words for the branch that the switches of these inputs choose; "" if it has none."""
    switches = [(name, value) for name, value in zip(key.takes, case) if isinstance(value, bool)]
    return key.words.get(" and ".join(name if value else f"not {name}" for name, value in switches), "")


def of_parts(gives, parts, says):
    """A sentence that is about these parts alone, and says so."""
    if len(parts) == len(gives):
        return says
    return f"In {named(gives, parts)}: {says[0].lower()}{says[1:]}"


def named(gives, parts):
    """The words for these parts, behind an "in"."""
    return " and in ".join(part_phrase(gives[k]) for k in sorted(parts))


def relations(key, got, want, bad):
    """What was plainly done to one part."""
    found = []
    for k in bad:
        mine, right = only([k], got), only([k], want)
        if key.by_hand and not right[0][0].ndim:
            if agree(mine, right, key.rtol, np.negative):
                part = capital(part_phrase(key.gives[k])) if key.gives[k] else "This number"
                says = f"{part} has the other sign."
                found.append(Explanation("sign-flipped", frozenset({k}), says))
            continue
        name = relation(mine, right, key.rtol)
        if not name and (ones := for_ones(key)) and agree(mine, only([k], ones[: len(got)]), key.rtol):
            name = "ones-for-upstream"
        if name:
            found.append(Explanation(name, frozenset({k}), of_parts(key.gives, {k}, SAYS[name])))
    return found


@functools.cache
def for_ones(key):
    """What the right answer gives for an upstream of ones; None where no upstream is taken."""
    if UPSTREAM not in key.takes or key.by_hand:
        return None
    at = key.takes.index(UPSTREAM)
    cases = [(*case[:at], np.ones_like(case[at]), *case[at + 1 :]) for case in key.cases]
    with np.errstate(all="ignore"):
        return [key.given_by(key.right_answer, case) for case in cases]


def listed_mistakes(key, got, want, bad):
    """The rows of the key that some of the wrong parts show."""
    found = []
    for mistake, outcome in key.known:
        parts = wrong_parts(outcome[: len(want)], want, key.rtol)
        if not shows_numbers(outcome, got, want, key.rtol):
            continue
        if not (parts and parts <= bad):
            continue
        mine, its, right = (only(parts, cases) for cases in (got, outcome[: len(want)], want))
        if agree(mine, its, key.rtol) and nothing_in(mine, right) == nothing_in(its, right):
            found.append(Explanation(mistake.name, parts, mistake.says))
    return found


def nothing_in(outcome, want):
    """Which of these parts are nothing but zeros, in every case? What is tiny beside the right one is not."""
    return [
        [
            bool(np.all(np.abs(part) <= NOTHING * np.max(np.abs(right), initial=0)))
            for part, right in zip(*pair)
        ]
        for pair in zip(outcome, want, strict=True)
        if pair[0]
    ]


def shows_numbers(outcome, got, want, rtol):
    """Does a mistake give wrong numbers where this answer gives any? That both break tells too little."""
    return any(o and g and wrong_parts([o], [w], rtol) for o, g, w in zip(outcome, got, want))


def breaks_like(key, given):
    """The listed mistake of which only breaking tells, and that ends in every case as this does, or None."""
    for mistake, ends in key.breaking:
        if all(end_alike(*pair, key.rtol) for pair in zip(given, ends, strict=True)):
            return mistake
    return None


def end_alike(one, other, rtol):
    """Do two Verdicts say the same, and of the same arrays if they are about several? Or are these numbers,
    and the same?
    """
    if isinstance(one, tuple) or isinstance(other, tuple):
        return type(one) is type(other) and agree([one], [other], rtol)
    arrays, others = (verdict.words.get("parts", ()) for verdict in (one, other))
    if in_any_order(one.says) != in_any_order(other.says) or len(arrays) != len(others):
        return False
    return all(close(array, other, rtol) for array, other in zip(arrays, others, strict=True))


def in_any_order(says):
    """The same for a · b and b · a, where two shapes do not fit, and wherever that is worked out.

    >>> in_any_order("with shapes (7,) (5,)")
    'with shapes (5,) (7,)'
    """
    return TWO_SHAPES.sub(lambda two: f"shapes {' '.join(sorted(two.groups()))}", INSIDE.sub("", says))


def slips(key, got, want, bad, written=None):
    """The slips that some of the wrong parts show, the best explanation first."""
    lexicon, found = Lexicon(key), search(key).found(got, want, bad, written)
    own = {k for k, name in enumerate(key.gives) if name == UPSTREAM}  # in it no upstream is missing
    found = [one for one in found if not (one.edit.kind.startswith("upstream-") and one.parts <= own)]
    return [Explanation(name, one.parts, says) for one in found for name, says in [lexicon.told(one)]]


def jointly(found, bad, gives):
    """The name and the sentence of as few explanations as account for every wrong part; None if none do."""
    for count in range(1, MOST + 1):
        for several in itertools.combinations(found, count):
            if sorted(k for one in several for k in one.parts) == sorted(bad):
                several = sorted(several, key=lambda one: min(one.parts))
                if count == 1:
                    return several[0].name, several[0].says
                told = (in_words(one, gives) for one in alike(several))
                return " and ".join(one.name for one in several), " ".join((PARTS[count], *told))
    return None


def alike(several):
    """Those that say the same as one, of all their parts."""
    says = {}
    for one in several:
        first = says.setdefault(one.says, one)
        says[one.says] = replace(first, parts=first.parts | one.parts)
    return [*says.values()]


def in_words(one, gives):
    """The sentence of an explanation that is not the only one: of one part it says which."""
    says = one.says.removeprefix("One mistake: ")
    names = [re.split("[ _]", gives[k])[-1] for k in one.parts]
    whole = [gives[k] for k in one.parts]
    is_named = any(re.search(rf"(?<!\w){re.escape(n)}(?!\w)", says, re.IGNORECASE) for n in names + whole)
    if not is_named:
        return of_parts(gives, one.parts, says)
    return says if says == one.says else capital(says)


def summed(parts, wanted):
    """The parts, each that has an axis too many summed over its first."""
    return tuple(p.sum(axis=0) if p.ndim == w.ndim + 1 else p for p, w in zip(parts, wanted))


UNDONE = {  # done to the whole of an answer beside a slip: how to undo it, and what is said of it
    "sign-flipped": (lambda parts, _: tuple(part * -1.0 for part in parts), "with every sign turned round"),
    "doubled": (lambda parts, _: tuple(part / 2 for part in parts), "taken twice"),
    "halved": (lambda parts, _: tuple(part * 2 for part in parts), "halved"),
    "gradients-swapped": (lambda parts, _: parts[::-1], "in another order"),
    "not-summed": (summed, "before the sum over axis 0"),
}


def some(key, bad, found):
    """The same of those parts that are explained, each by itself, where others are not; None if none is."""
    by_part = {min(one.parts): one for one in reversed(found) if len(one.parts) == 1}
    told = alike(by_part[k] for k in sorted(by_part))[:MOST]
    left = SOME_NUMBERS.format(names=", ".join(key.gives[k] for k in sorted(bad)))
    says = " ".join((left, *(in_words(one, key.gives) for one in told)))
    return (" and ".join(one.name for one in told), says) if told else None


def with_parts(case, others, parts):
    """The arrays of a case, in these parts exchanged for others."""
    return tuple(other if k in parts else part for k, (part, other) in enumerate(zip(case, others)))


def turned(key, bad, row):
    """What is said of the negative of a known mistake: its own sentence may be false of that."""
    what = "Every sign" if any(case[k].ndim for case in key.right_outcome for k in bad) else "The sign"
    left = row.says if row.parts == bad else in_words(row, key.gives)
    return of_parts(key.gives, bad, f"{what} is turned round. With that put right, this remains: “{left}”")


def undone(key, got, want, bad, written):
    """A slip together with something done to the whole answer."""
    if agree(only(bad, got), only(bad, want), NEARLY):
        return None  # a measured slope: two mistakes that cancel lead there too, but nobody made them
    if not all(has_numbers(got, k) for k in bad):
        return None  # of zeros and NaN nothing tells what was done to them
    lexicon = Lexicon(key)
    for name, (undo, besides) in UNDONE.items():
        if name == "gradients-swapped" and not len(bad) == len(key.gives) == 2:
            continue  # a part that is right stands where it belongs
        before = [case and with_parts(case, undo(case, wanted), bad) for case, wanted in zip(got, want)]
        left = wrong_parts(before, want, key.rtol)
        for row in listed_mistakes(key, before, want, left) if name == "sign-flipped" else ():
            if row.parts == left and not OF_SIGNS.search(row.says):
                return f"{name} and {row.name}", turned(key, bad, row)
        besides += "" if len(bad) == len(key.gives) else f" in {named(key.gives, bad)}"
        for slip in search(key).found(before, want, left, written, is_besides=True) if left else ():
            if slip.parts == left and not {name, slip.edit.kind} <= {"doubled", "halved"}:
                kind, says = lexicon.told(slip, besides)
                return f"{name} and {kind}", says
    return None
