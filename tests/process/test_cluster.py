"""A simulation on a Dask cluster of two worker processes: the same numbers, whoever dies on the way."""

import json
import os
import select
import signal
import socket
import struct
import subprocess
import sys
from contextlib import contextmanager, suppress
from threading import Thread

import pytest
from msgspec import Struct

from tests.time_limit import ticks, time_limit

pytestmark = pytest.mark.slow

CLUSTER = """\
import sys
from distributed import LocalCluster

if __name__ == "__main__":
    workers = int(sys.argv[1])
    with LocalCluster(n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        print(cluster.scheduler_address, *(worker.pid for worker in cluster.workers.values()), flush=True)
        sys.stdin.read()
"""
ABSENT = "tcp://127.0.0.1:9"
MANY, ENDLESS = "1000", "1000000"
SECONDS = 120

_limit = time_limit(2 * SECONDS)


class Cluster(Struct):
    """Where a scheduler listens, and the processes of it and of its workers."""

    address: str
    process: subprocess.Popen
    workers: list[int]


@pytest.fixture(scope="module")
def script(tmp_path_factory):
    """The program that runs a cluster until its input ends."""
    pytest.importorskip("distributed")
    path = tmp_path_factory.mktemp("cluster") / "cluster.py"
    path.write_text(CLUSTER)
    return path


@contextmanager
def started(script, workers=2):
    command = [sys.executable, str(script), str(workers)]
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=script.parent, text=True
    )
    try:
        address, *workers = process.stdout.readline().split()
        yield Cluster(address, process, [int(each) for each in workers])
    finally:
        process.stdin.close()
        process.wait(SECONDS)
        process.stdout.close()


def rbf(*words, patience=5):
    """Start the program, which waits for a cluster for so many seconds."""
    code = (
        f"from rbfcli.core import limits; limits.CLUSTER_SECONDS = {patience}; from rbfcli.cli.main import main; main()"
    )
    return subprocess.Popen(
        [sys.executable, "-c", code, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def played(*words):
    process = rbf("simulate", "duel", "-n", MANY, "--seed", "lab", "--json", *words)
    out, error = process.communicate(timeout=SECONDS)
    return {**json.loads(out), "command": ""}, error


def busy(cluster):
    """Wait until a worker has taken half a second of its processor since this was called: more than imports take."""
    first = {worker: ticks(worker) for worker in cluster.workers}
    while True:
        for worker, before in first.items():
            if ticks(worker) >= before + os.sysconf("SC_CLK_TCK") // 2:
                return worker
        select.select([], [], [], 0.02)


def test_a_cluster_plays_the_same_fights_even_if_a_worker_is_killed(script):
    here, _ = played("--jobs", "1")
    with started(script) as cluster:
        process = rbf(
            "simulate", "duel", "-n", MANY, "--seed", "lab", "--json", "--scheduler", cluster.address, patience=60
        )
        victim = busy(cluster)
        assert process.poll() is None
        os.kill(victim, signal.SIGKILL)
        out, error = process.communicate(timeout=SECONDS)
    assert process.returncode == 0
    assert error == ""
    assert {**json.loads(out), "command": ""} == here


def test_what_is_known_is_told_when_the_cluster_dies(script):
    with started(script) as dying:
        process = rbf(
            "simulate", "duel", "-n", ENDLESS, "--seed", "lab", "--json", "--scheduler", dying.address, patience=60
        )
        busy(dying)
        dying.process.kill()
        out, error = process.communicate(timeout=SECONDS)
    facts = json.loads(out)
    assert process.returncode == 4
    assert error == ""
    assert facts["stopped"]
    assert facts["error"]["kind"] == "cluster"
    assert facts["error"]["message"] == f"the cluster at {dying.address} is gone"
    assert 0 < facts["fights"] < int(ENDLESS)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=lambda number: number.name)
def test_an_interrupt_prints_what_is_known(script, number):
    with started(script) as cluster:
        process = rbf("simulate", "duel", "-n", ENDLESS, "--seed", "lab", "--scheduler", cluster.address, patience=60)
        busy(cluster)
        process.send_signal(number)
        out, error = process.communicate(timeout=SECONDS)
    assert process.returncode == -number
    assert ", stopped" in out.splitlines()[0]
    assert error == ""


def test_a_cluster_that_is_absent_is_said(script):
    del script
    """It is waited for as CLUSTER_SECONDS says."""
    process = rbf("simulate", "duel", "-n", "5", "--scheduler", ABSENT)
    out, error = process.communicate(timeout=SECONDS)
    assert (process.returncode, out) == (4, "")
    assert error.startswith(f"rbf: no cluster answers at {ABSENT}: ")
    assert len(error.splitlines()) == 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--scheduler", ABSENT), "--scheduler needs the package distributed; pip install 'rbfcli[dask]'"),
        (("--scheduler", ABSENT, "--jobs", "2"), "--jobs and --scheduler cannot be combined"),
    ],
)
def test_without_the_extra_and_with_jobs_it_is_refused(words, message):
    code = "import sys; sys.modules['distributed'] = None; from rbfcli.cli.main import main; sys.exit(main())"
    line = [sys.executable, "-c", code, "simulate", "duel", "-n", "5", *words]
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr


def test_nothing_of_a_cluster_is_loaded_without_the_option():
    line = [sys.executable, "-X", "importtime", "-m", "rbfcli", "simulate", "duel", "-n", "5", "--jobs", "1"]
    loaded = subprocess.run(line, capture_output=True, text=True, check=True).stderr
    assert "rbfcli.lab.simulate" in loaded
    assert not any(f" {each}" in loaded for each in ("distributed", "dask", "tornado"))


def sender(sent):
    """Listen at a port for those who take us for a scheduler: each is sent a few bytes, and no more."""
    listening = socket.create_server(("127.0.0.1", 0))

    def serve():
        kept = []
        while True:
            try:
                connection, _ = listening.accept()
            except OSError:
                return
            kept.append(connection)
            with suppress(OSError):
                connection.sendall(sent) if sent is not None else connection.close()

    Thread(target=serve, daemon=True).start()
    return listening


def frames(*parts):
    """Bytes as a scheduler frames its messages: the length of all, how many parts there are, and their lengths."""
    head = struct.pack(f"<{1 + len(parts)}Q", len(parts), *map(len, parts))
    return struct.pack("<Q", len(head) + sum(map(len, parts))) + head + b"".join(parts)


@pytest.mark.parametrize(
    "sent",
    [
        None,
        b"",
        b"HTTP/1.1 400 Bad Request\r\n\r\n",
        b"\x10\0\0\0\0\0\0\0" + b"\x80" * 64,
        b"\xff" * 64,
        frames(b"\x81"),
        frames(b"", b""),
        frames(b"\x80", b"\xc0"),
        frames(b"\x80", b"\x83\xabcompression\xc0\xa6python\x93\x03\x0b\x00\xafpickle-protocol\x05"),
        frames(b"\x80", b"\x81\xabcompression\xa3odd"),
    ],
    ids=["closed", "silent", "http", "short", "long", "cut", "empty", "none", "stops", "odd"],
)
def test_a_scheduler_that_is_none_ends_in_a_sentence(sent):
    """Whatever it sends, or never sends: status 4, and CLUSTER_SECONDS for all of it."""
    pytest.importorskip("distributed")
    with sender(sent) as listening:
        address = f"tcp://127.0.0.1:{listening.getsockname()[1]}"
        process = rbf("simulate", "duel", "-n", "5", "--scheduler", address)
        out, error = process.communicate(timeout=SECONDS)
    assert (process.returncode, out) == (4, "")
    assert error.startswith(f"rbf: no cluster answers at {address}: ")
    assert len(error.splitlines()) == 1


def test_a_scheduler_without_workers_is_not_waited_for(script):
    with started(script, workers=0) as cluster:
        process = rbf("simulate", "duel", "-n", "5", "--scheduler", cluster.address, patience=20)
        out, error = process.communicate(timeout=SECONDS)
    assert (process.returncode, out) == (4, "")
    assert error.startswith(f"rbf: no worker of {cluster.address} can play: ")


def test_an_address_of_another_kind_is_refused():
    done = rbf("simulate", "duel", "-n", "5", "--scheduler", "inproc://localhost:8786")
    out, error = done.communicate(timeout=SECONDS)
    assert (done.returncode, out) == (2, "")
    assert "--scheduler must be tcp://HOST:PORT, not 'inproc://localhost:8786'" in error


def test_a_worker_that_answers_nonsense_is_said(script):
    """What comes back is not trusted to be fights."""
    code = (
        "from rbfcli.core import limits\n"
        "limits.CLUSTER_SECONDS = 60\n"
        "import rbfcli.lab.simulate as simulate\n"
        "simulate.chunks_of = simulate._version\n"
        "from rbfcli.cli.main import main\nmain()"
    )
    with started(script) as cluster:
        line = [sys.executable, "-c", code, "simulate", "duel", "-n", "5", "--scheduler", cluster.address]
        done = subprocess.run(line, capture_output=True, text=True, check=False, timeout=SECONDS)
    assert (done.returncode, done.stdout) == (4, "")
    assert done.stderr.startswith(f"rbf: the cluster at {cluster.address} sent an invalid result: TypeError: ")
