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
    "FRAMEWORKS", "KEEPS_Y", "WAY_OF_Y", "Answers", "Outcome", "Phrase", "Shown", "Task", "answers",
    "look_up", "newest", "phrase", "run", "task", "tasks",
]  # fmt: skip

# What is to be found in the book: a question, the task that it is about, who answers it, and the line.
HAS_Y = r"return y, |y = (np|tf)\.|save_for_backward\(|\bans\b"  # the rule, from its forward part
KEEPS_Y = (
    ("JAX's rule of eˣ needs y. Click the line that keeps y for it.", "residuals", ("JAX",), HAS_Y),
    (
        "Which framework hands the rule y, so that nobody has to keep it? Click the line where it comes in.",
        "residuals",
        ("autograd",),
        HAS_Y,
    ),
)
WAY_OF_Y = r"\s+y = \S*exp\(x\)", r".*\b(upstream|u) \* y\b"  # the lines that make it, and need it


def look_up(mine):
    """What is to be looked up by whoever works with this framework."""
    how = f"In {mine}, a target must get no gradient. Look it up, and click the line that says so."
    whose = "A rule forgot its upstream. Look up whose own check does not object."
    return (
        (how, "stop", (mine,), "^(?!from).*(stop|detach|getval)"),
        (whose, "check", ("TensorFlow 1", "TensorFlow 2"), ""),
    )
