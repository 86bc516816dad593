"""Notation of other programs: suggestions for lines that do not parse, and AnyDice's own syntax.

A line is suggested only if it parses in the dialect of the line that failed. AnyDice has functions in brackets,
positions, faces in braces and dice of dice.
"""

from __future__ import annotations

import re

from rbfcli.core.errors import LimitReached, NotationError, at_most
from rbfcli.core.limits import DICE_LETTERS
from rbfcli.dice import ast
from rbfcli.dice.arithmetic import constant, whole_count
from rbfcli.dice.dialects import DIALECTS, NATIVE, Dialect

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from rbfcli.dice.lexer import Cursor, Token

    Expression = Callable[[Cursor, int], ast.Node]
    # Parses a line, or its beginning up to a place; passed in by the parser to avoid a circular import.
    Read = Callable[[str, Dialect, int | None], ast.RollLine]


# The maximum number of corrections to a suggested line, and of words tried as the beginning of text.
_ATTEMPTS = 8
_WORDS_TRIED = 8
_NO_TEXT = frozenset({"adv", "advantage", "dis", "disadvantage", "keep", "drop"})
_PUNCTUATION = ".,:;!?'\"()"

_ENDS = "highest|lowest|best|worst"
_PLACEHOLDER = re.compile(r"@\{[^}]*\}?|@[\w.]+|\?\{[^}]*\}?|%\{[^}]*\}?|\$\w+")
_TRACKER = re.compile(r"&\{[^}]*\}?")
_NO_NUMBER = re.compile(r"(?<![a-z])vs\.?\s+(?P<word>(?!adv|dis)[a-z]{2,})\s*$", re.IGNORECASE)
_TABLE = re.compile(r"(?<!\d)\d*t\[[^\]]*\]?", re.IGNORECASE)


def _selection(found: re.Match[str]) -> str:
    """Return `keep 3` as kh3, `drop lowest` as dl1."""
    end = (found["end"] or found["last"] or "").lower()
    keeps = (found["verb"] or "keep").lower() == "keep"
    high = end in {"highest", "best"} if end else keeps
    return f"{'k' if keeps else 'd'}{'h' if high else 'l'}{found['number'] or 1}"


# Notation from other programs and everyday writing: its pattern, the message and the replacement. No text may match a
# pattern in many ways, as the search would try them all: a pattern that begins with spaces begins at the first of them.
_MEANT: tuple[tuple[str, str, str | Callable[[re.Match[str]], str]], ...] = (
    (
        r"^\s*[/!](?:roll|r|gmroll|gmr|gr|publicroll|pr|blindroll|br|selfroll|sr)\s+(?=\S)",
        "dice notation has no chat commands",
        "",
    ),
    (r"^\s*\[\[([^\[\]]*)\]\]\s*$", "[[ ]] is not needed here", r"\1"),
    (r"\[\[([^\[\]]*)\]\]", "[[ ]] is not needed here", r"(\1)"),
    (
        r"(?<!\s)\s*+(?://\s*|/\*\s*(?=.*\*/\s*$))(?P<comment>.*?)\s*(?:\*/\s*)?$",
        "a comment begins with #",
        r" # \g<comment>",
    ),
    (
        r"(?<![a-z])(?:vs\.?|versus|against)\s++(?:[a-z]++\s++)*+(?:ac|dc|tn)?(?=\d)",
        "vs needs a number or dice",
        "vs ",
    ),
    (
        (
            rf"(?<!\s)\s*+,?\s*+(?<![a-z])(?:(?P<verb>keep|drop)|(?={_ENDS}))\s*(?:the\s+)?(?P<end>{_ENDS})?\s*(?P<number>\d+)?"
            rf"(?:\s*(?P<last>{_ENDS}))?(?!\w)"
        ),
        "write {written} for {typed}",
        _selection,
    ),
    (
        r"^\s*(?P<times>\d+)\s*[x\u00d7]\s*(?=[\d({]*d)",
        "write {times}# to repeat a roll {times} times",
        r"\g<times>#",
    ),
    (r"(?<![A-Za-z])w(?=\d|%)", "dice are written with d", "d"),
)


def with_text(text: str, dialect: Dialect, read: Read) -> ast.RollLine | None:
    """Parse a line with trailing text, which becomes its comment. Returns None if no beginning parses."""
    for start in reversed(_beginnings_of_text(text)):
        if line := _attempt(text, dialect, read, start):
            return ast.RollLine(line.expression, line.against, line.times, text[start:].strip())
    return None


def _attempt(text: str, dialect: Dialect, read: Read, end: int | None = None) -> ast.RollLine | None:
    """Return the parsed line, or its beginning up to `end`, or None if it does not parse."""
    try:
        return read(text, dialect, end)
    except (NotationError, LimitReached):
        return None


def _beginnings_of_text(text: str) -> list[int]:
    words = [(word.start(), word.group().strip(_PUNCTUATION).lower()) for word in re.finditer(r"\S+", text)][1:]
    plain = [start for start, word in words if len(word) > 1 and word.isalpha() and word not in _NO_TEXT]
    return plain[:_WORDS_TRIED]


def explained(error: NotationError, text: str, dialect: Dialect, read: Read, *, suggest: bool) -> NotationError:
    """Return the error with suggestions that parse, or with a hint about the notation's origin."""
    if not suggest:
        return _said(error, ())
    if hint := _not_dice(text, error):
        return _said(error, (), hint)
    for pattern, message, replacement in _MEANT:
        if found := re.search(pattern, text, re.IGNORECASE):
            meant = re.sub(pattern, replacement, text, flags=re.IGNORECASE)
            if rewrites := _readable((meant.strip().removesuffix(" #"),), dialect, read):
                column = found.start() + len(found.group()) - len(found.group().lstrip())
                typed, written = found.group().strip(" ,"), "" if isinstance(replacement, str) else replacement(found)
                said = message.format(typed=typed, written=written, **found.groupdict())
                return NotationError(said, text=text, column=column, rewrites=rewrites)
    rewrites = _readable(error.suggestions, dialect, read)
    if dialect is NATIVE and (not rewrites or len(rewrites) < len(error.suggestions)):
        known = {ast.line_text(read(line, dialect, None)) for line in rewrites}
        others = {line: names for line, names in _read_elsewhere(text, read).items() if line not in known}
        ways = (f"{line} (as --dialect {' or '.join(names)} reads it)" for line, names in others.items())
        if others:
            return _said(error, (*rewrites, *others), f"write {' or '.join((*rewrites, *ways))}")
    rewrites = rewrites or _with_comment(text, dialect, read)
    plain = dialect is not NATIVE and not rewrites and _attempt(text, NATIVE, read) is not None
    return _said(error, rewrites, "remove --dialect: this is rbf's own notation" if plain else "")


def _said(error: NotationError, rewrites: tuple[str, ...], hint: str = "") -> NotationError:
    return NotationError(error.message, text=error.text, column=error.column, rewrites=rewrites, hint=hint)


def _not_dice(text: str, error: NotationError) -> str:
    """Return a hint for a word that only a virtual tabletop knows; empty if the error is about something else."""
    if found := _TRACKER.search(text):
        return f"remove {found.group()}; to set the turn order: init --set WHO=N"
    if found := _PLACEHOLDER.search(text):
        return f"replace {found.group()} with the number" if found.start() <= error.column < found.end() else ""
    if found := _NO_NUMBER.search(text):
        return f"replace {found['word']} with a number or dice" if error.column > found.start() else ""
    if found := _TABLE.search(text):
        return "rbf has no tables here: roll a number and look it up" if "[" in found.group() else ""
    return ""


def _readable(lines: tuple[str, ...], dialect: Dialect, read: Read) -> tuple[str, ...]:
    """Return the lines that parse once their own errors are corrected."""
    return tuple(dict.fromkeys(filter(None, (_corrected(line, dialect, read) for line in lines))))


def _corrected(text: str, dialect: Dialect, read: Read) -> str:
    """Return the line if it parses, else its corrected form, or an empty string if corrections do not help."""
    for _ in range(_ATTEMPTS):
        try:
            read(text, dialect, None)
        except NotationError as error:
            text = next(iter(error.suggestions), "")
        except LimitReached:
            return ""
        else:
            return text
    return ""


def _read_elsewhere(text: str, read: Read) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, dialect in DIALECTS.items():
        if line := _attempt(text, dialect, read):
            found.setdefault(ast.line_text(line), []).append(name)
    return found


def _with_comment(text: str, dialect: Dialect, read: Read) -> tuple[str, ...]:
    """Return the line with its trailing text as a comment, keeping as much dice notation as possible."""
    lines = (f"{text[:start].rstrip()} # {text[start:]}" for start in reversed(_beginnings_of_text(text)))
    return tuple(line for line in lines if _attempt(line, dialect, read))[:1]


# AnyDice.

_ATOM = 6


def operand(reader: Cursor, expression: Expression) -> ast.Node | None:
    """Parse a function, a negation or a position if one comes next, else return None."""
    is_placed = reader.token.kind == "number" and reader.tokens[reader.at + 1].text == "@"
    if not is_placed and not reader.has("sign", ("[", "!", "{")):
        return None
    start = reader.token
    reader.open()
    node: ast.Node
    if reader.accept("sign", "["):
        node = _function(reader, start, expression)
    elif reader.accept("sign", "!"):
        node = ast.Binary("==", expression(reader, _ATOM), ast.Number(0))
    else:
        places = list(faces(reader)) if start.text == "{" else [_number(reader)]
        node = _placed(reader, start, places, expression)
    reader.brackets -= 1
    return node


def _placed(reader: Cursor, start: Token, places: list[int], expression: Expression) -> ast.Node:
    """Return the dice at the given positions of a pool, counted from the highest."""
    if not reader.accept("sign", "@"):
        raise reader.error("@ needs a list of numbers before it: {1,2}@4d6", start)
    pool = _pool_of(reader, expression)
    first = min(places)
    if sorted(places) != list(range(first, first + len(places))) or first < 1:
        raise reader.error("positions before @ must be numbers: {1..3}@4d6", start)
    higher = ast.Select((ast.MinMax(highest=True, number=first - 1),), keeps=False)
    kept = ast.Select((ast.MinMax(highest=True, number=len(places)),))
    return ast.Modified(pool, (kept,) if first == 1 else (higher, kept))


def _function(reader: Cursor, start: Token, expression: Expression) -> ast.Node:
    """Parse a function in brackets, such as `[highest 2 of 4d6]`.

    The forms are `[highest N of DICE]`, `[lowest ...]`, `[middle ...]`, `[highest of a and b]` and `[explode d6]`.
    """
    name = reader.take().text
    node: ast.Node
    if name == "explode":
        pool = _pool_of(reader, expression)
        if pool.count != ast.Number(1):
            raise reader.error("explode takes one die: [explode d6]", start)
        node = ast.Modified(pool, (ast.Explode(most=2),))
    elif name in {"highest", "lowest", "middle"}:
        node = _kept(reader, name, start, expression)
    else:
        raise reader.error("unknown function; functions: highest, lowest, middle, explode", start)
    if not reader.accept("sign", "]"):
        raise reader.error("missing ']'")
    return node


def _kept(reader: Cursor, name: str, start: Token, expression: Expression) -> ast.Node:
    number = int(reader.take().text) if reader.token.kind == "number" and "." not in reader.token.text else 0
    if not reader.accept("sign", "of"):
        raise reader.error(f"missing arguments: [{name} 1 of 3d6]", start)
    if not number and name != "middle":
        parts = [expression(reader, 2)]
        while reader.accept("sign", "and"):
            parts.append(expression(reader, 2))
        return ast.Call("max" if name == "highest" else "min", tuple(parts))
    pool = _pool_of(reader, expression)
    if name != "middle":
        return ast.Modified(pool, (ast.Select((ast.MinMax(name == "highest", number),)),))
    count = constant(pool.count)
    if count is None or (count - number) % 2 or number > count:
        raise reader.error("middle must leave the same number of dice above and below", start)
    off = int(count - number) // 2
    both_ends = ast.MinMax(highest=True, number=off), ast.MinMax(highest=False, number=off)
    return ast.Modified(pool, (ast.Select(both_ends, keeps=False),))


def _pool_of(reader: Cursor, expression: Expression) -> ast.Pool:
    start = reader.token
    node = expression(reader, _ATOM)
    if not isinstance(node, ast.Pool):
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


def thrown_apart(reader: Cursor, pool: ast.Pool, start: Token) -> ast.Node:
    """Return dice whose faces are the totals of other dice, as a sum of separate rolls."""
    count = constant(pool.count)
    if count is None or count < 1:
        raise reader.error("nested dice need a plain number before the d", start)
    return pool.sides if count == 1 else ast.Group((pool.sides,) * whole_count(count))
