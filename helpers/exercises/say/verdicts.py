"""How a check ends when an answer is not right: one name, one sentence, and facts to look at."""

from .cards import NOT_ATTEMPTED, NOT_YET
from .sentences import SAYS


class Verdict(Exception):
    """Ends a check: the stable name of what is wrong, a sentence to the learner, and facts to look at."""

    def __init__(self, name, /, *facts, state=NOT_YET, says=None, **words):
        super().__init__(name)
        self.name, self.state, self.facts, self.words = name, state, facts, words
        self.says = says or SAYS[name].format(**words)


def not_attempted(name="untouched", *facts, left=(), says=None):
    """The Verdict on a stub: `name` says which kind of stub it is, `left` where a `...` is left in it."""
    return Verdict(name, *facts, state=NOT_ATTEMPTED, left=left, says=says)


def gaps(answer, names):
    """The names of the parts of an answer that are a `...` still."""
    parts = answer if isinstance(answer, tuple | list) else (answer,) * len(names)
    return tuple(name for name, part in zip(names, parts) if part is ...)


def untouched(answer):
    """Still the stub: nothing at all, a `...` anywhere, or only Nones."""
    if isinstance(answer, tuple | list):
        return any(part is ... for part in answer) or all(part is None for part in answer)
    return answer is None or answer is ... or (isinstance(answer, str) and answer.strip() in ("", "..."))
