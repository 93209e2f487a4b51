"""Lesson 07 once more: another order, other bugs, other operations; other paths, runs and writes."""

import numpy as np

from helpers.exercises.key.further import alike, sized
from helpers.exercises.key.variations import Variation
from helpers.exercises.say.small import whole

from . import broken_engines as broken
from .engine import Node, in_order, tanh
from .measured import writes_that_spoil
from .nodes import in_their_order, order_in_words


def in_their_forward_order(given, nodes):
    """`in_their_order`, for a list that begins with the inputs."""
    return in_their_order(given[::-1] if isinstance(given, list) else given, nodes)


def forward_in_words(case, got, want):
    """`order_in_words`, where users come last."""
    name, says = order_in_words(case, got, want)
    return name, says.replace("before one", "after one").replace("Users first", "Users last")


def column_sums(rng, rows, columns):
    """What arrives at a matrix to whose rows one vector was added."""
    return (rng.normal(size=(rows, columns)),)


def rows_and_upstream(rng, rows=None, columns=None):
    """One upstream for each row, and the rows."""
    rows = rows or int(rng.integers(2, 4))
    return rng.normal(size=rows), rng.normal(size=(rows, columns or rows + 2))


# --- for the guesses ---


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


VARIATIONS = [
Variation(
    "07.1", "A difference: its value is there, and the rule sends a downstream to a and one to b.",
    title="A difference",
    words={"return upstream * b, upstream * a": "return upstream, -upstream", "a * b": "a - b",
           "multiply": "subtract"},
    code="""
      def subtract(a, b):
          def rule(upstream):
    -         return ...
    +         return upstream, -«upstream»

          return a - b, rule
    """,
    forward=lambda a, b: a - b,
    because="a moves the difference as much as itself, b as much the other way.",
    hints=("Nudge a alone, then b alone: how much does a − b move, and which way?",
           "to a: upstream,   to b: −upstream"),
    right=(),
    wrong=(
    ("sign-left-out", "upstream, -upstream -> upstream, upstream",
     "That is the rule of a sum. A nudge of b makes a − b smaller: a minus is missing."),
    ("exchanged", "upstream, -upstream -> -upstream, upstream", "The minus is at a. It belongs at b."),
    ("both-turned", "upstream, -upstream -> -upstream, -upstream",
     "a has a minus too, but it moves a − b the same way."),
    ("upstream-missing", "upstream, -upstream -> 1 + 0 * a, -1 + 0 * b",
     "Those are the locals alone. Each is multiplied by the upstream."),
    )),
Variation(
    "07.8", "A quotient of dual numbers: a / b, and its tangent.", title="A quotient of dual numbers",
    words={"return a * b, a * «db» + b * «da»": "return a / b, («da» - a / b * «db») / b",
           "times": "divided",
           "# the product, and": "# the quotient, and", "return a * b": "return a / b"},
    because="a's move is divided by b; b's move lowers the quotient by a / b² times as much.",
    hints=("Let only a move, then only b: by how much does a / b move each time?",
           "tangent = (da − a / b · db) / b"),
    right=("a / b, (da * b - a * db) / b**2",),
    wrong=(
    ("moves-divided", "a / b, da / db", "The moves are divided. Ask what each does alone, and add."),
    ("moved-as-a-product", "a / b, a * db + b * da",
     "That is how a product moves. Nudge a alone: its move is divided by b, like a itself."),
    ("second-held", "a / b, da / b",
     "Only a's move counts here. b moves too, and makes the quotient smaller."),
    ("plus-for-minus", "a / b, (da + a / b * db) / b", "As b grows, the quotient falls: a minus."),
    )),
Variation(
    "07.2",
    """
    The order of the way forward, for an engine that computes everything anew: y and all that it was made
    from, each node once, and after all that it was made from.
    """,
    words={"in_order": "forward_order", "An order to": "Another order to", ", reverse=True": "",
           "after all that use it": "after all that it was made from", "younger": "older",
           "largest": "smallest",
           "one that uses them": "one that they were made from", "A sweep goes": "The way forward goes"},
    reads=in_their_forward_order, in_words=forward_in_words,
    reference=lambda y: in_order(y)[::-1],
    because="A node is younger than all it was made from, so the oldest first means: after all its parents.",
    without="oldest-first in-the-order-met level-by-level put-in-at-once",
    wrong=(
    ...,
    ("newest-first", "return sorted(found, key=lambda node: node.born, reverse=True)",
     "That is the order of the way back: y comes first. The way forward begins with the inputs."),
    ("inputs-missing", "", "The inputs are missing: everything is computed from them."),
    ("y-left-out", "return sorted(found, key=lambda node: node.born)[:-1]",
     "y itself is missing: it is what is computed."),
    )),
Variation(
    "07.3", "Somebody's sweep: it runs, is right for sums, and wrong for products. Repair it.",
    title="Bug hunt: a sweep",
    code="""
      def handed_down(nodes, upstream=1.0):
          # nodes[0] is the end; each of the others stands after all that use it.
          arrived = {nodes[0]: upstream}
          for node in nodes:
              yield node, arrived[node]
    -         for parent, downstream in zip(node.parents, node.send(1.0), strict=True):
    +         for parent, downstream in zip(node.parents, node.send(«arrived[node]»), strict=True):
                  arrived[parent] = arrived.get(parent, 0.0) + downstream
    """,
    because="A node sends what it was handed, times its local: with 1 it forgets all that is above it.",
    hints=(
        "Change the upstream and run it again: below the first node nothing moves. Where does it get lost?",
        "downstreams = node.send(what arrived at node)",
    ),
    without="upstream-not-handed",
    wrong=(
    ...,
    ("overwritten", "arrived.get(parent, 0.0) + downstream -> downstream",
     "Only the last to arrive stays now, and the others are lost. Every use counts: add."),
    )),
Variation(
    "07.4", "The sigmoid, y = 1 / (1 + e⁻ˣ), whose slope is y · (1 − y): a rule that keeps the output alone.",
    title="The sigmoid, from its output",
    code="""
      def sigmoid(x):
          y = 1 / (1 + np.exp(-x))

          def rule(upstream):
    -         return ...
    +         return «upstream» * y * (1 - «y»)

          return y, rule
    """,
    forward=lambda x: 1 / (1 + np.exp(-x)),
    wider=alike(2, large=5.0),
    because="The slope of the sigmoid is y · (1 − y), and y is at hand: nothing need be computed anew.",
    hints=("The slope is given in terms of the output. What arrives, and what is it multiplied by?",
           "downstream = upstream · y · (1 − y)"),
    wrong=(
    "upstream-missing", "upstream-squared", "upstream-alone", "upstream-added", "upstream-divided", "stopped",
    ("input-for-output", "upstream * y * (1 - y) -> upstream * x * (1 - x)",
     "The slope is taken from the input x. It is y · (1 − y), with the output."),
    ("slope-of-tanh", "upstream * y * (1 - y) -> upstream * (1 - y * y)",
     "That is the slope of tanh, 1 − y². The slope of the sigmoid is y · (1 − y)."),
    ("rule-of-exp", "upstream * y * (1 - y) -> upstream * y",
     "That is the rule of exp, whose slope is its output. Here it is y · (1 − y)."),
    ("sign-flipped", "(1 - y) -> (y - 1)", "Every sign is turned round: the slope is y · (1 − y), above 0."),
    )),
Variation(
    "07.5",
    """
    A bias of shape (1, n) was added to every row of a matrix. `gradient` is what arrives at that sum, of
    shape (m, n). Return what arrives at the bias, in its shape.
    """,
    title="Undo one stretching",
    code="""
      def to_the_bias(gradient):
          # gradient has the shape (m, n); the bias has the shape (1, n)
    -     return ...
    +     return np.sum(gradient, axis=«0», keepdims=«True»)
    """,
    inputs=lambda rng: column_sums(rng, int(rng.integers(2, 4)), int(rng.integers(4, 6))),
    edge_cases=(),
    wider=sized(column_sums, one_row=(1, 4), square=(3, 3), one_column=(4, 1)),
    takes=("gradient",), gives=("fitted",),
    small=(whole((2, 3)),),
    hints=("One bias was used in every row. What does it hear from all of them?",
           "gradient of bias[0, j] = Σᵢ gradient[i, j]"),
    right=("gradient.sum(axis=0)[None]",),
    wrong=(
    "nothing-summed",
    ("averaged", "np.mean(gradient, axis=0, keepdims=True)"),
    ("one-of-them", "gradient[:1]", "This is what the first row sends. All the rows count: sum them."),
    ("keepdims-forgotten", "np.sum(gradient, axis=0)",
     "The numbers are right, and the first axis is gone. It has to stay, with length 1: keepdims=True."),
    ("other-axis", "np.sum(gradient, axis=1, keepdims=True)",
     "You sum each row. One bias serves every row, so sum down the columns: axis 0."),
    "single-number",
    )),
Variation("07.7", "The length of every row, y = √(Σ x²). Keep x and y; the rule is yours.",
    title="Another operation of your own",
    code="""
      def length(x):
          y = np.sqrt(np.sum(x * x, axis=1))

          def rule(upstream):  # one number for each row
    -         return ...
    +         return upstream[:, None] * «x» / «y[:, None]»

          return y, rule
    """,
    inputs=rows_and_upstream,
    wider=sized(rows_and_upstream, one_row=(1, 4), one_column=(4, 1), square=(3, 3), more=(7, 5)),
    forward=lambda x: np.sqrt(np.sum(x * x, axis=1)),
    small=((np.array([2.0]), np.array([[3.0, 4.0]])),
           (np.array([10.0, 1.0]), np.array([[3.0, 4.0], [0.0, 2.0]]))),
    because="The slope of the root is 1 / (2y) and that of x² is 2x: together x / y, row by row.",
    hints=("Two slopes meet: that of the root, and that of the square inside it.",
           "dy/dx = 1/(2y) · 2x = x/y,   downstream = upstream · x / y, row by row"),
    wrong=(
    "upstream-missing", "upstream-squared", "stopped",
    ("root-alone", "downstream = upstream[:, None] / (2 * y[:, None]) * np.ones(x.shape)",
     "That is the slope of the root, 1 / (2y). What is inside has a slope as well: 2x."),
    ("square-alone", "downstream = upstream[:, None] * 2 * x",
     "That is the slope of the squares, 2x. The root has a slope as well: 1 / (2y)."),
    ("two-kept", "downstream = upstream[:, None] * 2 * x / y[:, None]",
     "Twice too large: the root's slope is 1 / (2y), and its 2 cancels the 2 of 2x."),
    ("turned-round", "x / y[:, None] -> y[:, None] / x", "The slope is turned upside down: it is x / y."),
    )),
Variation("07.p1", "x is doubled 5 times, each time as v + v. How often does by_paths come to x?",
    words={"squaring": "doubling", "square": "doubling",
           "each square two": "each of them two", "12": 5, "13": 6, "2**11": "2**4", "2¹² = 4096": "2⁵ = 32"},
    truth=lambda: doubled(5),
),
Variation(
    "07.p2",
    "b = 5a, c = b + b + b. At every arrival a node sends on its whole sum so far. What gradient does a get?",
    example=50, truth=lambda: three_uses(broken.whole_sums),
    because="b sends 5 · 1, then 5 · 2, then 5 · 3: 5 + 10 + 15 = 30. The first 1 went down three times.",
    wrong=(
    ("right-gradient", "3 * 5",
     "That is the right gradient. This engine sends what has arrived so far, each time anew."),
    ("first-wave-alone", "5", "That is what b sends the first time. It is reached twice more."),
    ("when-it-first-sends", "3 * 15", "b has only 1 when it first sends: 5, then 10, then 15."),
    )),
Variation(
    "07.p3",
    "a = x · x, y = a · a, x = 2; dy/dx is 32. Sums are kept, and backward runs twice. What is in x.grad?",
    truth=lambda: after_runs(2),
    because="The second time a holds 8 + 8 = 16, so 64 comes down on top of the 32: 96.",
    wrong=(
    ("harmless", "after_runs(1)"),
    ("doubled", "2 * after_runs(1)", "It would double if only x kept its sum. a keeps one too."),
    ("four-times", "4 * 32", "The second run sends twice as much, 64, and the first run 32: added, 96."),
    )),
Variation(
    "07.p4",
    "add, and tanh by upstream · (1 − y²): zeros overwrite an input or the output. How many of 4 spoil it?",
    truth=lambda: writes_that_spoil({"add": lambda a, b: a + b, "tanh": lambda a, b: tanh(a)}),
    because="Only what a rule reads: the output of tanh. That makes 1.",
    wrong=(
    ("all-forbidden", "4"),
    ("reads-what-is-written", "0", "The rule of tanh kept its output, and reads what is written there."),
    ("both-of-tanh", "2", "tanh never reads its input again: its rule has the output."),
    ("one-too-many", "3", "Ask each rule what it reads: add nothing, tanh its output."),
    )),
]
