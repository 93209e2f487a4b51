"""Four flags to hit through a simulator that nobody can differentiate: what is sent is pulled by hand."""

from .throwing import throw
from .widget import Aim

__all__ = ["Aim", "throw"]
