from helpers.exercises.key.index import predictions
from helpers.exercises.review.polls import poll
from tests.together import for_all


@for_all({id: id for id in predictions()})
def test_a_poll_has_one_right_option_and_a_reason_for_each(id):
    asked = poll(id)
    assert [option.letter for option in asked.options] == list("ABCDE")[: len(asked.options)]
    assert len({option.text for option in asked.options}) == len(asked.options) >= 3
    (right,) = (option for option in asked.options if option.right)
    assert all(option.says for option in asked.options)
    assert predictions()[id].reveal(_typed(right.text)).state == "correct"


def _typed(text):
    """What a learner would type for that option."""
    return text.replace("−", "-").replace(",", "") if "[" not in text else text.replace("−", "-")


def test_options_are_in_order_of_size_whatever_is_right():
    numbers = [float(option.text.replace(",", "").replace("−", "-")) for option in poll("05.p5").options]
    assert numbers == sorted(numbers)
