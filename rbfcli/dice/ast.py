"""Nodes of dice expressions and their canonical text."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias, TypeVar, dataclass_transform

    Kind = TypeVar("Kind")

    Node: TypeAlias = "Number | Pool | Modified | Group | Labelled | Negative | Binary | Call"

    DiceModifier: TypeAlias = "Select | Reroll | Explode | Clamp | Relabel | Negate | Unique | Count | Mark"

    Selector: TypeAlias = "MinMax | FaceTest"

    @dataclass_transform(frozen_default=True)
    def record(kind: type[Kind]) -> type[Kind]:
        """Make an immutable class whose annotations are its fields, compared by value."""
        return kind

else:

    def record(kind: type) -> type:
        """Make an immutable class whose annotations are its fields, compared by value."""
        names = kind.__match_args__ = tuple(kind.__annotations__)
        defaults = {name: kind.__dict__[name] for name in names if name in kind.__dict__}

        def initialise(self: object, *values: object, **named: object) -> None:
            fields = self.__dict__
            if defaults:
                fields.update(defaults)
            fields.update(zip(names, values, strict=False))
            if named:
                fields.update(named)

        def equals(self: object, other: object) -> bool:
            return self.__class__ is other.__class__ and self.__dict__ == other.__dict__

        def describe(self: object) -> str:
            return f"{kind.__name__}({', '.join(f'{name}={value!r}' for name, value in self.__dict__.items())})"

        def refuse(_self: object, name: str, _value: object = None) -> None:
            raise AttributeError(f"a {kind.__name__} does not change: {name}")

        kind.__init__, kind.__eq__, kind.__repr__ = initialise, equals, describe
        kind.__hash__ = lambda self: hash((kind, *map(self.__dict__.__getitem__, names)))
        kind.__setattr__ = kind.__delattr__ = refuse
        return kind


COMPARISONS = frozenset({">", "<", ">=", "<=", "==", "!="})
PARITIES = frozenset({"even", "odd"})
LEVELS = dict.fromkeys(COMPARISONS, 1) | {"+": 2, "-": 2, "*": 3, "/": 3, "//": 3, "%": 3, "**": 5}


@record
class Number:
    """A literal: `digits` without the decimal point, the last `places` of them after it."""

    digits: int
    places: int = 0


@record
class Pool:
    """`count` dice of `sides` sides; fudge dice have 3 sides and show -1, 0 or 1."""

    count: Node
    sides: Node
    fudge: bool = False


@record
class Modified:
    """A pool or group with modifiers, which apply from left to right."""

    target: Node
    modifiers: tuple[DiceModifier, ...]


@record
class Group:
    """Several parts in a list, or one part in parentheses with modifiers after it.

    Modifiers see the dice of a single part, or its total if the group is `whole`, as in `(2d6,)`.
    """

    parts: tuple[Node, ...]
    whole: bool = False


@record
class Labelled:
    """A part with a label for the reader, such as `fire`."""

    part: Node
    label: str


@record
class Negative:
    """A negated part."""

    part: Node


@record
class Binary:
    """Two parts joined by an operator: + - * / // % ** or a comparison, which gives 1 or 0."""

    operator: str
    left: Node
    right: Node


@record
class Call:
    """A function call: floor, ceil, round, trunc and abs take one part, max and min any number."""

    name: str
    arguments: tuple[Node, ...]


@record
class FaceTest:
    """A test of a face or total: = < > <= >= with a whole number, or even or odd without one."""

    operator: str
    number: int = 0


@record
class MinMax:
    """The `number` highest, or lowest, of the units selected from."""

    highest: bool
    number: int


@record
class Select:
    """A modifier that keeps what any of its selectors selects and drops the rest, or the other way round.

    The highest and the lowest are different units while there are enough of them; with `shared` (`kh1|kl1`) one unit
    can be both, as in Avrae.
    """

    selectors: tuple[Selector, ...]
    shared: bool = False
    keeps: bool = True


@record
class Reroll:
    """A modifier that rerolls dice that fit any test.

    `rr` rerolls until no die fits, `ro` rerolls once; `ra` adds one die for the first die that fits.
    """

    how: str
    tests: tuple[FaceTest, ...]


@record
class Explode:
    """A modifier that adds a die for each die that fits any test; without tests, for each highest face.

    `most` limits the extra dice of one die, 0 means no limit; `compound` adds them to the die that exploded; with
    `penetrate` each extra die counts one less.
    """

    tests: tuple[FaceTest, ...] = ()
    most: int = 0
    compound: bool = False
    penetrate: bool = False


@record
class Clamp:
    """A modifier that raises values below `bound` (mi) or, unless `raising`, lowers values above it (ma)."""

    raising: bool
    bound: int


@record
class Relabel:
    """A modifier that replaces the faces, lowest first, with these values."""

    values: tuple[int, ...]


@record
class Negate:
    """A modifier that negates the dice that fit."""

    test: FaceTest


@record
class Unique:
    """A modifier that rerolls each die equal to an earlier one until all differ."""


@record
class CountFaces:
    """A condition of a count: each match is worth 1 (t) or -1 (f)."""

    condition: FaceTest
    worth: int


@record
class Count:
    """A modifier that counts matches, each test separately; the pool becomes that number."""

    tests: tuple[CountFaces, ...]


@record
class Mark:
    """A modifier that marks the dice that fit as criticals or fumbles; the total does not change."""

    condition: FaceTest
    fumble: bool = False


@record
class RollLine:
    """A complete line: an expression, an optional number to compare with, a repeat and a comment."""

    expression: Node
    against: Node | None = None
    times: int | None = None
    comment: str = ""


def tests(selection: Select) -> tuple[FaceTest, ...]:
    """Return the tests among the selectors of a keep or drop."""
    return tuple(each for each in selection.selectors if isinstance(each, FaceTest))


def ranks(selection: Select) -> bool:
    """Return whether a keep or drop compares dice with each other."""
    return any(isinstance(each, MinMax) for each in selection.selectors)


def numbers(selection: Select) -> tuple[int, int]:
    """Return how many of the highest and how many of the lowest a keep or drop selects."""
    ranked = [each for each in selection.selectors if isinstance(each, MinMax)]
    high, low = (max((each.number for each in ranked if each.highest == end), default=0) for end in (True, False))
    return high, low


_SIGN_LEVEL = 4
_CONDITIONS = frozenset({"<", ">", "<=", ">="})  # an explosion would absorb them
_BARE_EXPLOSIONS = ("!", "p", "xo")
_ATOM_LEVEL = 6


def line_text(line: RollLine) -> str:
    """Return the canonical text of a line without its comment."""
    repeat = "" if line.times is None else f"{line.times}#"
    against = "" if line.against is None else f" vs {text(line.against, LEVELS['+'])}"
    return f"{repeat}{text(line.expression)}{against}"


def text(node: Node, least: int = 0) -> str:
    """Return the text of a node, in parentheses if it binds less tightly than `least`."""
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
    """Return the text, in parentheses if it binds less tightly than `least`."""
    return f"({inner})" if level < least else inner


def _whole(node: Node) -> str:
    return text(node) if isinstance(node, Number) else f"({text(node)})"


def modifiers_text(modifiers: tuple[DiceModifier, ...]) -> str:
    """Return the text of modifiers in a row.

    A space separates a ! from a modifier that it would otherwise absorb.
    """
    written = ""
    for modifier in modifiers:
        following = modifier_text(modifier)
        written += f" {following}" if written.endswith("!") and following[0] in "!p" else following
    return written


def modifier_text(modifier: DiceModifier) -> str:
    """Return a modifier as a user would type it."""
    match modifier:
        case Select():
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


def _selection(modifier: Select) -> str:
    by_rank, by_face = ("k", "k") if modifier.keeps else ("d", "p")
    written = (
        f"{by_rank}{'h' if each.highest else 'l'}{each.number}"
        if isinstance(each, MinMax)
        else f"{by_face}{_condition(each)}"
        for each in modifier.selectors
    )
    return ("|" if modifier.shared else "").join(written)


def test_text(test: CountFaces) -> str:
    """Return a test of a count as a user would type it."""
    return f"{'t' if test.worth > 0 else 'f'}{_condition(test.condition)}"


def _condition(condition: FaceTest) -> str:
    return f"={condition.operator}" if condition.operator in PARITIES else f"{condition.operator}{condition.number}"


def _explosion(modifier: Explode) -> str:
    name = ("!!" if modifier.compound else "!") + ("p" if modifier.penetrate else "")
    limit = f"upto{modifier.most}" if modifier.most else ""
    if modifier.most == 1 and name == "!":
        name, limit = "xo", ""
    return "".join(f"{name}{_exploding(name, test)}{limit}" for test in modifier.tests) or f"{name}{limit}"


def _exploding(name: str, test: FaceTest) -> str:
    """Return the condition of an explosion, with a space if its = would make a ! into !=."""
    if test.operator == "=" and test.number >= 0:
        return str(test.number)
    written = _condition(test)
    return f" {written}" if written[0] == "=" and name.endswith("!") else written


DICE = "dice"
PARTS = "parts"
NUMBER = "number"
ARITHMETIC = "arithmetic"


def shape(node: Node) -> str:
    """Return the shape of a node.

    DICE is a pool or a sum of pools, PARTS a group of totals, NUMBER a single total; anything else is ARITHMETIC.
    """
    match node:
        case Pool():
            return DICE
        case Labelled(part):
            return shape(part)
        case Modified(_, modifiers) if any(isinstance(each, Count) for each in modifiers):
            return NUMBER
        case Modified(target):
            return units(target)
        case Group((part,), whole=False):
            return shape(part)
        case Group():
            return PARTS
        case Binary("+", left, right) if shape(left) == shape(right) == DICE:
            return DICE
        case Binary():
            return ARITHMETIC
        case _:
            return NUMBER


def units(target: Node) -> str:
    """Return the shape of a modifier's target; a single total in brackets counts as a group of one part."""
    found = shape(target)
    return PARTS if found == NUMBER else found


def flattens(node: Group) -> bool:
    """Return whether modifiers after a group see the dice of its one part, not the totals of its parts."""
    return len(node.parts) == 1 and not node.whole and shape(node.parts[0]) != NUMBER


def parts(node: Node) -> tuple[Node, ...]:
    """Return the children of a node."""
    match node:
        case Pool(count, sides):
            return count, sides
        case Modified(part) | Labelled(part) | Negative(part):
            return (part,)
        case Group(several) | Call(_, several):
            return several
        case Binary(_, left, right):
            return left, right
        case _:
            return ()


def pools(node: Node) -> list[Pool]:
    """Return the pools of a node of shape DICE, in draw order."""
    match node:
        case Pool():
            return [node]
        case Labelled(part) | Modified(part) | Group((part,), whole=False):
            return pools(part)
        case Binary(_, left, right):
            return pools(left) + pools(right)
        case _:
            return []
