"""The GM's commands, which mean the same in every system."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rbfcli.core.errors import Hint, Refusal, refuse
from rbfcli.core.lazy import LazyFunction
from rbfcli.core.limits import COMBATANTS
from rbfcli.core.matching import match, own_words, unknown_word
from rbfcli.core.text import are_faces
from rbfcli.dice.sources import MaxDice
from rbfcli.engine.scene import Scene
from rbfcli.engine.turns import merge_order, sides_standing
from rbfcli.model import commands
from rbfcli.model.commands import Command
from rbfcli.model.conditions import addable_conditions, row_of
from rbfcli.model.events import CombatantJoined, FightEnded, GroupSwitched, Noted
from rbfcli.model.fight import Fight, everyone, part_of_group, with_part_of_group
from rbfcli.model.rules import Rules, VerbFunction

RULE = "GM"
remove = LazyFunction("rbfcli.engine.edits", "remove")
settle = LazyFunction("rbfcli.engine.edits", "settle")


def condition(scene: Scene[Any, Any], command: commands.ChangeCondition) -> None:
    """Add a condition to combatants or remove it."""
    for who in command.who:
        if command.step == "add":
            before = scene.one(who)
            name = known_condition(scene, command.name)
            scene.afflict(who, name, RULE, rounds=command.rounds)
            row = row_of(scene.rules.conditions, name)
            if row is not None and row.role and name not in before.conditions:
                scene.rules.hooks.fall(scene, who)
        else:
            present = scene.one(who).conditions
            if not present:
                raise refuse(f"{who} has no condition to remove")
            wanted = own_words(command.name) or command.name
            scene.relieve(who, match(wanted, present, f"condition on {who}", Refusal), RULE)


def known_condition(scene: Scene[Any, Any], name: str) -> str:
    """Return a condition of the rules, or the GM's own words after `say`."""
    return own_words(name) or match(
        name, addable_conditions(scene.rules.conditions, scene.fight.combatants), "condition"
    )


def note(scene: Scene[Any, Any], command: commands.Note) -> None:
    """Write a line into the log."""
    scene.emit(Noted(rule=RULE, text=" ".join(command.text)))


LISTED = Hint("{} lists what can be done", "actions")


def choose(scene: Scene[Any, Any], command: commands.Choose) -> None:
    """Refuse an answer when no question is open. Open questions are answered where they were asked (`asking`)."""
    faces = ",".join(command.words)
    hint = f"dice rolled at the table go with a command: --dice {faces}" if are_faces(faces) else LISTED
    raise refuse("no question to answer", scene.rules.asking, hint=hint)


def end(scene: Scene[Any, Any], command: commands.End) -> None:
    """End the fight. The default reason is that only one of several sides is left, or that the GM ended it."""
    sides = {one.side for one in scene.fight.combatants.values()}
    left = sides_standing(scene.fight, scene.rules)
    reason = f"last side standing: {left.pop()}" if len(left) == 1 < len(sides) else "the GM ended it"
    scene.emit(FightEnded(rule=RULE, reason=" ".join(command.reason) or reason))


# The name of the first group of a fight that is split.
MAIN = "main"


def split(scene: Scene[Any, Any], command: commands.Split) -> None:
    """Move combatants as they are to another group, new or waiting. What refers to the other side of the split ends.

    The hooks after the command compare those who stay: no one is lost. They see the others when these come into play.
    """
    fight, name, here = scene.fight, command.name, scene.fight.group or MAIN
    if name == here:
        raise refuse(f"{here} is the name of this group", RULE, hint="use another name")
    if len(command.who) == len(fight.combatants):
        raise refuse("at least one combatant must stay", RULE, hint="name fewer")
    _refuse_under_way(fight, here)
    staying = tuple(who for who in fight.combatants if who not in command.who)
    apart = Scene[Any, Any](fight, MaxDice(), scene.rules, force=True)
    remove(apart, commands.Remove(who=staying))
    if name in fight.groups:
        there = Scene[Any, Any](with_part_of_group(fight, fight.groups[name]), MaxDice(), scene.rules, force=True)
        _bring(there, apart.fight)
        apart = there
    for who in command.who:
        scene.happen("split-off", RULE, who=who, group=name)
    remove(scene, commands.Remove(who=command.who))
    scene.before = replace(fight, combatants={who: fight.combatants[who] for who in staying})
    scene.change("", "group", here, "")
    scene.change("", ("groups", name), part_of_group(apart.fight), "")


def switch(scene: Scene[Any, Any], command: commands.Switch) -> None:
    """Play another group. The one in play waits as it is.

    Sheets follow what has changed on the ground meanwhile. The hooks after the command compare the group with itself.
    """
    fight = scene.fight
    if command.name == (fight.group or MAIN):
        raise refuse(f"the group {command.name} is already in play", RULE)
    if not fight.groups:
        raise refuse("the fight is not split", RULE, hint="see help split")
    name = command.name or next(iter(fight.groups))
    if name not in fight.groups:
        raise unknown_word(name, fight.groups, "group", Refusal)
    scene.emit(GroupSwitched(rule=RULE, group=name, waiting=fight.group))
    scene.before = scene.fight
    for who in scene.fight.combatants:
        settle(scene, who, ())


def join(scene: Scene[Any, Any], command: commands.Join) -> None:
    """Bring the combatants of a waiting group into this one, at their places in the turn order.

    For the hooks after the command, they were here before: nothing has happened to them.
    """
    fight, name = scene.fight, command.name
    if name not in fight.groups:
        raise refuse(f"the group {name} is not waiting" if fight.groups else "the fight is not split", RULE)
    others = with_part_of_group(fight, fight.groups[name])
    _refuse_under_way(others, name)
    scene.before = replace(fight, combatants={**fight.combatants, **others.combatants})
    _bring(scene, others)
    scene.change("", ("groups", name), None, "")
    if not scene.fight.groups:
        scene.change("", "group", "", "")


def _refuse_under_way(fight: Fight, group: str) -> None:
    """Raise Refusal if something that play put on the board is still there, such as a grenade about to explode.

    It cannot be in two groups, and belongs to the turns of the one where it was thrown.
    """
    tables = [getattr(fight.board, field) for field in sorted(fight.board.in_play)]
    waiting = [
        name for table in tables if isinstance(table, Mapping) for name in table if isinstance(table[name], Struct)
    ]
    if waiting:
        raise refuse(f"{', '.join(waiting)} has yet to go off in the group {group}", RULE, hint="play on until then")


def _bring(scene: Scene[Any, Any], others: Fight) -> None:
    """Add the combatants of another group to the group of a scene, with what they have done in the same phase."""
    fight = scene.fight
    if len(fight.combatants) + len(others.combatants) > COMBATANTS:
        raise refuse(f"a group can have at most {COMBATANTS} combatants", RULE)
    for who, one in others.combatants.items():
        scene.emit(CombatantJoined(rule=RULE, who=who, combatant=one))
    for who in others.combatants:
        settle(scene, who, ())
    if fight.round:
        merge_order(scene, others, RULE)
    if (others.round, others.phase) == (fight.round, fight.phase):
        for field in sorted(fight.board.in_play):
            table = getattr(others.board, field)
            for who in filter(others.combatants.get, table if isinstance(table, Mapping) else ()):
                scene.change("", ("board", field, who), table[who], "")


def all_together(rules: Rules, fight: Any) -> Any:
    """Return a fight with its waiting groups in play, as a file of it holds them."""
    if not fight.groups:
        return fight
    whole = replace(fight, combatants=everyone(fight), group="", groups={})
    return replace(whole, combatants={who: rules.settled(whole, one, ()) for who, one in whole.combatants.items()})


def for_each_target(act: Callable[[Scene[Any, Any], str, Any], object]) -> VerbFunction:
    """Return a verb function that runs `act(scene, who, command)` for each combatant the command names."""

    def to_all(scene: Scene[Any, Any], command: Any) -> None:
        for who in command.who:
            scene.one(who)
            act(scene, who, command)

    return to_all


VERBS: dict[type[Command], VerbFunction] = {
    commands.Add: LazyFunction("rbfcli.engine.edits", "add"),
    commands.Remove: remove,
    commands.Split: split,
    commands.Switch: switch,
    commands.Join: join,
    commands.Set: LazyFunction("rbfcli.engine.edits", "set_fields"),
    commands.Edit: LazyFunction("rbfcli.engine.edits", "edit"),
    commands.ChangeCondition: condition,
    commands.Note: note,
    commands.Choose: choose,
    commands.End: end,
}
OF_THE_GM: tuple[type[Command], ...] = (*VERBS, commands.Init, commands.Damage, commands.Heal)
ASKS: dict[str, tuple[str, ...]] = dict.fromkeys(
    ("add", "remove", "split", "switch", "join", "set", "edit", "condition", "note", "end", "init"), ()
)
