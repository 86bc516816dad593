"""Moving in RPJ: one region or from group to group, and with caution (RPJ-ACT-2, RPJ-CAU)."""

from rbfcli.systems.rpj import commands
from rbfcli.systems.rpj.actions import RpjScene, actions_of, character, free_to_move, may_act, spend
from rbfcli.systems.rpj.groups import place_in_words
from rbfcli.systems.rpj.offers import Offer, on_entering, on_leaving, on_moving
from rbfcli.systems.rpj.places import Goal, goal_of
from rbfcli.systems.rpj.reactions import replies, settle
from rbfcli.systems.rpj.sheet import RpjFight
from rbfcli.systems.rpj.shelter import shelter

MOVE_ACTIONS = 1


def move(scene: RpjScene, command: commands.Move) -> None:
    """Move one region, or between the groups of a region; foes may react (RPJ-ACT-2, RPJ-ACT-5)."""
    may_act(scene, command.who, MOVE_ACTIONS)
    free_to_move(scene, command.who)
    goal = goal_of(scene, command)
    offers = reactions_to(scene.fight, command.who, goal)
    answers = replies(scene.fight, offers, command.react, no_react=command.no_react)
    spend(scene, command.who, MOVE_ACTIONS, "RPJ-ACT-2")
    arrive(scene, command.who, goal)
    settle(scene, offers, answers)


def cautious(scene: RpjScene, command: commands.Cautious) -> None:
    """The whole turn for a move of up to one region that overwatch and neighbours let pass (RPJ-CAU-1, RPJ-CAU-2)."""
    one = character(scene, command.who)
    whole = actions_of(one)
    may_act(scene, command.who)
    if scene.fight.round and one.actions_left < whole:
        scene.refuse(f"cautious movement is a whole turn and {one.name} has begun to act", "RPJ-CAU-1", "turn next")
    free_to_move(scene, command.who)
    stays = not (command.to or command.join or command.group_name or command.cover)
    goal = Goal(one.region, one.group, cover=one.cover) if stays else goal_of(scene, command)
    offers = [] if stays else on_moving(scene.fight, command.who, goal.region, cautious=True)
    answers = replies(scene.fight, offers, command.react, no_react=command.no_react)
    if scene.fight.round:
        scene.change(command.who, "actions_left", 0, "RPJ-CAU-1")
    scene.afflict(command.who, "cautious", "RPJ-CAU-4")
    if not stays:
        arrive(scene, command.who, goal)
    settle(scene, offers, answers)


def reactions_to(fight: RpjFight, who: str, goal: Goal) -> list[Offer]:
    """Who may attack somebody for this move (RPJ-ACT-5, RPJ-SUP-4, RPJ-OVR-2)."""
    one = fight.combatants[who]
    leaves = (goal.region, goal.group) != (one.region, one.group)
    enters = goal.region != one.region
    return [
        *(on_leaving(fight, who) if leaves else ()),
        *on_moving(fight, who, goal.region),
        *(on_entering(fight, who, goal.region) if enters else ()),
    ]


def arrive(scene: RpjScene, who: str, goal: Goal) -> None:
    """Stand at the goal; cover left behind is given up (RPJ-ACT-2, RPJ-COV-9)."""
    one = character(scene, who)
    moved = (goal.region, goal.group) != (one.region, one.group)
    scene.change(who, "region", goal.region, "RPJ-ACT-2")
    if goal.partner:
        scene.change(goal.partner, "group", goal.group, "RPJ-FIELD-3")
    scene.change(who, "group", goal.group, "RPJ-FIELD-3")
    if moved:
        scene.happen("moves", "RPJ-ACT-2", who=who, place=place_in_words(scene.fight, goal.region, goal.group))
    shelter(scene, who, goal.cover, "RPJ-COV-2" if goal.cover else "RPJ-COV-9")
