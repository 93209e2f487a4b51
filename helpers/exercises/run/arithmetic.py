"""Arithmetic that was typed as a text: worked out step by step, never evaluated as Python.

>>> calculated("[2*x + 5, 12/2]", {"x": 3})
[11.0, 6.0]
"""

import ast
import operator

LONGEST = 200  # characters
DEEPEST = 20  # brackets in one another
OPERATORS = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
    ast.Pow: operator.pow, ast.USub: operator.neg, ast.UAdd: operator.pos,
}  # fmt: skip


class NotCalculable(ValueError):
    """This text is no arithmetic; `name` is the name without a value that it uses, if that is why."""

    def __init__(self, name=""):
        super().__init__(name)
        self.name = name


def calculated(text, names):
    """The number, or the nested lists of numbers, that a text stands for; NotCalculable for any other text.

    It may use + - * / ** and brackets, and the names that have a number in `names`. Everything is a float.
    """
    text = text.strip()
    if len(text) > LONGEST or text.count("(") + text.count("[") > DEEPEST:
        raise NotCalculable
    try:
        return _value(ast.parse(text, mode="eval").body, names)
    except (SyntaxError, ArithmeticError, RecursionError, MemoryError, TypeError):
        raise NotCalculable from None


def one_with_a_comma(parts):
    """Which numbers are written like this with a comma, which Python takes for several: thousands, decimals.

    >>> one_with_a_comma((300, 0)), one_with_a_comma((0, 69)), one_with_a_comma((1, 458))
    (['300000', '300.0'], ['0.69'], ['1458', '1.458'])
    >>> one_with_a_comma((300_000, 2, 0.5))
    []
    """
    first, *rest = parts
    if not rest or any(type(part) is not int for part in parts) or min(rest) < 0:
        return []
    is_thousands = 0 < abs(first) < 1000 and all(part == 0 or 100 <= part < 1000 for part in rest)
    thousands = [str(first) + "".join(f"{part:03d}" for part in rest)] if is_thousands else []
    return thousands + [f"{first}.{rest[0]}"] * (len(rest) == 1)


def _value(node, names):
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        return float(node.value)
    if isinstance(node, ast.Name):
        if node.id not in names:
            raise NotCalculable(node.id)
        return float(names[node.id])
    if isinstance(node, ast.List | ast.Tuple):
        return [_value(item, names) for item in node.elts]
    operation = OPERATORS.get(type(getattr(node, "op", None)))
    if isinstance(node, ast.UnaryOp) and operation:
        return operation(_value(node.operand, names))
    if isinstance(node, ast.BinOp) and operation:
        result = operation(_value(node.left, names), _value(node.right, names))
        if isinstance(result, float):
            return result
    raise NotCalculable
