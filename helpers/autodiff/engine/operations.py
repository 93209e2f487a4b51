"""What the engine knows about functions. An `Operation` has gradient rules; the tables below say what each
function of NumPy is. The rules fill them, and the gate in ``tensor`` reads them.
"""

import inspect
import sys
from contextlib import suppress
from functools import cache
from itertools import takewhile

import numpy as np

OPERATIONS = {}  # NumPy function -> Operation
COMPOSITES = {}  # NumPy function -> (the same composed of operations, names it takes, how many by position)
TAUGHT = {}  # function -> the operation that a person's rule has made of it
# Functions with numbers as answers that do not move when an input moves a little. (Where the answers are
# whole numbers or truth values, the gate sees it by itself.)
FLAT = {np.floor_divide, np.zeros_like, np.ones_like, np.empty_like}
IN_PLACE = {np.copyto, np.put, np.place, np.putmask, np.put_along_axis, np.fill_diagonal}
NAMED = {}  # type name, such as "MatMul" -> Operation
NOTHING = {}
ANY = 10**9  # as many inputs as you like


class Operation:
    """An operation: its name, how to compute it, and its gradient rules.

    ``per_input[i](upstream, answer, *args, **attributes)`` gives the downstream gradient of input i alone, so
    nothing is computed that nobody asked for; None marks an input without one. Where the rules are not
    known before an upstream arrives (any number of inputs, or one function for all of them),
    ``make_rules(node, upstream, create_graph)`` gives them then, in the same form.
    """

    __slots__ = ("attributes", "forward", "inputs", "make_rules", "name", "per_input", "positions")

    def __init__(self, name, forward, per_input=(), attributes=NOTHING, positions=ANY, make_rules=None):
        self.name, self.forward, self.per_input, self.make_rules = name, forward, per_input, make_rules
        self.attributes = attributes  # {name: default} in the order of the call
        # So many leading arguments are inputs; ANY where one rule serves any number of them.
        self.inputs = len(per_input) or ANY
        self.positions = positions  # so many arguments, inputs and attributes, may be given by position


def understood(function, known, positions, args, attributes):
    """A call of `function` as its rule takes it: inputs by position, what stands beyond so many `positions`
    by name, and nothing that says the same as NumPy's own default.
    """
    if len(args) <= positions and attributes.keys() <= known:
        return args, attributes
    defaults = defaults_of(function)
    if defaults and positions < ANY:
        attributes = {**dict(zip(defaults, args)), **attributes}
        by_position = takewhile(attributes.__contains__, [*defaults][:positions])
        args = tuple(map(attributes.pop, [*by_position]))
    for name in attributes.keys() - known:
        if name not in defaults or attributes.pop(name) is not defaults[name]:
            cure = "instead of out= and +=, which write in place, write y = y + x; for where=, use np.where"
            raise TypeError(f"{name_of(function)} has no gradient rule for the argument {name}=: {cure}.")
    return args, attributes


@cache
def defaults_of(function):
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


def no_rule(function):
    """The error that says what to do with a function that has no rule."""
    name = name_of(function)
    known = sorted(known for known in map(name_of, (*OPERATIONS, *COMPOSITES)) if known.startswith("np."))
    package = "" if name.startswith("np.") else f"import {name.rpartition('.')[0]}; "
    return NotImplementedError(
        f"{name} has no gradient rule yet. This line teaches it one, from finite differences:\n"
        f"    {package}ad.register_gradient({name})(ad.numerical_rule)\n"
        "When you know the formula, put it in its place: a rule(op, upstream) with one gradient per input.\n"
        f"Functions with a rule: {', '.join(known)}."
    )
