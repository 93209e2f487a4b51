"""For a page without Python: each exhibit of a lesson that has run is tried at values that are worth trying.

What it shows there goes into the page as the exhibit's `takes`, so that one control works.
"""

import contextlib
import json

from ipywidgets.widgets.widget import _instances  # every widget alive: ipywidgets has no public name for them

from .exhibit import Exhibit

MOST_OPTIONS = 8
# Of all that one exhibit shows there: beyond that, its page would grow too much.
MOST_CHARACTERS = 600_000
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


def alone(state):
    """The state of an exhibit without what no browser answers alone, and whether there was `more`."""
    working = [control for control in state["controls"] if control["name"] == state["takes"].get("control")]
    goals = state["goals"] if "data-found" in state["picture"] else []  # what is typed there, a browser knows
    return state | {"controls": working, "goals": goals, "more": len(working) < len(state["controls"])}


def _options(control):
    """The values of this control that are worth trying, as it writes them; none if it is no such control."""
    if control["kind"] == "choice" and len(control["options"]) <= MOST_OPTIONS:
        return {option: option for option in control["options"]}
    if control["kind"] == "toggle" and control["in_picture"]:
        return {"": False, "1": True}
    return {}


def _takes(widget, control, options):
    """What the exhibit shows at each option; {} if that is too much, or if it shows none of them."""
    before = {name: getattr(widget, name) for name in (*SHOWN, "controls", "step", "errors")}
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
    too_much = len(json.dumps(of)) > MOST_CHARACTERS
    return {} if too_much or len(of) < 2 else {"control": control["name"], "of": of}
