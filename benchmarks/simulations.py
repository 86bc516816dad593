"""Whole fights by the policy `weakest`, four against four: fights a second and core, processes, and memory."""

from __future__ import annotations

import resource
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from benchmarks.measuring import Row, forked
from rbfcli.lab.simulating import Plan, added_up, simulated
from rbfcli.session.begin import from_encounter

FEW, MANY, GROWN = 200, 1_000, 5
LOOPS, LOOP = 40, 2_000_000
TEAM = """\
[combatants.{side}]
name = "{side}"
side = "{side}"
count = 4
hp = 12
{more}
"""
PLAYERS = 'initiative = 10\nskills = { melee = 3, dodge = 3 }\nweapons = ["sword"]'
ENEMIES = "initiative = 5\ntn = 13\ndamage = 8\ndamage_max = 16"
HEAD = """\
format = 1
system = "rbf"

[weapons.sword]
name = "sword"
skill = "melee"
damage = 8

"""


def rows(times: int) -> list[Row]:
    """In processes of their own; `times` that others are measured does not matter here."""
    del times
    plan = four_against_four()
    alone, seconds = _timed(plan, 1), process_seconds(plan, MANY)
    small, large = (peak(plan, fights) for fights in (FEW, FEW * GROWN))
    return [
        Row(f"fights a second and core, RBF 4 v 4, weakest, {MANY:,} fights", MANY / seconds, "/s", least=1_500),
        Row("two processes ÷ one, fights a second", alone / _timed(plan, 2), "×", least=1.8),
        Row("two processes ÷ one, bare loops: what this machine gives", _looped(1) / _looped(2), "×"),
        Row(f"peak memory of {FEW * GROWN:,} fights ÷ {FEW:,}", large / small, "×", most=1.2),
    ]


def four_against_four() -> Plan:
    """A fight of eight with weapons in hand."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "four.toml")
        sides = (TEAM.format(side=side, more=more) for side, more in (("crew", PLAYERS), ("foes", ENEMIES)))
        path.write_text(HEAD + "\n".join(sides))
        fight = from_encounter(str(path), "bench", source="four").fight
    return Plan(system="rbf", fight=fight, policies={"crew": "weakest", "foes": "weakest"}, seed="bench", rounds=50)


def process_seconds(plan: Plan, fights: int) -> float:
    """Processor time of so many fights in this process, after a few to warm up."""
    _play(plan, FEW // 10)
    start = process_time()
    _play(plan, fights)
    return process_time() - start


def _play(plan: Plan, fights: int) -> None:
    added_up(simulated(plan, fights), lambda _tally: False, lambda _tally, _chunk: None)


def _timed(plan: Plan, jobs: int) -> float:
    """Wall time of many fights in so many processes that are warm."""
    with ProcessPoolExecutor(jobs) as pool:
        for fights in (FEW, 2 * MANY):
            start = perf_counter()
            added_up(simulated(plan, fights, pool, jobs), lambda _tally: False, lambda _tally, _chunk: None)
        return perf_counter() - start


def _looped(jobs: int) -> float:
    """Wall time of many bare loops in so many processes that are warm: what else the machine does slows them alike."""
    with ProcessPoolExecutor(jobs) as pool:
        list(pool.map(_loop, [1] * jobs))
        start = perf_counter()
        list(pool.map(_loop, [LOOP] * LOOPS))
        return perf_counter() - start


def _loop(times: int) -> int:
    return sum(range(times))


def peak(plan: Plan, fights: int) -> float:
    """Most memory in MB of a forked process that plays so many fights."""

    def played() -> float:
        _play(plan, fights)
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024

    told: float = forked(played)
    return told
