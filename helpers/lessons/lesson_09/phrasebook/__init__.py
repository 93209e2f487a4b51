"""A phrase book: the same thing said in six frameworks, by task.

Each task is a page in `pages`: a question, then for every framework a program to copy, a remark, and a few
words of the error if it ends in one. What the programs print in the real frameworks stands in
``recorded.json``; `python -m tests.peers` wrote it, and the tests of `tests.peers` ask
again where a framework is installed. The programs of these lessons are run whenever they are shown.

>>> from helpers.lessons.lesson_09.phrasebook import answers, phrase, run
>>> run("upstream", "these lessons")
[ 4. 12.]
"""

from .asking import Answers, Outcome, Shown, answers, newest, phrase, run
from .reader import FRAMEWORKS, Phrase, Task, task, tasks

__all__ = [
    "FRAMEWORKS", "HANDED_Y", "LOOK_UP", "Answers", "Outcome", "Phrase", "Shown", "Task", "answers",
    "newest", "phrase", "run", "task", "tasks",
]  # fmt: skip

# What is to be looked up in the book: a question, the task that it is about, and who answers it.
LOOK_UP = (
    (
        "In PyTorch, a target must get no gradient. Look up how one says that.",
        "stop",
        ("PyTorch",),
    ),
    (
        "A rule forgot its upstream. Look up whose own check does not object.",
        "check",
        ("TensorFlow 1", "TensorFlow 2"),
    ),
)
HANDED_Y = (
    (
        "In which framework does nobody have to keep y, as the rule is handed it? Click that framework.",
        "residuals",
        ("autograd",),
    ),
)
