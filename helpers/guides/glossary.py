"""The glossary: each term, and the sentence in which a lesson introduces it."""

import re

from helpers.notebooks import markdown
from helpers.notebooks.parts import LessonError

# Each term, and the lesson that introduces it; behind it, how it stands there, if in another form, and -1 or
# 1 where the sentence before or after it belongs to it.
TERMS = {
    "above, below": ("01", "Above"), "accumulate": ("01", "add"), "conjugate": ("03", "conjugate", -1),
    "cross-entropy": ("05",), "downstream": ("01", "Downstream"), "engine": ("01",),
    "finite differences": ("01",), "forward mode": ("02",), "forward, back": ("01", "Forward"),
    "frozen": ("06",), "gradient": ("00",), "gradient reversal": ("05",), "head": ("05",), "Hessian": ("02",),
    "Jacobian": ("02",), "JVP": ("02", "JVP", -1), "kink": ("05",), "layer": ("01", "layer", -1),
    "local": ("01", "Local"), "NaN": ("05", "not a number"), "node": ("07", "node", 1),
    "None": ("04", "no path leads here", -1), "one-hot": ("04",), "partial derivative": ("02", "Partial"),
    "plain argument": ("09", "plain argument", -1), "pullback": ("02", "pullback", -1), "record": ("09",),
    "residuals": ("09", "residuals", -1), "reverse mode": ("02",), "rule": ("05",), "seed": ("01",),
    "softmax": ("05",), "straight-through": ("04", "straight-through", -1), "sweep": ("00",),
    "tangent": ("02",), "tape": ("02", "tape", 1), "temperature": ("05",), "trace": ("04",),
    "transposed": ("06",), "upstream": ("01",), "VJP": ("02",),
}  # fmt: skip
# What books and frameworks call the same. No lesson, card or exhibit does: one word for one thing.
ELSEWHERE = {
    "upstream": ("cotangent", "adjoint", "incoming gradient", "output gradient"),
    "downstream": ("outgoing gradient", "input gradient"),
    "sweep": ("backpropagation", "backprop"),
    "finite differences": ("numerical gradient", "numeric gradient"),
    "tangent": ("perturbation", "seed vector"),
    "trace": ("computational graph", "computation graph", "Wengert list"),
}
SENTENCE = re.compile(r"(?:(?<=[.?!])|(?<=[.?!][*)”])|(?<=[.?!]\*\*))\s+(?=[*`$“(A-Z])")


def entries(known):
    """[(term, lesson, the paragraph's sentence that introduces it)], by the alphabet."""
    by_number = {lesson.number: lesson for lesson in known}
    found = []
    for term, (number, *form) in sorted(TERMS.items(), key=lambda item: item[0].casefold()):
        lesson = by_number.get(number)
        sentence = lesson and introduction(lesson, *(form or [term]))
        if not sentence:
            raise LessonError(f"the glossary looks for *{(form or [term])[0]}* in lesson {number}, in vain.")
        found.append((term, lesson, sentence))
    return found


def introduction(lesson, term, beside=0):
    """The sentence in which a lesson first sets a term in *italics* or **bold**, and one beside it, or ""."""
    emphasised = re.compile(rf"(?<![*\w])(\*\*?){re.escape(term)}\1(?!\*)")
    for cell in lesson.of_kind("markdown"):
        if not cell.roles & {"solution", "speaker-notes"}:
            for paragraph in paragraphs(markdown.unfolded(markdown.without_code(cell.source))):
                sentences = SENTENCE.split(paragraph)
                for k, sentence in enumerate(sentences):
                    if emphasised.search(sentence):
                        first, last = sorted((k, k + beside))
                        return " ".join(sentences[max(first, 0) : last + 1]).strip()
    return ""


def paragraphs(text):
    """The paragraphs and points of a text, each in one line."""
    text = re.sub(r"^> ?", "", text, flags=re.MULTILINE)
    parts = re.split(r"\n\s*\n|^- |^#.*$|^\|.*$", text, flags=re.MULTILINE)
    return [" ".join(part.split()) for part in parts if part.strip()]


def text(known):
    rows = []
    for term, lesson, sentence in entries(known):
        elsewhere, link = ", ".join(ELSEWHERE.get(term, ())), f"[{lesson.number}](../{lesson.path.name})"
        rows.append(f"| **{term}** | {sentence} | {elsewhere} | {link} |")
    head = ["| term | as it is introduced | elsewhere also | lesson |", "|:---|:---|:---|:---|"]
    return "\n".join([*head, *rows])


PARTS = {"terms": text}
