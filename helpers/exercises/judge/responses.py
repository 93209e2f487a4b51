"""How an answer responds when an input is changed, where no mistake is known that explains its numbers.

Its inputs are doubled, then changed entry by entry, and what it does is set beside what the right answer
does. So what is said was seen: it stays what it is, or it moves where it should not.
"""

import functools
from dataclasses import dataclass

import numpy as np

from ..run.attempts import Trial
from ..run.closeness import close, entries_close, wrong_parts
from ..run.sources import UPSTREAM
from ..say.sentences import SAYS
from ..say.verdicts import Verdict
from ..slips.lexicon import part_phrase

SAME = 1e-9  # relatively: nothing has moved
MEASURED = 1e-3  # a slope by a small step is off by less: what it is doubled to is no mistake
SMALL = 2**-6
MOST = 12  # entries of one input that are changed
TIMES = {-2: "a quarter as large", -1: "half as large", 0: "the same", 1: "twice as large"}
TIMES |= {power: f"{2**power} times as large" for power in (2, 3, 4)}


@dataclass(frozen=True)
class Change:
    """The first inputs of an exercise with one of them changed: which, the entry or None for all of it."""

    name: str
    number: int  # of the input
    entry: tuple | None
    case: tuple
    is_doubled: bool = False


def trial(key):
    """What is needed to see how an answer responds."""
    cases = (key.cases[0], *(change.case for change in changes(key)), key.cases[0])
    return Trial(key.require, key.given_by, cases, is_shown=False)


@functools.cache
def changes(key):
    """Every Change of the first inputs that is tried: each input doubled, or made small, then its entries."""
    names = [*key.takes, *[""] * len(key.cases[0])]
    numeric = [(k, name) for k, (name, value) in enumerate(zip(names, key.cases[0])) if is_numeric(value)]
    first = key.cases[0]
    doubled = [Change(name, k, None, with_input(first, k, doubled_input), True) for k, name in numeric]
    small = functools.partial(doubled_input, times=SMALL)  # what is cut off above a limit moves below it
    made_small = [
        Change(name, k, None, with_input(first, k, small)) for k, name in numeric if any(entries(first[k]))
    ]
    one_by_one = [
        Change(name, k, entry, with_input(first, k, functools.partial(nudged, entry=entry)))
        for k, name in numeric
        for entry in spread(list(entries(first[k])))
    ]
    return doubled + made_small + one_by_one


def is_numeric(value):
    """Can this input be doubled? An array, or a list of arrays, or a float."""
    if isinstance(value, list):
        return bool(value) and all(map(is_numeric, value))
    return isinstance(value, float | np.ndarray)


def entries(value):
    """The index of every entry that can be changed: none of whole numbers, which count or choose."""
    if isinstance(value, list):
        yield from ((k, *index) for k, part in enumerate(value) for index in entries(part))
    elif isinstance(value, np.ndarray) and value.dtype.kind in "fc":
        yield from np.ndindex(value.shape)


def spread(indices):
    """At most so many of them as are changed, the last one too: a loop may end too early.

    >>> spread(list(range(23)))
    [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22]
    """
    last = len(indices) - 1
    return [indices[k * last // (MOST - 1)] for k in range(MOST)] if last >= MOST else indices


def with_input(case, k, change):
    """The inputs with the k-th changed."""
    return (*case[:k], change(case[k]), *case[k + 1 :])


def doubled_input(value, times=2):
    """Twice the input, or so many times, which stays what it is: a list, an array or a number."""
    if isinstance(value, list):
        return [doubled_input(part, times) for part in value]
    return np.asarray(times * value) if isinstance(value, np.ndarray) else times * value


def nudged(value, entry):
    """The input with one entry changed."""
    if isinstance(value, list):
        k, *entry = entry
        return [nudged(part, tuple(entry)) if k == n else part for n, part in enumerate(value)]
    value = value.copy()
    value[entry] += 0.25
    return value


@functools.cache
def right_responses(key):
    """What the right answer gives on the first inputs, and after every Change; None where it breaks."""
    return trial(key).run(key.right_answer).outcome


@functools.cache
def law(key, number, part):
    """By which power of two a part of the right answer is multiplied when that input is doubled, any one."""
    cases = [(case, with_input(case, number, doubled_input)) for case in key.cases]
    runs = [Trial(key.require, key.given_by, pair).run(key.right_answer).outcome for pair in cases]
    powers = {power(*(outcome[part] for outcome in run)) if all(run) else None for run in runs}
    return powers.pop() if len(powers) == 1 else None


def is_turned(key, number, part):
    """Does that part of the right answer turn its sign with the input? A length has no local: not so."""
    cases = key.cases[0], with_input(key.cases[0], number, np.negative)
    given, turned = Trial(key.require, key.given_by, cases).run(key.right_answer).outcome
    return bool(turned) and close(turned[part], -given[part], SAME, 0.0)


def judge(key, attempt, verdict):
    """The Verdict, with how the answer responds if that tells something."""
    got, want = attempt.outcome, right_responses(key)
    if not (got[0] and got[-1]) or wrong_parts(got[-1:], got[:1], SAME):
        return verdict  # it broke, or gives another answer each time
    wrong = wrong_parts(got[:1], want[:1], key.rtol)
    for k in sorted(wrong):
        (mine, *my), (right, *others) = ([case and case[k] for case in cases] for cases in (got, want))
        if not np.isfinite(mine).all():
            continue
        laws = functools.partial(law, key, part=k)
        for tell in (
            ignored,
            functools.partial(out_of_proportion, laws),
            unheard,
            functools.partial(local, laws, functools.partial(is_turned, key, part=k)),
        ):
            if found := tell(changes(key), (mine, my), (right, others)):
                name, words = found
                says = SAYS[name].format(**words, **named(key, k, words["change"], words.pop("at", ())))
                is_first = verdict.name == "values" and k == min(wrong)
                before = "" if is_first else f"{verdict.says} "
                return Verdict(name, *verdict.facts, says=before + says)
    return verdict


def named(key, k, change, entry):
    """The words for the input that was changed, for the k-th part of the answer or that entry of it, and for
    what else stands there.
    """
    part = part_phrase(key.gives[k]) if key.gives[k] else "the result"
    shape = key.right_outcome[0][k].shape
    is_beside = entry and entry == change.entry and np.shape(key.cases[0][change.number]) == shape
    there = beside(key, shape, entry) if is_beside else ""
    place = f"`{change.name}{at(change.entry)}`"
    value = key.cases[0][change.number]
    if isinstance(value, np.ndarray) and value.dtype.kind == "c":  # of which `nudged` changes nothing else
        place = f"the real part of {place}"
    return {
        "input": place if change.entry else phrase(key, change.name),
        "part": f"entry {at(entry)} of {part}" if entry else part,
        "there": there and f" There {there}.",
    }


def beside(key, shape, entry):
    """What the inputs of this shape hold at an entry, but for the upstream; "" if there are none."""
    arrays = [(n, v) for n, v in zip(key.takes, key.cases[0]) if isinstance(v, np.ndarray) and n != UPSTREAM]
    return " and ".join(f"`{name}` is {value[entry]:.3g}" for name, value in arrays if value.shape == shape)


def phrase(key, name):
    """The words for an input."""
    return key.words.get(name) or ("the upstream" if name == UPSTREAM else f"`{name}`")


def ignored(changes, mine, right):
    """The first input that moves the right answer and not this one, however it is changed."""
    for name in dict.fromkeys(change.name for change in changes):
        mark = [k for k, change in enumerate(changes) if change.name == name]
        runs = all(mine[1][k] is not None for k in mark)
        if runs and not any(moves(mine, k) for k in mark) and any(moves(right, k) for k in mark):
            return "input-ignored", {"change": changes[mark[0]]}
    return None


def out_of_proportion(law, changes, mine, right):
    """The first input whose double makes the right answer so many times as large, and this one not."""
    for k, change in enumerate(changes):
        if change.is_doubled and mine[1][k] is not None:
            should, does = law(change.number), power(mine[0], mine[1][k], MEASURED)
            if should is not None and does != should:
                words = {
                    "change": change,
                    "should": TIMES[should],
                    "does": "not" if does is None else TIMES[does],
                }
                return "out-of-proportion", words
    return None


def unheard(changes, mine, right):
    """The first entry of an input that moves another entry of this answer than it should."""
    if mine[0].shape != right[0].shape:
        return None
    for k, change in enumerate(changes):
        if change.entry is None or mine[1][k] is None or right[1][k] is None:
            continue
        moved, should = moved_entries(mine, k), moved_entries(right, k)
        for name, where in ("unheard", should & ~moved), ("overheard", moved & ~should):
            if where.any():
                return name, {"change": change, "at": tuple(np.argwhere(where)[0])}
    return None


def local(law, is_turned, changes, mine, right):
    """The upstream, where all that comes of it grows with it as it should: something else is wrong."""
    change = next((one for one in changes if one.name == UPSTREAM), None)
    is_alike = change and mine[0].shape == right[0].shape and law(change.number) == 1
    return ("local-wrong", {"change": change}) if is_alike and is_turned(change.number) else None


def at(index):
    """An index as it is written behind a name."""
    return f"[{', '.join(map(str, index))}]" if index else ""


def moves(response, k):
    """Does the k-th change move anything?"""
    before, after = response[0], response[1][k]
    return after is not None and not close(after, before, SAME, 0.0)


def moved_entries(response, k):
    """The entries that the k-th change moves."""
    return ~entries_close(response[1][k], response[0], SAME, 0.0)


def power(before, after, rtol=SAME):
    """By which power of two everything was multiplied; None if by none."""
    if after is None or not before.any():
        return None
    return next((n for n in (0, 1, -1, 2, -2, 3, 4) if close(after, before * 2.0**n, rtol, 0.0)), None)
