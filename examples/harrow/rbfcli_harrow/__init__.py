"""Harrow: opposed d20 under skill, fatigue and hit locations. A rule system for rbfcli."""

from functools import partial

from rbfcli.engine import gm
from rbfcli.engine import turns as sides
from rbfcli.model import commands as verbs
from rbfcli.model import conditions as rows
from rbfcli.model.rules import Hooks, OutcomeRoles, Rules, read_messages, read_rules

from rbfcli_harrow import commands, conditions, fighting, sheet, table

RULES = Rules(
    name="harrow",
    title="Harrow: blade against parry",
    dice="d20",
    fight=sheet.HarrowFight,
    sheet=sheet.Fencer,
    prepare=sheet.prepare,
    mistakes=sheet.mistakes,
    verbs={
        **gm.VERBS,
        verbs.Init: fighting.init,
        verbs.Turn: fighting.turn,
        verbs.Damage: gm.for_each_target(fighting.damage),
        verbs.Heal: gm.for_each_target(fighting.heal),
        commands.Attack: fighting.attack,
        commands.DamageSave: fighting.damage_save,
        commands.Rest: fighting.rest,
        commands.Ward: fighting.ward,
    },
    no_verbs={"stabilize": "no one bleeds to death in Harrow: fencers who are down are down for the day"},
    one_liners={commands.AttackNumbers: fighting.stand_in},
    hooks=Hooks(
        begin_turn=fighting.begin_turn,
        after_command=lambda scene: sides.announce_last_side(scene, "HAR-OUT-1"),
    ),
    conditions=conditions.CONDITIONS,
    standing=conditions.standing,
    takes_turns=fighting.takes_turns,
    health=table.health,
    status=table.status,
    details=table.details,
    sight=lambda: table.SIGHT,
    next_steps=table.next_steps,
    candidates=table.candidates,
    kinds={"location": table.locations},
    fixed_kinds=("location",),
    outcomes={"telling": "great", "hit": "good", "parried": "bad", "open": "bad", "miss": "bad"},
    words={**rows.words(conditions.CONDITIONS), **read_messages(__name__)},
    attempts={
        "attack": OutcomeRoles(misses=("miss",)),
        "telling": OutcomeRoles(hits=("telling",)),
        "hit": OutcomeRoles(hits=("hit",)),
        "parried": OutcomeRoles(misses=("parried",)),
    },
    examples_on="mill-bridge.toml",
    ledger=partial(read_rules, __name__),
)
