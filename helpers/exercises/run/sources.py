"""Solutions are data: source that can be edited and run, as the learner's cell would be.

>>> double = "def double(x):\\n    return 2 * x"
>>> answer_of(edited(double, "2 * x -> x + x + 1"), "double")(5)
11
>>> answer_of(edited(double, "return x"), "double")(5)
5
"""

from types import SimpleNamespace

import numpy as np

from helpers import autodiff as ad

UPSTREAM = "upstream"  # what a rule calls the input that comes from above
ARROW, RETURN, ALSO = " -> ", "return ", "; "

# What a cell of a lesson can name. Registering a rule does nothing here: a learner's own stays in its place.
NAMES = {
    "np": np,
    "ad": SimpleNamespace(
        **{name: getattr(ad, name) for name in ad.__all__ if name != "register_gradient"},
        register_gradient=lambda of, replace=False: lambda rule: rule,
    ),
}


def answer_of(source, name, scope=None):
    """Run the source of a cell (ours, or a test's, never what is typed elsewhere): what it defines.

    `scope` is what it may name beside `np` and `ad`.
    """
    names = {**(scope or {}), **NAMES}
    exec(compile(source, f"<{name}>", "exec"), names)
    return names[name]


def is_edit(maths):
    """Is this line of maths an edit of the solution?"""
    return ARROW in maths or maths.startswith(RETURN)


def edited(source, maths):
    """The source with these edits done: ``old -> new``, or ``return new`` for its last return.

    Several are set apart by semicolons. ValueError if what is to be replaced does not stand there just once.
    """
    for edit in maths.split(ALSO):
        old, _, new = edit.partition(ARROW)
        if edit.startswith(RETURN):
            last = source.rpartition(RETURN)[2]
            old, new = RETURN + last.partition("\n")[0], edit
        if (count := source.count(old)) != 1:
            raise ValueError(f"the solution has {old!r} {count} times, and should have it once")
        source = source.replace(old, new)
    return source


def has_gaps(source):
    """Does the source still hold a `...` to be replaced?"""
    return "..." in source
