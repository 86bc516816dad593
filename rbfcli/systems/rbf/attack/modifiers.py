"""What helps and hinders an attack: what is added to it, and where more dice come from (RBF-ATK-1, RBF-TST-2)."""

from collections.abc import Iterator

from rbfcli.kernel.events import Modifier
from rbfcli.systems.rbf.attack.strike import Strike
from rbfcli.systems.rbf.check import skill_modifier
from rbfcli.systems.rbf.conditions import edges_of
from rbfcli.systems.rbf.ground import are_close, cover_from
from rbfcli.systems.rbf.sheet import BRUTE, COVER_BONUS, SNIPER, Fighter, Place, RbfFight, defense_tn_of, has, is_enemy

DUAL_ACCURACY, DUAL_DAMAGE = -2, 2
BURST_DAMAGE = 2


def to_hit(fight: RbfFight, strike: Strike) -> tuple[Modifier, ...]:
    """What is added to 2d8."""
    attacker = fight.combatants[strike.who]
    return (
        skill_modifier(fight, attacker, strike.weapon.skill, "RBF-ATK-1"),
        *accuracy(fight, strike),
        Modifier(strike.command.mod, "modifier"),
    )


def accuracy(fight: RbfFight, strike: Strike) -> tuple[Modifier, ...]:
    """What an attack gains besides skill: a player adds it, an enemy raises by it the TN it demands (RBF-DEF-1)."""
    gains = (
        Modifier(fight.combatants[strike.who].aim, "aim", "RBF-ACT-5"),
        Modifier(DUAL_ACCURACY if strike.command.dual else 0, "two weapons", "RBF-DUAL-1"),
        *advantages(fight, strike),
    )
    return tuple(each for each in gains if each.value)


def to_damage(fight: RbfFight, strike: Strike) -> tuple[Modifier, ...]:
    """What is added to the weapon's damage besides the skill."""
    attacker, options = fight.combatants[strike.who], fight.options
    sniped = strike.ranged and has(attacker, SNIPER) and from_stealth(fight, strike)
    strong = not strike.ranged and has(attacker, BRUTE)
    bonuses = (
        Modifier(BURST_DAMAGE if strike.bursts else 0, "burst", "RBF-ACT-7"),
        Modifier(DUAL_DAMAGE if strike.command.dual else 0, "two weapons", "RBF-DUAL-1"),
        *advantages(fight, strike),
        Modifier(options.sniper_damage if sniped else 0, "Sniper", "RBF-TAL-1"),
        Modifier(options.brute_damage if strong else 0, "Brute", "RBF-TAL-1"),
    )
    return tuple(each for each in bonuses if each.value)


def advantages(fight: RbfFight, strike: Strike) -> tuple[Modifier, ...]:
    """What helps both to hit and to damage: stealth, and a prepared firing position (RBF-STL, RBF-FIRE-1)."""
    place = fight.board.places.get(fight.combatants[strike.who].place, Place())
    prepared = place.prepared and strike.ranged
    stealth = fight.options.stealth_bonus if from_stealth(fight, strike) else 0
    return (
        Modifier(stealth, "from stealth", "RBF-STL-3" if hidden(fight, strike) else "RBF-STL-1"),
        Modifier(fight.options.position_bonus if prepared else 0, "prepared position", "RBF-FIRE-1"),
    )


def from_stealth(fight: RbfFight, strike: Strike) -> bool:
    """Whether an attack comes out of hiding, or a player's falls on somebody surprised (RBF-STL-1, RBF-STL-3)."""
    by_player = not is_enemy(fight.combatants[strike.who])
    return hidden(fight, strike) or (by_player and "surprised" in fight.combatants[strike.target].conditions)


def hidden(fight: RbfFight, strike: Strike) -> bool:
    """Whether the attacker is hidden."""
    return "hidden" in fight.combatants[strike.who].conditions


def defense_tn(fight: RbfFight, strike: Strike, target: Fighter) -> int:
    """An enemy's TN: cover raises it against shots, a sundered guard lowers it (RBF-COV-3, RBF-TEC-SUNDER)."""
    counts = strike.ranged and fight.options.enemy_cover
    covered = COVER_BONUS[cover_from(fight, target, fight.combatants[strike.who])] if counts else 0
    return defense_tn_of(target) + covered - broken_guard(target)


def broken_guard(target: Fighter) -> int:
    """How much easier to hit somebody sundered is: an enemy's TN, or a player's defense (RBF-TEC-SUNDER)."""
    return max(1, target.conditions["sundered"].amount) if "sundered" in target.conditions else 0


def of_attack(fight: RbfFight, strike: Strike) -> Iterator[Modifier]:
    """What the situation gives an attack: what hinders the target's defense helps it (RBF-TST-2)."""
    attacker, target = fight.combatants[strike.who], fight.combatants[strike.target]
    yield from edges_of(fight, strike.manner, strike.who, strike.target)
    if strike.ranged and strike.weapon.hands == 1 and are_close(fight, attacker, target):
        yield Modifier(-1, "shooting in melee", "RBF-RNG-2")
    if strike.ranged and has(attacker, SNIPER) and from_stealth(fight, strike):
        yield Modifier(fight.options.sniper_advantage, "Sniper", "RBF-TAL-1")
    for each in edges_of(fight, "defense", strike.target, strike.who):
        yield Modifier(-each.value, each.why, each.rule)


def of_defense(fight: RbfFight, strike: Strike) -> Iterator[Modifier]:
    """The same seen from a player's defense roll: what helps the attacker hinders the defender."""
    for each in of_attack(fight, strike):
        yield Modifier(-each.value, each.why, each.rule)
