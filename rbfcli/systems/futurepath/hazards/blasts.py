"""What goes off harms everyone within its area; what waits for that (FP-GRN-3, FP-GRN-4, FP-COV-3, FP-TRP-2)."""

from collections.abc import Sequence

from msgspec import Struct

from rbfcli.kernel.amounts import highest
from rbfcli.kernel.sheets import free_id
from rbfcli.systems.futurepath.carrying import damage_die
from rbfcli.systems.futurepath.check import FpScene
from rbfcli.systems.futurepath.conditions import is_dead
from rbfcli.systems.futurepath.damage import hurt
from rbfcli.systems.futurepath.defense import halved, save
from rbfcli.systems.futurepath.ground.reach import Spot, reaches, spot_of, spot_on
from rbfcli.systems.futurepath.ground.squares import FEET, name_of, read_square
from rbfcli.systems.futurepath.sheet.board import Charge, Zone
from rbfcli.systems.futurepath.sheet.sheet import FuturePathFight, Weapon


class Blast(Struct, frozen=True, kw_only=True):
    """Something that goes off: what it does, whose doing it is; `no_save` is who holds it in hand."""

    rule: str
    damage: str
    dc: int
    by: str = ""
    no_save: str = ""


def go_off(scene: FpScene, blast: Blast, caught: Sequence[str]) -> None:
    """Roll the damage once; everyone caught saves for half, who holds it takes all of it (FP-GRN-3, FP-GRN-4)."""
    if not caught:
        scene.happen("nobody-inside", blast.rule)
        return
    if blast.no_save in caught:
        most = highest(blast.damage)
        scene.happen("takes-all", "FP-GRN-4", who=blast.no_save, amount=most)
        hurt(scene, blast.no_save, most, "FP-GRN-4")
    others = [who for who in caught if who != blast.no_save]
    if others:
        amount = scene.roll_expression(blast.by, "blast damage", blast.rule, blast.damage)
        for who in others:
            suffer(scene, who, amount, blast)


def victims(fight: FuturePathFight, center: Spot, area: int, target: str = "") -> tuple[str, ...]:
    """Who is inside an area in feet and not behind a wall; where the map does not say, the one it was meant for."""
    if not center.squares:
        return (target,) if target in fight.combatants else ()
    people = {who: one for who, one in fight.combatants.items() if one.square and not is_dead(one)}
    far, walls = area // FEET, fight.options.blast_walls
    return tuple(who for who, one in people.items() if reaches(fight.board, center, spot_of(one), far, walls=walls))


def suffer(scene: FpScene, who: str, amount: int, blast: Blast) -> None:
    """One victim's save, where the option knows one, and what gets through."""
    ability = scene.fight.options.blast_save
    if ability == "none":
        hurt(scene, who, amount, blast.rule)
        return
    rolled = save(scene, who, blast.rule, dc=blast.dc, abilities=(ability,))
    hurt(scene, who, halved(amount, rolled.outcome), blast.rule)
    if not halved(amount, rolled.outcome):
        scene.happen("unharmed", blast.rule, who=who)


def burst(scene: FpScene, weapon: Weapon, caught: Sequence[str], *, by: str, holder: str = "") -> None:
    """Harm to everyone inside, and all of it to who holds it in hand; haze does none (FP-GRN-3, FP-GRN-4)."""
    if weapon.haze:
        return
    dc = scene.fight.options.blast_dc if weapon.dc is None else weapon.dc
    damage = damage_die(scene.fight.options, weapon) + (f"{weapon.bonus:+d}" if weapon.bonus else "")
    blast = Blast(rule="FP-GRN-3", damage=damage, dc=dc, by=by, no_save=holder)
    go_off(scene, blast, caught)


def caught_by(
    scene: FpScene, weapon: Weapon, center: Spot, *, by: str, target: str, in_hand: bool = False
) -> tuple[str, ...]:
    """It goes off, perhaps in its target's hand: haze around it, and who is inside (FP-GRN-3, FP-GRN-4, FP-COV-3)."""
    square = name_of(center.squares[0]) if center.squares else ""
    if not in_hand:
        scene.happen("goes-off", "FP-GRN-3", who=by, thing=weapon.name, square=square or "the target")
    if weapon.haze and square:
        name = free_id(weapon.haze, scene.fight.board.zones)
        zone = Zone(kind=weapon.haze, square=square, area=weapon.area, rounds=weapon.haze_rounds)
        scene.change("", ("board", "zones", name), zone, "FP-COV-3")
    return victims(scene.fight, center, weapon.area, target)


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
    scene.change("", ("board", "charges", name), None, "FP-GRN-3")
    weapon = scene.fight.weapons.get(charge.weapon)
    if weapon is not None:
        center = spot_on(scene.fight.board, read_square(charge.square))
        caught = caught_by(scene, weapon, center, by=charge.by, target=charge.target)
        burst(scene, weapon, caught, by=charge.by)
