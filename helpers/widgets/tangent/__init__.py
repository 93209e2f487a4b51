"""A curve and a line: turned by hand until it touches, or stepped along, as Newton does."""

from .widget import Tangent

__all__ = ["Tangent"]
