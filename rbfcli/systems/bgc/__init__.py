"""BGC: percentile dice, rounds of a minute with declared actions, damage levels behind armour."""

from functools import partial

from rbfcli.kernel import gm, verbs
from rbfcli.kernel.conditions import words as condition_words
from rbfcli.kernel.later import later_in
from rbfcli.kernel.ledger import read_rules
from rbfcli.kernel.reactions import Reaction
from rbfcli.kernel.rules import Attempt, Hooks, Rules, kinds_by
from rbfcli.kernel.words import CARRYING
from rbfcli.systems.bgc import commands, conditions, sheet, words

later, in_kernel = later_in(__name__), later_in("rbfcli.kernel")
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
    prepare=later("entering.prepare"),
    migrate=later("entering.migrate"),
    verbs={
        **gm.VERBS,
        verbs.Init: later("turns.init"),
        verbs.Turn: later("turns.turn"),
        verbs.Damage: gm.to_each(later("damage.damage")),
        verbs.Heal: gm.to_each(later("damage.heal")),
        commands.Attack: later("attack.attack"),
        commands.DamageSave: later("defense.damage_save"),
        commands.Stabilize: later("dying.stabilize"),
        commands.Wake: later("dying.wake"),
        commands.Declare: later("economy.declare"),
        commands.Defend: later("defense.defend"),
        commands.Risk: later("economy.risk"),
        commands.Move: later("movement.move"),
        commands.Draw: later("carrying.draw"),
        commands.Holster: later("carrying.holster"),
        commands.Reload: later("carrying.reload"),
        commands.Other: later("tasks.other"),
        commands.SkipPhase: later("turns.skip_phase"),
    },
    one_liners={
        commands.AttackNumbers: later("numbers.attack"),
        commands.DamageSaveNumbers: later("numbers.damage_save"),
        commands.StabilizeNumbers: later("numbers.stabilize"),
    },
    reactions=(
        Reaction(
            kind="opening",
            on="opening",
            rule="BGC-BOT-1",
            may=later("reactions.may_strike_back"),
            react=later("reactions.strike_back"),
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
    unlisted={
        **gm.UNLISTED,
        "declare": "any mix of attack, defend, movement and other, as many as there are actions",
        "skip-phase": "the GM's",
    },
    hooks=Hooks(
        begin_round=later("turns.begin_round"),
        end_turn=later("turns.end_turn"),
        after_command=later("turns.after_command"),
        added=later("entering.added"),
        set_by_hand=later("damage.set_by_hand"),
    ),
    standing=conditions.standing,
    takes_turns=later("turns.takes_turns"),
    health=later("status.health"),
    status=later("status.status"),
    details=later("details.details"),
    sight=later("sight.sight"),
    next_steps=later("status.next_steps"),
    candidates=later("offers.candidates"),
    can_attack=later("economy.can_attack"),
    approach=later("offers.approach"),
    kinds=kinds_by(later("status.vocabulary"), "weapon", "skill", "category"),
    open_kinds=("category",),
    meaning=later("meanings.meaning"),
    warnings=later("warnings.warnings"),
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
    carrying=later("carrying.handling"),
    words={**CARRYING, **condition_words(conditions.CONDITIONS), **words.WORDS},
    ledger=partial(read_rules, __name__),
    examples_on="street-arrest",
    asks=dict.fromkeys((*gm.ASKS, *NEVER_ASK), ()),
    asking="BGC-BOT-1",
    picture=later("status.picture"),
    attempts={
        **dict.fromkeys(("attack", "strike back"), Attempt(hits=("critical", "pass"), misses=("fail", "botch"))),
        "strikes-back": Attempt(hits=("",)),
    },
    afterwards={"defended": False},
)
