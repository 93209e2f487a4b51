"""C = A B as an exhibit: entries are pulled, a worth is typed, and factors are brought to G."""

from __future__ import annotations

import numpy as np

from helpers.drawing import svg

from ..base.controls import Button, Choice, Matrix, Number
from ..base.errors import InputError
from ..base.exhibit import Exhibit
from ..base.parsing import real_numbers, true_or_false, write_number
from .drawing import GRID, Entry, Now, draw_meet, sum_of, written
from .product import OTHER, SIDES, Card, Product

MAKES = {"dA": "B", "dB": "A"}  # what is made, of G and which factor
LARGEST = {"m": 3, "p": 2, "n": 3}  # of A, m × p, and B, p × n: more has no room
KEPT = 1e4  # of a number: a larger one has no room in its box


class Meet(Exhibit):
    """C = A B, of which one entry at a time is pulled: what it moves, and by G what each move is worth.

    What one more of the last row's first entry of A is worth is to be typed before it is shown. Then B, and
    after it A, is turned and brought to a side of G: rows and columns lock that have as many numbers, and
    what is made is set beside what was measured. `upstream` is G, ones if left out; a `guess` of how C moves
    when ``A[0,0]`` grows by 1 stands where it does; `opened`, it begins with the factors. Raises
    `InputError` for what has no room.

    >>> meet = Meet([[1, 2], [3, 4]], [[6, 7, 8], [9, 10, 11]], upstream=[[1, 0, 2], [0, 3, -1]])
    >>> meet.set(answer=[[13.0]])
    >>> meet.found
    ['dA[1,0] = 0 · 6 + 3 · 7 + (−1) · 8 = 13: row 1 of G meets row 0 of B.']
    """

    def __init__(self, a, b, *, upstream=None, guess=None, opened=False, **traits):
        self.product = _checked(a, b, upstream)
        last = len(self.product.A) - 1
        self._asked: Entry = ("A", last, 0)
        self._truth = float(self.product.worth("A")[last, 0])
        if not self._truth:
            raise InputError(
                f"{written(self._asked)} is 0: there is nothing to be found. Choose another upstream."
            )
        self._guess = _mark(guess, self.product.G.shape)
        self._opened = true_or_false("opened", opened)
        self._begin()
        asked = written(self._asked, "")
        goals = [
            f"What is one more unit of {asked} worth? Find it, and type it in the dashed box.",
            "Now make all of dA by one product: turn B and move it to a side of G, until the product is dA.",
            "And dB? Choose dB below, and do the same with A.",
        ]
        super().__init__(*self._made(), goals=goals[self._opened :], **traits)

    def _begin(self):
        self._known, self._sums, self._held = frozenset(), (), None
        self._open, self._before, self._done, self._tried = self._opened, None, ("", 0), False
        self._judges = False  # whether it speaks of what was typed last, and not of what is pulled

    def _entries(self):
        for name in "AB":
            yield from ((name, i, j) for i, j in np.ndindex(getattr(self.product, name).shape))

    def _made(self):
        """The controls; once the asked entry was found, also what is to be made."""
        for entry in self._entries():
            limits = {"low": 0, "high": 1, "step": GRID, "limit": 1}
            yield Number("pull_{}_{}_{}".format(*entry), 0.0, in_picture=True, **limits)
        yours = f"your {written(self._asked)}"
        typed = self._truth if self._open else np.nan
        yield Matrix("answer", np.array([[typed]]), yours, names=[yours], asked=True)
        if self._open:
            yield Number("side", 0, low=0, high=1, step=1, whole=True, limit=1, in_picture=True)
            yield Choice("stands", "B", options=("A", "Aᵀ", "B", "Bᵀ"), in_picture=True)
            yield Choice("make", "dA", label="Make", options=tuple(MAKES), in_sight=True)
        yield Button("again", "Start again")

    def _card(self, side, stands):
        return Card(self.product, stands[0], stands.endswith("ᵀ"), SIDES[max(0, min(side, 1))])

    def draw(self, answer, side=0, stands="B", make="dA", **pulls):
        held = self._held
        pull = pulls["pull_{}_{}_{}".format(*held)] if held else 0.0
        card = self._card(side, stands) if self._open else None
        typed = float(answer[0, 0])
        asked = None if self._open else self._asked
        now = Now(
            self.product, asked, held if pull else None, pull, self._known, self._sums, typed, card,
            self._before, self._guess, done=self._done,
            bench=not self.on_a_wall or (self._open and not held),
        )  # fmt: skip
        return draw_meet(now._replace(says=self._says(now)), self.narrow)

    def adjust(self, name, values):
        serial = self._done[1]
        self._done, self._before = ("", serial), None
        if name == "again":
            self._begin()
            self.set_controls(*self._made())
        elif name == "answer":
            typed = values["answer"][0, 0]
            self._judges = not np.isnan(typed)
            if np.isclose(typed, self._truth):
                self._learn(self._asked)
                if not self._open:
                    self._open = True
                    self.set_controls(*self._made())
            elif self._judges and not self._begins(typed):
                self._tried = True
            if self._open or self._held != self._asked:  # else it stays up while its box is filled in
                self._held = None
                return self._let_go(None)
        elif name == "make":  # where it does not lock: it is not placed yet
            self._held = None
            return self._let_go(None) | {"stands": MAKES[values["make"]], "side": int(values["make"] == "dB")}
        elif name in ("side", "stands"):
            self._held, self._done = None, ("card", serial + 1)
            if not self.held:  # or the hand has brought it there already
                self._before = self._card(self._good["side"], self._good["stands"])
            card = self._card(values["side"], values["stands"])
            if card.right:  # all of it is made, and agrees with a nudge of every entry
                self._known |= {entry for entry in self._entries() if entry[0] == OTHER[card.name]}
            return self._let_go(None)
        elif name.startswith("pull_"):
            return self._pulled(name, values[name], serial)
        return {}

    def _settle(self, before, now):
        errors = super()._settle(before, now)
        if errors and self._judges:  # of the number that stood there before, nothing more is said
            self._judges = False
            self._publish(self._good | {"answer": np.array([[np.nan]])})
        return errors

    def _pulled(self, name, pull, serial):
        _, factor, i, j = name.split("_")
        self._held, self._judges = (factor, int(i), int(j)), False
        if pull == 1 and (self._tried or self._open):  # what any is worth is not told before
            self._done = ("pull", serial + 1)
            self._learn(self._held, known=self._open or self._held != self._asked)
        return self._let_go(name)

    def _begins(self, typed):
        """Whether more digits may follow, which make it right."""
        return write_number(self._truth).startswith(write_number(typed))

    def _learn(self, entry, known=True):
        """Its sum is shown from now on, and if it is `known` also what the sum comes to."""
        self._known |= {entry} if known else set()
        if entry not in self._sums:
            self._sums += (entry,)

    def _let_go(self, held):
        """Whatever else was pulled falls back."""
        names = ("pull_{}_{}_{}".format(*entry) for entry in self._entries())
        return {name: 0.0 for name in names if name != held and self._good.get(name)}

    def _says(self, now):
        """What is seen, or is to be done next."""
        if now.held and not self._judges:
            return self._says_of_pull(now)
        if now.card:
            return self._says_of(now.card)
        if not np.isnan(now.typed):
            return f"Not {svg.number(now.typed)}{self._says_of_try(now)}"
        if not self._sums:
            return self.to_do("Pull a number of A up by one, all the way. What moves in C, and by what?")
        return self.to_do("Pull another number: what stays the same? Then find the one that is asked for.")

    def _says_of_try(self, now):
        """What a wrong number is, if it is something else that stands here; then what to do."""
        typed, j, times = now.typed, self._asked[2], "*" in str(self.inputs["answer"])
        is_up = now.held == self._asked and now.pull == 1
        to_see = "" if is_up else self.to_do(f" Pull {written(self._asked, '')} to see each.")
        see = "" if self._asked in self._sums else to_see
        if np.isclose(typed, (moves := self.product.B[j]).sum()) and len(moves) > 1 and not times:
            *most, last = map(svg.number, moves)
            return f". Multiply each move, {', '.join(most)} and {last}, by its number of G.{see}"
        for at in np.argwhere(np.isclose(self.product.worth("A"), typed)).tolist():
            return f", which is what one more unit of {written(('A', *at), '')} is worth."
        return f": each move of C times its number of G, and all added up.{see}"

    def _says_of_pull(self, now):
        name, i, j = now.held
        asked = now.held == self._asked
        if not self._open and (asked or not self.on_a_wall):  # what moves, and by what, is still to be seen
            up = f"{written(now.held, '')} grows by {svg.number(round(now.pull, 2))}."
            if now.pull < 1 or not asked:
                return f"{up} Which numbers of C move, and by what?"
            return f"{up} What is that worth, as G says?" + self.to_do(" Type it in the dashed box.")
        line, by = (f"Row {i}", f"row {j}") if name == "A" else (f"Column {j}", f"column {i}")
        moves = f"{line} of C moves by {by} of {OTHER[name]}"
        if now.pull < 1:
            return f"{moves}, times {svg.number(round(now.pull, 2))}."
        return f"{moves}; {line.lower()} of G says what each move is worth."

    def _says_of(self, card):
        target = OTHER[card.name]
        first, second = ("G", card.label) if card.side == "right" else (card.label, "G")
        if not card.locks:
            own, other = card.teeth
            of = f"A row of {first} has {own} number{'s' * (own > 1)}, a column of {second}"
            return f"{of} has {other}: they cannot meet."
        rows, columns = card.made.shape
        if not card.fits:
            of = " × ".join(map(str, getattr(self.product, target).shape))
            made = f"{card.formula} is {rows} × {columns}"
            return f"It locks, but {made}, and d{target} must be {of}, as {target} is."
        if not card.right:
            fits = f"{card.formula} locks and has {target}’s shape"
            return f"{fits}, but is wrong: in red, what it gives ≠ what a nudge gives."
        return "It locks, and a nudge of each entry says the same."

    def reaches(self, goal, answer, side=0, stands="B", make="dA", **pulls):
        goal += self._opened
        if goal == 0:
            _, i, j = self._asked
            if not self._open:
                return ""
            total = f"{sum_of(self.product, self._asked)} = {svg.number(self._truth)}"
            return f"{written(self._asked)} = {total}: row {i} of G meets row {j} of B."
        card = self._card(side, stands)
        if not self._open or not card.right or card.name != "BA"[goal - 1]:
            return ""
        if self._opened:
            made, teeth = f"d{OTHER[card.name]} = {card.formula}", card.teeth[0]
            if teeth == 1:
                return f"{made}: one tooth. Each number of G meets each of {card.name}."
            lines = "Rows" if goal == 1 else "Columns"
            return f"{made}: {teeth} teeth. {lines} of {card.name} meet those of G."
        turned = "rows of B become columns" if goal == 1 else "columns of A become rows"
        return f"A product lets rows meet columns: so the {turned}."


def _checked(a, b, upstream) -> Product:
    """The product that a person wrote, or a sentence that says what is wrong with it."""
    A, B = real_numbers("a", a), real_numbers("b", b)
    for name, array in (("a", A), ("b", B)):
        if array.ndim != 2:
            raise InputError(f"{name} has shape {array.shape}: it must be a matrix.", name)
    if A.shape[1] != B.shape[0]:
        raise InputError(
            f"a is {A.shape[0]} × {A.shape[1]} and b is {B.shape[0]} × {B.shape[1]}: they do not multiply.",
            "b",
        )
    sizes = dict(zip("mpn", (*A.shape, B.shape[1]), strict=True))
    if any(not 1 <= sizes[size] <= most for size, most in LARGEST.items()):
        raise InputError("There is room for an a of at most 3 × 2 numbers, and a b of at most 2 × 3.", "a")
    G = np.ones((len(A), B.shape[1])) if upstream is None else real_numbers("upstream", upstream)
    if G.shape != (len(A), B.shape[1]):
        raise InputError(f"upstream has shape {G.shape}, but a @ b has {(len(A), B.shape[1])}.", "upstream")
    if not max(np.abs(each).max() for each in (A, B, G)) <= KEPT:
        raise InputError(f"The numbers must stay within ±{svg.number(KEPT)}: larger ones have no room.", "a")
    return Product(A, B, G)


def _mark(guess, shape):
    """A guess of how C moves; None for one of another shape."""
    try:
        array = np.asarray(guess, dtype=float)
    except (TypeError, ValueError):
        return None
    return array if array.shape == shape and np.isfinite(array).all() else None
