"""What a piece of code is made of, counted: its operators, functions, numbers and names.

Two ways to write one thing count alike (`x.T` and np.transpose(x), `a @ b` and np.matmul(a, b)), and a name
that somebody chose counts as nothing.

>>> sorted(tokens(ast.parse("y = 2 * np.square(x.T) + own"), {"x"}).items())
[('*', 1), ('+', 1), ('2', 1), ('T', 1), ('square', 1), ('x', 1)]
"""

import ast
from collections import Counter

OPERATORS = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Pow: "**", ast.MatMult: "@",
    ast.USub: "minus", ast.Not: "not", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip
ALIKE = {
    "transpose": "T", "swapaxes": "T", "matmul": "@", "dot": "@", "multiply": "*", "divide": "/", "add": "+",
    "subtract": "-", "negative": "minus", "power": "**", "absolute": "abs", "amax": "max", "amin": "min",
}  # fmt: skip

DEEPEST, LONGEST = 12, 50  # names in one another, and what is joined
NUMBERS, TREES = {}, {}  # of forms, each way
BUILTINS = {"sum", "len", "abs", "max", "min", "range", "zip", "map", "list", "tuple", "dict"}


def tokens(code, names):
    """How often each token stands in a tree, or in a list of them; `names` are those that were given."""
    nodes = code if isinstance(code, list) else [code]
    found = (token(node, names) for one in nodes for node in ast.walk(one))
    return Counter(each for each in found if each)


def token(node, names):
    """The name of what this node is, for itself; None for what does not count."""
    kind = OPERATORS.get(type(node))
    if kind:
        return kind
    if isinstance(node, ast.Attribute):
        return ALIKE.get(node.attr, node.attr)
    if isinstance(node, ast.Name) and (node.id in names or node.id in BUILTINS):
        return ALIKE.get(node.id, node.id)
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        return f"{node.value:g}"
    return None


class Written:
    """What lines are made of, as if each name that is set once were written out where it is read.

    >>> Written(ast.parse("a = 2 * x; np.sum(a * a)").body, {"x"}).tokens["x"]
    2
    """

    def __init__(self, code, names):
        self.names, self.formulas, self._of_names, self._forms = names, {}, {}, {}
        lines = [line for one in code for line in ast.walk(one) if isinstance(line, ast.stmt)]
        stored = (n for one in code for n in ast.walk(one) if isinstance(getattr(n, "ctx", None), ast.Store))
        often = Counter(node.id for node in stored if isinstance(node, ast.Name))
        for line in lines:
            if isinstance(line, ast.Assign) and isinstance(line.targets[0], ast.Name):
                name = line.targets[0].id
                if often[name] == 1 and name not in names_of(line.value):
                    self.formulas[name] = line.value
        self.read = Counter(name for one in code for name in names_of(one))
        self.pieces = [piece for line in lines for piece in self._read_in(line)]
        self.tokens = self.of(self.pieces)

    def _read_in(self, line):
        """What a line itself reads; nothing of what is written out elsewhere."""
        if hasattr(line, "body"):
            return [piece for field in ("test", "iter") if (piece := getattr(line, field, None))]
        is_elsewhere = isinstance(line, ast.Assign) and ast.unparse(line.targets[0]) in self.formulas
        return [] if is_elsewhere else [line]

    def forms(self, parts, count):
        """The forms of all that is read; of what returns so many parts, those of these parts alone.

        >>> one, other = (Written(ast.parse(code).body, {"x"}) for code in ("y = x.T; 2 * y", "x.T * 2"))
        >>> one.forms({0}, 1) == other.forms({0}, 1)
        True
        """
        inner = (node.body for one in self.pieces for node in ast.walk(one) if isinstance(node, ast.Lambda))
        found = Counter()
        for piece in (*self.pieces, *inner):
            value = getattr(piece, "value", piece) if isinstance(piece, ast.stmt) else piece
            items = value.elts if isinstance(value, ast.Tuple) and len(value.elts) == count else ()
            found.update(self.form(items[k]) for k in parts) if items else found.update([self.form(value)])
        return found

    def form(self, node, deep=0):
        """The number of a tree that is the same for all ways to write one thing, each name written out."""
        own = token(node, self.names)
        match node:
            case ast.Name(id) if deep < DEEPEST and id in self.formulas:
                if id not in self._forms:
                    self._forms[id] = self.form(self.formulas[id], deep + 1)
                return self._forms[id]
            case ast.Name() | ast.Constant() | ast.Lambda() | None:
                return numbered(own or getattr(node, "value", None))
            case ast.BinOp(left, op, right):
                own, parts = OPERATORS.get(type(op)), [left, right]
            case ast.Call(ast.Attribute(ast.Name("np"), name), args, keywords):
                own, parts = ALIKE.get(name, name), [*args, *(each.value for each in keywords)]
            case ast.Call(ast.Attribute(value, name), args, keywords):
                own, parts = ALIKE.get(name, name), [value, *args, *(each.value for each in keywords)]
            case _:
                own, parts = own or type(node).__name__, ast.iter_child_nodes(node)
        forms = [self.form(part, deep) for part in parts]
        if own in ("+", "*"):  # in any order, however they are bracketed
            forms = sorted(each for form in forms for each in joined_by(own, form))
        return numbered((own, *(forms[:1] if own == "T" else forms)))

    def of(self, code, deep=0):
        """The tokens of a piece of code, or of a list of them."""
        found = tokens(code, set())
        for name in (name for one in (code if isinstance(code, list) else [code]) for name in names_of(one)):
            found.update(self._of_name(name, deep + 1))
        return found

    def _of_name(self, name, deep):
        if name not in self._of_names:
            formula = self.formulas.get(name) if deep < DEEPEST else None
            plain = Counter({name} & self.names)
            self._of_names[name] = plain if formula is None else self.of(formula, deep)
        return self._of_names[name]


def numbered(tree):
    """The number of a tree whose branches have theirs: however often one stands in it, it is kept once."""
    number = NUMBERS.setdefault(tree, len(NUMBERS))
    TREES[number] = tree
    return number


def joined_by(own, form):
    """What is added up, or multiplied, in a form; the form itself if it is something else, or too long."""
    tree = TREES[form]
    is_joined = isinstance(tree, tuple) and tree[0] == own and len(tree) < LONGEST
    return tree[1:] if is_joined else (form,)


def names_of(node):
    """The names that a piece of code reads."""
    return [n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)]
