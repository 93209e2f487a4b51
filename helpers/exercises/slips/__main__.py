"""Make the books of slips again: `python -m helpers.exercises.slips`, after a solution has changed."""

from .. import exercises, predictions
from ..letters import Choice, Matching, Order
from .making import book_of, write


def keys_with_books():
    """The answer keys of what is computed, by id: exercises, and predictions that a formula leads to."""
    found = {id: key for id, key in exercises().items() if not isinstance(key, Order | Choice | Matching)}
    return found | {id: key.judged_by for id, key in predictions().items() if key.ways}


def main():
    """Make and store the book of each of them."""
    books = {}
    for id, key in keys_with_books().items():
        books[id] = made = book_of(key)
        print(f"{id}  {made['tried']:5} slips tried, {len(made['entries']):4} outcomes")
    write(books)


if __name__ == "__main__":
    main()
