"""Many fights: each with a stream of its own, played in chunks that are handed out and added up in their order."""

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from typing import Any

from msgspec import Struct

from rbfcli.kernel.answers import has_to_choose, open_now
from rbfcli.kernel.errors import PluginFault, Refusal
from rbfcli.kernel.rules import Rules
from rbfcli.kernel.sides import sides_standing
from rbfcli.lab.playing import Fought, Playing
from rbfcli.lab.policies import USUAL, policy_named
from rbfcli.lab.report import MARGINS, Tally
from rbfcli.lab.tracked.switching import WORTH, Switch
from rbfcli.language.lab_verbs import USUAL_ROUNDS
from rbfcli.systems.catalogue import load

# Small, so that progress shows and a precision is soon found; large, so that handing it out costs nothing.
CHUNK = 25
AHEAD = 3


class Plan(Struct, frozen=True, kw_only=True):
    """What is played: a fight of a system, the policy of each side, the seed of all, and how many rounds at most."""

    system: str
    fight: Any
    policies: dict[str, str]
    seed: str
    rounds: int
    rows: bool = False


class Row(Struct, frozen=True):
    """One fight for a table: its number, who won, how it ended, its rounds, and the health that is left."""

    number: int
    winner: str
    ended: str
    rounds: int
    left: dict[str, int]


class Chunk(Struct, frozen=True):
    """Some fights in a row: added up, and if they are wanted their rows."""

    tally: Tally
    rows: list[Row]


class Total(Struct, frozen=True):
    """All fights added up, and whether somebody stopped them."""

    tally: Tally
    stopped: bool = False


def seed_of(seed: str, number: int) -> str:
    """The seed of the dice of one fight."""
    return f"{seed} {number}"


def played_once(plan: Plan, number: int, *, told: bool = False) -> Fought:
    """The fight of a number. Raises PolicyFault, and what a plug-in fails with."""
    rules = load(plan.system)
    policies = {side: policy_named(name) for side, name in plan.policies.items()}
    return Playing(rules, plan.fight, policies, seed_of(plan.seed, number), told=told).to_the_end(plan.rounds)


def chunk_of(plan: Plan, first: int, count: int, worth: int = 0) -> Chunk:
    """Some fights, from the one of a number on; of a run in which a process plays so many as are `worth` keeping."""
    tally, rows, rules = Tally(), list[Row](), load(plan.system)
    policies = {side: policy_named(name) for side, name in plan.policies.items()}
    switch, start = _switch_for(rules, plan, worth)
    for number in range(first, first + count):
        try:
            fought = switch.play(start, policies, seed_of(plan.seed, number), plan.rounds)
        except PluginFault as fault:
            raise fault.failure() from fault
        except BaseException:
            _LATEST.clear()
            raise
        tally.add(number, fought, margin_of(rules, plan.fight, fought))
        if plan.rows:
            rows.append(Row(number, fought.winner, fought.ended, fought.rounds, fought.left))
    return Chunk(tally, rows)


_LATEST: dict[str, tuple[Plan, Switch]] = {}


def _switch_for(rules: Rules, plan: Plan, worth: int) -> tuple[Switch, Any]:
    """What was kept of the run that this process plays, which is the latest, and the fight that it begins with."""
    if worth < WORTH:
        return Switch(rules, worth), plan.fight
    latest = _LATEST.get(plan.system)
    if latest is None or latest[0] != plan:
        _LATEST.clear()
        latest = _LATEST[plan.system] = plan, Switch(rules, worth)
    return latest[1], latest[0].fight


def margin_of(rules: Rules, start: Any, fought: Fought) -> int:
    """The part of its health that the first side has left, less that of all others, in steps."""
    first = next(iter(start.combatants.values())).side
    own, others = [0, 0], [0, 0]
    for who, one in start.combatants.items():
        part = own if one.side == first else others
        part[0] += max(0, fought.left.get(who, 0))
        part[1] += max(1, rules.health(one)[0])
    return round(MARGINS * (own[0] / max(1, own[1]) - others[0] / max(1, others[1])))


def require_a_fight(rules: Rules, fight: Any) -> None:
    """Raises Refusal where nothing is left to play: the fight is over, has one side, or waits for an answer."""
    if fight.questions:
        raise has_to_choose(open_now(fight), fight)
    if fight.over:
        raise Refusal(f"the fight is over: {fight.over}", hint="undo takes the end back")
    if len(sides_standing(fight, rules)) <= 1:
        raise Refusal("a fight takes two sides with somebody standing", hint="add NAME side=SIDE")


def plan_of(rules: Rules, fight: Any, seed: str) -> Plan:
    """The usual plan for a fight as it is, everybody by one policy. Raises Refusal where nothing is left to play."""
    require_a_fight(rules, fight)
    sides = dict.fromkeys(one.side for one in fight.combatants.values())
    return Plan(system=rules.name, fight=fight, policies=dict.fromkeys(sides, USUAL), seed=seed, rounds=USUAL_ROUNDS)


def simulated(plan: Plan, number: int, executor: Executor | None = None, jobs: int = 1) -> Iterator[Chunk]:
    """So many fights in chunks, always in their order, whoever plays them; a few are played ahead of those taken."""
    parts = ((first, min(CHUNK, number - first + 1)) for first in range(1, number + 1, CHUNK))
    worth = number // max(1, jobs)
    if executor is None:
        yield from (chunk_of(plan, first, count, worth) for first, count in parts)
        return
    waiting: deque[Future[Chunk]] = deque()
    try:
        for first, count in parts:
            waiting.append(executor.submit(chunk_of, plan, first, count, worth))
            if len(waiting) >= AHEAD * jobs:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for each in waiting:
            each.cancel()


def added_up(chunks: Iterator[Chunk], enough: Callable[[Tally], bool], seen: Callable[[Tally, Chunk], object]) -> Total:
    """Chunks added up until there are enough, or somebody interrupts: what is known then is kept."""
    total = Tally()
    try:
        for chunk in chunks:
            total.join(chunk.tally)
            seen(total, chunk)
            if enough(total):
                break
    except KeyboardInterrupt:
        return Total(total, stopped=True)
    return Total(total)
