"""The Jacobian lab prints the engine's J, VJP and JVP, and answers bad input with a sentence."""

import logging
import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers import autodiff as ad
from helpers.drawing import svg
from helpers.widgets import GradYsMixer, JacobianLab
from helpers.widgets.base.errors import InputError
from helpers.widgets.base.formula import parse_formula
from helpers.widgets.jacobian_lab.drawing import draw_jacobian
from helpers.widgets.jacobian_lab.numbers import jacobian_numbers
from helpers.widgets.jacobian_lab.sentences import BY_COLUMN, BY_ROW, JACOBIAN
from helpers.widgets.jacobian_lab.widget import FORMULAS, B, W
from tests.drawing.svg_reading import parse, shown, texts

X_SHAPES = {"square": (4,), "mixing": (3,), "softmax": (5,), "matrix product": (2, 2), "your own f": (3,)}


def function_named(name):
    formula = parse_formula(FORMULAS[name][0], ("x", "W", "B"))
    return lambda x: formula(x, np.array(W), np.array(B))


def printed(picture, key):
    """The number in the cell that is pointed at by `key`."""
    (cell,) = [part for part in parse(picture.svg).iter() if part.get("data-hot") == key]
    (text,) = texts(cell)
    return text


def table(picture, rows, columns):
    return [[printed(picture, f"J{i}-{j}") for j in range(columns)] for i in range(rows)]


def strip(picture, letter, count):
    return [printed(picture, f"{letter}{k}") for k in range(count)]


def written(values, digits=4):
    largest = np.abs(values).max()
    return [svg.number(value, scale=largest, digits=digits) for value in np.ravel(values)]


def play(lab, **inputs):
    """What a message from the page does."""
    lab.set_state({"inputs": {**lab.inputs, **inputs}})


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(sorted(FORMULAS)), st.integers(0, 2**32 - 1))
def test_every_number_in_the_picture_is_the_engines(name, seed):
    rng, function = np.random.default_rng(seed), function_named(name)
    x, tangent = rng.normal(size=(2, *X_SHAPES[name]))
    upstream = rng.normal(size=np.shape(function(x)))
    jacobian = ad.jacobian(function)(x).reshape(upstream.size, x.size)
    vjp = ad.vjp(function, x)[1](upstream)[0]
    jvp = ad.jvp(function, (x,), (tangent,))[1]
    picture = draw_jacobian(jacobian_numbers(function, x, upstream, tangent), "J")
    m, n = jacobian.shape
    largest = np.abs(jacobian).max()
    digits = 4 if n < 5 else 3
    assert table(picture, m, n) == [[svg.number(v, largest, digits) for v in row] for row in jacobian]
    assert strip(picture, "u", m) == written(upstream)
    assert strip(picture, "t", n) == written(tangent)
    assert strip(picture, "v", n) == written(vjp)
    assert strip(picture, "w", m) == written(jvp)


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_weighted_rows_add_down_to_the_vjp_and_weighted_columns_across_to_the_jvp(seed):
    rng = np.random.default_rng(seed)
    x, tangent, upstream = *rng.integers(-5, 6, (2, 3)).astype(float), rng.integers(-5, 6, 3).astype(float)
    numbers = jacobian_numbers(lambda x: x * np.sum(x), x, upstream, tangent)

    def cells(show):
        rows = table(draw_jacobian(numbers, "J", show=show), 3, 3)
        return np.array([[float(text.replace("−", "-")) for text in row] for row in rows])

    assert np.allclose(cells(BY_ROW).sum(axis=0), numbers.vjp)
    assert np.allclose(cells(BY_COLUMN).sum(axis=1), numbers.jvp)
    assert np.allclose(cells(JACOBIAN), numbers.jacobian)


def test_the_canonical_numbers():
    lab = JacobianLab("square", x=[1.0, 2.0], upstream=[2.0, 3.0], tangent=[1.0, 10.0])
    picture = lab.drawn
    assert table(picture, 2, 2) == [["2", "0"], ["0", "4"]]
    assert (strip(picture, "v", 2), strip(picture, "w", 2)) == (["4", "12"], ["2", "40"])
    assert "VJP = uᵀ J = 2 × row 0 + 3 × row 1 = [4, 12]" in shown(picture.svg)
    assert "JVP = J t = 1 × column 0 + 10 × column 1 = [2, 40]" in shown(picture.svg)
    assert any("4 numbers, 32 bytes" in text for text in shown(picture.svg))

    play(lab, f="matrix product")
    assert lab.numbers.jacobian.shape == (2, 3, 2, 2)
    assert strip(lab.drawn, "v", 4) == ["21", "30", "21", "30"]
    assert "J.shape = y.shape + x.shape = (2, 3, 2, 2): 24 numbers, 192 bytes, 6 sweeps" in lab.drawn.alt


def test_what_is_pointed_at_is_explained_and_lights_what_makes_it():
    numbers = jacobian_numbers(lambda x: x * x, [1.0, 2.0], [2.0, -3.0], [1.0, 10.0])
    tree = parse(draw_jacobian(numbers, "J").svg)
    lines = {part.get("data-hot"): part.get("data-label") for part in tree.iter() if part.get("data-label")}
    lit_by = {
        part.get("data-hot"): part.get("data-lit").split() for part in tree.iter() if part.get("data-hot")
    }
    assert lines["v1"] == "The VJP’s entry x[1] is column 1 weighted by u: 2·0 − 3·4 = −12"
    assert lines["w1"] == "The JVP’s entry y[1] is row 1 weighted by t: 1·0 + 10·4 = 40"
    assert lines["u1"] == "−3 × row 1 = −3 × [0, 4] is one part of the VJP"
    assert lines["J1-1"] == "∂y[1]/∂x[1] = 4: a small move of x[1] moves y[1] 4 times as far"
    assert {key for key, keys in lit_by.items() if "v1" in keys} == {"v1", "u0", "u1", "J0-1", "J1-1"}
    assert {key for key, keys in lit_by.items() if "w0" in keys} == {"w0", "t0", "t1", "J0-0", "J0-1"}
    assert lines.pop(None).startswith("J.shape = y.shape + x.shape = (2, 2)")  # while nothing is pointed at
    assert lines.keys() == lit_by.keys()  # everything that can be pointed at is explained


def test_what_is_said_has_room_in_its_line():
    rng = np.random.default_rng(5)
    numbers = jacobian_numbers(np.tanh, *(rng.normal(size=6) * 1e-5 for _ in range(3)))
    tree = parse(draw_jacobian(numbers, "J").svg)
    (line,) = [part for part in tree.iter() if part.get("data-line") is not None]
    (start,) = [float(part.get("font-size")) for part in line]
    said = [part for part in tree.iter() if part.get("data-label")]
    sizes = [float(part.get("data-size")) for part in said]
    assert min(sizes) < start == sizes[0] < max(sizes) == 16  # at rest, the first is said
    for part, size in zip(said, sizes, strict=True):
        assert svg.text_width(part.get("data-label"), size) <= 733


def test_the_buttons_and_a_new_function():
    lab = JacobianLab("mixing")
    play(lab, **{"upstream: one-hot": 1})
    assert lab.values["upstream"].tolist() == [1, 0]
    play(lab, **{"upstream: one-hot": 2})
    assert lab.values["upstream"].tolist() == [0, 1]
    assert np.array_equal(lab.numbers.vjp, lab.numbers.jacobian[1])  # a one-hot upstream picks a row
    play(lab, **{"tangent: one-hot": 1})
    assert np.array_equal(lab.numbers.jvp, lab.numbers.jacobian[:, 0])  # a one-hot tangent picks a column
    play(lab, **{"upstream: ones": 1, "tangent: ones": 1})
    assert np.allclose(lab.numbers.vjp, lab.numbers.jacobian.sum(axis=0))

    play(lab, upstream=[["2", "0.5"]], f="softmax")
    assert lab.values["x"].tolist() == [1, 0.5, -1]  # the same x, where it fits
    assert lab.values["upstream"].tolist() == [1, 1, 1]  # weights for outputs that are gone do not stay
    play(lab, f="matrix product")
    assert lab.values["x"].shape == (2, 2)
    play(lab, reset=1)
    assert (lab.values["f"], lab.values["x"].tolist()) == ("mixing", [1, 0.5, -1])


def test_a_typed_formula_becomes_ones_own_and_bad_ones_keep_the_picture(caplog):
    lab = JacobianLab("square")
    play(lab, formula="[x[0] * x[1], sin(x[0]), x[1]]")
    assert (lab.values["f"], lab.numbers.jacobian.shape) == ("your own f", (3, 2))
    good = lab.picture
    for formula, sentence in [
        ("", "Type a formula"),
        ("x +", "not a complete formula"),
        ("x.__class__", "A dot has no meaning"),
        ("[x[0], x[5]]", "does not fit: it meets shape (2,)"),
        ("[x, x, x, x]", "y has shape (4, 2): at most two axes and 6 numbers can be drawn"),
    ]:
        play(lab, formula=formula)
        assert sentence in lab.errors["formula"], formula
        assert (lab.picture, lab.inputs["formula"]) == (good, formula)
    play(lab, formula="x * x")
    assert (lab.errors, lab.values["f"]) == ({}, "square")
    assert caplog.records == []


def pasted(text):
    return {"x": {"cells": [["1", "2"]], "row": 0, "column": 0, "paste": text}}


@pytest.mark.parametrize(
    ("typed", "at", "sentence"),
    [
        ({"x": [["two", "2"]]}, "x[0,0]", "“two” is not a number"),
        ({"upstream": [["1", ""]]}, "upstream[0,1]", "This cell is empty"),
        ({"tangent": [["inf", "1"]]}, "tangent[0,0]", "type a finite number"),
        (pasted("1 2\n3"), "x", "make every line the same"),
        (pasted("1 2 3 4 5 6 7"), "x", "6 × 6 is the most"),
        (pasted("1 2 3\n4 5 6\n7 8 9"), "x", "x has 9 entries"),
    ],
)  # fmt: skip
def test_bad_input_gets_a_sentence_where_it_stands(typed, at, sentence, caplog):
    caplog.set_level(logging.WARNING)
    lab = JacobianLab("square")
    good = lab.picture
    play(lab, **typed)
    assert lab.errors.keys() == {at}
    assert sentence in lab.errors[at]
    assert lab.picture == good
    assert caplog.records == []
    play(lab, x=[["3", "4"]], upstream=[["1", "1"]], tangent=[["1", "1"]])
    assert (lab.errors, lab.numbers.vjp.tolist()) == ({}, [6, 8])


def test_a_paste_changes_the_size_of_x_and_the_weights_follow():
    lab = JacobianLab("softmax", x=[1.0, 2.0])
    play(lab, x={"cells": lab.inputs["x"], "row": 0, "column": 0, "paste": "1\t2\t3\t4"})
    assert lab.numbers.jacobian.shape == (4, 4)
    assert lab.inputs["tangent"] == [["1", "1", "1", "1"]]
    assert strip(lab.drawn, "v", 4) == ["0"] * 4  # softmax adds up to 1 whatever x is
    play(lab, x={"cells": lab.inputs["x"], "row": 0, "column": 0, "paste": "1\n2\n3"})
    assert lab.values["x"].tolist() == [1, 2, 3]  # a column of a spreadsheet is a vector too


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_the_noise_of_rounding_is_printed_as_zero(seed):
    """Softmax adds up to 1, so every upstream of ones pulls back to 0, whatever rounding makes of it."""
    x = np.random.default_rng(seed).normal(size=5)
    lab = JacobianLab("softmax", x=x, upstream=1e5 * np.ones(5))
    assert strip(lab.drawn, "v", 5) == ["0"] * 5


def test_typing_a_decimal_is_not_disturbed():
    lab = JacobianLab("square")
    play(lab, x=[["1.", "2"]])
    assert lab.inputs["x"] == [["1.", "2"]]


@pytest.mark.parametrize(
    "f", [*FORMULAS, "[x[0]² · 2, where(x[1] > 0, pi, np.exp(x[0])) * x[1], sum(x)]", "sum(x * x)"]
)
def test_the_copied_program_gives_the_same_numbers(f):
    lab = JacobianLab(f)
    scope = {}
    exec(lab.source, scope)
    for name, array in (("J", lab.numbers.jacobian), ("vjp", lab.numbers.vjp), ("jvp", lab.numbers.jvp)):
        assert np.allclose(scope[name], array, rtol=1e-12), name


def test_a_python_function_and_single_numbers():
    lab = JacobianLab(np.sin, x=[0.0, 1.0])
    scope = {"f": np.sin}
    exec(lab.source, scope)
    assert np.allclose(scope["J"], lab.numbers.jacobian)
    assert repr(lab) == "<JacobianLab: The Jacobian of y = sin(x)>"
    assert np.allclose(lab.numbers.jacobian, np.diag(np.cos([0.0, 1.0])))
    lab = JacobianLab(lambda x: np.sum(x * x), x=[1.0, 2.0], upstream=3.0)
    assert lab.numbers.vjp.tolist() == [6, 12]
    lab = JacobianLab("x * x", x=3.0)
    assert lab.numbers.jacobian.tolist() == [[6]]
    with pytest.raises(InputError, match="return one array"):
        JacobianLab(lambda x: (x, x))
    with pytest.raises(InputError, match="“foo” is not known"):
        JacobianLab("foo + x")


def test_ones_own_quantities_are_called_by_their_names_until_another_formula_is_typed():
    names = {"x": ["width", "depth"], "y": ["area", "fence"]}
    lab = JacobianLab("[x[0] * x[1], 2 * x[0] + 2 * x[1]]", x=[4.0, 3.0], upstream=[2.0, 10.0], names=names)
    said = " ".join(shown(lab.picture)) + lab.picture
    for text in ("depth = 3", "area = 12", "2 × the area row", "∂area/∂width = 3: a small move of width"):
        assert text in said
    play(lab, upstream=[["2", "two"]])
    assert lab.errors["upstream[0,1]"].startswith("fence: “two” is not a number")
    play(lab, upstream=[["2", "3"]], formula="[x[0] * x[1], x[0]]")
    assert "area" not in lab.picture
    play(lab, upstream=[["2", "two"]])
    assert lab.errors["upstream[0,1]"].startswith("Entry 1: ")
    play(lab, reset=1)
    assert "area = 12" in shown(lab.picture)


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        (["width", "depth"], "names must be a dict"),
        ({"z": ["width"]}, "names must be a dict"),
        ({"x": "ab"}, "must be a list of texts"),
        ({"x": [1, 2]}, "must be a list of texts"),
        ({"y": ["area"]}, "names has 1 name for y, but y has 2 entries"),
        ({"x": ["w" * 31, "d"]}, "longer than 30 characters"),
    ],
)
def test_names_that_do_not_fit_are_refused(names, sentence):
    for exhibit in (JacobianLab, GradYsMixer):
        with pytest.raises(InputError, match=sentence):
            exhibit("square", x=[1.0, 2.0], names=names)


def test_the_picture_keeps_its_size_whatever_is_chosen():
    sizes = set()
    for name, x in [
        ("square", np.ones(1)),
        ("softmax", np.ones(6)),
        ("matrix product", None),
        ("mixing", None),
    ]:
        sizes.add(re.search(r'viewBox="([^"]+)"', JacobianLab(name, x=x).picture)[1])
    assert len(sizes) == 1
