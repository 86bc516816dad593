"""The statistics of a fight."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rbfcli.engine.causes import attempt_in, cause_of_loss
from rbfcli.engine.play import EDITS
from rbfcli.model import commands
from rbfcli.model.commands import Command
from rbfcli.model.events import (
    AnyEvent,
    CombatantJoined,
    ConditionGained,
    ConditionLost,
    CustomEvent,
    FieldChanged,
    GroupSwitched,
    Rolled,
    RoundBegan,
)
from rbfcli.model.evolve import evolve
from rbfcli.model.fight import Fight, everyone
from rbfcli.model.rules import OutcomeRoles, Rules
from rbfcli.render.json_types.fights import Fall, Health, Loss, Person
from rbfcli.session.journal import Replayed
from rbfcli.story.luck import Chances, DiceTotals, MeanVariance, Successes


class Attempts(Struct, frozen=True):
    """The number of a combatant's attacks, hits and partial hits."""

    hits: int = 0
    partly: int = 0
    attempts: int = 0


class Statistics(Struct, frozen=True):
    """The numbers of a fight, with all combatants who took part in order of entry."""

    rounds: int
    people: tuple[Person, ...]
    damage: tuple[Loss, ...]
    healing: tuple[Loss, ...]
    falls: tuple[Fall, ...]
    attempts: dict[str, Attempts]
    successes: dict[str, Successes]
    sums: dict[str, DiceTotals]

    @property
    def uncounted(self) -> int:
        """Return how many rolls are excluded from luck because their odds are too much to count."""
        judged = sum(each.uncounted for each in self.successes.values())
        return judged + sum(each.uncounted for each in self.sums.values())

    @property
    def given(self) -> int:
        """Return how many rolls were entered by hand."""
        return sum(each.given for each in self.successes.values()) + sum(each.given for each in self.sums.values())


GM, NOBODY = "GM", ""
NAMES_NO_CAUSE = (commands.Turn, commands.Init, commands.DamageSave, commands.Choose)


class CountedAttack(Struct, frozen=True):
    """An attack with its attacker and target, and whether it hit or partly hit."""

    who: str
    target: str
    hit: bool
    partly: bool = False


class Causes:
    """A tracker of the attacks in commands, and of the cause of each loss or gain of health.

    It also follows commands that wait for an answer.
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._decided: dict[frozenset[str], int] = {}
        self.attacks: list[CountedAttack] = []
        self._by_gm = False
        self._fresh(NOBODY)

    def _fresh(self, actor: str) -> None:
        self._actor = actor
        self._happened: list[AnyEvent] = []
        self._is_attack = False

    def begin(self, command: Command, *, waiting: bool) -> None:
        """Start on the events of a command, or of an answer to a command that was `waiting`."""
        self._by_gm = isinstance(command, EDITS)
        if isinstance(command, commands.Choose) or (waiting and self._by_gm):
            return
        names_nobody = self._by_gm or isinstance(command, NAMES_NO_CAUSE)
        actor = NOBODY if names_nobody else getattr(command, "who", NOBODY)
        if waiting:
            self._actor = actor
        else:
            self._fresh(actor if isinstance(actor, str) else NOBODY)
        self._is_attack = isinstance(command, commands.Attack)

    def see(self, event: AnyEvent) -> None:
        """Process an event, in order."""
        if isinstance(event, CustomEvent) and event.what in self._rules.afterwards:
            self._decide_anew(event)
        for attack in self._attacks(event):
            self._decided[frozenset((attack.who, attack.target))] = len(self.attacks)
            self.attacks.append(attack)
        self._happened.append(event)

    def of_loss(self, victim: str, before: Fight) -> str:
        """Return who caused a loss of health, GM, or empty if unknown."""
        return GM if self._by_gm else cause_of_loss(self._rules, self._actor, victim, before, self._happened)

    def of_gain(self, actor: str) -> str:
        """Return who caused a gain of health."""
        return GM if self._by_gm else self._actor or actor

    def _attacks(self, event: Any) -> Iterator[CountedAttack]:
        """Yield the attack that an event decides, if any."""
        if not isinstance(event, Rolled | CustomEvent) or not event.target or not event.who:
            return
        declared = self._declared(event)
        outcome = event.outcome if isinstance(event, Rolled) else str(event.facts.get("outcome", ""))
        if declared is None or outcome not in (*declared.hits, *declared.partly, *declared.misses):
            return
        who, target = (event.target, event.who) if declared.by_target else (event.who, event.target)
        yield CountedAttack(who, target, outcome in declared.hits, outcome in declared.partly)

    def _declared(self, event: Rolled | CustomEvent) -> OutcomeRoles | None:
        """Return the outcomes that make an event an attack, or None if it is not one.

        If a system declares none, the actor's rolls in `attack` are its attacks.
        """
        if self._rules.attempts:
            return attempt_in(self._rules, event)
        if not isinstance(event, Rolled) or not self._is_attack or event.who != self._actor:
            return None
        roles = self._rules.outcomes.items()
        return OutcomeRoles(
            hits=tuple(outcome for outcome, role in roles if role in ("great", "good")),
            partly=tuple(outcome for outcome, role in roles if role == "mixed"),
            misses=tuple(outcome for outcome, role in roles if role == "bad"),
        )

    def _decide_anew(self, event: CustomEvent) -> None:
        """Apply an event after an attack that changes whether it hits."""
        at = self._decided.get(frozenset((event.who, event.target)))
        if at is not None:
            self.attacks[at] = replace(self.attacks[at], hit=self._rules.afterwards[event.what], partly=False)


Losses = Counter[tuple[int, str, str]]


class Tally:
    """A counter of what commands do, in order."""

    def __init__(self, rules: Rules, start: Fight, chances: Chances) -> None:
        self._rules = rules
        self._chances = chances
        self._causes = Causes(rules)
        self._round = start.round
        self._fight = start
        self._entered: dict[str, Any] = everyone(start)
        self._damage: Losses = Counter()
        self._healing: Losses = Counter()
        self._falls: list[Fall] = []
        self._hurt_by: dict[str, Fall] = {}
        self._rolls = Rolls(chances)

    def count(self, replayed: Replayed) -> None:
        """Count the events of a command."""
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
        """Return the statistics of everything counted so far."""
        attempts, now = self._attempts(), everyone(self._fight)
        waiting = (each.get("round", 0) for each in self._fight.groups.values())
        return Statistics(
            rounds=max((self._round, *waiting, *(each[0] for each in self._damage))),
            people=tuple(
                self._person(who, one, now.get(who), attempts.get(who, Attempts()))
                for who, one in self._entered.items()
            ),
            damage=_losses(self._damage),
            healing=_losses(self._healing),
            falls=tuple(self._falls),
            attempts=attempts,
            successes=self._rolls.successes(),
            sums=self._rolls.sums(),
        )

    def _see(self, event: AnyEvent) -> None:
        match event:
            case RoundBegan(round=number):
                self._round = number
            case Rolled():
                self._rolls.count(event)
            case CombatantJoined(who=who, combatant=combatant):
                self._entered.setdefault(who, combatant)
                self._fight = evolve(self._fight, event)
            case GroupSwitched():
                self._fight = evolve(self._fight, event)
                self._round = self._fight.round
            case FieldChanged(who=who) if who:
                before = self._fight.combatants[who]
                self._fight = evolve(self._fight, event)
                self._changed(who, before, self._fight.combatants[who])
            case ConditionGained() | ConditionLost():
                self._fight = evolve(self._fight, event)
            case _:
                pass

    def _changed(self, actor: str, before: Any, after: Any) -> None:
        lost = self._rules.health(before)[0] - self._rules.health(after)[0]
        if lost > 0:
            by = self._causes.of_loss(actor, self._fight)
            self._hurt_by[actor] = Fall(self._round, actor, by)
            self._damage[self._round, by, actor] += lost
        elif lost < 0:
            self._healing[self._round, self._causes.of_gain(actor), actor] -= lost

    def _settle(self, actor: str, before: Any, now: Any) -> None:
        """Record a combatant who went down during a command."""
        if before is not None and self._rules.is_up(before) and not self._rules.is_up(now):
            hurt = self._hurt_by.get(actor)
            self._falls.append(hurt or Fall(self._round, actor, self._causes.of_loss(actor, self._fight)))

    def _person(self, actor: str, entered: Any, now: Any, attempts: Attempts) -> Person:
        last = entered if now is None else now
        began, most = self._rules.health(entered)[0], self._rules.health(last)[1]
        return Person(
            who=actor,
            name=last.name,
            side=last.side,
            health=Health(began, None if now is None else self._rules.health(now)[0], most),
            standing=now is not None and self._rules.is_up(now),
            dealt=sum(amount for (_, by, _), amount in self._damage.items() if by == actor),
            taken=sum(amount for (_, _, to), amount in self._damage.items() if to == actor),
            healed=sum(amount for (_, _, to), amount in self._healing.items() if to == actor),
            hits=attempts.hits,
            partly=attempts.partly,
            attempts=attempts.attempts,
        )

    def _attempts(self) -> dict[str, Attempts]:
        made: dict[str, list[CountedAttack]] = {}
        for attack in self._causes.attacks:
            made.setdefault(attack.who, []).append(attack)
        return {
            who: Attempts(sum(each.hit for each in those), sum(each.partly for each in those), len(those))
            for who, those in made.items()
        }


class Rolls:
    """A counter of each combatant's rolls against their odds."""

    def __init__(self, chances: Chances) -> None:
        self._chances = chances
        self._judged: dict[str, list[Fraction]] = {}
        self._summed: dict[str, MeanVariance] = {}
        self._numbers: Counter[tuple[str, str]] = Counter()

    def count(self, rolled: Rolled) -> None:
        """Count a combatant's roll as a success, a failure or a sum."""
        if not rolled.who or not rolled.dice:
            return
        who, chance, success = rolled.who, self._chances.of(rolled), self._chances.is_success(rolled)
        given = any(die.given for die in (*rolled.dice, *rolled.edge_dice))
        if chance.success is not None and success is not None:
            self._judged.setdefault(who, []).append(chance.success)
            self._numbers[who, "succeeded"] += success
            self._numbers[who, "given"] += given
        elif chance.total is not None:
            so_far = self._summed.get(who, MeanVariance(Fraction(0), Fraction(0)))
            self._summed[who] = MeanVariance(so_far.mean + chance.total.mean, so_far.variance + chance.total.variance)
            self._numbers[who, "total"] += rolled.total
            self._numbers[who, "rolls"] += 1
            self._numbers[who, "sums given"] += given
        elif success is not None:
            self._judged.setdefault(who, [])
            self._numbers[who, "uncounted"] += 1
        elif not rolled.outcome:
            self._summed.setdefault(who, MeanVariance(Fraction(0), Fraction(0)))
            self._numbers[who, "sums uncounted"] += 1

    def successes(self) -> dict[str, Successes]:
        """Return the rolls that can succeed, by roller."""
        number = self._numbers
        return {
            who: Successes(tuple(chances), number[who, "succeeded"], number[who, "given"], number[who, "uncounted"])
            for who, chances in self._judged.items()
        }

    def sums(self) -> dict[str, DiceTotals]:
        """Return the rolls without an outcome, by roller."""
        number = self._numbers
        return {
            who: DiceTotals(
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
