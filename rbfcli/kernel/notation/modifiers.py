"""Tokens → modifiers of a pool or group, each as the dialect of the line reads it."""

from __future__ import annotations

from rbfcli.kernel.errors import UsageError
from rbfcli.kernel.notation.constant import constant
from rbfcli.kernel.notation.dialects import (
    APART,
    COUNT,
    HIGHEST,
    LEAST,
    LOWEST,
    NATIVE,
    REFUSE,
    SHARE,
    Reading,
    Refusal,
)
from rbfcli.kernel.notation.exact import compare
from rbfcli.kernel.notation.shapes import pools
from rbfcli.kernel.notation.tree import (
    PARITIES,
    Clamp,
    Count,
    Drop,
    Explode,
    Extreme,
    FaceTest,
    Keep,
    Mark,
    Negate,
    Relabel,
    Reroll,
    Tally,
    Unique,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from rbfcli.kernel.errors import NotationError
    from rbfcli.kernel.notation.reader import Reader
    from rbfcli.kernel.notation.tokens import Token
    from rbfcli.kernel.notation.tree import DiceModifier, Node, Selector

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
                self.found.append(Count(tuple(Tally(test, 1) for test in self._tests(start))))
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
            self.found.append(Count((Tally(FaceTest(does), 1),)))
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
                self.found.append(Count(tuple(Tally(test, 1 if does == "t" else -1) for test in tests)))
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
        if any(_fits(face, successes) and _fits(face, failures) for face in numbers):
            raise self.reader.error("a die cannot be a success and a failure at once", word)
        self.found.append(Count(tuple(Tally(test, -1) for test in failures)))

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
        negative = -1 if reader.accept("sign", "-") else 1
        number = negative * self._number(word)
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
            return Keep((Extreme(does == "kh", number),))
        case "dh" | "dl":
            return Drop((Extreme(does == "dh", number),))
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
    return len({each.highest for each in selectors if isinstance(each, Extreme)}) > 1


def _fits(face: int, tests: Iterable[FaceTest]) -> bool:
    return any(compare(each.operator, face, each.number) for each in tests)


def _alike(first: Explode, second: Explode) -> bool:
    return Explode((), first.most, first.compound, first.penetrate) == Explode(
        (), second.most, second.compound, second.penetrate
    )
