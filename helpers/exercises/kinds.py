"""The kinds of exercise. A spec is one of these objects: what to ask, the right answer, the known wrong ones.

An answer is judged by its *outcome*: what it gives on every case, as arrays. The right answer and every wrong
rule go through the same door as the learner's, so a verdict compares like with like.
"""

import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from .cards import describe
from .diagnosis import (
    Verdict,
    agree,
    call,
    compare,
    not_attempted,
    parts_of,
    require_function,
    tried_with,
    untouched,
)
from .misconceptions import MISCONCEPTIONS
from .wrong_rules import Wrong


@dataclass(frozen=True, kw_only=True, eq=False)
class Exercise:
    """What every exercise declares; `inputs(rng)` makes the arguments of `reference` and every wrong rule."""

    id: str
    title: str
    difficulty: int  # 1 easy, 2 medium, 3 hard
    minutes: int
    covers: tuple = ()  # names in MISCONCEPTIONS
    hints: tuple  # nudge, equation, skeleton
    reference: Callable | str
    wrong: tuple = ()  # Wrong objects, or transformations of the reference from wrong_rules
    because: str = ""  # said when the answer is correct: why it is
    stub: str = ""  # the cell the learner starts from, and
    solution: str = ""  # a cell that answers it; both end with the same names defined,
    answer: str = ""  # of which this one is handed to check
    inputs: Callable = lambda rng: ()
    takes: tuple = ()  # names of the inputs
    gives: tuple = ("",)  # names of the parts of an answer
    edge_cases: tuple = ()  # further inputs, written out
    given: Callable | None = None  # in a bug hunt: the function as it was handed out
    wants: str = "array"  # "array", "tensor" or "either"
    rtol: float = 1e-6
    trials = 3
    it_gives = "you gave"

    def __post_init__(self):
        unknown = set(self.covers) - set(MISCONCEPTIONS)
        if unknown or len(self.hints) != 3 or self.difficulty not in (1, 2, 3):
            raise ValueError(
                f"exercise {self.id}: needs three hints, difficulty 1-3, known covers; not {unknown}."
            )

    @cached_property
    def cases(self):
        """The same inputs on every run: the seed is the exercise's own name."""
        rng = np.random.default_rng(zlib.crc32(self.id.encode()))
        return [self.inputs(rng) for _ in range(self.trials)] + list(self.edge_cases)

    @cached_property
    def wrong_rules(self):
        """Every known wrong rule as a Wrong; those named by a transformation are made from the reference."""
        return [w if isinstance(w, Wrong) else Wrong(w.diagnosis, self.transformed(w)) for w in self.wrong]

    @cached_property
    def wrong_answers(self):
        """Name of the diagnosis -> an answer that deserves it, ready to be passed to `check`."""
        return {wrong.name: self.as_answer(wrong.make) for wrong in self.wrong_rules}

    @property
    def right_answer(self):
        return self.as_answer(self.reference)

    def transformed(self, transformation):
        return transformation(self.reference)

    def as_answer(self, rule):
        return rule

    def require(self, answer):
        """Raise a Verdict if the answer is not even the kind of thing that is asked for."""

    def outcome(self, answer):
        """What the answer gives: for every case a tuple of arrays, one per name in `gives`."""
        raise NotImplementedError

    def known(self):
        """Every wrong rule with its outcome, but for those that break before they have one."""
        for wrong in self.wrong_rules:
            try:
                yield wrong, self.outcome(self.as_answer(wrong.make))
            except Verdict:
                continue

    @property
    def tried(self):
        """For every case the facts to show about its inputs; none where the learner can see them anyway."""
        return [()] * len(self.cases)

    def judge(self, answer):
        """Return None for a right answer; raise a Verdict for any other."""
        if untouched(answer):
            raise not_attempted()
        self.require(answer)
        got = self.outcome(answer)
        if self.given and agree(got, self.outcome(self.as_answer(self.given)), self.rtol):
            raise not_attempted("as-given")
        compare(got, self.outcome(self.right_answer), self)


class Value(Exercise):
    """The answer is a number, an array, or several of them; `reference(*inputs)` computes the right one."""

    trials = 1

    def as_answer(self, rule):
        return rule(*self.cases[0])

    def outcome(self, answer):
        return [parts_of(answer, self.gives, self.wants)]


class Function(Exercise):
    """The answer is a function of `takes`, for a rule (upstream, *inputs). Called on every case."""

    it_gives = "your function gives"

    @property
    def tried(self):
        return [tried_with(self.takes, case) for case in self.cases]

    def require(self, answer):
        require_function(answer, self.takes)

    def outcome(self, answer):
        return [parts_of(call(answer, case, self.takes), self.gives, self.wants) for case in self.cases]


@dataclass(frozen=True, kw_only=True, eq=False)
class OpRule(Function):
    """The answer is a registered gradient, rule(op, grad); `inputs` makes both, by running the engine."""

    takes: tuple = ("op", "grad")
    wants: str = "either"  # the inputs of an op are Tensors, so a rule may well return one

    def transformed(self, transformation):
        change = transformation(lambda grad, op: self.reference(op, grad))
        return lambda op, grad: change(grad, op)


class Custom(Function):
    """The answer is f(*inputs) -> (y, grad), for ad.custom_gradient; `takes` begins with the upstream."""

    def require(self, answer):
        require_function(answer, self.takes[1:])

    def transformed(self, transformation):
        def wrong(*inputs):
            y, grad = self.reference(*inputs)
            return y, transformation(grad)

        return wrong

    def outcome(self, answer):
        return [parts_of(self.run(answer, *case), self.gives, self.wants) for case in self.cases]

    def run(self, answer, upstream, *inputs):
        """The value, then what the rule sends down for this upstream."""
        made = call(answer, inputs, self.takes[1:])
        if untouched(made):
            raise not_attempted()
        if not (isinstance(made, tuple) and len(made) == 2 and callable(made[1])):
            raise Verdict("no-rule")
        require_function(made[1], self.takes[:1])
        downstream = call(made[1], [upstream], self.takes[:1])
        return made[0], *(downstream if isinstance(downstream, tuple) else (downstream,))


@dataclass(frozen=True, kw_only=True, eq=False)
class Order(Exercise):
    """The answer is an order of lettered lines, "B A C"; so are `reference` and what a Wrong holds.

    The lines are run in that order, so every order that works is right. A line that `reference` leaves out
    is a distractor.
    """

    lines: dict  # letter -> one line of our own code
    trials = 1
    it_gives = "this order gives"

    def letters(self, answer):
        if not isinstance(answer, str | tuple | list):
            raise Verdict("no-labels", what=describe(answer))
        return list("".join("".join(map(str, answer)).upper().replace(",", " ").split()))

    def require(self, answer):
        letters = self.letters(answer)
        for letter in letters:
            if letter not in self.lines:
                raise Verdict("no-such-line", label=letter, labels=", ".join(self.lines))
            if letters.count(letter) > 1:
                raise Verdict("line-twice", label=letter)

    def outcome(self, answer):
        return [parts_of(self.run(self.letters(answer), case), self.gives, self.wants) for case in self.cases]

    def run(self, letters, case):
        """Run the lines, which are ours and not typed by anybody; the learner chose only their order."""
        names = {"np": np, **dict(zip(self.takes, case, strict=True))}
        for letter in letters:
            try:
                exec(self.lines[letter], {"__builtins__": {}}, names)
            except NameError as error:
                raise Verdict("line-too-early", label=letter, name=error.name) from None
        for name in self.gives:
            if name not in names:
                raise Verdict("line-missing", name=name)
        return names[self.gives[0]] if len(self.gives) == 1 else tuple(names[name] for name in self.gives)

    def judge(self, answer):
        super().judge(answer)
        for letter in self.letters(answer):
            if letter not in self.letters(self.reference):
                raise Verdict("line-too-many", label=letter)


@dataclass(frozen=True, kw_only=True, eq=False)
class Choice(Exercise):
    """The answer is the letter of one option, as is `reference`; every other option is what a Wrong holds."""

    options: str  # the letters, "abc"

    def judge(self, answer):
        if untouched(answer):
            raise not_attempted()
        letter = str(answer).strip().strip("()").lower()
        if letter not in tuple(self.options):
            raise Verdict("not-an-option", options=", ".join(self.options))
        for wrong in self.wrong_rules:
            if wrong.make == letter:
                raise Verdict(wrong.name, says=wrong.says)
