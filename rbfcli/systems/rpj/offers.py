"""The actions an RPJ character can try, and verbs with numbers alone."""

from collections.abc import Iterator
from itertools import islice

from rbfcli.core.errors import Refusal, misuse, must_be
from rbfcli.core.text import read_number
from rbfcli.model.commands import Command, Turn, restate
from rbfcli.model.fight import Condition
from rbfcli.model.rules import CandidateAction
from rbfcli.systems.rpj import commands, conditions, economy
from rbfcli.systems.rpj.map import NO_COVER, groups_in, linked, pieces, read_cover, region_ids
from rbfcli.systems.rpj.sheet import Battlefield, Character, RpjFight, RpjOptions, Weapon

ONE, TWO, WHOLE = "1 action", "2 actions", "whole turn"
MOST_CANDIDATES = 200


def candidates(fight: RpjFight, actor: str) -> Iterator[CandidateAction]:
    """Yield likely actions: a stabilize roll, grapples and attacks, moves, cover, overwatch."""
    return islice(_everything(fight, actor), MOST_CANDIDATES)


def _everything(fight: RpjFight, actor: str) -> Iterator[CandidateAction]:
    yield CandidateAction(commands.Stabilize(who=actor), "the turn", "RPJ-STB-1")
    yield CandidateAction(commands.Grapple(who=actor), WHOLE, "RPJ-GRP-4")
    for foe in _foes(fight, actor):
        yield from _against(fight, actor, foe)
    for foe, one in fight.combatants.items() if fight.options.damage_restarts else ():
        if one.side != fight.combatants[actor].side and conditions.STABILIZED in one.conditions:
            yield CandidateAction(commands.Attack(who=actor, targets=(foe,)), ONE, "RPJ-ACT-3")
    yield from _ways(fight, actor)
    yield from _covers(fight, actor)
    for region in region_ids(fight.board):
        yield CandidateAction(commands.Overwatch(who=actor, region=region), ONE, "RPJ-OVR-1")
    yield CandidateAction(commands.Cautious(who=actor), WHOLE, "RPJ-CAU-1")
    for region in linked(fight.board, fight.combatants[actor].region):
        yield CandidateAction(commands.Cautious(who=actor, to=region), WHOLE, "RPJ-CAU-1")
        for piece in pieces(fight, region):
            yield CandidateAction(commands.Cautious(who=actor, to=region, cover=piece), WHOLE, "RPJ-CAU-1")
    if fight.active == actor:
        yield CandidateAction(Turn(), "free", "RPJ-ACT-7")


def approach(fight: RpjFight, actor: str, foe: str) -> Iterator[Command]:
    """Yield the moves and changes of cover from the actor's position (RPJ-ACT-2, RPJ-COV)."""
    del foe  # the caller compares ranges
    if not economy.can_attack(fight, actor):
        return
    yield from (each.command for each in (*_ways(fight, actor), *_covers(fight, actor)))
    yield from (
        commands.Cautious(who=actor, to=region) for region in linked(fight.board, fight.combatants[actor].region)
    )


def _foes(fight: RpjFight, actor: str) -> list[str]:
    side = fight.combatants[actor].side
    return [each for each, one in fight.combatants.items() if one.side != side and conditions.standing(one)]


def _against(fight: RpjFight, actor: str, foe: str) -> Iterator[CandidateAction]:
    one, other = fight.combatants[actor], fight.combatants[foe]
    usual = economy.usual_weapon(fight, one, other)
    yield CandidateAction(commands.Attack(who=actor, targets=(foe,)), ONE, "RPJ-ACT-3")
    for weapon in (*economy.carried(fight, one), economy.UNARMED):
        if weapon != usual:
            yield CandidateAction(commands.Attack(who=actor, targets=(foe,), weapon=weapon), ONE, "RPJ-ACT-3")
        if weapon != economy.UNARMED and not fight.weapons[weapon].melee:
            yield CandidateAction(
                commands.Attack(who=actor, targets=(foe,), weapon=weapon, aimed=True), TWO, "RPJ-AIM-1"
            )
            yield CandidateAction(commands.Suppress(who=actor, target=foe, weapon=weapon), TWO, "RPJ-SUP-1")
    if foe != one.grapple:
        yield CandidateAction(
            commands.Grapple(who=actor, target=foe), _actions(fight.options.grapple_actions), "RPJ-GRP-1"
        )


def _ways(fight: RpjFight, actor: str) -> Iterator[CandidateAction]:
    """Yield moves over each link, into cover there, to enemies and groups, and out of the group."""
    one = fight.combatants[actor]
    ways = linked(fight.board, one.region)
    moves = [commands.Move(who=actor, to=region) for region in ways]
    moves += [commands.Move(who=actor, to=region, cover=piece) for region in ways for piece in pieces(fight, region)]
    moves += [commands.Move(who=actor, join=foe) for foe in _foes(fight, actor) if fight.combatants[foe].region in ways]
    moves += [
        commands.Move(who=actor, group_name=group) for group in groups_in(fight, one.region) if group != one.group
    ]
    moves += [
        commands.Move(who=actor, join=other)
        for other, each in fight.combatants.items()
        if each.region == one.region and not each.group and other != actor
    ]
    moves += [commands.Move(who=actor, to=one.region)] if one.group else []
    yield from (CandidateAction(move, ONE, "RPJ-ACT-2") for move in moves)


def _covers(fight: RpjFight, actor: str) -> Iterator[CandidateAction]:
    one = fight.combatants[actor]
    for piece in pieces(fight, one.region):
        if piece != one.cover:
            taking = commands.TakeCover(who=actor, piece=piece)
            yield CandidateAction(taking, _actions(fight.options.cover_actions), "RPJ-COV-2")
    if one.cover:
        yield CandidateAction(commands.TakeCover(who=actor, piece=NO_COVER), "free", "RPJ-COV-2")
    yield CandidateAction(commands.Reorient(who=actor), ONE, "RPJ-COV-8" if one.reoriented else "RPJ-COV-6")


def _actions(cost: int) -> str:
    return f"{cost} action{'s' * (cost != 1)}" if cost else "free"


Saves = tuple[int, ...]
ORDINALS = {1: "1st", 2: "2nd", 3: "3rd"}


def attack(command: commands.AttackNumbers) -> tuple[RpjFight, commands.Attack]:
    """Return a fight with a shot at a target at this range and cover, without saves (RPJ-ACT-3, RPJ-COV-2)."""
    if command.cover and read_cover(command.cover) is None:
        raise must_be("cover", "written as +3/1f or +2/*", command.cover, rule="RPJ-COV-1", error=Refusal)
    if command.reoriented and not command.cover:
        raise misuse("reorienting needs cover", "--cover +3/1f", rule="RPJ-COV-6")
    if command.adjacent and command.range:
        raise misuse("adjacent combatants are at range 0", hint="remove --adjacent or --range", rule="RPJ-FIELD-3")
    group = "A" if command.adjacent else ""
    attacker = Character(
        name="the attacker", side="attackers", region="0", group=group, skills={"shot": 0}, weapons=("shot",)
    )
    target = Character(
        name="the target",
        side="targets",
        region=str(command.range),
        group=group,
        ranged_defense=command.defense,
        cover=command.cover,
        reoriented=command.reoriented,
    )
    shot = Weapon(name="shot", skill="shot", range=command.range)
    fight = RpjFight(
        system="rpj",
        board=Battlefield(length=command.range + 1),
        combatants={"attacker": attacker, "target": target},
        weapons={"shot": shot},
    )
    return fight, restate(command, commands.Attack, who="attacker", targets=("target",))


def damage_save(command: commands.DamageSaveNumbers) -> tuple[RpjFight, commands.DamageSave]:
    """Return a fight with a damage save on these layers, the last one the base (RPJ-DMG-2 to RPJ-DMG-7)."""
    saves = read_layers(command.saves)
    names = [*(ORDINALS.get(number, f"{number}th") for number in range(1, len(saves))), "base"]
    target = Character(name="the target", side="targets", layers=dict(zip(names, saves, strict=True)))
    return _alone(target), restate(command, commands.DamageSave, who="target")


def read_layers(text: str) -> list[Saves]:
    """Return `9,10/10,12,14` as layers of numbers. Raises UsageError."""
    hint, rule = "such as 10,12,15 or 9,10/10,12,14", "RPJ-DMG-1"
    return [
        tuple(
            read_number(each.strip(), "--saves", low=0, most_digits=4, hint=hint, rule=rule)
            for each in layer.split(",")
        )
        for layer in text.split("/")
    ]


def stabilize(command: commands.StabilizeNumbers) -> tuple[RpjFight, commands.Stabilize]:
    """Return a fight with a stabilize roll after this many failures (RPJ-STB-1, RPJ-STB-2)."""
    target = Character(
        name="the target", side="targets", failures=command.failures, conditions={conditions.INCAPACITATED: Condition()}
    )
    return _alone(target), restate(command, commands.Stabilize, who="target")


def _alone(target: Character) -> RpjFight:
    return RpjFight(system="rpj", options=RpjOptions(), combatants={"target": target})
