"""`rbf simulate`: the fight is played many times, and what it comes to told, compared, swept or replayed."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from msgspec.structs import replace

from rbfcli.interpreter.put_file import put
from rbfcli.interpreter.reply import Reply
from rbfcli.interpreter.simulation_facts import facts_of, rows_as_csv
from rbfcli.interpreter.subject import Subject, read_sweep, subject_of, swept
from rbfcli.kernel.errors import UsageError
from rbfcli.kernel.limits import ROWS_OF_FIGHTS
from rbfcli.kernel.matching import match
from rbfcli.lab.policies import OPTIMAL, USUAL, policy_named
from rbfcli.lab.report import Tally
from rbfcli.lab.simulating import CHUNK, Chunk, Plan, Row, added_up, plan_of, played_once, seed_of, simulated
from rbfcli.language.common_options import CommonOptions
from rbfcli.language.lab_verbs import USUAL_FIGHTS, Simulate
from rbfcli.language.words import quoted
from rbfcli.language.writer import line_for
from rbfcli.render.json_lines import difference_facts, json_line, judged_line
from rbfcli.render.style import Style
from rbfcli.session.begin import chance
from rbfcli.session.storage import Storage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rbfcli.render.shapes.simulation import ReplayedFight, Simulated, Simulation

Tell = Callable[[int, int, Tally], object]
MANY_FIGHTS = 1_000_000
LEAST_CI, MOST_CI = 0.0001, 0.5
STOPPED = 130


def _silent(_played: int, _of: int, _tally: Tally) -> None:
    """Nobody wants to know how far it is."""


def simulate(storage: Storage, command: Simulate, style: Style, common: CommonOptions, tell: Tell = _silent) -> Reply:
    """Play a fight many times. Raises RbfError, and KeyboardInterrupt where nothing is known yet.

    The status of what was stopped is that of an interrupt.
    """
    subject = subject_of(storage, command.source)
    if command.exact:
        from rbfcli.interpreter.exact import solved

        return solved(subject, command, style, common, lambda positions: tell(positions, 0, Tally()))
    command = replace(command, seed=command.seed or chance())
    precision = _precision(command)
    if command.replay:
        return replayed(subject, command, common)
    if command.compare and command.sweep:
        raise UsageError("--compare and --sweep are two questions", hint="one of them at a time")
    subjects = _subjects(storage, subject, command)
    plans = {label: _plan(each, command) for label, each in subjects.items()}
    if command.csv and _most(command, precision) * len(plans) > ROWS_OF_FIGHTS:
        raise UsageError(f"--csv takes {ROWS_OF_FIGHTS:,} fights at most", hint="fewer with -n")
    for path in filter(None, (command.csv, command.svg)):
        put("", path, storage, replace(common, dry_run=True), force=command.force)
    found, rows = _played(subjects, plans, command, precision, tell)
    stopped = any(each["stopped"] for each in found.values())
    if command.csv:
        put(rows_as_csv(rows), command.csv, storage, common, force=command.force)
    if command.svg:
        from rbfcli.render.simulation_svg import chart

        put(chart(found), command.svg, storage, common, force=command.force)
    return Reply(text=_told(found, command, style, common), status=STOPPED if stopped else 0)


def _played(
    subjects: dict[str, Subject], plans: dict[str, Plan], command: Simulate, precision: float, tell: Tell
) -> "tuple[dict[str, Simulation], list[tuple[str, Row]]]":
    """Each plan in its turn, until somebody stops them; and the rows of all fights, if they are wanted."""
    found: dict[str, Simulation] = {}
    rows: list[tuple[str, Row]] = []
    fights = _most(command, precision)
    for label, plan in plans.items():
        sides = tuple(plan.policies)

        def enough(tally: Tally, sides: tuple[str, ...] = sides) -> bool:
            return bool(precision) and tally.half_width(sides) <= precision

        def seen(tally: Tally, chunk: Chunk, label: str = label) -> None:
            rows.extend((label, each) for each in chunk.rows)
            tell(tally.fights, fights, tally)

        with executor(command.jobs, fights) as (pool, jobs):
            total = added_up(simulated(plan, fights, pool, jobs), enough, seen)
        if total.tally.fights:
            found[label] = facts_of(subjects[label], plan, total, command)
        if total.stopped:
            if not found:
                raise KeyboardInterrupt
            break
    return found, rows


def _most(command: Simulate, precision: float) -> int:
    """How many fights are played at most: with a precision alone, as many as it takes."""
    return MANY_FIGHTS if precision and command.fights == USUAL_FIGHTS else command.fights


@contextmanager
def executor(jobs: int, fights: int) -> Iterator[tuple[Any, int]]:
    """Processes to play in, where there is enough to play; what waits is given up at the end."""
    jobs = min(jobs or os.cpu_count() or 1, -(-fights // CHUNK))
    if jobs <= 1:
        yield None, 1
        return
    from concurrent.futures import ProcessPoolExecutor

    pool = ProcessPoolExecutor(jobs, initializer=_as_a_helper)
    try:
        yield pool, jobs
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def in_one_process(command: Simulate) -> Simulate:
    """The same at a prompt or in a script, whose process has threads: it plays by itself unless more are asked for."""
    return replace(command, jobs=command.jobs or 1)


def _as_a_helper() -> None:
    """In a process that plays: an interrupt is the first process's to answer, and without that one this ends too."""
    import signal
    from threading import Thread

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    from multiprocessing import parent_process

    if parent := parent_process():
        parent.join()
        os._exit(1)


def _subjects(storage: Storage, subject: Subject, command: Simulate) -> dict[str, Subject]:
    """What is played, by a label: the one fight, that and another, or one for each number of a sweep."""
    if command.compare:
        other = subject_of(storage, command.compare)
        return {subject.name or "this fight": subject, command.compare: other}
    if command.sweep:
        sweep = read_sweep(command.sweep, subject)
        numbers = range(sweep.low, sweep.high + 1)
        return {f"{sweep.who}.{sweep.key}={number}": swept(subject, sweep, number) for number in numbers}
    return {subject.name or "this fight": subject}


def _plan(subject: Subject, command: Simulate) -> Plan:
    plan = plan_of(subject.rules, subject.fight, command.seed)
    policies = policies_of(command.policy, tuple(plan.policies))
    return replace(plan, policies=policies, rounds=command.rounds, rows=bool(command.csv))


def policies_of(words: tuple[str, ...], sides: tuple[str, ...]) -> dict[str, str]:
    """The policy of each side: `best` is everybody's, `crew=best` that of a side. Raises UsageError."""
    found = dict.fromkeys(sides, USUAL)
    for word in sorted(words, key=lambda word: "=" in word):
        side, equals, name = word.rpartition("=")
        if name == OPTIMAL:
            raise UsageError(f"nobody plays {OPTIMAL} but in a fight that is solved", hint="--exact solves it")
        policy_named(name)
        for each in (match(side, sides, "side"),) if equals else sides:
            found[each] = name
    return found


def _precision(command: Simulate) -> float:
    """How well chances are to be known; 0 where nobody says. Raises UsageError."""
    if not command.until_ci:
        return 0.0
    try:
        precision = float(command.until_ci)
    except ValueError:
        precision = 0.0
    if not LEAST_CI <= precision <= MOST_CI:
        raise UsageError(f"--until-ci takes {LEAST_CI} to {MOST_CI}, not {command.until_ci!r}", hint="--until-ci 0.01")
    return precision


def replayed(subject: Subject, command: Simulate, common: CommonOptions) -> Reply:
    """The fight of a number as a script, which plays it again."""
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


def _told(found: "dict[str, Simulation]", command: Simulate, style: Style, common: CommonOptions) -> str:
    from rbfcli.render.simulation import compared_lines, report_lines

    if common.json:
        first, *others = found.values()
        stopped = any(each["stopped"] for each in found.values())
        facts: Simulated = {
            **first,
            "compared": others if command.compare else [],
            "sweep": [{"value": label, **each} for label, each in found.items()] if command.sweep else [],
            "error": difference_facts("stopped before the end", "interrupted") if stopped else None,
        }
        return judged_line(line_for(command), **facts)
    if common.quiet:
        return "".join(f"{side} {each['chance']:.4f}\n" for side, each in next(iter(found.values()))["sides"].items())
    if command.compare or command.sweep:
        lines = compared_lines(found, style)
    else:
        lines = report_lines(next(iter(found.values())), style)
    return "".join(f"{line}\n" for line in lines)
