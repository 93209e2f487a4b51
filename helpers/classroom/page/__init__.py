"""A lesson as one HTML file that needs no Python, no network and no installation.

    uv run --group page python -m helpers.classroom.page              every lesson, and an index
    uv run --group page python -m helpers.classroom.page notebooks/04_grad_ys.ipynb --without-solutions

The lesson is run once, here. What its cells showed is in the file, and its exhibits still play, step and
point there, since that much of them lives in the browser; where Python would be needed they say so. Formulas
are MathML. A Content-Security-Policy in the file allows it nothing but its own two scripts.
"""

from .running import PageError
from .writing import write, write_index

__all__ = ["PageError", "write", "write_index"]
