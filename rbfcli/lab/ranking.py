"""What somebody can do now, ranked by what it comes to: foes dropped, damage, hits."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from fractions import Fraction

from msgspec import Struct

from rbfcli.kernel.budget import Budget
from rbfcli.kernel.dice.forks import TOO_MANY
from rbfcli.kernel.dice.highest import Highest
from rbfcli.kernel.errors import LimitReached, PluginFault, RbfError
from rbfcli.kernel.events import Happened, Rolled
from rbfcli.kernel.fight import Fight
from rbfcli.kernel.offers import Offer
from rbfcli.kernel.rules import Attempt, Rules
from rbfcli.kernel.run import Played
from rbfcli.kernel.verbs import Choose
from rbfcli.lab.ending import ending_of
from rbfcli.lab.endings import steps_of
from rbfcli.lab.odds import CommandOdds, odds_or_sample, sampled_odds
from rbfcli.lab.sampling import Answers
from rbfcli.systems.catalogue import complain

# Of what an offer may cost, the part that is kept for a sample, should the exact odds take more than the rest.
SAMPLED_PART = 2
# In how many plays the exact odds of an offer are tried, and a sample is worth having or tried at all; what took more
# than there was is tried again for the like with so many times as much.
TRIED, FEW, FEWEST, FAR_MORE = 12, 25, 12, 2


class Prospect(Struct, frozen=True):
    """An offer with its odds: the chance to hit, and to drop the foe that is likeliest to go down; who loses how much.

    `partly` is the chance that it falls short of a hit and harms a foe all the same; `damage` is what foes lose on
    average, `cost` what one's own side does.
    """

    who: str
    offer: Offer
    odds: CommandOdds
    hit: Fraction
    partly: Fraction
    damage: Fraction
    drop: Fraction
    dropped: str
    cost: Fraction

    @property
    def rank(self) -> tuple[Fraction, ...]:
        """What it is sorted by, best first."""
        return -self.drop, -self.damage, -self.hit, -self.partly, self.cost


class Ranking(Struct, frozen=True):
    """The prospects, best first, and how many more offers roll no dice, or were not looked at for want of budget."""

    prospects: tuple[Prospect, ...]
    without_dice: int
    left_out: int


class Look(Struct, frozen=True):
    """An offer at its place in the list, as it plays with the highest dice: its steps, and whether a foe is harmed."""

    place: int
    who: str
    offer: Offer
    steps: int
    harms: bool

    @property
    def promise(self) -> tuple[bool, int]:
        """What is looked at first: what can do harm, and of that what takes least."""
        return not self.harms, self.steps

    @property
    def kind(self) -> tuple[type, str]:
        """Offers of a kind take alike: how many plays their exact odds take is known from the first of them."""
        return type(self.offer.command), self.offer.rule


def ranking(rules: Rules, fight: Fight, found: Sequence[tuple[str, Offer]], budget: Budget) -> Ranking:
    """Rank offers, each with whose it is; equal ones stay in their order, and one budget serves for all.

    What rolls no dice is only counted, but for answers: one of them has to be given.
    """
    rolling = [(who, offer) for who, offer in found if offer.played and (may_roll(offer.played) or is_answer(offer))]
    looks = sorted(
        [_look(rules, fight, place, *each) for place, each in enumerate(rolling)], key=lambda each: each.promise
    )
    odds_of, prospects = Shared(rules, fight, budget), list[tuple[int, Prospect]]()
    without_dice, left_out = len(found) - len(rolling), 0
    for left, look in zip(range(len(looks), 0, -1), looks, strict=True):
        try:
            odds = odds_of(look, left)
        except LimitReached:
            left_out += 1
        except PluginFault as fault:
            complain(fault)
        except RbfError:
            without_dice += 1
        else:
            if is_open(odds) or is_answer(look.offer):
                prospects.append((look.place, prospect(rules, fight, look.who, look.offer, odds)))
            else:
                without_dice += 1
    best = sorted(prospects, key=lambda each: (each[1].rank, each[0]))
    return Ranking(tuple(each for _, each in best), without_dice, left_out)


def _look(rules: Rules, fight: Fight, place: int, who: str, offer: Offer) -> Look:
    """An offer played to its end, with the last answer to whatever is asked, which lets things be."""
    played, answers = offer.played, Answers(lambda question, _: question.answers[-1])
    steps = steps_of(played) if played else 0
    if played and played.fight.paused is not None:
        with suppress(RbfError, PluginFault):
            played = answers.played(rules, fight, offer.command, Highest(), Budget())
            steps += steps_of(played)
    people, side = fight.combatants, fight.combatants[who].side
    touched = ending_of(rules, fight, played).touched if played else ()
    harms = any(each.lost > 0 and people[each.who].side != side for each in touched)
    return Look(place, who, offer, steps, harms)


class Shared:
    """The odds of one offer after the other, out of one budget: exact where that may be enough, else of a sample.

    What could not even be played often enough is not begun.
    """

    def __init__(self, rules: Rules, fight: Fight, budget: Budget) -> None:
        self._rules = rules
        self._fight = fight
        self._budget = budget
        self._too_few: dict[tuple[type, str], float] = {}

    def __call__(self, look: Look, left: int) -> CommandOdds:
        """The odds of an offer, where so many are left with it. Raises LimitReached, and what the command raises."""
        steps, budget = max(1, look.steps), self._budget
        budget.check(FEWEST * steps, TOO_MANY)
        part = budget.share(max(1, min(left, budget.steps // (FEW * steps))))
        try:
            return self._odds(look, part, part.steps / SAMPLED_PART / steps)
        finally:
            budget.give_back(part)

    def _odds(self, look: Look, part: Budget, plays: float) -> CommandOdds:
        """The odds of an offer, whose exact ones may take so many plays."""
        asked = self._rules, self._fight, look.offer.command
        if plays < max(TRIED, self._too_few.get(look.kind, 0)):
            return sampled_odds(*asked, part)
        spare = part.share(SAMPLED_PART)
        odds = odds_or_sample(*asked, part, spare)
        if odds.plays:
            self._too_few[look.kind] = plays * FAR_MORE
        part.give_back(spare)
        return odds


def may_roll(played: Played) -> bool:
    """Whether a rehearsed command throws dice, or stops at a question behind which it may."""
    return played.fight.paused is not None or any(isinstance(event, Rolled) for event in played.events)


def is_answer(offer: Offer) -> bool:
    """Whether an offer answers an open question."""
    return isinstance(offer.command, Choose)


def is_open(odds: CommandOdds) -> bool:
    """Whether chance decides anything of what odds tell."""
    return len(odds.outcomes) > 1 or any(len(losses) > 1 for losses in odds.losses.values())


def prospect(rules: Rules, fight: Fight, who: str, offer: Offer, odds: CommandOdds) -> Prospect:
    """What an offer comes to for the side of whoever does it."""
    people = fight.combatants
    foes = [each for each in odds.losses if people[each].side != people[who].side]
    dropped = max(foes, key=lambda each: odds.downs.get(each, Fraction(0)), default="")
    drop = odds.downs.get(dropped, Fraction(0))
    # The outcome of an answer is that of the command that waits, and says nothing of a blow in between.
    hit, partly = chances_to_hit(rules, odds, None if is_answer(offer) else offer.played, foes)
    return Prospect(
        who=who,
        offer=offer,
        odds=odds,
        hit=hit,
        partly=partly,
        damage=sum((odds.mean_loss(each) for each in foes), Fraction(0)),
        drop=drop,
        dropped=dropped if drop else "",
        cost=sum((odds.mean_loss(each) for each in odds.losses if each not in foes), Fraction(0)),
    )


def chances_to_hit(
    rules: Rules, odds: CommandOdds, played: Played | None, foes: Sequence[str]
) -> tuple[Fraction, Fraction]:
    """How often an attack hits, and how often it falls short and harms a foe all the same.

    Where its outcome does not tell, a hit is that some one foe loses health.
    """
    attempt = next((each for each in _attempts(rules, played) if _tells(each, odds)), None) if played else None
    if attempt:
        hits = (chance for outcome, chance in odds.outcomes.items() if outcome in attempt.hits)
        harmful = [harms for outcome, harms in odds.harmful.items() if outcome in attempt.partly]
        partly = (sum((harms.get(foe, Fraction(0)) for harms in harmful), Fraction(0)) for foe in foes)
        return sum(hits, Fraction(0)), max(partly, default=Fraction(0))
    harmed = (sum((chance for lost, chance in odds.losses[each].items() if lost > 0), Fraction(0)) for each in foes)
    return max(harmed, default=Fraction(0)), Fraction(0)


def _attempts(rules: Rules, played: Played) -> Iterator[Attempt]:
    """The kinds of attack that a rehearsed command makes."""
    for event in played.events:
        label = event.label if isinstance(event, Rolled) else event.what if isinstance(event, Happened) else ""
        if label in rules.attempts:
            yield rules.attempts[label]


def _tells(attempt: Attempt, odds: CommandOdds) -> bool:
    """Whether every outcome of a command is one of an attack."""
    return set(odds.outcomes) <= {*attempt.hits, *attempt.partly, *attempt.misses}
