"""A model of two numbers that really learns, unless one of its rules forgets its upstream."""

from .widget import TinyModel

__all__ = ["TinyModel"]
