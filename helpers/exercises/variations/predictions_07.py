"""Lesson 07, its guesses once more: other numbers of paths, of runs, of writes."""

from .. import broken_engines as broken
from ..measured_07 import through_a_copy, writes_that_spoil
from ..own_engine import Node, tanh
from ..prediction import PredictionKey


def doubled(times):
    """How often by_paths comes to x that is doubled so often, each time as v + v."""
    x = y = Node(1.0)
    for _ in range(times):
        y = y + y
    return sum(node is x for node, _ in broken.by_paths(y))


def three_uses(sweep):
    """What a sweep says arrives at a, for b = a · 5 and c = (b + b) + b."""
    a = Node(1.0)
    b = a * 5.0
    return float(dict(sweep((b + b) + b))[a])


def after_runs(count):
    """What stands on x = 2 after so many runs of `kept`, back from the square of its square."""
    x = Node(2.0)
    a = x * x
    y = a * a
    for _ in range(count):
        dict(broken.kept(y))
    return float(x.grad)


FIVE_DOUBLINGS = PredictionKey(
    "07.p1",
    "x is doubled 5 times, each time as v + v. How often does by_paths come to x?",
    example=100,
    truth=lambda: doubled(5),
    because="Every doubling has two ways back and so doubles the visits: 2⁵ = 32.",
    guesses=(
    ("once-per-squaring", "5", "That is once per doubling. From each, two ways lead back: both are walked."),
    ("two-per-squaring", "2 * 5", "The ways do not add up, they multiply: two, then two from each of them."),
    ("every-value-once", "5 + 1", "That is each value once, as in a good sweep. This one walks every path."),
    ("squared-not-doubled", "5**2", "The visits double with every doubling: 2 · 2 · 2 · 2 · 2."),
    ("every-node", "2**6 - 1", "That counts the visits of all values. The question is how many are of x."),
    ("one-too-few", "2**4", "One doubling is missing: already the first has two ways to x."),
    ),
)

THREE_ARRIVALS = PredictionKey(
    "07.p2",
    "b = 5a, c = b + b + b. Sent on at every arrival: the whole sum so far. What does that say arrives at a?",
    example=50,
    truth=lambda: three_uses(broken.whole_sums),
    because="b sends 5 · 1, then 5 · 2, then 5 · 3: 5 + 10 + 15 = 30. The first 1 went down three times.",
    guesses=(
    ("right-gradient", "3 * 5",
     "That is the right gradient. This engine sends what has arrived so far, each time anew."),
    ("first-wave-alone", "5", "That is what b sends the first time. It is reached twice more."),
    ("whole-sum-each-time", "3 * 15", "b has only 1 when it first sends: 5, then 10, then 15."),
    ),
)

TWICE_SQUARED = PredictionKey(
    "07.p3",
    "a = x · x, y = a · a at x = 2; dy/dx is 32. Sums are kept, backward runs twice. What stands at x?",
    example=50,
    truth=lambda: after_runs(2),
    because="At a stands 8 + 8 = 16 the second time, so 64 comes down on top of the 32: 96.",
    guesses=(
    ("harmless", "after_runs(1)", "That is the gradient, as if the second run had started from nothing."),
    ("doubled", "2 * after_runs(1)", "Doubled it would be if only x kept its sum. a keeps one too."),
    ("four-times", "4 * 32", "The second run sends twice as much, 64, and the first run 32: added, 96."),
    ),
)


ADD_AND_TANH = PredictionKey(
    "07.p4",
    "add, and tanh by upstream · (1 − y²): zeros go into an input, or the output. How many of 4 spoil it?",
    example=10,
    truth=lambda: writes_that_spoil({"add": lambda a, b: a + b, "tanh": lambda a, b: tanh(a)}),
    because="Only what a rule reads: the output of tanh. That makes 1.",
    guesses=(
    ("all-forbidden", "4", "Writing harms only where a rule still reads: add reads nothing at all."),
    ("none-harmful", "0", "The rule of tanh kept its output, and reads what is written there."),
    ("both-of-tanh", "2", "tanh never reads its input again: its rule has the output."),
    ("one-too-many", "3", "Ask each rule what it reads: add nothing, tanh its output."),
    ),
)


TWO_COPIES = PredictionKey(
    "07.p5",
    "a = x · x at x = 3, and y = a · Node(a.value) · Node(a.value). What does the sweep from y bring to x?",
    example=10,
    truth=lambda: through_a_copy(2),
    because="Both copies are plain numbers, 9 and 9: 81 arrives at a, and 81 · 2x = 486 at x.",
    guesses=(
    ("values-keep-the-graph", "6 * 3**5",
     "That is the slope of x⁶. The copies have no parents: only a leads to x."),
    ("nothing-arrives", "0", "Only the copies are cut off. a itself still leads back to x."),
    ("as-far-as-a", "81", "That is what arrives at a. From there it goes on to x, with the local 2x."),
    ("one-copy-counted", "9 * 6", "There are two copies: 9 · 9 stands beside a."),
    ),
)

VARIATIONS = {
    "07.p1": (FIVE_DOUBLINGS,),
    "07.p2": (THREE_ARRIVALS,),
    "07.p3": (TWICE_SQUARED,),
    "07.p4": (ADD_AND_TANH,),
    "07.p5": (TWO_COPIES,),
}
