"""The stretched chain as an exhibit: pull its input, bring its tip into sight; then pull all, to a flag."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

import numpy as np

from helpers.drawing import svg

from ..base.controls import Button, Choice, Number
from ..base.errors import InputError
from ..base.exhibit import Exhibit
from ..base.parsing import guessed_size, real_numbers, single_number
from .chain import Chain, chain_of
from .drawing import GRID, MOST, Pulled, draw_stretch, farthest, layout, scale_of

LAYERS = 3  # have room
FAR = 60.0  # doublings of the scale
LARGEST = 1e6  # a value: beside a larger one, millionths are lost in rounding
EVERY = "every point"
GIVE = 'Give the input and then the layers by name, such as {"x": 2.0, "a": np.square, "y": np.square}.'


class Stretch(Exhibit):
    """See how far the end of a chain moves when its input moves by a millionth; then when any value does.

    `chain` names the input with its value, and then each layer with its function of one number, up to three.
    Every layer has to stretch by a positive factor. In the second goal the end is brought to `flag`, so many
    millionths on; without it, as far as one pull at each value takes it. A `guess` of how far the end moves
    per 1 of the input stands on its line if it can. What an engine says `arrives` at each value, the input
    first, is shown instead of the truth; pulls find out where it is wrong. Raises `InputError` with one
    sentence for anything else.

    >>> import numpy as np
    >>> stretch = Stretch({"x": 2.0, "a": np.square, "b": np.square, "y": np.square}, flag=1377)
    >>> stretch.set(pull_x=1, scale=-7)
    >>> stretch.found
    ['y moves 1024 per 1 of x: ×4, then ×8, then ×32.']
    """

    def __init__(
        self,
        chain: Mapping[str, float | Callable],
        /,
        *,
        flag: int | None = None,
        guess: object = None,
        arrives: Sequence[float] | None = None,
        **traits,
    ):
        self.chain = _checked(chain)
        self._guess = guessed_size(guess)
        self._said = None if arrives is None else _checked_arrives(arrives, self.chain)
        self._flag = round(sum(self.chain.arrives)) if flag is None else _checked_flag(flag)
        fewest = self.chain.fewest(self._flag, MOST)
        if fewest is None:
            raise InputError(f"No whole pulls bring the end to {self._flag}: choose another flag.", "flag")
        self._fewest, self._tried, self._seen = fewest, frozenset(), 0
        x, y = self.chain.names[0], self.chain.names[-1]
        goals = [
            f"Pull {x} by one millionth, then drag the tip of {y}’s bar left: how far does {y} move?",
            f"Set Pull to “every point”: bring {y} to the flag with as few pulls by a millionth as you can.",
        ]
        if self._said:
            goals = [f"One pull at each point brings {y} to the flag. At which is the engine wrong?"]
        super().__init__(*self._made(EVERY if self._said else f"{x} alone"), goals=goals, **traits)

    def _made(self, points):
        """The controls: one for every value that can be pulled, at rest."""
        alone = f"{self.chain.names[0]} alone"
        yield from (
            Number(f"pull_{name}", 0, low=0, high=MOST, step=1, whole=True, limit=MOST, in_picture=True)
            for name in self.chain.names
        )
        yield Number("scale", 0.0, low=-FAR, high=0, step=GRID, limit=FAR, in_picture=True)
        if not self._said:
            yield Choice("points", points, label="Pull", options=(alone, EVERY), in_sight=True)
        yield Button("again", "Start again")
        if points == alone:
            yield Button("out", "Zoom out")

    def _now(self, scale, points=EVERY, **pulls):
        """What is drawn for these values."""
        pulled = tuple(max(0, pulls[f"pull_{name}"]) for name in self.chain.names)
        flag = self._flag if points == EVERY else None
        fewest = None if self._said else self._fewest
        return Pulled(
            self.chain,
            pulled,
            min(scale, 0.0),
            flag,
            self._tried,
            self._guess,
            self._said,
            self._seen,
            fewest,
        )

    def draw(self, **values):
        return draw_stretch(self._now(**values), self.narrow)

    def adjust(self, name, values):
        if name == "points":
            self._tried, self.step = frozenset(), 0
            self.set_controls(*self._made(values["points"]))
        if name == "again":
            self._tried, self.step = frozenset(), 0
            return {f"pull_{each}": 0 for each in self.chain.names} | {"scale": 0.0}
        if name == "out":
            end = self.chain.moves(self._now(**values).pulls)[-1]
            low = farthest(end, layout(self.narrow))
            values = values | {"scale": min(values["scale"], max(math.ceil(values["scale"]) - 1.0, low))}
            self._look(values)
            return {"scale": values["scale"]}
        if name.startswith("pull_") and values[name] > 0:
            self._tried |= {name.removeprefix("pull_")}
        if name != "points":
            self._look(values)
        return {}

    def _look(self, values):
        """Remember how many layers' factors have been seen: those stay."""
        now = self._now(**values)
        moves = self.chain.moves(now.pulls)
        if now.flag is None and now.pulls[0]:
            inside = [scale_of(now, layout(self.narrow)).inside(move) for move in moves[1:]]
            self._seen = max(self._seen, [*inside, False].index(False))

    def reaches(self, goal, **values):
        now, names = self._now(**values), self.chain.names
        moves = self.chain.moves(now.pulls)
        if self._said:
            return self._judged(now) if round(moves[-1]) == now.flag else ""
        if (goal == 0) != (now.flag is None) or not any(now.pulls):
            return ""
        if goal == 0:
            if not scale_of(now, layout(self.narrow)).inside(moves[-1]):
                return ""
            per = svg.number(moves[-1] / now.pulls[0])
            factors = [f"×{svg.number(on / here)}" for here, on in pairwise(moves)]
            return f"{names[-1]} moves {per} per 1 of {names[0]}: {', then '.join(factors)}."
        if round(moves[-1]) != self._flag or sum(now.pulls) > self._fewest:
            return ""
        paid = " + ".join(
            f"{pull} × {svg.number(per)}"
            for pull, per in zip(now.pulls, self.chain.arrives, strict=True)
            if pull
        )
        return f"{paid} = {self._flag}: {self._fewest} pulls, the fewest there are."

    def _judged(self, now):
        """What the pulls say of the engine, once every value was pulled."""
        if now.tried != set(self.chain.names):
            return ""
        if not now.wrong:
            return "Nowhere: at every point a pull moves the end as the engine says."
        where = svg.listed(now.wrong)
        return f"At {where}: there a pull does not move the end as the engine says."


def _checked(chain) -> Chain:
    """The chain that a person wrote, or a sentence that says what is wrong with it."""
    if not isinstance(chain, Mapping) or len(chain) < 2 or not all(isinstance(name, str) for name in chain):
        raise InputError(GIVE)
    (name, x), *layers = chain.items()
    x = single_number(name, x)
    for layer, function in layers:
        if not callable(function):
            raise InputError(f"{layer} must be a function of one number. {GIVE}")
    if len(layers) > LAYERS:
        raise InputError(f"This chain has {len(layers)} layers: there is room for {LAYERS}.")
    made = _traced(tuple(chain), [function for _, function in layers], x)
    for layer, value, slope in zip(made.names, made.values, (1.0, *made.locals), strict=True):
        if not abs(value) <= LARGEST or not np.isfinite(slope):
            raise InputError(
                f"{layer} is not finite or too large for millionths to be seen: choose another {name}."
            )
        if not slope > 0:
            slope = svg.number(slope)
            at = f"At {name} = {svg.number(x)} the slope of {layer} is {slope}"
            raise InputError(f"{at}: here every layer must stretch by a positive factor.")
    return made


def _traced(names, layers, x):
    with np.errstate(all="ignore"):
        return chain_of(names, layers, x)


def _checked_arrives(arrives, chain):
    said = real_numbers("arrives", arrives)
    if said.shape != (len(chain.names),) or not np.isfinite(said).all():
        raise InputError(f"arrives must be {len(chain.names)} numbers, one for each value.", "arrives")
    return tuple(said.tolist())


def _checked_flag(flag):
    flag = single_number("flag", flag)
    if not flag > 0 or flag != int(flag):
        raise InputError(f"flag = {svg.number(flag)} must be a whole number of millionths above 0.", "flag")
    return int(flag)
