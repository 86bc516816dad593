"""BGC: percentile dice, one-minute rounds with declared actions, damage levels and armour."""

from functools import partial

from rbfcli.core.lazy import later_in
from rbfcli.engine import gm
from rbfcli.model import commands as verbs
from rbfcli.model.conditions import words as condition_words
from rbfcli.model.display import CARRYING
from rbfcli.model.rules import Hooks, Messages, OutcomeRoles, Reaction, Rules, kinds_by, read_rules
from rbfcli.systems.bgc import commands, conditions, sheet

later = later_in(__name__)
NEVER_ASK = (
    "turn", "damage", "heal", "damage-save", "stabilize", "wake", "declare", "defend", "risk", "move",
    "draw", "holster", "reload", "other", "skip-phase",
)  # fmt: skip
RULES = Rules(
    name="bgc",
    title="BGC combat",
    dice="d100",
    fight=sheet.BgcFight,
    sheet=sheet.Fighter,
    prepare=later("entry.prepare"),
    rested=later("entry.rested"),
    migrate=later("entry.migrate"),
    verbs={
        **gm.VERBS,
        verbs.Init: later("turns.init"),
        verbs.Turn: later("turns.turn"),
        verbs.Damage: gm.for_each_target(later("health.damage")),
        verbs.Heal: gm.for_each_target(later("health.heal")),
        commands.Attack: later("attack.attack"),
        commands.DamageSave: later("attack.damage_save"),
        commands.Stabilize: later("health.stabilize"),
        commands.Wake: later("health.wake"),
        commands.Declare: later("economy.declare"),
        commands.Defend: later("attack.defend"),
        commands.Risk: later("economy.risk"),
        commands.Move: later("economy.move"),
        commands.Draw: later("economy.handle"),
        commands.Holster: later("economy.handle"),
        commands.Reload: later("economy.handle"),
        commands.Other: later("economy.handle"),
        commands.SkipPhase: later("turns.skip_phase"),
    },
    one_liners={
        commands.AttackNumbers: later("offers.attack"),
        commands.DamageSaveNumbers: later("offers.damage_save"),
        commands.StabilizeNumbers: later("offers.stabilize"),
    },
    reactions=(
        Reaction(
            kind="opening",
            on="opening",
            rule="BGC-BOT-1",
            may=later("attack.may_strike_back"),
            react=later("attack.strike_back"),
            weapons=later("attack.weapons_to_strike"),
            answers=("strike", "let go"),
            lapses=True,
        ),
    ),
    references={
        "weapons": "weapon",
        "held": "weapon",
        "failed": "weapon",
        "ammo": "weapon",
        "board.lying.weapon": "weapon",
    },
    no_verbs={"map": "its rules measure no distances, so the GM says who is where"},
    hooks=Hooks(
        begin_round=later("turns.begin_round"),
        end_turn=later("turns.end_turn"),
        after_command=later("turns.after_command"),
        added=later("entry.added"),
        set_by_hand=later("health.set_by_hand"),
    ),
    standing=conditions.standing,
    takes_turns=later("turns.takes_turns"),
    health=later("view.health"),
    status=later("view.status"),
    details=later("details.details"),
    sight=later("view.sight"),
    order_of=later("turns.order_of"),
    give_count=later("turns.give_count"),
    next_steps=later("view.next_steps"),
    candidates=later("offers.candidates"),
    can_attack=later("economy.can_attack"),
    approach=later("offers.approach"),
    kinds=kinds_by(later("view.vocabulary"), "weapon", "skill", "category"),
    open_kinds=("category",),
    meaning=later("details.meaning"),
    warnings=later("entry.warnings"),
    outcomes={
        "critical": "great",
        "pass": "good",
        "defended": "mixed",
        "fail": "bad",
        "botch": "bad",
        "through": "good",
        "held": "mixed",
    },
    conditions=conditions.CONDITIONS,
    carrying=later("economy.handling"),
    words=Messages(__name__, CARRYING, condition_words(conditions.CONDITIONS)),
    ledger=partial(read_rules, __name__),
    examples_on="street-arrest",
    asks=dict.fromkeys((*gm.ASKS, *NEVER_ASK), ()),
    asking="BGC-BOT-1",
    picture=later("view.picture"),
    attempts={
        **dict.fromkeys(("attack", "strike back"), OutcomeRoles(hits=("critical", "pass"), misses=("fail", "botch"))),
        "strikes-back": OutcomeRoles(hits=("",)),
    },
    afterwards={"defended": False},
)
