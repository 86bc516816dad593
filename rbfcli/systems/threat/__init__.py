"""Threat & Action Tracker. 2d6 by the players alone; threat and tracker, not initiative, say who acts."""

from functools import partial

from rbfcli.kernel import gm, verbs
from rbfcli.kernel.conditions import words as condition_words
from rbfcli.kernel.later import later_in
from rbfcli.kernel.ledger import read_rules
from rbfcli.kernel.rules import Attempt, Hooks, Rules, kinds_by
from rbfcli.systems.threat import commands, conditions, sheet, verdict, words

later, in_kernel = later_in(__name__), later_in("rbfcli.kernel")

RULES = Rules(
    name="threat",
    title="Threat & Action Tracker",
    dice="2d6",
    fight=sheet.ThreatFight,
    sheet=sheet.Character,
    prepare=later("entering.prepare"),
    verbs={
        **gm.VERBS,
        verbs.Heal: gm.to_each(later("damage.heal")),
        commands.Init: later("turns.init"),
        commands.Turn: later("turns.turn"),
        commands.Threat: later("turns.threat"),
        commands.Attack: later("attack.attack"),
        commands.DamageSave: later("defense.damage_save"),
        commands.Tag: later("attack.tag"),
        commands.Act: later("tasks.act"),
        commands.Boss: later("tasks.boss"),
        commands.Damage: later("damage.damage"),
        commands.End: later("turns.end"),
    },
    one_liners={
        commands.AttackNumbers: later("numbers.attack"),
        commands.DamageSaveNumbers: later("numbers.damage_save"),
    },
    authored=later("entering.authored"),
    hooks=Hooks(
        after_command=later("turns.after_command"),
        added=later("entering.added"),
        set_by_hand=later("damage.set_by_hand"),
    ),
    standing=conditions.standing,
    takes_turns=later("economy.economy.takes_turns"),
    health=later("status.health"),
    status=later("status.status"),
    details=later("details.details"),
    sight=later("sight.sight"),
    next_steps=later("status.next_steps"),
    candidates=later("offers.candidates"),
    can_attack=later("economy.economy.can_attack"),
    approach=later("economy.economy.approach"),
    kinds=kinds_by(later("status.vocabulary"), "weapon", "worn", "complication", "ultra"),
    meaning=later("meanings.meaning"),
    mistakes=later("mistakes.mistakes"),
    warnings=later("warnings.warnings"),
    outcomes={verdict.ULTRA: "great", verdict.SUCCESS: "good", verdict.PARTIAL: "mixed", verdict.FAILURE: "bad"},
    words={**condition_words(conditions.CONDITIONS), **words.WORDS},
    conditions=conditions.CONDITIONS,
    references={
        "weapons": "weapon",
        "wear": "worn",
        "boss_damage": "dice",
        "weapons.damage": "dice",
        "options.unarmed_damage": "dice",
        "board.acted": "combatant",
        "board.lying.weapon": "weapon",
    },
    phases=("offense", "defence"),
    ledger=partial(read_rules, __name__),
    asks={**gm.ASKS, "heal": (), "damage": ("down",), "set": ("down",), "threat": ()},
    asking="THR-CMP-1",
    examples_on="mine-raid",
    picture=later("picture.picture"),
    migrate=later("options.of_today"),
    unlisted={
        **gm.UNLISTED,
        "damage-save": "an enemy's attack is offered to the enemy, and dangers are the referee's",
        "threat": "the referee's",
        "turn": "the phase changes by itself; `next:` says when nobody is left to act in it",
    },
    no_verbs={
        "stabilize": "nobody bleeds out; at 0 HP a PC is knocked out or makes a last stand, an NPC is dead (THR-DMG-3)",
        "move": "there are no places; who is in the combat zone is a flag (`set WHO in_zone=true`, THR-START-1)",
    },
    attempts={
        "attack": Attempt(hits=(verdict.ULTRA, verdict.SUCCESS, verdict.PARTIAL), misses=(verdict.FAILURE,)),
        "defence": Attempt(
            hits=(verdict.FAILURE,), misses=(verdict.ULTRA, verdict.SUCCESS, verdict.PARTIAL), by_target=True
        ),
    },
)
