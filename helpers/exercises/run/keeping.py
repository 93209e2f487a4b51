"""What an answer changes of Python, NumPy or the engine is put back when it has ended: it harms itself alone.

>>> with kept():
...     np.abs = None
>>> int(np.abs(-1))
1
"""

import builtins
import contextlib
import os
import signal
import sys
import threading
from operator import is_

import numpy as np

KEPT = (  # modules: those of answers, and those that the check and the kernel are made with
    "builtins", "math", "operator", "os", "numpy", "numpy.linalg", "numpy.random",
    "ast", "contextlib", "dataclasses", "dis", "functools", "html", "inspect", "itertools", "json",
    "linecache", "re", "signal", "threading", "time", "traceback",
)  # fmt: skip
CHECK = __package__.removesuffix(".run")  # packages; of the engine also classes and tables
ENGINE = CHECK.replace("exercises", "autodiff")
REFUSED = {  # functions that end the kernel, make a second one of it, or take the clock away
    os: ("_exit", "abort", "close", "closerange", "dup2", "fork", "forkpty", "kill", "killpg"),
    signal: ("alarm", "pthread_kill", "pthread_sigmask", "raise_signal", "setitimer", "signal"),
}
DEEPEST = 20_000  # calls in one another: of millions the traceback alone takes a minute
GONE = object()

_here = threading.local()


class Keeper:
    """How everything was when it was made: names of modules, classes, operations; tables, settings."""

    def __init__(self):
        self.modules = sys.modules.copy()
        self.tables = [(table, table.copy()) for table in tables()]
        named = [*things(), *operations(self.tables)]
        self.names = {id(thing): (thing, vars(thing).copy()) for thing in named}
        self.live = [*(vars(thing) for thing, _ in self.names.values()), *(table for table, _ in self.tables)]
        self.before = [before for _, before in (*self.names.values(), *self.tables)]
        self.settings = settings()

    def holds(self):
        """Is everything still as it was?"""
        kept = self.modules, self.settings, self.before
        return all(map(same, (sys.modules, settings(), self.live), kept))

    def changed(self):
        """What would make one changed thing after another as it was."""
        if same(self.live, self.before):  # asked after every call, and nearly always so
            return
        for thing, before in self.names.values():
            if not same(vars(thing), before):
                yield name_again, thing, before
        for table, before in self.tables:
            if not same(table, before):
                yield fill_again, table, before

    def put_back(self):
        """Make everything as it was."""
        if not all(map(is_, map(sys.modules.get, self.modules), self.modules.values())):
            sys.modules.update(self.modules)
        for again, thing, before in self.changed():
            again(thing, before)
        if same(settings(), self.settings):
            return
        folder, printing, deepest = self.settings
        sys.setrecursionlimit(deepest)
        np.set_printoptions(**printing)
        if folder:
            os.chdir(folder)


@contextlib.contextmanager
def kept():
    """Around code that we did not write: whatever it changes is as it was when it has ended.

    Meanwhile nothing ends the kernel, and nothing makes calls in one another without end.
    """
    deepen, now = sys.setrecursionlimit, sys.getrecursionlimit()
    last = getattr(_here, "last", None)
    _here.keeper = _here.last = last if last and last.holds() else Keeper()
    others = {thread.ident for thread in threading.enumerate()} - {threading.get_ident()}
    ends = [
        (module, name, refused_but_to(others, vars(module)[name]))
        for module, names in REFUSED.items()
        for name in names
        if name in vars(module)
    ]
    with contextlib.ExitStack() as undo:
        undo.callback(setattr, _here, "keeper", None)
        undo.callback(put_back)
        undo.callback(setattr, sys, "setrecursionlimit", deepen)
        sys.setrecursionlimit = lambda limit: deepen(max(now, min(limit, DEEPEST)))
        undo.enter_context(exchanged(*ends))
        yield


def put_back():
    """Put back what was changed since `kept` began; nothing outside of it."""
    if keeper := getattr(_here, "keeper", None):
        keeper.put_back()


@contextlib.contextmanager
def exchanged(*values):
    """Values of ours in place of others, each a thing, a name and a value: they are kept like the rest."""
    before = [(thing, name, getattr(thing, name)) for thing, name, _ in values]
    try:
        exchange(values)
        yield
    finally:
        exchange(before)


def exchange(values):
    """Set these values, and keep them from now on."""
    keeper = getattr(_here, "keeper", None)
    for thing, name, value in values:
        setattr(thing, name, value)
        if keeper and id(thing) in keeper.names:
            keeper.names[id(thing)][1][name] = value


def things():
    """The modules whose names are kept, and the classes of the check and the engine."""
    modules = [sys.modules[name] for name in KEPT if name in sys.modules]
    ours = [value for module in package(CHECK) for value in vars(module).values() if isinstance(value, type)]
    classes = {each for each in [*engines(type), *ours] if each.__module__.startswith((ENGINE, CHECK))}
    return [*modules, *package(CHECK), *package(ENGINE), *classes]


def package(name):
    """Its modules that have been imported."""
    return [module for path, module in sys.modules.copy().items() if module and path.startswith(name)]


def engines(kind):
    """Everything of that kind that has a name in a module of the engine."""
    named = [(name, value) for module in package(ENGINE) for name, value in vars(module).items()]
    return [value for name, value in named if isinstance(value, kind) and not name.startswith("__")]


def tables():
    """The engine's dicts and sets, such as that of the rules, each once."""
    return {id(table): table for table in engines((dict, set)) if type(table) in (dict, set)}.values()


def operations(tables):
    """The operations that stand in these tables, each with its rules."""
    values = [value for table, _ in tables if type(table) is dict for value in table.values()]
    return {id(value): value for value in values if type(value).__module__.startswith(ENGINE)}.values()


def same(now, before):
    """Are these still the very same? Nothing is compared that is identical."""
    try:
        return len(now) == len(before) and bool(now == before)
    except Exception:  # arrays, and what else cannot be compared
        return False


def name_again(thing, before):
    """Give every name its value again, and take away what was put in front of a built-in."""
    now = vars(thing)
    for name, value in before.items():
        if now.get(name, GONE) is not value:
            setattr(thing, name, value)
    if thing is not builtins:
        for name in now.keys() & vars(builtins).keys() - before.keys():
            delattr(thing, name)


def fill_again(table, before):
    """Give a dict or set its content again."""
    table.clear()
    table.update(before)


def settings():
    """The working folder, how NumPy prints, how deep calls may go."""
    return folder_now(), np.get_printoptions(), sys.getrecursionlimit()


def folder_now():
    """The working folder, or None if it is gone."""
    try:
        return os.getcwd()
    except OSError:
        return None


def refused_but_to(others, function):
    """In place of one of `REFUSED`, for an answer: `others`, the threads that ran before it, may call it."""

    def refused(*arguments, **settings):
        if threading.get_ident() in others:
            return function(*arguments, **settings)
        raise PermissionError("that would end this kernel, double it, or take away its clock")

    return refused
