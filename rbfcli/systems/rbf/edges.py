"""Where advantage and disadvantage come from in RBF (RBF-TST-2, RBF-PRN, RBF-RNG)."""

from collections.abc import Iterator

from rbfcli.kernel.events import Modifier
from rbfcli.systems.rbf.sheet import Fighter, Weapon

RANGED = ("shoot", "heavy")


def stated(advantage: int, disadvantage: int) -> tuple[Modifier, ...]:
    """What the table says: `--advantage` and `--disadvantage`."""
    given = (Modifier(advantage, "as stated"), Modifier(-disadvantage, "as stated"))
    return tuple(each for each in given if each.value)


def of_attack(attacker: Fighter, target: Fighter, weapon: Weapon, *, close: bool) -> Iterator[Modifier]:
    """What the situation of an attack roll gives: `close` says that the two are known to be in melee range."""
    ranged = weapon.skill in RANGED
    if "prone" in target.conditions:
        yield Modifier(-1 if ranged else 1, "target prone", "RBF-PRN-4")
    if "prone" in attacker.conditions and not ranged and "prone" not in target.conditions:
        yield Modifier(-1, "attacking from prone", "RBF-PRN-3")
    if ranged and weapon.hands == 1 and close:
        yield Modifier(-1, "shooting in melee", "RBF-RNG-2")
    yield from of_conditions(attacker)


def of_defense(attacker: Fighter, target: Fighter, *, ranged: bool) -> Iterator[Modifier]:
    """The same situations seen from the defense roll: what helps the attacker hinders the defender."""
    if "prone" in target.conditions:
        yield Modifier(1 if ranged else -1, "prone", "RBF-PRN-4")
    if "prone" in attacker.conditions and not ranged and "prone" not in target.conditions:
        yield Modifier(1, "attacker prone", "RBF-PRN-3")
    yield from (Modifier(-each.value, f"attacker {each.why}", each.rule) for each in of_conditions(attacker))


def of_conditions(attacker: Fighter) -> Iterator[Modifier]:
    """What lies on the attacker and hinders any attack."""
    if "pinned" in attacker.conditions:
        yield Modifier(-1, "pinned", "RBF-TEC-PIN")
    if "blinded" in attacker.conditions:
        yield Modifier(-1, "blinded", "RBF-TEC-BLIND")
