"""The executors of a simulation: this process, several local processes or a Dask cluster."""

import logging
import os
import signal
from collections.abc import Iterator
from concurrent.futures import CancelledError, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import active_children, parent_process
from multiprocessing.sharedctypes import RawValue
from threading import Thread
from time import monotonic
from typing import TYPE_CHECKING, Any

from rbfcli import __version__
from rbfcli.core.errors import PluginBug, RbfError, UsageError
from rbfcli.core.limits import CLUSTER_SECONDS
from rbfcli.core.text import natural, shown
from rbfcli.lab.simulate import ALONE, Leaving, Players, PlayersLost
from rbfcli.language.program_verbs import LAST_PORT

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess


# The time that worker processes have to stop between fights when their work is no longer needed.
SECONDS_TO_END = 1
# Starting a process takes about as long as this many fights.
WORTH_A_PROCESS = 25
# Cluster tasks pass through the network and a single scheduler, so they must be large.
CHUNKS_OF_A_TASK = 8
EXAMPLE = "--scheduler tcp://localhost:8786"
SILENT = f"nothing within {CLUSTER_SECONDS} seconds"
WORKER = "`dask worker` starts one, where rbfcli is installed"
EXTRA = "pip install 'rbfcli[dask]'"


@contextmanager
def players(jobs: int, scheduler: str, fights: int) -> Iterator[Players]:
    """Provide an executor for this many fights, and cancel pending work at the end.

    Raises UsageError and PlayersLost.
    """
    if scheduler:
        with _cluster(scheduler) as those:
            yield those
        return
    most = fights if jobs else -(-fights // WORTH_A_PROCESS)
    jobs = min(jobs or os.cpu_count() or 1, most)
    if jobs <= 1:
        yield ALONE
        return
    with _processes(jobs) as those:
        yield those


@contextmanager
def _processes(jobs: int) -> Iterator[Players]:
    """Provide a pool of local processes."""
    others = active_children()
    leave = RawValue("b", 0)  # not an `Event`: a process killed with its lock would never release it
    pool = ProcessPoolExecutor(jobs, initializer=_as_a_helper, initargs=(leave,))
    try:
        yield Players(pool, jobs)
    finally:
        leave.value = 1
        pool.shutdown(wait=False, cancel_futures=True)
        _end([each for each in active_children() if each not in others])


def _end(helpers: "list[BaseProcess]") -> None:
    """Wait briefly for the worker processes, then kill those that still run."""
    end = monotonic() + SECONDS_TO_END
    for each in helpers:
        each.join(max(0, end - monotonic()))
        each.kill()
        each.join()


def _as_a_helper(leave: Any) -> None:
    """Set up a worker process: signals are left to the parent, and the worker exits with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    ends = [_end_with_parent]
    if hasattr(signal, "sigwaitinfo"):
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
        ends.append(_end_when_told)
    else:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    Leaving.asked = staticmethod(lambda: bool(leave.value))
    for end in ends:
        Thread(target=end, daemon=True).start()


def _end_when_told() -> None:
    """Exit on a SIGTERM from the parent only.

    If a worker is killed, its pool sends SIGTERM to all others and waits.
    """
    parent = parent_process()
    while parent and signal.sigwaitinfo({signal.SIGTERM}).si_pid != parent.pid:
        pass
    os._exit(1)


def _end_with_parent() -> None:
    if parent := parent_process():
        parent.join()
        os._exit(1)


@contextmanager
def _cluster(address: str) -> Iterator[Players]:
    """Connect to a Dask cluster and send its workers the same chunks.

    Raises UsageError for a bad address and PlayersLost for any other failure.
    """
    (head, _, port), digits = address.rpartition(":"), len(str(LAST_PORT))
    scheme, _, host = head.rpartition("://")
    if scheme not in ("", "tcp", "tls") or not host or not 1 <= (natural(port, digits) or 0) <= LAST_PORT:
        raise UsageError(f"--scheduler takes tcp://HOST:PORT, not {shown(address)}", hint=EXAMPLE)
    try:
        from distributed import KilledWorker  # noqa: PLC0415 - an optional extra
    except ImportError:
        raise UsageError("--scheduler takes the package distributed", hint=EXTRA) from None
    logging.disable()  # silences Dask, whose loggers have their own levels and handlers
    client, threads = _joined(address)
    connection = client.scheduler_comm  # a reconnection silently loses all submitted work
    is_there = lambda: client.status == "running" and client.scheduler_comm is connection  # noqa: E731
    try:
        executor, lost = client.get_executor(pure=False), (OSError, CancelledError, KilledWorker)
        yield Players(executor, threads, CHUNKS_OF_A_TASK, lost, f"the cluster at {address}", is_there)
    except (RbfError, PluginBug):
        raise
    except Exception as wrong:
        said = f"{type(wrong).__name__}: {_said(wrong)}"
        raise PlayersLost(f"the cluster at {address} sent what is no result: {said}") from wrong
    finally:
        _leave(client)


def _joined(address: str) -> tuple[Any, int]:
    """Connect to a cluster in a thread that is abandoned after a time limit, as a scheduler may never answer."""
    found: list[Any] = []
    thread = Thread(target=_join, args=(address, found), daemon=True)
    thread.start()
    thread.join(CLUSTER_SECONDS)
    if len(found) == 2 and isinstance(found[1], int):  # noqa: PLR2004
        return found[0], found[1]
    said = _said(found[-1]) if found and isinstance(found[-1], Exception) else SILENT
    if found and not isinstance(found[0], Exception):
        _leave(found[0])
        raise PlayersLost(f"no worker of {address} can play: {said}", hint=WORKER)
    raise PlayersLost(f"no cluster answers at {address}: {said}", hint="`dask scheduler` starts one")


def _join(address: str, found: list[Any]) -> None:
    """Append the client of a cluster and the number of its threads to `found`, or the error."""
    from distributed import Client  # noqa: PLC0415 - an optional extra

    try:
        found.append(Client(address, timeout=CLUSTER_SECONDS, set_as_default=False))  # type: ignore[no-untyped-call]
        found[0].wait_for_workers(1, timeout=CLUSTER_SECONDS)
        if others := {*found[0].run(_version).values()} - {__version__}:
            raise ValueError(f"they have rbfcli {', '.join(sorted(others))}, and this is {__version__}")  # noqa: TRY301
        found.append(max(1, sum(found[0].nthreads().values())))
    except Exception as wrong:  # noqa: BLE001 - the remote side can raise anything
        found.append(wrong)


def _version() -> str:
    """Return the version of rbfcli on the worker that runs this."""
    return __version__


def _leave(client: Any) -> None:
    """Cancel the cluster's pending work, ignoring errors."""
    with suppress(Exception):
        client.close(timeout=1)


def _said(wrong: Exception) -> str:
    """Return the first line of an error message."""
    return (str(wrong).strip().splitlines() or [type(wrong).__name__])[0]
