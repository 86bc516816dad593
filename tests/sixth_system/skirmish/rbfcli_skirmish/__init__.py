"""Skirmish: handfuls of d6, the highest counts. A rule system for rbfcli, from outside."""

from rbfcli.kernel import gm, sides, verbs
from rbfcli.kernel.rules import Hooks, Rules
from rbfcli_skirmish import commands, fighting, sheet, table

RULES = Rules(
    name="skirmish",
    title="Skirmish in the yard",
    dice="d6",
    fight=sheet.SkirmishFight,
    sheet=sheet.Fighter,
    prepare=sheet.prepare,
    verbs={
        **gm.VERBS,
        verbs.Init: fighting.init,
        verbs.Turn: fighting.turn,
        verbs.Damage: fighting.damage,
        verbs.Heal: fighting.heal,
        commands.Attack: fighting.attack,
        commands.DamageSave: fighting.damage_save,
        commands.Taunt: fighting.taunt,
    },
    no_verbs={"stabilize": "nobody dies in a skirmish"},
    one_liners={commands.AttackNumbers: fighting.attack_numbers},
    answers={},
    hooks=Hooks(
        begin_turn=fighting.begin_turn,
        after_command=lambda scene: sides.tell_when_one_side_is_left(scene, "SKI-OUT-1"),
    ),
    standing=fighting.standing,
    takes_turns=fighting.takes_turns,
    vigour=table.vigour,
    status=table.status,
    next_steps=table.next_steps,
    actions=table.actions,
    vocabulary=table.vocabulary,
    outcomes=("clean", "hit", "miss"),
    words=table.WORDS,
    ledger=lambda: table.LEDGER,
)
