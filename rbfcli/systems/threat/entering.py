"""How a character enters the fight, and what is wrong with it."""

from msgspec.structs import replace

from rbfcli.kernel.amounts import highest
from rbfcli.kernel.errors import UsageError
from rbfcli.systems.threat.sheet import Character, ThreatFight


def prepare(fight: ThreatFight, one: Character) -> Character:
    """A character as it enters, its full health noted. Raises UsageError for weapons and dice that are none."""
    for weapon in one.weapons:
        if weapon not in fight.weapons:
            known = ", ".join(fight.weapons) or "none is defined"
            raise UsageError(
                f"{one.name}: there is no weapon {weapon!r}", hint=f"known: {known}", suggestions=tuple(fight.weapons)
            )
    for amount in (one.boss_damage, *(fight.weapons[weapon].damage for weapon in one.weapons)):
        highest(str(amount))
    return replace(one, max_hp=one.max_hp or max(one.hp, 0))
