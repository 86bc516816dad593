"""Statistics made of the events of a fight, command by command."""

from collections import Counter
from fractions import Fraction
from typing import Any

from rbfcli.kernel.events import Afflicted, AnyEvent, Changed, Joined, Relieved, Rolled, RoundBegan
from rbfcli.kernel.evolve import evolve
from rbfcli.kernel.fight import Fight
from rbfcli.kernel.rules import Rules
from rbfcli.session.history import Replayed
from rbfcli.story.causes import Attack, Causes
from rbfcli.story.chances import Chances
from rbfcli.story.expressions import Sum
from rbfcli.story.luck import Successes, Sums
from rbfcli.story.statistics import Attempts, Fall, Loss, Person, Statistics

Losses = Counter[tuple[int, str, str]]


class Tally:
    """Counts what commands do, one after another."""

    def __init__(self, rules: Rules, start: Fight, chances: Chances) -> None:
        self._rules = rules
        self._chances = chances
        self._causes = Causes(rules)
        self._round = start.round
        self._fight = start
        self._entered: dict[str, Any] = dict(start.combatants)
        self._damage: Losses = Counter()
        self._healing: Losses = Counter()
        self._falls: list[Fall] = []
        self._hurt_by: dict[str, Fall] = {}
        self._rolls = Rolls(chances)

    def count(self, replayed: Replayed) -> None:
        """Count what a command did."""
        before, after = replayed.before, replayed.played.fight
        waiting = before.paused is not None
        if not waiting:
            self._hurt_by.clear()
        self._causes.begin(replayed.played.command or replayed.command, waiting=waiting)
        self._fight = before
        for event in replayed.played.events:
            self._causes.see(event)
            self._see(event)
        for who, one in after.combatants.items():
            if one is not before.combatants.get(who):
                self._settle(who, before.combatants.get(who), one)
        self._fight = after
        self._chances.forget()

    def statistics(self) -> Statistics:
        """What everything that was counted came to."""
        return Statistics(
            rounds=max((self._round, *(each[0] for each in self._damage))),
            people=tuple(self._person(who, one) for who, one in self._entered.items()),
            damage=_losses(self._damage),
            healing=_losses(self._healing),
            falls=tuple(self._falls),
            attempts=self._attempts(),
            successes=self._rolls.successes(),
            sums=self._rolls.sums(),
        )

    def _see(self, event: AnyEvent) -> None:
        match event:
            case RoundBegan(round=number):
                self._round = number
            case Rolled():
                self._rolls.count(event)
            case Joined(who=who, combatant=combatant):
                self._entered.setdefault(who, combatant)
                self._fight = evolve(self._fight, event)
            case Changed(who=who, rule=rule) if who:
                before = self._fight.combatants[who]
                self._fight = evolve(self._fight, event)
                self._changed(who, before, self._fight.combatants[who], rule)
            case Afflicted() | Relieved():
                self._fight = evolve(self._fight, event)
            case _:
                pass

    def _changed(self, who: str, before: Any, after: Any, rule: str) -> None:
        lost = self._rules.health(before)[0] - self._rules.health(after)[0]
        if lost > 0:
            by = self._causes.of_loss(who, rule)
            self._hurt_by[who] = Fall(self._round, who, by)
            self._damage[self._round, by, who] += lost
        elif lost < 0:
            self._healing[self._round, self._causes.of_gain(who), who] -= lost

    def _settle(self, who: str, before: Any, now: Any) -> None:
        """Count whether somebody fell in the course of a command."""
        if before is not None and self._rules.standing(before) and not self._rules.standing(now):
            hurt = self._hurt_by.get(who)
            self._falls.append(hurt or Fall(self._round, who, self._causes.of_loss(who, "")))

    def _person(self, who: str, entered: Any) -> Person:
        now = self._fight.combatants.get(who)
        last = entered if now is None else now
        began, most = self._rules.health(entered)[0], self._rules.health(last)[1]
        ended = None if now is None else self._rules.health(now)[0]
        return Person(who, last.name, last.side, began, ended, most, now is not None and self._rules.standing(now))

    def _attempts(self) -> dict[str, Attempts]:
        made: dict[str, list[Attack]] = {}
        for attack in self._causes.attacks:
            made.setdefault(attack.who, []).append(attack)
        return {
            who: Attempts(sum(each.hit for each in those), sum(each.partly for each in those), len(those))
            for who, those in made.items()
        }


class Rolls:
    """Counts the rolls of everybody against their odds."""

    def __init__(self, chances: Chances) -> None:
        self._chances = chances
        self._judged: dict[str, list[Fraction]] = {}
        self._summed: dict[str, Sum] = {}
        self._numbers: Counter[tuple[str, str]] = Counter()

    def count(self, rolled: Rolled) -> None:
        """Count a roll of somebody: a success or none, or a sum."""
        if not rolled.who or not rolled.dice:
            return
        who, chance, success = rolled.who, self._chances.of(rolled), self._chances.is_success(rolled)
        given = any(die.given for die in (*rolled.dice, *rolled.edge_dice))
        if chance.success is not None and success is not None:
            self._judged.setdefault(who, []).append(chance.success)
            self._numbers[who, "succeeded"] += success
            self._numbers[who, "given"] += given
        elif chance.total is not None:
            so_far = self._summed.get(who, Sum(Fraction(0), Fraction(0)))
            self._summed[who] = Sum(so_far.mean + chance.total.mean, so_far.variance + chance.total.variance)
            self._numbers[who, "total"] += rolled.total
            self._numbers[who, "rolls"] += 1
            self._numbers[who, "sums given"] += given
        elif success is not None:
            self._judged.setdefault(who, [])
            self._numbers[who, "uncounted"] += 1
        elif not rolled.outcome:
            self._summed.setdefault(who, Sum(Fraction(0), Fraction(0)))
            self._numbers[who, "sums uncounted"] += 1

    def successes(self) -> dict[str, Successes]:
        """The rolls that may succeed, by who made them."""
        number = self._numbers
        return {
            who: Successes(tuple(chances), number[who, "succeeded"], number[who, "given"], number[who, "uncounted"])
            for who, chances in self._judged.items()
        }

    def sums(self) -> dict[str, Sums]:
        """The rolls that nothing judges, by who made them."""
        number = self._numbers
        return {
            who: Sums(
                number[who, "rolls"],
                number[who, "total"],
                each.mean,
                each.variance,
                number[who, "sums given"],
                number[who, "sums uncounted"],
            )
            for who, each in self._summed.items()
        }


def _losses(counted: Losses) -> tuple[Loss, ...]:
    return tuple(Loss(number, by, to, amount) for (number, by, to), amount in counted.items())
