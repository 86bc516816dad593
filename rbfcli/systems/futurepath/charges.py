"""Grenades that lie waiting, and what happens when they go off (FP-GRN-3, FP-GRN-4, FP-COV-3)."""

from rbfcli.kernel.sheets import free_id
from rbfcli.systems.futurepath.blast import Blast, go_off
from rbfcli.systems.futurepath.board import Charge, Zone
from rbfcli.systems.futurepath.check import FpScene
from rbfcli.systems.futurepath.sheet import Weapon
from rbfcli.systems.futurepath.squares import Square, name_of, read_square
from rbfcli.systems.futurepath.weapons import damage_die


def burst(
    scene: FpScene, weapon: Weapon, center: Square | None, *, by: str, target: str = "", in_hand: str = ""
) -> None:
    """It goes off: haze where it makes some, and its damage to everyone inside (FP-GRN-3, FP-COV-3)."""
    scene.happen("goes-off", "FP-GRN-3", who=by, thing=weapon.name, square=name_of(center) if center else "the target")
    if weapon.haze and center:
        name = free_id(weapon.haze, scene.fight.board.zones)
        zone = Zone(kind=weapon.haze, square=name_of(center), area=weapon.area, rounds=weapon.haze_rounds)
        scene.change("", f"board.zones.{name}", zone, "FP-COV-3")
    if weapon.haze:
        return
    dc = scene.fight.options.blast_dc if weapon.dc is None else weapon.dc
    damage = damage_die(scene, weapon) + (f"{weapon.bonus:+d}" if weapon.bonus else "")
    blast = Blast(
        rule="FP-GRN-3",
        damage=damage,
        dc=dc,
        center=center,
        area=weapon.area,
        by=by,
        target=target,
        no_save=in_hand,
    )
    go_off(scene, blast)


def due(scene: FpScene, team: str, edge: str) -> None:
    """What waits for this edge of a team's turn goes off (FP-GRN-3, FP-GRN-4)."""
    for name, charge in scene.fight.board.charges.items():
        if (charge.team, charge.edge) == (team, edge):
            release(scene, name, charge)


def overdue(scene: FpScene) -> None:
    """What waits for the turn of a team that takes none goes off with the new round (FP-GRN-3)."""
    for name, charge in scene.fight.board.charges.items():
        if not scene.rules.takes_turns(scene.fight, charge.team):
            release(scene, name, charge)


def release(scene: FpScene, name: str, charge: Charge) -> None:
    """One waiting grenade goes off."""
    scene.change("", f"board.charges.{name}", None, "FP-GRN-3")
    weapon = scene.fight.weapons.get(charge.weapon)
    if weapon is not None:
        burst(scene, weapon, read_square(charge.square), by=charge.by, target=charge.target)
