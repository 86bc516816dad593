"""What holds of every input: an answer or an error with an exit status, and nothing that a terminal would obey."""

import json
import signal
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from msgspec import Struct

from rbfcli.kernel.errors import EXIT_STATUSES, RbfError
from rbfcli.kernel.visible import is_visible
from rbfcli.render.errors import error_text
from rbfcli.render.json_lines import FORMAT

T = TypeVar("T")

BUG = 70
STATUSES = frozenset(status for status, _ in EXIT_STATUSES if status != BUG)
BUDGET_SECONDS = 1.0
STOPPED_SECONDS = 2.0
PRODUCT = "rbfcli"


class Wrong(Exception):
    """Something that holds of every input does not hold of this one."""


class TookTooLong(BaseException):
    """An input was stopped: a bug may lie behind it, but nobody waits for it."""


class Target(Struct, frozen=True):
    """A kind of input: what to begin from, its tokens, and how to try one (which raises what is wrong)."""

    name: str
    corpus: Callable[[], tuple[bytes, ...]]
    tokens: Callable[[], tuple[bytes, ...]]
    attempt: Callable[[bytes], None]


class Verdict(Struct, frozen=True):
    """What came of an input: processor time, and what was wrong: how in a word or two, and in full."""

    seconds: float
    how: str = ""
    told: str = ""


def verdict(target: Target, data: bytes) -> Verdict:
    """Try one input."""
    begun = time.process_time()
    try:
        with _stopped_after(STOPPED_SECONDS):
            target.attempt(data)
    except TookTooLong:
        return Verdict(time.process_time() - begun)
    except Exception as wrong:  # noqa: BLE001 - whatever comes out is what was looked for
        return Verdict(time.process_time() - begun, how_it_failed(wrong), f"{type(wrong).__name__}: {wrong}")
    return Verdict(time.process_time() - begun)


def how_it_failed(wrong: Exception) -> str:
    """The kind of a failure, the same for inputs that fail in the same way."""
    if isinstance(wrong, Wrong):
        return str(wrong).partition(":")[0]
    frames = [frame for frame in traceback.extract_tb(wrong.__traceback__) if f"/{PRODUCT}/" in frame.filename]
    if not frames:
        return type(wrong).__name__
    parts = Path(frames[-1].filename).parts
    within = "/".join(parts[len(parts) - parts[::-1].index(PRODUCT) - 1 :])
    return f"{type(wrong).__name__} in {within}, {frames[-1].name}"


def answered(work: Callable[..., T], *given: Any) -> T | None:
    """What `work` answers, or None where it says no as it may. Raises Wrong."""
    try:
        return work(*given)
    except RbfError as error:
        may_be_said(error)
        return None


def may_be_said(error: RbfError) -> None:
    """An error has a status of the table, and its words can be printed. Raises Wrong."""
    if error.status not in STATUSES:
        raise Wrong(f"status {error.status} ({type(error).__name__}): {error.message}")
    can_be_printed(error_text(error))


def can_be_printed(text: str) -> None:
    """A text has nothing between its line ends but what people can see. Raises Wrong."""
    if text.isascii() and text.replace("\n", "").isprintable():
        return
    for letter in text:
        if letter != "\n" and not is_visible(letter):
            raise Wrong(f"a terminal would obey the output: {letter!r} in {text!r}")


def is_json(text: str) -> None:
    """Every line is one object with the envelope of the format. Raises Wrong."""
    for line in text.removesuffix("\n").split("\n") if text else ():
        if not (line.isascii() and line.isprintable()):
            raise Wrong(f"a terminal would obey the JSON: {line!r}")
        try:
            found = json.loads(line)
        except ValueError as wrong:
            raise Wrong(f"a line is no JSON: {wrong}: {line!r}") from None
        if not isinstance(found, dict) or [*found][:3] != ["format", "ok", "command"] or found["format"] != FORMAT:
            raise Wrong(f"a line has no envelope: {line!r}")


@contextmanager
def _stopped_after(seconds: float) -> Iterator[None]:
    """Stop what takes more processor time."""

    def stop(_number: int, _frame: object) -> None:
        raise TookTooLong

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
