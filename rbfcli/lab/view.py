"""What a policy is asked about: a fight as its side knows it, what its people might do, and what leads where."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple

from msgspec.structs import replace

from rbfcli.core.errors import LimitReached, PluginBug, RbfError
from rbfcli.core.limits import Budget
from rbfcli.dice.sources import MaxDice, SeededDice
from rbfcli.engine.play import PEOPLE_A_STEP, REHEARSAL, execute
from rbfcli.engine.player_view import PlayerFight, health_quartile, seen, sight_of, visible_to
from rbfcli.engine.weapons import rounds_left
from rbfcli.language.grammar import line_for
from rbfcli.model.commands import Attack, Command, Turn
from rbfcli.model.fight import Question
from rbfcli.model.rules import Rules

USELESS, BARE, READY = range(3)


def actor_of(command: Command | None) -> str:
    """Return who does what a command says; empty where it names no actor."""
    return str(getattr(command, "by", "") or getattr(command, "who", ""))


OPEN_END = "…"


class View:
    """What one side knows when somebody of it is to act (`people`), or to answer a `question`.

    `fight` is what `watch --as SIDE` shows. Whoever the side does not see is not there, whatever is asked: no distance
    is known, no command comes to mind or is accepted. Rehearsals are of that fight too, with the highest dice, and harm
    nobody of another side, so that how hard a foe is to hit or to drop is not told; nobody comes in between, so neither
    is whether a foe may still react, or waits to.
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
        """The fight as the side sees it."""
        return seen(self._fight, self.rules, self.side)[0]

    @property
    def is_of_players(self) -> bool:
        """Whether the side is the players', as far as the rules know of any."""
        return self.side in sight_of(self.rules).players(self._fight)

    @cached_property
    def foes(self) -> dict[str, int]:
        """Those of other sides whom the side sees and who are up, each with the quarters of its health."""
        fight, side, standing, hides = self._fight, self.side, self.rules.standing, sight_of(self.rules).hides
        return {
            who: health_quartile(*self.rules.health(one))
            for who, one in fight.combatants.items()
            if one.side != side and standing(one) and not hides(fight, who, side)
        }

    def number(self, most: int) -> int:
        """A number from 0 to one below `most`, of the policy's own stream."""
        return self._chance.row(most, 1)[0] - 1

    @cached_property
    def _known(self) -> Any:
        """The fight as if those whom the side does not see, and what nobody has found, had never been there."""
        return visible_to(self._fight, self.rules, self.side)

    def is_up(self, actor: str) -> bool:
        """Whether somebody is in the fight and up, as far as the side sees."""
        one = self._fight.combatants.get(actor)
        return one is not None and bool(self.rules.standing(one)) and self._sees(actor, one)

    def _sees(self, actor: str, combatant: Any) -> bool:
        return combatant.side == self.side or not sight_of(self.rules).hides(self._fight, actor, self.side)

    def distance(self, actor: str, other: str) -> int | None:
        """How far apart two are; None where that is not known."""
        people = self._fight.combatants
        if not all(each in people and self._sees(each, people[each]) for each in (actor, other)):
            return None
        return self.rules.distance(self._fight, actor, other)

    @cached_property
    def deeds(self) -> list[Command]:
        """What might come to mind to its people, but for what is at those it does not see, or wants own words."""
        found = (each.command for who in self.people for each in self.rules.candidates(self._known, who))
        return [each for each in found if not isinstance(each, Turn) and OPEN_END not in line_for(each)]

    def strikes(self, actor: str, foe: str) -> Iterator[Command]:
        """What somebody of the side does harm to a foe with, the best first: the plain attack, if nothing else."""
        if self.rules.strikes is not None and self._is_own(actor):
            yield from self.rules.strikes(self._fight, actor, foe)
        else:
            yield self.attack(actor, foe)

    def attack(self, actor: str, foe: str) -> Attack:
        """The plain attack, with whatever is in hand."""
        kind: Any = self.rules.verb_types["attack"]
        attack: Attack = kind(who=actor, targets=(foe,))
        return attack

    def can_attack(self, actor: str) -> bool:
        """Return whether somebody of the side could still attack in this turn, at once or behind something else."""
        return self._is_own(actor) and self._could_attack(self._known, actor)

    def _could_attack(self, fight: Any, actor: str) -> bool:
        return self.rules.can_attack is None or self.rules.can_attack(fight, actor)

    def approaches(self, actor: str) -> list[Command]:
        """Return what may get somebody of the side at a foe, the nearest first; all deeds where no system says."""
        approach, known = self.rules.approach, self._known
        if approach is None:
            return [each for each in self.deeds if actor in (getattr(each, "who", ""), getattr(each, "by", ""))]
        foes = sorted(self.foes, key=lambda foe: self.distance(actor, foe) or 0)
        return list(dict.fromkeys(each for foe in foes for each in approach(known, actor, foe)))

    def opens_an_attack(self, actor: str, command: Command) -> bool:
        """Whether a plain attack of somebody of the side at a foe is accepted once a command is done."""
        after = self._behind(actor, command)
        if after is None or after.paused is not None or not self._could_attack(after, actor):
            return False
        return any(self._after(after, self.attack(actor, foe)) is not None for foe in self.foes)

    def is_accepted(self, command: Command) -> bool:
        """Return whether the rules take a command in rehearsal."""
        return self._after(self._known, command) is not None

    def takes_the_attack(self, actor: str, command: Command) -> bool:
        """Return whether a command is accepted, and leaves somebody of the side without an attack in this turn."""
        after = self._behind(actor, command)
        return after is not None and not self._could_attack(after, actor)

    def brings_nearer(self, actor: str, command: Command) -> bool:
        """Whether the nearest foe is nearer to somebody of the side once a command is done."""
        if actor not in self._near:
            self._near[actor] = self._nearest(self._known, actor) if self._is_own(actor) else None
        before = self._near[actor]
        after = self._behind(actor, command) if before else None
        then = self._nearest(after, actor) if after is not None else None
        return before is not None and then is not None and then < before

    def conditions(self, actor: str) -> tuple[str, ...]:
        """Return the names of what lies on somebody of the side."""
        return tuple(self._fight.combatants[actor].conditions) if self._is_own(actor) else ()

    def rids(self, actor: str, command: Command) -> bool:
        """Whether somebody of the side has fewer conditions once a command is done, and none that it had not."""
        if not self.conditions(actor):
            return False
        after = self._behind(actor, command)
        if after is None or after.paused is not None:
            return False
        before, then = self._fight.combatants[actor].conditions, after.combatants[actor].conditions
        return len(then) < len(before) and all(name in before for name in then)

    def arming(self, actor: str, commands: Iterable[Command]) -> Iterator[Command]:
        """Yield the commands after which somebody of the side holds something ready, or can by one more; ready first.

        There are none where what is in hand is of use: to look two steps ahead takes long.
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
        """Return whether what somebody holds is of no use now, or ready, or nothing at all."""
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
        """Return how ready somebody is in a fight after a command, or after one more; of no use if it was refused."""
        if fight is None or fight.paused is not None:
            return USELESS
        found = self._in_hand(fight, actor)
        if found == USELESS:
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
        """The fight behind a command in rehearsal, where those of other sides who were harmed are as they were.

        None where it is refused, or where `actor` is not of the side, or is not there any more. It is rehearsed once.
        """
        if (actor, command) not in self._rehearsed:
            after = self._after(self._known, command) if self._is_own(actor) else None
            gone = after is None or actor not in after.combatants
            self._rehearsed[actor, command] = None if gone else self._unharmed(after)
        return self._rehearsed[actor, command]

    def _unharmed(self, after: Any) -> Any:
        """A fight in which those of other sides whose health or conditions are others now are as they were."""
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
        """The fight after a command in rehearsal; None where it is refused."""
        try:
            return execute(self.rules.undisturbed, fight, command, MaxDice()).fight
        except (RbfError, LimitReached, PluginBug):
            return None

    def _whole(self) -> Any:
        """The fight as it is, for a policy that knows everything, and says so."""
        return self._fight


TOO_MUCH = "too much could be done to find what leads to a strike"


MOST_WAYS = 3


class Leading(NamedTuple):
    """Commands of which each lets somebody strike next, or (where `strikes` is False) brings it nearer to a foe."""

    commands: tuple[Command, ...]
    strikes: bool


def leading(rules: Rules, fight: Any, actor: str, commands: Sequence[Command], budget: Budget) -> Leading:
    """The first of somebody's commands behind which it can strike, else that bring it nearer. Raises LimitReached."""
    view = View(
        rules, fight, fight.combatants[actor].side, SeededDice(f"{fight.seed} leading"), people=(actor,), question=None
    )
    rehearsed = 2 * len(commands) * (2 + len(view.foes))
    budget.spend(rehearsed * (REHEARSAL + len(fight.combatants) // PEOPLE_A_STEP), TOO_MUCH)
    opens = (each for each in commands if view.opens_an_attack(actor, each))
    nears = (each for each in commands if view.brings_nearer(actor, each))
    found = tuple(islice(opens, MOST_WAYS))
    return Leading(found or tuple(islice(nears, MOST_WAYS)), strikes=bool(found))
