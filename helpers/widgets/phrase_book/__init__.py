"""The phrase book, opened at a task and a framework: the program, and what all of them answer."""

from __future__ import annotations

from typing import Any

from ..base.controls import Choice, Toggle
from ..base.errors import InputError
from ..base.exhibit import Exhibit
from .drawing import draw_phrase, draw_table, short

ALL = "all"


class PhraseBook(Exhibit):
    """How a framework says a task, what its newest version printed, and what the others answer.

    `book` holds the tasks, as `tasks()` by name; the names of the FRAMEWORKS; for each task and framework a
    program with its outcome, as `phrase(task, framework)`; and the `answers(task)` of all. `task` and
    `framework` are where it opens; at "all" it shows a line or two of each. With `find`, a question and the
    task that answers it, it has something to reach. Raises `InputError` for any that the book does not have.

        book = PhraseBook(phrasebook, "kink", "JAX")
    """

    def __init__(self, book: Any, task: str = "upstream", framework: str = "PyTorch",
                 find: tuple[str, str] | None = None):  # fmt: skip
        if not hasattr(book, "tasks"):
            kind = type(book).__name__
            raise InputError(f"book must be the phrase book of a lesson, not of type {kind}.", "book")
        tasks, frameworks = book.tasks(), book.FRAMEWORKS
        if task not in tasks:
            raise InputError(f"The phrase book has no task {task!r}; it has {', '.join(tasks)}.", "task")
        if framework not in (ALL, *frameworks):
            raise InputError(
                f"The phrase book has no framework {framework!r}; it has {', '.join(frameworks)}.",
                "framework",
            )
        self._book = book
        self._names = {each.title: name for name, each in tasks.items()}
        self._frameworks = {ALL: ALL} | {short(name): name for name in frameworks}
        question, self._wanted = find or ("", None)
        super().__init__(
            Choice("task", tasks[task].title, "Task", tuple(self._names)),
            Choice("framework", short(framework), "In", tuple(self._frameworks), in_sight=True),
            Toggle("answers", True, "What comes out"),
            goals=[question] if find else [],
        )
        self.keep_takes("framework")

    def draw(self, task, framework, answers):
        name, whose = self._names[task], self._frameworks[framework]
        if whose == ALL:
            return draw_table(self._book, name, answers, self.narrow)
        return draw_phrase(self._book, name, whose, answers, self.narrow)

    def reaches(self, goal, task, **_):
        if self._names[task] != self._wanted:
            return ""
        newest = {who: outcome for who, _, outcome in reversed(self._book.answers(self._wanted).rows)}
        raised = sum(bool(outcome.error) for outcome in newest.values())
        return f"“{task}”: {raised} of {len(newest)} answer with an error, the others with numbers."
