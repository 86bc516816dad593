"""Parsing expressions; the order of the functions is the precedence of the operators."""

from collections.abc import Callable
from typing import TypeVar

from rbfcli.kernel.limits import BLOCKS_NESTED, WORDS_OF_AN_EXPRESSION
from rbfcli.kernel.notation.exact import decimal
from rbfcli.script.expressions import tree
from rbfcli.script.expressions.tokens import Token, next_token
from rbfcli.script.expressions.tree import Expression
from rbfcli.script.script_errors import ScriptError, syntax_error, with_place

T = TypeVar("T")
CONSTANTS: dict[str, tree.Value] = {"true": True, "false": False, "none": None}
FUNCTIONS = {
    "roll": 'roll("2d8+3")',
    "standing": "standing(foes)",
    "count": "count(@foes)",
    "simulate": "simulate(200).crew",
}
WORDS = frozenset({"and", "or", "not", "in", "else", "odds", *CONSTANTS, *FUNCTIONS})
COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")


def read_expression(line: str, at: int) -> tuple[Expression, int]:
    """The expression that begins at an offset of a line, and where it ends. Raises ScriptError."""
    reader = ExpressionReader(line, at)
    expression = reader.alternatives()
    return expression, reader.token.start


class ExpressionReader:
    """A position in a line: the next token, and the nesting."""

    def __init__(self, line: str, at: int) -> None:
        self._line = line
        self._count = 0
        self._depth = 0
        self.token = next_token(line, at)

    def alternatives(self) -> Expression:
        """A whole expression."""
        left = self._conjunction()
        while self._accept("name", "or"):
            left = tree.Logical("or", left, self._conjunction())
        return left

    def _conjunction(self) -> Expression:
        left = self._negation()
        while self._accept("name", "and"):
            left = tree.Logical("and", left, self._negation())
        return left

    def _negation(self) -> Expression:
        if self._accept("name", "not"):
            return tree.Not(self._deeper(self._negation))
        return self._comparison()

    def _comparison(self) -> Expression:
        left = self._range()
        at = self.token.start
        operator = self._comparing()
        if not operator:
            return left
        compared = tree.Comparison(operator, left, self._range(), at)
        at = self.token.start
        if self._comparing():
            raise syntax_error("comparisons cannot be chained", at, "join them with `and`")
        return compared

    def _comparing(self) -> str:
        if self.token.kind == "operator" and self.token.text in COMPARISONS:
            return self._take().text
        if self._accept("name", "in"):
            return "in"
        if self._accept("name", "not"):
            self._expect("name", "in", "after `not`")
            return "not in"
        return ""

    def _range(self) -> Expression:
        low = self._sum()
        at = self.token.start
        return tree.Range(low, self._sum(), at) if self._accept("operator", "..") else low

    def _sum(self) -> Expression:
        left = self._product()
        while self.token.kind == "operator" and self.token.text in ("+", "-"):
            operator = self._take()
            left = tree.Binary(operator.text, left, self._product(), operator.start)
        return left

    def _product(self) -> Expression:
        left = self._signed()
        while self.token.kind == "operator" and self.token.text in ("*", "/", "//", "%"):
            operator = self._take()
            left = tree.Binary(operator.text, left, self._signed(), operator.start)
        return left

    def _signed(self) -> Expression:
        at = self.token.start
        if self._accept("operator", "-"):
            return tree.Negative(self._deeper(self._signed), at)
        return self._path()

    def _path(self) -> Expression:
        owner = self._operand()
        while self._accept("operator", "."):
            step = self._take()
            if step.kind not in ("name", "text"):
                raise syntax_error("expected the name of a field after the dot", step.start, "vex.hp")
            owner = tree.Field(owner, step.text, step.start)
        return owner

    def _operand(self) -> Expression:
        token = self._take()
        match token.kind:
            case "number":
                return _number(token)
            case "text":
                return tree.TextLiteral(token.text, token.start)
            case "selector":
                return tree.Selector(token.text, token.start)
            case "odds":
                return tree.Odds(token.text, token.start)
            case "name":
                return self._named(token)
            case "operator" if token.text == "(":
                inner = self._deeper(self.alternatives)
                self._expect("operator", ")", "to close the parenthesis")
                return inner
            case "operator" if token.text == "[":
                return tree.ListLiteral(self._deeper(self._items), token.start)
            case _:
                raise _missing(token)

    def _named(self, token: Token) -> Expression:
        if token.text in CONSTANTS:
            return tree.Constant(CONSTANTS[token.text], token.text)
        if token.text in FUNCTIONS:
            return self._call(token)
        if token.text in WORDS:
            raise _missing(token)
        return tree.Name(token.text, token.start)

    def _call(self, name: Token) -> Expression:
        if not self._accept("operator", "("):
            raise syntax_error(f"{name.text} needs parentheses", name.start, FUNCTIONS[name.text])
        if name.text == "standing" and self._accept("operator", ")"):
            return tree.Call(name.text, None, name.start)
        argument = self._deeper(self.alternatives)
        self._expect("operator", ")", f"to close {name.text}")
        return tree.Call(name.text, argument, name.start)

    def _items(self) -> tuple[Expression, ...]:
        items: list[Expression] = []
        while not self._accept("operator", "]"):
            if items:
                self._expect("operator", ",", "between the items of a list")
            items.append(self.alternatives())
        return tuple(items)

    def _deeper(self, read: Callable[[], T]) -> T:
        self._depth += 1
        if self._depth > BLOCKS_NESTED:
            raise syntax_error(f"the expression is nested more than {BLOCKS_NESTED} deep", self.token.start)
        inner = read()
        self._depth -= 1
        return inner

    def _take(self) -> Token:
        token = self.token
        self._count += 1
        if self._count > WORDS_OF_AN_EXPRESSION:
            raise syntax_error(f"an expression has at most {WORDS_OF_AN_EXPRESSION} words and symbols", token.start)
        if token.kind != "end":
            self.token = next_token(self._line, token.end)
        return token

    def _accept(self, kind: str, text: str) -> bool:
        if self.token.kind == kind and self.token.text == text:
            self._take()
            return True
        return False

    def _expect(self, kind: str, text: str, why: str) -> None:
        if not self._accept(kind, text):
            raise syntax_error(f"expected `{text}` {why}", self.token.start)


def _number(token: Token) -> Expression:
    whole, _, places = token.text.partition(".")
    return tree.Constant(with_place(token.start, decimal, int(whole + places), len(places)), token.text)


def _missing(token: Token) -> ScriptError:
    found = f", not {token.text!r}" if token.text else ""
    return syntax_error(f"expected an expression{found}", token.start, "for example vex.hp > 0")
