"""A ranking of available commands by result: enemies dropped, damage, hits."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from msgspec import Struct

from rbfcli.core.errors import PluginBug, RbfError
from rbfcli.engine.causes import attempt_in
from rbfcli.engine.play import Offer, Played
from rbfcli.lab.odds import CommandOdds, ending_of, odds_or_sample
from rbfcli.model.commands import Choose
from rbfcli.model.events import Rolled
from rbfcli.model.fight import Fight
from rbfcli.model.rules import OutcomeRoles, Rules
from rbfcli.systems.registry import complain


class RankedLine(Struct, frozen=True):
    """An offer with its odds: the chances to hit and to drop an enemy, and the average losses.

    `whom` is the enemy of the hit chance, `partly` the chance of missing a full hit but still harming it. `damage`
    is the average loss of enemies, `cost` the average loss of the actor's own side. `dropped` is the enemy most
    likely to go down.
    """

    who: str
    side: str
    offer: Offer
    odds: CommandOdds
    hit: Fraction
    whom: str
    partly: Fraction
    damage: Fraction
    drop: Fraction
    dropped: str
    cost: Fraction

    @property
    def rank(self) -> tuple[Fraction, ...]:
        """Return the sort key, best first."""
        return -self.drop, -self.damage, -self.hit, -self.partly, self.cost


class Ranking(Struct, frozen=True):
    """The ranked lines, side by side and best first, and the number of other offers."""

    prospects: tuple[RankedLine, ...]
    without_dice: int


def ranking(rules: Rules, fight: Fight, found: Sequence[tuple[str, Offer]]) -> Ranking:
    """Rank offers, given with their actors, by their odds (`odds_or_sample`); equal ones keep their order.

    An offer without dice is ranked if it changes a combatant's health or answers a question; all others are only
    counted.
    """
    prospects = list[RankedLine]()
    for who, offer in found:
        if not has_odds(rules, fight, offer):
            continue
        try:
            odds = odds_or_sample(rules, fight, offer.command)
        except PluginBug as fault:
            complain(fault)
        except RbfError:
            continue
        else:
            if is_answer(offer) or any(set(losses) != {0} for losses in odds.losses.values()) or is_open(odds):
                prospects.append(prospect(rules, fight, who, offer, odds))
    sides = list(dict.fromkeys(one.side for one in fight.combatants.values()))
    best = sorted(prospects, key=lambda each: (sides.index(each.side), each.rank))
    return Ranking(tuple(best), len(found) - len(best))


def has_odds(rules: Rules, fight: Fight, offer: Offer) -> bool:
    """Return whether an offer may roll dice, answers a question, or changes health without dice."""
    played = offer.played
    if played is None or is_answer(offer):
        return played is not None
    may_roll = played.fight.paused is not None or any(isinstance(event, Rolled) for event in played.events)
    return may_roll or any(each.mean_loss() for each in ending_of(rules, fight, played).touched)


def is_answer(offer: Offer) -> bool:
    """Return whether an offer answers an open question."""
    return isinstance(offer.command, Choose)


def is_open(odds: CommandOdds) -> bool:
    """Return whether anything in the odds depends on chance."""
    return len(odds.outcomes) > 1 or any(len(losses) > 1 for losses in odds.losses.values())


def prospect(rules: Rules, fight: Fight, actor: str, offer: Offer, odds: CommandOdds) -> RankedLine:
    """Return an offer ranked by its results for the actor's side."""
    people = fight.combatants
    foes = [each for each in odds.losses if people[each].side != people[actor].side]
    dropped = max(foes, key=lambda each: odds.downs.get(each, Fraction(0)), default="")
    drop = odds.downs.get(dropped, Fraction(0))
    hit, whom, partly = chances_to_hit(rules, odds, actor, offer, foes)
    return RankedLine(
        who=actor,
        side=people[actor].side,
        offer=offer,
        odds=odds,
        hit=hit,
        whom=whom,
        partly=partly,
        damage=sum((odds.mean_loss(each) for each in foes), Fraction(0)),
        drop=drop,
        dropped=dropped if drop else "",
        cost=sum((odds.mean_loss(each) for each in odds.losses if each not in foes), Fraction(0)),
    )


def chances_to_hit(
    rules: Rules, odds: CommandOdds, actor: str, offer: Offer, foes: Sequence[str]
) -> tuple[Fraction, str, Fraction]:
    """Return the chance that an attack hits, the enemy hit, and the chance of a partial hit that harms it.

    If the outcome does not say, as with several targets, a hit means that the most likely enemy loses health. An
    answer's outcome belongs to the waiting command, and says nothing about an attack in between.
    """
    command = offer.command
    targets = getattr(command, "targets", None) or (getattr(command, "target", "") or getattr(command, "foe", ""),)
    attempt = None
    if offer.played and not is_answer(offer) and len(targets) == 1:
        told = set(odds.outcomes)  # an attack tells if every outcome of the command is one of its own
        attempts = _attempts(rules, offer.played, actor)
        attempt = next((each for each in attempts if told <= {*each.hits, *each.partly, *each.misses}), None)
    if attempt:
        hits = (chance for outcome, chance in odds.outcomes.items() if outcome in attempt.hits)
        partly = (
            chance * each.chance_of_loss()
            for ending, chance in odds.ends.items()
            if ending.outcome in attempt.partly
            for each in ending.touched
            if each.who == targets[0]
        )
        return sum(hits, Fraction(0)), targets[0], sum(partly, Fraction(0))
    harmed = {each: sum(chance for lost, chance in odds.losses[each].items() if lost > 0) for each in foes}
    whom = max(harmed, key=harmed.__getitem__, default="")
    return Fraction(harmed.get(whom, 0)), whom, Fraction(0)


def _attempts(rules: Rules, played: Played, actor: str) -> Iterator[OutcomeRoles]:
    """Yield the kinds of attack that a rehearsed command makes, without the actor's own defences."""
    for event in played.events:
        attempt = attempt_in(rules, event)
        if attempt and not (attempt.by_target and isinstance(event, Rolled) and event.who == actor):
            yield attempt
