"""Skirmish: handfuls of d6, the highest counts. A rule system for rbfcli, from outside."""

from rbfcli.engine import gm
from rbfcli.engine import turns as sides
from rbfcli.model import commands as verbs
from rbfcli.model import conditions as rows
from rbfcli.model.rules import Hooks, Rules
from rbfcli_skirmish import commands, conditions, fighting, reactions, sheet, table

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
        verbs.Damage: gm.for_each_target(fighting.damage),
        verbs.Heal: gm.for_each_target(fighting.heal),
        commands.Attack: fighting.attack,
        commands.DamageSave: fighting.damage_save,
        commands.Taunt: fighting.taunt,
    },
    no_verbs={"stabilize": "nobody dies in a skirmish"},
    one_liners={commands.AttackNumbers: fighting.stand_in},
    hooks=Hooks(
        begin_turn=fighting.begin_turn,
        after_command=lambda scene: sides.announce_last_side(scene, "SKI-OUT-1"),
    ),
    conditions=conditions.CONDITIONS,
    reactions=reactions.REACTIONS,
    standing=conditions.standing,
    takes_turns=fighting.takes_turns,
    health=table.health,
    status=table.status,
    sight=lambda: table.SIGHT,
    next_steps=table.next_steps,
    candidates=table.candidates,
    outcomes={"clean": "great", "hit": "good", "miss": "bad"},
    words={**rows.words(conditions.CONDITIONS), **table.WORDS},
    ledger=lambda: table.LEDGER,
)
