"""Output arrives to its last byte, or the exit status says why not; what was saved stays saved."""

import fcntl
import itertools
import os
import signal

import pytest

SAVE_AND_PRINT = "save(output)\noutput.write('done\\n')"
MUCH = 3_000_000


def test_a_result_goes_to_standard_output_alone(finished):
    assert finished("output.write('7\\n')") == (0, "7\n", "")


def test_what_libraries_print_is_not_lost(finished):
    assert finished("print('7', end='')") == (0, "7", "")


def test_the_exit_status_is_the_one_that_was_returned_or_asked_for(finished):
    assert finished("return 1")[0] == 1
    assert finished("sys.exit(2)")[0] == 2
    assert finished("sys.exit()")[0] == 0
    assert finished("sys.exit('no')")[0] == 1


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("how", ["output.write('x\\n')", "print('x', flush=True)", "print('x')"])
def test_a_reader_that_went_away_is_met_quietly(finished, how, unbuffered):
    body = f"save(output)\nfor _ in range(100_000):\n    {how}"
    status, _, error = finished(
        body, bash='"$@" | true; exit ${PIPESTATUS[0]}', environ={"PYTHONUNBUFFERED": unbuffered}
    )
    assert (status, error) == (141, "")


def test_what_was_saved_stays_saved_when_the_reader_goes_away(finished, tmp_path):
    finished(SAVE_AND_PRINT, bash='"$@" | true')
    assert (tmp_path / "save").read_text() == "1"


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no /dev/full")  # noqa: PTH110 - at import
@pytest.mark.parametrize("how", ["output.write('7\\n')", "print('7')"])
def test_a_full_disk_under_the_output_is_said_in_one_line(finished, monkeypatch, how):
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)
    with open("/dev/full", "wb") as full:  # noqa: PTH123
        assert finished(how, stdout=full) == (4, "", "rbf: could not print: the disk is full\n")
        assert finished(f"save(output)\n{how}", stdout=full)[2] == "rbf: saved, but could not print: the disk is full\n"
        assert finished("output.error('x')\nreturn 3", stderr=full)[0] == 3
        assert finished("raise Refusal('no')", "--json", stdout=full) == (
            4,
            "",
            "rbf: no\nrbf: could not print: the disk is full\n",
        )


CLOSED = [closed for count in range(4) for closed in itertools.combinations((0, 1, 2), count)]


@pytest.mark.parametrize("closed", CLOSED, ids=str)
def test_closed_streams_never_become_files(finished, tmp_path, closed):
    body = """
save(output)
low = os.open("other", os.O_RDWR | os.O_CREAT)
print("lost", flush=True)
output.error("a word")
empty = not os.read(0, 1)
output.write(f"{low > 2} {empty}")
"""
    status, out, error = finished(body, bash='"$@"' + "".join(f" {number}>&-" for number in closed))
    assert (tmp_path / "save").read_text() == "1"
    assert (tmp_path / "other").read_bytes() == b""
    assert status == (4 if 1 in closed else 0)
    assert out == ("" if 1 in closed else "lost\nTrue True")
    reason = "rbf: saved, but could not print: bad file descriptor\n" if 1 in closed else ""
    assert error == ("" if 2 in closed else "a word\n" + reason)


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_large_output_arrives_whole_whatever_signals_come(framed, unbuffered):
    body = f"import signal\nsignal.signal(signal.SIGWINCH, lambda *_: None)\noutput.write('x' * {MUCH})"
    process = framed(body, environ={"PYTHONUNBUFFERED": unbuffered})
    arrived = len(process.stdout.read(1))
    numbers = itertools.cycle((signal.SIGWINCH, signal.SIGCONT))
    while part := process.stdout.read1(10_000):
        arrived += len(part)
        process.send_signal(next(numbers))
    assert (process.wait(), arrived) == (0, MUCH)


def test_a_pipe_that_does_not_block_is_waited_for(framed):
    body = f"""
import select
wait = select.select
def said(*streams):
    select.select = wait
    os.write(2, b"the pipe is full")
    return wait(*streams)
select.select = said
output.write('x' * {MUCH})
"""
    reader, writer = os.pipe()
    fcntl.fcntl(writer, fcntl.F_SETFL, os.O_NONBLOCK)
    process = framed(body, stdout=writer)
    os.close(writer)
    assert process.stderr.read(16) == b"the pipe is full"
    with open(reader, "rb") as pipe:  # noqa: PTH123
        assert len(pipe.read()) == MUCH
    assert process.wait() == 0


def test_what_an_encoding_cannot_show_is_escaped(finished):
    body = "output.write('Zoë \\u738b \\udc80')\noutput.error('Zoë \\x1b')"
    assert finished(body, environ={"PYTHONIOENCODING": "ascii"}) == (0, r"Zo\xeb \u738b \udc80", "Zo\\xeb \\x1b\n")
    assert finished(body, environ={"PYTHONIOENCODING": "utf-8"}) == (0, r"Zoë 王 \udc80", "Zoë \\x1b\n")


def test_streams_know_whether_they_are_terminals(framed):
    master, terminal = os.openpty()
    process = framed("output.error(f'{output.is_terminal} {output.error_is_terminal}')", stdout=terminal)
    assert process.communicate()[1] == b"True False\n"
    os.close(master)
    os.close(terminal)
