"""A parser from dice notation to expression trees."""

from __future__ import annotations

from functools import lru_cache, partial, reduce

from rbfcli.core.errors import LimitReached, NotationError
from rbfcli.core.limits import DICE_LETTERS
from rbfcli.dice import ast, dialects
from rbfcli.dice.arithmetic import check_line, check_modified, check_operation, check_pool, constant, fits
from rbfcli.dice.ast import LEVELS, PARITIES
from rbfcli.dice.dialects import DIALECTS, NATIVE, Dialect, Meaning, Rejection
from rbfcli.dice.lexer import DIGITS, LETTERS, Cursor, Token

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


COMPARATORS = frozenset({"=", "<", ">", "<=", ">=", "<>"})
# The keep and drop modifiers that a letter for an end can follow: kh, dl.
SELECTORS = frozenset("kdp")
_OPPOSITE = {"<": ">=", ">": "<=", "<=": ">", ">=": "<", "even": "odd", "odd": "even"}
_TWO_TOGETHER = (ast.Select, ast.Reroll, ast.Explode, ast.Count)


class Modifiers:
    """The modifiers that follow a target, in runs that act one after another, and an optional final margin.

    Raises NotationError for a modifier that is incomplete, ambiguous or unknown in the dialect.
    """

    def __init__(
        self, reader: Cursor, target: ast.Node, first: tuple[ast.DiceModifier, ...], *, can_be_counted: bool
    ) -> None:
        self.reader = reader
        self.target = target
        self.margin: ast.FaceTest | None = None
        self.found: list[ast.DiceModifier] = [*first]
        self._can_be_counted = can_be_counted
        while self.margin is None:
            start = reader.token
            known = reader.dialect.modifiers
            is_glued = reader.tokens[reader.at - 1].end == start.start
            if start.kind in {"word", "sign"} and start.text in known:
                self._read(reader.take())
            elif self._share():
                continue
            elif not self._is_compared():
                break
            elif reader.dialect.glued == dialects.COUNT:
                self.found.append(_counted(self._tests(start), 1))
            elif reader.dialect.glued == dialects.REFUSE and (is_glued or reader.dialect is not NATIVE):
                raise self._both_ways(start)
            else:
                break

    def runs(self) -> Iterable[tuple[ast.DiceModifier, ...]]:
        """Yield the modifiers in the order in which they act, consecutive ones of a kind joined if possible."""
        dialect = self.reader.dialect
        if dialect.order:
            self.found.sort(key=lambda each: dialect.order.index(_kind(each)))
        run: list[ast.DiceModifier] = []
        for each in self.found:
            if not run or _kind(each) != _kind(run[-1]) or not isinstance(each, _TWO_TOGETHER):
                run.append(each)
            elif dialect.joins == dialects.APART and not isinstance(each, ast.Count):
                yield tuple(run)
                run = [each]
            else:
                run[-1:] = _joined(run[-1], each, shared=dialect.joins == dialects.SHARE)
        if run:
            yield tuple(run)

    def _share(self) -> bool:
        """Read a second selection after |, which may select the same dice again.

        Example: kh1|kl1, which is Avrae's kh1kl1.
        """
        reader = self.reader
        selects = bool(self.found) and isinstance(self.found[-1], ast.Select)
        if not (selects and reader.dialect is NATIVE and reader.accept("sign", "|")):
            return False
        before = self.found.pop()
        if not reader.has("word", reader.dialect.modifiers):
            raise reader.error("| needs a second keep or drop after it")
        self._read(reader.take())
        joined = _joined(before, self.found.pop(), shared=True)
        if len(joined) > 1:
            raise reader.error("| can only join two keeps or two drops")
        self.found += joined
        return True

    def _is_compared(self) -> bool:
        """Return whether a comparison with a number follows dice that are not counted yet."""
        reader, dialect = self.reader, self.reader.dialect
        if not self._can_be_counted or not (reader.has("sign", dialect.tests) or reader.has("sign", dialect.instead)):
            return False
        at = reader.at + 1
        at += (reader.tokens[at].kind, reader.tokens[at].text) == ("sign", "-")
        is_pool = reader.tokens[at].kind == "number" and reader.tokens[at + 1].text[:1] == "d"
        counted = any(isinstance(each, ast.Count) for each in self.found)
        return reader.tokens[at].kind == "number" and not is_pool and not counted

    def _both_ways(self, sign: Token) -> NotationError:
        """Return the error for a comparison right after dice, which may mean a count or a comparison."""
        reader = self.reader
        minus, number = (each.text for each in reader.tokens[reader.at + 1 : reader.at + 3])
        number = f"-{number}" if minus == "-" else minus
        if "t" not in reader.dialect.modifiers:
            counted = reader.spliced(sign.start, sign.start, "cs")
            return reader.error(f"{reader.dialect.title} has no comparisons: cs counts dice", sign, counted)
        counted = reader.spliced(sign.start, sign.start, "t")
        message = f"ambiguous '{sign.text}': t{sign.text}{number} counts such dice"
        if sign.text == "=":
            said = f"{message}, t{number} counts {number} or more; == with spaces around it compares the total"
            return reader.error(said, sign, counted)
        compared = reader.spliced(sign.start, sign.end, f" {sign.text} ")
        return reader.error(f"{message}; put spaces around it to compare the total", sign, counted, compared)

    def _read(self, word: Token) -> None:
        meaning = self._meaning(word)
        if isinstance(meaning, Rejection):
            raise self._refused(word, meaning)
        reader, after = self.reader, self.reader.token
        if reader.dialect is NATIVE and word.text in SELECTORS and after.kind == "word" and after.start == word.end:
            ends = (reader.spliced(after.start, after.end, end) for end in "hl")
            raise reader.error(f"unknown dice notation '{word.text}{after.text}'", word, *ends)
        match meaning.does, meaning.takes:
            case "ignored", _:
                pass
            case "unique", _:
                self.found.append(ast.Unique())
            case "map", _:
                self.found.append(ast.Relabel(self._values(word)))
            case "mi" | "ma" as does, _:
                self.found.append(ast.Clamp(does == "mi", self._number(word, meaning.bare)))
            case does, "number":
                selector = ast.MinMax(does[1] == "h", self._number(word, meaning.bare))
                self.found.append(ast.Select((selector,), keeps=does[0] == "k"))
            case does, _:
                self._add_tested(does, word, self._tests(word, meaning))

    def _meaning(self, word: Token) -> Meaning | Rejection:
        """Return the meaning of a spelling in the dialect, given the tokens after it."""
        known = self.reader.dialect.modifiers
        first, second = (*self.reader.tokens[self.reader.at :][:2], self.reader.tokens[-1])[:2]
        if first.kind == "number":
            return known.get(word.text + first.text) or known.get(f"{word.text}#") or known[word.text]
        if (first.kind, first.text, second.kind) == ("sign", "=", "number"):
            return known.get(f"{word.text}=#") or known[word.text]
        return known[word.text]

    def _refused(self, word: Token, rejection: Rejection) -> NotationError:
        reader = self.reader
        comparator, number, end = "", "", word.end
        for token in reader.tokens[reader.at : reader.at + 2]:
            if token.kind == "sign" and token.text in COMPARATORS and not comparator:
                comparator, end = token.text, token.end
            elif token.kind == "number" and not number:
                number, end = token.text, token.end
        said = {
            "n": number,
            "c": comparator + number,
            "e": (comparator or "=") + number,
            "h": self._face(dialects.HIGHEST) or "",
            "all": reader.spliced(word.start, end, "").strip(),
        }
        rewrites = [
            each.format(**said) if "{all}" in each else reader.spliced(word.start, end, each.format(**said))
            for each in rejection.rewrites
            if number or "{n}" not in each
        ]
        return reader.error(rejection.message.format(**said), word, *rewrites)

    def _add_tested(self, does: str, word: Token, tests: tuple[ast.FaceTest, ...]) -> None:
        counted = self.found[-1] if self.found and isinstance(self.found[-1], ast.Count) else None
        match does:
            case "k" | "p":
                self.found.append(ast.Select(tests, keeps=does == "k"))
            case "rr" | "ro" | "ra":
                self.found.append(ast.Reroll(does, tests))
            case "t" if counted and self.reader.dialect.joins == dialects.APART:
                raise self.reader.error("dice can only be counted once; df subtracts failures", word)
            case "f" if self.reader.dialect.glued == dialects.COUNT and not any(
                isinstance(each, ast.Count) for each in self.found
            ):
                raise self.reader.error("failures come after successes: 5d10>7f1", word)
            case "deduct" if counted is None:
                raise self.reader.error(f"{word.text} subtracts failures from a count: write cs first", word)
            case "deduct" if counted and _overlap(counted, tests):
                raise self.reader.error("a die cannot be both a success and a failure", word)
            case "t" | "f" | "deduct":
                self.found.append(_counted(tests, 1 if does == "t" else -1))
            case "crit" | "fumble":
                self.found += [ast.Mark(test, does == "fumble") for test in tests]
            case "neg":
                self.found += [ast.Negate(test) for test in tests]
            case "margin":
                self.margin = tests[0]
            case _:
                self.found.append(self._explosion(does, word, tests))

    def _explosion(self, does: str, word: Token, tests: tuple[ast.FaceTest, ...]) -> ast.Explode:
        most = 1 if does == "xo" else 0
        if self.reader.accept("word", "upto"):
            most = self._number(word)
            if not most:
                raise self.reader.error("an explosion must add at least one die", word)
        return ast.Explode(tests, most, does.startswith("!!"), does.endswith("p"))

    def _tests(self, word: Token, meaning: Meaning | None = None) -> tuple[ast.FaceTest, ...]:
        """Read a comparator with a number, or a bare number; by default, return the meaning's own condition."""
        reader = self.reader
        if meaning is not None:
            if meaning.takes == dialects.NOTHING:
                return (ast.FaceTest(meaning.bare),)
            if reader.token.kind == "number":
                return (ast.FaceTest(">=" if meaning.takes == dialects.LEAST else "=", self._number(word)),)
            if reader.has("sign", ("==",)):
                rewrite = reader.spliced(reader.token.start, reader.token.end, "=")
                raise reader.error(f"after {word.text}, use = for equality", None, rewrite)
            if not reader.has("sign", COMPARATORS):
                return self._bare(word, meaning)
        sign = reader.take()
        if sign.text not in reader.dialect.tests:
            raise self._foreign_test(sign)
        if sign.text == "=" and reader.dialect is NATIVE and reader.has("word", PARITIES):
            return (ast.FaceTest(reader.take().text),)
        number = self._value(word)
        if sign.text == "<>":
            return (ast.FaceTest("<", number), ast.FaceTest(">", number))
        inclusive = reader.dialect.inclusive and sign.text in {"<", ">"}
        return (ast.FaceTest(f"{sign.text}=" if inclusive else sign.text, number),)

    def _bare(self, word: Token, meaning: Meaning) -> tuple[ast.FaceTest, ...]:
        explodes = meaning.does in {"!", "!!", "!p", "!!p", "xo"}
        if meaning.bare == dialects.HIGHEST and explodes:
            return ()
        if meaning.bare == "failed":
            return self._failed(word)
        face = self._face(meaning.bare) if meaning.bare else None
        if face is None:
            raise self.reader.error(f"{word.text} needs a condition, such as {word.text}>=3 or {word.text}=1", word)
        return (ast.FaceTest(">=" if meaning.does == "margin" else "=", face),)

    def _failed(self, word: Token) -> tuple[ast.FaceTest, ...]:
        """Return the condition that matches everything the preceding count does not count."""
        last = self.found[-1] if self.found else None
        tests = [each.condition for each in last.tests] if isinstance(last, ast.Count) else []
        if len(tests) != 1:
            raise self.reader.error(f"{word.text} needs a condition, or one count before it", word)
        (test,) = tests
        if test.operator in _OPPOSITE:
            return (ast.FaceTest(_OPPOSITE[test.operator], test.number),)
        return (ast.FaceTest("<", test.number), ast.FaceTest(">", test.number))

    def _face(self, which: str) -> int | None:
        """Return the lowest or highest face of the modified dice, or None if it is not a single number."""
        kinds = {(constant(pool.sides), pool.fudge) for pool in ast.pools(self.target)}
        if len(kinds) != 1:
            return None
        ((sides, fudge),) = kinds
        if self.found and isinstance(self.found[0], ast.Relabel):
            values = self.found[0].values
            return min(values) if which == dialects.LOWEST else max(values)
        if which == dialects.LOWEST:
            return -1 if fudge else 1
        return None if sides is None else 1 if fudge else int(sides)

    def _foreign_test(self, sign: Token) -> NotationError:
        reader, number = self.reader, self.reader.token
        other = reader.dialect.instead.get(sign.text)
        message = f"{reader.dialect.title} has no condition with {sign.text}"
        if other:
            said = f"{message}: {other} includes the number"
            return reader.error(said, sign, reader.spliced(sign.start, sign.end, other))
        step = {">=": -1, "<=": 1, "=": 0}.get(sign.text)
        if step is None or number.kind != "number" or "." in number.text:
            return reader.error(message, sign)
        written = f"{sign.text.removesuffix('=')}{int(number.text) + step}"
        return reader.error(message, sign, reader.spliced(sign.start, number.end, written))

    def _number(self, word: Token, bare: str = "") -> int:
        reader = self.reader
        if reader.token.kind == "number":
            return reader.whole(reader.take(), "the number of a modifier")
        if bare:
            return int(bare)
        is_one = word.text[-1] in "hl" and reader.token.kind == "end"  # kh, dl: one die by default
        rewrite = reader.spliced(word.end, word.end, "1") if is_one else ""
        raise reader.error(f"{word.text} needs a number", word, rewrite)

    def _values(self, word: Token) -> tuple[int, ...]:
        values: list[int] = []
        while self.reader.accept("sign", "," if values else "("):
            values.append(self._value(word))
        if not values or not self.reader.accept("sign", ")"):
            raise self.reader.error("map needs a value for every face: d4map(1,2,4,4)", word)
        return tuple(values)

    def _value(self, word: Token) -> int:
        return (-1 if self.reader.accept("sign", "-") else 1) * self._number(word)


def _kind(modifier: ast.DiceModifier) -> str:
    return "Drop" if isinstance(modifier, ast.Select) and not modifier.keeps else type(modifier).__name__


def _counted(tests: tuple[ast.FaceTest, ...], worth: int) -> ast.Count:
    return ast.Count(tuple(ast.CountFaces(test, worth) for test in tests))


def _overlap(counted: ast.Count, tests: tuple[ast.FaceTest, ...]) -> bool:
    conditions = [each.condition for each in counted.tests]
    faces = {each.number + step for each in (*conditions, *tests) for step in (-1, 0, 1, 2)}
    return any(fits(face, *conditions) and fits(face, *tests) for face in faces)


def _joined(first: ast.DiceModifier, second: ast.DiceModifier, *, shared: bool) -> list[ast.DiceModifier]:
    """Return two consecutive modifiers as one if they can be joined, else both."""
    match first, second:
        case ast.Select(earlier, one, keeps), ast.Select(later, other, same) if keeps == same:
            ends = {each.highest for each in earlier + later if isinstance(each, ast.MinMax)}
            return [ast.Select(earlier + later, (shared or one or other) and len(ends) > 1, keeps)]
        case ast.Count(earlier), ast.Count(later):
            return [ast.Count(earlier + later)]
        case ast.Reroll(how, earlier), ast.Reroll(same, later) if how == same:
            return [ast.Reroll(how, earlier + later)]
        case ast.Explode(earlier, most, compound, penetrate), ast.Explode(later) if earlier and later:
            is_alike = second == ast.Explode(later, most, compound, penetrate)
            return [ast.Explode(earlier + later, most, compound, penetrate)] if is_alike else [first, second]
        case _:
            return [first, second]


_SEVERAL_ARGUMENTS = frozenset({"max", "min"})
_CLOSING = {"(": ")", "{": "}"}


def read_line(text: str, dialect: Dialect, end: int | None = None) -> ast.RollLine:
    """Parse a line, or its beginning up to `end`, and check it.

    Raises NotationError, whose rewrites have not been tried yet, or LimitReached.
    """
    reader = Cursor(text, dialect, end)
    if reader.token.kind in {"end", "comment"}:
        raise reader.error("missing dice expression, such as 2d6+3")
    times = _times(reader)
    expression = _expression(reader)
    against = _expression(reader, 2) if reader.accept("word", "vs") else None
    comment = reader.take().text if reader.token.kind == "comment" else ""
    if reader.token.kind != "end":
        raise _left_over(reader)
    if dialect.cuts and _can_be_broken(expression):
        expression = ast.Call("trunc", (expression,))
    line = ast.RollLine(expression, against, times, comment)
    check_line(line, reader)
    # Native lines at most double in length in canonical form; lines of other dialects can grow to any length.
    if dialect is not NATIVE or 2 * len(text) > DICE_LETTERS:
        _check_spelt_out(line, text)
    return line


def _check_spelt_out(line: ast.RollLine, text: str) -> None:
    spelt = ast.line_text(line)
    if spelt == text:
        return
    try:
        read_line(spelt, NATIVE)
    except LimitReached as limit:
        limit.message = f"in rbf's own notation, {limit.message}"
        raise


def _can_be_broken(node: ast.Node) -> bool:
    match node:
        case ast.Number(_, places):
            return places > 0
        case ast.Pool():
            return False
        case ast.Binary("/"):
            return True
        case _:
            return any(map(_can_be_broken, ast.parts(node)))


def _times(reader: Cursor) -> int | None:
    first, second = reader.tokens[:2]
    if first.kind != "number" or (second.kind, second.text) != ("sign", "#"):
        return None
    reader.at += 2
    return reader.whole(first, "the repeat count")


def _expression(reader: Cursor, least: int = 1) -> ast.Node:
    """Parse operators that bind at least as tightly as `least`, with their operands."""
    signs = ""
    while reader.has("sign", "+-"):
        signs += reader.take().text
    left = _operand(reader)
    if signs:
        left = _operations(reader, left, LEVELS["**"])
        left = ast.Negative(left) if signs.count("-") % 2 else left
    return _operations(reader, left, least)


def _operations(reader: Cursor, left: ast.Node, least: int) -> ast.Node:
    compared = False
    operators = reader.dialect.operators
    while reader.has("sign", operators) and (level := LEVELS[operators[reader.token.text]]) >= least:
        token = reader.take()
        if compared and level == 1:
            raise reader.error("comparisons cannot be chained: put the first in parentheses", token)
        compared = level == 1
        operator = operators[token.text]
        right = _expression(reader, level if operator == "**" else level + 1)
        left = ast.Binary(operator, left, right)
        check_operation(left, reader, token)
    return left


def _operand(reader: Cursor) -> ast.Node:
    token = reader.token
    part: ast.Node
    if reader.dialect.anydice and token.kind in {"sign", "number"} and (found := _of_anydice(reader)):
        part = found
    elif token.kind == "number":
        part = _number_or_pool(reader)
    elif _is_die(reader):
        reader.term()
        part = _pool(reader, ast.Number(1))
    elif reader.has("sign", _CLOSING):
        part = _group(reader)
    elif reader.has("word", reader.dialect.functions):
        part = _plain(reader, _call(reader))
    else:
        is_cut = token.kind == "end"
        told = "the expression ends too early: missing number, dice or bracket"
        raise reader.error(told if is_cut else f"expected a number, dice or a bracket, not {token.text!a}")
    while reader.token.kind == "label":
        part = ast.Labelled(part, reader.take().text)
    return part


def _of_anydice(reader: Cursor) -> ast.Node | None:
    from rbfcli.dice.foreign import operand  # noqa: PLC0415 - only dice of other programs

    return operand(reader, _expression)


def _number_or_pool(reader: Cursor) -> ast.Node:
    reader.term()
    token = reader.take()
    if _is_die(reader):
        return _pool(reader, ast.Number(reader.whole(token, "the number of dice")))
    return _plain(reader, _number(token))


def _is_die(reader: Cursor) -> bool:
    """Return whether a d follows, alone or with the letter of a die, as in dF."""
    text = reader.token.text
    return reader.token.kind == "word" and text[0] == "d" and (text == "d" or text[1:] in reader.dialect.dice)


def _number(token: Token) -> ast.Number:
    whole, _, decimals = token.text.partition(".")
    decimals = decimals.rstrip("0")
    return ast.Number(int(whole + decimals), len(decimals))


def _pool(reader: Cursor, count: ast.Node) -> ast.Node:
    letter = reader.take().text[1:]
    start = reader.token
    pool, first = _thrown(reader, count, letter)
    if reader.dialect.anydice and constant(pool.sides) is None:
        from rbfcli.dice.foreign import thrown_apart  # noqa: PLC0415 - only dice of other programs

        return thrown_apart(reader, pool, start)
    check_pool(pool, reader, start)
    return _modified(reader, pool, first=first, start=start)


def _thrown(reader: Cursor, count: ast.Node, letter: str) -> tuple[ast.Pool, tuple[ast.DiceModifier, ...]]:
    """Parse the sides after d, and return the pool and any modifier that relabels its faces."""
    dialect = reader.dialect
    if not letter and reader.token.text in dialect.dice:
        letter = reader.take().text
    values = dialect.dice.get(letter)
    if values is None and dialect.anydice and reader.has("sign", "{"):
        from rbfcli.dice.foreign import faces  # noqa: PLC0415 - only dice of other programs

        values = faces(reader)
    if values is not None:
        is_usual = values is dialects.FUDGE or values == tuple(range(1, len(values) + 1))
        pool = ast.Pool(count, ast.Number(len(values)), fudge=values is dialects.FUDGE)
        return pool, () if is_usual else (ast.Relabel(values),)
    if reader.accept("sign", "("):
        reader.open()
        sides = _expression(reader)
        _close(reader, "(")
        return ast.Pool(count, sides), ()
    token = reader.token
    if token.text == "%":
        raise reader.error(f"{dialect.title} has no d%", token, reader.spliced(token.start, token.end, "100"))
    if token.kind != "number":
        raise reader.error("missing number of sides, such as d6, d% or dF")
    return ast.Pool(count, ast.Number(reader.whole(reader.take(), "the number of sides"))), ()


def _close(reader: Cursor, bracket: str) -> None:
    if not reader.accept("sign", _CLOSING[bracket]):
        rewrite = reader.text + _CLOSING[bracket] if reader.token.kind == "end" else ""
        raise reader.error(f"missing '{_CLOSING[bracket]}' for '{bracket}'", None, rewrite)
    reader.brackets -= 1


def _group(reader: Cursor) -> ast.Node:
    bracket = reader.take().text
    reader.open()
    parts = [_expression(reader)]
    ends_in_comma = False
    while reader.accept("sign", ",") and not (ends_in_comma := reader.has("sign", _CLOSING.values())):
        parts.append(_expression(reader))
    whole = ends_in_comma and len(parts) == 1
    _close(reader, bracket)
    if len(parts) == 1 and bracket == "(" and _is_die(reader):
        return _pool(reader, parts[0])
    return _modified(reader, ast.Group(tuple(parts), whole), braces=bracket == "{")


def _call(reader: Cursor) -> ast.Call:
    name = reader.take()
    if not reader.accept("sign", "("):
        raise reader.error(f"{name.text} is a function: {name.text}(expression)", name)
    reader.open()
    arguments = [_expression(reader)]
    while reader.accept("sign", ","):
        arguments.append(_expression(reader))
    _close(reader, "(")
    if name.text not in _SEVERAL_ARGUMENTS and len(arguments) > 1:
        raise reader.error(f"{name.text} takes one argument, not {len(arguments)}", name)
    return ast.Call(name.text, tuple(arguments))


def _modified(
    reader: Cursor,
    target: ast.Pool | ast.Group,
    *,
    first: tuple[ast.DiceModifier, ...] = (),
    start: Token | None = None,
    braces: bool = False,
) -> ast.Node:
    """Parse the modifiers after a pool or group; `first` is already known."""
    start = start if start is not None and first else reader.token
    modifiers = Modifiers(reader, target, first, can_be_counted=braces or isinstance(target, ast.Pool))
    runs = list(modifiers.runs())
    node: ast.Node = target
    if braces and isinstance(target, ast.Group) and len(target.parts) == 1:
        style = reader.dialect.braces
        counted = any(isinstance(each, ast.Count) for run in runs for each in run)
        if style == dialects.EACH and counted and ast.shape(target.parts[0]) == ast.ARITHMETIC:
            return _each(target.parts[0], runs[0], reader, start)
        if style == dialects.WHOLE or (style == dialects.COUNT and counted):
            node = ast.Group(target.parts, whole=True)
    if len(runs) > 1:
        reader.open(added=len(runs) - 1)
    for place, run in enumerate(runs):
        modified = ast.Modified(ast.Group((node,)) if place else node, run)
        check_modified(modified, reader, start)
        node = modified
    if isinstance(node, ast.Group) and len(node.parts) == 1:
        node = node.parts[0]
    if (margin := modifiers.margin) is None:
        return node
    number: ast.Node = ast.Number(abs(margin.number))
    number = ast.Negative(number) if margin.number < 0 else number
    return ast.Binary("-", *((number, node) if margin.operator in {"<", "<="} else (node, number)))


def _each(part: ast.Node, run: tuple[ast.DiceModifier, ...], reader: Cursor, start: Token) -> ast.Node:
    """Return a count of every die in a sum, with the sum's numbers added to each die.

    Roll20 reads {3d20+5}>21 that way.
    """
    pools, added = _summands(part, reader, start)
    if not pools or not isinstance(run[0], ast.Count):
        raise reader.error("a sum in braces can only be counted", start)
    tests = (
        ast.CountFaces(ast.FaceTest(each.condition.operator, each.condition.number - added), each.worth)
        for each in run[0].tests
    )
    count = ast.Count(tuple(tests))
    counted: list[ast.Node] = []
    for pool in pools:
        modified = ast.Modified(pool, (count,))
        check_modified(modified, reader, start)
        counted.append(modified)
    return reduce(partial(ast.Binary, "+"), counted)


def _summands(part: ast.Node, reader: Cursor, start: Token) -> tuple[list[ast.Pool], int]:
    match part:
        case ast.Pool():
            return [part], 0
        case ast.Number(digits, 0):
            return [], digits
        case ast.Binary("+", left, right):
            pools, added = _summands(left, reader, start)
            more, rest = _summands(right, reader, start)
            return pools + more, added + rest
        case ast.Binary("-", left, ast.Number(digits, 0)):
            pools, added = _summands(left, reader, start)
            return pools, added - digits
        case _:
            raise reader.error("braces with a count can only contain dice and whole numbers, added together", start)


def _plain(reader: Cursor, part: ast.Number | ast.Call) -> ast.Number | ast.Call:
    """Return a number or function. Raises NotationError if modifiers follow."""
    token = reader.token
    if token.kind in {"word", "sign"} and token.text in reader.dialect.modifiers:
        Modifiers(reader, part, (), can_be_counted=False)
        raise reader.error("modifiers can only follow dice or a group in brackets", token)
    return part


# Tokens that cannot follow an expression, with the message and the replacement.
_LEFT_OVER = {
    "=": ("a comparison for equality is written ==", "=="),
    "(": ("missing operator", "*("),
    ")": ("unexpected ')'", ""),
    "}": ("unexpected '}'", ""),
    "#": ("a repeat must come first: N#expression; a comment needs a space before #", None),
}


def _left_over(reader: Cursor) -> NotationError:
    token = reader.token
    if token.kind == "sign" and token.text in LEVELS:
        return reader.error(f"{reader.dialect.title} has no {token.text}")
    if token.kind != "sign" or token.text not in _LEFT_OVER:
        return reader.error(f"expected an operator, not {token.text!a}")
    message, instead = _LEFT_OVER[token.text]
    return reader.error(message, None, "" if instead is None else reader.spliced(token.start, token.end, instead))


@lru_cache(maxsize=512)
def parse(text: str, dialect: str = "", *, explain: bool = True) -> ast.RollLine:
    """Parse a line, in a dialect if one is named.

    Raises NotationError, whose `suggestions` are whole lines that parse in the same dialect (none unless `explain`),
    or LimitReached.
    """
    spoken = DIALECTS[dialect] if dialect else NATIVE
    try:
        line = read_line(text, spoken)
    except NotationError as error:
        from rbfcli.dice.foreign import explained, with_text  # noqa: PLC0415 - only dice of other programs

        found = with_text(text, spoken, read_line) if spoken.has_text else None
        if found is None:
            raise explained(error, text, spoken, read_line, suggest=explain) from None
        _check_spelt_out(found, text)
        return found
    return line


_SIGNS = ("-", "+")
_NAME = LETTERS | DIGITS | {"_", "-"}


def expressions(words: Sequence[str], dialect: str = "", *, explain: bool = True) -> list[ast.RollLine]:
    """Parse words as one line or several.

    If every word is a line, each is parsed separately; otherwise all of them, joined by spaces, are one line. A lone
    number or a word that begins with a sign continues the previous word: `2d6 + 3`, `2 d6` and `2d6 -1` are one
    expression, `2d6 1d8` are two. Raises NotationError or LimitReached as for one line.
    """
    if len(words) > 1 and not any(word.startswith(_SIGNS) for word in words[1:]):
        try:
            lines = [parse(word, dialect, explain=False) for word in words]
        except NotationError:
            lines = []
        if lines and not any(isinstance(line.expression, ast.Number) for line in lines):
            return lines
    return [parse(" ".join(words), dialect, explain=explain)]


def is_name(word: str) -> bool:
    """Return whether a word could be a verb or a name."""
    return word[:1] in LETTERS and _NAME.issuperset(word)
