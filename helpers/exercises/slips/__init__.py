"""Single slips, found by themselves: which one edit leads from a right solution to the learner's numbers.

From the source of every solution, each version with one edit in it is made and run on the exercise's inputs
(two edits where both leave something out). What they give is stored in `books`, so that a check only looks
it up. Nothing here knows a particular exercise, and nothing looks at what a learner wrote.

    trees, places, rewrites, edits    what can go wrong with an expression, a line, a branch: a line per slip
    versions, signatures, making      every version is run, and what it gives is made small and stored
    book                              looks an outcome up
    words                             says which slip it is, and where: the names of diagnoses stand in SAYS

A slip goes by its kind in `words.SAYS`; two of them by both, "upstream-missing and minus-dropped"; one beside
the bug that was handed out by "as-given and ...". `python -m helpers.exercises.slips` makes the books again,
and a test says when that is due.

An exercise may help with two fields of its answer key. `ways` are other right solutions, as source; for
numbers that were worked out by hand, formulas that lead to them. `words` are the lesson's phrases for names
in these sources, and for "each", one of the things that are added up:

    words={"through_s": "the path through the sigmoid", "each": "example"},
"""
