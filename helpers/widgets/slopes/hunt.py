"""The hunt for the slopes in a shut box: what each sweep brought, and which lines of the table are known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

NOTHING = 1e-9  # what is smaller is rounding


class Hunt(NamedTuple):
    """A Jacobian as the `table` whose lines are mixed: its rows by an upstream, or its columns by a tangent.

    Line k counts `weights[k]` times. Of the `sweeps`, each the weights it was made with, the one with the
    index `shown` lies on the tray. Of `wrong` claims it is kept what they took for that line.
    """

    table: np.ndarray
    weights: tuple[float, ...]
    known: frozenset[int] = frozenset()
    sweeps: tuple[tuple[float, ...], ...] = ()
    shown: int | None = None
    wrong: Mapping[int, Sequence[float]] = {}

    def opened(self) -> Hunt:
        """With every line known."""
        return self._replace(known=frozenset(range(len(self.table))))

    @property
    def open(self) -> bool:
        """Whether every line is known; then what arrives follows the weights at once."""
        return len(self.known) == len(self.table)

    @property
    def mixed(self) -> tuple[float, ...] | None:
        """The weights of what lies on the tray; None for an empty one."""
        return self.weights if self.open else None if self.shown is None else self.sweeps[self.shown]

    @property
    def strange(self) -> list[int]:
        """The lines in the mixture that are not known."""
        mixed = self.mixed or ()
        return [k for k, weight in enumerate(mixed) if k not in self.known and abs(weight) > NOTHING]

    @property
    def total(self) -> np.ndarray:
        """What arrives: the lines, each times its weight, added up.

        >>> Hunt(np.array([[3.0, 4.0], [2.0, 2.0]]), (1.0, -1.0), known=frozenset([0, 1])).total
        array([1., 2.])
        """
        return np.array(self.mixed) @ self.table

    @property
    def afterwards(self) -> np.ndarray:
        """What multiplying the added lines by the weights gives, number by number; in place of `total`.

        >>> Hunt(np.array([[3.0, 2.0], [1.0, 4.0]]), (10.0, 1.0), known=frozenset([0, 1])).afterwards
        array([40.,  6.])
        """
        return np.array(self.mixed) * self.table.sum(axis=0)

    @property
    def rest(self) -> np.ndarray:
        """What the known lines leave over of it.

        >>> Hunt(np.array([[3.0, 4.0], [2.0, 2.0]]), (), frozenset([0]), sweeps=((1, 2),), shown=0).rest
        array([4., 4.])
        """
        strange = self.strange
        return np.array([self.mixed[k] for k in strange]) @ self.table[strange]

    @property
    def times_an_earlier(self) -> float:
        """How many times an earlier sweep that on show is; 0 if it is no multiple of any.

        >>> Hunt(np.eye(2), (), sweeps=((1, -1), (2, -2)), shown=1).times_an_earlier
        2.0
        """
        for weights in self.sweeps[: self.shown]:
            times = float(np.dot(weights, self.mixed) / (np.dot(weights, weights) or 1))
            if times and np.allclose(self.mixed, times * np.array(weights)):
                return times
        return 0

    def shows_one(self, n: int) -> bool:
        """Whether sweep n holds a single line that is not known, and so gives it away."""
        return len(self._replace(shown=n).strange) == 1

    def listed(self, most: int) -> list[int]:
        """The sweeps that are listed: that on show, and rather those that give a line than later ones."""
        count = range(len(self.sweeps))
        return sorted(sorted(count, key=lambda n: (n == self.shown, self.shows_one(n), n))[-most:])

    def swept(self) -> Hunt:
        """After a sweep with these weights; one that was made before costs nothing."""
        if self.open or self.weights in self.sweeps:
            shown = None if self.open else self.sweeps.index(self.weights)
            return self._replace(shown=shown)
        return self._replace(sweeps=(*self.sweeps, self.weights), shown=len(self.sweeps))

    def differs_in(self, line: int) -> bool:
        """Whether an earlier sweep has the same weights as that on show, but for that of `line`."""
        others = [k for k in range(len(self.table)) if k != line and k not in self.known]
        return any(
            weights[line] != self.mixed[line] and all(weights[k] == self.mixed[k] for k in others)
            for weights in self.sweeps
        )

    def is_wrong(self, line: int, e: int) -> bool:
        """Whether number e was taken wrongly for that of `line`: in a mixture one of them can be right."""
        return line in self.wrong and abs(self.wrong[line][e] - self.table[line, e]) > NOTHING

    def claimed(self, line: int) -> Hunt:
        """After it was said that what is left over is `line`: it is, if no other line is mixed in."""
        if self.strange == [line]:
            return self._replace(known=self.known | {line})
        if not self.mixed or not self.mixed[line] or line in self.known:
            return self
        return self._replace(wrong={**self.wrong, line: tuple(self.rest)})
