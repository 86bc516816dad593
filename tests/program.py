"""The program `rbf`, run in this process as a shell would run it: its words, its folder, its streams and settings.

A test whose subject is a process, a signal, a lock or a terminal starts a real one instead.
"""

import io
import os
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path

from rbfcli.cli.main import run
from rbfcli.cli.process import Output, run_guarded
from rbfcli.storage.files import standard_input

INPUT, OUT, ERROR = range(3)


def run_rbf(*words, cwd, stdin="", environ=None):
    """Run `rbf` with words in a folder, and return what it came to, as `subprocess.run` does.

    Its output is text, or bytes where its input is.
    """
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as error:
        given.write(stdin.encode() if isinstance(stdin, str) else stdin)
        given.seek(0)
        with _settings(environ or {}), _in(cwd), _streams(given, out, error):
            status = run_guarded(run, [*words], Output())
        told = [_content(each) for each in (out, error)]
    if isinstance(stdin, str):
        told = [_text(each) for each in told]
    return subprocess.CompletedProcess(["rbf", *words], status, *told)


def _content(file):
    file.seek(0)
    return file.read()


def _text(content):
    """Text as a text file has it: every end of a line is one character."""
    return io.TextIOWrapper(io.BytesIO(content), encoding="utf-8").read()


@contextmanager
def _settings(environ):
    """Set variables of the environment; all of it stands again afterwards."""
    before = dict(os.environ)
    os.environ.update(environ)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


@contextmanager
def _in(folder):
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


@contextmanager
def _streams(*files):
    """Let the three standard streams be files, for whoever uses their numbers, and for whoever uses `sys`."""
    kept = [os.dup(number) for number in (INPUT, OUT, ERROR)]
    streams = sys.stdin, sys.stdout, sys.stderr
    standard_input.cache_clear()
    for number, file in enumerate(files):
        os.dup2(file.fileno(), number)
    sys.stdin = open(INPUT, encoding="utf-8", closefd=False)  # noqa: SIM115 - closed below
    sys.stdout = open(OUT, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(ERROR, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    ours = sys.stdin, sys.stdout, sys.stderr
    try:
        yield
    finally:
        for each in ours:
            each.close()
        sys.stdin, sys.stdout, sys.stderr = streams
        for number, file in enumerate(kept):
            os.dup2(file, number)
            os.close(file)
