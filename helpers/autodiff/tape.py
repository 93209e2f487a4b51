"""5. The same sweep in the shape of TensorFlow 2: a tape differentiates what its block computed.

It records nothing. The trace is always kept; a tape only notes when its block began and when it ended, and
cuts the trace there.
"""

from .engine.structure import CONTAINERS, rebuild
from .engine.sweep import Path, as_upstreams, serials_in, tensors_in
from .engine.tensor import tick
from .engine.watching import Watcher, is_watched
from .transforms import jacobian_blocks


class GradientTape:
    """Differentiates what was computed in a ``with`` block.

    ``watch(x)`` names the Tensors to differentiate by. ``gradient`` and ``jacobian`` may be called once, or
    any number of times on a ``persistent`` tape. They give plain arrays, or Tensors while a tape still
    watches something behind the target, so that it can differentiate them again. A watched Tensor that the
    target does not depend on gets None.

    >>> from helpers import autodiff as ad
    >>> x = ad.Tensor([1.0, 2.0])
    >>> with GradientTape() as tape:
    ...     tape.watch(x)
    ...     y = x * x
    >>> tape.gradient(y, x, output_gradients=[2.0, 3.0])
    array([ 4., 12.])
    """

    def __init__(self, persistent=False):
        self.persistent, self.used = persistent, False
        self.since, self.until = None, float("inf")  # ticks: when the block began, and when it ended
        self.watcher = Watcher()

    def __enter__(self):
        if self.since is None:  # entered again, it goes on
            self.since = tick()
        self.watcher.__enter__()  # a gradient taken meanwhile is a Tensor, and can be differentiated too
        return self

    def __exit__(self, *_):
        self.until = tick()
        self.watcher.__exit__()

    def watch(self, structure):
        """Differentiate by this Tensor (or structure of Tensors)."""
        self.watcher.watch(serials_in(tensors_in(structure, "what a tape watches")))

    def gradient(self, target, sources, output_gradients=None):
        """The VJP of the target with the upstream output_gradients (None: ones), structured like sources."""
        ys, xs = self._opened(target, sources)
        seeds = as_upstreams(output_gradients, target, ys, "output_gradients")
        self.used = True
        return rebuild(sources, Path(ys, xs, self.since).sweep(seeds, is_watched(ys + seeds)))

    def jacobian(self, target, sources):
        """d target / d source, of shape target.shape + source.shape, in the structure of sources."""
        if isinstance(target, CONTAINERS):
            raise ValueError("tape.jacobian takes one target: ask for each in turn, of a persistent tape.")
        (y,), xs = self._opened(target, sources)
        self.used = True
        return rebuild(sources, jacobian_blocks(y, xs, is_watched([y]), self.since))

    def _opened(self, target, sources):
        if self.since is None:
            raise RuntimeError("this tape has not recorded anything: compute the target inside `with tape:`.")
        if self.used and not self.persistent:
            raise RuntimeError("a tape gives one gradient: write GradientTape(persistent=True) for several.")
        ys, xs = tensors_in(target, "the target"), tensors_in(sources, "the sources")
        if any(y.serial > self.until for y in ys):
            raise ValueError("the target was computed after the tape stopped: move it into the `with` block.")
        if any(x.serial < self.since and x.serial not in self.watcher.serials for x in xs):
            raise ValueError("the tape does not watch a source: begin its block with tape.watch(source).")
        return ys, xs
