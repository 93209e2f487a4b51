from collections import Counter

import pytest


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items):
    """Two groups, a process for each: the browser tests share one JupyterLab, the others wait for nobody."""
    for item in items:
        in_browser = "tests/browser" in item.path.as_posix()
        item.add_marker(pytest.mark.xdist_group("browser" if in_browser else "everything else"))


def pytest_terminal_summary(terminalreporter):
    """Say once, not once per test, what was skipped and why."""
    skipped = [report.longrepr[2] for report in terminalreporter.stats.get("skipped", ())]
    for reason, count in Counter(skipped).items():
        terminalreporter.write_line(f"{count} skipped: {reason.removeprefix('Skipped: ')}", yellow=True)
