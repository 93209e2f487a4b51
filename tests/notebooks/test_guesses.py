"""Between a guess and what reveals it, a reader in JupyterLab meets the answer nowhere."""

import numpy as np

from helpers import notebooks
from helpers.exercises import predictions
from helpers.notebooks import markdown
from helpers.notebooks.parts import OPENING
from tests.notebooks.facts import printed
from tests.together import for_all


def open_text(cell):
    """What stands open in a cell before anything is run."""
    if cell.kind == "markdown":
        return markdown.unfolded(cell.source)
    if any(OPENING in output.html for output in cell.outputs):
        return " ".join(image.alt for image in cell.images)
    return "" if cell.folded else cell.text


@for_all({id: (id, key) for id, key in predictions().items()})
def test_no_open_cell_gives_a_number_away_that_is_still_to_be_guessed(id, key):
    truth = key.truth()
    if isinstance(truth, str) or np.ndim(truth):
        return
    lesson = notebooks.find(id.partition(".")[0])
    guess = lesson.the("predict", id).number
    told = [cell.number for cell in lesson.with_role("reveal", id)] or [guess]
    for cell in lesson.cells[guess + 1 : told[-1]]:
        numbers = [float(number) for number in printed(open_text(cell))]
        assert not np.isclose(numbers, float(truth)).any(), cell.name
