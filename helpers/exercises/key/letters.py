"""The kinds of answer that are letters: an order of lines, one for each item."""

import builtins
import re
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..judge.smallcase import first_wrong_line
from ..run.arrays import parts_of
from ..run.sources import NAMES
from ..say.cards import describe
from ..say.verdicts import Verdict
from .keys import AnswerKey

LIBRARIES_ONLY = {"__import__": builtins.__import__}  # no built-in for the lines; NumPy imports as it goes
SET_APART = re.compile(r"[\s,;→>–-]+")  # by commas, hyphens or arrows
LETTERED = re.compile(r"^# +([A-Z]) {2,}(\S.*)$", re.MULTILINE)


def letters_in(answer, labels, otherwise, **words):
    """The letters of an answer, however they are set apart; the Verdict `otherwise` if it has none.

    A word between them, such as "then", is kept whole: it is no letter, whatever it is made of.
    """
    if not isinstance(answer, str | tuple | list) or not all(isinstance(part, str) for part in answer):
        raise Verdict(otherwise, what=describe(answer), **words)
    pieces = SET_APART.split(" ".join([answer] if isinstance(answer, str) else answer).strip().upper())
    words = {piece for piece in pieces if len(pieces) > 1 and len(piece) > 1 and set(piece) - set(labels)}
    return [letter for piece in pieces for letter in ([piece] if piece in words else piece)]


class Order(AnswerKey):
    """The answer is an order of lettered lines, "B A C"; so is the answer of every row.

    The lines stand as comments in the stub, a letter, two spaces or more, then the code. They are run in the
    order given, so every order that works is right. A line that the solution leaves out is a distractor.
    """

    it_gives = "this order gives"
    shows_numbers = False  # nobody follows what the lines make of random ones

    @cached_property
    def lines(self):
        """Letter -> one line of our own code."""
        return dict(LETTERED.findall(self.listed.stub))

    def from_maths(self, maths):
        return maths

    def letters(self, answer):
        """The letters of an answer, however they are set apart; a Verdict if these are no letters."""
        return letters_in(answer, self.lines, "no-labels")

    def require(self, answer):
        letters = self.letters(answer)
        for letter in letters:
            if letter not in self.lines:
                raise Verdict("no-such-line", label=letter, labels=", ".join(self.lines))
            if letters.count(letter) > 1:
                raise Verdict("line-twice", label=letter)

    def given_by(self, answer, case):
        return parts_of(self._run(self.letters(answer), case), self.gives)

    def case_by_hand(self, answer):
        """The first line that goes wrong."""
        return first_wrong_line(self, answer)

    def steps(self, letters, case):
        """Run the lines, which are ours and not typed by anybody; the learner chose only their order.

        Yields each letter with what its line has made, by name, or with the NameError that ends the run.
        """
        names = {**NAMES, **dict(zip(self.takes, case, strict=True))}
        for letter in letters:
            before = dict(names)
            try:
                exec(self.lines[letter], {"__builtins__": LIBRARIES_ONLY}, names)
            except NameError as error:
                yield letter, error
                return
            yield letter, {name: value for name, value in names.items() if value is not before.get(name)}

    def _run(self, letters, case):
        """What the lines make of a case; a Verdict where they stop, or leave something out."""
        names = {}
        for letter, made in self.steps(letters, case):
            if isinstance(made, NameError):
                raise Verdict("line-too-early", label=letter, name=made.name)
            names |= made
        for name in self.gives:
            if name not in names:
                raise Verdict("line-missing", name=name)
        return names[self.gives[0]] if len(self.gives) == 1 else tuple(names[name] for name in self.gives)

    def judge(self, attempt):
        enough = len(self.letters(self.right_answer))
        try:
            super().judge(attempt)
        except Verdict as verdict:
            if verdict is not attempt.broken and len(given := self.letters(attempt.answer)) > enough:
                verdict.says += f" You gave {len(given)} lines: {enough} are enough."
            raise
        for letter in self.letters(attempt.answer):
            if letter not in self.letters(self.right_answer):
                raise Verdict("line-too-many", label=letter)


@dataclass(frozen=True, kw_only=True, eq=False)
class Matching(AnswerKey):
    """The answer is a letter for each numbered item, "B A C"; so is the `reference`.

    A row says which items get another letter than the right one: "2 C" or "2 C; 3 A". What no row names is
    told by `options`: {letter: a sentence that says when that letter would be right}.
    """

    options: dict

    def letters(self, answer):
        """The letters of an answer, however set apart; a Verdict if they are not one for each item."""
        example = " ".join("A" for _ in self.gives)
        letters = "".join(letters_in(answer, self.options, "no-letters", example=example))
        if re.findall(r"\d+", letters) == list(self.gives):  # each with its number
            letters = re.sub(r"[\d.:)]", "", letters)
        if unknown := [letter for letter in letters if letter not in self.options]:
            raise Verdict("no-such-letter", label=unknown[0], labels=", ".join(self.options))
        if len(letters) != len(self.gives):
            raise Verdict("one-letter-each", given=len(letters), wanted=len(self.gives))
        return "".join(letters)

    def from_maths(self, maths):
        letters = dict(zip(self.gives, self.letters(self.right_answer), strict=True))
        letters |= dict(each.split() for each in maths.split("; "))
        return " ".join(letters.values())

    def require(self, answer):
        self.letters(answer)

    def given_by(self, answer, case):
        return tuple(np.array(list(self.options).index(letter)) for letter in self.letters(answer))

    def judge(self, attempt):
        if attempt.broken:
            raise attempt.broken
        given, right = self.letters(attempt.answer), self.letters(self.right_answer)
        wrong = [k for k in range(len(right)) if given[k] != right[k]]
        if not wrong:
            return
        facts = (("right already", f"{len(right) - len(wrong)} of {len(right)}"),)
        others = [(mistake, self.letters(mistake.answer)) for mistake in self.mistakes]
        for mistake, letters in others:  # the rows stand in the order in which they are to be said
            changed = [k for k in range(len(right)) if letters[k] != right[k]]
            if all(given[k] == letters[k] for k in changed):
                raise Verdict(mistake.name, *facts, says=mistake.says)
        item, letter = self.gives[wrong[0]], given[wrong[0]]
        raise Verdict("other-letter", *facts, item=item, label=letter, says_when=self.options[letter])
