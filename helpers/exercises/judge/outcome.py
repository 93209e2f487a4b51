"""The verdict on an outcome: values first, what explains them, and only then the dtype.

Nothing here knows a particular exercise.
"""

from dataclasses import dataclass

import numpy as np

from ..run.closeness import close, entries_close, likeness, only, without_ones, wrong_parts
from ..run.guard import spared
from ..say.cards import describe, show
from ..say.sentences import NUMBERS, ONE_NUMBER, SAYS, SOME_ENTRIES, SOME_NUMBERS
from ..say.verdicts import Verdict
from ..slips.lexicon import capital, part_phrase
from .explaining import explain, of_parts
from .own_code import written

EXACT = 1e-11  # so far off may a formula be; slopes measured in float64 are off by more
SLOPE = 2e-6  # so little off may be what was measured to one side, by a nudge of a millionth
TINY = 1e-300
ALREADY = "right already"
CURES = "take the axes of length 1 away", "keepdims=True keeps that axis"  # where one is too many, too few
STOPS = "on some inputs it stops with"


@dataclass(frozen=True)
class Part:
    """One part of an answer in one case: what it is, what it should be, and facts about the inputs."""

    got: np.ndarray
    want: np.ndarray
    name: str
    tried: tuple

    def differs(self, rtol):
        """Is it wrong, in shape or in an entry?"""
        return not self.has_shape or not entries_close(self.got, self.want, rtol).all()

    def is_right_but_for_axes(self, rtol):
        """Are the numbers right, and only axes of length 1 too many or too few?"""
        is_longer = self.got.ndim != self.want.ndim and without_ones(self.got) == without_ones(self.want)
        return is_longer and close(self.got.reshape(self.want.shape), self.want, rtol)

    @property
    def off(self):
        """By how much is it off, next to its largest entry?"""
        return np.abs(self.got - self.want).max(initial=0.0) / max(np.abs(self.want).max(initial=0.0), TINY)

    @property
    def has_shape(self):
        """Is its shape right?"""
        return self.got.shape == self.want.shape


def judge_outcome(key, answer, got):
    """Raise the Verdict on an outcome of an answer that is not right; return None for one that is."""
    want = key.right_outcome
    parts = [
        Part(g[k], w[k], name, tried)
        for g, w, tried in zip(got, want, key.tried, strict=True)
        for k, name in enumerate(key.gives)
    ]
    if bad := wrong_parts(got, want, key.rtol):
        facts = facts_about_all(key, parts, bad)
        if found := spared(explain, key, got, want, spared(written, key, answer)):
            raise Verdict(found[0], *facts, says=found[1])
        require_dtypes(key, [part for part in parts if part.has_shape])  # a wrong shape is said first
        if name := likeness(only(bad, got), only(bad, want), key.rtol):
            if name == "nearly":
                facts = tuple(fact for fact in facts if fact[0] != "differs in")
                if key.is_called and key.is_exact and (off := max(part.off for part in parts)) < SLOPE:
                    raise Verdict("measured", *facts, digits=int(-np.log10(off)))
            raise Verdict(name, *facts, says=of_parts(key.gives, bad, SAYS[name]))
        raise unexplained(key, parts, bad, facts)
    require_dtypes(key, parts)


def facts_about_all(key, parts, bad):
    """What is right already, and about the first part that is wrong; by hand, what the others were."""
    right = ", ".join(name for k, name in enumerate(key.gives) if k not in bad)
    first, *others = [part for part in parts if part.differs(key.rtol)]
    facts = (((ALREADY, right),) if right else ()) + facts_about(key, first)
    if key.by_hand:
        facts += tuple(gave(key, part) for part in others if part.name != first.name)
    return facts


def unexplained(key, parts, bad, facts):
    """The Verdict on wrong numbers of which nobody knows where they come from."""
    if part := next((part for part in parts if not part.has_shape), None):
        got, want = part.got.shape, part.want.shape
        is_wanted = ("the shape is", f"{got}, and {want} is wanted")
        if all(part.is_right_but_for_axes(key.rtol) for part in parts if part.differs(key.rtol)):
            says = SAYS["axis-of-one"].format(cure=CURES[len(got) < len(want)])
            return Verdict("axis-of-one", *facts, is_wanted, says=of_parts(key.gives, bad, says))
        alike = [other for other in parts if other.name == part.name and not other.has_shape]
        hows = {how_misshapen(other.got.shape, other.want.shape) for other in alike}
        how = f": {hows.pop()}" if len(hows) == 1 else ""
        return Verdict("shape", *facts, is_wanted, which=has(part.name), how=how)
    if any(np.isfinite(part.want).all() and not np.isfinite(part.got).all() for part in parts):
        return Verdict("not-finite", *facts)
    count = len(key.gives)
    cases = [parts[k : k + count] for k in range(0, key.drawn * count, count)]
    has_switch = any(isinstance(value, bool) for value in key.cases[0])  # for another way each time
    if not has_switch and not all(any(part.differs(key.rtol) for part in case) for case in cases):
        return Verdict("right-on-some", *facts)
    if key.by_hand and len(bad) == 1 and (says := entries_left(key, parts[min(bad)])):
        return Verdict("values", *facts, says=says)
    if not key.by_hand or any(part.want.ndim for part in parts):
        return Verdict("values", *facts, says=of_parts(key.gives, bad, SAYS["values"]))
    names = ", ".join(key.gives[k] for k in sorted(bad))
    is_all = len(bad) == len(key.gives)
    says = ONE_NUMBER if len(parts) == 1 else NUMBERS if is_all else SOME_NUMBERS.format(names=names)
    return Verdict("values", *facts, says=says)


def entries_left(key, part):
    """Which entries of an array are not right yet; None if none is right."""
    wrong = np.argwhere(~entries_close(part.got, part.want, key.rtol))
    names = " and ".join(f"entry {index.tolist()}" for index in wrong)
    is_some = len(wrong) < part.want.size
    return SOME_ENTRIES.format(names=names, part=part_phrase(part.name)) if is_some else None


def has(name):
    """The beginning of a sentence on the part of that name."""
    return f"{capital(part_phrase(name))} has" if name else "What you give has"


def how_misshapen(got, want):
    """What is wrong with a shape.

    >>> how_misshapen((), (3,)), how_misshapen((3,), (2, 3)), how_misshapen((3, 2), (2, 3))
    ('one number is not enough', 'an axis is missing', 'its lengths are in another order')
    >>> how_misshapen((2, 5), (2, 3))
    'axis 1 has another length'
    """
    if not got:
        return "one number is not enough"
    if len(got) != len(want):
        count = abs(len(got) - len(want))
        axes = "an axis is" if count == 1 else f"{count} axes are"
        return f"{axes} {'missing' if len(got) < len(want) else 'too many'}"
    if sorted(got) == sorted(want):
        return "its lengths are in another order"
    wrong = [str(k) for k, pair in enumerate(zip(got, want, strict=True)) if pair[0] != pair[1]]
    one, more = f"axis {wrong[0]} has another length", f"axes {' and '.join(wrong)} have other lengths"
    return one if len(wrong) == 1 else more


def require_exact(key, got, want, tried):
    """Raise a Verdict on right numbers, of one case, that are less exact than a formula gives them."""
    for part in map(Part, got, want, key.gives, [tried] * len(want)):
        if (off := part.off) > EXACT:
            raise Verdict("measured", *facts_about(key, part), digits=int(-np.log10(off)))


def require_dtypes(key, parts):
    """Raise a Verdict on the wrong kind of number; what is typed by hand may be an integer."""
    for part in parts:
        got, want = part.got.dtype, part.want.dtype
        if got.kind in "biu" and want.kind in "fc" and key.tried[0]:
            name = "booleans" if got.kind == "b" else "integers"
            is_cut = np.all(np.abs(part.want - part.got) < 1)  # a ranking is no length without its fraction
            cure = ": use floats, 2.0 instead of 2" if is_cut else ""
            raise Verdict(name, *facts_about(key, part), dtype=got, cure=cure)
        name = {("c", "f"): "complex", ("f", "c"): "real"}.get((got.kind, want.kind))
        if name is None and got == np.float32 and want == np.float64 and not key.by_hand:
            name = "float32"
        if name:
            raise Verdict(name, *facts_about(key, part))


def gave(key, part):
    """What was given for a part, as a fact."""
    return key.it_gives + (f" for {part.name}" if part.name else ""), show(part.got)


def facts_about(key, part):
    """What was given, on what, and where it first differs; never what it should be."""
    facts = (gave(key, part),)
    if part.got.ndim or part.want.ndim:
        facts += (("which is", describe(part.got)),)
    if part.got.ndim and part.has_shape:
        wrong = np.argwhere(~entries_close(part.got, part.want, key.rtol))
        if len(wrong):
            where = ", ".join(map(str, wrong[0]))
            facts += (("differs in", f"{len(wrong)} of {part.got.size} entries, first at [{where}]"),)
    return facts + part.tried
