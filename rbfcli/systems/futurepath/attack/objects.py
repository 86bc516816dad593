"""Attacking objects: by the way of any other attack, but for the check where they cannot move (FP-OBJ-1)."""

from rbfcli.kernel.carrying import fire, in_hand, require_loaded
from rbfcli.kernel.scene import impossible
from rbfcli.kernel.visible import quoted
from rbfcli.systems.futurepath.attack.blow import accuracy_check, connects, damage_of, fumble
from rbfcli.systems.futurepath.attack.strike import (
    Attempt,
    Strike,
    increments_beyond,
    remember_attack,
    require_line,
    strike_with,
)
from rbfcli.systems.futurepath.check import FpScene
from rbfcli.systems.futurepath.commands import fighting
from rbfcli.systems.futurepath.economy import STANDARD, may_spend, spend
from rbfcli.systems.futurepath.ground.cover import screen_between
from rbfcli.systems.futurepath.ground.reach import gap, known_thing, reach_of, spot_of, spot_on
from rbfcli.systems.futurepath.ground.squares import FEET, read_square
from rbfcli.systems.futurepath.sheet.board import Thing
from rbfcli.systems.futurepath.verdict import BAD, CRITICAL, FAILURE, FUMBLE, SUCCESS

RULE = "FP-OBJ-1"


def attack_object(scene: FpScene, command: fighting.AttackObject) -> None:
    """What cannot move is hit without a check within range; below zero hardness it breaks (FP-OBJ-1)."""
    thing = known_thing(scene, command.thing, RULE)
    may_spend(scene, command.who, STANDARD, RULE)
    blow, sure = prepare_on(scene, command, thing)
    spend(scene, command.who, STANDARD, RULE)
    remember_attack(scene, command.who, command.thing)
    outcome = FAILURE
    if not blow.through or connects(scene, blow):
        outcome = SUCCESS if sure else accuracy_check(scene, blow, f"attack on the {thing.name}", RULE).outcome
    fire(scene, command.who, blow.weapon_id)
    scene.conclude(outcome)
    if outcome == FUMBLE:
        fumble(scene, blow)
    elif outcome not in BAD:
        batter(scene, command, damage_of(scene, blow, critical=outcome == CRITICAL))


def prepare_on(scene: FpScene, command: fighting.AttackObject, thing: Thing) -> tuple[Strike, bool]:
    """Check what can refuse it, and gather what counts; and whether it hits without a check (FP-ATK-2, FP-COV-2)."""
    one, board = scene.one(command.who), scene.fight.board
    weapon_id, weapon = in_hand(scene, command.who, command.weapon)
    if weapon.grenade:
        raise impossible(
            f"the {weapon.name} is thrown", "FP-GRN-1", f"throw {quoted(command.who)} {quoted(weapon_id)} …"
        )
    there = spot_on(board, read_square(thing.square))
    far = gap(spot_of(one), there)
    if far is not None and not weapon.ranged and far > reach_of(weapon):
        scene.refuse(
            f"the {thing.name} is {far * FEET} ft away, out of reach", "FP-ATK-2", f"move {quoted(command.who)} …"
        )
    require_loaded(scene, command.who, weapon_id)
    screen = screen_between(scene.fight, one, there)
    require_line(scene, f"the {thing.name}", weapon, screen)
    attempt = Attempt(
        who=command.who, target="", mod=command.mod, advantage=command.advantage, disadvantage=command.disadvantage
    )
    sure = not thing.moves and not increments_beyond(weapon, far)
    if sure and (command.mod or command.advantage or command.disadvantage):
        raise impossible(f"the {thing.name} cannot move and is hit without a check", RULE, "without --mod and the like")
    return strike_with(scene, attempt, (weapon_id, weapon), screen=screen, far=far, ac=thing.ac), sure


def batter(scene: FpScene, command: fighting.AttackObject, amount: int) -> None:
    """Damage comes off the hardness (FP-OBJ-1)."""
    thing = scene.fight.board.objects[command.thing]
    left = thing.hardness - amount
    scene.change("", ("board", "objects", command.thing, "hardness"), left, RULE)
    if left < 0:
        scene.happen("breaks", RULE, who=command.who, thing=thing.name)
    else:
        scene.happen("battered", RULE, who=command.who, thing=thing.name, hardness=left)
