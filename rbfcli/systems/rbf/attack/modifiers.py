"""What helps and hinders an attack: what is added to it, and where more dice come from (RBF-ATK-1, RBF-TST-2)."""

from rbfcli.kernel.events import Modifier
from rbfcli.systems.rbf.attack.strike import Strike
from rbfcli.systems.rbf.check import of_worth, skill_modifier
from rbfcli.systems.rbf.conditions import edges_of
from rbfcli.systems.rbf.ground import are_close
from rbfcli.systems.rbf.sheet import BRUTE, SNIPER, Place, RbfFight, has, is_enemy

DUAL_ACCURACY, DUAL_DAMAGE = -2, 2
BURST_DAMAGE = 2


def to_hit(fight: RbfFight, strike: Strike, gains: tuple[Modifier, ...]) -> tuple[Modifier, ...]:
    """What is added to 2d8: the skill, and what the attack `gains`."""
    attacker, mod = fight.combatants[strike.who], strike.command.mod
    skill = skill_modifier(fight, attacker, strike.weapon.skill, "RBF-ATK-1")
    return (skill, *gains, Modifier(mod, "modifier")) if mod else (skill, *gains)


def accuracy(fight: RbfFight, strike: Strike, helps: tuple[Modifier, ...]) -> tuple[Modifier, ...]:
    """What an attack gains besides skill: a player adds it, an enemy raises by it the TN it demands (RBF-DEF-1)."""
    gains, aim = helps, fight.combatants[strike.who].aim
    if strike.command.dual:
        gains = (Modifier(DUAL_ACCURACY, "two weapons", "RBF-DUAL-1"), *gains)
    if aim:
        gains = (Modifier(aim, "aim", "RBF-ACT-5"), *gains)
    return gains


def to_damage(fight: RbfFight, strike: Strike, helps: tuple[Modifier, ...]) -> tuple[Modifier, ...]:
    """What is added to the weapon's damage besides the skill."""
    attacker, options, bonuses = fight.combatants[strike.who], fight.options, helps
    if strike.command.dual:
        bonuses = (Modifier(DUAL_DAMAGE, "two weapons", "RBF-DUAL-1"), *bonuses)
    if strike.bursts:
        bonuses = (Modifier(BURST_DAMAGE, "burst", "RBF-ACT-7"), *bonuses)
    if not attacker.talents:
        return bonuses
    if strike.ranged and has(attacker, SNIPER) and from_stealth(fight, strike):
        bonuses += of_worth(options.sniper_damage, "Sniper", "RBF-TAL-1")
    if not strike.ranged and has(attacker, BRUTE):
        bonuses += of_worth(options.brute_damage, "Brute", "RBF-TAL-1")
    return bonuses


def advantages(fight: RbfFight, strike: Strike) -> tuple[Modifier, ...]:
    """What helps both to hit and to damage: stealth, and a prepared firing position (RBF-STL, RBF-FIRE-1)."""
    helps: tuple[Modifier, ...] = ()
    options = fight.options
    if from_stealth(fight, strike):
        helps = of_worth(options.stealth_bonus, "from stealth", "RBF-STL-3" if hidden(fight, strike) else "RBF-STL-1")
    if strike.ranged and fight.board.places.get(fight.combatants[strike.who].place, Place()).prepared:
        helps += of_worth(options.position_bonus, "prepared position", "RBF-FIRE-1")
    return helps


def from_stealth(fight: RbfFight, strike: Strike) -> bool:
    """Whether an attack comes out of hiding, or a player's falls on somebody surprised (RBF-STL-1, RBF-STL-3)."""
    by_player = not is_enemy(fight.combatants[strike.who])
    return hidden(fight, strike) or (by_player and "surprised" in fight.combatants[strike.target].conditions)


def hidden(fight: RbfFight, strike: Strike) -> bool:
    """Whether the attacker is hidden."""
    return "hidden" in fight.combatants[strike.who].conditions


def of_attack(fight: RbfFight, strike: Strike) -> list[Modifier]:
    """What the situation gives an attack: what hinders the target's defense helps it (RBF-TST-2)."""
    who, target = strike.who, strike.target
    edges = edges_of(fight, strike.manner, who, target)
    if strike.ranged:
        attacker = fight.combatants[who]
        if strike.weapon.hands == 1 and are_close(fight, attacker, fight.combatants[target]):
            edges.append(Modifier(-1, "shooting in melee", "RBF-RNG-2"))
        if has(attacker, SNIPER) and from_stealth(fight, strike):
            edges.append(Modifier(fight.options.sniper_advantage, "Sniper", "RBF-TAL-1"))
    against = edges_of(fight, "defense", target, who)
    return edges + turned(against) if against else edges


def of_defense(fight: RbfFight, strike: Strike) -> list[Modifier]:
    """The same seen from a player's defense roll: what helps the attacker hinders the defender."""
    return turned(of_attack(fight, strike))


def turned(edges: list[Modifier]) -> list[Modifier]:
    """What helps one hinders the other."""
    return [Modifier(-each.value, each.why, each.rule) for each in edges]
