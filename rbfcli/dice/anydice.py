"""AnyDice's own syntax: functions in brackets, positions, faces in braces, dice of dice."""

from __future__ import annotations

from rbfcli.core.errors import at_most
from rbfcli.core.limits import DICE_LETTERS
from rbfcli.dice.arithmetic import constant, whole_count
from rbfcli.dice.ast import Binary, Call, Explode, Group, MinMax, Modified, Number, Pool, Select

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from rbfcli.dice.ast import Node
    from rbfcli.dice.lexer import Cursor, Token

    Expression = Callable[[Cursor, int], Node]


_ATOM = 6


def operand(reader: Cursor, expression: Expression) -> Node | None:
    """Parse a function, a negation or a position if one comes next, else return None."""
    is_placed = reader.token.kind == "number" and reader.tokens[reader.at + 1].text == "@"
    if not is_placed and not reader.has("sign", ("[", "!", "{")):
        return None
    start = reader.token
    reader.open()
    node: Node
    if reader.accept("sign", "["):
        node = _function(reader, start, expression)
    elif reader.accept("sign", "!"):
        node = Binary("==", expression(reader, _ATOM), Number(0))
    else:
        places = list(faces(reader)) if start.text == "{" else [_number(reader)]
        node = _placed(reader, start, places, expression)
    reader.brackets -= 1
    return node


def _placed(reader: Cursor, start: Token, places: list[int], expression: Expression) -> Node:
    """Return the dice at the given positions of a pool, counted from the highest."""
    if not reader.accept("sign", "@"):
        raise reader.error("@ needs a list of numbers before it: {1,2}@4d6", start)
    pool = _pool_of(reader, expression)
    first = min(places)
    if sorted(places) != list(range(first, first + len(places))) or first < 1:
        raise reader.error("positions before @ must be numbers: {1..3}@4d6", start)
    higher = Select((MinMax(highest=True, number=first - 1),), keeps=False)
    kept = Select((MinMax(highest=True, number=len(places)),))
    return Modified(pool, (kept,) if first == 1 else (higher, kept))


def _function(reader: Cursor, start: Token, expression: Expression) -> Node:
    """Parse a function in brackets, such as `[highest 2 of 4d6]`.

    The forms are `[highest N of DICE]`, `[lowest ...]`, `[middle ...]`, `[highest of a and b]` and `[explode d6]`.
    """
    name = reader.take().text
    node: Node
    if name == "explode":
        pool = _pool_of(reader, expression)
        if pool.count != Number(1):
            raise reader.error("explode takes one die: [explode d6]", start)
        node = Modified(pool, (Explode(most=2),))
    elif name in {"highest", "lowest", "middle"}:
        node = _kept(reader, name, start, expression)
    else:
        raise reader.error("unknown function; functions: highest, lowest, middle, explode", start)
    if not reader.accept("sign", "]"):
        raise reader.error("missing ']'")
    return node


def _kept(reader: Cursor, name: str, start: Token, expression: Expression) -> Node:
    number = int(reader.take().text) if reader.token.kind == "number" and "." not in reader.token.text else 0
    if not reader.accept("sign", "of"):
        raise reader.error(f"missing arguments: [{name} 1 of 3d6]", start)
    if not number and name != "middle":
        parts = [expression(reader, 2)]
        while reader.accept("sign", "and"):
            parts.append(expression(reader, 2))
        return Call("max" if name == "highest" else "min", tuple(parts))
    pool = _pool_of(reader, expression)
    if name != "middle":
        return Modified(pool, (Select((MinMax(name == "highest", number),)),))
    count = constant(pool.count)
    if count is None or (count - number) % 2 or number > count:
        raise reader.error("middle must leave the same number of dice above and below", start)
    off = int(count - number) // 2
    both_ends = MinMax(highest=True, number=off), MinMax(highest=False, number=off)
    return Modified(pool, (Select(both_ends, keeps=False),))


def _pool_of(reader: Cursor, expression: Expression) -> Pool:
    start = reader.token
    node = expression(reader, _ATOM)
    if not isinstance(node, Pool):
        raise reader.error("missing dice, such as 3d6", start)
    return node


def faces(reader: Cursor) -> tuple[int, ...]:
    """Parse faces in braces: `{1,2,4,4}`, `{1..4}`, `{0:3,1:3}`. Raises NotationError."""
    start = reader.take()
    values: list[int] = []
    while not values or reader.accept("sign", ","):
        first = _number(reader)
        several = [first]
        if reader.accept("sign", ".."):
            last = _number(reader)
            several = list(range(first, last + 1)[: DICE_LETTERS + 1])
        values += several * min(_number(reader) if reader.accept("sign", ":") else 1, DICE_LETTERS + 1)
        if not values:
            raise reader.error("a die must have at least one face", start)
        if len(values) > DICE_LETTERS:  # more than a line can spell out
            raise at_most("a die", f"{DICE_LETTERS:,} listed faces")
    if not reader.accept("sign", "}"):
        raise reader.error("missing '}'")
    return tuple(values)


def _number(reader: Cursor) -> int:
    negative = reader.accept("sign", "-")
    token = reader.take()
    if token.kind != "number" or "." in token.text:
        raise reader.error("expected a whole number", token)
    return -int(token.text) if negative else int(token.text)


def thrown_apart(reader: Cursor, pool: Pool, start: Token) -> Node:
    """Return dice whose faces are the totals of other dice, as a sum of separate rolls."""
    count = constant(pool.count)
    if count is None or count < 1:
        raise reader.error("nested dice need a plain number before the d", start)
    return pool.sides if count == 1 else Group((pool.sides,) * whole_count(count))
