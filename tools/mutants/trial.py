"""Trials of mutants, in copies of the process."""

from __future__ import annotations

import gc
import importlib
import os
import pickle
import resource
import shutil
import signal
import sys
import time
import traceback
from collections import defaultdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple, NoReturn

import pytest

from tools.mutants.changes import TELL, code_that_tells, function_of, put_in_place

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from types import CodeType, FunctionType

    from tools.mutants.changes import Mutant


DONE, FAILED, BROKEN = 0, 1, 3
MEMORY = 4 << 30


class Ended(NamedTuple):
    """How the copy with this number ended: its exit status, a signal as a negative one, and what its work returned."""

    number: int
    status: int
    returned: bytes


def in_copies(works: Sequence[Callable[[], bytes]], jobs: int) -> Iterator[Ended]:
    """Do every work in a copy of its own, `jobs` at a time, and tell of each as it ends.

    A work that raises breaks the whole: RuntimeError with its traceback.
    """
    running: dict[int, int] = {}
    with TemporaryDirectory(prefix="mutants-", ignore_cleanup_errors=True) as folder:
        try:
            for number, work in enumerate(works):
                if len(running) >= jobs:
                    yield _next_end(running, folder)
                sys.stdout.flush()
                sys.stderr.flush()
                process = os.fork()
                if not process:
                    _be_a_copy(work, Path(folder, str(number)))
                running[process] = number
            while running:
                yield _next_end(running, folder)
        finally:
            for process in running:
                os.kill(process, signal.SIGKILL)
                os.waitpid(process, 0)


def _next_end(running: dict[int, int], folder: str) -> Ended:
    process, status = os.wait()
    number = running.pop(process)
    own = Path(folder, str(number))
    returned = (own / "returned").read_bytes() if (own / "returned").exists() else b""
    shutil.rmtree(own, ignore_errors=True)
    if os.waitstatus_to_exitcode(status) == BROKEN:
        raise RuntimeError(returned.decode())
    return Ended(number, os.waitstatus_to_exitcode(status), returned)


def _be_a_copy(work: Callable[[], bytes], own: Path) -> NoReturn:
    """Do the work with a folder for its temporary files, without a terminal, within bounds of memory; then end."""
    status = BROKEN
    try:
        own.mkdir()
        os.environ["PYTEST_DEBUG_TEMPROOT"] = str(own)
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nowhere, stream)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        (own / "returned").write_bytes(work())
        status = DONE
    except BaseException:  # noqa: BLE001 nothing may reach what the copy inherited
        (own / "returned").write_text(traceback.format_exc())
    finally:
        os._exit(status)


OUT_OF_TIME = (-signal.SIGPROF, -signal.SIGALRM)
TIMES = 10  # as much processor time as the test takes without a mutant, and a second
PATIENCE = 60  # seconds on the clock, which a busy machine stretches


class Heard(NamedTuple):
    """The functions that a test calls, by file and qualified name, and the seconds of processor time it takes."""

    calls: frozenset[tuple[str, str]]
    seconds: float


class Trial:
    """Tries mutants on the tests that pytest collects.

    `outcomes` says for each mutant whether it was killed, survived, timed out, or was called by no test;
    `failing` names the tests that fail without any mutant, and then nothing is tried.
    """

    def __init__(self, mutants: Sequence[Mutant], jobs: int, tell: Callable[[int], None]) -> None:
        self.mutants = mutants
        self.jobs = jobs
        self.tell = tell
        self.telling: list[tuple[FunctionType, CodeType]] = []
        self.failing: list[str] = []
        self.outcomes: list[str] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool | None:
        """Try the mutants instead of running the tests; leave mistakes of the collection to pytest."""
        if session.testsfailed:
            return None
        for mutant in self.mutants:
            importlib.import_module(mutant.module)
        self.telling = [_telling(mutant) for mutant in {mutant[:2]: mutant for mutant in self.mutants}.values()]
        gc.collect()
        gc.freeze()
        heard = self._listen(session.items)
        if not self.failing:
            self._try(session.items, heard)
        return True

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> None:
        """End the copy when a test fails, without a report; return the name of the test."""
        allowed = call.excinfo is None or call.excinfo.errisinstance(pytest.skip.Exception)
        if not allowed and item.get_closest_marker("xfail") is None:
            Path(os.environ["PYTEST_DEBUG_TEMPROOT"], "returned").write_text(item.nodeid)
            os._exit(FAILED)

    def _listen(self, tests: Sequence[pytest.Item]) -> list[Heard]:
        heard = [Heard(frozenset(), 0.0)] * len(tests)
        for ended in in_copies([lambda test=test: self._hear(test) for test in tests], self.jobs):
            if ended.status == DONE:
                heard[ended.number] = pickle.loads(ended.returned)  # noqa: S301 a copy of this process wrote it
            else:
                self.failing.append(tests[ended.number].nodeid)
        return heard

    def _hear(self, test: pytest.Item) -> bytes:
        called: set[tuple[str, str]] = set()
        for function, code in self.telling:
            function.__globals__[TELL] = called.add
            function.__code__ = code
        start = time.process_time()
        _run(test, None)
        seconds = time.process_time() - start
        return pickle.dumps(Heard(frozenset(called), seconds))

    def _try(self, tests: Sequence[pytest.Item], heard: Sequence[Heard]) -> None:
        """Try the mutants: on the test that last killed one of the same function, then on the others, fastest first."""
        callers: dict[tuple[str, str], list[tuple[pytest.Item, float]]] = defaultdict(list)
        for number in sorted(range(len(tests)), key=lambda number: heard[number].seconds):
            for call in heard[number].calls:
                callers[call].append((tests[number], heard[number].seconds))
        by_mutant = [callers[mutant.file, mutant.function] for mutant in self.mutants]
        called = [number for number, found in enumerate(by_mutant) if found]
        self.outcomes = ["untested"] * len(self.mutants)
        works = [lambda number=number: _survive(self.mutants[number], by_mutant[number]) for number in called]
        for done, ended in enumerate(in_copies(works, self.jobs), 1 + len(self.mutants) - len(called)):
            killer = ended.returned.decode()
            by_mutant[called[ended.number]].sort(key=lambda found: found[0].nodeid != killer)
            self.outcomes[called[ended.number]] = _outcome(ended.status)
            self.tell(done)


def _telling(mutant: Mutant) -> tuple[FunctionType, CodeType]:
    """Return the function of a mutant, and the code with which it reports its calls."""
    return function_of(sys.modules[mutant.module], mutant.function), code_that_tells(mutant)


def _survive(mutant: Mutant, tests: Sequence[tuple[pytest.Item, float]]) -> bytes:
    """Return when every test passes in spite of the mutant; otherwise the copy ends within."""
    put_in_place(mutant)
    next_tests = [*(test for test, _ in tests[1:]), None]
    for (test, seconds), next_test in zip(tests, next_tests, strict=True):
        signal.setitimer(signal.ITIMER_PROF, 1 + TIMES * seconds)
        signal.setitimer(signal.ITIMER_REAL, PATIENCE * (1 + seconds))
        _run(test, next_test)
    return b""


def _run(test: pytest.Item, next_test: pytest.Item | None) -> None:
    try:
        test.config.hook.pytest_runtest_protocol(item=test, nextitem=next_test)
    except BaseException:  # noqa: BLE001 what even pytest does not catch has been noticed
        os._exit(FAILED)


def _outcome(status: int) -> str:
    if status == DONE:
        return "survived"
    return "timeout" if status in OUT_OF_TIME else "killed"
