"""A training that is stopped and carried on is the same training, on one engine as on the other."""

import asyncio
import functools

import numpy as np
import pytest

from helpers import autodiff as ad
from helpers.drawing import svg
from helpers.lessons.lesson_07 import engine as built_in_07
from helpers.lessons.lesson_08.ferries import echoes, first_weights
from helpers.widgets import Moons
from helpers.widgets import moons as widget
from helpers.widgets.base.errors import InputError
from helpers.widgets.moons.training import OURS, STEPS, Moment, after, loss_and_slopes, rests
from tests.drawing.svg_reading import shown
from tests.widgets.pressing import press
from tests.widgets.test_narrow import words_have_room

X, T = echoes()
WEIGHTS = tuple(first_weights())
YOURS = widget.YOURS_NAME


@functools.cache
def whole():
    """The end of the training."""
    return after(Moment(0, WEIGHTS, ()), STEPS, X, T)


def enabled(exhibit):
    return {control["name"]: control["enabled"] for control in exhibit.controls if "enabled" in control}


def same(weights, others):
    return all(np.array_equal(w, other) for w, other in zip(weights, others, strict=True))


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    monkeypatch.setattr(widget, "BETWEEN", 0.0)


def test_both_engines_find_the_slopes_of_the_loss():
    random = np.random.default_rng(5)
    weights = [random.normal(size=w.shape) for w in WEIGHTS]
    direction = [random.normal(size=w.shape) for w in weights]

    def loss(t):
        return loss_and_slopes([w + t * d for w, d in zip(weights, direction, strict=True)], X, T, OURS)[0]

    measured = (loss(1e-5) - loss(-1e-5)) / 2e-5
    for engine in (OURS, built_in_07):
        _, slopes = loss_and_slopes(weights, X, T, engine)
        claimed = sum(np.sum(slope * d) for slope, d in zip(slopes, direction, strict=True))
        assert claimed == pytest.approx(measured, rel=1e-7)


def test_it_learns():
    assert (whole().losses[0], whole().right(X, T)) == (pytest.approx(np.log(2)), pytest.approx(0.99))
    assert whole().loss(X, T) < 0.05
    assert whole().is_done
    assert after(whole(), 7, X, T) == whole() or same(after(whole(), 7, X, T).weights, whole().weights)


@pytest.mark.thorough
def test_stopped_in_the_middle_it_shows_that_and_carries_on_to_the_same_end():
    async def use():
        moons = Moons(X, T, WEIGHTS)
        untrained_picture = moons.picture
        assert enabled(moons) == {"train": True, "stop": False, "again": False}
        press(moons, "train")
        assert enabled(moons) == {"train": False, "stop": True, "again": False}
        while moons.moment.step < 50:
            await asyncio.sleep(0)
        press(moons, "stop")
        stopped = moons.moment.step
        for _ in range(5):
            await asyncio.sleep(0)
        assert moons.moment.step == stopped
        assert any(f"Stopped after {stopped} steps." in text for text in shown(moons.picture))
        assert moons.picture.count(" of 400") == 1 + (f"Step {stopped} of 400" in moons.picture)
        assert enabled(moons) == {"train": True, "stop": False, "again": True}
        pictures = []
        moons.observe(lambda change: pictures.append(change["new"]), "picture")
        press(moons, "train")
        while moons._run is not None:
            await asyncio.sleep(0)
        assert len(pictures) >= (STEPS - stopped) / widget.TOGETHER
        assert enabled(moons) == {"train": False, "stop": False, "again": True}
        assert moons.values["shown"] == STEPS
        return moons, untrained_picture

    moons, first = asyncio.run(use())
    assert moons.errors == {}
    assert same(moons.moment.weights, whole().weights)
    press(moons, "again")
    assert moons.picture == first


def test_one_can_go_back_on_the_loss_and_finds_where_it_rests():
    moons = Moons(X, T, WEIGHTS)
    press(moons, "train")
    assert moons.found == []
    for far in (5, 200):
        moons.set(shown=far)
        assert moons.found == []
    moons.set(shown=45)
    then = after(Moment(0, WEIGHTS, ()), 45, X, T)
    assert {"45 of 400", f"{then.loss(X, T):.3f}"} <= {*shown(moons.picture)}
    (found,) = moons.found
    assert found.startswith("At step 45 the loss rests at 0.24; later it falls 25 times as fast.")
    assert found.endswith("agrees with this border on 200 of 200 echoes, at the end on 177.")
    assert moons.moment.is_done


@pytest.mark.thorough
def test_a_dot_that_is_taken_while_it_learns_stops_the_training_which_carries_on_from_its_end():
    async def use():
        moons = Moons(X, T, WEIGHTS)
        press(moons, "train")
        while moons.moment.step < 60:
            await asyncio.sleep(0)
        moons.set(shown=20)
        assert (moons.values["shown"], moons.moment.step) == (20, 60)
        assert any("Carry on goes on from step 60." in text for text in shown(moons.picture))
        press(moons, "train")
        while moons._run is not None:
            await asyncio.sleep(0)
        return moons

    assert same(asyncio.run(use()).moment.weights, whole().weights)


def test_a_loss_that_never_rests_has_nothing_to_be_found():
    assert rests(whole().losses)
    assert rests([0.9**k for k in range(STEPS)]) == {}
    assert rests([loss + 0.01 * (k == 300) for k, loss in enumerate(whole().losses)]) == {}
    assert Moons(X[:2], T[:2], WEIGHTS).goals == []


def test_a_rule_that_is_wrong_is_found_where_its_loss_goes_up():
    careless = ad.custom_gradient(lambda x: (np.tanh(x), lambda upstream: upstream))
    moons = Moons(X, T, WEIGHTS, engine={"tanh": OURS, "careless": OURS._replace(tanh=careless)})
    moons.set(engine="careless")
    press(moons, "train")
    losses = moons.moment.losses
    first = next(step for step in range(0, STEPS, 5) if losses[step + 1] > losses[step])
    moons.set(shown=first)
    assert not moons.found, "the other has not trained"
    moons.set(engine="tanh")
    press(moons, "train")
    assert "Correct after all 400 steps: 99.0% with tanh and 90.5% with careless." in moons.drawn.alt
    for step in range(0, STEPS, 20):
        moons.set(shown=step)
    assert not moons.found, "a right one goes downhill"
    assert "With tanh the loss falls at every step." in moons.drawn.alt
    moons.set(engine="careless")
    assert moons.moment.is_done, "its training is kept"
    falls = next(step for step in range(0, STEPS, 5) if losses[step + 1] < losses[step])
    moons.set(shown=falls)
    assert f"From {falls} the loss falls: look for a stretch where it rises." in moons.drawn.alt
    moons.set(shown=first)
    (found,) = moons.found
    rise = svg.number(losses[first + 1] - losses[first], digits=1)
    assert found.startswith(f"By the slopes of careless, a step from {first} lowers the loss by 0.0001")
    assert f"; in fact it rises by {rise}. Wrong slopes" in found


def test_what_an_engine_says_of_its_parts_is_shown():
    class Mixed:
        Node, gradients, tanh, logsumexp, mean = OURS
        parts = "3 of 8 parts are yours"

    moons = Moons(X, T, WEIGHTS, engine=Mixed)
    moons.set(engine=YOURS)
    assert any("It trains with yours: 3 of 8 parts are yours." in text for text in shown(moons.picture))


def test_the_switch_goes_on_from_where_it_stands():
    moons = Moons(X, T, WEIGHTS, engine=built_in_07)
    press(moons, "train")  # a plain script: at once
    moons.set(engine=YOURS)
    assert f"the loss; dashed: {widget.OURS_NAME}" in shown(moons.picture)
    press(moons, "train")
    assert moons.moment.is_done
    assert not same(moons.moment.weights, WEIGHTS)
    assert all(np.allclose(w, other) for w, other in zip(moons.moment.weights, whole().weights, strict=True))


def test_an_engine_that_breaks_is_told_in_one_sentence(caplog):
    class Broken:
        Node, gradients, tanh, logsumexp, mean = OURS[0], lambda y, xs: 1 / 0, *OURS[2:]

    async def use():
        moons = Moons(X, T, WEIGHTS, engine=Broken)
        moons.set(engine=YOURS)
        press(moons, "train")
        for _ in range(5):
            await asyncio.sleep(0)
        return moons

    moons = asyncio.run(use())
    assert moons.errors == {"": "The training stopped: ZeroDivisionError: division by zero"}
    assert (moons.moment.step, caplog.records) == (0, [])
    assert enabled(moons)["train"]


def test_an_engine_that_lacks_something_is_refused():
    with pytest.raises(InputError, match="engine has no logsumexp, mean: hand over one that has Node"):
        Moons(X, T, WEIGHTS, engine=type("Engine", (), {"Node": 1, "gradients": 1, "tanh": 1}))


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ((X, "abc", WEIGHTS), "must be arrays of real numbers"),
        ((X, T, 5), "must be arrays of real numbers"),
        ((X, T[:-1], WEIGHTS), r"a row per echo: not \(200, 2\) and \(199, 2\)"),
        ((X, T, WEIGHTS[:3]), "weights must be W1"),
        ((X, T, (WEIGHTS[0].T, *WEIGHTS[1:])), "weights must be W1"),
    ],
)
def test_arrays_that_do_not_fit_are_refused(given, says):
    with pytest.raises(InputError, match=says):
        Moons(*given)


def test_what_is_stored_is_the_end_and_what_is_live_is_the_beginning():
    moons = Moons(X, T, WEIGHTS)
    data, _ = moons._repr_mimebundle_()
    assert "Step 400 of 400" in data["text/plain"] or "400 of 400" in data["text/html"]
    assert moons.drawn.svg == moons.picture
    assert "0 of 400" in moons.picture
    assert "400 of 400" in moons.takes["of"]["1"]["picture"]


def test_at_640_pixels_the_loss_still_stands_beside_the_echoes():
    moons = Moons(X, T, WEIGHTS)
    moons.narrow = 620
    assert words_have_room(moons.picture) <= 620
    assert moons.drawn.size[1] < 480
