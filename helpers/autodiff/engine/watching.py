"""Who may want to differentiate again: the transforms and tapes that are running now, in whatever thread.

A gradient that was computed from something they watch is a Tensor, so that they can differentiate it in turn;
every other gradient is plain. It is the history that decides, not the thread: two threads that share nothing
do not notice each other.
"""

from .operations import STOP
from .tensor import Tensor

running = []  # the Watchers between their beginning and their end


class Watcher:
    """A transform or a tape that is running, and the serial numbers of the Tensors it differentiates by.

    >>> x = Tensor(2.0)
    >>> y = x * x
    >>> with Watcher({x.serial}):
    ...     inside = is_watched([y])
    >>> inside, is_watched([y])
    (True, False)
    """

    __slots__ = ("known", "serials")

    def __init__(self, serials=frozenset()):
        self.serials = serials
        self.known = {}  # serial number of a Tensor -> whether it was computed from what is watched

    def watch(self, serials):
        self.serials = self.serials | serials
        self.known = {}

    def __enter__(self):
        running.append(self)
        return self

    def __exit__(self, *_):
        running.remove(self)

    def reaches(self, tensors):
        """Whether one of these was computed from what is watched."""
        oldest = min(self.serials, default=float("inf"))
        return computed_from(lambda x: x.serial in self.serials, tensors, self.known, oldest)


def computed_from(is_source, tensors, known, oldest=0, ends=(STOP,)):
    """Whether one of these Tensors is a source, or was computed from one.

    known: {serial: yes or no} of what was found out before; what is found out now is put there, so that all
    questions together look at every Tensor once. oldest: the caller knows that no source is older. What the
    operations `ends` made counts as computed from nothing.
    """
    # Back through the history, as far as nobody has looked yet ...
    unknown, todo = {}, [tensors]
    while todo:
        for x in todo.pop():
            if type(x) is Tensor and x.serial >= oldest and x.serial not in known and x.serial not in unknown:
                unknown[x.serial] = x
                todo.append(() if x.operation in ends else x.args)

    def is_known(tensors):
        return any(type(x) is Tensor and known.get(x.serial) for x in tensors)

    # ... and forward again, from old to young: what a Tensor was computed from comes before it.
    for serial in sorted(unknown):
        x = unknown[serial]
        known[serial] = is_source(x) or (x.operation not in ends and is_known(x.args))
    return is_known(tensors)


def is_watched(tensors):
    """Whether somebody who is still running may want to differentiate through these."""
    return bool(running) and any(watcher.reaches(tensors) for watcher in list(running))
