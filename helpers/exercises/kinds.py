"""The kinds of answer that are computed: a value, a function, a registered rule, a function with its rule."""

import functools
import math
from dataclasses import dataclass

import numpy as np

from .calling import call, require_function, tried_with
from .keys import AnswerKey
from .reading import is_number, parts_of
from .verdicts import Verdict, not_attempted, untouched
from .watching import does_something

MOST_NUMBERS, LARGE = 10, 1e6  # numbers beyond these have not been worked out by hand
UPSTREAM = "upstream"


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


class Value(AnswerKey):
    """The answer is a number, an array, or several of them; `reference(*inputs)` computes the right one."""

    trials = 1
    by_hand = True

    def from_reference(self, reference):
        return reference(*self.cases[0])

    def from_line(self, line):
        return line.whole(dict(zip(self.takes, self.cases[0])), lambda: self.right_answer)

    def given_by(self, answer, case):
        several = isinstance(answer, tuple | list) and len(self.gives) > 1
        for k, part in enumerate(answer if several else [answer]):
            self._require_one(part, k)
        return parts_of(answer, self.gives, self.wants)

    def _require_one(self, part, k):
        """Raise a Verdict on several numbers for a part that is a single one."""
        right = self.right_answer if len(self.gives) == 1 else self.right_answer[min(k, len(self.gives) - 1)]
        several = isinstance(part, tuple | list) and len(part) <= MOST_NUMBERS
        if not several or np.ndim(right) or not all(is_number(each) and abs(each) < LARGE for each in part):
            return
        named = (("look at", self.gives[k]),) if self.gives[k:] and self.gives[k] else ()
        if math.prod(part) == right:
            raise Verdict("shape-for-size", *named)
        raise Verdict("not-added-up" if sum(part) == right else "several-for-one", *named)


class Function(AnswerKey):
    """The answer is a function of `takes`, for a rule (upstream, *inputs). Called on every case."""

    it_gives = "your function gives"
    is_called = True

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
        of = {"names": self.takes, "gives": self.gives, "wants": self.wants}
        return functools.partial(returned, **of, is_rule=UPSTREAM in self.takes)

    def nudged(self, case, part):
        upstream = case[0] if self.takes[0] == UPSTREAM else None
        return weighed(self.forward, upstream, list(case[upstream is not None :]), part)


class Called(Function):
    """A function of which the exercise asks what it is called with."""

    @property
    def require(self):
        return functools.partial(require_function, names=self.takes, asked=True)


def returned(answer, case, names, gives, wants, is_rule):
    """What a function returns in one case."""
    result = call(answer, case, names)
    if result is None and does_something(answer):
        raise Verdict("returns-nothing")
    return parts_of(result, gives, wants, is_rule)


@dataclass(frozen=True, kw_only=True, eq=False)
class OpRule(Function):
    """The answer is a registered gradient, rule(op, upstream); `inputs` makes both, by running the engine."""

    takes: tuple = ("op", "upstream")
    wants: str = "either"  # the inputs of an op are Tensors, so a rule may well return one

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


class Custom(Function):
    """The answer is f(*inputs) -> (y, grad), for ad.custom_gradient; `takes` begins with the upstream."""

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
        return functools.partial(sent_down, names=self.takes, gives=self.gives, wants=self.wants)

    def nudged(self, case, part):
        if not part:
            raise TypeError("the value itself is no slope")
        return weighed(self.forward, case[0], list(case[1:]), part - 1)


def sent_down(answer, case, names, gives, wants):
    """The value of f(*inputs) in one case, then what its rule sends down for the upstream."""
    upstream, *inputs = case
    made = call(answer, inputs, names[1:])
    if untouched(made):
        raise not_attempted()
    if not (isinstance(made, tuple) and len(made) == 2 and callable(made[1])):
        raise Verdict("no-rule")
    require_function(made[1], names[:1])
    downstream = call(made[1], [upstream], names[:1])
    downstreams = downstream if isinstance(downstream, tuple) else (downstream,)
    if len(downstreams) != len(inputs) and not untouched(downstreams):
        given = f"{len(downstreams)} gradient{'s' * (len(downstreams) != 1)}"
        raise Verdict("rule-gives", given=given, wanted=len(inputs))
    return parts_of((made[0], *downstreams), gives, wants)
