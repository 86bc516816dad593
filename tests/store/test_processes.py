"""Many processes, killed ones among them, never lose what was said to be saved and never leave a torn save."""

import os
import random
import shutil
import signal
import subprocess
import time

import pytest

LONG = os.environ.get("RBF_FUZZ") == "1"
WRITERS, TIMES = (16, 200) if LONG else (4, 30)
KILLS = 300 if LONG else 8
STOPPED = 0.5 if LONG else 0.05
DEADLY = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT, signal.SIGALRM)


def test_many_writers_lose_nothing_and_a_reader_never_sees_half(counted, figure):
    writers = [counted.start(times=TIMES, seconds=60) for _ in range(WRITERS)]
    seen = []
    while any(writer.poll() is None for writer in writers):
        seen.append(counted.count())
    printed = []
    for writer in writers:
        out, error = writer.communicate()
        assert (writer.returncode, error) == (0, "")
        printed += map(int, out.split())
    assert counted.count() == WRITERS * TIMES
    assert sorted(printed) == list(range(1, WRITERS * TIMES + 1))
    assert seen == sorted(seen)
    assert counted.leftovers() == set()
    figure(f"{WRITERS} writers x {TIMES} changes of one save: count {counted.count()}, read {len(seen)} times, torn 0")


def killed(counted, number, chance):
    """Kill a writer somewhere in its work; the last count it printed."""
    with counted.start(times=1000) as process:
        out = process.stdout.readline()
        time.sleep(chance.random() * 0.05)  # any moment will do: nothing is waited for
        process.send_signal(number)
        out += process.stdout.read()  # not `communicate`, which forgets what was read ahead with the line
        error = process.stderr.read()
    assert process.returncode == -number
    assert error == ""
    return int(out.split()[-1])


@pytest.mark.parametrize("number", [signal.SIGKILL, *(DEADLY if LONG else ())], ids=lambda number: number.name)
def test_a_killed_writer_loses_nothing_it_said_was_saved(counted, number, figure):
    chance = random.Random(number)  # noqa: S311 - moments to kill at
    for _ in range(KILLS):
        said = killed(counted, number, chance)
        assert said <= counted.count() <= said + 1
    assert counted.run()[0] == 0
    assert counted.leftovers() == set()
    figure(f"{number.name} in the middle of writing: hit {KILLS}, torn 0, lost 0")


def test_a_writer_that_is_stopped_for_a_while_neither_loses_nor_holds_up_for_ever(counted, figure):
    writers = [counted.start(times=TIMES, seconds=60) for _ in range(5)]
    stops = 0
    while all(writer.poll() is None for writer in writers[1:]):
        writers[0].send_signal(signal.SIGSTOP)
        time.sleep(STOPPED)  # nothing is waited for: the others write, or wait for it
        writers[0].send_signal(signal.SIGCONT)
        time.sleep(STOPPED)
        stops += 1
    printed = []
    for writer in writers:
        out, error = writer.communicate()
        assert (writer.returncode, error) == (0, "")
        printed += map(int, out.split())
    assert sorted(printed) == list(range(1, 5 * TIMES + 1))
    figure(f"a writer stopped {stops} times while 4 others write: count {counted.count()}, lost 0")


def test_a_stopped_holder_is_named_to_those_who_wait_no_longer(counted):
    holder = counted.start(times=100_000)
    holder.stdout.readline()
    try:
        while True:
            holder.send_signal(signal.SIGSTOP)
            os.waitpid(holder.pid, os.WUNTRACED)
            before = counted.count()
            status, out, error = counted.run(seconds=0.2)
            if status:
                break
            holder.send_signal(signal.SIGCONT)
            holder.stdout.readline()
        assert (status, out) == (4, "")
        assert error == f"rbf: fight.toml is in use by process {holder.pid}; try again when it is done\n"
        assert counted.count() == before
    finally:
        holder.kill()
        holder.communicate()
    assert counted.run()[0] == 0


def test_a_file_size_limit_is_a_full_disk(counted):
    before = counted.path.read_bytes()
    status, out, error = counted.run(before=["/bin/sh", "-c", 'ulimit -f 0; exec "$@"', "sh"])
    assert (status, out) == (4, "")
    assert error.endswith("could not be saved: the file would exceed the allowed size; nothing has changed\n")
    assert counted.path.read_bytes() == before
    assert counted.leftovers() == set()


@pytest.fixture
def small_disk(counted):
    if os.geteuid() != 0 or not shutil.which("mount"):
        pytest.skip("only root can mount a small disk")
    content = counted.path.read_bytes()
    if not system("mount", "-t", "tmpfs", "-o", "size=32k", "none", counted.folder):
        pytest.skip("this system lets nobody mount")
    counted.path.write_bytes(content)
    yield counted
    assert system("umount", counted.folder)


def system(program, *arguments):
    return subprocess.run([shutil.which(program), *arguments], check=False, capture_output=True).returncode == 0


def test_a_full_disk_keeps_the_old_save_and_works_again_with_room(small_disk):
    assert small_disk.run()[0] == 0
    filler = small_disk.folder / "filler"
    with pytest.raises(OSError, match="No space"):
        filler.write_bytes(b"x" * 100_000)
    status, _, error = small_disk.run()
    assert status == 4
    assert error.endswith("could not be saved: the disk is full; nothing has changed\n")
    assert small_disk.count() == 1
    filler.unlink()
    assert small_disk.run()[:2] == (0, "2\n")
    assert small_disk.leftovers() == set()


def test_a_read_only_disk_is_read_and_not_written(small_disk):
    small_disk.run()
    assert system("mount", "-o", "remount,ro", small_disk.folder)
    status, _, error = small_disk.run()
    assert status == 4
    assert "the file system is read-only" in error
    assert small_disk.count() == 1
