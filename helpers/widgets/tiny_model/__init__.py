"""The tiny model as an exhibit: two ends to pull, a sweep that says how, and gates that can forget."""

from __future__ import annotations

from helpers.drawing import svg

from ..base.controls import Button, Choice, Number
from ..base.errors import InputError
from ..base.exhibit import Exhibit
from ..base.parsing import single_number
from .drawing import LANDS, LAST, RACE, draw_model, shown
from .learning import FACTOR, RULES, moment, stepped

NONE = "none"
MOST = 1e3  # of a number that is given: what grows from there can still be printed
NEAR = 0.12  # a pull that ends so near the target ends there
MANY = 20  # steps in one go
LOST = 1e6  # farther than this the model does not run away
GOALS = (
    "Pull one of the two blue ends, w's or b's, until the guess is at the flag.",
    "Start again, and get there with the other end alone. Which pull is longer?",
    "Start again. Sweep back until w has a purple arrow. Drag it, take the step: does it land at the flag?",
    f"Click a green box: its gate forgets what arrives. Try each, {MANY} steps: which drives the guess away?",
)
K_GOAL = f"Steps should make L smaller. Find a k at which {RACE} steps of the forgetful model make it larger."
SWEPT = "First the sweep, for a step needs what arrives. Now take the step."


class TinyModel(Exhibit):
    """A model of two numbers, guess = 3 w + b, that is pulled by hand and then by what a sweep says.

    The error is (guess − target)². What arrives at `w` and `b` says which way is uphill; a step of gradient
    descent goes the other way, `rate` times as far. With `forgets` the rule of "3w", of "+" or of the
    "square" sends its local alone, without its upstream. With `k` one more layer follows, L = k · error, k is
    what is pulled, and a second model, whose square forgets, takes steps beside this one. Raises `InputError`
    for anything else.

    >>> model = TinyModel()
    >>> model.set(w=3.0)
    >>> model.found
    ['+1 of w was enough: the guess moves three times as far as w.']
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
        self._pulled, self._tried, self._trail, self._only_swept = {}, set(), [], False
        steps = [Button("take", "Take the step"), Button("many", f"{MANY} steps")]
        if k is not None:
            steps = [Button("take", "One step each")]
        shown = {"goals": list(GOALS)} if k is None else {"goals": [K_GOAL], "step": LAST + 1}
        super().__init__(
            *(Number(name, value, in_picture=True) for name, value in self._start.items()),
            Choice("forgets", forgets or NONE, options=(NONE, *RULES), in_picture=True),
            *steps,
            Button("again", "Start again"),
            **{"stepping": ["Sweep back", "part"]} | shown | traits,
        )

    def draw(self, w, b, rate, forgets, k=None):
        start = self._start["w"], self._start["b"]
        rule = "" if forgets == NONE else forgets
        now = moment(w, b, self._target, rule, 1.0 if k is None else k)
        trails = (
            [[each.guess for each in self._trail]]
            if k is None
            else [[each.end for each in line] for line in zip(*self._trail, strict=True)]
        )
        remark = self._remark(w, b, forgets) if k is None else self._luck(k)
        return draw_model(
            now,
            self._target,
            rate,
            rule,
            self._pulled,
            start,
            self.narrow,
            k,
            trails if self._trail else (),
            remark,
            self._trail[-1][1] if self._trail and k is not None else None,
            self._came if self._trail else None,
        )

    def adjust(self, name, values):
        self._only_swept = name in ("take", "many") and self.step < LAST and not self.on_a_wall
        if self._only_swept:
            self.step = LAST
            return {}
        if name in ("take", "many"):
            return self._walk(1 if name == "take" else MANY, **values)
        if name == "rate":
            return {}
        stepped_on, self._trail = bool(self._trail), []
        if name == "again":
            return {name: value for name, value in self._start.items() if name != "rate"} | {"forgets": NONE}
        if name == "forgets" or (name == "k" and stepped_on):
            return {"w": self._start["w"], "b": self._start["b"]}
        return self._caught(name, values)

    def _walk(self, steps, w, b, rate, forgets, k=None):
        rule = "" if forgets == NONE else forgets
        now = moment(w, b, self._target, rule, 1.0 if k is None else k)
        trail = self._trail or [now if k is None else (now, moment(w, b, self._target, "square", k))]
        came = (trail[-1], None) if k is None else trail[-1]
        for _ in range(steps):
            trail = [*trail, self._next(trail[-1], rate, rule, k)]
        after = trail[-1] if k is None else trail[-1][0]
        if not max(abs(after.w), abs(after.b)) < LOST:
            raise InputError("It is lost: every step takes it farther away. Start again.", "take")
        self._trail, self._came = trail, came
        if len(trail) > MANY:
            self._tried |= {forgets}
        return {"w": round(after.w, 9), "b": round(after.b, 9)}  # no 1e-16 where 0 is meant

    def _next(self, here, rate, rule, k):
        """One step on; with k also that of the model whose square forgets."""
        if k is None:
            return stepped(here, rate, self._target, rule)
        return tuple(
            stepped(at, rate, self._target, which, k=k)
            for at, which in zip(here, (rule, "square"), strict=True)
        )

    def _caught(self, name, values):
        """A pull that all but reaches the target ends there."""
        miss = 3 * values["w"] + values["b"] - self._target
        if name not in ("w", "b") or not 0 < abs(miss) < NEAR:
            return {}
        return {name: values[name] - miss / (3 if name == "w" else 1)}

    def reaches(self, goal, w, b, rate, forgets, k=None):
        if k is not None:
            return self._with_k(k)
        at_target = abs(3 * w + b - self._target) < LANDS
        if goal < 2:
            return self._pulled_there(w, b) if at_target and not self._trail and forgets == NONE else ""
        if goal == 2:
            far = len(self._trail) == 2 and abs(self._trail[0].miss) > LANDS
            in_one = at_target and far and forgets == NONE
            return "One step, and it lands: w moved three times as far as b." if in_one else ""
        if not self._tried >= set(RULES):
            return ""
        rest = shown(self._target - FACTOR**2 / 2)
        why = f"×3 comes to rest at {rest}; the square loses nothing."
        return f"The +: it sends 1, however large the error. {why}"

    def _remark(self, w, b, forgets):
        """What is to be said of what was just done, as long as a goal is open."""
        goal = len(self.found)
        if self._only_swept:
            return self.to_do(SWEPT)
        if goal < 2 and abs(3 * w + b - self._target) < LANDS and not self._trail:
            moved = self._moved(w, b)
            if len(moved) == 2:
                return self.to_do("You pulled both. Start again: one end alone.")
            if goal and moved == [*self._pulled]:
                return self.to_do(f"That was {moved[0]} again. Start again, and pull the other end.")
        if goal == 2 and len(self._trail) == 2 and abs(self._trail[1].miss) >= LANDS and forgets == NONE:
            begin, end = self._trail
            arrow = "longer" if begin.miss * end.miss > 0 else "shorter"
            return self.to_do(f"{shown(end.guess)}: not yet. Start again, with a {arrow} arrow.")
        if goal == 3 and len(self._trail) > MANY and forgets in RULES:
            says = {
                "3w": "Away, but each time by less.",
                "+": "Away, at every step by the same.",
                "square": "As if nothing were forgotten. Why?",
            }[forgets]
            left = len(set(RULES) - self._tried)
            return f"{says} Now the other {'two gates' if left == 2 else 'gate'}." if left else says
        return ""

    def _luck(self, k):
        """Where the model that forgets comes closer: why."""
        if not 0 < k < 1 or len(self._trail) <= RACE or self._trail[-1][1].end >= self._trail[-1][0].end:
            return ""
        return f"Closer, by luck: its first step was {shown(1 / k)} times as long."

    def _with_k(self, k):
        if len(self._trail) > RACE:
            (begin, _), (right, deaf) = self._trail[0], self._trail[-1]
            if right.end < begin.end < deaf.end:
                before, up, down = map(shown, (begin.end, deaf.end, right.end))
                return (
                    f"At k = {shown(k)} the right steps took L from {before} down to {down}, away from "
                    "error 0. The square that forgets never hears of k: its steps went towards error 0, "
                    f"and took L up to {up}."
                )
        return ""

    def _moved(self, w, b):
        """Which ends stand elsewhere than at the start."""
        return [name for name, at in (("w", w), ("b", b)) if abs(at - self._start[name]) > 1e-6]

    def _pulled_there(self, w, b):
        """What was found by pulling one end alone; "" if it was both, or this one before."""
        moved = self._moved(w, b)
        if len(moved) != 1 or moved[0] in self._pulled:
            return ""
        (name,) = moved
        by = {"w": w, "b": b}[name] - self._start[name]
        self._pulled = self._pulled | {name: by}
        if len(self._pulled) == 2:
            first, second = (svg.signed(round(self._pulled[each], 3)) for each in ("w", "b"))
            return f"{first} of w or {second} of b: the guess moves three times as far as w."
        times = "three times as far as w" if name == "w" else "just as far as b"
        return f"{svg.signed(round(by, 3))} of {name} was enough: the guess moves {times}."
