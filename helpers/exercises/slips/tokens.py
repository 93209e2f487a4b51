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

DEEPEST = 12  # names in one another
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
        self.names, self.formulas, self._of_names = names, {}, {}
        lines = [line for one in code for line in ast.walk(one) if isinstance(line, ast.stmt)]
        stored = (n for one in code for n in ast.walk(one) if isinstance(getattr(n, "ctx", None), ast.Store))
        often = Counter(node.id for node in stored if isinstance(node, ast.Name))
        for line in lines:
            if isinstance(line, ast.Assign) and isinstance(line.targets[0], ast.Name):
                name = line.targets[0].id
                if often[name] == 1 and name not in names_of(line.value):
                    self.formulas[name] = line.value
        self.read = Counter(name for one in code for name in names_of(one))
        self.tokens = Counter()
        for line in lines:
            for piece in self._read_in(line):
                self.tokens.update(self.of(piece))

    def _read_in(self, line):
        """What a line itself reads; nothing of what is written out elsewhere."""
        if hasattr(line, "body"):
            return [piece for field in ("test", "iter") if (piece := getattr(line, field, None))]
        is_elsewhere = isinstance(line, ast.Assign) and ast.unparse(line.targets[0]) in self.formulas
        return [] if is_elsewhere else [line]

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


def names_of(node):
    """The names that a piece of code reads."""
    return [n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)]
