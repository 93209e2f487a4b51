"""The few things that lessons say in Markdown and that programs have to understand."""

import re

FENCED = re.compile(r"^(```|~~~)[^\n]*\n(.*?)^\1[^\S\n]*$", re.DOTALL | re.MULTILINE)
PYTHON = re.compile(r"^```python\n(.*?)^```[^\S\n]*$", re.DOTALL | re.MULTILINE)
HEADING = re.compile(r"^(#{1,6})\s+(.*?)\s*$", re.MULTILINE)
FOLDED = re.compile(r"<details>\s*<summary>(.*?)</summary>(.*?)</details>", re.DOTALL)


def without_code(text):
    """Markdown without its fenced blocks, where '#' begins a comment and not a heading."""
    return FENCED.sub("", text)


def headings(text):
    """(level, title) of every heading.

    >>> headings("# A\\n\\nb\\n\\n### C\\n")
    [(1, 'A'), (3, 'C')]
    """
    return [(len(marks), title) for marks, title in HEADING.findall(without_code(text))]


def folded(text):
    """(summary, what is folded away under it) for every <details> of a text.

    >>> folded("Why?<details><summary>Key</summary>Because.</details>")
    [('Key', 'Because.')]
    """
    return [(summary.strip(), body.strip()) for summary, body in FOLDED.findall(text)]


def unfolded(text):
    """The text without what is folded away in it."""
    return FOLDED.sub("", text).strip()


def words(text):
    """The words a reader reads in sentences: no code, tables, tags or headings; a formula counts as one.

    >>> words("See **it**: $x + 1$ in\\n```python\\nx\\n```")
    ['See', 'it', 'x', 'in']
    """
    text = re.sub(r"^\s*(\||#).*$", "", without_code(text), flags=re.MULTILINE)
    text = re.sub(r"\$\$.*?\$\$|\$[^$\n]+\$|`[^`\n]+`", " x ", text, flags=re.DOTALL)
    text = re.sub(r"<[^>]+>|\]\([^)]*\)|&\w+;", " ", text)
    return re.findall(r"\w[\w’'./-]*", text)


def numbered(text):
    """The entries of a numbered list, each in one line.

    >>> numbered("1. Why\\n   not?\\n2. So.")
    ['Why not?', 'So.']
    """
    entries = re.findall(r"^\d+\.\s+(.*(?:\n[^\S\n]+\S.*)*)", text, re.MULTILINE)
    return [re.sub(r"\s+", " ", entry) for entry in entries]


def tables(text):
    """Every table as a list of rows, each a dict from column to cell.

    >>> tables("| a | b |\\n|:--|--:|\\n| 1 | 2 |")
    [[{'a': '1', 'b': '2'}]]
    """
    found = []
    for block in re.findall(r"(?:^\|.*\|[^\S\n]*$\n?)+", without_code(text), re.MULTILINE):
        lines = [
            [field.strip() for field in line.strip()[1:-1].split("|")] for line in block.strip().splitlines()
        ]
        if len(lines) > 1 and all(set(field) <= set(":-") for field in lines[1]):
            found.append([dict(zip(lines[0], row, strict=False)) for row in lines[2:]])
    return found
