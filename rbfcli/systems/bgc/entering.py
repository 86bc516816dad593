"""How a sheet enters a fight of BGC."""

from msgspec.structs import replace

from rbfcli.systems.bgc.sheet import BgcFight, Fighter, damage_levels


def prepare(fight: BgcFight, one: Fighter) -> Fighter:
    """A fighter as it enters: its levels derived, a weapon in hand, magazines full."""
    most = one.max_levels or damage_levels(one.tough)
    loaded = {
        each: fight.weapons[each].ammo for each in one.weapons if each in fight.weapons and fight.weapons[each].ammo
    }
    return replace(
        one,
        max_levels=most,
        levels=most if one.levels is None else one.levels,
        held=one.held or (one.weapons[0] if one.weapons else ""),
        ammo={**loaded, **one.ammo},
    )
