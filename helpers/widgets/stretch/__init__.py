"""A chain on one true scale: how far its end moves when any of its values is pulled."""

from .widget import Stretch

__all__ = ["Stretch"]
