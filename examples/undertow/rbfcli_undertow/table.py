"""What the table sees: facts, zones, clocks, possible actions, and next steps."""

from collections.abc import Iterator

from rbfcli.engine.turns import next_or_end
from rbfcli.model.commands import Turn
from rbfcli.model.display import Fact, Facts, Picture, Visibility, health_fact
from rbfcli.model.rules import CandidateAction, Words

from rbfcli_undertow import clocks
from rbfcli_undertow.commands import Attack, Breathe, Go, Work
from rbfcli_undertow.sheet import Diver, UndertowFight, neighbours
from rbfcli_undertow.working import takes_turns


def health(one: Diver) -> tuple[int, int]:
    """Return current and full health."""
    return one.health, one.most


def status(fight: UndertowFight, who: str) -> Facts:
    """Return the facts about a diver for the screen."""
    one = fight.combatants[who]
    pools = f"{one.fight}/{one.work}/{one.nerve}"
    return (
        health_fact("health", health(one)),
        Fact("stress", f"{one.stress}/{one.limit}"),
        Fact("fight, work, nerve", pools, heading="pools"),
        Fact("guard", str(one.guard)),
        *([Fact("zone", one.zone, secret=False)] if one.zone else []),
    )


def picture(fight: UndertowFight) -> Picture:
    """Return the zones with their divers, and the clocks."""
    return (*_zones(fight), *_clocks(fight))


def _zones(fight: UndertowFight) -> Iterator[str]:
    for name, zone in fight.board.zones.items():
        people = [each.name for each in fight.combatants.values() if each.zone == name]
        yield f"{zone.name}: {', '.join(people) or 'empty'}"


def _clocks(fight: UndertowFight) -> Iterator[str]:
    for clock in fight.board.clocks.values():
        where = f", at {fight.board.zones[clock.zone].name}" if clock.zone in fight.board.zones else ""
        yield f"{clock.name}, for {clock.serves}{where}: {clock.filled} of {clock.segments}"


SIGHT = Visibility(fields=("zone",), ground=picture, questions=("cost",))


def zones(fight: UndertowFight, who: str) -> Words:
    """Return the zones with their names, adjacent ones first."""
    one = fight.combatants.get(who)
    near = neighbours(fight, one.zone) if one else []
    return {each: (fight.board.zones[each].name,) for each in (*near, *fight.board.zones)}


def clocks_of(fight: UndertowFight, _who: str) -> Words:
    """Return the clocks with their names."""
    return {name: (clock.name,) for name, clock in fight.board.clocks.items()}


def candidates(fight: UndertowFight, who: str) -> Iterator[CandidateAction]:
    """Yield everything a combatant might do; a rehearsal decides what is allowed."""
    one = fight.combatants[who]
    for foe, other in fight.combatants.items():
        if other.side != one.side:
            yield CandidateAction(Attack(who=who, targets=(foe,)), "the action", "UND-ATK-1")
    for name, clock in fight.board.clocks.items():
        if clock.serves == one.side and clocks.is_open(clock):
            yield CandidateAction(Work(who=who, clock=name), "the action", "UND-CLK-1")
    yield CandidateAction(Breathe(who=who), "the action", "UND-STR-3")
    for zone in neighbours(fight, one.zone):
        yield CandidateAction(Go(who=who, zone=zone), "the move", "UND-ZON-1")
    yield CandidateAction(Turn(), "the turn", "UND-TURN-1")


def next_steps(fight: UndertowFight) -> tuple[str, ...]:
    """Return the commands to type next."""
    if not fight.round:
        return ("init",) if fight.combatants else ("add NAME",)
    active = fight.combatants.get(fight.active)
    return (next_or_end(fight, takes_turns),) if active is None or (active.acted and active.moved) else ()
