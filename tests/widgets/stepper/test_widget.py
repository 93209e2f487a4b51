"""The stepper without a browser: what is typed, and what it refuses."""

import inspect

import numpy as np
import pytest

from helpers.widgets import BackpropStepper
from helpers.widgets.base.errors import InputError
from tests.drawing.svg_reading import shown
from tests.widgets.stepper.computations import browser, chain


def test_a_typed_number_recomputes_everything():
    stepper = BackpropStepper(chain, x=2.0)
    browser(stepper, x="-1.5")
    assert "upstream 45.5625 × local −3 = downstream −136.6875 arrives at x." in stepper.transcript[3]
    assert stepper.values == {"x": -1.5}


def test_what_arrives_at_an_input_is_called_its_gradient():
    captions = shown(BackpropStepper(chain, x=2.0).picture)
    assert captions.count("gradient") == 1
    assert captions.count("upstream") == 3 + 1  # at each value that a layer made, and in the legend


def test_an_array_is_edited_cell_by_cell():
    stepper = BackpropStepper(lambda x: np.sum(x * x), x=[1.0, 2.0, 3.0])
    assert stepper.inputs == {"x": [["1", "2", "3"]]}
    browser(stepper, x=[["1", "2", "-5"]])
    assert "= [2, 4, −10]." in stepper.transcript[-1]


def test_the_upstream_can_be_chosen():
    stepper = BackpropStepper(lambda x: x * x, x=[1.0, 2.0], grad_ys=[2.0, 3.0])
    assert "= [4, 12]." in stepper.transcript[-1]
    browser(stepper, grad_ys=[["1", "1"]])
    assert "= [2, 4]." in stepper.transcript[-1]


@pytest.mark.parametrize("typed", ["", "two", "nan", "inf", "1e300", "2 2"])
def test_bad_text_is_answered_in_the_widget(typed):
    stepper = BackpropStepper(chain, x=2.0)
    before = stepper.picture
    browser(stepper, x=typed)
    assert stepper.errors["x"]
    assert stepper.picture == before
    assert stepper.inputs["x"] == typed


def test_overflow_is_drawn_not_raised(recwarn):
    stepper = BackpropStepper(lambda x: np.exp(np.exp(x)), x=2.0)
    browser(stepper, x="100")
    assert stepper.errors == {}
    assert "∞" in shown(stepper.picture)
    assert not recwarn.list


def test_a_function_that_fails_for_some_number_keeps_the_last_picture():
    def picky(x):
        if x.value > 3:
            raise ValueError("only up to 3")
        return x * x

    stepper = BackpropStepper(picky, x=2.0)
    before = stepper.picture
    browser(stepper, x="4")
    assert "only up to 3" in stepper.errors[""]
    assert stepper.picture == before


# --- what cannot be drawn --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: BackpropStepper(chain), "at least one input by name"),
        (
            lambda: BackpropStepper(chain, x="two"),
            "x must be a number or an array of real numbers, not 'two'",
        ),
        (lambda: BackpropStepper(chain, x=1j), "x must be a number"),
        (lambda: BackpropStepper(chain, x=np.ones((7, 2))), "x has shape 7 × 2"),
        (lambda: BackpropStepper(chain, x=np.ones((2, 2, 2))), "x has shape 2 × 2 × 2"),
        (lambda: BackpropStepper(chain, x=[[1.0], [1.0, 2.0]]), "x must be a number or an array"),
        (lambda: BackpropStepper(chain, x=[]), "x has shape 0"),
        (lambda: BackpropStepper(lambda x: 3.0, x=1.0), "returned float, not a Tensor"),
        (lambda: BackpropStepper(lambda x: (x, x), x=1.0), "returned tuple, not a Tensor"),
        (lambda: BackpropStepper(lambda x: sum([x] * 60), x=1.0), "61 values: the stepper draws at most 40"),
        (lambda: BackpropStepper(chain, x=float("nan")), "finite"),
        (
            lambda: BackpropStepper(chain, x=1.0, groups={"g": ("v1", "q")}),
            "names q, which is not a value here",
        ),
        (lambda: BackpropStepper(chain, x=1.0, groups={"g": ("x", "v1")}), "names x, which is an input"),
        (lambda: BackpropStepper(chain, x=1.0, groups={"g": ("v1",)}), "fewer than two operations"),
        (
            lambda: BackpropStepper(chain, x=1.0, groups={"g": ("v1", "v2"), "h": ("v2", "y")}),
            "v2 is in two groups",
        ),
        (lambda: BackpropStepper(chain, x=1.0, groups={"g": ("v1", "y")}), "used outside through v1, y"),
        (lambda: BackpropStepper(chain, x=1.0, groups="layers"), 'groups is "runs", or a name for each'),
        (lambda: BackpropStepper(chain, x=1.0).unfold("g"), "no group named g; there are none"),
    ],
)
def test_what_cannot_be_drawn_is_refused_in_one_sentence(make, sentence):
    with pytest.raises(InputError, match=sentence) as error:
        make()
    assert "\n" not in str(error.value)


def test_a_function_may_have_other_argument_names_or_be_a_ufunc():
    assert BackpropStepper(np.square, x=3.0).transcript[-1].endswith("downstream 6 arrives at x.")
    assert BackpropStepper(lambda a, b: a / b, p=1.0, q=2.0).transcript[-1].count("arrives at") == 2


def test_a_ufunc_that_claims_to_take_any_name_is_called_by_place(monkeypatch):
    claimed = inspect.signature(lambda *args, **kwargs: None)
    monkeypatch.setattr(inspect, "signature", lambda function: claimed)
    assert BackpropStepper(np.square, w=3.0).transcript[-1].endswith("downstream 6 arrives at w.")


def test_names_and_ranges():
    stepper = BackpropStepper(chain, x=2.0, names=["a", "b"], ranges={"x": (0, 3)})
    assert stepper.transcript[0].startswith("Forward: x = 2, a = 4, b = 16, y = 256.")
    about = stepper.controls[0]
    assert (about["low"], about["high"]) == (0, 3)


def test_the_title_is_a_sentence_about_the_picture():
    stepper = BackpropStepper(chain, x=2.0)
    assert repr(stepper) == "<BackpropStepper: Backward through v1 = x², v2 = v1², y = v2²>"
    assert stepper._repr_mimebundle_()[0]["text/plain"].splitlines()[1:] == stepper.transcript
