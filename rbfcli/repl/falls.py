"""Whether somebody goes down between two looks at the fight: the bell of the prompt rings then."""

from rbfcli.kernel.errors import PluginFault
from rbfcli.session.save_watch import SaveView


class FallWatch:
    """Remembers who stood when it last looked."""

    def __init__(self) -> None:
        self._standing: frozenset[str] = frozenset()

    def somebody_fell(self, view: SaveView) -> bool:
        """Whether one of those who stood at the last look is still in the fight, and down."""
        standing, people = _standing(view), view.context.fight.combatants if view.context else {}
        fell = any(who in people for who in self._standing - standing)
        self._standing = standing
        return fell


def _standing(view: SaveView) -> frozenset[str]:
    if view.context is None:
        return frozenset()
    rules, fight = view.context.rules, view.context.fight
    try:
        return frozenset(who for who, one in fight.combatants.items() if rules.standing(one))
    except PluginFault:
        return frozenset()
