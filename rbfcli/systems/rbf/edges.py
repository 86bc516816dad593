"""Where advantage and disadvantage come from in RBF (RBF-TST-2, RBF-PRN, RBF-RNG, RBF-TAL-1)."""

from collections.abc import Iterable, Iterator

from rbfcli.kernel.events import Modifier
from rbfcli.systems.rbf.ground import are_close
from rbfcli.systems.rbf.sheet import Fighter, RbfFight
from rbfcli.systems.rbf.strike import Strike
from rbfcli.systems.rbf.talents import SNIPER, has


def stated(advantage: int, disadvantage: int) -> tuple[Modifier, ...]:
    """What the table says: `--advantage` and `--disadvantage`."""
    return Modifier(advantage, "as stated"), Modifier(-disadvantage, "as stated")


def of_attack(fight: RbfFight, strike: Strike, *, stealth: bool) -> Iterator[Modifier]:
    """What the situation gives a player's attack roll."""
    attacker, target = fight.combatants[strike.who], fight.combatants[strike.target]
    yield from of_prone(attacker, target, ranged=strike.ranged)
    if strike.ranged and strike.weapon.hands == 1 and are_close(fight, attacker, target):
        yield Modifier(-1, "shooting in melee", "RBF-RNG-2")
    if strike.ranged and stealth and has(attacker, SNIPER):
        yield Modifier(fight.options.sniper_advantage, "Sniper", "RBF-TAL-1")
    if "raging" in attacker.conditions:
        yield Modifier(fight.options.rage_advantage, "Rage", "RBF-TAL-1")
    yield from hindering_attack(fight, strike)


def of_defense(fight: RbfFight, strike: Strike, target_id: str) -> Iterator[Modifier]:
    """The same seen from a player's defense roll: what helps the attacker hinders the defender."""
    attacker, target = fight.combatants[strike.who], fight.combatants[target_id]
    yield from against(of_prone(attacker, target, ranged=strike.ranged))
    yield from against(hindering_attack(fight, strike))
    yield from of_rage(fight, target)


def of_rage(fight: RbfFight, defender: Fighter) -> Iterator[Modifier]:
    """Whoever rages defends badly (RBF-TAL-1)."""
    if "raging" in defender.conditions:
        yield Modifier(-fight.options.rage_advantage, "Rage", "RBF-TAL-1")


def of_prone(attacker: Fighter, target: Fighter, *, ranged: bool) -> Iterator[Modifier]:
    """Prone targets are easy to strike and hard to shoot; from the ground one strikes badly (RBF-PRN-3, RBF-PRN-4)."""
    if "prone" in target.conditions:
        yield Modifier(-1 if ranged else 1, "target prone", "RBF-PRN-4")
    elif "prone" in attacker.conditions and not ranged:
        yield Modifier(-1, "attacker prone", "RBF-PRN-3")


def hindering_attack(fight: RbfFight, strike: Strike) -> Iterator[Modifier]:
    """What lies on an attacker and hinders its attack; a blow at its grappler is free of that (RBF-TEC-GRAPPLE)."""
    attacker = fight.combatants[strike.who]
    if "pinned" in attacker.conditions:
        yield Modifier(-1, "pinned", "RBF-TEC-PIN")
    if "blinded" in attacker.conditions:
        yield Modifier(-fight.options.blind_disadvantage, "blinded", "RBF-TEC-BLIND")
    grapple = attacker.conditions.get("grappled")
    if grapple and not (strike.weapon.skill == "brawl" and strike.target == grapple.by):
        yield Modifier(-1, "grappled", "RBF-TEC-GRAPPLE")


def of_test(one: Fighter) -> Iterator[Modifier]:
    """What hinders any other test (RBF-TEC-GRAPPLE)."""
    if "grappled" in one.conditions:
        yield Modifier(-1, "grappled", "RBF-TEC-GRAPPLE")


def against(edges: Iterable[Modifier]) -> Iterator[Modifier]:
    """An attacker's edges as its defender's."""
    return (Modifier(-each.value, each.why, each.rule) for each in edges)
