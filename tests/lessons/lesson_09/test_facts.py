"""The facts of lesson 09: what the tables of frameworks say, and what their numbers are by NumPy alone."""

import re
import textwrap

import numpy as np

from helpers import notebooks
from helpers.lessons.lesson_09 import copies, phrasebook
from helpers.lessons.lesson_09.phrasebook import answers
from helpers.lessons.lesson_09.phrasebook.reader import phrase_of
from helpers.widgets import BackpropStepper
from helpers.widgets.phrase_book.drawing import newest_of
from tests.notebooks.facts import shows

X, U = np.array([1.0, 2.0]), np.array([2.0, 3.0])


def w_after(steps):
    """Where steps of 0.1 with these slopes lead from w = 4."""
    return f"{4 - 0.1 * sum(steps):.2f}"


RIGHT, STALE, ADDED = w_after([2, 2 * 0.8]), w_after([2, 2]), w_after([2, 4])

FACTS = {
    "reveal-1": ["these lessons 0.5", "TensorFlow 1 2.21.0 1.0", "TensorFlow 2 2.21.0 1.0",
                 "PyTorch 2.15.0 tensor(0.)", "PyTorch 2.13.0 tensor(1.)", "JAX 0.12.0.1 0.5",
                 "autograd 1.9.1 0.0", "One bend, 3 slopes",
                 "1, the slope on the left: TensorFlow 1 2.21.0, TensorFlow 2 2.21.0, PyTorch 2.13.0.",
                 "0.5, halfway between: these lessons, JAX 0.12.0.1.",
                 "0, the slope on the right: PyTorch 2.15.0, autograd 1.9.1."],
    "opening": "TensorFlow says 1.0, and the gain learns. PyTorch says 0.0",
    "book": ["Pass the upstream", "tensor([ 4., 12.])", "torch.autograd.grad(y, x, grad_outputs=u)"],
    "twice-run": ["TensorFlow 1 2.21.0 6.0 6.0", "PyTorch 2.15.0 tensor(6.) RuntimeError",
                  "JAX 0.12.0.1 6.0 6.0"],
    "reveal-4": [f"these lessons {STALE}", f"TensorFlow 1 2.21.0 {RIGHT}", f"TensorFlow 2 2.21.0 {STALE}",
                 f"PyTorch 2.15.0 {ADDED}, w.grad 4 RuntimeError: … modified by an inplace",
                 f"JAX 0.12.0.1 {STALE}", f"autograd 1.9.1 {STALE}",
                 f"slopes 2, 1.6, to 3.8 and {RIGHT}.", f"slopes 2, 2, to 3.8 and {STALE.rstrip('0')}.",
                 f"slopes 2, 4, to 3.8 and {ADDED.rstrip('0')}."],
    "retain": f"Done right, they lead to {RIGHT}.",
    "adds": ["w.grad holds 2.", f"adds up: 2 + 2 = 4. A step of 0.1 × 4 leads w from 3.8 to {ADDED[:3]}."],
    "in-place-run": [f"exp would send [7. {np.exp(1):.2f}] but right is [1. {np.exp(1):.2f}]",
                     "tensor([0., 3.])", "RuntimeError"],
    "cut-yours": "requires_grad=True) # yours goes here", "own-rule-run": ["def fwd(x):"],
    "residuals-yours": "return upstream * y # yours goes here",
    "adapter-run": [np.exp(2), np.exp(2)],
    "static": f"Here $y = x^n$ is {4**3}.",
    "static-run": f"bwd(x, n, upstream). Wanted is {5 * 3 * 4 ** (3 - 1)}.",
    "static-why": f"runs without an error, and sends {5 * 4 * 3 ** (4 - 1)}.",
    "per-example": ["[[ -2. -4.] [ 6. 0.] [-16. -16.]]"],
    "vmap-run": ["downstream [[−2, −4], [6, 0], [−16, −16]]", "summed, = [−12, −20] arrives at w."],
    "reveal-5": ["these lessons (2+4j)", "TensorFlow 2 2.21.0 (2+4j)", "PyTorch 2.15.0 tensor(2.+4.j)",
                 "JAX 0.12.0.1 (2-4j)", "autograd 1.9.1 (2-4j)"],
    "half": ["z = 1 + 2i: |z|² is 5", "ours: 2 + 4i", "z − 0.5 × that = 0"],
}  # fmt: skip
test_shown = shows("09", FACTS)


def test_nothing_arrives_at_w_where_the_rows_of_its_copies_cancel():
    x, t = np.array([[1.0, 2.0], [3.0, 0.0], [1.0, 1.0]]), np.array([0.0, 2.0, 8.0])
    loss = lambda w: np.sum((np.sum(x * np.broadcast_to(w, (3, 2)), axis=1) - t) ** 2)  # noqa: E731
    stepper = BackpropStepper(loss, w=[1.0, -1.0], ask="", tasks=copies.BALANCED)
    stepper.step = stepper.drawn.last
    best = np.linalg.lstsq(x, t)[0]
    assert ((x @ best - t)[:, None] * x).any(axis=1).all()  # no row is 0
    stepper.set(w=[0.0, 0.0])
    assert not stepper.found
    stepper.set(w=best.round(9))
    assert stepper.found == [copies.BALANCED[0].found]


def test_the_guess_is_about_the_program_that_the_book_ran():
    """With its loss in place of f."""
    (shown,) = re.findall(r"```python\n(.+?)```", notebooks.find("09").cell("retain").source, re.S)
    code = phrase_of("retain_graph", "PyTorch").code
    assert "descend(lambda w: (w - 3) ** 2)\ndescend(lambda w: w * w)" in code
    assert textwrap.indent(shown.replace("(w - 3) ** 2", "f(w)"), "    ") in code


def test_the_five_messages_are_those_of_the_book():
    """Each line quotes what the peers tests look for in the real message."""
    quoted = re.findall(r"^# \d  (\w+) +… (.+) …$", notebooks.find("09").cell("exercise-2").source, re.M)
    tasks = "left_out", "twice", "one_per_input", "in_place", "unwatched"
    names = {"TensorFlow": "TensorFlow 2"}
    assert [words for _, words in quoted] == [
        phrase_of(task, names.get(who, who)).says for task, (who, _) in zip(tasks, quoted, strict=True)
    ]


def test_what_is_to_be_guessed_is_as_the_text_says():
    """None or an error of a record, zero of a function; JAX and autograd refuse at a cut; who transposes."""

    def kinds(name):
        return [newest_of(phrasebook, name)[who].kind for who in phrasebook.FRAMEWORKS]

    table = notebooks.find("09").cell("left-out").source.split("\n\n")[1]
    said = {}
    for row in table.splitlines()[2:]:
        who, *answers = (each.strip(" *") for each in row.strip("|").split("|"))
        said |= {
            name.replace("ours", "these lessons"): answers for name in who.partition(": ")[2].split(", ")
        }
    assert said["TensorFlow 1"][1] == f"{phrasebook.phrase('unwatched', 'TensorFlow 1').outcome.number:g}"
    said["TensorFlow 1"][1] = "a number"
    called = {"ones": "a number"}
    for k, name in enumerate(("not_connected", "unwatched", "cut", "left_out")):
        assert kinds(name) == [called.get(said[who][k], said[who][k]) for who in phrasebook.FRAMEWORKS]
    assert kinds("forward") == ["a number"] * 3 + ["an error"] * 3


def test_one_gradient_too_few_is_refused_by_all_but_autograd():
    silent = [
        who for who, _, outcome in answers("one_per_input").rows if outcome.printed or not outcome.error
    ]
    assert silent == ["autograd"]


def test_the_porters_of_the_text_stand_where_it_says():
    """At the bound the frameworks of the story differ, and everywhere else they agree."""
    text = notebooks.find("09").cell("reveal-1").text
    assert len({text.partition(name)[2].split()[1] for name in ("TensorFlow 2 ", "PyTorch ", "JAX ")}) == 3
