"""From one picture to the next the browser touches only what differs, and shows exactly the next one."""

import itertools

import numpy as np
import pytest

from helpers.widgets import BackpropStepper, Slopes
from tests.widgets.base.table import Table

# Shows one picture after the other. Tells which are not as they should be, how many elements are new each
# time, and when an element was said to be touched and was not, or the other way round.
SHOW = """async pictures => {
    const { turned } = await import("/parts/browser/turning.js");
    const parsed = (text) => {
        const box = document.createElement("div");
        box.innerHTML = text;
        return box.firstChild;
    };
    const all = () => [...document.querySelectorAll("svg, svg *")];
    let before = pictures[0], shown = parsed(before), wrong = [], fresh = [], untold = [];
    document.querySelector("main").replaceChildren(shown);
    for (const [k, next] of pictures.entries()) {
        const old = all(), alone = (element) => element.cloneNode(!element.children.length);
        const copies = old.map(alone);
        const [picture, touched] = turned(shown, before, next), now = all();
        if (touched) {
            const told = new Set(touched.map(([element]) => element));
            const same = (element, i) => alone(element).isEqualNode(copies[i]);
            if (old.some((element, i) => told.has(element) === same(element, i))) untold.push(k);
        }
        [shown, before] = [picture, next];
        if (!shown.isEqualNode(parsed(next)) || !shown.isConnected) wrong.push(k);
        fresh.push(now.filter((element) => !old.includes(element)).length);
    }
    return [wrong, fresh, untold];
}"""


def steppers_of_matrices(accumulates):
    rng = np.random.default_rng(0)
    for rows, spread in itertools.product((1, 3), (1, 9, 1e5)):
        a, b = rng.integers(-9, 10, (rows, 2)) * spread, rng.integers(-9, 10, (2, 3))
        yield BackpropStepper(lambda a, b: a @ b, a=a, b=b, accumulates=accumulates)


@pytest.mark.thorough
def test_the_next_picture_is_shown_exactly_whatever_it_follows(page):
    exhibits = [
        *steppers_of_matrices(accumulates=False),
        *steppers_of_matrices(accumulates=True),
        BackpropStepper(lambda x, y: np.tanh(x @ y), x=[[1.0, 2.0]], y=[[3.0], [4.0]]),
        BackpropStepper(lambda x: x * x * x, x=-2.0),
        Slopes(np.square, [1.0, 2.0]),
        Slopes(np.square, [1.0, 2.0], afterwards="agree"),
    ]
    pictures = [exhibit.picture for exhibit in exhibits]
    shuffled = [pictures[k] for k in np.random.default_rng(1).permutation(len(pictures))]
    wrong, fresh, untold = page.evaluate(SHOW, pictures + shuffled)
    assert wrong == untold == []
    assert any(fresh)
    assert not all(fresh)


@pytest.mark.thorough
def test_a_changed_number_leaves_every_element_in_place(page):
    tables = [Table([[x, 2], [3, 4]]) for x in (1, 5, 5, -3)]
    wrong, fresh, untold = page.evaluate(SHOW, [table.picture for table in tables])
    assert wrong == untold == []
    assert fresh == [0, 0, 0, 0]
