"""Exact odds of a command: the rules themselves are walked over every outcome of their dice."""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from msgspec import Struct

from rbfcli.kernel.command import Command
from rbfcli.kernel.dice.branching import walk
from rbfcli.kernel.fight import Fight
from rbfcli.kernel.play import Played, play
from rbfcli.kernel.rules import Rules

Chances = dict[Any, Fraction]


class CommandOdds(Struct, frozen=True):
    """The chances of each outcome, of each loss of health by whom it befalls, of going down, of an open question."""

    outcomes: Chances
    open: Fraction
    losses: dict[str, Chances]
    downs: dict[str, Fraction]

    def mean_loss(self, who: str) -> Fraction:
        """The health somebody loses on average."""
        return sum((loss * chance for loss, chance in self.losses[who].items()), Fraction(0))


def command_odds(rules: Rules, fight: Fight, command: Command) -> CommandOdds:
    """Walk a command over every outcome of its dice. Raises what the command raises, and LimitReached."""
    paths = walk(lambda dice: play(rules, fight, command, dice))
    touched = _touched(fight, (played for _, played in paths))
    return CommandOdds(
        outcomes=_gathered((played.outcome, chance) for chance, played in paths),
        open=sum((chance for chance, played in paths if _asks(fight, played)), Fraction(0)),
        losses={
            who: _gathered(
                (_health(rules, fight, who) - _health(rules, played.fight, who), chance) for chance, played in paths
            )
            for who in touched
        },
        downs={
            who: sum((chance for chance, played in paths if not _stands(rules, played.fight, who)), Fraction(0))
            for who in touched
            if _stands(rules, fight, who)
        },
    )


def _asks(fight: Fight, played: Played) -> bool:
    """Whether a command leaves a question that has to be answered before the fight goes on."""
    return any(not each.lapses and each not in fight.questions for each in played.fight.questions)


def _gathered(pairs: Iterable[tuple[Any, Fraction]]) -> Chances:
    chances: Counter[Any] = Counter()
    for value, chance in pairs:
        chances[value] += chance  # type: ignore[assignment]
    return dict(sorted(chances.items(), key=lambda each: each[0] if isinstance(each[0], int) else 0))  # type: ignore[arg-type]


def _touched(fight: Fight, played: Iterable[Played]) -> list[str]:
    changed = {
        who for each in played for who, one in each.fight.combatants.items() if one is not fight.combatants.get(who)
    }
    return [who for who in fight.combatants if who in changed]


def _health(rules: Rules, fight: Fight, who: str) -> int:
    return rules.vigour(fight.combatants[who])[0]


def _stands(rules: Rules, fight: Fight, who: str) -> bool:
    return who in fight.combatants and rules.standing(fight.combatants[who])
