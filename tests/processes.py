"""A pytest plugin: what each of the two processes runs.

One has a JupyterLab and all that is tested in it, the other has the rest: two servers and two browsers that
show it would cost more than the waiting saves. (Marks for xdist's own groups are lost with pytest 9, so the
scheduler is told itself.)
"""

import gc

from xdist.scheduler import LoadScopeScheduling


def is_in_jupyterlab(nodeid):
    return nodeid.startswith("tests/browser/jupyterlab/")


class JupyterLabAndTheRest(LoadScopeScheduling):
    def _split_scope(self, nodeid):
        """What must stay together: tests of the same scope run in the same process."""
        return "JupyterLab" if is_in_jupyterlab(nodeid) else "the rest"


def pytest_xdist_make_scheduler(config, log):
    return JupyterLabAndTheRest(config, log)


def pytest_collection_finish():
    """What was collected stays to the end: the garbage collector need not look at it again and again."""
    gc.collect()
    gc.freeze()
