"""Spellings that the big dialects read differently: refused with both readings, or read as one dialect does."""

from __future__ import annotations

from rbfcli.kernel.notation.reader import Ambiguity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rbfcli.kernel.notation.reader import Reader
    from rbfcli.kernel.notation.tokens import Token

DIALECTS = ("avrae", "foundry", "roll20")
_COMPARATORS = frozenset({"=", "<", ">", "<=", ">="})
_INCLUSIVE = {">": ">=", "<": "<="}


def error(reader: Reader, word: Token) -> Ambiguity:
    """What to raise for an ambiguous modifier whose name has just been read."""
    comparator, number, end = _operand(reader, word)
    message, rewrites, readings = _answers(word.text, comparator, number)
    shown = word.text + number if word.text in {"k", "f"} else word.text.removesuffix(" glued")
    return Ambiguity(
        f"ambiguous '{shown}': {message}",
        text=reader.text,
        column=word.start,
        rewrites=tuple(reader.spliced(word.start, end, each) for each in rewrites),
        readings={dialect: reader.spliced(word.start, end, each) for dialect, each in readings.items()},
    )


def _operand(reader: Reader, word: Token) -> tuple[str, str, int]:
    """Comparator, number and end of what follows the modifier's name."""
    comparator, number, end = "", "", word.end
    for token in reader.tokens[reader.at : reader.at + 2]:
        if token.kind == "sign" and token.text in _COMPARATORS and not comparator:
            comparator, end = token.text, token.end
        elif token.kind == "number" and not number:
            number, end = token.text, token.end
    return comparator, number, end


def _answers(name: str, comparator: str, number: str) -> tuple[str, tuple[str, str], dict[str, str]]:
    """The message, both rewrites, and how each dialect that knows the spelling reads it."""
    strict = comparator + number
    inclusive = _INCLUSIVE.get(comparator, comparator) + number  # as Roll20 means > and <
    counted = strict if comparator else f"={number}"
    match name:
        case "k":
            highest, equal = f"kh{number}", f"k={number}"
            message = f"write {highest} (keep highest; Roll20/Foundry) or {equal} (keep dice equal to; Avrae)"
            return message, (highest, equal), {"avrae": equal, "foundry": highest, "roll20": highest}
        case "r":
            until, once = f"rr{strict}", f"ro{strict}"
            message = f"it rerolls until it fits no more in Roll20 but once in Foundry; write {until} or {once}"
            return message, (until, once), {"foundry": once, "roll20": f"rr{inclusive}"}
        case "cs":
            message = "it counts in Foundry but only marks in Roll20; write t>=8 to count, crit>=19 to mark"
            marked = f"crit{inclusive}"
            return message, (f"t{counted}", f"crit{strict}"), {"foundry": f"t{counted}", "roll20": marked}
        case "f":
            equal, below = f"f={number}", f"f<={number}"
            return f"write {equal} or {below}", (equal, below), {"roll20": equal}
        case _:
            explode = f"{name.removesuffix('= glued')}{number}"
            compare = f"{name.removesuffix('!= glued').removesuffix('!')} != {number}"
            message = f"write {explode} to explode on that face, or != between spaces to compare totals"
            return message, (explode, compare), {"avrae": compare, "roll20": explode}
