"""How a character enters the fight, and what is wrong with it."""

from msgspec.structs import replace

from rbfcli.kernel.amounts import highest
from rbfcli.systems.threat.sheet import Character, ThreatFight


def prepare(fight: ThreatFight, one: Character) -> Character:
    """A character as it enters, its full health noted. Raises UsageError for dice that are none."""
    known = (fight.weapons[each].damage for each in one.weapons if each in fight.weapons)
    for amount in (one.boss_damage, *known):
        highest(str(amount))
    return replace(one, max_hp=one.max_hp or max(one.hp, 0))
