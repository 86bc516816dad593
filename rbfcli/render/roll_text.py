"""A rolled tree as a line of text: every die in its place, those that do not count in parentheses.

Marks: `(2)` is dropped or rerolled, `+4` was added by an explosion or reroll, `1>2` counts as 2 by a modifier, `8*` is
a success, `1-` a failure of a count, `20!` a critical, `1?` a fumble by its mark.
"""

from __future__ import annotations

from rbfcli.kernel.notation.canonical import bracketed, modifiers_text, text
from rbfcli.kernel.notation.tree import LEVELS, Binary, Call, Group, Labelled, Mark, Modified, Negative, Number, Pool
from rbfcli.render.safe import safe

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from rbfcli.kernel.notation.judged import Judged
    from rbfcli.kernel.notation.result import RollResult
    from rbfcli.kernel.notation.rolled_tree import RolledDie, RolledPart, RolledUnit

_STRUCK, _BOLD = ("\x1b[9m", "\x1b[29m"), ("\x1b[1m", "\x1b[22m")
_D20 = 20


class RollText:
    """Rolls as text, with or without terminal codes."""

    def __init__(self, *, codes: bool) -> None:
        self.codes = codes

    def roll(self, judged: Judged, label: str = "") -> str:
        """A whole roll: `attack: 1d20 [9] + 5 = 14 against 15: failure (-1)`."""
        rolled = judged.rolled
        title = f"{safe(label)}: " if label else ""
        exact = "" if rolled.exact == rolled.total else f" ({rolled.exact})"
        total = f"{self._coded(str(rolled.total), _BOLD)}{exact}"
        return f"{title}{self.part(rolled.part)} = {total}{_standing(judged)}{_given_note(rolled)}"

    def part(self, part: RolledPart, least: int = 0) -> str:
        """A part with its dice, in parentheses if it binds less tightly than `least`."""
        node = part.node
        match node:
            case Number():
                return text(node)
            case Pool():
                return f"{self._pool(node, part)} {self._dice(part.dice)}"
            case Modified():
                return self._modified(node, part)
            case Group(_, whole):
                return f"({', '.join(self._member(each) for each in part.parts)}{',' if whole else ''})"
            case Labelled(_, label):
                return f"{self.part(part.parts[0], LEVELS['**'] + 1)} ({safe(label)})"
            case Negative():
                return bracketed(f"-{self.part(part.parts[0], LEVELS['**'])}", LEVELS["**"] - 1, least)
            case Call(name):
                return f"{name}({', '.join(map(self.part, part.parts))})"
            case Binary(operator):
                left, right = part.parts
                level = LEVELS[operator]
                words = f"{self.part(left, level)} {operator} {self.part(right, level + 1)}"
                return bracketed(words, level, least)

    def _pool(self, node: Pool, part: RolledPart) -> str:
        """`4d6`, with the dice of its count and sides if they have any."""
        count, sides = (
            text(each.node) if isinstance(each.node, Number) else f"({self.part(each)})" for each in part.parts
        )
        return f"{count}d{'F' if node.fudge else sides}"

    def _modified(self, node: Modified, part: RolledPart) -> str:
        """A plain pool shows all its dice after its modifiers, a group those of each pool in their place."""
        (inner,) = part.parts
        marked = any(isinstance(each, Mark) for each in node.modifiers)
        written = modifiers_text(node.modifiers)
        if isinstance(inner.node, Pool):
            dice = self._dice([*inner.dice, *part.dice], marked=marked)
            return f"{self._pool(inner.node, inner)}{written} {dice}"
        added = f" {self._dice(part.dice, marked=marked)}" if part.dice else ""
        return f"{self.part(inner)}{written}{added}"

    def _member(self, part: RolledPart) -> str:
        """A part of a group, with its marks."""
        words = self.part(part)
        marked = words + _marks(part)
        return marked if part.kept else self._coded(f"({marked})", _STRUCK)

    def _dice(self, dice: Sequence[RolledDie], *, marked: bool = False) -> str:
        return f"[{' '.join(self._die(die, marked=marked) for die in dice)}]"

    def _die(self, die: RolledDie, *, marked: bool) -> str:
        reasons = {what for what, _ in die.why}
        face = f"{'+' if 'added' in reasons else ''}{die.face}{'' if die.value == die.face else f'>{die.value}'}"
        critical = "critical" in reasons if marked else die.sides == die.face == _D20
        face += _marks(die) + ("!" if critical else "?" if "fumble" in reasons else "")
        if not die.kept:
            return self._coded(f"({face})", _STRUCK)
        stands_out = critical or (not marked and die.sides == _D20 and die.face == 1)
        return self._coded(face, _BOLD) if stands_out else face

    def _coded(self, words: str, codes: tuple[str, str]) -> str:
        return f"{codes[0]}{words}{codes[1]}" if self.codes else words


def _marks(unit: RolledUnit) -> str:
    """A star for each success, a minus for each failure."""
    return "".join({"counted": "*", "failed": "-"}.get(what, "") for what, _ in unit.why)


def _standing(judged: Judged) -> str:
    """The target, the outcome and the margin."""
    if judged.margin is None:
        return ""
    outcome = f": {judged.outcome}" if judged.outcome else ""
    return f" against {judged.against}{outcome} ({judged.margin:+d})"


def _given_note(rolled: RollResult) -> str:
    """How many of the dice were given by hand."""
    given, thrown = min(rolled.given_count, len(rolled.faces)), len(rolled.faces)
    if not given:
        return ""
    return ", dice by hand" if given == thrown else f", the first {given} of {thrown} dice by hand"
