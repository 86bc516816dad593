"""Tokens become the tree of an expression; how tightly operators bind is the order of the functions."""

from collections.abc import Callable
from typing import TypeVar

from rbfcli.kernel.notation.exact import decimal
from rbfcli.script.expressions import tree
from rbfcli.script.expressions.tokens import Token, next_token
from rbfcli.script.expressions.tree import Expression
from rbfcli.script.limits import MOST_TOKENS, NESTING
from rbfcli.script.misplaced import Misplaced, misread, placed

T = TypeVar("T")
CONSTANTS: dict[str, tree.Value] = {"true": True, "false": False, "none": None}
FUNCTIONS = {"roll": 'roll("2d8+3")', "standing": "standing(foes)", "count": "count(@foes)"}
WORDS = frozenset({"and", "or", "not", "in", "else", "odds", *CONSTANTS, *FUNCTIONS})
COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")


def read_expression(line: str, at: int) -> tuple[Expression, int]:
    """The expression that begins at a place in a line, and where it ends. Raises Misplaced."""
    reader = ExpressionReader(line, at)
    expression = reader.alternatives()
    return expression, reader.token.start


class ExpressionReader:
    """Where in the line we are: the token to be read next, and how deep."""

    def __init__(self, line: str, at: int) -> None:
        self._line = line
        self._count = 0
        self._depth = 0
        self.token = next_token(line, at)

    def alternatives(self) -> Expression:
        """What may stand wherever an expression may."""
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
            raise misread("comparisons do not follow one another", at, "join them with `and`")
        return compared

    def _comparing(self) -> str:
        if self.token.kind == "operator" and self.token.text in COMPARISONS:
            return self._take().text
        if self._accept("name", "in"):
            return "in"
        if self._accept("name", "not"):
            self._expect("name", "in", "after `not` here")
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
                raise misread("a field's name is missing after the point", step.start, "vex.hp")
            owner = tree.Field(owner, step.text, step.start)
        return owner

    def _operand(self) -> Expression:
        token = self._take()
        match token.kind:
            case "number":
                return _number(token)
            case "text":
                return tree.Text(token.text, token.start)
            case "selector":
                return tree.Selector(token.text, token.start)
            case "odds":
                return tree.Odds(token.text, token.start)
            case "name":
                return self._named(token)
            case "operator" if token.text == "(":
                inner = self._deeper(self.alternatives)
                self._expect("operator", ")", "to close the bracket")
                return inner
            case "operator" if token.text == "[":
                return tree.Listed(self._deeper(self._items), token.start)
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
            raise misread(f"{name.text} needs brackets", name.start, FUNCTIONS[name.text])
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
        if self._depth > NESTING:
            raise misread(f"an expression has at most {NESTING} levels", self.token.start)
        inner = read()
        self._depth -= 1
        return inner

    def _take(self) -> Token:
        token = self.token
        self._count += 1
        if self._count > MOST_TOKENS:
            raise misread(f"an expression has at most {MOST_TOKENS} words and signs", token.start)
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
            raise misread(f"`{text}` is missing {why}", self.token.start)


def _number(token: Token) -> Expression:
    whole, _, places = token.text.partition(".")
    return tree.Constant(placed(token.start, decimal, int(whole + places), len(places)), token.text)


def _missing(token: Token) -> Misplaced:
    found = f", not {token.text!r}" if token.text else ""
    return misread(f"an expression is missing here{found}", token.start, "for example vex.hp > 0")
