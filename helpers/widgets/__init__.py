"""The exhibits: pictures of gradients that answer at once.

Each is imported when it is first asked for, so that a notebook pays only for what it shows.
"""

from importlib import import_module

# Every exhibit, and its module. This is the one place where a new one is registered.
EXHIBITS = {
    "Aim": "aim", "BackpropStepper": "stepper", "Bowl": "bowl", "Checkpoints": "checkpoints",
    "Clinic": "clinic", "Examples": "examples", "Garden": "garden", "Growing": "growing",
    "Handover": "handover", "Meet": "meet", "Mending": "mending", "Moons": "moons", "Nudge": "nudge",
    "Orders": "orders", "Passing": "passing", "PhraseBook": "phrase_book", "Reach": "reach",
    "Reversal": "reversal", "Rolling": "rolling", "Shaker": "shaker", "Slopes": "slopes",
    "Stretch": "stretch", "Tangent": "tangent", "TinyModel": "tiny_model", "Transpose": "transpose",
}  # fmt: skip

__all__ = ["Exhibit", *EXHIBITS]


def __getattr__(name):
    module = "base.exhibit" if name == "Exhibit" else EXHIBITS.get(name)
    if module is None:
        raise AttributeError(f"helpers.widgets has no exhibit named {name}; there are {', '.join(EXHIBITS)}.")
    return getattr(import_module(f"{__name__}.{module}"), name)


def __dir__():
    return sorted(__all__)
