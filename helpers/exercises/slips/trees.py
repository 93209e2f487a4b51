"""Expressions as patterns: matched, filled in, and put in the place of another.

A pattern is Python in which a NAME IN CAPITALS stands for any expression: ``KEPT * LOST`` matches `2 * x`.
NUMBER stands for a number alone and NAME for a name alone; two equal names stand for equal expressions.

>>> found = matched(pattern("KEPT * LOST"), pattern("2 * x"))
>>> ast.unparse(filled(pattern("KEPT + LOST"), found))
'2 + x'
"""

import ast
import functools


@functools.cache
def pattern(text):
    """The expression that a text holds. It is shared: never change it."""
    return ast.parse(text, mode="eval").body


def is_hole(node):
    """Does this name of a pattern stand for something else?"""
    return isinstance(node, ast.Name) and node.id.isupper()


def is_number(node):
    """Is this a number written out? True and False are none."""
    return isinstance(node, ast.Constant) and type(node.value) in (int, float)


ONLY = {"NUMBER": is_number, "NAME": lambda node: isinstance(node, ast.Name)}  # what else a hole asks for


def matched(wanted, node, found=None):
    """What the holes of a pattern stand for in this expression, by name; None if it does not match."""
    found = {} if found is None else found
    if is_hole(wanted):
        hole = wanted.id
        if not ONLY.get(hole, bool)(node) or ast.dump(found.setdefault(hole, node)) != ast.dump(node):
            return None
        return found
    if type(wanted) is not type(node):
        return None
    for name in wanted._fields:
        if name not in ("ctx", "kind") and not _alike(
            getattr(wanted, name, None), getattr(node, name, None), found
        ):
            return None
    return found


def _alike(wanted, given, found):
    if isinstance(wanted, list):
        return len(wanted) == len(given) and all(_alike(w, g, found) for w, g in zip(wanted, given))
    if isinstance(wanted, ast.AST):
        return isinstance(given, ast.AST) and matched(wanted, given, found) is not None
    return wanted == given


def filled(template, found):
    """The expression of a pattern, with what its holes stand for."""
    if is_hole(template):
        return found[template.id]
    node = copied(template)
    for name, value in ast.iter_fields(template):
        if isinstance(value, ast.AST):
            setattr(node, name, filled(value, found))
        elif isinstance(value, list):
            items = [filled(item, found) if isinstance(item, ast.AST) else item for item in value]
            setattr(node, name, items)
    return node


def copied(node):
    """The node once more, with the same children; `copy.copy` takes three times as long."""
    new = type(node).__new__(type(node))
    new.__dict__.update(node.__dict__)
    return new


def holes_of(text):
    """The names of the holes in a pattern, in order."""
    return list(dict.fromkeys(n.id for n in ast.walk(pattern(text)) if is_hole(n)))


def replaced(node, path, new):
    """A tree with `new` at the end of a path of (field, index or None); the old tree stays as it is."""
    if not path:
        return new
    (field, index), *rest = path
    node, child = copied(node), getattr(node, field)
    if index is None:
        setattr(node, field, replaced(child, rest, new))
    else:
        setattr(node, field, [*child[:index], replaced(child[index], rest, new), *child[index + 1 :]])
    return node


def found_at(node, path):
    """What stands at the end of a path: an expression, or a list of lines."""
    for field, index in path:
        node = getattr(node, field) if index is None else getattr(node, field)[index]
    return node
