"""One small case to follow: the inputs, what the learner's own function returned, and what a nudge measures.

The smallest inputs come first: those that the answer key writes down (`small`), or else one number, and the
inputs of the exercise drawn in small whole numbers. The first on which the answer goes wrong is shown.
Nothing here knows a particular exercise.
"""

import ast
from dataclasses import dataclass

import numpy as np

from helpers.drawing.svg.printing import array_text, largest, number

from ..run import memory
from ..run.attempts import Trial
from ..run.closeness import entries_close, wrong_parts
from ..run.traces import Watching
from ..say.cards import NOT_ATTEMPTED, SmallCase
from ..say.markup import RIGHT, YOURS, Bars, Grid, Lines
from ..say.small import WholeNumbers, Written
from ..say.verdicts import Verdict

NUDGE = 1e-4
OF_AN_ENTRY = "unheard", "overheard"  # of the first inputs of the check
MEASURED = 1e-5  # as exactly as a nudge measures
MOST_ENTRIES = 16  # of an array that can be followed
PRECISE = 8  # digits, where four do not show the difference


def small_cases(key):
    """Inputs to try, the simplest first: written down, one number, whole numbers, then where it failed."""
    yield from key.small
    if not key.small:
        drawn = key.inputs(WholeNumbers())
        arrays = [value for value in drawn if isinstance(value, np.ndarray)]
        if arrays and len(arrays) == len(drawn) and len({a.shape for a in arrays}) == 1:
            yield tuple(a.reshape(-1)[:1].reshape(()) for a in drawn)
        yield drawn
    yield from key.cases


def trial(key, verdict, is_watched):
    """What is needed to try an answer on small inputs; None if its verdict is not about numbers.

    `is_watched` says whether the lines that run are to be kept, for `place`.
    """
    if verdict.state == NOT_ATTEMPTED or not key.is_called or verdict.name in memory.NOT_JUDGED:
        return None
    read = Watching(key.given_by) if is_watched else key.given_by
    return Trial(key.require, read, tuple(small_cases(key)), is_shown=False)


def small_case(key, attempt, name):
    """The simplest case on which an attempt goes wrong as it does in the check; None if none is.

    A wrong shape is shown where its numbers are wrong, too, if they are anywhere. A Verdict of a name that
    speaks of an entry is shown on the inputs whose entry it is, and one of zeros where they are zeros.
    """
    count = len(attempt.cases) - len(key.cases)
    got, want = attempt.outcome[count:], key.right_outcome
    bad = wrong_parts(got, want, key.rtol)
    misshapen = any(g[k].shape != w[k].shape for g, w in zip(got, want, strict=True) if g for k in bad)
    first = None
    tried = list(enumerate(zip(attempt.cases, attempt.outcome, strict=True)))
    for place, (case, given) in tried[count : count + 1] if name in OF_AN_ENTRY else tried:
        found = given and failure(key, place, case, given)
        if found and found.part in bad and found.is_misshapen == misshapen:
            if not (found.is_hidden or (name == "stopped" and found.got.any())):
                return found
            first = first or found
    return first


@dataclass(frozen=True)
class Failure:
    """One case on which an answer goes wrong: the first wrong part, what it is and what it should be."""

    place: int  # of the case in the attempt
    case: tuple
    part: int
    got: np.ndarray
    want: np.ndarray
    is_measured: bool
    digits: int
    where: tuple | None  # the index of the first entry that differs; None if the shapes do
    count: int = 0  # of the entries that differ, however little a nudge would show of it

    @property
    def is_misshapen(self):
        """Is its shape wrong?"""
        return self.where is None

    @property
    def scale(self):
        """Beside what a number is noise: the smaller of the two arrays, as the other may be far too large."""
        return min(filter(None, map(largest, (self.got, self.want))), default=0.0)

    @property
    def is_hidden(self):
        """Does the shape alone differ, and nothing that it holds?"""
        same_size = self.is_misshapen and self.got.size == self.want.size
        return same_size and np.allclose(self.got.ravel(), self.want.ravel())


def failure(key, place, case, got):
    """The Failure of an answer that gave this there; None if it is right, or cannot be shown."""
    try:
        want = key.given_by(key.right_answer, case)
    except Verdict:  # smaller inputs than the exercise has may break the solution
        return None
    bad = sorted(wrong_parts([got], [want], key.rtol), key=lambda k: (got[k].shape == want[k].shape, k))
    if not bad or got[bad[0]].size > MOST_ENTRIES or want[bad[0]].size > MOST_ENTRIES:
        return None
    got, want = got[bad[0]], want[bad[0]]
    count = 0 if got.shape != want.shape else int((~entries_close(got, want, key.rtol, least=0.0)).sum())
    measured = measure(key, case, bad[0])
    is_measured = measured is not None and agrees(measured, want)
    right, want = want, np.round(measured, 6) + 0.0 if is_measured else want
    if got.shape != want.shape:
        return Failure(place, case, bad[0], got, want, is_measured, 4, None)
    is_off = ~entries_close(got, right, key.rtol)  # from a rounded small slope the right one differs too
    wrong = np.argwhere(is_off & ~entries_close(got, want, MEASURED if is_measured else key.rtol))
    for where in map(tuple, wrong[:1]):
        for digits in (4, PRECISE):
            if array_text(got[where], digits) != array_text(want[where], digits):
                return Failure(place, case, bad[0], got, want, is_measured, digits, where, count)
    return None


def agrees(measured, right):
    """Is this what a nudge would measure of the right answer? Elsewhere nothing is said of nudges."""
    return measured.shape == right.shape and np.allclose(measured, right, rtol=1e-4, atol=1e-6)


def measure(key, case, part):
    """The slopes that nudges of an input measure, for that part of an answer; None if none can be taken."""
    try:
        worth, inputs, k = key.nudged(case, part)
        with np.errstate(all="ignore"):
            return slopes(worth, inputs, k)
    except (TypeError, ValueError, IndexError):
        return None


def slopes(function, inputs, k):
    """How fast a function of these inputs moves with each entry of the k-th, from central differences."""
    x = inputs[k]
    columns = []
    for index in np.ndindex(x.shape):
        nudge = np.zeros(x.shape)
        nudge[index] = NUDGE
        up, down = (function(*inputs[:k], x + sign * nudge, *inputs[k + 1 :]) for sign in (1, -1))
        columns.append((np.asarray(up) - np.asarray(down)) / (2 * NUDGE))
    return np.stack(columns, axis=-1).reshape(columns[0].shape + x.shape)


# --- showing it ---


def shown(key, found):
    """The failure as the case of a card."""
    names = [f" for {key.gives[found.part]}" if key.gives[found.part] else "", ""]
    titles = tuple(f"{who}{name}" for who, name in zip(("yours", right_is(found)), names))
    lead, grids = inputs_shown(key, found.case)
    if any(found.case is case for case in key.cases):
        lead = lead.replace("On small numbers", "On inputs of the check")
    if says := key.in_small(found.part, found.got, found.want):
        return SmallCase(lead, grids, says=says)
    if found.got.size == found.want.size == 1 and not found.is_misshapen:
        return SmallCase(lead, grids, (Bars(titles, (found.got.item(), found.want.item()), found.digits),))
    roles, arrays = (YOURS, RIGHT), (found.got, found.want)
    if found.is_misshapen:
        titles = tuple(f"{title}, shape {array.shape}" for title, array in zip(titles, arrays))
    results = tuple(
        Grid(title, array, role, found.where, found.digits, found.scale)
        for title, array, role in zip(titles, arrays, roles)
    )
    return SmallCase(lead, grids, results, "" if found.is_misshapen else first_difference(key, found))


def right_is(found):
    """What stands beside the learner's own. On a card a nudge is a hint: what measures is called a step."""
    return "a tiny step measures" if found.is_measured else "right"


def first_difference(key, found):
    """The sentence that names the marked entry."""
    got, want = (number(a[found.where].item(), found.scale, found.digits) for a in (found.got, found.want))
    where = ", ".join(map(str, found.where))
    of = f" of {key.gives[found.part]}" if key.gives[found.part] else ""
    is_wanted = f"a tiny step measures {want}" if found.is_measured else f"{want} is right"
    only = found.got.size > 1 and found.count == 1
    which = (
        f"Only one entry{of} differs, [{where}]" if only else f"The first entry that differs is [{where}]{of}"
    )
    return f"{which}: yours is {got}, {is_wanted}."


def inputs_shown(key, case):
    """The sentence that names the small inputs, and a grid for each that takes more than a line."""
    short, grids = [], []
    for name, value in key.named_inputs(case):
        if isinstance(value, Written):
            short.append(f"{name}: {value.formula}")
        elif isinstance(value, list):
            parts = (
                getattr(part, "formula", "a function") if callable(part) else array_text(part)
                for part in value
            )
            short.append(f"{name} = {', '.join(parts)}")
        elif isinstance(value, bool | str | tuple):
            short.append(f"{name} = {value}")
        elif callable(value):
            short.append(f"{name}: a function")
        elif np.ndim(value) < 2 or np.size(value) == 1:
            short.append(f"{name} = {array_text(value)}")
        else:
            grids.append(Grid(name, np.asarray(value)))
    return (f"On small numbers: {'; '.join(short)}." if short else "On small numbers:"), tuple(grids)


# --- an order of lines ---


@np.errstate(all="ignore")  # a line may overflow, and that is shown
def first_wrong_line(key, answer):
    """The lines of an order up to the first that goes wrong, with the values so far; None if none does."""
    case = key.small[0] if key.small else key.inputs(WholeNumbers())
    right = {}
    for _, made in key.steps(key.letters(key.right_answer), case):
        for name, value in made.items():
            right.setdefault(name, []).append(value)
    rows, steps = [], list(key.steps(key.letters(answer), case))
    has_end = not any(isinstance(made, NameError) for _, made in steps)
    ends = {name: value for _, made in steps for name, value in made.items()} if has_end else {}
    if ends and all(name in ends and alike(ends[name], right[name][-1]) for name in key.gives):
        return None  # what stands there beside the point is no mistake
    mark = "the first line that goes wrong" if has_end else "the first line that cannot run"
    for at, (letter, made) in enumerate(steps):
        stops = isinstance(made, NameError)
        rows.append((letter, key.lines[letter], f"no {made.name} yet" if stops else values(made)))
        # Where a line cannot run, the sentence is about that line, whatever went wrong above it.
        is_wrong = has_end and not as_in(right, made)
        lost = overwriting(key, steps[at:], right) if is_wrong else []
        if stops or lost or (is_wrong and is_read(key, steps[at:])):
            for letter, again in lost:
                rows.append((letter, key.lines[letter], values(again)))
                mark = f"overwrites {values(made)}"
            lead, grids = inputs_shown(key, case)
            return SmallCase(lead, grids, (Lines(tuple(rows), mark=mark),))
    return None


def is_read(key, steps):
    """Whether anything reads what the first of these steps has made, before all of it is overwritten."""
    (_, made), *later = steps
    left = {*made}
    for letter, again in later:
        if left & reads(key.lines[letter]):
            return True
        left -= again.keys()
    return bool(left & {*key.gives})


def reads(line):
    """The names that a line reads."""
    names = (node for node in ast.walk(ast.parse(line)) if isinstance(node, ast.Name))
    return {name.id for name in names if isinstance(name.ctx, ast.Load)}


def overwriting(key, steps, right):
    """The steps after the first, up to one that overwrites what it has made before anything reads it.

    None of them if there is no such step, if what it makes is not right anywhere, or if what it overwrites
    is what stands there in the end: then nothing needed is lost.
    """
    (_, made), *later = steps
    for count, (letter, again) in enumerate(later, 1):
        if made.keys() & reads(key.lines[letter]):
            return []
        if made.keys() <= again.keys():
            partial = all(not alike(again[name], right[name][-1]) for name in made if name in right)
            return later[:count] if as_in(right, again) and partial else []
    return []


def as_in(right, made):
    """Is everything that a line has made what some right line makes of it?"""
    return all(any(alike(value, w) for w in right.get(name, [value])) for name, value in made.items())


def numbers_of(value):
    """A value as an array of numbers; None if it is a function, or something else."""
    value = getattr(value, "value", value)
    array = None if callable(value) else np.asarray(value)
    return array if array is not None and array.dtype.kind in "biufc" else None


def alike(one, other):
    """Are these the same numbers? What holds none is never told apart."""
    one, other = numbers_of(one), numbers_of(other)
    if one is None or other is None:
        return True
    return one.shape == other.shape and bool(entries_close(one, other, 1e-9).all())


def values(made):
    """What a line has made, in short."""
    found = {name: numbers_of(value) for name, value in made.items()}
    return "; ".join(f"{name} = {'a function' if v is None else array_text(v)}" for name, v in found.items())
