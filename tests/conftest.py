from collections import Counter


def pytest_terminal_summary(terminalreporter):
    """Say once, not once per test, what was skipped and why."""
    skipped = [report.longrepr[2] for report in terminalreporter.stats.get("skipped", ())]
    for reason, count in Counter(skipped).items():
        terminalreporter.write_line(f"{count} skipped: {reason.removeprefix('Skipped: ')}", yellow=True)
