"""What a policy is asked about: a fight as its side knows it, what its people might do, and a stream of its own."""

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from rbfcli.kernel.command import Command
from rbfcli.kernel.dice.highest import Highest
from rbfcli.kernel.dice.seeded import Seeded
from rbfcli.kernel.errors import LimitReached, PluginFault, RbfError
from rbfcli.kernel.fight import Question
from rbfcli.kernel.play import play
from rbfcli.kernel.rules import Rules
from rbfcli.kernel.seen import SeenFight, hidden_from, quarters_of, seen, sight_of
from rbfcli.kernel.verbs import Attack, Turn

OPEN_END = "…"


class View:
    """What one side knows when somebody of it is to act (`people`), or to answer a `question`.

    `fight` is what `watch --as SIDE` shows. What the rules accept is found by rehearsal, which tells no foe's number.
    """

    def __init__(
        self, rules: Rules, fight: Any, side: str, chance: Seeded, *, people: tuple[str, ...], question: Question | None
    ) -> None:
        self.rules = rules
        self.side = side
        self.people = people
        self.question = question
        self._fight = fight
        self._chance = chance
        self._foes: dict[str, int] | None = None

    @cached_property
    def fight(self) -> SeenFight:
        """The fight as the side sees it."""
        return seen(self._fight, self.rules, self.side)[0]

    @property
    def foes(self) -> dict[str, int]:
        """Those of other sides whom the side sees and who are up, each with the quarters of its health."""
        if self._foes is None:  # `cached_property` takes a lock, which is more than all the rest
            self._foes = self._found_foes()
        return self._foes

    def _found_foes(self) -> dict[str, int]:
        fight, side, standing, hides = self._fight, self.side, self.rules.standing, sight_of(self.rules).hides
        return {
            who: self._quarters(one)
            for who, one in fight.combatants.items()
            if one.side != side and standing(one) and not hides(fight, who, side)
        }

    def _quarters(self, one: Any) -> int:
        return quarters_of(*self.rules.health(one))

    def number(self, most: int) -> int:
        """A number from 0 to one below `most`, of the policy's own stream."""
        return self._chance.row(most, 1)[0] - 1

    def is_up(self, who: str) -> bool:
        """Whether somebody of the side is in the fight."""
        return bool(self.rules.standing(self._fight.combatants[who]))

    def distance(self, who: str, other: str) -> int | None:
        """How far apart two are; None where that is not known."""
        return self.rules.distance(self._fight, who, other)

    @cached_property
    def deeds(self) -> list[Command]:
        """What might come to mind to its people, but for what is at those it does not see, or wants own words."""
        never = (OPEN_END, *hidden_from(self._fight, self.rules, self.side))
        found = (each.command for who in self.people for each in self.rules.candidates(self._fight, who))
        return [each for each in found if not isinstance(each, Turn) and not _names(each, never)]

    def strikes(self, who: str, foe: str) -> Iterator[Command]:
        """What somebody does harm with for want of a weapon, best first, and the plain attack."""
        if self.rules.strikes is not None:
            yield from self.rules.strikes(self._fight, who, foe)
        yield self.attack(who, foe)

    def attack(self, who: str, foe: str) -> Attack:
        """The plain attack, with whatever is in hand."""
        kind: Any = self.rules.verb_types["attack"]
        attack: Attack = kind(who=who, targets=(foe,))
        return attack

    def opens_an_attack(self, who: str, command: Command) -> bool:
        """Whether a plain attack at somebody is accepted once a command is done."""
        after = self._after(self._fight, command)
        if after is None or after.paused is not None:
            return False
        return any(self._after(after, self.attack(who, foe)) is not None for foe in self.foes)

    def brings_nearer(self, who: str, command: Command) -> bool:
        """Whether the nearest foe is nearer to somebody once a command is done."""
        after = self._after(self._fight, command)
        before = self._nearest(self._fight, who)
        then = self._nearest(after, who) if after is not None and who in after.combatants else None
        return before is not None and then is not None and then < before

    def rids(self, who: str, command: Command) -> bool:
        """Whether somebody has fewer conditions once a command is done, and none that it had not."""
        after = self._after(self._fight, command)
        if after is None or after.paused is not None or who not in after.combatants:
            return False
        before, then = self._fight.combatants[who].conditions, after.combatants[who].conditions
        return len(then) < len(before) and all(name in before for name in then)

    def _nearest(self, fight: Any, who: str) -> int | None:
        known = (self.rules.distance(fight, who, foe) for foe in self.foes if foe in fight.combatants)
        return min((far for far in known if far is not None), default=None)

    @property
    def as_it_is(self) -> Any:
        """The fight itself, for what the side knows of its own people."""
        return self._fight

    def after(self, command: Command, fight: Any = None) -> Any:
        """The fight (or another) behind a command in rehearsal, for what befalls its own people; None if refused."""
        return self._after(self._fight if fight is None else fight, command)

    def _after(self, fight: Any, command: Command) -> Any:
        """The fight after a command in rehearsal; None where it is refused."""
        try:
            return play(self.rules, fight, command, Highest()).fight
        except (RbfError, LimitReached, PluginFault):
            return None

    def ranked(self) -> Iterator[Command]:
        """What the people might do that rolls dice, best first by its odds, with the numbers of everybody known."""
        from rbfcli.lab.choosing import by_odds

        return by_odds(self.rules, self._fight, self.people, self.deeds)

    def answers_by_odds(self) -> tuple[str, ...]:
        """The answers to the question, best first by their odds, with the numbers of everybody known."""
        from rbfcli.lab.choosing import answers_by_odds

        return answers_by_odds(self.rules, self._fight, self.question) if self.question else ()


def _names(command: Command, words: tuple[str, ...]) -> bool:
    """Whether any word of a command is one of these."""
    for field in command.__struct_fields__:
        value = getattr(command, field)
        for each in value if isinstance(value, tuple) else (value,):
            if isinstance(each, str) and each in words:
                return True
    return False
