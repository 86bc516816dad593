"""FuturePath: complete combat actions. d20 and advantage dice, teams, squares, and what a turn holds."""

from rbfcli.kernel import gm, verbs
from rbfcli.kernel.command import Command
from rbfcli.kernel.later import later_in
from rbfcli.kernel.rules import Hooks, Rules
from rbfcli.systems.futurepath import (
    afterwards,
    commands,
    commands_alone,
    commands_field,
    commands_turn,
    people,
    sheet,
    verdict,
    words,
)
from rbfcli.systems.futurepath.economy import acting

later = later_in(__name__)

ACTIONS: dict[type[Command], str] = {
    commands.Attack: "attack.attack",
    commands.FullAttack: "attack.full_attack",
    commands.OffHand: "attack.off_hand",
    commands.CoupDeGrace: "attack.coup_de_grace",
    commands.Throw: "grenades.throw",
    commands.Technique: "techniques.technique",
    commands.AttackObject: "objects.attack_object",
    commands_field.Move: "movement.move",
    commands_field.Sprint: "movement.sprint",
    commands_field.Withdraw: "movement.withdraw",
    commands_field.Step: "movement.step",
    commands_field.Reload: "handling.reload_weapon",
    commands_field.Draw: "handling.draw",
    commands_field.Holster: "handling.holster",
    commands_field.Stand: "handling.stand",
    commands_field.Prone: "handling.prone",
    commands_field.Drag: "handling.drag",
    commands_field.Open: "handling.open_thing",
    commands_turn.Ready: "readiness.ready",
    commands_turn.TrapWork: "traps.trap_work",
    commands_turn.Free: "small.free",
    commands_turn.Use: "small.use",
}

RULES = Rules(
    name="futurepath",
    title="FuturePath: Complete Combat Actions",
    dice="1d20",
    fight=sheet.FuturePathFight,
    sheet=sheet.Character,
    prepare=later("entering.prepare"),
    verbs={
        **gm.VERBS,
        verbs.Init: later("initiative.init"),
        verbs.Turn: later("initiative.turn"),
        verbs.Damage: later("vitality.damage"),
        verbs.Heal: later("vitality.heal"),
        **{kind: acting(later(function)) for kind, function in ACTIONS.items()},
        commands.DamageSave: later("saves.damage_save"),
        commands.Stabilize: later("stabilizing.stabilize"),
        commands_turn.Speak: later("small.speak"),
    },
    one_liners={
        commands_alone.AttackNumbers: later("numbers.attack_numbers"),
        commands_alone.DamageSaveNumbers: later("numbers.damage_save_numbers"),
        commands_alone.StabilizeNumbers: later("numbers.stabilize_numbers"),
    },
    answers={"opportunity": later("walking.answer_opportunity"), "fumble": later("blows.answer_fumble")},
    hooks=Hooks(
        begin_round=later("rounds.begin_round"),
        begin_turn=later("rounds.begin_turn"),
        end_turn=later("rounds.end_turn"),
        after_command=afterwards.after_command,
    ),
    standing=people.standing,
    takes_turns=people.takes_turns,
    vigour=people.vigour,
    status=later("status.status"),
    next_steps=afterwards.next_steps,
    actions=later("choices.actions"),
    vocabulary=later("vocabulary.vocabulary"),
    outcomes=(verdict.CRITICAL, verdict.SUCCESS, verdict.FAILURE, verdict.FUMBLE),
    words=words.WORDS,
    ledger=later("ledger.ledger"),
    asking="FP-MOV-10",
    members=people.members,
    distance=later("ground.squares_apart"),
    picture=later("picture.picture"),
)
