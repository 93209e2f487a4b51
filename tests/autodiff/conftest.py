import pytest

from helpers.autodiff.engine import operations


@pytest.fixture(autouse=True)
def _rules_as_found():
    """A test may register rules; the next one finds the tables as they were."""
    tables = [operations.OPERATIONS, operations.NAMED, operations.COMPOSITES, operations.TAUGHT]
    before = [dict(table) for table in tables]
    rules = {one: (one.per_input, one.for_all) for one in operations.NAMED.values()}
    yield
    for table, entries in zip(tables, before, strict=True):
        table.clear()
        table.update(entries)
    for operation, (per_input, whole) in rules.items():
        operation.per_input, operation.for_all = per_input, whole
