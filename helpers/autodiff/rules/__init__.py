"""2. The rules: what each operation does to the upstream gradient, a line or a few per operation."""

from . import elementwise, linalg, products, reductions, shapes

__all__ = ["elementwise", "linalg", "products", "reductions", "shapes"]
