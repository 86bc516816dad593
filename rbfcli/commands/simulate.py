"""`simulate`: the fight played many times, compared, swept or replayed; or with `--exact` solved."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal, localcontext
from time import monotonic
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from rbfcli.commands.import_export import STANDARD_OUTPUT, put
from rbfcli.commands.reply import STOPPED, Reply, Request, Tell, silent
from rbfcli.commands.simulation_data import (
    SimulationTarget,
    changes_as_csv,
    changes_of,
    facts_of,
    policies_of,
    read_sweep,
    require_no_question,
    rows_as_csv,
    subject_of,
    sweep_targets,
    with_changes,
)
from rbfcli.core.errors import RbfError, Refusal, StorageFailed, conflict, misuse, must_be
from rbfcli.core.limits import ROWS_OF_FIGHTS, SECONDS_OF_FIGHTS
from rbfcli.core.text import quoted, safe
from rbfcli.lab.exact import WHOLE, ExactFight, push
from rbfcli.lab.policies import CHANCY, policy_named
from rbfcli.lab.report import FightTally
from rbfcli.lab.simulate import (
    Chunk,
    Plan,
    Players,
    Row,
    Total,
    added_up,
    plan_of,
    played_once,
    players,
    require_a_fight,
    seed_of,
    simulated,
)
from rbfcli.language.grammar import CommonOptions, line_for
from rbfcli.language.program_verbs import USUAL_FIGHTS, Simulate
from rbfcli.render.json import difference_facts, error_facts, json_line
from rbfcli.render.layout import table, wrapped
from rbfcli.render.sentences import Style
from rbfcli.render.simulation import chart, compared_lines, matter_lines, percent, report_lines, short_lines
from rbfcli.render.terminal import error_text
from rbfcli.session.encounter import chance
from rbfcli.session.file_store import SessionStore

if TYPE_CHECKING:
    from rbfcli.render.json_types.simulation import Change, ReplayedFight, Simulated, Simulation

ABOUT = "about"
# The minimum number of fights, regardless of time.
FEWEST = 100


class Goal(Struct, frozen=True):
    """The number of fights that a plan needs; if it is `timed`, as many of them as a time allows."""

    fights: int
    timed: bool = False


class PlanProgress:
    """The progress of plans that run in order, each with as many fights as the goal takes."""

    def __init__(self, tell: Tell, plans: int, goal: Goal) -> None:
        self._tell = tell
        self._goal = goal
        self._plans = self._left = plans
        self._over = self._played = self._of = 0

    def begin(self, plan: Plan) -> None:
        """Begin a plan."""
        self._plan = plan
        self._start = monotonic()
        self.tell(FightTally())

    def tell(self, tally: FightTally) -> None:
        """Report how many fights of the plan are played, assuming that the remaining plans need as many."""
        times, of = self._plan.of_a_number, self._expected(tally)
        self._played, self._of = (self._over + tally.fights) * times, (self._over + of * self._left) * times
        self.tick()

    def tick(self) -> None:
        """Report the same progress again while no new results arrive."""
        self._tell(self._played, self._of, ABOUT if self._goal.timed else "")

    def end(self, tally: FightTally) -> None:
        """End a plan."""
        self._over += tally.fights
        self._left -= 1

    def is_enough(self, tally: FightTally) -> bool:
        """Return whether the time of the plan is over."""
        return self._goal.timed and tally.fights >= FEWEST and monotonic() - self._start >= self._seconds

    @property
    def _seconds(self) -> float:
        return SECONDS_OF_FIGHTS / self._plans

    def _expected(self, tally: FightTally) -> int:
        """Return roughly how many fights the plan takes."""
        if not self._goal.timed:
            return self._goal.fights
        in_time = int(tally.fights * self._seconds / max(monotonic() - self._start, 0.001))
        return max(FEWEST, tally.fights, in_time)


MANY_FIGHTS = 1_000_000


class Found(Struct):
    """The results of a simulation, by label: facts, rows of all fights (if requested), and effects of changes."""

    facts: dict[str, Simulation]
    rows: list[tuple[str, Row]]
    changes: list[Change]
    left_out: int = 0
    lost: RbfError | None = None

    @property
    def stopped(self) -> bool:
        """Return whether any plan was stopped early."""
        return any(each["stopped"] for each in self.facts.values())


def simulate(
    storage: SessionStore,
    command: Simulate,
    style: Style,
    common: CommonOptions,
    tell: Tell = lambda *_: None,
    *,
    at_a_terminal: bool = False,
) -> Reply:
    """Play a fight many times. Raises RbfError, and KeyboardInterrupt if there are no results yet.

    A user `at_a_terminal` who gives no number and no seed gets as many fights as a few seconds allow. The exit
    status of a stopped simulation is that of an interrupt, of lost workers, or of a file error.
    """
    subject = subject_of(storage, command.source)
    if command.exact:
        return exactly(subject, command, style, common, tell)
    timed = at_a_terminal and not (command.fights or command.seed)
    command = replace(command, seed=command.seed or chance())
    goal = Goal(_most(command, timed=timed), timed)
    _require_one_question(command)
    if command.replay:
        return replayed(subject, command, common)
    if command.what_matters:
        require_no_question(subject.fight, "--what-matters takes a fight between two commands")
    subjects = _subjects(storage, subject, command)
    plans = {label: _plan(each, command) for label, each in subjects.items()}
    if command.csv and not command.what_matters and goal.fights * len(plans) > ROWS_OF_FIGHTS:
        raise misuse(f"--csv can write at most {ROWS_OF_FIGHTS:,} fights", hint="use a smaller -n")
    _require_places(storage, command, common)
    left_out = 0
    if command.what_matters:
        plans, left_out = with_changes(subject.rules, plans)
    found = _played(subjects, plans, command, goal, tell)
    found.left_out = left_out
    printed = _write(found, storage, command, common)
    status = found.lost.status if found.lost else STOPPED if found.stopped else 0
    notice = error_text(found.lost) if found.lost and not common.json else ""
    text = printed or _told(found, command, style, common)
    return Reply(text=text, notice=notice, status=status, failure=found.lost)


def simulate_in_one_process(request: Request[Simulate]) -> Reply:
    """Play a fight many times at a prompt or in a script. Raises RbfError."""
    command, waits = single_process(request.command), request.progress is not None and not request.common.json
    with (request.progress or silent)() as tell:
        return simulate(request.storage, command, request.style, request.common, tell, at_a_terminal=waits)


def _require_places(storage: SessionStore, command: Simulate, common: CommonOptions) -> None:
    """Check that the requested files can be written, before any fight is played. Raises RbfError."""
    if command.csv and command.csv == command.svg:
        raise must_be("--csv and --svg", "different files")
    if common.json and STANDARD_OUTPUT in {command.csv, command.svg}:
        raise misuse("--json already uses standard output", hint="use a file for --csv and --svg")
    for path in filter(None, (command.csv, command.svg)):
        put("", path, storage, replace(common, dry_run=True), force=command.force)


def _require_one_question(command: Simulate) -> None:
    """Raise UsageError for two options that cannot be combined."""
    questions = {
        "--replay": command.replay,
        "--compare": command.compare,
        "--sweep": command.sweep,
        "--what-matters": command.what_matters,
    }
    first, second, *_ = [*(option for option, asked in questions.items() if asked), "", ""]
    if second:
        raise conflict(first, second)
    if command.replay and (command.csv or command.svg):
        of_many = "--csv" if command.csv else "--svg"
        raise conflict("--replay", of_many)
    if command.scheduler and command.jobs:
        raise conflict("--jobs", "--scheduler")


def _played(
    subjects: dict[str, SimulationTarget], plans: dict[str, Plan], command: Simulate, goal: Goal, tell: Tell
) -> Found:
    """Play each plan in order, until the user stops them or the workers are lost."""
    found = Found({}, [], [])
    most = goal.fights * max(each.of_a_number for each in plans.values())
    with players(command.jobs, command.scheduler, most) as those:
        course = PlanProgress(tell, len(plans), goal)
        for label, plan in plans.items():
            course.begin(plan)
            total = _total(label, plan, found, goal.fights, those, course)
            course.end(total.tally)
            found.lost = total.lost
            if total.tally.fights:
                found.facts[label] = facts_of(subjects[label], plan, total, command)
                found.changes = changes_of(plan, total)
            if total.stopped:
                break
    if not found.facts:
        raise found.lost or KeyboardInterrupt
    return found


def _total(label: str, plan: Plan, found: Found, fights: int, those: Players, course: PlanProgress) -> Total:  # noqa: PLR0917
    """Return the total of a plan's fights; the rows of its fights are added to those found."""

    def seen(tally: FightTally, chunk: Chunk) -> None:
        found.rows += ((label, each) for each in chunk.rows)
        course.tell(tally)

    chunks = simulated(plan, fights, those, course.tick)
    return added_up(chunks, course.is_enough, seen)


def _write(found: Found, storage: SessionStore, command: Simulate, common: CommonOptions) -> str:
    """Write the requested files; return the text that is printed instead of the report."""
    texts = {}
    if command.csv:
        texts[command.csv] = changes_as_csv(found.changes) if command.what_matters else rows_as_csv(found.rows)
    if command.svg:
        texts[command.svg] = chart(found.facts, found.changes)
    for path, text in texts.items():
        try:
            put(text, path, storage, common, force=command.force)
        except (StorageFailed, Refusal) as unwritten:
            found.lost = found.lost or unwritten
    return texts.get(STANDARD_OUTPUT, "")


def _most(command: Simulate, *, timed: bool) -> int:
    """Return the maximum number of fights."""
    if not timed:
        return command.fights or USUAL_FIGHTS
    return ROWS_OF_FIGHTS if command.csv else MANY_FIGHTS


def single_process(command: Simulate) -> Simulate:
    """Return the command for a prompt or script, whose process has threads.

    It runs in a single process unless more are requested.
    """
    return replace(command, jobs=command.jobs or (0 if command.scheduler or command.exact else 1))


def _subjects(storage: SessionStore, subject: SimulationTarget, command: Simulate) -> dict[str, SimulationTarget]:
    """Return the fights to play by label: a single fight, two to compare, or one for each value of a sweep."""
    if command.compare:
        other, label = subject_of(storage, command.compare), subject.name or "this fight"
        beside = command.compare if command.compare != label else f"{label} (compared)"
        return {label: subject, beside: other}
    if command.sweep:
        sweep = read_sweep(command.sweep, subject)
        numbers = range(sweep.low, sweep.high + 1)
        return {sweep.at(number): sweep_targets(subject, sweep, number) for number in numbers}
    return {subject.name or "this fight": subject}


def _plan(subject: SimulationTarget, command: Simulate) -> Plan:
    plan = plan_of(subject.rules, subject.fight, command.seed)
    policies = policies_of(command.policy, tuple(plan.policies))
    for each in set(policies.values()):
        policy_named(each)
    return replace(plan, policies=policies, rounds=command.rounds, rows=bool(command.csv))


def replayed(subject: SimulationTarget, command: Simulate, common: CommonOptions) -> Reply:
    """Return the fight with a number as a script that replays it."""
    plan = _plan(subject, command)
    fought = played_once(plan, command.replay, told=True)
    seed = quoted(seed_of(plan.seed, command.replay))
    first = f"start {quoted(subject.name)} --seed {seed}" if subject.is_encounter else f"set fight seed={seed}"
    how = f"won by {fought.winner}" if fought.winner else "a draw"
    if common.json:
        facts: ReplayedFight = {"lines": [first, *fought.lines], "winner": fought.winner}
        return Reply(text=json_line(line_for(command), **facts))
    lines = [f"# fight {command.replay} of {line_for(replace(command, replay=0))}", first, *fought.lines, f"# {how}"]
    return Reply(text="".join(f"{line}\n" for line in lines))


def _told(found: Found, command: Simulate, style: Style, common: CommonOptions) -> str:
    first, *others = found.facts.values()
    if common.json:
        stopped = difference_facts("stopped before the end", "interrupted") if found.stopped else None
        facts: Simulated = {
            **first,
            "compared": others if command.compare else [],
            "sweep": [{"value": label, **each} for label, each in found.facts.items()] if command.sweep else [],
            "what_matters": found.changes,
            "changes_left_out": found.left_out,
            "error": error_facts(found.lost) if found.lost else stopped,
        }
        return json_line(line_for(command), **facts)
    several = bool(command.compare or command.sweep)
    if common.quiet:
        shown = short_lines(found.facts, found.changes, several=several or command.what_matters)
        return "".join(f"{line}\n" for line in shown)
    lines = compared_lines(found.facts, style) if several else report_lines(first, style)
    if command.what_matters:
        lines += ["", *matter_lines(first, found.changes, found.left_out, style)]
    return "".join(f"{line}\n" for line in lines)


if TYPE_CHECKING:
    from rbfcli.render.json_types.simulation import ExactChance, ExactSimulation

DIGITS = 12
OF_MANY = ("jobs", "scheduler", "seed", "compare", "sweep", "what_matters", "replay", "csv", "svg")


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
    facts = _solution(subject, policies, command.rounds, found)
    if common.json:
        return Reply(text=json_line(line_for(command), **facts))
    lines = (
        [f"{side} {each['exact']}" for side, each in facts["sides"].items()] if common.quiet else _solved(facts, style)
    )
    return Reply(text="".join(f"{line}\n" for line in lines))


def _solution(subject: SimulationTarget, policies: dict[str, str], rounds: int, found: ExactFight) -> ExactSimulation:
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


def _solved(facts: Any, style: Style) -> list[str]:
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
