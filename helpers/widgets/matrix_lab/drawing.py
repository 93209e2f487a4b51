"""The matrix lab's picture: a pure function from the stored arrays."""

from __future__ import annotations

import math

import numpy as np

from helpers.drawing import svg

from .algebra import Answer, Entry, key_of, solve
from .plan import GAP, POINTS_AT, SAID, Plan, cover, given_table, moving, number_in, plan_for, sum_of_products

MEANING = "C weighted by its upstream. dA and dB are the slopes of this number."
HOW = "Change A, B or G: type, drag, paste, Shift+↑. Point at an entry to see what makes it."


def draw_lab(a, b, upstream, transpose_a=False, transpose_b=False, nudge=False, at=None) -> svg.Picture:
    """The lab as a picture; `at` is the index of the entry of dA that is lit while nothing is pointed at.

    >>> print(draw_lab([[1.0, 2.0]], [[3.0], [4.0]], [[10.0]]).alt)
    C = A B, dA = G Bᵀ, dB = Aᵀ G. A = [[1, 2]]; B = [[3], [4]]; C = [[11]]; upstream G = [[10]];
    dA = [[30, 40]]; dB = [[10], [20]]; ⟨G, C⟩ = 110.
    """
    answer = solve(a, b, upstream, transpose_a, transpose_b, nudge)
    shapes = tuple((name, array.shape) for name, array in answer.arrays.items())
    rest = key_of("dA", at or (0,) * answer.arrays["A"].ndim)
    page = Page(answer, plan_for(shapes, transpose_a, transpose_b, rest))
    top, bottom = ([page.headed(name) for name in names] for names in (("A", "B", "C"), ("dA", "dB", "G")))
    widths = [max(x.width, y.width) for x, y in zip(top, bottom, strict=True)]
    rows = [
        svg.row(
            *(svg.canvas(w, x.height, x.body) for w, x in zip(widths, line, strict=True)), gap=GAP, align=0
        )
        for line in (top, bottom)
    ]
    tables = svg.column(*rows, gap=28, align=0)
    block = svg.column(tables, page.foot(), gap=18, align=0)
    arrays = answer.arrays
    said = [
        f"{'upstream ' * (name == 'G')}{name} = {svg.array_text(arrays[name])}"
        for name in ("A", "B", "C", "G", "dA", "dB")
    ]
    title = ", ".join(f"{name} = {page.plan.formula(name)}" for name in page.plan.factors)
    return svg.picture(block.wrap(data_rest=rest), title, desc="; ".join([*said, f"{page.weighted_sum()}."]))


class Page:
    """The parts of the picture, which share the numbers and the sentences about them."""

    def __init__(self, answer: Answer, plan: Plan):
        self.arrays, self.moves = answer
        self.plan, self.cell = plan, plan.cell
        self.total = float(np.sum(self.arrays["G"] * self.arrays["C"]))
        # Every line meets many others: its numbers are written once.
        values = {line: line.of(self.arrays).tolist() for line in plan.lit_by}
        self.terms = {line: tuple([self.factor(value) for value in values[line]]) for line in values}
        self.largest = {line: max(map(abs, values[line])) for line in values}
        self.sentences = {entry.key: self.explain(entry) for entry in plan.entries}
        self.ends = self.where_c_goes()

    def weighted_sum(self) -> str:
        """⟨G, C⟩ and its value."""
        return f"⟨G, C⟩ = {svg.number(self.total)}"

    def headed(self, name: str) -> svg.Block:
        """A matrix under its formula and shape; the matrices of a batch stand below each other."""
        array, head = self.arrays[name], self.plan.headings[name]
        if array.ndim == 2:
            return svg.column(head, self.table(name, ()), gap=6, align=0)
        tables = [
            svg.row(svg.words(f"[{s}]", svg.SMALL, svg.MUTED), self.table(name, (s,)), gap=6)
            for s in range(len(array))
        ]
        return svg.column(head, svg.column(*tables, gap=10, align=0), gap=6, align=0)

    def table(self, name: str, batch: tuple[int, ...]) -> svg.Block:
        """The numbers of one table, and what shows over them."""
        plan, values = self.plan, self.arrays[name][batch].tolist()
        largest = float(np.max(np.abs(self.arrays[name])))
        if name in POINTS_AT:
            table = given_table(plan, name, batch, tuple(map(tuple, values)), largest)
        else:
            lines = plan.attributes[name, batch]
            cells = [[cell | self.about(cell["data_hot"]) for cell in line] for line in lines]
            table = plan.table(name, values, largest, cells)
        parts = [plan.frames[name, batch]]
        if self.moves and name in ("A", "B"):
            parts.append(plan.badges[name, batch])
        if self.moves and name == "C":
            parts.append(self.covers(batch))
        return svg.canvas(table.width, table.height, table.body, *parts)

    def about(self, key: str) -> dict[str, str | None]:
        """What is said of an entry while it is pointed at, in attributes."""
        words = [word for pair in self.ends.get(key, {}).values() for word in pair]
        return {"data_label": "\n".join(self.sentences[key]), "data_words": " ".join(words) or None}

    def covers(self, batch: tuple[int, ...]) -> str:
        """Nudge mode: over each entry of C where it goes and by how much, in the words of what is hot."""
        size, room = self.cell.type_size, self.cell.width - 6
        movers: dict[tuple[int, ...], list[str]] = {}
        for key, ends in self.ends.items():
            for at in ends:
                movers.setdefault(at, []).append(key)
        at_rest = self.ends.get(self.plan.rest, {})
        covers = [
            cover(self.plan, *at[-2:], *at_rest.get(at, ("", "")), tuple(movers[at]))
            for at in np.ndindex(self.arrays["C"].shape)
            if at[:-2] == batch and at in movers
        ]
        ends = {end for ends in self.ends.values() for end, _ in ends.values()}
        longest = max((svg.text_width(end, size) for end in ends), default=1)
        small = round(min(0.9 * size, size * room / longest), 1)
        style = {"font_size": small, "font_weight": 600, "text_anchor": "middle", "fill": svg.INK}
        return svg.group("".join(covers), pointer_events="none", **style) if covers else ""

    def where_c_goes(self) -> dict[str, dict[tuple[int, ...], tuple[str, str]]]:
        """Nudge mode: for each entry of A and B, the entries of C that move with it: where to, how far."""
        ends = {}
        for name, moves in self.moves.items():
            of_c, changed = self.arrays["C"].ndim, moves != 0
            ends |= {key_of(name, at): {} for at in np.ndindex(moves.shape[:-of_c])}
            news, steps = ((self.arrays["C"] + moves)[changed].tolist(), moves[changed].tolist())
            for at, new, step in zip(map(tuple, np.argwhere(changed).tolist()), news, steps, strict=True):
                ends[key_of(name, at[:-of_c])][at[-of_c:]] = number_in(self.cell, new), svg.signed(step)
        return ends

    def explain(self, entry: Entry) -> list[str]:
        """The entry as a sum of products: a line on what meets, and the numbers in the lines after it."""
        sums = [sum_of_products(self.terms[one], self.terms[other]) for one, other in entry.pairs]
        written = sums[0] if len(sums) == 1 else " + ".join(f"({each})" for each in sums)
        noise = max([self.largest[one] * self.largest[other] for one, other in entry.pairs])
        result = number_in(self.cell, float(self.arrays[entry.name][entry.index]), noise)
        if entry.name not in self.moves:
            return self.plan.meetings[entry.key] + self.plan.wrap(f"{entry.label} = {written} = {result}")
        move = self.moves[entry.name][entry.index]
        steps = self.plan.moves[entry.key][0].of({"C": move}).tolist() if len(sums) == 1 else ()
        end = svg.number(self.total + float((self.arrays["G"] * move).sum()))
        then = f"⟨G, C⟩ from {svg.number(self.total)} to {end}: {written} = {result} = {entry.label}"
        return moving(self.plan, entry.key, tuple(steps)) + self.plan.wrap(then)

    def factor(self, value: float) -> str:
        """A number as it stands in a product."""
        text = number_in(self.cell, value)
        return f"({text})" if text.startswith("−") else text

    def foot(self) -> svg.Block:
        """The sentences about the entry that is pointed at, and what the numbers are for."""
        room = self.plan.room
        # Room for a sum of long numbers, even while they are short: then nothing moves when they grow.
        terms = max(len(self.terms[e.pairs[0][0]]) * len(e.pairs) for e in self.plan.entries)
        widest = svg.text_width("⟨G, C⟩ from 12345 to 12345:  = 1234 = dA[0,0]", SAID)
        widest += terms * svg.text_width("(−1.234)·(−1.234) + ", SAID)
        most = max(1 + math.ceil(widest / room), *map(len, self.sentences.values()))
        lines = self.sentences[self.plan.rest] + [""] * most
        said = svg.column(
            *(svg.words(line, SAID, align="start").wrap(data_line="") for line in lines[:most]),
            gap=3,
            align=0,
        )
        box = svg.rect(0.5, 0.5, room - 1, said.height + 17, fill=svg.PANEL, rx=8)
        meaning, how = (
            svg.words(line, svg.SMALL, svg.MUTED, align="start")
            for line in (f"{self.weighted_sum()}: {MEANING}", HOW)
        )
        how = how.wrap(class_="up-live-only", display="none")
        return svg.column(
            svg.canvas(room, said.height + 18, box, said.at(14, 8)),
            *(svg.canvas(room, line.height, line.body) for line in (meaning, how)),
            gap=7,
            align=0,
        )
