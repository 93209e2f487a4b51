"""The clinic as an exhibit: order tests, accuse a line, heal all within the hour; then fill the table."""

from __future__ import annotations

from helpers.drawing import svg

from ..base.controls import Button, Choice
from ..base.errors import InputError
from ..base.exhibit import Exhibit
from ..base.parsing import guessed_size
from .cases import Ward
from .drawing import HOUR, State, catches, draw_clinic

WELCOME = "Pick one by its letter, order tests in its row, then click the line that is wrong."
UNPROVED = "No test of its own has found anything yet, so"


class Clinic(Exhibit):
    """A ward of training programs with one bug each, to be healed within the hour.

    A test takes its minutes, and so does every line that is rewritten: more, before a test has found
    anything. Whoever is well is tested for nothing.
    A `guess` of where a healthy loss begins stands on its course if it can. Raises `InputError` for anything
    but a `Ward`.

        clinic = Clinic(ward)
    """

    def __init__(self, ward: Ward, guess: object = None, **traits):
        if not isinstance(ward, Ward):
            kind = type(ward).__name__
            raise InputError(f"ward must be a Ward of patients and tests, not of type {kind}.", "ward")
        self.ward, self._guess = ward, guessed_size(guess)
        self._clear()
        names = list(ward.patients)
        cells = [f"{who} {test}" for who in names for test in ward.tests]
        lines = [f"{who} {k}" for who in names for k in range(len(ward.patients[who].lines))]
        choices = {"who": names, "order": ["", *cells], "column": ["", *ward.tests]}
        choices |= {"line": ["", *lines], "rewrite": ["", *lines]}
        self._goals = [
            f"{len(names)} training programs, with one bug each: heal all {len(names)} within the hour.",
            "Now tests are free: fill the table. Which test catches most, and who slips through it?",
        ]
        super().__init__(
            *(Choice(name, of[0], options=of, in_picture=True) for name, of in choices.items()),
            Button("again", "Start again"),
            goals=self._goals,
            **traits,
        )

    def _clear(self):
        self._seen, self._spent, self._healed, self._missed = set(), [], set(), set()
        self._said, self._fresh = self.to_do(WELCOME), "all"

    def draw(self, who, line, **_):
        armed = int(line.split()[1]) if line.startswith(f"{who} ") else None
        return draw_clinic(self._now(who)._replace(armed=armed), self.narrow)

    def _now(self, who):
        """How things stand."""
        done = (frozenset(self._seen), tuple(self._spent), frozenset(self._healed), frozenset(self._missed))
        return State(self.ward, who, *done, None, self._said, self._fresh, self._guess)

    def adjust(self, name, values):
        now, patients = values[name] if name != "again" else "", self.ward.patients
        self._fresh = ""
        if name == "again":
            self._clear()
            self.goals = self._goals
            return dict.fromkeys(("order", "column", "line", "rewrite"), "") | {"who": next(iter(patients))}
        if name == "who":
            well = now in self._healed
            self._said = f"{now} {'is well: its tests cost nothing' if well else patients[now].symptom}."
            self._fresh = f"loss {now}"
            return {"line": ""}
        if not now:
            return {}
        if name == "column":
            return self._column(now)
        who, _, what = now.partition(" ")
        if name == "order":
            return self._order(who, what)
        if name == "line":
            code = patients[who].lines[int(what)].strip()
            now = self._now(who)
            why = "To" if now.is_proved else f"{UNPROVED} to"
            self._said = f"Is it {code}? {why} rewrite it and train again takes {now.rewrite} minutes."
            return {}
        return self._rewrite(who, int(what))

    def _order(self, who, test):
        if (who, test) not in self._seen and who not in self._healed:
            self._spend("exam", self.ward.tests[test].minutes)
        self._seen.add((who, test))
        self._said = f"{who}, {test}: {self.ward.found(who, test).said}."
        self._fresh = f"cell {who} {test}"
        return {"who": who, "line": ""}

    def _spend(self, kind, minutes):
        """What takes minutes; over the hour the heading says so."""
        self._spent.append((kind, minutes))
        minutes = sum(minutes for _, minutes in self._spent)
        if minutes > HOUR:
            over = f"{minutes} minutes, and the hour has {HOUR}: start again, it goes faster now."
            self.goals = [over, *self._goals[1:]]

    def _column(self, test):
        """A test for all who are well."""
        well = [who for who in self.ward.patients if who in self._healed]
        self._seen |= {(who, test) for who in well}
        caught = [who for who in well if not self.ward.found(who, test).ok]
        self._said = f"{test}: of those who are well it would have caught {svg.listed(caught) or 'nobody'}."
        self._fresh = f"column {test}"
        return {"column": ""}

    def _rewrite(self, who, k):
        patient = self.ward.patients[who]
        hit = k == patient.fault
        self._spend("healed" if hit else "missed", self._now(who).rewrite)
        self._fresh = f"loss {who}"
        if hit:
            self._healed.add(who)
            self._said = f"{who} is well: {patient.why}."
        else:
            self._missed.add((who, k))
            self._said = f"The same loss again: {patient.not_it(k)}"
        return {"line": "", "rewrite": ""}

    def reaches(self, goal, **values):
        names = list(self.ward.patients)
        if goal == 0:
            minutes = sum(minutes for _, minutes in self._spent)
            if self._healed != set(names) or minutes > HOUR:
                return ""
            tests = sum(minutes for kind, minutes in self._spent if kind == "exam")
            return f"All are well after {minutes} minutes, {tests} of them for tests."
        if len(self._seen) < len(names) * len(self.ward.tests):
            return ""
        found = catches(self.ward)
        most = max(map(len, found.values()))
        best = [test for test, caught in found.items() if len(caught) == most]
        slips = [who for who in names if not any(who in found[test] for test in best)]
        only = [test for test, caught in found.items() if slips and set(slips) <= set(caught)]
        said = f"{_quoted(best)} {'each catch' if len(best) > 1 else 'catches'} {most} of {len(names)}"
        if not slips:
            return f"{said}."
        by = f"; only {_quoted(only)} does" if only else ""
        return f"{said}, but not {svg.listed(slips)}{by}."


def _quoted(tests):
    return svg.listed(f"“{test}”" for test in tests)
