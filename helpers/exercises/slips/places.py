"""Where an edit can be made: every expression of a function, with what can be said of its place."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

OTHERWISE = "otherwise"  # the condition of what stands below an if that returns
VALUE, FUNCTION, INDEX, TEST = "value", "function", "index", "test"


@dataclass(frozen=True)
class Place:
    """One expression in a source: the way to it from the root, and its surroundings."""

    node: ast.AST
    path: tuple  # of (field, index or None), from the root
    names: tuple = ()  # what has been given a value before this place
    role: str = VALUE  # a value, the function of a call, an index, or a test and what is compared in it
    home: str = ""  # the name that its statement gives a value to; "" in a return
    branch: str = ""  # the condition under which it runs
    line: str = ""  # the statement that it stands in
    functions: int = 0  # that it stands in
    handed_to: str = ""  # the function that it is an argument of
    is_whole: bool = False  # all that a line sets or returns, or one entry of a tuple that it returns

    @property
    def depth(self):
        """How deep in the tree it is."""
        return len(self.path)

    @property
    def stands_again(self):
        """Does the name that it is stand in its line once more?"""
        return len(re.findall(rf"\b{self.node.id}\b", self.line)) > 1

    def inside(self, node, field, index=None, **changes):
        """The place of a child of this one."""
        return replace(self, node=node, path=(*self.path, (field, index)), **changes)


def places(root) -> Iterator[Place]:
    """Every expression below a module or a function, outer before inner."""
    yield from _block(Place(root, ()), "body")


def _block(at, field):
    """The statements of one body, each seeing the names that those above it have set."""
    for k, line in enumerate(getattr(at.node, field)):
        here = at.inside(line, field, k, line=ast.unparse(line))
        yield from _statement(here)
        at = replace(at, names=tuple(dict.fromkeys((*at.names, *names_set_by(line)))))
        if isinstance(line, ast.If) and isinstance(line.body[-1], ast.Return):
            at = replace(at, branch=OTHERWISE)


def _statement(here):
    line = here.node
    if isinstance(line, ast.FunctionDef):
        names = (*here.names, *(a.arg for a in line.args.args))
        yield from _block(replace(here, names=names, functions=here.functions + 1), "body")
    elif isinstance(line, ast.For):
        yield from _expression(here.inside(line.iter, "iter", None))
        yield from _block(replace(here, names=(*here.names, *names_in(line.target))), "body")
    elif isinstance(line, ast.If):
        test = ast.unparse(line.test)
        yield from _expression(here.inside(line.test, "test", None, branch=test, role=TEST))
        yield from _block(replace(here, branch=test), "body")
        yield from _block(replace(here, branch=f"not ({test})"), "orelse")
    elif getattr(line, "value", None) is not None:
        home = next(iter(names_set_by(line)), "")
        yield from _expression(here.inside(line.value, "value", None, home=home, is_whole=True))


def _expression(here):
    yield here
    node = here.node
    here = replace(here, is_whole=here.is_whole and isinstance(node, ast.Tuple), handed_to="")
    if hasattr(node, "generators"):  # a comprehension sees what it runs over
        here = replace(here, names=(*here.names, *(n for g in node.generators for n in names_in(g.target))))
    for name, value in ast.iter_fields(node):
        for k, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if isinstance(child, ast.expr) and isinstance(getattr(child, "ctx", ast.Load()), ast.Load):
                called = ast.unparse(node.func) if isinstance(node, ast.Call) and name == "args" else ""
                role = _role(node, name, here.role)
                yield from _expression(here.inside(child, name, k, role=role, handed_to=called))
            elif isinstance(child, ast.keyword):
                role = INDEX if child.arg in ("axis", "keepdims") else here.role
                yield from _expression(here.inside(child, name, k).inside(child.value, "value", role=role))
            elif isinstance(child, ast.comprehension):
                yield from _expression(here.inside(child, name, k).inside(child.iter, "iter"))


def _role(node, field, role):
    if isinstance(node, ast.Compare):
        return TEST
    if isinstance(node, ast.Subscript):
        return INDEX if field == "slice" else role
    if isinstance(node, ast.Call):
        return FUNCTION if field == "func" else VALUE if role == FUNCTION else role
    return VALUE if role == FUNCTION and isinstance(node, ast.Attribute) else role


def names_in(node):
    """The names that an expression holds."""
    return [n.id for n in ast.walk(node) if isinstance(n, ast.Name)]


def names_set_by(line):
    """The names that a statement gives a value to."""
    if isinstance(line, ast.FunctionDef):
        return [line.name]
    targets = line.targets if isinstance(line, ast.Assign) else [getattr(line, "target", None)]
    return [name for target in targets if target is not None for name in names_in(target)]
