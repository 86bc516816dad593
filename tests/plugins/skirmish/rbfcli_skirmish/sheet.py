"""What skirmish writes down: fighters, and the number its rules leave to the table."""

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from rbfcli.engine.scene import Scene
from rbfcli.model.fight import Combatant, Fight, Natural, Options

Handful = Annotated[int, Meta(ge=1, le=6)]


class Fighter(Combatant, frozen=True, kw_only=True):
    """A fighter: dice for blows and for words, and how much it can take."""

    might: Handful
    wits: Handful
    stamina: Natural = 3
    most: Natural = 0
    acted: bool = False


class SkirmishOptions(Options, frozen=True, kw_only=True):
    """The number that skirmish leaves to the table."""

    hit_on: Annotated[int, Meta(ge=2, le=6, description="what the highest die has to show")] = 4


class SkirmishFight(Fight, frozen=True, kw_only=True):
    """A fight by the rules of skirmish."""

    options: SkirmishOptions = SkirmishOptions()
    combatants: Mapping[str, Fighter] = {}


SkirmishScene = Scene[SkirmishFight, Fighter]


def prepare(_fight: SkirmishFight, combatant: Fighter) -> Fighter:
    """A fighter as it enters, its full stamina noted."""
    return replace(combatant, most=combatant.most or combatant.stamina)
