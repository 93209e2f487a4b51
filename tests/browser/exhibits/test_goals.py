"""Each goal of an exhibit is met by a real mouse: every other one where there is little room."""

import re
import threading

import numpy as np
import pytest
from playwright.sync_api import expect

from helpers import widgets
from helpers.lessons.lesson_02.price import Price
from helpers.lessons.lesson_03 import scans
from helpers.lessons.lesson_03.cards import Cards
from helpers.lessons.lesson_04.branches import Branches
from helpers.lessons.lesson_04.cut import Cut
from helpers.lessons.lesson_04.inputs import exams
from helpers.lessons.lesson_08 import clinic, ferries
from helpers.lessons.lesson_09 import phrasebook
from helpers.widgets.mending import RULES
from tests.browser.hands import drag, pull
from tests.lessons.lesson_04.test_cut import LOSSES, NAMES
from tests.widgets.pressing import press
from tests.widgets.test_aim import BY_HAND
from tests.widgets.test_small_pictures import HANDED, power_rule

PLAYS = {}
TAKES_LONG = {"a_ward", "hidden_rows", "a_machine_that_aims", "matrices_by_hand", "a_page", "a_border"}
GARDEN = {"names": {"x": ["width", "depth"], "y": ["area", "fence", "path"]}, "flags": (4, 6), "guess": 6}


def play(make):
    """Have this played with an exhibit, until all its goals are met."""
    return lambda acts: PLAYS.setdefault(acts.__name__, (make, acts))


class Hand:
    """A person at an exhibit, who waits for what is to be seen."""

    def __init__(self, page, view, breaches_of_accessibility):
        self.page, self.view, self.breaches_of_accessibility = page, view, breaches_of_accessibility
        self.narrow = page.viewport_size["width"] == 640

    def handle(self, name):
        return self.view.locator(f'[data-drag="{name}"], [data-lift="{name}"]')

    def pull(self, **numbers):
        for name, wanted in numbers.items():
            handle = self.handle(name)
            pull(handle, wanted - float(handle.get_attribute("aria-valuenow")))
            self.stands(name, wanted)

    def stands(self, name, number):
        expect(self.handle(name)).to_have_attribute("aria-valuenow", f"{number:g}")

    def press(self, name, *keys):
        self.handle(name).focus()
        for key in keys:
            self.page.keyboard.press(key)

    def click(self, *names):
        for name in names:
            self.view.get_by_role("button", name=re.compile(re.escape(name))).first.click()

    def click_part(self, *parts):
        """Click what this stands for when it is pointed at, or when it is clicked."""
        for part in parts:
            self.view.locator(f'[data-hot="{part}"], [data-set="{part}"]').first.click()

    def go_to(self, step):
        self.view.locator(".up-where").fill(str(step))

    def sees(self, *words):
        for each in words:
            expect(self.view.get_by_text(each).locator("visible=true").first).to_be_visible()

    def has_access(self):
        """Axe finds nothing wrong."""
        assert self.breaches_of_accessibility() == []


@play(lambda: widgets.Reach({"in pieces": lambda x: np.log(1 + np.exp(x))}))
def a_border(hand):
    hand.pull(x=89)
    hand.press("x", "ArrowLeft")
    hand.sees("At 88 a number arrives, at 89 NaN.")
    hand.click("float64")
    hand.pull(x=710)
    hand.press("x", "ArrowLeft")


@play(widgets.Reversal)
def the_fork(hand):
    hand.click_part("the device loss")
    hand.sees("0 of 12 right")
    hand.view.locator('[data-set="the device loss"]').press("Enter")
    hand.click_part("between h and the head")


@play(lambda: widgets.Checkpoints(36))
def what_is_kept(hand):
    hand.pull(k=6)
    hand.sees("k = 6: at most 11 of 36")
    hand.pull(k=5)
    hand.sees("28 layers run again")


@play(lambda: widgets.Examples([(0, 1), (1, 14), (2, 7), (3, 10)]))
def a_label_that_is_wrong(hand):
    hand.pull(w=2, b=4.5)
    hand.press("b", "ArrowUp")
    hand.sees("At 2x + 5 they cancel")
    hand.view.locator('[data-set="without"][data-value="1"]').last.press("Enter")
    hand.pull(w=3, b=1)


@play(lambda: widgets.Nudge(lambda x: x * x * x, 0.7))
def the_size_of_a_nudge(hand):
    hand.pull(power=-8)
    hand.press("power", *["ArrowRight"] * 2)
    hand.sees("At h = 1e-6 float64 is off by 3e-11.")
    hand.press("power", *["ArrowRight"] * 3)


@play(lambda: widgets.Rolling({"its slope": lambda w: (w - 1) ** 2}, 3.0, (0, 4), rate=0.3))
def a_ball(hand):
    hand.pull(w=2)
    hand.click("Play")
    hand.sees("w goes from 2 to 1, and the loss is 0.")
    hand.click("Back to the start")
    hand.press("w", "Home")
    hand.click("Play")
    hand.sees("From 2 it stops at 1, from 0 it stops at 1: 0 is sent there.")


def pushed():
    losses = {"a bowl": lambda w: (w + 1) ** 2 / 2, "no loss": lambda w: 0 * w}
    return widgets.Rolling(losses, 1.0, (-3, 2), rate=0.3, push=0.7)


@play(pushed)
def a_push(hand):
    hand.press("push", "ArrowRight")  # its knob stands at the left: the number becomes smaller
    hand.click("Play")
    hand.sees("With 0.65 added, the ball rests at −1.65")
    hand.click("no loss", "Play")


@play(lambda: Branches(12, 500))
def branches(hand):
    hand.press("moment", "End")
    hand.sees("12 of 12, at the loss")
    hand.pull(cut=9)
    hand.sees("9 cut off: nothing of them is kept")
    hand.has_access()
    hand.press("cut", "End")
    hand.pull(moment=30)


@play(lambda: widgets.Mending(*scans.first_page(), dict(reversed(RULES.items())), scans.reads))
def a_page(hand):
    hand.click("Show every step")
    hand.sees("G B: farther off than a blank page. Now with G Bᵀ.")
    hand.pull(dot=16)
    hand.click("G Bᵀ", "Show every step")
    hand.sees("With G Bᵀ the page reads MEET AT NINE")
    hand.press("dot", "End")
    hand.stands("dot", 40)
    hand.pull(dot=24)


@play(lambda: Cards(*scans.second_page(), lambda A, C: np.einsum("kij,kil->jl", A, C)))
def dots_of_cards(hand):
    hand.pull(dots=20)
    hand.sees("20 dots gave 20 rows of the smear")
    hand.has_access()
    hand.press("dots", "PageUp", "ArrowRight")
    hand.sees("the page reads COME ALONE")


@play(lambda: widgets.Handover(power_rule, "u * n * x**(n - 1)", comes=HANDED, wanted=240))
def places_of_a_call(hand):
    hand.click("Call bwd")
    hand.sees("3 comes as an argument, and you called it x.")
    hand.pull(u=1)
    for name, place in {"x": 2, "n": 3}.items():
        hand.stands(name, place)
    hand.press("u", "End")
    hand.stands("u", 3)
    hand.press("n", "ArrowLeft")
    hand.click("Call bwd")
    hand.sees("bwd(n, x, u) sends 240, at call 2: first comes an argument")


@play(lambda: widgets.PhraseBook(phrasebook, guess=["left_out"]))
def what_comes_out(hand):
    hand.click("JAX")
    hand.view.locator('[data-set="left_out JAX"][data-value="ones"]').press("Enter")
    hand.sees("✗ JAX: an error, not ones. Ones in ours, TF 1, TF 2;", "✗ you said ones")


@play(lambda: widgets.Shaker(lambda x: (x**3) ** 2, 3.0, expected=6.1))
def a_shaken_machine(hand):
    hand.pull(turns=7.5)
    hand.press("turns", *["ArrowRight"] * 3)
    hand.press("turns", "ArrowRight")
    hand.sees("It swings most at 7.8 turns a second")


@play(lambda: widgets.Bowl({"2z": lambda z: 2 * z, "other": lambda z: 2 * z.conjugate()}, 1 + 2j, rate=0.5))
def a_step_in_the_plane(hand):
    hand.click("other")
    z = hand.handle("re")
    pull(z, 1)
    hand.stands("re", 2)
    for _ in range(4):
        z.press("ArrowDown")
    hand.sees("a step from 2 leads to 0 as well")
    for key in ["ArrowLeft"] * 4 + ["ArrowUp"]:
        z.press(key)


@play(lambda: widgets.Stretch({"x": 2.0, "a": np.square, "b": np.square, "y": np.square}, flag=1377))
def a_chain(hand):
    hand.sees("pull the point" if hand.narrow else "pull the blue point")  # laid out for that room
    hand.pull(pull_x=1)
    hand.sees("more picture widths")
    hand.has_access()
    for _ in range(8):
        if hand.view.get_by_text("y moves 1024 per 1 of x").count():
            break
        drag(hand.handle("scale"), -100)
        hand.page.wait_for_timeout(50)
    hand.sees("y moves 1024 per 1 of x")
    hand.click("every point")
    hand.stands("pull_x", 0)
    hand.pull(pull_x=1, pull_a=1, pull_b=3, pull_y=1)
    hand.sees("1377: 6 pulls, the fewest there are.")


@play(lambda: widgets.Slopes(garden, [4.0, 3.0], **GARDEN))
def hidden_rows(hand):
    hand.click("Sweep")
    hand.click_part("line 0")
    hand.sees("not 5.8")
    hand.has_access()
    for k in range(3):
        hand.pull(**{f"weight_{other}": float(k == other) for other in range(3)})
        hand.click("Sweep")
        hand.click_part(f"line {k}")
    hand.sees("All found with 4 sweeps, where three are enough")
    hand.pull(weight_0=2.0, weight_1=-1.0, weight_2=0.0)
    hand.sees("Both flags: 2 · area − 1 · fence.")


def garden(x):
    return np.stack([x[0] * x[1], 2 * (x[0] + x[1]), np.sqrt(x[0] ** 2 + x[1] ** 2)])


@play(
    lambda: widgets.Transpose(lambda x: np.stack([x[0], 2 * x[1]]), [1.0, 1.0], back=(3, 4), forward=(2, 2))
)
def either_end(hand):
    hand.pull(u_0=3)
    hand.press("u_1", "ArrowUp")
    hand.sees("u = [3, 2] brings 3 and 4.")
    hand.has_access()
    hand.pull(t_0=2)


@play(lambda: Price(inputs=3, outputs=8))
def the_cheaper_way(hand):
    hand.pull(inputs=9)
    hand.sees("8 sweeps, one for each output.")
    hand.has_access()
    hand.press("outputs", "Home")
    hand.press("outputs", "ArrowUp")
    hand.press("inputs", "End")
    hand.sees("2 sweeps. With a million inputs")
    hand.pull(outputs=1)


def matrices():
    A, B, G = [[1, 2], [3, 4]], [[6, 7, 8], [9, 10, 11]], [[1, 0, 2], [0, 3, -1]]
    return widgets.Meet(A, B, upstream=G, guess=[[6, 0, 0], [0, 0, 0]])


@play(matrices)
def matrices_by_hand(hand):
    hand.sees("G: what one more is worth" if hand.narrow else "in purple, G")  # laid out for that room
    hand.pull(pull_A_0_0=1)
    hand.sees("A[0,0] grows by 1. Which numbers of C move")
    hand.pull(pull_A_1_0=1)
    hand.stands("pull_A_0_0", 0)
    hand.has_access()
    hand.view.get_by_label("your dA[1,0]").click()
    hand.page.keyboard.type("13")
    hand.sees("13: row 1 of G meets row 0 of B.", "they cannot")
    hand.has_access()
    hand.pull(side=1)
    hand.click("turn")
    hand.sees("so the rows of B become columns")
    hand.click("dB")
    hand.sees("they cannot")
    hand.pull(side=0)
    hand.sees("6≠9")
    hand.click("turn")
    hand.sees("so the columns of A become rows")


@play(matrices)
def matrices_by_keys(hand):
    hand.press("pull_A_1_0", "ArrowUp")
    hand.stands("pull_A_1_0", 0.05)
    hand.press("pull_A_1_0", "End")
    hand.stands("pull_A_1_0", 1)
    hand.view.get_by_label("your dA[1,0]").focus()
    hand.page.keyboard.type("12")
    hand.sees("Not 12: each move of C times")
    hand.page.keyboard.press("Backspace")
    hand.page.keyboard.type("3")
    hand.sees("13: row 1 of G meets row 0 of B.")
    expect(hand.handle("side")).to_be_focused()
    for name, way, told in (("Bᵀ", "ArrowRight", "so the rows"), ("Aᵀ", "ArrowLeft", "so the columns")):
        hand.view.get_by_role("button", name="turn").press("Enter")
        label = f"{name}, bring it to the left or the right of G"
        expect(hand.handle("side")).to_have_attribute("aria-label", label)
        hand.press("side", way)
        hand.sees(told)
        hand.view.get_by_role("button", name="dB", exact=True).press("Enter")


@play(lambda: widgets.Clinic(clinic.ward(), guess=3.0))
def a_ward(hand):
    hand.has_access()
    hand.click_part("cell A nudge W1, b1")
    hand.sees("0 of 24 numbers")
    accuse(hand, "A", 4)
    hand.sees("The same loss again: not line 5.")
    hand.has_access()
    for name, patient in clinic.ward().patients.items():
        hand.click_part(f"who {name}")
        hand.click_part(f"cell {name} " + ("ask twice" if name == "D" else "nudge W1, b1"))
        accuse(hand, name, patient.fault)
        hand.sees(f"{name} is well:")
    hand.sees("All are well after 52 minutes, 17 of them for tests.")
    for k, test in enumerate(clinic.ward().tests):
        hand.click_part(f"column {test}")
        expect(hand.view.locator("svg text", has_text=" of 6").nth(k)).to_be_visible()
    hand.sees("“nudge W1, b1” catches 5 of 6, but not D")


def accuse(hand, name, line):
    hand.click_part(f"line {name} {line}")
    hand.sees("rewrite: ")
    hand.click_part(f"line {name} {line}")


@play(widgets.Aim)
def a_machine_that_aims(hand):
    hand.click("Play")
    hand.sees("from 3.32 m to 7.46 m")
    hand.click("Start again")
    hand.sees("step 0 of 30")
    hand.has_access()
    for k, (speed, angle) in enumerate(BY_HAND, 1):
        hand.pull(**{f"speed_{k}": speed, f"angle_{k}": angle})
    hand.sees("step 0 of 30")  # though the run will end before
    hand.go_to(19)
    hand.sees("2 of 4 hit")
    hand.page.wait_for_timeout(500)  # until Python has heard of the step
    hand.sees("each dashed ring lies on the bar at its flag")
    hand.go_to(20)
    hand.sees("All four hit after 20 steps")


@play(widgets.TinyModel)
def a_tiny_model(hand):
    def again():
        hand.click("Start again")
        hand.stands("w", 2)

    hand.pull(w=3)
    hand.sees("+1 of w was enough")
    again()
    hand.pull(b=4)
    hand.sees("+1 of w or +3 of b")
    again()
    hand.view.locator(".up-picture").press("End")
    hand.pull(rate=0.05)
    hand.sees("one step lands here")
    hand.click("Take the step")
    hand.sees("One step, and it lands")
    again()
    for gate in ("square", "3w", "+"):
        hand.click(f"The rule of {gate}", "20 steps")
    hand.sees("comes to rest at 5.5")


def trained():
    moons = widgets.Moons(*ferries.echoes(), ferries.first_weights())
    at_once = threading.Thread(
        target=press, args=(moons, "train")
    )  # there no loop runs, as Playwright's does here
    at_once.start()
    at_once.join()
    return moons


@play(trained)
def a_loss_that_rests(hand):
    hand.sees("Correct after all 400 steps")
    hand.pull(shown=200)
    hand.sees("Back at step 200")
    hand.press("shown", *["PageDown"] * 3)
    hand.sees("At step 50 the loss rests at 0.24; later it falls")


@play(lambda: widgets.Garden(4, 3, area=20, fence=18))
def a_garden_by_hand(hand):
    hand.pull(width=5)
    hand.press("depth", "PageUp")
    hand.sees("5 by 4.")


@play(lambda: widgets.Growing(3, 2, da=2, db=1))
def a_corner(hand):
    hand.pull(time=0.5)
    hand.press("time", "Home")
    hand.sees("it adds ever less to the rate")


@play(lambda: widgets.Growing(300, 2000, da=60, db=600, named=("local", "up"), wanted=180_000))
def a_strip_that_is_lost(hand):
    hand.click("up", "local")
    hand.sees("With local frozen its strip is lost, 120000 per 1 of x")
    hand.click("nothing")
    hand.press("time", "Home")
    hand.sees("it is 300360")


@play(lambda: Cut(LOSSES, exams, [2.0, 3.0], NAMES))
def a_loss_cut_off(hand):
    hand.pull(cut=2, sent_1=10)
    hand.sees("10 and 1: what the loss sends.")
    hand.has_access()
    hand.click("squares")
    hand.press("sent_1", "ArrowRight", "ArrowUp")
    hand.press("sent_2", "End", "ArrowLeft")


@play(
    lambda: widgets.Passing("W1", lambda times: ({"h": (2, 5), "a": (times, 5 / times**2)}, 0.016 / times**2))
)
def what_chokes(hand):
    hand.pull(times=6)
    hand.sees("100% is left at h and 2.8% at a.")
    hand.press("times", *["ArrowLeft"] * 4)


@play(lambda: widgets.Examples([(2, 3), (3, 2)], runs=1))
def where_it_ends(hand):
    for runs in 1, 2:
        for _ in range(runs):
            hand.click("Start at random", "Let it descend")
        if runs == 1:
            hand.sees("every run ends at −x + 5.")
            hand.view.locator('[data-set="without"][data-value="0"]').last.press("Enter")


@pytest.mark.parametrize(
    ("name", "width"),
    [  # an exhibit is laid out for its room: every other one in that of a small window
        pytest.param(
            name,
            (1280, 640)[k % 2],
            marks=[pytest.mark.thorough(one_in=3)] * bool(k % 8 or name in TAKES_LONG),
        )
        for k, name in enumerate(PLAYS)
    ],
)
def test_all_its_goals_are_met(show, name, width, breaches_of_accessibility):
    make, acts = PLAYS[name]
    exhibit = make()
    hand = Hand(*show(exhibit, width=width), breaches_of_accessibility)
    acts(hand)
    count = len(exhibit.goals)
    met = hand.view.get_by_role("img", name=f"{count} of {count} goals met")
    expect(met).to_be_visible()
    hand.has_access()


@pytest.mark.thorough
def test_what_was_found_is_said_to_be_of_before_while_the_picture_shows_something_else(show):
    page, view = show(pushed())
    found, push = view.locator(".up-found"), view.locator('[data-drag="push"]')

    def rests(number):
        view.get_by_role("button", name="Show every step").click()
        expect(found).to_have_text(re.compile(f"^With {number} added, the ball rests at"))

    rests("0.7")
    view.get_by_role("button", name="Back to the start").click()
    expect(found).to_have_text(re.compile("^Found before: With 0.7 added"))
    rests("0.7")
    push.hover()
    page.mouse.down()
    page.mouse.move(10, 10)
    expect(push).to_have_attribute("aria-valuenow", "1")
    expect(found).to_have_text(re.compile("^Found before: With 0.7 added"))
    page.mouse.up()
    rests("1")


@pytest.mark.thorough
def test_a_goal_is_met_once_what_moves_has_come_to_rest(show, in_motion):
    page, view = show(widgets.Reversal())
    page.evaluate("""() => new MutationObserver(() => requestAnimationFrame(() => {
        window.then ??= document.querySelector(".up-stage").textContent;
    })).observe(document.querySelector(".up-dots"), { attributeFilter: ["aria-label"] })""")
    Hand(page, view, None).click_part("the device loss")
    expect(view.get_by_role("img", name="1 of 2 goals met")).to_be_visible()
    assert "0 of 12 right" in page.evaluate("then")


@pytest.mark.thorough
def test_the_next_goal_is_asked_for_once_what_moves_has_come_to_rest(show, in_motion):
    page, view = show(widgets.Orders(lambda x: (a := x * x) * a + 5 * a, names=("a", "a²", "5a", "y"), x=3))
    page.evaluate("""() => new MutationObserver(([first]) => {
        (window.asked ??= []).push(first.target.textContent);
    }).observe(document.querySelector(".up-wanted"), { childList: true })""")
    hand = Hand(page, view, None)
    for name in ("y", "a²", "a", "5a"):
        hand.click_part(name)
    expect(view.get_by_role("img", name="1 of 2 goals met")).to_be_visible()
    assert not [words for words in page.evaluate("window.asked ?? []") if words.startswith("Start again")]


@pytest.mark.thorough
def test_too_late_is_said_and_one_can_start_again(show, breaches_of_accessibility):
    hand = Hand(*show(widgets.Clinic(clinic.ward())), breaches_of_accessibility)
    hand.click_part("who D")
    for k in range(1, 5):
        accuse(hand, "D", k)
        hand.sees(f"{15 * k} of 60 min")
    hand.click_part("cell D shapes")
    hand.sees("61 of 60 min")
    hand.sees("61 minutes, and the hour has 60")
    hand.click("Start again")
    hand.sees("0 of 60 min")
