"""A session narrated round by round."""

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from rbfcli.core.errors import LimitReached, PluginBug, RbfError
from rbfcli.core.limits import Budget
from rbfcli.core.text import safe
from rbfcli.engine.play import Played, execute
from rbfcli.language.parser import read_line
from rbfcli.model.events import GroupSwitched, PhaseBegan, QuestionAsked, RoundBegan
from rbfcli.model.fight import Fight
from rbfcli.model.rules import Rules
from rbfcli.render.layout import moment, other_groups, waiting_lines
from rbfcli.render.narration import FORCED, NOTE, heading, lines_of
from rbfcli.render.rolls import Part, indented
from rbfcli.render.sentences import Style, capital
from rbfcli.session.session import Replayed, Session
from rbfcli.story.luck import Chances
from rbfcli.story.statistics import Statistics, Tally

Kind = Literal["turn", "result", "detail"]
Tone = Literal["", "phase", "note", "forced"]
BESIDE = "-- "


class NarratedLine(Struct, frozen=True):
    """A line of the story: the start of a turn, a result, or a detail of one.

    Its tone is set if it starts a phase, or is the GM's note or decision against the rules.
    """

    kind: Kind
    text: str
    tone: Tone = ""


class NarratedCommand(Struct, frozen=True):
    """A line of the journal and its effects in one round, in words."""

    line: str
    told: tuple[NarratedLine, ...]


class NarratedRound(Struct, frozen=True):
    """A round, in a split fight of one group; number 0 is everything before the first."""

    round: int
    deeds: tuple[NarratedCommand, ...]
    group: str = ""

    @property
    def heading(self) -> str:
        """Return the heading of the round."""
        number = f"Round {self.round}" if self.round else "Before the first round"
        return f"{number}, group {safe(self.group)}" if self.group else number


class Chapters:
    """A collector of the narrated commands, in order."""

    def __init__(self, first: int, rules: Rules, style: Style) -> None:
        self._rules = rules
        self._style = style
        self._rounds: list[tuple[int, str, list[NarratedCommand]]] = [(first, "", [])]

    def tell(self, replayed: Replayed) -> None:
        """Add the effects of a command, without answered questions. A new round and another group open a chapter."""
        played, fight = replayed.played, replayed.played.fight
        begun = {heading(f"round {each.round}"): each.round for each in played.events if isinstance(each, RoundBegan)}
        if any(isinstance(each, GroupSwitched) for each in played.events):
            begun[heading(moment(fight))] = fight.round
        tones: dict[str, Tone] = {NOTE: "note", FORCED: "forced"}
        tones |= {heading(capital(safe(each.phase))): "phase" for each in played.events if isinstance(each, PhaseBegan)}
        answered = [each for each in played.events if not isinstance(each, QuestionAsked)]
        lines = lines_of(answered, replayed.before, played.fight, self._rules, self._style)
        told: list[NarratedLine] = []
        for part, indent, text in indented(lines):
            if part is Part.HEADING and text in begun:
                self._close(replayed.entry.line, told)
                self._rounds.append((begun[text], fight.group, []))
                told = []
            else:
                told += [_told(part, indent, line, tones) for line in text.split("\n")]
        self._close(replayed.entry.line, told)

    def all(self) -> tuple[NarratedRound, ...]:
        """Return the chapters that contain anything."""
        return tuple(NarratedRound(number, tuple(deeds), group) for number, group, deeds in self._rounds if deeds)

    def _close(self, line: str, told: list[NarratedLine]) -> None:
        if told:
            self._rounds[-1][-1].append(NarratedCommand(line, tuple(told)))


def _told(part: Part, indent: str, text: str, tones: Mapping[str, Tone]) -> NarratedLine:
    tone: Tone = next((tone for beginning, tone in tones.items() if text.startswith(beginning)), "")
    if part is Part.HEADING and text.startswith(BESIDE):
        return NarratedLine("turn", text.removeprefix(BESIDE).removesuffix(BESIDE[::-1]), tone)
    return NarratedLine("detail" if indent else "result", text, tone)


class Story(Struct, frozen=True):
    """A narrated fight: its chapters, statistics, current state, and the faults of its journal."""

    title: str
    system: str
    chapters: tuple[NarratedRound, ...]
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
    """Narrate a session up to the first line that cannot be replayed.

    Raises LimitReached if the journal is too long.
    """
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
