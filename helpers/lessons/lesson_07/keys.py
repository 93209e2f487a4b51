"""Lesson 07: build your own autodiff. From an order for the nodes to an engine that trains a model.

07.1 faded, 07.2 faded (half of the loop is given), 07.3 blank, 07.4 faded, 07.5 and 07.6 blank; 07.7
transfer: an operation over rows, which the engine needs for a loss; 07.8 the same product forward.
"""

import numpy as np

from helpers.exercises.key.further import alike, all_of, sized
from helpers.exercises.key.kinds import Custom, Function
from helpers.exercises.key.prediction import PredictionKey
from helpers.exercises.run.sweeps import Method
from helpers.exercises.say.small import whole, whole_numbers

from . import broken_engines as broken
from . import measured
from .engine import fitted, handed_down, in_order, send  # noqa: F401, rows name fitted
from .nodes import (
    BARE,
    OfNodes,
    as_sent,
    as_yielded,
    drawn,
    equal_values,
    in_their_order,
    large,
    of_arrays,
    order_in_words,
    sends_in_words,
    stretched_nodes,
    sweep_in_words,
    swept_before,
    that_sends,
    two_uses,
)


def upstream_and_two(rng):
    """An upstream and two factors of one shape."""
    upstream, a, b = rng.normal(size=(3, 2, int(rng.integers(3, 5))))
    return upstream, a, b


MULTIPLY = Custom("07.1", covers=("upstream-left-out",),
    inputs=upstream_and_two,
    edge_cases=((np.array([1.0, 2.0]), np.array([0.0, 3.0]), np.array([4.0, 0.0])),),
    wider=alike(3),
    forward=lambda a, b: a * b,
    small=(whole_numbers(1, 2, 3), whole((1, 2), (1, 2), (1, 2))),
    takes=("upstream", "a", "b"), gives=("value", "downstream to a", "downstream to b"),
    because="A nudge of each factor is stretched by the other, so it gets upstream · the other.",
    hints=(
        "Nudge a alone. How much does a · b move for each 1 of it? Then nudge b alone.",
        "to a: upstream · b,   to b: upstream · a",
        """
        def rule(upstream):
            return upstream * «b», upstream * «a»
        """,
    ),
    wrong=(
    ("exchanged", "upstream * b, upstream * a -> upstream * a, upstream * b",
     "The factors are exchanged: a moves the product by b, so b belongs to the first."),
    ("upstream-missing", "upstream * b, upstream * a -> b, a",
     "Those are the locals alone. Each is multiplied by the upstream."),
    ("handed-on-as-for-a-sum", "upstream * b, upstream * a -> upstream, upstream",
     "The upstream goes on as for a sum. In a product each factor gets it times the other factor."),
    ("whole-product", "upstream * b, upstream * a -> upstream * a * b, upstream * a * b",
     "Both get the whole product. The slope of a · b by a is b alone."),
    ("one-gets-nothing", "upstream * b, upstream * a -> upstream * b, 0 * a",
     "b gets nothing, yet it moves the product too: by a."),
    ("a-for-both", "upstream * b, upstream * a -> upstream * a, upstream * a",
     "a gets itself as its local. It moves the product by the other factor, b."),
    ("b-its-own-local", "upstream * b, upstream * a -> upstream * b, upstream * b",
     "b gets its own value as its local. It moves the product by the other factor, a."),
    ("added", "upstream * b, upstream * a -> upstream + b, upstream + a",
     "The upstream is added to the local. A nudge is stretched: multiply."),
    ("squares", "upstream * b, upstream * a -> upstream * b * b, upstream * a * a",
     "The other factor is in it twice. The slope of a · b by a is b."),
    ("divided", "upstream * b, upstream * a -> upstream / b, upstream / a",
     "The upstream is divided by the other factor. It stretches the nudge: multiply by it."),
    ("divided-by-its-own", "upstream * b, upstream * a -> upstream / a, upstream / b",
     "Each is divided by its own factor. Multiply by the other one."),
    ),
    right=(
    ("to a: upstream · b,   to b: upstream · a", """
        def multiply(a, b):
            return a * b, lambda upstream: (b * upstream, a * upstream)
     """),
    ("it gets upstream · the other", """
        def multiply(a, b):
            return a * b, lambda upstream: [upstream * other for other in (b, a)]
     """),
    ),
)

IN_ORDER = OfNodes("07.2", covers=("last-gradient-wins", "recursion-is-an-order"),
    inputs=lambda rng: (drawn(rng),),
    edge_cases=((two_uses(),), (equal_values(),)),
    wider=lambda rng: [("second-time", (swept_before(),)), *large(rng)],
    small=((two_uses(),),),
    takes=("y",), gives=("arrivals", "missing", "again", "early"),
    hands_over=lambda nodes: nodes[-1], reads=in_their_order, in_words=order_in_words,
    reference=in_order,
    because="A node is younger than all it was made from, so the newest first means: after all its users.",
    hints=(
        "Two jobs: find every node once, then sort. Which number of a node says that it is younger?",
        "found = {y, its parents, their parents, ...},   then sorted by node.born, the largest first",
        """
        while waiting:
            node = waiting.pop()
            if node not in found:
                found.append(node)
                waiting.extend(«node.parents»)
        return sorted(found, key=lambda node: «node.born», reverse=True)
        """,
    ),
    wrong=(
    ("oldest-first", ", reverse=True -> ",
     "This is not newest first: nodes come before those that use them. Sort by node.born, largest first."),
    ("nothing-kept", "return []",
     "What comes back is empty: keep every new node, found.append(node), and return those, sorted."),
    ("in-the-order-met", "return found",
     "The nodes stand in the order in which you met them: some come before one that uses them. Sort them."),
    ("level-by-level", "waiting.pop() -> waiting.pop(0); return found",
     "Level by level does not do either: a short path reaches a node before a long one. Sort by node.born."),
    ("ordered-by-value", "return sorted(found, key=lambda node: node.value, reverse=True)",
     "They are in the order of their values. A sweep goes by when a node was made: node.born."),
    ("found-by-value", "if node not in found -> if node.value not in [n.value for n in found]",
     "Only one of several nodes with the same value is there. Look for the node itself, not for its value."),
    ("each-use-once", "if node not in found -> if len(found) < 60",
     "Each node is there once for every path that leads to it. Check whether you have it already."),
    ("y-left-out", "return sorted(found, key=lambda node: node.born, reverse=True)[1:]",
     "y itself is missing: the sweep starts there."),
    ("parents-alone", "return [y, *dict.fromkeys(y.parents)]",
     "These are y and its parents. Their parents are wanted too, and so on down to the leaves."),
    ("only-y", "return [y]", "Only y is there. Its parents are wanted, and theirs, down to the leaves."),
    ("inputs-missing",
     "return [n for n in sorted(found, key=lambda n: n.born, reverse=True) if n.parents]",
     "The leaves are missing: they send nothing on, and yet they are what the sweep is for."),
    ("first-parents-alone", "waiting.extend(node.parents) -> waiting.extend(node.parents[:1])",
     "You follow only the first parent of a node. Every parent has to be found."),
    ("last-parents-alone", "waiting.extend(node.parents) -> waiting.extend(node.parents[-1:])",
     "You follow only the last parent of a node. Every parent has to be found."),
    ("put-in-at-once",
     "return list(dict.fromkeys([y, *y.parents, *sorted(found, key=lambda n: n.born, reverse=True)]))",
     "A parent of y is put in at once, even where a node that is still to come uses it as well."),
    ),
    right=(
    """
        def in_order(y):
            order, seen, waiting = [], set(), [(y, False)]
            while waiting:
                node, is_done = waiting.pop()
                if is_done:
                    order.append(node)
                elif node not in seen:
                    seen.add(node)
                    waiting.append((node, True))
                    waiting.extend((parent, False) for parent in node.parents)
            return order[::-1]
    """,
    ("the newest first means: after all its users", """
        def in_order(y):
            found = {y.born: y}
            waiting = [y]
            while waiting:
                for parent in waiting.pop().parents:
                    if parent.born not in found:
                        found[parent.born] = parent
                        waiting.append(parent)
            return tuple(found[born] for born in sorted(found)[::-1])
     """),
    ),
)

HANDED_DOWN = OfNodes("07.3", covers=("last-gradient-wins",),
    inputs=lambda rng: (drawn(rng), float(rng.uniform(0.5, 2.0))),
    edge_cases=((two_uses(), 1.0),),
    wider=lambda rng: [("arrays", (of_arrays(), np.array([1.0, 10.0]))),
                       ("second-time", (swept_before(), 1.0)),
                       *((name, (*case, 1.0)) for name, case in large(rng))],
    small=((two_uses(), 1.0),),
    takes=("nodes", "upstream"), gives=("upstreams", "works"),
    hands_over=lambda nodes: nodes[::-1], reads=as_yielded, in_words=sweep_in_words,
    reference=handed_down,
    because="A value that is used twice hears from both uses: what arrives is added, never put in its place.",
    hints=(
        "Two uses of a node both send to it. What must happen to the first when the second arrives?",
        "arrived[parent] = what was there before (0, if nothing was) + downstream",
        """
        for parent, downstream in zip(node.parents, node.send(arrived[node]), strict=True):
            arrived[parent] = arrived.get(parent, «0.0») + «downstream»
        """,
    ),
    wrong=(
    ("nothing-begins", "{nodes[0]: upstream} -> dict.fromkeys(nodes, 0.0)",
     "Everything stays 0, because nothing ever begins: nodes[0] holds the upstream from the start."),
    ("sums-start-at-one", "{nodes[0]: upstream} -> dict.fromkeys(nodes, 1.0)",
     "Every sum starts at 1. Only nodes[0] has something from the start, its upstream; the others have 0."),
    ("upstream-of-who-sends", "arrived.get(parent, 0.0) + downstream -> arrived[node] + downstream",
     "You add the upstream of the node that sends. Add to what has arrived at the parent."),
    ("upstream-twice", "+ downstream -> + arrived[node] * downstream",
     "The upstream is multiplied in twice: what send gives contains it already."),
    ("parents-yielded", "broken.for_each_parent(nodes, upstream)",
     "You yield parents, each time something arrives. Yield the node that sends, with all that arrived."),
    ("all-but-the-first-at-0", "arrived.get(parent, 0.0) + downstream -> arrived.get(parent, 0.0)",
     "All nodes but the first stay at 0. Start at nodes[0], and add what it sends at each parent."),
    ("overwritten", "arrived.get(parent, 0.0) + downstream -> downstream"),
    ("first-wins", "arrived.get(parent, 0.0) + downstream -> arrived.get(parent, downstream)",
     "Now the first to arrive stays, and the others are lost. Every use counts: add."),
    ("first-twice", "arrived.get(parent, 0.0) -> arrived.get(parent, downstream)",
     "What arrives first counts twice. Before anything has arrived there is nothing: start at 0."),
    ("starts-at-one", "arrived.get(parent, 0.0) -> arrived.get(parent, 1.0)",
     "Every sum starts at 1. Before anything has arrived there is nothing: start at 0."),
    ("old-sum-twice", "arrived.get(parent, 0.0) + downstream -> 2 * arrived.get(parent, 0.0) + downstream",
     "What had arrived before is counted twice. Keep it once, and add the new part."),
    ("multiplied", "arrived.get(parent, 0.0) + downstream -> arrived.get(parent, 1.0) * downstream",
     "What arrives is multiplied. Along one path slopes multiply; where paths meet, they add."),
    ("upstream-added", "+ downstream -> + arrived[node]",
     "You add the upstream of the node that sends. What it sends is the downstream."),
    ("upstream-not-handed", "node.send(arrived[node]) -> node.send(1.0)",
     "Every node works with an upstream of 1. It has to send what it was handed, times its local."),
    ("upstream-of-the-end", "node.send(arrived[node]) -> node.send(upstream)",
     "Every node works with the upstream of the end. Each has its own: what arrived there."),
    ("end-in-every-pair", "yield node, arrived[node] -> yield node, upstream",
     "Every pair holds the upstream of the end. Each node has its own: arrived[node]."),
    ("seed-forgotten", "{nodes[0]: upstream} -> {nodes[0]: 1.0}",
     "The sweep always starts with 1. It starts with the upstream it is given."),
    ("first-for-each", "node.send(arrived[node]), strict=True -> 2 * node.send(arrived[node])[:1]",
     "Every parent gets the first of what the node sends. Each has its own: zip(node.parents, sent)."),
    ("last-for-each", "node.send(arrived[node]), strict=True -> 2 * node.send(arrived[node])[-1:]",
     "Every parent gets the last of what the node sends. Each has its own: zip(node.parents, sent)."),
    ("all-for-each", "+ downstream -> + sum(node.send(arrived[node]))",
     "Every parent gets all that the node sends, added up. Each has its own: zip(node.parents, sent)."),
    ("other-order", "node.send(arrived[node]) -> node.send(arrived[node])[::-1]",
     "What is sent is in the wrong order: the first downstream is for the first parent."),
    ("averaged", "broken.averaged(nodes, upstream)",
     "What arrives is averaged. One nudge goes both ways at once: its effects add up."),
    ("end-sends-alone", "broken.end_alone(nodes, upstream)",
     "Only what nodes[0] sends arrives. All the others send as well: go through them, in the order given."),
    ("same-parent-twice", "broken.once_for_each_parent(nodes, upstream)",
     "In a · a the same parent appears twice, and a dict keeps one of the two. Both count."),
    ("largest-wins", "arrived.get(parent, 0.0) + downstream -> max(arrived.get(parent, 0.0), downstream)",
     "The larger of the two is kept. Both uses count: add them."),
    ),
    right=(
    ("what arrives is added, never put in its place", """
        def handed_down(nodes, upstream=1.0):
            arrived = {nodes[0]: upstream}
            for node in nodes:
                for parent, downstream in zip(node.parents, node.send(arrived[node])):
                    arrived[parent] = arrived[parent] + downstream if parent in arrived else downstream
            return arrived.items()
     """),
    """
        def handed_down(nodes, upstream=1.0):
            for node in nodes:
                node.grad = 0.0
            nodes[0].grad += upstream
            for node in nodes:
                for parent, downstream in zip(node.parents, node.send(node.grad)):
                    parent.grad += downstream
                yield node, node.grad
    """,
    ),
)


def upstream_and_x(rng):
    """An upstream and an input of one shape."""
    rows = int(rng.integers(2, 4))
    upstream, x = rng.normal(size=(2, rows, rows + 1))
    return upstream, x


TANH = Custom("07.4", covers=("output-saved-for-input", "upstream-left-out"),
    inputs=upstream_and_x,
    wider=alike(2, large=5.0),
    forward=np.tanh,
    small=(whole_numbers(3, 0), whole_numbers(3, 1), whole((1, 2), (1, 2))),
    keeps_inputs=False,
    takes=("upstream", "x"), gives=("y", "downstream"),
    because="The slope of tanh is 1 − tanh(x)², and tanh(x) is y, which the rule has at hand.",
    hints=(
        "Write the slope of tanh in terms of tanh itself. What do you have already that is tanh(x)?",
        "d tanh(x) / dx = 1 − tanh(x)² = 1 − y²,   downstream = upstream · (1 − y²)",
        """
        def rule(upstream):
            return «upstream» * (1 - «y * y»)
        """,
    ),
    wrong=(
    "upstream-missing", "upstream-squared", "upstream-alone", "upstream-added", "upstream-divided", "stopped",
    ("input-for-output", "1 - y * y -> 1 - x * x",
     "The slope is taken from the input x. It is 1 − tanh(x)², and tanh(x) is the output: y."),
    ("tanh-twice", "1 - y * y -> 1 - np.tanh(y) ** 2",
     "The slope is taken at the output: 1 − tanh(y)². y is tanh(x) already: square it."),
    ("one-alone-meets-the-upstream", "upstream * (1 - y * y) -> upstream - y * y",
     "Only the 1 meets the upstream. The whole slope does: upstream · (1 − y²)."),
    ("square-forgotten", "1 - y * y -> 1 - y", "The square is missing: the slope is 1 − y²."),
    ("upstream-for-the-output", "downstream = 1 - upstream**2",
     "The upstream is where y belongs. The slope is 1 − y², and the upstream multiplies it."),
    ("slope-of-the-sigmoid", "1 - y * y -> y * (1 - y)",
     "That is the slope of the sigmoid, y · (1 − y). The slope of tanh is 1 − y²."),
    ("square-outside", "1 - y * y -> (1 - y) ** 2",
     "The square takes in too much: the slope is 1 − y², not (1 − y)²."),
    ("plus-for-minus", "1 - y * y -> 1 + y * y",
     "1 + y² is the slope of tan. The slope of tanh is 1 − y²: it flattens out."),
    ("slope-of-arctan", "downstream = upstream / (1 + x * x)",
     "1 / (1 + x²) is the slope of arctan. That of tanh is 1 − y²."),
    ("upstream-inside", "downstream = upstream * (1 - (upstream * y) ** 2)",
     "The upstream is inside the square as well. It is a factor, once: upstream · (1 − y²)."),
    ("cosh-not-squared", "downstream = upstream / np.cosh(x)",
     "The slope is 1 / cosh², and the square is missing; with the output it is 1 − y²."),
    ("rule-of-exp", "upstream * (1 - y * y) -> upstream * y",
     "That is the rule of exp, whose slope is its output. The slope of tanh is 1 − y²."),
    ("doubled-for-squared", "1 - y * y -> 1 - 2 * y", "2 y is y + y. The slope takes y · y."),
    ("neither-x-nor-y", "upstream * (1 - y * y) -> upstream * (1 - upstream**2)",
     "Neither x nor y is in it. The slope is 1 − y²."),
    ("slope-for-the-value", "y = 1 - y**2",
     "The slope is returned in place of the value: the value is y, and the slope belongs in the rule."),
    ("one-forgotten", "(1 - y * y) -> (-y * y)", "The 1 is missing: the slope is 1 − y²."),
    ),
    right=(
    ("d tanh(x) / dx = 1 − tanh(x)² = 1 − y²,   downstream = upstream · (1 − y²)", """
        def tanh(x):
            y = np.tanh(x)
            return y, lambda upstream: upstream * (1 - y**2)
     """),
    ("tanh(x) is y, which the rule has at hand", """
        def tanh(x):
            y = np.tanh(x)
            return y, lambda upstream: (upstream * (1 - y) * (1 + y),)
     """),
    ),
)


def stretched(rng, shape, full):
    """A gradient of the full shape, and the shape of what was stretched to it."""
    return np.asarray(rng.normal(size=full)), shape


def stretched_by_chance(rng):
    """A column, a row or a single number of a matrix that was used everywhere in it, or in a stack."""
    m, n = int(rng.integers(2, 4)), int(rng.integers(4, 6))
    shape = ((n,), (m, 1), (1, n), (), (1, 1))[int(rng.integers(0, 5))]
    return stretched(rng, shape, (m, n))


SHAPES = {  # what was stretched, and to what
    (4,): (3, 4), (3, 1): (3, 4), (1, 4): (3, 4), (): (3, 4), (3, 4): (3, 4), (2, 1, 4): (2, 3, 4),
    (4, 1): (2, 4, 3), (1,): (5,), (1, 1, 4): (2, 3, 4),
}  # fmt: skip

FITTED = Function("07.5", covers=("broadcast-needs-no-sum",),
    inputs=stretched_by_chance,
    edge_cases=tuple(stretched(np.random.default_rng(k), *pair) for k, pair in enumerate(SHAPES.items())),
    wider=sized(stretched, one_number=((), ()), one_row=((4,), (1, 4)), more=((1, 3, 1), (2, 3, 4)),
                square=((3, 1), (3, 3))),
    small=((np.array([1.0, 2.0, 3.0]), ()), (np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]), (2, 1)),
           (np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]), (3,))),
    method=Method(allows=lambda sweeps, *inputs: not sweeps,
                  says="But the engine found them, and that is what you are building: do the sum yourself."),
    takes=("gradient", "shape"),
    because="A number that was used n times gets the sum of n gradients: sum where it was stretched.",
    hints=(
        "Two kinds of axes were stretched: those in front, and those where the shape has a 1. Sum over both.",
        "the first gradient.ndim − len(shape) axes;   then each axis i with shape[i] = 1, kept with length 1",
        """
        def fitted(gradient, shape):
            gradient = np.sum(gradient, axis=tuple(range(«np.ndim(gradient)» - len(shape))))
            stretched = tuple(i for i, n in enumerate(shape) if n == «1»)
            return np.sum(gradient, axis=stretched, keepdims=«True»)
        """,
    ),
    wrong=(
    ("nothing-summed", "gradient",
     "Nothing is summed. A number that was used n times gets the sum of n gradients."),
    ("summed-for-one-number", "gradient if shape else gradient.sum()",
     "It is summed only for a single number. Rows and columns were stretched too: sum where they were."),
    ("first-stretched-alone", "broken.first_stretched(gradient, shape)",
     "Where several axes have length 1, only the first stretched axis is summed. Sum over each of them."),
    ("first-dropped-rest", "gradient[0]",
     "gradient[0] is the first of what arrives along an axis; the rest is dropped. Sum."),
    ("largest", "gradient.max(axis=tuple(range(gradient.ndim - len(shape))))",
     "In front, the largest of what arrives is kept. All the uses count: sum."),
    ("first-in-front-ones-of-shape-kept", "gradient[(0,) * (gradient.ndim - len(shape))]",
     "In front, the first of what arrives is kept; where the shape has a 1, everything is. Sum both times."),
    ("first-in-front-and-summed",
     ("np.sum(gradient, axis=tuple(range(np.ndim(gradient) - len(shape)))) -> "
      "gradient[(0,) * (gradient.ndim - len(shape))]"),
     "In front, the first of what arrives is kept. All the uses count: sum."),
    ("every-entry-is-the-mean", "np.broadcast_to(gradient.mean(), shape)",
     "Every entry is the mean of all that arrives. A number that was used n times gets the sum of n."),
    ("mean-of-everything", "gradient.mean()",
     "That is the mean of everything. Nothing is shared out: sum, over the stretched axes only."),
    ("every-axis-stays", "gradient.sum(keepdims=True)",
     "Everything is summed, and every axis stays. Sum the axes that were stretched; those in front go."),
    ("first-unless-equal", "gradient if gradient.shape == shape else gradient.sum(axis=0)",
     "Where the shapes differ you sum the first axis. Sum those in front, and those of length 1."),
    ("as-many-as-it-has", "gradient.sum(axis=tuple(range(len(shape))))",
     "You sum as many axes as the shape has. Sum those that it lacks, in front, and those where it has a 1."),
    ("shape-for-axes", "gradient.sum(axis=shape)",
     "axis takes the numbers of axes, and shape holds their lengths: sum where that is 1, and in front."),
    ("other-axes-summed", "n == 1 -> n != 1",
     "In the shape you sum the axes that have no 1. It is the other ones, with a 1, that were stretched."),
    ("kept-in-front", "right.reshape((1,) * (gradient.ndim - len(shape)) + right.shape)",
     "The axes in front are kept, with length 1. keepdims=True is only for axes that the shape has."),
    ("averaged", "right * right.size / max(gradient.size, 1)",
     "This is the mean of what arrives. Nothing is shared out: sum."),
    ("one-of-them", "gradient.ravel()[: right.size].reshape(right.shape)",
     "These are the first of the gradients that arrive. All the uses count: sum them."),
    ("one-in-front-alone", "np.ndim(gradient) - len(shape) -> min(1, np.ndim(gradient) - len(shape))",
     "In front, one axis is summed, however many there are. Sum each of them."),
    ("summed-to-one", "np.full(shape, gradient.sum())",
     "Everything is summed to one number. Sum only over the axes that were stretched."),
    ("front-axes-alone", "gradient.sum(axis=tuple(range(gradient.ndim - len(shape))))",
     "The axes in front are summed. Where the shape has a 1 inside, that axis was stretched too: sum it."),
    ("ones-counted-from-the-front",
     "gradient.sum(axis=tuple(i for i, n in enumerate(shape) if n == 1), keepdims=True)",
     "Axes of length 1 are counted from the front, while the gradient may have more in front.",
     "Sum those in front away first."),
    ("ones-counted-from-the-front-and-reshaped",
     ("gradient.sum(axis=tuple({*range(gradient.ndim - len(shape)),"
      "*(i for i, n in enumerate(shape) if n == 1)})).reshape(shape)"),
     "Axes of length 1 are counted from the front, while the gradient may have more in front.",
     "Sum those in front away first."),
    ("compared-from-the-front",
     "gradient.sum(axis=tuple(i for i, n in enumerate(shape) if n != gradient.shape[i]), keepdims=True)",
     "The two shapes are compared from the front. NumPy puts new axes there: sum those away first."),
    ("keepdims-forgotten", ", keepdims=True -> ",
     "Where the shape has a 1, the axis is gone. It has to stay, with length 1: keepdims=True."),
    ("next-axis-counted-wrongly", "broken.ones_one_by_one(gradient, shape)",
     "Each axis of length 1 vanishes as it is summed, so the next one is counted wrongly: keepdims=True."),
    ("last-axis-always", "np.sum(gradient, axis=-1)",
     "You always sum the last axis. Sum those in front, and those where the shape has a 1."),
    ("last-axes", "gradient.sum(axis=tuple(range(len(shape), gradient.ndim)))",
     "You sum over the last axes. NumPy puts new axes in front: sum over the first ones."),
    ("single-number", "gradient.sum()",
     "Everything is summed to a single number. Sum only over the axes that were stretched."),
    ("single-number-reshaped", "gradient.sum().reshape(shape)",
     "Everything is summed to a single number. Sum only over the axes that were stretched."),
    ("front-axes-kept", "gradient.sum(axis=tuple(range(gradient.ndim - len(shape))), keepdims=True)",
     "The axes in front are summed, and still there, with length 1. They have to go."),
    ("chunks-summed", "gradient.reshape(-1, max(1, int(np.prod(shape)))).sum(axis=0).reshape(shape)",
     "You sum chunks of numbers that lie together. The axes say which belong together: sum over them."),
    ("first-axis-always", "np.sum(gradient, axis=0)",
     "You sum the first axis, whatever the shape is. Sum those in front, and those of length 1."),
    ("reshaped", "np.reshape(gradient, shape)",
     "Where there are more numbers than the shape has, no other layout holds them all. Sum them."),
    ("new-axes-at-the-end", "broken.back_axes_first(gradient, shape)",
     "You take the new axes to stand at the end. NumPy puts them in front."),
    ("ones-first", "broken.ones_first(gradient, shape)",
     "Axes of length 1 are counted before those in front are gone, so they are the wrong ones.",
     "Sum those in front away first."),
    ),
    words={"stretched": "the stretched axes"},
    right=(
    ("sum where it was stretched", """
        def fitted(gradient, shape):
            while np.ndim(gradient) > len(shape):
                gradient = gradient.sum(axis=0)
            for axis, n in enumerate(shape):
                if n == 1:
                    gradient = gradient.sum(axis=axis, keepdims=True)
            return gradient
     """),
    """
        def fitted(gradient, shape):
            full = (1,) * (gradient.ndim - len(shape)) + tuple(shape)
            return gradient.sum(axis=tuple(k for k, n in enumerate(full) if n == 1)).reshape(shape)
    """,
    ),
)


SEND = OfNodes("07.6", covers=("broadcast-needs-no-sum",),
    inputs=lambda rng: (stretched_nodes(rng), rng.normal(size=(2, 3))),
    edge_cases=((stretched_nodes("a number"), np.ones((2, 3))), (stretched_nodes("one parent"), np.ones(2)),
                (stretched_nodes("one number"), np.ones(())), (stretched_nodes("a leaf"), np.ones(2)),
                (stretched_nodes("a list"), np.ones((2, 3))),
                (stretched_nodes("a tuple of one"), np.ones(2)), (stretched_nodes("a square"), np.ones(2)),
                (stretched_nodes("one stretched"), np.ones((2, 3)))),
    small=((stretched_nodes("a number"), np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])),),
    takes=("self", "upstream"), gives=("sizes", "numbers"),
    hands_over=that_sends, reads=as_sent, in_words=sends_in_words,
    reference=send,
    because="The rule knows what arrives at each parent, and fitted gives it that parent's shape.",
    hints=(
        "Ask the rule (a leaf has none), put a bare answer in a tuple, and fit each to its own parent.",
        "(fitted(first downstream, shape of the first parent), fitted(second, ...), ...)",
        """
        sent = self.rule(upstream) if self.parents else ()
        sent = sent if isinstance(sent, tuple | list) else («sent»,)
        pairs = zip(sent, self.parents, strict=True)
        return tuple(fitted(each, «parent.value.shape») for each, parent in pairs)
        """,
    ),
    wrong=(
    ("not-fitted", "fitted(each, parent.value.shape) -> each",
     "Where a parent was stretched, its downstream still has the shape of the answer, self.value.shape.",
     "It should have that of the parent: return what fitted(…, parent.value.shape) gives."),
    ("upstream-for-each", "fitted(each, -> fitted(upstream,",
     "Each parent gets the upstream, fitted. Fit what the rule gives for it."),
    ("ones-for-upstream", "self.rule(upstream) -> self.rule(np.ones(np.shape(upstream)))",
     "The rule is called with ones. Hand it the upstream."),
    ("one-for-upstream", "self.rule(upstream) -> self.rule(1.0)",
     "The rule is called with 1. Hand it the upstream."),
    ("bare-array-taken-apart",
     "sent if isinstance(sent, tuple | list) else (sent,) -> sent; , strict=True -> ", BARE),
    ("list-for-one", "isinstance(sent, tuple | list) -> isinstance(sent, tuple); , strict=True -> ",
     "A rule may give its downstreams in a list: yours takes the whole list for one of them."),
    ("first-alone", "in pairs) -> in [*pairs][:1])",
     "Only the first parent gets a downstream. Each of them should."),
    ("leaf-asked", "self.rule(upstream) if self.parents else () -> self.rule(upstream)",
     "A node without parents has no rule: there it is None. It sends nothing, an empty tuple."),
    ("other-order", "zip(sent, self.parents -> zip(sent[::-1], self.parents",
     "The downstreams are in the wrong order: the first belongs to the first parent."),
    ("other-parents", "zip(sent, self.parents -> zip(sent, self.parents[::-1]",
     "Each is fitted to the shape of the other parent: the first downstream belongs to the first parent."),
    ("upstream-twice", "fitted(each, -> fitted(each * upstream,",
     "The upstream is multiplied in twice: what the rule gives contains it already."),
    ("averaged", "fitted(each, -> fitted(each / each.size,",
     "Each is divided by how many entries it has. What a stretched parent gets is a sum."),
    ),
    right=(
    ("fitted gives it that parent's shape", """
        def send(self, upstream):
            if not self.parents:
                return ()
            sent = self.rule(upstream)
            if not isinstance(sent, (tuple, list)):
                sent = (sent,)
            return tuple(fitted(sent[k], self.parents[k].value.shape) for k in range(len(sent)))
     """),
    ),
)


def rows_and_upstream(rng, rows=None, columns=None):
    """One upstream for each row, and the rows."""
    rows = rows or int(rng.integers(2, 5))
    return rng.normal(size=rows), rng.normal(size=(rows, columns or rows + 2))


def log_of_the_sum(x):
    """log Σ exp(x), row by row, without overflow."""
    top = np.max(x, axis=1)
    return top + np.log(np.sum(np.exp(x - top[:, None]), axis=1))


LOGSUMEXP = Custom("07.7", covers=("upstream-left-out", "output-saved-for-input", "broadcast-needs-no-sum"),
    inputs=rows_and_upstream,
    wider=all_of(
        sized(rows_and_upstream, one_row=(1, 4), one_column=(4, 1), square=(3, 3), more=(7, 5)),
        lambda rng: [("large", (np.array([2.0, -1.0]), np.array([[800.0, 801.0], [1.0, 3.0]])))],
    ),
    forward=log_of_the_sum,
    small=((np.array([2.0]), np.zeros((1, 2))), (np.array([3.0, 1.0]), np.array([[0.0, 1.0], [2.0, 0.0]]))),
    takes=("upstream", "x"), gives=("y", "downstream"),
    because="The shares of each row, softmax: exp(x − y). To make them, x and y are enough.",
    hints=(
        "By how much does a row's y move if one x in it does? What part of the sum is that x?",
        "dy/dx = exp(x) / Σ exp(x) = exp(x − y),   downstream = upstream · exp(x − y), row by row",
        """
        def rule(upstream):
            return upstream[:, None] * np.exp(x - «y[:, None]»)
        """,
    ),
    wrong=(
    "upstream-missing", "upstream-squared", "stopped",
    ("whole-upstream", "downstream = upstream[:, None] * np.ones(x.shape)",
     "Every x of a row gets the whole upstream. Each gets its share: multiply by exp(x − y)."),
    ("handed-on", "downstream = upstream",
     "What comes out is the upstream itself. A row's shares exp(x − y) add up to 1: each x gets its own."),
    ("shared-equally", "downstream = upstream[:, None] * np.ones(x.shape) / x.shape[1]",
     "Every x gets an equal share. The shares are those of the sum: exp(x − y)."),
    ("slope-of-the-sum", "np.exp(x - y[:, None]) -> np.exp(x)",
     "exp(x) is the slope of the sum. The logarithm divides by the sum: that is exp(x − y)."),
    ("rows-added-up", "downstream = upstream @ np.exp(x - y[:, None])",
     "The rows are added up. Each keeps its own downstream, upstream[:, None] · exp(x − y)."),
    ("turned-round", "np.exp(x - y[:, None]) -> np.exp(y[:, None] - x)",
     "The share is turned upside down: exp(x) over the sum is exp(x − y)."),
    ("whole-sum", "downstream = (upstream * np.exp(y))[:, None] * np.ones(x.shape)",
     "exp(y) is the whole sum of a row. Each x has its own part in it: exp(x), over that sum."),
    ("logarithm-alone", "downstream = (upstream / np.exp(y))[:, None] * np.ones(x.shape)",
     "That is the slope of the logarithm, one over the sum. What is inside has a slope as well: exp(x)."),
    ("logarithm-alone-as-column", "downstream = (upstream / np.exp(y))[:, None]",
     "That is the slope of the logarithm, one over the sum. What is inside has a slope as well: exp(x)."),
    ("divided-by-the-output", "np.exp(x - y[:, None]) -> np.exp(x) / y[:, None]",
     "You divide by y, the logarithm of the sum. Divide by the sum itself, exp(y)."),
    ("slope-of-a-share", "downstream = upstream[:, None] * (p := np.exp(x - y[:, None])) * (1 - p)",
     "p · (1 − p) is the slope of a share. Here the share p itself is the slope: exp(x − y)."),
    ("upstream-in-the-exponent", "downstream = np.exp(upstream[:, None] * (x - y[:, None]))",
     "The upstream is in the exponent. It multiplies the share: upstream · exp(x − y)."),
    *((f"over-the-columns{less}", f"downstream = upstream[:, None] * (e := np.exp(x{less})) / e.sum(axis=0)",
       "You divide by the sums of the columns. The sum is that of the row: axis 1.")
      for less in ("", " - x.max(axis=1, keepdims=True)", " - y[:, None]")),
    ("one-taken-off", "np.exp(x - y[:, None]) -> (np.exp(x - y[:, None]) - 1)",
     "You take 1 off the share, as cross-entropy does for the part that is right. Here it is exp(x − y)."),
    ("one-taken-off-the-end", "downstream = upstream[:, None] * np.exp(x - y[:, None]) - 1",
     "1 is taken off at the end. The downstream is upstream · exp(x − y), and nothing is taken off."),
    ("exp-once-more", "np.exp(x - y[:, None]) -> np.exp(x - y[:, None]) * np.exp(x)",
     "exp(x) is in it once too often: exp(x − y) holds it already."),
    ("largest-takes-all", "downstream = upstream[:, None] * (x == x.max(axis=1, keepdims=True))",
     "The largest x gets everything, as for a maximum. Here each has its share: exp(x − y)."),
    ("top-counted-too", "np.exp(x - y[:, None]) -> (np.exp(x - y[:, None]) + (x == top[:, None]))",
     "For top, 1 is counted too. But top is taken off again inside: whatever it is, y stays the same."),
    ("top-taken-off-again", "np.exp(x - y[:, None]) -> np.exp(x - top[:, None] - y[:, None])",
     "top is taken off once more: y holds it already. exp(x − y) is the share."),
    ("shared-twice", "downstream = upstream[:, None] * np.exp(x - y[:, None]) / x.shape[1]",
     "The shares are divided once more by how many there are. They add up to 1 as they are."),
    ("sum-alone",
     "downstream = upstream[:, None] / np.exp(x - x.max(axis=1, keepdims=True)).sum(axis=1)[:, None]",
     "One over the sum is the slope of the logarithm alone. Each x has its own slope in the sum: exp(x)."),
    ("not-of-the-exponentials", "downstream = upstream[:, None] * x / x.sum(axis=1, keepdims=True)",
     "You divide x by the sum of its row. The shares are those of the exponentials: exp(x − y)."),
    ("sum-of-everything", "downstream = upstream[:, None] * np.exp(x) / np.exp(x).sum()",
     "You divide by the sum of everything. Each row has a sum of its own."),
    ),
    right=(
    ("dy/dx = exp(x) / Σ exp(x) = exp(x − y),   downstream = upstream · exp(x − y), row by row", """
        def logsumexp(x):
            shifted = x - x.max(axis=1, keepdims=True)
            shares = np.exp(shifted) / np.exp(shifted).sum(axis=1, keepdims=True)
            y = x.max(axis=1) + np.log(np.exp(shifted).sum(axis=1))
            return y, lambda upstream: (upstream * shares.T).T
     """),
    ("The shares of each row, softmax: exp(x − y).", """
        def logsumexp(x):
            y = np.logaddexp.reduce(x, axis=1)
            return y, lambda upstream: np.einsum("i,ij->ij", upstream, np.exp(x - y[:, None]))
     """),
    ),
)


# --- predictions ---


def factors_that_move(rng):
    """Two factors, and how far each moves."""
    return tuple(rng.normal(size=(4, int(rng.integers(2, 5)))))


TIMES = Function("07.8", covers=("vjp-jvp-transpose-are-one",),
    inputs=factors_that_move,
    wider=alike(4),
    small=(whole_numbers(2, 3, 1, 0), whole_numbers(2, 3, 0, 1), whole_numbers(2, 3, 1, 10)),
    method=Method(allows=lambda sweeps, *inputs: not sweeps,
                  says="But the engine found it, by sweeping. Forward needs no sweep: work the move out."),
    takes=("a", "b", "da", "db"), gives=("product", "tangent"),
    because="Each move is stretched by the other factor, and both moves happen at once: they add up.",
    hints=(
        "Let only a move: by how much does the product move? Then let only b move. Both happen at once.",
        "tangent = a · db + b · da",
        """
        return a * b, a * «db» + b * «da»
        """,
    ),
    wrong=(
    ("moves-multiplied", "a * db + b * da -> da * db",
     "The moves are multiplied. Each is stretched by the other factor, and both add up."),
    ("moved-as-a-sum", "a * db + b * da -> da + db",
     "That is how a sum moves. In a product each move is stretched by the other factor."),
    ("moved-as-a-quotient", "a * db + b * da -> (b * da - a * db) / b**2",
     "That is how a quotient moves. In a product each move is stretched by the other factor."),
    ("stretched-by-its-own", "a * db + b * da -> a * da + b * db",
     "Each move is stretched by its own factor. It is the other one that stretches it."),
    ("second-held", "a * db + b * da -> b * da",
     "Only the move of a counts here, b · da. That of the second, b, is missing: a · db."),
    ("first-held", "a * db + b * da -> a * db",
     "Only the move of b counts here, a · db. That of the first, a, is missing: b · da."),
    ("after-the-move", "a * db + b * da -> (a + da) * (b + db)",
     "That is the product after the move. The tangent is how much it has moved."),
    ("corner-kept", "a * db + b * da -> (a + da) * (b + db) - a * b",
     "That is how far it really moves, with da · db, the corner. The tangent is the two strips without it."),
    ("corner-taken-off", "a * db + b * da -> a * db + b * da - da * db",
     "The corner is taken off the two strips, which do not hold it. Leave da · db out."),
    *((f"not-added{turned}", f"a * db + b * da -> np.stack([{moves}])",
       "Both moves are right, and stand side by side. They happen at once: add them.")
      for turned, moves in (("", "a * db, b * da"), ("-turned", "b * da, a * db"))),
    ("stretched-by-both", "a * db + b * da -> a * b * (da + db)",
     "Each move is stretched by both factors. It is the other one alone that stretches it."),
    ("relative-moves", "a * db + b * da -> da / a + db / b",
     "That is how much the product moves per 1 of itself. Its move is a · b times that."),
    ("four-terms", "a * db + b * da -> (a + b) * (da + db)",
     "Among its four terms are a · da and b · db too. A move is stretched by the other factor alone."),
    ("slopes-alone", "a * db + b * da -> a + b",
     "Those are the slopes, b and a, added up. Each meets its own move first."),
    ("parts-multiplied", "a * db + b * da -> a * db * b * da", "The two parts are multiplied. They add up."),
    ("product-itself", "a * db + b * da -> a * b + a * db + b * da",
     "The product itself is in the tangent as well. The tangent is how much it moves."),
    ("product-once-more", "a * db + b * da -> a * b",
     "That is the product once more. The tangent is how fast it moves."),
    ("stretched-by-a", "a * db + b * da -> a * (da + db)",
     "Both moves are stretched by a. It stretches that of b; the move of a is stretched by b."),
    ("multiplied-by-b", "a * db + b * da -> b * (da + db)",
     "Here b multiplies its own move too. That one is multiplied by a."),
    ("product-of-the-moved", "return (a + da) * (b + db), a * db + b * da",
     "That is the product of the moved factors. The product stays a · b."),
    ("value-moved", "return a * b + a * db + b * da, a * db + b * da",
     "The value was moved as well. It stays a · b."),
    ),
    right=(
    ("tangent = a · db + b · da", "b * a, da * b + db * a"),
    ("both moves happen at once: they add up", "a * b, ad.jvp(lambda a, b: a * b, [a, b], [da, db])[1]"),
    ),
)


VISITS = PredictionKey("07.p1",
    "x is squared 12 times, each time as v · v. How often does by_paths come to x?",
    example=100, truth=lambda: broken.visits(12), covers=("recursion-is-an-order",),
    because="Every squaring has two paths back and so doubles the visits: 2¹² = 4096.",
    guesses=(
    ("once-per-squaring", "12",
     "That is once per squaring. But from each square two paths lead back, and each of them is walked."),
    ("two-per-squaring", "2 * 12",
     "That counts two paths at each square, and adds them. At the end of each path the next square waits."),
    ("once", "1", "Once is what a good sweep needs. This one comes along every path."),
    ("every-value-once", "12 + 1", "That is each value once, as in a good sweep. This one walks every path."),
    ("one-more-each-time", "12 * 13 // 2",
     "That lets the visits grow by one more each time. Count them for two squarings, then for three."),
    ("squared-not-doubled", "12**2",
     "That squares the number of squarings. What is doubled at each of them?"),
    ("all-but-one", "2**12 - 1", "All nodes but x together get that many visits. And x alone?"),
    ("one-squaring", "2", "That is right for one squaring. Each further one doubles it."),
    ("every-node", "2**13 - 1", "All nodes together get that many visits. How many come to x?"),
    ("one-too-few", "2**11", "That is right for one squaring too few."),
    ("one-too-many", "2**13", "That is right for one squaring too many."),
    ("written-with-a-hat", "2 ^ 12",
     "Was that a power, with ^? Python has another use for ^, and ** for powers."),
    ),
    given={"count": 12},
)

WHOLE_SUMS = PredictionKey("07.p2",
    "b = a + a, c = b + b. At every arrival a node sends on its whole sum so far. What gradient does a get?",
    example=10, truth=lambda: broken.doubled_twice(broken.whole_sums),
    covers=("recursion-is-an-order", "last-gradient-wins"),
    because="b sends 1 to both uses of a, later 2 to both: 1 + 1 + 2 + 2 = 6. The first 1 went down twice.",
    guesses=(
    ("right-gradient", "broken.doubled_twice(lambda y: handed_down(in_order(y)))",
     "That is the right gradient. This engine sends on before everything has arrived."),
    ("whole-sum-both-times", "2 * 4",
     "That sends the whole sum both times. What has arrived at b when it sends for the first time?"),
    ("first-wave-alone", "1 + 1", "That is what has reached a when b has sent once. It sends once more."),
    ("one-use", "1 + 2", "That follows one of the two uses of a."),
    ),
)

TWICE = PredictionKey("07.p3",
    "b = a + a, c = b + b; dc/da is 4. Sums stay on the nodes, and backward runs twice. What is in a.grad?",
    example=50, truth=lambda: broken.after_runs(2), covers=("backward-twice-is-harmless",),
    because="The second time b holds 2 + 2 = 4, so 8 comes down on top of the 4: 12.",
    guesses=(
    ("harmless", "broken.after_runs(1)",
     "That is the gradient, as if the second run had started from nothing. It adds to what is there."),
    ("doubled", "2 * broken.after_runs(1)", "It would double if only a kept its sum. b keeps one too."),
    ("end-kept-too", "broken.after_runs(2, keeps_end=True)",
     "That would be so if c added up as well. The end is set to 1 each time: what does b send then?"),
    ("order-blamed", "6", "That was whole_sums. Here the order is right; the old sums count again."),
    ),
)

WRITES = PredictionKey("07.p4",
    "add, multiply, exp: zeros overwrite an input or the output. In how many of 6 cases is the sweep wrong?",
    example=10, truth=measured.writes_that_spoil, covers=("in-place-is-forbidden",),
    because="Only what a rule reads: an input of multiply, and the output of exp. That makes 2.",
    guesses=(
    ("all-forbidden", "6", "Writing harms only where a rule still reads. Does every rule read both?"),
    ("reads-what-is-written", "0",
     "A rule that kept the array itself, not a copy, reads what is written there."),
    ("every-input", "3", "Does every rule read its input? And which of them reads its output?"),
    ("multiply-alone", "1",
     "multiply is one. Is there another rule that still reads something on the way back?"),
    ("both-of-both", "4", "That lets multiply and exp read both, input and output. Does either of them?"),
    ("one-too-many", "5", "Ask each rule what it reads on the way back: its inputs, its output, or nothing."),
    ),
)
