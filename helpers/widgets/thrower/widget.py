"""The thrower as an exhibit: all of its training is computed once, and scrubbed in the browser."""

from __future__ import annotations

from ..base.controls import Choice
from ..base.exhibit import Exhibit
from ..base.parsing import true_or_false
from .drawing import draw_training
from .training import Moment, train

INFORMED, ONES = "with grad_ys", "without: ones"


class Thrower(Exhibit):
    """A thrower in training: from the first throw, the same for every target, to one that hits all four.

    The simulator only runs; nudging each throw measures what it would send, and `grad_ys` takes that on to
    the weights. With ``grad_ys=False`` ones are sent in its place, and there is nothing to choose. Raises
    `InputError` unless it is True or False.

    >>> thrower = Thrower()
    >>> print(*thrower.transcript, sep="\\n")
    Untrained: the same throw for every target. All land at 7.32 m.
    After 10 steps the worst miss is 1.36 m.
    After 30 steps the worst miss is 0.35 m.
    After 300 steps the worst miss is 0.00 m. All four land to the centimetre.
    >>> print(Thrower(grad_ys=False).transcript[-1])
    After 300 steps the worst miss is 9.22 m.
    """

    def __init__(self, grad_ys=True, **traits):
        if true_or_false("grad_ys", grad_ys):
            super().__init__(Choice("sent", INFORMED, "train", (INFORMED, ONES), in_sight=True), **traits)
            self.keep_takes("sent")
        else:
            super().__init__(**traits)

    @property
    def moments(self) -> tuple[Moment, ...]:
        """The training as it is shown: its throws at every stop."""
        return train(self.values.get("sent") == INFORMED)

    def draw(self, sent=None):
        informed = sent == INFORMED
        return draw_training(train(informed), train(not informed) if sent else (), informed, self.narrow)
