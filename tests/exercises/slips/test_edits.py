"""Edits are made where they belong, one at a time, and leave the source as it was."""

import ast

import pytest

from helpers.exercises.slips.edits import edits
from helpers.exercises.slips.places import places
from helpers.exercises.slips.trees import filled, matched, pattern, replaced
from helpers.exercises.slips.words import SAYS


def versions(source):
    """Kind -> every version of a source that an edit of this kind makes, printed by Python."""
    root, found = ast.parse(source), {}
    for edit in edits(root):
        found.setdefault(edit.kind, set()).add(ast.unparse(ast.fix_missing_locations(edit.made_in(root))))
    assert ast.unparse(root) == ast.unparse(ast.parse(source)), "an edit has changed the source itself"
    return found


RULE = "def rule(upstream, x):\n    return {}"


@pytest.mark.parametrize(
    ("kind", "right", "wrong"),
    [
        ("factor-dropped", "upstream * x", "x"),
        ("added-for-multiplied", "upstream * x", "upstream + x"),
        ("upstream-missing", "upstream * x", "np.ones_like(upstream) * x"),
        ("operands-exchanged", "upstream @ x", "x @ upstream"),
        ("transpose-dropped", "upstream @ x.T", "upstream @ x"),
        ("term-dropped", "upstream + x", "x"),
        ("difference-turned", "upstream - x", "x - upstream"),
        ("averaged", "upstream.sum(axis=0)", "np.mean(upstream, axis=0)"),
        ("not-summed", "np.sum(upstream, axis=0)", "upstream"),
        ("summed-too-soon", "upstream.T @ x", "np.outer(upstream.sum(axis=0), x.sum(axis=0))"),
        ("name-exchanged", "upstream * x", "upstream * upstream"),
        ("entries-exchanged", "(upstream, x)", "(x, upstream)"),
        ("abs-dropped", "np.abs(x) <= 1", "x <= 1"),
        ("border-moved", "x <= 1", "x < 1"),
        ("multiplied-afterwards", "ad.gradients(x, x, grad_ys=upstream)", "upstream * ad.gradients(x, x)"),
        ("last-missing", "np.stack(x)", "np.stack(x[:-1])"),
    ],
)
def test_an_edit_of_each_class_is_made(kind, right, wrong):
    assert RULE.format(ast.unparse(ast.parse(wrong))) in versions(RULE.format(right))[kind]


def test_lines_loops_and_branches_are_edited_too():
    source = """
def rule(parts, first):
    total = 0
    for part in parts:
        total = total + part
    if first:
        return total
    return -total
"""
    found = versions(source)
    assert any("        total = part\n" in version for version in found["overwritten"])
    assert any("        return total\n" in version for version in found["branch-copied"])
    assert any("    if not first:" in version for version in found["condition-turned"])


def test_what_is_done_to_an_argument_everywhere_is_done_first():
    assert (
        "def rule(upstream, x):\n    x = -x\n    return x"
        in versions("def rule(upstream, x):\n    return x")["minus-added"]
    )


def test_every_kind_has_a_sentence():
    source = """
def rule(a, b, c):
    s = np.sum(a @ b.T, axis=0) / 2
    rows = np.stack([c(r)[0] for r in s])
    return np.sin(s) * (1 - s), ad.gradients(s, a, grad_ys=rows), -(np.abs(s) <= s.size), a[:, 0] ** 2
"""
    assert versions(source).keys() <= SAYS.keys()


def test_a_place_knows_the_names_and_the_line_it_sees():
    root = ast.parse("def f(x):\n    y = 2 * x\n    if x:\n        return y\n    return [z for z in x]")
    found = {ast.unparse(place.node): place for place in places(root)}
    assert found["2 * x"].names == ("x",)
    assert found["2 * x"].home == "y"
    assert found["2 * x"].is_whole
    assert not found["2"].is_whole
    assert found["y"].branch == "x"
    assert found["z"].names == ("x", "y", "z")
    assert found["[z for z in x]"].branch == "otherwise"


def test_a_pattern_matches_what_it_says_and_nothing_else():
    assert ast.unparse(matched(pattern("KEPT * LOST"), pattern("a * (b + c)"))["LOST"]) == "b + c"
    assert matched(pattern("KEPT * LOST"), pattern("a + b")) is None
    assert matched(pattern("ONE * ONE"), pattern("a * b")) is None
    assert matched(pattern("LEFT[NUMBER]"), pattern("a[i]")) is None
    assert matched(pattern("NAME"), pattern("a + b")) is None
    assert ast.unparse(filled(pattern("A / B"), {"A": pattern("x + 1"), "B": pattern("B")})) == "(x + 1) / B"


def test_a_replacement_leaves_the_old_tree_alone():
    old = pattern("f(a, b)")
    assert ast.unparse(replaced(old, (("args", 1),), pattern("c"))) == "f(a, c)"
    assert ast.unparse(old) == "f(a, b)"
