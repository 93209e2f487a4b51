"""What only lesson 09 can say of its exercises."""

from helpers.exercises import check, exercises, predict


def test_every_wrong_letter_is_told_what_it_would_be_right_for():
    for id in ("09.1", "09.2", "09.7"):
        key = exercises()[id]
        right = key.letters(key.right_answer)
        for k, _ in enumerate(right):
            for letter in key.options:
                if letter != right[k]:
                    result = check(id, right[:k] + letter + right[k + 1 :])
                    assert result.state == "not yet"
                    assert dict(result.facts)["right already"] == f"{len(right) - 1} of {len(right)}"
                    assert result.sentences[0].startswith((f"{k + 1}: ", f"Number {k + 1} is not {letter}: "))


def test_what_is_no_letter_each_is_said():
    assert check("09.1", "A C B").diagnosis == "one-letter-each"
    assert check("09.1", "A C B D C X").diagnosis == "no-such-letter"
    assert check("09.1", 3).diagnosis == "no-letters"


def test_the_rule_may_be_named_in_place_of_its_letter():
    for guess, letter in {"exp(x)": "y", "3 * x": "z", "none": "neither"}.items():
        said, plain = (predict("09.p2", each) for each in (guess, letter))
        assert (said.state, said.sentences) == (plain.state, plain.sentences)
    assert "“a” is none of these: both, neither, y, z." in repr(predict("09.p2", "A"))
