"""A page that was blurred by a matrix product, mended step by step with a rule of one's own."""

from .widget import Mending

__all__ = ["Mending"]
