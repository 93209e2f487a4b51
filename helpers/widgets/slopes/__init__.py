"""Hidden slopes: each sweep brings a mixture of the rows, each run one of the columns."""

from .widget import Slopes

__all__ = ["Slopes"]
