"""The kinds of damages: in which files, where, and which tests should see them, the quickest first."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from tests.damages import places
from tests.damages.places import in_cells, in_file, in_keys


class Kind(NamedTuple):
    files: str  # a pattern
    places: Callable
    tests: Callable  # of a damage: lists of arguments for pytest
    thorough: bool = False  # whether the thorough run has more to see it


UP_TO_DATE = "tests/guides/test_maps.py::test_what_follows_from_the_lessons_is_up_to_date"


def of_notebook(damage):
    name = damage.path.removeprefix("notebooks/")
    ours, guides = ("standard", "facts_of_every_lesson", "equations"), ("contributing", "guide", "handouts")
    called = Path(name).stem if name.startswith("guides/") else name[:2]
    yield [*(f"tests/notebooks/test_{part}.py" for part in ours), "-k", called]
    if name.startswith("guides/"):
        yield [UP_TO_DATE, *(f"tests/guides/test_{part}.py" for part in guides)]
    else:
        yield [f"tests/lessons/lesson_{name[:2]}", UP_TO_DATE]
    if damage.what.startswith("solution"):
        yield [damage.path]


def of_cells(damage):
    yield from of_notebook(damage)
    yield [damage.path]


def of_keys(damage):
    id = damage.what.partition(":")[0]
    tests = [f"tests/exercises/key/test_{name}.py" for name in ("words", "numbers")]
    yield [*tests, "-k", f"{id} or reason and {id[:2]}"]
    yield ["tests/exercises/key", "-k", id]
    yield ["tests/exercises/judge/test_wrong_answers.py", f"tests/lessons/lesson_{id[:2]}", UP_TO_DATE]


def of_talks(damage):
    number = damage.path.split("/")[2][-2:]
    yield ["tests/notebooks/test_talk.py", "-k", number]
    yield ["tests/classroom/slides/test_slides.py", "-k", f"talk and {number}"]


def of_hub(damage):
    yield [f"tests/classroom/hub/test_{Path(damage.path).stem}.py"]
    yield ["tests/classroom/hub"]


def these(*stages):
    return lambda damage: [stage.split() for stage in stages]


ESCAPES = {
    "helpers/exercises/say": "tests/exercises/say",
    "helpers/exercises/review": "tests/exercises/review",
    "helpers/exercises/review/asking": "tests/exercises/say",
    "helpers/classroom/page": "tests/classroom/page/test_markup.py",
    "helpers/classroom/slides": "tests/classroom/page/test_markup.py",
    "helpers/classroom/browser": "tests/classroom/browser/test_building.py",
    "helpers/classroom/hub": "tests/classroom/hub/test_progress.py",
    "helpers/drawing": "tests/drawing",
    "helpers/widgets": "tests/widgets/test_stretch.py",
    "helpers/guides": "tests/guides/test_guide.py",
}


def of_escapes(damage):
    return [[tests, damage.path] for folder, tests in ESCAPES.items() if damage.path.startswith(folder)]


LESSONS, GUIDES = "notebooks/0*.ipynb", "notebooks/guides/[lmsw]*.ipynb"  # those that are generated
REASONS = "because", "wrong", "guesses"
KEYS, TALKS = "helpers/lessons/lesson_*/keys.py", "helpers/lessons/lesson_*/talk.md"
OF_SLIDES = these(
    "tests/test_scripts.py -k slides",
    "tests/classroom/page/test_markup.py tests/notebooks/test_talk.py",
    "tests/classroom/slides",
)
OF_PAGES = these(
    "tests/test_scripts.py -k slides", "tests/classroom/page/test_markup.py", "tests/classroom/page"
)
OF_EDITION = these("tests/test_scripts.py -k edition", "tests/classroom/browser")
OF_SCRIPTS = these("tests/test_scripts.py", "tests/browser/exhibits")
OF_PROGRESS = these("helpers/exercises/review", "tests/exercises/review")
OF_CHECK = these(
    "helpers/exercises/say tests/exercises/say",
    "tests/exercises/test_check.py tests/exercises/test_predict_and_hint.py",
    "tests/exercises/judge tests/exercises/run",
)
OF_README = these(f"tests/guides/test_contributing.py tests/test_house.py {UP_TO_DATE}")

# No test understands a sentence: of what is said in words, that is what readers are for.
KINDS = {
    "prose: numbers": Kind(LESSONS, in_cells("markdown", places.long_numbers), of_notebook),
    "prose: words": Kind(LESSONS, in_cells("markdown", places.only_told), of_notebook),
    "tags": Kind(LESSONS, places.tags, of_cells),
    "stored outputs": Kind("notebooks/**/*.ipynb", places.outputs, of_cells),
    "code": Kind(LESSONS, in_cells("code", places.program_and_values), of_cells),
    "guides: numbers": Kind(GUIDES, in_cells("markdown", places.numbers), of_notebook),
    "guides: words": Kind(GUIDES, in_cells("markdown", places.only_told), of_notebook),
    "README: names": Kind("README.md", in_file(places.names), OF_README),
    "keys: sentences exchanged": Kind(KEYS, in_keys(places.sentences), of_keys),
    "keys: reasons exchanged": Kind(KEYS, in_keys(places.reasons), of_keys),
    "keys: hints exchanged": Kind(KEYS, in_keys(places.hints), of_keys),
    "keys: numbers": Kind(KEYS, in_keys(places.said(places.long_numbers, *REASONS)), of_keys),
    "keys: words": Kind(KEYS, in_keys(places.said(places.only_told, *REASONS, "hints")), of_keys),
    "talk: names": Kind(TALKS, in_file(places.names), of_talks, True),
    "markup": Kind("helpers/**/*.py", in_file(places.escapes), of_escapes),
    "hub": Kind("helpers/classroom/hub/*.py", in_file(places.program_and_values), of_hub, True),
    "slides": Kind("helpers/classroom/slides/*.py", in_file(places.program), OF_SLIDES, True),
    "slides: script": Kind("helpers/classroom/slides/*.js", in_file(places.script), OF_SLIDES, True),
    "page": Kind("helpers/classroom/page/*.py", in_file(places.program), OF_PAGES, True),
    "page: script": Kind("helpers/classroom/page/*.js", in_file(places.script), OF_PAGES, True),
    "edition": Kind("helpers/classroom/browser/*.py", in_file(places.program), OF_EDITION, True),
    "edition: script": Kind("helpers/classroom/browser/page/*.js", in_file(places.script), OF_EDITION, True),
    "exhibits: script": Kind("helpers/widgets/**/*.js", in_file(places.script), OF_SCRIPTS, True),
    "progress": Kind("helpers/exercises/review/*.py", in_file(places.program), OF_PROGRESS),
    "check": Kind("helpers/exercises/say/*.py", in_file(places.program), OF_CHECK),
}
