"""A learner's notebook and a newer version of its lesson become one: the new lesson, with the answers in it.

Notebooks are compared cell by cell, never line by line: what comes out is a notebook, whatever was saved.
"""

import copy
import json
import re
import uuid

ANSWERS = ("exercise:", "predict:")  # what the tags of cells for answers begin with
PARTS = {"code": ("outputs", "execution_count"), "markdown": ("attachments",), "raw": ("attachments",)}
OUTPUTS = {"display_data", "error", "execute_result", "stream"}
BEGIN_OF_CELL = re.compile(r'\{\s*"(?:attachments|cell_type)"\s*:')  # Jupyter writes keys in this order
MARK_OF_A_MERGE = re.compile(r"^(?:<{7}|={7}|>{7}|\|{7}).*\n", re.MULTILINE)
WORD = re.compile(r'"(cell_type|id)": "([\w-]+)"')
TAG = re.compile(r'"((?:exercise|predict):[^"\\]+)"')
LINE = re.compile(r'"(?:[^"\\\n]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*"')  # a text, as JSON writes it
ID = re.compile(r"[\w-]{1,64}", re.ASCII)


def merged(mine, old, new):
    """The lesson `new` with all that a learner changed in `old`, and how many answers that are.

    `mine` are the learner's cells; `old` is the lesson as it was when they began, `new` as it is now. An
    answer goes where its exercise is now. Any other changed cell goes where it was, or beside it where the
    lesson has changed it too, and so do the learner's own cells.

    >>> def cell(id, source, *tags):
    ...     about = {"cell_type": "code", "outputs": [], "execution_count": None}
    ...     return about | {"id": id, "source": source, "metadata": {"tags": tags}}
    >>> old = {"cells": [cell("a", "x = ...", "exercise:01.1")]}
    >>> new = {"cells": [cell("title", "# more"), cell("b", "x = 0", "exercise:01.1")]}
    >>> made, count = merged([cell("a", "x = 4", "exercise:01.1"), cell("c", "# mine")], old, new)
    >>> [text(cell) for cell in made["cells"]], count
    (['# more', 'x = 4', '# mine'], 1)
    """
    cells, before, taken = copy.deepcopy(new["cells"]), {cell["id"]: cell for cell in old["cells"]}, set()
    ids, place, answers = {cell["id"] for cell in cells}, -1, 0
    for cell in mine:
        was = before.pop(cell.get("id"), None)  # a second cell of the same name is the learner's own
        key = answer_of(cell) or (was and answer_of(was))
        at = counterpart(cells, cell, key, taken)
        place = place if at is None else at
        if was and text(was) == text(cell):
            continue
        if at is not None and (key or text(cells[at]) in (text(cell), text(was or {}))):
            taken.add(cells[at]["id"])
            cells[at] |= content(cell)
            answers += bool(key)
        elif text(cell).strip():
            place += 1
            cells.insert(place, own(cell, ids))
    return new | {"cells": cells}, answers


def counterpart(cells, cell, key, taken):
    """The place of the new cell that a learner's cell is a version of: for its answer, or of its name."""
    for place, one in enumerate(cells):
        is_it = answer_of(one) == key if key else one["id"] == cell.get("id")
        if is_it and one["id"] not in taken and one["cell_type"] == cell["cell_type"]:
            return place
    return None


def own(cell, ids):
    """A cell of the learner's own, under a name that no other cell has."""
    name = cell.get("id")
    if not isinstance(name, str) or not ID.fullmatch(name) or name in ids:
        name = uuid.uuid4().hex[:8]
    ids.add(name)
    return {"cell_type": cell["cell_type"], "id": name, "metadata": {}} | content(cell)


def content(cell):
    """What the learner wrote in a cell, and what it showed."""
    kept = {name: cell[name] for name in PARTS[cell["cell_type"]] if cell.get(name) is not None}
    if cell["cell_type"] == "code":
        shown = kept.get("outputs") if isinstance(kept.get("outputs"), list) else []
        kept["outputs"] = [o for o in shown if isinstance(o, dict) and o.get("output_type") in OUTPUTS]
        kept["execution_count"] = count if isinstance(count := kept.get("execution_count"), int) else None
    return {"source": text(cell).splitlines(keepends=True)} | kept


def answer_of(cell):
    """The exercise or prediction that a cell is for: its tag, or ""."""
    about = cell.get("metadata")
    tags = about.get("tags") if isinstance(about, dict) else None
    found = (tag for tag in tags or () if isinstance(tag, str) and tag.startswith(ANSWERS))
    return next(found, "")


def text(cell):
    """The source of a cell, in one piece."""
    source = cell.get("source", "")
    return source if isinstance(source, str) else "".join(map(str, source))


def cells_in(saved):
    """The cells in what was saved as a notebook, and whether it was whole; those that can be read, if torn.

    >>> whole = '{"cells": [{"cell_type": "raw", "source": "one"}, {"cell_type": "raw", "source": "two"}]}'
    >>> [text(cell) for cell in cells_in(whole)[0]], [text(cell) for cell in cells_in(whole[:60])[0]]
    (['one', 'two'], ['one'])
    """
    try:
        cells = json.loads(saved)["cells"]
        is_whole = all(is_cell(cell) for cell in cells)
    except (ValueError, TypeError, KeyError, RecursionError):
        cells, is_whole = pieces(saved), False
    return [cell for cell in cells if is_cell(cell)], is_whole


def is_cell(thing):
    """Whether that is a cell with something written in it."""
    return (
        isinstance(thing, dict)
        and thing.get("cell_type") in PARTS
        and isinstance(thing.get("source"), str | list)
    )


def pieces(saved):
    """What can be read of the cells in a text that is cut off, mixed with another, or marked by a merge."""
    saved, read, found, end = MARK_OF_A_MERGE.sub("", saved), json.JSONDecoder().raw_decode, [], 0
    begins = [match.start() for match in BEGIN_OF_CELL.finditer(saved)]
    for begin, following in zip(begins, [*begins[1:], len(saved)]):
        if begin < end:  # in the middle of a cell that was read
            continue
        try:
            cell, end = read(saved, begin)
        except (ValueError, RecursionError):
            cell = torn_cell(saved[begin:following])
        found.append(cell)
    return found


def torn_cell(piece):
    """What can be read of one cell that is cut off: its source comes last, line by line."""
    about = dict(WORD.findall(piece))
    tags, (_, _, lines) = TAG.findall(piece), piece.partition('"source":')
    source = "".join(json.loads(line, strict=False) for line in LINE.findall(lines))
    return about | {"metadata": {"tags": tags}, "source": source}
