"""Any d20 game: a roll and a bonus against a number, hit points, saves and counters, with options for many games."""

from functools import partial

from rbfcli.core.lazy import later_in
from rbfcli.engine import gm
from rbfcli.model import commands as verbs
from rbfcli.model.conditions import words as condition_words
from rbfcli.model.rules import Hooks, Messages, OutcomeRoles, Rules, kinds_by, read_rules
from rbfcli.systems.generic import commands, conditions, outcome, sheet

later = later_in(__name__)

RULES = Rules(
    name="generic",
    title="Any d20 game",
    dice="d20",
    fight=sheet.GenericFight,
    sheet=sheet.Character,
    prepare=later("entry.prepare"),
    rested=later("entry.rested"),
    verbs={
        **{kind: act for kind, act in gm.VERBS.items() if kind is not verbs.Add},
        commands.Add: later("health.add"),
        commands.Init: later("turns.init"),
        verbs.Turn: later("turns.turn"),
        commands.Attack: later("attack.attack"),
        commands.Use: later("attack.use"),
        commands.Save: later("attack.roll_save"),
        commands.Damage: later("health.damage"),
        commands.Heal: gm.for_each_target(later("health.heal")),
        commands.DamageSave: later("health.damage_save"),
        commands.Stabilize: later("health.stabilize"),
        commands.Rest: later("health.rest"),
        commands.Reveal: later("attack.reveal"),
        commands.ChangeCondition: later("attack.change_condition"),
    },
    one_liners={commands.AttackNumbers: later("offers.attack")},
    hooks=Hooks(
        begin_round=later("turns.begin_round"),
        begin_turn=later("turns.begin_turn"),
        end_turn=later("turns.end_turn"),
        after_command=later("turns.after_command"),
        set_by_hand=later("health.set_by_hand"),
    ),
    standing=conditions.standing,
    takes_turns=later("economy.takes_turns"),
    status=later("view.status"),
    details=later("details.details"),
    sight=later("view.sight"),
    order_of=later("turns.order_of"),
    give_count=later("turns.give_count"),
    next_steps=later("view.next_steps"),
    candidates=later("offers.candidates"),
    strikes=later("offers.strikes"),
    can_attack=later("economy.can_attack"),
    kinds=kinds_by(later("view.vocabulary"), "attack", "power or counter", "save", "team", "damage-type"),
    open_kinds=("save", "damage-type"),
    references={"options.initiative": "dice", "combatants.hp_dice": "dice", "combatants.powers.condition": "condition"},
    meaning=later("details.meaning"),
    mistakes=later("entry.mistakes"),
    warnings=later("entry.warnings"),
    outcomes={
        outcome.CRITICAL: "great",
        outcome.SUCCESS: "good",
        outcome.FAILURE: "bad",
        outcome.FUMBLE: "bad",
        outcome.READY: "good",
        outcome.SPENT: "bad",
    },
    conditions=conditions.CONDITIONS,
    words=Messages(__name__, condition_words(conditions.CONDITIONS)),
    ledger=partial(read_rules, __name__),
    examples_on="weir-at-dusk",
    asks={
        **gm.ASKS,
        **dict.fromkeys(("damage-save", "stabilize", "heal", "rest", "reveal"), ()),
        "turn": ("save",),
        **dict.fromkeys(("attack", "save", "use", "damage"), ("concentration",)),
    },
    asking="GEN-CNC-2",
    no_verbs={
        "move": "write places into notes",
        "map": "write places into notes",
    },
    attempts={
        "attack": OutcomeRoles(hits=(outcome.CRITICAL, outcome.SUCCESS), misses=(outcome.FAILURE, outcome.FUMBLE)),
        "save": OutcomeRoles(
            hits=(outcome.FAILURE, outcome.FUMBLE), misses=(outcome.CRITICAL, outcome.SUCCESS), by_target=True
        ),
    },
)
