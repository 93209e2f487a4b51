"""The matrix lab's picture: a pure function from the stored arrays."""

from __future__ import annotations

import math

import numpy as np

from helpers.drawing import svg
from helpers.drawing.svg.shapes import attributes

from ..base.parsing import write_number
from .algebra import key_of, label_of, solve
from .plan import (
    COLOR,
    HEIGHT,
    LINE,
    NAME,
    PAIRED,
    ROW,
    SAID,
    SLOT,
    TITLE,
    VALUES,
    Plan,
    moved,
    number_in,
    pair_look,
    plan_for,
)

MEANING = "C weighted by its upstream. dA and dB are its slopes."
POINT = "Point at a number: what made it, where it goes."
CHANGE = "Change A, B or G: type, drag, paste, Shift+↑."
GIVEN = "ABG"  # can be changed
NO_LOOK = {"fill": "none"}
IN_ONE_LINE = 12  # characters of a product
LIVE = {"class_": "up-live-only", "display": "none"}
WITH_PYTHON = LIVE | {"class_": "up-live-only up-with-python"}  # a page without Python hides it


def draw_lab(
    a,
    b,
    upstream,
    transpose_a=False,
    transpose_b=False,
    nudge=False,
    at=None,
    formulas=True,
    narrow=False,
) -> svg.Picture:
    """The lab as a picture; `at` is the index of the entry of dA that is lit while nothing is pointed at.

    Without `formulas` those of dA and dB are left out; a `narrow` picture is laid out for a small window.

    >>> print(draw_lab([[1.0, 2.0]], [[3.0], [4.0]], [[10.0]]).alt)
    C = A B, dA = G Bᵀ, dB = Aᵀ G. A = [[1, 2]]; B = [[3], [4]]; C = [[11]]; upstream G = [[10]];
    dA = [[30, 40]]; dB = [[10], [20]]; ⟨G, C⟩ = 110.
    """
    arrays = solve(a, b, upstream, transpose_a, transpose_b)
    shapes = tuple((name, array.shape) for name, array in arrays.items())
    plan = plan_for(shapes, transpose_a, transpose_b, bool(nudge), narrow)
    page = Page(arrays, plan, key_of("dA", at or (0,) * arrays["A"].ndim), bool(nudge))
    block = page.block([name for name in plan.factors if formulas or name == "C"])
    title = ", ".join(f"{name} = {plan.formula(name)}" for name in plan.factors if formulas or name == "C")
    said = [
        f"{'upstream ' * (name == 'G')}{name} = {svg.array_text(arrays[name])}"
        for name in ("A", "B", "C", "G", "dA", "dB")
    ]
    return svg.picture(block, title, desc="; ".join([*said, f"{page.weighted_sum()}."]))


class Page:
    """The parts of the picture, which share the numbers."""

    def __init__(self, arrays: dict[str, np.ndarray], plan: Plan, rest: str, nudge: bool):
        self.arrays, self.plan, self.rest, self.nudge = arrays, plan, rest, nudge
        self.pairs = plan.of.pairs(rest)
        self.texts: dict[str, str] = {}
        for name, array in arrays.items():
            largest = svg.largest(array)
            numbers = [number_in(plan.cell, value, largest) for value in array.ravel().tolist()]
            self.texts |= dict(zip(plan.keys[name], numbers, strict=True))
        self.looks = {key: pair_look(n) for n, pair in enumerate(self.pairs) for key in pair}

    def weighted_sum(self) -> str:
        """⟨G, C⟩ and its value."""
        return f"⟨G, C⟩ = {svg.number(float(np.sum(self.arrays['G'] * self.arrays['C'])))}"

    def block(self, formulas: list[str]) -> svg.Block:
        """Everything, and what the page needs to know of how it belongs together."""
        plan = self.plan
        notes, end = self.notes(formulas)
        badges = self.badges() if self.nudge else ""
        parts = [plan.headings, plan.boxes, *map(self.table, self.arrays), badges, self.panel(), notes]
        width = max(plan.notes[0] + plan.notes[2], plan.width)
        whole = svg.canvas(width, max(HEIGHT, plan.height, end), *parts)
        return whole.wrap(data_rest=self.rest, **plan.relations, data_nudge="true" if self.nudge else None)

    def table(self, name: str) -> str:
        """The numbers of one name: the upper halves of its boxes, or the lower ones."""
        cell, halves, bare = self.plan.cell, [], "none" if name in PAIRED else svg.GRADIENT_WASH
        values = self.arrays[name].ravel().tolist()
        for half, value in zip(self.plan.halves[name], values, strict=True):
            key, text = half.about["data_hot"], self.texts[half.about["data_hot"]]
            size = svg.size_within(text, cell.type_size, cell.width - 6)
            smaller = {"font_size": round(size, 1)} if size < cell.type_size else {}
            inside = svg.rect(*half.box, rx=7, **self.looks.get(key, {"fill": bare}))
            inside += svg.text(text, *half.middle, **smaller)
            given = {"data_value": write_number(value)} if name in GIVEN else {}
            halves.append(svg.group(inside, **half.about, **given))
        if self.rest.startswith(f"{name}-"):  # for the still image; live, the style sheet frames it
            box = self.plan.box(self.rest)
            halves.append(svg.rect(*box, rx=7, stroke=svg.ACCENT, stroke_width=2.5, class_="up-still"))
        look = {"font_size": cell.type_size, "text_anchor": "middle", "fill": COLOR[name]}
        if name in VALUES:
            look |= {"font_weight": 600, "class_": "up-arrivals"}
        else:
            look |= {"class_": "up-values"}
        return svg.group("".join(halves), **look, data_table=name, data_said="\n".join(self.plan.said[name]))

    def panel(self) -> str:
        """What makes the entry at rest; there the page writes what makes any other."""
        plan, name = self.plan, self.rest.split("-")[0]
        left, right = (COLOR[factor] for factor in plan.of.factors[name])
        terms = [(self.factor(one), self.factor(other)) for one, other in self.pairs]
        slots = [
            term_of("+" * (n > 0), (one, " · ", other), (left, svg.INK, right), pair_look(n))
            for n, (one, other) in enumerate(terms)
        ]
        equals = "=" if holds(terms, self.texts[self.rest]) else "≈"
        slots.append(term_of(equals, ("", "", self.texts[self.rest]), (svg.INK, svg.INK, COLOR[name])))
        slots += [term_of()] * (plan.panel.places - len(slots))
        places = [plan.panel.slot(k) for k in range(len(slots))]
        lines = plan.filled(self.rest) + [""] * plan.panel.lines
        head = {"font_size": 20, "font_weight": 600, "fill": COLOR[name], "data_head": ""}
        top = TITLE + plan.panel.rows * ROW + 21
        said = [
            svg.text(line, 0, top + LINE * n, data_line="")
            for n, line in enumerate(lines[: plan.panel.lines])
        ]
        parts = [svg.text(label_of(self.rest), 0, 18, **head)]
        parts += [moved(term, *at, data_term="") for term, at in zip(slots, places, strict=True)]
        parts.append(svg.group("".join(said), font_size=SAID, fill=svg.MUTED))
        about = {"data_abreast": plan.panel.abreast, "data_rows": plan.panel.rows}
        return moved("".join(parts), *plan.panel[:2], **about)

    def factor(self, key: str) -> str:
        """A number as it stands in a product."""
        text = self.texts[key]
        return f"({text})" if text.startswith("−") else text

    def notes(self, formulas: list[str]) -> tuple[str, float]:
        """The formulas, and what is said of the whole; and where that ends."""
        x, y, width = self.plan.notes
        size, gap = (14, 10) if self.plan.narrow else (17, 18)
        parts, right = [], x
        for name in formulas:
            text = f"{name} = {self.plan.formula(name)}"
            parts.append(svg.text(text, right, y + 16, fill=COLOR[name], font_size=size, **NAME))
            right += svg.text_width(text, size) + gap
        y += 24
        whole = f"{self.weighted_sum()}: {MEANING}"
        for sentence, look in ((whole, {}), (POINT, LIVE), (CHANGE, WITH_PYTHON)):
            lines = svg.wrapped(sentence, svg.SMALL - 1, width)
            lines = [svg.text(line, x, y + 13 + 18 * n) for n, line in enumerate(lines)]
            parts.append(svg.group("".join(lines), font_size=svg.SMALL - 1, fill=svg.MUTED, **look))
            y += 18 * len(lines) + 4
        return "".join(parts), y

    def badges(self) -> str:
        """Nudge mode: +1 on an entry of A or B, and on each entry of C by how much it moves."""
        rest = VALUES[self.rest.split("-")[0]] + self.rest.partition("dA")[2]
        moves = [
            (target, self.texts[by]) for by, target in self.plan.of.uses(rest) if target.startswith("C-")
        ]
        said = [(rest, "+1"), *((at, text if text[0] == "−" else f"+{text}") for at, text in moves)]
        said = [(at, text) for at, text in said if text != "+0"]
        return "".join(self.plan.badge(at, text) for at, text in said) + self.plan.badge() * (
            self.plan.badges - len(said)
        )


def holds(terms: list[tuple[str, str]], total: str) -> bool:
    """Whether a sum holds with its numbers as they are printed.

    >>> holds([("2", "(−3)")], "−6"), holds([("0.3333", "3")], "1")
    (True, False)
    """
    value = sum(printed(one) * printed(other) for one, other in terms)
    return math.isclose(value, printed(total), rel_tol=1e-9, abs_tol=1e-12)


def printed(text: str) -> float:
    """The value of a number as it is printed, perhaps in parentheses."""
    return float(text.strip("()").replace("−", "-"))


def term_of(op="", words=("", "", ""), colors=(svg.INK,) * 3, look=NO_LOOK) -> str:
    """A product on its colour, or the sum, with the sign before it; a long product takes two lines."""
    one, sign, other = words
    middle, room = 16 + (SLOT - 22) / 2, SLOT - 30
    split = bool(one) and len("".join(words)) > IN_ONE_LINE
    most = 13 if split else 17 if one else 21
    lines = (one + sign, other) if split else ("".join(words),)
    size = min(svg.size_within(line, most, room) for line in lines)
    ways = [{}, {}, {"x": f"{middle:g}", "dy": 13} if split else {"dy": 0}]
    spans = "".join(
        f"<tspan{attributes({'fill': color} | way)}>{word}</tspan>"
        for word, color, way in zip(words, colors, ways, strict=True)
    )
    y, type_ = "12.5" if split else "20", f'font-size="{size:.3g}" font-weight="600" text-anchor="middle"'
    text = f'<text x="{middle:g}" y="{y}" {type_}>{spans}</text>'
    before = svg.text(op, 7, 20, font_size=17, text_anchor="middle", fill=svg.MUTED)
    into = svg.text("", middle, 41, font_size=12, text_anchor="middle", fill=svg.MUTED)
    return before + svg.rect(16, 0, SLOT - 22, 29, rx=7, **look) + text + into
