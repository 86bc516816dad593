"""What a dice expression means, before a die is drawn: a closed union of frozen nodes."""

from __future__ import annotations

from rbfcli.kernel.notation.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    Node: TypeAlias = "Number | Pool | Modified | Group | Labelled | Negative | Binary | Call"
    DiceModifier: TypeAlias = "Keep | Drop | Reroll | Explode | Clamp | Relabel | Negate | Unique | Count | Mark"
    Selection: TypeAlias = "Keep | Drop"
    Selector: TypeAlias = "Extreme | FaceTest"


COMPARISONS = frozenset({">", "<", ">=", "<=", "==", "!="})
PARITIES = frozenset({"even", "odd"})
LEVELS = dict.fromkeys(COMPARISONS, 1) | {"+": 2, "-": 2, "*": 3, "/": 3, "//": 3, "%": 3, "**": 5}


@record
class Number:
    """A literal: `digits` without its point, `places` of them behind it."""

    digits: int
    places: int = 0


@record
class Pool:
    """`count` dice of `sides` sides; fudge dice show -1, 0, 1 and have 3."""

    count: Node
    sides: Node
    fudge: bool = False


@record
class Modified:
    """Modifiers that apply left to right to a pool or group."""

    target: Node
    modifiers: tuple[DiceModifier, ...]


@record
class Group:
    """Several parts side by side, or one in parentheses that modifiers follow.

    Modifiers see the dice of a single part, or its total where the group is `whole`, as in `(2d6,)`.
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
    """Minus a part."""

    part: Node


@record
class Binary:
    """Two parts under an operator: + - * / // % ** or a comparison, which gives 1 or 0."""

    operator: str
    left: Node
    right: Node


@record
class Call:
    """A function of parts: floor ceil round trunc abs of one, max min of any number."""

    name: str
    arguments: tuple[Node, ...]


@record
class FaceTest:
    """A test of a face or total: = < > <= >= and a whole number; or even, or odd, without one."""

    operator: str
    number: int = 0


@record
class Extreme:
    """The `number` highest, or lowest, of the units selected from."""

    highest: bool
    number: int


@record
class Keep:
    """Keep what any of consecutive selectors selects, drop the rest.

    The highest and the lowest are different units while there are enough of them; with `shared` (`kh1|kl1`) equal ones
    can be both, as in Avrae.
    """

    selectors: tuple[Selector, ...]
    shared: bool = False


@record
class Drop:
    """Drop what any of consecutive selectors selects, as Keep selects it."""

    selectors: tuple[Selector, ...]
    shared: bool = False


@record
class Reroll:
    """Reroll what fits any test: `rr` until none does, `ro` once; `ra` adds one die for the first that fits."""

    how: str
    tests: tuple[FaceTest, ...]


@record
class Explode:
    """A further die for each that fits any test (without tests: the highest face).

    `most`: how often the further dice of one go on, 0 for no end; `compound`: added to the die that exploded;
    `penetrate`: further dice count one less.
    """

    tests: tuple[FaceTest, ...] = ()
    most: int = 0
    compound: bool = False
    penetrate: bool = False


@record
class Clamp:
    """Raise what lies below `bound` (mi) or, unless `raising`, lower what lies above it (ma)."""

    raising: bool
    bound: int


@record
class Relabel:
    """Count the first face as the first of these values, and so on."""

    values: tuple[int, ...]


@record
class Negate:
    """Count the dice that fit as minus their value."""

    test: FaceTest


@record
class Unique:
    """Reroll each die that equals an earlier one until all differ."""


@record
class Tally:
    """A condition of a count: what fits is worth 1 (t) or -1 (f)."""

    condition: FaceTest
    worth: int


@record
class Count:
    """Count by one or more tests, each for itself; the pool becomes that number."""

    tests: tuple[Tally, ...]


@record
class Mark:
    """Mark the dice that fit as critical, or as fumbles; the total stays."""

    condition: FaceTest
    fumble: bool = False


@record
class RollLine:
    """A whole line: an expression, what its total is held against, how often to roll it, a comment."""

    expression: Node
    against: Node | None = None
    times: int | None = None
    comment: str = ""
