"""The words that all files use, and what the engine knows about functions.

Seven words. What is to be computed is how fast one number L at the end, such as a loss, moves with all that
it was computed from:

- the **upstream** gradient of a call is dL/dy, y being its answer;
- its **downstream** gradients are dL/da and dL/db, a and b being its inputs;
- an **operation** (`Operation`) is a function that has gradient rules, and a type name such as "MatMul";
- an **attribute** is an argument that is no input: an axis, a shape, an index;
- a **rule** turns the upstream gradient of one call into the downstream gradients: dL/da = dL/dy dy/da (for
  arrays, a sum over all numbers of y: see ``rules/table``);
- a **composite** is a NumPy function that is written with operations here, and so needs no rule;
- an **op** (the class `Op`, ``x.op``) is one call of an operation, as somebody who writes a rule sees it.
  (The function ``ad.op`` declares an operation, and not a call.)

A rule is written in one of three ways, here for y = a b. Most of the table has one function per input, of the
upstream g, the answer and the arguments:

    lambda g, y, a, b: g * b
    lambda g, y, a, b: g * a

Where there may be any number of inputs, one function lists the gradients of those that somebody wants:

    def each(which, g, y, *inputs):
        return [g * inputs[1 - i] for i in which]

And a person registers one function that gives all of them:

    def rule(op, upstream):
        a, b = op.inputs
        return upstream * b, upstream * a
"""

import inspect
import itertools
import sys
from contextlib import suppress
from functools import cache

import numpy as np

from .constants import rule_reads
from .refusals import CURES

# The tables. The files of ``rules`` fill them; `apply` in ``tensor``, through which all calls go, reads them.
OPERATIONS = {}  # NumPy function -> Operation
COMPOSITES = {}  # NumPy function -> (the same composed of operations, names it takes, how many by position)
TAUGHT = {}  # function -> the operation that a person's rule has made of it
# Functions with answers that do not move when an input moves a little. (Whole numbers and truth values never
# do, so np.argmax or np.less need not stand here; shape, ndim and size do since they are asked so often.)
FLAT = {np.floor_divide, np.zeros_like, np.ones_like, np.empty_like, np.shape, np.ndim, np.size}
IN_PLACE = {np.copyto, np.put, np.place, np.putmask, np.put_along_axis, np.fill_diagonal}
UFUNC_METHODS = {}  # (ufunc, "reduce" and such) -> the function that does the same
NAMED = {}  # type name, such as "MatMul" -> Operation
NOTHING = {}
ANY = 10**9  # as many inputs as you like


class Operation:
    """An operation: its type name, how to compute it, and its gradient rules, in one of two forms.

    ``per_input[i](upstream, answer, *args, **attributes)`` gives the downstream gradient of input i alone;
    None marks an input without one. The other two ways to write a rule are wrapped when it is declared (by
    `_with_the_arguments` in ``rules/table``, by `checked` in ``own_rules``), so that the sweep can call both
    as ``for_all(which, node, upstream, create_graph)``: it gives a list with the gradient of each input in
    `which`. Nothing is computed that nobody asked for, but by a person's rule.
    """

    def __init__(self, name, forward, per_input=(), attributes=NOTHING, positions=ANY, for_all=None):
        self.name, self.forward, self.per_input, self.for_all = name, forward, per_input, for_all
        self.attributes = attributes  # {name: default} in the order of the call
        # So many leading arguments are inputs; ANY where one rule serves any number of them.
        self.input_count = len(per_input) or ANY
        self.found_read = {}  # what `reads` has found out: {position of an input: yes or no}
        self.positions = positions  # so many arguments, inputs and attributes, may be given by position

    def back(self, which, node, upstream, create_graph=False):
        """The downstream gradients of the inputs at these positions, given the upstream of one call."""
        if not self.per_input:
            return self.for_all(which, node, upstream, create_graph)
        args, answer = (node.args, node) if create_graph else (node.plain_args, node.value)
        rules = [self.per_input[i] for i in which]
        return [rule(upstream, answer, *args, **node.attributes) if rule else None for rule in rules]

    def learn(self, for_all):
        """Take this rule, for all inputs, in place of those it has."""
        self.per_input, self.for_all, self.found_read = (), for_all, {}

    def reads(self, i):
        """Whether some rule reads input i, so that an array there must not be written to before the sweep.

        It may read its shape alone, as that of np.linalg.solve does of b: nobody looks that closely.
        """
        if i not in self.found_read:
            rules = self.per_input or (inspect.unwrap(self.for_all),)  # without what is wrapped around it
            self.found_read[i] = any(rule_reads(rule, i) for rule in rules if rule)
        return self.found_read[i]


# Two that every Tensor may pass: the first gives the value it got and has no gradient, the second hands the
# upstream on as it is.
STOP = Operation("StopGradient", None, (None,))
IDENTITY = Operation("Identity", None, (lambda g, y, x: g,))


def arrange(function, known, positions, args, attributes):
    """The arguments of a call as the rule of `function` takes them: (args, attributes).

    NumPy lets an argument be given by position or by name. Here the first `positions` stand by position, as
    far as they are given, and the others have their names. What says the same as NumPy's own default is left
    out, and what the rule does not know (known: the names of its attributes) is refused.

    >>> arrange(np.sum, {"axis", "keepdims"}, 2, ([1.0, 2.0], 0, None), {"keepdims": True})
    (([1.0, 2.0], 0), {'keepdims': True})
    """
    if len(args) <= positions and attributes.keys() <= known:
        return args, attributes
    defaults = parameters_of(function)
    if defaults and positions < ANY:
        named = {**dict(zip(defaults, args)), **attributes}
        first = itertools.takewhile(lambda name: name in named, list(defaults)[:positions])
        args = tuple([named.pop(name) for name in first])
        attributes = named
    for name in attributes.keys() - known:
        if name in defaults and attributes[name] is defaults[name]:
            del attributes[name]
        else:
            cure = CURES.get(name, "write what it does with other functions")
            raise TypeError(f"{name_of(function)} has no gradient rule for the argument {name}=: {cure}.")
    return args, attributes


@cache
def parameters_of(function):
    """{name of an argument: its default}; nothing for a ufunc of NumPy before 2.4, which does not say."""
    with suppress(ValueError):
        return {one.name: one.default for one in inspect.signature(function).parameters.values()}
    return NOTHING


def type_name(function):
    """The name of the operation type: np.broadcast_to is BroadcastTo."""
    return "".join(part.capitalize() for part in function.__name__.split("_"))


def name_of(function):
    """How a person writes the function: np.sum, np.linalg.inv, scipy.special.expit.

    >>> name_of(np.linalg.inv), name_of(np.sin)
    ('np.linalg.inv', 'np.sin')
    """
    name, module = function.__name__, getattr(function, "__module__", None)
    if module is None:  # the ufunc of another package, which does not say where it lives
        modules = sys.modules.copy().items()
        homes = [home for home, one in modules if getattr(one, "__dict__", {}).get(name) is function]
        module = min(homes, key=lambda home: ("._" in home, len(home)), default="")
    module = module.replace("numpy", "np", 1) if module.startswith("numpy") else module
    return f"{module}.{name}" if module else name


def untaught(function):
    """The error that says what to do with a function that has no rule."""
    name = name_of(function)
    if "." not in name:  # np.frompyfunc made it
        return NotImplementedError(
            f"{name} has no gradient rule: what np.frompyfunc makes computes number by number, in Python. "
            "Compute with whole arrays, or make an operation of it by ad.op."
        )
    known = sorted(known for known in map(name_of, (*OPERATIONS, *COMPOSITES)) if known.startswith("np."))
    package = "" if name.startswith("np.") else f"import {name.rpartition('.')[0]}; "
    return NotImplementedError(
        f"{name} has no gradient rule yet. This line teaches it one, from finite differences:\n"
        f"    {package}ad.register_gradient({name})(ad.numerical_rule)\n"
        "When you know the formula, put it in its place: a rule(op, upstream) with one gradient per input.\n"
        f"Functions with a rule: {', '.join(known)}."
    )
