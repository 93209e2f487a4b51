"""The matrix lab: change A, B or the upstream G, and see C and both gradients answer."""

from .widget import MatrixLab

__all__ = ["MatrixLab"]
