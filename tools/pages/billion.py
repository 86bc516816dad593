"""What a thousand million fights would cost, from figures that were measured: change those, and make the page again."""

from __future__ import annotations

from rbfcli.interpreter.players import CHUNKS_OF_A_TASK
from rbfcli.lab.simulate import CHUNK
from tools.markdown import table

FIGHTS, MACHINES, CORES = 1_000_000_000, 100, 8
PRICE = 0.04
# Fights a second and core by the policy `weakest`, in processor time, on one core of an AMD EPYC, 2026-11-23: of the
# first two 100,000 by what was kept, which is about what each process plays, warming up included; of the third 1,500.
RATES = {
    "the shipped duel": 18_300,
    "RBF, four against four (`make bench`)": 1_500,
    "dock-ambush, ten people with guns": 110,
}
# Milliseconds of the scheduler and the client together for a task that does nothing (Dask 2026.8), and of the program
# for adding up a chunk.
TASK, CHUNK_ADDED = 2.7, 0.12
HOUR, MINUTE = 3600, 60


def billion() -> str:
    """A table of the time and money that it takes, and the time that the one scheduler needs at least."""
    rows = [(what, f"{rate:,}", *_cost(rate)) for what, rate in RATES.items()]
    tasks, chunks = FIGHTS / (CHUNK * CHUNKS_OF_A_TASK), FIGHTS / CHUNK
    drawn = table(("fight", "fights a second and core", "core-hours", f"{MACHINES} × {CORES} cores", "price"), rows)
    least = (tasks * TASK + chunks * CHUNK_ADDED) / 1000
    each = f"{CHUNK * CHUNKS_OF_A_TASK:,} fights at {TASK} ms each"
    return (
        f"{drawn}\n\nOne scheduler and one program hand out {tasks:,.0f} tasks of {each}, and add\n"
        f"up {chunks:,.0f} chunks at {CHUNK_ADDED} ms: {_long(least)} at least, however many machines play."
    )


def _cost(rate: int) -> tuple[str, str, str]:
    hours = FIGHTS / rate / HOUR
    return f"{hours:,.0f}", _long(FIGHTS / rate / MACHINES / CORES), f"{hours * PRICE:,.0f}"


def _long(seconds: float) -> str:
    if seconds < 2 * MINUTE:
        return f"{seconds:.0f} seconds"
    return f"{seconds / HOUR:.1f} hours" if seconds > 2 * HOUR else f"{seconds / MINUTE:.0f} minutes"
