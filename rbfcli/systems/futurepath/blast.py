"""What goes off harms everyone within its area at that moment (FP-GRN-3, FP-TRP-2)."""

from msgspec import Struct

from rbfcli.kernel.amounts import highest
from rbfcli.systems.futurepath.check import FpScene
from rbfcli.systems.futurepath.ground import squares_of
from rbfcli.systems.futurepath.saves import halved, save
from rbfcli.systems.futurepath.sheet import FuturePathFight
from rbfcli.systems.futurepath.squares import FEET, Square, apart
from rbfcli.systems.futurepath.vitality import hurt


class Blast(Struct, frozen=True, kw_only=True):
    """Something that goes off: where, how wide in feet, and what it does; `no_save` is who holds it in hand."""

    rule: str
    damage: str
    dc: int
    center: Square | None
    area: int
    by: str = ""
    target: str = ""
    no_save: str = ""


def go_off(scene: FpScene, blast: Blast) -> None:
    """Roll the damage once; everyone inside saves for half, who holds it takes all of it (FP-GRN-3, FP-GRN-4)."""
    caught = victims(scene.fight, blast)
    if not caught:
        scene.happen("nobody-inside", blast.rule)
        return
    if blast.no_save in caught:
        hurt(scene, blast.no_save, highest(blast.damage), "FP-GRN-4")
    others = [who for who in caught if who != blast.no_save]
    amount = scene.roll_expression(blast.by, "blast damage", blast.rule, blast.damage) if others else 0
    for who in others:
        suffer(scene, who, amount, blast)


def victims(fight: FuturePathFight, blast: Blast) -> list[str]:
    """Who is inside the area; where the map does not say, the one it was meant for."""
    if blast.center is None:
        return [who for who in dict.fromkeys((blast.no_save, blast.target)) if who in fight.combatants]
    center = blast.center
    return [
        who
        for who, one in fight.combatants.items()
        if "dead" not in one.conditions
        and any(apart(center, square) * FEET <= blast.area for square in squares_of(one))
    ]


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
