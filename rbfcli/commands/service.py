"""The table of the verbs with their handlers, and the way of a line from words to a reply."""

from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from rbfcli.commands import reply as report
from rbfcli.commands.reply import Listed, Reply
from rbfcli.core.errors import NoSuchFile, PluginBug, RbfError, Refusal, UsageError
from rbfcli.core.limits import DIGITS_OF_AN_ANSWER, Budget
from rbfcli.core.text import is_digits, natural
from rbfcli.engine.answers import open_now
from rbfcli.engine.play import Played, no_such_verb
from rbfcli.language import verbs
from rbfcli.language.grammar import CommonOptions, line_for, split_words
from rbfcli.language.parser import (
    ParsedLine,
    fight_verbs,
    find_verb,
    is_fight_verb,
    one_liner_verbs,
    read,
    read_words,
    with_system_apart,
)
from rbfcli.model.commands import Add, Choose, Command
from rbfcli.render.narration import wrap_lines
from rbfcli.render.sentences import Style, with_names_inside
from rbfcli.session.file_store import SessionStore
from rbfcli.session.origin import TYPED, Origin
from rbfcli.session.session import Session
from rbfcli.systems.registry import complaints, every, load

Perform = Callable[[SessionStore, Sequence[str]], object]


def dispatch(
    storage: SessionStore, command: Command, style: Style, common: CommonOptions, budget: Budget, *, perform: Perform
) -> Reply:
    """Answer a verb of the program. Raises RbfError, and LimitReached past the budget.

    What help proposes is tried by `perform`, which carries out a line on a storage.
    """
    if isinstance(command, verbs.Actions):
        from rbfcli.commands.actions import actions

        return actions(storage.load(), command, style, common, budget)
    from rbfcli.commands import fights

    match command:
        case verbs.Start():
            return fights.start(storage, command, style, common, budget)
        case verbs.New():
            return fights.new(storage, command, style, common)
        case verbs.Show():
            return fights.show(storage.load(), command, style, common)
        case verbs.Suggest():
            from rbfcli.commands.suggest import suggest

            return suggest(storage.load(), command, style, common, budget)
        case verbs.Log():
            return fights.log(storage.load(), command, style, common, budget)
        case verbs.Undo():
            return fights.undo(storage, command, style, common)
        case verbs.Redo():
            return fights.redo(storage, command, style, common)
        case verbs.Restore():
            from rbfcli.commands.fights import restore

            return _broken(restore(storage, command, style, common), style, common)
        case verbs.Check():
            from rbfcli.commands.check import check

            return _broken(check(storage, command, common, budget), style, common)
        case _:
            return _of_no_session(storage, command, style, common, budget, perform=perform)


def _of_no_session(
    storage: SessionStore, command: Command, style: Style, common: CommonOptions, budget: Budget, *, perform: Perform
) -> Reply:
    """Answer a verb that is not about the fight as it is; what those are is imported for them alone."""
    from rbfcli.language import program_verbs as file_verbs
    from rbfcli.language import program_verbs as front_verbs
    from rbfcli.language import program_verbs as lab_verbs

    match command:
        case lab_verbs.Simulate():
            from rbfcli.commands.simulate import simulate, single_process

            return simulate(storage, single_process(command), style, common)
        case file_verbs.SaveAs() | file_verbs.Export() | file_verbs.Import() | file_verbs.Example():
            from rbfcli.commands.import_export import of_files

            return of_files(storage, command, common, budget)
        case front_verbs.Roll() | front_verbs.Odds():
            from rbfcli.commands.odds import dice_reply

            return dice_reply(command, style, common, budget)
        case _:
            from rbfcli.commands.about import about

            return about(storage, command, style, common, perform)


def _broken(reply: Reply, style: Style, common: CommonOptions) -> Reply:
    """A reply in lines that on a terminal break between words."""
    if common.json or not style.tables:
        return reply
    return replace(reply, text="".join(f"{line}\n" for line in wrap_lines(reply.text.splitlines(), style)))


CHOOSE, ODDS, SUGGEST = "choose", "odds", "suggest"
# As much as `odds` may take with the sample behind it.
STEPS_OF_A_RANKING = 850_000


class CommandService:
    """Carries out lines on the fight it keeps, and words the answers in one style.

    `listed` is the list of actions as last shown, unless something was asked since. Each line has a budget of its own,
    unless all of them share a `budget`. Only where it `advises` is there looked for a line that was perhaps meant;
    `aliases` are known besides the verbs. What its lines can reach depends on their `origin`.
    """

    def __init__(
        self,
        storage: SessionStore,
        style: Style,
        budget: Budget | None = None,
        *,
        advises: bool = True,
        aliases: Sequence[str] = (),
        origin: Origin = TYPED,
    ) -> None:
        self.storage = storage
        self.style = style
        self.budget = budget
        if budget is not None:
            budget.is_shared = True
        self._advises = advises
        self._aliases = aliases
        self.origin = origin
        self.listed: Listed | None = None

    def perform(self, words: Sequence[str]) -> Reply:
        """Carry out one line, and say what plug-ins did wrong in it. Raises RbfError; the fight is then as it was."""
        try:
            reply = self._performed(with_system_apart(words))
        except PluginBug as fault:
            raise fault.failure() from fault
        if reply.listed is not None or (reply.played is not None and reply.played.fight.questions):
            self.listed = reply.listed
        said = complaints()
        return replace(reply, notice=f"{reply.notice}{said}") if said else reply

    def line_meant(self, words: Sequence[str]) -> Sequence[str]:
        """The words of the line that a number, or a word for a verb, stands for now. Raises RbfError."""
        at = find_verb(words)
        verb = words[at] if at < len(words) else ""
        if verb in verbs.SYNONYMS and not self._is_of_the_fight(verb):
            return [*words[:at], *verbs.SYNONYMS[verb], *words[at + 1 :]]
        if verb != CHOOSE and not is_digits(verb):
            return words
        session = self.storage.load()
        line = read_words([*words[:at], CHOOSE, *words[at + (verb == CHOOSE) :]], session.rules, session.fight)
        return split_words(line_for(self._chosen(line, session).command))

    def _performed(self, words: Sequence[str]) -> Reply:
        at = find_verb(words)
        verb = words[at] if at < len(words) else ""
        if is_digits(verb):
            return self._performed([*words[:at], CHOOSE, *words[at:]])
        if verb in verbs.SYNONYMS and not self._is_of_the_fight(verb):
            return self._performed([*words[:at], *verbs.SYNONYMS[verb], *words[at + 1 :]])
        if "--system" in words and verb not in verbs.VERBS:
            return self._one_liner(words)
        if verb == ODDS and (found := self._odds(words, at)):
            return found
        if verb in verbs.VERBS and not self._means_the_fight(words, at):
            try:
                return self._program_line(words, verb)
            except RbfError as wrong:
                raise self._vetted(wrong, words) from None
        return self._fight_line(words, verb)

    def _program_line(self, words: Sequence[str], verb: str) -> Reply:
        line = self._read(words, verbs.VERBS, lambda each: read(each, verbs.VERBS))
        command = self.origin.allowed(line.command)
        budget = self.budget or (Budget(STEPS_OF_A_RANKING) if verb == SUGGEST else Budget())
        return dispatch(self.storage, command, self._styled(line.common), line.common, budget, perform=tried)

    def _is_of_the_fight(self, verb: str) -> bool:
        """Whether the system of the fight has this verb."""
        try:
            return verb in fight_verbs(self.storage.load().rules)
        except (RbfError, PluginBug):
            return False

    def _means_the_fight(self, words: Sequence[str], at: int) -> bool:
        """Whether a verb that the program has too is meant as the fight's."""
        if words[at] not in verbs.ALSO_OF_FIGHTS:
            return False
        try:
            session = self.storage.load()
        except (RbfError, PluginBug):
            return False
        return is_fight_verb(words, at, session.rules, session.fight)

    def _fight_line(self, words: Sequence[str], verb: str) -> Reply:
        reached: list[Session] = []

        def work(session: Session) -> Reply:
            reached.append(session)
            if verb not in fight_verbs(session.rules):
                from rbfcli.commands.hints import no_verb

                raise no_verb(session, words[find_verb(words) :] or words, self._aliases)
            parsed = self._of_the_fight(words, session)
            line = self._chosen(parsed, session)
            before = session.fight
            command = line.command
            played = self._played(session, line, words)
            said = line_for(played.command or command) if line.common.json else ""
            style = self._styled(line.common)
            reply = report.played(session, before, played, line=said, style=style, common=line.common)
            if isinstance(command, Add) and (notice := report.stat_block_notice(command, before)):
                reply = replace(reply, notice=notice)
            return reply if line is parsed else replace(reply, meant=line_for(command))

        try:
            return self.storage.change(work)
        except RbfError as wrong:
            if reached:
                raise self._vetted(wrong, words, reached[0]) from None
            if not isinstance(wrong, NoSuchFile | Refusal):
                raise
            raise self._vetted(self._without_a_fight(wrong, words, verb), words) from None

    def _without_a_fight(self, wrong: RbfError, words: Sequence[str], verb: str) -> RbfError:
        """The error of a line for want of a fight: of one that begins with no verb, what would have been right."""
        if verb in _known_verbs():
            from rbfcli.commands.hints import hint_one_liner

            return hint_one_liner(wrong, words)
        from rbfcli.commands.hints import unknown_verb, wrong_form

        no_line = wrong_form(words[find_verb(words) :] or words)
        return no_line or unknown_verb(verb, (*_known_verbs(), *self._aliases))

    def _played(self, session: Session, line: ParsedLine, words: Sequence[str]) -> Played:
        """What a line comes to. Raises RbfError; a refusal says what would be right for whoever is up."""
        try:
            return session.preview(line.command) if line.common.dry_run else session.perform(line.command, line.words)
        except Refusal as refused:
            names = [one.name for one in session.fight.combatants.values()]
            refused.message = with_names_inside(refused.message, names)
            if not self._advises:
                raise
            from rbfcli.commands.actions import suggest_for_current_actor

            raise suggest_for_current_actor(refused, words, line, session) from None

    def _chosen(self, line: ParsedLine, session: Session) -> ParsedLine:
        """The line that a number stands for in the list of actions as last shown; any other line as it is."""
        chosen = line.command
        if not isinstance(chosen, Choose) or (session.fight.questions and not self.listed):
            return line
        number = natural(" ".join(chosen.words), DIGITS_OF_AN_ANSWER)
        if number is None:
            return line
        from rbfcli.commands.actions import numbered

        return ParsedLine(numbered(self.listed, number, chosen, session), line.words, line.common)

    def _odds(self, words: Sequence[str], at: int) -> Reply | None:
        """The odds of a command, of the fight or from numbers alone; None where `odds` asks about something else."""
        from rbfcli.commands.odds import asked_odds, odds_of_the_fight

        if "--system" in words:
            return self._one_liner(*asked_odds(words, at, self.style.width))
        return odds_of_the_fight(self.storage, words, at, self.style, read=self._of_the_fight, budget=self.budget)

    def _one_liner(self, words: Sequence[str], plot_width: int | None = None) -> Reply:
        """A command from numbers alone, by `--system`: the real verb on a fight that stands in.

        With `plot_width` its odds are counted, with bars in so many columns.
        """
        from rbfcli.session.encounter import chance

        system, rest = _without_system(words)
        rules = load(system)
        verb = rest[find_verb(rest)] if find_verb(rest) < len(rest) else ""
        if verb in rules.no_verbs:
            raise no_such_verb(rules, verb)
        alone = one_liner_verbs(rules)
        if verb in fight_verbs(rules) and verb not in alone:
            raise UsageError(
                f"{verb} needs a fight", hint=f"start ENCOUNTER; with --system alone go {', '.join(alone)}"
            )
        line = read(rest, alone)
        fight, command = rules.one_liners[type(line.command)](line.command)
        session = Session(rules, replace(fight, seed=chance()))
        said = f"{line_for(line.command)} --system {system}"
        if plot_width is not None:
            from rbfcli.commands.odds import odds_reply

            return odds_reply(
                session, command, said, line.common, plot_width, style=self.style, budget=self.budget, alone=True
            )
        played, style = session.preview(command), self._styled(line.common)
        reply = report.played(session, session.fight, played, line=said, style=style, common=line.common, alone=True)
        asked = open_now(played.fight)
        if not asked:
            return reply
        answers = "|".join(asked[0].answers)
        return replace(reply, notice=f"answer it in advance: --answer {asked[0].kind}={answers}\n")

    def _of_the_fight(self, words: Sequence[str], session: Session, asked: str = "") -> ParsedLine:
        """A line as a command of the fight; `asked` is what stands before it. Raises RbfError, saying what would do."""
        rules, fight = session.rules, session.fight
        try:
            return self._read(words, fight_verbs(rules), lambda each: read_words(each, rules, fight), session, asked)
        except UsageError as wrong:
            from rbfcli.commands.hints import hint_other_system

            raise hint_other_system(wrong, rules.name) from None

    def _read(
        self,
        words: Sequence[str],
        kinds: Mapping[str, type[Command]],
        how: Callable[[Sequence[str]], ParsedLine],
        session: Session | None = None,
        asked: str = "",
    ) -> ParsedLine:
        """A line as a command, of the fight in a session if there is one; the error says what would have been one."""
        try:
            return how(words)
        except (UsageError, Refusal) as wrong:
            if not self._advises:
                raise
            from rbfcli.commands.actions import the_only_one_up
            from rbfcli.commands.hints import with_suggestion
            from rbfcli.session.proposals import accepting, is_accepted

            def can_be_read(each: Sequence[str]) -> bool:
                return reads(each, how)

            def would_do(each: Sequence[str]) -> bool:
                return is_accepted(each, session, accepting(self.storage, tried, session))

            people, any_word = self._people(session), session.rules.open_kinds if session else ()
            up = the_only_one_up(session) if session and isinstance(wrong, Refusal) else ""
            better = with_suggestion(
                wrong, words, kinds, can_be_read, would_do, people=people, any_word=any_word, asked=asked, up=up
            )
            raise self._wanting(better, words, session) from None

    def _vetted(self, wrong: RbfError, words: Sequence[str], session: Session | None = None) -> RbfError:
        """The error of a line, whose hint names no line that would be refused now."""
        if not self._advises or not (wrong.hint or wrong.suggestions):
            return wrong
        from rbfcli.session.proposals import accepting, vetted

        return vetted(wrong, words[find_verb(words) :], session, accepting(self.storage, tried, session))

    def _people(self, session: Session | None) -> dict[str, str]:
        """The ids of those in a fight, with their names: in a session, or in the save that there may be."""
        from rbfcli.session.proposals import loaded

        known = session or loaded(self.storage)
        return {who: one.name for who, one in known.fight.combatants.items()} if known else {}

    def _wanting(self, wrong: RbfError, words: Sequence[str], session: Session | None) -> RbfError:
        """The error of a line that wants more words, with what could stand there now; any other error as it is."""
        from rbfcli.language.line_errors import MissingArgument, MissingNumber

        if not isinstance(wrong, MissingArgument | MissingNumber) or session is None or wrong.suggestions:
            return wrong
        from rbfcli.commands.actions import missing_argument_error, with_fitting_example

        with_fitting_example(wrong, session)
        return missing_argument_error(wrong, words, session) if isinstance(wrong, MissingArgument) else wrong

    def _styled(self, common: CommonOptions) -> Style:
        return self.style if self.style.explain == common.explain else replace(self.style, explain=common.explain)


def tried(storage: SessionStore, words: Sequence[str]) -> Reply:
    """Carry out a line on a storage, and advise nothing. Raises RbfError."""
    return CommandService(storage, Style(), advises=False).perform(words)


def reads(words: Sequence[str], how: Callable[[Sequence[str]], object]) -> bool:
    """Whether a line can be read in some way."""
    try:
        how(words)
    except RbfError:
        return False
    return True


def _known_verbs() -> tuple[str, ...]:
    return tuple(dict.fromkeys([*verbs.VERBS, *(verb for rules in every()[0] for verb in fight_verbs(rules))]))


def _without_system(words: Sequence[str]) -> tuple[str, list[str]]:
    at = list(words).index("--system")
    if at + 1 >= len(words):
        raise UsageError("--system needs a value", hint="--system rbf")
    return words[at + 1], [*words[:at], *words[at + 2 :]]
