"""A small nudge of x, and how far it moves every value on the way to the end."""

from .widget import NudgeLines

__all__ = ["NudgeLines"]
