"""Single slips, found by themselves: which one edit of a right solution gives the learner's numbers.

When an answer is wrong and no listed row says why, versions of the solution with one edit in them are run on
the exercise's inputs, the likeliest first. Nothing here knows a particular exercise, and nothing is stored.

    trees, places, rewrites, edits    what can go wrong with an expression, a line, a branch: a line per slip
    tokens, versions                  every version, ranked; does its edit lead to what the learner wrote?
    search                            tries them, and keeps what they gave
    words, lexicon                    say which slip it is, and where: the names of diagnoses stand in SAYS

A slip goes by its kind in `words.SAYS`; beside the bug that was handed out, by "as-given and ...".

A key may help: where numbers were worked out by hand, its `calculations` lead to them, and its `words` are
the lesson's phrases for names in its sources, and for "each", one of the things that are added up:

    words={"through_s": "the path through the sigmoid", "each": "example"},
"""
