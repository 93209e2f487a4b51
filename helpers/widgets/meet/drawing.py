"""The picture of C = A B: B stands above C and A beside it, and below each number what one more is worth.

On the right stand the sums that were found, and then G with a factor that can be turned and brought to its
left or its right. Where rows and columns have as many numbers, their teeth lock.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from helpers.drawing import svg
from helpers.drawing.held import handle
from helpers.drawing.svg.film import Reel
from helpers.drawing.svg.pictures import PAD

from .product import OTHER, Card, Product

GRID = 0.05  # of a pull
LEG = {"pull": 460, "card": 650}  # milliseconds
LIFT = 44  # pixels of a pull by 1
TOOTH = 9  # how far a tooth reaches
PLATE = 12  # how thick the side is that takes it
APART = 26  # from G to what does not lock
Entry = tuple[str, int, int]


class Now(NamedTuple):
    """What is known, and what is held: an entry that is pulled, a factor beside G, and what was just done."""

    product: Product
    asked: Entry | None  # whose box is dashed: it is to be typed
    held: Entry | None = None
    pull: float = 0.0
    known: Collection[Entry] = ()
    sums: tuple[Entry, ...] = ()  # in the order in which they were found
    typed: float = np.nan
    card: Card | None = None
    before: Card | None = None  # where it came from
    guess: np.ndarray | None = None  # of how C moves
    says: str = ""
    done: tuple[str, int] = ("", 0)  # what moves, and how many times something has
    bench: bool = True  # whether G stands on the right once more, for a factor to be brought to it


class Place:
    """Where all stands."""

    def __init__(self, now: Now, narrow: int):
        self.narrow, self.width = narrow, min(max(288, narrow - 2 * PAD), 420) if narrow else 716
        large = self.width / 288  # as there is room
        (m, p), n = now.product.A.shape, now.product.B.shape[1]
        self.cell, gap = (41 * large, 3) if narrow else (56, 5)
        self.pitch, self.half = self.cell + gap, self.cell / 2
        self.type = min(15 * large, 19) if narrow else 19
        self.x = {"A": 0, "B": p * self.pitch + (24 if narrow else 30)}
        self.x["C"] = self.x["B"]
        self.y = {"B": 22}
        self.y["C"] = self.y["A"] = 22 + p * self.pitch + (24 if narrow else 30)
        foot = self.y["C"] + m * self.pitch
        self.tile, self.tile_high = (24 * large, 25 * large) if narrow else (32, 31)
        self.lists = (0, foot + 40, 20) if narrow else (self.x["C"] + n * self.pitch + 34, 32, 22)
        top = self.lists[1] + max(m * p, p * n) * self.lists[2] + 10
        tall = max(m, p, n)
        self.bench_middle = top + 22 + tall * self.tile_high / 2
        left = 0 if narrow else self.lists[0]
        self.g = left + max(m, n, p) * self.tile + APART + 2
        under = max(foot + 24, self.bench_middle + tall * self.tile_high / 2 + 26)
        self.says = under + 22
        self.height = self.says + (46 if narrow else 8)

    def at(self, name, i, j):
        """The corner of a box."""
        return self.x[name] + j * self.pitch, self.y[name] + i * self.pitch

    def middle(self, name, i, j, low=False):
        """The middle of its upper half, or of its lower one."""
        x, y = self.at(name, i, j)
        return x + self.half, y + self.cell * (0.75 if low else 0.25)

    def corner(self, card):
        """The corner of a factor beside G."""
        rows, columns = card.array.shape
        apart = PLATE if card.locks else APART
        wide = card.product.G.shape[1] * self.tile
        x = self.g + wide + apart if card.side == "right" else self.g - apart - columns * self.tile
        return x, self.bench_middle - rows * self.tile_high / 2

    def turn(self, card):
        """The middle of what turns it: the same however it stands, so that it is turned back in one place."""
        most = max(card.array.shape)
        half = APART + most * self.tile / 2
        x = self.g + card.product.G.shape[1] * self.tile + half if card.side == "right" else self.g - half
        return min(max(x, 48), self.width - 48), self.bench_middle - most * self.tile_high / 2 - 16


def draw_meet(now: Now, narrow: int = 0) -> svg.Picture:
    """The three matrices with what is known of their worth, the sums, and what stands beside G."""
    place, reel = Place(now, narrow), Reel()
    parts = [
        *_titles(place, now),
        *(part for name in "ABC" for part in _matrix(place, now, reel, name)),
        *_moves(place, now),
        *_products(place, now, reel),
        *_sums(place, now, reel),
        *(_upstream(place, now) if now.bench else ()),
        *(_bench(place, now, reel) if now.card and now.bench else ()),
        *_sentence(place, now),
    ]
    title = "C = A B, and what one more unit of each entry is worth"
    drawn = svg.picture(svg.canvas(place.width, place.height, *parts), title, desc=_desc(now))
    kind, serial = now.done
    if not kind:
        return drawn
    stops = [""] * _stops(now)
    return replace(drawn, film=reel.film(stops, stops, alone=LEG[kind], runs=f"{kind} {serial}"))


def written(entry: Entry, sign: str = "d") -> str:
    """An entry's name: dA[1,0]."""
    name, i, j = entry
    return f"{sign}{name}[{i},{j}]"


def sum_of(product: Product, entry: Entry) -> str:
    """What an entry is worth as a sum of products: G's entry times the move."""
    name, i, j = entry
    other = getattr(product, OTHER[name])
    pairs = [(product.G[move.at], other[move.by]) for move in product.moves(name, i, j)]
    return " + ".join(f"{svg.factor(g)} · {svg.factor(by)}" for g, by in pairs)


def _desc(now):
    worth = [
        f"{written(entry)} = {svg.number(now.product.worth(entry[0])[entry[1:]])}."
        for entry in now.sums
        if entry in now.known
    ]
    arrays = [f"{name} = {svg.array_text(getattr(now.product, name))}" for name in "ABG"]
    return f"{', '.join(arrays)}. {' '.join(worth)} {now.says}"


def _text(words, x, y, size=14, anchor="middle", fill=svg.INK, **look):
    return svg.text(words, x, y, font_size=size, text_anchor=anchor, fill=fill, **look)


def _stops(now):
    """Of a pull: the products one after the other, and their sum; of a factor: there if it is not yet, and
    row by row.
    """
    if now.done[0] == "pull":
        return 3 + len(now.product.moves(*now.held))
    return 1 + bool(now.before) + (len(now.card.made) if now.card.fits else 0)


def _from(now, stop, before, after):
    """What is one thing before a stop and another from there on; only where something moves."""
    return [before] * stop + [after] * (_stops(now) - stop) if now.done[0] else after


# --- the three matrices ---


def _titles(place, now):
    look = {"font_family": svg.FORMULA_FONT, "font_style": "italic"}
    for name in "ABC":
        x, y = place.at(name, 0, 0)
        # above A, where none of its numbers is pulled, or beside
        at = (x + 4, y - 19, 19, "start") if name == "A" else (x - 8, y + 17, 19, "end")
        yield _text(name, *at, **look)
    x, y = place.at("C", len(now.product.G), 0)
    words = "G: what one more is worth" if place.narrow else "in purple, G: what one more unit is worth"
    yield _text(words, x, y + 14, 13, "start", svg.GRADIENT)


def _matrix(place, now, reel, name):
    array = getattr(now.product, name)
    for i, j in np.ndindex(array.shape):
        yield from _box(place, now, reel, (name, i, j), float(array[i, j]))


def _box(place, now, reel, entry, value):
    """A number above, and what one more of it is worth below."""
    name, i, j = entry
    (x, y), size, half = place.at(*entry), place.cell, place.half
    moves = now.product.moves(*now.held) if now.held else []
    hit = next((n for n, move in enumerate(moves) if name == "C" and move.at == (i, j)), None)
    low = svg.GRADIENT_WASH if hit is None or not now.pull else svg.PAIRS[hit]
    held = entry == now.held
    yield svg.rect(x, y, size, size, rx=8, fill=svg.CARD, stroke=svg.LINE)
    right, round_ = x + size - 0.6, "a7.4 7.4 0 0 1 -7.4"
    bottom = f"M{x + 0.6:.2f} {y + half}H{right:.2f}v{half - 8:.2f}{round_} 7.4H{x + 8:.2f}{round_} -7.4z"
    yield f'<path d="{bottom}" fill="{low}"/>'
    factor = OTHER[now.held[0]] if now.held else None
    if name == factor and (by := [n for n, move in enumerate(moves) if move.by == (i, j)]):
        yield svg.rect(x + 3, y + 3, size - 6, half - 5, rx=6, fill=svg.PAIRS[by[0]], stroke="none")
    if hit is not None:
        value += now.pull * float(getattr(now.product, factor)[moves[hit].by])
    middle, line = x + half, y + 0.75 * size + 6
    if name == "C":
        look = {"fill": svg.ACCENT, "font_weight": 600} if hit is not None and now.pull > 0 else {}
        shown = svg.number(round(value, 2))
        yield _text(shown, middle, y + 0.25 * size + 6, place.type - 2 * (len(shown) > 4), **look)
        g = svg.number(now.product.G[i, j])
        yield _text(g, middle, line, place.type - 2, fill=svg.GRADIENT, font_weight=600)
        return
    yield from _worth(place, now, reel, entry, middle, line)
    yield _handle(place, entry, value, now.pull if held else 0.0, x, y)


def _handle(place, entry, value, pull, x, y):
    """The number itself: it is pulled up by one."""
    size, half = place.cell, place.half
    up = pull * half * (0.4 if entry[1] else 0.6)  # what stands in the row above is not hidden
    body = svg.rect(x, y, size, half, fill="transparent")
    if pull:
        body += svg.line(x + half, y + half, x + half, y + half / 2 - up, svg.ACCENT, 2)
        words = svg.number(round(value + pull, 2))
        wide = 16 + svg.text_width(words, place.type - 2)
        body += svg.rect(x + half - wide / 2, y + 2 - up, wide, half - 4, rx=(half - 4) / 2, fill=svg.ACCENT)
        body += _text(words, x + half, y + half / 2 + 6 - up, place.type - 2, fill=svg.CARD, font_weight=600)
    else:
        body += _text(svg.number(value), x + half, y + half / 2 + 6, place.type)
        tip = f"M{x + size - 12} {y + half / 2 + 4}l4 -6 4 6z"
        body += svg.path(tip, fill=svg.ACCENT)
    label = f"{written(entry, '')}, pull it up by one"
    return handle(body, "pull_{}_{}_{}".format(*entry), label, 0, 1, GRID, LIFT, lift=True)


def _worth(place, now, reel, entry, x, y):
    """What one more of an entry is worth: found, made by a product, to be typed, or not known yet."""
    name, i, j = entry
    true = float(now.product.worth(name)[i, j])
    look = {"font_size": place.type - 2, "text_anchor": "middle", "font_weight": 600, "fill": svg.GRADIENT}
    card = now.card
    if card and card.fits and OTHER[card.name] == name:
        made = float(card.made[i, j])
        words, size = svg.number(made), place.type - 2
        if not np.isclose(made, true):
            words, size = f"{words}≠{svg.number(true)}", 13
            look |= {"fill": svg.BAD, "font_size": size}
        shown = _from(now, _stops(now) - len(card.made) + i, 0.0, 1.0) if now.done[0] == "card" else 1.0
        yield reel.part("text", [words], x=x, y=y, **look, opacity=shown)
    elif entry in now.known:
        shown = _from(now, _stops(now) - 1, 0.0, 1.0) if now.done[0] == "pull" and entry == now.held else 1.0
        yield reel.part("text", [svg.number(true)], x=x, y=y, **look, opacity=shown)
    elif entry == now.asked:
        x0, y0 = place.at(*entry)
        edge = {"rx": 6, "stroke": svg.GRADIENT, "stroke_width": 1.6, "stroke_dasharray": "4 3"}
        box = svg.rect(x0 + 3, y0 + place.half + 2, place.cell - 6, place.half - 5, **edge)
        empty = np.isnan(now.typed)
        said, color = ("?", svg.GRADIENT) if empty else (svg.number(now.typed), svg.BAD)
        number = svg.text(said, x, y, **look | {"fill": color})
        value = "" if empty else f"{now.typed:g}"
        yield svg.group(box + number, data_cell="answer[0,0]", data_value=value)
    else:
        yield _text("?", x, y, place.type - 2, fill=svg.MUTED)


# --- what moves ---


def _moves(place, now):
    """How far each entry of C moves, at its corner; beside it what was guessed."""
    if not now.held or not now.pull:
        return
    other = getattr(now.product, OTHER[now.held[0]])
    for move in now.product.moves(*now.held):
        x, y = place.at("C", *move.at)
        words = svg.signed(round(now.pull * float(other[move.by]), 2))
        wide = 10 + svg.text_width(words, 13)
        # between the number above it and its own, where they leave room for it
        right, up = x + place.cell + 2, y - (place.pitch - 0.75 * place.cell - 6 if place.cell > 55 else 14)
        yield svg.rect(right - wide, up, wide, 19, rx=9.5, fill=svg.ACCENT)
        yield _text(words, right - wide / 2, up + 14, 13, fill=svg.CARD, font_weight=600)
    if now.guess is not None and now.held == ("A", 0, 0):
        for i, j in np.ndindex(now.guess.shape):
            x, y = place.at("C", i, j)
            if i and not now.guess[i, j]:
                continue
            words = svg.signed(float(now.guess[i, j]))
            wide = 8 + svg.text_width(words, 13)
            g = svg.text_width(svg.number(now.product.G[i, j]), place.type - 2)
            left, top = x + place.half - g / 2 - 4 - wide, y + place.cell - 18  # beside the number of G
            look = {"fill": svg.CARD, "stroke": svg.MUTED, "stroke_dasharray": "2 2"}
            yield svg.rect(left, top, wide, 18, rx=9, **look)
            yield _text(words, left + wide / 2, top + 14, 13, fill=svg.MUTED)
        right = place.x["C"] + place.pitch * len(now.guess[0]) - 5
        yield _text("dashed: your guess", right, place.y["C"] - 15, 13, "end", svg.MUTED)


def _products(place, now, reel):
    """What each move is worth, on its way to the entry that was pulled."""
    if now.done[0] != "pull":
        return
    name, i, j = now.held
    other, count = getattr(now.product, OTHER[name]), _stops(now)
    to = place.middle(name, i, j, low=True)
    for n, move in enumerate(now.product.moves(name, i, j)):
        start = place.middle("C", *move.at, low=True)
        words = f"{svg.factor(float(now.product.G[move.at]))} · {svg.factor(float(other[move.by]))}"
        wide = 14 + svg.text_width(words, 15)
        xs, ys = (_from(now, 2 + n, a, b) for a, b in zip(start, to, strict=True))
        shown = [0.0] + [1.0] * (1 + n) + [0.0] * (count - 2 - n)
        box = {"x": _plus(xs, -wide / 2), "y": _plus(ys, -13), "width": wide, "height": 26, "rx": 13}
        yield reel.part("rect", **box, fill=svg.PAIRS[n], stroke=svg.LINE, opacity=shown)
        look = {"font_size": 15, "font_weight": 600, "text_anchor": "middle", "fill": svg.INK}
        yield reel.part("text", [words], x=xs, y=_plus(ys, 5), opacity=shown, **look)


def _sums(place, now, reel):
    """What is known of a factor, entry by entry, one below the other: the pattern is there to be seen."""
    (x, y, step), size = place.lists, 14 if place.narrow else 16
    name = now.held[0] if now.held else OTHER[now.card.name] if now.card else "A"
    yield _text("one more unit is worth", x, y - 8, 13, "start", svg.MUTED)
    worth = now.product.worth(name)
    for k, (i, j) in enumerate(np.ndindex(worth.shape)):
        entry, line = (name, i, j), y + 14 + step * k
        head, value = f"{written(entry)} = ", svg.number(worth[i, j]) if entry in now.known else "?"
        after = x + svg.text_width(head, size) - 2
        # It ends where its sum begins: larger type, as on a slide, grows to the left.
        yield _text(head.strip(), after - 5, line, size, "end", svg.GRADIENT, font_weight=600)
        if entry in now.sums:
            come = now.done[0] == "pull" and entry == now.held
            shown = _from(now, _stops(now) - 1, 0.0, 1.0) if come else 1.0
            words = f"{sum_of(now.product, entry)} = {value}"
            look = {"font_size": svg.size_within(words, size, place.width - after), "fill": svg.INK}
            yield reel.part("text", [words], x=after, y=line, **look, opacity=shown)
        else:
            yield _text(value, after, line, size, "start", svg.INK if entry in now.known else svg.MUTED)


# --- beside G ---


def _upstream(place, now):
    """G once more, pale and between two empty places until a factor can be brought there."""
    g = now.product.G
    top = place.bench_middle - len(g) * place.tile_high / 2
    pale = {} if now.card else {"opacity": 0.5}
    for i, j in np.ndindex(g.shape):
        x, y = place.g + j * place.tile, top + i * place.tile_high
        look = {"fill": svg.GRADIENT_WASH, "stroke": svg.GRADIENT} | pale
        yield svg.rect(x + 1, y + 1, place.tile - 2, place.tile_high - 2, rx=5, **look)
        middle = x + place.tile / 2, y + place.tile_high / 2 + 6
        yield _text(svg.number(g[i, j]), *middle, place.type - 2, fill=svg.GRADIENT, font_weight=600, **pale)
    if now.card:
        return
    high, wide = len(g) * place.tile_high, 2 * place.tile
    for x in (place.g - 12 - wide, place.g + g.shape[1] * place.tile + 12):
        yield svg.rect(x, top, wide, high, rx=8, stroke=svg.LINE, stroke_dasharray="4 4")
        yield _text("?", x + wide / 2, top + high / 2 + 7, 19, fill=svg.MUTED)


def _bench(place, now, reel):
    """The teeth of G, and a factor beside it."""
    card, (rows, columns) = now.card, now.product.G.shape
    tone = svg.LOCAL if card.locks else svg.BAD
    on_right = card.side == "right"
    edge, way = (place.g + columns * place.tile, 1) if on_right else (place.g, -1)
    own, others = card.teeth if on_right else card.teeth[::-1]
    for y in _spread(place, own):
        yield svg.rect(min(edge, edge + way * TOOTH), y - 5, TOOTH, 10, rx=2, fill=tone)
    yield from _card(place, now, reel, tone, others)
    foot = place.bench_middle + max(rows, len(card.array)) * place.tile_high / 2 + 20
    yield from _shapes(place, now, tone, foot)


def _spread(place, count):
    """The heights of so many teeth."""
    pitch = 20 if place.narrow else 24
    return [place.bench_middle + (k - (count - 1) / 2) * pitch for k in range(count)]


def _card(place, now, reel, tone, teeth):
    card, before = now.card, now.before or now.card
    (x, y), (x0, y0) = place.corner(card), place.corner(before)
    (wide, high), (wide0, high0) = (
        (each.array.shape[1] * place.tile, each.array.shape[0] * place.tile_high) for each in (card, before)
    )
    same = before.name == card.name and now.done[0] == "card"

    def moved(start, end):
        return _from(now, 1, start, end) if same else end

    on_right = card.side == "right"
    left = moved(x0, x) if on_right else moved(x0 + wide0, x + wide)
    left = _plus(left, -PLATE * on_right)
    spread = _spread(place, teeth)
    top, end = min(spread[0] - 11, y - 2), max(spread[-1] + 11, y + high + 2)
    plate = {"y": top, "width": PLATE, "height": end - top, "rx": 3, "fill": svg.ACCENT}
    body = reel.part("rect", x=left, **plate)
    for tooth in spread:  # a notch for each number that can be met
        look = {"rx": 2, "fill": tone if card.locks else svg.CARD, "stroke": svg.CARD}
        outer = left if on_right else _plus(left, PLATE - TOOTH)
        body += reel.part("rect", x=outer, y=tooth - 5, width=TOOTH, height=10, **look)
    look = {"rx": 8, "fill": svg.ACCENT_WASH, "stroke": tone, "stroke_width": 1.6}
    around = {"x": moved(x0 - 2, x - 2), "y": moved(y0 - 2, y - 2)}
    around |= {"width": moved(wide0 + 4, wide + 4), "height": moved(high0 + 4, high + 4)}
    body += reel.part("rect", **around, **look)
    factor = getattr(now.product, card.name)
    for i, j in np.ndindex(factor.shape):
        ends = []
        for each, (left, top) in ((before, (x0, y0)), (card, (x, y))):
            row, column = (j, i) if each.turned else (i, j)
            ends.append((left + column * place.tile, top + row * place.tile_high))
        xs, ys = (moved(*each) for each in zip(*ends, strict=True))
        size = {"width": place.tile - 4, "height": place.tile_high - 4, "rx": 5}
        at = {"x": _plus(xs, 2), "y": _plus(ys, 2)}
        body += reel.part("rect", **at, **size, fill=svg.CARD, stroke=svg.ACCENT)
        look = {"font_size": place.type - 2, "text_anchor": "middle", "fill": svg.INK}
        at = {"x": _plus(xs, place.tile / 2), "y": _plus(ys, place.tile_high / 2 + 6)}
        body += reel.part("text", [svg.number(factor[i, j])], **at, **look)
    span = place.corner(card._replace(side="right"))[0] - place.corner(card._replace(side="left"))[0]
    body += reel.part("rect", **around, fill="transparent")
    label = f"{card.label}, bring it to the left or the right of G"
    yield handle(body, "side", label, 0, 1, 1, span, snaps=True)
    yield _turn(card, *place.turn(card))


def _plus(value, by):
    return [each + by for each in value] if isinstance(value, list) else value + by


def _turn(card, x, y):
    """What turns it about its diagonal."""
    words = f"{card.label}  turn"
    wide = svg.text_width(words, 14) + 34
    body = svg.rect(x - wide / 2, y - 12, wide, 24, rx=12, fill=svg.CARD, stroke=svg.ACCENT)
    body += _text(words, x - 8, y + 5, 14, fill=svg.ACCENT, font_weight=600)
    at = x + wide / 2 - 16
    arrows = f"M{at + 5} {y - 5}l-10 10m0 -6v6h6M{at + 5} {y + 1}v-6h-6"
    body += svg.path(arrows, stroke=svg.ACCENT, stroke_width=1.6)
    to = card._replace(turned=not card.turned).label
    about = {"data_hot": "turn", "data_label": f"{card.label}  turn about its diagonal"}
    return svg.group(body, data_set="stands", data_value=to, **about)


def _shapes(place, now, tone, y):
    """The shapes below, the two sizes that meet in the colour of the teeth."""
    card, (rows, columns) = now.card, now.product.G.shape
    x = place.corner(card)[0] + card.array.shape[1] * place.tile / 2
    g = place.g + columns * place.tile / 2
    high, wide = card.array.shape
    pairs = [(g, rows, columns), (x, high, wide)]
    if card.side == "left":
        pairs.reverse()
    for k, (at, first, second) in enumerate(pairs):
        inner, outer = {"fill": tone, "font_weight": 600}, {"fill": svg.MUTED}
        if card.locks and not card.fits:  # these two make the shape, which is the wrong one
            outer = {"fill": svg.BAD, "font_weight": 600}
        yield _text(first, at - 12, y, 15, **(inner if k else outer))
        yield _text("×", at, y, 15, fill=svg.MUTED)
        yield _text(second, at + 12, y, 15, **(outer if k else inner))


def _sentence(place, now):
    lines = 3 if place.narrow else 1
    size, said = svg.lines_within(now.says, 15 if place.narrow else 16, 0.95 * place.width, lines)
    for k, line in enumerate(said):
        yield _text(line, 0, place.says + 20 * k, size, "start", font_weight=600)
