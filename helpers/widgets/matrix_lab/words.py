"""What the lab says of an entry, by the letters of its index: one sentence serves a whole table."""

from __future__ import annotations

from .algebra import Indices, products

OTHER = {"A": "B", "B": "A"}


def sentences(of: Indices, transpose_a: bool, transpose_b: bool, nudge: bool) -> dict[str, str]:
    """By name, what is said of any of its entries; "{i}" stands for the entry's index along i.

    >>> shapes = {"A": (2, 2), "B": (2, 3), "C": (2, 3), "dA": (2, 2), "dB": (2, 3), "G": (2, 3)}
    >>> print(sentences(Indices(shapes), False, False, nudge=False)["dA"])
    A[{i},{k}] moves row {i} of C by row {k} of B. Row {i} of G says what each move is worth.
    """
    speak = _Speech(of, transpose_a, transpose_b)
    said = {name: speak.of_gradient(name, nudge) for name in ("dA", "dB")}
    said |= {name: speak.of_factor(name) for name in ("A", "B")}
    return said | {"C": speak.of_product(), "G": speak.of_upstream()}


class _Speech:
    def __init__(self, of: Indices, transpose_a: bool, transpose_b: bool):
        self.of = of
        self.factors = dict(zip("AB", products(transpose_a, transpose_b)["C"], strict=True))
        self.summed = {name: "s" in of.sizes and "s" not in of.letters[name] for name in of.letters}

    def of_product(self) -> str:
        """How an entry of C lies."""
        row, column = (self.as_drawn(name, letter) for name, letter in (("A", "i"), ("B", "j")))
        return f"{row[0].upper()}{row[1:]} runs right, {column} runs down: they meet here."

    def of_gradient(self, name: str, nudge: bool) -> str:
        """What moves with an entry of A or B, and what that is worth."""
        own = name[-1]
        across, along = ("i", "k") if own == "A" else ("j", "k")
        moved, step, worth = self.line("C", across), self.line(OTHER[own], along), self.line("G", across)
        if self.summed[own]:
            moved, worth = moved.replace("C[{s}]", "every C"), worth.replace("G[{s}]", "every G")
            step = step.replace(f"{OTHER[own]}[{{s}}]", f"its {OTHER[own]}")
        entry = f"{own}[{','.join(f'{{{x}}}' for x in self.of.letters[own])}]"
        worth = f"{worth[0].upper()}{worth[1:]} says what each move is worth"
        if nudge:
            return f"{entry} + 1 moves {moved} by {step}. {worth}: ⟨G, C⟩ moves by the sum."
        return f"{entry} moves {moved} by {step}. {worth}."

    def of_factor(self, name: str) -> str:
        """Where an entry of A or B goes."""
        across, along = ("i", "k") if name == "A" else ("j", "k")
        other, every = OTHER[name], self.summed[name]
        to_c = self.line("C", across), self.line(other, along)
        to_gradient = self.line(f"d{other}", along), self.line("G", across)
        where = [f"{self.every(a, every)}, times {self.every(b, every)}" for a, b in (to_c, to_gradient)]
        return f"It goes into {where[0]}, and into {where[1]}."

    def of_upstream(self) -> str:
        """Where an entry of G goes."""
        at = ",".join(f"{{{x}}}" for x in self.of.letters["C"])
        to_a = f"{self.line('dA', 'i')}, times {self.line('B', 'j')}"
        to_b = f"{self.line('dB', 'j')}, times {self.line('A', 'i')}"
        return f"It arrives at C[{at}], and goes into {to_a}, and into {to_b}."

    def every(self, line: str, every: bool) -> str:
        """The line, in every product of the batch."""
        return line.replace("[{s}]", " in every product") if every else line

    def line(self, name: str, letter: str) -> str:
        """A stored row or column, with the index along `letter`."""
        letters = self.of.letters[name]
        axis = ("row", "column")[letters[-2:].index(letter)]
        return f"{axis} {{{letter}}} of {name}{'[{s}]' if 's' in letters else ''}"

    def as_drawn(self, name: str, letter: str) -> str:
        """The row of op(A), or the column of op(B), and which one of the stored matrix that is."""
        stored, factor = self.line(name, letter), self.factors[name]
        if not factor.flipped:
            return stored
        axis, _, rest = stored.partition(" ")
        drawn = {"row": "column", "column": "row"}[axis]
        return f"{drawn} {rest.replace(name, str(factor))} ({axis} {{{letter}}} of {name})"
