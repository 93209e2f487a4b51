"""A small lesson that has one of everything, and its page."""

import json
from contextlib import contextmanager

import pytest
from playwright.sync_api import expect

from helpers.classroom.page.running import Run
from helpers.classroom.page.writing import write_page_of
from tests.browser.conftest import chromium  # noqa: F401 (a fixture)

HEAD = r"""# 07 · A small lesson

Look at $x^2$, see [another](01_upstream_gradient.ipynb#A-part).

$$\text{downstream} = a^T$$"""
STEPPER = """import numpy as np
check = print
from helpers.widgets import BackpropStepper
BackpropStepper(lambda x: np.square(np.square(x)), x=2.0)"""
LARGE = """def cross_entropy(z):
    e = np.exp(z)
    return -np.log((e / np.sum(e))[2])

stepper = BackpropStepper(cross_entropy, z=[0, 0, np.log(2)], groups={"all": "v1 v2 v3 v4 v5 y".split()})
stepper.unfold()
stepper"""  # on a slide in parts
SOLUTION = """<details><summary>Solution of 07.1</summary>

```python
answer = 6  # a secret
check("07.1", answer)
```

So it is.

</details>"""
NOTES = "<details><summary>Notes for a lecture</summary>\n\nSay *upstream*.\n\n</details>"
PROMPT = "### Exercise 07.1: Six\n\n*Difficulty 1 of 3 ●○○, 2 minutes.* Find it."
CELLS = [
    ("markdown", HEAD),
    ("markdown", NOTES, "speaker-notes"),
    ("code", STEPPER),
    ("code", "guess = None", "predict:07.p1"),
    ("code", f"print('nine', 3 * 3)\n{STEPPER.splitlines()[-1]}", "reveal:07.p1"),
    ("markdown", PROMPT),
    ("code", "answer = ...\ncheck('07.1', answer)".replace("'", '"'), "exercise:07.1"),
    ("code", LARGE),
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


@contextmanager
def open_offline(page, browser, **viewport):
    """The page as a reader without a network opens it; nothing may go wrong while a test looks at it."""
    context = browser.new_context(offline=True, viewport={"width": 900, "height": 800} | viewport)
    asked, wrong = [], []

    def watch(tab):
        tab.on("request", lambda request: asked.append(request.url))
        tab.on("console", lambda message: wrong.append(message.text))
        tab.on("pageerror", lambda error: wrong.append(str(error)))

    context.on("page", watch)
    tab = context.new_page()
    tab.goto(page.path.as_uri())
    wait_for_exhibits(tab)
    yield tab
    others = {url.partition("#")[0] for url in asked if not url.startswith(("data:", "blob:"))}
    assert (others, wrong) == ({page.path.as_uri()}, [])
    context.close()


def wait_for_exhibits(tab):
    """Until each exhibit of the page lives: its modules come a moment after the page."""
    expect(tab.locator(".exhibit:not(.live)")).to_have_count(0)
