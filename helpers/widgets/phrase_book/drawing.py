"""A program on its sheet, and beside it, or below it, what everybody answers."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping, Set
from typing import Any, NamedTuple

from helpers.drawing import svg
from helpers.drawing.svg.film import Reel
from helpers.drawing.svg.pictures import PAD as EDGE

MONO = "ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,'Liberation Mono',monospace"
AS_TYPED = "white-space:pre"
SHORT = {
    "these lessons": "ours",
    "TensorFlow 1": "TF 1",
    "TensorFlow 2": "TF 2",
}
COLUMN = 0.61  # the width of a letter of a program, in type sizes
UNTOLD = "?"  # nothing is guessed of an answer yet
UNASKED = "not what is asked"  # of a line that answers in another framework
NOTICES = "notices"  # what a check is called to do in its page
NOTICED = {"an error": svg.LOCAL_WASH, "a number": svg.PAIRS[2]}  # of a wrong rule, one wants an error
KINDS = {"None": svg.PAIRS[1], "zero": svg.PAIRS[0], "a number": svg.LOCAL_WASH, "an error": svg.PAIRS[2]}
NAME = 78  # the room of a framework's name before its lines
SMALL, GAP, PAD, EXTRA = 13, 14, 10, 24  # the last: the height of a guess in its box
LEAST, VERDICT = 20, 110  # the height of an arrow beside lines; the width of what is said of a line


def short(framework: str) -> str:
    """The name of a framework where there is little room."""
    return SHORT.get(framework, framework)


class Typing(NamedTuple):
    """How a program is set: the type size, how far its lines are apart, and how many letters one has."""

    size: float
    line: float
    columns: int
    beside: int = 0  # the width of the answers there; 0 if they stand below

    @property
    def width(self):
        """Of a line, with the room beside it."""
        return self.columns * self.size * COLUMN + 2 * PAD

    @property
    def whole(self):
        """Of a program and the answers."""
        return self.width + (GAP + self.beside if self.beside else 0)


WIDE, CLOSE = Typing(13, 17, 58, 360), Typing(13, 17, 40, 236)
NARROW, SLIM = Typing(11.9, 17, 38), Typing(11, 16, 32)


def _typing(narrow):
    """How programs are set where there is so much room, in pixels; 0 is enough."""
    if not narrow or narrow >= CLOSE.whole + 2 * EDGE:
        return CLOSE if narrow else WIDE
    fitting = int((narrow - 2 * (EDGE + PAD)) / (WIDE.size * COLUMN))
    if fitting > NARROW.columns:
        return Typing(13, 17, fitting)
    return NARROW if narrow >= 300 else SLIM


def said_of(shown: Any) -> str:
    """What is said of a program: its remark, or else the line in which the task is said."""
    return shown.note.replace("`", "") or shown.essence[0]


def draw_phrase(book: Any, name: str, framework: str, told: bool = True, narrow: int = 0,
                guesses: Mapping[str, str] | None = None, seen: Set[str] | None = None,
                picked: tuple[str, str] | None = None, pattern: str = "") -> svg.Picture:  # fmt: skip
    """The program of a framework for a task, and beside it, or below in little room, what everybody answers.

    Unless `told`, nobody's answer is drawn, and nothing jumps when it is. With `guesses`, by framework, one
    stands in its box, and UNTOLD has what can be guessed; once told, equal kinds of answer slide together.
    Of those that were `seen` their boxes say what is said of them, as long as nobody's answer is told.
    Where a line can be `picked`: the one that was, and what is said of it, "" if it is right. Once one with
    that `pattern` was, each told answer makes room for the line that does the same there.
    """
    page, shown, given = book.tasks()[name], book.phrase(name, framework), book.answers(name).rows
    typing, choices, reel = _typing(narrow), choices_of(page) if guesses else {}, Reel()
    width, beside = typing.width, typing.beside or typing.width
    question = svg.paragraph(page.question, 16, typing.whole)
    said = {who: said_of(book.phrase(name, who)) for who in page.phrases if seen is not None}

    way = book.WAY_OF_Y if pattern and seen is not None else ()
    columns = int((beside - 2 * PAD) / (typing.size * COLUMN))
    same = {who: _around(each.code, pattern, columns) for who, each in page.phrases.items() if pattern}

    def body(told, reel):
        note = [svg.paragraph(shown.note.replace("`", ""), 15, width)] if shown.note and told else []
        left = svg.column(_program(shown.code, typing, picked, way), *note, gap=10, align=0)
        boxes = _boxes(given, framework, told, guesses or {}, beside, typing, said, seen)
        boxes = [box._replace(says=same.get(box.who, "") if told and box.is_newest else "") for box in boxes]
        parts = [
            _answer(box, tops, page, choices, beside, typing, reel) for box, tops in _placed(boxes, choices)
        ]
        low = sum(box.height - EXTRA * bool(box.guess) + 4 for box in boxes)
        low += EXTRA + 6 * (len(choices) - 1) if choices else 0  # the same, whatever is guessed
        answers = svg.canvas(beside, low, *parts)
        return (svg.row if typing.beside else svg.column)(left, answers, gap=GAP, align=0)

    drawn, room = body(told, reel), max(body(one, Reel()).height for one in (True, False))
    block = svg.column(question, svg.Block(drawn.width, room, drawn.body), gap=12, align=0)
    block = svg.Block(typing.whole, block.height, block.body)
    film = reel.film([""] * 2, [""] * 2, alone=1200, runs=f"told {name}") if told and choices else None
    title = f"{page.title}, in {framework}"
    return svg.picture(block, title, desc=_described(shown, given, told), film=film)


def newest_of(book: Any, name: str) -> dict[str, Any]:
    """What the newest version of each framework answers to a task."""
    newest = {}
    for who, _, outcome in book.answers(name).rows:
        newest.setdefault(who, outcome)
    return newest


def choices_of(page: Any) -> dict[str, str]:
    """What can be guessed of an answer to a task, and the kind of outcome that it stands for."""
    return page.called or {kind: kind for kind in KINDS}


def draw_table(book: Any, name: str, told: bool = True, narrow: int = 0) -> svg.Picture:
    """A row for each framework: the lines in which it says the task, and what comes out if that is `told`.

    A row chooses its framework; there is room for each program, so nothing jumps.
    """
    page, typing, said = book.tasks()[name], _typing(narrow), []
    whole, out = typing.whole, typing.beside or typing.width

    def row(who, outcome):
        essence, lines = book.phrase(name, who).essence, _within(outcome.lines, out, typing)
        said.append(f"{who}: {'; '.join(essence)}")
        said[-1] += f", and out comes {', '.join(outcome.lines)}." if told else "."
        answer = svg.canvas(out, 12 + typing.line * len(lines), _typed(lines if told else ["?"], 5, typing))
        return _says(who, essence, answer, typing)

    rows = [row(who, outcome) for who, outcome in newest_of(book, name).items()]
    block = svg.column(svg.paragraph(page.question, 16, whole), *rows, gap=5, align=0)
    programs = (draw_phrase(book, name, who, told, narrow).size[1] - 2 * EDGE for who in book.FRAMEWORKS)
    block = svg.Block(whole, max(block.height, *programs), block.body)
    return svg.picture(block, f"{page.title}, said by all", desc=" ".join(said))


def _guesses(kinds, control, who):
    """Something to press for each kind of answer; the focus stays with `who` it is of."""
    boxes = []
    for kind in kinds:
        body = svg.card(svg.words(kind, SMALL), 3, svg.CARD, svg.LINE, height=24, radius=6)
        about = {"data_set": control, "data_value": kind, "data_hot": f"answer {who}"}
        boxes.append(body.wrap(**about, data_label=f"{kind}: {control}"))
    return svg.row(*boxes, gap=3)


def _says(who, essence, answer, typing):
    """One framework's row: its name, the lines of its program, and beside or below them what comes out."""
    after = NAME if typing.beside else 0
    room = typing.width - after
    code = [
        part for line in essence for part in _broken(line, int((room - 2 * PAD) / (typing.size * COLUMN)))
    ]
    top = 5 if typing.beside else 22
    high = top + typing.line * len(code) + 7
    name = svg.text(short(who), PAD, 17, font_size=SMALL, font_weight=600, fill=svg.INK)
    at = (typing.width + GAP, 0) if typing.beside else (0, high)
    whole, height = at[0] + answer.width, max(high, at[1] + answer.height)
    lines = svg.Block(room, high, _typed(code, top, typing)).at(after, 0)
    choice = {"data_set": "framework", "data_value": short(who)}
    sheet = svg.rect(0, 0, whole, height, fill=svg.CARD, stroke=svg.HAIRLINE, rx=6)
    program = svg.group(svg.rect(0, 0, typing.width, high, fill="transparent") + name + lines, **choice)
    wash = svg.rect(at[0] + 1, at[1] + 1, answer.width - 2, height - at[1] - 2, fill=svg.ACCENT_WASH, rx=5)
    return svg.canvas(whole, height, sheet, program, wash, answer.at(*at))


def _described(shown, given, told):
    program = "; ".join(filter(None, map(str.strip, shown.code.splitlines())))
    if not told:
        return f"The program: {program}. What comes out is hidden."
    others = (f"{who} {version}".strip() + f": {', '.join(out.lines)}" for who, version, out in given)
    return f"It {_does(shown.outcome)}. All answers: {'; '.join(others)}. The program: {program}."


def _does(outcome):
    """What a program does, as part of a sentence."""
    prints = f"prints {', '.join(outcome.printed.splitlines())}" if outcome.printed else ""
    raises = f"ends in {outcome.lines[-1]}" if outcome.error else ""
    return " and ".join(part for part in (prints, raises) if part)


def _program(code, typing, picked, way=()):
    """A program on its sheet, line by line; what is too long goes on in the next line. A way of y is drawn
    from the line that has the first pattern, and makes it, to the one of the second, whose rule needs it.
    """
    lines, ends, top = [], [], PAD
    for line in code.splitlines():
        parts = _broken(line, typing.columns)
        typed, high = _typed(parts, top, typing), typing.line * len(parts)
        right = PAD + len(line) * typing.size * COLUMN + 6
        ends.append((line, right, top + typing.line / 2))
        if line:
            lines.append(_pickable(line, (top, high), typed, typing, *picked) if picked else typed)
        top += high
    sheet = svg.rect(0, 0, typing.width, top + PAD, fill=svg.PANEL, stroke=svg.LINE, rx=8)
    return svg.canvas(
        typing.width, top + PAD, sheet, *lines, _way_of_y(ends, typing.width, *way) if way else ""
    )


def _way_of_y(ends, width, made, used):
    """An arrow beside the lines, which end at these places, from where y is made to where its rule needs it;
    none where the framework hands it over, or where there is no room."""
    made, used = (
        next((k for k, (line, *_) in enumerate(ends) if re.match(has, line)), None) for has in (made, used)
    )
    if made is None or used is None:
        return ""
    (_, left, top), (_, to, low) = ends[made], ends[used]
    right = min(max(x for _, x, _ in ends[made : used + 1]) + 30, width - 6)
    way, tip = f"H{right - 10}q10 0 10 10V{low - 10}q0 10 -10 10H{to + 8}", f"M{to} {low}l9 -5v10z"
    is_next = low - top < LEAST
    if right < to + 20 or (is_next and width < to + VERDICT):
        return ""
    if is_next:  # straight down onto the y, with which the line ends
        right, way, tip = None, f"H{to - 14}q4 0 4 4", f"M{to - 10} {low - 5}l-4.5 -8h9z"
    drawn = svg.path(f"M{left} {top}{way}", stroke=svg.LOCAL, stroke_width=2) + svg.path(tip, fill=svg.LOCAL)
    look = {"fill": svg.LOCAL, "text_anchor": "middle"} | svg.halo(8) | {"stroke": svg.PANEL}
    return drawn + (svg.text("y", right, (top + low) / 2 + 5, **look) if right else "")


def _pickable(line, place, typed, typing, picked, verdict):
    """A line that can be clicked; a frame says whether it was the right one, grey where nobody asked."""
    (top, high), look = place, {"fill": "transparent"}
    if picked == line:
        wrong = {"fill": "none", "stroke": svg.MUTED if verdict == UNASKED else svg.BAD}
        look = wrong if verdict else {"fill": svg.LOCAL_WASH, "stroke": svg.LOCAL}
        said = {"fill": svg.MUTED, "font_size": SMALL, "text_anchor": "end"}
        typed += svg.text(verdict, typing.width - PAD, top + 12.5, **said | svg.halo()) if verdict else ""
    frame = svg.rect(3, top, typing.width - 6, high, rx=4, **look)
    return svg.group(frame + typed, data_set="line", data_value=line, data_hot=f"line {top:g}")


def _broken(line, columns):
    """A line of a program in parts that fit: it is broken at a space, or else where it must, and goes on
    further in.

    >>> _broken("    a = some_function(of, several)", 28)
    ['    a = some_function(of,', '            several)']
    """
    indent = " " * (len(line) - len(line.lstrip()) + 8)
    parts = []
    while len(line) > columns:
        cut = line.rfind(" ", len(indent), columns + 1)
        parts.append(line[: cut if cut > 0 else columns])
        line = indent + line[len(parts[-1]) :].lstrip()
    return [*parts, line]


def _around(code, pattern, columns):
    """As much as fits of the line of a program that has the pattern, without a print around it; or nothing.

    >>> _around("x = 3.0\\nprint(grad(lambda x: x * stop(x))(x))", "stop", 22)
    '…ambda x: x * stop(x)…'
    """
    line = next((line for line in code.splitlines() if re.search(pattern, line)), "").strip()
    line = re.sub(r"^print\((.*)\)$", r"\1", line)
    if len(line) <= columns:
        return line
    start = max(0, (line.find(")", re.search(pattern, line).end()) + 1 or len(line)) - columns + 2)
    part = line[start : start + columns - 2]
    return "…" * bool(start) + part + "…" * (not line.endswith(part))


class _Box(NamedTuple):
    """An answer, whose it is, and how it is drawn; its guess is UNTOLD if it can be guessed."""

    who: str
    label: str
    lines: list[str]
    kind: str  # of the answer; "" as long as nobody tells
    group: str  # the kind of the newest version's
    is_newest: bool
    chosen: bool
    guess: str
    height: float
    says: str = ""  # in place of its lines, that of its program which does the same as one that was clicked


def _boxes(given, framework, told, guesses, width, typing, said, seen):
    """A box for each answer; as long as nobody tells without the older versions, and with what is `said` of
    those that were seen."""
    boxes, newest = [], {who: outcome.kind for who, _, outcome in reversed(given)}
    for who, version, outcome in given:
        is_newest = not boxes or boxes[-1].who != who
        if is_newest or told:
            kind, group = (outcome.kind, newest[who]) if told else ("", "")
            chosen, guess = is_newest and who == framework, guesses.get(who, "") if is_newest else ""
            guess = guess if guess != UNTOLD or (chosen and not told) else ""
            untold = svg.wrapped(said.get(who, "?"), typing.size, width - 2 * PAD) * (guess != UNTOLD)
            lines = _within(outcome.lines, width, typing) if told else untold
            if not told and who in said and who not in seen:
                lines = ["?", *[""] * (len(lines) - 1)]  # nothing jumps when it is seen
            height = 28 + typing.line * len(lines) + EXTRA * bool(guess)
            label = f"{who} {version}".strip()
            boxes.append(_Box(who, label, lines, kind, group, is_newest, chosen, guess, height))
    return boxes


def _placed(boxes, choices):
    """Each box with where it is at first, and where it is once they have slid together by kind."""
    kinds, places = [*KINDS], []
    together = sorted(boxes, key=lambda box: kinds.index(box.group) if choices and box.group else 0)
    for order in boxes, together:
        top, tops = 0, {}
        for k, box in enumerate(order):
            top += 6 * (order is together and k > 0 and bool(choices) and box.group != order[k - 1].group)
            tops[box.label] = float(top)
            top += box.height + 4
        places.append(tops)
    return [(box, [tops[box.label] for tops in places]) for box in boxes]


def _answer(box, tops, page, choices, width, typing, reel):
    """The box of an answer, in the colour of its kind; that of a newest version chooses its framework."""
    ring = {"stroke": svg.ACCENT, "stroke_width": 2.5} if box.chosen else {"stroke": svg.HAIRLINE}
    size = {"x": 1, "width": width - 2, "height": box.height, "rx": 6}
    washes = NOTICED if NOTICES in page.called else KINDS
    fill = svg.PANEL if box.says else washes.get(box.kind, svg.CARD)
    body = reel.part("rect", y=tops, fill=fill, **size, **ring)

    def write(words, x, down, **look):
        return reel.part("text", [words], x=x, y=[top + down for top in tops], fill=svg.INK, **look)

    bold = {"font_size": SMALL, "font_weight": 600}
    body += write("▸ " * box.chosen + box.label, PAD, 17, **(bold if box.chosen else {"font_size": SMALL}))
    said = [box.says] if box.says else box.lines
    places = ((line, 22 + typing.line * (k + 0.72)) for k, line in enumerate(said))
    lines = "".join(write(line, PAD, down, style=AS_TYPED) for line, down in places if line)
    body += svg.group(lines, font_family=MONO if box.kind else None, font_size=typing.size)
    if box.kind and washes is NOTICED:
        label = next(label for label, kind in page.called.items() if kind == box.kind)
        body += write(label, width - PAD, 17, text_anchor="end", **bold)
    elif box.kind:
        ends = "yx" if "JVP" in page.question else "xy"
        body += _way(box.kind, width - PAD, [top + 12.5 for top in tops], reel, ends)
    if box.guess == UNTOLD:
        return body + _guesses(choices, f"{page.name} {box.who}", box.who).at(PAD, tops[-1] + 23)
    if box.guess:
        good = choices[box.guess] == box.kind
        verdict = f"✓ {box.guess}, as you said" if good else f"✗ you said {box.guess}"
        body += write(verdict, PAD, box.height - 8, **bold)
    about = {"data_set": "framework", "data_value": short(box.who), "data_hot": f"answer {box.who}"}
    return svg.group(body, **about) if box.is_newest else body


def _way(kind, right, ys, reel, ends):
    """The way back from y to x, or forward from x to y, where it is at each stop: what sets out arrives, in
    full or as 0, or it comes to a cut, or to an error. Of its ends, that where it arrives is first."""
    x, y, color, width = right - 58, right - 14, svg.GRADIENT, 3
    if kind == "zero":
        color, width = svg.MUTED, 1.5
    broken = {
        "None": (y - 22, "m0 -5v10m7 -10v10", svg.INK),
        "an error": (y - 24, "m0 -5l9 10m0 -10l-9 10", svg.BAD),
    }

    def word(letter, left, **look):
        return reel.part("text", [letter], x=left, y=[at + 4.5 for at in ys], font_size=SMALL, **look)

    drawn = word(ends[0], x - 8, fill=svg.MUTED) + word(ends[1], right - 8, fill=svg.MUTED)
    if kind in broken:
        left, form, ink = broken[kind]
        lines, marks = [f"M{y} {at}H{y - 12}" for at in ys], [f"M{left} {at}{form}" for at in ys]
        look = {"fill": "none", "stroke": ink, "stroke_width": 2}
    else:
        tips = list(zip([y, x + 2], ys, strict=True))
        lines, marks = [f"M{y} {at}H{to + 6}" for to, at in tips], [f"M{to} {at}l9 -5v10z" for to, at in tips]
        look = {"fill": color}
    drawn += reel.part("path", d=lines, fill="none", stroke=color, stroke_width=width) + reel.part(
        "path", d=marks, **look
    )
    return drawn + (word("0", (x + y) / 2, fill=svg.INK, **svg.halo()) if kind == "zero" else "")


def _within(lines, width, typing):
    """Lines as parts of them that fit."""
    columns = int((width - 2 * PAD) / (typing.size * COLUMN))
    return [part for line in lines for part in textwrap.wrap(line, columns)]


def _typed(lines, top, typing):
    """Lines as a computer prints them, from `top` on."""
    places = ((line, top + typing.line * (k + 0.72)) for k, line in enumerate(lines))
    drawn = "".join(svg.text(line, PAD, y, style=AS_TYPED) for line, y in places if line)
    return svg.group(drawn, font_family=MONO, font_size=typing.size, fill=svg.INK)
