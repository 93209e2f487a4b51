"""The numbers of the start page, recomputed by hand and found in what the committed notebook shows."""

from tests.notebooks.facts import shows

W, B = 2.0, 1.0
MISS = 3 * W + B - 10
UP = f"{2 * MISS:g}".replace("-", "−")

FACTS = {
    "demo": [
        f"error = {MISS**2:g}",
        *[f"To {name}: upstream {UP} × local" for name in ("b", "3w")],
        f"upstream {UP} × local 3 = downstream {2 * MISS * 3:g}".replace("-", "−"),
    ],
    "installation": "Everything is here",
}
test_shown = shows("00", FACTS)


def test_the_answer_to_the_task():
    assert 3 * 3 + 1 - 10 == 0
