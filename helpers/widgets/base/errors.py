"""What an exhibit says when it cannot show what was asked for."""


class InputError(ValueError):
    """One sentence for the person at the controls; `at` names the control at fault, "" the whole exhibit."""

    def __init__(self, sentence: str, at: str = ""):
        super().__init__(sentence)
        self.at = at
