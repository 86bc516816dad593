"""The subject of a simulation, its policies, and its facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from rbfcli.checking.integrity import BLOCKS
from rbfcli.checking.locations import InvalidEncounter
from rbfcli.commands.check import is_save
from rbfcli.commands.hints import ENCOUNTER, explained
from rbfcli.core.errors import Hint, InvalidFile, misuse, must_be, refuse, to_try
from rbfcli.core.limits import SWEPT, Budget
from rbfcli.core.matching import match
from rbfcli.core.paths import Path, dotted, read_setting
from rbfcli.core.text import whole_number
from rbfcli.engine.answers import offered, open_now
from rbfcli.lab.odds import interval
from rbfcli.lab.play import OVER, ROUNDS, STUCK, FightTally, Fought
from rbfcli.lab.policies import USUAL, full_name
from rbfcli.lab.simulate import Plan, Total, why_stuck
from rbfcli.lab.vary import variations
from rbfcli.language.grammar import line_for
from rbfcli.language.program_verbs import Simulate
from rbfcli.model.evolve import field_at
from rbfcli.model.fight import Combatant
from rbfcli.model.rules import Rules
from rbfcli.model.sheets import from_blocks
from rbfcli.session.encounter import from_tables, read_encounter
from rbfcli.session.file_store import SessionStore
from rbfcli.session.import_export import csv_rows
from rbfcli.session.saves import from_bytes
from rbfcli.session.session import Session
from rbfcli.storage.files import read_file
from rbfcli.storage.includes import load_with_includes
from rbfcli.storage.paths import find_encounter

if TYPE_CHECKING:
    from rbfcli.render.json_types.simulation import Change, Fate, OneFight, Simulation


def policies_of(words: tuple[str, ...], sides: tuple[str, ...]) -> dict[str, str]:
    """Return each side's policy: `best` for all, `crew=best` for one. Raises UsageError if unknown or given twice."""
    given: dict[str, str] = {}
    for word in words:
        side, equals, name = word.rpartition("=")
        whose = match(side, sides, "side") if equals else ""
        if whose in given:
            hint = Hint("use {} for one side", f"--policy {sides[0]}=best")
            raise misuse(f"--policy: the policy of {whose or 'all'} given more than once", hint=hint)
        given[whose] = full_name(name)
    return {side: given.get(side) or given.get("", USUAL) for side in sides}


PEOPLE, COUNT, DIGITS = "combatants", "count", 7


class SimulationTarget(Struct, frozen=True):
    """A fight to play, its rules, its name, and whether it comes from an encounter."""

    name: str
    rules: Rules
    fight: Any
    is_encounter: bool


def subject_of(storage: SessionStore, source: str) -> SimulationTarget:
    """Return an encounter or save by name or path, or the current fight. Raises RbfError."""
    if not source:
        return _of_session(storage.load(), "")
    path = find_encounter(source)
    raw = read_file(path, follow=True)
    if is_save(raw):
        return _of_session(from_bytes(raw, source).session, source)
    try:
        read = read_encounter(path, Budget())
    except InvalidFile as wrong:
        raise explained(wrong, source, ENCOUNTER) from None
    return SimulationTarget(source, read.rules, read.fight, is_encounter=True)


def _of_session(session: Session, source: str) -> SimulationTarget:
    """Return a fight under way. Of a split one, only the group in play is simulated, and the name says so."""
    group = session.fight.group
    name = " of ".join(filter(None, (group and f"the group {group}", source)))
    return SimulationTarget(name, session.rules, session.fight, is_encounter=False)


def require_no_question(fight: Any, why: str) -> None:
    """Raise Refusal, with the choices, if a fight waits for an answer."""
    if fight.questions:
        waiting = open_now(fight)
        plain = Hint("plain {} continues from here, and the policies answer", "simulate")
        hint = (f"choose {offered(waiting)}", plain)
        raise refuse(f"{why}, and this fight waits for an answer", waiting[0].rule, hint=hint)


class Sweep(Struct, frozen=True):
    """A key of a combatant in an encounter, or a key inside one of its tables, and the range of its values."""

    who: str
    path: Path
    low: int
    high: int

    def at(self, number: int) -> str:
        """Return the key with a number, such as `thug.count=2`."""
        return f"{dotted((self.who, *self.path))}={number}"


def read_sweep(text: str, subject: SimulationTarget) -> Sweep:
    """Parse `thug.count=2..6`. Raises UsageError if invalid, or for a name missing from the encounter."""
    if not subject.is_encounter:
        raise misuse("--sweep needs an encounter, and this is a save", hint="use the name of an encounter")
    place, equals, span = text.partition("=")
    who, dot, inside = place.partition(".")
    first, dots, last = span.partition("..")
    low, high = whole_number(first, DIGITS), whole_number(last, DIGITS)
    if not (equals and dot and dots) or low is None or high is None or low > high:
        raise must_be("--sweep", "ID.KEY=LOW..HIGH", text, hint=to_try("--sweep thug.count=2..6"))
    if high - low >= SWEPT:
        raise misuse(f"--sweep can try at most {SWEPT} numbers, not {high - low + 1}")
    tables = load_with_includes(find_encounter(subject.name), Budget()).tables
    (key, *inner), _, _ = read_setting(f"{inside}=", {})
    return Sweep(match(who, tables[PEOPLE], "combatant"), (key.replace("-", "_"), *inner), low, high)


def sweep_targets(subject: SimulationTarget, sweep: Sweep, number: int) -> SimulationTarget:
    """Return the encounter with a key set to a number. Raises UsageError if that is invalid or does not last."""
    budget = Budget()
    reading = load_with_includes(find_encounter(subject.name), budget)
    people, (key, *inner) = reading.tables[PEOPLE], sweep.path
    whole = from_blocks(people[sweep.who], reading.tables.get(BLOCKS, {})).get(key)
    changed = {**people[sweep.who], key: _with_inner(whole, inner, number)}
    tables = {**reading.tables, PEOPLE: {**people, sweep.who: changed}}
    try:
        session = from_tables(tables, reading.sources, "sweep", subject.name, budget)
    except InvalidEncounter as wrong:
        first = replace(wrong.found[0].mistake, hint="").line
        raise misuse(f"--sweep {sweep.at(number)}: {first}", hint=wrong.hints) from None
    _require_that_it_stays(session.fight, sweep, number)
    return SimulationTarget(subject.name, session.rules, session.fight, is_encounter=True)


def _with_inner(table: Any, path: Sequence[str | int], number: int) -> Any:
    if not path:
        return number
    known = table if isinstance(table, Mapping) else {}
    return {**known, path[0]: _with_inner(known.get(path[0]), path[1:], number)}


def _require_that_it_stays(fight: Any, sweep: Sweep, number: int) -> None:
    """Raise UsageError if the rules start with another number.

    For example, 0 can mean the default, or a place may already be taken.
    """
    who = next((each for each in fight.combatants if each.rstrip("0123456789") == sweep.who), sweep.who)
    one = fight.combatants.get(sweep.who) or fight.combatants.get(who)
    made = number if one is None or sweep.path == (COUNT,) else field_at(one, sweep.path)
    if made != number:
        hint = "sweep only over numbers that the rules keep"
        raise misuse(f"--sweep {sweep.at(number)}: the rules change it to {made}", hint=hint)


def facts_of(subject: SimulationTarget, plan: Plan, total: Total, command: Simulate) -> Simulation:
    """Return everything that is reported of a simulation."""
    tally = total.tally
    intervals = {side: tally.between(side) for side in plan.policies}
    p5, p50, p95 = map(tally.quantile, (5, 50, 95))
    counts = {str(rounds): count for rounds, count in sorted(tally.rounds.items())}
    return {
        "source": subject.name,
        "system": subject.rules.name,
        "fights": tally.fights,
        "stopped": total.stopped,
        "seed": plan.seed,
        "policies": plan.policies,
        "most_rounds": plan.rounds,
        "sides": {
            side: {"wins": tally.wins[side], "chance": tally.chance(side), "low": low, "high": high}
            for side, (low, high) in intervals.items()
        },
        "draws": tally.draws,
        "ended": {"over": tally.ended[OVER], "rounds": tally.ended[ROUNDS], "stuck": tally.ended[STUCK]},
        "stuck": list(why_stuck(plan, tally.first[STUCK])) if STUCK in tally.first else [],
        "rounds": {"mean": tally.mean_rounds, "p5": p5, "p50": p50, "p95": p95, "counts": counts},
        "combatants": {who: _person(tally, who, one) for who, one in plan.fight.combatants.items()},
        "of_nobody": tally.dealt[""] / tally.fights,
        "median": _replayable(command, tally.median),
        "worst": _replayable(command, tally.worst),
    }


def _person(tally: FightTally, actor: str, combatant: Combatant) -> Fate:
    fights = tally.fights
    low, high = interval(Fraction(tally.down[actor], fights), fights)
    return {
        "name": combatant.name,
        "side": combatant.side,
        "down": tally.down[actor] / fights,
        "low": low,
        "high": high,
        "left": tally.left[actor] / fights,
        "dealt": tally.dealt[actor] / fights,
        "taken": tally.taken[actor] / fights,
        "stuck": tally.stuck[actor],
    }


def _replayable(command: Simulate, number: int) -> OneFight:
    if command.sweep or command.compare:
        return {"fight": number, "line": ""}
    one = Simulate(
        source=command.source, policy=command.policy, rounds=command.rounds, seed=command.seed, replay=number
    )
    return {"fight": number, "line": line_for(one)}


def rows_as_csv(rows: Sequence[tuple[str, int, Fought]]) -> str:
    """Return a row for each fight, with the health that each combatant has left."""
    people = list(dict.fromkeys(who for _, _, fought in rows for who in fought.left))
    lines = [["of", "fight", "winner", "ended", "rounds", *people]]
    for label, number, fought in rows:
        left = (str(fought.left.get(who, "")) for who in people)
        lines.append([label, str(number), fought.winner, fought.ended, str(fought.rounds), *left])
    return csv_rows(lines)


HEADING = ("change", "fights", "other winner", "side", "before", "chance", "by", "low", "high")


def with_changes(rules: Rules, plans: dict[str, Plan]) -> tuple[dict[str, Plan], int]:
    """Return plans with all variations of their fights, and how many were left out."""
    found = {label: variations(rules, plan.fight) for label, plan in plans.items()}
    changed = {label: replace(plan, changes=found[label][0]) for label, plan in plans.items()}
    return changed, sum(left_out for _, left_out in found.values())


def changes_of(plan: Plan, total: Total) -> list[Change]:
    """Return the effect of each change, largest change of the first side's chance first."""
    sides = tuple(plan.policies)
    found = sorted(total.pairs.items(), key=lambda each: -abs(each[1].change(sides[0])))
    return [
        {
            "what": what,
            "fights": pairs.fights,
            "others": pairs.gained.total(),
            "sides": {
                side: {
                    "before": total.tally.chance(side),
                    "chance": pairs.wins[side] / pairs.fights,
                    "change": pairs.change(side),
                    "low": low,
                    "high": high,
                }
                for side in sides
                for low, high in [pairs.between(side)]
            },
        }
        for what, pairs in found
    ]


def changes_as_csv(changes: Sequence[Change]) -> str:
    """Return a row for each change and side."""
    lines = [list(HEADING)]
    for change in changes:
        for side, each in change["sides"].items():
            numbers = (each["before"], each["chance"], each["change"], each["low"], each["high"])
            counts = (str(change["fights"]), str(change["others"]))
            lines.append([change["what"], *counts, side, *(f"{number:.6f}" for number in numbers)])
    return csv_rows(lines)
