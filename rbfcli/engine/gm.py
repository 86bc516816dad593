"""The GM's own hand: commands that mean the same in every system."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from rbfcli.core.errors import Refusal, UsageError
from rbfcli.core.lazy import LazyFunction
from rbfcli.core.limits import COMBATANTS
from rbfcli.core.matching import match, own_words
from rbfcli.core.paths import Path
from rbfcli.engine import turns
from rbfcli.engine.scene import Scene, impossible, named
from rbfcli.engine.turns import sides_standing
from rbfcli.model import commands, sheets
from rbfcli.model.commands import Command, verb_name
from rbfcli.model.conditions import addable_conditions, row_of, with_own_words
from rbfcli.model.events import CombatantJoined, CombatantLeft, FightEnded, Noted
from rbfcli.model.evolve import field_at
from rbfcli.model.rules import VerbFunction

RULE = "GM"
OF_THE_FIGHT = ("options", "board", "title", "seed")
# How many pairs of KEY=VALUE words, each with each other, are gone through in a step.
PAIRS_A_STEP = 50


def add(scene: Scene[Any, Any], command: commands.Add) -> None:
    """Bring combatants in, from a stat block or from KEY=VALUE alone; or add a weapon, a place or another thing."""
    fight = scene.fight
    _pay_for(scene, command.pairs)
    if is_of_a_thing(command):
        from rbfcli.engine.edits import add_thing

        add_thing(scene, command)
        return
    if not (command.pairs or command.block):
        from rbfcli.engine.edits import refuse_bare_kind

        refuse_bare_kind(scene.rules, command.name)
    pairs = sheets.read_pairs(command.pairs, scene.rules.sheet)
    block = {"from": command.block} if command.block else {}
    raw = sheets.from_blocks(block, fight.blocks)
    raw["name"] = command.name
    kind = scene.rules.sheet
    sheets.with_pairs(dict(raw), pairs, kind, command.name, partial(_check_sheet, scene, sheets.slug(command.name)))
    count = scene.roll_expression("", f"how many {command.name}", RULE, command.count)
    if not 0 < count <= COMBATANTS - len(fight.combatants):
        raise UsageError(f"{count} combatants cannot be added", hint=f"from 1 to {COMBATANTS} in all")
    made = sheets.copies(sheets.slug(command.name), command.name, count, fight.combatants)
    for who, name in made:
        sheet = sheets.with_pairs({**raw, "name": name}, pairs, kind, name, partial(_check_sheet, scene, who))
        combatant = scene.rules.prepare(scene.fight, with_own_words(sheet))
        scene.emit(CombatantJoined(rule=RULE, who=who, combatant=combatant))
    scene.rules.hooks.added(scene, made[0][0])


def is_of_a_thing(command: commands.Add) -> bool:
    """Whether a line adds something else than combatants: a word that is no KEY=VALUE stands behind its first."""
    return bool(command.pairs) and "=" not in command.pairs[0]


def _check_sheet(scene: Scene[Any, Any], who: str, sheet: Any) -> None:
    """Raise UsageError with every mistake on a sheet that was not there before."""
    from rbfcli.checking.integrity import NamedValues, mistakes_on_sheet
    from rbfcli.core.mistakes import refuse_new

    fight, rules = scene.fight, scene.rules
    before = [*mistakes_on_sheet(NamedValues(rules, fight), who, authored=True)] if who in fight.combatants else []
    changed = replace(fight, combatants={**fight.combatants, who: sheet})
    refuse_new(before, mistakes_on_sheet(NamedValues(rules, changed), who, authored=True), within=1)


def remove(scene: Scene[Any, Any], command: commands.Remove) -> None:
    """Take combatants out of the fight and of the order of turns; or take away weapons, places or other things."""
    from rbfcli.engine.edits import drop_references, leave_empty_teams

    if len(command.who) > 1 and command.who[0] not in scene.fight.combatants:
        from rbfcli.engine.edits import remove_things, things_of

        if command.who[0] in things_of(scene.rules):
            remove_things(scene, command)
            return
    for who in command.who:
        named(scene.fight, who)
    turns.remove_from_order(scene, command.who, RULE)
    for who in command.who:
        scene.release(who, RULE)
    drop_references(scene, command.who)
    for who in command.who:
        named(scene.fight, who)
        scene.emit(CombatantLeft(rule=RULE, who=who))
    leave_empty_teams(scene)


def set_fields(scene: Scene[Any, Any], command: commands.Set) -> None:
    """Set fields of a sheet, or of the fight's options and board."""
    fight = scene.fight
    whole = command.who == "fight" and "fight" not in fight.combatants
    owner = fight if whole else named(fight, command.who)
    _pay_for(scene, command.pairs)
    pairs = sheets.read_pairs(command.pairs, owner)
    if whole and any(path[0] not in OF_THE_FIGHT for path, _ in pairs):
        _require_tables(scene, pairs)
    check = partial(_check_whole, scene) if whole else partial(_check_sheet, scene, command.who)
    after = sheets.with_pairs(msgspec.to_builtins(owner), pairs, type(owner), command.who, check)
    for path, _ in pairs:
        present = _present_part(owner, path)
        scene.change("" if whole else command.who, present, field_at(after, present), RULE)
    if not whole:
        from rbfcli.engine.edits import leave_empty_teams

        scene.rules.hooks.set_by_hand(scene, command.who, tuple(path[0] for path, _ in pairs))
        leave_empty_teams(scene)
    if whole and any(path == ("seed",) for path, _ in pairs):
        scene.change("", "drawn", 0, RULE)


def _require_tables(scene: Scene[Any, Any], pairs: Sequence[tuple[Path, str]]) -> None:
    """Raise UsageError where something else of the fight is set than what the GM may, such as its weapons."""
    from rbfcli.checking.stat_blocks import BLOCKS
    from rbfcli.engine.edits import things_of

    tables = {each.path[0]: None for each in things_of(scene.rules).values() if each.path != (BLOCKS,)}
    known = tuple(dict.fromkeys((*OF_THE_FIGHT, *tables)))
    if any(path[0] not in known for path, _ in pairs):
        raise UsageError(f"of the fight only {', '.join(known)} can be set")


def _pay_for(scene: Scene[Any, Any], pairs: Sequence[str]) -> None:
    """Spend what it takes to set so many fields, each of which may go through all others."""
    scene.spend(len(pairs) ** 2 // PAIRS_A_STEP)


def _check_whole(scene: Scene[Any, Any], fight: Any) -> None:
    """Raise UsageError with every mistake of a fight that was not there before."""
    from rbfcli.checking.integrity import mistakes_in
    from rbfcli.core.mistakes import refuse_new

    if found := [*mistakes_in(scene.rules, fight)]:
        refuse_new([*mistakes_in(scene.rules, scene.fight)], found)


def _present_part(owner: Any, path: Path) -> Path:
    """A path as far as there is something, and one key more: what is new is set whole."""
    parts = (path[:length] for length in range(1, len(path)))
    return next((part for part in parts if field_at(owner, part) is None), path)


def condition(scene: Scene[Any, Any], command: commands.ChangeCondition) -> None:
    """Put a condition on combatants or take it off."""
    for who in command.who:
        if command.step == "add":
            scene.one(who)
            name = _known_condition(scene, command.name)
            scene.afflict(who, name, RULE, rounds=command.rounds)
            row = row_of(scene.rules.conditions, name)
            if row is not None and row.role:
                scene.rules.hooks.fall(scene, who)
        else:
            present = scene.one(who).conditions
            if not present:
                raise impossible(f"{who} has no condition to take off")
            wanted = own_words(command.name) or command.name
            scene.relieve(who, match(wanted, present, f"condition on {who}", Refusal), RULE)


def _known_condition(scene: Scene[Any, Any], name: str) -> str:
    """A condition of the rules, or the table's own words behind `say`."""
    return own_words(name) or match(
        name, addable_conditions(scene.rules.conditions, scene.fight.combatants), "condition"
    )


def note(scene: Scene[Any, Any], command: commands.Note) -> None:
    """Write a line into the log."""
    scene.emit(Noted(rule=RULE, text=" ".join(command.text)))


def choose(scene: Scene[Any, Any], _command: commands.Choose) -> None:
    """Refuse an answer while nothing is asked; an open question is answered where it was asked (`asking`)."""
    raise impossible("no question is open", scene.rules.asking)


def end(scene: Scene[Any, Any], command: commands.End) -> None:
    """End the fight."""
    scene.emit(FightEnded(rule=RULE, reason=" ".join(command.reason) or _how_it_stands(scene)))


def _how_it_stands(scene: Scene[Any, Any]) -> str:
    """Which side alone is left of several, else that it was the GM's will."""
    sides = {one.side for one in scene.fight.combatants.values()}
    left = sides_standing(scene.fight, scene.rules)
    return f"only {left.pop()} left standing" if len(left) == 1 < len(sides) else "the GM ended it"


def for_each_target(act: Callable[[Scene[Any, Any], str, Any], object]) -> VerbFunction:
    """A verb that does something to each combatant it names: `act(scene, who, command)`."""

    def to_all(scene: Scene[Any, Any], command: Any) -> None:
        for who in command.who:
            scene.one(who)
            act(scene, who, command)

    return to_all


VERBS: dict[type[Command], VerbFunction] = {
    commands.Add: add,
    commands.Remove: remove,
    commands.Set: set_fields,
    commands.Edit: LazyFunction("rbfcli.engine.edits", "edit"),
    commands.ChangeCondition: condition,
    commands.Note: note,
    commands.Choose: choose,
    commands.End: end,
}
OF_THE_GM: tuple[type[Command], ...] = (*VERBS, commands.Init, commands.Damage, commands.Heal)
ASKS: dict[str, tuple[str, ...]] = dict.fromkeys(
    ("add", "remove", "set", "edit", "condition", "note", "end", "init"), ()
)
UNLISTED = {
    **{verb_name(kind): "the GM's own" for kind in OF_THE_GM},
    verb_name(commands.DamageSave): "for damage that the GM states",
}
