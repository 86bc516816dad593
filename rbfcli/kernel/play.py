"""Play one command on a fight: the one road from a command to the fight after it."""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rbfcli.kernel import verbs
from rbfcli.kernel.command import Command, DicedCommand, verb_of
from rbfcli.kernel.dice.given import Given
from rbfcli.kernel.dice.seeded import Seeded
from rbfcli.kernel.dice.source import Dice
from rbfcli.kernel.errors import RbfError, UsageError
from rbfcli.kernel.events import Answered, AnyEvent
from rbfcli.kernel.fight import Fight
from rbfcli.kernel.rules import Rules, VerbFunction
from rbfcli.kernel.scene import Scene, impossible, named

RANDOM = "@random"
ALWAYS_ALLOWED = (
    verbs.Add,
    verbs.Remove,
    verbs.Set,
    verbs.Damage,
    verbs.Heal,
    verbs.ChangeCondition,
    verbs.Note,
    verbs.Choose,
    verbs.End,
)


class Played(Struct, frozen=True):
    """What one command did: the fight after it, the events in order, and its outcome in a word."""

    fight: Any
    events: tuple[AnyEvent, ...]
    outcome: str = ""


def play(rules: Rules, fight: Fight, command: Command, dice: Dice | None = None) -> Played:
    """Let a rule system answer a command; the fight given stays as it was. Raises RbfError where it is refused."""
    function = _function_for(rules, command)
    by_hand = Given(command.dice if isinstance(command, DicedCommand) else (), dice or Seeded(fight.seed, fight.drawn))
    scene = Scene(fight, by_hand, rules, force=command.force)
    if not isinstance(command, ALWAYS_ALLOWED):
        _settle_questions(scene, command)
    function(scene, _with_targets_drawn(scene, command))
    by_hand.finish()
    rules.hooks.after_command(scene)
    return Played(scene.fight, tuple(scene.events), scene.outcome)


def _function_for(rules: Rules, command: Command) -> VerbFunction:
    function = rules.verbs.get(type(command)) or rules.one_liners.get(type(command))
    if function is None:
        raise no_such_verb(rules, verb_of(command))
    return function


def no_such_verb(rules: Rules, verb: str) -> RbfError:
    """The error for a verb a system does not know, with the reason where it has one."""
    if verb in rules.no_verbs:
        return impossible(f"{rules.name} has no {verb}: {rules.no_verbs[verb]}")
    return UsageError(f"{rules.name} has no verb {verb!r}")


def _with_targets_drawn(scene: Scene[Any], command: Command) -> Command:
    """The command with each `@random` among its targets drawn from the standing foes of the one who acts."""
    if not isinstance(command, verbs.Attack) or RANDOM not in command.targets:
        return command
    side = named(scene.fight, command.who).side
    foes = [who for who, one in scene.fight.combatants.items() if one.side != side and scene.rules.standing(one)]
    if not foes:
        raise impossible(f"{RANDOM} is nobody now")
    drawn = tuple(_drawn(scene, foes) if target == RANDOM else target for target in command.targets)
    return replace(command, targets=drawn)


def _drawn(scene: Scene[Any], among: list[str]) -> str:
    return among[scene.roll("", "random target", "GM", sides=len(among), count=1).total - 1]


def _settle_questions(scene: Scene[Any], command: Command) -> None:
    """A fight that is over or waits for an answer goes on only by --force; offers nobody took up lapse."""
    fight = scene.fight
    if fight.over and not command.force:
        raise impossible("the fight is over", hint="undo takes the end back")
    for question in fight.questions:
        if question.lapses or command.force:
            scene.emit(Answered(rule=question.rule, kind=question.kind, who=question.who, answer=""))
        else:
            answers = " | ".join(question.answers)
            raise impossible(f"{question.who} has to choose first", question.rule, hint=f"choose {answers}")
