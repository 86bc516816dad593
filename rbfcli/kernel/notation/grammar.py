"""Tokens → tree: arithmetic by precedence, pools, groups, functions; what follows a pool is in `modifiers`."""

from __future__ import annotations

from rbfcli.kernel.notation.checks import check_line, check_modified
from rbfcli.kernel.notation.modifiers import modifiers_of
from rbfcli.kernel.notation.reader import Reader
from rbfcli.kernel.notation.tree import Binary, Call, Group, Labelled, Line, Modified, Negative, Number, Pool

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rbfcli.kernel.errors import NotationError
    from rbfcli.kernel.notation.tokens import Token
    from rbfcli.kernel.notation.tree import Node

COMPARISONS = frozenset({">", "<", ">=", "<=", "==", "!="})
LEVELS = dict.fromkeys(COMPARISONS, 1) | {"+": 2, "-": 2, "*": 3, "/": 3, "//": 3, "%": 3, "**": 5}
_BELOW_SIGN = 5
_ONE_ARGUMENT = frozenset({"floor", "ceil", "round", "abs"})
_FUNCTIONS = _ONE_ARGUMENT | {"max", "min"}
_CLOSING = {"(": ")", "{": "}"}


def read_line(text: str) -> Line:
    """The line as a tree, checked; raises NotationError or LimitReached, its rewrites not yet tried."""
    reader = Reader(text)
    if reader.token.kind in {"end", "comment"}:
        raise reader.error("there is no dice expression here: write one such as 2d6+3")
    times = _times(reader)
    expression = _expression(reader)
    against = _expression(reader, 2) if reader.accept("word", "vs") else None
    comment = reader.take().text if reader.token.kind == "comment" else ""
    if reader.token.kind != "end":
        raise _left_over(reader)
    line = Line(expression, against, times, comment)
    check_line(line, reader)
    return line


def _times(reader: Reader) -> int | None:
    first, second = reader.tokens[:2]
    if first.kind != "number" or (second.kind, second.text) != ("sign", "#"):
        return None
    reader.take()
    reader.take()
    return _whole(reader, first, "a number of repeats")


def _expression(reader: Reader, least: int = 1) -> Node:
    """Operators that bind at least so tightly, and what they join."""
    left = _operand(reader)
    compared = False
    while (level := LEVELS.get(reader.token.text, 0) if reader.token.kind == "sign" else 0) >= least:
        operator = reader.take()
        if compared and level == 1:
            raise reader.error("a comparison is not compared again: put the first in parentheses", operator)
        compared = level == 1
        right = _expression(reader, level if operator.text == "**" else level + 1)
        left = Binary(operator.text, left, right)
    return left


def _operand(reader: Reader) -> Node:
    negative = False
    while reader.has("sign", ("-", "+")):
        negative ^= reader.take().text == "-"
        if not reader.has("sign", ("-", "+")):
            signed = _expression(reader, _BELOW_SIGN)
            return Negative(signed) if negative else signed
    part = _primary(reader)
    while reader.token.kind == "label":
        part = Labelled(part, reader.take().text)
    return part


def _primary(reader: Reader) -> Node:
    reader.term()
    token = reader.token
    if token.kind == "number":
        reader.take()
        if reader.accept("word", "d"):
            return _modified(reader, _pool(reader, Number(_whole(reader, token, "a count of dice"))), token)
        return _plain(reader, _number(token))
    if reader.accept("word", "d"):
        return _modified(reader, _pool(reader, Number(1)), token)
    if reader.has("sign", _CLOSING):
        return _group(reader)
    if reader.has("word", _FUNCTIONS):
        return _plain(reader, _call(reader))
    raise _no_operand(reader)


def _number(token: Token) -> Number:
    whole, _, decimals = token.text.partition(".")
    decimals = decimals.rstrip("0")
    return Number(int(whole + decimals), len(decimals))


def _whole(reader: Reader, token: Token, what: str) -> int:
    if "." in token.text:
        raise reader.error(f"{what} is a whole number", token)
    return int(token.text)


def _pool(reader: Reader, count: Node) -> Pool:
    if reader.accept("sign", "%"):
        return Pool(count, Number(100))
    if reader.accept("word", "f"):
        return Pool(count, Number(3), fudge=True)
    if reader.token.kind == "number":
        token = reader.take()
        return Pool(count, Number(_whole(reader, token, "a number of sides")))
    if reader.accept("sign", "("):
        return Pool(count, _inside(reader, "("))
    raise reader.error("a die needs its sides: d6, d%, dF or d(expression)")


def _inside(reader: Reader, bracket: str) -> Node:
    """The one expression up to the closing bracket."""
    reader.open()
    part = _expression(reader)
    _close(reader, bracket)
    return part


def _close(reader: Reader, bracket: str) -> None:
    if not reader.accept("sign", _CLOSING[bracket]):
        rewrite = reader.text + _CLOSING[bracket] if reader.token.kind == "end" else ""
        raise reader.error(f"'{bracket}' is not closed here: '{_CLOSING[bracket]}' is missing", rewrite=rewrite)
    reader.brackets -= 1


def _parts(reader: Reader, bracket: str) -> tuple[Node, ...]:
    reader.open()
    parts = [_expression(reader)]
    while reader.accept("sign", ","):
        parts.append(_expression(reader))
    _close(reader, bracket)
    return tuple(parts)


def _group(reader: Reader) -> Node:
    opening = reader.take()
    parts = _parts(reader, opening.text)
    if len(parts) == 1 and opening.text == "(" and reader.accept("word", "d"):
        return _modified(reader, _pool(reader, parts[0]), opening)
    modified = _modified(reader, Group(parts), opening)
    return parts[0] if len(parts) == 1 and isinstance(modified, Group) else modified


def _call(reader: Reader) -> Call:
    name = reader.take()
    if not reader.accept("sign", "("):
        raise reader.error(f"{name.text} is a function: {name.text}(expression)", name)
    arguments = _parts(reader, "(")
    if name.text in _ONE_ARGUMENT and len(arguments) > 1:
        raise reader.error(f"{name.text} takes one argument, here are {len(arguments)}", name)
    return Call(name.text, arguments)


def _modified(reader: Reader, target: Pool | Group, start: Token) -> Node:
    modifiers = modifiers_of(reader)
    if not modifiers:
        return target
    modified = Modified(target, modifiers)
    check_modified(modified, reader, start)
    return modified


def _plain(reader: Reader, part: Number | Call) -> Number | Call:
    """A number or function, which modifiers may not follow."""
    token = reader.token
    if modifiers_of(reader):
        raise reader.error("only dice and groups in brackets take modifiers", token)
    return part


def _no_operand(reader: Reader) -> NotationError:
    token = reader.token
    if token.kind == "end":
        return reader.error("the expression ends too early: a number, dice or a bracket is missing")
    return reader.error(f"a number, dice or a bracket should stand here, not {token.text!a}")


def _left_over(reader: Reader) -> NotationError:
    token = reader.token
    if token.kind == "sign" and token.text == "=":
        rewrite = reader.spliced(token.start, token.end, "==")
        return reader.error("a comparison for equality is written ==", rewrite=rewrite)
    if token.kind == "sign" and token.text == "(":
        return reader.error("an operator is missing here", rewrite=reader.spliced(token.start, token.start, "*"))
    if token.kind == "sign" and token.text in ")}":
        return reader.error(f"'{token.text}' closes nothing", rewrite=reader.spliced(token.start, token.end, ""))
    if token.kind == "sign" and token.text == "#":
        return reader.error("a repeat stands first on the line: N#expression; a comment after a space")
    return reader.error(f"an operator should stand here, not {token.text!a}")
