"""A pytest plugin: how much is tested.

Every number, answer and rule, every picture that Python draws, and a typical view of each, is tested always.
With UPSTREAM_THOROUGH=1, as `.ci/run` has it, so is what takes long and seldom finds anything the rest does
not: rules in complex numbers; what is said to right numbers that are slightly off or in the wrong form in
every exercise, to no answer in every variation, and to five of six recorded answers; all that is tried in
JupyterLab; every kind of exhibit on a projector and by keys, the goals of seven in eight, and some of what
moves; README's picture; contrasts in both themes, every cell run a second time, the wheel alone, the browser
edition with and without a network, that no two wrong answers of a key are alike, more of what hands do at
random, a sample of damages, and the tests of these tests. And then a missing browser is a failure.
"""

import os

THOROUGH = os.environ.get("UPSTREAM_THOROUGH") == "1"


def sample(cases, every=6):
    """All of these cases where it is tested thoroughly, and one of so many elsewhere."""
    return dict(list(cases.items())[:: 1 if THOROUGH else every])


def pytest_configure(config):
    config.addinivalue_line("markers", "thorough: tested with UPSTREAM_THOROUGH=1 only")


def pytest_report_header():
    return "thorough: " + ("yes" if THOROUGH else "no (UPSTREAM_THOROUGH=1 also tests what takes long)")


def pytest_collection_modifyitems(config, items):
    """Leave out what is thorough: a test that is only skipped takes as long as many that are run."""
    left_out = [] if THOROUGH else [item for item in items if item.get_closest_marker("thorough")]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not item.get_closest_marker("thorough")]
