"""One set of ways with their slopes, walked back and forward."""

from .widget import Transpose

__all__ = ["Transpose"]
