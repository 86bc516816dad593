"""What a dice expression means, before a die is drawn: a closed union of frozen nodes."""

from __future__ import annotations

from rbfcli.kernel.notation.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    Node: TypeAlias = "Number | Pool | Modified | Group | Labelled | Negative | Binary | Call"
    DiceModifier: TypeAlias = "Keep | Drop | Reroll | Explode | Clamp | Count | Mark"
    Selector: TypeAlias = "Extreme | FaceTest"


COMPARISONS = frozenset({">", "<", ">=", "<=", "==", "!="})
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
    """Several parts side by side, or one in parentheses that modifiers follow."""

    parts: tuple[Node, ...]


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
    """A function of parts: floor ceil round abs of one, max min of any number."""

    name: str
    arguments: tuple[Node, ...]


@record
class FaceTest:
    """A test of a face or total: = < > <= >= and a whole number."""

    operator: str
    number: int


@record
class Extreme:
    """The `number` highest, or lowest, of the units selected from."""

    highest: bool
    number: int


@record
class Keep:
    """Keep what any of consecutive selectors selects, drop the rest."""

    selectors: tuple[Selector, ...]


@record
class Drop:
    """Drop what any of consecutive selectors selects."""

    selectors: tuple[Selector, ...]


@record
class Reroll:
    """`rr` until the condition fails, `ro` each die once, `ra` add one die for the first that fits."""

    how: str
    condition: FaceTest


@record
class Explode:
    """A further die for each that fits (no condition: the highest face).

    `once`: not for further dice; `compound`: added to the die that exploded; `penetrate`: further dice count one less.
    """

    condition: FaceTest | None = None
    once: bool = False
    compound: bool = False
    penetrate: bool = False


@record
class Clamp:
    """Raise what lies below `bound` (mi) or, unless `raising`, lower what lies above it (ma)."""

    raising: bool
    bound: int


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
    """Mark the dice that fit as critical; the total stays."""

    condition: FaceTest


@record
class RollLine:
    """A whole line: an expression, what its total is held against, how often to roll it, a comment."""

    expression: Node
    against: Node | None = None
    times: int | None = None
    comment: str = ""
