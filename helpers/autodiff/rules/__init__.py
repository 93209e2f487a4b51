"""2. The rules: what each operation does to the upstream gradient, a line or a few per operation."""

from . import elementwise, linear_algebra, reductions, shapes

__all__ = ["elementwise", "linear_algebra", "reductions", "shapes"]
