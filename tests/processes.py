"""A pytest plugin: what each of the two processes runs.

One begins with all that is tested in a JupyterLab: two servers, and two browsers that show it, would cost
more than the waiting saves. The other begins with what needs a browser or a kernel, too. The rest is done,
file by file, by whoever has nothing else to do. (Marks for xdist's own groups are lost with pytest 9, so the
scheduler is told itself.)
"""

import gc

from xdist.scheduler import LoadScopeScheduling

JUPYTERLAB, PAGE_AND_NOTEBOOKS = "JupyterLab", "exhibits on a page, and notebooks"
FIRST = {
    "tests/browser/jupyterlab/": JUPYTERLAB,
    "tests/browser/exhibits/": PAGE_AND_NOTEBOOKS,
    "notebooks/": PAGE_AND_NOTEBOOKS,
}


def scope_of(nodeid):
    """What must stay together: tests of the same scope run in the same process."""
    scopes = (scope for folder, scope in FIRST.items() if nodeid.startswith(folder))
    return next(scopes, nodeid.partition("::")[0])


class LongestFirst(LoadScopeScheduling):
    def _split_scope(self, nodeid):
        return scope_of(nodeid)


def pytest_xdist_make_scheduler(config, log):
    return LongestFirst(config, log)


def pytest_collection_modifyitems(items):
    places = list(FIRST.values())
    items.sort(
        key=lambda item: places.index(scope) if (scope := scope_of(item.nodeid)) in places else len(places)
    )


def pytest_collection_finish():
    """What was collected stays to the end: the garbage collector need not look at it again and again."""
    gc.collect()
    gc.freeze()
