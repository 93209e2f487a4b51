"""Nudge lines: the locals are those of the engine, the movements are measured, the bars are true to scale."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers import autodiff as ad
from helpers.widgets import NudgeLines
from helpers.widgets.errors import InputError
from helpers.widgets.nudge_lines.chain import chain_of, moves_of

LAYERS = [np.square, np.exp, np.tanh, np.sin, lambda v: 3 * v, lambda v: -v, lambda v: v - 2]


def squares(x):
    return np.square(np.square(np.square(x)))


@settings(max_examples=25, deadline=None)
@given(st.lists(st.sampled_from(LAYERS), min_size=1, max_size=3), st.floats(-1.5, 1.5))
def test_a_chain_agrees_with_the_engine_and_with_nudging(layers, x):
    def f(x):
        for layer in layers:
            x = layer(x)
        return x

    chain = chain_of(f, "x", x)
    assert chain.values[-1] == f(x)
    assert chain.whole == pytest.approx(float(ad.grad(f)(x)), rel=1e-9, abs=1e-12)
    assert np.prod(chain.locals) == pytest.approx(chain.whole, rel=1e-9, abs=1e-12)
    (moved,) = moves_of(f, "x", chain, [1e-3])
    assert moved[-1] == pytest.approx(f(x + 1e-3) - f(x))
    assert len(moved) == len(chain.names) == len(chain.locals) + 1


def test_every_layer_stretches_true_to_scale():
    lines = NudgeLines(squares, names=("a", "b", "y"), x=2.0)
    bars = [track["width"] for track in lines.drawn.film.tracks.values() if "width" in track]
    widths = np.array([bar for bar in bars if len(bar) > 1], float)
    drawn_again = [w for w in widths if w[-1] < 20]  # 15 wide at most: a nudge where it enters its layer
    leaving = sorted((w for w in widths if w[-1] > 20), key=lambda w: w[-1])
    assert (len(drawn_again), len(leaving)) == (3, 4)
    for k, ratio in enumerate((4.01, 8.04)):
        assert leaving[k][-1] / drawn_again[0][-1] == pytest.approx(ratio, abs=0.01)
    assert "1042 times as far" in lines.film["said"][-1]
    assert "4 · 8 · 32 = 1024" in lines.film["said"][-1]


def test_the_way_back_is_the_product():
    lines = NudgeLines(squares, names=("a", "b", "y"), x=2.0)
    assert lines.drawn.last == 3
    assert "256 × 4 = 1024" in lines.transcript[-1]
    lines.set(x=1.0)
    assert "4 × 2 = 8" in lines.transcript[-1]
    assert lines.chain.arrives == (8.0, 4.0, 2.0, 1.0)


@pytest.mark.parametrize(
    ("function", "sentence"),
    [
        (lambda x: x * x, "uses a value twice"),
        (lambda x: np.square(x) + x, "several values, or an earlier one"),
        (lambda x: x, "returns x itself"),
        (lambda x: 5.0, "not a Tensor"),
        (lambda x: x * np.ones(3), "must be one number"),
        (lambda x: np.log(x - 3), "not finite: choose another x"),
        (lambda x: np.sin(np.sin(np.sin(np.sin(np.sin(np.sin(x)))))), "6 layers: there is room for 5"),
        (lambda x: ad.Tensor(2.0) * 3, "does not depend on x"),
    ],
)
def test_what_is_no_chain_is_told_in_a_sentence(function, sentence):
    with pytest.raises(InputError, match=sentence):
        NudgeLines(function, x=2.0)


def test_a_bad_x_keeps_the_last_good_picture():
    lines = NudgeLines(lambda x: np.log(x), x=1.0)
    before = lines.picture
    lines.set_state({"inputs": {**lines.inputs, "x": "-1"}})
    assert "choose another x" in lines.errors["x"]
    assert lines.picture == before
