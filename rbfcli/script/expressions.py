"""The expressions of scripts: tokens and trees."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, TypeAlias, TypeVar

from msgspec import Struct

from rbfcli.core.limits import BLOCKS_NESTED, SCRIPT_DIGITS, WORDS_OF_AN_EXPRESSION
from rbfcli.core.text import SPACE
from rbfcli.dice.arithmetic import decimal
from rbfcli.dice.lexer import DIGITS, Token, number_end
from rbfcli.language.grammar import QUOTES, pieces_of
from rbfcli.script.source import ScriptError, syntax_error, with_place

OPERATORS = ("==", "!=", "<=", ">=", "..", "//", "<", ">", "+", "-", "*", "/", "%", "(", ")", "[", "]", ",", ".")


# Syntax of other languages, and its equivalent here.
WRITTEN_OTHERWISE = {
    "$": "in an expression, a variable has no $",
    "=": "compare with ==",
    "&": "use the word and",
    "|": "use the word or",
    "!": "use the word not",
}


def is_letter(letter: str) -> bool:
    """Return whether a name can start with this character."""
    return letter.isalpha() or letter == "_"


def name_end(line: str, at: int, *, hyphens: bool = True) -> int:
    """Return the end of the name that starts here; with `hyphens`, one that is followed by a letter belongs to it."""
    while at < len(line) and (
        is_letter(line[at]) or line[at] in DIGITS or (hyphens and line[at] == "-" and is_letter(line[at + 1 : at + 2]))
    ):
        at += 1
    return at


def next_token(line: str, at: int) -> Token:
    """Return the token at an offset, or after the space there. Raises ScriptError."""
    while at < len(line) and line[at] in SPACE:
        at += 1
    letter = line[at : at + 1]
    if not letter or letter in "{}" or (letter == "#" and (at == 0 or line[at - 1] in SPACE)):
        return Token("end", letter, at, at)
    if letter in DIGITS:
        return _number_token(line, at)
    if letter in QUOTES:
        return _quotation(line, at)
    if is_letter(letter):
        end = name_end(line, at)
        return _command(line, at, end) if line[at:end] == "odds" else Token("name", line[at:end], at, end)
    if letter == "@":
        end = name_end(line, at + 1)
        return Token("selector", line[at:end], at, end)
    operator = next((each for each in OPERATORS if line.startswith(each, at)), "")
    if not operator:
        hint = WRITTEN_OTHERWISE.get(letter, "")
        raise syntax_error(f"unexpected {letter!r} in an expression", at, hint)
    return Token("operator", operator, at, at + len(operator))


def _number_token(line: str, start: int) -> Token:
    at = number_end(line, start)
    if at - start > SCRIPT_DIGITS:
        raise syntax_error(f"a number has at most {SCRIPT_DIGITS} digits", start)
    return Token("number", line[start:at], start, at)


def _quotation(line: str, start: int) -> Token:
    text: list[str] = []
    for at, piece, quote in pieces_of(line, start):
        if not piece and not quote:
            return Token("text", "".join(text), start, at + 1)
        text.append(piece)
    raise syntax_error("missing closing quote", start, f"end it with {line[start]}")


def _command(line: str, start: int, after: int) -> Token:
    """Return the token of `odds(COMMAND)`. Parentheses in the command are counted, except in quotes."""
    depth = 1
    if line[after : after + 1] != "(":
        raise syntax_error("odds needs a command", start, "odds(attack vex thug).success")
    for at, piece, quote in pieces_of(line, after + 1):
        depth += (not quote and piece == "(") - (not quote and piece == ")")
        if not depth:
            return Token("odds", line[after + 1 : at].strip(), start, at + 1)
    raise syntax_error("missing ) after odds(", after, "end it with )")


Value: TypeAlias = "int | Fraction | str | bool | range | tuple[Value, ...] | None"


class Constant(Struct, frozen=True):
    """A number, a string, true, false or none."""

    value: Value


class Name(Struct, frozen=True):
    """A variable, a fact of the fight, a combatant, or a selector of combatants: `@foes`."""

    name: str
    at: int


class ListLiteral(Struct, frozen=True):
    """A list of items."""

    items: tuple["Expression", ...]
    at: int


class Range(Struct, frozen=True):
    """A range of integers, with both ends included."""

    low: "Expression"
    high: "Expression"
    at: int


class Field(Struct, frozen=True):
    """A step on a path: `owner.name`. `text` is the whole path as written."""

    owner: "Expression"
    name: str
    at: int
    text: str


class FunctionCall(Struct, frozen=True):
    """A function with its optional argument; `text` is the call as written."""

    function: str
    argument: "Expression | None"
    at: int
    text: str


class Not(Struct, frozen=True):
    """A negation."""

    operand: "Expression"


class Arithmetic(Struct, frozen=True):
    """An arithmetic operation."""

    operator: str
    left: "Expression"
    right: "Expression"
    at: int


class Comparison(Struct, frozen=True):
    """A comparison, or a membership test in a list or string; `texts` are its two sides as written."""

    operator: str
    left: "Expression"
    right: "Expression"
    at: int
    texts: tuple[str, str]


class Logical(Struct, frozen=True):
    """An `and` or `or`. The right side is evaluated only if needed."""

    operator: str
    left: "Expression"
    right: "Expression"


class Facts(Struct, frozen=True):
    """A table of named facts; `what` is the noun for one of them in messages."""

    what: str
    facts: Mapping[str, Any]


Expression: TypeAlias = (
    Constant | Name | ListLiteral | Range | Field | FunctionCall | Not | Arithmetic | Comparison | Logical
)


T = TypeVar("T")
CONSTANTS: dict[str, Value] = {"true": True, "false": False, "none": None}
FUNCTIONS = {
    "roll": 'roll("2d8+3")',
    "standing": "standing(foes)",
    "count": "count(@foes)",
    "simulate": "simulate(200).crew",
}
WORDS = frozenset({"and", "or", "not", "in", "else", "odds", *CONSTANTS, *FUNCTIONS})
COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")


def read_expression(line: str, at: int) -> tuple[Expression, int]:
    """Return the expression that starts at an offset of a line, and its end. Raises ScriptError."""
    reader = ExpressionReader(line, at)
    expression = reader.alternatives()
    return expression, reader.token.start


class ExpressionReader:
    """A position in a line: the next token, the end of the last one, and the nesting depth."""

    def __init__(self, line: str, at: int) -> None:
        self._line = line
        self._end = at
        self._count = 0
        self._depth = 0
        self.token = next_token(line, at)

    def alternatives(self) -> Expression:
        """Parse a whole expression."""
        return self._joined("or", self._conjunction)

    def _conjunction(self) -> Expression:
        return self._joined("and", self._negation)

    def _joined(self, word: str, read: Callable[[], Expression]) -> Expression:
        left = read()
        while self._accept("name", word):
            left = Logical(word, left, read())
        return left

    def _negation(self) -> Expression:
        if self._accept("name", "not"):
            return Not(self._deeper(self._negation))
        return self._comparison()

    def _comparison(self) -> Expression:
        left, said = self._side()
        at = self.token.start
        operator = self._comparing()
        if not operator:
            return left
        right, also_said = self._side()
        compared = Comparison(operator, left, right, at, (said, also_said))
        at = self.token.start
        if self._comparing():
            raise syntax_error("comparisons cannot be chained", at, "join them with `and`")
        return compared

    def _side(self) -> tuple[Expression, str]:
        start = self.token.start
        return self._range(), self._line[start : self._end]

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
        return Range(low, self._sum(), at) if self._accept("operator", "..") else low

    def _sum(self) -> Expression:
        return self._calculated(("+", "-"), self._product)

    def _product(self) -> Expression:
        return self._calculated(("*", "/", "//", "%"), self._signed)

    def _calculated(self, operators: tuple[str, ...], read: Callable[[], Expression]) -> Expression:
        left = read()
        while self.token.kind == "operator" and self.token.text in operators:
            operator = self._take()
            left = Arithmetic(operator.text, left, read(), operator.start)
        return left

    def _signed(self) -> Expression:
        at = self.token.start
        if self._accept("operator", "-"):
            return Arithmetic("-", Constant(0), self._deeper(self._signed), at)
        return self._path()

    def _path(self) -> Expression:
        start = self.token.start
        owner = self._operand()
        while self._accept("operator", "."):
            step = self._take()
            if step.kind not in ("name", "text"):
                raise syntax_error("expected the name of a field after the dot", step.start, "vex.hp")
            owner = Field(owner, step.text, step.start, self._line[start : step.end])
        return owner

    def _operand(self) -> Expression:
        token = self._take()
        match token.kind:
            case "number":
                whole, _, places = token.text.partition(".")
                return Constant(with_place(token.start, decimal, int(whole + places), len(places)))
            case "text":
                return Constant(token.text)
            case "selector":
                return Name(token.text, token.start)
            case "odds":
                return FunctionCall("odds", Constant(token.text), token.start, self._line[token.start : token.end])
            case "name":
                return self._named(token)
            case "operator" if token.text == "(":
                inner = self._deeper(self.alternatives)
                self._expect("operator", ")", "to close the parenthesis")
                return inner
            case "operator" if token.text == "[":
                return ListLiteral(self._deeper(self._items), token.start)
            case _:
                raise _missing(token)

    def _named(self, token: Token) -> Expression:
        if token.text in CONSTANTS:
            return Constant(CONSTANTS[token.text])
        if token.text in FUNCTIONS:
            return self._call(token)
        if token.text in WORDS:
            raise _missing(token)
        return Name(token.text, token.start)

    def _call(self, name: Token) -> Expression:
        if not self._accept("operator", "("):
            raise syntax_error(f"{name.text} needs parentheses", name.start, FUNCTIONS[name.text])
        if name.text == "standing" and self._accept("operator", ")"):
            return FunctionCall(name.text, None, name.start, self._line[name.start : self._end])
        argument = self._deeper(self.alternatives)
        self._expect("operator", ")", f"to close {name.text}")
        return FunctionCall(name.text, argument, name.start, self._line[name.start : self._end])

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
        self._end = token.end
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


def _missing(token: Token) -> ScriptError:
    found = f", not {token.text!r}" if token.text else ""
    return syntax_error(f"expected an expression{found}", token.start, "for example vex.hp > 0")
