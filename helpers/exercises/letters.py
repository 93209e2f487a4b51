"""The kinds of answer that are letters: an order of lines, one option of several, one for each item."""

import re
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from .cards import describe
from .keys import AnswerKey
from .reading import parts_of
from .sources import NAMES
from .verdicts import Verdict

LETTERED = re.compile(r"^# +([A-Z]) {2,}(\S.*)$", re.MULTILINE)


class Order(AnswerKey):
    """The answer is an order of lettered lines, "B A C"; so is the answer of every row.

    The lines stand as comments in the stub, a letter, two spaces or more, then the code. They are run in the
    order given, so every order that works is right. A line that the solution leaves out is a distractor.
    """

    trials = 1
    it_gives = "this order gives"

    @cached_property
    def lines(self):
        """Letter -> one line of our own code."""
        return dict(LETTERED.findall(self.listed.stub))

    def from_maths(self, maths):
        return maths

    def letters(self, answer):
        """The letters of an answer, however they are set apart; a Verdict if these are no letters."""
        if not isinstance(answer, str | tuple | list) or not all(isinstance(part, str) for part in answer):
            raise Verdict("no-labels", what=describe(answer))
        return list("".join("".join(answer).upper().replace(",", " ").split()))

    def require(self, answer):
        letters = self.letters(answer)
        for letter in letters:
            if letter not in self.lines:
                raise Verdict("no-such-line", label=letter, labels=", ".join(self.lines))
            if letters.count(letter) > 1:
                raise Verdict("line-twice", label=letter)

    def given_by(self, answer, case):
        return parts_of(self._run(self.letters(answer), case), self.gives, self.wants)

    def steps(self, letters, case):
        """Run the lines, which are ours and not typed by anybody; the learner chose only their order.

        Yields each letter with what its line has made, by name, or with the NameError that ends the run.
        """
        names = {**NAMES, **dict(zip(self.takes, case, strict=True))}
        for letter in letters:
            before = dict(names)
            try:
                exec(self.lines[letter], {"__builtins__": {}}, names)
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
        super().judge(attempt)
        for letter in self.letters(attempt.answer):
            if letter not in self.letters(self.right_answer):
                raise Verdict("line-too-many", label=letter)


@dataclass(frozen=True, kw_only=True, eq=False)
class Choice(AnswerKey):
    """The answer is the letter of one option, as is `reference`; the answers of the rows are the others."""

    options: str  # the letters, "abc"

    def from_maths(self, maths):
        return maths

    def given_by(self, answer, case):
        letter = str(answer).strip().strip("()").lower()
        if letter not in tuple(self.options):
            raise Verdict("not-an-option", options=", ".join(self.options))
        return letter

    def judge(self, attempt):
        if attempt.broken:
            raise attempt.broken
        letter = attempt.outcome[0]
        for mistake in self.mistakes:
            if mistake.answer == letter:
                raise Verdict(mistake.name, says=mistake.says)


@dataclass(frozen=True, kw_only=True, eq=False)
class Matching(AnswerKey):
    """The answer is a letter for each numbered item, "B A C"; so is the `reference`.

    A row says which items get another letter than the right one: "2 C" or "2 C; 3 A". What no row names is
    told by `options`: {letter: a sentence that says when that letter would be right}.
    """

    options: dict
    trials = 1

    def letters(self, answer):
        """The letters of an answer, however set apart; a Verdict if they are not one for each item."""
        if not isinstance(answer, str | tuple | list) or not all(isinstance(part, str) for part in answer):
            raise Verdict("no-letters", what=describe(answer), example=" ".join("A" for _ in self.gives))
        letters = "".join("".join(answer).upper().replace(",", " ").split())
        if unknown := [letter for letter in letters if letter not in self.options]:
            raise Verdict("no-such-letter", label=unknown[0], labels=", ".join(self.options))
        if len(letters) != len(self.gives):
            raise Verdict("one-letter-each", given=len(letters), wanted=len(self.gives))
        return letters

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
