"""The phrase book, opened at a task and a framework: the program, and what all of them answer."""

from __future__ import annotations

from typing import Any

from ..base.controls import Choice, Toggle
from ..base.errors import InputError
from ..base.exhibit import Exhibit
from .drawing import draw_phrase, short


class PhraseBook(Exhibit):
    """How a framework says a task, what its newest version printed, and what the others answer.

    `book` holds the tasks, as `tasks()` by name; the names of the FRAMEWORKS; for each task and framework a
    program with its outcome, as `phrase(task, framework)`; and the `answers(task)` of all. `task` and
    `framework` are where it opens. Raises `InputError` for any that the book does not have.

        book = PhraseBook(phrasebook, "kink", "JAX")
    """

    def __init__(self, book: Any, task: str = "upstream", framework: str = "PyTorch"):
        if not hasattr(book, "tasks"):
            kind = type(book).__name__
            raise InputError(f"book must be the phrase book of a lesson, not of type {kind}.", "book")
        tasks, frameworks = book.tasks(), book.FRAMEWORKS
        if task not in tasks:
            raise InputError(f"The phrase book has no task {task!r}; it has {', '.join(tasks)}.", "task")
        if framework not in frameworks:
            raise InputError(
                f"The phrase book has no framework {framework!r}; it has {', '.join(frameworks)}.",
                "framework",
            )
        self._book = book
        self._names = {each.title: name for name, each in tasks.items()}
        self._frameworks = {short(name): name for name in frameworks}
        super().__init__(
            Choice("task", tasks[task].title, "Task", tuple(self._names)),
            Choice("framework", short(framework), "In", tuple(self._frameworks), in_sight=True),
            Toggle("answers", True, "What comes out"),
        )
        self.keep_takes("framework")

    def draw(self, task, framework, answers):
        name, whose = self._names[task], self._frameworks[framework]
        return draw_phrase(self._book, name, whose, answers, self.narrow)
