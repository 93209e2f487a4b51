"""The kinds of answer that are computed: a value, a function, a registered rule, a function with its rule."""

import functools
import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ..run.arithmetic import one_with_a_comma
from ..run.arrays import is_number, parts_of
from ..run.calls import call, copied, require_function, tried_with, unchanged
from ..run.sources import UPSTREAM
from ..run.sweeps import Method
from ..run.traces import code_of, does_something
from ..say.cards import SmallCase, describe
from ..say.sentences import ADDED_UP, DECORATED, NO_FUNCTION, RULE_FIRST, RULES
from ..say.verdicts import Verdict, gaps, not_attempted, untouched
from .keys import AnswerKey

BY_HAND = Method(  # of a rule
    allows=lambda sweeps, *inputs: not sweeps,
    says="But the engine found them: a rule is what it sweeps with. Write down what the rule sends.",
)
MOST_NUMBERS, LARGE = 10, 1e6  # numbers beyond these have not been worked out by hand


def weighed(forward, upstream, inputs, part):
    """`AnswerKey.nudged` for a forward function: its outputs weighed by the upstream, if one arrives."""
    arrays = [
        k for k, value in enumerate(inputs) if isinstance(value, np.ndarray) and value.dtype.kind == "f"
    ]
    if forward is None:
        raise TypeError("no forward function is known")
    if upstream is None:
        return forward, inputs, arrays[part]
    return lambda *inputs: np.sum(upstream * forward(*inputs)), inputs, arrays[part]


@dataclass(frozen=True, kw_only=True, eq=False)
class Value(AnswerKey):
    """The answer is a number, an array, or several of them; `reference(*inputs)` computes the right one."""

    worked: str = ""  # the same question on other numbers, and its answer
    by_hand = True

    @property
    def calculations(self):
        return tuple(line for _, line in self.right if self.is_cell(line))

    def from_reference(self, reference):
        return reference(*self.cases[0])

    def from_line(self, line):
        return line.whole(dict(zip(self.takes, self.cases[0])), lambda: self.right_answer)

    def case_by_hand(self, answer):
        """A question like it, worked; a variation asks yet another one."""
        is_like_it = self.worked and not self.task
        return SmallCase("The same question on other numbers:", says=self.worked) if is_like_it else None

    def given_by(self, answer, case):
        several = len(self.gives) > 1
        if several:
            answer = taken_apart(answer, self.right_answer)
        several = several and isinstance(answer, tuple | list)
        for k, part in enumerate(answer if several else [answer]):
            self._require_one(part, k)
        return parts_of(answer, self.gives)

    def _require_one(self, part, k):
        """Raise a Verdict on several numbers for a part that is a single one."""
        right = self.right_answer if len(self.gives) == 1 else self.right_answer[min(k, len(self.gives) - 1)]
        if isinstance(part, np.ndarray) and 1 < part.size <= MOST_NUMBERS:
            part = part.ravel().tolist()
        several = isinstance(part, tuple | list) and len(part) <= MOST_NUMBERS
        if not several or np.ndim(right) or not all(is_number(each) and abs(each) < LARGE for each in part):
            return
        named = (("look at", self.gives[k]),) if self.gives[k:] and self.gives[k] else ()
        if len(part) == 1:
            raise Verdict("one-in-a-tuple", *named, kind=type(part).__name__)
        if math.prod(part) == right:
            raise Verdict("not-multiplied", *named)
        if sum(part) != right and isinstance(part, tuple) and (one := one_with_a_comma(part)):
            raise Verdict("comma", *named, count=len(part), one=" or ".join(one))
        raise Verdict("not-added-up" if sum(part) == right else "several-for-one", *named)


def taken_apart(answer, like):
    """The rows of an array, where it is one array of several that look like these; else the answer itself."""
    shapes = set(map(np.shape, like))
    one = isinstance(answer, np.ndarray) and len(shapes) == 1 and answer.shape == (len(like), *shapes.pop())
    return tuple(answer) if one else answer


class Function(AnswerKey):
    """The answer is a function of `takes`, for a rule (upstream, *inputs). Called on every case.

    A rule is what the engine sweeps with, so it may not ask the engine, unless the key has a `method`.
    """

    it_gives = "your function gives"
    is_called = True

    @property
    def is_rule(self):
        """Is a rule asked for, which takes what arrives and says what it sends down?"""
        return UPSTREAM in self.takes

    @property
    def way(self):
        return self.method or (BY_HAND if self.is_rule else None)

    @property
    def tried(self):
        return [tried_with(self.takes, case) for case in self.cases]

    def from_line(self, line):
        right = self.right_answer
        return lambda *inputs: line.whole(dict(zip(self.takes, inputs)), lambda: right(*inputs))

    def from_well_known(self, change):
        return change(self.right_answer)

    @property
    def require(self):
        return functools.partial(require_function, names=self.takes)

    @property
    def given_by(self):
        of = {"names": self.takes, "gives": self.gives, "tensors_too": self.tensors_too}
        return functools.partial(returned, **of, is_rule=self.is_rule)

    def nudged(self, case, part):
        upstream = case[0] if self.takes[0] == UPSTREAM else None
        return weighed(self.forward, upstream, list(case[upstream is not None :]), part)


class Called(Function):
    """A function of which the exercise asks what it is called with."""

    @property
    def require(self):
        return functools.partial(require_function, names=self.takes, asked=True)


def returned(answer, case, names, gives, tensors_too, is_rule):
    """What a function returns in one case."""
    result = call(answer, case, names)
    if result is None and does_something(answer):
        asks = "gradients" in getattr(code_of(answer), "co_names", ())
        raise Verdict("no-path" if asks else "returns-nothing", what="function")
    if is_rule and len(gives) > 1 == len(case) - len(gives):
        result = taken_apart(result, case[1:])  # one gradient for each input, of its shape
    return parts_of(result, gives, tensors_too, is_rule)


@dataclass(frozen=True, kw_only=True, eq=False)
class OpRule(Function):
    """The answer is a registered gradient, rule(op, upstream); `inputs` makes both, by running the engine."""

    takes: tuple = ("op", "upstream")
    is_rule = True
    tensors_too = True  # the inputs of an op are Tensors, so a rule may well return one

    def from_well_known(self, change):
        right = self.right_answer
        changed = change(lambda upstream, op: right(op, upstream))
        return lambda op, upstream: changed(upstream, op)

    def named_inputs(self, case):
        op, upstream = case
        names = [name.replace("downstream to ", "") for name in self.gives]
        return [*zip(names, (x.value for x in op.inputs)), (UPSTREAM, upstream)]

    def nudged(self, case, part):
        op, upstream = case
        return weighed(self.forward, upstream, [x.value for x in op.inputs], part)


@dataclass(frozen=True, kw_only=True, eq=False)
class Custom(Function):
    """The answer is f(*inputs) -> (y, grad), for ad.custom_gradient; `takes` begins with the upstream."""

    keeps_inputs: bool = True  # may the rule read the inputs again, or are they gone by then?
    gives_a_rule = True

    def from_line(self, line):
        right = self.right_answer

        def wrong(*inputs):
            value, rule = right(*inputs)
            names = dict(zip(self.takes[1:], inputs))
            if line.is_whole:
                return line.whole(names, lambda: (value, rule))

            def wrong_rule(upstream):
                sent = rule(upstream)
                right_parts = (value, *sent) if isinstance(sent, tuple) else (value, sent)
                known = {self.takes[0]: upstream, **names}
                parts = tuple(line.part(k, known, right_parts) for k in range(1, len(right_parts)))
                return parts if isinstance(sent, tuple) else parts[0]

            return line.part(0, names, (value, *([None] * (len(self.gives) - 1)))), wrong_rule

        return wrong

    def from_well_known(self, change):
        right = self.right_answer

        def wrong(*inputs):
            value, rule = right(*inputs)
            return value, change(rule)

        return wrong

    @property
    def require(self):
        return functools.partial(require_function, names=self.takes[1:])

    @property
    def given_by(self):
        return functools.partial(sent_down, names=self.takes, gives=self.gives)

    @property
    def given_further(self):
        return functools.partial(self.given_by, keeps_inputs=self.keeps_inputs)

    def nudged(self, case, part):
        if not part:
            raise TypeError("the value itself is no slope")
        return weighed(self.forward, case[0], list(case[1:]), part - 1)


def sent_down(answer, case, names, gives, keeps_inputs=None):
    """The value of f(*inputs) in one case, then what its rule sends down for the upstream.

    With `keeps_inputs` it is also seen whether the rule forgets its own call at the next one; if that is
    False, whether the rule reads the inputs again.
    """
    upstream, *inputs = case
    handed = list(map(copied, inputs))
    made = call(answer, inputs, names[1:], handed)
    is_second = isinstance(made, tuple | list) and len(made) == 2
    if not (is_second and callable(made[1])):
        if made is None and does_something(answer):
            raise Verdict("returns-nothing", what="function")
        if untouched(made):
            raise not_attempted(left=gaps(made, gives))
        says = DECORATED if hasattr(answer, "__wrapped__") else None
        if is_second:
            are_rules = isinstance(made[1], tuple | list) and made[1] and all(map(callable, made[1]))
            says = (
                RULES.format(count=len(made[1])) if are_rules else NO_FUNCTION.format(what=describe(made[1]))
            )
            says = RULE_FIRST if callable(made[0]) else says
        raise Verdict("no-rule", says=says)
    require_function(made[1], names[:1], whose="your rule")
    downstream = call(made[1], [upstream], names[:1])
    if downstream is None and does_something(made[1]):
        raise Verdict("returns-nothing", *tried_with(names[:1], [upstream]), what="rule")
    for name, before, after in zip(names[1:], inputs, handed, strict=True):
        if not unchanged(before, after):
            raise Verdict("input-changed", *tried_with(names[1:], inputs), name=name)
    if keeps_inputs is not None:
        call(answer, [x + 1.0 if isinstance(x, float | np.ndarray) else x for x in inputs], names[1:])
        if not same(call(made[1], [upstream], names[:1]), downstream):
            raise Verdict("not-repeatable")  # whatever it reads
    if keeps_inputs is False:
        for array in handed:
            array[...] = np.nan
        if not same(call(made[1], [upstream], names[:1]), downstream):
            raise Verdict("reads-again", names=" or ".join(names[1:]))
    several = isinstance(downstream, tuple) or (isinstance(downstream, list) and len(inputs) > 1)
    if isinstance(downstream, list) and len(downstream) == len(inputs):  # the engine takes a list too
        several = several or getattr(downstream[0], "shape", None) == np.shape(inputs[0])
    downstreams = downstream if several else (downstream,) * (len(inputs) if downstream is ... else 1)
    if len(downstreams) != len(inputs) and not untouched(downstreams):
        given, wanted = (f"{n} downstream{'s' * (n != 1)}" for n in (len(downstreams), len(inputs)))
        if isinstance(downstream, np.ndarray | dict | Iterator) or callable(downstream):
            given = "one array" if isinstance(downstream, np.ndarray) else describe(downstream)
        more = ADDED_UP if len(downstreams) > len(inputs) else ""
        raise Verdict("rule-gives", given=given, wanted=wanted, more=more)
    return parts_of((made[0], *downstreams), gives)


def same(one, other):
    """Are these the same arrays, or tuples of such, entry for entry?"""
    pairs = zip(*(given if isinstance(given, tuple | list) else (given,) for given in (one, other)))
    return all(a is b or np.array_equal(a, b, equal_nan=True) for a, b in pairs)
