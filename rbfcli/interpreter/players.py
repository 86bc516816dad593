"""Who plays the fights of a simulation: this process, several of them, or the workers of a Dask cluster."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from rbfcli import __version__
from rbfcli.kernel.errors import PluginFault, RbfError, UsageError
from rbfcli.kernel.limits import CLUSTER_SECONDS
from rbfcli.kernel.numbers import natural, shown
from rbfcli.lab.simulate import ALONE, Handing, Leaving, PlayersLost

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess

    from distributed import Client

# Processes that play leave off between two fights, when nobody needs their work any more; they have so long for that.
SECONDS_TO_END = 1
# Starting a process takes about as long as so many fights.
WORTH_A_PROCESS = 25
# A task of a cluster goes over a network and through one scheduler, so that it is to take a while.
CHUNKS_OF_A_TASK = 8
PORT_DIGITS, LAST_PORT = 5, 65_535
EXAMPLE = "--scheduler tcp://localhost:8786"
SCHEMES = ("tcp", "tls")
WORKER = "`dask worker` starts one, where rbfcli is installed"
EXTRA = "pip install 'rbfcli[dask]'"


class Players(Struct, frozen=True):
    """Where fights are handed to: an executor (none: this process), how many it plays at a time, and how."""

    executor: Executor | None = None
    jobs: int = 1
    handing: Handing = ALONE


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
        yield Players()
        return
    with _processes(jobs) as those:
        yield those


@contextmanager
def _processes(jobs: int) -> Iterator[Players]:
    """So many processes of this machine."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import active_children
    from multiprocessing.sharedctypes import RawValue

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
    import signal
    from threading import Thread

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
    from multiprocessing import parent_process
    from signal import SIGTERM, sigwaitinfo

    parent = parent_process()
    while parent and sigwaitinfo({SIGTERM}).si_pid != parent.pid:
        pass
    os._exit(1)


def _end_with_parent() -> None:
    from multiprocessing import parent_process

    if parent := parent_process():
        parent.join()
        os._exit(1)


@contextmanager
def _cluster(address: str) -> Iterator[Players]:
    """The workers of a Dask cluster, as many as have come when it is asked."""
    _require_an_address(address)
    try:
        from distributed import KilledWorker
    except ImportError:
        raise UsageError("--scheduler takes the package distributed", hint=EXTRA) from None
    import logging

    logging.disable()  # its loggers have a level and a handler each, and nothing else here has any
    client, threads = _joined(address)
    try:
        executor: Any = client.get_executor(pure=False)  # type: ignore[no-untyped-call]
        lost = (OSError, CancelledError, KilledWorker)
        handing = Handing(CHUNKS_OF_A_TASK, lost, f"the cluster at {address}", _still_there(client))
        yield Players(executor, threads, handing)
    except (RbfError, PluginFault):
        raise
    except Exception as wrong:
        said = f"{type(wrong).__name__}: {_said(wrong)}"
        raise PlayersLost(f"the cluster at {address} sent what is no result: {said}") from wrong
    finally:
        _leave(client)


class _Joining(Struct):
    """How far joining a cluster has come, and what went wrong with it."""

    client: "Client | None" = None
    threads: int = 0
    wrong: Exception | None = None


def _joined(address: str) -> "tuple[Client, int]":
    """Join a cluster: its client, and how many fights its workers play at a time.

    The scheduler may be anybody, and may never answer: all of it happens in a thread that is left after
    CLUSTER_SECONDS. Raises PlayersLost.
    """
    from threading import Thread

    found = _Joining()
    thread = Thread(target=_join, args=(address, found), daemon=True)
    thread.start()
    thread.join(CLUSTER_SECONDS)
    if found.client is not None and found.threads:
        return found.client, found.threads
    if found.client is not None:
        _leave(found.client)
    if isinstance(found.wrong, PlayersLost):
        raise found.wrong
    silent = f"nothing within {CLUSTER_SECONDS} seconds"
    said = _said(found.wrong) if found.wrong else silent
    if found.client is None:
        raise PlayersLost(f"no cluster answers at {address}: {said}", hint="`dask scheduler` starts one")
    raise PlayersLost(f"no worker of {address} can play: {said}", hint=WORKER)


def _join(address: str, found: _Joining) -> None:
    """Join a cluster, in a thread of its own."""
    from distributed import Client

    try:
        client = Client(address, timeout=CLUSTER_SECONDS, set_as_default=False)  # type: ignore[no-untyped-call]
        found.client = client
        found.threads = _workers(client, address)
    except Exception as wrong:  # noqa: BLE001 - what the other side sends may raise anything
        found.wrong = wrong


def _still_there(client: "Client") -> Callable[[], bool]:
    """Whether the connection stands that stood when this was called: with another, all that was handed out is lost.

    Results that were on their way when a scheduler died never come, and nothing is raised.
    """
    first = client.scheduler_comm
    return lambda: client.status == "running" and client.scheduler_comm is first


def _require_an_address(address: str) -> None:
    """Raise UsageError for what is no address of a scheduler: `tcp://HOST:PORT`, which may lack its `tcp://`."""
    host, _, port = address.rpartition(":")
    scheme, named, _ = host.rpartition("://")
    if (
        (named and scheme not in SCHEMES)
        or not host.rpartition("/")[2]
        or not 1 <= (natural(port, PORT_DIGITS) or 0) <= LAST_PORT
    ):
        raise _no_address(address)


def _no_address(address: str) -> UsageError:
    return UsageError(f"--scheduler takes tcp://HOST:PORT, not {shown(address)}", hint=EXAMPLE)


def _workers(client: "Client", address: str) -> int:
    """How many fights the workers play at a time. Raises PlayersLost where none of this version can."""
    client.wait_for_workers(1, timeout=CLUSTER_SECONDS)
    versions = client.run(_version)
    threads = sum(client.nthreads().values())  # type: ignore[no-untyped-call]
    others = sorted({each for each in versions.values() if each != __version__})
    if others:
        raise PlayersLost(f"workers of {address} have rbfcli {', '.join(others)}, and this is {__version__}")
    return max(1, int(threads))


def _version() -> str:
    """The version of the program where this is called: on a worker."""
    from rbfcli import __version__ as found

    return found


def _leave(client: "Client") -> None:
    """Give up whatever the cluster still has to do for us; it may be gone."""
    try:
        client.close(timeout=1)  # type: ignore[no-untyped-call]
    except Exception:  # noqa: BLE001 - it may be gone, or may be anybody
        return


def _said(wrong: Exception) -> str:
    """The first line of what an error says."""
    return (str(wrong).strip().splitlines() or [type(wrong).__name__])[0]
