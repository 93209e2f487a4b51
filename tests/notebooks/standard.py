"""What every notebook and every lesson must hold to, one function per demand.

Each takes a `Lesson` and yields, for every breach, a LessonError that names the cell and says what to do.
"""

import itertools
import re

from helpers.notebooks import LessonError, markdown, read
from helpers.notebooks.parts import told_when_run
from helpers.notebooks.shown import images
from helpers.notebooks.store import is_normal

MOST_BYTES_OF_AN_OUTPUT = 400_000
MOST_BYTES_OF_A_NOTEBOOK = 1_500_000
STORE_AGAIN = "run `python -m helpers.notebooks store` and commit what it writes"


def breaches(demands, lesson):
    found = []
    for demand in demands:
        try:
            found += demand(lesson)
        except LessonError as error:  # the reader could not make sense of it
            found.append(error)
    return list({str(error): error for error in found}.values())


# --- every notebook ---


def is_stored_as_the_command_stores_it(lesson):
    if not is_normal(lesson.path):
        yield lesson.error(f"it holds metadata or widget views of one person's session: {STORE_AGAIN}")


def was_run_from_top_to_bottom(lesson):
    run = [cell for cell in lesson.of_kind("code") if cell.source.strip()]
    for expected, cell in enumerate(run, start=1):
        if cell.count != expected:
            yield lesson.error(f"its execution count is {cell.count}, not {expected}: {STORE_AGAIN}", cell)
            return


def shows_no_trouble(lesson):
    for cell in lesson.of_kind("code"):
        raised = any(output.kind == "error" for output in cell.outputs)
        if raised and "raises-exception" not in cell.tags:
            yield lesson.error("it stores an error: catch it, or tag the cell raises-exception", cell)
        if not raised and "raises-exception" in cell.tags:
            yield lesson.error("it is tagged raises-exception, and raises none", cell)
        if any(output.stream == "stderr" for output in cell.outputs):
            yield lesson.error("it stores a warning: remove its cause", cell)
        if trace := re.search(r"0x[0-9a-f]{6,}|/tmp/|/home/|/root/|/Users/|site-packages", cell.text):
            yield lesson.error(f"it shows {trace[0]!r}, which differs from machine to machine", cell)


def has_unique_ids(lesson):
    ids = [cell.id for cell in lesson.cells]
    for repeated in {id for id in ids if ids.count(id) > 1}:
        yield lesson.error(f"{ids.count(repeated)} cells have the id {repeated!r}: ids must be unique")


def has_one_title_and_no_gaps_in_its_headings(lesson):
    levels = []
    for cell in lesson.of_kind("markdown"):
        for level, title in markdown.headings(cell.source):
            if levels and level > levels[-1] + 1:
                yield lesson.error(f"the heading {title!r} skips a level", cell)
            levels.append(level)
        if re.search(r"<h[1-6]", cell.source):
            yield lesson.error("write headings with #, so that they reach the table of contents", cell)
    if not lesson.head.startswith("# "):
        yield lesson.error("the first cell does not begin with the title, “# …”")
    if levels.count(1) != 1:
        yield lesson.error(f"there are {levels.count(1)} headings of level 1, and there must be one")


def describes_every_picture(lesson):
    for cell in lesson.of_kind("markdown"):
        in_markdown = re.findall(r"!\[([^\]]*)\]\(", markdown.without_code(cell.source))
        if not all(alt.strip() for alt in [*in_markdown, *(image.alt for image in images(cell.source))]):
            yield lesson.error("a picture has no alt text", cell)
    for cell in lesson.of_kind("code"):
        if not all(image.alt.strip() for image in cell.images):
            yield lesson.error("a picture has no alt text", cell)
        if not {image.mime for image in cell.images} <= {"image/png", "image/svg+xml"}:
            yield lesson.error("pictures are PNG or SVG, which the tests can compare", cell)
        if any(mime.startswith("image/") for output in cell.outputs for mime in output.data):
            says = "it shows a picture that is not in an <img>: use a Picture, a Plot or an exhibit"
            yield lesson.error(says, cell)


def says_why_an_output_is_not_compared(lesson):
    for cell in lesson.of_kind("code"):
        lines = [line.strip() for line in cell.source.splitlines()]
        for number, line in enumerate(lines):
            if line.startswith("#") and line.lstrip("# ") == "NBVAL_IGNORE_OUTPUT":
                reason = lines[number + 1] if number + 1 < len(lines) else ""
                if not reason.startswith("#") or len(reason.split()) < 5:
                    says = "say in a comment under NBVAL_IGNORE_OUTPUT why its output may differ"
                    yield lesson.error(says, cell)
        if "NBVAL_SKIP" in cell.source or any(tag.startswith("nbval-") for tag in cell.tags):
            yield lesson.error("no cell is skipped, and none is exempted by a tag that nobody sees", cell)
        if "runs-once" in cell.tags and "# Runs once:" not in cell.source:
            yield lesson.error("a cell tagged runs-once says why in a comment, “# Runs once: …”", cell)


OUTSIDE = re.compile(
    r"""(?:\bsrc|\bsrcset|\bdata|\bposter)\s*=\s*["']?\s*(?:https?:)?//|url\(\s*["']?\s*(?:https?:)?//"""
    r"""|@import|<link\b|!\[[^\]]*\]\(\s*(?:https?:)?//|(?:xlink:)?href\s*=\s*["']https?://[^"']*\.(?:js|css)""",
    re.IGNORECASE,
)


def loads_nothing_from_outside(lesson):
    for cell in lesson.cells:
        texts = [cell.source, *(str(output.data) for output in cell.outputs)]
        if any(OUTSIDE.search(text) for text in texts):
            yield lesson.error("it loads something from the network: ship it with the notebook", cell)
        if cell.kind == "code" and re.search(r"^\s*[!%]", cell.source, re.MULTILINE):
            yield lesson.error("it uses a magic or the shell: lessons are plain Python", cell)


ACTIVE = re.compile(r"<(?:script|iframe|object|embed|form)\b|<[^>]+\son\w+\s*=|javascript:", re.IGNORECASE)


def runs_nothing_in_the_page(lesson):
    for cell in lesson.cells:
        shown = [markdown.without_code(cell.source)] if cell.kind == "markdown" else []
        for text in (*shown, *(output.html for output in cell.outputs)):
            if found := ACTIVE.search(text):
                yield lesson.error(f"{found[0]!r} would run something in the reader's page", cell)


RAW = re.compile(r'\s(?:d|x|y|cx|cy|width|height|points|transform)="[^"]*?(\d\.\d{7,})')


def draws_the_same_on_every_machine(lesson):
    """A coordinate in full has a last digit that another Python rounds otherwise."""
    for cell in lesson.of_kind("code"):
        for picture in cell.images:
            if found := RAW.search(picture.svg):
                yield lesson.error(
                    f"a picture is drawn at {found[1]}: round it, as svg.coordinate does", cell
                )


LINK = re.compile(r"\]\(([^)\s]+)[^)]*\)")
OF_A_LESSON = re.compile(r"\[(0\d)\b[^]]*\]\((\d\d)_")


def leads_somewhere_with_every_link(lesson):
    for cell in lesson.of_kind("markdown"):
        text = re.sub(r"`[^`\n]*`", "", markdown.without_code(cell.source))
        if any(number != file for number, file in OF_A_LESSON.findall(text)):
            yield lesson.error("the number of a lesson leads to another", cell)
        for target in LINK.findall(text):
            if not re.match(r"https?://|data:|attachment:|mailto:", target):
                file, _, anchor = target.partition("#")
                other = lesson.path.parent / file if file else lesson.path
                if not other.exists():
                    yield lesson.error(f"its link to {target} leads nowhere", cell)
                elif anchor and other.suffix == ".ipynb" and anchor not in anchors(lesson, other):
                    yield lesson.error(f"in {other.name} no heading has the anchor #{anchor}", cell)


def anchors(lesson, path):
    """What a link to a heading may name, in JupyterLab as on GitHub."""
    read_already = path.resolve() == lesson.path.resolve()
    cells = (lesson if read_already else read(path)).of_kind("markdown")
    return {title.replace(" ", "-") for cell in cells for _, title in markdown.headings(cell.source)}


def is_small(lesson):
    for cell in lesson.of_kind("code"):
        size = max((len(str(output.data)) for output in cell.outputs), default=0)
        if size > MOST_BYTES_OF_AN_OUTPUT:
            yield lesson.error(f"it shows {size:,} bytes at once, {MOST_BYTES_OF_AN_OUTPUT:,} may be", cell)
    size = lesson.path.stat().st_size
    if size > MOST_BYTES_OF_A_NOTEBOOK:
        yield lesson.error(f"the notebook has {size:,} bytes, {MOST_BYTES_OF_A_NOTEBOOK:,} are allowed")


EVERY_NOTEBOOK = (
    is_stored_as_the_command_stores_it, was_run_from_top_to_bottom, shows_no_trouble, has_unique_ids,
    has_one_title_and_no_gaps_in_its_headings, describes_every_picture, says_why_an_output_is_not_compared,
    loads_nothing_from_outside, runs_nothing_in_the_page, leads_somewhere_with_every_link,
    draws_the_same_on_every_machine, is_small,
)  # fmt: skip


# --- every lesson ---


def says_what_it_is(lesson):
    heading = lesson.head.partition("\n")[0]
    if not heading.startswith(f"# {lesson.number} · "):
        yield lesson.error(f"its title does not begin with “{lesson.number} · ”", lesson.cells[0])
    for part in ("name", "question", "abilities", "needs"):
        try:
            if not getattr(lesson, part):
                yield lesson.error(f"it says nothing about its {part}", lesson.cells[0])
        except LessonError as error:
            yield error


def states_its_minutes(lesson):
    total = sum(exercise.minutes for exercise in lesson.exercises)
    if lesson.exercise_minutes != total:
        says = f"it says {lesson.exercise_minutes} minutes for the exercises, and theirs add up to {total}"
        yield lesson.error(says, lesson.cells[0])


ROLES = {
    "convention": "the box that says which conventions hold",
    "speaker-notes": "the folded notes for a lecture",
    "task": "the task that stands before an exhibit",
    "frameworks": "the table that names the same thing in other frameworks",
    "questions": "the five questions to recall",
    "answers": "the key to the five questions, folded away",
    "take-home": "the one sentence to take home",
}


def has_the_parts_of_a_lesson(lesson):
    for role, what in ROLES.items():
        if not any(cell.kind == "markdown" for cell in lesson.with_role(role)):
            yield lesson.error(f"no text cell is tagged {role}: {what}")
    if lesson.with_role("take-home") and not lesson.take_home:
        yield lesson.error("there is nothing to take home")
    first = lesson.of_kind("code")[0]
    if not first.outputs and "setup" not in first.roles:
        yield lesson.error("it is not tagged setup: on paper the imports are left out", first)


def asks_before_it_tells(lesson):
    for prediction in lesson.predictions:
        if not prediction.reveals:
            yield lesson.error(f"no cell is tagged reveal:{prediction.id}", prediction.cell)
        for cell in prediction.reveals:
            if cell.number <= prediction.cell.number:
                yield lesson.error(f"it reveals {prediction.id} before the guess is asked for", cell)
    known = [prediction.id for prediction in lesson.predictions]
    for cell in lesson.cells:
        for id in cell.ids("reveal"):
            if id not in known:
                yield lesson.error(f"it reveals {id}, which nobody is asked to guess", cell)
        for id in set(re.findall(r'memory\.guess\("([^"]+)"\)', cell.source)) - set(cell.ids("reveal")):
            yield lesson.error(f"it compares the guess {id} with what is right: tag it reveal:{id}", cell)


def keeps_what_is_guessed_folded(lesson):
    folded = told_when_run(
        [(cell.kind, cell.tags, "".join(output.html for output in cell.outputs)) for cell in lesson.cells]
    )
    for cell in lesson.of_kind("code"):
        if cell.folded and cell.number not in folded:
            yield lesson.error(f"it is folded, and nothing says what it tells: {STORE_AGAIN}", cell)
    for cell in (lesson.cells[number] for number in sorted(folded)):
        if not cell.folded:
            says = f"it tells what is still to be guessed, and is not folded: {STORE_AGAIN}"
            yield lesson.error(says, cell)
        elif re.search(r"\d", line := cell.first_line):
            says = f"JupyterLab shows “{line.strip()}” of it while folded: print a line without numbers first"
            yield lesson.error(says, cell)


OF_AN_EXERCISE = re.compile(r"<summary>Solution of (0\d\.\d+)")


def folds_its_solutions_away(lesson):
    for exercise in lesson.exercises:
        if not markdown.folded(exercise.solution_cell.source):
            says = "the solution is not folded away in <details><summary>…</summary>…</details>"
            yield lesson.error(says, exercise.solution_cell)
        elif set(OF_AN_EXERCISE.findall(exercise.solution_cell.source)) - {exercise.id}:
            yield lesson.error("its solution is called that of another exercise", exercise.solution_cell)
        if not exercise.why:
            yield lesson.error("it does not say why the solution is right", exercise.solution_cell)


APPENDIX = "Appendix: "  # what is optional stands after the key, under such a heading


def closes_with_five_questions_and_their_key(lesson):
    if len(lesson.questions) != 5:
        yield lesson.error(f"it asks {len(lesson.questions)} questions, and there must be five")
    headings = [
        title
        for cell in lesson.of_kind("markdown")
        for level, title in markdown.headings(cell.source)
        if level == 2
    ]
    last = ["The same thing elsewhere", "Five questions, from memory", "To take home"]
    headings = [title for title in headings if not title.startswith(APPENDIX)]
    if headings[-3:] != last:
        yield lesson.error(f"its last three headings are not {', '.join(f'“{title}”' for title in last)}")


def names_the_same_thing_in_other_frameworks(lesson):
    for framework in ("these lessons", "TensorFlow 1", "TensorFlow 2", "PyTorch", "JAX"):
        if not any(text for column, text in lesson.frameworks.get(framework, {}).items() if column):
            yield lesson.error(f"the table of frameworks has no row for {framework}")


# --- what a lesson takes ---

MOST_MINUTES = 50  # without the exercises


# Minutes, for a reader who thinks.
WORD = 1 / 120
LINE_OF_CODE = 0.1
FIXED = {"predict": 2.0, "frameworks": 1.0, "questions": 4.0}
EXHIBIT = 2.0  # a task, and what comes out of it
OUTPUT = 0.3


def alone(lesson):
    """The minutes that a reader takes without the exercises."""
    left_out = {"setup", "speaker-notes", "exercise", "solution"}
    cells = itertools.takewhile(lambda cell: f"## {APPENDIX}" not in cell.source, lesson.cells)
    return sum(_minutes(cell) for cell in cells if not cell.roles & left_out)


def _minutes(cell):
    for role, minutes in FIXED.items():
        if role in cell.roles:
            return minutes
    if cell.kind == "markdown":
        return len(markdown.words(markdown.unfolded(cell.source))) * WORD + EXHIBIT * ("task" in cell.roles)
    lines = sum(bool(line.strip()) for line in cell.source.splitlines())
    return lines * LINE_OF_CODE + OUTPUT * bool(cell.outputs)


def takes_as_long_as_it_says(lesson):
    stated, counted = lesson.minutes, alone(lesson)
    if abs(stated - counted) > 5:
        says = f"it says {stated} minutes, and what stands in it takes about {counted:g}"
        yield lesson.error(says, lesson.cells[0])
    if stated > MOST_MINUTES:
        yield lesson.error(
            f"it takes {stated} minutes; a lesson takes {MOST_MINUTES} at most", lesson.cells[0]
        )


# --- a lesson is a lecture too ---


def plans_its_board(lesson):
    """A lecture goes on when the projector fails."""
    for cell in lesson.with_role("speaker-notes"):
        if "- **Board:** " not in cell.source:
            yield lesson.error("it does not say what to draw, in a line that begins “- **Board:** ”", cell)


EVERY_LESSON = (
    says_what_it_is, states_its_minutes, has_the_parts_of_a_lesson, plans_its_board, asks_before_it_tells,
    keeps_what_is_guessed_folded, folds_its_solutions_away,
    closes_with_five_questions_and_their_key, names_the_same_thing_in_other_frameworks,
    takes_as_long_as_it_says,
)  # fmt: skip
