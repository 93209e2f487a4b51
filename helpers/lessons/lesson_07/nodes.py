"""Answers that work on the nodes of an engine: a function that puts them in order, or one that sweeps.

Such an answer is handed nodes made for it, and what it hands back is read as numbers: what arrives where. The
nodes count how often they are looked at, so that a sweep that never ends is stopped, and told so, at once.
"""

import ast
import contextlib
import functools
import itertools
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from helpers.drawing.svg.printing import number
from helpers.exercises.judge.outcome import ALREADY
from helpers.exercises.judge.own_code import own_function
from helpers.exercises.key.keys import AnswerKey
from helpers.exercises.run.calls import call, require_function
from helpers.exercises.run.closeness import agree, entries_close
from helpers.exercises.run.keeping import exchanged
from helpers.exercises.run.sources import answer_of
from helpers.exercises.say.cards import what_is
from helpers.exercises.say.small import Written
from helpers.exercises.say.verdicts import Verdict, not_attempted

from . import engine

MOST_LOOKS = 200_000  # at nodes, in one call; an honest answer takes about twenty for every node
LONG = 3200
NAMES = {  # of the nodes of a computation, the oldest first, by how many there are
    len(names): names for names in (
        ("x", "a", "b", "the 5", "c", "y"), ("w", "x", "a", "b", "y"),
        ("x", "z", *(f"v{k}" for k in range(1, 7)), "y"),
    )
}  # fmt: skip
MOST_NAMED = 3  # nodes
UNNAMED = {  # verdicts that say nothing of nodes
    "values", "right-on-some", "doubled", "constant-factor", "nearly", "stopped",
}  # fmt: skip
EXACT = 1e-9
OF_BEFORE = "It holds nodes that y was not made from: start a new list in each call, inside the function."
SENDS_AGAIN = "The numbers are right. But a node is made to send more than once: keep what it gives."
SWEPT_BEFORE = "It builds on what it left there the first time: begin each call with only what is handed in."


class SweptBefore(Written):
    """A computation whose nodes are handed to an answer twice: what the first call left must not count."""


SENDS_ITSELF = (
    "send is what you are writing here: it would call itself, without end. Ask the node's rule: self.rule(…)."
)


HEARD = (  # what an exception says, in which case, and what that means
    ("'list' object", "gives a list", "This rule gave a list: take it as it is, like a tuple."),
    ("'tuple' object has no attribute", "gives a tuple",
     "This rule gave its one downstream in a tuple already: only a bare one is to be put in one."),
    ("inside `<lambda>`, which is called there: 'float' object is not subscriptable", "[::-1]",
     "This rule turns round what it is given, and it was given 1 number: send what has arrived there."),
    *((f"inside `fitted`, which is called there: {says}", "",
       "fitted takes a gradient and a shape: is the second one parent.value.shape?")
      for says in ("len() of unsized", "`if`, `and`", "object of type 'Node'")),
    ("'NoneType' object is not callable", "",
     "A leaf's rule is None: without parents send gives (), as in Node, above."),
)  # fmt: skip
TURNED = "fitted takes the gradient first, then the shape."
BARE = "A rule may give its one downstream bare, and yours takes that apart: make it a tuple of one first."
NO_TURN = "There is no sum yet: no node that uses this one has had its turn. Begin with nodes[0]."
AT_SENDER = "Each sum is put at the node that sends. It belongs at the parents of that node."
ADDS = "+= adds to what is there, and for this node nothing is there yet: .get(node, 0.0) gives 0 then."
IN_CODE = (  # what an exception says, what stands in the code, and what that means
    ("'numpy.float64' object is not iterable", "ndarray",
     "This rule gave one bare number, which is no array: ask whether it is a tuple or a list."),
    ("'tuple' object has no attribute 'pop'", r"(?ms)\b(\w+)\.pop\(.*\b\1 = (\w+\.parents)$",
     "`{0} = {1}` drops what was waiting, and puts a tuple in its place. Extend it: {0}.extend({1})."),
    ("'tuple' object has no attribute 'parents'", r"(?m)\b(\w+)\.append\((\w+\.parents)\)$",
     "`{0}.append({1})` puts all of them in as one tuple: {0}.extend({1}) puts each in."),
    ("tuple index out of range", r"\b(\w+)\.append\((\w+\.parents)\[(\w+)",
     "A leaf has no parents, so there is no {1}[{2}]: {0}.extend({1}) takes all there are."),
)  # fmt: skip


class Endless(BaseException):
    """Raised by a node that was looked at too often; no `except Exception` catches it."""


class Node:
    """A node of `engine` as an answer sees it: the same, but it counts how often it is looked at."""

    def __init__(self, node, parents, count):
        self.value, self.name, self.born, self.rule = node.value, node.name, node.born, node.rule
        self._parents, self._count = parents, count
        self.had_turn = self.is_missing = False
        self.sends = 0

    def _looked_at(self):
        if next(self._count) > MOST_LOOKS:
            raise Endless

    @property
    def parents(self):
        self._looked_at()
        self.had_turn = True
        return self._parents

    def send(self, upstream):
        """One downstream for each parent, as nodes send it in the notebook up to here: not a copy."""
        self._looked_at()
        self.had_turn = True
        self.sends += 1
        sent = self.rule(upstream) if self._parents else ()
        return sent if isinstance(sent, tuple) else (sent,)

    def __repr__(self):
        self.is_missing = True  # where a KeyError is read, which says its key
        return "a node"

    def __hash__(self):
        self._looked_at()
        return object.__hash__(self)


class Unsent(Node):
    """A node whose `send` is what is asked for: a call of it would go on for ever."""

    def send(self, upstream):
        """No help from the nodes of the notebook up to here."""
        raise Verdict("sends-itself", says=SENDS_ITSELF)


Unsent.__name__ = "Node"  # to an answer it is one


def that_sends(nodes):
    """The end of these nodes, whose `send` is still to be written."""
    nodes[-1].__class__ = Unsent
    return nodes[-1]


def handed_out(y):
    """Every node that y was made from as an answer sees it, by the node itself, the oldest first."""
    count, met, waiting = itertools.count(), {y}, [y]
    while waiting:  # as in_order does it, which takes longer: it looks through a list
        new = set(waiting.pop().parents) - met
        met |= new
        waiting.extend(new)
    found = {}
    for node in sorted(met, key=lambda node: node.born):
        found[node] = Node(node, tuple(found[parent] for parent in node.parents), count)
    return found


@dataclass(frozen=True, kw_only=True, eq=False)
class OfNodes(AnswerKey):
    """The answer is a function of nodes. A case is a `Written` that makes the end y, then what else it takes.

    `hands_over(nodes)` gives the first argument from all nodes, the oldest first; `reads(given, nodes)` the
    numbers that an answer comes to. Where no known wrong answer gives these, `in_words(case, got, want)` has
    a name and a sentence for them.
    """

    hands_over: Callable
    reads: Callable
    in_words: Callable

    is_called = True
    gives_parts = False
    it_gives = "your function leads to"

    @property
    def tried(self):
        return [(("tried with", case[0].formula),) for case in self.cases]

    @property
    def require(self):
        return functools.partial(require_function, names=self.takes)

    @property
    def given_by(self):
        return functools.partial(on_nodes, names=self.takes, hands_over=self.hands_over, reads=self.reads)

    def answer_of(self, source):
        return answer_of(source, self.listed.answer, self.scope)

    def in_small(self, part, got, want):
        if self.gives[part] == "sizes":
            return sent_in_small(got, want)
        if self.gives[part] == "numbers":
            return numbers_in_small(got, want)
        if self.gives[part] in ("arrivals", "upstreams") and want.size in NAMES:
            so = "If y has 1, and yours send in turn," if self.gives[part] == "arrivals" else "With yours"
            return f"{so} {arrived_in_small(got, want)}"
        return None

    def judge(self, attempt):
        try:
            super().judge(attempt)
        except Verdict as verdict:
            verdict.facts = tuple(fact for fact in verdict.facts if fact[0] != ALREADY)
            if verdict.name not in UNNAMED:
                raise
            wants = self.right_outcome
            shown = {case[0].formula for case in self.small}  # first: the card shows it where it is wrong
            tried = sorted(
                zip(attempt.cases, attempt.outcome, wants, strict=True),
                key=lambda one: one[0][0].formula not in shown,
            )
            case, got, want = next(one for one in tried if not agree([one[1]], [one[2]], self.rtol))
            name, says = self.in_words(case, got, want)
            raise Verdict(name, *verdict.facts, says=says) from None

    def from_line(self, line):
        right = self.right_answer
        return lambda *inputs: line.whole(dict(zip(self.takes, inputs)), lambda: right(*inputs))


def on_nodes(answer, case, names, hands_over, reads):
    """What an answer comes to in one case, as arrays; a Verdict where it comes to nothing."""
    make, *others = case
    stray = handed_out(engine.Node(0.0))  # y is not made from it, and it lives: nodes are found from y
    nodes = list(handed_out(make()).values())
    try:
        given = call(finished(answer), [hands_over(nodes), *others], names)
    except Verdict as verdict:
        heard = str(verdict.words.get("says_why"))
        verdict.facts = tuple(
            (fact[0], make.formula) if fact[0] == f"tried with {names[0]}" else fact for fact in verdict.facts
        )
        means = [TURNED] * goes_on_turned(answer, nodes[-1], others, names)
        means += [says for message, formula, says in HEARD if message in heard and formula in make.formula]
        means += [
            says.format(*found.groups())
            for message, pattern, says in IN_CODE
            if message in heard and (found := re.search(pattern, code_of(answer)))
        ]
        if verdict.words.get("kind") == "KeyError":
            line = dict(verdict.facts).get("your line", "")
            means += missing(nodes, answer) or [ADDS] * bool(re.search(r"\] *\+=", line))
        if not means and goes_on_with_a_tuple(answer, nodes[-1], others, names):
            means = [BARE]
        if means:
            raise Verdict("raises", *verdict.facts, says=means[0], **verdict.words) from None
        raise
    if isinstance(make, SweptBefore) and not isinstance(given, Verdict):
        if any(node.sends > 1 for node in nodes):
            raise Verdict("sends-again", says=SENDS_AGAIN)
        first = reads(given, nodes)
        doubled = call(finished(answer), [hands_over(nodes), *(2 * each for each in others)], names)
        kept = others and not isinstance(doubled, Verdict) and agree([reads(doubled, nodes)], [first], EXACT)
        given = call(finished(answer), [hands_over(nodes), *others], names)
        if kept or isinstance(given, Verdict) or not agree([reads(given, nodes)], [first], EXACT):
            raise Verdict("swept-before", says=SWEPT_BEFORE)
    if isinstance(given, Verdict):
        raise given
    del stray
    if given is ...:
        raise not_attempted(left=("",))
    return reads(given, nodes)


def goes_on_with_a_tuple(answer, end, others, names):
    """Does a `send` that breaks go on where the rule gives what it gave bare in a tuple?"""
    if not isinstance(end, Unsent) or not end._parents or isinstance(end.rule(*others), tuple | list):
        return False
    bare, end.rule = end.rule, lambda upstream: (bare(upstream),)
    return goes_on(answer, end, others, names)


def goes_on_turned(answer, end, others, names):
    """Does a `send` that breaks go on where `fitted` takes the shape first?"""
    scope = getattr(answer, "__globals__", {})
    if not isinstance(end, Unsent) or not (own := scope.get("fitted")):
        return False
    scope["fitted"] = lambda shape, gradient: own(gradient, shape)
    try:
        return goes_on(answer, end, others, names)
    finally:
        scope["fitted"] = own


def goes_on(answer, end, others, names):
    """Does a `send` give anything there?"""
    with contextlib.suppress(Verdict):
        return not isinstance(call(finished(answer), [end, *others], names), Verdict)
    return False


def missing(nodes, answer):
    """Why the sums hold nothing for a node, if that can be told: by who has had a turn, or by the code."""
    found = [node for node in nodes if node.is_missing]
    users = [node for node in nodes if found[0] in node._parents] if len(found) == 1 else []
    if users and not any(user.had_turn for user in users):
        return [NO_TURN]
    return [AT_SENDER] * puts_at_sender(answer)


def code_of(answer):
    """The code of an answer, without comments; "" where it cannot be read."""
    try:
        return ast.unparse(own_function(answer)[1])
    except LookupError:
        return ""


def puts_at_sender(answer):
    """Does the code set entries, and only at the name that a loop gives to one node after the other?"""
    parts = [*ast.walk(ast.parse(code_of(answer)))]
    loops = [part for part in parts if isinstance(part, ast.For)]
    first = [part.args.args[0].arg for part in parts if isinstance(part, ast.FunctionDef)][:1]
    turns = [ast.unparse(loop.target) for loop in loops if ast.unparse(loop.iter) in first]
    entries = [part for part in parts if isinstance(part, ast.Subscript)]
    places = [ast.unparse(entry.slice) for entry in entries if isinstance(entry.ctx, ast.Store)]
    others = {part.attr for part in parts if isinstance(part, ast.Attribute)} & {"update", "setdefault"}
    return bool(places) and not others and {*places} <= {*turns}


class Yielded(list):
    """What came out of a generator, a set and such: without an order, or to be gone through once."""

    def __init__(self, given, parts):
        super().__init__(parts)
        kind = "an iterator" if "iterator" in what_is(given) else what_is(given)
        self.is_what = kind + ", which has no order" * isinstance(given, set | frozenset)


def finished(answer):
    """The answer, with what it yields taken as a list; where it never ends or dives too deep, a Verdict."""

    own = getattr(answer, "__globals__", {}).get("Node")  # the notebook's, whose send this is to become

    @functools.wraps(answer)
    def run(*inputs):
        is_send = isinstance(inputs[0], Unsent) and isinstance(own, type)
        try:
            with exchanged((own, "send", Unsent.send)) if is_send else contextlib.nullcontext():
                given = answer(*inputs)
            if isinstance(given, Iterable) and not isinstance(given, Mapping | str | Node | np.ndarray):
                parts = [*itertools.islice(given, MOST_LOOKS)]
                given = parts if isinstance(given, list | tuple) else Yielded(given, parts)
                return Verdict("endless") if len(given) == MOST_LOOKS else given
            return given
        except Verdict as verdict:
            return verdict
        except Endless:
            return Verdict("endless")
        except RecursionError:
            return Verdict("too-deep")

    return run


def in_their_order(given, nodes):
    """What arrives at each node if the listed ones send on, in their order, what they have; then how many are
    missing, how many stand there again, and how many come before one that uses them.
    """
    if given is None:
        raise Verdict("returns-nothing", what="function")
    if type(given) is not list or not all(isinstance(node, Node) for node in given):
        raise Verdict("not-nodes", what=given_as(given, lambda part: isinstance(part, Node)))
    if not {*given} <= {*nodes}:
        raise Verdict("not-repeatable", says=OF_BEFORE)
    arrived, places = {nodes[-1]: 1.0}, {}
    for place, node in enumerate(given):
        places.setdefault(node, place)
        if node in arrived:
            for parent, downstream in zip(node.parents, node.send(arrived[node]), strict=True):
                arrived[parent] = arrived.get(parent, 0.0) + downstream
    early = {p for node in places for p in node.parents if places.get(p, len(given)) < places[node]}
    counts = len(nodes) - len(places), len(given) - len(places), len(early)
    return as_array(arrived, nodes), *(np.array(float(count)) for count in counts)


def order_in_words(case, got, want):
    """The name of what is wrong with an order, and a sentence."""
    _, missing, again, early = (int(np.max(part)) for part in got)
    if missing:
        says = f"Nodes missing: {missing} of {want[0].size}. Every one is wanted, down to the inputs."
        return "nodes-missing", says
    if again:
        return "nodes-again", f"Nodes that appear again: {again}. Keep each of them once."
    says = f"Nodes that come before one that uses them: {early} of {want[0].size}. Users first."
    return "users-later", says


def as_yielded(given, nodes):
    """The upstream with which each node is at work last, and how often one is."""
    if isinstance(given, Mapping):
        raise Verdict("not-pairs", what="a dict, whose .items() are what is wanted")
    if not isinstance(given, list):
        raise Verdict("not-pairs", what=given_as(given, is_pair))
    if is_pair(given) or (len(given) == 1 < len(nodes) and is_pair(given[0])):
        raise Verdict("not-pairs", what="one pair, and ends")
    if others := [part for part in given if not is_pair(part)]:
        first = others[0]
        if isinstance(first, tuple | list) and is_pair(first[::-1]):
            raise Verdict("not-pairs", says="The pairs are turned round: node first, its upstream second.")
        what = f"something that is no pair: {told(first)}"
        if isinstance(first, tuple | list) and len(first) == 2:
            what = "pairs of " + " and ".join("a node" if isinstance(x, Node) else what_is(x) for x in first)
        raise Verdict("not-pairs", what=what)
    return as_array(dict(given), nodes), np.array(float(len(given)))


def sweep_in_words(case, got, want):
    """The name of what is wrong with a sweep, and a sentence about the first node that is wrong."""
    if got[1] != want[1]:
        says = f"Pairs that it yields for {want[1]:g} nodes: {got[1]:g}. Each node has its turn, once."
        return "works-counted", says
    nodes = engine.in_order(case[0]())
    wrong = ~entries_close(got[0], want[0], 1e-9)[::-1]
    first = nodes[int(np.argmax(wrong))]
    uses = sum(parent is first for node in nodes for parent in node.parents)
    values = np.array([float(node.value) for node in nodes[::-1]])
    if entries_close(got[0], values, 1e-9).all():
        return (
            "values-yielded",
            "Each node is yielded with its own value. Its upstream is what has arrived there.",
        )
    if not uses:
        says = "Even the first pair is wrong: nodes[0] holds the upstream that is handed in."
        return "start-wrong", says
    if uses == 1:
        says = (
            "It is wrong at a node with a single use: is what its user sends made of arrived[user], and kept?"
        )
        return "one-use-wrong", says
    says = f"The first wrong upstream is at a node with {uses} uses: add what each of them sends, once."
    return "sum-wrong", says


def numbers_sent(given):
    """What goes to one parent as an array, or a Verdict that says what it should be."""
    try:
        return np.asarray(given).astype(float, casting="safe")
    except (TypeError, ValueError):
        says = f"Each parent gets an array of numbers, as large as the parent, not {what_is(given)}."
        raise Verdict("works-counted", says=says) from None


def as_sent(given, nodes):
    """The shape of what goes to each parent, and how many there are; then the numbers."""
    if type(given) is not list:
        what = given.is_what if isinstance(given, Yielded) else told(given)
        says = f"A tuple with a downstream for each parent is wanted; for {nodes[-1].name} it is {what}."
        if len(nodes[-1].parents) == 1:
            says += " A rule of one parent may give a bare array: put that in a tuple."
        elif not nodes[-1].parents:
            says = f"For a node without parents yours gives {what}. It should be an empty tuple, ()."
        raise Verdict("works-counted", says=says)
    given, sizes, numbers = [numbers_sent(each) for each in given], np.zeros((4, 3)), np.zeros((2, 6))
    for k, each in enumerate(given[:3]):
        sizes[k] = each.ndim, *(*each.shape, 0, 0)[:2]
    for row, each in zip(numbers, given):
        row[: each.size] = each.ravel()[:6]
    sizes[3] = len(given)
    return sizes, numbers


def arrived_in_small(got, want):
    """Where something else arrives than should, in the names of `two_uses`."""
    wrong = [k for k, same in enumerate(entries_close(got, want, 1e-9)) if not same]
    names = NAMES[want.size]
    said = [number(sent) if sent else "nothing" for sent in got]
    told = [f"{names[k]} gets {said[k]}, not {number(want[k])}" for k in wrong[:MOST_NAMED]]
    return f"{'; '.join(told)}{', and so on' * (len(wrong) > MOST_NAMED)}."


def numbers_in_small(got, want):
    """What goes to the first parent that gets other numbers than it should."""
    k = int(np.argmax(np.any(got != want, axis=1)))
    mine, right = (" ".join(map(number, np.trim_zeros(row[k], "b"))) for row in (got, want))
    return f"What goes to parent {k} is {mine or 0}, not {right}."


def sent_in_small(got, want):
    """Which shapes are sent, and which should be."""
    shapes = [
        ", ".join(str(tuple(map(int, row[1 : 1 + int(row[0])]))) for row in sizes[: int(sizes[3, 0])])
        for sizes in (got, want)
    ]
    return "Yours sends shapes {}; the parents have {}.".format(*(each or "none" for each in shapes))


def sends_in_words(case, got, want):
    """The name of what is wrong with what a node sends, and a sentence about the first that is wrong."""
    if got[0][3, 0] != want[0][3, 0]:
        says = f"It sends {got[0][3, 0]:g}, and {want[0][3, 0]:g} are wanted: one for each parent."
        return "works-counted", says
    if not np.array_equal(got[0], want[0]):
        sent = [end.rule(case[1])] if len((end := case[0]()).parents) == 1 else []
        if any(got[0][0, 0] < np.ndim(bare) and got[1][0, 0] == np.ravel(bare)[0] for bare in sent):
            return "bare-array-taken-apart", BARE
        k = int(np.argmax(np.any(got[0] != want[0], axis=1)))
        return "shape-of-parent", f"What goes to parent {k} does not have that parent's shape: fit it."
    return "sum-wrong", "The shapes are right, but the numbers are not: hand on what the rule gives, fitted."


def is_pair(pair):
    is_two = isinstance(pair, tuple | list) and len(pair) == 2 and isinstance(pair[0], Node)
    return is_two and isinstance(pair[1], int | float | np.ndarray | np.generic) and np.ndim(pair[1]) <= 1


def given_as(given, is_wanted):
    """What was handed back in place of a list of what is wanted."""
    if isinstance(given, Yielded):
        return given.is_what
    if not isinstance(given, list):
        return told(given).replace("a node", "one node")
    return f"a list with {told(next(part for part in given if not is_wanted(part)))} in it"


def told(part):
    """What a part of an answer is, in words."""
    if isinstance(part, tuple | list) and len(part) == 2:
        return f"a pair of {told(part[0])} and {told(part[1])}"
    return "None" if part is None else "a node" if isinstance(part, Node) else what_is(part)


def as_array(arrived, nodes):
    """A number for each node, the oldest first, 0 where nothing is; an array counts as one of its entries."""
    values = [np.ravel(arrived.get(node, 0.0)) for node in nodes]
    return np.array([float(value @ np.arange(1, value.size + 1)) for value in values])


# --- computations to try them on ---


def drawn(rng, operations=6):
    """A computation drawn by chance, with values used several times: a `Written` that makes its end."""
    steps = [(str(rng.choice(["+", "·"])), *two_of(rng, k)) for k in range(4, 2 + operations)]
    steps = [("·", 0, 0), ("+", 2, 1), *steps]  # a product of a value with itself, and both inputs
    steps.append(("·", operations + 1, int(rng.integers(2, operations + 1))))  # y uses an older one once more
    x, z = (round(float(number), 3) for number in rng.uniform(0.5, 1.5, size=2))
    names = ["x", "z", *(f"v{k}" for k in range(1, operations + 1)), "y"]
    lines = [f"{names[k]} = {names[i]} {op} {names[j]}" for k, (op, i, j) in enumerate(steps, 2)]
    return Written(f"{', '.join(lines)} at x = {x:g}, z = {z:g}", functools.partial(end_of, steps, x, z))


def two_of(rng, k):
    """The last value made so far, and any."""
    return k - 1, int(rng.integers(0, k))


def end_of(steps, *leaves):
    """The end of these steps on fresh nodes."""
    values = [engine.Node(leaf) for leaf in leaves]
    for op, i, j in steps:
        values.append((engine.add if op == "+" else engine.multiply)(values[i], values[j]))
    return values[-1]


def written(formula):
    """Make of a function that gives the end on fresh nodes one that gives a `Written`, which does."""
    return lambda make: lambda: Written(formula, make)


@written("a = x · x, b = a · a, c = 5 · a, y = b + c at x = 3")
def two_uses():
    """a is used by a product and by another one."""
    x = engine.Node(3.0)
    a = x * x
    return a * a + 5.0 * a


def swept_before():
    """The same, and its nodes are swept for the second time."""
    return SweptBefore("a = x · x, b = a · a, c = 5 · a, y = b + c at x = 3, once more", two_uses())


@written("a = w + x, b = w · x, y = a · b at w = x = 2")
def equal_values():
    """w and x are one and the same array; a and b are both 4."""
    two = np.array(2.0)
    w, x = engine.Node(two), engine.Node(two)
    return (w + x) * (w * x)


@written("c = a · a, d = a + b, y = (c + d)[::-1] at a = [1, 2], b = [3, 4]")
def of_arrays():
    """What arrives at the last sum is sent to a and b alike; at the end it has to be turned round first."""
    a, b = engine.Node([1.0, 2.0]), engine.Node([3.0, 4.0])
    return engine.operation(lambda y: (y[::-1], lambda upstream: upstream[::-1]))(a * a + (a + b))


def large(rng):
    """`wider` for an order: many paths, and a chain longer than Python lets a function call itself."""
    doubled = functools.partial(end_of, [("+", k, k) for k in range(40)], 1.0)
    yield "many-paths", (Written("x = 1, doubled 40 times by v + v", doubled),)
    chain = functools.partial(end_of, [("+", k, 0) for k in range(LONG)], 1.0)
    yield "long-chain", (Written(f"x = 1, and {LONG:,} times v + x", chain),)


rows = engine.operation(lambda x: (np.stack([x, x]), lambda upstream: upstream))  # leaves the sum to send
STRETCHED = {
    "a number": ("w · x at w = 1, x = [[1, 2, 3], [4, 5, 6]]", ((), (2, 3))),
    "a column": ("w · x, w a column, x a row", ((2, 1), (3,))),
    "a list": ("w · x, w a number, x a matrix, by a rule that gives a list", ((), (2, 3)), list),
    "one parent": ("exp(x), x a vector", ((2,),)),
    "a tuple of one": ("exp(x), x a vector, by a rule that gives a tuple", ((2,),), lambda only: (only,)),
    "one number": ("exp(x), x a number", ((),)),
    "a square": ("x · x, x a vector", ((2,),), None, 2),
    "a leaf": ("x, an input", ()),
    "one stretched": ("x twice, as two rows", ((3,),), None, 1, rows),
}


def stretched_nodes(kind):
    """A node whose parents were stretched: of that kind, or a number or a column drawn by chance."""
    kind = kind if isinstance(kind, str) else str(kind.choice(["a number", "a column"]))
    formula, *made = STRETCHED[kind]
    return Written(formula, functools.partial(_stretched, *made))


def _stretched(shapes, form=None, uses=1, of_one=engine.exp):
    leaves = uses * [engine.Node(np.arange(1.0, 1 + np.prod(shape)).reshape(shape)) for shape in shapes]
    if not leaves:
        return engine.Node([1.0, 2.0])
    y = engine.multiply(*leaves) if len(leaves) > 1 else of_one(*leaves)
    if form:
        rule = y.rule
        y.rule = lambda upstream: form(rule(upstream))
    return y
