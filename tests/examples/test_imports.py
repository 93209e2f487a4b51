import pkgutil

from helpers import examples
from tests.test_shape import loaded_by

MODULES = [f"helpers.examples.{module.name}" for module in pkgutil.iter_modules(examples.__path__)]


def test_the_examples_need_numpy_and_the_engine_alone():
    assert MODULES
    loaded = loaded_by(f"import {', '.join(MODULES)}")
    assert not {"matplotlib", "anywidget", "IPython"} & loaded
    ours = {module for module in loaded if module.startswith("helpers.")}
    assert ours == {module for module in ours if module.startswith(("helpers.examples", "helpers.autodiff"))}
