import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def imports_in(source):
    """Every import in Python code, in a function too. Expressions, which hold none, are most of it."""
    nodes = [ast.parse(source)]
    while nodes:
        node = nodes.pop()
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node
        nodes += [child for child in ast.iter_child_nodes(node) if not isinstance(child, ast.expr)]
