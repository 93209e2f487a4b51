"""A small lesson that has one of everything, and its page."""

import json

import pytest

from helpers.classroom.page.running import Run
from helpers.classroom.page.writing import write_page_of
from tests.browser.conftest import chromium  # noqa: F401 (a fixture)

HEAD = r"""# 07 · A small lesson

Look at $x^2$, see [another](01_upstream_gradient.ipynb#A-part).

$$\text{downstream} = a^T$$"""
STEPPER = """import numpy as np
from helpers.widgets import BackpropStepper
BackpropStepper(lambda x: np.square(np.square(x)), x=2.0)"""
SOLUTION = """<details><summary>Solution of 07.1</summary>

```python
answer = 6  # a secret
```

So it is.

</details>"""
NOTES = "<details><summary>Notes for a lecture</summary>\n\nSay *upstream*.\n\n</details>"
CELLS = [
    ("markdown", HEAD),
    ("markdown", NOTES, "speaker-notes"),
    ("code", STEPPER),
    ("code", "print('nine', 3 * 3)", "reveal:07.p1"),
    ("code", "answer = ...", "exercise:07.1"),
    ("code", "from helpers.widgets import TinyModel\nTinyModel()"),
    ("markdown", SOLUTION, "solution:07.1"),
]


def cell(number, kind, source, *tags):
    code = {"outputs": [], "execution_count": None} if kind == "code" else {}
    return {"cell_type": kind, "id": f"cell-{number}", "metadata": {"tags": tags}, "source": source, **code}


@pytest.fixture(scope="session")
def small_lesson(tmp_path_factory):
    path = tmp_path_factory.mktemp("notebooks") / "07_small.ipynb"
    cells = [cell(number, *told) for number, told in enumerate(CELLS)]
    path.write_text(json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}))
    return path


@pytest.fixture(scope="session")
def done(small_lesson):
    return Run(small_lesson)


@pytest.fixture(scope="session")
def page(done, tmp_path_factory):
    return write_page_of(done, tmp_path_factory.mktemp("my pages"))
