"""How many of the faces that wait a command will draw: found out by playing it, with nothing kept."""

from collections.abc import Sequence

from rbfcli.kernel.command import Command, DicedCommand
from rbfcli.kernel.dice.given import Given
from rbfcli.kernel.dice.highest import Highest
from rbfcli.kernel.dice.seeded import Seeded
from rbfcli.kernel.fight import Fight
from rbfcli.kernel.notation.parsing import parse
from rbfcli.kernel.notation.plan import roll_line
from rbfcli.kernel.play import play
from rbfcli.kernel.rules import Rules
from rbfcli.language import verbs
from rbfcli.language.fights import fight_verbs, means_the_fight, one_liner_verbs, read_words
from rbfcli.language.reader import read
from rbfcli.script.chance import Chance
from rbfcli.session.kept import Kept
from rbfcli.systems.catalogue import load


def faces_drawn(words: Sequence[str], at: int, chance: Chance, kept: Kept) -> tuple[int, ...]:
    """The first of the waiting faces, as many as a command draws; none if it brings its own. Raises RbfError."""
    if any(word.partition("=")[0] == "--dice" for word in words):
        return ()
    verb = words[at] if at < len(words) else ""
    if verb == "roll":
        return _of_roll(read(words, verbs.VERBS).command, chance)
    if verb in verbs.VERBS and verb not in verbs.ALSO_OF_FIGHTS:
        return ()
    if "--system" in words:
        return _of_one_liner(words, chance)
    session = kept.look()
    kind = fight_verbs(session.rules).get(verb)
    if verb in verbs.VERBS and not means_the_fight(words, at, session.rules, session.fight):
        return ()
    if kind is None or not issubclass(kind, DicedCommand):
        return ()
    return _of_play(session.rules, session.fight, read_words(words, session.rules, session.fight).command, chance)


def _of_play(rules: Rules, fight: Fight, command: Command, chance: Chance) -> tuple[int, ...]:
    given = Given(chance.faces, Seeded(fight.seed, fight.drawn))
    play(rules, fight, command, given)
    return chance.faces[: len(chance.faces) - given.by_hand]


def _of_one_liner(words: Sequence[str], chance: Chance) -> tuple[int, ...]:
    at = words.index("--system")
    rules = load(words[at + 1] if at + 1 < len(words) else "")
    command = read([*words[:at], *words[at + 2 :]], one_liner_verbs(rules)).command
    fight, real = rules.one_liners[type(command)](command)
    return _of_play(rules, fight, real, chance)


def _of_roll(command: Command, chance: Chance) -> tuple[int, ...]:
    given = Given(chance.faces, Highest())
    if isinstance(command, verbs.Roll):
        for _ in range(command.times):
            for expression in command.expressions:
                roll_line(parse(expression), given)
    return chance.faces[: len(chance.faces) - given.by_hand]
