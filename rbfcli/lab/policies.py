"""Policies: how a side plays, each a function from what it sees to what it would do, best first."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from rbfcli.kernel.command import Command
from rbfcli.kernel.errors import UsageError
from rbfcli.kernel.matching import match
from rbfcli.kernel.verbs import Attack
from rbfcli.lab.package_policies import PolicyFault, watched
from rbfcli.lab.view import View

__all__ = ("PolicyFault",)  # besides all that is defined here

GROUP = "rbfcli.policies"
NOWHERE = 1 << 30

T = TypeVar("T")
Wishes = Iterable[Command] | Iterable[str]
Policy = Callable[[View], Wishes]
Rank = Callable[[str], Callable[[str], int]]


def random(view: View) -> Wishes:
    """Anything that comes to mind, one as likely as another; or nothing more in this turn."""
    if view.question:
        return shuffled(view, view.question.answers)
    return until_enough(shuffled(view, [*view.deeds, None]))


def weakest(view: View) -> Wishes:
    """Strike at the foe with the least health, as far as that shows; else get to where one can strike."""
    return strike(view, lambda _who: view.foes.__getitem__)


def nearest(view: View) -> Wishes:
    """Strike at the nearest foe; else get to where one can strike."""
    return strike(view, lambda who: lambda foe: _or_nowhere(view.distance(who, foe)))


def best(view: View) -> Wishes:
    """Whatever drops, or hurts, most by the odds, with everybody's numbers known; else get to where one can strike."""
    from rbfcli.lab.choosing import answers_by_odds

    return answers_by_odds(view, view.question) if view.question else _best(view)


def _best(view: View) -> Iterator[Command]:
    from rbfcli.lab.choosing import by_odds

    yield from by_odds(view)
    yield from preparations(view)


def strike(view: View, rank: Rank) -> Wishes:
    """The attacks of all people, the foe of the lowest rank first; at a question the first answer."""
    return view.question.answers if view.question else _strikes(view, rank)


def _strikes(view: View, rank: Rank) -> Iterator[Command]:
    """Plain attacks, those that come to mind besides, and what leads to one."""
    foes = view.foes
    able = [who for who in view.people if foes and view.is_up(who) and view.can_attack(who)]
    tried = [each for who in able for foe in sorted(foes, key=rank(who)) for each in view.strikes(who, foe)]
    yield from tried
    if able:
        attacks = [each for each in view.deeds if isinstance(each, Attack) and each.targets[0] in foes]
        known = set(tried)
        others = [each for each in attacks if each.who in able and each not in known]
        yield from sorted(others, key=lambda each: rank(each.who)(each.targets[0]))
    yield from preparations(view)


def preparations(view: View) -> Iterator[Command]:
    """What lets somebody strike, or readies an empty weapon, then what brings it nearer, or rids it of a condition.

    Of who is down, whatever it can do for itself.
    """
    for who in view.people:
        if not view.is_up(who):
            yield from _own(view, who)
            continue
        ways = [each for each in view.approaches(who) if not isinstance(each, Attack)]
        yield from opening(view, who, ways)
        yield from view.arming(who, _own(view, who))
        yield from (each for each in ways if view.brings_nearer(who, each))
        if view.conditions(who):
            yield from (each for each in _own(view, who) if view.rids(who, each))


def opening(view: View, who: str, ways: Iterable[Command]) -> Iterator[Command]:
    """Yield the ways behind which somebody can attack; of a verb that took its attack, no other line is looked at."""
    spent: set[type[Command]] = set()
    for each in ways if view.can_attack(who) else ():
        if type(each) in spent:
            continue
        if view.opens_an_attack(who, each):
            yield each
        elif view.takes_the_attack(who, each):
            spent.add(type(each))


def _own(view: View, who: str) -> Iterator[Command]:
    """Yield what somebody might do besides attacks; nothing is looked for before the first of it is asked for."""
    for each in view.deeds:
        if not isinstance(each, Attack) and who in (getattr(each, "who", ""), getattr(each, "by", "")):
            yield each


def shuffled(view: View, things: Iterable[T]) -> Iterator[T]:
    """Things in an order that is drawn."""
    left = list(things)
    while left:
        at = view.number(len(left))
        left[at], left[-1] = left[-1], left[at]
        yield left.pop()


def until_enough(wishes: Iterable[Command | None]) -> Iterator[Command]:
    """Commands up to the first that is none."""
    for each in wishes:
        if each is None:
            return
        yield each


def _or_nowhere(far: int | None) -> int:
    return NOWHERE if far is None else far


SHIPPED: dict[str, Policy] = {"random": random, "weakest": weakest, "nearest": nearest, "best": best}
# What looks at nothing of a question but its answers.
GLANCING: frozenset[Policy] = frozenset((random, weakest, nearest))
USUAL = "weakest"


def policy_named(name: str) -> Policy:
    """The policy of a name: a shipped one, or one of another package. Raises UsageError with those there are."""
    if name in SHIPPED:
        return SHIPPED[name]
    others = _others()
    found = match(name, (*SHIPPED, *others), "policy", UsageError)
    if found in SHIPPED:
        return SHIPPED[found]
    try:
        loaded = others[found].load()
    except Exception as wrong:
        raise PolicyFault(f"the policy {found!r} cannot be loaded: {type(wrong).__name__}: {wrong}") from wrong
    if not callable(loaded):
        raise PolicyFault(f"the policy {found!r} is no function")
    return watched(found, others[found].value, loaded)


def full_name(name: str) -> str:
    """Return the name of a policy in full for its beginning. Raises UsageError with those there are."""
    return name if name in SHIPPED else match(name, (*SHIPPED, *_others()), "policy", UsageError)


def _others() -> dict[str, Any]:
    """The entry points of other packages, by name."""
    from importlib.metadata import entry_points

    return {each.name: each for each in entry_points(group=GROUP)}
