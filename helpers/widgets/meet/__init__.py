"""C = A B, entry by entry: what one more of each is worth, and what has to turn beside G."""

from .widget import Meet

__all__ = ["Meet"]
