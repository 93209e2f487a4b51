"""What a Tensor refuses, since its history would be lost, and what to do instead."""

import sys

from numpy import ndarray

# What to write instead of an argument that no rule knows.
CURES = {
    "out": "instead of out= and +=, which write in place, write y = y + x",
    "where": "choose the numbers before, by np.where(mask, x, 0.0)",
    "dtype": "convert before, by x.astype(dtype)",
    "keepdims": "put the axes back afterwards, by np.expand_dims(y, axis)",
    "initial": "join the number to the answer afterwards, by +, *, np.maximum or np.minimum",
    "UPLO": "the matrix is symmetric, so leave it out (A = L + np.tril(L, -1).mT mirrors a lower half L)",
    "upper": "take the lower factor C, and of it C.mT.conj()",
    "prepend": "join the numbers before, by np.concatenate",
    "append": "join the numbers before, by np.concatenate",
    "mode": "bring the indices into the array before, by i % n or np.clip(i, 0, n - 1)",
}
# And instead of a method of a ufunc that has no rule.
METHOD_CURES = {
    "reduce": "np.add, multiply, maximum, minimum and logaddexp have one",
    "accumulate": "np.add and np.multiply have one",
    "reduceat": "cut x by np.split, and reduce each part",
    "at": "it writes in place, where a Tensor has no history; np.eye(n)[index].T @ x adds up by index",
}


class Refusals:
    """The part of `Tensor` that only raises errors."""

    __slots__ = ()

    def __array__(self, *dtype, copy=None):
        module = sys._getframe(1).f_globals.get("__name__", "")  # who asks
        package = module.partition(".")[0]
        if module.startswith("numpy.ma"):
            cure = "a masked array computes in its own way: let np.where(m.mask, 0.0, m.data) meet the Tensor"
        elif package == "pandas":
            cure = "pandas computes with plain arrays: let df.to_numpy() meet the Tensor"
        elif package == "scipy":
            cure = (
                "scipy computes with plain arrays: let S.toarray() meet it, or make an ad.op of the function"
            )
        elif dtype:
            cure = "for out[i] = x, keep the parts in a list, and ad.array(parts)"
        elif copy:
            cure = "leave out np.array(x), and write a @ x for a.dot(x)"
        else:
            cure = "write ad.array([x, y]) for np.array([x, y]), x for np.array(x)"
        raise TypeError(f"a plain array would lose the history of a Tensor: {cure} (or take x.value).")

    def _refuse_number(self, *_):
        cure = "for out[i] = x, keep the parts in a list, and ad.array(parts); np.sin(x) for math.sin(x)"
        raise TypeError(f"a plain number would lose the history of a Tensor: {cure} (or take x.value).")

    __float__ = __int__ = __complex__ = __index__ = _refuse_number

    def __setitem__(self, *_):
        raise TypeError("a Tensor is not changed in place: make a new one, with np.where(mask, new, x).")

    def __reduce_ex__(self, _):  # what copy and pickle call
        raise TypeError("a copy would lose the history of a Tensor: copy x.value, and make a Tensor of that.")


# What arrays have, and the tensors of other libraries, with what to write here.
ELSEWHERE = {
    "backward": "gradients come from ad.gradients(y, x)",
    "grad": "gradients come from ad.gradients(y, x)",
    "detach": "a value without its history is ad.stop_gradient(x)",
    "numpy": "its plain NumPy value is x.value",
}


def _missing(name):
    cure = ELSEWHERE.get(name, ELSEWHERE["numpy"])

    def refuse(self):
        raise AttributeError(f"a Tensor has no attribute {name!r}; {cure}.")

    return property(refuse)


# `Tensor` puts its own in their place. (A `__getattr__` would answer for every name, but with one Python
# takes four times as long to read any attribute.)
for _name in (*ELSEWHERE, *(name for name in dir(ndarray) if name[0] != "_")):
    setattr(Refusals, _name, _missing(_name))
