"""What is said of a slip in one exercise, in the words of its lesson."""

import ast
import keyword
import re

from ..run.sources import UPSTREAM
from .edits import WHOLE
from .words import SAYS, filled_in

RESULT = "the result"
OUGHT = re.compile(r",? (where|and) [^.]*(should|belong)[^.]*| as it should be")
NUMBERS, ONE_NUMBER = "These are the numbers that come out", "This is the number that comes out"


class Lexicon:
    """The words of one exercise: for its parts, and for the names in its solution that a learner has seen."""

    def __init__(self, key):
        self.phrases = {"upstream": "the upstream", **key.words}
        names = {*key.takes, *re.findall(r"[^\W\d]\w*", key.listed.stub)}
        self.seen = names - {key.listed.answer, "np", "ad", *keyword.kwlist}
        self.inputs = {*key.takes} - {UPSTREAM}
        self.gives, self.gives_a_rule = key.gives, key.gives_a_rule
        self.divides = bool(re.search(r"/ *(len\(|np\.size\(|[\w.]+\.size)", key.listed.solution))
        single = key.by_hand and not any(part.ndim for part in key.right_outcome[0])
        self.these = ONE_NUMBER if single else NUMBERS

    def told(self, found, besides=""):
        """The name of a slip that was found, and a sentence on it; `besides` is what else was done to all.

        Of code only what was read there is said; else what is so of the numbers, however they were reached.
        """
        edit, what, place = found.edit, *self.slip_told(found.edit, found.changed)
        place = "" if besides.endswith(place) else place
        inside = f"{within(place)}, {what}" if place else what
        is_read = found.is_read and (found.is_at_home or not self.names(edit.place.home, inside))
        if edit.kind.startswith("divided-by-") and not is_read:  # other things are as long
            inside, place = filled_in(SAYS[edit.kind], {}), ""
        if is_read and not (found.as_given or besides):
            return edit.kind, f"One mistake: {inside}."
        when = f"{besides and f', {besides},'} when{place and ','} {inside}."
        if found.as_given:
            there = OUGHT.sub("", when)  # what it should be is another matter
            left = (capital(self.part(k)) for k in sorted(found.parts - found.changed))
            there += "".join(f" {part} is still as handed out." for part in left)
            return f"as-given and {edit.kind}", f"This is what the code that was handed out gives{there}"
        return edit.kind, f"{self.these}{when}"

    def names(self, home, says):
        """Does a sentence name what a line sets?"""
        return bool(home) and self.phrases.get(home, f"`{home}`") in says

    def slip_told(self, edit, parts):
        """What is said of an edit, and of its place; "" if there is but one place."""
        home, is_inner = edit.place.home, edit.place.functions > 1 + self.gives_a_rule
        words = {
            hole: word
            for hole, text in edit.about.items()
            if (word := self.word(hole, text, home, is_inner, edit.place.functions))
        }
        if edit.kind == "name-alone" and edit.about["NEIGHBOUR"] not in self.inputs:
            words.pop("UP", None)  # it may be made from it
        if words.get("ONE") and words.get("ONE") == words.get("OTHER"):
            words["OTHER"] = f"{words['ONE']} once more"
        place = self.place(edit.place, parts)
        if place and not edit.place.branch:  # in a part, the result is that part
            words = {hole: place if word == RESULT else word for hole, word in words.items()}
        what = filled_in(SAYS[edit.kind], {"each": self.phrases.get("each", "one"), **words})
        if edit.kind in ("divided-by-length", "divided-by-size") and self.divides:
            what += " once more"
        one_call = "CALL" in words and edit.place.line.count(f"{edit.about['CALL']}(") == 1
        if isinstance(edit.place.node, ast.Name) and words and edit.place.stands_again and not one_call:
            what = f"in one place {what}"
        said = [bare(word) for hole, word in words.items() if hole in SAYS[edit.kind]]
        return what, "" if bare(place) in said else place

    def word(self, hole, text, home, is_inner, functions=1):
        """The words for a piece of the solution; None if the learner has seen nothing of it."""
        if hole in ("PART", "WITH"):
            k = int(text) + (functions > 1 and self.gives_a_rule)  # a rule does not return the value
            return self.part(k) if k < len(self.gives) > 1 else None
        if hole == "CALL":
            return f"`{text}(…)`" if text in self.seen else None
        if text == WHOLE and is_inner and not home:
            return None  # what a function inside the answer returns is not its result
        if text == WHOLE:
            return self.phrases.get(home) or (f"`{home}`" if home in self.seen else RESULT)
        if text in self.phrases:
            return self.phrases[text]
        if re.fullmatch(r"np(\.\w+)+", text):
            return f"`{text}`"
        if re.fullmatch(r"[\d.]+", text):
            return f"the {text}"
        bare = re.sub(r"\.value$|\[[^\]]*\]$", "", text)
        return f"`{bare}`" if bare in self.seen else None

    def part(self, k):
        """The words for a part of the answer, by its number."""
        return self.phrases.get(self.gives[k]) or part_phrase(self.gives[k])

    def place(self, at, parts):
        """The words for a Place; "" if there is but one."""
        where = self.phrases.get(at.home, "")
        if not where and len(parts) == 1 < len(self.gives):
            where = self.part(min(parts))
        if not where and at.home in self.seen:
            where = f"`{at.home}`"
        branch = re.sub(r"\((not \w+)\)", r"\1", at.branch)
        case = self.phrases.get(branch, branch and f"the case `{branch}`")
        return f"{where} in {case}" if where and case else where or case


def bare(words):
    """The words for a thing, however it is called: "the error" and "`error`" are one."""
    return words.removeprefix("the ").strip("`")


def within(place):
    """Where something goes wrong: in a part or a line, on a path."""
    return f"on {place}" if place.startswith("the path") else f"in {place}"


def part_phrase(name):
    """The words for a part of an answer.

    >>> part_phrase("downstream to x"), part_phrase("dW"), part_phrase("measured"), part_phrase("VJP")
    ('the downstream to x', '`dW`', '`measured`', 'the VJP')
    """
    is_short = len(name) < (3 if name.isupper() else 4)
    return f"`{name}`" if is_short or re.search(r"[\[_]|ed$", name) else f"the {name}"


def capital(text):
    """The text with a capital at its start, unless it starts with code."""
    return text[0].upper() + text[1:]
