"""Every version of a source that differs from it in one place."""

import ast
import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field

from ..run.sources import UPSTREAM
from .places import FUNCTION, INDEX, TEST, VALUE, Place, names_in, names_set_by, places
from .rewrites import EVERYWHERE, IN_EVERY_ENTRY, OF_THE_UPSTREAM, REWRITES
from .trees import filled, holes_of, is_hole, matched, pattern, replaced

WHOLE = "the whole"  # of what a line sets or returns: what an edit is about when it is about no part of it


@dataclass(frozen=True)
class Edit:
    """One change: its kind, where it is made, what goes where, and what it is about, for the words."""

    kind: str
    place: Place
    changes: tuple  # of (path, new node)
    about: dict = field(default_factory=dict)  # hole -> source text

    def made_in(self, root):
        """The tree with this edit in it. What is new gets a line and a column: the root has them already."""
        for path, new in self.changes:
            for node in new if isinstance(new, list) else [new]:
                ast.fix_missing_locations(node)
            root = replaced(root, path, new)
        return root


def edits(root) -> Iterator[Edit]:
    """Every edit of a module or a function."""
    for place in places(root):
        for kind, wanted, new, free in COMPILED:
            yield from _rewritten(place, kind, wanted, new, free)
        yield from entries(place)
    for line in statements(root):
        yield from whole_lines(line)
    yield from branches(root)
    yield from everywhere(root)


# --- expressions ---

COMPILED = [
    (kind, pattern(wanted), pattern(new), set(holes_of(new)) - set(holes_of(wanted)))
    for kind, wanted, new in REWRITES
]


def _rewritten(place, kind, wanted, new, free):
    found = matched(wanted, place.node) if _fits(wanted, place) else None
    if found is None:
        return
    if not free:
        yield _edit(kind, place, new, found)
    for name in place.names if free else ():
        yield _edit(kind, place, new, {**found, "NEIGHBOUR": ast.Name(name, ast.Load())})


def _edit(kind, place, new, found):
    about = {hole: _named(place, node) for hole, node in found.items()}
    if kind == "function-exchanged":
        about["USED"] = ast.unparse(new)
    if kind == "slope-for-value" and isinstance(place.node, ast.Call):
        about["VALUE"] = ast.unparse(place.node.func)
    if kind == "name-for-expression" and found["NEIGHBOUR"].id not in names_in(place.node):
        kind = "name-exchanged"  # it is not what the expression is made from
        about["NAME"] = about["ONE"]
    if kind == "name-exchanged" and about["NAME"] == WHOLE:
        kind = "name-alone"
        about |= {"UP": UPSTREAM} if UPSTREAM in names_in(place.node) else {}
    if kind == "name-exchanged" and place.handed_to:
        about["CALL"] = place.handed_to
    return Edit(kind, place, ((place.path, filled(new, found)),), about)


def _named(place, node):
    """What an edit is about, as source text."""
    return WHOLE if place.is_whole and node is place.node else ast.unparse(node)


def _fits(wanted, place):
    """A pattern for anything at all asks for a value; of a function or a test only the name is exchanged."""
    if is_hole(wanted):
        return (
            place.role == VALUE
            or (place.role == INDEX and wanted.id == "NUMBER")
            or (place.role in (FUNCTION, TEST) and wanted.id == "NAME")
        )
    return True


def entries(place):
    """Tuples and lists: two entries exchanged, one copied over another, one changed in all."""
    node, items = place.node, getattr(place.node, "elts", ()) if place.is_whole else ()
    for i, j in itertools.combinations(range(len(items)), 2):
        exchanged = list(items)
        exchanged[i], exchanged[j] = items[j], items[i]
        about = {"PART": str(i), "WITH": str(j)}
        yield Edit("entries-exchanged", place, ((place.path, _with(node, exchanged)),), about)
        for kept, lost in ((i, j), (j, i)):
            copied = [items[kept] if k == lost else item for k, item in enumerate(items)]
            yield Edit("entry-copied", place, ((place.path, _with(node, copied)),), {"PART": str(kept)})
    if len(items) > 1:
        for kind, new in IN_EVERY_ENTRY:
            changed = [filled(pattern(new), {"ONE": item}) for item in items]
            yield Edit(kind, place, ((place.path, _with(node, changed)),), {"ONE": WHOLE})


def _with(node, items):
    return type(node)(items, ast.Load())


# --- lines ---


def statements(root, path=(), in_loop=False):
    """Every body of lines as a place: the node that holds it."""
    for name in ("body", "orelse"):
        for k, line in enumerate(getattr(root, name, ()) if not isinstance(root, ast.expr) else ()):
            if isinstance(line, ast.stmt):
                looped = in_loop or isinstance(root, ast.For)
                yield Place(root, path, home=name), k, looped
                yield from statements(line, (*path, (name, k)), looped)


def whole_lines(where):
    """A line written over, or moved into a loop."""
    at, k, in_loop = where
    body = getattr(at.node, at.home)
    line = body[k]
    place = Place(line, (*at.path, (at.home, k)), home=next(iter(names_set_by(line)), ""))

    if isinstance(line, ast.Assign) and in_loop:
        for new in overwriting(line):
            yield Edit("overwritten", place, ((place.path, new),))
    if isinstance(line, ast.For) and isinstance(body[-1], ast.Return):
        yield Edit("return-in-loop", place, (((*place.path, ("body", None)), [*line.body, body[-1]]),))


def overwriting(line):
    """A line of a loop that keeps nothing of what the turns before it found."""
    (target,) = line.targets
    value, name = line.value, ast.unparse(target)
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add) and ast.unparse(value.left) == name:
        yield ast.Assign([target], value.right)
    if isinstance(target, ast.Subscript):
        yield ast.Assign([ast.Name(target.value.id, ast.Store())], value)


# --- branches ---


def branches(root):
    """Ifs: a branch with the lines of another, a condition turned round."""
    found = [
        (place, k)
        for place, k, _ in statements(root)
        if isinstance(getattr(place.node, place.home)[k], ast.If)
    ]
    blocks = []
    for at, k in found:
        test = getattr(at.node, at.home)[k]
        path = (*at.path, (at.home, k))
        blocks.append((Place(test, path, branch=ast.unparse(test.test)), (*path, ("body", None)), test.body))
    if found:
        at, _ = found[-1]
        tail = getattr(at.node, at.home)[-1]
        if isinstance(tail, ast.Return):
            path = (*at.path, (at.home, len(getattr(at.node, at.home)) - 1))
            blocks.append((Place(tail, path, branch="else"), path, tail))
    for (place, path, body), (other, _, copied) in itertools.permutations(blocks, 2):
        about = {"OTHER": other.branch}
        yield Edit("branch-copied", place, ((path, _as(body, copied)),), about)
    for place, path, _ in blocks:
        if isinstance(place.node, ast.If):
            test = (*path[:-1], ("test", None))
            yield Edit("condition-turned", place, ((test, ast.UnaryOp(ast.Not(), place.node.test)),))


def _as(body, copied):
    """Lines in the form of those whose place they take: a list, or a single one."""
    lines = copied if isinstance(copied, list) else [copied]
    return lines if isinstance(body, list) else lines[0]


# --- everywhere ---


def everywhere(root):
    """Something done to an argument before anything else; one argument for another; two exchanged."""
    for path, function in functions(root):
        names = [argument.arg for argument in function.args.args]
        place = Place(function, path)
        lines = [
            (kind, f"{name} = {new.replace('ONE', name)}", {"ONE": name})
            for name in names
            for kind, new in EVERYWHERE
        ]
        lines += [
            ("name-exchanged", f"{one} = {other}", {"NAME": one, "NEIGHBOUR": other})
            for one, other in itertools.permutations(names, 2)
        ]
        lines += [
            ("inputs-exchanged", f"{one}, {other} = {other}, {one}", {"ONE": one, "OTHER": other})
            for one, other in itertools.combinations(names, 2)
        ]
        for kind, line, about in lines:
            kind = OF_THE_UPSTREAM.get(kind, kind) if about.get("ONE") == "upstream" else kind
            yield Edit(kind, place, (((*path, ("body", None)), _begun(function, line)),), about)


def _begun(function, line):
    return ast.parse(line).body + function.body


def functions(node, path=()):
    """Every function at or below a node, with the way to it."""
    if isinstance(node, ast.FunctionDef):
        yield path, node
    for k, line in enumerate(getattr(node, "body", ())):
        if isinstance(line, ast.stmt):
            yield from functions(line, (*path, ("body", k)))
