"""The command service: it performs lines of the program and of the fight, and returns replies."""

# os instead of pathlib, which would add 8 ms to the start-up:
# ruff: noqa: PTH110

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from rbfcli.commands import HANDLERS, Handler, function_named
from rbfcli.commands import reply as report
from rbfcli.commands.reply import Listed, Progress, Reply, Request
from rbfcli.core.errors import (
    MEANT,
    Hint,
    NoSuchFile,
    PluginBug,
    RbfError,
    Refusal,
    UsageError,
    missing,
    misuse,
    no_such_file,
)
from rbfcli.core.lazy import LazyFunction, later_in
from rbfcli.core.limits import DIGITS_OF_AN_ANSWER, Budget
from rbfcli.core.matching import MOST_NAMED, candidates
from rbfcli.core.text import is_digits, natural, safe
from rbfcli.dice.sources import MissingFaces, TableDice
from rbfcli.engine.answers import open_now
from rbfcli.engine.play import Played, execute, no_such_verb
from rbfcli.language.grammar import CommonOptions, grammar_of, line_for, looks_like_option, split_words
from rbfcli.language.names import NameContext, group_meant
from rbfcli.language.parser import Line, ParsedLine, bind, fight_verbs, is_fight_verb, one_liner_verbs, parse_line, read
from rbfcli.language.verbs import ALSO_OF_FIGHTS, SYNONYMS, VERBS
from rbfcli.model.commands import Choose, Command, DicedCommand
from rbfcli.model.events import Rolled
from rbfcli.render.sentences import Style, with_names_inside
from rbfcli.session.file_store import FileStorage, SessionStore, kept_names, loaded
from rbfcli.session.origin import TYPED, Origin
from rbfcli.session.session import Session
from rbfcli.storage.paths import find_bundled, save_path
from rbfcli.systems.registry import complaints, every, load

if TYPE_CHECKING:
    from rbfcli.language.wording import Reading

# Imported on first call, because most lines do not need these.
_later = later_in("rbfcli.commands")
numbered = _later("actions.numbered")
with_words_wanted = _later("actions.with_words_wanted")
hint_one_liner: Callable[..., RbfError] = _later("hints.hint_one_liner")
hint_other_system = _later("hints.hint_other_system")
no_verb: Callable[..., RbfError] = _later("hints.no_verb")
with_suggestion = _later("hints.with_suggestion")
without_everyone = _later("hints.without_everyone")
as_answer = LazyFunction("rbfcli.language.shorthand", "as_answer")
readings = LazyFunction("rbfcli.language.wording", "readings")
without_articles = LazyFunction("rbfcli.language.wording", "without_articles")
asked_odds = _later("odds.asked_odds")
odds_of_the_fight: Callable[..., Reply | None] = _later("odds.odds_of_the_fight")
odds_reply: Callable[..., Reply] = _later("odds.odds_reply")
_of_a_session = later_in("rbfcli.session")
chance = _of_a_session("encounter.chance")
Trial: Callable[..., SessionStore] = _of_a_session("proposals.Trial")
accepting = _of_a_session("proposals.accepting")
is_accepted: Callable[..., bool] = _of_a_session("proposals.is_accepted")
refusal: Callable[..., Exception | None] = _of_a_session("proposals.refusal")
vetted: Callable[..., RbfError] = _of_a_session("proposals.vetted")

CHOOSE, ODDS, RESTORE, SWITCH = "choose", "odds", "restore", "switch"


class CommandService(Struct, eq=False):
    """A service that performs lines on its fight and words the replies in a style.

    `listed` is the list of actions last shown, unless a question has opened since. Each line has its own budget,
    unless all share a `budget`. Only if the service `advises` does it search for the line that was probably meant.
    Only if lines are `spoken`, in the shell and at the prompt, can they be plain English. If it `asks_faces`, it
    does not roll dice itself. `aliases` are known in addition to the verbs. The `origin` limits what its lines can
    reach.
    """

    storage: SessionStore
    style: Style
    budget: Budget | None = None
    advises: bool = True
    spoken: bool = False
    asks_faces: bool = False
    aliases: Collection[str] = ()
    origin: Origin = TYPED
    progress: Progress | None = None
    form: Literal["", "json", "quiet"] = ""
    listed: Listed | None = None

    def __post_init__(self) -> None:
        if self.budget is not None:
            self.budget.is_shared = True

    def perform(self, words: Sequence[str]) -> Reply:
        """Perform the words of a line. Raises RbfError; the fight is then unchanged."""
        return self.carry_out(parse_line(words))

    def carry_out(self, line: Line) -> Reply:
        """Perform a line, and report plugin errors in it. Raises RbfError; the fight is then unchanged."""
        try:
            reply = self._reply_to(self._with_verb_meant(line))
        except PluginBug as fault:
            raise fault.failure() from fault
        asks = reply.played is not None and reply.played.fight.questions and not line.common.dry_run
        if reply.listed is not None or asks:
            self.listed = reply.listed
        said = complaints()
        return replace(reply, notice=f"{reply.notice}{said}") if said else reply

    def line_meant(self, line: Line) -> Line:
        """Return the line that a number, or a synonym of a verb, means now. Raises RbfError."""
        meant = self._with_verb_meant(line)
        if meant.verb != CHOOSE:
            return meant
        session = self.storage.load()
        parsed = bind(meant, session.rules, session.fight)
        return parse_line(split_words(line_for(self._chosen(parsed, session).command)))

    def _with_verb_meant(self, line: Line) -> Line:
        """Return the line with its real verb, for a number or a synonym; with `--help`, a help line."""
        if line.common.help:
            in_json = ("--json",) if self._in_form(line.common).json else ()
            return parse_line(("help", *line.command[:1], *in_json))
        if is_digits(line.verb):
            return line.with_verb(CHOOSE, line.verb)
        small = line.verb.casefold()
        if self.spoken and small != line.verb and (small in (*VERBS, *SYNONYMS) or self._is_of_the_fight(small)):
            line = line.with_verb(small)
        if line.verb in SYNONYMS and not self._is_of_the_fight(line.verb):
            return line.with_verb(*SYNONYMS[line.verb])
        return line.with_verb(RESTORE) if line.verb == SWITCH and self._leaves_the_fight(line) else line

    def _leaves_the_fight(self, line: Line) -> bool:
        """Return whether `switch` goes to another kept fight: the fight is not split, or has no group of this name."""
        session = loaded(self.storage)
        if session is None or not session.fight.groups:
            return True
        word = next((each for each in line.rest if not looks_like_option(each)), "")
        if not word or group_meant(word, session.fight):
            return False
        return bool(candidates(word, kept_names(self.storage.kept())))

    def _reply_to(self, line: Line) -> Reply:
        if line.needs_no_fight:
            return self._one_liner(line)
        handler = HANDLERS.get(line.verb)
        session = loaded(self.storage) if line.verb in ALSO_OF_FIGHTS else None
        if handler is None or (session and is_fight_verb(line.verb, line.rest, session.rules, session.fight)):
            return self._fight_line(line)
        try:
            found = self._odds(line) if line.verb == ODDS else None
            return found or self._program_line(line, handler)
        except RbfError as wrong:
            raise self.vetted(without_everyone(wrong, line), line) from None

    def _program_line(self, line: Line, handler: Handler) -> Reply:
        parsed = self.parsed(line)
        command, common = self.origin.allowed(parsed.command), parsed.common
        if not handler.anywhere:
            raise misuse(f"{line.verb} works only in a shell", hint=f"in another terminal: rbf {line.verb}")
        answer: Callable[[Request[Any]], Reply] = function_named(handler.anywhere)
        return answer(
            Request(
                command=command,
                common=common,
                storage=self.storage,
                style=self._styled(common),
                budget=self.budget or (Budget(handler.steps) if handler.steps else Budget()),
                origin=self.origin,
                progress=self.progress,
            )
        )

    def _is_of_the_fight(self, verb: str) -> bool:
        session = loaded(self.storage)
        return session is not None and verb in fight_verbs(session.rules)

    def _fight_line(self, line: Line) -> Reply:
        reached: list[Session] = []

        def work(session: Session) -> Reply:
            reached.append(session)
            meant = self._as_answer(line, session) if self.spoken and session.fight.questions else line
            if meant.verb not in fight_verbs(session.rules):
                raise no_verb(line.command or line.words, [*self.aliases], session)
            parsed, before = self._of_the_fight(meant, session), session.fight
            chosen, played = self._carried_out(parsed, line, session)
            command, common = chosen.command, chosen.common
            said = line_for(played.command or command) if common.json else ""
            reply = report.played(
                session,
                before,
                played,
                line=said,
                style=self._styled(common),
                common=common,
                caught=session.would_catch(command) if common.dry_run else None,
            )
            faces = own_faces(command, played)
            rolled = f"rbf rolled {faces}, because you gave no faces for it\n" if faces else ""
            told = f"{safe(chosen.meant)}\n" if chosen.meant and not (common.json or common.quiet) else ""
            is_numbered = command is not parsed.command and not chosen.meant
            return replace(
                reply,
                text=f"{told}{reply.text}",
                notice=rolled or report.notice_of(command, before),
                meant=line_for(command) if is_numbered else "",
            )

        try:
            return self.storage.change(work)
        except RbfError as wrong:
            if reached:
                raise self.vetted(wrong, line, reached[0]) from None
            if not isinstance(wrong, NoSuchFile | Refusal):
                raise
            raise self.vetted(self._without_a_fight(wrong, line), line) from None

    def _carried_out(self, parsed: ParsedLine, line: Line, session: Session) -> tuple[ParsedLine, Played]:
        """Perform a line as parsed, or as plain English if no rule accepts that. Raises RbfError."""
        chosen = self._chosen(parsed, session)
        try:
            return chosen, self._played(session, chosen)
        except UsageError as wrong:
            meant = self._as_spoken(line, session, wrong) if self.advises and not parsed.meant else None
            if meant is None or meant.command == parsed.command:
                raise
            return meant, self._played(session, meant)

    def _as_answer(self, line: Line, session: Session) -> Line:
        """Return the line with `choose` before it, if it answers an open question."""
        words = as_answer(line.command, NameContext(session.rules, session.fight)) if line.verb else ()
        return parse_line((*line.before, *words)) if words else line

    def _without_a_fight(self, wrong: RbfError, line: Line) -> RbfError:
        """Return the error of a line that needs a fight; if the verb is unknown, with a hint."""
        known = dict.fromkeys([*VERBS, *(verb for rules in every()[0] for verb in fight_verbs(rules))])
        if line.verb in known:
            return hint_one_liner(wrong, line)
        return no_verb(line.command or line.words, (*known, *self.aliases))

    def _played(self, session: Session, line: ParsedLine) -> Played:
        if self.asks_faces and isinstance(line.command, DicedCommand):
            require_faces(session, line.command)
        return session.preview(line.command) if line.common.dry_run else session.perform(line.command)

    def _chosen(self, line: ParsedLine, session: Session) -> ParsedLine:
        """Return the line that a number selects in the list of actions last shown; other lines unchanged."""
        chosen = line.command
        if not isinstance(chosen, Choose) or (session.fight.questions and not self.listed):
            return line
        number = natural(" ".join(chosen.words), DIGITS_OF_AN_ANSWER)
        if number is None:
            return line
        return ParsedLine(numbered(self.listed, number, chosen, session), line.words, line.common)

    def _odds(self, line: Line) -> Reply | None:
        """Return the odds of a command, in the fight or from numbers alone; None for any other `odds`."""
        if line.system is not None:
            return self._one_liner(*asked_odds(line, self.style.width))
        return odds_of_the_fight(self.storage, line, self.style, read=self._of_the_fight, budget=self.budget)

    def _one_liner(self, line: Line, plot_width: int | None = None) -> Reply:
        """Perform a command by `--system` on a stand-in fight, or with `plot_width` count its odds."""
        if not line.system:
            raise missing("value for --system", "--system rbf")
        rules, stated = load(line.system), line.without_system()
        if stated.verb in rules.no_verbs:
            raise no_such_verb(rules, stated.verb)
        alone = one_liner_verbs(rules)
        if stated.verb in fight_verbs(rules) and stated.verb not in alone:
            raise misuse(
                f"{stated.verb} needs a fight",
                hint=(Hint("{} begins one", "start ENCOUNTER"), f"--system alone works for {', '.join(alone)}"),
            )
        parsed = read(stated, alone)
        fight, command = rules.one_liners[type(parsed.command)](parsed.command)
        session = Session(rules, replace(fight, seed=chance()))
        said = f"{line_for(parsed.command)} --system {line.system}"
        common = self._in_form(parsed.common)
        if plot_width is not None:
            return odds_reply(
                session, command, said, common, plot_width, style=self.style, budget=self.budget, alone=True
            )
        played, style = session.preview(command), self._styled(common)
        reply = report.played(session, session.fight, played, line=said, style=style, common=common, alone=True)
        asked = open_now(played.fight)
        if not asked:
            return reply
        answers = "|".join(asked[0].answers)
        return replace(reply, notice=f"answer it in advance: --answer {asked[0].kind}={answers}\n")

    def _of_the_fight(self, line: Line, session: Session, asked: str = "") -> ParsedLine:
        """Parse a line as a command of the fight; `asked` is the text before it.

        Raises RbfError with a hint at what would be accepted.
        """
        try:
            return self.parsed(line, session, asked)
        except UsageError as wrong:
            raise hint_other_system(wrong, session.rules.name) from None

    def _as_spoken(self, line: Line, session: Session, wrong: RbfError) -> ParsedLine | None:
        """Return the only plain-English reading of a line, or None.

        Raises the error with the readings if there are several, or if the user must confirm one. If the rules refuse
        them all, raises the refusal of the only one that makes sense.
        """
        found: tuple[Reading, ...] = readings(
            line, fight_verbs(session.rules), NameContext(session.rules, session.fight)
        )
        errors = [refusal(split_words(each.text), session) for each in found]
        accepted = tuple(each for each, error in zip(found, errors, strict=True) if error is None)
        likely = accepted if len(found) > 1 else found
        if len(likely) == 1 and self.spoken and not likely[0].is_open:
            parsed: ParsedLine = likely[0].parsed
            return replace(parsed, meant=likely[0].text, common=self._in_form(parsed.common))
        refused = [each for each in errors if isinstance(each, Refusal)]
        if accepted:
            wrong.hint = Hint(MEANT, *(each.text for each in accepted[:MOST_NAMED]))
            raise wrong
        if len(found) > 1 and len(refused) == 1:
            raise refused[0]
        return None

    def parsed(self, line: Line, session: Session | None = None, asked: str = "") -> ParsedLine:
        """Parse a line as a command of the fight or of the program. Raises RbfError, which suggests a valid command."""
        kinds: Mapping[str, type[Command]] = fight_verbs(session.rules) if session else VERBS
        try:
            found = bind(line, session.rules, session.fight) if session else read(line, VERBS)
        except (UsageError, Refusal) as wrong:
            if not self.advises:
                raise
            if session:
                if meant := self._as_spoken(line, session, wrong):
                    return meant
                plain = without_articles(line, kinds, NameContext(session.rules, session.fight))
                if plain.words != line.words:
                    return self.parsed(plain, session, asked)
            accepts = partial(is_accepted, session=session, others=accepting(self.storage, self.rehearsed, session))
            known = session or loaded(self.storage)
            people = {who: one.name for who, one in known.fight.combatants.items()} if known else {}
            better = with_suggestion(wrong, line, kinds, accepts, people=people, asked=asked)
            raise better if session is None else with_words_wanted(better, line, session) from None
        return replace(found, common=self._in_form(found.common))

    def vetted(self, wrong: RbfError, line: Line, session: Session | None = None) -> RbfError:
        """Return the error of a line as a sentence, without hints at lines that would be refused now."""
        session = session or loaded(self.storage)
        if isinstance(wrong, Refusal) and session is not None:
            names = [one.name for one in session.fight.combatants.values()]
            wrong.message = with_names_inside(wrong.message, names)
        if not self.advises or not wrong.hints:
            return wrong
        return vetted(wrong, line.words, session, accepting(self.storage, self.rehearsed, session))

    def rehearsed(self, storage: SessionStore, words: Sequence[str]) -> None:
        """Rehearse a line with the origin of this service's lines. Raises RbfError."""
        rehearse(storage, words, self.origin)

    def _in_form(self, common: CommonOptions) -> CommonOptions:
        """Return a line's global options in the output form of its run."""
        return replace(common, **{self.form: True}) if self.form else common

    def _styled(self, common: CommonOptions) -> Style:
        return replace(self.style, explain=common.explain)


def require_faces(session: Session, command: Command) -> None:
    """Raise MissingFaces if a command needs dice whose faces are not given.

    Other errors are raised when the command is played.
    """
    try:
        execute(session.rules, session.fight, session.written_out(command), TableDice())
    except MissingFaces:
        raise
    except RbfError:
        return


def own_faces(command: Command, played: Played) -> str:
    """Return the dice that the program rolled in a command with given faces, as `d8 4, d8 6`; empty for none."""
    if not isinstance(command, DicedCommand) or not command.dice:
        return ""
    rolls = [event for event in played.events if isinstance(event, Rolled) and not event.hidden]
    dice = [die for event in rolls for die in (*event.dice, *event.edge_dice) if not die.given]
    return ", ".join(f"d{die.sides} {die.face}" for die in dice)


def rehearse(storage: SessionStore, words: Sequence[str], origin: Origin = TYPED) -> None:
    """Perform a line on a copy of a fight without writing files. Raises RbfError if the line would be refused."""
    line = parse_line(words)
    named = line.common.encounter
    if named and not origin.reads_input and (named != storage.name or not origin.is_typed):
        raise misuse(f"this prompt uses {storage.name}")
    if origin.reads_input and (path := save_path(named, os.environ)) != storage.name:
        elsewhere = FileStorage(path, lambda _: None)
        storage = Trial(loaded(elsewhere), elsewhere)
    handler, kind = HANDLERS.get(line.verb), line.kind
    if handler is not None and handler.at_shell and line.system is None:
        _look_at(line, storage, handler, origin)
        return
    if kind is not None and any(each.spec.reach in ("writes", "users") for each in grammar_of(kind).fields.values()):
        line = line.with_options("--dry-run")
    CommandService(storage, Style(), advises=False, origin=origin).carry_out(line)


def _look_at(line: Line, storage: SessionStore, handler: Handler, origin: Origin) -> None:
    """Check whether the shell would start a line, or a prompt without a fight a script. Raises RbfError."""
    command = origin.allowed(read(line, VERBS).command)
    at_prompt = line.verb == "run" and origin.is_typed and loaded(storage) is None
    if not (handler.anywhere or origin.reads_input or at_prompt):
        raise misuse(f"{line.verb} works only in a shell")
    for parameter in grammar_of(type(command)).fields.values():
        word = getattr(command, parameter.field)
        if parameter.spec.reach != "reads" or word in ("", "-"):
            continue
        if not (os.path.exists(word) or find_bundled(word, parameter.spec.kind, "")):
            raise no_such_file(word)
