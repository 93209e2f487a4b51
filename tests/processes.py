"""A pytest plugin: what each of the two processes runs.

One starts with all that needs no browser, the other with the browser tests, file by file; who is done first
takes the next file. (Marks for xdist's own groups are lost with pytest 9, so the scheduler is told itself.)
"""

import gc

from xdist.scheduler import LoadScopeScheduling


class BrowserFilesAndTheRest(LoadScopeScheduling):
    def _split_scope(self, nodeid):
        """What must stay together: tests of the same scope run in the same process."""
        file = nodeid.partition("::")[0]
        return file if file.startswith("tests/browser/") else "all that needs no browser"


def pytest_xdist_make_scheduler(config, log):
    return BrowserFilesAndTheRest(config, log)


def pytest_collection_finish():
    """What was collected stays to the end: the garbage collector need not look at it again and again."""
    gc.collect()
    gc.freeze()
