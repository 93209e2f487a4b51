"""Measured on the learner's own computer: what a Jacobian costs, and what a huge fan-in keeps in memory.

Until the button is pressed the exhibit shows an earlier measurement, stored in ``earlier.json`` together with
what it was made on, so that a notebook run from top to bottom always shows the same. To store a new one::

    python -m helpers.widgets.measurement
"""

from .widget import Measurement

__all__ = ["Measurement"]
