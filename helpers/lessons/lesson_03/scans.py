"""Lesson 03's letter: three pages that no machine recorded well, and what each machine did to its page.

A page is an array of ink, a number from 0 (paper) to 1 (black) for every pixel.
"""

import numpy as np

from helpers.exercises import memory

__all__ = ["ROWS", "WIDTH", "first_page", "last_page", "mended", "reads", "second_page"]

ROWS, WIDTH = 20, 41  # of a page, in pixels
PAGES = ("MEET\nAT NINE", "COME\nALONE", "YOURS\nADA")

GLYPHS = {
    letter: np.array([[bit == "#" for bit in row] for row in rows.split()])
    for letter, rows in {
        "A": ".###. #...# #...# ##### #...# #...# #...#",
        "C": ".#### #.... #.... #.... #.... #.... .####",
        "D": "####. #...# #...# #...# #...# #...# ####.",
        "E": "##### #.... #.... ####. #.... #.... #####",
        "I": "### .#. .#. .#. .#. .#. ###",
        "L": "#.... #.... #.... #.... #.... #.... #####",
        "M": "#...# ##.## #.#.# #.#.# #...# #...# #...#",
        "N": "#...# ##..# #.#.# #..## #...# #...# #...#",
        "O": ".###. #...# #...# #...# #...# #...# .###.",
        "R": "####. #...# #...# ####. #.#.. #..#. #...#",
        "S": ".#### #.... #.... .###. ....# ....# ####.",
        "T": "##### ..#.. ..#.. ..#.. ..#.. ..#.. ..#..",
        "U": "#...# #...# #...# #...# #...# #...# .###.",
        "Y": "#...# #...# .#.#. ..#.. ..#.. ..#.. ..#..",
        " ": ".. .. .. .. .. .. ..",
    }.items()
}


def written(text):
    """A page with these lines on it, each in the middle.

    >>> written("I")[6:13, 19:22].sum(axis=0)
    array([2., 7., 2.])
    """
    lines, page = text.split("\n"), np.zeros((ROWS, WIDTH))
    top = (ROWS - 9 * len(lines) + 2) // 2
    for number, line in enumerate(lines):
        gap = np.zeros((7, 1))
        strip = np.hstack([part for letter in line for part in (GLYPHS[letter], gap)][:-1])
        left = (WIDTH - strip.shape[1]) // 2
        page[top + 9 * number : top + 9 * number + 7, left : left + strip.shape[1]] = strip
    return page


def reads(page):
    """What stands on a page, as somebody reads it who takes grey for ink or for paper; "" if nobody can.

    >>> reads(written("MEET\\nAT NINE") * 0.9), reads(np.zeros((20, 41)))
    ('MEET AT NINE', '')
    """
    for text in PAGES if np.shape(page) == (ROWS, WIDTH) else ():
        if np.mean((page > 0.5) != written(text)) < 0.02:
            return text.replace("\n", " ")
    return ""


def dragged(size, keeps):
    """A smear: row j says where the ink at j lands. Of what reaches a pixel, `keeps` is dragged on.

    >>> dragged(3, 0.5)
    array([[0.5  , 0.25 , 0.125],
           [0.   , 0.5  , 0.25 ],
           [0.   , 0.   , 0.5  ]])
    """
    further = np.arange(size) - np.arange(size)[:, None]
    return np.where(further >= 0, (1 - keeps) * keeps ** np.maximum(further, 0), 0.0)


def dragged_wet(size, far=4, fades=0.7):
    """A smear that cannot be undone by dividing: most of the ink lands `far` columns on, then it `fades`.

    >>> (dragged_wet(8)[0] / dragged_wet(8)[0, 0]).round(2)
    array([1.  , 2.  , 3.  , 4.  , 5.  , 3.5 , 2.45, 1.71])
    """
    further = np.arange(size) - np.arange(size)[:, None]
    lands = np.where(further <= far, further + 1, (far + 1) * fades ** np.maximum(further - far, 0.0))
    return np.where(further >= 0, lands, 0.0) / lands[0].sum()


def first_page():
    """The scan of the first page, in 256 greys, and the smear of the machine: scan = page @ smear, rounded.

    Dividing by the smear is hopeless: each column it undoes passes the rounding on to the next, and more.
    """
    smear = dragged_wet(WIDTH)
    return np.round(255 * written(PAGES[0]) @ smear) / 255, smear


def second_page():
    """Three test cards, a dot per column; their scans; the scan of a page. One unknown smear made all four.

    >>> cards, scans, scan = second_page()
    >>> cards.shape, scans.shape, scan.shape
    ((3, 20, 41), (3, 20, 41), (20, 41))
    """
    smear = dragged(WIDTH, 0.9).T  # to the left, this time
    cards = np.eye(3 * ROWS, WIDTH).reshape(3, ROWS, WIDTH)
    return cards, cards @ smear, written(PAGES[1]) @ smear


def last_page():
    """Four shaky photographs of one page, and how each camera shook: shots = Aᵀ page B, one A and B a shot.

    Wet ink, most of it a row on, is what A in place of Aᵀ, or the other way round, cannot mend.

    >>> [part.shape for part in last_page()]
    [(4, 20, 20), (4, 41, 41), (4, 20, 41)]
    """
    down, right = dragged_wet(ROWS, 1, 0.5), dragged(WIDTH, 0.88)
    A, B = np.stack([down, down.T, down, down.T]), np.stack([right, right, right.T, right.T])
    return A, B, np.swapaxes(A, -1, -2) @ written(PAGES[2]) @ B


def mended(one_step):
    """{caption: page}: a blank page after 300 steps; the caption says whether the rule of 03.6 is right.

    If a rule that is written stops, its error is printed.
    """
    page, said = np.zeros((ROWS, WIDTH)), memory.answers("03.6")[-1:]
    try:
        for _ in range(300):
            page = one_step(page)
    except Exception as error:  # whatever a rule that is wrong or not finished raises
        if "ellipsis" in str(error) or "unfinished" in [each.diagnosis for each in said]:
            return {"waits for your rule of 03.6": page}
        print(error)
        return {"your rule stops": page}
    is_right = "correct" in [each.state for each in said]
    return {"mended by your rule" if is_right else "by a rule that is not right yet": page}
