"""Who looks on: the GM, who sees all, or players, who see what their side knows."""

from msgspec import Struct

from rbfcli.kernel.fight import Fight
from rbfcli.kernel.rules import Rules
from rbfcli.kernel.seen import SeenFight, players_side, seen
from rbfcli.language.front_verbs import Watch
from rbfcli.language.names import matching_id


class Viewers(Struct, frozen=True):
    """Whether players look on, and the name of the side or combatant whose knowledge is theirs."""

    are_players: bool
    name: str = ""

    def side(self, fight: Fight, rules: Rules) -> str:
        """The side whose numbers they know; empty where that is nobody's. Raises RbfError for an unknown name."""
        if not self.name:
            return players_side(fight, rules)
        people = {who: one.name for who, one in fight.combatants.items()}
        sides = {one.side: one.side for one in fight.combatants.values()}
        found = matching_id(self.name.removeprefix("@"), {**sides, **people}, "combatant or side")
        return fight.combatants[found].side if found in people else found

    def sight(self, fight: Fight, rules: Rules) -> tuple[SeenFight, Rules]:
        """The fight as these players see it. Raises RbfError for an unknown name."""
        return seen(fight, rules, self.side(fight, rules))


def viewers_of(command: Watch) -> Viewers:
    """Who looks on: a page and a name are for players."""
    return Viewers(command.players or bool(command.viewer) or bool(command.html), command.viewer)
