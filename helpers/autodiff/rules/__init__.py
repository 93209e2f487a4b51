"""2. The rules: what each operation does to the upstream gradient, a line or a few per operation.

Begin with ``table``, which says how a rule is written down, then ``elementwise``; look the others up.
"""

from . import composites, determinants, elementwise, fourier, linalg, products, reductions, shapes

__all__ = [
    "composites", "determinants", "elementwise", "fourier", "linalg", "products", "reductions", "shapes",
]  # fmt: skip
