"""Words become a Command, the Command is played or answered, and the answer becomes words."""

from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from rbfcli.interpreter import report
from rbfcli.interpreter.reply import Reply
from rbfcli.kernel.answers import open_now
from rbfcli.kernel.command import Command
from rbfcli.kernel.errors import NoSuchFile, PluginFault, RbfError, Refusal, UsageError
from rbfcli.kernel.matching import unknown_word
from rbfcli.kernel.run import no_such_verb
from rbfcli.language import verbs
from rbfcli.language.common_options import CommonOptions
from rbfcli.language.fights import fight_verbs, means_the_fight, one_liner_verbs, read_words
from rbfcli.language.reader import ParsedLine, find_verb, read
from rbfcli.language.writer import line_for
from rbfcli.render.style import Style
from rbfcli.session.session import Session
from rbfcli.session.storage import Storage
from rbfcli.systems.catalogue import complaints, every, load

PLOT = "--plot"


class Interpreter:
    """Carries out lines on the fight it keeps, and words the answers in one style."""

    def __init__(self, storage: Storage, style: Style) -> None:
        self.storage = storage
        self.style = style

    def perform(self, words: Sequence[str]) -> Reply:
        """Carry out one line, and say what plug-ins did wrong in it. Raises RbfError; the fight is then as it was."""
        try:
            reply = self._performed(words)
        except PluginFault as fault:
            raise fault.failure() from fault
        said = complaints()
        return replace(reply, notice=f"{reply.notice}{said}") if said else reply

    def _performed(self, words: Sequence[str]) -> Reply:
        at = find_verb(words)
        verb = words[at] if at < len(words) else ""
        if "--system" in words and verb not in verbs.VERBS:
            return self._one_liner(words)
        if "--system" in words and verb == "odds":
            return self._one_liner(*self._asked_odds(words, at))
        if verb == "odds" and (found := self._odds_of_command(words, at)):
            return found
        if verb in verbs.VERBS and not self._means_the_fight(words, at):
            line = _read(words, verbs.VERBS, lambda each: read(each, verbs.VERBS), 0)
            from rbfcli.interpreter.answers import answer

            return answer(self.storage, line.command, self._styled(line.common), line.common)
        return self._fight_line(words, verb)

    def _means_the_fight(self, words: Sequence[str], at: int) -> bool:
        """Whether a verb that the program has too is meant as the fight's."""
        if words[at] not in verbs.ALSO_OF_FIGHTS:
            return False
        try:
            session = self.storage.load()
        except (RbfError, PluginFault):
            return False
        return means_the_fight(words, at, session.rules, session.fight)

    def _fight_line(self, words: Sequence[str], verb: str) -> Reply:
        reached: list[Session] = []

        def work(session: Session) -> Reply:
            reached.append(session)
            if verb not in fight_verbs(session.rules):
                raise no_verb(session, verb)
            rules, fight = session.rules, session.fight
            line = _read(words, fight_verbs(rules), lambda each: read_words(each, rules, fight), len(fight.combatants))
            before = session.fight
            if line.common.dry_run:
                played = session.preview(line.command)
                said = line_for(played.command or line.command)
            else:
                played = session.perform(line.command)
                said = session.entries[-1].line
            style = self._styled(line.common)
            return report.played(session, before, played, line=said, style=style, common=line.common)

        try:
            return self.storage.change(work)
        except UsageError as wrong:
            from rbfcli.interpreter.other_systems import of_another_system

            raise (of_another_system(wrong, reached[0].rules.name) if reached else wrong) from None
        except (NoSuchFile, Refusal):
            if reached or verb in _known_verbs():
                raise
            raise unknown_word(verb, _known_verbs(), "verb") from None

    def _odds_of_command(self, words: Sequence[str], at: int) -> Reply | None:
        """The odds of a command of the fight; None where the words behind `odds` begin with no verb of it."""
        asked, width = self._asked_odds(words, at)
        place = find_verb(asked)
        try:
            session = self.storage.load()
        except (RbfError, PluginFault):
            return None
        if place == len(asked) or asked[place] not in fight_verbs(session.rules):
            return None
        from rbfcli.interpreter.command_odds import odds_of_command

        return odds_of_command(session, asked, width)

    def _asked_odds(self, words: Sequence[str], at: int) -> tuple[list[str], int]:
        """The words of a line without `odds` and its own `--plot`, and the columns for bars (0: none)."""
        asked = [*words[:at], *words[at + 1 :]]
        end = asked.index("--") if "--" in asked else len(asked)
        width = self.style.width if PLOT in asked[:end] else 0
        return [word for place, word in enumerate(asked) if word != PLOT or place > end], width

    def _one_liner(self, words: Sequence[str], plot_width: int | None = None) -> Reply:
        """A command from numbers alone, by `--system`: the real verb on a fight that stands in.

        With `plot_width` its odds are counted, with bars in so many columns.
        """
        from rbfcli.session.begin import chance

        system, rest = _without_system(words)
        rules = load(system)
        verb = rest[find_verb(rest)] if find_verb(rest) < len(rest) else ""
        if verb in rules.no_verbs:
            raise no_such_verb(rules, verb)
        line = read(rest, one_liner_verbs(rules))
        fight, command = rules.one_liners[type(line.command)](line.command)
        session = Session(rules, replace(fight, seed=chance()))
        said = f"{line_for(line.command)} --system {system}"
        if plot_width is not None:
            from rbfcli.interpreter.command_odds import odds_reply

            return odds_reply(session, command, said, line.common, plot_width, alone=True)
        played, style = session.preview(command), self._styled(line.common)
        reply = report.played(session, session.fight, played, line=said, style=style, common=line.common, alone=True)
        asked = open_now(played.fight)
        if not asked:
            return reply
        answers = "|".join(asked[0].answers)
        return replace(reply, notice=f"answer it in advance: --answer {asked[0].kind}={answers}\n")

    def _styled(self, common: CommonOptions) -> Style:
        return Style(colour=self.style.colour, tables=self.style.tables, width=self.style.width, explain=common.explain)


def _read(
    words: Sequence[str], kinds: Mapping[str, type[Command]], how: Callable[[Sequence[str]], ParsedLine], people: int
) -> ParsedLine:
    """A line as a command, with so many `people` in the fight; the error for one that does not read says what would."""
    try:
        return how(words)
    except (UsageError, Refusal) as wrong:
        from rbfcli.interpreter.nearest_line import advised

        raise advised(wrong, words, kinds, how, people) from None


def no_verb(session: Session, verb: str) -> RbfError:
    """The error for a verb that neither the program nor the fight's system knows."""
    if verb in session.rules.no_verbs:
        return no_such_verb(session.rules, verb)
    from rbfcli.interpreter.other_systems import systems_with

    if others := systems_with(verb):
        message = f"{verb} belongs to {' and '.join(others)}; this fight is {session.rules.name}"
        return UsageError(message, hint="help lists the verbs of this fight")
    return unknown_word(verb, (*verbs.VERBS, *fight_verbs(session.rules)), "verb")


def _known_verbs() -> tuple[str, ...]:
    return tuple(dict.fromkeys([*verbs.VERBS, *(verb for rules in every()[0] for verb in fight_verbs(rules))]))


def _without_system(words: Sequence[str]) -> tuple[str, list[str]]:
    at = list(words).index("--system")
    if at + 1 >= len(words):
        raise UsageError("--system needs a value", hint="--system rbf")
    return words[at + 1], [*words[:at], *words[at + 2 :]]
