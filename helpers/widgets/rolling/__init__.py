"""A ball on a loss, which rolls against what is sent to it: its slope, another one, or a push as well."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from helpers import autodiff as ad
from helpers.drawing import plots, svg
from helpers.drawing.held import handle, knob
from helpers.drawing.svg.film import Reel

from ..base.controls import Choice, Number
from ..base.errors import InputError
from ..base.exhibit import Exhibit
from ..base.parsing import real_numbers, single_number

ARROW, SHORT, ONE = 70, 9, 60  # pixels: the longest arrow, one that can be seen; beside a push, one for 1
HIGH, BALL = 300, 9  # of the picture, and of half the ball
MOST_STEPS = 1000
NEXT = 0.05  # the smallest bound, and from one to the next
STILL, LOW = 1e-3, 1e-9  # a step so short is rest; a loss so small is 0
OTHER = "Now pull the ball to the other side, and Play. Does it stop at the same place?"
FAR = 100  # beyond the ball, where it is asked whether its own gradient has become as strong as the push
LARGEST = "Now pull the bound up. Which is the largest that does?"
CARRIED = "What carries the ball off for ever? Pull what is added, or choose another loss, and play."


class Rolling(Exhibit):
    """Let a ball roll on a loss: w goes `rate` times against what is sent.

    `sent` names functions of w: the gradient of one of them is sent. That one is drawn; or, of two losses
    that `losses` names, the first, and dashed, on a scale of its own, the second, which is sent. `pretended`
    is drawn dashed where it is sent instead of the truth. With `push`, so much is sent besides, at every
    step: its arrow is pulled, and stands at the ball beside that of its own gradient. The goal is a loss of
    0, from both sides; with a push it is rest, and then, given several losses, to be carried off; with
    `keeps` it is a loss that is at most so large after all the steps. Then what is sent is a function of w
    and of a bound, at most `bound`, to which it clips its gradient.

    Raises `InputError` if `sent` names no functions, or the ball does not start within `limits`.

    >>> rolling = Rolling({"its slope": lambda w: (w - 1) ** 2}, 3.0, (0, 4), rate=0.3)
    >>> rolling.step = 40
    >>> rolling.found
    ['Sent its slope, w goes from 3 to 1, and the loss is 0.']
    """

    def __init__(
        self,
        sent: Mapping[str, Callable],
        start: float,
        limits: tuple[float, float],
        /,
        *,
        rate: float = 0.05,
        steps: int = 40,
        losses: Mapping[str, Callable] | None = None,
        pretended: Callable | None = None,
        keeps: float | None = None,
        bound: float | None = None,
        push: float | None = None,
        goal: str = "Choose what is sent, and let Play bring the loss to 0.",
    ):
        if not isinstance(sent, Mapping) or not sent or not all(map(callable, sent.values())):
            raise InputError("sent must name functions of one Tensor, whose gradients can be sent.")
        start, rate = single_number("start", start), single_number("rate", rate)
        if real_numbers("limits", limits, "two numbers").shape != (2,) or not limits[0] <= start <= limits[1]:
            raise InputError("Let the ball start within the limits.", "w")
        if not isinstance(steps, int) or not 1 <= steps <= MOST_STEPS:
            raise InputError(f"steps must be a whole number from 1 to {MOST_STEPS}.", "steps")
        self._losses, self._pretended = dict(losses or {}), pretended
        self._sent, self._limits, self._rate = dict(sent), limits, rate
        self._push, self._steps, self._keeps, options = push, steps, keeps, tuple(sent)
        self._bound = bound
        self._start = start  # of the run; the control w is where the ball lies
        controls = [Number("w", start, low=limits[0], high=limits[1], step=0.05, in_picture=True)]
        if push is not None:
            controls.append(Number("push", push, low=-1, high=1, step=0.05, limit=9, in_picture=True))
        if bound is not None:
            held = {"low": NEXT, "high": bound, "step": NEXT, "limit": bound, "least": NEXT}
            controls.append(Number("bound", bound, "Clip at", **held))
        if len(options) > 1:
            label = "Send" if push is None else "Your loss"
            controls.append(Choice("sends", options[0], label, options=options, in_sight=True))
        if keeps is not None:
            goal = f"Keep the {next(iter(self._losses))} below {svg.number(keeps)}, through {steps} steps."
        also = [OTHER] if push is None and keeps is None else [LARGEST] * (bound is not None)
        if push is not None and len(options) > 1:
            also = [CARRIED]
        self._stopped: dict[bool, str] = {}  # by whether it came from below: from where, and at which place
        super().__init__(*controls, goals=[goal, *also])
        self.observe(lambda _: self._follow(), names="step")

    def draw(self, w, push=0.0, sends=None, bound=None):
        sends = sends or next(iter(self._sent))
        compared = self._sent if self._push is None else [sends]
        runs = {name: self._run(name, push, bound) for name in compared}
        self._ws, self._arrives = runs[sends]
        # What it would be if nothing were clipped.
        self._whole = [self._slope(sends, w, self._bound) for w in self._ws] if bound else []
        self._lies = np.clip(np.round(self._ws, 2), *self._limits).tolist()
        # One scale for all that can be sent, so that what is clipped is seen to be shorter.
        sizes = [np.abs(arrives).max() for _, arrives in runs.values()]
        self._most = max(*sizes, *np.abs(self._whole), 0.0) or 1.0
        loss = next(iter(self._losses.values()), self._sent[sends])
        self._loss = lambda w: float(loss(ad.Tensor(float(w))).value)
        return self._drawn(push, sends)

    def _run(self, name, push, bound):
        slope = functools.partial(self._slope, name, bound=bound)
        return roll(slope, self._start, push, self._rate, self._steps)

    def _slope(self, name, w, bound=None):
        """What is sent at w, clipped to the bound if there is one."""
        return float(ad.grad(self._sent[name])(float(w), **{} if bound is None else {"bound": bound}))

    def adjust(self, name, values):
        if name == "w":
            self._start = values["w"]
        self.step = 0
        # What is typed is a stop of the slider, so that the largest is one as well.
        stop = {"bound": round(round(values["bound"] / NEXT) * NEXT, 2)} if name == "bound" else {}
        return {"w": self._start} | stop

    def _follow(self):
        """Where the ball lies at this step, there it is taken hold of."""
        with self._alone():
            lies = self._controls["w"].write(self._lies[min(self.step, len(self._lies) - 1)])
            self.inputs = self.inputs | {"w": lies}
        self.seek()

    def _drawn(self, push, sends):
        """The loss as a curve, the ball at every step, and above it the arrow of what it gets."""
        wide, reel, (low, high) = self.across(720), Reel(), self._limits
        xs = np.linspace(low, high, 401)
        ys = np.array([*map(self._loss, xs)])
        # At the edges there is room for the arrow of what is added.
        left, right = (54, 30) if self._push is None or wide < 400 else (BALL + ONE + 8,) * 2
        top = 34 if self._push is None and not self._losses else 46  # below what is written there
        area = left, top, wide - left - right, HIGH - 44 - top
        axes = plots.Axes(*area, (low, high), (min(ys.min(), 0), ys.max() or 1.0))
        first, *others = self._losses or [""]
        parts = [*_curve(axes, xs, ys, first)]
        for name in others:
            parts += _beside(axes, xs, self._losses[name], name, self._ws, reel)
        if self._pretended and sends != next(iter(self._sent)):
            slope = "curve's slope in the middle of the ball's stair" if axes.width > 400 else "slope"
            ys = np.array([*map(self._pretended, xs)])
            parts.append(_dashed(axes, xs, ys, f"sent: the dashed {slope}"))
        ends = (
            (12, wide - 12) if self._push is None else (axes.x(low), axes.x(high))
        )  # beside these, its arrows
        at = [float(np.clip(axes.x(each), *ends)) for each in self._ws]  # carried off: at the edge
        off = ["" if low <= w <= high else f"w = {svg.number(round(w, 1))}" for w in self._ws]
        # Carried off, it lies at the curve's end, and below the words at the top.
        ws = np.array(self._ws)
        curve = [axes.y(self._loss(w)) - BALL for w in ws.clip(low, high)]
        level = np.maximum(curve, np.select([ws < low, ws > high], [78, 55], 24)).tolist()
        own, per = np.array(self._arrives) - push, ARROW / self._most
        if self._push is None:
            whole = [(np.array(self._whole), svg.LINE)] * bool(self._whole)  # behind what is left of it
            for sent, color in (*whole, (own, svg.GRADIENT)):
                long = np.where(abs(sent) < STILL, 0, np.sign(sent) * np.maximum(abs(per * sent), SHORT))
                parts.append(_arrows(reel, at, level, long, color))
        else:
            parts += _with_push(axes, xs, ys, push)
            for sent, color, lower in (own, svg.GRADIENT, -5), (0 * own + push, svg.ACCENT, 5):
                long = np.clip(ONE * sent, -wide, wide)
                parts.append(_arrows(reel, at, [y + lower for y in level], long, color))
            parts += self._pushed(push, axes)
        body = reel.part("circle", cx=at, cy=level, r=BALL, fill=svg.ACCENT, stroke=svg.CARD)
        words = [svg.number(round(each, 2) + 0.0) for each in own.tolist()]
        look = {"font_size": 14, "font_weight": 600, "fill": svg.GRADIENT, "text_anchor": "middle"}
        over = [float(np.clip(x, 24, wide - 24)) for x in at]
        parts.append(reel.part("text", words, x=over, y=[y - 15 for y in level], **look | svg.halo()))
        if any(off):
            x, anchor, to = (4, "start", "← {}") if at[-1] < wide / 2 else (wide - 4, "end", "{} →")
            words = [to.format(each) if each else "" for each in off]
            parts.append(
                reel.part("text", words, x=x, y=HIGH - 8, font_size=14, fill=svg.ACCENT, text_anchor=anchor)
            )
        per = axes.width / (high - low)
        parts.append(handle(body, "w", "The ball, w", low, high, 0.05, per, at=self._lies))
        said = [self._said(step, push, sends) for step in range(len(self._ws))]
        title = "A ball that rolls against what is sent to it"
        film = reel.film([str(step) for step in range(len(said))], said, alone=400, brief=60, room=90)
        return svg.picture(svg.canvas(wide, HIGH, *parts), title, [said[0], said[-1]], film=film)

    def _pushed(self, push, axes):
        """The push, which is the same at every place."""
        middle, y = axes.left + axes.width / 2, 20
        tip = middle - ONE * push
        words = "added, at every step" if middle > 240 else "added"
        yield svg.text(words, middle - 90, y + 5, text_anchor="end", font_size=14, fill=svg.MUTED)
        if middle > 240:
            yield svg.text("your gradient", middle + 90, y + 5, font_size=14, fill=svg.GRADIENT)
        if middle > 350:
            yield svg.text("steps go against both", middle + 204, y + 5, font_size=13, fill=svg.MUTED)
        yield svg.line(middle, y, tip, y, svg.ACCENT, 3)
        look = {"text_anchor": "middle", "font_size": 14, "fill": svg.ACCENT, "font_weight": 600}
        step = (", its step ←", "", ", its step →")[int(1 - np.sign(push))] * (middle > 240)
        body = knob(tip, y) + svg.text(f"gradient {svg.number(push)}{step}", tip, y + 26, **look)
        yield handle(body, "push", "The added gradient", -1, 1, 0.05, -ONE)

    def _said(self, step, push, sends):
        w, arrives = self._ws[step], self._arrives[step]
        loss = svg.number(round(self._loss(w), 4))
        besides = f", and {svg.number(push)} is added" if self._push is not None else ""
        own = svg.number(round(arrives - push, 4))
        drawn, *others = self._losses or ["loss"]
        whole = svg.number(round(self._whole[step], 4)) if self._whole else own
        arrives = f"From the {others[0]} {whole} arrives" if others else f"{whole} arrives"
        arrives += f", clipped to {own}" * (whole != own)
        if self._push is None and step == self._steps and not np.any(self._arrives):
            arrives = f"{arrives} on every step, so the ball stays at {svg.number(round(w, 3))}"
        missed = ""
        if self._keeps is not None and step == self._steps and self._loss(w) > self._keeps:
            began = svg.number(round(self._loss(self._ws[0]), 4))
            missed = f": it began at {began}, and {svg.number(self._keeps)} is the most"
        return f"Step {step}: w is {svg.number(round(w, 3))}, the {drawn} {loss}{missed}. {arrives}{besides}."

    def reaches(self, goal, w, push=0.0, sends=None, bound=None):
        now = min(self.step, len(self._ws) - 1)
        if not now:
            return ""
        at, own = self._ws[now], self._arrives[now] - push
        if self._push is not None:
            if goal and ((off := self._carried(now, push, sends)) or len(self.found) < len(self.goals)):
                return off
            if not push or abs(self._arrives[now]) > STILL:
                return ""
            rests = f"With {svg.number(push)} added, the ball rests at {svg.number(round(at, 3))}"
            return f"{rests}: there your gradient, {svg.number(round(own, 3))}, cancels it."
        if self._keeps is not None:
            sends = sends or next(iter(self._sent))
            if now < self._steps or self._loss(at) > self._keeps:
                return ""
            ends = f"w goes from {svg.number(self._start)} to {svg.number(round(at, 2))} in {now} steps"
            was, now_is = self._loss(self._start), self._loss(at)
            if not goal:
                return f"Clipped at {svg.number(bound)}, {ends}; the loss was {was:.2f} and is {now_is:.2f}."
            if self._loss(self._run(sends, push, bound + NEXT)[0][-1]) <= self._keeps:
                return ""
            far = svg.number(round(now * self._rate * bound, 3))
            each = f"{now} steps of at most {svg.number(self._rate)} · {svg.number(bound)} go {far}"
            largest = f"In steps of {NEXT}, {svg.number(bound)} is the largest"
            return f"{largest}: {each} at most, whatever arrives."
        if self._loss(at) > LOW or at == self._start:
            return ""
        start, end = svg.number(self._start), svg.number(round(at, 2))
        self._stopped[at > self._start] = f"rom {start} it stops at {end}"
        if not goal:
            sent = sends or next(iter(self._sent))
            return f"Sent {sent}, w goes from {start} to {end}, and the loss is 0."
        if len(self._stopped) < 2:
            return ""
        return f"F{', f'.join(self._stopped.values())}: {svg.number(round(own, 3) + 0.0)} is sent there."

    def _carried(self, now, push, sends):
        """What is found of a ball that its own gradient, however far it rolls on, will never stop."""
        way = np.sign(self._arrives[-1])
        slope = self._slope(sends, self._ws[-1] - FAR * way)
        if now < self._steps or abs(self._arrives[-1]) < STILL or way * (slope + push) < STILL:
            return ""
        if not np.subtract(self._arrives, push).any():
            return f"With {sends}, your gradient is 0: nothing holds against the added {svg.number(push)}."
        comes = f"far out your gradient comes to {svg.number(round(slope, 3) + 0.0)}"
        return f"With {sends}, {comes}, and the added {svg.number(push)} is stronger."


def _beside(axes, xs, other, name, ws, reel):
    """The loss whose slope is sent, with a scale at the right, and on it a ring for the ball."""
    ys = np.array([float(other(x)) for x in xs])
    axes = axes._replace(ys=(0.0, ys.max()))
    scale = ", scale at the right" * (axes.width > 400)
    yield _dashed(axes, xs, ys, f"dashed{scale}: {name}")
    small = {"font_size": 13, "fill": svg.GRADIENT}
    for at in np.arange(0, ys.max(), plots.round_up(ys.max() / 4))[1:].tolist():
        yield svg.text(svg.number(at), axes.left + axes.width + 6, axes.y(at) + 5, **small)
    x, y = ([*map(place, there)] for place, there in ((axes.x, ws), (axes.y, [float(other(w)) for w in ws])))
    yield reel.part("circle", cx=x, cy=y, r=5, fill=svg.CARD, stroke=svg.GRADIENT, stroke_width=2)


def _with_push(axes, xs, ys, push):
    """The loss that sends the push as well, as high as it may stand: only its slopes count."""
    ys = ys + push * xs
    yield _dashes(axes, xs, ys - ys.min(), svg.ACCENT)
    sign = "+" if push >= 0 else "−"
    words = f"dashed: loss {sign} {svg.number(abs(push))} w, lowest at 0"
    yield svg.text(words, axes.left + 40, axes.top + 26, font_size=13, fill=svg.ACCENT, **svg.halo())


def _dashed(axes, xs, ys, says):
    """The loss whose slope is sent, with what is said of it."""
    words = {"font_size": 13, "fill": svg.GRADIENT, "text_anchor": "end"}
    label = svg.text(says, axes.left + axes.width, axes.top - 4, **words)
    return _dashes(axes, xs, ys, svg.GRADIENT) + label


def _dashes(axes, xs, ys, color):
    """A second loss, as far as it stands in the picture."""
    inside = ys <= axes.ys[1]
    points = [f"{axes.x(x):.1f} {axes.y(y):.1f}" for x, y in zip(xs[inside], ys[inside], strict=True)]
    return svg.path("M" + "L".join(points), stroke=color, stroke_width=1.6, stroke_dasharray="6 4")


def _curve(axes, xs, ys, name):
    """The loss, in pieces where it jumps, and the axes with their names."""
    jumps = np.abs(np.diff(ys)) > 0.02 * np.ptp(ys)
    points = zip(["M", *np.where(jumps, "M", "L")], xs, ys, strict=True)
    curve = "".join(f"{c}{axes.x(x):.1f} {axes.y(y):.1f}" for c, x, y in points)
    foot, right, small = axes.y(0), axes.left + axes.width, {"font_size": 13, "fill": svg.MUTED}
    ground = "".join(f"L{axes.x(x):.1f} {axes.y(y):.1f}" for x, y in zip(xs, ys, strict=True))
    yield svg.path(f"M{axes.left} {foot}{ground}V{foot}Z", fill=svg.PANEL)
    yield svg.path(curve, stroke=svg.INK, stroke_width=2.2)
    yield svg.path(f"M{axes.left} {axes.top}V{foot}H{right}", stroke=svg.LINE)
    apart = plots.round_up((axes.xs[1] - axes.xs[0]) / 6)
    for k in range(math.ceil(axes.xs[0] / apart), math.floor(axes.xs[1] / apart) + 1):
        at = round(k * apart, 3)
        yield svg.text(svg.number(at), axes.x(at), foot + 18, text_anchor="middle", **small)
    apart = plots.round_up(axes.ys[1] / 3)
    for at in np.arange(0, axes.ys[1], apart).tolist():
        yield svg.text(svg.number(round(at, 3)), axes.left - 8, axes.y(at) + 5, text_anchor="end", **small)
    yield svg.text("w", right + 14, foot + 18, font_size=15, font_style="italic", fill=svg.MUTED)
    if name:
        yield svg.text(name, 14, axes.top - 28, **small)  # above the ball's number
    else:
        yield svg.text("loss", axes.left - 8, axes.top - 4, text_anchor="end", **small)


def _arrows(reel, xs, ys, long, color):
    """At every step an arrow from the ball's rim against what is sent, two strokes at its head."""
    ways = []
    for x, y, far in zip(xs, ys, long, strict=True):
        start = x - BALL * np.sign(far)
        to, back = start - far, np.clip(-far, -7, 7)
        points = (start, y), (to, y), (to - back, y - 5), (to, y), (to - back, y + 5)
        ways.append("".join(f"{c}{a:.1f} {b:.1f}" for c, (a, b) in zip("MLLML", points, strict=True)))
    return reel.part("path", d=ways, fill="none", stroke=color, stroke_width=3)


def roll(
    slope: Callable, w: float, push: float, rate: float, steps: int
) -> tuple[Sequence[float], Sequence[float]]:
    """Where the ball is before each step, and all that arrives there, its slope and what is pushed."""
    ws, arrives = [], []
    for _ in range(steps + 1):
        gradient = slope(float(w)) + push
        ws.append(float(w))
        arrives.append(gradient)
        w = w - rate * gradient
    return ws, arrives
