"""A player attacks: 2d8 and skill against the enemy's defense, and the four outcomes (RBF-ATK)."""

from msgspec.structs import replace

from rbfcli.kernel.events import Modifier, Rolled
from rbfcli.systems.rbf import commands
from rbfcli.systems.rbf.blow import Blow, half, remember
from rbfcli.systems.rbf.check import RbfScene, judged, test
from rbfcli.systems.rbf.damage import hurt
from rbfcli.systems.rbf.economy import fighter
from rbfcli.systems.rbf.ground import falling_damage
from rbfcli.systems.rbf.hits import critical_success, fall_short, go_astray, hit
from rbfcli.systems.rbf.modifiers import defense_tn, from_stealth, of_attack, stated, to_damage, to_hit
from rbfcli.systems.rbf.sheet import RANGED
from rbfcli.systems.rbf.strike import Strike, give_away, pay, shoot, strike_free
from rbfcli.systems.rbf.verdict import CRITICAL, FAILURE, STRUGGLE, SUCCESS


def attack_by_player(scene: RbfScene, strike: Strike) -> None:
    """Roll to hit, then let the outcome take its course (RBF-ATK-1)."""
    fight, command = scene.fight, strike.command
    edges = (
        *stated(command.advantage, command.disadvantage),
        *of_attack(fight, strike, stealth=from_stealth(fight, strike)),
    )
    modifiers, bonus = to_hit(fight, strike), to_damage(fight, strike)
    tn = defense_tn(fight, strike, fight.combatants[strike.target])
    pay(scene, strike)
    rolled = test(
        scene, strike.who, "attack", "RBF-ATK-1", target=strike.target, tn=tn, modifiers=modifiers, edges=edges
    )
    shoot(scene, strike)
    give_away(scene, strike)
    drop = land(scene, strike, rolled.outcome)
    blow = Blow(strike=strike, margin=rolled.margin or 0, bonus=bonus, drop=drop)
    if rolled.outcome in (CRITICAL, SUCCESS):
        strike_free(scene, strike, strike.target)
    come_out(scene, blow, rolled.outcome)
    for each in strike.targets[1:] if strike.command.autofire or strike.weapon.radius else ():
        reach_further(scene, blow, each, rolled)


def come_out(scene: RbfScene, blow: Blow, outcome: str) -> None:
    """The four outcomes (RBF-ATK-2 to RBF-ATK-5)."""
    if outcome == CRITICAL:
        critical_success(scene, blow)
    elif outcome == SUCCESS:
        hit(scene, blow)
    elif outcome == STRUGGLE:
        before = fighter(scene, blow.strike.target).hp
        fall_short(scene, blow)
        remember(scene, blow, dealt=before - fighter(scene, blow.strike.target).hp)
    else:
        from rbfcli.systems.rbf.complications import complicate

        go_astray(scene, blow.strike)
        complicate(scene, blow.strike)


def land(scene: RbfScene, strike: Strike, outcome: str) -> int:
    """Leap down: the dice of the drop are the target's on a hit, one's own on a miss (RBF-TEC-LEAP)."""
    if strike.command.technique != "leap":
        return 0
    one, target = fighter(scene, strike.who), fighter(scene, strike.target)
    damage = falling_damage(scene, strike.who, one.height - target.height, "RBF-TEC-LEAP")
    scene.change(strike.who, "height", target.height, "RBF-TEC-LEAP")
    if outcome in (CRITICAL, SUCCESS):
        return damage
    if damage:
        hurt(scene, strike.who, damage, "RBF-TEC-LEAP")
    return 0


def reach_further(scene: RbfScene, blow: Blow, target_id: str, rolled: Rolled) -> None:
    """The second target of a burst, or all in a blast: the same roll against their own TN (RBF-ACT-7, RBF-ATK-7)."""
    strike = replace(blow.strike, targets=(target_id,))
    tn = defense_tn(scene.fight, strike, fighter(scene, target_id))
    kept = tuple(die.face for die in rolled.dice if die.kept)
    outcome = judged(scene.fight, strike.who, rolled.total, tn, kept)
    scene.happen("also", "RBF-ACT-7", who=strike.who, target=target_id, tn=tn, outcome=outcome)
    further = Blow(strike=strike, margin=rolled.total - tn, bonus=blow.bonus)
    if outcome in (CRITICAL, SUCCESS):
        hit(scene, further, times=2 if outcome == CRITICAL else 1)
    elif outcome == STRUGGLE:
        fall_short(scene, further)
    else:
        go_astray(scene, strike)


def attack_numbers(scene: RbfScene, command: commands.AttackNumbers) -> None:
    """An attack roll from numbers alone: the outcome and the damage it does (RBF-ATK-2 to RBF-ATK-5)."""
    rolled = test(
        scene, "", "attack", "RBF-ATK-1", tn=command.tn, modifiers=(Modifier(command.mod, "modifier"),),
        edges=stated(command.advantage, command.disadvantage),
    )  # fmt: skip
    misses = rolled.outcome == FAILURE or (rolled.outcome == STRUGGLE and command.skill in RANGED)
    full = 0 if misses else scene.roll_expression("", "damage", "RBF-ATK-3", command.damage)
    dealt = {CRITICAL: 2 * full, SUCCESS: full, STRUGGLE: half(scene, full) if full else 0, FAILURE: 0}[rolled.outcome]
    scene.happen("would-deal", "RBF-ATK-3", amount=dealt)
