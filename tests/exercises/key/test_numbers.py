"""A number that is said of an answer comes from somewhere: what is asked, the row, or a sum that holds."""

import ast
import re

import numpy as np

from helpers.exercises.key.mistakes import read_row
from helpers.exercises.key.prediction import PredictionKey
from helpers.exercises.say.cards import show
from tests.equations import equations
from tests.exercises.key.test_words import KEYS
from tests.together import for_all

NUMBER = re.compile(r"(?<![\w.])\d+(?:[,_]\d{3})*(?:\.\d+)?(?!\w)")
H = 1e-3  # the tiny step of 00.p1
OFTEN = {"0", "1"}
FURTHER = {  # what else was computed, or is known of the computer
    "00.p1": (2, 3 + H, 9.006),
    "01.p1": (3,),  # measured above
    "02.p2": (3,),  # how deep the garden above is
    "02.p3": (1024,),
    "04.p4": (1.5,),  # where round jumps
    "05.1": (1000,),  # where exp overflows, and 800 does as well
    "05.2": (2,),  # in the slope of the root
    "05.3": (800,),
    "05.1b": (1000,),
    "05.3b": (800,),
    "05.p1": (27,),  # the bar of the first reading
    "06.1": (192, 192 / (6 * 4)),
    "08.p3": (np.finfo(np.float32).precision + 1, "0.00000001"),
    "08.p4": (10,),
    "09.6": (90,),
    "09.p1": (0.5, 2.14, 2.15),
    "09.p2": (3,),  # in what is asked
    "09.p4": (2 * 1.0, 2 * 2 * 1.0, 4 - 0.1 * 2, round(2 * (3.8 - 3), 9)),  # the last: the slope at 3.8
    "00.p1b": (6, 2 + H, 8.012),
    "01.p1b": (5**2,),
    "07.p2b": (2,),
    "08.p3b": (7, "0.00001", "1000.00001"),
    "02.p3b": (8, 1024),
    "09.p1b": (2.14, 2.15),
    "09.6b": (90,),
}


def numbers_in(*texts):
    """Every number in what is said, as it is written but for its thousands.

    >>> sorted(numbers_in("x = 3: 1,000 and 2_000, or 0.5.", "h2"))
    ['0.5', '1000', '2000', '3']
    """
    return {re.sub("[,_]", "", number) for text in texts for number in NUMBER.findall(str(text))}


def steps_of(maths):
    """What the parts of a line of maths come to, where it has no names but NumPy's."""
    for part in ast.walk(ast.parse(maths)):
        if isinstance(part, ast.BinOp | ast.Call) and not names_in(part) - {"np"}:
            yield show(eval(ast.unparse(part), {"np": np}))


def names_in(part):
    return {node.id for node in ast.walk(part) if isinstance(node, ast.Name)}


def asked(key):
    """The numbers of what is asked, and of the answer."""
    further = set(map(told, FURTHER.get(key.id, ())))
    if isinstance(key, PredictionKey):
        return further | OFTEN | numbers_in(key.question, show(key.truth()), *map(show, key.given.values()))
    listed, worked = key.listed, getattr(key, "worked", "")
    return further | OFTEN | numbers_in(*key.hints, listed.stub, listed.solution, key.task, worked)


def in_rows(key):
    """(what is said, the numbers of its line of maths) of every row."""
    answers = {mistake.name: mistake.answer for mistake in key.mistakes}
    is_guess = isinstance(key, PredictionKey)
    for name, maths, says in map(read_row, key.guesses if is_guess else key.wrong):
        steps = [*steps_of(maths), told(answers[name])] if is_guess else []
        yield says, numbers_in(maths, *steps)


def told(value):
    return value if isinstance(value, str) else show(value)


def unknown(key):
    rows, known = [*in_rows(key)], asked(key)
    in_because = known.union(*(numbers for _, numbers in rows))
    for says, numbers in [
        (key.because, in_because),
        *((s, known | n | numbers_in(key.because)) for s, n in rows),
    ]:
        equal = numbers_in(*(side for sides in equations(says) for side in sides))
        yield from ((number, says) for number in numbers_in(says) - numbers - equal)


@for_all(KEYS)
def test_whence_a_number(key):
    assert not [*unknown(key)]
