"""The pages of the phrase book, read: a task, and a phrase for each framework."""

import functools
import re
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

PAGES = Path(__file__).with_name("pages")
OURS = "these lessons"
FRAMEWORKS = (OURS, "TensorFlow 1", "TensorFlow 2", "PyTorch", "JAX", "autograd")
TAB = "    "  # before each line of a program
# What a task is said with; the first of these that a program has is what it is about.
SAID_WITH = (
    r"check\w*\(|compute_gradient",
    r"jvp\(|jacobian|hessian|jacrev|\bback\b",
    r"stop|detach|getval|\(s\)|s\.(item|numpy)\(|s\.value",
    r"custom_|Function|defvjp",
    r"gradients?\(|backward\(|grad\(|vjp\(|pullback\(",
    r"7\.0",  # written in place
)
ASKED = r"gradients?\(|backward\(|grad\(|pullback\(|jvp\(|x\.grad\b|\.apply\("  # asks for what comes out
# What a program imports, in this order, where it uses it: the pages leave these lines out.
IMPORTS = {
    OURS: {"np.": "import numpy as np", "ad.": "from helpers import autodiff as ad"},
    "TensorFlow 1": {"np.": "import numpy as np", "tf.": "import tensorflow.compat.v1 as tf"},
    "TensorFlow 2": {"np.": "import numpy as np", "tf.": "import tensorflow as tf"},
    "PyTorch": {"torch.": "import torch", "jacrev(": "from torch.func import hessian, jacrev"},
    "JAX": {
        "partial(": "from functools import partial",
        "jax.": "import jax",
        "jnp.": "import jax.numpy as jnp",
        "check_grads(": "from jax.test_util import check_grads",
    },
    "autograd": {
        "np.": "import autograd.numpy as np",
        "grad(": "from autograd import grad",
        "hessian(": "from autograd import hessian, jacobian",
        "pair(": "from autograd.builtins import tuple as pair",
        "make_jvp(": "from autograd.differential_operators import make_jvp",
        "make_vjp(": "from autograd.differential_operators import make_vjp",
        "defvjp(": "from autograd.extend import defvjp, primitive",
        "check_grads(": "from autograd.test_util import check_grads",
        "getval(": "from autograd.tracer import getval",
    },
}


@dataclass(frozen=True)
class Phrase:
    """How one framework says it."""

    framework: str
    code: str  # a program of its own
    says: str  # a few words of the error in which it ends; empty if it ends well
    note: str  # a remark, or nothing

    @property
    def essence(self):
        """The lines of the program in which the task is said, and that which asks for what comes out.

        >>> phrase_of("upstream", "JAX").essence
        ['y, pullback = jax.vjp(lambda x: x * x, x)', '(dx,) = pullback(u)']
        """
        code = re.sub(r"\(\n\s+(.+)\n\s*\)", r"(\1)", self.code)  # a call over several lines
        code = re.sub(r"(no_grad\(\):)\n\s+", r"\1 ", code)
        lines = [line.strip() for line in code.splitlines() if "import " not in line]
        found = ([k for k, line in enumerate(lines) if re.search(said, line)][-2:] for said in SAID_WITH)
        said = next(filter(None, found))
        asked = [k for k, line in enumerate(lines) if re.search(ASKED, line) and k > said[-1]]
        return [lines[k] for k in [*said, *asked[-1:]]]


@dataclass(frozen=True)
class Task:
    """Something to be said, in every framework."""

    name: str
    title: str
    question: str
    phrases: dict
    called: dict  # what kinds of answer can be guessed, by the words for them, where these are not plain


@functools.cache
def tasks():
    """Every task of the phrase book by name, in its order.

    >>> list(tasks())[:3]
    ['upstream', 'left_out', 'not_connected']
    """
    return {page.stem.partition("_")[2]: _read(page) for page in sorted(PAGES.glob("*.md"))}


def task(name):
    """The task of that name; LookupError with the names there are.

    >>> task("kink").title
    'The slope at a kink'
    """
    if not isinstance(name, str) or name not in tasks():
        raise LookupError(f"the phrase book has no task {name!r}; it has {', '.join(tasks())}.")
    return tasks()[name]


def phrase_of(name, framework):
    """How a framework says that task; LookupError for a name that is not known."""
    phrases = task(name).phrases
    if not isinstance(framework, str) or framework not in phrases:
        raise LookupError(f"the phrase book has no framework {framework!r}; it has {', '.join(phrases)}.")
    return phrases[framework]


def mark(framework):
    """A short name of all programs of a framework: what was recorded of others is not what these print."""
    programs = "".join(each.phrases[framework].code for each in tasks().values())
    return sha256(programs.encode()).hexdigest()[:8]


def _read(page):
    """A title, a question, and perhaps what can be guessed; then a section for each framework, of its program
    and what is said of it."""
    head, *sections = page.read_text(encoding="utf-8").split("\n## ")
    title, question, *called = head.removeprefix("# ").strip().split("\n")
    found = [_phrase(*section.strip("\n").split("\n")) for section in sections]
    called = dict(pair.split(": ") for line in called for pair in line.split(", "))
    phrases = {each.framework: each for each in found}
    return Task(page.stem.partition("_")[2], title, question, phrases, called)


def _phrase(framework, *lines):
    """A phrase with its imports; a line that is no code is a remark, or words of an error after a “>”."""
    code = [line.removeprefix(TAB) for line in lines if not line or line.startswith(TAB)]
    words = [line for line in lines if line and not line.startswith(TAB)]
    says = "".join(line[2:] for line in words if line.startswith("> "))
    note = "".join(line for line in words if not line.startswith("> "))
    imports = IMPORTS[framework].items()
    used = [line for name, line in imports if re.search(rf"(?<![.\w]){re.escape(name)}", "\n".join(code))]
    return Phrase(framework, "\n".join([*used, "", *code]), says, note)
