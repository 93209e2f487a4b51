"""The model that learns as an exhibit: a choice of the rule that forgets, and a rate."""

from __future__ import annotations

from helpers.drawing import svg

from ..controls import Choice, Number
from ..errors import InputError
from ..exhibit import FoldingExhibit
from ..parsing import single_number
from .drawing import draw_model
from .learning import RULES, learn

NONE = "none"
MOST = 1e3  # of a number that is given: what grows from there can still be printed


class TinyModel(FoldingExhibit):
    """A model of two numbers learns: guess = 3 w + b, and every step takes w and b downhill.

    The error is (guess − target)². What arrives at `w` and `b` says which way is uphill; a step of gradient
    descent goes the other way, `rate` times as far. With `forgets` the rule of "3w", of "+" or of the
    "square" sends its local factor alone, without its upstream. Raises `InputError` for anything else.

    >>> model = TinyModel()
    >>> model.moments[10].guess > 9.98
    True
    >>> print(model.transcript[-1])
    After 40 steps the guess is 10 and the error 0: nothing is left to improve.
    >>> print(TinyModel(forgets="3w").transcript[-1])
    After 200 steps w still falls by 0.06 every time and b makes up for it: guess 5.5, error 20.25.
    """

    def __init__(self, w=2.0, b=1.0, target=10.0, rate=0.02, forgets=None, **traits):
        given = {"w": w, "b": b, "target": target, "rate": rate}
        numbers = {name: single_number(name, value) for name, value in given.items()}
        self._start = [numbers[name] for name in ("w", "b", "target")]
        for name, value in numbers.items():
            if not abs(value) <= MOST:
                most = svg.number(MOST)
                raise InputError(f"{name} = {svg.number(value)} is too large: stay within ±{most}.", name)
        if forgets is not None and (not isinstance(forgets, str) or forgets not in RULES):
            known = ", ".join(map(repr, RULES))
            raise InputError(f"forgets names the rule that forgets: {known}, or None.", "forgets")
        super().__init__(
            Choice(
                "forgets", forgets or NONE, "This rule forgets its upstream:", (NONE, *RULES), in_sight=True
            ),
            Number("rate", numbers["rate"], low=0.01, high=0.11, step=0.01),
            **traits,
        )
        self.keep_takes("forgets")

    @property
    def moments(self):
        """The model at its start, and after every step that is shown."""
        return self._learned(**self.values)

    def draw(self, forgets, rate):
        rule = "" if forgets == NONE else forgets
        kept = self._learned(NONE, rate) if rule else []
        return draw_model(self._learned(forgets, rate), self._start[2], rate, rule, kept, self.narrow)

    def adjust(self, name, values):
        self.step = 0  # another model starts at its start
        return {}

    def _learned(self, forgets, rate):
        w, b, target = self._start
        return learn(w, b, target, rate, "" if forgets == NONE else forgets)
