"""The facts of lesson 06, recomputed with NumPy alone and found in what the committed notebook shows."""

import numpy as np

from helpers import autodiff as ad
from helpers import notebooks
from helpers.lessons.lesson_06.race import REST
from tests.notebooks.facts import shows

X, LOAD, MASS = 10.0, 250_000.0, 50
FORCE, RIGHT, TRAPPED = 6 * X**5, 30 * X**4, 2 * (3 * X**2) ** 2
LOST = RIGHT - TRAPPED
J = np.array([[3.0, 2.0], [1.0, 2.0], [4.0, 0.0]])  # of [x0 x1, x0 + 2 x1, x0²] at [2, 3]
U, T = np.array([1.0, 2.0, 2.0]), np.array([1.0, 4.0])
BACK, FORWARD = U @ J, J @ T
CLIPPED = np.clip(BACK, -1, 1)
SWINGS = {stiff: f"{np.sqrt(stiff / MASS) / (2 * np.pi):.1f} swings" for stiff in (TRAPPED, RIGHT)}
SHARES, MOVE = np.array([0.25, 0.25, 0.5]), np.array([4.0, 0.0, 0.0])


def row_of_masses():
    """How far they are pulled after 200 steps downhill, the largest slope there, and the same after 4 of
    Newton's steps, each solved for directly.
    """
    offs, newton, downhill = np.linspace(-1, 1, 1000), np.zeros(1000), np.zeros(1000)

    def slope(x):
        return np.sinh(x - offs) - 100 * np.diff(np.diff(x), prepend=0, append=0)

    springs = np.r_[100, np.full(998, 200), 100]
    for _ in range(4):
        newton = newton - solved(np.cosh(newton - offs) + springs, slope(newton))
    for _ in range(200):
        downhill = downhill - slope(downhill) / 210
    return [(x, round(float(np.abs(slope(x)).max()), 6)) for x in (downhill, newton)]


def softest():
    """The least curvature at 0: held as softly as in the middle of the row, and hardly stretched."""
    ties = np.diff(np.eye(1000), axis=0)
    return np.linalg.eigvalsh(np.diag(np.cosh(np.linspace(-1, 1, 1000))) + 100 * ties.T @ ties)[0]


def solved(diagonal, right, beside=-100):
    """x where a matrix of this diagonal, with one number on both sides of it, times x is `right`."""
    for k in range(1, len(right)):
        share = beside / diagonal[k - 1]
        diagonal[k] -= share * beside
        right[k] -= share * right[k - 1]
    for k in reversed(range(len(right))):
        right[k] = (right[k] - (beside * right[k + 1] if k + 1 < len(right) else 0)) / diagonal[k]
    return right


def curvatures():
    """Along ones and along alternating signs, by hand: cosh on the average, and 400 from the springs."""
    held = np.mean(np.cosh(np.linspace(-1, 1, 1000)))
    return [round(held, 1), round(held + 400 * 999 / 1000, 1)]


(DOWNHILL, STEEP), (NEWTON, FLAT) = row_of_masses()

FACTS = {
    "opening": f"Its slope, {FORCE:,.0f}, is the\n*force*",
    "touch": [f"The line rises {TRAPPED:.0f} per 1 of x."],
    "cube-run": [f"force {FORCE:,.0f}, stiffness {stiff:,.0f}, {swings}" for stiff, swings in SWINGS.items()],
    "exercise-06-1-prompt": [f"move, {6 * X**2:.0f} · {3 * X**2:.0f} = {TRAPPED:,.0f}",
                             f"local's, {6 * X:.0f} · {2 * X**3:.0f} = {LOST:,.0f}."],
    "solution-06-1": f"are {30 * 2**4}. $(x^3)^2$ splits it into {18 * 2**4} and {12 * 2**4}.",
    "trap-run": [6 * X, TRAPPED],
    "repair-run": [f"repaired: {RIGHT}", f"nothing nested: {RIGHT}"],
    "saved-run": [0.25 - 1, 0.25, 0.25, 0.25, np.zeros(4)],
    "trap-why": f"| 60 | {6 * X:.0f} |",
    "saved-why": f"p(1 - p) = {4 * 4 * 0.25 * 0.75:g}/{4 * 4}",
    "orders-run": ["trap, order 1: passes", "trap, order 2: fails", "repaired, order 2: passes",
                   "plain, order 2: passes", "lean, order 1: passes", "lean, order 2: fails"],
    "linear-run": ["The routes between inputs and outputs"],
    "transposed-run": [FORWARD, FORWARD, FORWARD],
    "dot-run": [U @ FORWARD, BACK @ T, U @ FORWARD, CLIPPED @ T, 0, BACK @ T, *2 * [2 * BACK @ T]],
    "forward-used": [6.4, MOVE - SHARES @ MOVE, MOVE - SHARES * MOVE.sum(), "second order holds: True"],
    "newton": f"by $p$, ¼ · {MOVE.sum():.0f} = {SHARES @ MOVE:.0f}; on the way back, its own share",
    "newton-run": [f"Force {FORCE:.0f}, {FORCE - LOAD:.0f} too much"],
    "curvature-run": curvatures(),
    "conjugate-code": "far = (rest @ v) / (v @ Hv)  # to where the slope along v is 0",
    "compared": [f"below about $2/{curvatures()[1]}$. At 1/210 a step", f"goes 1/{210 / softest():.0f} of"],
}  # fmt: skip
test_shown = shows("06", FACTS)


def test_the_masses_of_the_lesson_end_where_they_are_solved_for_directly():
    names, lesson = {}, notebooks.find("06")
    for cell in "setup", "curvature-run", "compared-run":
        exec(lesson.cell(cell).source.replace("Race(g", "race = Race(g"), names)
    race, g, newton = names["race"], names["g"], names["newton"]
    last = len(newton) - 1
    assert FLAT == 0  # rounded
    race.set(steps=last)
    ends = f"held at 1, downhill {DOWNHILL[-1]:.3f}, Newton {NEWTON[-1]:.3f}."
    steep = f"downhill: largest slope {STEEP:.3f}; Newton: largest slope below 0.001."
    assert f"At step {last} mass 1000 is {ends} {steep}" in race.drawn.alt
    first = 1 + max(k for k, row in enumerate(newton) if np.abs(g(row)).max() > REST)
    still = np.abs(g(names["downhill"][first])).max()
    says = f"Newton rests from step {first} on. Downhill the largest slope is then still {still:.3g}."
    assert race.found == [says]
    race.set(steps=first - 1)
    assert race.past


def test_a_step_leaves_a_share_of_the_distance_only_along_what_H_stretches():
    H = np.array([[2.5, -1.5], [-1.5, 2.5]])  # of the two masses, as their exhibit has it
    for v, is_stretched in ((1, -1), True), ((1, 1), True), ((1, 0), False):
        share = 1 - v @ H @ v / np.dot(v, v) / 4
        assert np.array_equal(v - H @ v / 4, share * np.array(v)) == is_stretched


def test_a_tangent_rule_serves_both_ways_and_twice():
    names = {"np": np, "ad": ad}
    exec(notebooks.find("06").cell("forward-run").source, names)
    sine = names["from_forward"](np.sin, lambda t, x: np.cos(x) * t)
    x, t = np.array([0.3, -1.2]), np.array([2.0, 5.0])
    np.testing.assert_allclose(ad.jvp(sine, [x], [t])[1], np.cos(x) * t)
    np.testing.assert_allclose(ad.vjp(sine, x)[1](t)[0], np.cos(x) * t)
    ad.check_gradient(lambda x: sine(x) ** 2, x, order=2)
