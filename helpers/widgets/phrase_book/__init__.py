"""The phrase book, opened at a task and a framework: the program, and what all of them answer."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from typing import Any

from ..base.controls import Button, Choice, Toggle
from ..base.errors import InputError
from ..base.exhibit import Exhibit
from ..base.parsing import shown
from .drawing import UNASKED, UNTOLD, choices_of, draw_phrase, draw_table, newest_of, said_of, short

ALL = "all"


class PhraseBook(Exhibit):
    """How a framework says a task, what its newest version printed, and what the others answer.

    `book` holds the tasks, as `tasks()` by name; the names of the FRAMEWORKS; for each task and framework a
    program with its outcome, as `phrase(task, framework)`; and the `answers(task)` of all. `task` and
    `framework` are where it opens; at "all" it shows a few lines of each. With `answers` it tells what comes
    out. With `find` it has something to look up: a question each, its task, the frameworks that answer it,
    and a pattern of the line to be clicked, or ""; once it was, the others show theirs. Without `answers`,
    what is said of a program stands in its box once such a line was clicked. With `guess`, names of tasks,
    it has these alone, and all tell what comes out once that has been guessed of one of them.
    Raises `InputError` for any that the book does not have.

        book = PhraseBook(phrasebook, "kink", "JAX")
    """

    def __init__(self, book: Any, task: str = "upstream", framework: str = "PyTorch",
                 find: Sequence[tuple[str, str, Sequence[str], str]] = (),
                 guess: Sequence[str] = (), answers: bool = True):  # fmt: skip
        if not hasattr(book, "tasks"):
            kind = type(book).__name__
            raise InputError(f"book must be the phrase book of a lesson, not of type {kind}.", "book")
        tasks, frameworks = book.tasks(), book.FRAMEWORKS
        for name in [task, *guess]:
            if name not in tasks:
                says = f"The phrase book has no task {shown(name)}; it has {', '.join(tasks)}."
                raise InputError(says, "task")
        if framework not in (ALL, *frameworks):
            says = f"The phrase book has no framework {shown(framework)}; it has {', '.join(frameworks)}."
            raise InputError(says, "framework")
        self._book, self._guess, self._find = book, tuple(guess), tuple(find)
        self._seen = None if answers or guess else set()
        self._lines = {name: pattern for _, name, _, pattern in find if pattern}
        code = (phrase.code.splitlines() for page in tasks.values() for phrase in page.phrases.values())
        lines = dict.fromkeys(["", *itertools.chain(*code)])
        self._names = {tasks[name].title: name for name in guess or tasks}
        self._frameworks = {ALL: ALL} | {short(name): name for name in frameworks}
        guesses = {f"{name} {who}": choices_of(tasks[name]) for name in guess for who in frameworks}
        super().__init__(
            Choice("task", tasks[guess[0] if guess else task].title, "Task", tuple(self._names)),
            *[Button("next", "Next task")] * (len(guess) > 1),
            Choice("framework", short(framework), "In", tuple(self._frameworks), in_sight=True),
            Toggle("answers", answers and not guess, "What comes out"),
            *(
                Choice(name, UNTOLD, options=(UNTOLD, *kinds), in_picture=True)
                for name, kinds in guesses.items()
            ),
            *[Choice("line", "", options=tuple(lines), in_picture=True)] * bool(self._lines),
            goals=[question for question, *_ in find],
        )
        if guess:
            self.goals = self._asked(next(iter(self._names)))
        self.keep_takes("framework", answers=True)

    def _asked(self, task):
        """What is to be guessed in each task; the one that it is open at is no more the next."""
        guess = "guess what comes out in your framework."
        return [f"“{title}”: {guess}" if title == task else f"Next: “{title}”." for title in self._names]

    def adjust(self, name, values):
        if name in ("task", "framework") and self._find:
            return {"line": ""} if self._lines else {}
        task, titles = values["task"], list(self._names)
        if name == "line" and self._seen is not None and self._is_the_line(self._names[task], values["line"]):
            self._seen |= {self._frameworks[values["framework"]]}
        if not self._guess or name in ("framework", "answers"):
            return {}
        if name == "next":
            task = titles[(titles.index(task) + 1) % len(titles)]
        self.goals = self._asked(task)
        guesses = {key: of for key, of in values.items() if " " in key and of != UNTOLD}
        told = any(key.startswith(f"{self._names[task]} ") for key in guesses)
        return {"task": task} | ({"answers": told} if guesses or name == "next" else {})

    def _is_the_line(self, name, line):
        """Whether a line is one that is sought in this task."""
        return bool(line and re.search(self._lines[name], line))

    def _judged(self, name, who, line):
        """What is said of a line that was clicked; "" of an answer to what is asked, or was."""
        if name not in self._lines:
            return "not in this task"
        asked = self._find[: len(self.found) + 1]
        good = any(task == name and who in whose for _, task, whose, _ in asked)
        return ("" if good else UNASKED) if self._is_the_line(name, line) else "not it"

    def draw(self, task, framework, answers, line="", **guesses):
        name, whose = self._names[task], self._frameworks[framework]
        guessed = {who: guesses[f"{name} {who}"] for who in self._book.FRAMEWORKS if guesses}
        if whose == ALL:
            return draw_table(self._book, name, answers, self.narrow)
        unlined = {task for _, task, _, pattern in self._find if not pattern}  # a framework is sought there
        can_be = self._lines and name not in unlined
        picked = (line, self._judged(name, whose, line)) if can_be else None
        same = self._lines[name] if name in self._lines and self._is_the_line(name, line) else ""
        return draw_phrase(self._book, name, whose, answers, self.narrow, guessed, self._seen, picked, same)

    def reaches(self, goal, task, framework, answers, line="", **guesses):
        if not guesses:
            _, wanted, whose, pattern = self._find[goal]
            who = self._frameworks[framework]
            found = self._names[task] == wanted and who in whose
            found = found and (not pattern or self._is_the_line(wanted, line))
            return f"{who}: {said_of(self._book.phrase(wanted, who))}" if found else ""
        name = self._guess[goal]
        newest, choices = newest_of(self._book, name), choices_of(self._book.tasks()[name])
        guessed = {who: guesses[f"{name} {who}"] for who in newest}
        of = next((who for who, guess in guessed.items() if guess != UNTOLD), None)
        if not of:
            return ""
        by_kind = {
            label: [short(who) for who in newest if newest[who].kind == kind]
            for label, kind in choices.items()
        }
        is_so = next(label for label, kind in choices.items() if newest[of].kind == kind)
        so = ", as you said" if is_so == guessed[of] else f", not {guessed[of]}"
        told = "; ".join(f"{kind} in {', '.join(whose)}" for kind, whose in by_kind.items() if whose)
        missed = "✗ " * (is_so != guessed[of])
        return f"{missed}{of}: {is_so}{so}. {told[0].upper()}{told[1:]}."
