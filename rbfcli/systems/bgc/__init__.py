"""BGC: percentile dice, rounds of a minute with declared actions, damage levels behind armour."""

from rbfcli.kernel import gm, sides, verbs
from rbfcli.kernel.rules import Hooks, Rules
from rbfcli.systems.bgc import (
    attack,
    check,
    commands,
    declaring,
    ledger,
    penetration,
    rounds,
    sheet,
    status,
    words,
    wounds,
)

RULES = Rules(
    name="bgc",
    title="BGC combat",
    dice="d100",
    fight=sheet.BgcFight,
    sheet=sheet.Fighter,
    prepare=sheet.prepare,
    verbs={
        **gm.VERBS,
        verbs.Init: rounds.init,
        verbs.Turn: rounds.turn,
        verbs.Damage: wounds.damage,
        verbs.Heal: wounds.heal,
        commands.Attack: attack.attack,
        commands.DamageSave: penetration.damage_save,
        commands.Stabilize: wounds.stabilize,
        commands.Wake: wounds.wake,
        commands.Declare: declaring.declare,
        commands.Defend: attack.defend,
        commands.Risk: declaring.risk,
        commands.Move: declaring.move,
        commands.Other: declaring.other,
        commands.SkipPhase: rounds.skip_phase,
    },
    one_liners={
        commands.AttackNumbers: attack.attack_numbers,
        commands.DamageSaveNumbers: penetration.damage_save_numbers,
        commands.StabilizeNumbers: wounds.stabilize_numbers,
    },
    answers={"opening": attack.answer_opening},
    hooks=Hooks(
        begin_round=rounds.begin_round,
        after_command=lambda scene: sides.tell_when_one_side_is_left(scene, "BGC-WND-5"),
    ),
    standing=check.standing,
    takes_turns=rounds.takes_turns,
    vigour=status.vigour,
    status=status.status,
    next_steps=status.next_steps,
    actions=status.actions,
    vocabulary=status.vocabulary,
    outcomes=("critical", "pass", "defended", "fail", "botch", "through", "held"),
    words=words.WORDS,
    ledger=ledger.ledger,
    picture=status.picture,
)
