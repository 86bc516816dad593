"""Tree → text in the one spelling that every dialect's ambiguity is resolved to; it parses to the same tree."""

from __future__ import annotations

from rbfcli.kernel.notation.tree import (
    LEVELS,
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
    Negative,
    Number,
    Pool,
    Reroll,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rbfcli.kernel.notation.tree import DiceModifier, Node, RollLine, Selector, Tally

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
        case Group(parts):
            return f"({', '.join(map(text, parts))})"
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
        case Keep(selectors):
            return "".join(f"k{_selector(each)}" for each in selectors)
        case Drop(selectors):
            return "".join(map(_drop, selectors))
        case Reroll(how, condition):
            return f"{how}{_condition(condition)}"
        case Clamp(raising, bound):
            return f"{'mi' if raising else 'ma'}{bound}"
        case Count(tests):
            return "".join(map(test_text, tests))
        case Mark(condition):
            return f"crit{_condition(condition)}"
        case Explode():
            return _explosion(modifier)


def _drop(selector: Selector) -> str:
    return f"{'d' if isinstance(selector, Extreme) else 'p'}{_selector(selector)}"


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
    return f"{condition.operator}{condition.number}"


def _explosion(modifier: Explode) -> str:
    name = "xo" if modifier.once else ("!!" if modifier.compound else "!") + ("p" if modifier.penetrate else "")
    match modifier.condition:
        case None:
            return name
        case FaceTest("=", number) if number >= 0:
            return f"{name}{number}"
        case condition:
            return f"{'x' if name == '!' and condition.operator == '=' else name}{_condition(condition)}"
