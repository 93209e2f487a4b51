"""What one backward step multiplies, written as briefly as its local Jacobian allows."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from .computation import Computation, Flow


class Product(NamedTuple):
    """One backward step written out: the local derivative as an array if one says it all, else words.

    Of complex numbers, `local` is the conjugate: that is what an upstream is multiplied by.
    """

    upstream: Any
    local: Any  # an array, or None
    words: str  # how downstream comes from upstream when it is not simply upstream × local, entry by entry
    downstream: Any
    forgets: bool = False  # whether the upstream is forgotten: local alone is what is sent

    @property
    def in_numbers(self) -> bool:
        """Whether all three are numbers."""
        return self.local is not None and 0 == np.ndim(self.upstream) == np.ndim(self.local) == np.ndim(
            self.downstream
        )


def product(upstream, local, downstream) -> Product:
    """Write `downstream = upstream × local` as briefly as the local Jacobian allows, and never wrongly.

    A Jacobian whose every row, or every column, has at most one entry that matters needs one number per
    entry; anything else is named by its shape.
    """
    upstream, down, jacobian = np.asarray(upstream), np.asarray(downstream), np.asarray(local)
    flat = jacobian.reshape(upstream.size, down.size)
    claimed = upstream.ravel() @ flat
    if np.iscomplexobj(claimed) and np.isrealobj(down):
        return Product(upstream, None, "the real part of upstream × conj(local)", down)
    if np.isrealobj(claimed) and np.isfinite(claimed).all() and not _same(claimed, down.ravel()):
        return Product(upstream, None, "a rule that is not linear in upstream", down)
    if upstream.size == down.size == 1:
        return Product(upstream, flat.reshape(upstream.shape), "", down)
    try:
        where = np.broadcast_to(np.arange(down.size).reshape(down.shape), upstream.shape).ravel()
    except ValueError:
        where = None
    if where is not None:
        # output entry i was made from input entry where[i] alone: elementwise, broadcast or not
        each = flat[np.arange(upstream.size), where]
        if _is_all(flat, (np.arange(upstream.size), where), each):
            summed = "summed where it was broadcast" * (upstream.size > down.size)
            return Product(upstream, each.reshape(upstream.shape), summed, down)
    # input entry j went into output entry rows[j] alone
    rows = np.abs(np.nan_to_num(flat, nan=1.0)).argmax(axis=0)
    each = flat[rows, np.arange(down.size)]
    if _is_all(flat, (rows, np.arange(down.size)), each):
        spread = "" if upstream.size == 1 else "each entry takes the upstream of its output"
        return Product(upstream, each.reshape(down.shape), spread, down)
    return Product(upstream, None, f"upstream · Jacobian {'×'.join(map(str, jacobian.shape))}", down)


def _same(claimed, true):
    room = 1e-4 if true.dtype == np.float32 else 1e-9  # beside the largest: small entries may be what cancels
    alike = np.array_equal(claimed, true)  # nearly always, and much faster
    return alike or np.allclose(claimed, true, rtol=room, atol=room * np.abs(true).max(initial=0.0))


def _is_all(flat, where, each):
    """Do the entries at `where` say everything that the Jacobian holds?"""
    alone = np.zeros_like(flat)
    alone[where] = each
    beside = np.isnan(flat) & np.isinf(alone).any(axis=0)  # what a one-hot's 0 made of a local of ∞
    return np.array_equal(alone, np.where(beside, alone, flat), equal_nan=True)


def product_of(t: Computation, flow: Flow) -> Product:
    """What one flow multiplies."""
    upstream = t.boxes[flow.target].upstream if flow.upstream is None else flow.upstream
    if t.boxes[flow.target].forgets:
        alone = product_of(_forgotten(t, flow), flow)
        words = alone.words.replace("upstream", "ones")
        return alone._replace(upstream=upstream, words=words, forgets=True)
    if flow.formula:
        return Product(upstream, None, flow.formula, np.asarray(flow.downstream))
    local = flow.local()
    if local is None:
        return Product(upstream, None, "upstream · Jacobian", np.asarray(flow.downstream))
    return product(upstream, local, flow.downstream)


def _forgotten(t, flow):
    """The computation in which ones arrive where a rule forgets what did."""
    boxes = list(t.boxes)
    box = boxes[flow.target]
    boxes[flow.target] = box._replace(upstream=np.ones(np.shape(box.upstream)), forgets=False)
    return t._replace(boxes=boxes)
