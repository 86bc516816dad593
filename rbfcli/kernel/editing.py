"""A hand edit of a save as an entry of the journal: steps from the fight as it was to the fight as it is."""

from typing import Any, TypeVar

import msgspec

from rbfcli.kernel import verbs
from rbfcli.kernel.differences import Step, patched_tables, read_steps, steps_between
from rbfcli.kernel.errors import UsageError
from rbfcli.kernel.events import AnyEvent, Changed, Joined, Left
from rbfcli.kernel.evolve import field_at
from rbfcli.kernel.fight import Fight
from rbfcli.kernel.mistakes import refuse_new
from rbfcli.kernel.paths import dotted
from rbfcli.kernel.scene import Scene
from rbfcli.kernel.soundness import mistakes_in

RULE = "GM"
F = TypeVar("F", bound=Fight)


def edit(scene: Scene[Any, Any], command: verbs.Edit) -> None:
    """Change whatever a hand changed in the save of a fight."""
    before = scene.fight
    try:
        tables = patched_tables(before, read_steps(command.steps))
    except (LookupError, AttributeError, TypeError, msgspec.MsgspecError) as wrong:
        raise UsageError(f"these steps do not fit the fight: {wrong}", hint="set WHO KEY=VALUE") from None
    after = _fight(tables, type(before))
    if found := [*mistakes_in(scene.rules, after)]:
        refuse_new([*mistakes_in(scene.rules, before)], found, every=True)
    for step in steps_between(before, after):
        scene.emit(_done(step, before, after))


def _fight(tables: dict[str, Any], kind: type[F]) -> F:
    """Plain tables as a fight. Raises UsageError with all that does not fit it."""
    try:
        return msgspec.convert(tables, kind)
    except msgspec.ValidationError as wrong:
        from rbfcli.kernel.type_mistakes import type_mistakes

        refuse_new([], type_mistakes(msgspec.json.decode(msgspec.json.encode(tables)), kind), every=True)
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
