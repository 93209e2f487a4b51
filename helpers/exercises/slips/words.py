"""What is said of a slip: half a sentence per kind, in the order in which explanations are preferred.

Each goes on from "these are the numbers that come out when", and from "One mistake:".
Where several slips give the same numbers, what was left out comes before what was altered, that before
another name, and that before what was put in. A {HOLE} is what the edit is about (see `rewrites`); "{LOST|a
factor}" has words for a thing that the learner never wrote; "[ by {BY}]" is said only of one that has a
name."""

import re

SAYS = {
    # left out
    "upstream-left-out": "no upstream is given, so that it is one everywhere",
    "upstream-missing": "the upstream is missing",
    "conj-dropped": "nothing is conjugated",
    "factor-dropped": "{LOST|a factor} is missing",
    "minus-dropped": "a minus is missing",
    "term-dropped": "{LOST|a term} is not added",
    "difference-dropped": "{LOST|a term} is left out of the difference",
    "subtrahend-dropped": "{LOST|a term} is not subtracted",
    "subtracted-alone": "of a difference only {KEPT|what is subtracted} is left",
    "divisor-dropped": "a division[ by {LOST}] is missing",
    "dividend-dropped": "{LOST|what is divided} is missing",
    "transpose-dropped": "{LEFT|a matrix} is not transposed",
    "abs-dropped": "the absolute value is left out",
    "power-dropped": "the power is left out",
    "not-summed": "what should be added up is still side by side",
    "index-dropped": "an index is missing, so that all of it is taken",
    "call-dropped": "{CALLED|a step} is left out",
    "overwritten": "each turn of the loop overwrites what the turns before it found",
    "stopped-too-soon": "what arrives is the result, and is not sent on",
    "ones-for": "{ONE|a factor} is taken as 1",
    # altered
    "entries-exchanged": "{PART|two results}[ and {WITH}] have changed places",
    "entry-copied": "the result is that of {PART|another part}",
    "sign-of-term": "a term has the other sign",
    "difference-turned": "a difference is taken the wrong way round",
    "fraction-upside-down": "a fraction is upside down",
    "divided-for-multiplied": "{BY|a factor} divides, where it should multiply",
    "multiplied-for-divided": "{BY|a divisor} multiplies, where it should divide",
    "added-for-multiplied": "{ONE|one factor} and {OTHER|another factor} are added, and should be multiplied",
    "multiplied-for-added": "{ONE|one term} and {OTHER|another term} are multiplied, and should be added",
    "operands-exchanged": "the two sides of the matrix product have changed places",
    "operand-transposed": "{TURNED|one of the matrices} is transposed and should not be",
    "other-transposed": "the transpose is on the wrong factor of the matrix product",
    "both-transposed": "both factors of the matrix product are turned, rows for columns",
    "exchanged-and-transposed": "the sides of the matrix product have changed places, and one is turned",
    "product-transposed": "the result is transposed, so that rows and columns have changed places",
    "reshaped": "reshape makes the shape fit, which scrambles the entries, where a transpose belongs",
    "elementwise-for-matmul": "the product is taken entry by entry, where a matrix product belongs",
    "matmul-afterwards": "{UP|the upstream} comes in (@) after the sum over outputs; it belongs before",
    "added-afterwards": "{UP|the upstream} is added at the end, and should weight outputs before their sum",
    "outer-afterwards": "{UP|the upstream} meets every entry after the sum over outputs; it belongs before",
    "multiplied-afterwards": "{UP|the upstream} comes in after the outputs were added up; it belongs before",
    "weighed-twice": "{UP|the upstream} is used twice: before the outputs are added up, and once more after",
    "weights-averaged": "every output gets the same weight, the mean of {UP|the upstream}",
    "weights-added-up": "every output gets the same weight, the sum of {UP|the upstream}",
    "one-weight-for-all": "every output gets the same weight, the first or the last",
    "output-for-upstream": "the values of the outputs serve as the upstream",
    "ones-for-upstream": "ones serve as the upstream",
    "averaged": "a mean stands where the sum belongs",
    "first-for-sum": "only the first {each} is taken, where all belong in the sum",
    "last-for-sum": "only the last {each} is left, where all belong in the sum",
    "largest-for-sum": "the largest is taken, where a sum belongs",
    "diagonal-for-sum": "the diagonal is taken, where a sum belongs",
    "summed-too-soon": "the sum comes before the product, and belongs after it",
    "running-sum": "each {each} still holds all those before it",
    "wrong-axis": "the sum runs along the wrong axis",
    "summed-over-all": "everything is added up, where only one axis should be",
    "summed-along-one-axis": "the sum runs along one axis only, where everything should be added up",
    "axis-lost": "the axis that was added up is gone, and should be there with length 1",
    "axis-kept": "the axis that was added up is still there, with length 1",
    "rows-as-columns": "what should be the rows is laid out as columns",
    "first-for-all": "only the first {each} is there",
    "last-for-all": "only the last {each} is there",
    "last-missing": "the last {each} is missing",
    "rows-added": "the rows are added up, and should be one below the other",
    "turned-round": "the rows are in reverse order",
    "return-in-loop": "only the first turn of the loop counts, as with a return inside it",
    "half-below-the-line": "only {ONE|one factor} divides, and the whole product should: it needs brackets",
    "brackets-lost": "brackets are missing, or in another place",
    "slope-for-value": "the slope of {VALUE|a function} stands where its value belongs",
    "raised-for-multiplied": "{BASE|a factor} is raised to a power, where it should be multiplied",
    "power-for-product": "a power and a product are mixed up",
    "condition-turned": "the condition is the wrong way round",
    "border-moved": "the border itself falls on the wrong side of the condition",
    "function-exchanged": "{USED|a function} is used, where another one belongs",
    "inputs-exchanged": "{ONE} stands for {OTHER}, and {OTHER} for {ONE}",
    "rows-for-size": "the rows of {OF|something} are counted, and not all its entries",
    "other-size": "the size of {NEIGHBOUR|something else} is used, where that of {OF|another thing} belongs",
    "doubled": "{ONE|something} is twice as large as it should be",
    "halved": "{ONE|something} is half as large as it should be",
    "divided-by-length": "a division by the length of {ONE|something} is put in",
    "divided-by-size": "a division by the size of {ONE|something} is put in",
    "other-line": "another row or column of {LEFT|a matrix} is taken",
    "row-for-column": "a row of {LEFT|a matrix} is taken, where a column belongs",
    "column-for-row": "a column of {LEFT|a matrix} is taken, where a row belongs",
    "inverse-for-transpose": "an inverse stands where a transpose belongs",
    "branch-copied": "the formulas are those of {OTHER|another case}",
    # another name
    "name-exchanged": "{NEIGHBOUR|another value} stands[ in {CALL}] where {NAME|something else} belongs",
    "name-alone": "{NEIGHBOUR|a value} is taken as it is[, and {UP} has no part in it]",
    "name-for-expression": "{NEIGHBOUR|a value} is taken as it is, and something has to be made of it first",
    # put in
    "minus-added": "there is one minus too many",
    "upstream-again": "the upstream is multiplied in once too often",
    "upstream-added": "the upstream is added, and should only be multiplied in",
    "factor-twice": "{TWICE|a factor} is multiplied in once too often",
    "upstream-conjugated": "the upstream is conjugated, and only the factors should be",
    "conj-added": "{ONE|a factor} is conjugated once too often, or once too seldom",
    "transposed": "{ONE|a matrix} is transposed once more",
    "squared": "{ONE|something} is squared and should not be",
    "index-twice": "an index is taken once too often",
    "summed": "{ONE|something} is added up and should not be",
    "one-minus": "one minus {ONE|something} stands where {ONE|that} itself belongs",
    "abs-taken": "the minus signs[ of {ONE}] are lost",
    "nan-swept-away": "what overflows is set to 0 or to the largest number",
    "stopped": "{ONE|something} is zero",
    "factor-added": "{NEIGHBOUR|a factor} is multiplied in and should not be",
    "term-added": "{NEIGHBOUR|something} is added and should not be",
}
RANK = {kind: rank for rank, kind in enumerate(SAYS)}
RANK["halved"] = RANK["doubled"]  # which of the two is a matter of where it stands


HOLE = re.compile(r"\{(\w+)(?:\|([^}]*))?\}( (?:is|stands|belongs|divides|multiplies)\b)?")
PLURAL = re.compile(r"the (?:(?! of ).)*[^saiu']s(?: of .*)?")  # of the lesson's phrases, which all begin so
OF_SEVERAL = {
    " is": " are", " stands": " stand", " belongs": " belong", " divides": " divide",
    " multiplies": " multiply",
}  # fmt: skip
PERHAPS = re.compile(r"\[([^\]]*)\]")


def filled_in(text, words):
    """A sentence of SAYS with words for its holes, as far as there are any.

    >>> filled_in("a division[ by {LOST}] is missing", {})
    'a division is missing'
    >>> filled_in("{LOST|a factor} is missing", {"LOST": "the 2"})
    'the 2 is missing'
    >>> filled_in("{LOST|a factor} is missing", {"LOST": "the probabilities"})
    'the probabilities are missing'
    >>> filled_in("{ONE} is squared", {"ONE": "the counts of a part"})
    'the counts of a part are squared'
    """

    def said(match):
        word, verb = words.get(match[1]) or match[2] or "something", match[3] or ""
        return word + (OF_SEVERAL.get(verb, verb) if PLURAL.fullmatch(word) else verb)

    known = PERHAPS.sub(lambda m: m[1] if all(hole[0] in words for hole in HOLE.findall(m[1])) else "", text)
    return HOLE.sub(said, known)
