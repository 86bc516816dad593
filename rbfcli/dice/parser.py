"""Dice notation as trees."""

from __future__ import annotations

from functools import lru_cache

from rbfcli.core.errors import LimitReached, NotationError, UsageError
from rbfcli.core.limits import DICE_LETTERS
from rbfcli.dice.arithmetic import check_line, check_modified, check_operation, check_pool, constant, fits
from rbfcli.dice.ast import (
    ARITHMETIC,
    LEVELS,
    PARITIES,
    Binary,
    Call,
    Clamp,
    Count,
    CountFaces,
    Drop,
    Explode,
    FaceTest,
    Group,
    Keep,
    Labelled,
    Mark,
    MinMax,
    Modified,
    Negate,
    Negative,
    Number,
    Pool,
    Relabel,
    Reroll,
    RollLine,
    Unique,
    line_text,
    pools,
    shape,
)
from rbfcli.dice.dialects import (
    APART,
    COUNT,
    DIALECTS,
    EACH,
    FUDGE,
    HIGHEST,
    HUNDRED,
    LEAST,
    LOWEST,
    NATIVE,
    REFUSE,
    SHARE,
    WHOLE,
    Dialect,
    Reading,
    Refusal,
)
from rbfcli.dice.lexer import Reader, Token

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rbfcli.dice.ast import DiceModifier, Node, Selector


COMPARATORS = frozenset({"=", "<", ">", "<=", ">=", "<>"})
_OPPOSITE = {"<": ">=", ">": "<=", "<=": ">", ">=": "<", "even": "odd", "odd": "even"}
_TWO_TOGETHER = (Keep, Drop, Reroll, Explode, Count)


class Modifiers:
    """All modifiers that follow here, in runs that act one after another, and the margin that ends them, if any.

    Raises NotationError for one that is incomplete, ambiguous, or not of the dialect.
    """

    def __init__(self, reader: Reader, target: Node, first: tuple[DiceModifier, ...], *, can_be_counted: bool) -> None:
        self.reader = reader
        self.target = target
        self.margin: FaceTest | None = None
        self.found = [*first]
        self._can_be_counted = can_be_counted
        while self.margin is None:
            start = reader.token
            known = reader.dialect.modifiers
            if start.kind in {"word", "sign"} and start.text in known:
                self._read(reader.take())
            elif self._is_shared():
                self._share()
            elif not self._is_compared():
                break
            elif reader.dialect.glued == COUNT:
                self.found.append(Count(tuple(CountFaces(test, 1) for test in self._tests(start))))
            elif reader.dialect.glued == REFUSE and (reader.is_glued or start.text not in reader.dialect.operators):
                raise self._both_ways(start)
            else:
                break

    def runs(self) -> Iterable[tuple[DiceModifier, ...]]:
        """The modifiers in the order in which they act; those of one kind in a row as one, or each by itself."""
        order = self.reader.dialect.order
        if order:
            self.found.sort(key=lambda each: order.index(type(each).__name__))
        run: list[DiceModifier] = []
        for each in self.found:
            if not run or type(each) is not type(run[-1]) or not isinstance(each, _TWO_TOGETHER):
                run.append(each)
            elif self.reader.dialect.joins == APART and not isinstance(each, Count):
                yield tuple(run)
                run = [each]
            else:
                run[-1:] = _joined(run[-1], each, shared=self.reader.dialect.joins == SHARE)
        if run:
            yield tuple(run)

    def _is_shared(self) -> bool:
        """Whether a selection follows that may select the same dice again: kh1|kl1, our spelling of Avrae's kh1kl1."""
        reader = self.reader
        selects = bool(self.found) and isinstance(self.found[-1], Keep | Drop)
        return selects and reader.dialect is NATIVE and reader.has("sign", "|")

    def _share(self) -> None:
        self.reader.take()
        before = self.found.pop()
        if not self.reader.has("word", self.reader.dialect.modifiers):
            raise self.reader.error("a second keep or drop should stand after |")
        self._read(self.reader.take())
        joined = _joined(before, self.found.pop(), shared=True)
        if len(joined) > 1:
            raise self.reader.error("| stands between two keeps, or two drops")
        self.found += joined

    def _is_compared(self) -> bool:
        """Whether a comparison with a number follows, of dice that are not counted yet."""
        reader, dialect = self.reader, self.reader.dialect
        if not self._can_be_counted or not (reader.has("sign", dialect.tests) or reader.has("sign", dialect.instead)):
            return False
        at = reader.at + 1
        at += (reader.tokens[at].kind, reader.tokens[at].text) == ("sign", "-")
        is_pool = reader.tokens[at].kind == "number" and reader.tokens[at + 1].text[:1] == "d"
        counted = any(isinstance(each, Count) for each in self.found)
        return reader.tokens[at].kind == "number" and not is_pool and not counted

    def _both_ways(self, sign: Token) -> NotationError:
        """The error for a comparison right after dice, which may count them or compare their total."""
        reader = self.reader
        minus, number = (each.text for each in reader.tokens[reader.at + 1 : reader.at + 3])
        number = f"-{number}" if minus == "-" else minus
        if "cs" in reader.dialect.modifiers and isinstance(reader.dialect.modifiers["cs"], Reading):
            counted = reader.spliced(sign.start, sign.start, "cs")
            return reader.error(f"{reader.dialect.title} compares nothing: cs counts dice", sign, counted)
        counted = reader.spliced(sign.start, sign.start, "t")
        compared = reader.spliced(sign.start, sign.end, f" {'==' if sign.text == '=' else sign.text} ")
        least = f", t{number} those of at least {number}" if sign.text == "=" else ""
        message = f"ambiguous '{sign.text}': t{sign.text}{number} counts such dice{least}; spaces compare the total"
        return reader.error(message, sign, counted, compared)

    def _read(self, word: Token) -> None:
        reading = self._reading(word)
        if isinstance(reading, Refusal):
            raise self._refused(word, reading)
        does = reading.does
        match reading.takes:
            case "nothing":
                self._add_plain(does)
            case "values":
                self.found.append(Relabel(self._values(word)))
            case "number":
                self.found.append(_selected(does, self._number(word, reading.bare)))
            case _:
                self._add_tested(does, word, reading)

    def _reading(self, word: Token) -> Reading | Refusal:
        """How the dialect reads a spelling with what follows it."""
        known = self.reader.dialect.modifiers
        first, second = (*self.reader.tokens[self.reader.at :][:2], self.reader.tokens[-1])[:2]
        if first.kind == "number":
            return known.get(word.text + first.text) or known.get(f"{word.text}#") or known[word.text]
        if (first.kind, first.text, second.kind) == ("sign", "=", "number"):
            return known.get(f"{word.text}=#") or known[word.text]
        return known[word.text]

    def _refused(self, word: Token, refusal: Refusal) -> NotationError:
        """The error for a spelling that the dialect refuses, with its condition put into the lines to write instead."""
        reader = self.reader
        comparator, number, end = "", "", word.end
        for token in reader.tokens[reader.at : reader.at + 2]:
            if token.kind == "sign" and token.text in COMPARATORS and not comparator:
                comparator, end = token.text, token.end
            elif token.kind == "number" and not number:
                number, end = token.text, token.end
        rest = reader.spliced(word.start, end, "").strip()
        said = {
            "n": number,
            "c": comparator + number,
            "e": (comparator or "=") + number,
            "h": self._face(HIGHEST) or "",
            "all": rest,
        }
        rewrites = [
            each.format(**said) if "{all}" in each else reader.spliced(word.start, end, each.format(**said))
            for each in refusal.rewrites
            if number or "{n}" not in each
        ]
        return reader.error(refusal.message.format(**said), word, *rewrites)

    def _add_plain(self, does: str) -> None:
        if does in PARITIES:
            if self.found and isinstance(self.found[-1], Count):
                raise self.reader.error("dice are counted once")
            self.found.append(Count((CountFaces(FaceTest(does), 1),)))
        elif does == "unique":
            self.found.append(Unique())

    def _add_tested(self, does: str, word: Token, reading: Reading) -> None:
        tests = self._tests(word, reading)
        match does:
            case "k" | "p":
                self.found.append((Keep if does == "k" else Drop)(tests))
            case "rr" | "ro" | "ra":
                self.found.append(Reroll(does, tests))
            case "t" if self.reader.dialect.joins == APART and self.found and isinstance(self.found[-1], Count):
                raise self.reader.error("dice are counted once: df deducts those that failed", word)
            case "f" if self.reader.dialect.glued == COUNT and not any(isinstance(each, Count) for each in self.found):
                raise self.reader.error("failures are counted after successes: 5d10>7f1", word)
            case "t" | "f":
                self.found.append(Count(tuple(CountFaces(test, 1 if does == "t" else -1) for test in tests)))
            case "crit" | "fumble":
                self.found += [Mark(test, does == "fumble") for test in tests]
            case "neg":
                self.found += [Negate(test) for test in tests]
            case "margin":
                self.margin = tests[0]
            case "deduct":
                self._deduct(word, tests)
            case _:
                self.found.append(self._explosion(does, word, tests))

    def _deduct(self, word: Token, failures: tuple[FaceTest, ...]) -> None:
        """Take off dice that failed. Raises NotationError where the same die would count as a success too."""
        counted = self.found[-1] if self.found else None
        if not isinstance(counted, Count):
            raise self.reader.error(f"{word.text} takes failures off a count: write cs before it", word)
        successes = [each.condition for each in counted.tests]
        numbers = {each.number + step for each in (*successes, *failures) for step in (-1, 0, 1, 2)}
        if any(fits(face, *successes) and fits(face, *failures) for face in numbers):
            raise self.reader.error("a die cannot be a success and a failure at once", word)
        self.found.append(Count(tuple(CountFaces(test, -1) for test in failures)))

    def _explosion(self, does: str, word: Token, tests: tuple[FaceTest, ...]) -> Explode:
        most = 1 if does == "xo" else 0
        if self.reader.accept("word", "upto"):
            most = self._number(word)
            if not most:
                raise self.reader.error("an explosion adds at least one die", word)
        return Explode(tests, most, does.startswith("!!"), does.endswith("p"))

    def _tests(self, word: Token, reading: Reading | None = None) -> tuple[FaceTest, ...]:
        """A comparator with a number, or a bare number; what the reading says where neither follows."""
        reader = self.reader
        if reading is not None:
            if reader.token.kind == "number":
                return (FaceTest(">=" if reading.takes == LEAST else "=", self._number(word)),)
            if reader.has("sign", ("==",)):
                rewrite = reader.spliced(reader.token.start, reader.token.end, "=")
                raise reader.error(f"after {word.text} equality is written =", None, rewrite)
            if not reader.has("sign", COMPARATORS):
                return self._bare(word, reading)
        sign = reader.take()
        if sign.text not in reader.dialect.tests:
            raise self._foreign_test(sign)
        if sign.text == "=" and reader.dialect is NATIVE and reader.has("word", PARITIES):
            return (FaceTest(reader.take().text),)
        number = self._value(word)
        if sign.text == "<>":
            return (FaceTest("<", number), FaceTest(">", number))
        inclusive = reader.dialect.inclusive and sign.text in {"<", ">"}
        return (FaceTest(f"{sign.text}=" if inclusive else sign.text, number),)

    def _bare(self, word: Token, reading: Reading) -> tuple[FaceTest, ...]:
        """The condition of a modifier that has none."""
        explodes = reading.does in {"!", "!!", "!p", "!!p", "xo"}
        if reading.bare == HIGHEST and explodes:
            return ()
        if reading.bare == "failed":
            return self._failed(word)
        face = self._face(reading.bare) if reading.bare else None
        if face is None:
            raise self.reader.error(f"{word.text} needs a condition, such as {word.text}>=3 or {word.text}=1", word)
        return (FaceTest(">=" if reading.does == "margin" else "=", face),)

    def _failed(self, word: Token) -> tuple[FaceTest, ...]:
        """The condition that is met by what the count before does not count."""
        last = self.found[-1] if self.found else None
        tests = [each.condition for each in last.tests] if isinstance(last, Count) else []
        if len(tests) != 1:
            raise self.reader.error(f"{word.text} needs a condition, or one count before it", word)
        (test,) = tests
        if test.operator in _OPPOSITE:
            return (FaceTest(_OPPOSITE[test.operator], test.number),)
        return (FaceTest("<", test.number), FaceTest(">", test.number))

    def _face(self, which: str) -> int | None:
        """The lowest or the highest face of the dice that are modified, if that is one number."""
        try:
            sides = {(constant(pool.sides), pool.fudge) for pool in pools(self.target)}
        except UsageError:
            return None
        if len(sides) != 1:
            return None
        ((known, fudge),) = sides
        if self.found and isinstance(self.found[0], Relabel):
            values = self.found[0].values
            return min(values) if which == LOWEST else max(values)
        if which == LOWEST:
            return -1 if fudge else 1
        return None if known is None else 1 if fudge else int(known)

    def _foreign_test(self, sign: Token) -> NotationError:
        reader, number = self.reader, self.reader.token
        other = reader.dialect.instead.get(sign.text)
        message = f"{reader.dialect.title} has no condition with {sign.text}"
        if other:
            said = f"{message}: its {other} includes the number"
            return reader.error(said, sign, reader.spliced(sign.start, sign.end, other))
        step = {">=": -1, "<=": 1, "=": 0}.get(sign.text)
        if step is None or number.kind != "number" or "." in number.text:
            return reader.error(message, sign)
        written = f"{sign.text.removesuffix('=')}{int(number.text) + step}"
        return reader.error(message, sign, reader.spliced(sign.start, number.end, written))

    def _number(self, word: Token, bare: str = "") -> int:
        reader = self.reader
        if reader.token.kind != "number":
            if bare:
                return int(bare)
            is_one = word.text[-1] in "hl" and reader.token.kind == "end"  # kh, dl: one die where no number is said
            rewrite = reader.spliced(word.end, word.end, "1") if is_one else ""
            raise reader.error(f"{word.text} needs a number", word, rewrite)
        token = reader.take()
        if "." in token.text:
            raise reader.error("a modifier takes a whole number", token)
        return int(token.text)

    def _values(self, word: Token) -> tuple[int, ...]:
        """Whole numbers between brackets, with commas."""
        if not self.reader.accept("sign", "("):
            raise self.reader.error("map needs the values of all faces: d4map(1,2,4,4)", word)
        values = [self._value(word)]
        while self.reader.accept("sign", ","):
            values.append(self._value(word))
        if not self.reader.accept("sign", ")"):
            raise self.reader.error("map needs the values of all faces: d4map(1,2,4,4)", word)
        return tuple(values)

    def _value(self, word: Token) -> int:
        return (-1 if self.reader.accept("sign", "-") else 1) * self._number(word)


def _selected(does: str, number: int) -> DiceModifier:
    match does:
        case "kh" | "kl":
            return Keep((MinMax(does == "kh", number),))
        case "dh" | "dl":
            return Drop((MinMax(does == "dh", number),))
        case _:
            return Clamp(does == "mi", number)


def _joined(first: DiceModifier, second: DiceModifier, *, shared: bool) -> list[DiceModifier]:
    """Two modifiers of one kind in a row as one, if they can be."""
    match first, second:
        case Keep(earlier, one), Keep(later, other):
            return [Keep(earlier + later, (shared or one or other) and _both_ends(earlier + later))]
        case Drop(earlier, one), Drop(later, other):
            return [Drop(earlier + later, (shared or one or other) and _both_ends(earlier + later))]
        case Count(earlier), Count(later):
            return [Count(earlier + later)]
        case Reroll(how, earlier), Reroll(same, later) if how == same:
            return [Reroll(how, earlier + later)]
        case Explode(earlier), Explode(later) if earlier and later and _alike(first, second):
            return [Explode(earlier + later, first.most, first.compound, first.penetrate)]
        case _:
            return [first, second]


def _both_ends(selectors: tuple[Selector, ...]) -> bool:
    """Whether some are highest and some lowest, so that equal dice can be both."""
    return len({each.highest for each in selectors if isinstance(each, MinMax)}) > 1


def _alike(first: Explode, second: Explode) -> bool:
    return Explode((), first.most, first.compound, first.penetrate) == Explode(
        (), second.most, second.compound, second.penetrate
    )


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
    from rbfcli.dice.anydice import operand  # noqa: PLC0415 - only dice of other programs

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
        from rbfcli.dice.anydice import thrown_apart  # noqa: PLC0415 - only dice of other programs

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
        from rbfcli.dice.anydice import faces  # noqa: PLC0415 - only dice of other programs

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
    count = Count(tuple(CountFaces(FaceTest(test.operator, test.number - added), worth) for test, worth in tests))
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


@lru_cache(maxsize=512)
def parse(text: str, dialect: str = "", *, explain: bool = True) -> RollLine:
    """Read a line, as in a dialect if one is named.

    Raises NotationError, its `suggestions` whole lines that parse in the same dialect (none unless `explain`), or
    LimitReached.
    """
    spoken = DIALECTS[dialect] if dialect else NATIVE
    try:
        line = read_line(text, spoken)
    except NotationError as error:
        from rbfcli.dice.foreign import explained, with_text  # noqa: PLC0415 - only dice of other programs

        found = with_text(text, spoken, read_line) if spoken.has_text else None
        if found is None:
            raise explained(error, text, spoken, read_line, suggest=explain) from None
        line = found
    # A line of ours is at most twice as long in its one spelling; one of another dialect may grow to any length.
    if (dialect or 2 * len(text) > DICE_LETTERS) and len(line_text(line)) > DICE_LETTERS:
        raise LimitReached(f"spelt out, the expression is longer than {DICE_LETTERS} characters")
    return line


_SIGNS = ("-", "+")


def expressions(words: Sequence[str], dialect: str = "", *, explain: bool = True) -> list[RollLine]:
    """Read words as one line or several.

    Words that each make a line are that many lines; otherwise all of them, joined by spaces, are one. A number alone or
    a word that begins with a sign goes on from the word before: `2d6 + 3`, `2 d6` and `2d6 -1` are one expression,
    `2d6 1d8` are two. Raises NotationError or LimitReached as for one line.
    """
    if len(words) > 1 and not any(word.startswith(_SIGNS) for word in words[1:]):
        try:
            lines = [parse(word, dialect, explain=False) for word in words]
        except NotationError:
            lines = []
        if lines and not any(isinstance(line.expression, Number) for line in lines):
            return lines
    return [parse(" ".join(words), dialect, explain=explain)]
