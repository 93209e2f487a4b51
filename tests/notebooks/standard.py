"""What every notebook and every lesson must hold to, one function per demand.

Each takes a notebook and yields, for every breach, a sentence that names the cell and says what to do.
"""

import re

import nbformat

from helpers.lessons.shown import images
from helpers.lessons.store import normalise

MOST_BYTES_OF_AN_OUTPUT = 400_000
MOST_BYTES_OF_A_NOTEBOOK = 1_500_000
STORE_AGAIN = "run `python -m helpers.lessons store` and commit what it writes"


# --- reading a notebook ---


def cells(notebook, kind=None, tag=None):
    """(name for messages, cell) for every cell of that kind and with that tag."""
    for number, cell in enumerate(notebook.cells):
        if kind in (None, cell.cell_type) and (tag is None or tag in tags(cell)):
            yield f"cell {number} (id {cell.get('id')})", cell


def tags(cell):
    return cell.metadata.get("tags", [])


def ids_tagged(notebook, role):
    """The ids in tags such as 'exercise:01.1', in order."""
    found = [tag for _, cell in cells(notebook) for tag in tags(cell) if tag.startswith(role + ":")]
    return [tag.partition(":")[2] for tag in found]


def outputs(notebook, mime):
    """(name, text) of every output of that MIME type."""
    for name, cell in cells(notebook, "code"):
        for output in cell.outputs:
            if mime in output.get("data", {}):
                yield name, "".join(output.data[mime])


def without_code(markdown):
    """Markdown without its fenced blocks, where '#' begins a comment and not a heading."""
    return re.sub(r"^(```|~~~).*?^\1", "", markdown, flags=re.DOTALL | re.MULTILINE)


def prose(markdown):
    """The words a reader reads in sentences: no code, tables, tags, headings or formulas (one word each)."""
    text = without_code(markdown)
    text = re.sub(r"^\s*(\||#).*$", "", text, flags=re.MULTILINE)
    text = re.sub(r"\$\$.*?\$\$|\$[^$\n]+\$|`[^`\n]+`", " x ", text, flags=re.DOTALL)
    text = re.sub(r"<[^>]+>|\]\([^)]*\)|&\w+;", " ", text)
    return re.findall(r"\w[\w’'./-]*", text)


# --- every notebook ---


def is_stored_as_the_command_stores_it(notebook):
    again = nbformat.from_dict(notebook)
    again = nbformat.reads(nbformat.writes(again), as_version=4)
    normalise(again)
    if nbformat.writes(again) != nbformat.writes(notebook):
        yield f"holds metadata or widget views of one person's session: {STORE_AGAIN}"


def was_run_from_top_to_bottom(notebook):
    run = [(name, cell.execution_count) for name, cell in cells(notebook, "code") if cell.source.strip()]
    for expected, (name, count) in enumerate(run, start=1):
        if count != expected:
            yield f"{name} has execution count {count}, expected {expected}: {STORE_AGAIN}"
            return


def shows_no_trouble(notebook):
    for name, cell in cells(notebook, "code"):
        for output in cell.outputs:
            if output.output_type == "error" and "raises-exception" not in tags(cell):
                yield f"{name} stores an error: catch it, or tag the cell raises-exception"
            if output.output_type == "stream" and output.name == "stderr":
                yield f"{name} stores a warning: remove its cause"
            text = str(output.get("text", "")) + str(output.get("data", {}).get("text/plain", ""))
            if trace := re.search(r"0x[0-9a-f]{6,}|/tmp/|/home/|/root/|/Users/|site-packages", text):
                yield f"{name} shows {trace[0]!r}, which differs between machines: print something else"


def has_unique_ids(notebook):
    ids = [cell.get("id") for cell in notebook.cells]
    for repeated in {i for i in ids if ids.count(i) > 1}:
        yield f"the cell id {repeated!r} occurs {ids.count(repeated)} times: ids must be unique"


def has_one_title_and_no_gaps_in_its_headings(notebook):
    levels = []
    for name, cell in cells(notebook, "markdown"):
        for marks, title in re.findall(r"^(#{1,6})\s+(.*)$", without_code(cell.source), flags=re.MULTILINE):
            if levels and len(marks) > levels[-1] + 1:
                yield f"{name}: the heading {title!r} skips a level"
            levels.append(len(marks))
        if re.search(r"<h[1-6]", cell.source):
            yield f"{name}: write headings with #, so that they reach the table of contents"
    if not notebook.cells or not notebook.cells[0].source.startswith("# "):
        yield "the first cell does not begin with the title, '# …'"
    if levels.count(1) != 1:
        yield f"there are {levels.count(1)} headings of level 1, expected one"


def describes_every_picture(notebook):
    for name, cell in cells(notebook, "markdown"):
        for alt in re.findall(r"!\[([^\]]*)\]\(", without_code(cell.source)):
            if not alt.strip():
                yield f"{name}: a picture has no alt text"
        for image in images(cell.source):
            if not image.alt.strip():
                yield f"{name}: a picture has no alt text"
    for name, cell in cells(notebook, "code"):
        for data in (output.get("data", {}) for output in cell.outputs):
            found = images("".join(data.get("text/html", "")))
            if any(not image.alt.strip() for image in found):
                yield f"{name}: a picture has no alt text"
            if any(mime.startswith("image/") for mime in data):
                yield f"{name}: a picture outside an <img>: show a helpers.figures.Picture or an exhibit"
            if any(image.mime not in ("image/png", "image/svg+xml") for image in found):
                yield f"{name}: pictures are PNG or SVG, which the tests can compare"


def says_why_an_output_is_not_compared(notebook):
    for name, cell in cells(notebook, "code"):
        lines = [line.strip() for line in cell.source.splitlines()]
        for number, line in enumerate(lines):
            if line.startswith("#") and line.lstrip("# ") == "NBVAL_IGNORE_OUTPUT":
                reason = lines[number + 1] if number + 1 < len(lines) else ""
                if not reason.startswith("#") or len(reason.split()) < 5:
                    yield f"{name}: say in a comment under NBVAL_IGNORE_OUTPUT why its output may differ"
        if "NBVAL_SKIP" in cell.source or any(tag.startswith("nbval-") for tag in tags(cell)):
            yield f"{name}: no cell is skipped, and none is exempted by a tag that nobody sees"
        if "runs-once" in tags(cell) and "# Runs once:" not in cell.source:
            yield f"{name}: a cell tagged runs-once says why in a comment, '# Runs once: …'"


def has_slide_metadata(notebook):
    for name, cell in cells(notebook):
        slideshow = cell.metadata.get("slideshow")
        if slideshow is None:
            yield f"{name} has no slide metadata ('slideshow': {{}} continues the slide above it)"
        elif slideshow.get("slide_type", "slide") not in {"slide", "subslide", "fragment", "skip", "notes"}:
            # "-" means "continues" elsewhere, but such a cell vanishes from jupyterlab-slideshow.
            yield f"{name} has slide_type {slideshow.slide_type!r}: leave the key out to continue a slide"
    if notebook.cells and notebook.cells[0].metadata.get("slideshow", {}).get("slide_type") != "slide":
        yield "the first cell does not begin a slide"


OUTSIDE = re.compile(
    r"""(?:\bsrc|\bsrcset|\bdata|\bposter)\s*=\s*["']?\s*(?:https?:)?//|url\(\s*["']?\s*(?:https?:)?//"""
    r"""|@import|<link\b|!\[[^\]]*\]\(\s*(?:https?:)?//|(?:xlink:)?href\s*=\s*["']https?://[^"']*\.(?:js|css)""",
    re.IGNORECASE,
)


def loads_nothing_from_outside(notebook):
    for name, cell in cells(notebook):
        texts = [cell.source] + [str(output.get("data", "")) for output in cell.get("outputs", [])]
        if any(OUTSIDE.search(text) for text in texts):
            yield f"{name} loads something from the network: ship it with the notebook"
        if cell.cell_type == "code" and re.search(r"^\s*[!%]", cell.source, re.MULTILINE):
            yield f"{name} uses a magic or the shell: lessons are plain Python and install nothing"


# nbval does not emulate the Output widget on which all of these are built, so nothing could be compared.
UNTESTABLE = re.compile(
    r"\b(interact|interactive|interactive_output|interact_manual|clear_output|Output)\s*\("
)


def uses_no_output_widget(notebook):
    for name, cell in cells(notebook, "code"):
        if (found := UNTESTABLE.search(cell.source)) or "@interact" in cell.source:
            yield f"{name} uses {found[1] if found else 'interact'}: use an exhibit of helpers.widgets"


def is_small(notebook):
    for name, cell in cells(notebook, "code"):
        size = sum(len(str(output.get("data", ""))) for output in cell.outputs)
        if size > MOST_BYTES_OF_AN_OUTPUT:
            yield f"{name} stores {size:,} bytes of output, at most {MOST_BYTES_OF_AN_OUTPUT:,} are allowed"
    size = len(nbformat.writes(notebook))
    if size > MOST_BYTES_OF_A_NOTEBOOK:
        yield f"the notebook has {size:,} bytes, at most {MOST_BYTES_OF_A_NOTEBOOK:,} are allowed"


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
    uses_no_output_widget,
    is_small,
)


# --- every lesson ---


def has_the_parts_of_a_lesson(notebook):
    opening = "\n".join(cell.source for _, cell in list(cells(notebook, "markdown"))[:4])
    for pattern, what in (
        (r"\d+\s*(?:[–-]\s*\d+\s*)?min", "how many minutes it takes"),
        (r"\bneeds?\b", "what it needs"),
        (r"You will be able to", "“You will be able to …”"),
    ):
        if not re.search(pattern, opening, re.IGNORECASE):
            yield f"the first four text cells do not say {what}"
    for tag, what in (
        ("convention", "the box that says which conventions hold"),
        ("task", "the task that stands before an exhibit"),
        ("frameworks", "the table row that names the same thing in other frameworks"),
        ("questions", "the five questions to recall"),
        ("answers", "the key to the five questions, folded away"),
        ("take-home", "the one sentence to take home"),
    ):
        if not list(cells(notebook, "markdown", tag)):
            yield f"no text cell is tagged {tag!r}: {what}"
    # Solutions and speaker notes are folded: they are not on the learner's way through the lesson.
    folded = sum(cell.metadata.get("slideshow", {}).get("slide_type") == "notes" for cell in notebook.cells)
    if not 35 <= len(notebook.cells) - folded <= 55:
        yield f"there are {len(notebook.cells) - folded} cells beside the folded notes, expected 35 to 55"


def asks_before_it_tells(notebook):
    predictions = set(ids_tagged(notebook, "predict"))
    if len(predictions) < 3:
        yield f"there are {len(predictions)} predictions (tag 'predict:…'), expected three or more"


def has_exercises_with_folded_solutions(notebook):
    exercises = ids_tagged(notebook, "exercise")
    if not 5 <= len(exercises) <= 8:
        yield f"there are {len(exercises)} exercises (tag 'exercise:…'), expected 5 to 8"
    for id in exercises:
        for role in ("exercise", "check", "solution"):
            if (count := ids_tagged(notebook, role).count(id)) != 1:
                yield f"exercise {id} has {count} cells tagged '{role}:{id}', expected one"
        for name, cell in cells(notebook, "markdown", f"solution:{id}"):
            if "<details>" not in cell.source or "<summary>" not in cell.source:
                yield f"{name}: the solution is not folded away in <details><summary>…</summary>…</details>"
            if len(re.findall(r"^```python$", cell.source, re.MULTILINE)) != 1:
                yield f"{name}: the solution needs exactly one ```python block, which replaces the stub"


def closes_with_five_questions_and_their_key(notebook):
    for tag, side in (("questions", 0), ("answers", 2)):  # before and behind the fold, in one cell or in two
        for name, cell in cells(notebook, "markdown", tag):
            text = cell.source.partition("<details>")[side]
            if (count := len(re.findall(r"^\s*\d+\.\s", text, re.MULTILINE))) != 5:
                yield f"{name}, tagged {tag!r}, has {count} numbered entries, expected five"
    for name, cell in cells(notebook, "markdown", "answers"):
        if "<details>" not in cell.source:
            yield f"{name}: the key is not folded away in <details>"


def names_the_same_thing_in_other_frameworks(notebook):
    for name, cell in cells(notebook, "markdown", "frameworks"):
        for framework in ("TensorFlow", "PyTorch", "JAX"):
            if framework not in cell.source:
                yield f"{name}: the row for {framework} is missing"
        if "|---" not in cell.source.replace(" ", "").replace(":", ""):
            yield f"{name}: the frameworks are not in a table"


SET_APART = ("solution:", "answers", "questions", "frameworks", "convention", "speaker-notes")


def explains_in_small_steps(notebook):
    counts = {}
    for name, cell in cells(notebook, "markdown"):
        if not any(tag.startswith(SET_APART) for tag in tags(cell)) and (words := len(prose(cell.source))):
            counts[name] = words
    for name, words in counts.items():
        if words > 100:
            yield f"{name} has {words} words: split it, with something to run in between"
    fitting = sum(words <= 65 for words in counts.values())
    if counts and fitting < 0.85 * len(counts):
        yield f"only {fitting} of {len(counts)} text cells have 65 words or fewer; most should have 20 to 60"


def keeps_code_cells_short(notebook):
    for name, cell in cells(notebook, "code"):
        most = 16 if any(tag == "setup" or tag.startswith("exercise:") for tag in tags(cell)) else 10
        lines = [
            line for line in cell.source.splitlines() if line.strip() and not line.strip().startswith("#")
        ]
        if len(lines) > most:
            yield f"{name} has {len(lines)} lines of code, at most {most} are allowed"


# --- how long a lesson takes ---

LONGEST_LESSON, SHORTEST_LESSON = 40, 20  # minutes, exercises included
WORDS_A_MINUTE = 180  # of technical prose, read with care
# In seconds. An exhibit is moved about, and longer if it has a task; a prediction is made and set beside the
# truth; the table of other frameworks is skimmed.
LINE_OF_CODE, LINE_OF_OUTPUT, CELL_OF_A_TABLE = 4, 2, 3
PICTURE, EXHIBIT, TASK, PREDICTION, QUESTION, MAP_ROW = 30, 60, 60, 50, 15, 30
# In an exercise: to think, by its difficulty; to type a line or place one; to read what the check says.
THINKING = {1: 30, 2: 60, 3: 120}
TYPED_LINE, PLACED_LINE, VERDICT = 25, 15, 15
TIME = re.compile(r"\*\*Time:\*\* (\d+) minutes, and (\d+) for the exercises\.")


def lines_of(code):
    return [line for line in code.splitlines() if line.strip()]


def seconds_to_read(markdown):
    table = [line for line in lines_of(markdown) if line.startswith("|") and "---" not in line]
    entries = sum(line.count("|") - 1 for line in table)
    return len(prose(markdown)) * 60 / WORDS_A_MINUTE + entries * CELL_OF_A_TABLE


def seconds_to_see(output):
    data = output.get("data", {})
    if any(image.svg for image in images(str(data.get("text/html", "")))):
        return EXHIBIT
    return (
        PICTURE
        if "<img" in str(data.get("text/html"))
        else LINE_OF_OUTPUT * len(lines_of(output.get("text", "")))
    )


def minutes_to_work_through(notebook):
    """An estimate from what is there: to read it, to guess, to use the exhibits. Exercises are apart.

    What is folded away is not on the way; imports and helpers are run and not read.
    """
    seconds = 0
    for _, cell in cells(notebook):
        if any(tag.startswith(("setup", "speaker-notes", "exercise:", "solution:")) for tag in tags(cell)):
            continue
        if "frameworks" in tags(cell):
            seconds += MAP_ROW
        elif cell.cell_type == "markdown":
            text = re.sub(
                r"<details>.*?</details>|^### Exercise .*", "", cell.source, flags=re.DOTALL | re.MULTILINE
            )
            seconds += seconds_to_read(text)
            seconds += TASK * ("task" in tags(cell)) + 5 * QUESTION * ("questions" in tags(cell))
        else:
            predicts = any(tag.startswith("predict:") for tag in tags(cell))
            ask = r"^(guess = |predict\().*$" if predicts else r"(?!)"
            seconds += LINE_OF_CODE * len(lines_of(re.sub(ask, "", cell.source, flags=re.MULTILINE)))
            seconds += PREDICTION if predicts else sum(map(seconds_to_see, cell.outputs))
    return seconds / 60


def minutes_to_solve(exercise, announcement):
    """An estimate for one exercise of helpers.exercises: to read it, to think, to write what is new in it."""
    given, written = (
        [line.partition("#")[0].rstrip() for line in lines_of(code)]
        for code in (exercise.stub, exercise.solution)
    )
    typed = [line for line in written if line and line not in given]
    placed = len(exercise.letters(exercise.reference)) if hasattr(exercise, "letters") else 0
    seconds = seconds_to_read(announcement) + LINE_OF_CODE * len(given) + THINKING[exercise.difficulty]
    return (seconds + TYPED_LINE * len(typed) + PLACED_LINE * placed + VERDICT) / 60


def states_an_honest_time(notebook):
    stated = TIME.search(notebook.cells[0].source)
    if not stated:
        yield "the first cell does not say “**Time:** … minutes, and … for the exercises.”"
        return
    working, exercises = map(int, stated.groups())
    needed = minutes_to_work_through(notebook)
    if not needed - 0.5 <= working <= needed + 2:
        yield f"the first cell says {working} minutes, but counted line by line the lesson takes {needed:.1f}"
    if not SHORTEST_LESSON <= working + exercises <= LONGEST_LESSON:
        yield (
            f"{working} and {exercises} minutes are {working + exercises}: "
            f"a lesson takes {SHORTEST_LESSON} to {LONGEST_LESSON}, so shorten it, not only its number"
        )


EVERY_LESSON = (
    has_the_parts_of_a_lesson,
    states_an_honest_time,
    asks_before_it_tells,
    has_exercises_with_folded_solutions,
    closes_with_five_questions_and_their_key,
    names_the_same_thing_in_other_frameworks,
    explains_in_small_steps,
    keeps_code_cells_short,
)
