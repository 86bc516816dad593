"""`rbf simulate --exact`: the exact chances of a whole fight, which is solved instead of played many times."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal, localcontext
from typing import TYPE_CHECKING, Any

from rbfcli.commands.reply import Reply
from rbfcli.commands.simulation_data import SimulationTarget, policies_of, require_no_question
from rbfcli.core.errors import conflict, misuse
from rbfcli.core.text import safe
from rbfcli.lab.exact import WHOLE, ExactFight, push
from rbfcli.lab.policies import CHANCY, policy_named
from rbfcli.lab.simulate import require_a_fight
from rbfcli.language.grammar import CommonOptions, line_for
from rbfcli.language.program_verbs import Simulate
from rbfcli.render.json import json_line
from rbfcli.render.layout import table, wrapped
from rbfcli.render.sentences import Style
from rbfcli.render.simulation import percent

if TYPE_CHECKING:
    from rbfcli.render.json_types.simulation import ExactChance, ExactSimulation

DIGITS = 12
OF_MANY = ("until_ci", "jobs", "scheduler", "seed", "compare", "sweep", "what_matters", "replay", "csv", "svg")


def exactly(
    subject: SimulationTarget,
    command: Simulate,
    style: Style,
    common: CommonOptions,
    tell: Callable[[int, int, str], object],
) -> Reply:
    """Solve a fight exactly.

    Raises RbfError: UsageError for options that need many fights, LimitReached past the limit.
    """
    given = ["-n"] * bool(command.fights) + [
        f"--{each.replace('_', '-')}" for each in OF_MANY if getattr(command, each)
    ]
    if given:
        raise conflict(given[0], "--exact")
    require_a_fight(subject.rules, subject.fight)
    require_no_question(subject.fight, "--exact takes a fight between two commands")
    policies = policies_of(command.policy, tuple(dict.fromkeys(one.side for one in subject.fight.combatants.values())))
    if chancy := [name for name in policies.values() if name in CHANCY]:
        raise misuse(f"--exact cannot follow {chancy[0]}, which is random", "--policy weakest", "--policy nearest")
    players = {side: policy_named(name) for side, name in policies.items()}
    found = push(
        subject.rules,
        subject.fight,
        players,
        command.rounds,
        lambda positions, decided: tell(positions, 0, f"{100 * decided:.1f} % decided"),
    )
    facts = _facts(subject, policies, command.rounds, found)
    if common.json:
        return Reply(text=json_line(line_for(command), **facts))
    lines = (
        [f"{side} {each['exact']}" for side, each in facts["sides"].items()] if common.quiet else _told(facts, style)
    )
    return Reply(text="".join(f"{line}\n" for line in lines))


def _facts(subject: SimulationTarget, policies: dict[str, str], rounds: int, found: ExactFight) -> ExactSimulation:
    decided = max(1, found.decided)
    return {
        "source": subject.name,
        "system": subject.rules.name,
        "policies": policies,
        "most_rounds": rounds,
        "positions": found.positions,
        "sides": {side: _chance(found.wins.get(side, 0)) for side in policies},
        "draws": _chance(found.wins.get("", 0)),
        "undecided": _chance(found.undecided),
        "mean_rounds": sum(number * mass for number, mass in found.rounds.items()) / decided,
        "combatants": {
            who: {
                "name": one.name,
                "side": one.side,
                "down": found.down.get(who, 0) / decided,
                "left": found.left.get(who, 0) / decided,
            }
            for who, one in subject.fight.combatants.items()
        },
    }


def _chance(mass: int) -> ExactChance:
    with localcontext() as context:
        context.prec = 3 * DIGITS
        return {"chance": mass / WHOLE, "exact": f"{Decimal(mass) / WHOLE:.{DIGITS}f}"}


def _told(facts: Any, style: Style) -> list[str]:
    """Return the result of an exact simulation in words."""
    how = ", ".join(f"{side} {name}" for side, name in facts["policies"].items())
    of = f" of {facts['source']}" if facts["source"] else ""
    said = f"exact chances{of} ({facts['system']}), played {how}; {facts['positions']:,} positions"
    rows = [{"side": side, "chance to win": each["exact"]} for side, each in facts["sides"].items()]
    rows += [{"side": f"({key})", "chance to win": facts[key]["exact"]} for key in ("draws", "undecided")]
    people = [
        {"combatant": who, "out": percent(each["down"]), "left": f"{each['left']:.1f}"}
        for who, each in facts["combatants"].items()
    ]
    undecided = "undecided: too unlikely to follow, or not over in the rounds; any side may win it"
    rounds = f"where it is decided, {facts['mean_rounds']:.2f} rounds on average, and at the end:"
    return [
        *wrapped(safe(said), style.width),
        *table(["side", "chance to win"], rows, style),
        *wrapped(undecided, style.width),
        "",
        *wrapped(rounds, style.width),
        *table(["combatant", "out", "left"], people, style),
    ]
