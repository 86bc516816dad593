"""What fights came to, as plain facts: those of JSON, which text and charts are made of as well."""

import csv
import io
from collections.abc import Sequence
from fractions import Fraction

from msgspec.structs import replace

from rbfcli.interpreter.subject import Subject
from rbfcli.lab.report import Tally
from rbfcli.lab.sampling import interval
from rbfcli.lab.simulate import Plan, Row, Total, why_stuck
from rbfcli.language.lab_verbs import Simulate
from rbfcli.language.writer import line_for
from rbfcli.session.people_csv import safe_cell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rbfcli.kernel.fight import Combatant
    from rbfcli.render.shapes.simulation import Fate, OneFight, Rounds, SideResult, Simulation


def facts_of(subject: Subject, plan: Plan, total: Total, command: Simulate) -> "Simulation":
    """Everything that is told of a simulation."""
    tally = total.tally
    return {
        "source": subject.name,
        "system": subject.rules.name,
        "fights": tally.fights,
        "stopped": total.stopped,
        "seed": plan.seed,
        "policies": plan.policies,
        "most_rounds": plan.rounds,
        "sides": {side: _won(tally, side) for side in plan.policies},
        "draws": tally.draws,
        "ended": {"over": tally.ended["over"], "rounds": tally.ended["rounds"], "stuck": tally.ended["stuck"]},
        "stuck": list(why_stuck(plan, tally.stuck_at)) if tally.stuck_at else [],
        "rounds": _rounds(tally),
        "combatants": {who: _person(tally, who, one) for who, one in plan.fight.combatants.items()},
        "of_nobody": tally.of_nobody / tally.fights,
        "median": _replayable(command, tally.median),
        "worst": _replayable(command, tally.worst),
    }


def _won(tally: Tally, side: str) -> "SideResult":
    low, high = tally.between(side)
    return {"wins": tally.wins[side], "chance": tally.chance(side), "low": low, "high": high}


def _rounds(tally: Tally) -> "Rounds":
    p5, p50, p95 = map(tally.quantile, (5, 50, 95))
    counts = {str(rounds): tally.rounds[rounds] for rounds in sorted(tally.rounds)}
    return {"mean": tally.mean_rounds, "p5": p5, "p50": p50, "p95": p95, "counts": counts}


def _person(tally: Tally, who: str, one: "Combatant") -> "Fate":
    person, fights = tally.people[who], tally.fights
    low, high = interval(Fraction(person.down, fights), fights)
    return {
        "name": one.name,
        "side": one.side,
        "down": person.down / fights,
        "low": low,
        "high": high,
        "left": person.left / fights,
        "dealt": person.dealt / fights,
        "taken": person.taken / fights,
        "stuck": person.stuck,
    }


def _replayable(command: Simulate, number: int) -> "OneFight":
    """A fight by its number, and the line that prints it as a script."""
    usual = replace(command, fights=0, until_ci="", jobs=0, scheduler="", what_matters=False)
    one = replace(usual, csv="", svg="", force=False, replay=number)
    return {"fight": number, "line": "" if command.sweep or command.compare else line_for(one)}


def rows_as_csv(rows: Sequence[tuple[str, Row]]) -> str:
    """A row for each fight, with the health that everybody has left."""
    people = list(dict.fromkeys(who for _, row in rows for who in row.left))
    lines = [["of", "fight", "winner", "ended", "rounds", *people]]
    for label, row in rows:
        left = (str(row.left.get(who, "")) for who in people)
        lines.append([label, str(row.number), row.winner, row.ended, str(row.rounds), *left])
    return as_csv(lines)


def as_csv(lines: Sequence[Sequence[str]]) -> str:
    """Rows of cells, none of which a spreadsheet takes for a formula."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([[safe_cell(each) for each in line] for line in lines])
    return text.getvalue()
