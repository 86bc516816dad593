"""Movement in RPJ: regions and groups, caution, cover and reorienting (RPJ-ACT-2, RPJ-CAU, RPJ-COV)."""

from msgspec import Struct

from rbfcli.core.errors import Hint, Refusal, conflict, listed, missing, refuse
from rbfcli.core.matching import match, match_named
from rbfcli.core.text import quoted
from rbfcli.engine.questions import eligible_reactors
from rbfcli.model.rules import Trigger
from rbfcli.systems.rpj import commands, conditions, economy
from rbfcli.systems.rpj import map as field
from rbfcli.systems.rpj.checks import RpjScene
from rbfcli.systems.rpj.sheet import RpjFight

MOVE_ACTIONS = 1
REORIENT_ACTIONS = 1


class Goal(Struct, frozen=True):
    """The goal of a move: region, group (or none), the partner of a new group, and cover."""

    region: str
    group: str = ""
    partner: str = ""
    cover: str = ""


def move(scene: RpjScene, command: commands.Move) -> None:
    """Move one region, or between groups; enemies react before and after (RPJ-ACT-2, RPJ-ACT-5)."""
    who = command.who
    economy.may_act(scene, who, MOVE_ACTIONS)
    economy.must_be_free(scene, who, "RPJ-GRP-3")
    one, goal = scene.one(who), goal_of(scene, command)
    left, stood = (one.region, one.group), conditions.standing(one)
    told = economy.told_beforehand(scene, command, who_may_react_to(scene, who, goal))
    economy.spend(scene, who, MOVE_ACTIONS, "RPJ-ACT-2")
    if (goal.region, goal.group) != left:
        scene.trigger("leaves", who, told=told)
    if stood and not conditions.standing(scene.one(who)):
        return
    stopped = scene.attempt(lambda: go(scene, command))
    if stopped:
        scene.happen("stopped", "RPJ-ACT-2", who=who, why=stopped.message)
    else:
        scene.trigger("moved", who, left=left, told=told)


def go(scene: RpjScene, command: commands.Move) -> None:
    """Move to the command's goal from the current position."""
    economy.must_be_free(scene, command.who, "RPJ-GRP-3")
    arrive(scene, command.who, goal_of(scene, command))


def who_may_react_to(scene: RpjScene, actor: str, goal: Goal) -> list[str]:
    """Return who may react when a move leaves its group or arrives (RPJ-ACT-5, RPJ-SUP-4, RPJ-OVR-2)."""
    left = scene.one(actor).region, scene.one(actor).group
    leaves = (goal.region, goal.group) != left
    found = list(eligible_reactors(scene, Trigger("leaves", actor))) if leaves else []

    def there(trial: RpjScene) -> None:
        arrive(trial, actor, goal)
        found.extend(eligible_reactors(trial, Trigger("moved", actor, {"left": left})))

    scene.rehearse(there)
    return list(dict.fromkeys(found))


def cautious(scene: RpjScene, command: commands.Cautious) -> None:
    """Spend the turn to move one region without overwatch and attacks for leaving (RPJ-CAU-1, RPJ-CAU-2)."""
    one = scene.one(command.who)
    economy.may_act(scene, command.who, cost=1)
    if not economy.whole_turn_left(scene, command.who):
        scene.refuse(
            f"cautious movement takes a whole turn, and {one.name} has already acted", "RPJ-CAU-1", "turn next"
        )
    economy.must_be_free(scene, command.who, "RPJ-GRP-3")
    somewhere = command.to or command.join or command.group_name or command.cover
    goal = goal_of(scene, command) if somewhere else None
    if goal is None and conditions.CAUTIOUS in one.conditions:
        scene.happen("stays-cautious", "RPJ-CAU-1", who=command.who)
    economy.spend(scene, command.who, one.actions_left, "RPJ-CAU-1")
    scene.afflict(command.who, conditions.CAUTIOUS, "RPJ-CAU-4")
    if goal:
        arrive(scene, command.who, goal)
    let_suppressors_shoot(scene, command, moves=goal is not None)


def arrive(scene: RpjScene, actor: str, goal: Goal) -> None:
    """Put a combatant at its goal, in the goal's cover and facing the usual way (RPJ-ACT-2, RPJ-COV)."""
    one = scene.one(actor)
    moved = (goal.region, goal.group) != (one.region, one.group)
    scene.change(actor, "region", goal.region, "RPJ-ACT-2")
    if goal.partner:
        scene.change(goal.partner, "group", goal.group, "RPJ-FIELD-3")
    scene.change(actor, "group", goal.group, "RPJ-FIELD-3")
    if moved:
        scene.happen("moves", "RPJ-ACT-2", who=actor, place=field.place_in_words(scene.fight, goal.region, goal.group))
    if goal.partner:
        scene.happen("forms-group", "RPJ-FIELD-3", who=actor, target=goal.partner, group=goal.group)
    field.shelter(scene, actor, goal.cover, "RPJ-COV-2" if goal.cover else "RPJ-COV-9")
    scene.change(actor, "reoriented", after=False, rule="RPJ-COV-8")


def set_by_hand(scene: RpjScene, actor: str, fields: tuple[str, ...]) -> None:
    """Apply an edit, a grapple to both; refuse reorienting without cover and impossible grapples (RPJ-GRP-1)."""
    one = scene.one(actor)
    if "cover" not in fields and scene.before.combatants[actor].cover and not one.cover:
        scene.happen("leaves-cover", "RPJ-COV-9", who=actor)
    if "reoriented" in fields and one.reoriented and not field.can_turn(scene.fight, one):
        scene.refuse(f"{one.name} is not in cover that has another side", "RPJ-COV-6", f"cover {quoted(actor)} PIECE")
    if "grapple" in fields and one.grapple:
        other = scene.one(one.grapple)
        if one.grapple == actor or not field.adjacent(one, other):
            scene.refuse(f"{other.name} is not adjacent to {one.name}", "RPJ-GRP-1")
        elif other.grapple not in ("", actor):
            scene.refuse(f"{other.name} is already in a grapple", "RPJ-GRP-1")
        scene.change(one.grapple, "grapple", actor, "RPJ-GRP-1")


def let_suppressors_shoot(scene: RpjScene, command: commands.Cautious | commands.TakeCover, *, moves: bool) -> None:
    """Let suppressors react to a cautious move or taking cover (RPJ-SUP-4, RPJ-CAU-3)."""
    able = eligible_reactors(scene, Trigger("moved", command.who, {"left": None})) if moves else ()
    told = economy.told_beforehand(scene, command, able)
    if moves:
        scene.trigger("moved", command.who, left=None, told=told)


def goal_of(scene: RpjScene, command: commands.Move | commands.Cautious) -> Goal:
    """Return the goal of a move, at most one link away. Raises Refusal for an unknown place or group."""
    fight, one = scene.fight, scene.one(command.who)
    if not (command.to or command.join or command.group_name):
        raise missing(
            f"destination for {one.name}",
            hint=Hint("name a region, or use {}", "--join WHO", "--group NAME"),
            rule="RPJ-ACT-2",
        )
    nearby = scene.one(command.join).region if command.join else one.region
    region = known_region(fight, command.to, "RPJ-ACT-2") if command.to else nearby
    if region != one.region and region not in field.linked(fight.board, one.region):
        reachable = listed("linked regions", field.linked(fight.board, one.region)) or "linked regions: none"
        here, there = (field.region_in_words(fight.board, each) for each in (one.region, region))
        scene.refuse(f"{here} is not linked to {there}", "RPJ-ACT-2", hint=reachable)
    group, partner = group_of(scene, command, region)
    leaves = region != one.region or group != one.group
    carried_along = "" if fight.options.cover_left_behind else field.pieces(fight, one.region).get(one.cover, one.cover)
    keeps = carried_along if leaves else one.cover
    cover = cover_named(fight, region, command.cover) if command.cover else keeps
    if not leaves and cover == one.cover:
        raise refuse(f"{one.name} is already there", "RPJ-ACT-2")
    return Goal(region, group, partner, cover)


def group_of(scene: RpjScene, command: commands.Move | commands.Cautious, region: str) -> tuple[str, str]:
    """Return the group to join, and the lone partner who becomes part of a new one (RPJ-FIELD-3)."""
    fight = scene.fight
    if command.group_name and command.join:
        raise conflict("--group", "--join", rule="RPJ-FIELD-3")
    if command.group_name:
        groups = field.groups_in(fight, region)
        if not groups:
            place = field.region_in_words(fight.board, region)
            raise refuse(f"no group in {place}", "RPJ-FIELD-3", "--join WHO")
        return match(command.group_name, groups, "group", Refusal, "RPJ-FIELD-3"), ""
    if not command.join:
        return "", ""
    partner = scene.one(command.join)
    if command.join == command.who:
        raise refuse(f"{partner.name} cannot join themself", "RPJ-FIELD-3")
    if partner.region != region:
        where, there = (field.region_in_words(fight.board, each) for each in (partner.region, region))
        raise refuse(
            f"{partner.name} is in {where}, not in {there}",
            "RPJ-FIELD-3",
            field.way_to(fight, command.who, command.join),
        )
    return (partner.group, "") if partner.group else (field.new_group(fight), command.join)


def cover_named(fight: RpjFight, region: str, text: str) -> str:
    """Return the cover a word means: a piece in the region, +3/1f, or none. Raises Refusal."""
    if field.read_cover(text) is not None:
        return text
    known = (*field.pieces(fight, region), field.NO_COVER)
    try:
        named = match(text, known, f"cover in {field.region_in_words(fight.board, region)}", Refusal, "RPJ-COV-1")
    except Refusal as wrong:
        wrong.hints += (Hint("for example: +3/1f"),)
        raise
    return "" if named == field.NO_COVER else named


def known_region(fight: RpjFight, word: str, rule: str) -> str:
    """Return the region with this id or name. Raises Refusal."""
    return match_named(word, field.region_names(fight.board), "region", Refusal, rule)


def take_cover(scene: RpjScene, command: commands.TakeCover) -> None:
    """Use cover at the current position; giving it up is free (RPJ-COV-2)."""
    one = scene.one(command.who)
    cost = scene.fight.options.cover_actions if command.piece != field.NO_COVER else 0
    economy.may_act(scene, command.who, cost)
    cover = cover_named(scene.fight, one.region, command.piece)
    if cover == one.cover:
        raise refuse(f"{one.name} already has {'this' if cover else 'no'} cover", "RPJ-COV-2")
    if cover:
        economy.must_be_free(scene, command.who, "RPJ-GRP-3")
    economy.spend(scene, command.who, cost, "RPJ-COV-2")
    field.shelter(scene, command.who, cover, "RPJ-COV-2")
    let_suppressors_shoot(scene, command, moves=bool(cost))


def reorient(scene: RpjScene, command: commands.Reorient) -> None:
    """Turn to targets closer than the flanking distance, or back; provokes no reaction (RPJ-COV-6 to 8)."""
    one = scene.one(command.who)
    rule = "RPJ-COV-8" if one.reoriented else "RPJ-COV-6"
    economy.may_act(scene, command.who, REORIENT_ACTIONS)
    economy.must_be_free(scene, command.who, "RPJ-GRP-3")
    protecting = field.read_cover(field.pieces(scene.fight, one.region).get(one.cover, one.cover))
    if protecting is None:
        scene.refuse(f"{one.name} is not in cover", rule, f"cover {quoted(command.who)} PIECE")
    elif protecting.flanking is None:
        raise refuse("cover with flanking distance * has no other side", rule)
    economy.spend(scene, command.who, REORIENT_ACTIONS, rule)
    scene.change(command.who, "reoriented", after=not one.reoriented, rule=rule)
