"""Hostile input, drawn: a hundred for the suite, as many as you like by hand.

    python -m tests.exercises.run.hostile 100000 [seed]

draws values, functions and rules that misbehave, and hands them to check, predict, hint, again and practice,
under right ids and wrong ones. Whatever is not a card, nor the documented LookupError (of practice also a
TypeError), is printed with its number, and the slowest answer at the end.
"""

import datetime
import decimal
import fractions
import functools
import operator
import sys
import time
import traceback
import warnings

import numpy as np

from helpers import autodiff as ad
from helpers.exercises import again, check, exercises, hint, practice, predict, predictions
from helpers.exercises.say.cards import Card

EXERCISES, PREDICTIONS = list(exercises()), list(predictions())
ERRORS = (
    ValueError, TypeError, RuntimeError, AttributeError, StopIteration, RecursionError, MemoryError, OSError,
    AssertionError, SystemExit, KeyboardInterrupt, GeneratorExit, NotImplementedError, BaseException,
)  # fmt: skip
DUNDERS = (
    "__array__", "__array_interface__", "__array_priority__", "__array_struct__", "__array_ufunc__",
    "__array_function__", "__bool__", "__buffer__", "__call__", "__class__", "__complex__", "__contains__",
    "__dict__", "__dir__", "__doc__", "__eq__", "__float__", "__format__", "__getattr__", "__getattribute__",
    "__getitem__", "__hash__", "__index__", "__int__", "__iter__", "__le__", "__len__", "__length_hint__",
    "__lt__", "__module__", "__mul__", "__name__", "__ne__", "__radd__", "__rmul__", "__repr__", "__round__",
    "__signature__", "__sizeof__", "__str__", "__trunc__", "__wrapped__", "__code__",
)  # fmt: skip


class Rude(Exception):
    """An exception that raises when it is asked what it says."""

    def __str__(self):
        raise RuntimeError

    __repr__ = __str__


class Sub(np.ndarray):
    """An array of a class of its own."""


class Sly(np.ndarray):
    """An array that answers every operation with something else."""

    def __array_ufunc__(self, *args, **settings):
        return "no"

    def __array_function__(self, *args, **settings):
        return None

    def __eq__(self, other):
        raise RuntimeError

    __hash__ = None
    shape = property(lambda self: "none")


def nameless():
    """An object whose class does not even say its name."""

    class Meta(type):
        @property
        def __name__(cls):
            raise RuntimeError

        def __repr__(cls):
            raise RuntimeError

    return Meta("Nameless", (), {})()


def raising(error):
    """A function that does nothing but raise."""

    def function(*args, **settings):
        raise error

    return function


def hostile_object(rng):
    """An object with up to six methods that raise, or give what they must not."""
    base = rng.choice([object, str, int, float, tuple, list, dict, complex, np.float64, bytes], 1)[0]
    members = {}
    for name in rng.choice(DUNDERS, rng.integers(1, 7)):
        error = ERRORS[rng.integers(len(ERRORS))]
        given = [None, 1, "x", 10**400, [], ...][rng.integers(6)]
        method = raising(error) if rng.random() < 0.6 else lambda *_, given=given, **__: given
        members[str(name)] = property(method) if rng.random() < 0.3 else method
    try:
        return type("Hostile", (base,), members)()
    except BaseException:
        return nameless()


def nested(depth, kind=list):
    items = 1.0
    for _ in range(depth):
        items = kind([items])
    return items


def cyclic():
    items = [1.0]
    items.append(items)
    return items


def generator():
    yield 1.0


async def coroutine():
    return 1.0


SHAPES = (), (0,), (1,), (2,), (3,), (2, 3), (1, 3), (3, 1), (0, 3), (2, 0), (2, 2), (2, 3, 4), (1,) * 32


def array(rng):
    """An array of an odd dtype, shape, order or class."""
    dtype = rng.choice([
        "f2", "f4", "f8", "g", "c8", "c16", "G", "i1", "u1", "i8", "u8", "?", "O", "U3", "S3",
        "M8[s]", "m8[s]", "V4",
    ])  # fmt: skip
    shape = SHAPES[rng.integers(len(SHAPES))]
    with warnings.catch_warnings(action="ignore"):
        value = np.asarray(10.0 ** rng.integers(-5, 5) * rng.normal(size=shape))
        value = value.astype("i8") if dtype[0] in "Mm" else value
        value = np.zeros(shape, dtype) if dtype == "V4" else value.astype(dtype)
    change = rng.integers(12)
    if change == 0:
        return value.view(Sub)
    if change == 1:
        return value.view(Sly)
    if change == 2:
        return np.ma.masked_array(value, mask=rng.random(shape) < 0.5)
    if change == 3:
        value.flags.writeable = False
    if change == 4:
        return np.broadcast_to(np.float64(1), (10**6, 10**6))
    if change == 5 and value.ndim:
        return value[::-1]
    if change == 6:
        return np.zeros(shape, [("a", float), ("b", int)])
    if change == 7 and value.dtype.kind == "f" and value.size:
        value.reshape(-1)[0] = [np.nan, np.inf, -np.inf, 0.0][rng.integers(4)]
    return value


TEXTS = (
    "1e999999999", "1e999", "-1e999999999/3", "1/0", "0/0", "[" * 1900, "[" * 10_000, "9" * 10_000,
    "nan", "\x00", "[1e999]", "1/1e999", "[[1, 2], [3]]", "\udc80", "{}", '{"a": 1}', "null", "true",
    "1_000", "1__0", "--1", "e", ".", "/", "1//2", "1e", "[1, NaN]", "[Infinity]", "a" * 10**6, "1,",
    ",", "B A C" * 1000, "Ω", "ß", "İ", "__import__('os')", "1" + "/1" * 900, "[" + "1," * 900 + "1]",
    "0x10", "１２", "½", "\n", "'", '"', "None",
)  # fmt: skip
PLAIN = (
    None, ..., True, False, NotImplemented, 0, -0.0, 10**400, 2**63, 2**64, -(2**63), 1e308, 5e-324,
    float("nan"), float("inf"), 1j, complex("nan"), "", "...", b"1", bytearray(b"1"), (), [], {}, set(),
    frozenset(), range(3), slice(1), memoryview(b"12"), int, float, type, object, np, ad, sys, len, max,
    print, operator.add, np.add, np.sin, np.ndarray, np.float64, decimal.Decimal("1e999999"),
    decimal.Decimal("NaN"), fractions.Fraction(1, 3), fractions.Fraction(10**400),
    datetime.date(2000, 1, 1), datetime.timedelta(1), np.datetime64("2000"), np.timedelta64(1, "D"),
    np.float16(6), np.longdouble(6), np.str_("a"), np.void(b"1"), Rude(), Rude, nameless(), type(nameless()),
    ad.Tensor(6.0), ad.Tensor([1.0, 2.0]), iter([]), iter([1.0]), map(float, "12"), zip(),
    enumerate("a"), cyclic(), ValueError("x"), warnings, object(), np.array([{}, None], dtype=object),
    np.random.default_rng, np.dtype("f8"), staticmethod(len), classmethod(len), property(len),
)  # fmt: skip


def value(rng, depth=0):
    """Any value."""
    kind = rng.integers(12 if depth < 3 else 8)
    if kind < 2:
        return PLAIN[rng.integers(len(PLAIN))]
    if kind < 3:
        return TEXTS[rng.integers(len(TEXTS))]
    if kind < 5:
        return array(rng)
    if kind < 7:
        return hostile_object(rng)
    if kind < 8:
        return [nested(int(rng.integers(1, 200))), nested(10_000), nested(100, tuple), generator()][
            rng.integers(4)
        ]
    parts = [value(rng, depth + 1) for _ in range(rng.integers(0, 6))]
    return [tuple, list, lambda parts: dict(enumerate(map(id, parts))), lambda parts: parts[0:1]][
        rng.integers(4)
    ](parts)


def recursing(*inputs):
    return recursing(*inputs)


def hoarding(*inputs):
    return np.empty(10**13) + 1


def scribbling(*inputs):
    for each in inputs:
        if isinstance(each, np.ndarray) and each.size:
            each[...] = 0
        if isinstance(each, list):
            each.clear()
    return inputs[-1]


def chattering(*inputs):
    print("x" * 100_000)
    return inputs[0]


FUNCTIONS = (
    recursing, hoarding, scribbling, chattering, lambda: 1, lambda *, x: x, lambda x, /, *y: x,
    lambda *a, **k: a, lambda *a: a[0], lambda *a: a[::-1], lambda *a: a[-1] * a[0], lambda *a: a[-1].T,
    lambda *a: a[0][:, ::-1], lambda *a: iter(a), lambda *a: generator(), lambda *a: coroutine(),
    lambda *a: (each for each in a), lambda *a: a[-1](a[0]), lambda *a: lambda *b: b[0],
    lambda *a: (a[0], lambda *b: b[0]), lambda *a: (a[0], len), functools.partial(max, 1),
    functools.partial(lambda a, b, c: c, c=1), operator.mul, operator.itemgetter(0), np.multiply,
    np.matmul, np.vectorize(lambda *a: a[0]), functools.lru_cache(lambda *a: 1),
    lambda *a: np.asarray(a[0]).view(Sub), lambda *a: np.asarray(a[0]).astype("f2"),
    lambda *a: np.asarray(a[0]).astype(object), lambda *a: type(a[0]), lambda *a: globals(),
    lambda *a: check, lambda *a: eval("1/0"), lambda *a: np.zeros(10**7), str, list, tuple, dict,
)  # fmt: skip


def function(rng):
    """A function of any kind, which returns any value or raises anything."""
    kind = rng.integers(4)
    if kind == 0:
        return FUNCTIONS[rng.integers(len(FUNCTIONS))]
    if kind == 1:
        return raising((*ERRORS, Rude, Rude(), KeyError(Rude()))[rng.integers(len(ERRORS) + 3)])
    given = value(rng)
    if kind == 2:
        return lambda *_: given
    return lambda *inputs: (inputs[-1], lambda *_: given)


def attack(number, seed=0):
    """The hostile call of that number: a name to show, and the call itself."""
    rng = np.random.default_rng((seed, number))
    door = rng.integers(10)
    pool = PREDICTIONS if door < 3 else EXERCISES
    id = pool[rng.integers(len(pool))] if rng.random() < 0.93 else value(rng)
    if type(id) is str and id in pool and rng.random() < 0.15:
        id += "b"
    if door < 3:
        return "predict", lambda: predict(id, value(rng))
    if door < 8:
        return "check", lambda: check(id, function(rng) if rng.random() < 0.7 else value(rng))
    if door < 9:
        return "hint", lambda: hint(id, value(rng))
    if rng.random() < 0.1:
        return "practice", lambda: practice(value(rng))
    return "again", lambda: again(id)


def outcome(number, seed=0):
    """(door, what went wrong or None, state, seconds of work) of the hostile call of that number."""
    door, call = attack(number, seed)
    start, state, wrong = time.process_time(), "", None
    try:
        card = call()
        state = getattr(card, "state", "card")
        text = repr(card) + card._repr_html_()
        if not isinstance(card, Card):
            wrong = f"{type(card)} is no card"
        elif len(text) > 20_000:
            wrong = f"a card of {len(text)} characters"
    except LookupError as error:
        state = "LookupError"
        if type(error) is not LookupError:
            wrong = traceback.format_exc(limit=-3)
    except BaseException as error:
        state = type(error).__name__
        if (door, type(error)) != ("practice", TypeError):
            wrong = traceback.format_exc(limit=-3)
    return door, wrong, state, time.process_time() - start


def main(count, seed=0):
    """Print whatever is unhandled, and what is slowest."""
    slowest, unhandled, states = (0.0, None), 0, {}
    for number in range(count):
        door, wrong, state, seconds = outcome(number, seed)
        slowest = max(slowest, (seconds, number))
        states[door, state] = states.get((door, state), 0) + 1
        if wrong:
            unhandled += 1
            print(f"number {number}, {door}: {wrong}", file=sys.stderr)
    for (door, state), times in sorted(states.items()):
        print(f"{door:8} {state:14} {times}", file=sys.stderr)
    seconds, number = slowest
    said = f"{count} hostile inputs: {unhandled} unhandled; the slowest, number {number}, {seconds:.2f} s"
    print(said, file=sys.stderr)
    return unhandled


if __name__ == "__main__":
    sys.exit(bool(main(*map(int, sys.argv[1:]))))
