"""`simulate`: the fight played many times, compared, swept or replayed; or with `--exact` solved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
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
from rbfcli.lab.play import FightTally, Fought
from rbfcli.lab.policies import CHANCY, policy_named
from rbfcli.lab.simulate import (
    Plan,
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


class PlanProgress:
    """The progress of plans that run in order, each with `fights` fights or, if `timed`, as many as a time allows."""

    def __init__(self, tell: Tell, plans: int, fights: int, *, timed: bool) -> None:
        self._tell = tell
        self._fights = fights
        self._timed = timed
        self._left = plans
        self._seconds = SECONDS_OF_FIGHTS / plans
        self._over = self._played = self._of = 0

    def begin(self, plan: Plan) -> None:
        """Begin a plan."""
        self._times = plan.of_a_number
        self._start = monotonic()
        self.is_enough(FightTally())

    def is_enough(self, tally: FightTally) -> bool:
        """Report how many fights of the plan are played, and return whether its time is over.

        The remaining plans are expected to need as many.
        """
        spent, of = monotonic() - self._start, self._fights
        if self._timed:
            of = max(FEWEST, tally.fights, int(tally.fights * self._seconds / max(spent, 0.001)))
        self._played = (self._over + tally.fights) * self._times
        self._of = (self._over + of * self._left) * self._times
        self.tick()
        return self._timed and tally.fights >= FEWEST and spent >= self._seconds

    def tick(self) -> None:
        """Report the same progress again while no new results arrive."""
        self._tell(self._played, self._of, ABOUT if self._timed else "")

    def end(self, tally: FightTally) -> None:
        """End a plan."""
        self._over += tally.fights
        self._left -= 1


MANY_FIGHTS = 1_000_000
# Of each of these groups, only one option can be given.
ALONE = (
    ("replay", "compare", "sweep", "what_matters"),
    ("replay", "csv"),
    ("replay", "svg"),
    ("jobs", "scheduler"),
)


class Found(Struct):
    """The results of a simulation, by label: facts, rows of all fights (if requested), and effects of changes."""

    facts: dict[str, Simulation]
    rows: list[tuple[str, int, Fought]]
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
    fights = (ROWS_OF_FIGHTS if command.csv else MANY_FIGHTS) if timed else command.fights or USUAL_FIGHTS
    _require_one_of_each(command)
    if command.replay:
        return replayed(subject, command, common)
    if command.what_matters:
        require_no_question(subject.fight, "--what-matters takes a fight between two commands")
    subjects = _subjects(storage, subject, command)
    plans = {label: _plan(each, command) for label, each in subjects.items()}
    if command.csv and not command.what_matters and fights * len(plans) > ROWS_OF_FIGHTS:
        raise misuse(f"--csv can write at most {ROWS_OF_FIGHTS:,} fights", hint="use a smaller -n")
    _require_places(storage, command, common)
    left_out = 0
    if command.what_matters:
        plans, left_out = with_changes(subject.rules, plans)
    progress = PlanProgress(tell, len(plans), fights, timed=timed)
    found = _played(subjects, plans, command, fights, progress)
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


def _require_one_of_each(command: Simulate) -> None:
    for alone in ALONE:
        if (given := _given(command, alone))[1:]:
            raise conflict(*given[:2])


def _given(command: Simulate, names: Sequence[str]) -> list[str]:
    return ["-n" if name == "fights" else f"--{name.replace('_', '-')}" for name in names if getattr(command, name)]


def _played(
    subjects: dict[str, SimulationTarget],
    plans: dict[str, Plan],
    command: Simulate,
    fights: int,
    progress: PlanProgress,
) -> Found:
    """Play each plan in order, until the user stops them or the workers are lost."""
    found = Found({}, [], [])
    most = fights * max(each.of_a_number for each in plans.values())
    with players(command.jobs, command.scheduler, most) as those:
        for label, plan in plans.items():
            progress.begin(plan)
            total = added_up(simulated(plan, fights, those, progress.tick), progress.is_enough)
            progress.end(total.tally)
            found.rows += ((label, *each) for each in total.rows)
            found.lost = total.lost
            if total.tally.fights:
                found.facts[label] = facts_of(subjects[label], plan, total, command)
                found.changes = changes_of(plan, total)
            if total.stopped:
                break
    if not found.facts:
        raise found.lost or KeyboardInterrupt
    return found


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
OF_MANY = ("fights", "jobs", "scheduler", "seed", "compare", "sweep", "what_matters", "replay", "csv", "svg")


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
    for given in _given(command, OF_MANY):
        raise conflict(given, "--exact")
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
        "sides": {side: _chance(found.wins[side]) for side in policies},
        "draws": _chance(found.wins[""]),
        "undecided": _chance(found.undecided),
        "mean_rounds": sum(number * mass for number, mass in found.rounds.items()) / decided,
        "combatants": {
            who: {
                "name": one.name,
                "side": one.side,
                "down": found.down[who] / decided,
                "left": found.left[who] / decided,
            }
            for who, one in subject.fight.combatants.items()
        },
    }


def _chance(mass: int) -> ExactChance:
    whole, rest = divmod((mass * 10**DIGITS + WHOLE // 2) // WHOLE, 10**DIGITS)
    return {"chance": mass / WHOLE, "exact": f"{whole}.{rest:0{DIGITS}}"}


def _solved(facts: Any, style: Style) -> list[str]:
    how = ", ".join(f"{side} {name}" for side, name in facts["policies"].items())
    of = f" of {facts['source']}" if facts["source"] else ""
    said = f"exact chances{of} ({facts['system']}), policy {how}; {facts['positions']:,} positions"
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
