"""Which mistakes lead from the right answer to the given one: listed rows, simple relations, slips.

Nothing here knows a particular exercise. Several mistakes explain an answer together if each of them accounts
for parts of its own: the downstream to W is transposed, and the downstream to bias not summed.
"""

import itertools
from dataclasses import dataclass

import numpy as np

from .comparing import NEARLY, agree, close, only, relation, wrong_parts
from .slips.book import book
from .slips.lexicon import Lexicon
from .slips.making import quick_book

MOST = 3  # mistakes in one answer
MISTAKES = {2: "Two mistakes.", 3: "Three mistakes."}


@dataclass(frozen=True)
class Explanation:
    """A mistake that makes some parts wrong: its stable name, and what is said of it."""

    name: str
    parts: frozenset  # the numbers of those parts
    alone: str  # the sentence, where it explains everything
    among: str  # the sentence, as one of several


def explain(key, got, want):
    """The name of what leads from `want` to `got`, and its sentence or None; None if nothing known does.

    `got` may hold None for a case in which the answer broke. If nothing explains all cases, the inputs that
    were drawn are asked alone: on the edge cases something else may have gone wrong as well. Where the answer
    broke on all of them nothing is left to compare, and every slip that breaks there would do.
    """
    for view in dict.fromkeys((len(want), key.drawn)):
        bad = any(got[:view]) and wrong_parts(got[:view], want[:view], key.rtol)
        if bad and (found := explained(key, got[:view], want[:view], bad)):
            return found
        if agree(got[:view], want[:view], NEARLY):
            break  # a measured slope: on the drawn inputs alone, any slip of the edges is as near
    return None


def explained(key, got, want, bad):
    """The same for these cases alone, in which the parts of these numbers are wrong."""
    listed = listed_mistakes(key, got, want, bad)
    everything = [found for found in listed if found.parts == bad]
    if everything:
        return everything[0].name, everything[0].alone
    shown, wanted = only(bad, got), only(bad, want)
    if not key.by_hand and agree(shown, wanted, key.rtol, np.zeros_like):
        return "stopped", None
    # Single numbers worked out by hand are too few to show a relation.
    few = key.by_hand and not any(case[k].ndim for case in want for k in bad)
    if not few and (name := relation(shown, wanted, key.rtol)):
        return name, None
    found = jointly(listed, bad) or jointly(listed + slips(key, got, want, bad), bad)
    return found or (None if key.by_hand else undone(key, got, want, bad))


def listed_mistakes(key, got, want, bad):
    """The rows of the key that some of the wrong parts show."""
    found = []
    for mistake, outcome in key.known:
        parts = wrong_parts(outcome[: len(want)], want, key.rtol)
        if parts and parts <= bad and agree(only(parts, got), only(parts, outcome[: len(want)]), key.rtol):
            found.append(Explanation(mistake.name, parts, mistake.says, mistake.says))
    return found


def breaks_like(key, given):
    """The listed mistake that ends in every case as these Verdicts do, or None."""
    for mistake, ends in key.breaking:
        if all(end_alike(*pair, key.rtol) for pair in zip(given, ends, strict=True)):
            return mistake
    return None


def end_alike(one, other, rtol):
    """Do two Verdicts say the same, and of the same arrays if they are about several?"""
    arrays, others = (verdict.words.get("parts", ()) for verdict in (one, other))
    if one.says != other.says or len(arrays) != len(others):
        return False
    return all(close(array, other, rtol) for array, other in zip(arrays, others, strict=True))


def slips(key, got, want, bad):
    """The slips of the book that some of the wrong parts show, the best explanations first."""
    known = book(key.id) or quick_book(key)
    if known is None or not known.fits(key.groups(want), key.rtol):
        return []
    lexicon = Lexicon(key)
    entries = known.found_in(key.groups(got), bad, key.rtol)
    return [
        Explanation(name, entry.parts, alone, among)
        for entry in entries
        for name, alone, among in [lexicon.told(entry)]
    ]


def jointly(found, bad):
    """The name and the sentence of as few explanations as account for every wrong part; None if none do."""
    for count in range(1, MOST + 1):
        for several in itertools.combinations(found, count):
            if sorted(k for one in several for k in one.parts) == sorted(bad):
                several = sorted(several, key=lambda one: min(one.parts))
                if count == 1:
                    return several[0].name, several[0].alone
                says = " ".join((MISTAKES[count], *(one.among for one in several)))
                return " and ".join(one.name for one in several), says
    return None


UNDONE = {  # done to the whole of an answer beside a slip: how to undo it, and what is said of it
    "sign-flipped": (lambda part: part * -1.0, "every sign is turned round"),
    "doubled": (lambda part: part / 2, "everything is taken twice"),
    "halved": (lambda part: part * 2, "everything is half as large as it would be"),
}


def undone(key, got, want, bad):
    """A slip together with something done to the whole answer."""
    if agree(only(bad, got), only(bad, want), NEARLY):
        return None  # a measured slope: two mistakes that cancel lead there too, but nobody made them
    for name, (undo, lead) in UNDONE.items():
        before = [case and tuple(map(undo, case)) for case in got]
        for slip in slips(key, before, want, bad):
            if slip.parts == bad:
                return (
                    f"{name} and {slip.name}",
                    f"Two mistakes: {lead}, and {slip.among[0].lower()}{slip.among[1:]}",
                )
    return None
