"""What hostile hands do to the checks, the notebooks and the exhibits: python -m tests.benchmarks.hostile

Attacking answers in one kernel, each followed by a right and by a wrong one; constructors
of exhibits with any value; saved notebooks with anything in them. Says what was unhandled, and what took
longest.
"""

import builtins
import functools
import json
import os
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from helpers import autodiff as ad
from helpers import widgets
from helpers.exercises import check, exercises, practice, progress
from helpers.exercises.run import closeness, memory
from helpers.widgets.base.errors import InputError
from tests.exercises.run import hostile

CALLED = [id for id, key in exercises().items() if key.is_called]


def loop():
    while True:
        pass


def loop_that_catches():
    while True:
        try:
            loop()
        except:  # noqa: E722
            continue


def hoard():
    parts = [0]
    while True:
        parts += parts


def dive(limit=10**8):
    sys.setrecursionlimit(limit)
    dive()


ATTACKS = {
    "check inside": lambda: check("01.2", lambda upstream, x: x),
    "abs": lambda: setattr(np, "abs", lambda *arguments: 0.0),
    "asarray": lambda: setattr(np, "asarray", lambda *arguments, **settings: None),
    "NumPy": lambda: [setattr(np, name, None) for name in ("all", "any", "array", "sum", "isfinite")],
    "error state": lambda: np.seterr(all="raise"),
    "printing": lambda: np.set_printoptions(precision=1, threshold=1),
    "Tensor": lambda: setattr(ad.Tensor, "value", None),
    "a rule": lambda: ad.register_gradient("MatMul", replace=True)(lambda op, upstream: upstream),
    "the engine": lambda: setattr(ad, "gradients", None),
    "the check": lambda: setattr(closeness, "close", lambda *arguments: True),
    "its memory": lambda: setattr(memory, "noted", None),
    "len": lambda: setattr(builtins, "len", lambda value: 0),
    "print": lambda: setattr(builtins, "print", None),
    "exit": lambda: os._exit(1),
    "kill": lambda: os.kill(os.getpid(), 9),
    "fork": lambda: os.fork(),
    "sys.exit": lambda: sys.exit(1),
    "folder": lambda: os.chdir("/"),
    "stdout": lambda: setattr(sys, "stdout", None),
    "talk": lambda: sys.stdout.write("x" * 10**6),
    "dive": dive,
    "hoard": hoard,
    "interrupt": lambda: (_ for _ in ()).throw(KeyboardInterrupt),
    "generator": lambda: (_ for _ in ()).throw(GeneratorExit),
}
SLOW = {"loop": loop, "loop that catches": loop_that_catches}  # 5 seconds each


def attacking(attack):
    """An answer that attacks, and then hands back its last input."""

    def answer(*inputs):
        attack()
        return inputs[-1]

    return answer


def attacks(count):
    """Attack one exercise after the other; what was unhandled, and whatever was judged wrongly afterwards."""
    every = [(name, id) for name in ATTACKS for id in CALLED]
    step = max(1, len(every) // count)
    for name, id in [*every[::step], *((name, "01.2") for name in SLOW)]:
        start = time.perf_counter()
        yield (
            f"attack {name} on {id}",
            lambda name=name, id=id: check(id, attacking((ATTACKS | SLOW)[name])),
            start,
        )
        right = check("01.2", lambda upstream, x: 2 * upstream * x)
        wrong = check("01.2", lambda upstream, x: 2 * x)
        if not right or wrong.diagnosis != "upstream-missing":
            raise SystemExit(
                f"after {name} on {id} a right answer is {right.state}, a wrong one {wrong.diagnosis}"
            )


def constructors(count):
    """Exhibits with any value in any place."""
    shows = [getattr(widgets, name) for name in widgets.EXHIBITS]
    for number in range(count):
        rng = np.random.default_rng((7, number))
        show, given = shows[number % len(shows)], [hostile.value(rng) for _ in range(2)]
        name = ("x", "w", "f", "a", "grad_ys", "upstream", "names")[rng.integers(7)]
        ways = (given[:1], {}), (given, {}), ((), {name: given[0]}), ((np.square,), {name: given[0]})
        arguments, settings = (*ways, (("x * x",), {name: given[0]}))[rng.integers(5)]
        call = functools.partial(show, *arguments, **settings)
        yield f"{show.__name__} number {number}", call, time.perf_counter()


def saved(count):
    """Folders with one notebook that holds anything, beside a pipe and a device."""
    card = {"output_type": "execute_result", "metadata": {}, "data": {"text/plain": "Correct: 01.2 x"}}
    for number in range(count):
        rng = np.random.default_rng((11, number))
        with tempfile.TemporaryDirectory() as folder:
            os.mkfifo(Path(folder, "pipe.ipynb"))
            Path(folder, "zero.ipynb").symlink_to("/dev/zero")
            cells = [{"cell_type": "code", "id": "a", "metadata": {}, "source": "", "outputs": [card]}] * 3
            text = json.dumps({"cells": cells, "metadata": {}, "nbformat": 4})
            raw = bytearray(text * int(10 ** rng.integers(0, 4)) if number % 3 else text, "utf-8")
            for _ in range(rng.integers(0, 6)):
                raw[rng.integers(len(raw))] = rng.integers(256)
            Path(folder, "a.ipynb").write_bytes(raw)
            for look in (progress, practice):
                yield f"notebook number {number}", lambda look=look: look(folder), time.perf_counter()


def main(few=200, many=2500, some=100):
    """Try everything, and print what was unhandled and what took longest."""
    for title, tries in (
        ("attacks", attacks(few)),
        ("constructors", constructors(many)),
        ("notebooks", saved(some)),
    ):
        count, unhandled, slowest = 0, 0, (0.0, "")
        for name, call, start in tries:
            count += 1
            try:
                shown = call()
                repr(shown)
            except BaseException as error:
                if title == "constructors" and isinstance(error, InputError | TypeError):
                    continue
                unhandled += 1
                print(f"{name}: {type(error).__name__}: {str(error)[:200]}", file=sys.stderr)
            slowest = max(slowest, (time.perf_counter() - start, name))
        print(
            f"{title}: {count}, unhandled {unhandled}, slowest {slowest[0]:.1f} s ({slowest[1]})",
            file=sys.stderr,
        )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
