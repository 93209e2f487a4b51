"""One weight per output: the gradient as a mix of each output's own gradient, beside the wrong idea."""

from .widget import GradYsMixer

__all__ = ["GradYsMixer"]
