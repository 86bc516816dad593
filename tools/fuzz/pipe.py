"""The JSON pipe: lines that a program hands to `rbf run - --json`."""

import os
from functools import cache

from rbfcli.kernel.errors import RbfError
from rbfcli.kernel.limits import LINE_BYTES
from rbfcli.render.json_lines import error_line
from rbfcli.render.style import Style
from rbfcli.script.options import RunOptions
from rbfcli.script.output import Streams
from rbfcli.script.play import play_script
from rbfcli.script.source import Source
from rbfcli.session.origin import of_pipe
from rbfcli.session.storage import MemoryStorage
from tools.fuzz import lines, scripts
from tools.fuzz.oracle import STATUSES, Target, Wrong, is_json, may_be_said

OPTIONS = RunOptions(json=True, max_steps=scripts.STEPS)


def attempt(data: bytes) -> None:
    """Every line of output is one object with the envelope; the session outlives its mistakes. Raises Wrong."""
    said: list[str] = []
    streams = Streams(said.append, lambda _: None, Style())
    lines_ = (line[: LINE_BYTES + 2] for line in data.splitlines(keepends=True))
    source = Source("<stdin>", "", os.path.realpath(os.curdir), lines_, of_pipe(), arrives=True)
    status = 0
    try:
        _, status = play_script(source, MemoryStorage(), OPTIONS, streams)
    except RbfError as error:
        may_be_said(error)
        said.append(error_line("run - --json", error))
    if status not in STATUSES:
        raise Wrong(f"status {status}: {''.join(said)[-300:]}")
    is_json("".join(said))


@cache
def corpus() -> tuple[bytes, ...]:
    """Scripts, and fights from their first line on."""
    fights = (each.split(b"\n") for each in lines.corpus())
    driven = [b"\n".join([b"start " + name + b" --seed s", b"init", *typed, b""]) for name, *typed in fights]
    return (*scripts.corpus(), *driven)


PIPE_TARGET = Target("pipe", corpus, scripts.tokens, attempt)
