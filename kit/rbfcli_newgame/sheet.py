"""What is written down: fighters, the numbers left to the table, and what is wrong in a file."""

from collections.abc import Iterator, Mapping
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace
from rbfcli.core.mistakes import Mistake
from rbfcli.engine.scene import Scene
from rbfcli.model.fight import Combatant, Fight, Natural, Options

Skill = Annotated[int, Meta(ge=-3, le=6)]


class Fighter(Combatant, frozen=True, kw_only=True):
    """A fighter: a skill, a nerve, and how much it can take."""

    skill: Skill
    """added to the two dice of an attack (NEWGAME-ATK-1)"""
    nerve: Natural = 0
    """whose is highest acts first (NEWGAME-TURN-1)"""
    health: Natural = 4
    """hits it can take (NEWGAME-OUT-1)"""
    most: Natural = 0
    """its full health; by default its health as it enters"""
    acted: bool = False
    """whether its action of this turn is spent (NEWGAME-TURN-1)"""


class NewgameOptions(Options, frozen=True, kw_only=True):
    """The number that the rules leave to the table."""

    hit_on: Annotated[int, Meta(ge=2, le=12, description="what an attack has to reach")] = 8


class NewgameFight(Fight, frozen=True, kw_only=True):
    """A fight by these rules."""

    options: NewgameOptions = NewgameOptions()
    combatants: Mapping[str, Fighter] = {}


NewgameScene = Scene[NewgameFight, Fighter]


def prepare(_fight: NewgameFight, one: Fighter) -> Fighter:
    """A fighter as it enters, its full health noted."""
    return replace(one, most=one.most or one.health)


def validate(fight: NewgameFight) -> Iterator[Mistake]:
    """Nobody has more health than its full one."""
    for who, one in fight.combatants.items():
        if one.most and one.health > one.most:
            path = ("combatants", who, "health")
            yield Mistake(path, f"must be at most its full health ({one.most})", left_to_rules=True)
