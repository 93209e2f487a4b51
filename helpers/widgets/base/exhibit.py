"""The base of every exhibit: one widget, one pure function from numbers to a picture.

How to write a new exhibit
--------------------------
1. Make a folder in ``helpers/widgets``. The exhibit is its ``__init__.py``; a larger one has its picture in
   a ``drawing.py`` beside it::

       class Doubler(Exhibit):
           '''Twice a number.'''

           def __init__(self, x=1.0):
               super().__init__(Number("x", x, low=-9, high=9, step=0.5), Button("reset", "Reset"))

           def draw(self, x):
               twice = svg.number(2 * x)
               return svg.picture(svg.words(twice, size=40), "Twice x", desc=f"Twice {x} is {twice}.")

           def adjust(self, name, values):           # only if one control sets others
               return {"x": 1.0} if name == "reset" else {}

   ``draw`` is a pure function of the controls' values. It builds its picture from the blocks of
   `helpers.drawing.svg`, takes its numbers from `helpers.autodiff`, and keeps no state. An exhibit knows no
   lesson: what a lesson shows in it is handed over, as ``x`` is here.
2. Register it: a line in ``EXHIBITS`` in ``helpers/widgets/__init__.py``.
3. Show it in the gallery, in a section of its name; ``tests/widgets/test_registration.py`` says what is
   missing.
4. Test it without a browser: call ``draw`` on random numbers and compare what is printed; play the browser
   with ``widget.set_state({"inputs": {**widget.inputs, "x": "2.5"}})``. In a browser, the gallery's tests
   press its first number and look for blank frames, jumps, and what a keyboard or screen reader misses.

What the base does, so that no exhibit does it again: it reads what the person typed (the controls are in
``controls.py``); on bad input or an exception it shows one sentence next to the control at fault, and keeps
the last good picture and what was typed; it sends one message per update; it shows the same picture where no
kernel runs; and in the browser it handles focus, keys, steps, the projector mode and the announcements for
screen readers.

* Raise ``InputError("sentence", at="B")`` in ``draw`` to blame a control; "B[0,1]" blames one cell of it.
* A ``Picture`` whose transcript has n + 1 lines has n steps: mark what step k reveals with ``data_step=k``.
  Hover, focus and click effects are attributes too, listed in ``helpers/drawing/svg/__init__.py``. Neither
  needs the kernel. A picture without steps gives ``desc=``, which is announced when the numbers change.
* The first line of a step's text is shown while stepping; the rest of it only in the list of steps. While a
  number is on its way, what follows the first =, ≈ or colon of that line waits until it lands.
* What moves is declared by attributes too: see ``helpers/widgets/browser/travel.js`` and ``motion.js``.
* What moves evenly between many stops is a film: ``helpers/drawing/svg/film.py`` collects it while you draw.
  One that `runs` by itself answers what was just done.
* What no attribute can say is a ``script.js`` in its folder; ``helpers/widgets/browser/exhibit.js`` says at
  its top what that may add. Its pure parts are tested beside the exhibit's other tests, in a ``.test.js``.
* Something to reach: hand ``goals=["Pull w until …", …]`` to ``super().__init__`` and define ``reaches``.
  What was found is said once a goal is met, and not before; the controls then stand below the picture. Until
  the next is met, the last is asked anew after every change: let it name the values that it is about.
* What is taken hold of on the picture: ``Number(…, in_picture=True)`` for the value, and on the handle
  ``data_drag`` (or ``data_lift``) with its name: see ``helpers/widgets/browser/dragging.js``.
* Call ``self.set_controls(...)`` in ``adjust`` when the controls themselves change (one more appears).
* Keep the picture's size the same for every value, or nearly: the view never shrinks, so nothing jumps.
* Wider than some 300 px? Draw it as wide as ``self.across(wide)`` says.
"""

from __future__ import annotations

import functools
import threading
from contextlib import contextmanager
from typing import Any

import anywidget
import numpy as np
import traitlets

from helpers.drawing import svg
from helpers.drawing.svg.pictures import PAD

from .. import browser
from .controls import Control, with_change
from .errors import InputError

READABLE, SLIMMEST = 0.85, 284  # how far type of 13 may shrink; the narrowest drawing
STILL = "<p><em>This is a still picture. Run the cell (Shift+Enter), and you can take hold of it.</em></p>"
MOST_SENT = 20_000  # things in one message of the browser: a forged one could hold the kernel up


def _refused_pastes(inputs):
    """A paste that was refused stands in no cell: it is forgotten as soon as something else is done."""
    return {name: raw.get("cells") for name, raw in inputs.items() if isinstance(raw, dict)}


def _is_change(made):
    """Whether this is a change as the browser tells it: [number, control, before, after]."""
    return isinstance(made, list) and list(map(type, made[:2])) == [int, str] and len(made) == 4


def _size(sent):
    """How many things are in what was sent, counted no further than `MOST_SENT`."""
    count, waiting = 0, [sent]
    while waiting and count < MOST_SENT:
        each = waiting.pop()
        inside = each.values() if isinstance(each, dict) else each if isinstance(each, list) else ()
        count += 1 + len(inside)
        waiting.extend(inside)
    return count


def _sentences(do, *args) -> dict[str, str]:
    """What went wrong in doing it, by the control at fault; empty if nothing did."""
    try:
        return do(*args) or {}
    except InputError as error:
        return {error.at: str(error)}
    except Exception as error:
        return {"": _told_by(error)}


def _told_by(error):
    """An exception as a text, also one that fails to say what it is."""
    try:
        return f"{type(error).__name__}: {error}"
    except Exception:
        return type(error).__name__


def _refusing(make):
    """A constructor whose every error is a sentence, whatever an argument brings about deep inside."""

    @functools.wraps(make)
    def made(self, *args, **named):
        try:
            make(self, *args, **named)
        except (InputError, KeyboardInterrupt):
            raise
        except BaseException as error:
            kind, why = type(self).__name__, _told_by(error)
            raise InputError(f"No {kind} can be made of this ({why}): help({kind}) shows how.") from error

    return made


def told(drawn: svg.Picture) -> dict[str, Any]:
    """What the browser is told of a picture, by the names of the traits."""
    film = drawn.film.describe() if drawn.film else {}
    return {"picture": drawn.svg, "transcript": list(drawn.transcript), "film": film}


class Exhibit(anywidget.AnyWidget):
    """A picture that answers to controls. See the top of this module for how to write one."""

    _esm = browser.module()
    _css = browser.style()
    on_a_wall = False  # on a slide, where presses do what hands do elsewhere

    picture = traitlets.Unicode(help="the last good picture, as SVG text").tag(sync=True)
    transcript = traitlets.List(traitlets.Unicode(), help="one sentence per step").tag(sync=True)
    controls = traitlets.List(help="the controls, described as data").tag(sync=True)
    inputs = traitlets.Dict(help="what was typed, by control name").tag(sync=True)
    changes = traitlets.List(help="the person's last: [number, control, before, after]").tag(
        sync=True,
        echo_update=False,  # the answer says what was heard: no second message need repeat it
    )
    heard = traitlets.Int(0, help="the number of the last change that is in the inputs").tag(sync=True)
    errors = traitlets.Dict(help="a sentence per control at fault").tag(sync=True)
    film = traitlets.Dict(help="what moves in the picture, at each of its stops").tag(sync=True)
    step = traitlets.Int(0, help="how many steps are revealed").tag(sync=True)
    takes = traitlets.Dict(help="for a page without a kernel: what the options of a control show").tag(
        sync=True
    )
    narrow = traitlets.Int(0, help="where there is little room, how much, in pixels: draw it narrower").tag(
        sync=True
    )
    script = traitlets.Unicode(help="the module that renders it, among those of the browser").tag(sync=True)
    goals = traitlets.List(traitlets.Unicode(), help="what is to be reached, in this order").tag(sync=True)
    found = traitlets.List(traitlets.Unicode(), help="what each goal that was met has shown").tag(sync=True)
    past = traitlets.Bool(False, help="what was found last is not true of the values now").tag(sync=True)
    stepping = traitlets.List(
        ["One step", "step"], help="the button that steps on, and what a step is called"
    ).tag(sync=True)
    held = traitlets.Bool(False, help="something in the picture is in the hand just now").tag(sync=True)
    projector = traitlets.Bool(False, help="it fills the window, for a lecture hall").tag(sync=True)

    def __init_subclass__(cls, **about):
        super().__init_subclass__(**about)
        cls.__init__ = _refusing(cls.__init__)

    def __init__(self, *controls: Control, **traits: Any):
        unknown = traits.keys() - self.class_traits().keys()
        if unknown:
            raise InputError(f"{type(self).__name__} has no setting named {', '.join(sorted(unknown))}.")
        # JupyterLab has what the browser sends answered in a thread of its own, while cells run in another.
        self._lock, self._busy = threading.RLock(), None
        self.drawn: svg.Picture | None = None  # the last good picture; its SVG text is the trait `picture`
        super().__init__(script=browser.script_of(type(self)), **traits)
        with self._alone():
            self.set_controls(*controls)
            values, errors = self._read()
            if errors:
                raise InputError(" ".join(errors.values()), next(iter(errors)))
            self._publish(values)
        self.observe(self._heard, names="inputs")
        self.observe(self._take_changes, names="changes")
        self.observe(lambda _: self.redraw(), names="narrow")
        self.observe(lambda _: self.seek(), names="held")

    # What a subclass writes:

    def draw(self, **values: Any) -> svg.Picture:
        """The picture for these values: pure, and the only thing an exhibit must have."""
        raise NotImplementedError(f"{type(self).__name__} must define draw(**values) -> svg.Picture.")

    def across(self, wide: int) -> int:
        """How wide to draw what is `wide` with room: in less, as wide as type of 13 can be read there."""
        room, readable = self.narrow - 2 * PAD, int(self.narrow / READABLE) - 2 * PAD
        return min(wide, max(500, room), max(readable, SLIMMEST)) if self.narrow else wide

    def adjust(self, name: str, values: dict[str, Any]) -> dict[str, Any]:
        """New values for other controls, after the person changed or pressed `name`."""
        return {}

    def to_do(self, sentence: str) -> str:
        """What is to be done next, as a picture says it; "" on a slide, where nobody can do it."""
        return "" if self.on_a_wall else sentence

    def reaches(self, goal: int, **values: Any) -> str:
        """What is found if goal number `goal`, counted from 0, is met with these values; "" if it is not."""
        return ""

    # What the base does:

    @property
    def values(self) -> dict[str, Any]:
        """The values behind the picture, as ``draw`` got them."""
        return dict(self._good)

    def set_controls(self, *controls: Control) -> None:
        """Put these controls in place of the present ones, at their own values."""
        self._controls = {control.name: control for control in controls}
        presses = {c.name: self.inputs.get(c.name, 0) for c in controls if c.kind == "button"}
        self.controls = [control.describe() for control in controls]
        self.inputs = {c.name: c.write(c.value) for c in controls} | presses

    def set(self, **values: Any) -> None:
        """Set controls from Python, as if they had been typed; bad values raise an `InputError`."""
        unknown = set(values) - set(self._controls)
        if unknown:
            known = ", ".join(self._controls)
            raise InputError(f"There is no control named {', '.join(sorted(unknown))}; there are {known}.")
        written = {name: self._controls[name].write(value) for name, value in values.items()}
        with self._lock:
            self.inputs = self.inputs | written
            if self.errors:
                raise InputError(" ".join(self.errors.values()))

    def keep_takes(self, name: str, **others: Any) -> None:
        """Draw what each option of this control shows, for a page that has no kernel to ask."""
        now, options = self._good | others, self._controls[name].options
        drawn = {option: self.draw(**now | {name: option}) for option in options}
        self.takes = {"control": name, "of": {option: told(picture) for option, picture in drawn.items()}}

    def seek(self) -> None:
        """Note what was found if the next goal is met now, or else the last one anew, with other numbers.

        What is still in the hand may go on.
        """
        if self.held:
            return
        met = len(self.found)
        for goal in (met, met - 1):
            if 0 <= goal < len(self.goals) and (found := self.reaches(goal, **self._good)):
                self.found, self.past = [*self.found[:goal], found], False
                return
        self.past = bool(met)

    def redraw(self) -> None:
        """Draw the same values again: something else has changed, such as the room for the picture."""
        with self._alone():
            errors = self.errors
            self._publish(self._good)
            self.errors = errors

    def _take_changes(self, change) -> None:
        """Take up the person's new changes, one on top of the other.

        They may have been made while an answer was under way, not knowing what it set (a reset, say).
        """
        whole = [made for made in change["new"] if _is_change(made)]
        new = [made for made in whole if made[0] > self.heard]
        if new:
            self._answer(self._edits(new))
        if len(whole) < len(change["new"]):
            self.errors = self.errors | {
                "": "A change did not arrive: reload the page and run this cell again."
            }

    def _edits(self, changes):
        for number, name, before, after in changes:
            self.heard = number
            inputs = self.inputs | _refused_pastes(self.inputs)
            now = inputs | ({name: with_change(inputs[name], before, after)} if name in inputs else {})
            if now != self.inputs:
                self.inputs = now
                yield inputs, now

    def _heard(self, change) -> None:
        if self._busy == threading.get_ident():
            return
        before = change["old"]
        now = before | {name: raw for name, raw in change["new"].items() if name in before}
        refused = {
            name: cells for name, cells in _refused_pastes(now).items() if now[name] == before.get(name)
        }
        with self._alone():
            self.inputs = now | refused
            self._answer([(before | refused, self.inputs)])

    def _answer(self, edits) -> None:
        """Take in the edits (before, now), draw once: always a picture or a sentence, never a traceback."""
        with self._alone():
            errors = None
            for before, now in edits:
                errors = _sentences(self._settle, before, now)
            if errors is not None:
                self.errors = errors or _sentences(self._draw_again)

    def _settle(self, before: dict, now: dict) -> dict[str, str]:
        """Let what changed adjust other controls; returns a sentence for each that cannot be read."""
        values, errors = self._read()
        for name in [name for name in self._controls if before.get(name) != now.get(name)]:
            if name not in self._controls or name in {key.partition("[")[0] for key in errors}:
                continue
            new = self.adjust(name, self._good | values) or {}
            self.inputs = self.inputs | {n: self._controls[n].write(v) for n, v in new.items()}
            values, errors = self._read()
        # A paste that was understood becomes ordinary cells.
        pastes = [name for name in values if isinstance(self.inputs.get(name), dict)]
        self.inputs = self.inputs | {name: self._controls[name].write(values[name]) for name in pastes}
        return errors

    def _draw_again(self) -> None:
        self._publish(self._read()[0])

    def _read(self) -> tuple[dict[str, Any], dict[str, str]]:
        """The value of every control that can be read, and a sentence for each that cannot."""
        values, errors = {}, {}
        for name, control in self._controls.items():
            try:
                if control.kind != "button":
                    values[name] = control.read(self.inputs[name])
            except InputError as error:
                errors[error.at or name] = str(error)
        return values, errors

    def _publish(self, values: dict[str, Any]) -> None:
        # The picture prints NaN and ∞; a warning in the log would tell nobody.
        with np.errstate(all="ignore"):
            drawn = self.draw(**values)
        step = min(self.step, drawn.last)
        if self.drawn and self.drawn.done != drawn.done:
            so_far = self.drawn.done[min(self.step, len(self.drawn.done) - 1)]
            step = max(k for k, done in enumerate(drawn.done) if done <= so_far)
        self._good, self.drawn = values, drawn
        for name, value in (told(drawn) | {"errors": {}}).items():
            setattr(self, name, value)
        self.step = step
        self.past = bool(self.found)  # until it is found anew; in the hand, not yet
        self.seek()

    @contextmanager
    def _alone(self):
        """One message to the browser for everything set inside, and no answer to our own changes."""
        with self._lock:
            outer, self._busy = self._busy, threading.get_ident()
            try:
                with self.hold_sync():
                    yield
            finally:
                self._busy = outer

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """What the browser sent, taken up by one thread at a time, and answered in one message."""
        with self._lock, self.hold_sync():
            small = {name: sent for name, sent in sync_data.items() if _size(sent) < MOST_SENT}
            super().set_state(small)
            if len(small) < len(sync_data):
                self.errors = self.errors | {"": "That is more than can be shown here: enter fewer numbers."}

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.drawn.title}>"

    def _repr_mimebundle_(self, **kwargs):
        """The live view, and the same picture for every place without a kernel."""
        bundle = super()._repr_mimebundle_(**kwargs)
        if bundle is None:
            return None
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
        words = "\n".join([self.drawn.title, *self.drawn.transcript])
        return data | {"text/plain": words or repr(self), "text/html": self._still()}, metadata

    def _still(self) -> str:
        """What stands in its place where nothing answers: its opening state, which tells nothing yet."""
        return self.drawn.opening().html().removeprefix(svg.WHILE_FOLDED) + STILL
