"""Every version of an exercise's solution with one slip in it, the likeliest first, ready to be run."""

import ast
import functools
import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from ..run.sources import NAMES, has_gaps
from .edits import Edit, edits
from .lexicon import Lexicon
from .tokens import Written
from .trees import found_at
from .words import RANK

NOT_PUT_IN = {kind for kind in RANK if RANK[kind] < RANK["minus-added"]}
BY_HAND = {  # what happens to numbers that were worked out by hand: little, as a number soon fits by chance
    *(kind for kind, rank in RANK.items() if rank <= RANK["transpose-dropped"]),
    "abs-taken", "column-for-row", "divided-for-multiplied", "entries-exchanged", "entry-copied",
    "factor-twice", "minus-added", "name-alone", "name-exchanged", "other-line", "row-for-column",
    "sign-of-term",
}  # fmt: skip
LEADS, MAY_BE, SILENT = "leads", "may be", "silent"  # what a learner's code says of a slip
EVERYWHERE = 99  # deeper than any place: what is done in every place explains last


class Source:
    """A solution, or other code to start from: its tree, and what is needed to run a version of it."""

    def __init__(self, key, source, as_given=False):
        self.answer, self.as_given = key.listed.answer, as_given
        module = ast.parse(source)
        function = next((f for f in module.body if getattr(f, "name", "") == self.answer), None)
        self.names = {**NAMES, **key.scope}
        if function:  # the rest of the cell runs once, and a version registers nothing
            function.decorator_list = []
            rest = ast.Module([line for line in module.body if line is not function], [])
            exec(compile(rest, "<solution>", "exec"), self.names)
        self.root = ast.Module([function] if function else module.body, [])
        ast.fix_missing_locations(self.root)  # once for all versions: it takes longer than to compile one
        self.written = Written(self.root.body, names_given(key))

    def run(self, root):
        """What a version of it hands to the check."""
        names = dict(self.names)
        exec(compile(root, "<slip>", "exec"), names)
        return names[self.answer]

    @functools.cache  # noqa: B019 (a Source is kept for good, as its versions are)
    def tokens_at(self, path):
        """The tokens of what stands there."""
        return self.written.of(found_at(self.root, path))


def names_given(key):
    """The names that a learner was given, and so uses as they are."""
    return {*key.takes, *re.findall(r"[^\W\d]\w*", key.listed.stub)}


@dataclass(frozen=True)
class Version:
    """A source with one edit in it."""

    source: Source
    edit: Edit

    def answer(self):
        """What it hands to the check."""
        return self.source.run(self.edit.made_in(self.source.root))

    @cached_property
    def change(self):
        """How many more, or fewer, of each token it has than its source."""
        change = Counter()
        for path, new in self.edit.changes:
            change.update(self.source.written.of(new))
            change.subtract(self.source.tokens_at(path))
        return {token: count for token, count in change.items() if count}

    def read_in(self, written):
        """LEADS if all that the edit puts in, or takes away, is what somebody has written more, or less, of;
        SILENT if it puts in something of which they have written no more than the source has, or takes away a
        name that they still read.
        """
        name, gone, mine = self.edit.about.get("NEIGHBOUR"), self.edit.about.get("NAME"), self.source.written
        if name is not None and written.read[name] <= mine.read[name]:
            return SILENT
        if gone in mine.formulas and written.read[gone] >= mine.read[gone]:  # it stands there
            return SILENT
        more = self.change
        beside = [(count, written.tokens[token] - mine.tokens[token]) for token, count in more.items()]
        if any(count > 0 >= missing for count, missing in beside):
            return SILENT
        leads = all(0 < count <= missing or missing <= count < 0 for count, missing in beside)
        return LEADS if more and leads else MAY_BE

    @cached_property
    def written(self):
        """What its lines are made of."""
        return Written(self.edit.made_in(self.source.root).body, self.source.written.names)

    def is_what(self, written, parts, count):
        """Is it what somebody has written for these of so many parts, but for the order of factors and terms?

        The same numbers are not enough. And never where * or + stands for @, in which order matters, nor
        of what is done everywhere, which is no single mistake.
        """
        more, is_everywhere = self.change, isinstance(self.edit.place.node, ast.FunctionDef)
        if is_everywhere or more.get("@", 0) < 0 < more.get("*", 0) + more.get("+", 0):
            return False
        return self.written.forms(parts, count) == written.forms(parts, count)

    def sets_alike(self, name, written):
        """Has somebody set this name to the same, where its lines set it once?"""
        if name not in self.written.formulas:
            return True
        formula = written.formulas.get(name)
        return formula is not None and written.form(formula) == self.written.form(self.written.formulas[name])


def versions(key):
    """Every version of the solution, or of how it is worked out by hand, and of the code that was handed out.

    Other right answers are left out: what is said of their lines means little to who has not written them.
    By hand, a factor without a name stands in such a line alone, however right its numbers are.
    """
    kinds, lexicon = BY_HAND if key.by_hand else RANK, Lexicon(key)
    odd = {name for name, value in zip(key.takes, key.cases[0]) if isinstance(value, str | tuple)}
    for text in key.calculations or (key.listed.solution,):
        source = Source(key, text)
        yield from (
            Version(source, edit)
            for edit in edits(source.root)
            if edit.kind in kinds
            and edit.about.get("ONE") not in odd
            and not (
                key.by_hand
                and edit.kind == "factor-dropped"
                and not lexicon.word("LOST", edit.about["LOST"], edit.place.home, False)
            )
        )
    if key.handed_out:
        source = Source(key, key.listed.stub, as_given=True)
        yield from (Version(source, edit) for edit in edits(source.root) if edit.kind in NOT_PUT_IN)


def likeliest(key):
    """The versions of an exercise, the likeliest first."""
    complete, sizes = complete_lines(key.listed.stub), {}

    def rank(version):
        edit, place = version.edit, version.edit.place
        if id(place.node) not in sizes:
            sizes[id(place.node)] = sum(1 for _ in ast.walk(place.node))
        depth = place.depth if isinstance(place.node, ast.expr) else EVERYWHERE
        late = [-k for _, k in place.path if k is not None]  # the later, the further out
        is_complete = place.line in complete
        return (
            version.source.as_given,
            is_complete,
            RANK[edit.kind],
            depth,
            sizes[id(place.node)],
            late,
        )

    return sorted(versions(key), key=rank)


def complete_lines(stub):
    """The lines that the stub holds already: a slip is likelier in those that were left to write."""
    if not has_gaps(stub):  # nothing is left to write, or this is no code
        return set()
    lines = [ast.unparse(line) for line in ast.walk(ast.parse(stub)) if isinstance(line, ast.stmt)]
    return {line for line in lines if not has_gaps(line)}
