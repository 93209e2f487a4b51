"""Lay down a new lesson: a notebook with every role in its order, its answer keys, its figures, its facts.

Everything runs as it is. What has to be written says TODO, and `python -m helpers.lessons missing` lists it.
"""

import re
from inspect import cleandoc

from .lesson import NOTEBOOKS
from .maps import BACK, as_text
from .missing import HELPERS, TESTS
from .parts import FOLDED, LessonError, told_when_run

MINUTES = 2  # of an exercise, until somebody has tried it


def files(number, name, title, exercises=5, guesses=3):
    """{path: text} of everything that a new lesson consists of."""
    ids = [f"{number}.{k + 1}" for k in range(exercises)]
    asked = [f"{number}.p{k + 1}" for k in range(guesses)]
    return {
        NOTEBOOKS / f"{number}_{name}.ipynb": as_text(notebook(number, title, ids, asked)),
        HELPERS / f"exercises/lesson_{number}.py": answer_keys(number, ids, asked),
        HELPERS / f"figures/lesson_{number}.py": figures(number),
        TESTS / f"notebooks/test_facts_{number}.py": facts(number, asked),
    }


def lay_down(number, name, title, exercises=5, guesses=3):
    """Write these files; LessonError, and nothing written, if one of them is there already."""
    if not re.fullmatch(r"\d\d", number) or not re.fullmatch(r"[a-z][a-z0-9_]*", name):
        raise LessonError("a lesson has a number such as 05 and a name such as custom_gradients.")
    made = files(number, name, title, exercises, guesses)
    taken = [*NOTEBOOKS.glob(f"{number}_*.ipynb"), *(path for path in made if path.exists())]
    if taken:
        raise LessonError(f"lesson {number} has been begun: {taken[0]} is there.")
    for path, text in made.items():
        path.write_text(text, encoding="utf-8")
    return list(made)


# --- the notebook ---


def notebook(number, title, ids, asked):
    """The notebook as Jupyter would have it, never run."""
    cells = [*_opening(number, title, MINUTES * len(ids))]
    for k, id in enumerate(asked):
        cells += _guess(id)
        if k == 0:
            cells += _exhibit()
    for id in ids:
        cells += _exercise(id)
    cells += [*_figure(), *_ending()]
    for told in told_when_run([(cell["cell_type"], cell["metadata"].get("tags", ())) for cell in cells]):
        cells[told]["metadata"]["jupyter"] = {FOLDED: True}
    stated = {"name": title, "question": "TODO: the question it answers"}
    return {"cells": cells, "metadata": {"lesson": stated}, "nbformat": 4, "nbformat_minor": 5}


def _cell(kind, id, source, *tags, slide=None):
    slideshow = {"slide_type": slide} if slide else {}
    metadata = {"slideshow": slideshow} | ({"tags": list(tags)} if tags else {})
    source = cleandoc(source).splitlines(keepends=True)
    cell = {"cell_type": kind, "id": id, "metadata": metadata, "source": source}
    return cell | ({"execution_count": None, "outputs": []} if kind == "code" else {})


def _text(id, source, *tags, slide="slide"):
    return _cell("markdown", id, source, *tags, slide=slide)


def _code(id, source, *tags, slide="fragment"):
    return _cell("code", id, source, *tags, slide=slide)


def _folded(summary, text):
    return f"<details><summary>{summary}</summary>\n\n{text}\n\n</details>"


def _opening(number, title, minutes):
    yield _text(
        "title",
        f"""
        # {number} · {title}

        TODO: in a sentence, what this lesson is about.

        **You will be able to** TODO: three verbs at most.

        **Needs:** TODO: the lessons before it. **Time:** 20 minutes, and {minutes} for the exercises.

        > **Conventions**
        >
        > - TODO: what is meant by which word.
        """,
        "convention",
    )
    notes = "- **Board:** TODO: what to draw, in which order.\n- TODO: what to ask aloud, and when to wait."
    yield _text("speaker-notes", _folded("Notes for a lecture", notes), "speaker-notes", slide="notes")
    yield _code(
        "setup",
        f"""
        import numpy as np

        from helpers import autodiff as ad
        from helpers.exercises import check, hint, predict
        from helpers.figures.lesson_{number} import first_figure
        from helpers.widgets import BackpropStepper
        """,
        "setup",
        slide="skip",
    )
    yield _text("opening", "## TODO: a surprising or failing result\n\nTODO: what the next cell runs.")
    yield _code("opening-run", "print(ad.grad(np.square)(3.0))  # TODO: run it, and only then explain")


def _guess(id):
    slug = id.replace(".", "-")
    yield _text(f"before-{slug}", f"TODO: what leads to the guess {id}.", slide="subslide")
    guess = f'guess = None  # your guess in place of None\npredict("{id}", guess)'
    yield _code(f"predict-{slug}", guess, f"predict:{id}")
    truth = 'print("the truth:")\nprint(6.0)  # TODO: compute it'
    yield _code(f"reveal-{slug}", truth, f"reveal:{id}", slide="subslide")


def _exhibit():
    answers = _folded("Answers", "TODO: what comes out.")
    task = f"## TODO: Move it yourself\n\nTODO: a task before the play.\n\n{answers}"
    yield _text("exhibit-task", task, "task")
    yield _code("exhibit", "BackpropStepper(lambda x: x * x, x=3.0)  # TODO: the exhibit of this lesson")


def _exercise(id):
    slug, answer = id.replace(".", "-"), f"answer_{id.rpartition('.')[2]}"
    check = f'\n\ncheck("{id}", {answer})'
    how_hard = f"*Difficulty 1 of 3 ●○○, {MINUTES} minutes.*"
    announced = f"### Exercise {id}: TODO: a title\n\n{how_hard} TODO: what is asked."
    yield _text(f"exercise-{slug}-prompt", announced, slide="subslide")
    yield _code(f"exercise-{slug}", f"{answer} = ...  # TODO: half of it given, or a blank{check}",
                f"exercise:{id}", slide=None)  # fmt: skip
    code = f"```python\n{answer} = 6.0  # TODO: the right answer{check}\n```"
    solution = _folded(f"Solution of {id}, and why", f"{code}\n\nTODO: why.")
    yield _text(f"solution-{slug}", solution, f"solution:{id}", slide="notes")


def _figure():
    yield _text("figure-before", "## TODO: what is to be seen\n\nTODO: where to look.")
    yield _code("figure", "first_figure()  # TODO: with the numbers of this lesson")


def _ending():
    names = ("these lessons", "TensorFlow 1", "TensorFlow 2", "PyTorch", "JAX", "autograd")
    rows = "\n".join(f"| {name} | TODO |" for name in names)
    table = f"## The same thing elsewhere\n\n| framework | TODO: what is compared |\n|:---|:---|\n{rows}"
    yield _text("frameworks", table, "frameworks")
    questions, answers = (
        "\n".join(f"{k}. TODO: {what}" for k in range(1, 6)) for what in ("ask.", "answer.")
    )
    key = _folded("The key", answers)
    home = f"## To take home\n\n**TODO: one sentence.**\n\n{BACK}"
    source = f"## Five questions, from memory\n\n{questions}\n\n{key}\n\n{home}"
    yield _text("questions", source, "questions", "answers", "take-home")


# --- what stands beside it ---


def answer_keys(number, ids, asked):
    """What a notebook cannot hold: right guesses, known wrong ones, hints."""
    return _module(
        f'''
        """Lesson {number}: TODO: what it practises, from worked to transfer.

        The docstring of `helpers.exercises` says how a key is made.
        """

        from helpers import autodiff as ad

        from .kinds import Value
        from .prediction import PredictionKey
        ''',
        *(_key(id) for id in ids),
        *(_guess_key(id) for id in asked),
    )


def _key(id):
    return f'''
        EXERCISE_{id.rpartition(".")[2]} = Value(
            "{id}",
            covers=(),  # TODO: names in misconceptions.py
            reference=lambda: ad.grad(lambda x: x * x)(3.0),  # TODO: in another way than the solution
            because="TODO: why the right answer is right.",
            hints=("TODO: a nudge.", "TODO: the equation", "TODO: a skeleton, with ___ in it"),
            wrong=(
            ("TODO-a-name", "5.0", "TODO: what this answer is, then what to do."),
            ),
        )
        '''


def _guess_key(id):
    return f'''
        GUESS_{id.rpartition("p")[2]} = PredictionKey(
            "{id}",
            "TODO: what happens? A number is wanted.",
            example=1,
            truth=lambda: ad.grad(lambda x: x * x)(3.0),  # TODO: run what the notebook runs
            because="TODO: why it is 6.",
            guesses=(
            ("TODO-a-name", "9.0", "TODO: what this guess overlooks."),
            ),
        )
        '''


def figures(number):
    """One figure, with its alt text."""
    return _module(
        f'''
        """Lesson {number}: TODO: what its figures show."""

        import numpy as np

        from helpers.drawing import plots, svg

        __all__ = ["first_figure"]


        def first_figure():
            """Draw TODO.

            >>> first_figure()
            <Picture: TODO...>
            """
            xs = np.linspace(-2, 2)
            axes = plots.Axes(plots.BESIDE, 12, 400, 200, (-2, 2), (0, 4))
            parts = [
                *(axes.line_across(y, str(y)) for y in (0, 2, 4)),
                *(axes.tick(x, str(x)) for x in (-2, 0, 2)),
                axes.curve(xs, xs * xs, plots.Look(svg.ACCENT, mark="")),
                *axes.names([4], ["TODO"], [plots.Look(svg.ACCENT)]),
            ]
            block = svg.canvas(plots.BESIDE + 480, 250, *parts)
            return svg.picture(block, "TODO: what it shows", desc="TODO: its main numbers.")
        '''
    )


def facts(number, asked):
    """What the notebook must show, cell by cell."""
    cells = ("opening-run", *(f"reveal-{id.replace('.', '-')}" for id in asked), "exhibit", "figure")
    rows = "\n".join(f'            "{id}": [],  # TODO: every number in order, and words' for id in cells)
    return _module(
        f'''
        """The facts of lesson {number}, recomputed with NumPy alone and found in what the notebook shows."""

        from tests.notebooks.facts import shows

        FACTS = {{
{rows}
        }}
        test_shown = shows("{number}", FACTS)
        '''
    )


def _module(*parts):
    return "\n\n".join(map(cleandoc, parts)) + "\n"
