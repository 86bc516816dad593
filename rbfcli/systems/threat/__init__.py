"""Threat & Action Tracker. 2d6 by the players alone; threat and tracker, not initiative, say who acts."""

from rbfcli.kernel import conditions as kernel_conditions
from rbfcli.kernel import gm, verbs
from rbfcli.kernel.later import later_in
from rbfcli.kernel.rules import Hooks, Rules
from rbfcli.systems.threat import (
    attack,
    commands,
    conditions,
    damage,
    defense,
    entering,
    numbers,
    offers,
    options,
    picture,
    sheet,
    status,
    tasks,
    turns,
    verdict,
    words,
)
from rbfcli.systems.threat.economy import economy

later = later_in(__name__)

RULES = Rules(
    name="threat",
    title="Threat & Action Tracker",
    dice="2d6",
    fight=sheet.ThreatFight,
    sheet=sheet.Character,
    prepare=entering.prepare,
    verbs={
        **gm.VERBS,
        verbs.Heal: gm.to_each(damage.heal),
        commands.Init: turns.init,
        commands.Turn: turns.turn,
        commands.Threat: turns.threat,
        commands.Attack: attack.attack,
        commands.DamageSave: defense.damage_save,
        commands.Tag: attack.tag,
        commands.Act: tasks.act,
        commands.Boss: tasks.boss,
        commands.Damage: damage.damage,
        commands.End: turns.end,
    },
    one_liners={
        commands.AttackNumbers: numbers.attack,
        commands.DamageSaveNumbers: numbers.damage_save,
    },
    hooks=Hooks(after_command=turns.after_command),
    standing=conditions.standing,
    takes_turns=lambda fight, who: who in economy.attackers_left(fight),
    vigour=status.vigour,
    status=status.status,
    next_steps=status.next_steps,
    candidates=offers.candidates,
    vocabulary=status.vocabulary,
    outcomes={verdict.ULTRA: "great", verdict.SUCCESS: "good", verdict.PARTIAL: "mixed", verdict.FAILURE: "bad"},
    words={**kernel_conditions.words(conditions.CONDITIONS), **words.WORDS},
    conditions=conditions.CONDITIONS,
    references={"weapons": "weapon", "wear": "worn"},
    ledger=later("ledger.ledger"),
    asking="THR-CMP-1",
    examples_on="mine-raid",
    picture=picture.picture,
    migrate=options.of_today,
    remarks=status.remarks,
    unlisted={
        "damage-save": "an enemy's attack is offered to the enemy, and dangers are the referee's",
        "threat": "the referee's",
        "turn": "the phase changes by itself; `next:` says when nobody is left to act in it",
    },
    no_verbs={
        "stabilize": "nobody bleeds out; at 0 HP a PC is knocked out or makes a last stand, an NPC is dead (THR-DMG-3)",
        "move": "there are no places; who is in the combat zone is a flag (`set WHO in_zone=true`, THR-START-1)",
    },
)
