"""2. The rules: what each operation does to the upstream gradient, a line or a few per operation.

Begin with ``table``, which says how a rule is written down, then ``elementwise``; look the others up.
"""

from . import determinants, elementwise, fourier, linalg, products, reductions, shapes

__all__ = ["determinants", "elementwise", "fourier", "linalg", "products", "reductions", "shapes"]
