"""Drawing needs nothing but Python and NumPy: pages, diagrams and exhibits can all use it."""

import subprocess
import sys

PROGRAM = """
import sys, numpy
before = set(sys.modules)
import helpers.drawing.svg, helpers.drawing.layout
for name in sorted(set(sys.modules) - before):
    if name.partition(".")[0] not in sys.stdlib_module_names:
        print(name)
"""


def test_drawing_imports_nothing_else():
    run = [sys.executable, "-c", PROGRAM]
    imported = subprocess.run(run, capture_output=True, text=True, check=True).stdout.split()
    ours = ("numpy", "helpers.drawing")
    assert [name for name in imported if name != "helpers" and not name.startswith(ours)] == []
