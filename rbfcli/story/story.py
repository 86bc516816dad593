"""A session narrated round by round."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from rbfcli.core.errors import LimitReached, PluginBug, RbfError
from rbfcli.core.limits import Budget
from rbfcli.core.text import safe
from rbfcli.engine.play import Played, execute
from rbfcli.language.parser import read_line
from rbfcli.model.events import GroupSwitched, QuestionAsked, RoundBegan
from rbfcli.model.fight import Fight
from rbfcli.model.rules import Rules
from rbfcli.render.json_types.fights import Chapter, Deed, Told
from rbfcli.render.layout import moment, other_groups, waiting_lines
from rbfcli.render.narration import heading, lines_of
from rbfcli.render.rolls import Part, indented
from rbfcli.render.sentences import Style
from rbfcli.session.session import Replayed, Session
from rbfcli.story.luck import Chances
from rbfcli.story.statistics import Statistics, Tally

BESIDE = "-- "


class Chapters:
    """A collector of the narrated commands, in order, by round and group; round 0 is everything before the first."""

    def __init__(self, first: int, rules: Rules, style: Style) -> None:
        self._rules = rules
        self._style = style
        self._all = [_chapter(first)]

    def tell(self, replayed: Replayed) -> None:
        """Add the effects of a command, without answered questions. A new round and another group open a chapter."""
        played, fight = replayed.played, replayed.played.fight
        begun = {heading(f"round {each.round}"): each.round for each in played.events if isinstance(each, RoundBegan)}
        if any(isinstance(each, GroupSwitched) for each in played.events):
            begun[heading(moment(fight))] = fight.round
        answered = [each for each in played.events if not isinstance(each, QuestionAsked)]
        lines = lines_of(answered, replayed.before, played.fight, self._rules, self._style)
        told: list[Told] = []
        for part, indent, text in indented(lines):
            if part is Part.HEADING and text in begun:
                self._close(replayed.entry.line, told)
                self._all.append(_chapter(begun[text], fight.group))
                told = []
            else:
                told += [_told(part, indent, line) for line in text.split("\n")]
        self._close(replayed.entry.line, told)

    def all(self) -> tuple[Chapter, ...]:
        """Return the chapters that contain anything."""
        return tuple(each for each in self._all if each.commands)

    def _close(self, line: str, told: list[Told]) -> None:
        if told:
            self._all[-1].commands.append(Deed(line, tuple(told)))


def _chapter(number: int, group: str = "") -> Chapter:
    title = f"Round {number}" if number else "Before the first round"
    return Chapter(number, f"{title}, group {safe(group)}" if group else title, [])


def _told(part: Part, indent: str, text: str) -> Told:
    if part is Part.HEADING and text.startswith(BESIDE):
        return Told("turn", text.removeprefix(BESIDE).removesuffix(BESIDE[::-1]))
    return Told("detail" if indent else "result", text)


class Story(Struct, frozen=True):
    """A narrated fight: its chapters, statistics, current state, and the faults of its journal."""

    title: str
    system: str
    chapters: tuple[Chapter, ...]
    statistics: Statistics
    now: tuple[str, ...]
    faults: tuple[str, ...]

    def how_it_stands(self) -> str:
        """Return a sentence with the round, the current turn or the end, and the open questions."""
        told = "; ".join(self.now)
        return f"{told[:1].upper()}{told[1:]}{'' if told.endswith(('.', '!', '?')) else '.'}"


def played_since(session: Session, fight: Fight, lines: Sequence[str], most: int) -> list[tuple[str, Played]]:
    """Return the journal's lines after `lines`, which led to `fight`, each with what it did.

    The result is empty if there are more than `most`, if one records an edit of the file, or if they do not lead
    from that fight to the current one.
    """
    later = session.journal[len(lines) :]
    is_edited = any(line.startswith("edit ") for line in later)
    if len(later) > most or session.journal[: len(lines)] != list(lines) or is_edited:
        return []
    found: list[tuple[str, Played]] = []
    try:
        for line in later:
            found.append((line, execute(session.rules, fight, read_line(line, session.rules, fight))))
            fight = found[-1][1].fight
    except (RbfError, PluginBug):
        return []
    return found if fight == session.fight else []


def story_of(session: Session, style: Style) -> Story:
    """Narrate a session up to the first line that cannot be replayed. Raises LimitReached."""
    rules, start = session.rules, session.start
    chances = Chances(rules.outcomes, Budget())
    tally, chapters = Tally(rules, start, chances), Chapters(start.round, rules, style)
    faults, number = list(session.faults(played=False)), 0
    try:
        for number, replayed in enumerate(session.replay(rules=replace(rules, watch=chances.watch)), 1):
            if not replayed.as_then:
                faults.append(session.differs(number, replayed.entry))
            tally.count(replayed)
            chapters.tell(replayed)
    except LimitReached:
        raise
    except RbfError as wrong:
        faults.append(f"{wrong.message}; the story ends before it")
    return Story(
        title=session.fight.title or "A fight",
        system=rules.title,
        chapters=chapters.all(),
        statistics=tally.statistics(),
        now=(moment(session.fight), *waiting_lines(session.fight), *other_groups(session.fight)),
        faults=tuple(faults),
    )
