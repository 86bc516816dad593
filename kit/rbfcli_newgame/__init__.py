"""Newgame: two dice and a skill against a number. A rule system for rbfcli."""

from functools import partial

from rbfcli.engine import gm
from rbfcli.engine import turns as sides
from rbfcli.model import commands as verbs
from rbfcli.model import conditions as rows
from rbfcli.model.rules import Hooks, Rules, read_messages, read_rules

from rbfcli_newgame import commands, conditions, fighting, sheet, table

RULES = Rules(
    name="newgame",
    title="Newgame",
    dice="2d6",
    fight=sheet.NewgameFight,
    sheet=sheet.Fighter,
    prepare=sheet.prepare,
    mistakes=sheet.mistakes,
    verbs={
        **gm.VERBS,
        verbs.Init: fighting.init,
        verbs.Turn: fighting.turn,
        verbs.Damage: gm.for_each_target(fighting.damage),
        verbs.Heal: gm.for_each_target(fighting.heal),
        commands.Attack: fighting.attack,
        commands.Guard: fighting.guard,
    },
    no_verbs={
        "damage-save": "there are no rolls against damage",
        "stabilize": "no one dies",
    },
    hooks=Hooks(
        begin_turn=fighting.begin_turn,
        after_command=lambda scene: sides.announce_last_side(scene, "NEWGAME-OUT-1"),
    ),
    conditions=conditions.CONDITIONS,
    standing=conditions.standing,
    takes_turns=fighting.takes_turns,
    health=table.health,
    status=table.status,
    sight=lambda: table.SIGHT,
    next_steps=table.next_steps,
    candidates=table.candidates,
    outcomes={"critical": "great", "success": "good", "failure": "bad"},
    words={**rows.words(conditions.CONDITIONS), **read_messages(__name__)},
    ledger=partial(read_rules, __name__),
)
