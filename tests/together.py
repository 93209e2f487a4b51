"""A pytest plugin: what is looked at in no time, many times over, is one test, until a case is asked for.

pytest takes a millisecond or two for every test, whatever the test does, and there would be thousands. With
`-k`, or where a case is named on the command line, `file::test[case]`, each case is a test of its own; of a
test that failed, `--lf` runs the cases that did.
"""

import pytest

FAILED = "failed case"


def for_all(cases, before=lambda: None):
    """Make a test of a function of a case. `cases`: each case, or the tuple of arguments, by its name.

    All are looked at, after `before()` each, and a failure names every case for which it fails.
    """

    def decorate(look):
        def test(names, record_property):
            failures = []
            for name in names:
                before()
                case = cases[name]
                try:
                    look(*case) if isinstance(case, tuple) else look(case)
                except (Exception, pytest.fail.Exception) as failure:
                    failure.add_note(f"for {name}")
                    failures.append(failure)
                    record_property(FAILED, name)
            if failures and len(names) == 1:
                raise failures[0]
            if failures:
                raise BaseExceptionGroup(f"for {len(failures)} of {len(names)}", failures)

        test.__name__, test.__doc__, test.__module__ = look.__name__, look.__doc__, look.__module__
        test.cases = list(cases)
        return test

    return decorate


def pytest_generate_tests(metafunc):
    """One test of all cases, or one of each."""
    if cases := getattr(metafunc.function, "cases", None):
        config = metafunc.config
        named = any("[" in place for place in config.option.file_or_dir)
        if named or config.option.keyword or config.getoption("lf", False):
            metafunc.parametrize("names", [[name] for name in cases], ids=cases)
        else:
            metafunc.parametrize("names", [cases], ids=["all"])


failed = {}  # the tests that failed, and their cases, by id


def pytest_runtest_logreport(report):
    names = [name for noted, name in report.user_properties if noted == FAILED]
    if report.failed and names:
        failed[report.nodeid] = names


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session):
    """Let `--lf` find the cases that failed, and not all that stood in the same test."""
    cache = getattr(session.config, "cache", None)
    if failed and cache and not hasattr(session.config, "workerinput"):
        last = cache.get("cache/lastfailed", {})
        for test in failed.keys() & last.keys():
            del last[test]
            names = (name.encode("unicode_escape").decode() for name in failed[test])  # as pytest writes them
            last |= {f"{test.partition('[')[0]}[{name}]": True for name in names}
        cache.set("cache/lastfailed", last)
