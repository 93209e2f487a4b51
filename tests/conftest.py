from collections import Counter

from hypothesis import settings

settings.register_profile("busy", deadline=None)  # that a machine is busy is no failure
settings.load_profile("busy")


def pytest_terminal_summary(terminalreporter):
    """Say once, not once per test, what was skipped and why, and how many broken rules were caught."""
    reports = [report for stat in ("passed", "failed") for report in terminalreporter.stats.get(stat, ())]
    broken, caught = (
        sum(number for report in reports for name, number in report.user_properties if name == counted)
        for counted in ("broken rules", "caught")
    )
    if broken:
        terminalreporter.write_line(f"{broken} broken rules, {caught} caught")
    skipped = [report.longrepr[2] for report in terminalreporter.stats.get("skipped", ())]
    for reason, count in Counter(skipped).items():
        terminalreporter.write_line(f"{count} skipped: {reason.removeprefix('Skipped: ')}", yellow=True)
