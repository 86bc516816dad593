"""Odds of all that is offered in every shipped encounter: the slowest, the most memory, how many are sampled."""

from __future__ import annotations

import resource
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING

from benchmarks.measuring import Row, forked
from rbfcli.core.errors import LimitReached
from rbfcli.core.limits import Budget
from rbfcli.engine.play import offers
from rbfcli.lab.odds import command_odds, sampled_odds
from rbfcli.language.grammar import line_for
from rbfcli.language.parser import read_line
from rbfcli.session.encounter import from_encounter

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rbfcli.model.commands import Command
    from rbfcli.model.fight import Fight
    from rbfcli.model.rules import Rules
    from rbfcli.session.session import Session

    Taken = tuple[float, float, str, float]

ENCOUNTERS = sorted((Path(__file__).parents[1] / "encounters").glob("*.toml"))
FREE_STEPS, FREE_BYTES = 1 << 40, 1 << 40
OPEN_END = "…"


def rows(times: int) -> list[Row]:
    """Each command once, in a process of its own, however many `times` others are measured."""
    del times
    taken = [measured(session, command) for session, command in offered()]
    share = {word: sum(each[2] == word for each in taken) / len(taken) * 100 for word in ("sampled", "limit")}
    return [
        Row(f"odds of {len(taken)} offered commands: slowest, processor", max(each[0] for each in taken), "s", most=2),
        Row("odds of offered commands: most memory", max(each[1] for each in taken), "MB", most=150),
        Row("odds of offered commands: sampled", share["sampled"], "%", most=0.5),
        Row("odds of offered commands: neither exact nor sampled", share["limit"], "%", most=0),
        Row("odds of offered commands: processor time of walks given up", sum(each[3] for each in taken), "s"),
        Row("odds of offered commands: processor time of all", sum(each[0] for each in taken), "s"),
    ]


def offered() -> Iterator[tuple[Session, Command]]:
    """Yield what is offered to every combatant before `init` and after it."""
    for path in ENCOUNTERS:
        session = from_encounter(str(path), "bench", source=path.stem)
        yield from ((session, command) for command in commands(session))
        session.perform(read_line("init", session.rules, session.fight))
        yield from ((session, command) for command in commands(session))


def commands(session: Session) -> list[Command]:
    """Each line once, without those that end in own words."""
    rules, fight, budget = session.rules, session.fight, Budget(FREE_STEPS, FREE_BYTES)
    found = [each.command for who in fight.combatants for each in offers(rules, fight, who, budget)]
    return [each for line, each in {line_for(each): each for each in found}.items() if OPEN_END not in line]


def measured(session: Session, command: Command) -> Taken:
    """Processor time in seconds and peak memory in MB of the odds in a forked process, and how they came out.

    The last number is the time of a walk that was given up, for a sample.
    """
    told: Taken = forked(lambda: _odds(session, command))
    return told


def _odds(session: Session, command: Command) -> Taken:
    start, asked, given_up = process_time(), (session.rules, session.fight, command), 0.0
    try:
        command_odds(*asked)
        how = "exact"
    except LimitReached:
        given_up = process_time() - start
        how = _sampled(asked)
    return process_time() - start, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, how, given_up


def _sampled(asked: tuple[Rules, Fight, Command]) -> str:
    try:
        return "sampled" if sampled_odds(*asked).plays else "exact"
    except LimitReached:
        return "limit"
