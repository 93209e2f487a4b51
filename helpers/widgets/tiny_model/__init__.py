"""The tiny model as an exhibit: two ends to pull, a sweep that says how, and gates that can forget."""

from __future__ import annotations

from helpers.drawing import svg

from ..base.controls import Button, Choice, Number
from ..base.errors import InputError
from ..base.exhibit import Exhibit
from ..base.parsing import single_number
from .drawing import LANDS, LAST, draw_model
from .learning import RULES, moment, stepped

NONE = "none"
MOST = 1e3  # of a number that is given: what grows from there can still be printed
NEAR = 0.12  # a pull that ends so near the target ends there
MANY = 10  # steps in one go
LOST = 1e6  # farther than this the model does not run away
GOALS = (
    "Pull one blue end, w's or b's, until the far end stands at the flag.",
    "Start again, and get there with the other end alone. Which pull is longer?",
    "Start again and sweep back. Drag the purple arrow, and take one step: can it land at the flag?",
    "A green factor, clicked, forgets what arrives. With which of the three do steps send the guess away?",
)
K_GOALS = (
    "Pull k. Where do the two steps of w agree, the purple one and that of a square which forgets?",
    "Pull k to where the square that forgets sends w the wrong way.",
)


class TinyModel(Exhibit):
    """A model of two numbers, guess = 3 w + b, that is pulled by hand and then by what a sweep says.

    The error is (guess − target)². What arrives at `w` and `b` says which way is uphill; a step of gradient
    descent goes the other way, `rate` times as far. With `forgets` the rule of "3w", of "+" or of the
    "square" sends its local factor alone, without its upstream. With `k` one more layer follows, k · error,
    and k is what is pulled. Raises `InputError` for anything else.

    >>> model = TinyModel()
    >>> model.set(w=3.0)
    >>> model.found
    ['+1 of w was enough: the far end moves three times as far as w.']
    """

    def __init__(self, w=2.0, b=1.0, target=10.0, rate=0.02, forgets=None, k=None, **traits):
        given = {"w": w, "b": b, "target": target, "rate": rate} | ({} if k is None else {"k": k})
        numbers = {name: single_number(name, value) for name, value in given.items()}
        for name, value in numbers.items():
            if not abs(value) <= MOST:
                most = svg.number(MOST)
                raise InputError(f"{name} = {svg.number(value)} is too large: stay within ±{most}.", name)
        if forgets is not None and (not isinstance(forgets, str) or forgets not in RULES):
            known = ", ".join(map(repr, RULES))
            raise InputError(f"forgets names the rule that forgets: {known}, or None.", "forgets")
        self._target = numbers.pop("target")
        self._start = numbers
        self._pulled, self._taken, self._before = {}, 0, 0.0
        steps = [Button("take", "Take the step"), Button("many", f"{MANY} steps")]
        shown = {"goals": list(GOALS)} if k is None else {"goals": list(K_GOALS), "step": LAST + 1}
        super().__init__(
            *(Number(name, value, in_picture=True) for name, value in self._start.items()),
            Choice("forgets", forgets or NONE, options=(NONE, *RULES), in_picture=True),
            *(steps if k is None else ()),
            Button("again", "Start again"),
            **{"stepping": ["Sweep back", "part"]} | shown | traits,
        )

    def draw(self, w, b, rate, forgets, k=None):
        start = self._start["w"], self._start["b"]
        rule = "" if forgets == NONE else forgets
        now = moment(w, b, self._target, rule, 1.0 if k is None else k)
        return draw_model(now, self._target, rate, rule, self._pulled, start, self.narrow, k)

    def adjust(self, name, values):
        if name in ("take", "many"):
            return self._walk(1 if name == "take" else MANY, **values)
        self._taken = 0
        if name == "again":
            return {name: value for name, value in self._start.items() if name != "rate"} | {"forgets": NONE}
        if name == "forgets":
            return {"w": self._start["w"], "b": self._start["b"]}
        return self._caught(name, values)

    def _walk(self, steps, w, b, rate, forgets):
        rule = "" if forgets == NONE else forgets
        now = moment(w, b, self._target, rule)
        after = stepped(now, rate, self._target, rule, steps)
        if not max(abs(after.w), abs(after.b)) < LOST:
            raise InputError("It is lost: every step takes it farther away. Start again.", "take")
        self._taken, self._before = self._taken + steps, now.miss
        return {"w": after.w, "b": after.b}

    def _caught(self, name, values):
        """A pull that all but reaches the target ends there."""
        miss = 3 * values["w"] + values["b"] - self._target
        if name not in ("w", "b") or not 0 < abs(miss) < NEAR:
            return {}
        return {name: values[name] - miss / (3 if name == "w" else 1)}

    def reaches(self, goal, w, b, rate, forgets, k=None):
        if k is not None:
            return self._with_k(goal, w, b, rate, k)
        at_target = abs(3 * w + b - self._target) < LANDS
        if goal < 2:
            return self._pulled_there(w, b) if at_target and not self._taken and forgets == NONE else ""
        if goal == 2:
            in_one = at_target and self._taken == 1 and abs(self._before) > LANDS and forgets == NONE
            return "One step, and it lands: w moved three times as far as b." if in_one else ""
        away = forgets == "+" and self._taken >= MANY
        return "1 leaves the +, however large the error is: the guess runs away for ever." if away else ""

    def _with_k(self, goal, w, b, rate, k):
        deaf = svg.signed(round(-rate * moment(w, b, self._target, "square").arrives["w"], 3))
        if goal == 0 and k == 1:
            return "At k = 1: there 1 arrives at the square, and to forget a 1 loses nothing."
        if goal == 1 and k < 0:
            return f"Below 0: L falls as the error grows. A square that forgets says {deaf}, whatever k is."
        return ""

    def _pulled_there(self, w, b):
        """What was found by pulling one end alone; "" if it was both, or this one before."""
        by = {"w": w - self._start["w"], "b": b - self._start["b"]}
        moved = [name for name in by if abs(by[name]) > 1e-6]
        if len(moved) != 1 or moved[0] in self._pulled:
            return ""
        (name,) = moved
        self._pulled = self._pulled | {name: by[name]}
        if len(self._pulled) == 2:
            first, second = (svg.signed(round(self._pulled[each], 3)) for each in ("w", "b"))
            return f"{first} of w or {second} of b: the far end moves three times as far as w."
        times = "three times as far as w" if name == "w" else "just as far as b"
        return f"{svg.signed(round(by[name], 3))} of {name} was enough: the far end moves {times}."
