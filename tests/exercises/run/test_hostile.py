"""Whatever is handed in, a sentence comes back."""

import builtins
import itertools
import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

from helpers import autodiff as ad
from helpers.autodiff.engine import operations
from helpers.exercises import again, check, exercises, hint, predict
from helpers.exercises.judge import outcome
from helpers.exercises.run import calls, closeness, guard, keeping, memory
from helpers.exercises.say.verdicts import Verdict
from tests.exercises.cells import square_rule
from tests.exercises.run import hostile
from tests.exercises.run.hostile import Rude, cyclic, nested, raising
from tests.thorough import THOROUGH

interrupt = signal.raise_signal  # refused to an answer by its own name


class Opaque:
    """An object that raises when it is asked for numbers, for its length or for a text."""

    __array__ = raising(RuntimeError)
    __repr__ = __str__ = __len__ = __iter__ = __eq__ = __bool__ = __float__ = __array__
    __hash__ = object.__hash__


OBJECTS = {
    "opaque": Opaque(), "cyclic list": cyclic(), "deep list": nested(10_000), "huge integer": 10**5000,
    "list of huge integers": [10**400, 2], "array of objects": np.array([{}, None], dtype=object),
    "nothing in it": np.zeros(0), "type": Opaque, "surrogate": "\udc80",
}  # fmt: skip


@pytest.mark.parametrize("text", hostile.TEXTS[:12], ids=lambda text: text[:12])
def test_a_text_that_is_no_number_is_read_quickly_and_never_right(text):
    for id in ("01.p1", "02.p2", "09.p2"):
        result = predict(id, text)
        assert result.state == "not yet"
        assert len(repr(result)) < 1000


@pytest.mark.parametrize("value", OBJECTS.values(), ids=OBJECTS)
def test_a_guess_or_an_answer_of_any_kind_gets_a_sentence(value):
    for id in ("01.p1", "02.p2"):
        assert predict(id, value).state == "not yet"
    for id in ("00.1", "01.1", "01.2", "01.5", "01.7", "03.6"):
        for answer in (value, (value, value, value), lambda *inputs: value, lambda *inputs: (value, value)):
            result = check(id, answer)
            assert result.state == "not yet"
            assert "0x" not in repr(result)


@pytest.mark.parametrize("error", [Rude(), SystemExit(2), KeyError(Opaque()), RecursionError(), Rude])
def test_an_exception_of_any_kind_gets_a_sentence(error):
    result = check("01.2", raising(error))
    assert result.diagnosis == "raises"
    assert "Your function raised " in repr(result)
    assert (Rude in (error, type(error))) == ("raised Rude: its message cannot be shown." in repr(result))


@pytest.mark.parametrize("tier", [2.0, np.array([1, 2]), "1", [], Opaque(), 10**400, np.float64(1), True])
def test_a_tier_of_any_kind_gets_a_sentence(tier):
    assert "there are three" in repr(hint("01.2", tier))


def test_a_tier_may_be_an_integer_of_numpy():
    assert repr(hint("01.2", np.int64(2))) == repr(hint("01.2", 2))


@pytest.mark.parametrize(
    "id",
    [["01.1"], None, 1.1, {}, np.array([1, 2]), Opaque(), "x" * 10_000, "01.99", "01", "", "01.2 b", "b"],
)
def test_an_id_of_any_kind_is_refused_with_the_known_ones(id):
    for ask in (check, hint, predict, lambda id, _: again(id)):
        with pytest.raises(LookupError, match=r"there is no .*; known are .*01\.p?1") as caught:
            ask(id, 1)
        assert len(str(caught.value)) < 1000


@pytest.mark.parametrize("number", range(200 if THOROUGH else 50))
def test_whatever_is_drawn_gets_a_card(number, capsys):
    """A few of the many that `python -m tests.exercises.run.hostile` draws."""
    _, wrong, _, seconds = hostile.outcome(number)
    assert not wrong, wrong
    assert seconds < 5


# --- an answer harms only itself ---


def test_a_check_inside_the_function_that_is_checked_is_told_and_costs_one_call():
    calls = []

    def indented(upstream, x):
        calls.append(x)
        check("01.2", indented)
        return 2 * upstream * x

    result = check("01.2", indented)
    assert "Your function calls check itself: move that line below it" in repr(result)
    assert len(calls) == 1
    assert "calls predict itself" in repr(check("01.2", lambda upstream, x: predict("01.p1", 32)))
    assert check("01.2", square_rule)


def change_numpy():
    np.abs = np.asarray = lambda *arguments, **settings: 0.0
    np.linalg.norm = np.random.default_rng = None
    np.set_printoptions(precision=1)


def change_the_engine():
    ad.Tensor.__mul__ = ad.Tensor.value = ad.gradients = None
    operations.OPERATIONS.clear()
    ad.register_gradient("MatMul", replace=True)(lambda op, upstream: upstream)


def change_the_check():
    closeness.close = outcome.judge_outcome = memory.noted = lambda *arguments, **settings: True
    closeness.len = closeness.bool = lambda value: 1
    Verdict.__init__ = None


def change_python():
    builtins.len = builtins.zip = builtins.print = None
    sys.setrecursionlimit(60)
    os.chdir("/")


@pytest.mark.parametrize("change", [change_numpy, change_the_engine, change_the_check, change_python])
def test_what_an_answer_changes_is_put_back_before_it_is_judged(change):
    deepest, folder = sys.getrecursionlimit(), os.getcwd()

    def harmful(upstream, x):
        change()
        return upstream

    says = repr(check("01.2", lambda upstream, x: upstream))
    memory.forget()
    assert repr(check("01.2", harmful)) == says
    assert check("01.2", square_rule)
    assert check("03.6", exercises()["03.6"].right_answer)
    assert (sys.getrecursionlimit(), os.getcwd()) == (deepest, folder)


@pytest.mark.thorough
def test_an_answer_may_take_python_apart():
    """In a process of its own, as what runs beside it is not prepared for that."""
    apart = """
import builtins, functools, inspect, re, sys, threading, time
from helpers.exercises import check

def tanh(x):
    for name in [*vars(builtins)]:
        delattr(builtins, name)

def cleared(x):
    sys.modules.clear()

def taken(x):
    for module in functools, inspect, re, threading, time:
        for name in [name for name in vars(module) if name[0] != "_"]:
            setattr(module, name, None)

print(*(check("07.4", answer).diagnosis for answer in (tanh, cleared, taken)))
"""
    told = subprocess.run([sys.executable, "-c", apart], capture_output=True, text=True)
    assert told.stdout == "raises returns-nothing returns-nothing\n", told.stderr


def test_right_answers_change_nothing():
    for key in exercises().values():
        before = [(thing, vars(thing).copy()) for thing in keeping.things()]
        key.outcome(key.right_answer)
        for thing, names in before:
            changed = [name for name, value in names.items() if vars(thing)[name] is not value]
            assert not changed, (key.id, thing)


def test_an_op_that_is_handed_over_cannot_be_written_to():
    def scribbling(op, upstream):
        op.inputs[0].value[...] = 0.0
        return tuple(x.value for x in op.inputs)

    assert check("03.6", scribbling).diagnosis == "raises"
    assert check("03.6", exercises()["03.6"].right_answer)


ENDS = [
    (module, name) for module, names in keeping.REFUSED.items() for name in names if hasattr(module, name)
]


@pytest.mark.parametrize(("module", "name"), ENDS)
def test_an_answer_does_not_end_the_kernel(module, name):
    before = getattr(module, name)
    result = check("01.2", lambda upstream, x: getattr(module, name)(*[0, 0][: name.startswith("kill") * 2]))
    assert "would end this kernel" in repr(result)
    assert getattr(module, name) is before


def test_what_runs_beside_an_answer_may_do_what_it_may_not():
    asked, said = threading.Event(), []

    def beside():
        asked.wait()
        said.append(os.kill(os.getpid(), 0))  # asks whether a process is there

    thread = threading.Thread(target=beside)
    thread.start()

    def asking(upstream, x):
        asked.set()
        thread.join()
        return upstream * 2 * x if said == [None] else x

    assert check("01.2", asking)


@pytest.mark.thorough
def test_what_grows_without_end_is_told_so(monkeypatch):
    pytest.importorskip("resource")
    if sys.platform != "linux":
        pytest.skip("the system does not say how much memory is in use")
    monkeypatch.setattr(guard, "MOST_MEMORY", 1 << 28)

    def growing(upstream, x):
        parts = [x]
        while True:
            parts += parts

    assert "asks for more memory than any right answer needs" in repr(check("01.2", growing))
    assert check("01.2", square_rule)


# --- stopped, and not stopped ---


def forever(*arguments):
    while True:
        pass


def catching(*arguments):
    while True:
        try:
            forever()
        except Exception:
            continue


def catching_everything(*arguments):
    while True:
        try:
            forever()
        except:  # noqa: E722  (this is what learners write)
            continue


def going_on_at_last(*arguments):
    while True:
        try:
            forever()
        finally:
            continue  # noqa: B012


def finalizing(*arguments):
    """The alarm rings where nobody can catch it, as in the garbage collector, and is told to nobody."""

    class Slow:
        def __del__(self):
            began = time.process_time()
            while time.process_time() - began < 0.5:
                pass

    Slow()
    forever()


class Endless:
    def __array__(self, *args, **kwargs):
        forever()


@pytest.fixture
def impatient(monkeypatch):
    monkeypatch.setattr(guard, "SECONDS", 0.1)
    if not hasattr(signal, "setitimer"):
        pytest.skip("nothing can be interrupted here")


@pytest.mark.parametrize(
    "function", [forever, catching, catching_everything, going_on_at_last, finalizing, lambda *_: Endless()]
)
def test_what_never_ends_is_stopped_and_told_so(impatient, function):
    before = signal.getsignal(signal.SIGALRM)
    result = check("01.2", function)
    assert result.diagnosis == "too-long"
    assert "stopped after 5 seconds" in repr(result)
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


@pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="only Linux counts how long one is kept waiting"
)
def test_who_sleeps_is_not_taken_for_one_whom_others_keep_waiting(impatient, monkeypatch):
    monkeypatch.setattr(guard, "PATIENCE", 100)
    began = time.monotonic()
    assert check("01.2", lambda *_: time.sleep(60)).diagnosis == "too-long"
    assert time.monotonic() - began < 5


def test_who_waits_for_a_thread_that_works_is_waited_for(impatient, monkeypatch):
    monkeypatch.setattr(guard, "PATIENCE", 100)
    monkeypatch.setattr(guard, "_others_worked", itertools.count().__next__)
    sleeps = iter([0.3])

    def compiled(upstream, x):
        time.sleep(next(sleeps, 0))
        return upstream * x

    assert check("01.2", compiled).diagnosis != "too-long"


def test_what_other_threads_work_is_measured():
    def work():
        while time.thread_time() < 0.05:
            pass

    before, own = guard._others_worked(), threading.Thread(target=work)
    own.start()
    own.join()
    assert 0.04 < guard._others_worked() - before < 1


def test_once_it_is_stopped_the_clock_rings_no_more(impatient, monkeypatch):
    def slowly(*_):
        began = time.process_time()
        while time.process_time() - began < 0.1:
            pass
        return (("your line", "forever()"),)

    monkeypatch.setattr(calls, "line_of", slowly)
    assert check("01.2", forever).mark.line == "forever()"


def test_what_never_ends_is_run_once(impatient):
    calls = []

    def endless(upstream, x):
        calls.append(x)
        forever()

    check("01.2", endless)
    assert len(calls) == 1


def test_a_guess_that_never_ends_is_given_up(impatient):
    assert "given up" in repr(predict("01.p1", Endless()))


@pytest.mark.parametrize("error", [SystemExit(3), KeyboardInterrupt(), GeneratorExit(), guard.LookedUp()])
def test_what_no_except_catches_is_a_sentence_too(error):
    assert check("01.2", raising(error)).state == "not yet"
    secretive = type("Secretive", (), {"__call__": raising(TypeError()), "__getattr__": raising(error)})()
    assert check("01.2", secretive).state == "not yet"
    assert predict("01.p1", type("Odd", (), {"__array__": raising(error)})()).state == "not yet"


@pytest.fixture
def interruptible():
    """As in a kernel, also where tests run in the background, and a shell had SIGINT ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("caught", [(), Exception, BaseException])
def test_a_real_interrupt_ends_the_check(caught):
    def interrupted(upstream, x):
        try:
            interrupt(signal.SIGINT)
        except caught:
            return x

    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        check("01.2", interrupted)
    assert signal.getsignal(signal.SIGINT) is before
    assert check("01.2", lambda upstream, x: 2 * upstream * x), "and the next one is as before"


def test_in_another_thread_a_check_does_without_a_clock():
    results = []
    thread = threading.Thread(target=lambda: results.append(check("01.2", lambda upstream, x: upstream * x)))
    thread.start()
    thread.join()
    assert results[0].diagnosis == "factor-dropped"


def test_a_function_may_print_a_little_and_only_on_the_first_inputs(capsys):
    def talking(upstream, x):
        print("x" * 3000)
        return 2 * upstream * x

    assert check("01.2", talking)
    assert len(capsys.readouterr().out) == 3 * 3001

    def shouting(upstream, x):
        print("x" * 10**6)
        return 2 * upstream * x

    assert check("01.2", shouting)
    printed = capsys.readouterr().out
    assert len(printed) < 11_000
    assert "left out" in printed


@pytest.mark.thorough
@pytest.mark.usefixtures("no_harm_is_done")
def test_numbers_beyond_all_bounds_bring_no_warning_to_the_page(recwarn):
    for huge in (np.float32(3e38), np.float64(1e308), np.float16(6e4), np.inf, np.nan):
        for id in ("01.2", "03.2")[: 1 + THOROUGH]:
            check(id, lambda *inputs, huge=huge: np.log(np.full((2, 3), -huge)))
            check(id, lambda *inputs, huge=huge: np.full((2, 3), huge))
            check(id, lambda *inputs, huge=huge: tuple(np.full(np.shape(x), huge) for x in inputs[1:]))
    assert not recwarn.list


def test_numbers_longer_than_pythons_own_are_shown():
    for kind in (np.clongdouble, np.longdouble):
        assert check("01.2", lambda upstream, x, kind=kind: (upstream * x).astype(kind)).state == "not yet"


def test_nobody_elses_settings_decide():
    with np.errstate(all="raise"):
        assert check("01.3", exercises()["01.3"].answer_of(exercises()["01.3"].listed.solution))


def test_what_is_changed_inside_a_list_is_noticed():
    def scaling(losses, w, parts, counts):
        parts[0] *= 2
        return w

    assert check("04.6", scaling).diagnosis == "input-changed"
