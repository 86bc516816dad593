"""The sheet of a fighter, the house options, and the errors in a file."""

from collections.abc import Iterator, Mapping
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace
from rbfcli.core.mistakes import Mistake
from rbfcli.engine.scene import Scene
from rbfcli.model.fight import Combatant, Fight, Natural, Options

Skill = Annotated[int, Meta(ge=-3, le=6)]


class Fighter(Combatant, frozen=True, kw_only=True):
    """A fighter: a skill, a nerve, and health."""

    skill: Skill
    """added to the 2d6 of an attack (NEWGAME-ATK-1)"""
    nerve: Natural = 0
    """initiative: the highest acts first (NEWGAME-TURN-1)"""
    health: Natural = 4
    """hits the fighter can take (NEWGAME-OUT-1)"""
    most: Natural = 0
    """full health (default: the health at the start)"""
    acted: bool = False
    """whether its action of this turn is spent (NEWGAME-TURN-1)"""


class NewgameOptions(Options, frozen=True, kw_only=True):
    """The number that each table can change."""

    hit_on: Annotated[int, Meta(ge=2, le=12, description="total an attack needs")] = 8


class NewgameFight(Fight, frozen=True, kw_only=True):
    """A fight with these rules."""

    options: NewgameOptions = NewgameOptions()
    combatants: Mapping[str, Fighter] = {}


NewgameScene = Scene[NewgameFight, Fighter]


def prepare(_fight: NewgameFight, one: Fighter) -> Fighter:
    """Return a fighter who enters the fight, with the full health recorded."""
    return replace(one, most=one.most or one.health)


def mistakes(fight: NewgameFight, actor: str) -> Iterator[Mistake]:
    """Report a fighter with more than its full health."""
    one = fight.combatants.get(actor)  # without an actor, the mistakes are those outside the sheets
    if one and one.most and one.health > one.most:
        path = ("combatants", actor, "health")
        yield Mistake(path, f"must be at most its full health ({one.most})", left_to_rules=True)
