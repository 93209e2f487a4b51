"""What every notebook and every lesson must hold to, one function per demand.

Each takes a `Lesson` and yields, for every breach, a LessonError that names the cell and says what to do.
"""

import re

from . import markdown
from .lecture import alone, asks_and_tells_on_two_slides, fits_into_its_lectures, plans_its_board
from .parts import LessonError, told_when_run
from .shown import images

MOST_BYTES_OF_AN_OUTPUT = 400_000
MOST_BYTES_OF_A_NOTEBOOK = 1_500_000
STORE_AGAIN = "run `python -m helpers.lessons store` and commit what it writes"


def breaches(demands, lesson):
    """Everything in which a lesson does not hold to these demands, as LessonErrors."""
    found = []
    for demand in demands:
        try:
            found += demand(lesson)
        except LessonError as error:  # the reader could not make sense of it
            found.append(error)
    return list({str(error): error for error in found}.values())


# --- every notebook ---


def is_stored_as_the_command_stores_it(lesson):
    """It holds nothing of the session in which it was stored."""
    from .store import is_normal  # needs nbformat, which nothing else here does

    if not is_normal(lesson.path):
        yield lesson.error(f"it holds metadata or widget views of one person's session: {STORE_AGAIN}")


def was_run_from_top_to_bottom(lesson):
    """Its execution counts are 1, 2, 3 …"""
    run = [cell for cell in lesson.of_kind("code") if cell.source.strip()]
    for expected, cell in enumerate(run, start=1):
        if cell.count != expected:
            yield lesson.error(f"its execution count is {cell.count}, not {expected}: {STORE_AGAIN}", cell)
            return


def shows_no_trouble(lesson):
    """It shows no error that it does not announce, no warning, and nothing of one machine."""
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
    """No two cells have the same id."""
    ids = [cell.id for cell in lesson.cells]
    for repeated in {id for id in ids if ids.count(id) > 1}:
        yield lesson.error(f"{ids.count(repeated)} cells have the id {repeated!r}: ids must be unique")


def has_one_title_and_no_gaps_in_its_headings(lesson):
    """It begins with its title, and no heading skips a level."""
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
    """Every picture has alt text, and is of a kind that the tests can compare."""
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
    """What is exempt from a test says so, and why, where everybody sees it."""
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


def has_slide_metadata(lesson):
    """Every cell is part of a slide."""
    for cell in lesson.cells:
        if cell.slide is None:
            yield lesson.error('it has no slide metadata ("slideshow": {} continues the slide above)', cell)
        elif cell.slide not in {"", "slide", "subslide", "fragment", "skip", "notes"}:
            # "-" means "continues" elsewhere, but such a cell vanishes from jupyterlab-slideshow.
            yield lesson.error(f"its slide_type is {cell.slide!r}: leave it out to continue a slide", cell)
    if lesson.cells and lesson.cells[0].slide != "slide":
        yield lesson.error("it must begin a slide", lesson.cells[0])


OUTSIDE = re.compile(
    r"""(?:\bsrc|\bsrcset|\bdata|\bposter)\s*=\s*["']?\s*(?:https?:)?//|url\(\s*["']?\s*(?:https?:)?//"""
    r"""|@import|<link\b|!\[[^\]]*\]\(\s*(?:https?:)?//|(?:xlink:)?href\s*=\s*["']https?://[^"']*\.(?:js|css)""",
    re.IGNORECASE,
)


def loads_nothing_from_outside(lesson):
    """It works without a network."""
    for cell in lesson.cells:
        texts = [cell.source, *(str(output.data) for output in cell.outputs)]
        if any(OUTSIDE.search(text) for text in texts):
            yield lesson.error("it loads something from the network: ship it with the notebook", cell)
        if cell.kind == "code" and re.search(r"^\s*[!%]", cell.source, re.MULTILINE):
            yield lesson.error("it uses a magic or the shell: lessons are plain Python", cell)


ACTIVE = re.compile(r"<(?:script|iframe|object|embed|form)\b|<[^>]+\son\w+\s*=|javascript:", re.IGNORECASE)


def runs_nothing_in_the_page(lesson):
    """Its text and its outputs are text and pictures, and no programs."""
    for cell in lesson.cells:
        shown = [markdown.without_code(cell.source)] if cell.kind == "markdown" else []
        for text in (*shown, *(output.html for output in cell.outputs)):
            if found := ACTIVE.search(text):
                yield lesson.error(f"{found[0]!r} would run something in the reader's page", cell)


LINK = re.compile(r"\]\(([^)\s]+)[^)]*\)")


def leads_somewhere_with_every_link(lesson):
    """Files and headings that it links to are there."""
    for cell in lesson.of_kind("markdown"):
        text = re.sub(r"`[^`\n]*`", "", markdown.without_code(cell.source))
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
    from .lesson import read

    read_already = path.resolve() == lesson.path.resolve()
    cells = (lesson if read_already else read(path)).of_kind("markdown")
    return {title.replace(" ", "-") for cell in cells for _, title in markdown.headings(cell.source)}


# nbval does not emulate the Output widget on which all of these are built, so nothing could be compared.
UNTESTABLE = re.compile(
    r"\b(interact|interactive|interactive_output|interact_manual|clear_output|Output)\s*\("
)


def uses_no_output_widget(lesson):
    """It uses no widget whose output nobody could compare."""
    for cell in lesson.of_kind("code"):
        if (found := UNTESTABLE.search(cell.source)) or "@interact" in cell.source:
            used = found[1] if found else "interact"
            yield lesson.error(f"it uses {used}: use an exhibit of helpers.widgets", cell)


def is_small(lesson):
    """It opens quickly."""
    for cell in lesson.of_kind("code"):
        size = max((len(str(output.data)) for output in cell.outputs), default=0)
        if size > MOST_BYTES_OF_AN_OUTPUT:
            yield lesson.error(f"it shows {size:,} bytes at once, {MOST_BYTES_OF_AN_OUTPUT:,} may be", cell)
    size = lesson.path.stat().st_size
    if size > MOST_BYTES_OF_A_NOTEBOOK:
        yield lesson.error(f"the notebook has {size:,} bytes, {MOST_BYTES_OF_A_NOTEBOOK:,} are allowed")


def is_finished(lesson):
    """No TODO is left."""
    for cell in lesson.cells:
        source = cell.source if cell.kind == "code" else re.sub(r"`[^`\n]*`", "", cell.source)
        for left in re.findall(r"\bTODO\b.*", source):
            yield lesson.error(f"“{left.rstrip(' *|.”')}” is still to be written", cell)
    stated = lesson.metadata.get("lesson") or {}
    for key in [key for key, value in stated.items() if "TODO" in str(value)]:
        yield lesson.error(f"in its metadata the {key} is still to be written")


EVERY_NOTEBOOK = (
    is_stored_as_the_command_stores_it,
    was_run_from_top_to_bottom,
    shows_no_trouble,
    has_unique_ids,
    has_one_title_and_no_gaps_in_its_headings,
    describes_every_picture,
    says_why_an_output_is_not_compared,
    has_slide_metadata,
    loads_nothing_from_outside,
    runs_nothing_in_the_page,
    leads_somewhere_with_every_link,
    uses_no_output_widget,
    is_small,
    is_finished,
)


# --- every lesson ---


def says_what_it_is(lesson):
    """It has its number, a short name, the question it answers, abilities and needs."""
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
    """The minutes for the exercises are those of its exercises."""
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
    """Every part that a lesson has is there, and tagged."""
    for role, what in ROLES.items():
        if not any(cell.kind == "markdown" for cell in lesson.with_role(role)):
            yield lesson.error(f"no text cell is tagged {role}: {what}")
    if lesson.with_role("take-home") and not lesson.take_home:
        yield lesson.error("there is nothing to take home")


def asks_before_it_tells(lesson):
    """Every guess is asked for before it is revealed."""
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


def keeps_what_is_guessed_folded(lesson):
    """What a guess or a task is about is folded in JupyterLab until it is run, and so is any number."""
    folded = told_when_run([(cell.kind, cell.tags) for cell in lesson.cells])
    for cell in (lesson.cells[number] for number in sorted(folded)):
        if not cell.folded:
            says = f"it tells what is still to be guessed, and is not folded: {STORE_AGAIN}"
            yield lesson.error(says, cell)
        elif re.search(r"\d", line := cell.first_line):
            says = f"JupyterLab shows “{line.strip()}” of it while folded: print a line without numbers first"
            yield lesson.error(says, cell)


def folds_its_solutions_away(lesson):
    """A solution is out of sight, and says why."""
    for exercise in lesson.exercises:
        if not markdown.folded(exercise.solution_cell.source):
            says = "the solution is not folded away in <details><summary>…</summary>…</details>"
            yield lesson.error(says, exercise.solution_cell)
        if not exercise.why:
            yield lesson.error("it does not say why the solution is right", exercise.solution_cell)


def closes_with_five_questions_and_their_key(lesson):
    """It ends with the other frameworks, five questions, and one sentence."""
    if len(lesson.questions) != 5:
        yield lesson.error(f"it asks {len(lesson.questions)} questions, and there must be five")
    headings = [
        title
        for cell in lesson.of_kind("markdown")
        for level, title in markdown.headings(cell.source)
        if level == 2
    ]
    last = ["The same thing elsewhere", "Five questions, from memory", "To take home"]
    if headings[-3:] != last:
        yield lesson.error(f"its last three headings are not {', '.join(f'“{title}”' for title in last)}")


def names_the_same_thing_in_other_frameworks(lesson):
    """The table has a row for each."""
    for framework in ("these lessons", "TensorFlow 1", "TensorFlow 2", "PyTorch", "JAX"):
        if not any(text for column, text in lesson.frameworks.get(framework, {}).items() if column):
            yield lesson.error(f"the table of frameworks has no row for {framework}")


SET_APART = {"solution", "answers", "questions", "frameworks", "convention", "speaker-notes"}


def explains_in_small_steps(lesson):
    """No text is long."""
    for cell in lesson.of_kind("markdown"):
        words = len(markdown.words(cell.source))
        if words > 100 and not cell.roles & SET_APART:
            yield lesson.error(f"it has {words} words: split it, with something to run in between", cell)


def explains_in_small_steps_mostly(lesson):
    """Most texts are short."""
    texts = [cell for cell in lesson.of_kind("markdown") if not cell.roles & SET_APART]
    counts = [count for count in (len(markdown.words(cell.source)) for cell in texts) if count]
    fitting = sum(count <= 65 for count in counts)
    if fitting < 0.85 * len(counts):
        says = f"only {fitting} of {len(counts)} text cells have 65 words or fewer; most should have 20 to 60"
        yield lesson.error(says)


def keeps_code_cells_short(lesson):
    """No cell has more code than a reader takes in at once."""
    for cell in lesson.of_kind("code"):
        most = 16 if cell.roles & {"setup", "exercise"} else 10
        lines = [line.strip() for line in cell.source.splitlines()]
        count = sum(bool(line) and not line.startswith("#") for line in lines)
        if count > most:
            yield lesson.error(f"it has {count} lines of code, and at most {most} are allowed", cell)


# --- how much of everything a lesson has ---

MOST_MINUTES = 50  # without the exercises


def takes_as_long_as_it_says(lesson):
    """Its minutes are those that its texts, guesses and exhibits take, and they are not too many."""
    stated, counted = lesson.minutes, alone(lesson)
    if abs(stated - counted) > 5:
        says = f"it says {stated} minutes, and what stands in it takes about {counted:g}"
        yield lesson.error(says, lesson.cells[0])
    if stated > MOST_MINUTES:
        yield lesson.error(
            f"it takes {stated} minutes; a lesson takes {MOST_MINUTES} at most", lesson.cells[0]
        )


def has_enough_of_everything(lesson):
    """It has as many cells, guesses and exercises as a lesson should."""
    # Solutions and speaker notes are folded: they are not on the learner's way through the lesson.
    cells = sum(cell.slide != "notes" for cell in lesson.cells)
    if not 35 <= cells <= 55:
        yield lesson.error(f"there are {cells} cells beside the folded notes; a lesson has 35 to 55")
    if len(lesson.predictions) < 3:
        yield lesson.error(f"it asks for {len(lesson.predictions)} guesses; a lesson asks for three or more")
    if not 5 <= len(lesson.exercises) <= 8:
        yield lesson.error(f"it has {len(lesson.exercises)} exercises; a lesson has 5 to 8")


SIZE = (takes_as_long_as_it_says, has_enough_of_everything, fits_into_its_lectures)
EVERY_LESSON = (
    says_what_it_is,
    states_its_minutes,
    has_the_parts_of_a_lesson,
    plans_its_board,
    asks_before_it_tells,
    asks_and_tells_on_two_slides,
    keeps_what_is_guessed_folded,
    folds_its_solutions_away,
    closes_with_five_questions_and_their_key,
    names_the_same_thing_in_other_frameworks,
    explains_in_small_steps,
    explains_in_small_steps_mostly,
    keeps_code_cells_short,
    *SIZE,
)
