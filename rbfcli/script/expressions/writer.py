"""Expressions as text that parses to the same tree, with parentheses only where they are needed."""

from typing import assert_never

from rbfcli.kernel.visible import in_quotes
from rbfcli.script.expressions import tree
from rbfcli.script.expressions.tokens import is_letter, name_end
from rbfcli.script.expressions.tree import Expression

OR, AND, NOT, COMPARED, RANGE, SUM, PRODUCT, SIGNED, PATH = range(9)


def expression_text(node: Expression, tightness: int = OR) -> str:
    """An expression as it could be typed next to an operator that binds this tightly."""
    own, text = _precedence_and_text(node)
    return f"({text})" if own < tightness else text


def _precedence_and_text(node: Expression) -> tuple[int, str]:
    """How tightly the outermost operator binds, and the text."""
    match node:
        case tree.Constant(_, spelling) | tree.Name(spelling) | tree.Selector(spelling):
            return PATH, spelling
        case tree.TextLiteral(text):
            return PATH, in_quotes(text)
        case tree.ListLiteral(items):
            return PATH, f"[{', '.join(expression_text(each) for each in items)}]"
        case tree.Range(low, high):
            return RANGE, f"{expression_text(low, SUM)}..{expression_text(high, SUM)}"
        case tree.Field(owner, name):
            return PATH, f"{expression_text(owner, PATH)}.{_step(name)}"
        case tree.Call(function, argument):
            return PATH, f"{function}({'' if argument is None else expression_text(argument)})"
        case tree.Odds(command):
            return PATH, f"odds({command})"
        case tree.Negative(operand):
            return SIGNED, f"-{expression_text(operand, SIGNED)}"
        case tree.Not(operand):
            return NOT, f"not {expression_text(operand, NOT)}"
        case tree.Binary(operator, left, right):
            own = SUM if operator in {"+", "-"} else PRODUCT
            return own, f"{expression_text(left, own)} {operator} {expression_text(right, own + 1)}"
        case tree.Comparison(operator, left, right):
            return COMPARED, f"{expression_text(left, RANGE)} {operator} {expression_text(right, RANGE)}"
        case tree.Logical(operator, left, right):
            own = OR if operator == "or" else AND
            return own, f"{expression_text(left, own)} {operator} {expression_text(right, own + 1)}"
        case _:
            assert_never(node)


def _step(name: str) -> str:
    return name if is_letter(name[:1]) and name_end(name, 0) == len(name) else in_quotes(name)
