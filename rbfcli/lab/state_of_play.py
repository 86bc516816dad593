"""Where a fight stands to whoever plays it on: whose turn it is, who may act, whether it is over, who lost how much."""

from collections.abc import Iterable

from rbfcli.kernel.command import Command
from rbfcli.kernel.events import AnyEvent, Rolled
from rbfcli.kernel.fight import Fight
from rbfcli.kernel.rules import Rules
from rbfcli.kernel.sides import several_stand

ON = "turn next"
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
    """Who may act now, with its side: those whose turn it is, or where turns are nobody's everybody who is up."""
    people, active = fight.combatants, fight.active
    if active:
        return {who: people[who].side for who in rules.members(fight, active) if who in people}
    return {who: one.side for who, one in people.items() if rules.standing(one)}


def losses(rules: Rules, actor: str, before: Fight, after: Fight, happened: Iterable[AnyEvent]) -> list[Loss]:
    """The damage between two states of a fight; it is whose attack was the last, or who acts."""
    health, people, found = rules.health, after.combatants, []
    for who, one in before.combatants.items():
        now = people.get(who)
        if now is not one and now is not None:
            lost = health(one)[0] - health(now)[0]
            if lost > 0:
                found.append((who, lost, _by(rules, actor, who, before, happened)))
    return found


def _by(rules: Rules, actor: str, who: str, before: Fight, happened: Iterable[AnyEvent]) -> str:
    """Whoever of another side attacked somebody last, else who acts; nobody where that is one's own side."""
    found, people = actor, before.combatants
    for event in happened:
        if not isinstance(event, Rolled):
            continue
        attempt = rules.attempts.get(event.label)
        if attempt is not None:
            attacker, target = (event.target, event.who) if attempt.by_target else (event.who, event.target)
            found = attacker if target == who and attacker else found
    return found if found in people and people[found].side != people[who].side else ""
