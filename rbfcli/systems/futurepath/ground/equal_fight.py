"""A fight as the key to what was found out about it: odds play a command again and again from an equal one."""

from rbfcli.systems.futurepath.sheet.sheet import FuturePathFight


class EqualFight:
    """A key that is equal for equal fights."""

    __slots__ = ("fight", "squares")

    def __init__(self, fight: FuturePathFight) -> None:
        self.fight = fight
        self.squares = tuple([one.square for one in fight.combatants.values()])

    def __hash__(self) -> int:
        return hash(self.squares)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, EqualFight) and (other.fight is self.fight or self._is_alike(other.fight))

    def _is_alike(self, other: FuturePathFight) -> bool:
        """Whether another fight is equal, whatever its dice."""
        names = (name for name in other.__struct_fields__ if name not in ("seed", "drawn"))
        return all(getattr(self.fight, name) == getattr(other, name) for name in names)
