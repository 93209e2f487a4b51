"""The mixer's rows are the engine's gradients, its mix is what grad_ys gives, and the gap is the true gap."""

import json
import logging
import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers import autodiff as ad
from helpers.drawing import svg
from helpers.drawing.svg.printing import NOISE
from helpers.widgets import GradYsMixer
from helpers.widgets.base.errors import InputError
from helpers.widgets.grad_ys_mixer.drawing import draw_mixer
from helpers.widgets.grad_ys_mixer.outputs import fits, linear_parts, mix, outputs_of
from helpers.widgets.grad_ys_mixer.widget import EXAMPLES
from tests.drawing.svg_reading import parse, shown, texts


def gradients(function, x, weights):
    """The same as a person would ask the engine for it."""
    x = ad.Tensor(x)
    ys = function(x)
    ys = list(ys) if isinstance(ys, tuple) else [ys]
    ends = np.cumsum([np.size(y.value) for y in ys])[:-1]
    parts = [part.reshape(y.shape)[()] for part, y in zip(np.split(weights, ends), ys, strict=True)]
    return ad.gradients(ys, x, grad_ys=parts)


def printed(picture):
    """What is printed in each cell, by its key."""
    cells = [part for part in parse(picture.svg).iter() if part.get("data-hot")]
    return {cell.get("data-hot"): texts(cell)[0] for cell in cells}


def row(picture, name, count):
    found = printed(picture)
    return [found[f"{name}-{j}"] for j in range(count)]


def numbers(values, noise=0.0):
    values = np.ravel(values)
    values = np.where(np.abs(values) < noise, 0, values)
    return [svg.number(value) for value in values]


def play(mixer, **inputs):
    mixer.set_state({"inputs": {**mixer.inputs, **inputs}})


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(sorted(EXAMPLES)), st.integers(0, 2**32 - 1))
def test_every_number_in_the_picture_is_the_engines(name, seed):
    text, function, start, _ = EXAMPLES[name]
    rng = np.random.default_rng(seed)
    x = rng.normal(size=np.shape(start))
    outputs = outputs_of(function, x)
    weights = rng.normal(size=outputs.y.size)
    picture = draw_mixer(outputs, weights, text)
    right = np.ravel(gradients(function, x, weights))
    assert np.allclose(mix(weights, outputs.gradients), right, rtol=1e-12, atol=1e-12)
    noise = 1e-12 * np.abs(outputs.gradients).max() * np.abs(weights).max()
    assert row(picture, "right", x.size) == numbers(mix(weights, outputs.gradients), noise)
    for k, one_hot in enumerate(np.eye(weights.size)):
        alone = np.ravel(gradients(function, x, one_hot))
        largest = np.abs(outputs.gradients).max()
        assert row(picture, f"g{k}", x.size) == [svg.number(value, largest) for value in alone]
    finished = np.ravel(gradients(function, x, np.ones(weights.size)))
    assert row(picture, "finished", x.size) == numbers(finished, 1e-12 * np.abs(outputs.gradients).max())
    if fits(outputs):
        assert row(picture, "after", x.size) == numbers(finished * weights, noise)
        gap = finished * weights - right
        signed = [float(text.replace("−", "-")) for text in row(picture, "gap", x.size)]
        assert np.allclose(signed, gap, rtol=1e-3, atol=1e-3)
        for text, value in zip(row(picture, "gap", x.size), gap, strict=True):
            assert text[0] in "+−" or abs(value) <= 1e-9  # never by colour alone


def test_the_canonical_numbers():
    mixer = GradYsMixer("square", x=[1.0, 2.0], grad_ys=[2.0, 3.0])
    assert row(mixer.drawn, "right", 2) == ["4", "12"]
    play(mixer, ones=1)
    assert row(mixer.drawn, "right", 2) == ["2", "4"]
    play(mixer, f="matrix product")
    assert row(mixer.drawn, "right", 4) == ["21", "30", "21", "30"]
    play(mixer, output=1)  # c · stop_gradient(c)
    assert row(mixer.drawn, "right", 4) == ["573", "816", "1295", "1844"]
    assert mixer.grad_ys.tolist() == [[24, 27, 30], [54, 61, 68]]
    play(mixer, **{"one-hot": 1})  # c[0, 0]
    assert row(mixer.drawn, "right", 4) == ["6", "9", "0", "0"]
    play(mixer, zeros=1)
    assert row(mixer.drawn, "right", 4) == ["0", "0", "0", "0"]
    assert mixer.gradient.tolist() == [[0, 0], [0, 0]]


def test_multiplying_afterwards_is_shown_wrong_right_by_luck_or_impossible():
    mixed = GradYsMixer("mixing", grad_ys=[2.0, 0.5, -1.0])
    assert row(mixed.drawn, "right", 3) == ["−2", "18", "−9"]
    assert row(mixed.drawn, "after", 3) == ["16", "6", "0"]
    assert row(mixed.drawn, "gap", 3) == ["+18", "−12", "+9"]
    assert any("what c should have weighed is gone" in text for text in shown(mixed.picture))

    play(mixed, c=[["3", "3", "3"]])  # equal weights: by luck
    assert row(mixed.drawn, "gap", 3) == ["0", "0", "0"]
    assert any(text.startswith("No gap") for text in shown(mixed.picture))
    assert not any("is gone" in text for text in shown(mixed.picture))

    alone = GradYsMixer("square", grad_ys=[1.0, -2.0, 5.0])
    assert row(alone.drawn, "gap", 3) == ["0", "0", "0"]

    impossible = " ".join(shown(GradYsMixer("matrix product").picture))
    assert "The finished gradient has shape (2, 2), and c has shape (2, 3)." in impossible
    several = " ".join(shown(GradYsMixer("two outputs").picture))
    assert "Outputs of shapes (2,) and () came back as one gradient of shape (2,)." in several


def test_a_weight_that_numpy_would_broadcast_is_multiplied_afterwards_as_numpy_would():
    one = GradYsMixer(lambda x: np.sum(x * x), x=[1.0, 2.0], grad_ys=3.0)  # a loss: one weight scales it all
    assert row(one.drawn, "after", 2) == row(one.drawn, "right", 2) == ["6", "12"]
    assert any(text.startswith("No gap") for text in shown(one.picture))

    rows = np.array([[1.0, 2.0], [3.0, 4.0]])
    summed = GradYsMixer(lambda x: np.sum(x * x, axis=0) * np.sum(x), x=rows, grad_ys=[1.0, -1.0])
    finished = gradients(lambda x: np.sum(x * x, axis=0) * np.sum(x), rows, np.ones(2))
    assert row(summed.drawn, "after", 4) == numbers(finished * [1.0, -1.0])
    assert any("is gone" in text for text in shown(summed.picture))


def test_several_outputs_each_with_their_own_weights():
    mixer = GradYsMixer(lambda x: (x * x, np.sum(x)), x=[1.0, 2.0], grad_ys=([2.0, 3.0], 10.0))
    assert mixer.gradient.tolist() == [4 + 10, 12 + 10]
    assert [np.asarray(weights).tolist() for weights in mixer.grad_ys] == [[2, 3], 10]
    assert {"c0", "c1", "c2"} <= printed(mixer.drawn).keys()
    heads = " ".join(shown(mixer.picture))
    assert "y1[0] (now 1)" in heads
    assert "y2 (now 3)" in heads


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_what_the_browser_mixes_is_what_the_picture_prints(seed):
    """The browser gets the rows as JSON; mixed again from there, every digit is the same."""
    rng = np.random.default_rng(seed)
    mixer = GradYsMixer("mixing", x=rng.normal(size=3), grad_ys=rng.normal(size=3))
    sent = json.loads(json.dumps(mixer.linear))
    weights = [float(text) for text in mixer.inputs["c"][0]]
    for name, rows in linear_parts(mixer.outputs).items():
        assert sent["parts"][name] == rows.tolist()
        again = [
            sum(w * line[j] for w, line in zip(weights, sent["parts"][name], strict=True)) for j in range(3)
        ]
        assert again == mix(mixer.values["c"], rows).tolist()
    assert sent["noise"] == NOISE * np.abs(mixer.outputs.gradients).max()


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_copied_program_gives_the_same_gradients(name):
    mixer = GradYsMixer(name)
    play(mixer, output=1)
    scope = {}
    exec(mixer.source, scope)
    assert np.allclose(scope["gradient"], mixer.gradient, rtol=1e-12)
    assert np.allclose(np.ravel(scope["finished"]), mixer.outputs.finished, rtol=1e-12)


def test_rows_that_are_not_finite_are_left_to_the_kernel():
    mixer = GradYsMixer(lambda x: 1 / x, x=[0.0, 1.0])
    assert mixer.linear == {}
    assert "NaN" in printed(mixer.drawn).values()
    play(mixer, x=[["1", "1"]])
    assert mixer.linear["parts"]["right"] == [[-1, 0], [0, -1]]


@pytest.mark.parametrize(
    ("typed", "at", "sentence"),
    [
        ({"c": [["1", "x", "1"]]}, "c[0,1]", "“x” is not a number"),
        ({"c": [["1", "", "1"]]}, "c[0,1]", "This cell is empty"),
        ({"c": [["1", "2"]]}, "c", "A table of 1 × 3 numbers is needed"),
        ({"c": [["1e300", "1", "1"]]}, "c[0,0]", "too large"),
        ({"x": [["nan", "1", "1"]]}, "x[0,0]", "type a finite number"),
    ],
)
def test_bad_input_gets_a_sentence_and_the_last_good_picture_stays(typed, at, sentence, caplog):
    caplog.set_level(logging.WARNING)
    mixer = GradYsMixer()
    good = mixer.picture
    play(mixer, **typed)
    assert mixer.errors.keys() == {at}
    assert sentence in mixer.errors[at]
    assert (mixer.picture, caplog.records) == (good, [])
    play(mixer, reset=1)
    assert mixer.errors == {}


def test_what_cannot_be_drawn_is_refused():
    with pytest.raises(InputError, match="grad_ys has 2 weights, but there are 3 outputs"):
        GradYsMixer("mixing", grad_ys=[1.0, 2.0])
    with pytest.raises(InputError, match="x has 7 entries"):
        GradYsMixer("square", x=np.ones(7))
    with pytest.raises(InputError, match="a Python function, or one of: mixing, square"):
        GradYsMixer("x * x")


def test_the_picture_keeps_its_size():
    sizes = {re.search(r'viewBox="([^"]+)"', GradYsMixer(name).picture)[1] for name in EXAMPLES}
    assert len(sizes) == 1


def test_ones_own_quantities_are_called_by_their_names():
    names = {"x": ["effort", "luck"], "y": ["first exam", "second exam"]}
    mixer = GradYsMixer(lambda x: np.stack([x[0] * x[1], x[0]]), x=[2.0, 3.0], names=names)
    printed = shown(mixer.picture)
    assert "luck = 3" in printed
    assert "× gradient of first exam (now 6)" in " ".join(printed), "in one line or in two"
    play(mixer, c=[["1", "two"]])
    assert mixer.errors["c[0,1]"].startswith("second exam: “two” is not a number")
    play(mixer, c=[["1", "2"]], f="square")
    assert "luck" not in mixer.picture


@pytest.mark.parametrize("name", ["mixing", "matrix product"])
def test_what_each_output_is_now_stands_beside_it(name):
    """In two lines, or with many outputs in one; what cannot be drawn would be a replacement character."""
    drawn = GradYsMixer(name).picture
    assert "(now " in drawn
    assert "\ufffd" not in drawn
