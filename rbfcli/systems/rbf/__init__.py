"""RBF: Combat and Crises. 2d8 and a skill against target numbers; players roll for everything."""

from rbfcli.kernel import gm, verbs
from rbfcli.kernel.rules import Hooks, Rules
from rbfcli.systems.rbf import (
    actions,
    attack,
    commands,
    damage,
    defense,
    hits,
    initiative,
    ledger,
    movement,
    sheet,
    status,
    words,
)

RULES = Rules(
    name="rbf",
    title="RBF: Combat and Crises",
    dice="2d8",
    fight=sheet.RbfFight,
    sheet=sheet.Fighter,
    prepare=sheet.prepare,
    verbs={
        **gm.VERBS,
        verbs.Init: initiative.init,
        verbs.Turn: initiative.turn,
        verbs.Damage: damage.damage,
        verbs.Heal: damage.heal,
        commands.Attack: attack.attack,
        commands.DamageSave: defense.damage_save,
        commands.Stabilize: damage.stabilize,
        commands.Move: movement.move,
        commands.Aim: actions.aim,
        commands.Reload: actions.reload_weapon,
        commands.Draw: actions.draw,
        commands.Stand: movement.stand,
        commands.Prone: movement.prone,
    },
    one_liners={
        commands.AttackNumbers: attack.attack_numbers,
        commands.DamageSaveNumbers: defense.damage_save_numbers,
        commands.StabilizeNumbers: damage.stabilize_numbers,
    },
    answers={"critical": hits.answer_critical, "condition": defense.answer_condition},
    hooks=Hooks(
        begin_round=initiative.begin_round,
        begin_turn=initiative.begin_turn,
        after_command=initiative.after_command,
    ),
    standing=actions.standing,
    takes_turns=initiative.takes_turns,
    vigour=status.vigour,
    status=status.status,
    next_steps=status.next_steps,
    actions=status.actions,
    vocabulary=status.vocabulary,
    outcomes=("critical", "success", "struggle", "failure"),
    words=words.WORDS,
    ledger=ledger.ledger,
)
