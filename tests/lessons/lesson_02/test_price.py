from helpers.lessons.lesson_02.price import Price
from tests.drawing.svg_reading import shown


def test_one_sweep_is_no_sweeps():
    price = Price(inputs=3, outputs=8)
    price.set(outputs=1)
    assert price.found == ["1 sweep, for the one output. It would take 3 runs, one for each input."]


def test_what_costs_is_the_shorter_side_whichever_it_is():
    price = Price(inputs=1, outputs=3)
    price.set(inputs=3)
    assert (price.found, "cheaper" in price.picture) == ([], False)
    assert {"3 sweeps: equal", "3 runs: equal"} <= {*shown(price.picture)}
    price.set(inputs=5)
    assert price.found == ["3 sweeps, one for each output. It would take 5 runs, one for each input."]
    price.set(inputs=2, outputs=12)
    assert price.found[1:] == ["2 runs. With a million outputs it would still be 2."]
    price.set(inputs=12, outputs=2)
    assert price.found[1:] == ["2 sweeps. With a million inputs it would still be 2."]
    price.set(inputs=1, outputs=12)
    assert len(price.found) == 2, "a model has one output"
    price.set(inputs=12, outputs=1)
    assert len(price.found) == 3
