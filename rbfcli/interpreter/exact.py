"""`rbf simulate --exact`: the fight is solved instead of played, and its exact chances told."""

from collections.abc import Callable, Mapping
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any

from msgspec.structs import asdict

from rbfcli.interpreter.policy_words import policies_of
from rbfcli.interpreter.reply import Reply
from rbfcli.interpreter.subject import Subject, require_no_question
from rbfcli.kernel.errors import UsageError
from rbfcli.kernel.fight import Combatant
from rbfcli.lab.exact import Best, Exact, Question, solve
from rbfcli.lab.policies import OPTIMAL, policy_named
from rbfcli.lab.simulating import require_a_fight
from rbfcli.lab.solving import ENDLESS, Solved
from rbfcli.language.common_options import CommonOptions
from rbfcli.language.lab_verbs import Simulate
from rbfcli.language.writer import line_for
from rbfcli.render.json_lines import json_line
from rbfcli.render.style import Style

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rbfcli.render.shapes import exact as shapes

DIGITS, LONGEST_FRACTION = 12, 400
NONE = Fraction(0)
MANY_FIGHTS = (
    *("until_ci", "jobs", "scheduler", "seed", "compare", "sweep"),
    *("what_matters", "replay", "csv", "svg"),
)


def solved(
    subject: Subject, command: Simulate, style: Style, common: CommonOptions, tell: Callable[[int, str], object]
) -> Reply:
    """Solve a fight. Raises RbfError: UsageError for options of many fights, LimitReached where it is too large."""
    _require_alone(command)
    require_a_fight(subject.rules, subject.fight)
    require_no_question(subject.fight, "--exact takes a fight between two commands")
    sides = tuple(dict.fromkeys(one.side for one in subject.fight.combatants.values()))
    policies, instead = policies_of(command.policy, sides)
    _require_one_optimal_side(policies)
    found = solve(Question(subject.rules, subject.fight, policies, command.rounds, instead), tell)
    facts = facts_of(subject, policies, command.rounds, found)
    if common.json:
        return Reply(text=json_line(line_for(command), **facts))
    if common.quiet:
        return Reply(text="".join(f"{side} {each['digits']}\n" for side, each in facts["sides"].items()))
    from rbfcli.render.solved import solved_lines

    return Reply(text="".join(f"{line}\n" for line in solved_lines(facts, style)))


def _require_alone(command: Simulate) -> None:
    """Raise UsageError for options that ask something of many fights."""
    many = {
        "-n": bool(command.fights),
        **{f"--{name.replace('_', '-')}": bool(getattr(command, name)) for name in MANY_FIGHTS},
    }
    given = next((option for option, is_given in many.items() if is_given), "")
    if given:
        raise UsageError(f"{given} is for many fights, and --exact plays none", hint="one of them at a time")


def _require_one_optimal_side(policies: dict[str, str]) -> None:
    """Raise UsageError where two sides play optimally, and what a policy cannot be loaded for."""
    if list(policies.values()).count(OPTIMAL) > 1:
        side = next(iter(policies))
        raise UsageError("one side alone can play the best way there is", hint=f"--policy {side}={OPTIMAL}")
    for name in policies.values():
        if name != OPTIMAL:
            policy_named(name)


def facts_of(subject: Subject, policies: Mapping[str, str], rounds: int, found: Exact) -> "shapes.Solved":
    """Everything that is told of a fight that is solved."""
    solved, people = found.solved, subject.fight.combatants
    return {
        "source": subject.name,
        "system": subject.rules.name,
        "policies": dict(policies),
        "most_rounds": rounds,
        "positions": found.positions,
        "ways": found.ways,
        "sides": {side: _chance(solved, solved.wins.get(side, NONE)) for side in policies},
        "draws": _chance(solved, solved.wins.get("", NONE)),
        "ended": {
            "over": _chance(solved, solved.ended.get("over", NONE)),
            "rounds": _chance(solved, solved.ended.get("rounds", NONE)),
            "stuck": _chance(solved, solved.ended.get("stuck", NONE)),
        },
        "rounds": {
            "mean": float(solved.mean_rounds),
            "chances": {str(number): float(solved.rounds[number]) for number in sorted(solved.rounds)},
        },
        "combatants": {who: _prospects(solved, who, one) for who, one in people.items()},
        "unlimited": _unlimited(found.unlimited, policies) if found.unlimited else None,
        "best": _best(found.best, solved) if found.best else None,
    }


def _prospects(solved: Solved, who: str, one: Combatant) -> "shapes.Prospects":
    down, left = (float(chances.get(who, NONE)) for chances in (solved.down, solved.left))
    return {"name": one.name, "side": one.side, "down": down, "left": left}


def _unlimited(solved: Solved, policies: Mapping[str, Any]) -> "shapes.Unlimited":
    return {
        "sides": {side: _chance(solved, solved.wins.get(side, NONE)) for side in policies},
        "draws": _chance(solved, solved.wins.get("", NONE)),
        "endless": _chance(solved, solved.ended.get(ENDLESS, NONE)),
    }


def _best(best: Best, solved: Solved) -> "shapes.BestWay":
    return {
        "side": best.side,
        "chance": _chance(solved, solved.wins.get(best.side, NONE)),
        "against": best.against,
        "against_chance": _chance(best.compared, best.compared.wins.get(best.side, NONE)),
        "choices": [asdict(each) for each in best.choices],  # type: ignore[misc]
    }


def _chance(solved: Solved, chance: Fraction) -> "shapes.ExactChance":
    """A chance in all its forms."""
    fraction = str(chance) if solved.exact else ""
    told = fraction if len(fraction) <= LONGEST_FRACTION else ""
    return {"chance": float(chance), "digits": digits_of(chance), "fraction": told}


def digits_of(chance: Fraction) -> str:
    """A chance to twelve digits behind the point."""
    with localcontext() as context:
        context.prec = 3 * DIGITS
        return f"{Decimal(chance.numerator) / Decimal(chance.denominator):.{DIGITS}f}"
