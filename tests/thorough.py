"""A pytest plugin: how much is tested.

Every number, answer and rule, every picture that Python draws, and a typical view of each, is tested always.
With UPSTREAM_THOROUGH=1, as `.ci/run` has it, so is what takes long and seldom finds anything the rest does
not: rules in complex numbers; what is said to right numbers that are slightly off or in the wrong form in
every exercise, to no answer in every variation, and to five of six recorded answers; lessons and exhibits in
JupyterLab; talks; exhibits on a projector, by keys and until their goals are met, and some of what moves;
README's picture; contrasts in both themes, every cell run a second time, the wheel alone, the browser edition
with and without a network, that no two wrong answers of a key are alike, more of what hands do at random, a
sample of damages, and the tests of these tests. And then a missing browser is a failure.

Of what takes longest, and is alike for many lessons or exhibits, only one in so many is tested then: the
commit draws which. With UPSTREAM_THOROUGH=all, as before anything is published, all of it is.
"""

import os
import subprocess
from collections import Counter

from tests import ROOT

ALL = os.environ.get("UPSTREAM_THOROUGH") == "all"
THOROUGH = ALL or os.environ.get("UPSTREAM_THOROUGH") == "1"


def sample(cases, every=6):
    """All of these cases where it is tested thoroughly, and one of so many elsewhere."""
    return dict(list(cases.items())[:: 1 if THOROUGH else every])


def pytest_configure(config):
    what = "thorough(one_in=1): tested with UPSTREAM_THOROUGH=1 only, and of so many one, unless that is =all"
    config.addinivalue_line("markers", what)


def pytest_report_header():
    how = "all" if ALL else "yes" if THOROUGH else "no (UPSTREAM_THOROUGH=1 also tests what takes long)"
    return f"thorough: {how}"


def drawn_by_the_commit():
    """A number, always the same for one commit; 0 where there is no git."""
    asked = ["git", "-C", str(ROOT), "rev-parse", "HEAD"]
    try:
        return int(subprocess.run(asked, capture_output=True, text=True, check=True).stdout[:8], 16)
    except (OSError, subprocess.CalledProcessError):
        return 0


def pytest_collection_modifyitems(config, items):
    """Leave out what is not tested now: a test that is only skipped takes as long as many that are run."""
    number, met, left_out = drawn_by_the_commit(), Counter(), set()
    for item in items:
        if mark := item.get_closest_marker("thorough"):
            one_in = 1 if ALL else mark.kwargs.get("one_in", 1)
            met[one_in] += 1
            if not THOROUGH or (met[one_in] + number) % one_in:
                left_out.add(item)
    if left_out:
        config.hook.pytest_deselected(items=list(left_out))
        items[:] = [item for item in items if item not in left_out]
