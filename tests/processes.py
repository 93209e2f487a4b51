"""A pytest plugin: what each of the processes runs, of which there are two, and three in CI.

One begins with all that is tested in a JupyterLab: two servers, and two browsers that show it, would cost
more than the waiting saves. The next begins with what else needs a browser or a kernel; what makes pages and
slides of lessons waits less, and is for whoever comes first. What hands answers to the check stays together
as well: which slips lead where is searched once in a process, and kept. The rest is done, file by file, by
whoever has nothing else to do. (Marks for xdist's own groups are lost with pytest 9, so the scheduler is told
itself.)
"""

import gc
import signal

import pytest
from _pytest.doctest import DoctestModule
from xdist.scheduler import LoadScopeScheduling

JUPYTERLAB, PAGE_AND_NOTEBOOKS = "JupyterLab", "exhibits on a page, and notebooks"
PAGES_AND_SLIDES, ANSWERS = "pages and slides of lessons", "answers that are checked"
FIRST = {
    "tests/browser/jupyterlab/": JUPYTERLAB,
    "tests/browser/": PAGE_AND_NOTEBOOKS,
    "notebooks/": PAGE_AND_NOTEBOOKS,
    "tests/classroom/page/": PAGES_AND_SLIDES,
    "tests/classroom/slides/": PAGES_AND_SLIDES,
    "tests/exercises/judge/": ANSWERS,
    "tests/exercises/key/": ANSWERS,
    "tests/exercises/slips/": ANSWERS,
}


def scope_of(nodeid):
    """What must stay together: tests of the same scope run in the same process."""
    scopes = (scope for folder, scope in FIRST.items() if nodeid.startswith(folder))
    return next(scopes, nodeid.partition("::")[0])


class LongestFirst(LoadScopeScheduling):
    def _split_scope(self, nodeid):
        return scope_of(nodeid)

    def remove_node(self, node):
        """What ended its process would end the next one, too: it has failed, and is not tried again."""
        tests = ((name, unit) for unit in self.assigned_work[node].values() for name in unit)
        ended, unit = next(((name, unit) for name, unit in tests if not unit[name]), (None, {}))
        unit[ended] = True
        super().remove_node(node)
        return ended


def pytest_configure():
    """A run in the background is told to ignore Ctrl-C, and some tests are about it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_xdist_make_scheduler(config, log):
    return LongestFirst(config, log)


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path):
    """A module without an example has none to test: it need not be imported in every process."""
    found = yield
    if file_path.suffix == ".py" and b">>>" not in file_path.read_bytes():
        found = [collector for collector in found if not isinstance(collector, DoctestModule)]
    return found


def pytest_collection_modifyitems(items):
    places = list(FIRST.values())
    items.sort(
        key=lambda item: places.index(scope) if (scope := scope_of(item.nodeid)) in places else len(places)
    )


def pytest_collection_finish():
    """What was collected stays to the end: the garbage collector need not look at it again and again."""
    gc.collect()
    gc.freeze()
