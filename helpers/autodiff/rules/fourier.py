"""Rules of np.fft. A transform is a matrix product y = F x, so downstream = F^H upstream: the transform with
the exponents turned round, and the factor 1/n on the other side.
"""

import numpy as np

from .shapes import along
from .table import composite, rule

# Where the factor 1/n stands, and where it stands in the transposed transform.
OTHER_SIDE = {None: "forward", "backward": "forward", "forward": "backward", "ortho": "ortho"}


def to_length(g, n, axis):
    """g cut off, or filled up with zeros, as the transform did it the other way round with x."""
    axis, more = axis % g.ndim, n - g.shape[axis]
    if more > 0:
        return np.pad(g, [(0, more if i == axis else 0) for i in range(g.ndim)])
    return g[along(axis, slice(n), g.ndim)] if more else g


def with_mirror_images(g, n, axis):
    """Of n frequencies np.fft.irfft takes one half: each but 0 and n/2 stands for its mirror image, too."""
    m = g.shape[axis]
    weights = np.where(np.isin(np.arange(m), [0, n / 2]), 1, 2).astype(g.real.dtype)
    return g * np.reshape(weights, [m if i == axis % g.ndim else 1 for i in range(g.ndim)])


rule(np.fft.fft,  lambda g, y, x, n=None, axis=-1, norm=None:
     to_length(np.fft.ifft(g, axis=axis, norm=OTHER_SIDE[norm]), x.shape[axis], axis))
rule(np.fft.ifft, lambda g, y, x, n=None, axis=-1, norm=None:
     to_length(np.fft.fft(g, axis=axis, norm=OTHER_SIDE[norm]), x.shape[axis], axis))
rule(np.fft.rfft, lambda g, y, x, n=None, axis=-1, norm=None:  # what it leaves out has no upstream
     to_length(np.fft.ifft(g, n or x.shape[axis], axis, OTHER_SIDE[norm]), x.shape[axis], axis))
rule(np.fft.irfft, lambda g, y, x, n=None, axis=-1, norm=None:
     to_length(with_mirror_images(np.fft.rfft(g, axis=axis, norm=OTHER_SIDE[norm]),
                                         g.shape[axis], axis), x.shape[axis], axis))


# ---- along several axes, one after the other
def along_each(transform, x, s, axes, norm):
    axes = range(-(x.ndim if s is None else len(s)), 0) if axes is None else axes
    for axis, n in zip(axes, [None] * len(axes) if s is None else s):
        x = transform(x, n, axis, norm)
    return x


composite(np.fft.fftn)(lambda x, s=None, axes=None, norm=None:
                       along_each(np.fft.fft, x, s, axes, norm))
composite(np.fft.ifftn)(lambda x, s=None, axes=None, norm=None:
                        along_each(np.fft.ifft, x, s, axes, norm))
composite(np.fft.fft2)(lambda x, s=None, axes=(-2, -1), norm=None:
                       along_each(np.fft.fft, x, s, axes, norm))
composite(np.fft.ifft2)(lambda x, s=None, axes=(-2, -1), norm=None:
                        along_each(np.fft.ifft, x, s, axes, norm))
