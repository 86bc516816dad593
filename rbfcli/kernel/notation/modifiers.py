"""Tokens → modifiers of a pool or group, in the order written."""

from __future__ import annotations

from rbfcli.kernel.notation import ambiguous
from rbfcli.kernel.notation.tree import Clamp, Count, Drop, Explode, Extreme, FaceTest, Keep, Mark, Reroll, Tally

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rbfcli.kernel.notation.reader import Reader
    from rbfcli.kernel.notation.tokens import Token
    from rbfcli.kernel.notation.tree import DiceModifier

COMPARATORS = frozenset({"=", "<", ">", "<=", ">="})
_WORDS = frozenset("kh kl k dh dl d ph pl p rr ro ra r xo x e min mi max ma crit cs t f".split())  # noqa: SIM905 - a row
_SIGNS = frozenset({"!", "!!", "!p", "!!p", "!= glued"})


def modifiers_of(reader: Reader) -> tuple[DiceModifier, ...]:
    """All modifiers that follow here; raises NotationError for one that is incomplete or ambiguous."""
    modifiers: list[DiceModifier] = []
    while reader.has("word", _WORDS) or reader.has("sign", _SIGNS):
        modifier = _modifier(reader, reader.take())
        previous = modifiers.pop() if modifiers else None
        modifiers += [modifier] if previous is None else _joined(previous, modifier)
    return tuple(modifiers)


def _joined(first: DiceModifier, second: DiceModifier) -> list[DiceModifier]:
    """Consecutive keeps, drops and counts act as one on the same pool."""
    match first, second:
        case Keep(earlier), Keep(later):
            return [Keep(earlier + later)]
        case Drop(earlier), Drop(later):
            return [Drop(earlier + later)]
        case Count(tests), Count(more):
            return [Count(tests + more)]
        case _:
            return [first, second]


def _modifier(reader: Reader, word: Token) -> DiceModifier:
    match word.text:
        case "kh" | "kl":
            return Keep((Extreme(word.text == "kh", _number(reader, word)),))
        case "dh" | "dl" | "ph" | "pl":
            return Drop((Extreme(word.text[1] == "h", _number(reader, word)),))
        case "d":
            return Drop((Extreme(highest=False, number=_number(reader, word)),))
        case "k":
            return Keep((_condition(reader, word),))
        case "p":
            return Drop((_condition(reader, word),))
        case "rr" | "ro" | "ra":
            return Reroll(word.text, _condition(reader, word))
        case "mi" | "min" | "ma" | "max":
            return Clamp(word.text.startswith("mi"), _number(reader, word))
        case "t" | "f":
            return _count(reader, word)
        case "crit":
            return Mark(_condition(reader, word))
        case "r" | "cs" | "!= glued":
            raise ambiguous.error(reader, word)
        case _:
            return _explosion(reader, word)


def _explosion(reader: Reader, word: Token) -> Explode:
    if word.text in {"!", "!!"} and reader.has("sign", ("=",)):
        raise ambiguous.error(reader, word)
    bounded = reader.token.kind == "number" or reader.has("sign", COMPARATORS)
    condition = _condition(reader, word) if bounded else None
    name = word.text
    return Explode(condition, once=name == "xo", compound=name.startswith("!!"), penetrate=name.endswith("p"))


def _count(reader: Reader, word: Token) -> Count:
    worth = 1 if word.text == "t" else -1
    if reader.token.kind != "number":
        return Count((Tally(_condition(reader, word), worth),))
    if worth < 0 and reader.token.text != "1":
        raise ambiguous.error(reader, word)
    return Count((Tally(FaceTest(">=" if worth > 0 else "=", _number(reader, word)), worth),))


def _condition(reader: Reader, word: Token) -> FaceTest:
    """A comparator with a number, or a bare number, which is that number."""
    if reader.token.kind == "number":
        if word.text == "k":
            raise ambiguous.error(reader, word)
        return FaceTest("=", _number(reader, word))
    if reader.has("sign", ("==",)):
        rewrite = reader.spliced(reader.token.start, reader.token.end, "=")
        raise reader.error(f"after {word.text} equality is written =", rewrite=rewrite)
    if not reader.has("sign", COMPARATORS):
        raise reader.error(f"{word.text} needs a condition, such as {word.text}>=3 or {word.text}=1", word)
    operator = reader.take().text
    sign = -1 if reader.accept("sign", "-") else 1
    return FaceTest(operator, sign * _number(reader, word))


def _number(reader: Reader, word: Token) -> int:
    if reader.token.kind != "number":
        rewrite = reader.spliced(word.end, word.end, "1")
        raise reader.error(f"{word.text} needs a number", word, rewrite if reader.token.kind == "end" else "")
    token = reader.take()
    if "." in token.text:
        raise reader.error("a modifier takes a whole number", token)
    return int(token.text)
