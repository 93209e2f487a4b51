"""A box: how values were made, the values themselves, and what arrives there, or is guessed to."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

import numpy as np

from helpers.drawing import svg

from ..base.parsing import write_number
from . import pieces, written
from .computation import Computation
from .forgetting import is_right, upstream_of
from .tasks import near
from .ways import LANDED, LANE, MEETS

FOLD = "fold "  # before the name of a group: the name of its switch
SEED = "grad_ys"  # the name of the control of what the sweep starts from
PAD = 7.0
BELOW, LINE = 17.0, 15.0  # for what is said below a box, and for another line of it
LONG = 150  # a longer sum stands above its result


class Asked(NamedTuple):
    """The value whose `?` has the flag, what is found by guessing it, and a guess made before."""

    name: str
    found: str
    guess: Any = None


def box(t: Computation, k: int, controls: Collection[str], goal: Asked | None) -> tuple[svg.Block, float]:
    """Box k, the values above and what arrives for them below; and the level of its ways."""
    inside = _group_name(t, k)
    made = _made(t, k, inside, controls)
    bands = [_states(t, k, output, controls, goal) for output in range(len(t.boxes[k].values))]
    bands = [states for states in bands if states]
    high = sum(max(block.height for *_, block in states) + 4 for states in bands) - 4 if bands else 0.0
    inner = max([made.width, *(block.width for states in bands for *_, block in states)])
    width, level = max(84.0, inner + 2 * PAD), max(made.height + 8, LANE + 4)
    height = level + max(high + 6, LANE + 4)
    stroke = svg.ACCENT if t.boxes[k].group else svg.LINE
    parts = [ground(width, height, level * bool(bands), stroke), made.at((width - made.width) / 2, 4)]
    top, done, asked = level + (height - level - high) / 2, 0, ""
    for states in bands:
        below = max(block.height for *_, block in states)
        for since, until, block in states:
            at = block.at((width - block.width) / 2, top + (below - block.height) / 2)
            times = {"data_step": f"{since:g}" if since else None}
            state = svg.group(at, **times, **({} if until is None else {"data_until": f"{until:g}"}))
            if "data-ask" in state:  # buttons of their own
                asked += state
            else:
                parts.append(state)
            done = max(done, int(np.ceil(since)))
        top += below + 4
    parts.append(_ring(t, k, width, height))
    body = svg.group("".join(parts), data_goto=done) + asked
    if inside:
        body += inside.at((width - inside.width) / 2, -6)
    body += _below(t, k, width / 2, height + 14, "data-near" in body or body.count("data-found") > 1)
    if "data-found" in body and (sent := t.arriving(k)):
        at = svg.coordinate(width - 12)
        flag = f'<path d="M{at} 8V-11l15 5.5-15 5.5" fill="{svg.ACCENT}" stroke="{svg.ACCENT}"/>'
        body += svg.group(flag, data_until=f"{sent[-1].step - 1 + LANDED:g}")
    return svg.Block(width, height + BELOW + LINE * ("data-why" in body), body), level


def ground(width: float, height: float, line: float = 0, stroke: str = svg.LINE) -> str:
    """The frame, and from `line` on the ground of what arrives, if anything can."""
    parts = svg.rect(0, 0, width, height, fill=svg.PANEL, stroke=stroke, rx=9)
    if not line:
        return parts
    parts += svg.rect(1, line, width - 2, height - line - 1, fill=svg.GRADIENT_WASH, rx=8)
    return parts + svg.rect(0, line, width, 1, fill=svg.LINE)


def _ring(t, k, width, height):
    """A ring marks the operation at work."""
    ring = svg.rect(-4, -4, width + 8, height + 8, stroke=svg.GRADIENT, stroke_width=2.5, rx=12)
    return "".join(
        svg.group(ring, data_step=f"{step - 0.995:g}", data_until=f"{step + 0.005:g}")
        for step, working in enumerate(t.sweep, 1)
        if working == k
    )


def _below(t, k, middle, y, judged):
    """What is said below: of a guess, which the browser writes, and of an engine that goes wrong here."""
    look = {"font_size": 13, "font_weight": 600, "text_anchor": "middle"}
    said = svg.text("", middle, y, fill=svg.ACCENT, data_said=t.boxes[k].title, **look)
    if judged:
        said += svg.text("", middle, y + LINE, fill=svg.ACCENT, data_why=t.boxes[k].title, **look)
    works = [step for step, working in enumerate(t.sweep, 1) if working == k and step in t.odd]
    for step in works:
        odd = svg.text(t.odd[step], middle, y + 3, fill=svg.BAD, **look)
        until = next((f"{later - 1 + MEETS:g}" for later in works if later > step), None)
        later = {} if until is None else {"data_until": until}
        said += svg.group(svg.group(odd, data_step=f"{step - 1 + MEETS:g}"), **later)
    return said


def _made(t, k, inside, controls):
    """The formula and the values."""
    made = t.boxes[k]
    name = f"{made.title}, now {written.array(t.anew.boxes[k].values[0].array)}" if t.anew else made.title
    title = pieces.formula(f"{made.title} = {t.formula(k)}" if made.template else name)
    if not made.template and made.title in controls:
        shown = [_edited(made.title, made.values[0].array, svg.INK, t.typed.get(made.title))]
    else:
        shown = [pieces.value(value.array, svg.INK) for value in made.values]
    several = len(made.values) > 1
    if several:
        names = [svg.words(value.name, svg.SMALL, svg.MUTED) for value in made.values]
        shown = [svg.row(*pair, gap=8) for pair in zip(names, shown, strict=True)]
    top = svg.column(title, *shown, gap=4 if several else 1)
    if inside:
        top = svg.column(svg.space(inside.width, 11), top, gap=0)
    return top


def _edited(name: str, array: Any, color: str, typed: Any = None) -> svg.Block:
    """A value that can be changed where it stands: the fields, with what was typed, lie over its numbers."""
    array, typed = np.asarray(array), np.asarray(array if typed is None else typed)
    if array.ndim:
        values = typed.reshape((1, -1) if typed.ndim < 2 else typed.shape)
        return pieces.cells(array, svg.ACCENT, lambda i, j: _cell(name, i, j, values[i, j]))
    text = written.plain(array)
    wide = max(58.0, svg.text_width(text, pieces.BIG) + 12)
    field = svg.rect(0, 0, wide, 26, fill=svg.CARD, stroke=svg.ACCENT, stroke_dasharray="3 2", rx=5)
    field += svg.text(text, wide / 2, 19.5, fill=color, font_weight=600)
    cell = svg.group(field, **_cell(name, 0, 0, typed))
    return svg.Block(wide, 27, svg.group(cell, font_size=pieces.BIG, text_anchor="middle"))


def _cell(name, i, j, number):
    return {"data_cell": f"{name}[{i},{j}]", "data_value": write_number(number)}


def _group_name(t: Computation, k: int) -> svg.Block | None:
    """On the box that stands for a group, or is its last: the switch that folds it, with its name."""
    box = t.boxes[k]
    if not box.group or k != max(i for i, b in enumerate(t.boxes) if b.group == box.group):
        return None
    folded = box.operations > 1
    count = sum(b.operations for b in t.boxes if b.group == box.group)
    text = svg.words(box.group, 13, svg.ACCENT, bold=True)
    points = "M2 2L10 7L2 12Z" if folded else "M1 3L12 3L6.5 11Z"  # ▸ and ▾, which not every font has
    mark = svg.canvas(13, 14, f'<path d="{points}" fill="{svg.ACCENT}"/>')
    inside = svg.row(mark, text, gap=5)
    look = {"fill": svg.CARD, "stroke": svg.ACCENT, "radius": 10}
    switch = svg.card(inside, width=inside.width + 18, height=20, pad=1, **look)
    return switch.wrap(
        data_set=FOLD + box.group,
        data_value="" if folded else "1",
        data_label=f"{box.group}: {'show its' if folded else 'fold its'} {count} operations",
        aria_expanded="false" if folded else "true",
    )


def _states(t, k, output, controls, goal):
    """What stands for one value's upstream over time: (from step, until step or None, block)."""
    name = t.boxes[k].values[output].name if len(t.boxes[k].values) > 1 else ""
    caption = pieces.caption(f"{t.boxes[k].arriving} of {name}" if name else t.boxes[k].arriving)
    if k == len(t.boxes) - 1:
        start = pieces.value(t.seed, svg.GRADIENT)
        if SEED in controls:
            start = _edited(SEED, t.seed, svg.GRADIENT)
        return [(0, None, svg.column(caption, start, gap=0))] if output == t.answer else []
    if t.arriving(k, output):
        return _arriving(t, k, output, caption, goal)
    given = t.boxes[k].upstream  # what somebody's own engine starts from there, though nothing arrived
    if given is not None and not isinstance(given, dict):
        return [(0, None, svg.column(caption, _so_far([given], None), gap=0))]
    if not any((flow.source, flow.output) == (k, output) for flow in t.flows):
        return []
    end = len(t.sweep) - 1 + LANDED
    asked = _asked(t.boxes[k].title, np.zeros(np.shape(t.boxes[k].values[output].array)), end, 0, goal)
    nothing = svg.words("nothing", 16, svg.MUTED)
    return [
        (0, end, svg.column(caption, asked, gap=0)),
        (end, None, svg.column(caption, nothing, gap=0)),
    ]


def _arriving(t, k, output, caption, goal):
    """What stands for a value to which one flow after the other brings something."""
    flows, parts = t.arriving(k, output), [t.kept[k]] if k in t.kept else []
    if parts:
        caption = pieces.caption(f"{t.boxes[k].title}.grad")
    times = sorted({flow.step for flow in flows})
    states = []
    for step in [0, *times]:
        parts = parts + [flow.downstream for flow in flows if flow.step == step]
        coming = [flow.downstream for flow in flows if flow.step > step]
        asked = None
        if coming:
            left, end = sum(coming[1:], start=coming[0]), times[-1] - 1 + LANDED
            others = near(t, k) if goal and t.boxes[k].title == goal.name and not step else ()
            asked = _asked(t.boxes[k].title, left, end, step, goal, others)
        shown = svg.column(caption, _so_far(parts, asked), _verdict(t, k, step == times[-1]), gap=0)
        states.append((step - 1 + LANDED if step else 0, shown))
    ends = [start for start, _ in states[1:]] + [None]
    return [(start, end, block) for (start, block), end in zip(states, ends, strict=True)]


def _verdict(t, k, complete):
    """Whether what has arrived is right, where a rule can forget; the room for it where none does now."""
    if measured := t.measured.get(t.boxes[k].title):
        says = f"measured: {measured}" if complete else ""  # as high without words
        return svg.words(says, pieces.CAPTION, svg.BAD, bold=True)
    if t.right is None:
        return svg.space(0)
    true, given = upstream_of(t.right, k), upstream_of(t, k)
    if not complete or not any(box.forgets for box in t.boxes) or true is None:
        return svg.space(0, pieces.CAPTION * 1.36)
    if is_right(true, given):
        lucky = min(number for number, box in enumerate(t.boxes) if box.forgets) > k
        return svg.words("right, by luck" if lucky else "right", pieces.CAPTION, svg.LOCAL, bold=True)
    should = f"should be {written.array(true)}" if np.ndim(true) == 0 else "wrong"
    return svg.words(should, pieces.CAPTION, svg.BAD, bold=True)


def _so_far(parts, asked):
    """What has arrived; what is still to come is a question mark."""
    if not parts:
        return asked
    if np.ndim(parts[0]):
        table = pieces.value(sum(parts[1:], start=parts[0]), svg.GRADIENT)
        return svg.row(table, svg.words("+ ?", 16, svg.MUTED), gap=4) if asked else table
    if asked:
        arrived = svg.words(written.joined(parts), 16, svg.GRADIENT, bold=True)
        return svg.row(arrived, svg.words("+", 16, svg.MUTED), asked, gap=5)
    if len(parts) == 1:
        return pieces.value(parts[0], svg.GRADIENT)
    text, size = written.total(parts), 16 if len(parts) < 4 else 14
    if svg.text_width(text, size) > LONG:
        *added, sign, result = text.split(" ")
        lines = " ".join(added), f"{sign} {result}"
        return svg.column(*(svg.words(line, 14, svg.GRADIENT, bold=True) for line in lines), gap=0)
    return svg.centred(svg.words(text, size, svg.GRADIENT, bold=True), height=pieces.BIG * 1.36)


def _asked(title, answer, when, since, goal, near=()):
    """A question mark for what is to come; of numbers that can be guessed, one that can be typed into."""
    answer = np.asarray(answer)
    guessed = answer.ndim == 0 or pieces.are_few(answer)
    if not guessed or not np.isrealobj(answer) or not np.isfinite(answer).all():
        return svg.words("?", pieces.BIG, svg.MUTED)
    flagged = goal and title == goal.name
    wide, high = (34, 24) if answer.ndim == 0 else (27, 22)
    cells = []
    for i, number in enumerate(answer.ravel().tolist()):
        look = {"stroke": svg.ACCENT, "stroke_dasharray": "3 2", "fill": svg.CARD if flagged else "none"}
        body = svg.rect(0, 0, wide, high, rx=4, stroke_opacity=1 if flagged else 0.5, **look)
        body += svg.text("?", wide / 2, high / 2 + 5.5, font_size=15, text_anchor="middle", fill=svg.MUTED)
        place = f", entry {i}" if answer.ndim else ""
        label = f"Guess what arrives at {title}{place}: ?"
        named = {"data_ask": title, "data_at": i, "data_answer": repr(number), "data_when": f"{when:g}"}
        named |= {"data_since": since, "data_key": f"ask {title} {since} {i}", "tabindex": 0}
        named |= {"role": "button", "aria_label": label, "data_found": goal.found if flagged else None}
        named["data_near"] = ";".join(f"{other!r}={words}" for other, words in near) or None
        if flagged and goal.guess is not None and np.size(goal.guess) == answer.size and not since:
            named["data_guess"] = write_number(np.ravel(goal.guess)[i])
        cells.append(svg.Block(wide, high, svg.group(body, **named)))
    return svg.row(*cells, gap=0)
