"""What matters most: the fight is played with small changes too, each with the dice of the fight as it is."""

from msgspec.structs import replace

from rbfcli.interpreter.simulation_facts import as_csv
from rbfcli.kernel.rules import Rules
from rbfcli.lab.report import Pairs, Tally
from rbfcli.lab.simulate import Plan, Total
from rbfcli.lab.vary import variations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from rbfcli.render.shapes.simulation import Change

HEADING = ("change", "fights", "other winner", "side", "before", "chance", "by", "low", "high")


def with_changes(rules: Rules, plans: dict[str, Plan]) -> tuple[dict[str, Plan], int]:
    """Plans with all changes of their fights, and how many were left out."""
    found = {label: variations(rules, plan.fight) for label, plan in plans.items()}
    changed = {label: replace(plan, changes=found[label].fights) for label, plan in plans.items()}
    return changed, sum(each.left_out for each in found.values())


def changes_of(plan: Plan, total: Total) -> "list[Change]":
    """What each change comes to, first what changes the chance of the first side most."""
    sides = tuple(plan.policies)
    found = sorted(total.pairs.items(), key=lambda each: -abs(each[1].change(sides[0])))
    return [_change(what, pairs, total.tally, sides) for what, pairs in found]


def _change(what: str, pairs: Pairs, tally: Tally, sides: tuple[str, ...]) -> "Change":
    between = {side: pairs.between(side) for side in sides}
    return {
        "what": what,
        "fights": pairs.fights,
        "others": pairs.gained.total(),
        "sides": {
            side: {
                "before": tally.chance(side),
                "chance": pairs.wins[side] / pairs.fights,
                "change": pairs.change(side),
                "low": low,
                "high": high,
            }
            for side, (low, high) in between.items()
        },
    }


def changes_as_csv(changes: "Sequence[Change]") -> str:
    """A row for each change and side."""
    lines = [list(HEADING)]
    for change in changes:
        for side, each in change["sides"].items():
            numbers = (each["before"], each["chance"], each["change"], each["low"], each["high"])
            counts = (str(change["fights"]), str(change["others"]))
            lines.append([change["what"], *counts, side, *(f"{number:.6f}" for number in numbers)])
    return as_csv(lines)
