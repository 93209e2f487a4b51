"""Make the books of slips again: `python -m helpers.exercises.slips`, after a solution has changed."""

from .. import exercises
from ..letters import Choice, Order
from .making import book_of, write


def main():
    """Make and store the book of every exercise whose answer is computed."""
    books = {}
    for id, key in exercises().items():
        if not isinstance(key, Order | Choice):
            books[id] = made = book_of(key)
            print(f"{id}  {made['tried']:5} slips tried, {len(made['entries']):4} outcomes")
    write(books)


if __name__ == "__main__":
    main()
