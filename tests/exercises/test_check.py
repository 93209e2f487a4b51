"""Each way of being wrong has its own name and sentence, whatever the exercise."""

import dataclasses
from fractions import Fraction

import numpy as np
import pytest

from helpers import autodiff as ad
from helpers import exercises
from helpers.exercises import check
from helpers.exercises.key import keys
from helpers.exercises.key.kinds import Called, Custom, Function, OpRule, Value
from helpers.exercises.key.letters import Matching, Order
from helpers.exercises.run.calls import tried_with
from helpers.exercises.say import sentences
from helpers.notebooks.catalogue import Listed
from tests.exercises.cells import defined_in_a_cell
from tests.exercises.judge.test_nothing_wrong_passes import REFUSED
from tests.exercises.run.hostile import raising

LISTED = Listed("01.0", "a test", 1, 1, stub="answer = ...", answer="answer", solution="")
LINES = dataclasses.replace(
    LISTED,
    stub="# Two of these lines make c:\n#   A   b = 2 * a\n#   B   c = b + a\n#   D   c = a\norder = '...'",
    solution="answer = 'A B'",
)
BUG = dataclasses.replace(
    LISTED, stub="def answer(x):\n    return x", solution="def answer(x):\n    return 2 * x"
)
COMMON = {"listed": LISTED, "hints": ("a", "b", "c"), "because": ""}


def matmul_case(rng):
    a, b = ad.Tensor(rng.normal(size=(2, 3))), ad.Tensor(rng.normal(size=(3, 4)))
    return ad.matmul(a, b).op, rng.normal(size=(2, 4))


def matmul_rule(op, grad):
    a, b = (x.value for x in op.inputs)
    return grad @ b.T, a.T @ grad


def key(kind, reference=None, inputs=lambda rng: (), **fields):
    """A key that its id completes: what is drawn hangs on that."""
    return lambda id: kind(id, **COMMON | fields, inputs=inputs, reference=reference)


KEYS = {
    "array": key(Value, lambda x: x, lambda rng: (np.array([[1.0, 2.0, 4.0], [5.0, 7.0, 3.0]]),)),
    "square": key(Value, lambda x: x, lambda rng: (rng.normal(size=(3, 3)),)),
    "vector": key(Value, lambda x: x, lambda rng: (np.array([4.0, 12.0]),)),
    "stack": key(Value, lambda: np.arange(24.0).reshape(2, 3, 4)),
    "thirds": key(Value, lambda: np.array([1 / 3, 2 / 3])),
    "number": key(Value, lambda: 1024.0),
    "pair": key(Value, lambda: (np.array([1.0, 2.0]), np.array([3.0, 5.0])), gives=("dx", "dy")),
    "complex": key(Value, lambda: np.array([2 - 4j, 6 + 2j])),
    "bias": key(Function, lambda upstream, b: upstream.sum(axis=0),
                lambda rng: (rng.normal(size=(4, 3)), rng.normal(size=3)), takes=("upstream", "b")),
    "arguments": key(Called, pow, lambda rng: (3, 2.0), takes=("n", "x")),
    "matmul": key(OpRule, matmul_rule, matmul_case, gives=("da", "db"),
                  wrong=("ones-for-upstream", "upstream-squared")),
    "cube": key(Custom, lambda x: (x**3, lambda upstream: upstream * 3 * x**2),
                lambda rng: (rng.normal(size=(2, 3)), rng.normal(size=(2, 3))),
                takes=("upstream", "x"), gives=("y", "downstream"), wrong=("upstream-missing",)),
    "mean": key(Function, lambda x: x / x.size,
                lambda rng: (rng.normal(size=rng.integers(2, 5)),), takes=("x",)),
    "whole": key(Function, lambda x: 2 * x, lambda rng: (np.array([1.0, 2.0]),), takes=("x",)),
    "letters": key(Matching, "B A", gives=("1", "2"),
                   wrong=(("exchanged", "1 A; 2 B", "They are exchanged."),),
                   options={"A": "that is up.", "B": "that is down.", "C": "that is aside."}),
    "order": key(Order, None, lambda rng: (3.0,), listed=LINES, takes=("a",), gives=("c",),
                 wrong=(("overwritten", "A D"),)),
    "bug": key(Function, None, lambda rng: (rng.normal(),), listed=BUG, takes=("x",)),
}  # fmt: skip
KEYS = {id: complete(id) for id, complete in KEYS.items()}
ARRAY, SQUARE, STACK = (KEYS[id].right_answer for id in ("array", "square", "stack"))


@pytest.fixture(autouse=True)
def _these_keys(monkeypatch):
    monkeypatch.setattr(exercises, "find", lambda id, form: KEYS[id])


def foreign(package):
    """An object of a class that says it comes from `package`, which need not be installed."""
    return type("Tensor", (), {"__module__": f"{package}.some.module"})()


ANSWERS = [
    # letters
    ("letters", 3, "no-letters", "This is an int"),
    ("letters", "B X", "no-such-letter", "A, B, C"),
    ("letters", "B", "one-letter-each", "You gave 1"),
    ("letters", "a b", "exchanged", "They are"),
    ("letters", "B C", "other-letter", "that is aside."),
    # nothing, or not all of it
    ("pair", (np.array([1.0, 2.0]), ...), "unfinished", "for `dy`"),
    ("matmul", lambda op, grad: (grad, ...), "unfinished", "for `db`"),
    ("cube", lambda x: (x**3, lambda upstream: ...), "unfinished", "for the downstream"),
    ("cube", lambda x: (..., lambda upstream: upstream), "unfinished", "for `y`"),
    ("bug", lambda x: 2 * x + ..., "unfinished", "in a calculation"),
    ("bias", lambda upstream, b: np.add.at(np.zeros(3), [0], 1.0), "returns-nothing", "as .sort() does"),
    ("bug", lambda x: ad.gradients(ad.Tensor(x), ad.Tensor(x)), "no-path", "are not made"),
    # type
    ("array", [[1.0, 2.0, 4.0], [5.0]], "list", "as long as the others"),
    ("bug", lambda x: [np.ones(2), np.ones(3)], "list", "makes no array"),
    ("vector", (4.0, ad.Tensor(12.0)), "list", "has to be a number"),
    ("array", foreign("torch"), "framework-tensor", "t.detach().cpu().numpy()"),
    ("array", foreign("tensorflow"), "framework-tensor", "t.numpy()"),
    ("array", foreign("jaxlib"), "framework-tensor", "np.asarray(t)"),
    ("array", foreign("pandas"), "framework-tensor", "to_numpy()"),
    ("array", ad.Tensor(ARRAY), "tensor", ".value"),
    ("array", ARRAY.view(np.matrix), "matrix", "np.array"),
    ("array", np.ma.masked_array(ARRAY, mask=ARRAY > 3), "masked", "a plain array"),
    ("array", np.array([[1], None], dtype=object), "object-array", "None, which is no number"),
    ("array", np.array([[1], [2, 3]], dtype=object), "object-array", "Python objects"),
    ("array", 10**400, "too-large", "give a float"),
    ("array", np.broadcast_to(1.0, (10**6, 10**6)), "too-many", "1,000,000,000,000"),
    ("array", "24", "type", "a str"),
    ("array", {"a": 1}, "type", "a dict"),
    ("array", np.sin, "not-called", "give its result"),
    ("pair", (np.array([1.0, 2.0]), None), "none", "look at: dy"),
    ("pair", np.array([1.0, 2.0]), "how-many", "dx, dy"),
    ("pair", (np.ones(2), np.ones(2), np.ones(2)), "how-many", "3 values"),
    ("array", (ARRAY, ARRAY), "one-wanted", "2 arrays"),
    ("array", ad.vjp(np.sin, ARRAY), "vjp-itself", "hand what arrives to the pullback"),
    ("array", (ARRAY,), "tuple-of-one", "[0]"),
    ("bug", lambda x: (np.float64(x + x),), "tuple-of-one", "[0]"),
    ("order", "D E", "no-such-line", "There is no line E: the lines are A, B, D."),
    ("order", "A A B", "line-twice", "Line A is there twice"),
    ("order", "B A", "line-too-early", "Line B reads `b`, which no line above it has made"),
    ("order", "A", "line-missing", "No line makes `c`"),
    ("order", "D A B", "line-too-many", "line D takes no part in it"),
    ("order", "A D", "overwritten", "Add what they all send"),
    ("order", 3, "no-labels", "an int"),
    # shape
    ("array", ARRAY.T, "transposed", "transpose"),
    ("array", ARRAY.ravel(), "other-shape", "in the right order"),
    ("array", ARRAY.ravel()[::-1], "shape", "(2, 3) is wanted"),
    ("array", ARRAY[:1], "first-alone", "the rest is missing"),
    ("array", np.ones((3, 2)), "shape", "lengths are in another order"),
    ("stack", STACK.T, "axes-exchanged", ".T turns all"),
    ("stack", np.swapaxes(STACK, 1, 2), "transposed", "rows and columns"),
    ("array", ARRAY.sum(), "summed-too-much", "you added up an axis"),
    ("array", ARRAY.sum(axis=0), "summed-too-much", "you added up an axis"),
    ("vector", np.array([[1.0, 5.0], [3.0, 7.0]]), "not-summed", "sum over"),
    ("array", np.stack([0 * ARRAY, ARRAY]), "last-of-several", "give that alone"),
    ("arguments", lambda n, x: np.full(3, n**x), "repeated", "give it once"),
    ("array", np.stack([ARRAY, 0 * ARRAY]), "first-of-several", "give that alone"),
    ("vector", np.array([[4.0, 1.0], [2.0, 12.0]]), "all-pairs", "on its diagonal"),
    ("vector", np.array([12.0, 4.0]), "reordered", "turned round"),
    ("mean", lambda x: x // x.size, "rounded", "in full"),
    ("number", np.array([1024.0]), "axis-of-one", "() is wanted"),
    ("array", ARRAY[:, None], "axis-of-one", "take the axes"),
    ("thirds", np.array([0.33, 0.67]), "rounded", "in full"),
    # dtype
    ("bias", lambda upstream, b: upstream.sum(axis=0).astype(np.float32), "float32", "float64"),
    ("array", ARRAY + 0j, "complex", "real"),
    ("complex", np.array([2.0, 6.0]), "real", "imaginary"),
    # values
    ("square", SQUARE.T, "transposed", "transpose"),
    ("array", -ARRAY, "sign-flipped", "sign"),
    ("array", 2 * ARRAY, "doubled", "twice"),
    ("array", 0.3 * ARRAY, "constant-factor", "factor"),
    ("array", 1.001 * ARRAY + 0.001, "nearly", "2 % of the largest"),
    ("bias", lambda upstream, b: 0 * b, "stopped", "zero"),
    ("whole", lambda x: (2 * x).astype(int), "integers", "int64"),
    ("pair", (np.array([3.0, 5.0]), np.array([1.0, 2.0])), "gradients-swapped", "order"),
    ("pair", (np.array([1.0, 2.0]), np.array([-3.0, -5.0])), "sign-flipped", "right already: dx"),
    ("complex", np.array([2 + 4j, 6 - 2j]), "conj-missing", "conjugate"),
    ("array", ARRAY * [[1, 1, np.nan]], "not-finite", "NaN"),
    ("array", ARRAY + np.array([[0, 0, 0], [0, 1, 0]]), "values", "1 of 6 entries, first at [1, 1]"),
    ("number", 1000, "values", "This number is not right."),
    ("number", (32, 32), "not-multiplied", "not yet multiplied"),
    ("number", Fraction(1000), "values", "This number is not right."),
    ("bias", lambda upstream, b: b > 0, "booleans", "a comparison"),
    ("number", (32,), "one-in-a-tuple", "comma"),
    ("number", [1000, 24], "not-added-up", "not yet added up"),
    ("number", [1000, 3], "several-for-one", "one is wanted"),
    ("number", (3, 250), "comma", "write 3250 or 3.250."),
    ("order", [["A"], "B"], "no-labels", "a list"),
    # functions
    ("bias", 3.0, "called-already", "without calling it"),
    ("bias", lambda upstream: upstream, "signature", "(upstream, b)"),
    ("arguments", lambda x: x, "signature-asked", "with 2 arguments"),
    ("bias", lambda upstream, b: upstream, "not-summed", "sum over"),
    ("bias", lambda upstream, b: upstream.sum(), "summed-too-much", "you added up an axis"),
    ("bias", lambda upstream, b: upstream.sum(axis=1), "shape", "axis 0 has another length"),
    ("bias", lambda upstream, b: upstream @ b @ b, "raises", "ValueError"),
    ("bias", lambda g, b: ad.grad(np.square)(b), "raises", "handed to ad.grad in that line gives several"),
    ("bias", lambda upstream, b: np.stack([upstream, b]), "raises", "two shapes do not fit"),
    (
        "bias",
        lambda g, b: (lambda s: s.T @ s)(np.ones((4, 2, 3))),
        "raises",
        "`s` is a stack",
    ),
    ("bias", lambda upstream, b: [].index(1), "raises", "Call it yourself"),
    ("bias", lambda upstream, b: upstream.sum(dim=0), "raises", "axis and keepdims"),
    ("bias", lambda upstream, b: ad.grad(b, wrt=0), "raises", "no argument of that name"),
    ("bias", lambda upstream, b: undefined, "raises", "NameError"),  # noqa: F821
    ("bug", lambda x: np.sums(x), "raises", "it has `sum`"),
    ("bias", lambda upstream, b: b.__imul__(2) + upstream.sum(axis=0), "input-changed", "b in place"),
    ("matmul", lambda op, grad: (grad @ op.inputs[1].value, grad), "raises", "an op of type MatMul"),
    (
        "matmul",
        lambda op, grad: (matmul_rule(op, grad)[0].T, matmul_rule(op, grad)[1]),
        "transposed",
        "Right already: db",
    ),
    ("cube", lambda x: x**3, "no-rule", "two things: the value"),
    ("cube", ad.custom_gradient(lambda x: (x**3, lambda g: 3 * x**2 * g)), "no-rule", "Take the decorator"),
    ("cube", lambda x: (x**3, lambda g: (g, g * x)), "rule-gives", "returns 2 downstreams"),
    ("cube", lambda x: (x**3, lambda: 1.0), "signature", "(upstream)"),
    ("cube", lambda x: (np.exp(x), lambda g: g * 3 * x**2), "out-of-proportion", "should be 8 times"),
    ("cube", lambda x: (x**3, lambda g: g * x * np.abs(x)), "local-wrong", "by the wrong local"),
    ("cube", lambda x: (x**3, lambda g: 0 * x + 0.5), "input-ignored", "stayed what it was"),
    ("bias", lambda upstream, b: 2.0 * upstream[1] + upstream[3], "unheard", "not.\nOn inputs of"),
    ("mean", lambda x: x / (x.size + 2), "factor-each-time", "not always by the same"),
    ("mean", lambda x: x / len(KEYS["mean"].cases[0][0]), "right-on-some", "is a number fixed"),
    ("whole", lambda x: 2 * x + x[::-1], "overheard", "`x[0]` alone: entry [1] of the result"),
]


@pytest.mark.parametrize(
    ("id", "answer", "diagnosis", "words"), ANSWERS, ids=[f"{a[0]}-{a[2]}-{k}" for k, a in enumerate(ANSWERS)]
)
def test_an_answer_gets_its_own_diagnosis(id, answer, diagnosis, words):
    result = check(id, answer)
    assert (result.state, result.diagnosis) == ("not yet", diagnosis), result
    assert words in repr(result)
    assert not result


@pytest.mark.parametrize(
    ("id", "answer"),
    [
        ("array", ARRAY),
        ("array", ARRAY.copy(order="F")),
        ("number", 1024),
        ("number", np.float64(1024)),
        ("pair", [np.array([1.0, 2.0]), np.array([3.0, 5.0])]),
        ("bias", lambda upstream, b: upstream.sum(axis=0)),
        ("bias", lambda upstream, b: (upstream.sum(axis=0),)),
        ("matmul", matmul_rule),
        (
            "matmul",
            lambda op, grad: (grad @ op.inputs[1].T, op.inputs[0].T @ grad),
        ),  # Tensors, as a rule may return
        ("cube", lambda x: (x**3, lambda upstream: upstream * 3 * x**2)),
        ("cube", lambda x: (x**3, lambda upstream: (upstream * 3 * x**2,))),
        ("order", "A B"),
        ("order", " ab"),
        ("order", "a,b"),
        ("order", ["A", "b"]),
        ("bug", lambda x: x + x),
    ],
)
def test_a_right_answer_is_correct_in_every_form(id, answer):
    assert check(id, answer).state == "correct", check(id, answer)


@pytest.mark.parametrize(
    ("id", "stub"),
    [
        ("bias", lambda upstream, b: None),
        ("bias", lambda upstream, b: ...),
        ("bias", lambda upstream, b: upstream * ...),
        ("bias", lambda upstream, b: np.exp(...)),
        ("bias", raising(NotImplementedError)),
        ("matmul", lambda op, grad: (None, None)),
        ("cube", lambda x: None),
    ],
)
def test_a_stub_is_not_attempted(id, stub):
    result = check(id, stub)
    assert (result.state, result.diagnosis) == ("not attempted", "untouched"), result


def test_what_a_bug_hunt_hands_out_is_not_attempted():
    result = check("bug", KEYS["bug"].handed_out)
    assert (result.state, result.diagnosis) == ("not attempted", "as-given")


@pytest.mark.parametrize(
    ("function", "says"),
    [
        (np.nanstd, "np.nanstd has no gradient rule."),
        (lambda b: np.sum(np.pad(b, 1, mode="edge")), "for mode='constant' only"),
    ],
    ids=["none at all", "not for this mode"],
)
def test_a_function_without_a_gradient_rule_is_an_attempt(function, says):
    result = check("bias", lambda upstream, b: ad.grad(function)(b))
    assert result.diagnosis == "raises"
    assert says in repr(result)


def test_shapes_that_do_not_fit_beside_a_matrix_product_may_want_a_bracket():
    assert sentences.LEFT_TO_RIGHT in repr(check("bias", lambda upstream, b: upstream * np.eye(2) @ b))
    assert sentences.LEFT_TO_RIGHT not in repr(check("bias", lambda upstream, b: (upstream * np.eye(2)) @ b))


def test_a_function_that_raises_is_shown_its_own_line_and_its_inputs():
    def broken(upstream, b):
        scaled = upstream * 2
        return scaled.reshape(5, 5)

    text = repr(check("bias", broken))
    assert "    return scaled.reshape(5, 5)\n" in text
    assert "raised here" in text
    assert "tried with upstream: shape (4, 3), float64" in text
    assert "Traceback" not in text


def test_a_switch_is_shown_by_its_position():
    assert dict(tried_with("ax", (True, 2.0))) == {"tried with a": "True", "tried with x": "a float"}


def test_a_line_that_raises_deep_in_numpy_is_still_the_learners_own():
    def broken(upstream, b):
        return np.linalg.inv(upstream)

    assert check("bias", broken).mark.line == "return np.linalg.inv(upstream)"


def test_of_two_matrix_products_the_one_that_does_not_fit_is_marked():
    mark = check("bias", lambda upstream, b: (upstream.T @ upstream, b @ upstream)).mark
    assert mark.line[mark.start : mark.end] == "b @ upstream"


def test_what_raises_in_a_function_of_the_lesson_is_said_to_be_inside_it():
    """Its words are about lines that the learner did not write."""
    fitted = defined_in_a_cell("def fitted(x, shape):\n    return x if x.shape > shape else 0", "fitted")
    inside = check("bias", lambda upstream, b: fitted(upstream, b))
    itself = check("bias", lambda upstream, b: upstream + b[:2])
    assert "inside `fitted`" in repr(inside)
    assert "inside `" not in repr(itself)


def test_every_case_that_was_tried_can_be_had_back():
    result = check("bias", lambda upstream, b: b)
    assert len(result.inputs) == keys.TRIALS
    assert result.inputs[0]["upstream"].shape == (4, 3)


def test_a_rule_that_is_right_only_for_the_first_case_is_not_correct():
    calls = []

    def lucky(upstream, b):
        calls.append(upstream)
        return upstream.sum(axis=0) if len(calls) == 1 else b

    assert check("bias", lucky).state == "not yet"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"covers": ("no-such-thing",)}, "no entry: no-such-thing"),
        ({"hints": ("a", "b")}, "three hints"),
        ({"hints": ("a", " ", "c")}, "three hints"),
    ],
)
def test_a_key_that_lacks_something_is_refused(change, words):
    with pytest.raises(ValueError, match=words):
        Value("x", **{**COMMON, **change})


def test_every_sentence_that_exercises_share_is_met():
    """In the table above, with a word that only it says; or in a lesson, where its name is looked at."""
    met = {diagnosis for _, _, diagnosis, _ in ANSWERS} | {"untouched", "as-given", "as-given-still"}
    met |= {diagnosis for *_, diagnosis in REFUSED}
    met |= {"too-long", "unreadable", "here-only", "check-inside", "unfinished", "spoiled"}
    met |= {name for key in exercises.exercises().values() for name in key.wrong_answers}
    assert met >= sentences.SAYS.keys()
