"""Ask the phrase book: what every framework answers to a task, how one says it, and run it here."""

import contextlib
import functools
import importlib.metadata
import importlib.util
import io
import json
import math
import re
import textwrap
import warnings
from dataclasses import dataclass, replace
from pathlib import Path

from .reader import OURS, phrase_of, task

RECORDED = Path(__file__).with_name("recorded.json")
# What a line of yours is to bring out, and what is said when it does.
WANTED = {"cut": (5 * 2 * 3, "Healed."), "residuals": (2 * math.exp(2), "Twice as much, and nobody objects.")}


@dataclass(frozen=True)
class Outcome:
    """What a program printed, and the type of the error in which it ended, with a few of its words."""

    printed: str
    error: str = ""
    says: str = ""
    remark: str = ""  # on what a line of yours brought out

    @property
    def lines(self):
        """What it printed, a line each, then its error.

        >>> Outcome("6.0", "RuntimeError", "a second time").lines
        ['6.0', 'RuntimeError: … a second time …']
        """
        raised = [f"{self.error}: … {self.says} …"] if self.error else []
        return [*self.printed.splitlines(), *raised]

    @property
    def kind(self):
        """What its first answer is: "None", "zero", "a number" or "an error".

        >>> Outcome("tensor(5.) None").kind, Outcome("[2. 4.]").kind, Outcome("", "TypeError", "x").kind
        ('None', 'a number', 'an error')
        """
        kinds = {"None": "None", "0.0": "zero", "tensor(0.)": "zero"}
        return kinds.get(self.lines[0].split()[-1], "a number") if self.printed else "an error"

    @property
    def number(self):
        """The one number that it printed.

        >>> Outcome("tensor(0.)").number, Outcome("(2+4j)").number
        (0.0, (2+4j))
        """
        text = self.printed.strip("tensor()")
        return complex(text) if "j" in text else float(text)

    def __repr__(self):
        return "\n".join([*self.lines, *filter(None, [self.remark])])


@dataclass(frozen=True)
class Shown:
    """A program of the phrase book and what came out."""

    code: str
    outcome: Outcome
    where: str
    note: str = ""
    essence: tuple = ()  # the lines of the code in which the task is said

    def __repr__(self):
        said = "\n".join(f"→ {line}" for line in self.outcome.lines)
        parts = [self.code, f"{self.where}:\n{said}", textwrap.fill(self.note, 88)]
        return "\n\n".join(part for part in parts if part)


class Answers:
    """What each framework answers to one task, a row each."""

    def __init__(self, name):
        self.task = task(name)
        self.rows = list(_rows(name))

    def __repr__(self):
        lines = [self.task.title]
        for framework, version, outcome in self.rows:
            head = f"{framework:<14}{version:<10}"
            lines += [(head if not k else " " * len(head)) + line for k, line in enumerate(outcome.lines)]
        return "\n".join(lines)


def answers(name):
    """What each framework answers to a task, and what older versions did where they differ.

    >>> answers("upstream")
    Pass the upstream
    these lessons           [ 4. 12.]
    TensorFlow 1  2.21.0    [ 4. 12.]
    TensorFlow 2  2.21.0    [ 4. 12.]
    PyTorch       2.15.0    tensor([ 4., 12.])
    JAX           0.12.0.1  [ 4. 12.]
    autograd      1.9.1     [ 4. 12.]
    """
    return Answers(name)


def _rows(name):
    """(framework, version, outcome) of every framework, the newest version first, then others that differ."""
    for framework in task(name).phrases:
        if framework == OURS:
            yield framework, "", outcome_of_ours(name)
            continue
        latest = stored(name, framework)
        yield framework, newest(framework), latest
        for version in reversed(versions(framework)[:-1]):
            if (older := stored(name, framework, version)) != latest:
                yield framework, version, older


def phrase(name, framework):
    """How a framework says a task, and what its newest version printed."""
    how = phrase_of(name, framework)
    if framework == OURS:
        return Shown(how.code, outcome_of_ours(name), framework, how.note, tuple(how.essence))
    where = f"{framework} {newest(framework)}"
    return Shown(how.code, stored(name, framework), where, how.note, tuple(how.essence))


def run(name, framework, line=None):
    """Run that program here and now; where its framework is not installed, say so and what was recorded.

    A `line` of yours takes the place of the program's last one that begins with the same word.

    >>> run("cut", "these lessons", "t = s")
    30.0
    Healed.
    """
    how = phrase_of(name, framework)
    if line and "..." in line:
        says = "Put your line in place of the ..., and run this cell again."
        print(f"{_with(how.code, line)}\n\n{says}".strip())
        return None
    if framework != OURS and importlib.util.find_spec(package(framework)) is None:
        if line:
            there = _same(phrase_of(name, OURS).code, line)
            place = f" in place of\n{there[0].strip()}" if there else "."
            ours = f'run("{name}", "{OURS}", line)'
            print(f"{framework} is not installed here. In ours your line runs by {ours}{place}")
            return None
        print(f"{framework} is not installed here. Version {newest(framework)} gave:")
        return stored(name, framework)
    if line and not (how := replace(how, code=_with(how.code, line))).code:
        print(f"Take a line of the program, and change it: no line begins like {line}.")
        return None
    if framework != OURS:
        print(f"{framework} {version_here(framework)}, just now:")
    outcome, told = executed(how)
    if not line:
        return outcome
    return replace(outcome, says=told.partition("\n")[0], remark=_remark(name, outcome))


def _remark(name, outcome):
    """What is to be said of that outcome of a line of yours; nothing where it is neither None nor wanted."""
    if name == "cut" and outcome.printed == "None":
        return "The new t has no link to s."
    number = re.search(r"-?\d+\.\d*", outcome.printed)
    wanted, says = WANTED.get(name, (math.nan, ""))
    return says if number and math.isclose(float(number[0]), wanted, rel_tol=1e-4) else ""


def _with(code, line):
    """The program with that line, and its answer printed; "" if none of its lines begins with the same word.
    Where `line` still has its ..., the program's own is marked.

    >>> print(_with("s = x\\nt = s.item()\\nt", "t = s"))
    s = x
    t = s
    print(t)
    """
    same = _same(code, line)
    if not same:
        return ""
    if "..." in line:
        line = f"{same[0].strip()}  # yours goes here"
    *before, last = (code[: same.start()] + same[1] + line + code[same.end() :]).splitlines()
    return "\n".join([*before, last if "print" in last else f"print({last})"])


def _same(code, line):
    """The program's last line that begins with the same word; None if there is none."""
    word = re.match(r"\w*", line)[0]
    *_, last = None, *re.finditer(rf"^( *){word}\b.+$", code, re.MULTILINE)
    return last


@functools.cache
def recorded():
    """{task: {framework: the lines that its newest version printed, the type of an error last}}

    Where another version said something else, that stands under its own name, such as "PyTorch 2.13.0".
    "asked" has the versions of each framework, oldest first, and the `mark` of the programs that they ran.

    >>> recorded()["kink"]["PyTorch"], recorded()["kink"]["PyTorch 2.13.0"]
    ('tensor(0.)', 'tensor(1.)')
    """
    return json.loads(RECORDED.read_text(encoding="utf-8"))


def versions(framework):
    """The versions of a framework that were asked, oldest first."""
    return list(recorded()["asked"][framework])


def newest(framework):
    """The newest version of a framework that was asked.

    >>> newest("autograd")
    '1.9.1'
    """
    return versions(framework)[-1]


def stored(name, framework, version=None):
    """The recorded outcome of a program, of the newest version if none is named."""
    said = recorded()[name]
    printed, _, error = said.get(f"{framework} {version}", said[framework]).rpartition("\n")
    if re.fullmatch(r"\w+Error", error):
        return Outcome(printed, error, phrase_of(name, framework).says)
    return Outcome("\n".join(filter(None, [printed, error])))


@functools.cache
def outcome_of_ours(name):
    return executed(phrase_of(name, OURS))[0]


def executed(how):
    """The Outcome of running a phrase, and the whole text of its error."""
    out = io.StringIO()
    names = {"__name__": "phrase", "print": functools.partial(print, file=out)}
    error = None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            with contextlib.redirect_stderr(io.StringIO()):
                exec(compile(how.code, f"<{how.framework}>", "exec"), names)
        except Exception as caught:
            error = caught
    printed = out.getvalue().rstrip("\n")
    if error is None:
        return Outcome(printed), ""
    return Outcome(printed, type(error).__name__, how.says), str(error)


def package(framework):
    """The distribution of a framework, which is its module too.

    >>> package("PyTorch"), package("TensorFlow 1")
    ('torch', 'tensorflow')
    """
    return {"PyTorch": "torch"}.get(framework, framework.partition(" ")[0].lower())


def version_here(framework):
    return importlib.metadata.version(package(framework)).partition("+")[0]
