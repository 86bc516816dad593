"""A tree with its dice on the table: every die with its history, every part with its exact value."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    from rbfcli.kernel.notation.exact import Exact
    from rbfcli.kernel.notation.tree import Node

    RolledUnit: TypeAlias = "RolledDie | RolledPart"


class RolledDie:
    """One throw: natural `face`, `value` after modifiers, kept or not, by hand or not, and why, oldest reason first.

    A reason is (what happened, modifier): dropped, rerolled, rethrown, added, folded, raised, lowered, weakened,
    relabelled, negated, counted, failed, critical, fumble. The modifiers of one roll change a die; after the roll it is
    never changed again.
    """

    __slots__ = ("face", "given", "kept", "low", "sides", "value", "why")

    def __init__(self, sides: int, face: int, low: int = 1, *, given: bool = False) -> None:
        self.sides = sides
        self.low = low
        self.face = face
        self.value = face
        self.kept = True
        self.given = given
        self.why: list[tuple[str, str]] = []


class RolledPart:
    """A node of the tree and what it came to.

    `dice` are those thrown for this node itself, `parts` what lies below it, `units` what further modifiers act on.
    """

    __slots__ = ("dice", "kept", "node", "parts", "units", "value", "why")

    def __init__(
        self,
        node: Node,
        value: Exact,
        parts: Sequence[RolledPart] = (),
        dice: Sequence[RolledDie] = (),
        units: Sequence[RolledUnit] = (),
    ) -> None:
        self.node = node
        self.value = value
        self.parts = tuple(parts)
        self.dice = tuple(dice)
        self.units = list(units)
        self.kept = True
        self.why: list[tuple[str, str]] = []
