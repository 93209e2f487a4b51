"""What is looked at in no time, many times over, as one test.

pytest takes a millisecond or two for every test, whatever the test does, and there would be thousands.
"""

import pytest


def for_all(cases, before=lambda: None):
    """Make one test of a function of a case. `cases`: each case, or the tuple of arguments, by its name.

    All are looked at, after `before()` each, and a failure names every case for which it fails.
    """

    def decorate(look):
        def test():
            failures = []
            for name, case in cases.items():
                before()
                try:
                    look(*case) if isinstance(case, tuple) else look(case)
                except (Exception, pytest.fail.Exception) as failure:
                    failure.add_note(f"for {name}")
                    failures.append(failure)
            if failures:
                raise BaseExceptionGroup(f"for {len(failures)} of {len(cases)}", failures)

        test.__name__, test.__doc__, test.__module__ = look.__name__, look.__doc__, look.__module__
        return test

    return decorate
