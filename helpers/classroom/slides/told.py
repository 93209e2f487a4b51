"""What a talk asks of its lesson, answered in the kernel in which the lesson has run."""

import base64
import contextlib
import re
from copy import copy

import numpy as np
from IPython.display import display

from helpers import autodiff as ad
from helpers import widgets
from helpers.drawing.svg import Picture
from helpers.exercises.review.polls import text_of
from helpers.widgets.base.errors import InputError
from helpers.widgets.base.exhibit import Exhibit, told
from helpers.widgets.base.worth_trying import alone, keep_takes

KIND = "application/vnd.upstream.told+json"
MOST_OF_A_FILM = 6  # presses
ROOM = 1200, 490  # on a slide, below what is said
LEAST = 800  # of its width, which a picture fills
COLUMNS = range(340, 840, 20)  # for which an exhibit may lay itself out
TO_HOLD = re.compile(r"data-(?:drag|lift|cell)=")
NOT_SHOWN = {"layout", "tabbable", "tooltip", "comm", "source", "narrow", "picture", "transcript", "film"}


class CannotTell(Exception):
    """Why a question has no answer, in one sentence."""


def tell(names, shown, asked):
    """Show what is asked, in order, as data.

    names: those of the lesson; shown: what its cells have shown, by their id.
    """
    display({KIND: [answer(names, shown, ask) for ask in asked]}, raw=True)


def answer(names, shown, ask):
    """What is asked as data; with an `error`, one sentence, if it cannot be told."""
    try:
        if "value" in ask:
            return {"value": _written(_evaluated(ask["value"], names))}
        return _shown(_found(ask, names, shown), ask, names)
    except (CannotTell, InputError) as error:
        return {"error": str(error)}


def _found(ask, names, shown):
    if not ask["cell"]:
        return _evaluated(ask["show"], names)
    if ask["show"] not in shown:
        raise CannotTell(f"no cell of the lesson is named {ask['show']}.")
    found = shown[ask["show"]]
    if found is None:
        raise CannotTell(f"the cell {ask['show']} ends with nothing that could be shown.")
    return found


def _evaluated(expression, names):
    try:
        return eval(expression, {"np": np, "ad": ad, "widgets": widgets} | names)
    except Exception as error:
        raise CannotTell(
            f"the lesson's run cannot tell {expression} ({type(error).__name__}: {error})."
        ) from None


def _written(value):
    if isinstance(value, ad.Tensor):
        value = value.value
    return str(value) if isinstance(value, (str, bool, np.bool_, tuple)) else text_of(value)


def _shown(thing, ask, names):
    """An exhibit with everything that a press brings, or a picture."""
    if isinstance(thing, Exhibit):
        if not ask["at"] or ask["presses"]:
            return _exhibit(thing, ask, names)
        with _as_it_was(thing):
            thing.on_a_wall = True
            _set(thing, ask["start"], names)
            _lay_out(thing)
            thing = thing.drawn.opening() if ask["at"] == "start" else thing.drawn
    elif ask["presses"] or ask["start"]:
        raise CannotTell(f"{ask['show']} is no exhibit, so nothing can be set in it.")
    if isinstance(thing, Picture):
        untold = ask["at"] == "start"
        return {"svg": _out_of_reach(thing.svg), "alt": thing.alt, "size": thing.size, "untold": untold}
    if callable(drawn := getattr(thing, "_repr_png_", None)) and (png := drawn()):
        return {"png": base64.b64encode(png).decode()}
    return {"text": str(thing)}


def _out_of_reach(picture):
    """A picture in which nothing can be pulled or typed: nobody would answer."""
    return TO_HOLD.sub("data-held=", picture)


@contextlib.contextmanager
def _as_it_was(widget):
    """Whatever is done to an exhibit is undone, for another slide."""
    before = {
        name: copy(is_) if isinstance(is_, (dict, set, list)) else is_ for name, is_ in vars(widget).items()
    }
    try:
        yield
    finally:
        vars(widget).clear()
        vars(widget).update(before)


def _lay_out(widget):
    """Let it draw itself for the column in which its type is largest on a slide."""

    found = {}
    for widget.narrow in (0, *COLUMNS):
        drawn = widget.drawn
        sizes = map(float, re.findall(r'font-size="([\d.]+)"', drawn.svg))
        scale = min(there / needed for there, needed in zip(ROOM, drawn.size, strict=True))
        if not widget.narrow or drawn.size[0] * scale > LEAST:
            found[widget.narrow] = scale * min(sizes)
    widget.narrow = max(found, key=found.get)


def _exhibit(widget, ask, names):
    """Its state as it begins, its drawings, and for each press [which of them, which step]."""
    with _as_it_was(widget):
        widget.on_a_wall = True
        _set(widget, ask["start"], names)
        _lay_out(widget)
        with _as_it_was(widget):  # options were tried
            keep_takes(widget)
            takes = widget.takes
        widget.takes = takes
        state = {name: value for name, value in alone(widget.get_state()).items() if _is_told(name)}
        drawings, size = [_drawing(widget)], widget.drawn.size
        presses = [(0, step) for step in _steps(widget.drawn, ask["at"])]
        for settings in ask["presses"]:
            _set(widget, settings, names)
            presses.append((len(drawings), _steps(widget.drawn, ask["at"] or "end")[0]))
            drawings.append(_drawing(widget))
        still = widget.drawn.html()
    # Of steps that are not shown nothing is told, nor what stays the same at every press.
    mute = ask["at"] == "start" or (
        ask["at"] and len({line for d in drawings for line in d["transcript"][-1:]}) < 2
    )
    if len(presses) == 1 and not state["takes"]:
        says = f"{ask['show']} has no step and no control that works on a slide: show it at the end."
        raise CannotTell(says)
    return {
        "state": state,
        "drawings": drawings,
        "presses": presses,
        "size": size,
        "still": still,
        "mute": mute,
    }


def _drawing(widget):
    """What is drawn, with the settings that are shown beside it."""
    shown = told(widget.drawn)
    return shown | {"picture": _out_of_reach(shown["picture"]), "inputs": dict(widget.inputs)}


def _steps(drawn, at):
    """The steps of a drawing that are shown, each by a press; of a film those of which it tells in words."""
    if at:
        return [0 if at == "start" else drawn.last]
    if drawn.film is None:
        return list(range(drawn.last + 1))
    told = [drawn.film.said.index(line) for line in drawn.transcript if line in drawn.film.said]
    kept = sorted({0, *told, drawn.last})
    return [kept[k] for k in sorted({*np.linspace(0, len(kept) - 1, MOST_OF_A_FILM).round().astype(int)})]


def _is_told(name):
    return name[0] != "_" and name not in NOT_SHOWN


def _set(widget, settings, names):
    """Set controls, or press buttons, as `x = 2.0, take = True` says; what follows a `;` comes after that."""
    now, _, after = settings.partition("; ")
    values = _evaluated(now if now.startswith("{") else f"dict({now})", names)
    buttons = [name for name in values if (c := widget._controls.get(name)) and c.kind == "button"]
    widget.set(**{name: value for name, value in values.items() if name not in buttons})
    for name in buttons:
        widget.set_state({"inputs": widget.inputs | {name: widget.inputs[name] + 1}})
    if after:
        _set(widget, after, names)
