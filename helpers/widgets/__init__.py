"""The exhibits: pictures of gradients that answer at once.

Each is imported when it is first asked for, so that a notebook pays only for what it shows.
"""

from importlib import import_module

_WHERE = {
    "BackpropStepper": "stepper",
    "Exhibit": "exhibit",
    "GradYsMixer": "grad_ys_mixer",
    "JacobianGrowth": "jacobian_growth",
    "JacobianLab": "jacobian_lab",
    "MatrixLab": "matrix_lab",
    "Measurement": "measurement",
}

__all__ = [
    "BackpropStepper",
    "Exhibit",
    "GradYsMixer",
    "JacobianGrowth",
    "JacobianLab",
    "MatrixLab",
    "Measurement",
]


def __getattr__(name):
    if name in _WHERE:
        return getattr(import_module(f"{__name__}.{_WHERE[name]}"), name)
    raise AttributeError(f"helpers.widgets has no exhibit named {name}; there are {', '.join(_WHERE)}.")


def __dir__():
    return sorted(_WHERE)
