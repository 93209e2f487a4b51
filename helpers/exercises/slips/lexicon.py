"""What is said of a slip in one exercise, in the words of its lesson."""

import keyword
import re

from .edits import WHOLE
from .words import SAYS, filled_in

STILL_THERE = "The bug of the code that was handed out is still there"


class Lexicon:
    """The words of one exercise: for its parts, and for the names in its solution that a learner has seen."""

    def __init__(self, key):
        self.phrases = {"upstream": "the upstream", **key.words}
        names = {*key.takes, *re.findall(r"[^\W\d]\w*", key.listed.stub)}
        self.seen = names - {key.listed.answer, "np", "ad", *keyword.kwlist}
        self.gives, self.by_hand = key.gives, key.by_hand

    def told(self, entry):
        """The name of an entry and two sentences: said alone, and among others."""
        slips = [self.slip_told(slip, entry.parts) for slip in entry.slips]
        inside = [f"{within(place)}, {what}" if place else what for what, place in slips]
        if len(slips) == 2 and slips[0][1] == slips[1][1]:
            inside[1], slips[1] = slips[1][0], (slips[1][0], "")  # the place is said once
        told = ("; and " if all(place for _, place in slips) else ", and ").join(inside)
        among = f"{capital(told)}."
        name = " and ".join(slip.kind for slip in entry.slips)
        if entry.as_given:
            return f"as-given and {name}", f"{STILL_THERE}; besides, {inside[0]}.", among
        if self.by_hand and len(slips) == 1:
            what, place = slips[0]
            perhaps = f"{capital(within(place))}, perhaps {what}." if place else f"Perhaps {what}."
            return name, perhaps, perhaps
        return name, f"{'One mistake' if len(slips) == 1 else 'Two mistakes'}: {told}.", among

    def slip_told(self, slip, parts):
        """What is said of a slip, and of its place; "" if there is but one place."""
        words = {
            hole: word for hole, text in slip.about.items() if (word := self.word(hole, text, slip.home))
        }
        place = self.place(slip, parts)
        what = filled_in(SAYS[slip.kind], {"each": self.phrases.get("each", "one"), **words})
        return what, "" if place in words.values() else place

    def word(self, hole, text, home):
        """The words for a piece of the solution; None if the learner has seen nothing of it."""
        if hole in ("PART", "WITH"):
            return self.part(int(text)) if int(text) < len(self.gives) > 1 else None
        if text == WHOLE:
            return self.phrases.get(home) or (f"`{home}`" if home in self.seen else "the result")
        if text in self.phrases:
            return self.phrases[text]
        if re.fullmatch(r"np\.\w+", text):
            return f"`{text}`"
        if re.fullmatch(r"[\d.]+", text):
            return f"the {text}"
        bare = re.sub(r"\.value$|\[[^\]]*\]$", "", text)
        return f"`{bare}`" if bare in self.seen else None

    def part(self, k):
        """The words for a part of the answer, by its number."""
        return self.phrases.get(self.gives[k]) or part_phrase(self.gives[k])

    def place(self, slip, parts):
        """The words for where a slip stands; "" if there is but one place."""
        where = self.phrases.get(slip.home, "")
        if not where and len(parts) == 1 < len(self.gives):
            where = self.part(min(parts))
        if not where and slip.home in self.seen:
            where = f"`{slip.home}`"
        branch = re.sub(r"\((not \w+)\)", r"\1", slip.branch)
        case = self.phrases.get(branch, branch and f"the case `{branch}`")
        return f"{where} in {case}" if where and case else where or case


def within(place):
    """Where something goes wrong: in a part or a line, on a path."""
    return f"on {place}" if place.startswith("the path") else f"in {place}"


def capital(text):
    """The text with a capital at its start."""
    return text[0].upper() + text[1:]


def part_phrase(name):
    """The words for a part of an answer.

    >>> part_phrase("downstream to x"), part_phrase("dW"), part_phrase("by_hand")
    ('the downstream to x', '`dW`', '`by_hand`')
    """
    return f"`{name}`" if len(name) < 4 or "[" in name or "_" in name else f"the {name}"
