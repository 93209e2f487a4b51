"""The phrase book, opened at a task and a framework: the program, and what all of them answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..base.controls import Button, Choice, Toggle
from ..base.errors import InputError
from ..base.exhibit import Exhibit
from ..base.parsing import shown
from .drawing import UNTOLD, choices_of, draw_phrase, draw_table, newest_of, short

ALL = "all"


class PhraseBook(Exhibit):
    """How a framework says a task, what its newest version printed, and what the others answer.

    `book` holds the tasks, as `tasks()` by name; the names of the FRAMEWORKS; for each task and framework a
    program with its outcome, as `phrase(task, framework)`; and the `answers(task)` of all. `task` and
    `framework` are where it opens; at "all" it shows a few lines of each. With `find`, a question, a task
    and the frameworks that answer it, it has something to reach. With `guess`, names of tasks, it has these
    alone, and a row tells what comes out when that has been guessed. Raises `InputError` for any that the
    book does not have.

        book = PhraseBook(phrasebook, "kink", "JAX")
    """

    def __init__(self, book: Any, task: str = "upstream", framework: str = "PyTorch",
                 find: tuple[str, str, Sequence[str]] | None = None,
                 guess: Sequence[str] = ()):  # fmt: skip
        if not hasattr(book, "tasks"):
            kind = type(book).__name__
            raise InputError(f"book must be the phrase book of a lesson, not of type {kind}.", "book")
        tasks, frameworks = book.tasks(), book.FRAMEWORKS
        for name in [task, *guess]:
            if name not in tasks:
                raise InputError(
                    f"The phrase book has no task {shown(name)}; it has {', '.join(tasks)}.", "task"
                )
        if framework not in (ALL, *frameworks):
            raise InputError(
                f"The phrase book has no framework {shown(framework)}; it has {', '.join(frameworks)}.",
                "framework",
            )
        self._book, self._guess = book, tuple(guess)
        self._names = {tasks[name].title: name for name in guess or tasks}
        self._frameworks = {ALL: ALL} | {short(name): name for name in frameworks}
        question, *self._wanted = find or ("", None, ())
        goals = [
            f"{'Next task: ' * (k > 0)}“{title}”. What comes out? Guess in each row."
            for k, title in enumerate(self._names)
        ]
        guesses = {f"{name} {who}": choices_of(tasks[name]) for name in guess for who in frameworks}
        super().__init__(
            Choice("task", tasks[guess[0] if guess else task].title, "Task", tuple(self._names)),
            *[Button("next", "Next task")] * (len(guess) > 1),
            Choice(
                "framework", ALL if guess else short(framework), "In", tuple(self._frameworks), in_sight=True
            ),
            Toggle("answers", not guess, "What comes out"),
            *[Choice("last", "", options=("", *guesses), in_picture=True)] * bool(guess),
            *(
                Choice(name, UNTOLD, options=(UNTOLD, *kinds), in_picture=True)
                for name, kinds in guesses.items()
            ),
            goals=goals if guess else [question] if find else [],
        )
        self.keep_takes("framework", answers=True)

    def adjust(self, name, values):
        if name == "next":
            following = self._guess.index(self._names[values["task"]]) + 1
            return {"task": list(self._names)[following % len(self._names)], "framework": ALL}
        return {"last": name} if name in values and " " in name else {}

    def draw(self, task, framework, answers, last="", **guesses):
        name, whose = self._names[task], self._frameworks[framework]
        if whose == ALL:
            guessed = self._guessed(name, guesses)
            return draw_table(self._book, name, answers, self.narrow, guessed, last.removeprefix(f"{name} "))
        return draw_phrase(self._book, name, whose, answers, self.narrow)

    def _guessed(self, name, guesses):
        """What was guessed of each framework's answer to a task."""
        return {who: guesses[f"{name} {who}"] for who in self._book.FRAMEWORKS if guesses}

    def reaches(self, goal, task, framework, answers, last="", **guesses):
        if not guesses:
            (name, whose), who = self._wanted, self._frameworks[framework]
            found = self._names[task] == name and who in whose
            return f"{who}: {self._book.phrase(name, who).note.replace('`', '')}" if found else ""
        name = self._guess[goal]
        newest, choices = newest_of(self._book, name), choices_of(self._book.tasks()[name])
        guessed = self._guessed(name, guesses)
        if UNTOLD in guessed.values():
            return ""
        right = sum(newest[who].kind == choices[guess] for who, guess in guessed.items())
        by_kind = {
            label: [short(who) for who in newest if newest[who].kind == kind]
            for label, kind in choices.items()
        }
        told = "; ".join(f"{kind}: {', '.join(whose)}" for kind, whose in by_kind.items() if whose)
        return f"{right} of {len(newest)} guessed right. {told[0].upper() + told[1:]}."
