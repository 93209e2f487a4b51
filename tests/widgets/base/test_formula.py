"""Formulas that a learner types: what they compute, and that nothing but a formula is ever read."""

import ast
import builtins
import inspect
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers import autodiff as ad
from helpers.widgets.base.errors import InputError
from helpers.widgets.base.formula import DEEPEST, FUNCTIONS, LONGEST, parse_formula
from tests.together import for_all

X = np.array([0.5, 2.0, -1.5])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x*x", X * X),
        ("x**2 - 3*x + 1", X**2 - 3 * X + 1),
        ("-x / (1 + x**2)", -X / (1 + X**2)),
        ("2**x", 2**X),
        ("[x[0]*x[1], sin(x[2])]", [X[0] * X[1], np.sin(X[2])]),
        ("[[x[0], 1], [x[-1], pi]]", [[X[0], 1], [X[2], np.pi]]),
        ("x[1:] * x[:-1]", X[1:] * X[:-1]),
        ("x[::-1]", X[::-1]),
        ("sum(exp(x)) + np.mean(x)", np.exp(X).sum() + X.mean()),
        ("where(x > 0, x, 0.1*x)", np.where(X > 0, X, 0.1 * X)),
        ("(x >= 0.5) * x", (X >= 0.5) * X),
        ("x @ [1, 2, 3]", X @ [1, 2, 3]),
        ("maximum(x, 0) + abs(x)", np.maximum(X, 0) + np.abs(X)),
        ("x² − 2×x·π ÷ e", X**2 - 2 * X * np.pi / np.e),
        ("  log(x*x)\t", np.log(X * X)),
    ],
)
def test_a_formula_computes_what_it_says(text, expected):
    np.testing.assert_allclose(parse_formula(text)(X), expected, rtol=1e-15)


@for_all({name: name for name in FUNCTIONS})
def test_every_function_on_the_list_has_a_gradient(name):
    count = FUNCTIONS[name][1]
    arguments = {1: "x", 2: "x, x[::-1]", 3: "x > 0.5, x, x*x"}[count]
    text = f"{name}({'x, 2' if name == 'power' else arguments})"
    inside = np.array([0.3, 0.6, 0.9])
    f = parse_formula(text)
    ad.check_gradient(f, inside, order=1)
    assert np.shape(f(inside)) == np.shape(FUNCTIONS[name][0](*_plain_arguments(name, inside)))


def _plain_arguments(name, x):
    if name == "power":
        return x, 2
    return {1: (x,), 2: (x, x[::-1]), 3: (x > 0.5, x, x * x)}[FUNCTIONS[name][1]]


def test_several_variables_become_arguments_in_their_order():
    f = parse_formula("W @ x + sum(W) * x[0]", ("W", "x"))
    W, x = np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([5.0, 6.0])
    np.testing.assert_array_equal(f(W, x), W @ x + W.sum() * x[0])
    dW, dx = ad.jacobian(f, argnums=(0, 1))(W, x)
    assert dW.shape == (2, 2, 2)
    np.testing.assert_array_equal(dx, W + np.array([[10, 0], [10, 0]]))
    assert (f.variables, f.text) == (("W", "x"), "W @ x + sum(W) * x[0]")
    with pytest.raises(TypeError, match="takes 2 arguments, not 1"):
        f(W)


def test_tensors_in_give_a_tensor_out_even_from_a_step():
    x = ad.Tensor(X)
    assert type(parse_formula("x*2")(x)) is ad.Tensor
    step = parse_formula("where(x > 0, 1, 0)")
    assert type(step(x)) is ad.Tensor
    np.testing.assert_array_equal(ad.jacobian(step)(X), np.zeros((3, 3)))


def test_no_warning_reaches_the_log():
    assert np.isnan(parse_formula("log(x)")(-1.0))
    assert parse_formula("exp(1000*x)")(1.0) == np.inf


HOSTILE = """
x.__class__ | x.__class__.__mro__[1].__subclasses__() | ().__class__.__bases__[0] | x.value | x.T | x.sum()
np.linalg.inv(x) | np.load('f') | np.__builtins__ | os.system('true') | sin.__globals__ | np.sin.__self__
__import__('os') | __import__('os').system('true') or x | eval('x') | exec('x') | open('f') | getattr(x, 'T')
globals() | breakpoint() | import os | x; import os | (lambda: x)() | (lambda x: x)(x) | lambda: x
[y for y in x] | {y: y for y in x} | {y for y in x} | sum(y for y in x) | f'{x}' | f'{x!r:>99}' | 'a' * 10**9
b'a' + x | x if x else x | x and x | not x | x or 1 | x is x | 0 in x | x := 1 | (y := x) | *x | sum(*x)
sum(**x) | x[...] | x[None] | x['a'] | x[x] | x[0:x] | x[10**9] | x[1000000000] | await x | (yield x) | x == x
~x | x << 99 | x // 2 | x % 2 | x & 1 | True * x | None | ... * x | 1j * x | sin(x, axis=0) | sum(x, 0)
sin() | sin(x, **x) | 0 < x < 1 | sin | x(2) | 2(x) | sin(x)(x) | [x][0](x) | () | (x, x) | {} | [] * x
# | x \\ | ｓｉｎ(x) | sın(x) | ѕin(x)
х*2 | 𝐱 | x１ | “x” | x\u200b
"""
HOSTILE = [text for line in HOSTILE.strip().splitlines() for text in line.split(" | ")]


@pytest.mark.parametrize("text", [*HOSTILE, "", "   ", "x\x00", "\ufeffx", "x\nimport os"])
def test_anything_but_a_formula_is_refused_with_one_sentence(text, monkeypatch):
    ast.unparse(ast.parse("x"))  # from Python 3.14, ast imports its printer when it is first used
    for name in ("eval", "exec", "open"):
        monkeypatch.setattr(builtins, name, _forbidden)
    with pytest.raises(InputError) as refused:
        parse_formula(text)
    assert_is_a_sentence(str(refused.value))


def _forbidden(*_, **__):
    raise AssertionError("what a person types is never run")


GREEDY = [
    *["9**9**9*x", "x**9**9**9", "x**(9**9)", "x**1e5", "x**-13", "x**[1,99]", "power(x,999)", "x**(2*pi*e)"],
    *["10**400*x", "1e999*x", "9999999999*x"], "9" * 190 + "*x", "(" * 150 + "x" + ")" * 40, "-" * 150 + "x",
    "x[" + "-" * 190 + "1]", "[" * 90 + "x" + "]" * 90, "sin(" * 45 + "x" + ")" * 45, "x" + "+x" * 200,
    "x**2" * 100,
]  # fmt: skip


@for_all({text: text for text in GREEDY})
def test_what_would_take_long_is_refused_at_once(text):
    with pytest.raises(InputError) as refused:
        parse_formula(text)
    assert_is_a_sentence(str(refused.value))


def test_a_long_formula_is_refused_before_it_is_read():
    with pytest.raises(InputError, match="has 303 characters: at most 200 are read"):
        parse_formula("[" + "x," * 150 + "x]")


def test_a_piece_nested_too_deep_to_be_quoted_is_refused_all_the_same():
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack(0)) + 200)
    try:
        with pytest.raises(InputError, match="This piece"):
            parse_formula("x[" + "-" * 190 + "1]")
    finally:
        sys.setrecursionlimit(limit)


def test_a_power_with_a_moving_exponent_overflows_in_floats():
    assert parse_formula("(9*x)**(99*x)**9")(9.0) == np.inf


def test_the_limits_leave_room_for_real_formulas():
    assert parse_formula("+".join(["x"] * 30))(1.0) == 30
    assert parse_formula("x**12 + x**-12")(1.0) == 2
    assert parse_formula("sin(" * (DEEPEST - 1) + "x" + ")" * (DEEPEST - 1))(0.0) == 0
    assert LONGEST >= 200


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("2x", "Write 2*x for a product."),
        ("x^2", "two stars: x**2"),
        ("y = x*x", "to the right of the equals sign"),
        ("x.sum()", "write sin(x) or np.sin(x), and sum(x)"),
        ("sin", "write sin(x)"),
        ("sin(x", "not a complete formula yet"),
        ("foo(x)", "“foo” is not available. There are sin, cos"),
        ("x + y", "“y” is not known here: use x, numbers"),
        ("sin(x, x)", "sin takes one argument, but 2 stand"),
        ("x, x", "as a list, with square brackets"),
        ("x if x > 0 else 0", "where(x > 0, first, second)"),
        ("3 + 4", "does not use x"),
        ("sın(x)", "“ı” has no meaning"),
    ],
)
def test_a_slip_is_answered_with_what_to_type(text, sentence):
    with pytest.raises(InputError) as refused:
        parse_formula(text)
    assert sentence in str(refused.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("x[5]", "“x[5]” does not fit: it meets shape (3,)."),
        ("[x, x[0]]", "“[x, x[0]]” does not fit: it meets shapes (3,) and () of a single number."),
        ("sin(x) + [1, 2]", "“sin(x) + [1, 2]” does not fit: it meets shapes (3,) and (2,)."),
        ("x @ [1, 2]", "“x @ [1, 2]” does not fit: it meets shapes (3,) and (2,)."),
    ],
)
@pytest.mark.parametrize("value", [X, ad.Tensor(X)], ids=["array", "Tensor"])
def test_a_formula_that_does_not_fit_the_input_quotes_the_piece(text, sentence, value):
    f = parse_formula(text)
    with pytest.raises(InputError) as refused:
        f(value)
    assert str(refused.value) == sentence


@given(st.text(alphabet="x0123.+-*/()[], esinp_@<>=:", max_size=40))
def test_any_text_gives_a_function_or_a_sentence(text):
    try:
        answer = parse_formula(text)(ad.Tensor(X))
    except InputError as refused:
        assert_is_a_sentence(str(refused))
    else:
        assert type(answer) is ad.Tensor
        assert answer.size <= 100


def assert_is_a_sentence(text):
    assert text[0].isupper() or text[0] in "“−0123456789" or text.split()[0] in FUNCTIONS, text
    assert text.endswith("."), text
    assert len(text) < 400
    assert "\n" not in text


def test_what_is_not_text_is_refused_too():
    for value in (None, 3.0, ["x"], {"x": 1}):
        with pytest.raises(InputError, match="Type a formula"):
            parse_formula(value)
