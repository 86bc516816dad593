"""A hand edit of a save as an entry of the journal: steps from the fight as it was to the fight as it is."""

from itertools import islice
from typing import Any

import msgspec

from rbfcli.kernel import verbs
from rbfcli.kernel.differences import Step, patched_tables, read_steps, steps_between
from rbfcli.kernel.errors import UsageError
from rbfcli.kernel.events import AnyEvent, Changed, Joined, Left
from rbfcli.kernel.evolve import field_at
from rbfcli.kernel.limits import MISTAKES_OF_A_COMMAND
from rbfcli.kernel.mistakes import new_among, refuse_new
from rbfcli.kernel.paths import dotted
from rbfcli.kernel.rules import Rules
from rbfcli.kernel.scene import Scene
from rbfcli.kernel.soundness import mistakes_in

RULE = "GM"


def edit(scene: Scene[Any, Any], command: verbs.Edit) -> None:
    """Change whatever a hand changed in the save of a fight."""
    before = scene.fight
    try:
        tables = patched_tables(before, read_steps(command.steps))
    except (LookupError, AttributeError, TypeError, msgspec.MsgspecError) as wrong:
        raise UsageError(f"these steps do not fit the fight: {wrong}", hint="set WHO KEY=VALUE") from None
    after = _fight(tables, scene.rules, before)
    if found := [*mistakes_in(scene.rules, after)]:
        refuse_new([*mistakes_in(scene.rules, before)], found, every=True)
    for step in steps_between(before, after):
        scene.emit(_done(step, before, after))


def _fight(tables: dict[str, Any], rules: Rules, before: Any) -> Any:
    """Plain tables as a fight. Raises UsageError with all that does not fit it, and what else is new and wrong."""
    try:
        return msgspec.convert(tables, rules.fight)
    except msgspec.ValidationError as wrong:
        from rbfcli.kernel.further_mistakes import further_mistakes
        from rbfcli.kernel.type_mistakes import type_mistakes

        raw = msgspec.json.decode(msgspec.json.encode(tables))
        more = new_among([*mistakes_in(rules, before)], further_mistakes(rules, raw))
        misfits = islice(type_mistakes(raw, rules.fight), MISTAKES_OF_A_COMMAND + 1)
        refuse_new([], [*misfits, *more], every=True)
        raise UsageError(f"these steps do not fit the fight: {wrong}", hint="set WHO KEY=VALUE") from None


def _done(step: Step, before: Any, after: Any) -> AnyEvent:
    """What a step of an edit did to a sheet, or to the fight."""
    match step.path:
        case ("combatants", who) if who not in after.combatants:
            return Left(rule=RULE, who=who)
        case ("combatants", who) if who not in before.combatants:
            return Joined(rule=RULE, who=who, combatant=after.combatants[who])
        case ("combatants", who, *inner):
            path, was, now = tuple(inner), before.combatants[who], after.combatants[who]
        case path:
            who, was, now = "", before, after
    values = field_at(was, path), field_at(now, path)
    return Changed(rule=RULE, who=who, field=dotted(path), path=path, before=values[0], after=values[1])
