"""A thrower that is trained through a simulator which nobody can differentiate."""

from .training import slopes, throw
from .widget import Thrower

__all__ = ["Thrower", "slopes", "throw"]
