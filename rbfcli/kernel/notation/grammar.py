"""Tokens → tree: arithmetic by precedence, pools, groups, functions; what follows a pool is in `modifiers`."""

from __future__ import annotations

from rbfcli.kernel.notation.checks import check_line, check_modified, check_operation, check_pool
from rbfcli.kernel.notation.constant import constant
from rbfcli.kernel.notation.dialects import COUNT, EACH, FUDGE, HUNDRED, WHOLE
from rbfcli.kernel.notation.modifiers import Modifiers
from rbfcli.kernel.notation.reader import Reader
from rbfcli.kernel.notation.shapes import ARITHMETIC, shape
from rbfcli.kernel.notation.tree import (
    LEVELS,
    Binary,
    Call,
    Count,
    FaceTest,
    Group,
    Labelled,
    Modified,
    Negative,
    Number,
    Pool,
    Relabel,
    RollLine,
    Tally,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rbfcli.kernel.errors import NotationError
    from rbfcli.kernel.notation.dialects import Dialect
    from rbfcli.kernel.notation.tokens import Token
    from rbfcli.kernel.notation.tree import DiceModifier, Node

_SEVERAL_ARGUMENTS = frozenset({"max", "min"})
_CLOSING = {"(": ")", "{": "}"}


def read_line(text: str, dialect: Dialect, end: int | None = None) -> RollLine:
    """The line, or its beginning up to `end`, as a tree, checked; raises NotationError, its rewrites not yet tried."""
    reader = Reader(text, dialect, end)
    if reader.token.kind in {"end", "comment"}:
        raise reader.error("there is no dice expression here: write one such as 2d6+3")
    times = _times(reader)
    expression = _expression(reader)
    against = _expression(reader, 2) if reader.accept("word", "vs") else None
    comment = reader.take().text if reader.token.kind == "comment" else ""
    if reader.token.kind != "end":
        raise _left_over(reader)
    if dialect.cuts and _can_be_broken(expression):
        expression = Call("trunc", (expression,))
    line = RollLine(expression, against, times, comment)
    check_line(line, reader)
    return line


def _can_be_broken(node: Node) -> bool:
    """Whether a node can come to something else than a whole number."""
    match node:
        case Number(_, places):
            return places > 0
        case Binary(operator, left, right):
            return operator == "/" or _can_be_broken(left) or _can_be_broken(right)
        case Modified(part) | Labelled(part) | Negative(part):
            return _can_be_broken(part)
        case Group(parts):
            return any(map(_can_be_broken, parts))
        case _:
            return False


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
    while (level := _level(reader)) >= least:
        token = reader.take()
        if compared and level == 1:
            raise reader.error("a comparison is not compared again: put the first in parentheses", token)
        compared = level == 1
        operator = reader.dialect.operators[token.text]
        right = _expression(reader, level if operator == "**" else level + 1)
        left = Binary(operator, left, right)
        check_operation(left, reader, token)
    return left


def _level(reader: Reader) -> int:
    """How tightly the operator that follows binds; 0 if none does."""
    is_sign = reader.token.kind == "sign"
    return (
        LEVELS[reader.dialect.operators[reader.token.text]]
        if is_sign and reader.token.text in reader.dialect.operators
        else 0
    )


def _operand(reader: Reader) -> Node:
    """A number, pool, group or function, with its modifiers and labels."""
    token = reader.token
    part: Node
    if reader.dialect.anydice and token.kind in {"sign", "number"} and (found := _of_anydice(reader)):
        part = found
    elif token.kind == "number":
        part = _number_or_pool(reader)
    elif _is_die(reader):
        reader.term()
        part = _pool(reader, Number(1))
    elif reader.has("sign", _CLOSING):
        part = _group(reader)
    elif reader.has("word", reader.dialect.functions):
        part = _plain(reader, _call(reader))
    else:
        raise _no_operand(reader)
    while reader.token.kind == "label":
        part = Labelled(part, reader.take().text)
    return part


def _of_anydice(reader: Reader) -> Node | None:
    from rbfcli.kernel.notation.anydice import operand

    return operand(reader, _expression)


def _number_or_pool(reader: Reader) -> Node:
    reader.term()
    token = reader.take()
    if _is_die(reader):
        return _pool(reader, Number(_whole(reader, token, "a count of dice")))
    return _plain(reader, _number(token))


def _is_die(reader: Reader) -> bool:
    """Whether a d follows, alone or with the letter of a die, as in dF."""
    text = reader.token.text
    return reader.token.kind == "word" and text[0] == "d" and (text == "d" or text[1:] in reader.dialect.dice)


def _number(token: Token) -> Number:
    whole, _, decimals = token.text.partition(".")
    decimals = decimals.rstrip("0")
    return Number(int(whole + decimals), len(decimals))


def _whole(reader: Reader, token: Token, what: str) -> int:
    if "." in token.text:
        raise reader.error(f"{what} is a whole number", token)
    return int(token.text)


def _pool(reader: Reader, count: Node) -> Node:
    """A pool with its modifiers."""
    letter = reader.take().text[1:]
    start = reader.token
    pool, first = _thrown(reader, count, letter)
    if reader.dialect.anydice and constant(pool.sides) is None:
        from rbfcli.kernel.notation.anydice import thrown_apart

        return thrown_apart(reader, pool, start)
    check_pool(pool, reader, start)
    return _modified(reader, pool, first=first, start=start)


def _thrown(reader: Reader, count: Node, letter: str) -> tuple[Pool, tuple[DiceModifier, ...]]:
    """The dice after d, and what relabels their faces."""
    if not letter and reader.token.text in reader.dialect.dice:
        letter = reader.take().text
    values = reader.dialect.dice.get(letter)
    if values is None:
        sides, labels = _sides(reader)
        return Pool(count, sides), labels
    if values in (HUNDRED, FUDGE):
        return Pool(count, Number(len(values)), fudge=values == FUDGE), ()
    return Pool(count, Number(len(values))), (Relabel(values),)


def _sides(reader: Reader) -> tuple[Node, tuple[DiceModifier, ...]]:
    if reader.accept("sign", "("):
        return _inside(reader, "("), ()
    if reader.dialect.anydice and reader.has("sign", "{"):
        from rbfcli.kernel.notation.anydice import faces

        values = faces(reader)
        usual = values == tuple(range(1, len(values) + 1))
        return Number(len(values)), () if usual else (Relabel(values),)
    if reader.token.kind != "number":
        raise _no_sides(reader)
    token = reader.take()
    return Number(_whole(reader, token, "a number of sides")), ()


def _no_sides(reader: Reader) -> NotationError:
    token = reader.token
    if token.text == "%":
        rewrite = reader.spliced(token.start, token.end, "100")
        return reader.error(f"{reader.dialect.title} has no d%", token, rewrite)
    return reader.error("a die needs its sides: d6, d%, dF or d(expression)")


def _inside(reader: Reader, bracket: str) -> Node:
    """The one expression up to the closing bracket."""
    reader.open()
    part = _expression(reader)
    _close(reader, bracket)
    return part


def _close(reader: Reader, bracket: str) -> None:
    if not reader.accept("sign", _CLOSING[bracket]):
        rewrite = reader.text + _CLOSING[bracket] if reader.token.kind == "end" else ""
        raise reader.error(f"'{bracket}' is not closed here: '{_CLOSING[bracket]}' is missing", None, rewrite)
    reader.brackets -= 1


def _group(reader: Reader) -> Node:
    bracket = reader.take().text
    reader.open()
    parts = [_expression(reader)]
    whole = False
    while reader.accept("sign", ","):
        if reader.has("sign", _CLOSING.values()):
            whole = len(parts) == 1
            break
        parts.append(_expression(reader))
    _close(reader, bracket)
    if len(parts) == 1 and bracket == "(" and _is_die(reader):
        return _pool(reader, parts[0])
    group = Group(tuple(parts), whole)
    modified = _modified(reader, group, braces=bracket == "{")
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
    if name.text not in _SEVERAL_ARGUMENTS and len(arguments) > 1:
        raise reader.error(f"{name.text} takes one argument, here are {len(arguments)}", name)
    return Call(name.text, tuple(arguments))


def _modified(
    reader: Reader,
    target: Pool | Group,
    *,
    first: tuple[DiceModifier, ...] = (),
    start: Token | None = None,
    braces: bool = False,
) -> Node:
    """A pool or group with the modifiers that follow it, the first of them known already."""
    start = start if start is not None and first else reader.token
    modifiers = Modifiers(reader, target, first, can_be_counted=braces or isinstance(target, Pool))
    runs = list(modifiers.runs())
    node: Node = target
    if braces and isinstance(target, Group):
        counted = any(isinstance(each, Count) for run in runs for each in run)
        if (
            reader.dialect.braces == EACH
            and counted
            and len(target.parts) == 1
            and shape(target.parts[0]) == ARITHMETIC
        ):
            return _each(target.parts[0], runs[0], reader, start)
        if len(target.parts) == 1 and (reader.dialect.braces == WHOLE or (reader.dialect.braces == COUNT and counted)):
            node = Group(target.parts, whole=True)
    reader.add_brackets(max(0, len(runs) - 1))
    for place, run in enumerate(runs):
        modified = Modified(Group((node,)) if place else node, run)
        check_modified(modified, reader, start)
        node = modified
    if modifiers.margin is not None:
        node = _margin(node, modifiers.margin)
    return node


def _margin(node: Node, test: FaceTest) -> Node:
    """How far a total is from a number, above it or, for a test with <, below."""
    number: Node = Number(test.number) if test.number >= 0 else Negative(Number(-test.number))
    under = test.operator in {"<", "<="}
    return Binary("-", number, node) if under else Binary("-", node, number)


def _each(part: Node, run: tuple[DiceModifier, ...], reader: Reader, start: Token) -> Node:
    """A count of every die of a sum with the numbers of the sum added to it, as Roll20 reads {3d20+5}>21."""
    pools, added = _summands(part, reader, start)
    if not pools or not isinstance(run[0], Count):
        raise reader.error("a sum in braces can be counted, and nothing else", start)
    tests = ((each.condition, each.worth) for each in run[0].tests)
    count = Count(tuple(Tally(FaceTest(test.operator, test.number - added), worth) for test, worth in tests))
    node: Node | None = None
    for pool in pools:
        counted = Modified(pool, (count,))
        check_modified(counted, reader, start)
        node = counted if node is None else Binary("+", node, counted)
    return node or part


def _summands(part: Node, reader: Reader, start: Token) -> tuple[list[Pool], int]:
    """The pools of a sum, and what its numbers come to."""
    match part:
        case Pool():
            return [part], 0
        case Number(digits, 0):
            return [], digits
        case Binary("+", left, right):
            pools, added = _summands(left, reader, start)
            more, rest = _summands(right, reader, start)
            return pools + more, added + rest
        case Binary("-", left, Number(digits, 0)):
            pools, added = _summands(left, reader, start)
            return pools, added - digits
        case _:
            raise reader.error("braces that are counted hold dice and whole numbers, added up", start)


def _plain(reader: Reader, part: Number | Call) -> Number | Call:
    """A number or function, which modifiers may not follow."""
    token = reader.token
    if token.kind in {"word", "sign"} and token.text in reader.dialect.modifiers:
        Modifiers(reader, part, (), can_be_counted=False)
        raise reader.error("only dice and groups in brackets take modifiers", token)
    return part


def _no_operand(reader: Reader) -> NotationError:
    token = reader.token
    if token.kind == "end":
        return reader.error("the expression ends too early: a number, dice or a bracket is missing")
    return reader.error(f"a number, dice or a bracket should stand here, not {token.text!a}")


def _left_over(reader: Reader) -> NotationError:
    token = reader.token
    if token.kind == "sign" and token.text in LEVELS:
        return reader.error(f"{reader.dialect.title} has no {token.text}")
    if token.kind == "sign" and token.text == "=":
        rewrite = reader.spliced(token.start, token.end, "==")
        return reader.error("a comparison for equality is written ==", None, rewrite)
    if token.kind == "sign" and token.text == "(":
        return reader.error("an operator is missing here", None, reader.spliced(token.start, token.start, "*"))
    if token.kind == "sign" and token.text in ")}":
        return reader.error(f"'{token.text}' closes nothing", None, reader.spliced(token.start, token.end, ""))
    if token.kind == "sign" and token.text == "#":
        return reader.error("a repeat stands first on the line: N#expression; a comment after a space")
    return reader.error(f"an operator should stand here, not {token.text!a}")
