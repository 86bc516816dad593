"""Threat & Action Tracker. Only players roll, 2d6; threat and tracker replace initiative."""

from functools import partial

from rbfcli.core.lazy import later_in
from rbfcli.engine import gm
from rbfcli.model import commands as verbs
from rbfcli.model.conditions import words as condition_words
from rbfcli.model.rules import Hooks, Messages, OutcomeRoles, Rules, kinds_by, read_rules
from rbfcli.systems.threat import commands, conditions, outcome, sheet

later = later_in(__name__)

RULES = Rules(
    name="threat",
    title="Threat & Action Tracker",
    dice="2d6",
    fight=sheet.ThreatFight,
    sheet=sheet.Character,
    prepare=later("entry.prepare"),
    rested=later("entry.rested"),
    verbs={
        **gm.VERBS,
        verbs.Heal: gm.for_each_target(later("health.heal")),
        commands.Init: later("turns.init"),
        commands.Turn: later("turns.turn"),
        commands.Threat: later("turns.threat"),
        commands.Attack: later("attack.attack"),
        commands.DamageSave: later("attack.damage_save"),
        commands.Tag: later("attack.tag"),
        commands.Act: later("attack.act"),
        commands.Boss: later("attack.boss"),
        commands.Damage: later("health.damage"),
        commands.End: later("turns.end"),
    },
    one_liners={
        commands.AttackNumbers: later("offers.attack"),
        commands.DamageSaveNumbers: later("offers.damage_save"),
    },
    authored=later("entry.authored"),
    hooks=Hooks(
        after_command=later("turns.after_command"),
        added=later("entry.added"),
        set_by_hand=later("health.set_by_hand"),
    ),
    standing=conditions.standing,
    takes_turns=later("economy.takes_turns"),
    status=later("view.status"),
    details=later("details.details"),
    sight=later("view.sight"),
    next_steps=later("view.next_steps"),
    candidates=later("offers.candidates"),
    can_attack=later("economy.can_attack"),
    approach=lambda _fight, _who, _foe: (),  # all who take part are in reach (THR-START-1)
    kinds=kinds_by(later("view.vocabulary"), "weapon", "item", "complication", "ultra", "accessory"),
    fixed_kinds=("complication", "ultra"),
    meaning=later("details.meaning"),
    mistakes=later("entry.mistakes"),
    warnings=later("entry.warnings"),
    outcomes={outcome.ULTRA: "great", outcome.SUCCESS: "good", outcome.PARTIAL: "mixed", outcome.FAILURE: "bad"},
    words=Messages(__name__, condition_words(conditions.CONDITIONS)),
    conditions=conditions.CONDITIONS,
    references={
        "weapons": "weapon",
        "wear": "item",
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
    picture=later("view.picture"),
    migrate=later("sheet.of_today"),
    no_verbs={
        "map": "to enter the combat zone: `set WHO in_zone=true`",
        "stabilize": "at 0 HP, a PC is knocked out or makes a last stand, and an NPC is dead (THR-DMG-3)",
        "move": "to enter the combat zone: `set WHO in_zone=true` (THR-START-1)",
    },
    attempts={
        "attack": OutcomeRoles(hits=(outcome.ULTRA, outcome.SUCCESS, outcome.PARTIAL), misses=(outcome.FAILURE,)),
        "defence": OutcomeRoles(
            hits=(outcome.FAILURE,), misses=(outcome.ULTRA, outcome.SUCCESS, outcome.PARTIAL), by_target=True
        ),
    },
)
