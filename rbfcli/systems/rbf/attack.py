"""A player attacks: 2d8 and skill against the enemy's defense, and the four outcomes (RBF-ATK)."""

from msgspec.structs import replace

from rbfcli.kernel.events import Modifier, Rolled
from rbfcli.kernel.fight import Question
from rbfcli.systems.rbf import ammunition, commands, push, techniques
from rbfcli.systems.rbf.accuracy import defense_tn, from_stealth, to_damage, to_hit
from rbfcli.systems.rbf.blow import Blow, from_facts, half
from rbfcli.systems.rbf.check import RbfScene, judged, test
from rbfcli.systems.rbf.complications import complicate
from rbfcli.systems.rbf.damage import hurt
from rbfcli.systems.rbf.economy import fighter
from rbfcli.systems.rbf.edges import of_attack, stated
from rbfcli.systems.rbf.enemy import attack_by_enemy
from rbfcli.systems.rbf.grapple import strike_free
from rbfcli.systems.rbf.ground import falling_damage
from rbfcli.systems.rbf.hits import critical_success, fall_short, go_astray, hit
from rbfcli.systems.rbf.riposte import check_riposte
from rbfcli.systems.rbf.sheet import RANGED, is_enemy
from rbfcli.systems.rbf.stealth import give_away
from rbfcli.systems.rbf.strike import Cost, Strike, pay, strike_of
from rbfcli.systems.rbf.targets import check_strike
from rbfcli.systems.rbf.verdict import CRITICAL, FAILURE, STRUGGLE, SUCCESS


def attack(scene: RbfScene, command: commands.Attack) -> None:
    """Players roll for everything: to hit when they attack, to defend when an enemy does (RBF-ATK-1, RBF-DEF-1)."""
    if command.reaction:
        check_riposte(scene, command)
    carry_out(scene, command, "reaction" if command.reaction else "action")


def answer_riposte(scene: RbfScene, question: Question, answer: str) -> None:
    """Strike back, or let it be (RBF-REA-1)."""
    if answer == "strike":
        carry_out(scene, commands.Attack(who=question.who, targets=(question.facts["on"],)), "reaction")


def carry_out(scene: RbfScene, command: commands.Attack, cost: Cost) -> None:
    """An attack, whatever it costs: all that refuses it comes before its dice."""
    strike = strike_of(scene, command, cost)
    check_strike(scene, strike)
    push.forget(scene, command.who)
    if is_enemy(fighter(scene, command.who)):
        attack_by_enemy(scene, strike)
    else:
        techniques.require(scene, strike)
        attack_by_player(scene, strike)


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
    ammunition.shoot(scene, strike)
    rolled = test(
        scene, strike.who, "attack", "RBF-ATK-1", target=strike.target, tn=tn, modifiers=modifiers, edges=edges
    )
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
        push.remember(scene, blow, dealt=before - fighter(scene, blow.strike.target).hp)
    else:
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


def push_through(scene: RbfScene, command: commands.Push) -> None:
    """A struggle becomes a success; what it did already is part of the damage (RBF-ATK-9)."""
    push.may_push(scene, command.who)
    missed = scene.fight.board.missed
    push.forget(scene, command.who)
    push.pay_for_push(scene, command)
    blow = from_facts(scene, {**missed, "margin": 0})
    scene.happen("pushed", "RBF-ATK-9", who=command.who, target=blow.strike.target)
    hit(scene, blow, already=missed["dealt"])


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
