"""Small pictures that one pulls: a tangent, an order of sending, ways walked back and forward."""

import re
from itertools import permutations, product

import numpy as np
import pytest

from helpers import autodiff as ad
from helpers.drawing import svg
from helpers.lessons.lesson_05.measured import shortened
from helpers.lessons.lesson_07 import engine
from helpers.widgets import (
    Bowl,
    Examples,
    Growing,
    Handover,
    Nudge,
    Orders,
    Passing,
    Shaker,
    Tangent,
    Transpose,
)
from helpers.widgets.base.errors import InputError
from tests.drawing.svg_reading import SVG, parse, shown, text_boxes
from tests.widgets.pressing import press


def force(x):
    return 6 * x**5


def test_a_line_touches_at_the_slope_alone():
    line = Tangent(force, 3.0, slope=1458, xs=(2.2, 3.4))
    assert "cuts through at the point, and again at x = 2.2" in line.drawn.alt
    line.set(slope=2490)
    assert "too steep" in line.drawn.alt
    assert not line.found
    line.set(slope=round(float(ad.grad(force)(3.0))))
    assert line.found == ["The line only touches: the slope is 2430."]


@pytest.mark.parametrize("slope", [0.185, 0.19])
def test_a_slope_halfway_between_two_steps_of_the_hand_is_met_by_either(slope):
    line = Tangent(lambda z: np.exp(z) / (np.exp(z) + 3), 0.0, slope=0.0, xs=(-3, 3))
    line.set(slope=slope)
    assert line.found == ["The line only touches: the slope is 0.1875."]


def test_newton_steps_are_counted_for_each_slope():
    slopes = {"short": lambda x: 18 * x**4, "true": lambda x: 30 * x**4}
    line = Tangent(force, 3.0, slopes=slopes, wanted=480, xs=(1.8, 3.2), called="force")
    counts = []
    line.set(x=2.404)  # pulled there: one step arrives, and none was taken from x
    press(line, "step")
    assert "near enough" in line.drawn.alt
    assert not line.found
    for rule, slope in slopes.items():
        press(line, "again")
        line.set(rule=rule)
        x, count = 3.0, 0
        while abs(force(x) - 480) > 4.8:
            x, count = x - (force(x) - 480) / slope(x), count + 1
            press(line, "step")
            assert line.values["x"] == pytest.approx(x)
        counts.append(f"{count} with the {rule}")
        press(line, "step")  # one that is no longer needed
    assert line.found == [f"Steps taken: {counts[0]}.", f"Steps taken: {' and '.join(counts)}."]
    press(line, "again")
    assert line.values["x"] == 3.0


def test_whichever_slope_is_stepped_with_first_its_goal_is_met():
    slopes = {"short": lambda x: 18 * x**4, "true": lambda x: 30 * x**4}
    line = Tangent(force, 3.0, slopes=slopes, wanted=480, xs=(1.8, 3.2), called="force")
    for rule in ("short", "true", "short"):
        line.set(rule=rule)
        assert line.goals[len(line.found)].startswith(f"With the {rule}:")
        for _ in range(9 * (rule != "short" or len(line.found))):
            press(line, "step")
    assert [re.findall("with the ([a-z]+)", found) for found in line.found] == [["true"], ["true", "short"]]


def test_a_height_that_is_not_near_enough_does_not_look_so():
    line = Tangent(lambda x: x**3, 1.9, slopes={"true": lambda x: 3 * x**2}, wanted=2, xs=(0.8, 2))
    line.set(x=1.27)
    assert "Curve 2.048, 0.048 too much." in line.drawn.alt


@pytest.mark.parametrize("c", [2, 6, 9.5, 10.5, 11, 12])
def test_where_the_height_is_reached_is_read_within_the_picture(c):
    line = Tangent(lambda x: x + x**2, 2.0, xs=(1, 3), level=True)
    assert 'data-low="2.0"' in line.picture  # c cannot be pulled below where the curve begins
    line.set(c=c)
    end = float(parse(line.picture).get("viewBox").split()[2])
    (said,) = [box for box in text_boxes(line.picture) if box[0].startswith("x = ")]
    assert 58 < said[1] < said[3] <= end - 14, said


def test_a_machine_swings_most_at_the_root_of_its_stiffness():
    shaker = Shaker(lambda x: (x**3) ** 2, 10.0, mass=50, expected=9.5)
    own = np.sqrt(30 * 10.0**4 / 50) / (2 * np.pi)
    (label,) = [box for box in text_boxes(shaker.picture) if box[0] == "not pressed"]
    assert label[1] > 142, "there the machine swings"
    shaker.set(turns=12.0)
    assert not shaker.found
    shaker.set(turns=round(own, 1))
    assert not shaker.found, "no smaller swing on the right was seen"
    shaker.set(turns=12.4)
    most = "It swings most at 12.3 turns a second"
    assert shaker.found == [f"{most}, not at 9.5: 25 times as far as a steady push moves it."]
    assert shaker.picture.count('r="4"') == 4, "a dot for each pace that was tried"
    right = Shaker(lambda x: (x**3) ** 2, 10.0, mass=50, expected=12.3)
    right.set(turns=12.4)
    right.set(turns=12.2)
    assert right.found == [f"{most}: 25 times as far as a steady push moves it."]


def two_uses(x):
    a = x * x
    return a * a + 5.0 * a


@pytest.mark.parametrize("node", [engine.Node, None])
@pytest.mark.parametrize(("order", "arrives"), [("y a² a 5a", 108), ("y 5a a a²", 30), ("y 5a a² a", 138)])
def test_what_comes_after_a_node_has_sent_stays_behind(order, arrives, node):
    sent = Orders(two_uses, node=node, names=("a", "a²", "5a", "y"), x=3.0)
    assert ("born" in sent.picture) == (node is not None)
    sent.set(send="a")
    assert "has nothing to send" in sent.drawn.alt
    for name in order.split():
        sent.set(send=name)
        words = [track[""] for track in sent.drawn.film.tracks.values() if "" in track]
        assert name != "5a" or ["1", "1", "5", "5", "5"] in words, "at the gate it becomes the product"
    is_whole = ["?"] * 4 + ["69 + 69 = 138"] in words
    assert is_whole == (order == "y 5a a² a"), "a sum is written when it is complete, and has come"
    assert ("not 138" in sent.found[0]) == (arrives != 138), "one that fails is found as well"
    *before, last = order.split()
    brings = f"The order {', '.join(before)} and {last} brings {arrives}"
    assert brings + (", not 138." if arrives != 138 else ".") in sent.drawn.alt
    sent.set(send="y")
    assert "y has sent already" in sent.drawn.alt
    press(sent, "again")
    assert "Which one can send first?" in sent.drawn.alt
    for name in ["y", "a²", "a", "5a"]:
        sent.set(send=name)
    assert len(sent.found) == (2 if arrives == 138 else 1)
    press(sent, "again")
    assert sent.past, "what was found is not true of this order"
    if arrives != 138:
        for name in ["y", "a²", "5a", "a"]:
            sent.set(send=name)
        assert len(sent.found) == 2
        assert "not 138" not in sent.found[1]


@pytest.mark.parametrize(
    ("order", "says"),
    [
        (engine.in_order, "brings 138. Each waited"),
        (lambda y: [y, y.parents[0], y.parents[0].parents[0], y.parents[1]], "a sent too soon."),
        (lambda y: [y, y], "y has sent already"),
        (lambda y: [y], "Your order has ended: a, a² and 5a did not send."),
        (lambda y: ..., "Your order is not written yet."),
    ],
)
def test_an_order_that_somebody_wrote_is_played_right_or_wrong(order, says):
    sent = Orders(two_uses, node=engine.Node, names=("a", "a²", "5a", "y"), x=3.0, order=order)
    assert sent.goals == ["Let each send in your order. Does it bring 138 to x?"]
    for _ in range(4):
        press(sent, "yours")
        told = " ".join([sent.drawn.alt, *sent.found])
        if says in told:
            break
    assert says in told
    assert len(sent.found) == (order is engine.in_order)
    if "too soon" in says:
        assert "too soon. Mend <lambda>, and run both cells." in sent.drawn.alt


def test_both_walks_are_over_the_same_slopes():
    f = lambda x: np.stack([x[0] * x[1], x[0] + x[1], x[0] ** 2])  # noqa: E731
    walk = Transpose(f, [2.0, 3.0], back=(17, 4), forward=(23, 11, 4))
    u, t = np.array([1.0, 2, 3]), np.array([1.0, 10])
    walk.set(**{f"u_{i}": value for i, value in enumerate(u)})
    assert "t 1" not in shown(walk.picture), "nobody has sent it"
    walk.set(**{f"t_{j}": value for j, value in enumerate(t)})
    assert len(walk.found) == 2
    assert "u 3" in shown(walk.picture)
    assert f"= {u @ ad.jacobian(f)(np.array([2.0, 3.0])) @ t:g}, and" in walk.drawn.alt


def test_what_the_second_goal_asks_for_is_not_marked_before_the_first_is_met():
    walk = Transpose(lambda x: 2 * x, [1.0, 1.0], back=(6, 8), forward=(2, 4))
    walk.set(t_1=2)
    assert {"✓ 2", "✓ 4", "wanted 2"}.isdisjoint(shown(walk.picture))
    walk.set(u_0=3, u_1=4)
    walk.set(t_1=5)
    assert "wanted 4" in shown(walk.picture)
    walk.set(t_1=2)
    assert {"✓ 2", "✓ 4"} <= set(shown(walk.picture))


def test_u_stands_clear_of_the_names_where_there_is_little_room():
    walk = Transpose(lambda x: x[:1], [2.0], back=[1], forward=[1], names={"x": ["width"], "y": ["fence"]})
    walk.set(u_0=-12, t_0=2)
    walk.narrow = 280
    ends = {text: (left, right) for text, left, _, right, _ in text_boxes(walk.picture)}
    assert ends["fence"][1] < ends["u −12"][0]


@pytest.mark.parametrize("u", [(1, 1), (1, -1), (-1, 0), (0, 0)])
def test_what_is_below_0_goes_hollow(u):
    slopes = np.array([[-1.0, 2.0], [-1.0, 3.0]])  # the first column turns the sign at its gates
    walk = Transpose(lambda x: slopes @ x, [1.0, 1.0], back=(0, 0), forward=(0, 0))
    walk.set(**{f"u_{i}": value for i, value in enumerate(u)})
    ways = [path for path in parse(walk.picture).iter() if "up-" in path.get("stroke", "") and path.get("d")]
    hollow = ["up-card" in path.get("stroke") for path in ways]
    sent = np.array(u)[:, None] * np.ones_like(slopes)
    assert sum(hollow) == np.sum(sent < 0) + np.sum(sent * slopes < 0)
    assert not hollow[-1], "it hides no other way"


def test_the_further_a_number_is_from_0_the_thicker_is_its_line():
    carried = -12, -3, -2, -1, -0.6, 0.6, 1, 3, 9, 12
    thick = []
    for u in carried:
        walk = Transpose(lambda x: 4 * x, [1.0], back=[1], forward=[1])
        walk.set(u_0=u)
        ways = [path for path in parse(walk.picture).iter() if "up-gradient" in path.get("stroke", "")]
        thick.append([float(path.get("stroke-width")) for path in ways if path.get("d")])
    for (u, (before, behind)), (v, (other, _)) in product(zip(carried, thick), repeat=2):
        assert behind > before, "4 times as much"
        assert (before < other) == (abs(u) < abs(v))


PAIR = {"the residuals": 3, "the upstream": 4}
HANDED = {"an argument": 3, "the residuals": 4, "the upstream": 5}


def power_rule(x, n, u):
    return u * n * x ** (n - 1)


@pytest.mark.parametrize("order", [*permutations(("x", "n", "u"))])
def test_a_wrong_call_tells_of_one_wrong_place_and_stays(order):
    power = Handover(power_rule, "u * n * x**(n - 1)", comes=HANDED, wanted=240)
    for place, name in enumerate(order, 1):
        power.set(**{name: place})
    assert tuple(sorted(power.values, key=power.values.get)) == order
    assert "Wanted is 240." in power.drawn.alt
    assert not power.found
    press(power, "call")
    sent = power_rule(**dict(zip(order, (3, 4, 5), strict=True)))
    assert f"It sends {sent}; wanted is 240." in power.drawn.alt
    right = order == ("n", "x", "u")
    tells = [f"{number} comes as {source}, and you called it {name}." for name, own, (source, number)
             in zip(order, "nxu", HANDED.items(), strict=True) if name != own]  # fmt: skip
    assert [each in power.drawn.alt for each in tells] == [True, *[False] * (len(tells) - 1)] * (not right)
    drawn = [text for text, *_ in text_boxes(power.picture)]
    assert drawn.count("as ?") == (0 if right else 2)
    assert (sent == 240) == right == bool(power.found)
    power.set(**{order[0]: 3})  # pulled on: what was called is still in sight, and nothing is sent any more
    assert any(text.endswith(f"= {sent} {'✓' if right else '✗'}") for text, *_ in text_boxes(power.picture))
    assert "It sends" not in power.drawn.alt


def test_three_wrong_calls_tell_of_all_places():
    power = Handover(power_rule, "u * n * x**(n - 1)", comes=HANDED, wanted=240)
    for name in "uxn":
        press(power, "call")
        power.set(**{name: 1})
    wrong = [text for text, *_ in text_boxes(power.picture) if text.startswith("✗")]
    assert len(wrong) == 1 + 2 + 3  # a place that an earlier call told of is marked as well
    power.set(u=7)
    power.set(n=-5)
    assert power.values == {"n": 1, "x": 2, "u": 3}
    press(power, "call")
    assert power.found[0].startswith("bwd(n, x, u) sends 240, at call 4: first comes an argument, then the ")


def test_half_a_step_against_the_conjugate_climbs_along_the_imaginary_axis():
    half = Bowl({"2z": lambda z: 2 * z, "the other": lambda z: 2 * z.conjugate()}, 1 + 2j, rate=0.5)
    assert "z − 0.5 × that = 0; there |z|² is 0" in half.drawn.alt
    half.set(im=0)
    assert not half.found  # with the other one
    half.set(sends="the other", im=2)
    assert "z − 0.5 × that = 4i; there |z|² is 16" in half.drawn.alt
    half.set(im=0)
    half.set(re=0, im=-1.5)
    assert half.found == [
        "With the other, a step from 1 leads to 0 as well.",
        "From −1.5i it leads to −3i, where |z|² is 4 times as large.",
    ]


def test_which_step_points_at_0_is_found_once_each_was_seen_from_one_place():
    steps = {"half": lambda x: x, "clip": lambda x: np.clip(x, -1, 1), "short": shortened}
    bowl = Bowl(steps, np.array([2.0, -2.0]), f=lambda x: np.sum(x**2))
    bowl.set(sends="clip")
    bowl.set(re=0.5, im=0)
    bowl.set(sends="short")
    assert bowl.found == ["With clip, a step from (0.5, 0) leads to 0 as well."]  # and so does short
    bowl.set(re=2)
    assert len(bowl.found) == 1  # on an axis both point at 0
    bowl.set(im=-1)
    assert len(bowl.found) == 1  # from here clip was not seen
    bowl.set(sends="clip")
    assert bowl.found[1:] == ["From (2, −1), short points at 0, and clip past it."]


def test_each_place_that_the_point_was_pulled_over_shows_what_a_step_does_there():
    half = Bowl({"2z": lambda z: 2 * z, "the other": lambda z: 2 * z.conjugate()}, 1 + 2j, rate=0.5)

    def painted():
        marks = re.findall(r'fill="var\(--up-(bad|local)[^"]*" fill-opacity', half.picture)
        return [marks.count(color) for color in ("bad", "local")]

    assert painted() == [0, 1]
    half.set(sends="the other")
    assert painted() == [1, 0], "each way has its own"
    half.set(im=0)
    assert painted() == [3, 2], "from 1 + i to 1 + 2i it climbs, from 1 + i/2 and 1 it falls"
    half.set(re=2)
    assert painted() == [3, 4]
    half.set(sends="2z")
    assert painted() == [0, 2]


def test_what_the_stiff_way_allows_is_short_for_the_soft_one():
    H = np.array([[2.5, -1.5], [-1.5, 2.5]])  # 1 for (1, 1), 4 for (1, -1)
    sent = {"Newton's": lambda x: x, "quarter": lambda x: H @ x / 4, "slope": lambda x: H @ x}
    bowl = Bowl(sent, np.ones(2), f=lambda x: x @ H @ x / 2, called="U")
    assert (
        "U is 1; curvature along x: 1; Newton's: (1, 1); x − that = (0, 0); there U is 0." in bowl.drawn.alt
    )
    bowl.set(sends="quarter")
    assert not bowl.found
    bowl.set(im=-1)
    assert "curvature along x: 4;" in bowl.drawn.alt
    bowl.set(sends="slope", im=1)
    bowl.set(im=-1)
    assert "there U is 36, 9 times as large: it climbs" in bowl.drawn.alt
    assert bowl.found == [
        "With quarter, a step from (1, −1) leads to 0 as well.",
        "With slope, a step from (1, 1) leads to 0 as well.",
        "From (1, −1) it leads to (−3, 3), where U is 9 times as large.",
    ]


def test_steps_that_are_bent_until_they_are_conjugate_are_two_from_everywhere():
    H = np.array([[20.5, -19.5], [-19.5, 20.5]])  # 1 for (1, 1), 40 for (1, -1)

    def bent(x, bend):
        rest = v = -H @ x
        steps = []
        for _ in range(3):
            steps.append((rest @ v) / (v @ H @ v) * v if rest.any() else v)
            rest = rest - H @ steps[-1]
            v = rest - bend * (rest @ H @ v) / (v @ H @ v) * v if rest.any() else rest
        return -np.array(steps)

    bowl = Bowl(bent, np.array([2.0, 2.0]), f=lambda x: x @ H @ x / 2, called="U")
    bowl.set(bend=1)
    assert not bowl.found
    assert "U is 4; one step leads to 0, whatever the bend: pull x elsewhere." in bowl.drawn.alt
    bowl.set(im=1.5, bend=0.9)
    assert not bowl.found
    assert "bend 0.9; after 3 steps U is 5.3e−6; after 2 steps it is 0.032." in bowl.drawn.alt
    bowl.set(bend=0.999)
    assert "after 3 steps U is 2.5e−15;" in bowl.drawn.alt
    with pytest.raises(InputError, match="stay between 0 and 2"):
        bowl.set(bend=-1)
    bowl.set(bend=1)
    assert "after 3 steps U is 0; after 2 steps it is 0." in bowl.drawn.alt
    bowl.set(bend=1.1)
    assert len(bowl.found) == 1  # from the same place
    bowl.set(re=0.5, im=-1, bend=1)
    assert bowl.found == [
        "From (2, 1.5), two steps lead to 0 with bend 1.",
        "From (0.5, −1), two steps lead to 0 with bend 1, too.",
    ]


TYPED_WRONG = [(0, 1), (1, 14), (2, 7), (3, 10)]


@pytest.mark.parametrize(("w", "b", "without"), [(1, 0, "none"), (-2, 3.5, "none"), (2.5, -1, "3")])
def test_what_examples_send_is_the_gradient_of_their_squared_misses(w, b, without):
    x, target = np.array([pair for k, pair in enumerate(TYPED_WRONG) if str(k) != without], float).T
    slopes = ad.grad(lambda w, b: np.sum((w * x + b - target) ** 2), argnums=(0, 1))(float(w), float(b))
    fit = Examples(TYPED_WRONG)
    fit.set(w=w, b=b, without=without)
    to_w, to_b = map(svg.number, slopes)
    assert f"together {to_w} to w and {to_b} to b." in fit.drawn.alt


def test_where_pulls_cancel_nothing_need_be_met_and_without_the_wrong_one_all_are():
    fit = Examples(TYPED_WRONG)
    fit.set(w=3, b=1)
    fit.set(without="1")
    assert not fit.found  # the first goal is still open
    assert "no line" not in fit.drawn.alt
    fit.set(without="0")
    assert fit.drawn.alt.endswith("The other 3 lie on no line. Is this the mistyped one?")
    fit.set(w=2, b=5, without="none")
    fit.set(w=3, b=1, without="1")
    assert fit.found == [
        "At 2x + 5 they cancel: nothing more arrives at w or b, and the line goes through 0 of 4.",
        "Without the one at 1 it is 3x + 1, and the line goes through 3 of 3.",
    ]


def test_every_run_descends_to_the_line_that_least_squares_find():
    fit = Examples(TYPED_WRONG, runs=2)
    press(fit, "go")
    assert not fit.found  # it did not start at random
    for _ in range(2):
        press(fit, "random")
        assert (fit.values["w"], fit.values["b"]) != (2, 5)
        assert not fit.film
        w, b = fit.values["w"], fit.values["b"]
        assert all(-3 < w * x + b < 17 for x in (0, 3))  # in sight: both knobs can be taken hold of
        press(fit, "go")
        assert fit.film["runs"] == f"from ({w}, {b})"  # it is seen to move from there
    assert fit.found == ["2 starts, and every run ends at 2x + 5."]
    assert fit.picture.count("stroke-dasharray") == 2  # both starts stay in sight
    x, target = np.array(TYPED_WRONG, float).T
    assert np.allclose(np.polyfit(x, target, 1), (2, 5))


def test_without_one_of_two_examples_it_ends_where_its_start_leads():
    fit = Examples([(2, 3), (3, 2)], runs=1)
    for without in ("none", "0", "0"):
        assert len(fit.found) == (without == "0")
        fit.set(without=without)
        press(fit, "random")
        press(fit, "go")
        assert fit.values["w"] * 3 + fit.values["b"] == pytest.approx(2, abs=1e-3)
    assert fit.found[1] == "Now 0.67x − 0.01 and 1.05x − 1.15: any line through the other example is at rest."


@pytest.mark.parametrize("power", range(-12, 1))
def test_a_nudge_measures_in_its_kind_of_number(power):
    nudge = Nudge(lambda x: x * x * x, 0.7)
    nudge.set(power=power)
    up, down = np.float32(0.7) + np.float32(10.0**power), np.float32(0.7) - np.float32(10.0**power)
    slope = (up * up * up - down * down * down) / np.float32(2 * 10.0**power)
    assert f"float32 measures {slope:.9f}" in nudge.drawn.alt
    assert not nudge.found  # a valley has another side
    drawn = [text for text, *_ in text_boxes(nudge.picture)]
    off = abs(float(f"{slope:.9f}") - 1.47)
    right = drawn[drawn.index("float32") + 1]
    places = len(right.partition(".")[2]) if right.startswith("1.") else 0
    assert off <= 0.5 * 10.0**-places or not places  # they agree there after rounding
    assert (places == 4) == (power == -3)  # the nearest has most
    nudge.set(power=-12)
    nudge.set(power=power)
    assert bool(nudge.found) == (power == -6)


def test_a_bar_is_as_long_as_what_passes_and_its_outline_as_what_passed_at_first():
    passing = Passing("W", lambda times: ({"h": (2, 5), "a": (times, 5 / times**2)}, 0.016 / times**2))
    passing.set(times=4)
    rects = [rect for rect in parse(passing.picture).iter(f"{SVG}rect") if rect.get("height") == "15"]
    longest = float(rects[1].get("width"))  # the upstream of h
    of_a = [float(rect.get("width")) / longest for rect in rects[2:]]
    assert np.allclose(of_a, [0.4, 1 / 16, 1], atol=0.01)
    assert passing.found == ["W times 4: of what arrived at first, 100% is left at h and 6.2% at a."]
    passing.set(times=3.5)
    assert len(passing.found) == 1
    passing.set(times=4)
    assert passing.found[1] == "W times 4: 0.00100. It was 0.01600."


@pytest.mark.parametrize(("freeze", "gained"), [("nothing", "330000"), ("local", "180000"), ("up", "120000")])
def test_a_side_that_is_frozen_gains_no_strip(freeze, gained):
    growing = Growing(300, 2000, da=60, db=600, named=("local", "up"), wanted=180_000)
    growing.set(freeze=freeze, time=0.5 if freeze != "nothing" else 5 / 6)
    assert shown(growing.picture)[-3] == gained
    assert len(growing.found) == (freeze == "local")
    assert growing.picture.count("stroke-dasharray") == (freeze != "nothing")
    growing.set(freeze="local")
    growing.set(time=0.1)
    assert len(growing.found) == 1  # a side is still frozen
    growing.set(freeze="nothing")
    assert growing.found[1].startswith("While x moves by 0.1 it is 303600. Of it 300000 stays, and")


@pytest.mark.parametrize("time", [1, 0.6, 0.1, -1])
def test_what_a_product_gains_is_all_that_it_is_larger_by(time):
    growing = Growing(3, 2, da=2, db=1)
    growing.set(time=time)
    time = max(time, 0.01)
    gained = (3 + 2 * time) * (2 + time) - 3 * 2
    assert f"{gained / time:g}" == f"{7 + 2 * time:g}" == shown(growing.picture)[-3]
    rects = [rect for rect in parse(growing.picture).iter(f"{SVG}rect") if rect.get("stroke") == svg.INK]
    areas = [float(rect.get("width")) * float(rect.get("height")) for rect in rects[:4]]
    assert np.allclose(np.sum(areas[1:]) / areas[0], gained / 6, atol=1e-3)
    assert bool(growing.found) == (time <= 0.1)


@pytest.mark.parametrize(
    ("made", "says"),
    [
        (lambda: Tangent("x", 1, xs=(0, 2)), "f must be a function"),
        (lambda: Tangent(force, 3, xs=(0, 2)), "between the two ends"),
        (lambda: Tangent(lambda x: -x, 1, xs=(0, 2)), "must rise"),
        (lambda: Tangent(force, 1, xs=(0, 2), slopes={"a": force}), "wanted"),
        (lambda: Orders(3, node=engine.Node, names=(), x=1), "f must be a function"),
        (lambda: Orders(two_uses, node=engine.Node, names=("a",), x=1), "each of the 4 values"),
        (lambda: Handover("u * k", "u * k", comes=PAIR, wanted=3), "must be a function of 2 to 4 names"),
        (lambda: Handover(lambda u, n: u, "u * k", comes=PAIR, wanted=3), "written in these"),
        (lambda: Handover(lambda u, n: "a", "u * n", comes=PAIR, wanted=3), "rule sends must be a number"),
        (lambda: Handover(lambda u, n: u * n, "u * n", comes=PAIR, wanted=12), "2 send what is wanted"),
        (lambda: Examples([(1, 2)]), "2 to 6 pairs"),
        (lambda: Examples([(1, 2), (1, 200)]), "within ±20"),
        (lambda: Nudge(3, 1.0), "must be a function of one number"),
        (lambda: Nudge(lambda x: x * x, 0.0), "whose slope at x is not 0"),
        (lambda: Passing("W", lambda times: ({"h": (1, 0)}, times)), "two sizes by place"),
        (lambda: Bowl({"2z": abs}, 1 + 2j), "two functions"),
        (lambda: Growing(3, 2, da=-1, db=1), "must be above 0"),
        (lambda: Shaker(lambda x: -(x**2), 1.0, expected=3.0), "must push back"),
        (lambda: Transpose(force, 3.0, back=[1], forward=[1]), "f must be a function of one vector"),
        (lambda: Transpose(np.square, np.ones(4), back=[1], forward=[1]), "at most 3"),
        (lambda: Transpose(np.square, [1.0, 2.0], back=[1], forward=[1]), "back has a number"),
    ],
)
def test_what_cannot_be_drawn_gets_a_sentence(made, says):
    with pytest.raises(InputError, match=says):
        made()
