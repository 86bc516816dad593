"""A policy's view: the fight as its side knows it, possible commands, and where they lead."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any

from msgspec.structs import replace

from rbfcli.core.errors import LimitReached, PluginBug, RbfError
from rbfcli.dice.sources import MaxDice, SeededDice
from rbfcli.engine.play import execute
from rbfcli.engine.player_view import PlayerFight, health_quartile, seen, sight_of, visible_to
from rbfcli.engine.weapons import rounds_left
from rbfcli.model.commands import Attack, Command, Turn, needs_words
from rbfcli.model.fight import Question
from rbfcli.model.rules import Rules

USELESS, BARE, READY = range(3)
ON = "turn next"


def actor_of(command: Command | None) -> str:
    """Return the actor of a command; empty if it has none."""
    return str(getattr(command, "by", "") or getattr(command, "who", ""))


def turn_is_over(rules: Rules, fight: Any) -> bool:
    """Return whether the next turn is due."""
    return ON in rules.next_steps(fight)


class View:
    """The knowledge of one side whose `people` act, or who must answer a `question`.

    `fight` is what `watch --as SIDE` shows. Combatants that the side cannot see do not exist for it: no distance to
    them is known, and no command at them is offered or accepted. Rehearsals use this fight too, with the highest
    dice, and do not harm other sides, so they do not reveal how hard an enemy is to hit or to drop. Reactions are
    left out, so they do not reveal whether an enemy may still react or is waiting to.
    """

    def __init__(
        self,
        rules: Rules,
        fight: Any,
        side: str,
        chance: SeededDice,
        *,
        people: tuple[str, ...],
        question: Question | None,
    ) -> None:
        self.rules = rules
        self.side = side
        self.people = people
        self.question = question
        self._fight = fight
        self._chance = chance
        self._rehearsed: dict[tuple[str, Command], Any] = {}
        self._near: dict[str, int | None] = {}

    @cached_property
    def fight(self) -> PlayerFight:
        """Return the fight as the side sees it."""
        return seen(self._fight, self.rules, self.side)[0]

    @property
    def is_of_players(self) -> bool:
        """Return whether the players control the side, as far as the rules know."""
        return self.side in sight_of(self.rules).players(self._fight)

    @cached_property
    def foes(self) -> dict[str, int]:
        """Return the visible standing enemies, each with its health in quarters."""
        fight, side, standing, hides = self._fight, self.side, self.rules.standing, sight_of(self.rules).hides
        return {
            who: health_quartile(*self.rules.health(one))
            for who, one in fight.combatants.items()
            if one.side != side and standing(one) and not hides(fight, who, side)
        }

    def number(self, most: int) -> int:
        """Return a random number from 0 to `most` - 1, from the policy's own stream."""
        return self._chance.row(most, 1)[0] - 1

    @cached_property
    def _known(self) -> Any:
        return visible_to(self._fight, self.rules, self.side)

    def is_up(self, actor: str) -> bool:
        """Return whether a combatant is in the fight and up, as far as the side sees."""
        one = self._fight.combatants.get(actor)
        return one is not None and bool(self.rules.standing(one)) and self._sees(actor, one)

    def _sees(self, actor: str, combatant: Any) -> bool:
        return combatant.side == self.side or not sight_of(self.rules).hides(self._fight, actor, self.side)

    def distance(self, actor: str, other: str) -> int | None:
        """Return the distance between two combatants, or None if it is unknown."""
        people = self._fight.combatants
        if not all(each in people and self._sees(each, people[each]) for each in (actor, other)):
            return None
        return self.rules.distance(self._fight, actor, other)

    @cached_property
    def _proposed(self) -> list[Command]:
        found = (each.command for who in self.people for each in self.rules.candidates(self._known, who))
        return [each for each in found if not isinstance(each, Turn)]

    @cached_property
    def actions(self) -> list[Command]:
        """Return possible commands of its combatants, except at unseen targets or with free text."""
        return [each for each in self._proposed if not needs_words(each)]

    def actions_of(self, actor: str) -> Iterator[Command]:
        """Yield the possible commands of one combatant."""
        return (each for each in self.actions if actor in (getattr(each, "who", ""), getattr(each, "by", "")))

    def strikes(self, actor: str, foe: str) -> Iterator[Command]:
        """Yield the actor's harmful commands against an enemy, best first; by default, the plain attack."""
        if self.rules.strikes is not None and self._is_own(actor):
            yield from self.rules.strikes(self._fight, actor, foe)
        else:
            yield self.attack(actor, foe)

    def attack(self, actor: str, foe: str) -> Attack:
        """Return the plain attack with the weapon in hand."""
        kind: Any = self.rules.verb_types["attack"]
        attack: Attack = kind(who=actor, targets=(foe,))
        return attack

    def with_other_weapons(self, actor: str) -> Iterator[Attack]:
        """Yield the plain attacks on enemies with a weapon other than the usual one, as far as it reaches."""
        reaches = self.rules.reaches or (lambda *_: True)
        for each in self._proposed:
            weapon = getattr(each, "weapon", "")
            if isinstance(each, Attack) and weapon and (foe := each.targets[0]) in self.foes:
                is_plain = each == replace(self.attack(actor, foe), weapon=weapon)
                if is_plain and reaches(self._fight, actor, foe, weapon):
                    yield each

    def can_attack(self, actor: str) -> bool:
        """Return whether a combatant of the side can still attack this turn, now or after another action."""
        return self._is_own(actor) and self._could_attack(self._fight, actor)

    def _could_attack(self, fight: Any, actor: str) -> bool:
        return self.rules.can_attack is None or self.rules.can_attack(fight, actor)

    def approaches(self, actor: str) -> list[Command]:
        """Return commands that may bring the actor into reach of an enemy, nearest enemy first.

        If the system does not list any, return all of the actor's commands.
        """
        approach, known = self.rules.approach, self._known
        if approach is None:
            return [*self.actions_of(actor)]
        foes = sorted(self.foes, key=lambda foe: self.distance(actor, foe) or 0)
        return list(dict.fromkeys(each for foe in foes for each in approach(known, actor, foe)))

    def opens_an_attack(self, actor: str, command: Command) -> bool:
        """Return whether the actor can make a plain attack on an enemy after a command."""
        after = self._behind(actor, command)
        if after is None or after.paused is not None or not self._could_attack(after, actor):
            return False
        return any(self._after(after, self.attack(actor, foe)) is not None for foe in self.foes)

    def is_accepted(self, command: Command) -> bool:
        """Return whether the rules accept a command in rehearsal."""
        return self._after(self._known, command) is not None

    def takes_the_attack(self, actor: str, command: Command) -> bool:
        """Return whether a command is accepted and leaves the actor without an attack this turn."""
        after = self._behind(actor, command)
        return after is not None and not self._could_attack(after, actor)

    def brings_nearer(self, actor: str, command: Command) -> bool:
        """Return whether the nearest enemy is nearer to the actor after a command."""
        if actor not in self._near:
            self._near[actor] = self._nearest(self._known, actor) if self._is_own(actor) else None
        before = self._near[actor]
        after = self._behind(actor, command) if before else None
        then = self._nearest(after, actor) if after is not None else None
        return before is not None and then is not None and then < before

    def conditions(self, actor: str) -> tuple[str, ...]:
        """Return the names of the actor's conditions, if it is on this side."""
        return tuple(self._fight.combatants[actor].conditions) if self._is_own(actor) else ()

    def rids(self, actor: str, command: Command) -> bool:
        """Return whether the actor has fewer conditions, and no new ones, after a command."""
        if not self.conditions(actor):
            return False
        after = self._behind(actor, command)
        if after is None or after.paused is not None:
            return False
        before, then = self._fight.combatants[actor].conditions, after.combatants[actor].conditions
        return len(then) < len(before) and all(name in before for name in then)

    def arming(self, actor: str, commands: Iterable[Command]) -> Iterator[Command]:
        """Yield the commands that give the actor a ready weapon, or lead to one; immediate ones first.

        Yields nothing if the weapon in hand is usable, because looking two steps ahead is slow.
        """
        if not self._is_own(actor) or self._in_hand(self._known, actor) != USELESS:
            return
        bare: list[Command] = []
        for each in commands:
            found = self._in_hand_at_best(self._after(self._known, each), actor)
            if found == READY:
                yield each
            elif found == BARE:
                bare.append(each)
        yield from bare

    def _in_hand(self, fight: Any, actor: str) -> int:
        """Return whether the actor's hands hold something useless, something ready, or nothing."""
        if self.rules.carrying is None or actor not in fight.combatants:
            return BARE
        handles, one, found = self.rules.carrying(), fight.combatants[actor], BARE
        for hand in handles.hands:
            if held := getattr(one, hand):
                weapon = handles.find(fight, held)
                is_empty = weapon is not None and handles.loads(weapon) and not rounds_left(one, held, weapon)
                if not is_empty and not handles.failed(fight, actor, held):
                    return READY
                found = USELESS
        return found

    def _in_hand_at_best(self, fight: Any, actor: str) -> int:
        """Return the best readiness after a command, or one more this turn; USELESS if it was refused."""
        if fight is None or fight.paused is not None:
            return USELESS
        found = self._in_hand(fight, actor)
        if found == USELESS and not turn_is_over(self.rules, fight):
            for each in (each.command for each in self.rules.candidates(fight, actor)):
                later = None if isinstance(each, Attack | Turn) else self._after(fight, each)
                if later is not None:
                    found = max(found, self._in_hand(later, actor))
                    if found == READY:
                        break
        return found

    def _is_own(self, actor: str) -> bool:
        one = self._fight.combatants.get(actor)
        return one is not None and one.side == self.side

    def _nearest(self, fight: Any, actor: str) -> int | None:
        known = (self.rules.distance(fight, actor, foe) for foe in self.foes if foe in fight.combatants)
        return min((far for far in known if far is not None), default=None)

    def _behind(self, actor: str, command: Command) -> Any:
        """Return the fight after a rehearsed command, with harmed enemies restored.

        Returns None if the command is refused, or if `actor` is not of the side or no longer there. Each command is
        rehearsed only once.
        """
        if (actor, command) not in self._rehearsed:
            after = self._after(self._known, command) if self._is_own(actor) else None
            gone = after is None or actor not in after.combatants
            self._rehearsed[actor, command] = None if gone else self._unharmed(after)
        return self._rehearsed[actor, command]

    def _unharmed(self, after: Any) -> Any:
        """Return a fight with the previous sheets of enemies whose health or conditions changed."""
        people, now, side, health = self._known.combatants, after.combatants, self.side, self.rules.health
        if people is now:
            return after
        harmed = {
            who: one
            for who, one in people.items()
            if one.side != side
            and (then := now.get(who)) is not one
            and (then is None or health(then) != health(one) or then.conditions != one.conditions)
        }
        return replace(after, combatants={**now, **harmed}) if harmed else after

    def _after(self, fight: Any, command: Command) -> Any:
        try:
            return execute(self.rules.undisturbed, fight, command, MaxDice()).fight
        except (RbfError, LimitReached, PluginBug):
            return None

    def _whole(self) -> Any:
        return self._fight
