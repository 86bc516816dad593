"""By how much commands change who wins: the fight is played on many times as it is, and as often behind each."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rbfcli.kernel.command import Command
from rbfcli.kernel.errors import PluginFault, RbfError, Refusal
from rbfcli.kernel.fight import Fight
from rbfcli.kernel.play import play
from rbfcli.kernel.rules import Rules
from rbfcli.kernel.sides import several_stand
from rbfcli.lab.leaving_off import Leaving
from rbfcli.lab.playing import Playing
from rbfcli.lab.policies import USUAL, Policy, policy_named
from rbfcli.lab.report import Pairs
from rbfcli.language.lab_verbs import USUAL_ROUNDS


class Telling:
    """Who is told how many fights are played, out of how many: nobody, unless somebody waits at a terminal."""

    tell: Callable[[int, int], object] = staticmethod(lambda _played, _of: None)


class Winning(Struct, frozen=True):
    """How often each side wins the fight as it is, in so many fights, and the same fights behind each command.

    They are fewer than were asked for where somebody `stopped` them.
    """

    fights: int
    wins: Counter[str]
    behind: tuple[Pairs, ...]
    stopped: bool = False


def winning(rules: Rules, fight: Any, commands: Sequence[Command], fights: int) -> Winning:
    """Play so many fights on from here, and behind each command, by the usual policy; with dice of the same seeds.

    An interrupt stops them, as does whoever wants them left off, and what is known is kept.

    Raises Refusal where the fight is over or has one side, and what a plug-in fails with.
    """
    if fight.over or not several_stand(fight, rules):
        raise Refusal("nobody has to win this fight any more", hint="suggest without --win")
    policies = dict.fromkeys(dict.fromkeys(one.side for one in fight.combatants.values()), policy_named(USUAL))
    wins, behind = Counter[str](), tuple(Pairs() for _ in commands)
    at_once = 1 + len(commands)
    try:
        for number in range(fights):
            if Leaving.asked():
                return Winning(number, wins, behind, stopped=True)
            start = replace(fight, seed=f"{fight.seed} win {number + 1}")
            before, *after = _winners(rules, start, commands, policies)
            for pairs, winner in zip(behind, after, strict=True):
                pairs.add(before, winner)
            wins[before] += 1
            Telling.tell((number + 1) * at_once, fights * at_once)
    except KeyboardInterrupt:
        return Winning(wins.total(), wins, behind, stopped=True)
    return Winning(fights, wins, behind)


def _winners(rules: Rules, start: Fight, commands: Sequence[Command], policies: dict[str, Policy]) -> list[str]:
    """Who wins a fight as it is, and behind each command."""
    try:
        starts = [start, *(_after(rules, start, command) for command in commands)]
        return [_winner(rules, each, policies) for each in starts]
    except PluginFault as fault:
        raise fault.failure() from fault


def _winner(rules: Rules, fight: Any, policies: dict[str, Policy]) -> str:
    return Playing(rules, fight, policies, fight.seed, told=False).to_the_end(USUAL_ROUNDS).winner


def _after(rules: Rules, fight: Fight, command: Command) -> Any:
    """The fight behind a command, or waiting in it; as it is where its dice let the rules refuse it."""
    try:
        return play(rules, fight, command).fight
    except RbfError:
        return fight
