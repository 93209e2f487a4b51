"""The same calculation written in another form, so that a slip can be one edit there.

>>> ast.unparse(expanded(ast.parse("y = u * -(1 - s) / n")))
'y = -(u * 1 / n) + u * s / n'
"""

import ast


def expanded(root):
    """A tree with every product and quotient of a sum multiplied out."""
    return _Expanding().visit(_copy(root))


def _copy(root):
    return ast.parse(ast.unparse(root))


class _Expanding(ast.NodeTransformer):
    def visit_UnaryOp(self, node):
        node = self.generic_visit(node)
        return _of_each(node.operand, _minus) if isinstance(node.op, ast.USub) else node

    def visit_BinOp(self, node):
        node = self.generic_visit(node)
        if isinstance(node.op, ast.Mult | ast.Div) and _is_sum(node.left):
            return _of_each(node.left, lambda term: ast.BinOp(term, node.op, node.right))
        if isinstance(node.op, ast.Mult) and _is_sum(node.right):
            return _of_each(node.right, lambda term: ast.BinOp(node.left, node.op, term))
        if isinstance(node.op, ast.Sub) and _is_minus(node.right):
            return ast.BinOp(node.left, ast.Add(), node.right.operand)
        return node


def _is_minus(node):
    return isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub)


def _is_sum(node):
    return _is_minus(node) or (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub))


def _minus(node):
    return node.operand if _is_minus(node) else ast.UnaryOp(ast.USub(), node)


def _of_each(node, change):
    """A sum with each of its terms changed, the signs in front."""
    if _is_minus(node):
        return _minus(_of_each(node.operand, change))
    if not _is_sum(node):
        return change(node)
    left, right = _of_each(node.left, change), _of_each(node.right, change)
    plus = isinstance(node.op, ast.Add) != _is_minus(right)
    return ast.BinOp(left, ast.Add() if plus else ast.Sub(), right.operand if _is_minus(right) else right)
