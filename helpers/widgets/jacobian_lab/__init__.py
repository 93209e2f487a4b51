"""The Jacobian lab: a table you can hold; an upstream mixes its rows, a tangent mixes its columns."""

from .widget import JacobianLab

__all__ = ["JacobianLab"]
