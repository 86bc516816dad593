"""How large the graph of a fight is at least, found by playing it: how often two fights meet in the same position."""

from collections import Counter
from math import sqrt

from rbfcli.kernel.limits import POSITIONS, STEPS_OF_A_GRAPH
from rbfcli.lab.outcomes import bare, state_of, too_large
from rbfcli.lab.playing import Playing
from rbfcli.lab.policies import OPTIMAL, policy_named
from rbfcli.lab.positions import RANDOM, Positions

# Two of so many fights would meet thrice, if all of the most positions that can be solved were as likely.
FIGHTS, MOST_COMMANDS = 600, 60
STEPS_A_MINUTE = 60_000_000


class Waiting(Playing):
    """A fight that stands at each of its questions: a graph has a position for it."""

    answers_at_once = False


def require_small(positions: Positions, rounds: int, steps: int) -> None:
    """Raise LimitReached if a graph is as good as certainly too large, at so many steps for a position."""
    least = least_positions(positions, rounds)
    if least > POSITIONS:
        raise too_large(f"it has about {rounded(least):,} positions or more, and {POSITIONS:,} can be solved")
    if least * steps > STEPS_OF_A_GRAPH:
        minutes, most = -(-least * steps // STEPS_A_MINUTE), STEPS_OF_A_GRAPH // STEPS_A_MINUTE
        raise too_large(f"it takes about {minutes:,} minutes or more, for {rounded(least):,} positions; {most} at most")


def least_positions(positions: Positions, rounds: int) -> int:
    """How many positions there are, as good as certainly, at least.

    Of fights that are in any of P positions after some commands, two meet with a chance of 1/P or more. So the pairs of
    fights, divided by more meetings than there may well have been, are a bound of P.
    """
    policies = {side: policy_named(RANDOM if name == OPTIMAL else name) for side, name in positions.names.items()}
    reached: list[Counter[bytes]] = [Counter() for _ in range(MOST_COMMANDS)]
    last = positions.first.fight.round + rounds
    for number in range(FIGHTS):
        game = Waiting(positions.rules, positions.first.fight, policies, f"foreseen {number}", told=False)
        for after in reached:
            if game.go_on(last):
                break
            after[state_of(positions.gist(bare(game.fight)))] += 1
    return max(map(_least, reached))


def _least(reached: Counter[bytes]) -> int:
    """How many positions there are at least, where some were reached so often."""
    fights = sum(reached.values())
    met = sum(times * (times - 1) // 2 for times in reached.values())
    return int(fights * (fights - 1) // 2 / (met + 3 * sqrt(met) + 3))


def rounded(number: int) -> int:
    """A number with two digits and noughts."""
    return round(number, -max(0, len(str(number)) - 2))
