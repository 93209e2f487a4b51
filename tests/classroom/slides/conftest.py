"""A small lesson with a talk, and the slides of it."""

import pytest

from helpers.classroom.slides.writing import write
from helpers.notebooks import read, talk
from tests.classroom.page.conftest import chromium, small_lesson  # noqa: F401 (fixtures)

TALK = r"""# Three times {{2 * 7}}

show: cell-2

Note: 2 min. Say $x$, **loudly**.
---
# What a rule sends

show: cell-2 at the end

`x = np.square(x)`

later: It is **twice** that.
---
# How often?

show: cell-2 at the start

vote: 01.p1
---
# Set by presses

show: cell-2 at the start
- x = 1.0
- x = 3.0
"""


@pytest.fixture(scope="session")
def slides(small_lesson, tmp_path_factory):  # noqa: F811
    return write(read(small_lesson), tmp_path_factory.mktemp("slides"), talk.read(TALK, "the talk"))
