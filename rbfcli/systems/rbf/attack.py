"""A player attacks: 2d8 and skill against the enemy's defense, and the four outcomes (RBF-ATK)."""

from rbfcli.kernel.events import Modifier
from rbfcli.systems.rbf import commands, techniques
from rbfcli.systems.rbf.actions import fighter, spend
from rbfcli.systems.rbf.check import RbfScene, test
from rbfcli.systems.rbf.complications import complicate
from rbfcli.systems.rbf.defense import attack_by_enemy
from rbfcli.systems.rbf.edges import of_attack, stated
from rbfcli.systems.rbf.hits import critical_success, half, hit, struggle
from rbfcli.systems.rbf.sheet import is_enemy
from rbfcli.systems.rbf.strike import Strike, accuracy, are_close, prepare_strike, target_number
from rbfcli.systems.rbf.verdict import CRITICAL, FAILURE, STRUGGLE, SUCCESS


def attack(scene: RbfScene, command: commands.Attack) -> None:
    """Players roll for everything: to hit when they attack, to defend when an enemy does (RBF-ATK-1, RBF-DEF-1)."""
    strike = prepare_strike(scene, command)
    if is_enemy(fighter(scene, command.who)):
        attack_by_enemy(scene, strike)
    else:
        attack_by_player(scene, strike)


def attack_by_player(scene: RbfScene, strike: Strike) -> None:
    """Roll to hit, then let the outcome take its course (RBF-ATK-2 to RBF-ATK-5)."""
    techniques.require(scene, strike)
    command, target_id = strike.command, strike.targets[0]
    attacker, target = fighter(scene, strike.who), fighter(scene, target_id)
    edges = (
        *stated(command.advantage, command.disadvantage),
        *of_attack(attacker, target, strike.weapon, close=are_close(scene, attacker, target)),
    )
    modifiers, tn = accuracy(scene, strike), target_number(scene, strike, target)
    spend(scene, strike.who, "RBF-ACT-1")
    use_ammunition(scene, strike)
    rolled = test(
        scene, strike.who, "attack", "RBF-ATK-1", target=target_id, tn=tn, modifiers=modifiers, edges=edges,
        critical_range=attacker.critical_range,
    )  # fmt: skip
    scene.conclude(rolled.outcome)
    if rolled.outcome == CRITICAL:
        critical_success(scene, strike, rolled.margin or 0)
    elif rolled.outcome == SUCCESS:
        hit(scene, strike, rolled.margin or 0)
    elif rolled.outcome == STRUGGLE:
        struggle(scene, strike)
    else:
        complicate(scene, strike)


def use_ammunition(scene: RbfScene, strike: Strike) -> None:
    """A shot takes one round out of the magazine, a burst all (RBF-ACT-3, RBF-ACT-7)."""
    if strike.weapon.ammo:
        loaded = fighter(scene, strike.who).ammo.get(strike.weapon_id, 0)
        left = 0 if strike.command.autofire else max(0, loaded - 1)
        scene.change(strike.who, f"ammo.{strike.weapon_id}", left, "RBF-ACT-3")


def attack_numbers(scene: RbfScene, command: commands.AttackNumbers) -> None:
    """An attack roll from numbers alone: the outcome and the damage it does (RBF-ATK-2 to RBF-ATK-5)."""
    rolled = test(
        scene, "", "attack", "RBF-ATK-1", tn=command.tn, modifiers=(Modifier(command.mod, "modifier"),),
        edges=stated(command.advantage, command.disadvantage),
    )  # fmt: skip
    scene.conclude(rolled.outcome)
    misses = rolled.outcome == FAILURE or (rolled.outcome == STRUGGLE and command.skill == "shoot")
    full = 0 if misses else scene.roll_expression("", "damage", "RBF-ATK-3", command.damage)
    dealt = {CRITICAL: 2 * full, SUCCESS: full, STRUGGLE: half(full) if full else 0, FAILURE: 0}[rolled.outcome]
    scene.happen("would-deal", "RBF-ATK-3", amount=dealt)
