"""For a page without Python: each exhibit of a lesson that has run is tried at values that are worth trying.

What it shows there goes into the page as the exhibit's `takes`, so that one control works.
"""

import contextlib
import json

from ipywidgets.widgets.widget import _instances  # every widget alive: ipywidgets has no public name for them

from helpers.drawing.plots import round_up

from .exhibit import Exhibit
from .parsing import write_number

VALUES = 13  # of a slider, at the most
MOST_OPTIONS = 8
# Of all that one exhibit shows there: beyond that, its page would grow too much.
MOST_CHARACTERS = {"number": 300_000, "choice": 600_000, "toggle": 600_000}
SHOWN = ("picture", "transcript", "film", "inputs")


def keep_them():
    """Do so for each exhibit alive."""
    for widget in list(_instances.values()):
        if isinstance(widget, Exhibit):
            keep_takes(widget)


def keep_takes(widget):
    """Give an exhibit the takes of one of its controls, unless it brought its own."""
    if widget.takes:
        return
    for control in widget.controls:
        if options := _options(control):
            widget.takes = _takes(widget, control, options)
            break
    if widget.takes and control["kind"] == "number":
        widget.controls = _coarse(widget.controls, control)


def _coarse(controls, control):
    """The controls, the slider of one of them moving in the steps of `_along`."""
    coarse = control | {"step": round(control["step"] * _apart(control), 10)}
    return [coarse if each is control else each for each in controls]


def _options(control):
    """The values of this control that are worth trying, as it writes them; none if it is no such control."""
    if control["kind"] == "number" and control["slider"] and not control["in_picture"]:
        return _along(control)
    if control["kind"] == "choice" and len(control["options"]) <= MOST_OPTIONS:
        return {option: option for option in control["options"]}
    if control["kind"] == "toggle" and control["in_picture"]:
        return {"": False, "1": True}
    return {}


def _along(control):
    """About a dozen values from end to end of a slider, as they are written."""
    low, step, apart = control["low"], control["step"], _apart(control)
    values = [round(low + k * step, 10) for k in range(0, _steps(control) + 1, apart)]
    return {write_number(value): value for value in values}


def _steps(control):
    return round((control["high"] - control["low"]) / control["step"])


def _apart(control):
    """How many steps of a slider lie between two values that are tried: 1, 2 or 5 apart, or such."""
    wanted = round_up((control["high"] - control["low"]) / (VALUES - 1))
    return max(1, round(wanted / control["step"]))


def _takes(widget, control, options):
    """What the exhibit shows at each option; {} if that is too much, or if it shows none of them."""
    before = {name: getattr(widget, name) for name in (*SHOWN, "controls", "step", "source", "errors")}
    values, of = widget.values, {}
    now = {} if control["kind"] == "toggle" else {before["inputs"][control["name"]]: values[control["name"]]}
    for written, value in (now | options).items():
        with contextlib.suppress(Exception):  # one that cannot be drawn is not among those on offer
            widget.set(**{control["name"]: value})
            if widget.controls == before["controls"]:  # a preset may need other fields
                of[written] = {name: getattr(widget, name) for name in SHOWN}
    with contextlib.suppress(Exception):
        widget.set(**values)
    for name, value in before.items():
        setattr(widget, name, value)
    too_much = len(json.dumps(of)) > MOST_CHARACTERS[control["kind"]]
    return {} if too_much or len(of) < 2 else {"control": control["name"], "of": of}
