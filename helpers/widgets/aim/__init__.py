"""The machine as an exhibit: pull what is sent for each throw, and play what comes of it."""

from __future__ import annotations

import functools

import numpy as np

from helpers.drawing import svg

from ..base.controls import Button, Choice, Number
from ..base.exhibit import Exhibit
from ..base.parsing import true_or_false
from .drawing import FIRST_FLAG, GRID, LAST_FLAG, MAT, MOST, WHAT, WIDE, draw_aim, given, metres
from .throwing import AGAIN, FIRST, HOME, STEPS, Run, standing, train
from .throwing import throw as throw  # for whoever throws without the exhibit

ONES, OWN, MEASURED = "ones", "your own", "measured"
FLAGS = [f"flag_{k + 1}" for k in range(len(HOME))]
SENT = [f"{what}_{k + 1}" for k in range(len(HOME)) for what in WHAT]
MOVED = 1.0  # metres
GOALS = (
    "Nobody knows what to send, so all get ones. Leave them at 1, and press Play: what happens?",
    (
        "Start again. Pull the knobs until each dashed ring lies on the bar at its flag, speeds first; "
        "then Play."
    ),
)
GOALS_MEASURED = (
    "Choose “measured”, and press Play. Which throw takes longest to learn, and how many steps?",
    "Now pull any flag at least a metre away. Is it hit there too, at once or after some steps?",
)


class Aim(Exhibit):
    """A machine that throws at four flags, and what is sent to its speeds and angles as `grad_ys`.

    The simulator only runs. What is sent in its place is ones, or your own: every number is an arrow that can
    be pulled, at any step of the run. With ``measured=True`` it can also be twice the miss times the slopes,
    which are measured by nudging every throw. Raises `InputError` unless that is True or False.

    >>> aim = Aim()
    >>> aim.step = 30
    >>> aim.found
    ['Ones push all the same way, hit or miss: the worst miss has gone from 3.32 m to 7.46 m.']
    """

    def __init__(self, measured=False, **traits):
        self._may_measure = true_or_false("measured", measured)
        self._clear()
        choice = Choice("sends", ONES, label="Send", options=(ONES, OWN, MEASURED), in_sight=True)
        super().__init__(
            *(Number(name, 1.0, low=-MOST, high=MOST, step=0.5, in_picture=True) for name in SENT),
            *(
                Number(name, at, low=FIRST_FLAG, high=LAST_FLAG, step=GRID, limit=99, in_picture=True)
                for name, at in zip(FLAGS, HOME, strict=True)
            ),
            choice if self._may_measure else Choice("sends", ONES, options=(ONES, OWN), in_picture=True),
            Button("again", "Start again"),
            goals=list(GOALS_MEASURED if self._may_measure else GOALS),
            **traits,
        )
        self.observe(lambda _: self._follow(), names="step")
        self.observe(lambda _: self.redraw(), names="held")

    def _clear(self):
        """As it is at first: `past` is what was sent before the present step, `sends` what will be."""
        ones = self._may_measure or not self.found
        self._start, self._past, self._sends = FIRST, [], np.full((len(HOME), len(WHAT)), float(ones))
        self._steps = STEPS

    def draw(self, sends, **values):
        flags = tuple(values[name] for name in FLAGS)
        sends_now = None if sends == MEASURED else self._sends
        if self.held and not self.step and sends == MEASURED:  # a flag: its run is seen once it is let go
            self._run = standing(train(self._start, flags, [], None, 0), self._steps)
        else:
            self._run = train(self._start, flags, self._past, sends_now, self._steps)
        if (
            sends == OWN
            and not self._may_measure
            and (hits := np.flatnonzero(self._run.worst[1:] <= MAT)).size
        ):
            self._run = Run(*(each[: hits[0] + 2] for each in self._run))  # sent on, they would fly past
        known = self._may_measure or self.found
        ones, wide = with_ones(flags) if known else None, self.across(WIDE.width)
        return draw_aim(self._run, flags, sends, ones, wide, self._steps)

    def adjust(self, name, values):
        if name == "again":
            sends, now = values["sends"], self._sends
            if not self._may_measure:
                sends = OWN if self.found else ONES  # the first goal is theirs
            self._clear()
            self.step, self._sends = 0, now if sends == values["sends"] == OWN else self._sends
            return self._shown() | dict(zip(FLAGS, HOME, strict=True)) | {"sends": sends}
        now = self._now
        if name in FLAGS:
            if not now:
                return {}
            if self._may_measure:  # a new run, with what it has learnt
                self._start, self._steps = self._run.w[now], AGAIN
            self._past, self.step = [], 0
            return self._shown()
        if name == "sends":
            sent = self._run.sent[now]
            self._clear()
            self.step, self._sends = 0, sent if values["sends"] == OWN else self._sends
            return self._shown()
        self._past = [*self._run.sent[:now]]
        self._sends = self._run.sent[now].copy()
        self._sends[divmod(SENT.index(name), len(WHAT))] = values[name]
        return {"sends": OWN}

    @property
    def _now(self):
        return min(self.step, len(self._run.w) - 1)

    def _shown(self):
        """What the arrows hold for what is sent."""
        return dict(zip(SENT, np.round(self._sends, 1).ravel().tolist(), strict=True))

    def _follow(self):
        """At another step the arrows hold what is sent there."""
        sent = np.round(self._run.sent[self._now], 1).ravel().tolist()
        with self._alone():
            written = {name: self._controls[name].write(v) for name, v in zip(SENT, sent, strict=True)}
            self.inputs = self.inputs | written
        self.seek()

    def reaches(self, goal, sends, **values):
        run, now = self._run, self._now
        if not self._may_measure and goal == 0:
            if now < STEPS or not (run.sent == 1).all():
                return ""
            worst = f"from {metres(run.worst[0])} m to {metres(run.worst[now])} m"
            return f"Ones push all the same way, hit or miss: the worst miss has gone {worst}."
        hits = np.flatnonzero(run.worst[: now + 1] <= MAT)
        if not hits.size:
            return ""
        first = int(hits[0])
        after = f"after {first} step{'s' * (first != 1)}"
        if not self._may_measure:
            others = metres(with_ones(tuple(values[name] for name in FLAGS))[first])
            return f"All four hit {after}: only what is sent differs. Ones were {others} m off by then."
        if goal == 0:
            sizes = [given(np.abs(run.sent[k]).max()) for k in (0, first)]
            went = f"the largest number sent has gone from {sizes[0]} to {sizes[1]}"
            flags = np.array([values[name] for name in FLAGS])
            late = flags[np.abs(run.missed[first - 1]) > MAT]
            last = f"{' and '.join(map(svg.number, late))} m last"
            return f"All four hit {after}, {last}: {went}." if sends == MEASURED and first else ""
        away = [abs(values[name] - home) for name, home in zip(FLAGS, HOME, strict=True)]
        k = int(np.argmax(away))
        if away[k] < MOVED - 1e-6:
            return ""
        how = after if first else "at once: the machine aims from where a flag stands"
        if np.count_nonzero(away) > 1:
            return f"All four hit {how}."
        return f"The flag moved to {svg.number(values[FLAGS[k]])} m is hit {how}."


@functools.lru_cache(maxsize=64)
def with_ones(flags):
    """The worst misses of a run from the start with ones."""
    return train(FIRST, flags, [], np.ones((len(HOME), len(WHAT)))).worst
