"""RBF: Combat and Crises. 2d8 and a skill against target numbers; players roll for everything."""

from rbfcli.kernel import gm, verbs
from rbfcli.kernel.later import later_in
from rbfcli.kernel.rules import Hooks, Rules
from rbfcli.systems.rbf import afterwards, commands, economy, orders, sheet, words
from rbfcli.systems.rbf.watch import Watched

later = later_in(__name__)

RULES = Rules(
    name="rbf",
    title="RBF: Combat and Crises",
    dice="2d8",
    fight=sheet.RbfFight,
    sheet=sheet.Fighter,
    prepare=later("entering.prepare"),
    verbs={
        **gm.VERBS,
        verbs.Turn: later("rounds.turn"),
        verbs.Damage: later("damage.damage"),
        verbs.Heal: later("damage.heal"),
        commands.Init: later("initiative.init"),
        commands.Attack: Watched(later("attack.attack")),
        commands.DamageSave: later("defense.damage_save"),
        commands.Stabilize: later("stabilizing.stabilize"),
        commands.Move: Watched(later("movement.move")),
        commands.Reload: Watched(later("hands.reload_weapon")),
        commands.Push: later("push.push_through"),
        orders.Aim: Watched(later("hands.aim")),
        orders.Draw: Watched(later("hands.draw")),
        orders.Spot: Watched(later("stealth.spot")),
        orders.Hide: Watched(later("stealth.hide")),
        orders.Overwatch: Watched(later("overwatch.overwatch")),
        orders.Cast: Watched(later("casting.cast")),
        orders.Speak: later("crisis.speak"),
        orders.Use: Watched(later("items.use")),
        orders.Hold: later("rounds.hold"),
        orders.Stand: Watched(later("movement.stand")),
        orders.Prone: Watched(later("movement.prone")),
        orders.Free: Watched(later("movement.free")),
        orders.Fall: later("movement.fall_down"),
        orders.ShakeOff: later("boss.shake_off"),
        orders.Check: Watched(later("crisis.check")),
        orders.Intent: later("crisis.intent"),
    },
    one_liners={
        commands.AttackNumbers: later("player.attack_numbers"),
        commands.DamageSaveNumbers: later("defense.damage_save_numbers"),
        commands.StabilizeNumbers: later("stabilizing.stabilize_numbers"),
    },
    answers={
        "critical": later("hits.answer_critical"),
        "complication": later("complications.answer_complication"),
        "condition": later("defense.answer_condition"),
        "riposte": later("attack.answer_riposte"),
        "counterspell": later("casting.answer_counterspell"),
        "overwatch": later("overwatch.answer_overwatch"),
        "bonus": later("bonus.answer_bonus"),
    },
    hooks=Hooks(
        begin_round=later("rounds.begin_round"),
        begin_turn=later("rounds.begin_turn"),
        end_turn=later("rounds.end_turn"),
        after_command=afterwards.after_command,
    ),
    standing=economy.standing,
    takes_turns=economy.takes_turns,
    vigour=sheet.vigour,
    status=later("status.status"),
    next_steps=afterwards.next_steps,
    actions=later("possible.actions"),
    vocabulary=later("vocabulary.vocabulary"),
    outcomes=("critical", "success", "struggle", "failure"),
    words=words.WORDS,
    ledger=later("ledger.ledger"),
    asking="RBF-REA-1",
    distance=later("status.distance"),
    picture=later("status.picture"),
)
