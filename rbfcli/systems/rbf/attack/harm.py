"""The harm in an attack before any roll: an enemy's own damage, or its weapon's (RBF-DEF-7)."""

from msgspec import Struct
from msgspec.structs import replace

from rbfcli.kernel.amounts import highest
from rbfcli.systems.rbf.attack.strike import Strike
from rbfcli.systems.rbf.check import RbfScene
from rbfcli.systems.rbf.sheet import UNARMED_ID


class Harm(Struct, frozen=True):
    """What an attack does: normal damage, the most of it, and what divides both."""

    normal: str
    most: int
    divided: int = 1


def harm_of(scene: RbfScene, strike: Strike) -> Harm:
    """An enemy's own damage, else the weapon's; less where it has lost its weapon (RBF-DEF-7, RBF-TEC-DISARM)."""
    one = scene.fight.combatants[strike.who]
    if one.damage is None or strike.command.club:
        weapon = str(strike.weapon.damage)
        return Harm(weapon, highest(weapon))
    normal = str(one.damage)
    harm = Harm(normal, highest(normal) if one.damage_max is None else one.damage_max)
    armed = bool(one.weapons) or "disarmed" in one.conditions
    weaponless = armed and strike.weapon_id == UNARMED_ID
    return replace(harm, divided=scene.fight.options.disarmed_divisor) if weaponless else harm
