"""Where a fight stands to whoever plays it on: whose turn it is, who may act, whether it is over, who lost how much."""

from collections.abc import Iterable, Iterator, Sequence

from rbfcli.kernel.command import Command
from rbfcli.kernel.conditions import row_of
from rbfcli.kernel.events import Answered, AnyEvent, Changed, Happened, Rolled
from rbfcli.kernel.fight import Fight
from rbfcli.kernel.rules import Rules
from rbfcli.kernel.sides import several_stand

ON = "turn next"
ACTS = (Rolled, Happened)
MOMENT = ("round", "phase", "turn", "active")

Loss = tuple[str, int, str]
Moment = tuple[int, str, int, str]


def moment_of(fight: Fight) -> Moment:
    """Whose turn it is, in which round and phase: what somebody has done is told apart by it."""
    return fight.round, fight.phase, fight.turn, fight.active


def actor_of(command: Command | None) -> str:
    """Who does what a command says."""
    return str(getattr(command, "by", "") or getattr(command, "who", ""))


def is_over(rules: Rules, fight: Fight) -> bool:
    """Whether a fight is over, or has one side left."""
    return bool(fight.over) or not several_stand(fight, rules)


def turn_is_over(rules: Rules, fight: Fight) -> bool:
    """Whether the next turn is what comes next."""
    return ON in rules.next_steps(fight) if rules.turn_is_over is None else rules.turn_is_over(fight)


def actors(rules: Rules, fight: Fight) -> dict[str, str]:
    """Return who may act now, with its side: whose turn it is, or in a phase whoever is up and has a turn left."""
    people, active = fight.combatants, fight.active
    if active:
        return {who: people[who].side for who in rules.members(fight, active) if who in people}
    up = {who: one.side for who, one in people.items() if rules.standing(one)}
    if not fight.phase:
        return up
    attacks = rules.can_attack
    return {
        who: side
        for who, side in up.items()
        if rules.takes_turns(fight, who) or (attacks is not None and attacks(fight, who))
    }


def losses(rules: Rules, actor: str, before: Fight, after: Fight, happened: Sequence[AnyEvent]) -> list[Loss]:
    """The damage between two states of a fight, and whose it is: see `_by`."""
    health, people, found = rules.health, after.combatants, []
    for who, one in before.combatants.items():
        now = people.get(who)
        if now is not one and now is not None:
            lost = health(one)[0] - health(now)[0]
            if lost > 0:
                found.append((who, lost, _by(rules, actor, who, before, happened)))
    return found


def _by(rules: Rules, actor: str, who: str, before: Fight, happened: Sequence[AnyEvent]) -> str:
    """Whoever of another side harmed somebody; nobody where that is one's own side, or no one.

    It is whoever attacked it last, else who rolled for the harm, else who acts, else who did anything to it, else who
    answered what comes of it, else who brought the condition that harms.
    """
    people, found = before.combatants, _attacker(rules, who, happened)
    if found not in people or found == who:
        others = _others(rules, actor, who, before, happened)
        found = next((each for each in others if each in people and each != who), who)
    return found if people[found].side != people[who].side else ""


def _others(rules: Rules, actor: str, who: str, before: Fight, happened: Sequence[AnyEvent]) -> Iterator[str]:
    """Whose doing it may be that somebody was harmed, besides attacks; empty where there is none of a kind."""
    yield _roller(who, happened)
    yield actor
    yield next((each.who for each in reversed(happened) if isinstance(each, ACTS) and each.target == who), "")
    yield next((each.who for each in reversed(happened) if isinstance(each, Answered) and each.who != who), "")
    harms = {each.rule for each in happened if isinstance(each, Changed) and each.who == who}
    for name, condition in before.combatants[who].conditions.items():
        row = row_of(rules.conditions, name)
        if condition.by and row is not None and row.rule in harms:
            yield condition.by


def _attacker(rules: Rules, who: str, happened: Iterable[AnyEvent]) -> str:
    """Who attacked somebody last."""
    found = ""
    for event in happened:
        if not isinstance(event, Rolled):
            continue
        attempt = rules.attempts.get(event.label)
        if attempt is not None:
            attacker, target = (event.target, event.who) if attempt.by_target else (event.who, event.target)
            found = attacker if target == who and attacker else found
    return found


def _roller(who: str, happened: Iterable[AnyEvent]) -> str:
    """Who rolled last, against nothing, by the rule by which something of somebody changed."""
    found, roller, rule = "", "", ""
    for event in happened:
        if isinstance(event, Rolled) and not event.outcome and event.against is None:
            roller, rule = event.who, event.rule
        elif isinstance(event, Changed) and event.who == who and event.rule == rule:
            found = roller
    return found
