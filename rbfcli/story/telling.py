"""A session becomes a story: its journal is played again once, told and counted line by line."""

from msgspec import Struct
from msgspec.structs import replace

from rbfcli.kernel.budget import Budget
from rbfcli.kernel.errors import LimitReached, RbfError
from rbfcli.render.style import Style
from rbfcli.render.tables import moment, waiting_lines
from rbfcli.session.session import Session
from rbfcli.story.chances import Chances
from rbfcli.story.chapters import Chapter, Chapters
from rbfcli.story.statistics import Statistics
from rbfcli.story.tally import Tally


class Story(Struct, frozen=True):
    """What happened, what it came to, how it stands now, and what is wrong with the journal it was read from."""

    title: str
    system: str
    chapters: tuple[Chapter, ...]
    statistics: Statistics
    now: tuple[str, ...]
    faults: tuple[str, ...]

    def how_it_stands(self) -> str:
        """A sentence: the round, whose turn it is or how the fight ended, and what it waits for."""
        told = "; ".join(self.now)
        return f"{told[:1].upper()}{told[1:]}{'' if told.endswith(('.', '!', '?')) else '.'}"


def story_of(session: Session, style: Style) -> Story:
    """Tell a session. A line that does not play today ends the story, and is named among the faults.

    Raises LimitReached for a journal that is too long to play.
    """
    rules, start = session.rules, session.start
    chances = Chances(rules.outcomes, Budget())
    tally, chapters = Tally(rules, start, chances), Chapters(start.round, rules, style)
    faults, number = list(session.faults(played=False)), 0
    try:
        for number, replayed in enumerate(session.replay(rules=replace(rules, watch=chances.watch)), 1):
            if not replayed.as_then:
                faults.append(session.differs(number))
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
        now=(moment(session.fight), *waiting_lines(session.fight)),
        faults=tuple(faults),
    )
