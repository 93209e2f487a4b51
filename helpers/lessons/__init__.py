"""The lessons: a folder holds all that one lesson owns, and no machine knows any of them.

`keys` says what its exercises and guesses want, `again` asks them once more, `figures` draws its pictures,
`talk.md` is its lecture, and beside them stands what it alone uses. Its text is the notebook of its number.
"""
