"""Who plays the fights of a simulation: this process, several of them, or the workers of a Dask cluster."""

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

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess


# Processes that play leave off between two fights, when nobody needs their work any more; they have so long for that.
SECONDS_TO_END = 1
# Starting a process takes about as long as so many fights.
WORTH_A_PROCESS = 25
# A task of a cluster goes over a network and through one scheduler, so that it is to take a while.
CHUNKS_OF_A_TASK = 8
LAST_PORT = 65_535
EXAMPLE = "--scheduler tcp://localhost:8786"
SILENT = f"nothing within {CLUSTER_SECONDS} seconds"
WORKER = "`dask worker` starts one, where rbfcli is installed"
EXTRA = "pip install 'rbfcli[dask]'"


@contextmanager
def players(jobs: int, scheduler: str, fights: int) -> Iterator[Players]:
    """Whoever plays so many fights; what waits is given up at the end. Raises UsageError and PlayersLost."""
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
    """So many processes of this machine."""
    others = active_children()
    leave = RawValue("b", 0)  # an `Event` has a lock, which whoever is killed with it in hand would keep
    pool = ProcessPoolExecutor(jobs, initializer=_as_a_helper, initargs=(leave,))
    try:
        yield Players(pool, jobs)
    finally:
        leave.value = 1
        pool.shutdown(wait=False, cancel_futures=True)
        _end([each for each in active_children() if each not in others])


def _end(helpers: "list[BaseProcess]") -> None:
    """Wait a little for the processes that play, and kill those that wait for what one had that was killed."""
    end = monotonic() + SECONDS_TO_END
    for each in helpers:
        each.join(max(0, end - monotonic()))
        each.kill()
        each.join()


def _as_a_helper(leave: Any) -> None:
    """In a process that plays: a signal to all is the first one's to answer, and without that one this ends too."""
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
    """End at a SIGTERM of the first process alone: where one was killed, its pool sends one to all, and waits."""
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
    """Join a Dask cluster, and hand its workers the same chunks; whoever listens there, it ends in a sentence."""
    (head, _, port), digits = address.rpartition(":"), len(str(LAST_PORT))
    scheme, _, host = head.rpartition("://")
    if scheme not in ("", "tcp", "tls") or not host or not 1 <= (natural(port, digits) or 0) <= LAST_PORT:
        raise UsageError(f"--scheduler takes tcp://HOST:PORT, not {shown(address)}", hint=EXAMPLE)
    try:
        from distributed import KilledWorker  # noqa: PLC0415 - an extra, seldom installed
    except ImportError:
        raise UsageError("--scheduler takes the package distributed", hint=EXTRA) from None
    logging.disable()  # its loggers have a level and a handler each, and nothing else here has any
    client, threads = _joined(address)
    connection = client.scheduler_comm  # with another, all that was handed out is lost, and nothing is raised
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
    """Join a cluster in a thread that is left when its time is over, for a scheduler may never answer."""
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
    """Find the client of a cluster, then how many fights its workers play at a time; or what is wrong with it."""
    from distributed import Client  # noqa: PLC0415 - an extra, seldom installed

    try:
        found.append(Client(address, timeout=CLUSTER_SECONDS, set_as_default=False))  # type: ignore[no-untyped-call]
        found[0].wait_for_workers(1, timeout=CLUSTER_SECONDS)
        if others := {*found[0].run(_version).values()} - {__version__}:
            raise ValueError(f"they have rbfcli {', '.join(sorted(others))}, and this is {__version__}")  # noqa: TRY301
        found.append(max(1, sum(found[0].nthreads().values())))
    except Exception as wrong:  # noqa: BLE001 - what the other side sends may raise anything
        found.append(wrong)


def _version() -> str:
    """The version of the program where this is called: on a worker."""
    return __version__


def _leave(client: Any) -> None:
    """Give up whatever the cluster still has to do for us; it may be gone."""
    with suppress(Exception):
        client.close(timeout=1)


def _said(wrong: Exception) -> str:
    """The first line of what an error says."""
    return (str(wrong).strip().splitlines() or [type(wrong).__name__])[0]
