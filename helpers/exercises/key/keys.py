"""What every answer key holds: for one exercise the right answer, the known wrong ones, and the hints.

An answer is judged by its *outcome*: what it gives on every case, as arrays. The right answer and every
mistake go through the same door as the learner's, so a verdict compares like with like. Title, stub and
solution stand in the notebook and arrive through the catalogue of `helpers.notebooks`.
"""

import dataclasses
import inspect
import re
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from helpers.notebooks.catalogue import Listed

from ..judge.explaining import breaks_like, explain
from ..judge.outcome import STOPS, judge_outcome, require_exact
from ..judge.own_code import as_given, written
from ..run.attempts import Attempt, Trial
from ..run.closeness import agree
from ..run.guard import ours, require_nobody_calling, spared
from ..run.sources import UPSTREAM, answer_of, edited, has_gaps, is_edit
from ..run.sweeps import Method
from ..say.sentences import SAYS
from ..say.verdicts import Verdict
from .misconceptions import require_known
from .mistakes import WELL_KNOWN, Maths, mistake_of, read_right

FORMULA = 1e-6  # what a right formula may be off by, relatively
TRIALS = 3  # inputs drawn for an answer that is called
GAP = re.compile("«(.*?)»")


@dataclass(frozen=True, kw_only=True, eq=False)
class AnswerKey:
    """What the spec of an exercise declares; the kinds below it say how an answer of that kind is judged."""

    id: str = field(kw_only=False)
    covers: tuple = ()  # names in MISCONCEPTIONS
    inputs: Callable = lambda rng: ()  # draws what a function is tried on, or what a value is made from
    edge_cases: tuple = ()  # further inputs, written out
    wider: Callable | None = None  # rng -> pairs of a name in `WHERE` and inputs of another shape or size
    method: Method | None = None  # how the numbers are to be found, where the task forbids another way
    small: tuple = ()  # inputs that can be followed in the head, the simplest first
    forward: Callable | None = None  # what it is the gradient of, as a function of the inputs: see `nudged`
    takes: tuple = ()  # names of the inputs
    gives: tuple = ("",)  # names of the parts of an answer
    reference: Any = None  # what gives the right answer; None: the solution in the notebook
    wrong: tuple = ()  # rows: see `mistakes`
    right: tuple = ()  # rows too: other right answers
    words: dict = field(
        default_factory=dict
    )  # the lesson's words for names in its solutions: see `slips.words`
    because: str  # said when the answer is correct: why it is
    hints: tuple  # nudge, equation, skeleton: a «gap» holds what belongs there
    rtol: float = FORMULA  # more where slopes are measured
    scope: dict = field(default_factory=dict, repr=False)  # what rows may name: the module of the spec
    listed: Listed | None = None  # what the notebook says of the exercise
    task: str = ""  # what a variation asks for; an exercise is announced in its notebook
    is_called = False  # is the answer a function, to be called on further inputs too?
    tensors_too = False  # may it hand back Tensors?
    gives_parts = True  # does the learner hand over the parts of `gives`, or are they read from it?
    gives_a_rule = False  # does the function hand back a rule beside its value?
    by_hand = False  # are its numbers worked out by hand? Then little is read out of them
    shows_numbers = True  # may a card show what came of the inputs drawn?
    it_gives = "you gave"

    def __post_init__(self):
        require_known(self.covers, f"exercise {self.id}")
        if len(self.hints) != 3 or not all(hint.strip() for hint in self.hints):
            raise ValueError(
                f"exercise {self.id}: it needs three hints, a nudge, an equation and a skeleton."
            )
        *texts, skeleton = self.hints
        if skeleton.startswith("\n"):
            object.__setattr__(self, "hints", (*texts, inspect.cleandoc(skeleton)))
        object.__setattr__(self, "right", tuple(map(read_right, self.right)))

    @property
    def skeleton(self):
        """The last hint as it is shown, with its gaps left open."""
        return GAP.sub("___", self.hints[2])

    def bound(self, scope, listed):
        """The same key, with what its module defines and what its notebook says."""
        return dataclasses.replace(self, scope=scope, listed=listed)

    # --- what it is judged by ---

    @cached_property
    def cases(self):
        """The same inputs on every run: the seed is the exercise's own name."""
        rng = np.random.default_rng(zlib.crc32(self.id.encode()))
        drawn = [self.inputs(rng) for _ in range(TRIALS if self.is_called else 1)]
        return drawn + list(self.edge_cases)

    @property
    def is_exact(self):
        """Is the right answer a formula? A measured slope will not do then."""
        return self.rtol <= FORMULA

    @property
    def right_answer(self):
        """An answer that is correct; nobody gets it while a learner's function is running."""
        require_nobody_calling()
        return self._right_answer

    @property
    def right_outcome(self):
        """What the right answer gives in every case, worked out once; guarded as the answer is."""
        require_nobody_calling()
        return self._right_outcome

    @cached_property
    def _right_outcome(self):
        return self.outcome(self._right_answer)

    @cached_property
    def wider_cases(self):
        """The wider inputs, each with its name: the same at every check."""
        rng = np.random.default_rng(zlib.crc32(f"{self.id} wider".encode()))
        return [*(self.wider(rng) if self.wider else ()), *self._case_of_zeros]

    @property
    def _case_of_zeros(self):
        """For a rule, inputs of zeros under its upstream, if what is right there is a number."""
        if self.takes[:1] != (UPSTREAM,) or not self.is_called:
            return
        upstream, *inputs = self.cases[0]
        is_float = [isinstance(x, np.ndarray) and x.dtype.kind in "fc" for x in inputs]
        case = (upstream, *(0 * x if its else x for x, its in zip(inputs, is_float)))
        if all(np.isfinite(part).all() for part in self.outcome(self._right_answer, [case])[0]):
            yield "inputs-of-zeros", case

    @property
    def right_when_wider(self):
        """What the right answer gives on each of the wider inputs, guarded in the same way."""
        require_nobody_calling()
        return self._right_when_wider

    @cached_property
    def _right_when_wider(self):
        return [self.given_by(self._right_answer, case) for _, case in self.wider_cases]

    @cached_property
    def _right_answer(self):
        if self.reference is None:
            return self.answer_of(self.listed.solution)
        return self.from_reference(self.reference)

    @cached_property
    def handed_out(self):
        """In a bug hunt, the code as it was handed out: a stub without gaps. None elsewhere."""
        stub = self.listed.stub if self.listed else "..."
        return None if has_gaps(stub) else self.answer_of(stub)

    @cached_property
    def handed_out_gives(self):
        """What that code gives in every case, None where it breaks."""
        return self.attempt_of(self.handed_out).outcome

    @cached_property
    def mistakes(self):
        """Every wrong answer worth naming; a ValueError says which row cannot be understood."""
        whose = f"exercise {self.id}, wrong answer"
        return tuple(mistake_of(row, self._wrong, whose) for row in self.wrong)

    @cached_property
    def wrong_answers(self):
        """Name of the diagnosis -> an answer that deserves it, ready to be passed to `check`."""
        return {mistake.name: mistake.answer for mistake in self.mistakes}

    @cached_property
    def known(self):
        """Every mistake with its outcome, but for those that break in every case."""
        outcomes = ((mistake, attempt.outcome) for mistake, attempt in self.mistakes_tried)
        return [(mistake, outcome) for mistake, outcome in outcomes if any(outcome)]

    @cached_property
    def breaking(self):
        """Every mistake with a sentence of its own that breaks in some case and is right in all others, and
        what it ends in.
        """
        return [
            (mistake, attempt.given)
            for mistake, attempt in self.mistakes_tried
            if mistake.says != SAYS.get(mistake.name)
            and agree(
                attempt.outcome, [o and w for o, w in zip(attempt.outcome, self.right_outcome)], self.rtol
            )
        ]

    @cached_property
    def mistakes_tried(self):
        """Every mistake with its Attempt."""
        return [(mistake, self.attempt_of(mistake.answer)) for mistake in self.mistakes]

    @property
    def drawn(self):
        """How many cases were drawn; the edge cases follow."""
        return len(self.cases) - len(self.edge_cases)

    @property
    def tried(self):
        """For every case the facts to show about its inputs; none where the learner can see them anyway."""
        return [()] * len(self.cases)

    # --- answers ---

    def answer_of(self, source):
        """What a cell with this source would hand to `check`."""
        return answer_of(source, self.listed.answer)

    def from_reference(self, reference):
        """The right answer, from the reference of the spec."""
        return reference

    def from_line(self, line):
        """The answer that a line of maths stands for."""
        raise NotImplementedError

    def from_well_known(self, change):
        """The right answer, changed in a well-known way."""
        raise NotImplementedError

    @property
    def calculations(self):
        """Sources of cells that work the numbers out, where the learner does that by hand."""
        return ()

    def is_cell(self, line):
        """Does this line of a row define the answer, as a cell of the learner's would?"""
        return re.search(rf"^(def )?{self.listed.answer}( =|\()", line, re.MULTILINE) is not None

    def from_maths(self, maths):
        """The answer that the line of a row stands for."""
        if self.is_cell(maths):
            return answer_of(maths, self.listed.answer, self.scope)
        if is_edit(maths):
            return self.answer_of(edited(self.listed.solution, maths))
        return self.from_line(Maths(maths, self.gives, self.takes, self.scope))

    def _wrong(self, name, maths):
        return self.from_maths(maths) if maths else self.from_well_known(WELL_KNOWN[name])

    # --- one case to follow ---

    def named_inputs(self, case):
        """(name, value) of each input of a case, as a learner knows them."""
        return list(zip(self.takes, case, strict=False))

    def case_by_hand(self, answer):
        """A `SmallCase` for an answer that is no function, or None."""
        return None

    def in_small(self, part, got, want):
        """A sentence in place of the numbers of a part in a small case, where they say little; or None."""
        return None

    def nudged(self, case, part):
        """(function, its inputs, number of the input to nudge): what a nudge measures for that part.

        TypeError if no nudge can measure it.
        """
        raise TypeError("nothing here is a function to be nudged")

    # --- judging ---

    def require(self, answer):
        """Raise a Verdict if the answer is not even the kind of thing that is asked for."""

    def given_by(self, answer, case):
        """What the answer gives in one case: a tuple of arrays, one per name in `gives`."""
        raise NotImplementedError

    @property
    def given_further(self):
        """The same for an answer that is right on the first inputs, of which more may be asked."""
        return self.given_by

    def outcome(self, answer, cases=None):
        """What the answer gives in every case, or in these; a Verdict where it breaks."""
        with ours():  # what overflows is judged by what comes of it
            return [self.given_by(answer, case) for case in cases or self.cases]

    def attempt_of(self, answer):
        """The Attempt of an answer of our own, against which nothing needs to be guarded."""
        given = []
        with ours():
            for case in self.cases:
                try:
                    self.require(answer)
                    given.append(self.given_by(answer, case))
                except Verdict as verdict:
                    given.append(verdict.with_traceback(None))
        return Attempt(answer, tuple(self.cases), given, [])

    def trial(self):
        """What is needed to try an answer on the cases that are the same at every check."""
        apart = tuple(map(self.takes.index, self.method.apart)) if self.method else ()
        return Trial(self.require, self.given_by, tuple(self.cases), apart)

    def judge(self, attempt):
        """Return None for an answer that was right there; raise a Verdict for any other."""
        if attempt.broken:
            self.explain_break(attempt)
            raise attempt.broken
        if self.handed_out and agree(attempt.outcome, self.handed_out_gives, self.rtol):
            raise as_given(self, attempt.answer)
        judge_outcome(self, attempt.answer, attempt.outcome)
        if self.is_exact and self.is_called:
            for got, want, tried in zip(attempt.outcome, self.right_outcome, self.tried, strict=True):
                require_exact(self, got, want, tried)
        if self.way:
            self.way.require(self.takes, self.cases, attempt.tallies)

    @property
    def way(self):
        """How the numbers are to be found; None where every way will do."""
        return self.method

    def praise(self, tallies):
        """What is said of a right answer; the Tallies tell how it came to its numbers."""
        return (self.method and self.method.remark(tallies)) or self.because

    def explain_break(self, attempt):
        """Raise a better Verdict on an answer that breaks: everywhere, as a listed mistake does, or in some
        cases, if those it survives say why.
        """
        broken, got = attempt.broken, attempt.outcome
        if mistake := breaks_like(self, attempt.given):
            raise Verdict(mistake.name, *broken.facts, says=mistake.says) from None
        if broken.name != "raises" or not any(got):
            return
        if found := spared(explain, self, got, self.right_outcome, spared(written, self, attempt.answer)):
            facts = (STOPS, broken.words["kind"]), *broken.facts
            raise Verdict(found[0], *facts, says=found[1]) from None
