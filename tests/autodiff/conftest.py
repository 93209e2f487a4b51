import pytest

from helpers.autodiff.engine import tensor


@pytest.fixture(autouse=True)
def _rules_as_found():
    """A test may register rules; the next one finds the table as it was."""
    tables = [tensor.KINDS, tensor.NAMES, tensor.COMPOSITES]
    before = [dict(table) for table in tables]
    kinds = {kind: (kind.per_input, kind.make_rules) for kind in tensor.NAMES.values()}
    yield
    for table, entries in zip(tables, before, strict=True):
        table.clear()
        table.update(entries)
    for kind, (per_input, whole) in kinds.items():
        kind.per_input, kind.make_rules = per_input, whole
