"""Undertow: pools of d6 that count successes, stress, clocks and zones. A rule system for rbfcli."""

from functools import partial

from rbfcli.engine import gm
from rbfcli.engine import turns as sides
from rbfcli.model import commands as verbs
from rbfcli.model import conditions as rows
from rbfcli.model.rules import Hooks, OutcomeRoles, Rules, read_messages, read_rules

from rbfcli_undertow import clocks, commands, conditions, fighting, sheet, table, working

RULES = Rules(
    name="undertow",
    title="Undertow: a job under water",
    dice="4d6",
    fight=sheet.UndertowFight,
    sheet=sheet.Diver,
    prepare=sheet.prepare,
    mistakes=sheet.mistakes,
    verbs={
        **gm.VERBS,
        verbs.Init: working.init,
        verbs.Turn: working.turn,
        verbs.Damage: gm.for_each_target(fighting.damage),
        verbs.Heal: gm.for_each_target(fighting.heal),
        commands.Attack: fighting.attack,
        commands.DamageSave: fighting.damage_save,
        commands.Work: working.work,
        commands.Go: working.go,
        commands.Breathe: working.breathe,
    },
    no_verbs={"stabilize": "no one dies in Undertow: divers who are taken out are out for today"},
    one_liners={commands.AttackNumbers: fighting.stand_in},
    hooks=Hooks(
        begin_round=clocks.tick,
        begin_turn=working.begin_turn,
        after_command=lambda scene: sides.announce_last_side(scene, "UND-OUT-1"),
    ),
    conditions=conditions.CONDITIONS,
    standing=conditions.standing,
    takes_turns=working.takes_turns,
    health=table.health,
    status=table.status,
    picture=table.picture,
    sight=lambda: table.SIGHT,
    next_steps=table.next_steps,
    candidates=table.candidates,
    kinds={"clock": table.clocks_of, "zone": table.zones},
    references={"zone": "zone", "board.clocks.zone": "zone"},
    whereabouts=("zone",),
    distance=working.distance,
    asks={**gm.ASKS, "work": (), "go": (), "breathe": (), "damage-save": (), "turn": (), "damage": (), "heal": ()},
    outcomes={"clean": "great", "hit": "good", "cost": "mixed", "miss": "bad"},
    words={**rows.words(conditions.CONDITIONS), **read_messages(__name__)},
    attempts={"attack": OutcomeRoles(hits=("clean", "hit"), partly=("cost",), misses=("miss",))},
    examples_on="drowned-vault.toml",
    ledger=partial(read_rules, __name__),
)
