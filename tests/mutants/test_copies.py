"""Work in copies of a process."""

import os
import signal
from pathlib import Path

import pytest

from tools.mutants.trial import Ended, in_copies


def test_every_work_is_done_in_a_copy_and_tells_what_it_returned():
    here = []
    works = [lambda number=number: here.append(number) or b"%d" % number for number in range(5)]

    assert sorted(in_copies(works, 2)) == [Ended(number, 0, b"%d" % number) for number in range(5)]
    assert here == []


def test_a_copy_can_end_early_or_by_a_signal():
    works = [lambda: os._exit(1), lambda: os.kill(os.getpid(), signal.SIGPROF)]

    assert sorted(in_copies(works, 1)) == [Ended(0, 1, b""), Ended(1, -signal.SIGPROF, b"")]


def test_a_copy_prints_nothing_and_keeps_its_files_to_itself(capfd):
    def work():
        os.write(1, b"to the output")
        os.write(2, b"to the errors")
        return os.environ["PYTEST_DEBUG_TEMPROOT"].encode()

    folders = [ended.returned.decode() for ended in in_copies([work, work], 2)]

    assert capfd.readouterr() == ("", "")
    assert len(set(folders)) == 2
    assert not any(Path(folder).exists() for folder in folders)


def test_memory_has_a_bound():
    def work():
        return b"%d" % len(bytearray(8 << 30))

    with pytest.raises(RuntimeError, match="MemoryError"):
        list(in_copies([work], 1))


def test_a_work_that_raises_breaks_the_whole_and_leaves_no_copy_behind():
    works = [signal.pause, lambda: b"" + None]

    with pytest.raises(RuntimeError, match="TypeError"):
        list(in_copies(works, 2))
    with pytest.raises(ChildProcessError):
        os.wait()
