"""Whole fights by the policy `weakest`: fights a second, processes, memory."""

from __future__ import annotations

import logging
import resource
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import TYPE_CHECKING

from benchmarks.fights import bare
from benchmarks.measuring import Row, forked
from rbfcli.lab.simulate import Plan, Players, added_up, simulated
from rbfcli.session.encounter import from_encounter
from rbfcli.storage.paths import find_encounter

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


FEW, MANY, LONG = 200, 1_000, 20_000
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
D20_HEAD = 'format = 1\nsystem = "generic"\n\n'
D20_PLAYERS = "defenses = {{ ac = {ac} }}\nattacks.sword = {{ to_hit = 4, damage = '1d8+2' }}"
D20_ENEMIES = "defenses = {{ ac = {ac} }}\nattacks.sword = {{ to_hit = 4, damage = '1d6+1' }}"
D20_AC = {"crew": 15, "foes": 13}
PEER = "DnD_battler"


def rows(times: int) -> list[Row]:
    """In processes of their own; `times` is how often the bare interpreter is measured beside them."""
    plan = four_against_four("rbf", HEAD, PLAYERS, ENEMIES)
    seconds = process_seconds(plan, MANY)
    small, large = (peak(duel(), fights) for fights in (MANY, LONG))
    return [
        Row(f"fights a second and core, RBF 4 v 4, weakest, {MANY:,} fights", MANY / seconds, "/s"),
        Row(f"{MANY:,} fights, RBF 4 v 4, weakest ÷ python -c pass", seconds / bare(times), "×", most=200),
        *d20_rows(),
        Row("two processes ÷ one, processor time of chunks as they are dealt out", two_by_one(plan), "×", least=1.8),
        Row("two processes ÷ one, wall time", _timed(plan, 1) / _timed(plan, 2), "×"),
        Row("two processes ÷ one, bare loops: what this machine gives", _looped(1) / _looped(2), "×"),
        Row(f"peak memory of {LONG:,} duels ÷ {MANY:,}", large / small, "×", most=1.2),
    ]


def duel() -> Plan:
    """The shipped duel."""
    fight = from_encounter(find_encounter("duel"), "bench", source="duel").fight
    sides = dict.fromkeys((one.side for one in fight.combatants.values()), "weakest")
    return Plan(system="rbf", fight=fight, policies=sides, seed="bench", rounds=50)


def d20_rows() -> list[Row]:
    """The same d20 fight of eight in `generic` and, where it is installed, in DnD_battler of matteoferla on GitHub."""
    players, enemies = D20_PLAYERS.format(ac=D20_AC["crew"]), D20_ENEMIES.format(ac=D20_AC["foes"])
    ours = MANY / process_seconds(four_against_four("generic", D20_HEAD, players, enemies), MANY)
    found = [Row(f"fights a second and core, generic 4 v 4, weakest, {MANY:,} fights", ours, "/s")]
    if find_spec(PEER) is not None:
        theirs = MANY / peer_seconds(MANY)
        found.append(Row(f"the same fight in {PEER}", theirs, "/s"))
        found.append(Row(f"generic ÷ {PEER}", ours / theirs, "×"))
    return found


def peer_seconds(fights: int) -> float:
    """Processor time of so many fights of the same eight in DnD_battler."""
    peer = import_module(PEER)
    people = [
        peer.Creature(name=f"{side}{number}", alignment=side, attack_parameters=[["sword", 4, bonus, die]])
        for side, bonus, die in (("crew", 2, 8), ("foes", 1, 6))
        for number in range(4)
    ]
    for one in people:
        one.alt_attack = {"name": None, "attack": None}
        one.armor.ac, one.starting_hp, one.hp = D20_AC[one.alignment], 12, 12
    battle = peer.Encounter(*people)
    logging.disable(logging.CRITICAL)
    battle.battle(reset=True)
    start = process_time()
    for _ in range(fights):
        battle.battle(reset=True)
    return process_time() - start


def four_against_four(system: str, head: str, players: str, enemies: str) -> Plan:
    """A fight of eight with weapons in hand."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "four.toml")
        sides = (TEAM.format(side=side, more=more) for side, more in (("crew", players), ("foes", enemies)))
        path.write_text(head + "\n".join(sides))
        fight = from_encounter(str(path), "bench", source="four").fight
    return Plan(system=system, fight=fight, policies={"crew": "weakest", "foes": "weakest"}, seed="bench", rounds=50)


def process_seconds(plan: Plan, fights: int) -> float:
    """Processor time of so many fights in this process, after a few to warm up."""
    _play(plan, FEW // 10)
    start = process_time()
    _play(plan, fights)
    return process_time() - start


def _play(plan: Plan, fights: int) -> None:
    added_up(simulated(plan, fights))


class Clocked(Executor):
    """Hands work to other processes, and knows how long each piece of it takes its processor, in order."""

    def __init__(self, pool: Executor) -> None:
        self.pool = pool
        self.pieces: list[Future[tuple[float, Any]]] = []

    def submit(self, work: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        """Hand out one piece."""
        piece = self.pool.submit(_clocked, work, given, named)
        told: Future[Any] = Future()
        piece.add_done_callback(lambda done: _tell(told, done))
        self.pieces.append(piece)
        return told

    def dealt(self, jobs: int) -> float:
        """Seconds until all is done where so many processes, each with a core of its own, take piece by piece."""
        busy = [0.0] * jobs
        for piece in self.pieces:
            busy[busy.index(min(busy))] += piece.result()[0]
        return max(busy)


def _tell(told: Future[Any], piece: Future[tuple[float, Any]]) -> None:
    wrong = piece.exception()
    if wrong is None:
        told.set_result(piece.result()[1])
    else:
        told.set_exception(wrong)


def _clocked(work: Callable[..., Any], given: Any, named: Any) -> tuple[float, Any]:
    start = process_time()
    done = work(*given, **named)
    return process_time() - start, done


def two_by_one(plan: Plan) -> float:
    """How many times as fast two processes are as one; in turns, whatever else the machine does."""
    turns = [_dealt(plan, 1) / _dealt(plan, 2) for _ in range(5)]
    return median(turns)


def _dealt(plan: Plan, jobs: int) -> float:
    with ProcessPoolExecutor(jobs) as pool:
        for fights in (FEW, 2 * MANY):
            clocked, start = Clocked(pool), process_time()
            added_up(simulated(plan, fights, Players(clocked, jobs)))
            own = process_time() - start
        return clocked.dealt(jobs) + own


def _timed(plan: Plan, jobs: int) -> float:
    """Wall time of many fights in so many processes that are warm."""
    with ProcessPoolExecutor(jobs) as pool:
        for fights in (FEW, 2 * MANY):
            start = perf_counter()
            added_up(simulated(plan, fights, Players(pool, jobs)))
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
