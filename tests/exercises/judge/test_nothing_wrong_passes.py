"""What looks right and is not: right numbers in a forbidden way, right here only, or looked up."""

import gc
import itertools
import sys

import numpy as np
import pytest

from helpers import autodiff as ad
from helpers.exercises import check, exercises
from helpers.exercises.key import further
from helpers.exercises.key.index import varied
from helpers.exercises.key.keys import AnswerKey
from helpers.exercises.run import memory
from tests.exercises.cells import differences
from tests.thorough import sample
from tests.together import for_all

RULE = exercises()["01.2"]  # of a square: 2 * upstream * x
SWISH = exercises()["01.7"].right_answer


def central(f, x, h):
    """A slope of f at x, measured."""
    return (f(x + h) - f(x - h)) / (2 * h)


def by_tape(loss, step, x):
    x = ad.Tensor(x)
    with ad.GradientTape() as tape:
        tape.watch(x)
        y = loss(step(x))
    return tape.gradient(y, x)


def row_by_row(f, x, v):
    return np.stack([ad.vjp(ad.grad(f), x)[1](row)[0] for row in np.eye(x.size)]) @ v


def hessian_by_tape(f, x, v):
    x = ad.Tensor(x)
    with ad.GradientTape() as tape:
        tape.watch(x)
        gradient = ad.gradients(f(x), x, create_graph=True)
    return tape.jacobian(gradient, x) @ v


def all_parts_joined(losses, w, parts, counts):
    rows, weights = np.concatenate(parts), np.concatenate(counts)
    return ad.vjp(lambda w: losses(w, rows), w)[1](weights / weights.sum())[0]


def all_parts_summed(losses, w, parts, counts):
    def mean(w):
        return sum(np.sum(n * losses(w, part)) for part, n in zip(parts, counts, strict=True))

    return ad.grad(mean)(w) / np.concatenate(counts).sum()


# --- answers that remember, look around, or look up ---


def right_so_often(calls):
    """Right for that many calls."""
    count = itertools.count()
    return lambda upstream, x: (2 if next(count) < calls else 1) * upstream * x


LEARNT = {x.tobytes(): 2 * upstream * x for upstream, x in RULE.cases}


def from_the_frames(upstream, x):
    """What any object that a frame above can see has to say."""
    frame = sys._getframe().f_back
    while frame:
        for seen in list(frame.f_locals.values()):
            for thing in (seen, getattr(seen, "__self__", None), getattr(seen, "func", None)):
                if isinstance(thing, AnswerKey):
                    return vars(thing)["_right_answer"](upstream, x)
        frame = frame.f_back if frame.f_code.co_name != "check" else None
    return upstream * x


def by_trial_and_error(upstream, x):
    return next(
        guess for guess in (upstream * x, 2 * upstream * x) if check("01.2", lambda *_, guess=guess: guess)
    )


# --- engines that never end, dive too deep, or hand back something else ---


def by_recursion(y):
    order = []

    def visit(node):
        if node not in order:
            for parent in node.parents:
                visit(parent)
            order.append(node)

    visit(y)
    return order[::-1]


def peeking(y):
    found, waiting = [], [y]
    while waiting:
        found.append(waiting[-1])
        waiting.extend(found[-1].parents)
    return found


def calling_itself(y):
    return calling_itself(y)


def yielding_for_ever(nodes, upstream):
    while True:
        yield nodes[0], upstream


def traced_loss(model, w, target):
    w = ad.Tensor(w)
    return ad.gradients(np.mean((model(w) - target) ** 2), w)


def another_root(upstream, x):
    return ad.vjp(lambda x: np.sqrt(np.where(x > 0, x, 1.0)), x)[1](upstream)[0]


def block_by_engine(upstream, x, W, V):
    return ad.vjp(lambda x, W, V: x + np.tanh(x @ W) @ V, x, W, V)[1](upstream)


def product_of_the_last_call(a, b, kept={}):  # noqa: B006, of all calls
    kept.update(a=a, b=b)
    return a * b, lambda upstream: (upstream * kept["b"], upstream * kept["a"])


def product_by_division(a, b):
    y = a * b
    return y, lambda upstream: (upstream * y / a, upstream * y / b)


def all_older_nodes(y):
    nodes = [thing for thing in gc.get_objects() if type(thing) is type(y) and thing.born <= y.born]
    return sorted(nodes, key=lambda node: node.born, reverse=True)


def all_pullbacks_kept(segments, starts, arrives):
    for pull in [ad.vjp(segment, start)[1] for segment, start in zip(segments, starts, strict=True)][::-1]:
        arrives = pull(arrives)[0]
    return arrives


def along_every_entry(f, gradient, x, v):
    steps = 1e-6 * np.eye(x.size).reshape(-1, *x.shape)
    slopes = np.reshape([(f(x + step) - f(x - step)) / 2e-6 for step in steps], x.shape)
    return np.sum(slopes * v), np.sum(gradient * v)


def along_every_path(nodes, upstream):
    arrived, waiting = dict.fromkeys(nodes, 0.0), [(nodes[0], upstream)]
    while waiting:
        node, arrives = waiting.pop()
        arrived[node] += arrives
        waiting.extend(zip(node.parents, node.send(arrives), strict=True))
    return list(arrived.items())


def told_apart_by_ndim(*arguments):
    (limit,) = [each for each in arguments if np.ndim(each) == 0]
    x, upstream = [each for each in arguments if np.ndim(each)]
    return upstream * (1 - np.tanh(x / limit) ** 2), np.sum(upstream)


REFUSED = [
    # the task forbids the way
    ("02.6", "Jacobian of the gradient", lambda f, x, v: ad.jacobian(ad.grad(f))(x) @ v, "jacobian-built"),
    ("02.6", "Hessian", lambda f, x, v: ad.hessian(f)(x) @ v, "jacobian-built"),
    ("02.6", "Hessian of a tape", hessian_by_tape, "jacobian-built"),
    ("02.6", "Hessian, row by row", row_by_row, "too-many-sweeps"),
    ("02.6", "measured", lambda f, x, v: central(lambda t: ad.grad(f)(x + t * v), 0, 1e-5), "measured"),
    ("02.3", "Jacobian", lambda f, x: ad.jacobian(f)(x), "jacobian-built"),
    ("02.3", "measured", differences, "measured"),
    ("02.4", "one sweep", lambda loss, step, x: ad.grad(lambda x: loss(step(x)))(x), "one-sweep-for-all"),
    ("02.4", "tape", by_tape, "one-sweep-for-all"),
    ("04.6", "joined", all_parts_joined, "too-few-sweeps"),
    ("04.6", "summed", all_parts_summed, "too-few-sweeps"),
    *(("01.2", f"measured, {h}", lambda upstream, x, h=h: upstream * central(np.square, x, h), "measured")
      for h in (1e-6, 1e-3)),
    ("01.2", "measured, 1e-5", lambda upstream, x: upstream * central(np.square, x, 1e-5), "not-for-large"),
    ("04.2", "traced loss", traced_loss, "not-as-asked"),
    ("05.2", "another root", another_root, "not-as-asked"),
    ("05.5", "all pullbacks kept", all_pullbacks_kept, "not-as-asked"),
    ("08.4", "entry by entry", along_every_entry, "not-as-asked"),
    ("07.8", "by the engine", lambda a, b, da, db: (a * b, ad.jvp(np.multiply, [a, b], [da, db])[1]),
     "not-as-asked"),
    ("08.7", "by the engine", block_by_engine, "not-as-asked"),
    # wrong elsewhere
    ("01.3", "mended at -1000 alone",
     lambda upstream, x: upstream * np.where(x == -1000, -1, -np.exp(-x) / (1 + np.exp(-x))), "not-finite"),
    ("09.4", "told apart by ndim", told_apart_by_ndim, "not-for-one-number"),
    ("01.2", "two axes only", lambda upstream, x: 2 * upstream * x if x.ndim == 2 else 0,
     "not-for-one-entry"),
    ("01.2", "up to 10", lambda upstream, x: 2 * upstream * np.clip(x, -10, 10), "not-for-large"),
    ("01.2", "not near 0", lambda upstream, x: 2 * upstream * np.where(abs(x) < 1e-6, 0, x), "not-for-tiny"),
    ("01.2", "0 / 0", lambda upstream, x: 2 * x * upstream**2 / upstream, "not-for-zeros"),
    ("01.2", "not if all > 0", lambda upstream, x: (2 - (upstream > 0).all()) * upstream * x,
     "not-for-one-entry"),
    ("01.7", "up to 10", lambda x: SWISH(np.clip(x, -10, 10)), "not-for-large"),
    ("03.5", "eight examples", lambda g, x, W, b: (g @ W.T, x[:8].T @ g[:8], g[:8].sum(axis=0)),
     "not-for-more"),
    ("03.2", "one row", lambda g, a, b: (g @ b.T, g.T @ a if len(a) == 1 else a.T @ g), "not-for-one-row"),
    ("01.2", "NaN", lambda upstream, x: np.full(x.shape, np.nan), "not-finite"),
    ("01.2", "masked", lambda upstream, x: np.ma.masked_array(x, mask=np.ones(x.shape)), "masked"),
    # not worked out at all
    ("01.2", "by heart", lambda upstream, x: LEARNT.get(x.tobytes(), x), "not-for-square"),
    *(("01.2", f"{calls} calls", right_so_often(calls), "not-repeatable") for calls in (3, 4, 9, 15)),
    ("01.2", "from the frames", from_the_frames, "factor-dropped"),
    ("01.2", "from the key", lambda *inputs: RULE.right_answer(*inputs), "looked-up"),
    ("01.2", "from the exercises", lambda *inputs: exercises()["01.2"].right_answer(*inputs), "looked-up"),
    ("01.2", "by trial", by_trial_and_error, "check-inside"),
    # engines
    ("07.1", "kept for the last call", product_of_the_last_call, "not-repeatable"),
    ("07.1", "by division", product_by_division, "not-finite"),
    ("07.2", "all older nodes", all_older_nodes, "not-repeatable"),
    ("07.2", "recursion", by_recursion, "not-for-long-chain"),
    ("07.2", "every path", lambda y: [y, *(n for p in y.parents for n in peeking(p))], "endless"),
    ("07.2", "peeking", peeking, "endless"),
    ("07.2", "itself", calling_itself, "too-deep"),
    ("07.2", "values", lambda y: [y.value], "not-nodes"),
    ("07.2", "one node", lambda y: y, "not-nodes"),
    ("07.4", "from the input", lambda x: (np.tanh(x), lambda up: up * (1 - np.tanh(x) ** 2)), "reads-again"),
    ("07.4", "by cosh", lambda x: (np.tanh(x), lambda up: up / np.cosh(x) ** 2), "reads-again"),
    ("07.3", "every path", along_every_path, "sends-again"),
    ("07.3", "for ever", yielding_for_ever, "endless"),
    ("07.3", "gradients alone", lambda nodes, upstream: [upstream] * len(nodes), "not-pairs"),
    ("07.3", "nothing", lambda nodes, upstream: None, "not-pairs"),
]  # fmt: skip


SLOWLY = dict.fromkeys(("every path", "for ever"), pytest.mark.thorough)  # as "peeking" is, and as late


@pytest.mark.parametrize(
    ("id", "answer", "diagnosis"),
    [
        pytest.param(id, answer, diagnosis, id=f"{id} {what}", marks=SLOWLY.get(what, ()))
        for id, what, answer, diagnosis in REFUSED
    ],
)
def test_it_is_refused_and_says_why(id, answer, diagnosis):
    result = check(id, answer)
    assert (result.state, result.diagnosis) == ("not yet", diagnosis), result


def test_an_answer_that_knows_all_fixed_inputs_by_heart_meets_fresh_ones_and_one_card():
    learnt = {}

    def by_heart(upstream, x):
        return learnt.get(upstream.tobytes() + x.tobytes(), x)

    for _, (upstream, x) in [*enumerate(RULE.cases), *RULE.wider_cases]:
        learnt[upstream.tobytes() + x.tobytes()] = 2 * upstream * x
    cards = set()
    for _ in range(3):
        memory.forget()  # a card leads on where the same mistake comes again
        cards.add(repr(check("01.2", by_heart)))
    assert len(cards) == 1
    assert check("01.2", by_heart).diagnosis == "here-only"


def test_the_ways_around_are_looked_for_under_any_name():
    differentiate = ad.transforms.jacobian if hasattr(ad, "transforms") else ad.jacobian
    assert check("02.3", lambda f, x: differentiate(f)(x)).diagnosis == "jacobian-built"


def test_nothing_of_the_engine_is_changed_when_a_check_has_ended():
    from helpers.autodiff import tape, transforms
    from helpers.autodiff.engine.sweep import Path

    before = Path.sweep, transforms.jacobian_blocks, tape.jacobian_blocks
    for answer in (exercises()["02.6"].right_answer, lambda f, x, v: 1 / 0):
        check("02.6", answer)
        assert before == (Path.sweep, transforms.jacobian_blocks, tape.jacobian_blocks)


KEYS = {**exercises(), **varied(AnswerKey)}


@for_all(sample({id: key for id, key in KEYS.items() if key.wider}))
def test_wider_inputs_have_names_of_their_own_and_finite_answers(key):
    for name, case in key.wider_cases:
        assert name in further.WHERE
        assert all(np.isfinite(part).all() for part in key.given_by(key.right_answer, case))


def test_the_frames_show_nothing_that_leads_to_the_right_answer():
    seen = []

    def look(upstream, x):
        frame = sys._getframe().f_back
        while frame.f_code.co_name != "check":
            seen.extend(map(type, frame.f_locals.values()))
            frame = frame.f_back
        seen.extend(map(type, frame.f_locals.values()))
        return upstream * x

    check("01.2", look)
    assert seen
    assert not any(issubclass(kind, AnswerKey) for kind in seen)
