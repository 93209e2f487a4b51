"""Whose server starts next when a whole class logs in at once."""

import asyncio
import contextlib


class Line:
    """Those whose servers are starting, and behind them those who wait, in the order in which they came.

    A start needs a whole core for some seconds. All starts at once would be slower for everybody, and
    turning people away would show them an error.
    """

    LOOK = 0.2  # seconds between two looks at who is ahead

    def __init__(self, at_once):
        self.at_once = at_once
        self.people = []

    def ahead_of(self, one):
        """How many have to be done before it is the turn of this one.

        >>> line = Line(at_once=2)
        >>> line.people += ["ada", "ben", "eve", "kim"]
        >>> [line.ahead_of(one) for one in line.people]
        [0, 0, 1, 2]
        """
        return max(0, self.people.index(one) + 1 - self.at_once) if one in self.people else 0

    @contextlib.asynccontextmanager
    async def turn(self, one):
        """Wait for the turn of this one; it ends with the block, or when the one who waits gives up."""
        self.people.append(one)
        try:
            while self.ahead_of(one):
                await asyncio.sleep(self.LOOK)
            yield
        finally:
            self.people.remove(one)
