"""What an exhibit says when it cannot show what was asked for."""

import traceback
from pathlib import Path

HERE = str(Path(__file__).parents[2])


class InputError(ValueError):
    """One sentence for the person at the controls; `at` names the control at fault, "" the whole exhibit."""

    def __init__(self, sentence: str, at: str = ""):
        super().__init__(sentence)
        self.at = at

    def _render_traceback_(self):
        """For a notebook: the sentence, after the lines of the person's own that led to it, if any did."""
        cause = self.__cause__
        frames = traceback.extract_tb(cause.__traceback__) if cause else []
        own = [frame for frame in frames if not frame.filename.startswith(HERE)]
        return [f"{frame.line}   # line {frame.lineno}, in {frame.name}" for frame in own] + [str(self)]
