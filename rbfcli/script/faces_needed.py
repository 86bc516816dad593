"""How many of the given faces a command will use: found by playing it without keeping the result."""

from collections.abc import Sequence

from rbfcli.kernel.command import Command, DicedCommand
from rbfcli.kernel.dice.given import Given
from rbfcli.kernel.dice.highest import Highest
from rbfcli.kernel.dice.seeded import Seeded
from rbfcli.kernel.fight import Fight
from rbfcli.kernel.notation.expressions import expressions
from rbfcli.kernel.notation.plan import roll_line
from rbfcli.kernel.play import play
from rbfcli.kernel.rules import Rules
from rbfcli.language import front_verbs, verbs
from rbfcli.language.fights import fight_verbs, means_the_fight, one_liner_verbs, read_words
from rbfcli.language.reader import SYSTEM, read, with_system_apart
from rbfcli.script.script_dice import ScriptDice
from rbfcli.session.storage import Storage
from rbfcli.systems.catalogue import load

DICE = "--dice"


def faces_needed(words: Sequence[str], at: int, dice: ScriptDice, storage: Storage) -> tuple[int, ...]:
    """The first of the given faces, as many as a command rolls; none if it has its own `--dice`. Raises RbfError."""
    if any(len(name) > len("--") and DICE.startswith(name) for name in (word.partition("=")[0] for word in words)):
        return ()
    verb = words[at] if at < len(words) else ""
    if verb == "roll":
        return _needed_to_roll(read(words, verbs.VERBS).command, dice)
    if verb in verbs.VERBS and verb not in verbs.ALSO_OF_FIGHTS:
        return ()
    words = with_system_apart(words)
    if SYSTEM in words:
        return _needed_without_a_fight(words, dice)
    session = storage.load()
    kind = fight_verbs(session.rules).get(verb)
    if verb in verbs.VERBS and not means_the_fight(words, at, session.rules, session.fight):
        return ()
    if kind is None or not issubclass(kind, DicedCommand):
        return ()
    return _needed_to_play(session.rules, session.fight, read_words(words, session.rules, session.fight).command, dice)


def _needed_to_play(rules: Rules, fight: Fight, command: Command, dice: ScriptDice) -> tuple[int, ...]:
    given = Given(dice.faces, Seeded(fight.seed, fight.drawn))
    play(rules, fight, command, given)
    return dice.faces[: len(dice.faces) - given.given_left]


def _needed_without_a_fight(words: Sequence[str], dice: ScriptDice) -> tuple[int, ...]:
    at = words.index(SYSTEM)
    rules = load(words[at + 1] if at + 1 < len(words) else "")
    command = read([*words[:at], *words[at + 2 :]], one_liner_verbs(rules)).command
    fight, real = rules.one_liners[type(command)](command)
    return _needed_to_play(rules, fight, real, dice)


def _needed_to_roll(command: Command, dice: ScriptDice) -> tuple[int, ...]:
    given = Given(dice.faces, Highest())
    if isinstance(command, front_verbs.Roll):
        for _ in range(command.times):
            for line in expressions(command.expressions, command.dialect):
                roll_line(line, given)
    return dice.faces[: len(dice.faces) - given.given_left]
