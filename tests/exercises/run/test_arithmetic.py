"""A text is calculated step by step, and nothing else in it is ever run."""

import pytest

from helpers.exercises.run.arithmetic import NotCalculable, calculated


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("6", 6), (" -6.5e1 ", -65), ("12/2", 6), ("2**3 - 1", 7), ("2*(x + 1)", 8), ("+x", 3),
        ("1_000", 1000), ("[1, 2]", [1, 2]), ("1, 2/4", [1, 0.5]), ("[[1, x], [2, 4]]", [[1, 3], [2, 4]]),
        ("[]", []),
    ],
)  # fmt: skip
def test_arithmetic_is_worked_out(text, value):
    assert calculated(text, {"x": 3}) == value


@pytest.mark.parametrize(
    "text",
    [
        "", "six", "x.real", "f(1)", "lambda: 1", "[1, 2", "1 if x else 2", "'a'", "True", "x[0]", "1 < 2",
        "~1", "5 % 3", "1/0", "[1]*9", "[1] + [2]", "9**9**9**9", "10.0**400", "(-1)**0.5", "1j",
        "(" * 100 + "1" + ")" * 100,
        "[" * 10_000, "9" * 10_000, "-" * 199 + "1" + " " * 100 + "+ 1" * 50, "__import__('os')", "\x00",
    ],
)  # fmt: skip
def test_anything_else_is_refused(text):
    with pytest.raises(NotCalculable):
        calculated(text, {"x": 3})


def test_a_name_without_a_value_is_told():
    with pytest.raises(NotCalculable) as refused:
        calculated("2*y", {"x": 3})
    assert refused.value.name == "y"
