"""How a sheet enters a fight of BGC."""

from msgspec.structs import replace

from rbfcli.systems.bgc.sheet import BgcFight, Fighter, damage_levels


def prepare(fight: BgcFight, fighter: Fighter) -> Fighter:
    """A fighter as it enters: its levels derived, a weapon in hand, magazines full."""
    most = fighter.max_levels or damage_levels(fighter.tough)
    full = {carried: fight.weapons[carried].ammo for carried in fighter.weapons if carried in fight.weapons}
    return replace(
        fighter,
        max_levels=most,
        levels=most if fighter.levels is None else fighter.levels,
        held=fighter.held or (fighter.weapons[0] if fighter.weapons else ""),
        ammo={**{carried: rounds for carried, rounds in full.items() if rounds}, **fighter.ammo},
    )
