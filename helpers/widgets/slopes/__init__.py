"""The hidden slopes as an exhibit: weights to pull, sweeps that cost 1, and lines to be claimed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from helpers import autodiff as ad
from helpers.drawing import svg

from ..base.controls import Button, Choice, Number
from ..base.errors import InputError
from ..base.exhibit import Exhibit
from ..base.parsing import guessed_size, real_numbers
from ..names import checked_names
from .drawing import GRID, LABELS, MOST, Told, draw_slopes
from .hunt import NOTHING, Hunt

NONE = "none"
LARGEST = 3  # inputs, and outputs: more would be cramped
KEPT = 12  # sweeps
COUNTED = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


class Slopes(Exhibit):
    """The slopes of a function at a point, hidden in a box: every sweep costs 1 and brings a mixture.

    `f` takes one vector of at most three numbers, `x`, to another. With `by` "rows" an upstream mixes the
    rows of its Jacobian, u @ J; with "columns" a tangent mixes the columns, J @ t. What arrived is put into
    the line it belongs to. Once the box is open, what arrives is to be brought to the `flags`, one for each
    number that arrives, or None for none. With `afterwards` it is open from the start, and below what arrives
    stands what comes of adding up the rows first and multiplying by the weights then: with "agree" the two
    are to be made one, with "flags" the second is to be brought to the flags. `labels` are those of the
    upstream, of these two, and perhaps of the added rows, `names` those of x and y, as in
    ``{"x": ["width"], "y": ["area"]}``; a `guess` of how many numbers arrive stands beside the sweeps. Raises
    `InputError` for anything else.

    >>> slopes = Slopes(lambda x: np.stack([x[0] * x[1], x[0] + x[1]]), [3.0, 4.0])
    >>> slopes.set(weight_1=0.0, pick="sweep")
    >>> slopes.set(pick="line 0")
    >>> slopes.hunt.known, slopes.hunt.total
    (frozenset({0}), array([4., 3.]))
    """

    def __init__(
        self,
        f: Callable,
        x: Sequence[float],
        *,
        by: str = "rows",
        flags: Sequence[float | None] | None = None,
        afterwards: str | None = None,
        names: Mapping[str, Sequence[str]] | None = None,
        labels: Sequence[str] = LABELS,
        guess: object = None,
        **traits,
    ):
        if by not in ("rows", "columns"):
            raise InputError(f"by is “{by}”: it must be “rows” or “columns”.", "by")
        x, y, jacobian = _at(f, x)
        self._by_rows = by == "rows"
        self._table = jacobian if self._by_rows else jacobian.T
        words = ("sweep", "weight", "row") if self._by_rows else ("run", "speed", "column")
        self._word, self._pulled, self._line = words
        names = checked_names(names, x.size, y.size)
        inputs = names.get("x") or svg.entry_names("x", x.shape)
        outputs = names.get("y") or svg.entry_names("y", y.shape)
        flags = _checked_flags(flags, self._table)
        if afterwards not in (None, "agree", "flags"):
            raise InputError(f"afterwards is “{afterwards}”: it must be “agree” or “flags”.", "afterwards")
        if afterwards and not (self._by_rows and x.size == y.size):
            raise InputError("Only as many weights as numbers that arrive can multiply them.", "afterwards")
        told = inputs, outputs, x.tolist(), y.tolist(), flags, _count(guess), bool(afterwards)
        self._told, self._afterwards = Told(*told, labels), afterwards
        # Where both ways are brought to flags, no single pull does it.
        self._weights = (2.0 if afterwards == "flags" else 1.0, *[1.0] * (len(self._table) - 1))
        self.hunt, self._says, self._done = self._new(), "", ("", 0, 0)
        goals = dict(self._goals())
        self._meets = [*goals.values()]
        super().__init__(*self._made(), goals=[*goals], **traits)

    def _goals(self):
        """What is to be reached, each with what finds it."""
        if not self._afterwards:
            size = COUNTED[self._table.size]
            yield f"Find the {size} slopes in the box in few {self._word}s.", self._opened
        wanted = sum(flag is not None for flag in self._told.flags)
        if wanted:
            opened = "" if self._afterwards else "The box is open. "
            until = f"until what arrives stands at the flag{'s' * (wanted > 1)}"
            yield f"{opened}Pull the {self._pulled}s {until}.", self._at_the_flags
        if self._afterwards == "agree":
            of_one_length = "with weights other than 1: bars and dashed bars of equal length"
            yield f"Now make both ways agree, {of_one_length}.", self._agree
        elif self._afterwards:
            stays = "Does the solid one stay there?"
            yield f"Now bring the dashed bar to the flag. {stays}", self._dashed_at_the_flags

    def _new(self):
        hunt = Hunt(self._table, self._weights)
        return hunt.opened() if self._afterwards else hunt

    def _made(self):
        """The controls at the start."""
        for k, weight in enumerate(self._weights):
            yield Number(f"weight_{k}", weight, low=-MOST, high=MOST, step=GRID, limit=MOST, in_picture=True)
        lines = [f"line {k}" for k in range(len(self._table))]
        picks = (NONE, "sweep", *lines, *(f"sweep {n}" for n in range(KEPT)))
        yield Choice("pick", NONE, options=picks, in_picture=True)
        if not self._afterwards:  # then nothing more is asked of it
            yield Button("sweep", self._word.capitalize(), main=True)
        yield Button("again", "Start again")

    def draw(self, pick, **weights):
        hunt = self._with(weights)
        flags = () if self.on_a_wall else self._told.flags
        told = self._told._replace(says=self._says or self._asks(hunt), done=self._done, flags=flags)
        return draw_slopes(hunt, told, self._by_rows, self.narrow)

    def adjust(self, name, values):
        if name == "pick" and values["pick"] == NONE:
            return {}
        self._says, self._done = "", ("", 0, self._done[2])
        hunt = self._with(values)
        what, _, number = (values["pick"] if name == "pick" else name).partition(" ")
        if what == "again":
            self.hunt, self.found = self._new(), []
            return {f"weight_{k}": weight for k, weight in enumerate(self._weights)}
        if what.startswith("weight_"):  # what lies on the tray came from others
            self.hunt = hunt if hunt.open else hunt._replace(shown=None)
        elif what == "sweep" and not number:
            self._sweep(hunt)
        elif what == "sweep":
            return {"pick": NONE} | self._look(hunt, int(number))
        elif what == "line":
            self._claim(hunt, int(number))
        return {"pick": NONE} if name == "pick" else {}

    def _with(self, values):
        """The hunt with these weights."""
        weights = (value for key, value in values.items() if key.startswith("weight_"))
        return self.hunt._replace(weights=tuple(weights))

    def _sweep(self, hunt):
        if len(hunt.sweeps) == KEPT and hunt.weights not in hunt.sweeps and not hunt.open:
            raise InputError(f"That is {KEPT} {self._word}s, and far fewer are enough. Start again.", "sweep")
        self.hunt, self._done = hunt.swept(), ("sweep", 0, self._done[2] + 1)

    def _look(self, hunt, n):
        """A sweep again, with its weights."""
        if n >= len(hunt.sweeps):
            return {}
        self.hunt = hunt._replace(shown=n)
        return {f"weight_{k}": weight for k, weight in enumerate(hunt.sweeps[n])}

    def _claim(self, hunt, line):
        self.hunt = hunt.claimed(line)
        if self.hunt.known != hunt.known:
            self._done = ("claim", line, self._done[2] + 1)
            found = f"{self._names[line]}: {self._found(hunt, line)}. {self._left()}"
            self._says = "" if self.hunt.open else found
        else:
            self._says = self._refusal(hunt, line)

    def _found(self, hunt, line):
        """The slopes of a line, and how they follow from what was left over."""
        by = svg.number(hunt.mixed[line])
        over = "" if hunt.mixed[line] == 1 else f" / {by}" if hunt.mixed[line] > 0 else f" / ({by})"
        made = [f"{svg.number(r)}{over} = " if over else "" for r in hunt.rest]
        return svg.listed([f"{how}{svg.number(v)}" for how, v in zip(made, hunt.table[line], strict=True)])

    def _left(self):
        """A hint that an earlier sweep is enough, where one is."""
        if self.on_a_wall or not any(map(self.hunt.shows_one, range(len(self.hunt.sweeps)))):
            return "What is still shut?"
        return f"Click a listed {self._word} that holds just one missing {self._line}."

    def _refusal(self, hunt, line):
        name = self._names[line]
        if line in hunt.known:
            return f"{name} is known already."
        if hunt.mixed is None:
            return f"Nothing has arrived for these {self._pulled}s: {self._word} first."
        if not hunt.mixed[line]:
            return f"The {self._pulled} of {name} was 0: nothing of {name} is in these numbers."
        others = [self._names[k] for k in hunt.strange if k != line]
        are = "is" if len(others) == 1 else "are"
        if hunt.differs_in(line):
            taken = f"Here only known {self._line}s can be subtracted."
            return f"Subtracting two {self._word}s would leave {name}. {taken}"
        return f"Not {name} alone: {svg.listed(others)} {are} in these numbers too."

    @property
    def _names(self):
        return self._told.outputs if self._by_rows else self._told.inputs

    def _asks(self, hunt):
        """What is to be done next."""
        word, line = self._word, self._line
        alone = len(hunt.table[0]) == 1
        if hunt.mixed and not any(hunt.mixed):
            return f"{self._pulled.capitalize()}s of 0 ask for nothing: pull one of them."
        if hunt.open:
            left = [] if self.on_a_wall else self._meets[len(self.found) :]
            the = "Pull: the" if len(left) > 1 or (left and not left[0](hunt)) else "The"
            below = "Dashed: the rows added up, then multiplied."
            makes = below if self._afterwards else f"End to end, the {line}s make what arrives."
            return f"{the} {self._pulled} stretches its {line}. {makes}"
        if hunt.mixed is None:
            few = "one number arrives" if alone else f"{COUNTED[len(hunt.table[0])]} numbers arrive"
            s = "s" * (len(hunt.table) > 1)
            pull = f"Pull the blue point{s} to set the {self._pulled}{s}"
            return self.to_do(f"{pull}, then press {word.capitalize()}: {few}.")
        strange, arrived = hunt.strange, svg.listed([svg.number(round(v, 9) + 0.0) for v in hunt.total])
        if not strange:
            return f"Nothing new: all of this was known. Change the {self._pulled}s."
        if len(strange) < sum(map(bool, hunt.mixed)):
            click = self.to_do(f" Click that {line}.")
            return f"The grey rest comes from no {line} you know. Whose is it?{click}"
        if alone:
            return f"{arrived} arrives. Whose slope is this?" + self.to_do(f" Click its {line}.")
        click = self.to_do(f" Click their {line}.")
        if times := hunt.times_an_earlier:
            return f"{arrived} arrive: {svg.number(times)} times an earlier {word}, nothing new."
        return f"{arrived} arrive. Grey is what shut {line}s bring. Whose slopes are these?{click}"

    def reaches(self, goal, pick, **weights):
        hunt = self._with(weights)
        return self._meets[goal](hunt) if hunt.open and any(hunt.weights) else ""

    def _opened(self, hunt):
        count, least, word = len(hunt.sweeps), len(hunt.table), self._word
        s, per = "s" * (count != 1), "output" if self._by_rows else "input"
        enough = f"and no fewer {word}s would do" if count <= least else f"where {COUNTED[least]} are enough"
        found = f"All found with {count} {word}{s}, {enough}: one for each {per}."
        alone = np.diagonal(hunt.table)
        if least == 1 or not np.array_equal(np.diag(alone), hunt.table):
            return found
        return f"{found} One with ones brings {svg.listed(map(svg.number, alone))}, but no news of the zeros."

    def _at_the_flags(self, hunt):
        pairs = [(f, t) for f, t in zip(self._told.flags, hunt.total, strict=True) if f is not None]
        if any(abs(flag - total) > 1e-6 for flag, total in pairs):
            return ""
        terms = [(w, name) for w, name in zip(hunt.weights, self._names, strict=True) if w]
        mix = " ".join(f"{'−' if w < 0 else '+'} {svg.number(abs(w))} · {name}" for w, name in terms)
        mix = mix.removeprefix("+ ") if mix[0] == "+" else f"−{mix.removeprefix('− ')}"
        flags = ("The flag", "Both flags", "All flags")[len(pairs) - 1]
        return f"{flags}: {mix}. The {self._line}s, each times its {self._pulled}, added up."

    def _dashed_at_the_flags(self, hunt):
        ends = [e for e, flag in enumerate(self._told.flags) if flag is not None]
        if any(abs(self._told.flags[e] - hunt.afterwards[e]) > 1e-6 for e in ends):
            return ""
        return " ".join(self._dashed_and_solid(hunt, e) for e in ends)

    def _dashed_and_solid(self, hunt, e):
        weight, added = svg.number(hunt.weights[e]), svg.factor(float(hunt.table[:, e].sum()))
        late, total = (svg.number(round(float(each[e]), 9) + 0.0) for each in (hunt.afterwards, hunt.total))
        return (
            f"The dashed bar, {weight} × {added} = {late}, knows the weight of {self._names[e]} alone. "
            f"The solid one mixes the rows, and stands at {total}."
        )

    def _agree(self, hunt):
        if 1.0 in hunt.weights or not np.allclose(hunt.total, hunt.afterwards):
            return ""
        if len(set(hunt.weights)) == 1:
            return "Both ways agree. All weights are equal: one factor, before the sum or after."
        return "Both ways agree: for these weights it makes no difference when they multiply."


def _at(f, x):
    """The point, the value there and the Jacobian, or a sentence that says what is wrong with them."""
    if not callable(f):
        raise InputError(f"f must be a function of one vector, not {type(f).__name__}.", "f")
    x = real_numbers("x", x)
    if x.ndim != 1 or not 1 <= x.size <= LARGEST:
        raise InputError(f"x has shape {x.shape}: it must be a vector of at most {LARGEST} numbers.", "x")
    with np.errstate(all="ignore"):
        y = f(x)
        if np.ndim(y) != 1 or not 1 <= np.size(y) <= LARGEST:
            raise InputError(
                f"y has shape {np.shape(y)}: it must be a vector of at most {LARGEST} numbers.", "f"
            )
        jacobian = np.asarray(ad.jacobian(f)(x))
    if not np.isfinite(jacobian).all() or np.abs(jacobian).max(initial=0) < NOTHING:
        raise InputError("The slopes here are not finite, or all 0: choose another x.", "x")
    return x, np.asarray(y), np.where(np.abs(jacobian) < NOTHING, 0.0, jacobian)


def _checked_flags(flags, table):
    """A flag, or None, for each number that arrives."""
    if flags is None:
        return (None,) * len(table[0])
    if not isinstance(flags, (list, tuple)) or len(flags) != len(table[0]):
        raise InputError(
            f"flags must be a list of {len(table[0])}: a number or None for each that arrives.", "flags"
        )
    return tuple(None if flag is None else float(real_numbers("flags", flag)) for flag in flags)


def _count(guess):
    """How many numbers somebody guessed would arrive; None for a guess that is no such number."""
    size = guessed_size(guess)
    return int(size) if size in range(1, 10) else None
