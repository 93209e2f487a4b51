"""The engine stays small enough to read in an hour. Docstrings, comments and blank lines are not counted,
but where it is said how much of the rules fits one screen."""

import ast
import re
from pathlib import Path

import pytest

import helpers.autodiff as ad

HOME = Path(ad.__file__).parent
SCREEN = 60  # lines
PARTS = {  # the folders are measured whole
    "the engine": [f"engine/{path.name}" for path in (HOME / "engine").glob("*.py")],
    "the rules": [f"rules/{path.name}" for path in (HOME / "rules").glob("*.py")],
    "built on them": ["__init__.py", "steps.py", "transforms.py", "tape.py", "check.py"],
    "rules of your own": ["own_rules.py", "custom.py", "registry.py"],
}
LIMITS = {"the engine": 350, "the rules": 450, "built on them": 350, "rules of your own": 350}  # lines


def lines_of_code(path):
    source = path.read_text()
    nodes = [
        node for node in ast.walk(ast.parse(source)) if hasattr(node, "body") and isinstance(node.body, list)
    ]
    docstrings = {
        number
        for node in nodes
        if node.body and isinstance(node.body[0], ast.Expr) and isinstance(node.body[0].value, ast.Constant)
        for number in range(node.body[0].lineno, node.body[0].end_lineno + 1)
    }
    lines = enumerate(source.splitlines(), 1)
    code = [line.strip() for number, line in lines if number not in docstrings]
    return sum(1 for line in code if line and not line.startswith("#"))


@pytest.mark.parametrize(("part", "most"), LIMITS.items())
def test_a_part_stays_within_its_limit(part, most, record_property):
    count = sum(lines_of_code(HOME / name) for name in PARTS[part])
    record_property("lines", count)
    assert 50 < count <= most


@pytest.mark.parametrize("path", sorted((HOME / "rules").glob("*.py")), ids=lambda path: path.stem)
def test_each_family_of_rules_fits_one_screen(path):
    families = re.split(r"^# ---- ", path.read_text(), flags=re.MULTILINE)
    too_long = [family.partition("\n")[0] for family in families if family.count("\n") > SCREEN]
    assert path.stem == "table" or not too_long


def test_every_file_belongs_to_a_part():
    files = {str(path.relative_to(HOME)) for path in HOME.rglob("*.py")}
    assert files == {name for names in PARTS.values() for name in names}
