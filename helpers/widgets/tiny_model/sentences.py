"""What is said of the model at every step."""

from __future__ import annotations

from collections.abc import Sequence

from helpers.drawing import svg
from helpers.drawing.svg.quantities import counted

from .learning import FACTOR, SETTLED, Moment


def plain(value: float) -> float:
    """A value as it is shown: to four decimals, so that what has all but vanished is 0."""
    return round(value, 4) + 0.0


def shown(value: float) -> str:
    """The same as text."""
    return svg.number(plain(value))


def sentences(moments: Sequence[Moment], rate: float, forgets: str) -> list[str]:
    """A sentence for every step."""
    say = {"3w": _without_direction, "+": _running_away, "square": _no_difference}.get(forgets, _learning)
    said = [say(moments, k, rate) for k in range(len(moments))]
    return said if rate else [said[0], *(_standing(moments, k) for k in range(1, len(moments)))]


def _after(k):
    return f"After {counted(k, 'step')}"


def _learning(moments, k, rate):
    now = moments[k]
    guess, error, at_w, at_b = map(shown, (now.guess, now.error, now.arrives["w"], now.arrives["b"]))
    start = f"The guess is {guess}, the error {error}." if k == 0 else ""
    if "0" == at_w == at_b:
        return (
            start + " Nothing arrives: nothing is left to improve."
            if k == 0
            else (f"{_after(k)} the guess is {guess} and the error {error}: nothing is left to improve.")
        )
    if k == 0:
        way = "grow" if now.arrives["w"] < 0 else "shrink"
        return f"{start} {at_w} arrives at w and {at_b} at b: both should {way}, w three times as fast."
    reach = 2 * rate * (FACTOR**2 + 1)  # how much of the miss one step takes away
    if reach < 0:
        return f"{_after(k)} the error is {error}: a rate below 0 makes every step go uphill."
    if reach > 2 + 1e-9:
        return f"{_after(k)} the error is {error}: every step overshoots, farther than it came."
    if reach > 2 - 1e-9:
        return f"{_after(k)} the error is {error}: every step lands as far off on the other side."
    return f"{_after(k)} the guess is {guess} and the error {error}."


def _forgetting(now, forgets):
    """What a rule that forgets sends at the start: its local, where upstream times local is right."""
    came = now.arrives[{"3w": "product", "+": "guess", "square": "error"}[forgets]]
    to, local = {"3w": ("w", FACTOR), "+": ("3w and to b", 1.0), "square": ("the guess", now.local)}[forgets]
    right = shown(came * local)
    instead = f", and not {right}" if right != shown(local) else ""
    rule = "the square" if forgets == "square" else forgets
    sends = f"It sends {shown(local)} to {to}{instead}."
    return f"The rule of {rule} forgets the {shown(came)} that arrives. {sends}"


def _without_direction(moments, k, rate):
    if k == 0:
        return _forgetting(moments[0], "3w")
    guess, error = shown(moments[k].guess), shown(moments[k].error)
    if abs(moments[k].guess - moments[k - 1].guess) > SETTLED / 10:
        moves = f"w {_moves(FACTOR * rate)} every time"
        return f"{_after(k)} the guess is {guess} and the error {error}: {moves}."
    still = f"w still falls by {shown(FACTOR * rate)} every time and b makes up for it"
    return f"{_after(k)} {still}: guess {guess}, error {error}."


def _running_away(moments, k, rate):
    if k == 0:
        return _forgetting(moments[0], "+")
    moves, error = _moves((FACTOR**2 + 1) * rate), shown(moments[k].error)
    return f"{_after(k)} the error is {error}: the guess {moves} every time, and nothing stops it."


def _moves(fall):
    return f"{'falls' if fall > 0 else 'rises'} by {shown(abs(fall))}"


def _standing(moments, k):
    guess, error = shown(moments[k].guess), shown(moments[k].error)
    return f"{_after(k)} at a rate of 0 nothing has moved: guess {guess}, error {error}."


def _no_difference(moments, k, rate):
    if k == 0:
        return _forgetting(moments[0], "square")
    guess, error = shown(moments[k].guess), shown(moments[k].error)
    return f"{_after(k)}: guess {guess}, error {error}. No difference: what the square forgets is 1."
