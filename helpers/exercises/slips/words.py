"""What is said of a slip: a sentence per kind, in the order in which explanations are preferred.

Where several slips give the same numbers, what was left out comes before what was altered, that before
another name, and that before what was put in. A {HOLE} is what the edit is about (see `rewrites`); "{LOST|a
factor}" has words for a thing that the learner never wrote; "[ by {BY}]" is said only of one that has a
name."""

import re

SAYS = {
    # left out
    "upstream-left-out": "the upstream is left out, so that ones stand in for it",
    "upstream-missing": "the upstream is missing",
    "conj-dropped": "nothing is conjugated",
    "factor-dropped": "{LOST|a factor} is missing",
    "minus-dropped": "a minus is missing",
    "term-dropped": "{LOST|a term} is not added",
    "difference-dropped": "{LOST|a term} is left out of the difference",
    "divisor-dropped": "a division[ by {LOST}] is missing",
    "dividend-dropped": "{LOST|what stands above the fraction line} is missing",
    "transpose-dropped": "{LEFT|a matrix} should be transposed",
    "abs-dropped": "the absolute value is left out",
    "condition-dropped": "the condition is left out, so that everything passes",
    "half-condition": "only one of the two borders is kept",
    "power-dropped": "the power is left out",
    "not-summed": "what should be added up still stands side by side",
    "index-dropped": "an index is missing, so that all of it is taken",
    "argument-dropped": "an argument is left out",
    "call-dropped": "{CALLED|a step} is left out",
    "overwritten": "each turn of the loop overwrites what the turns before it found; all of them count",
    "line-dropped": "a step is left out",
    "stopped-too-soon": "what arrives is taken for the result, and has still to be sent on",
    "ones-for": "{ONE|a factor} is left out, and ones stand in for it",
    # altered
    "entries-exchanged": "{PART|two results}[ and {WITH}] have changed places",
    "entries-turned": "the results are in the wrong order",
    "entry-copied": "the result is a copy of {PART|another result}",
    "sign-of-term": "a term has the wrong sign",
    "difference-turned": "a difference is taken the wrong way round",
    "sign-of-number": "a sign is wrong",
    "fraction-upside-down": "a fraction stands upside down",
    "divided-for-multiplied": "{BY|a factor} divides, where it should multiply",
    "multiplied-for-divided": "{BY|a divisor} multiplies, where it should divide",
    "added-for-multiplied": "{ONE|one factor} and {OTHER|another factor} are added, and should be multiplied",
    "subtracted-for-multiplied": "{ONE|one factor} and {OTHER|another factor} are subtracted, not multiplied",
    "multiplied-for-added": "{ONE|one term} and {OTHER|another term} are multiplied, and should be added",
    "term-copied": "one of the terms is counted twice, and the other not at all",
    "operands-exchanged": "the two sides of the matrix product have changed places",
    "operand-transposed": "{TURNED|one of the matrices} is transposed and should not be",
    "order-and-transposes": "the right two matrices are multiplied, but their order or a transpose is wrong",
    "summed-first": "both are added up before they are multiplied, so that their entries never meet",
    "product-transposed": "the result is transposed: rows and columns have changed places",
    "reshaped": "reshape makes the shape fit and scrambles the entries, where a transpose belongs",
    "elementwise-for-matmul": "the product is taken entry by entry, where a matrix product belongs",
    "matmul-for-elementwise": "the products are added up (@), where each entry should stay by itself (*)",
    "outer-for-elementwise": "every entry is multiplied with every other, where each has one partner",
    "matmul-afterwards": "the outputs are added up before {UP|the upstream} is multiplied in (@): too late",
    "added-afterwards": "{UP|the upstream} is added, where it should weigh the outputs, and before the sum",
    "outer-afterwards": "{UP|the upstream} meets every entry, too late: it weighs outputs, before the sum",
    "multiplied-afterwards": "{UP|the upstream} comes in after the outputs were added up; it belongs before",
    "weighed-twice": "{UP|the upstream} is used twice: before the outputs are added up, and once more after",
    "weights-averaged": "every output gets the same weight, their mean; each has a weight of its own",
    "weights-added-up": "every output gets the same weight, their sum; each has a weight of its own",
    "output-for-upstream": "the values of the outputs serve as the upstream",
    "ones-for-upstream": "ones serve as the upstream",
    "averaged": "a mean stands where the sum belongs",
    "averaged-paths": "the mean of the terms stands where their sum belongs",
    "first-for-sum": "only the first {each} is taken; all of them belong in the sum",
    "last-for-sum": "only the last {each} is left; all of them belong in the sum",
    "largest-for-sum": "the largest is taken, where all should be added up",
    "product-for-sum": "they are multiplied, where they should be added up",
    "diagonal-for-sum": "the diagonal is taken, where all should be added up",
    "running-sum": "each {each} still holds all those before it",
    "wrong-axis": "the sum runs along the wrong axis",
    "summed-over-all": "everything is added up, where only one axis should be",
    "axis-kept": "the axis that was added up is still there, with length 1",
    "rows-as-columns": "what should be the rows stands as columns",
    "first-for-all": "only the first {each} is there",
    "last-for-all": "only the last {each} is there",
    "last-missing": "the last {each} is missing",
    "first-missing": "the first {each} is missing",
    "rows-added": "the rows are added up, and should stand one below the other",
    "rows-averaged": "the rows are averaged, and should stand one below the other",
    "strung-together": "the rows stand in one line instead of one below the other",
    "diagonal-for-all": "nothing stands beside the diagonal",
    "turned-round": "the rows stand in reverse order",
    "return-in-loop": "only the first turn of the loop counts: the return stands inside it",
    "brackets-lost": "brackets are missing",
    "slope-for-value": "a slope stands where the value itself belongs",
    "power-for-product": "a power and a product are mixed up: the value of a square is not its slope",
    "condition-turned": "the condition is the wrong way round",
    "border-moved": "the border itself falls on the wrong side of the condition",
    "value-for-condition": "the value itself stands where the condition belongs",
    "clip-for-condition": "the clipped value stands where the condition belongs",
    "function-exchanged": "{USED|a function} is used, where another one belongs",
    "arguments-exchanged": "two arguments have changed places",
    "inputs-exchanged": "{ONE} and {OTHER} have changed places",
    "other-size": "the size of {NEIGHBOUR|something else} is used, where that of {OF|another thing} belongs",
    "off-by-one": "a count is off by one",
    "doubled": "{ONE|something} is twice as large as wanted: look for a 2",
    "arithmetic-slip": "the arithmetic has slipped: work it out once more",
    "halved": "{ONE|something} is only half as large as wanted: look for a 2",
    "number-changed": "a number is not right",
    "index-changed": "the wrong entry is taken",
    "other-line": "another row or column of {LEFT|a matrix} is taken",
    "row-for-column": "a row of {LEFT|a matrix} is taken, where a column belongs",
    "column-for-row": "a column of {LEFT|a matrix} is taken, where a row belongs",
    "inverse-for-transpose": "an inverse stands where a transpose belongs: going back is not undoing",
    "branch-copied": "the formulas are those of {OTHER|another case}",
    "branches-exchanged": "the formulas and those of {OTHER|another case} have changed places",
    "lines-exchanged": "two lines have changed places",
    "value-dropped": "the value itself is wanted",
    # another name
    "name-exchanged": "{NEIGHBOUR|another value} stands where {NAME|something else} belongs",
    "name-for-expression": "{NEIGHBOUR|a value} stands by itself, where something made from it belongs",
    "evaluated-elsewhere": "a function is evaluated at {NEIGHBOUR|another value}, not at {OF|its input}",
    "function-twice": "{CALLED|a step} is taken twice",
    # put in
    "minus-added": "one minus is too many",
    "upstream-again": "the upstream is multiplied in once too often",
    "upstream-added": "the upstream is added, and should only be multiplied in",
    "factor-twice": "{TWICE|a factor} is multiplied in twice",
    "divisor-twice": "it is divided twice[ by {TWICE}]",
    "upstream-conjugated": "the upstream is conjugated, and only the factors should be",
    "conj-added": "{ONE|a factor} is conjugated once too often, or not at all",
    "transposed": "{ONE|a matrix} is transposed once too often, or not at all",
    "squared": "{ONE|something} is squared and should not be",
    "summed": "{ONE|something} is added up too soon",
    "mean-taken": "a mean is taken[ of {ONE}] where none belongs",
    "inverted": "{ONE|something} stands below a fraction line and should not",
    "one-minus": "one minus {ONE|something} stands where {ONE|that} itself belongs",
    "one-plus": "one plus {ONE|something} stands where {ONE|that} itself belongs",
    "abs-taken": "the minus signs[ of {ONE}] are lost",
    "sign-taken": "[of {ONE} ]only the sign is left",
    "nan-swept-away": "what overflows is swept away, where it should not arise",
    "diagonal-taken": "[of {ONE} ]only the diagonal is left",
    "first-taken": "[of {ONE} ]only the first entry is left",
    "last-taken": "[of {ONE} ]only the last entry is left",
    "positive-part": "[of {ONE} ]only what is positive is left",
    "clipped": "{ONE|something} is clipped and should not be",
    "stopped": "{ONE|something} is set to zero",
    "factor-added": "{NEIGHBOUR|a factor} is multiplied in and should not be",
    "divided-by": "{NEIGHBOUR|something} divides, and should not",
    "term-added": "{NEIGHBOUR|something} is added and should not be",
    "term-subtracted": "{NEIGHBOUR|something} is subtracted and should not be",
}
RANK = {kind: rank for rank, kind in enumerate(SAYS)}
RANK["halved"] = RANK["doubled"]  # which of the two is a matter of where it stands


HOLE = re.compile(r"\{(\w+)(?:\|([^}]*))?\}( (?:is|stands|divides|multiplies)\b)?")
PLURAL = re.compile(r"the (?!.* of ).*[^saiu']s")  # of the lesson's phrases, which all begin so
OF_SEVERAL = {" is": " are", " stands": " stand", " divides": " divide", " multiplies": " multiply"}
PERHAPS = re.compile(r"\[([^\]]*)\]")


def filled_in(text, words):
    """A sentence of SAYS with words for its holes, as far as there are any.

    >>> filled_in("a division[ by {LOST}] is missing", {})
    'a division is missing'
    >>> filled_in("{LOST|a factor} is missing", {"LOST": "the 2"})
    'the 2 is missing'
    >>> filled_in("{LOST|a factor} is missing", {"LOST": "the probabilities"})
    'the probabilities are missing'
    """

    def said(match):
        word, verb = words.get(match[1]) or match[2] or "something", match[3] or ""
        return word + (OF_SEVERAL.get(verb, verb) if PLURAL.fullmatch(word) else verb)

    known = PERHAPS.sub(lambda m: m[1] if all(hole[0] in words for hole in HOLE.findall(m[1])) else "", text)
    return HOLE.sub(said, known)
