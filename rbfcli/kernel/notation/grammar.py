"""Tokens → tree: arithmetic by precedence, pools, groups, functions; what follows a pool is in `modifiers`."""

from __future__ import annotations

from rbfcli.kernel.notation.checks import check_line, check_modified, check_operation, check_pool
from rbfcli.kernel.notation.modifiers import modifiers_of
from rbfcli.kernel.notation.reader import Reader
from rbfcli.kernel.notation.tree import (
    LEVELS,
    Binary,
    Call,
    Group,
    Labelled,
    Modified,
    Negative,
    Number,
    Pool,
    RollLine,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rbfcli.kernel.errors import NotationError
    from rbfcli.kernel.notation.tokens import Token
    from rbfcli.kernel.notation.tree import Node

_ONE_ARGUMENT = frozenset({"floor", "ceil", "round", "abs"})
_FUNCTIONS = _ONE_ARGUMENT | {"max", "min"}
_CLOSING = {"(": ")", "{": "}"}


def read_line(text: str) -> RollLine:
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
    line = RollLine(expression, against, times, comment)
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
    signs = [reader.take() for _ in range(_signs_ahead(reader))]
    left = _operand(reader)
    if signs:
        left = _operations(reader, left, LEVELS["**"])
        if sum(sign.text == "-" for sign in signs) % 2:
            left = Negative(left)
    return _operations(reader, left, least)


def _signs_ahead(reader: Reader) -> int:
    """How many plus and minus signs stand here."""
    end = reader.at
    while reader.tokens[end].kind == "sign" and reader.tokens[end].text in {"-", "+"}:
        end += 1
    return end - reader.at


def _operations(reader: Reader, left: Node, least: int) -> Node:
    compared = False
    while (level := LEVELS.get(reader.token.text, 0) if reader.token.kind == "sign" else 0) >= least:
        operator = reader.take()
        if compared and level == 1:
            raise reader.error("a comparison is not compared again: put the first in parentheses", operator)
        compared = level == 1
        right = _expression(reader, level if operator.text == "**" else level + 1)
        left = Binary(operator.text, left, right)
        check_operation(left, reader, operator)
    return left


def _operand(reader: Reader) -> Node:
    """A number, pool, group or function, with its modifiers and labels."""
    token = reader.token
    part: Node
    if token.kind == "number":
        part = _number_or_pool(reader)
    elif reader.accept("word", "d"):
        reader.term()
        part = _modified(reader, _pool(reader, Number(1)))
    elif reader.has("sign", _CLOSING):
        part = _group(reader)
    elif reader.has("word", _FUNCTIONS):
        part = _plain(reader, _call(reader))
    else:
        raise _no_operand(reader)
    while reader.token.kind == "label":
        part = Labelled(part, reader.take().text)
    return part


def _number_or_pool(reader: Reader) -> Node:
    reader.term()
    token = reader.take()
    if reader.accept("word", "d"):
        return _modified(reader, _pool(reader, Number(_whole(reader, token, "a count of dice"))))
    return _plain(reader, _number(token))


def _number(token: Token) -> Number:
    whole, _, decimals = token.text.partition(".")
    decimals = decimals.rstrip("0")
    return Number(int(whole + decimals), len(decimals))


def _whole(reader: Reader, token: Token, what: str) -> int:
    if "." in token.text:
        raise reader.error(f"{what} is a whole number", token)
    return int(token.text)


def _pool(reader: Reader, count: Node) -> Pool:
    start = reader.token
    pool = Pool(count, _sides(reader), fudge=start.text == "f")
    check_pool(pool, reader, start)
    return pool


def _sides(reader: Reader) -> Node:
    if reader.accept("sign", "%"):
        return Number(100)
    if reader.accept("word", "f"):
        return Number(3)
    if reader.accept("sign", "("):
        return _inside(reader, "(")
    if reader.token.kind != "number":
        raise reader.error("a die needs its sides: d6, d%, dF or d(expression)")
    token = reader.take()
    return Number(_whole(reader, token, "a number of sides"))


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


def _group(reader: Reader) -> Node:
    bracket = reader.take().text
    reader.open()
    parts = [_expression(reader)]
    while reader.accept("sign", ","):
        parts.append(_expression(reader))
    _close(reader, bracket)
    if len(parts) == 1 and bracket == "(" and reader.accept("word", "d"):
        return _modified(reader, _pool(reader, parts[0]))
    modified = _modified(reader, Group(tuple(parts)))
    return parts[0] if len(parts) == 1 and isinstance(modified, Group) else modified


def _call(reader: Reader) -> Call:
    name = reader.take()
    if not reader.accept("sign", "("):
        raise reader.error(f"{name.text} is a function: {name.text}(expression)", name)
    reader.open()
    arguments = [_expression(reader)]
    while reader.accept("sign", ","):
        arguments.append(_expression(reader))
    _close(reader, "(")
    if name.text in _ONE_ARGUMENT and len(arguments) > 1:
        raise reader.error(f"{name.text} takes one argument, here are {len(arguments)}", name)
    return Call(name.text, tuple(arguments))


def _modified(reader: Reader, target: Pool | Group) -> Node:
    start = reader.token
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
