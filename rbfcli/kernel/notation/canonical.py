"""Tree → text in the one spelling that every dialect's ambiguity is resolved to; it parses to the same tree."""

from __future__ import annotations

from rbfcli.kernel.notation.tree import (
    LEVELS,
    PARITIES,
    Binary,
    Call,
    Clamp,
    Count,
    Drop,
    Explode,
    Extreme,
    FaceTest,
    Group,
    Keep,
    Labelled,
    Mark,
    Modified,
    Negate,
    Negative,
    Number,
    Pool,
    Relabel,
    Reroll,
    Unique,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rbfcli.kernel.notation.tree import DiceModifier, Node, RollLine, Selection, Selector, Tally

_SIGN_LEVEL = 4
_CONDITIONS = frozenset({"<", ">", "<=", ">="})  # an explosion would take them for its own
_BARE_EXPLOSIONS = ("!", "p", "xo")
_ATOM_LEVEL = 6


def line_text(line: RollLine) -> str:
    """The whole line without its comment."""
    repeat = "" if line.times is None else f"{line.times}#"
    against = "" if line.against is None else f" vs {text(line.against, LEVELS['+'])}"
    return f"{repeat}{text(line.expression)}{against}"


def text(node: Node, least: int = 0) -> str:
    """A node, in parentheses if it binds less tightly than `least`."""
    match node:
        case Number(digits, places):
            return f"{digits // 10**places}.{digits % 10**places:0{places}}" if places else str(digits)
        case Pool(count, sides, fudge):
            return f"{_whole(count)}d{'F' if fudge else _whole(sides)}"
        case Modified(target, modifiers):
            return text(target) + modifiers_text(modifiers)
        case Group(parts, whole):
            return f"({', '.join(map(text, parts))}{',' if whole else ''})"
        case Labelled(part, label):
            return f"{text(part, _ATOM_LEVEL)} [{label}]"
        case Call(name, arguments):
            return f"{name}({', '.join(map(text, arguments))})"
        case Negative(part):
            return bracketed(f"-{text(part, LEVELS['**'])}", _SIGN_LEVEL, least)
        case Binary(operator, left, right):
            return _binary(operator, left, right, least)


def _binary(operator: str, left: Node, right: Node, least: int) -> str:
    level = LEVELS[operator]
    tighter_left = operator == "**" or level == LEVELS["=="]
    space = " " if level <= LEVELS["+"] else ""
    first = text(left, level + 1 if tighter_left else level)
    if operator in _CONDITIONS and first.endswith(_BARE_EXPLOSIONS):
        first = f"({first})"
    second = text(right, level if operator == "**" else level + 1)
    return bracketed(f"{first}{space}{operator}{space}{second}", level, least)


def bracketed(inner: str, level: int, least: int) -> str:
    """The text in parentheses if it binds less tightly than `least`."""
    return f"({inner})" if level < least else inner


def _whole(node: Node) -> str:
    return text(node) if isinstance(node, Number) else f"({text(node)})"


def modifiers_text(modifiers: tuple[DiceModifier, ...]) -> str:
    """Modifiers side by side, but what a ! would take for its own apart from it."""
    written = ""
    for modifier in modifiers:
        following = modifier_text(modifier)
        written += f" {following}" if written.endswith("!") and following[0] in "!p" else following
    return written


def modifier_text(modifier: DiceModifier) -> str:
    """A modifier as one would write it."""
    match modifier:
        case Keep() | Drop():
            return _selection(modifier)
        case Reroll(how, tests):
            return "".join(f"{how}{_condition(test)}" for test in tests)
        case Clamp(raising, bound):
            return f"{'mi' if raising else 'ma'}{bound}"
        case Relabel(values):
            return f"map({', '.join(map(str, values))})"
        case Negate(test):
            return f"neg{_condition(test)}"
        case Unique():
            return "unique"
        case Count(tests):
            return "".join(map(test_text, tests))
        case Mark(condition, fumble):
            return f"{'fumble' if fumble else 'crit'}{_condition(condition)}"
        case Explode():
            return _explosion(modifier)


def _selection(modifier: Selection) -> str:
    by_rank, by_face = ("d", "p") if isinstance(modifier, Drop) else ("k", "k")
    written = (f"{by_rank if isinstance(each, Extreme) else by_face}{_selector(each)}" for each in modifier.selectors)
    return ("|" if modifier.shared else "").join(written)


def test_text(test: Tally) -> str:
    """A test of a count as one would write it."""
    return f"{'t' if test.worth > 0 else 'f'}{_condition(test.condition)}"


def _selector(selector: Selector) -> str:
    match selector:
        case Extreme(highest, number):
            return f"{'h' if highest else 'l'}{number}"
        case FaceTest():
            return _condition(selector)


def _condition(condition: FaceTest) -> str:
    return f"={condition.operator}" if condition.operator in PARITIES else f"{condition.operator}{condition.number}"


def _explosion(modifier: Explode) -> str:
    name = ("!!" if modifier.compound else "!") + ("p" if modifier.penetrate else "")
    limit = f"upto{modifier.most}" if modifier.most else ""
    if modifier.most == 1 and name == "!":
        name, limit = "xo", ""
    return "".join(f"{name}{_exploding(name, test)}{limit}" for test in modifier.tests) or f"{name}{limit}"


def _exploding(name: str, test: FaceTest) -> str:
    """The condition of an explosion, whose = would be taken for that of != after a !."""
    if test.operator == "=" and test.number >= 0:
        return str(test.number)
    written = _condition(test)
    return f" {written}" if written[0] == "=" and name.endswith("!") else written
