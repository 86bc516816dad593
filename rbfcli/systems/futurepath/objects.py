"""Attacking objects (FP-OBJ-1)."""

from rbfcli.kernel.scene import impossible
from rbfcli.systems.futurepath import commands
from rbfcli.systems.futurepath.attempt import Attempt
from rbfcli.systems.futurepath.board import Thing
from rbfcli.systems.futurepath.check import FpScene, check, die_of, stated
from rbfcli.systems.futurepath.economy import STANDARD, may_spend, spend
from rbfcli.systems.futurepath.ground import reach_of, squares_of
from rbfcli.systems.futurepath.handling import known_thing
from rbfcli.systems.futurepath.people import character
from rbfcli.systems.futurepath.sheet import Weapon
from rbfcli.systems.futurepath.squares import FEET, apart, read_square
from rbfcli.systems.futurepath.strike import accuracy, flat_damage
from rbfcli.systems.futurepath.verdict import BAD, SUCCESS
from rbfcli.systems.futurepath.weapons import damage_die, require_loaded, roll_dice, use_ammunition, weapon_in_hand

RULE = "FP-OBJ-1"


def attack_object(scene: FpScene, command: commands.AttackObject) -> None:
    """What cannot move is hit without a check; below zero hardness it breaks (FP-OBJ-1)."""
    thing = known_thing(scene, command.thing, RULE)
    may_spend(scene, command.who, STANDARD, RULE)
    weapon_id, weapon = weapon_in_hand(scene, command.who, command.weapon)
    if weapon.grenade:
        raise impossible(
            f"the {weapon.name} is thrown", "FP-GRN-1", f"throw {command.who} {weapon_id} --at {thing.square}"
        )
    require_reach(scene, command.who, thing, weapon)
    require_loaded(scene, command.who, weapon_id, weapon)
    spend(scene, command.who, STANDARD, RULE)
    use_ammunition(scene, command.who, weapon_id, weapon)
    outcome = hits(scene, command, thing, weapon) if thing.moves else SUCCESS
    scene.conclude(outcome)
    if outcome not in BAD:
        batter(scene, command, thing, weapon)


def require_reach(scene: FpScene, who: str, thing: Thing, weapon: Weapon) -> None:
    """Melee reaches objects as far as it reaches anybody (FP-ATK-2)."""
    one, square = character(scene, who), read_square(thing.square)
    if weapon.ranged or square is None or not squares_of(one):
        return
    far = min(apart(square, each) for each in squares_of(one))
    if far > reach_of(scene.fight, one):
        scene.refuse(f"the {thing.name} is {far * FEET} ft away, out of reach", "FP-ATK-2", f"move {who} …")


def hits(scene: FpScene, command: commands.AttackObject, thing: Thing, weapon: Weapon) -> str:
    """The accuracy check against an object that can move (FP-OBJ-1)."""
    attempt = Attempt(who=command.who, target="", mod=command.mod)
    edges = stated(command.advantage, command.disadvantage)
    die = die_of(scene, character(scene, command.who))
    modifiers = tuple(accuracy(scene, attempt, weapon))
    return check(
        scene, command.who, f"attack on the {thing.name}", RULE, dc=thing.ac, die=die, modifiers=modifiers, edges=edges,
        critical=weapon.critical,
    ).outcome  # fmt: skip


def batter(scene: FpScene, command: commands.AttackObject, thing: Thing, weapon: Weapon) -> None:
    """Damage comes off the hardness (FP-OBJ-1)."""
    flat = tuple(flat_damage(scene, command.who, weapon))
    amount = roll_dice(scene, command.who, "damage", RULE, die=damage_die(scene, weapon), times=1, flat=flat)
    left = thing.hardness - max(scene.fight.options.least_damage, amount)
    scene.change("", f"board.objects.{command.thing}.hardness", left, RULE)
    if left < 0:
        scene.happen("breaks", RULE, who=command.who, thing=thing.name)
    else:
        scene.happen("battered", RULE, who=command.who, thing=thing.name, hardness=left)
