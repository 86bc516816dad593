"""Simulation of many fights, each with its own random stream, in chunks that are joined in order."""

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, wait
from contextlib import contextmanager, suppress
from itertools import islice
from time import process_time
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rbfcli.core.errors import PluginBug, RbfError, refuse
from rbfcli.dice.sources import MaxDice
from rbfcli.engine.play import execute
from rbfcli.engine.turns import multiple_sides_standing
from rbfcli.lab.play import Fought, Playing
from rbfcli.lab.policies import USUAL, Policy, policy_named
from rbfcli.lab.report import MARGINS, FightTally, Pairs
from rbfcli.language.program_verbs import USUAL_ROUNDS
from rbfcli.model.rules import Rules
from rbfcli.systems.registry import faults_so_far, load, pass_on


class Leaving:
    """A flag that asks a worker process to stop, checked between fights."""

    asked: Callable[[], bool] = staticmethod(lambda: False)


class Until:
    """A limit of processor seconds for playing fights; `is_over` is whether it was reached."""

    def __init__(self, seconds: float) -> None:
        self.is_over = False
        self._end = process_time() + seconds

    def __call__(self) -> bool:
        """Return whether the limit has been reached."""
        self.is_over = self.is_over or process_time() >= self._end
        return self.is_over


@contextmanager
def left_off_after(seconds: float) -> Iterator[Until]:
    """Stop playing fights after this many processor seconds."""
    before, until = Leaving.asked, Until(seconds)
    Leaving.asked = staticmethod(lambda: before() or until())
    try:
        yield until
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


class Row(Struct, frozen=True):
    """One fight as a table row: number, winner, ending, rounds and health left."""

    number: int
    winner: str
    ended: str
    rounds: int
    left: dict[str, int]


class Chunk(Struct, frozen=True):
    """A sequence of fights: their tally, their rows if requested, and the pairs of each change.

    `faults` are plugin errors that did not stop the fight.
    """

    tally: FightTally
    rows: list[Row]
    pairs: dict[str, Pairs]
    faults: list[str]


class PlayersLost(RbfError):
    """A process pool or cluster that is gone or was never there."""

    kind = "cluster"
    status = 4


class Total(Struct, frozen=True):
    """The joined result of all fights and changes, and whether and why they were stopped."""

    tally: FightTally
    pairs: dict[str, Pairs]
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
    chunk, rules = Chunk(FightTally(), [], {change: Pairs() for change in plan.changes}, []), load(plan.system)
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
            chunk.rows.append(Row(number, fought.winner, fought.ended, fought.rounds, fought.left))
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
    """Raise Refusal if the fight is over or has only one side."""
    if fight.over:
        raise refuse(f"the fight is over: {fight.over}", hint="use `undo` to resume it")
    if not multiple_sides_standing(fight, rules):
        raise refuse("a fight needs two sides with a standing combatant each", command="add NAME side=SIDE")


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
        raise PlayersLost(f"{players.name} is gone") from wrong
    finally:
        for each in waiting:
            each.cancel()


def _result(future: "Future[list[Chunk]]", players: Players, tick: Callable[[], object]) -> list[Chunk]:
    """Wait for submitted chunks. Raises PlayersLost if the executor is gone, and the executor's own errors."""
    while not wait([future], SECONDS_BETWEEN_LOOKS).done:
        tick()
        if players.is_there is not None and not players.is_there():
            raise PlayersLost(f"{players.name} is gone")
    return future.result()


def added_up(
    chunks: Iterator[Chunk], enough: Callable[[FightTally], bool], seen: Callable[[FightTally, Chunk], object]
) -> Total:
    """Join chunks until there are enough, the user interrupts, or the executor is lost.

    The results so far are always kept.
    """
    tally, pairs = FightTally(), dict[str, Pairs]()
    try:
        for chunk in chunks:
            tally.join(chunk.tally)
            pass_on(chunk.faults)
            for change, later in chunk.pairs.items():
                pairs.setdefault(change, Pairs()).join(later)
            seen(tally, chunk)
            if enough(tally) or Leaving.asked():
                break
    except KeyboardInterrupt:
        return Total(tally, pairs, stopped=True)
    except PlayersLost as lost:
        return Total(tally, pairs, stopped=True, lost=lost)
    return Total(tally, pairs)


def why_stuck(plan: Plan, number: int) -> tuple[str, ...]:
    """Return, for each side, the first reason why no member can attack once this fight got stuck."""
    game = game_of(plan, policies_of(plan), number)
    with suppress(RbfError, PluginBug):
        game.to_the_end(plan.rounds)
    return tuple(dict.fromkeys(each for side in plan.policies for each in _refused(game.rules, game.fight, side)))


def _refused(rules: Rules, fight: Any, side: str) -> Iterator[str]:
    """Yield the first refusal of an attack on an enemy; nothing if any attack is accepted."""
    up = {who: one.side for who, one in fight.combatants.items() if rules.standing(one)}
    kind: Any = rules.verb_types["attack"]
    found = ""
    for who, foe in ((who, foe) for who in up if up[who] == side for foe in up if up[foe] != side):
        try:
            execute(rules, fight, kind(who=who, targets=(foe,)), MaxDice())
        except PluginBug:
            return
        except RbfError as refused:
            found = found or refused.message
        else:
            return
    if found:
        yield found
