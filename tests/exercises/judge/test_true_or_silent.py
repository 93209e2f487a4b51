"""What a card once said falsely is said no more; what is right is accepted, and tricks are refused.

A cell of `false_reasons.txt` begins with the exercise, words that were false of its answer, and what it is.
An answer whose card is that of a row stands in the key alone, where the row is tried.
"""

import subprocess
import sys
from pathlib import Path

import pytest

from helpers import autodiff as ad
from helpers.exercises import answering, check, exercises
from helpers.exercises.judge import outcome, responses
from helpers.exercises.key.index import varied
from helpers.exercises.key.keys import AnswerKey
from helpers.exercises.run import guard, memory
from helpers.exercises.run.sources import edited, is_edit
from tests.exercises.cells import defined_in_a_cell
from tests.exercises.judge.test_wrong_answers import cells
from tests.thorough import sample
from tests.together import for_all

KEYS = exercises() | varied(AnswerKey)
CELLS = cells(Path(__file__).with_name("false_reasons.txt").read_text(encoding="utf-8"))


def in_a_cell(id, source):
    """What a notebook's cell with this source, or with the solution edited so, hands to `check`."""
    listed = KEYS[id].listed
    return defined_in_a_cell(edited(listed.solution, source) if is_edit(source) else source, listed.answer)


@for_all(sample({f"{id}, {what}": (id, words, source) for id, words, what, source in CELLS}), memory.forget)
def test_no_card_says_what_is_false_of_its_answer(id, words, source):
    result = check(id, in_a_cell(id, source))
    assert words not in f"{result.heading} {' '.join(result.sentences)} {result.facts}"


RIGHT = {
    "np.vectorize, which refuses an empty array": ("01.2", """
square_rule = lambda upstream, x: upstream * np.vectorize(lambda each: each + each)(x)
"""),
    "f run by np.vectorize, which asks once more for the type": ("08.4", """
def along(f, gradient, x, v):
    h = 6e-6
    ahead, behind = np.vectorize(lambda t: f(x + t * v))([h, -h])
    return (ahead - behind) / (2 * h), np.vdot(v, gradient)
"""),
    "a list from a rule": ("05.1", "return [value, lambda upstream: list(grad(upstream))]"),
    "a number changed in place": ("08.1", """
def step(w, b, Xs, ys):
    rows = sum(len(y) for y in ys)
    w_new, b_new = w.copy(), b
    for X, y in zip(Xs, ys):
        miss = 1 / (1 + np.exp(-(X @ w + b.copy()))) - y
        w_new -= 0.5 * X.T @ miss / rows
        b_new -= 0.5 * miss.sum() / rows
    return w_new, b_new
"""),
    "a list of one gradient": ("05.8", """
def limited(x):
    return 1.0 * x, lambda upstream: [upstream / max(1, np.linalg.norm(upstream))]
"""),
    "two numbers in one array": ("05.7", "arrives = np.array([2*6, (5 - 0.5*2*4)*2])"),
    "a fraction": ("00.1", "from fractions import Fraction\ngradient = Fraction(60, 2)"),
    "two gradients in one array": ("01.4", """
product_rule = lambda upstream, x, y: np.array([y, x]) * upstream
"""),
    "three upstreams in one array": ("04.1", """
upstreams = np.stack([[0, 0, 1], np.full(3, 1 / 3), [1, 0, -1]])
"""),
    "an array of lists": ("03.5", "upstream @ W.T -> np.array([g @ W.T for g in upstream])"),
    "a list of rows": ("02.3", """
def jacobian_by_rows(f, x):
    y, pullback = ad.vjp(f, x)
    return [pullback(row)[0] for row in np.eye(y.size)]
"""),
    "a list of numbers": ("02.2", "vjp_by_hand = lambda upstream, jacobian: list(upstream @ jacobian)"),
    "lists of weights": ("04.1", """
last = [0, 0, 1]
upstreams = last, [1/3, 1/3, 1/3], [1, 0, -1]
"""),
    "letters joined by hyphens": ("05.3", "order = 'C-A-G-E'"),
    "letters joined by arrows": ("05.3", "order = 'C-> A → G > E'"),
    "letters with their numbers": ("09.1", "letters = '1 A, 2: C, 3. B, 4) D, 5 C, 6 A'"),
    "the parts of complex numbers in one array": ("09.6", "return np.array([moved.real, moved.imag])"),
}  # fmt: skip


@for_all(RIGHT, before=memory.forget)
def test_what_is_right_is_accepted(id, source):
    result = check(id, in_a_cell(id, source))
    assert result, result


def test_what_is_right_where_it_runs_is_told_what_it_raised():
    result = check("03.4", in_a_cell("03.4", """
def four_branches(upstream, a, b, transpose_a, transpose_b):
    if not transpose_a and not transpose_b:
        return upstream @ b.T, a.T @ upstream
    if not transpose_a and transpose_b:
        return upstream @ b, upstream.T @ a
    if transpose_a and not transpose_b:
        return b @ upstream.T, a @ upstream
    return upstream.T @ b.T, a.T @ upstream.T
"""))  # fmt: skip
    assert (result.state, result.diagnosis) == ("not yet", "raises")


def test_a_mistake_in_explaining_costs_the_reason_alone(monkeypatch):
    def fails(*args, **settings):
        raise StopIteration

    monkeypatch.setattr(outcome, "explain", fails)
    monkeypatch.setattr(responses, "judge", fails)
    monkeypatch.setattr(answering, "small_case", fails)
    with pytest.raises(StopIteration):
        check("01.2", lambda upstream, x: 3 * x)
    monkeypatch.setattr(guard, "is_strict", False)
    assert check("01.2", lambda upstream, x: 3 * x).diagnosis == "values"


@pytest.mark.thorough
def test_lines_run_in_a_fresh_process():
    """NumPy imports some of itself at the first call: no line may be the one that cannot."""
    ask = "from helpers.exercises import check; print(check('08.3', 'A').state)"
    told = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True)
    assert told.stdout == "not yet\n", told.stderr


TRICKS = {
    "columns by JVPs where VJPs are the only tool": ("02.3", """
def jacobian_by_rows(f, x):
    return np.stack([ad.jvp(f, [x], [e])[1] for e in np.eye(len(x))], axis=1)
"""),
    "a rule that the engine finds": ("03.6", """
def envelope_rule(op, upstream):
    values = [x.value for x in op.inputs]
    return ad.vjp(lambda A, x, B: np.swapaxes(A, -1, -2) @ x @ B, *values)[1](upstream)
"""),
    "the engine works out the slopes of the loss": ("04.2", """
def mse_gradient(model, w, target):
    w = ad.Tensor(w)
    y = model(w)
    return ad.gradients(y, w, grad_ys=ad.gradients(np.mean((y - target) ** 2), y))
"""),
    "nudges through controller and simulator": ("04.4", """
def gradient_through(controller, simulate, w):
    w = np.asarray(w, float)
    out = np.zeros(w.size)
    for i, nudge in enumerate(1e-4 * np.eye(w.size)):
        up, down = (simulate(np.asarray(controller(w + sign * nudge))) for sign in (1, -1))
        out[i] = (up - down) / 2e-4
    return out
"""),
    "a formula for what is to be thawed": ("06.2", "return 2 * np.cos(2 * x)"),
    "no rule of one's own": ("06.2", """
def stiffness(x):
    force = ad.grad(lambda x: np.sum(np.sin(x) ** 2))
    return ad.grad(lambda x: np.sum(force(x)))(x)
"""),
    "the engine undoes the stretching": ("07.5", """
def fitted(gradient, shape):
    return ad.vjp(lambda a: np.broadcast_to(a, gradient.shape), np.zeros(shape))[1](gradient)[0]
"""),
    "the engine in place of a measurement": ("08.4", """
def along(f, gradient, x, v):
    return np.sum(ad.grad(f)(x) * v), np.sum(gradient * v)
"""),
    "the engine finds what bwd returns": (
        "09.4", "return ad.vjp(lambda x, b: limit * np.tanh(x / limit) + b, x, 0.0)[1](upstream)"
    ),
    "a border that is not at zero": ("05.2", """
def root_down(upstream, x):
    return ad.vjp(lambda x: np.where(x > 0, np.sqrt(np.clip(x, 1e-12, None)), 0.0), x)[1](upstream)[0]
"""),
    "outputs in one row alone": ("06.3", """
def forward_from(pullback, y, t):
    return ad.vjp(pullback, np.zeros(len(y)))[1](t)[0]
"""),
    "a result that is put into an input": ("07.4", """
def tanh(x):
    y = np.tanh(x)
    return y, lambda upstream: np.multiply(upstream, 1 - y * y, x)
"""),
    "a send that calls itself": ("07.6", """
def send(self, upstream):
    return tuple(fitted(each, p.value.shape) for each, p in zip(self.send(upstream), self.parents))
"""),
    "a send that calls the one whose place it takes": ("07.6", """
from helpers.lessons.lesson_07.engine import Node, fitted

def send(self, upstream):
    return [fitted(each, p.value.shape) for each, p in zip(Node.send(self, upstream), self.parents)]
"""),
    "one downstream for a parent that stands there twice": ("07.6", """
from helpers.lessons.lesson_07.engine import fitted

def send(self, upstream):
    sent = self.rule(upstream) if self.parents else ()
    sent = sent if isinstance(sent, tuple | list) else (sent,)
    return tuple({p: fitted(each, p.value.shape) for each, p in zip(sent, self.parents)}.values())
"""),
    "divided by a gain that may be 0": ("09.3", """
def gain(x, w):
    t = np.tanh(x)
    return w * t, lambda upstream: (upstream * w * (1 - t**2), np.sum(upstream * w * t) / w)
"""),
    "a border that is not at 1": ("05.8", """
def limited(x):
    return 1.0 * x, lambda upstream: upstream / n if (n := np.linalg.norm(upstream)) > 1.1 else upstream
"""),
    "nodes that can be gone through once": (
        "07.2", "return reversed(sorted(found, key=lambda node: node.born))"
    ),
    "a generator for a tuple": ("07.6", """
from helpers.lessons.lesson_07.engine import fitted

def send(self, upstream):
    sent = self.rule(upstream) if self.parents else ()
    sent = sent if isinstance(sent, tuple | list) else (sent,)
    return (fitted(each, parent.value.shape) for each, parent in zip(sent, self.parents))
"""),
    "a dict for pairs": ("07.3", """
def handed_down(nodes, upstream=1.0):
    arrived = {nodes[0]: upstream}
    for node in nodes:
        for parent, downstream in zip(node.parents, node.send(arrived[node]), strict=True):
            arrived[parent] = arrived.get(parent, 0.0) + downstream
    return arrived
"""),
    "a send for each parent": ("07.3", """
def handed_down(nodes, upstream=1.0):
    arrived = {nodes[0]: upstream}
    for node in nodes:
        yield node, arrived[node]
        for k, parent in enumerate(node.parents):
            arrived[parent] = arrived.get(parent, 0.0) + node.send(arrived[node])[k]
"""),
    "what was seen stays on the nodes": ("07.2", """
def in_order(y):
    found, waiting = [], [y]
    while waiting:
        node = waiting.pop()
        if not hasattr(node, "seen"):
            node.seen = True
            found.append(node)
            waiting.extend(node.parents)
    return sorted(found, key=lambda node: node.born, reverse=True)
"""),
    "sums that stay on the nodes": ("07.3", """
def handed_down(nodes, upstream=1.0):
    nodes[0].grad = upstream
    for node in nodes:
        yield node, node.grad
        for parent, downstream in zip(node.parents, node.send(node.grad), strict=True):
            parent.grad = getattr(parent, "grad", 0.0) + downstream
"""),
}  # fmt: skip


@for_all(TRICKS, before=memory.forget)
def test_a_trick_is_refused(id, source):
    assert not check(id, in_a_cell(id, source))


BEGUN = {
    "two of three": ("01.1", "row = (18, 6, ...)"),
    "one of four": ("02.1", "sizes = (10, ..., 4 * 3, ..., ...)"),
    "the first line": ("01.2", "upstream * local -> ..."),
    "what is added to a gap": ("01.7", """
def swish(x):
    s = 1 / (1 + np.exp(-x))

    def grad(upstream):
        return upstream * s + ...

    return x * s, grad
"""),
    "one of three gradients": ("03.5", "return upstream @ W.T, ..., ..."),
}  # fmt: skip


@for_all(BEGUN, before=memory.forget)
def test_what_was_begun_is_not_called_untouched(id, source):
    result = check(id, in_a_cell(id, source))
    assert (result.state, result.diagnosis) == ("not yet", "unfinished")
    untouched = in_a_cell(id, KEYS[id].listed.stub)
    assert check(id, untouched).state == "not attempted"


def test_of_what_is_nearly_right_no_entry_is_singled_out():
    """By a tolerance, some entries of a measured slope are right."""
    card = check("02.6", lambda f, x, v: (ad.grad(f)(x + 1e-4 * v) - ad.grad(f)(x)) / 1e-4)
    assert card.diagnosis == "nearly"
    assert "differs in" not in dict(card.facts)


def test_an_answer_that_overflows_is_told_what_it_is_elsewhere():
    slope_of_the_sigmoid = in_a_cell(
        "01.3",
        """
def mirrored_rule(upstream, x):
    e = np.exp(-x)
    return upstream * e / (1 + e) ** 2
""",
    )
    assert check("01.3", slope_of_the_sigmoid).diagnosis == "slope-of-the-sigmoid"


def test_arrays_of_the_notebook_are_named_where_nothing_else_is_known():
    rule = in_a_cell(
        "03.2",
        """
A, h = np.ones((2, 2)), 2
def matmul_rule(upstream, a, b):
    return upstream @ b.T, A.T @ upstream * h
""",
    )
    assert "reads `A`, set outside of it" in check("03.2", rule).sentences[0]


def test_a_name_that_the_stub_left_to_be_set_is_missed_where_nothing_reads_it():
    source = "def square_rule(upstream, x):\n    local = 2 * x\n    return upstream{}\n"
    ends = "", " + local", " * x"
    forgot, read, without = (check("01.2", in_a_cell("01.2", source.format(end))) for end in ends)
    assert "Nothing reads `local`." in forgot.sentences[0]
    assert "Nothing reads" not in read.sentences[0]
    assert without.sentences[0] == "Nothing reads `local`: your answer is made without it."


def test_whose_slopes_there_are_none_is_said_where_a_return_asks_for_them_and_none_is_missing():
    source = "def gradient_through(controller, simulate, w):\n    y = controller(w := ad.Tensor(w))\n    {}\n"
    ends = "return ad.gradients(w, y)", "ad.gradients(w, y)"
    turned, missing = (check("04.4", in_a_cell("04.4", source.format(end))) for end in ends)
    assert turned.sentences[0].startswith("This asks for the slopes of w with respect to y: no path")
    assert missing.sentences[0].startswith("Your function gives None: is a return missing?")


def test_an_answer_of_none_is_said_to_be_none():
    assert "this is None" in check("00.1", None).sentences[0]


def test_only_what_was_not_changed_is_not_attempted():
    stub = KEYS["01.6"].listed.stub
    assert check("01.6", in_a_cell("01.6", stub)).state == "not attempted"
    result = check("01.6", in_a_cell("01.6", stub.replace("np.cos(b)", "np.sin(b)")))
    assert (result.state, result.diagnosis) == ("not yet", "as-given-still")
    assert "nothing reads `down_b`" in result.sentences[0]
    begun = KEYS["07.2"].listed.stub.replace("# Is it", "found.append(node)  # Is it")
    assert check("07.2", in_a_cell("07.2", begun)).diagnosis == "unfinished"
    begun = KEYS["05.1"].listed.stub.replace("..., ...", "upstream * (sigmoid - y), ...")
    assert check("05.1", in_a_cell("05.1", begun)).diagnosis == "unfinished"
    begun = KEYS["09.3"].listed.stub.replace("return ...\n", "return upstream * t, upstream\n")
    assert check("09.3", in_a_cell("09.3", begun)).diagnosis == "unfinished"


def test_without_a_source_only_unchanged_code_is_not_attempted():
    key = KEYS["06.2"]
    assert check("06.2", key.answer_of(key.listed.stub)).state == "not attempted"
    changed = key.listed.stub.replace("np.cos(x.value)", "np.cos(x).value")
    assert check("06.2", key.answer_of(changed)).diagnosis.startswith("as-given-still")
