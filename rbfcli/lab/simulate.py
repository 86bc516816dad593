"""Simulation of many fights, each with its own random stream, in chunks that are joined in order.

This process, several local processes or a Dask cluster plays the chunks.
"""

import logging
import os
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager, suppress
from itertools import islice
from multiprocessing import active_children, parent_process
from multiprocessing.sharedctypes import RawValue
from threading import Thread
from time import monotonic, process_time
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field
from msgspec.structs import replace

from rbfcli import __version__
from rbfcli.core.errors import Hint, PluginBug, RbfError, failed, misuse, must_be, refuse, to_try
from rbfcli.core.limits import CLUSTER_SECONDS
from rbfcli.core.text import natural
from rbfcli.dice.sources import MaxDice
from rbfcli.engine.play import execute
from rbfcli.engine.turns import multiple_sides_standing, sides_standing
from rbfcli.lab.play import MARGINS, FightTally, Fought, Pairs, Playing, actors
from rbfcli.lab.policies import USUAL, Policy, policy_named
from rbfcli.language.program_verbs import LAST_PORT, USUAL_ROUNDS
from rbfcli.model.rules import Rules
from rbfcli.systems.registry import faults_so_far, load, pass_on

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess


class Leaving:
    """A flag that asks a worker process to stop, checked between fights."""

    asked: Callable[[], bool] = staticmethod(lambda: False)


@contextmanager
def left_off_after(seconds: float) -> Iterator[Callable[[], bool]]:
    """Stop playing fights after this many processor seconds; yields a function that tells whether they have passed."""
    before, end = Leaving.asked, process_time() + seconds
    Leaving.asked = staticmethod(lambda: before() or process_time() >= end)
    try:
        yield lambda: process_time() >= end
    finally:
        Leaving.asked = staticmethod(before)


# Chunks grow with the fight number: small ones show early progress and precision, large ones keep the overhead low.
# They do not depend on the executor or its speed, so the same seed gives the same result.
SHARE_OF_A_CHUNK, CHUNK = 40, 250
AHEAD = 3
# The interval of checks on the executor while no results arrive.
SECONDS_BETWEEN_LOOKS = 0.25


class Plan(Struct, frozen=True, kw_only=True):
    """The input of a simulation: system, fight, policies by side, seed and maximum rounds.

    `changes` are named variations of the fight; each is played with the same dice as the fight itself.
    """

    system: str
    fight: Any
    policies: dict[str, str]
    seed: str
    rounds: int
    rows: bool = False
    changes: dict[str, Any] = {}

    @property
    def of_a_number(self) -> int:
        """Return the number of fights played for each number."""
        return 1 + len(self.changes)


class Chunk(Struct):
    """A sequence of fights: their tally, the pairs of each change, and each fight with its number if requested.

    `faults` are plugin errors that did not stop the fight.
    """

    tally: FightTally = field(default_factory=FightTally)
    pairs: dict[str, Pairs] = {}
    rows: list[tuple[int, Fought]] = []
    faults: list[str] = []


class PlayersLost(RbfError):
    """The process pool or cluster is gone, or was never there."""

    kind = "cluster"
    status = 4


class Total(Chunk):
    """The joined result of all fights and changes, and whether and why they were stopped."""

    stopped: bool = False
    lost: PlayersLost | None = None


class Players(Struct, frozen=True):
    """The executor of a simulation: this process, or a pool that plays `jobs` chunks at a time.

    `at_once` chunks are submitted together. The executor is gone if an error in `lost` is raised; if it may fail
    silently, `is_there` is checked while waiting. `name` is its name in messages.
    """

    executor: Executor | None = None
    jobs: int = 1
    at_once: int = 1
    lost: tuple[type[Exception], ...] = (BrokenExecutor,)
    name: str = "a process that played"
    is_there: Callable[[], bool] | None = None


ALONE = Players()


def seed_of(seed: str, number: int) -> str:
    """Return the seed of one fight's dice."""
    return f"{seed} {number}"


def policies_of(plan: Plan) -> dict[str, Policy]:
    """Load the policy of each side. Raises UsageError and PolicyFault."""
    return {side: policy_named(name) for side, name in plan.policies.items()}


def game_of(plan: Plan, policies: dict[str, Policy], number: int, *, change: str = "", told: bool = False) -> Playing:
    """Return the fight with this number, or a change of it, ready to play."""
    fight = plan.changes[change] if change else plan.fight
    return Playing(load(plan.system), fight, policies, seed_of(plan.seed, number), told=told)


def played_once(plan: Plan, number: int, *, change: str = "", told: bool = False) -> Fought:
    """Play the fight with this number, or a change of it. Raises PolicyFault, and the errors of plugins."""
    return game_of(plan, policies_of(plan), number, change=change, told=told).to_the_end(plan.rounds)


def chunk_of(plan: Plan, first: int, count: int, tick: Callable[[], object] = bool) -> Chunk:
    """Play `count` fights from number `first`, or fewer if this process is asked to stop."""
    chunk, rules = Chunk(pairs={change: Pairs() for change in plan.changes}), load(plan.system)
    policies = policies_of(plan)
    for number in range(first, first + count):
        if Leaving.asked():
            break
        try:
            fought = game_of(plan, policies, number).to_the_end(plan.rounds)
            for change, pairs in chunk.pairs.items():
                changed = game_of(plan, policies, number, change=change).to_the_end(plan.rounds)
                pairs.add(fought.winner, changed.winner)
                tick()
        except PluginBug as fault:
            raise fault.failure() from fault
        chunk.tally.add(number, fought, margin_of(rules, plan.fight, fought))
        if plan.rows:
            chunk.rows.append((number, fought))
    chunk.faults.extend(faults_so_far())
    return chunk


def chunks_of(plan: Plan, parts: list[tuple[int, int]]) -> list[Chunk]:
    """Play several chunks of a plan in this process."""
    return [chunk_of(plan, first, count) for first, count in parts]


def margin_of(rules: Rules, start: Any, fought: Fought) -> int:
    """Return the first side's fraction of health left minus all other sides', in steps."""
    people = {who: one for who, one in start.combatants.items() if not rules.is_thing(one)}
    first = next(iter(people.values())).side
    own, others = [0, 0], [0, 0]
    for who, one in people.items():
        part = own if one.side == first else others
        part[0] += max(0, fought.left.get(who, 0))
        part[1] += max(1, rules.health(one)[0])
    return round(MARGINS * (own[0] / max(1, own[1]) - others[0] / max(1, others[1])))


def require_a_fight(rules: Rules, fight: Any) -> None:
    """Raise Refusal if the fight is over or has only one side, as in a crisis, whose end the GM decides."""
    if fight.over:
        raise refuse(f"the fight is over: {fight.over}", hint=Hint("use {} to resume it", "undo"))
    if not multiple_sides_standing(fight, rules):
        left = next((f"only {side}" for side in sides_standing(fight, rules)), "no side")
        hint = Hint("use {} for the chances of one command", "odds COMMAND"), to_try("add NAME side=SIDE")
        raise refuse(f"simulate plays until one side is left, and here {left} is standing", hint=hint)


def plan_of(rules: Rules, fight: Any, seed: str) -> Plan:
    """Return the default plan for a fight: the same policy for every side. Raises Refusal if it is over.

    The dice of each fight start anew, as after `set fight seed=…`, which its script begins with. A paused fight
    first gets an answer from a policy.
    """
    require_a_fight(rules, fight)
    sides = dict.fromkeys(one.side for one in fight.combatants.values() if not rules.is_thing(one))
    usual, anew = dict.fromkeys(sides, USUAL), fight if fight.paused else replace(fight, drawn=0)
    return Plan(system=rules.name, fight=anew, policies=usual, seed=seed, rounds=USUAL_ROUNDS)


def parts_of(number: int, of_a_number: int = 1) -> Iterator[tuple[int, int]]:
    """Yield the first number and the size of each chunk, up to `number` fights."""
    first, most = 1, max(1, CHUNK // of_a_number)
    while first <= number:
        count = min(most, 1 + first // SHARE_OF_A_CHUNK, number - first + 1)
        yield first, count
        first += count


def simulated(plan: Plan, number: int, players: Players = ALONE, tick: Callable[[], object] = bool) -> Iterator[Chunk]:
    """Yield the fights in chunks, always in order; an executor plays a few chunks ahead.

    `tick` is called while waiting for results. Raises PlayersLost if the executor is gone.
    """
    parts = parts_of(number, plan.of_a_number)
    if players.executor is None:
        yield from (chunk_of(plan, first, count, tick) for first, count in parts)
        return
    waiting = deque[Future[list[Chunk]]]()
    try:
        while some := list(islice(parts, players.at_once)):
            waiting.append(players.executor.submit(chunks_of, plan, some))
            if len(waiting) >= AHEAD * players.jobs:
                yield from _result(waiting.popleft(), players, tick)
        while waiting:
            yield from _result(waiting.popleft(), players, tick)
    except players.lost as wrong:
        raise failed(f"{players.name} is gone", error=PlayersLost) from wrong
    finally:
        for each in waiting:
            each.cancel()


def _result(future: "Future[list[Chunk]]", players: Players, tick: Callable[[], object]) -> list[Chunk]:
    """Wait for submitted chunks. Raises PlayersLost if the executor is gone, and the executor's own errors."""
    while not wait([future], SECONDS_BETWEEN_LOOKS).done:
        tick()
        if players.is_there is not None and not players.is_there():
            raise failed(f"{players.name} is gone", error=PlayersLost)
    return future.result()


def added_up(chunks: Iterator[Chunk], is_enough: Callable[[FightTally], bool] = lambda _: False) -> Total:
    """Join chunks until there are enough, the user interrupts, or the executor is lost.

    The results so far are always kept.
    """
    total = Total()
    try:
        for chunk in chunks:
            total.tally.join(chunk.tally)
            total.rows += chunk.rows
            pass_on(chunk.faults)
            for change, later in chunk.pairs.items():
                total.pairs.setdefault(change, Pairs()).join(later)
            if is_enough(total.tally) or Leaving.asked():
                break
    except KeyboardInterrupt:
        total.stopped = True
    except PlayersLost as lost:
        total.stopped, total.lost = True, lost
    return total


def why_stuck(plan: Plan, number: int) -> tuple[str, ...]:
    """Return, for each side, the first reason why no member can attack once this fight got stuck."""
    game = game_of(plan, policies_of(plan), number)
    with suppress(RbfError, PluginBug):
        game.to_the_end(plan.rounds)
    turns = [*_turns_of_a_round(game.rules, game.fight)]
    return tuple(dict.fromkeys(each for side in plan.policies for each in _refused(game.rules, turns, side)))


def _turns_of_a_round(rules: Rules, fight: Any) -> Iterator[Any]:
    """Yield the fight as it is, and at the start of each turn in the rest of the round and the next."""
    turn = rules.verb_types["turn"](force=True)
    with suppress(RbfError, PluginBug):
        for _ in range(2 * len(fight.order) + 2):
            yield fight
            fight = execute(rules, fight, turn, MaxDice()).fight


def _refused(rules: Rules, turns: Sequence[Any], side: str) -> Iterator[str]:
    """Yield the first refusal of an attack on an enemy in a turn of the side; nothing if any attack is accepted."""
    kind: Any = rules.verb_types["attack"]
    theirs = [(fight, who) for fight in turns for who, own in actors(rules, fight).items() if own == side]
    standing = ((turns[0], who) for who, one in turns[0].combatants.items() if one.side == side and rules.standing(one))
    tried = (
        (fight, kind(who=who, targets=(foe,)))
        for fight, who in theirs or standing
        for foe, one in fight.combatants.items()
        if side != one.side and rules.standing(one)
    )
    found = ""
    for fight, attack in tried:
        try:
            execute(rules, fight, attack, MaxDice())
        except PluginBug:
            return
        except RbfError as refused:
            lines = (f" (try `{line}`)" for hint in refused.hints for line in hint.lines if line.startswith("set "))
            found = found or f"{refused.message}{next(lines, '')}"
        else:
            return
    if found:
        yield found


# The time that worker processes have to stop between fights when their work is no longer needed.
SECONDS_TO_END = 1
# Starting a process takes about as long as this many fights.
WORTH_A_PROCESS = 25
# Cluster tasks pass through the network and a single scheduler, so they must be large.
CHUNKS_OF_A_TASK = 8
EXAMPLE = "--scheduler tcp://localhost:8786"
SILENT = f"nothing within {CLUSTER_SECONDS} seconds"
WORKER = "start one with dask worker, where rbfcli is installed"
EXTRA = "pip install 'rbfcli[dask]'"


@contextmanager
def players(jobs: int, scheduler: str, fights: int) -> Iterator[Players]:
    """Provide an executor for this many fights, and cancel pending work at the end.

    Raises UsageError and PlayersLost.
    """
    if scheduler:
        with _cluster(scheduler) as those:
            yield those
        return
    most = fights if jobs else -(-fights // WORTH_A_PROCESS)
    jobs = min(jobs or os.cpu_count() or 1, most)
    if jobs <= 1:
        yield ALONE
        return
    with _processes(jobs) as those:
        yield those


@contextmanager
def _processes(jobs: int) -> Iterator[Players]:
    others = active_children()
    leave = RawValue("b", 0)  # not an `Event`: a process killed with its lock would never release it
    pool = ProcessPoolExecutor(jobs, initializer=_as_a_helper, initargs=(leave,))
    try:
        yield Players(pool, jobs)
    finally:
        leave.value = 1
        pool.shutdown(wait=False, cancel_futures=True)
        _end([each for each in active_children() if each not in others])


def _end(helpers: "list[BaseProcess]") -> None:
    end = monotonic() + SECONDS_TO_END
    for each in helpers:
        each.join(max(0, end - monotonic()))
        each.kill()
        each.join()


def _as_a_helper(leave: Any) -> None:
    """Set up a worker process: signals are left to the parent, and the worker exits with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    ends = [_end_with_parent]
    if hasattr(signal, "sigwaitinfo"):
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
        ends.append(_end_when_told)
    else:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    Leaving.asked = staticmethod(lambda: bool(leave.value))
    for end in ends:
        Thread(target=end, daemon=True).start()


def _end_when_told() -> None:
    """Exit on a SIGTERM from the parent only.

    If a worker is killed, its pool sends SIGTERM to all others and waits.
    """
    parent = parent_process()
    while parent and signal.sigwaitinfo({signal.SIGTERM}).si_pid != parent.pid:
        pass
    os._exit(1)


def _end_with_parent() -> None:
    if parent := parent_process():
        parent.join()
        os._exit(1)


@contextmanager
def _cluster(address: str) -> Iterator[Players]:
    """Connect to a Dask cluster and send its workers the same chunks.

    Raises UsageError for a bad address and PlayersLost for any other failure.
    """
    (head, _, port), digits = address.rpartition(":"), len(str(LAST_PORT))
    scheme, _, host = head.rpartition("://")
    if scheme not in ("", "tcp", "tls") or not host or not 1 <= (natural(port, digits) or 0) <= LAST_PORT:
        raise must_be("--scheduler", "tcp://HOST:PORT", address, hint=f"use {EXAMPLE}")
    try:
        from distributed import Client, KilledWorker  # noqa: PLC0415 - an optional extra
    except ImportError:
        raise misuse("--scheduler needs the package distributed", hint=EXTRA) from None
    logging.disable()  # silences Dask, whose loggers have their own levels and handlers
    client, threads = _joined(Client, address)
    connection = client.scheduler_comm  # a reconnection silently loses all submitted work
    is_there = lambda: client.status == "running" and client.scheduler_comm is connection  # noqa: E731
    try:
        executor, lost = client.get_executor(pure=False), (OSError, CancelledError, KilledWorker)
        yield Players(executor, threads, CHUNKS_OF_A_TASK, lost, f"the cluster at {address}", is_there)
    except (RbfError, PluginBug):
        raise
    except Exception as wrong:
        said = f"{type(wrong).__name__}: {_said(wrong)}"
        raise failed(f"the cluster at {address} sent an invalid result: {said}", error=PlayersLost) from wrong
    finally:
        _leave(client)


def _joined(client: type[Any], address: str) -> tuple[Any, int]:
    """Connect to a cluster in a thread that is abandoned after a time limit, as a scheduler may never answer."""
    found: list[Any] = []

    def join() -> None:
        try:
            found.append(client(address, timeout=CLUSTER_SECONDS, set_as_default=False))
            found[0].wait_for_workers(1, timeout=CLUSTER_SECONDS)
            if others := {*found[0].run(_version).values()} - {__version__}:
                raise ValueError(f"they have rbfcli {', '.join(sorted(others))}, and this is {__version__}")  # noqa: TRY301
            found.append(max(1, sum(found[0].nthreads().values())))
        except Exception as wrong:  # noqa: BLE001 - the remote side can raise anything
            found.append(wrong)

    thread = Thread(target=join, daemon=True)
    thread.start()
    thread.join(CLUSTER_SECONDS)
    if len(found) == 2 and isinstance(found[1], int):  # noqa: PLR2004
        return found[0], found[1]
    said = _said(found[-1]) if found and isinstance(found[-1], Exception) else SILENT
    if found and not isinstance(found[0], Exception):
        _leave(found[0])
        raise failed(f"no worker of {address} can play: {said}", hint=WORKER, error=PlayersLost)
    raise failed(f"no cluster answers at {address}: {said}", hint="start one with dask scheduler", error=PlayersLost)


def _version() -> str:
    return __version__


def _leave(client: Any) -> None:
    """Cancel the cluster's pending work, ignoring errors."""
    with suppress(Exception):
        client.close(timeout=1)


def _said(wrong: Exception) -> str:
    return (str(wrong).strip().splitlines() or [type(wrong).__name__])[0]
