"""Where a text can be damaged. A finder yields changes of a text: lists of (start, end, new text)."""

import ast
import json
import re
from functools import partial
from itertools import pairwise


def changed(text, changes):
    for start, end, new in sorted(changes, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def shown(text, changes):
    """The first of the changes, with a little of what stands around it.

    >>> shown("x is 3 here", [(5, 6, "4")])
    'x is [3→4] here'
    """
    start, end, new = changes[0]
    around = text[max(start - 24, 0) : start], text[start:end][:60], new[:60], text[end : end + 16]
    return " ".join("{}[{}→{}]{}".format(*around).split())


def in_file(find):
    """The places of a file, each as what it is called and a function that makes the file's new text."""

    def places(text):
        for changes in find(text):
            yield shown(text, changes), partial(changed, text, changes)

    return places


def in_keys(find):
    """The same, each with the exercise it stands in."""

    def places(text):
        for changes in find(text):
            id = re.findall(r'\("(\d\d\.p?\d)"', text[: changes[0][0]])[-1]
            yield f"{id}: {shown(text, changes)}", partial(changed, text, changes)

    return places


# --- prose ---

NUMBER = re.compile(r"(?<![\w.,/#:-])\d+(?:\.\d+)?(?![\w/]|[.,:]\d)")
WORDS = """two three|four five|six seven|eight nine|ten twelve|once twice|half double|both none
    rows columns|row column|left right|upstream downstream|input output|inputs outputs|always never
    before after|above below|forward backward|larger smaller|sum product|added multiplied|first last
    VJP JVP|faster slower|with without|adds multiplies|wrong right|more less"""
PAIRS = [pair.split() for pair in re.split(r"\n|\|", WORDS)]
SIGNS = {"−": "+", "·": "+", "×": "+", "ᵀ": "", "²": "³", " + ": " − ", " - ": " + ", r"\times": "+"}


def numbers(text):
    for found in NUMBER.finditer(text):
        yield [(*found.span(), found[0][:-1] + str((int(found[0][-1]) + 1) % 10))]


def long_numbers(text):
    """Of two digits or more, for smaller ones stand everywhere, but for the lesson that is spoken of."""
    for (start, end, new), *_ in numbers(text):
        if end - start > 1 and not text[:start].endswith(("lesson ", "lessons ")):
            yield [(start, end, new)]


def tokens(replacements, before="", after=""):
    """Each of these becomes what it is replaced by."""
    pattern = re.compile(before + f"(?:{'|'.join(map(re.escape, replacements))})" + after)
    return lambda text: ([(*found.span(), replacements[found[0]])] for found in pattern.finditer(text))


signs = tokens(SIGNS)
words = tokens(dict(PAIRS) | {new: old for old, new in PAIRS}, r"(?<![\w`.({-])", r"(?![\w`(=-])")


def only_told(text):
    """What is said in words, in signs and in small numbers."""
    yield from words(text)
    yield from signs(text)
    yield from (changes for changes in numbers(text) if len(changes[0][2]) == 1)


NAMED = re.compile(
    r"\]\((?!https?:)[^)#\s]+|`[^`\n]*\b(?:helpers|tests|notebooks)[/.][\w./]+"
    r"|^(?:show|vote): \S+|\{\{\w+",
    re.MULTILINE,
)


def names(text):
    """What a text names, a file, a module, a cell or a value, is called something else."""
    return ([(found.end(), found.end(), "_")] for found in NAMED.finditer(text))


# --- notebooks ---


def with_cell(text, number, cell):
    notebook = json.loads(text)
    notebook["cells"][number] = cell
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


def in_cells(kind, find):
    def places(text):
        for number, cell in enumerate(json.loads(text)["cells"]):
            source = "".join(cell["source"])
            for changes in find(source) if cell["cell_type"] == kind else ():
                new = cell | {"source": changed(source, changes).splitlines(keepends=True)}
                yield f"{cell['id']}: {shown(source, changes)}", partial(with_cell, text, number, new)

    return places


def tags(text):
    """A tag is lost."""
    for number, cell in enumerate(json.loads(text)["cells"]):
        for tag in cell["metadata"].get("tags", []):
            kept = [other for other in cell["metadata"]["tags"] if other != tag]
            less = {key: value for key, value in cell["metadata"].items() if key != "tags"}
            new = cell | {"metadata": less | ({"tags": kept} if kept else {})}
            yield f"{cell['id']}: without {tag}", partial(with_cell, text, number, new)


def outputs(text):
    for number, cell in enumerate(json.loads(text)["cells"]):
        for what, new in damaged_outputs(cell.get("outputs")):
            yield f"{cell['id']}: {what}", partial(with_cell, text, number, cell | {"outputs": new})


def damaged_outputs(stored):
    if stored:
        yield "no output", []
        yield "the last output twice", [*stored, stored[-1]]
    for k, output in enumerate(stored or ()):
        before, after = stored[:k], stored[k + 1 :]
        if before:
            yield f"outputs {k - 1} and {k} exchanged", [*before[:-1], output, before[-1], *after]
        if output["output_type"] == "execute_result":
            less = {key: value for key, value in output.items() if key != "execution_count"}
            yield "shown, not returned", [*before, less | {"output_type": "display_data"}, *after]
        if output["output_type"] == "stream":
            yield "on stderr", [*before, output | {"name": "stderr"}, *after]
        for what, new in damaged_texts(output):
            yield what, [*before, new, *after]


def damaged_texts(output):
    for mime, value in (output.get("data") or {"text": output.get("text", [])}).items():
        for changes in list(numbers(text := "".join(value)))[:20]:
            new = {mime: changed(text, changes).splitlines(keepends=True)}
            new = {"data": output["data"] | new} if "data" in output else new
            yield f"{mime}: {shown(text, changes)}", output | new


# --- Python ---


def spans(text):
    """A function that says where nodes of a program stand, from the first to the last."""
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    coded = [line.encode() for line in text.splitlines(keepends=True)]

    def place(line, column):
        return starts[line - 1] + len(coded[line - 1][:column].decode())

    def span(first, last=None):
        last = last or first
        return place(first.lineno, first.col_offset), place(last.end_lineno, last.end_col_offset)

    return span


TURNED = {
    "<": ">", ">": "<", "<=": ">", ">=": "<", "==": "!=", "!=": "==", "in": "not in", "not in": "in",
    "is": "is not", "is not": "is", "and": "or", "or": "and",
    "+": "-", "-": "+", "*": "+", "/": "*", "@": "*",
}  # fmt: skip


def program(text):
    """An operator turned round, a `not`, a call or an error lost."""
    span = spans(text)
    for node in ast.walk(ast.parse(text)):
        match node:
            case (
                ast.Compare(left=one, comparators=[other])
                | ast.BinOp(left=one, right=other)
                | ast.BoolOp(values=[one, other, *_])
            ):
                start, end = span(one)[1], span(other)[0]
                if new := TURNED.get(text[start:end].strip()):
                    yield [(start, end, f" {new} ")]
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                yield [(*span(node), f"({text[slice(*span(operand))]})")]
            case ast.Expr(value=ast.Call()) | ast.Raise():
                yield [(*span(node), "pass")]


def values(text):
    """A number is one more, True is False, a text with a name is empty."""
    span = spans(text)
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Constant(value=bool() as value):
                yield [(*span(node), str(not value))]
            case ast.Constant(value=int() | float() as value):
                yield [(*span(node), str(value + 1))]
            case ast.Assign(value=ast.Constant(value=str() as value) as constant) if value:
                yield [(*span(constant), '""')]


def program_and_values(text):
    yield from program(text)
    yield from values(text)


def escapes(text):
    """A text is no longer escaped."""
    span = spans(text)
    for node in ast.walk(ast.parse(text)) if "escape(" in text else ():
        match node:
            case ast.Call(func=ast.Name("escape") | ast.Attribute(ast.Name("html" | "svg"), "escape")):
                yield [(*span(node), f"str({text[slice(*span(node.args[0]))]})")]


# --- keys ---


def arguments(text, *names):
    """What the keys of a lesson are given by these names."""
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Call(args=[ast.Constant(value=str() as id), *_]) if re.match(r"\d\d\.p?\d", id):
                yield from (given.value for given in node.keywords if given.arg in names)


def exchanged(text, parts):
    """Each of these parts, from the first to the last of its nodes, with the next, if that differs."""
    span = spans(text)
    for one, other in pairwise(span(part[0], part[-1]) for part in parts):
        first, second = text[slice(*one)], text[slice(*other)]
        if first != second:
            yield [(*one, second), (*other, first)]


def sentences(text):
    """The sentences of two wrong answers, one after the other, are exchanged."""
    for given in arguments(text, "wrong", "guesses"):
        rows = [row.elts[2:] for row in getattr(given, "elts", ()) if isinstance(row, ast.Tuple)]
        yield from exchanged(text, filter(None, rows))


def hints(text):
    for given in arguments(text, "hints"):
        yield from exchanged(text, ([hint] for hint in given.elts))


def reasons(text):
    return exchanged(text, ([given] for given in arguments(text, "because")))


def said(find, *names):
    """What a finder finds in the texts that keys are given by these names."""

    def found(text):
        span = spans(text)
        given = arguments(text, *names)
        for node in (node for each in given for node in ast.walk(each)):
            if isinstance(node, ast.Constant) and re.fullmatch(r"(?s).*\w \w.*[.?]", str(node.value)):
                start, end = span(node)
                for changes in find(text[start:end]):
                    yield [(start + a, start + b, new) for a, b, new in changes]

    return found


# --- JavaScript ---

SCRIPT = {
    "===": "!==", "!==": "===", "&&": "||", "||": "&&", " < ": " > ", " > ": " < ", "<=": ">", ">=": "<",
    " + ": " - ", " - ": " + ", " * ": " / ", "true": "false", "false": "true",
}  # fmt: skip
QUIET = re.compile(r"//.*|/\*(?s:.*?)\*/|`[^`]*`|\"[^\"\n]*\"")


def script(text):
    """An operator turned round, a number changed, a call lost, outside of comments and texts."""
    quiet = [found.span() for found in QUIET.finditer(text)]
    calls = re.finditer(r"^ +[\w.]+\([^\n]*\);$", text, re.MULTILINE)
    for changes in (*tokens(SCRIPT)(text), *numbers(text), *([(*call.span(), "")] for call in calls)):
        if not any(start <= changes[0][0] < end for start, end in quiet):
            yield changes
