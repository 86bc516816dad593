"""The statistics of a fight."""

from collections import Counter, defaultdict
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
from rbfcli.session.session import Replayed
from rbfcli.story.luck import Chances, DiceTotals, Successes


class Statistics(Struct, frozen=True):
    """The numbers of a fight, with all combatants who took part in order of entry."""

    rounds: int
    people: tuple[Person, ...]
    damage: tuple[Loss, ...]
    healing: tuple[Loss, ...]
    falls: tuple[Fall, ...]
    successes: dict[str, Successes]
    sums: dict[str, DiceTotals]


GM, NOBODY = "GM", ""
NAMES_NO_CAUSE = (commands.Turn, commands.Init, commands.DamageSave, commands.Choose)


class CountedAttack(Struct, frozen=True):
    """An attack with its attacker and target, and whether it hit or partly hit."""

    who: str
    target: str
    hit: bool
    partly: bool = False


class Causes:
    """A tracker of attacks, and of who caused each loss or gain of health, also in commands that wait for an answer."""

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
            at = self._decided.get(frozenset((event.who, event.target)))
            if at is not None:
                self.attacks[at] = replace(self.attacks[at], hit=self._rules.afterwards[event.what], partly=False)
        if attack := self._attack(event):
            self._decided[frozenset((attack.who, attack.target))] = len(self.attacks)
            self.attacks.append(attack)
        self._happened.append(event)

    def of_loss(self, victim: str, before: Fight) -> str:
        """Return who caused a loss of health, GM, or empty if unknown."""
        return GM if self._by_gm else cause_of_loss(self._rules, self._actor, victim, before, self._happened)

    def of_gain(self, actor: str) -> str:
        """Return who caused a gain of health."""
        return GM if self._by_gm else self._actor or actor

    def _attack(self, event: AnyEvent) -> CountedAttack | None:
        """Return the attack that an event decides, if any."""
        if not isinstance(event, Rolled | CustomEvent) or not event.target or not event.who:
            return None
        declared = self._declared(event)
        outcome = event.outcome if isinstance(event, Rolled) else str(event.facts.get("outcome", ""))
        if declared is None or outcome not in (*declared.hits, *declared.partly, *declared.misses):
            return None
        who, target = (event.target, event.who) if declared.by_target else (event.who, event.target)
        return CountedAttack(who, target, outcome in declared.hits, outcome in declared.partly)

    def _declared(self, event: Rolled | CustomEvent) -> OutcomeRoles | None:
        """Return the outcomes that make an event an attack: those declared, else of the actor's rolls in `attack`."""
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
        self._successes = defaultdict[str, Successes](Successes)
        self._sums = defaultdict[str, DiceTotals](DiceTotals)

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
        now = everyone(self._fight)
        waiting = (each.get("round", 0) for each in self._fight.groups.values())
        return Statistics(
            rounds=max((self._round, *waiting, *(each[0] for each in self._damage))),
            people=tuple(self._person(who, one, now.get(who)) for who, one in self._entered.items()),
            damage=tuple(Loss(*loss, amount) for loss, amount in self._damage.items()),
            healing=tuple(Loss(*gain, amount) for gain, amount in self._healing.items()),
            falls=tuple(self._falls),
            successes=self._successes,
            sums=self._sums,
        )

    def _see(self, event: AnyEvent) -> None:
        match event:
            case RoundBegan(round=number):
                self._round = number
            case Rolled():
                self._count_roll(event)
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
        if before is not None and self._rules.is_up(before) and not self._rules.is_up(now):
            hurt = self._hurt_by.get(actor)
            self._falls.append(hurt or Fall(self._round, actor, self._causes.of_loss(actor, self._fight)))

    def _person(self, actor: str, entered: Any, now: Any) -> Person:
        last = entered if now is None else now
        made = [each for each in self._causes.attacks if each.who == actor]
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
            hits=sum(each.hit for each in made),
            partly=sum(each.partly for each in made),
            attempts=len(made),
        )

    def _count_roll(self, rolled: Rolled) -> None:
        if not rolled.who or not rolled.dice:
            return
        chance, success = self._chances.of(rolled), self._chances.is_success(rolled)
        given = any(die.given for die in (*rolled.dice, *rolled.edge_dice))
        if chance.success is not None and success is not None:
            judged = self._successes[rolled.who]
            judged.chances.append(chance.success)
            judged.succeeded += success
            judged.given += given
        elif chance.total is not None:
            summed = self._sums[rolled.who]
            summed.rolls += 1
            summed.total += rolled.total
            summed.mean += chance.total.mean
            summed.variance += chance.total.variance
            summed.given += given
        elif success is not None:
            self._successes[rolled.who].uncounted += 1
        elif not rolled.outcome:
            self._sums[rolled.who].uncounted += 1
