"""The engine's table of rules, read as text and printed as mathematics for the sheet.

A rule stands in `helpers.autodiff.rules` as ``rule(np.square, lambda g, y, x: g * conj(2 * x))``: upstream g,
answer y, input x. What comes back is the right-hand side, as a person would write it.

>>> printed("g * conj(np.cos(x))"), printed("-g * conj(y / b)"), printed("g @ H(b)")
('g · cos x', '−g · y / b', 'g bᵀ')
"""

import ast
import functools

from helpers.notebooks.lesson import NOTEBOOKS
from helpers.notebooks.parts import LessonError

RULES = NOTEBOOKS.parent / "helpers/autodiff/rules"
SIGNS = {ast.Add: " + ", ast.Sub: " − ", ast.Mult: " · ", ast.Div: " / ", ast.MatMult: " "}
COMPARED = {ast.Eq: " = ", ast.Lt: " < ", ast.Gt: " > "}
STRENGTH = {ast.Add: 1, ast.Sub: 1, ast.Mult: 2, ast.MatMult: 2, ast.Div: 2, ast.USub: 2, ast.Pow: 4}
AS_IT_IS = {"conj", "kept", "float", "plain"}  # of real numbers, or of one number for each answer
POWERS = {"2": "²", "3": "³"}


@functools.cache
def rules():
    """The rules of every operation: {name: (right-hand side for each input, "" where there is none)}."""
    found = {}
    for path in sorted(RULES.glob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for body, names in _with_names(tree):
            call = body.value if isinstance(body, ast.Expr) else None
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "rule":
                of, *per_input = call.args
                for name in names.get(getattr(of, "id", ""), [ast.unparse(of)]):
                    found[name.removeprefix("np.")] = tuple(map(_right_hand_side, per_input))
    return found


def _with_names(tree):
    """Every statement of a module, and what the variable of the loop around it stands for."""
    for body in tree.body:
        if isinstance(body, ast.For) and isinstance(body.iter, ast.Tuple):
            names = {ast.unparse(body.target): [ast.unparse(one) for one in body.iter.elts]}
            yield from ((inside, names) for inside in body.body)
        else:
            yield body, {}


def rule_of(name):
    """The rule of an operation, one text for each input; a LessonError for one that has none."""
    try:
        return rules()[name]
    except KeyError:
        raise LessonError(f"the sheet asks for the rule of np.{name}, and the table has none.") from None


def _right_hand_side(rule):
    return _text(rule.body) if isinstance(rule, ast.Lambda) else ""


def printed(code):
    """An expression of Python as mathematics."""
    return _text(ast.parse(code, mode="eval").body)


def _text(node, least=0):
    """A node as text, in brackets if it binds less than `least`."""
    kind = type(getattr(node, "op", None))
    if isinstance(node, ast.BinOp | ast.UnaryOp) and kind in STRENGTH:
        text, strength = _operation(node, kind), STRENGTH[kind]
        return f"({text})" if strength < least else text
    if isinstance(node, ast.Call):
        return _call(node, least)
    if isinstance(node, ast.Compare):
        return _text(node.left) + COMPARED[type(node.ops[0])] + _text(node.comparators[0])
    return ast.unparse(node).replace("np.pi", "π").replace("1j", "i")


def _operation(node, kind):
    strength = STRENGTH[kind]
    if kind is ast.USub:
        return "−" + _text(node.operand, strength)
    if kind is ast.Pow:
        power = _text(node.right, strength)
        return _text(node.left, strength + 1) + POWERS.get(power, f"^{power}")
    if kind is ast.Mult and ast.dump(node.left) == ast.dump(node.right):
        return _text(node.left, 5) + "²"
    if kind is ast.Mult and isinstance(node.left, ast.Constant):
        return _text(node.left) + _text(node.right, 5)  # 2x
    is_free = kind in (ast.Add, ast.Mult)  # brackets on its right change nothing
    return _text(node.left, strength) + SIGNS[kind] + _text(node.right, strength + (not is_free))


def _call(node, least):
    name = ast.unparse(node.func).removeprefix("np.")
    first = node.args[0]
    if name in AS_IT_IS:
        return _text(first, least)
    if name == "H":
        return _text(first, 5) + "ᵀ"
    if name == "zeros_like":
        return "0"
    if name == "where":
        return f"{_text(node.args[1])} where {_text(first)}, else {_text(node.args[2])}".replace("0.0", "0")
    if name == "sqrt":
        inside = _text(first)
        return f"√{inside}" if len(inside) == 1 else f"√({inside})"
    if name in ("sin", "cos", "log", "sign", "sinh", "cosh") and isinstance(first, ast.Name | ast.Constant):
        return f"{name} {_text(first)}".replace("log", "ln")
    return f"{name}({', '.join(map(_text, _told(node.args)))})"


def _told(arguments):
    """The arguments that are mathematics, and not the axes and such that a rule hands on."""
    first, *others = arguments
    return [first, *(other for other in others if isinstance(other, ast.Compare) or _is_answer(other))]


def _is_answer(node):
    return isinstance(node, ast.Name) and node.id in ("a", "b", "y")


@functools.cache
def helpers_said():
    """What the rules' own helpers do, by name: the first sentence of their docstrings."""
    found = {}
    for path in sorted(RULES.glob("*.py")):
        for function in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(function, ast.FunctionDef) and (said := ast.get_docstring(function)):
                sentence = said.partition("\n\n")[0].replace("\n", " ")
                found[function.name] = sentence
    return found
