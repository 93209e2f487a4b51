"""Formulas typed by the learner: read as a formula, never run as a program.

`parse_formula` looks at every node of the syntax tree, refuses what is not on a short list, and builds a
function out of the rest from NumPy functions we chose ourselves. What was typed never reaches Python's own
evaluator, and attributes, strings, keywords, lambdas and comprehensions have no meaning here, so there is
nothing to break out of. Every number is a float and no function on the list makes an array grow, so a short
formula cannot ask for much time or memory.
"""

from __future__ import annotations

import ast
import operator
import re
import warnings
from collections.abc import Callable, Sequence

import numpy as np

from helpers import autodiff as ad

from .errors import InputError

LONGEST = 200  # characters
DEEPEST = 40  # brackets, signs and operations inside each other
LARGEST = 1e6  # a number that is typed
LARGEST_EXPONENT = 12

ONE_INPUT = (
    "sin cos tan arcsin arccos arctan sinh cosh tanh exp expm1 log log1p log2 log10 sqrt cbrt square abs "
    "sign rint sum mean prod max min var std cumsum flip"
)
TWO_INPUTS = "maximum minimum power arctan2 hypot logaddexp dot"
FUNCTIONS = (
    {name: (getattr(np, name), 1) for name in ONE_INPUT.split()}
    | {name: (getattr(np, name), 2) for name in TWO_INPUTS.split()}
    | {"where": (np.where, 3)}
)
CONSTANTS = {"pi": np.float64(np.pi), "e": np.float64(np.e)}
OPERATORS = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
    ast.MatMult: operator.matmul, ast.Pow: operator.pow, ast.USub: operator.neg, ast.UAdd: operator.pos,
    ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge,
}  # fmt: skip
# What a person copies from a book or a web page. Everything else outside ASCII is refused by name: Python
# would quietly read some of it as a letter it only looks like.
TYPOGRAPHY = str.maketrans(
    {"−": "-", "×": "*", "·": "*", "÷": "/", "²": "**2", "³": "**3", "π": " pi ", "\xa0": " "}
)

REFUSED = {
    ast.Attribute: "A dot has no meaning in a formula: write sin(x) or np.sin(x), and sum(x) for x.sum().",
    ast.Lambda: "Leave lambda out: type only what stands after the colon.",
    ast.IfExp: "Write a choice as where(x > 0, first, second).",
    ast.BoolOp: "“and” and “or” have no meaning in a formula: write a choice as where(x > 0, first, second).",
    ast.Tuple: "Write several outputs as a list, with square brackets: [x[0], x[1]].",
    ast.NamedExpr: "An assignment has no meaning here: type only the formula, such as x[0]*x[1].",
    ast.JoinedStr: "Text in quotes has no meaning in a formula: leave the quotes out.",
}
NODE_NAMES = {
    ast.ListComp: "a comprehension", ast.SetComp: "a comprehension", ast.DictComp: "a comprehension",
    ast.GeneratorExp: "a comprehension", ast.Dict: "a dict", ast.Set: "a set",
    ast.Starred: "a star before a list", ast.Await: "await", ast.Yield: "yield", ast.YieldFrom: "yield",
}  # fmt: skip


class Formula:
    """A function of Tensors (or plain arrays) made from a typed formula, one argument per variable.

    ``text`` is what was typed and ``variables`` are the names of the arguments. Calling it raises an
    `InputError` with one sentence where the formula does not fit the arguments' shapes.
    """

    def __init__(self, text: str, variables: Sequence[str], run: Callable[[dict], object]):
        self.text, self.variables, self._run = text, tuple(variables), run

    def __call__(self, *values: object) -> object:
        if len(values) != len(self.variables):
            raise TypeError(f"{self!r} takes {len(self.variables)} arguments, not {len(values)}.")
        with np.errstate(all="ignore"):  # log(-1) shows as NaN; a warning in the log would tell nobody
            answer = self._run(dict(zip(self.variables, values, strict=True)))
        traced = any(type(value) is ad.Tensor for value in values)
        # A step such as where(x > 0, 1, 0) is a constant for the trace, its gradient 0: still a Tensor.
        return ad.Tensor(answer) if traced and type(answer) is not ad.Tensor else answer

    def numpy(self) -> str:
        """The same formula as a person writes it in NumPy.

        >>> parse_formula("[x[0]² · 3, sin(pi x[1])]".replace("pi x", "pi * x")).numpy()
        'np.stack([x[0] ** 2.0 * 3.0, np.sin(np.pi * x[1])])'
        """
        return ast.unparse(_ToNumPy(self.variables).visit(_read(self.text, self.variables)))

    def __repr__(self) -> str:
        return f"Formula({self.text!r}, of {', '.join(self.variables)})"


def parse_formula(text: object, variables: Sequence[str] = ("x",)) -> Formula:
    """The function that the formula `text` describes, as a `Formula` of the named variables.

    It may use the variables, numbers, ``pi`` and ``e``; ``+ - * / ** @`` and comparisons; the NumPy functions
    in ``FUNCTIONS`` (with or without ``np.``); indices such as ``x[0]``, ``x[-1]``, ``x[1:]``, ``W[0, 1]``;
    and lists, which are stacked. Anything else is an `InputError` with one sentence that says what to type.

    >>> f = parse_formula("[x[0] * x[1], sin(x[0])²]")
    >>> f(np.array([2.0, 3.0]))
    array([6.        , 0.82682181])
    >>> ad.jacobian(parse_formula("x * x"))(np.array([1.0, 2.0]))
    array([[2., 0.],
           [0., 4.]])
    >>> parse_formula("x.__class__")
    Traceback (most recent call last):
    helpers.widgets.base.errors.InputError: A dot has no meaning in a formula: write sin(x) or np.sin(x), ...
    """
    typed = text if isinstance(text, str) else ""
    tree = _read(typed, variables)
    run = _Builder(variables).build(tree)
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    if not used & set(variables):
        raise InputError(
            f"The formula does not use {' or '.join(variables)}: a gradient needs something that can move."
        )
    return Formula(typed.strip(), variables, run)


def _read(text: str, variables: Sequence[str]) -> ast.expr:
    """The syntax tree of one expression, or a sentence about the most likely slip."""
    clean = text.translate(TYPOGRAPHY).strip()
    example = f"{variables[0]} * sin({variables[0]})"
    if not clean:
        raise InputError(f"Type a formula, such as {example}.")
    if len(clean) > LONGEST:
        raise InputError(f"The formula has {len(clean)} characters: at most {LONGEST} are read.")
    for character in clean:
        if not (character.isascii() and character.isprintable()):
            shown = character if character.isprintable() else f"character number {ord(character)}"
            raise InputError(f"“{shown}” has no meaning in a formula: type it with plain letters and signs.")
    if "^" in clean:
        raise InputError("Write a power with two stars: x**2.")
    if re.search(r"(?<![=<>!])=(?!=)", clean):
        raise InputError("Type only what stands to the right of the equals sign.")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter(
                "ignore"
            )  # such as "invalid decimal literal": the sentences below say it better
            return ast.parse(clean, mode="eval").body
    except SyntaxError as error:
        juxtaposed = re.search(r"(?<![\w.])(\d+\.?\d*)\s*([A-Za-z]\w*)", clean)
        if juxtaposed and not re.fullmatch(r"e\d*", juxtaposed[2]):
            raise InputError(f"Write {juxtaposed[1]}*{juxtaposed[2]} for a product.") from None
        place = f" at character {error.offset}" if error.offset and error.offset <= len(clean) else ""
        raise InputError(
            f"This is not a complete formula yet; look{place or ' at the end'}. An example: {example}."
        ) from None
    except (ValueError, RecursionError, MemoryError):
        raise InputError("The formula has too many brackets or signs inside each other.") from None


class _Builder:
    """Turns each allowed node into a small function of the variables' values; refuses every other node."""

    def __init__(self, variables: Sequence[str]):
        self.variables = tuple(variables)

    def build(self, node: ast.AST, depth: int = 0) -> Callable[[dict], object]:
        if depth > DEEPEST:
            raise InputError(f"The formula is nested more than {DEEPEST} deep: make it shorter.")
        make = getattr(self, "make_" + type(node).__name__, None)
        if make is None:
            kind = NODE_NAMES.get(type(node), type(node).__name__.lower())
            raise InputError(REFUSED.get(type(node)) or f"{kind.capitalize()} has no meaning in a formula.")
        return make(node, lambda child: self.build(child, depth + 1))

    def make_Constant(self, node, build):
        value = node.value
        if type(value) is complex:
            raise InputError("Complex numbers are not available here: use real ones.")
        if type(value) not in (int, float):
            raise InputError(f"“{_shown(node)}” is not a number.")
        if not abs(value) <= LARGEST:
            raise InputError(
                f"{_shown(node)} is too large here: stay between −{LARGEST:.0f} and {LARGEST:.0f}."
            )
        value = np.float64(value)
        return lambda values: value

    def make_Name(self, node, build):
        name = node.id
        if name in self.variables:
            return lambda values: values[name]
        if name in CONSTANTS:
            return lambda values: CONSTANTS[name]
        if name in FUNCTIONS:
            raise InputError(f"{name} needs something to work on: write {name}({self.variables[0]}).")
        raise InputError(
            f"“{_cut(name)}” is not known here: use {', '.join(self.variables)}, numbers, pi, e, "
            "and functions such as sin, exp, sqrt, sum."
        )

    def make_UnaryOp(self, node, build):
        return self._operation(node, node.op, [build(node.operand)])

    def make_BinOp(self, node, build):
        if isinstance(node.op, ast.Pow):
            self._check_exponent(node.right, build(node.right))
        return self._operation(node, node.op, [build(node.left), build(node.right)])

    def make_Compare(self, node, build):
        if len(node.ops) > 1:
            raise InputError("Compare two things at a time: write 0 < x, not 0 < x < 1.")
        compare = self._operation(node, node.ops[0], [build(node.left), build(node.comparators[0])])
        return lambda values: np.asarray(compare(values), dtype=float)[()]  # 1 for true and 0 for false

    def make_Call(self, node, build):
        name = self._function_name(node.func)
        function, count = FUNCTIONS[name]
        if node.keywords:
            raise InputError(
                f"{name} takes no named arguments here: leave {node.keywords[0].arg or '**'}= out."
            )
        if len(node.args) != count:
            needed = "one argument" if count == 1 else f"{count} arguments"
            raise InputError(f"{name} takes {needed}, but {len(node.args) or 'none'} stand in its brackets.")
        if name == "power":
            self._check_exponent(node.args[1], build(node.args[1]))
        return _guarded(node, function, [build(arg) for arg in node.args])

    def make_List(self, node, build):
        if not node.elts:
            raise InputError("The list [] is empty: write at least one output into it.")
        parts = [build(element) for element in node.elts]
        return _guarded(node, lambda *outputs: np.stack(outputs), parts)

    def make_Subscript(self, node, build):
        index = self._index(node.slice)
        return _guarded(node, lambda x: x[index], [build(node.value)])

    def _operation(self, node, op, parts):
        if type(op) not in OPERATORS:
            raise InputError(
                f"The sign in “{_shown(node)}” is not available: use + − * / ** @ and < <= > >=."
            )
        return _guarded(node, OPERATORS[type(op)], parts)

    def _function_name(self, func):
        if isinstance(func, ast.Attribute) and isinstance(func.value, ast.Name) and func.value.id == "np":
            name = func.attr
        elif isinstance(func, ast.Name):
            name = func.id
        elif isinstance(func, ast.Attribute):
            raise InputError(REFUSED[ast.Attribute])
        else:
            raise InputError(f"“{_shown(func)}” is not a function: write its name, such as sin(x).")
        if name in self.variables:
            raise InputError(f"“{name}” is not a function: write {name}*(…) for a product.")
        if name not in FUNCTIONS:
            raise InputError(f"“{_cut(name)}” is not available. There are {', '.join(FUNCTIONS)}.")
        return name

    def _check_exponent(self, node, exponent):
        if any(isinstance(part, ast.Name) and part.id in self.variables for part in ast.walk(node)):
            return  # x**x and 2**x are fine: the numbers are floats, which overflow to ∞ and cost nothing
        with np.errstate(all="ignore"):
            size = np.max(np.abs(exponent({})))
        if not size <= LARGEST_EXPONENT:
            raise InputError(
                f"The exponent {_shown(node)} is too large: "
                f"stay between −{LARGEST_EXPONENT} and {LARGEST_EXPONENT}."
            )

    def _index(self, node):
        if isinstance(node, ast.Tuple):
            return tuple(self._index(part) for part in node.elts)
        if isinstance(node, ast.Slice):
            ends = (node.lower, node.upper, node.step)
            return slice(*(None if end is None else self._whole(end) for end in ends))
        return self._whole(node)

    def _whole(self, node):
        sign = 1
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            sign, node = -1, node.operand
        if isinstance(node, ast.Constant) and type(node.value) is int and node.value < 1000:
            return sign * node.value
        raise InputError(
            f"“{_shown(node)}” cannot be an index: use a whole number, such as {self.variables[0]}[0]."
        )


class _ToNumPy(ast.NodeTransformer):
    """A formula's tree as NumPy: names get their ``np.``, lists are stacked, and numbers are floats."""

    def __init__(self, variables):
        self.variables = variables

    def visit_Name(self, node):
        return node if node.id in self.variables else ast.parse(f"np.{node.id}", mode="eval").body

    def visit_Attribute(self, node):
        return node  # np.sin already

    def visit_List(self, node):
        self.generic_visit(node)
        return ast.Call(ast.parse("np.stack", mode="eval").body, [node], [])

    def visit_Constant(self, node):
        return ast.Constant(float(node.value))

    def visit_Subscript(self, node):
        return ast.Subscript(self.visit(node.value), node.slice)  # indices stay whole


def _guarded(node, function, parts):
    """`function` of what `parts` give; when it fails, a sentence that quotes this piece of the formula."""

    def run(values):
        inputs = [part(values) for part in parts]
        try:
            return function(*inputs)
        except (IndexError, TypeError, ValueError, np.linalg.LinAlgError):
            shapes = " and ".join(str(np.shape(x)) if np.ndim(x) else "() of a single number" for x in inputs)
        raise InputError(f"“{_shown(node)}” does not fit: it meets shape{'s' * (len(inputs) > 1)} {shapes}.")

    return run


def _shown(node: ast.AST) -> str:
    """This piece of the formula as text, for a sentence."""
    try:
        return _cut(ast.unparse(node))
    except RecursionError:  # refused before its depth was looked at
        return "This piece"


def _cut(text: str) -> str:
    return text if len(text) <= 40 else text[:39] + "…"
