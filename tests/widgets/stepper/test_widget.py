"""The stepper without a browser: what is typed, and what it refuses."""

import inspect

import numpy as np
import pytest

from helpers import autodiff as ad
from helpers.widgets import BackpropStepper
from helpers.widgets.base.errors import InputError
from tests.drawing.svg_reading import parse, shown
from tests.widgets.stepper.computations import SCALARS, browser, chain, said


def test_a_typed_number_recomputes_everything():
    stepper = BackpropStepper(chain, x=2.0)
    browser(stepper, x=[["-1.5"]])
    assert said(stepper)[3] == "45.5625 × (−3) = −136.6875 arrives at x."
    assert stepper.values == {"x": -1.5}


def test_what_arrives_at_an_input_is_called_its_gradient():
    captions = shown(BackpropStepper(chain, x=2.0).picture)
    assert captions.count("gradient") == 1
    assert captions.count("upstream") == 3  # at each value that a layer made


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


def test_overflow_is_drawn_not_raised(recwarn):
    stepper = BackpropStepper(lambda x: np.exp(np.exp(x)), x=2.0)
    browser(stepper, x=[["100"]])
    assert stepper.errors == {}
    assert "∞" in shown(stepper.picture)
    assert not recwarn.list


def test_a_group_that_there_is_not_cannot_be_unfolded():
    with pytest.raises(InputError, match="no group named g; there are none"):
        BackpropStepper(chain, x=1.0).unfold("g")


def test_a_function_may_have_other_argument_names_or_be_a_ufunc():
    assert said(BackpropStepper(np.square, x=3.0))[-1].endswith("= 6 arrives at x.")
    assert said(BackpropStepper(lambda a, b: a / b, p=1.0, q=2.0))[-1].count(" at ") == 2


def test_a_ufunc_that_claims_to_take_any_name_is_called_by_place(monkeypatch):
    claimed = inspect.signature(lambda *args, **kwargs: None)
    monkeypatch.setattr(inspect, "signature", lambda function: claimed)
    assert said(BackpropStepper(np.square, w=3.0))[-1].endswith("= 6 arrives at w.")


def test_names_are_given_to_what_is_computed():
    stepper = BackpropStepper(chain, x=2.0, names=["a", "b"])
    assert stepper.transcript[0].endswith("\nForward: x = 2, a = 4, b = 16, y = 256.")


def test_nothing_jumps_while_a_number_changes():
    def cross_entropy(z):
        e = np.exp(z)
        return -np.log((e / np.sum(e))[2])

    names = ("e", "total", "p", "chosen", "log", "loss")
    stepper = BackpropStepper(cross_entropy, z=[0.0, 0.0, np.log(2)], names=names)
    height = stepper.drawn.size[1]
    for number in np.linspace(-10, 20, 21):
        stepper.set(z=[number, 0.0, np.log(2)])
        assert stepper.drawn.size[1] == height


# --- guesses ---------------------------------------------------------------------------------------------


def asked(stepper, name):
    """The answers to what can be guessed about a value, by the step from which it is asked."""
    found = {}
    for part in parse(stepper.picture).iter():
        if part.get("data-ask") == name:
            found.setdefault(int(part.get("data-since")), []).append(float(part.get("data-answer")))
    return found


@pytest.mark.parametrize("name", SCALARS)
def test_what_is_asked_about_an_input_is_all_of_its_gradient_that_is_still_to_come(name):
    function = SCALARS[name]
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    values = {name: 0.5 + k for k, name in enumerate(names)}
    stepper = BackpropStepper(function, **values)
    leaves = {name: ad.Tensor(value) for name, value in values.items()}
    gradients = ad.gradients(function(**leaves), list(leaves.values()))
    for name, gradient in zip(values, gradients, strict=True):
        answers = asked(stepper, name)
        assert np.isclose(answers[0][0], float(gradient)), name
    (goal,) = stepper.goals
    assert next(iter(values)) in goal


def test_a_list_is_asked_for_entry_by_entry_and_what_is_no_number_not_at_all():
    stepper = BackpropStepper(lambda x: np.sum(x * x), x=[1.0, 2.0, -3.0])
    assert asked(stepper, "x") == {0: [2.0, 4.0, -6.0]}
    infinite = BackpropStepper(lambda x: np.exp(x) * 2, x=1e4)
    assert asked(infinite, "x") == {}
    assert infinite.goals == []
    matrices = BackpropStepper(lambda a, b: a @ b, a=[[1.0, 2.0]], b=[[3.0], [4.0]])
    assert matrices.goals == []


def test_another_value_can_be_the_goal_and_a_guess_made_before_stands_there():
    stepper = BackpropStepper(chain, x=2.0, ask="v1", guess=32)
    assert "What will arrive at v1?" in stepper.goals[0]
    marked = [part for part in parse(stepper.picture).iter() if part.get("data-guess")]
    assert [(part.get("data-ask"), part.get("data-guess")) for part in marked] == [("v1", "32")]
    assert not BackpropStepper(chain, x=2.0, guess="no number").errors


def test_each_path_to_the_goal_is_the_product_of_its_factors_and_lights_its_ways():
    stepper = BackpropStepper(lambda x: (2 * x**3) * (3 * x**2), x=3.0, names=("c", "A", "s", "B", "force"))
    paths = [
        part for part in parse(stepper.picture).iter() if (part.get("data-hot") or "").startswith("path")
    ]
    labels = [part.get("data-label") for part in paths]
    assert labels == ["x ← c ← A ← force: 27 × 2 × 27 = 1458", "x ← s ← B ← force: 54 × 3 × 6 = 972"]
    for part in paths:
        ways = [key for key in part.get("data-lit").split() if key.startswith("way")]
        assert len(ways) == 3


def test_the_title_is_a_sentence_about_the_picture():
    stepper = BackpropStepper(chain, x=2.0)
    assert repr(stepper) == "<BackpropStepper: Backward through v1 = x², v2 = v1², y = v2²>"
    assert stepper._repr_mimebundle_()[0]["text/plain"].partition("\n")[2] == "\n".join(stepper.transcript)
