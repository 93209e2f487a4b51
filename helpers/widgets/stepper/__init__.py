"""The backprop stepper: watch a gradient travel backward through a computation, one operation at a time."""

from .widget import BackpropStepper

__all__ = ["BackpropStepper"]
