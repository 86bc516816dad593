"""The laws that hold for a whole fight, from the file of an encounter."""

from collections.abc import Callable

from rbfcli.conformance.law_broken import hold, plain
from rbfcli.conformance.laws import perform
from rbfcli.conformance.lines import attacks, lines_to_try
from rbfcli.kernel.dice.seeded import Seeded
from rbfcli.kernel.errors import RbfError
from rbfcli.lab.odds import command_odds
from rbfcli.language.fights import read_line
from rbfcli.session.begin import from_encounter
from rbfcli.session.saves import from_bytes, to_bytes

FIGHTS, LINES, WEIGHED = 30, 12, 4


def random_fights_keep_the_laws(path: str) -> None:
    """Thirty fights of twelve lines each, drawn at random and the same every time. Raises LawBroken."""
    for number in range(FIGHTS):
        dice = Seeded(f"conformance {number}", 0)
        random_fight(path, str(number), lambda lines, dice=dice: lines[dice.row(len(lines), 1)[0] - 1])  # type: ignore[misc]


def random_fight(path: str, seed: str, choose: Callable[[list[str]], str], lines: int = LINES) -> None:
    """Begin a fight and perform the lines that `choose` chooses. Raises LawBroken."""
    session = from_encounter(path, seed, source=path)
    perform(session, "init")
    for _ in range(lines):
        perform(session, choose(lines_to_try(session)))


def undoing_everything_gives_the_start_again(path: str) -> None:
    """A fight undone to its start is the start, and done again the same fight. Raises LawBroken."""
    session = from_encounter(path, "undo", source=path)
    start, played = plain(session.fight), 0
    for line in ("init", *lines_to_try(session)[:20], "turn next", "turn next"):
        try:
            session.perform(read_line(line, session.rules, session.fight))
        except RbfError:
            continue
        played += 1
    after = from_bytes(to_bytes(session), path).session
    session.undo(played)
    hold(plain(session.fight) == start, f"{path}: undone to its start, the fight is another")
    session.redo(played)
    hold(plain(session.fight) == plain(after.fight), f"{path}: done again, the fight is another")


def odds_sum_to_one(path: str) -> None:
    """The exact chances of an attack's outcomes, and of what it takes from anybody, sum to 1. Raises LawBroken."""
    session = from_encounter(path, "odds", source=path)
    session.perform(read_line("init", session.rules, session.fight))
    weighed = 0
    for line in attacks(session)[:WEIGHED]:
        try:
            odds = command_odds(session.rules, session.fight, read_line(line, session.rules, session.fight))
        except RbfError:
            continue
        weighed += 1
        for chances in (odds.outcomes, *odds.losses.values()):
            hold(sum(chances.values()) == 1, f"{line}: the chances do not sum to 1")
        unknown = set(odds.outcomes) - {"", *session.rules.outcomes}
        hold(not unknown, f"{line}: the outcomes {sorted(unknown)} are not among those of the rules")
    hold(weighed, f"{path}: no attack could be weighed")


LAWS_OF_ENCOUNTERS = (random_fights_keep_the_laws, undoing_everything_gives_the_start_again, odds_sum_to_one)
