"""What a key and a line cost at the prompt, among five hundred combatants, and the first prompt."""

from __future__ import annotations

import os
import pty
from contextlib import suppress
from functools import partial
from itertools import count
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from prompt_toolkit.completion import CompleteEvent, Completion
from prompt_toolkit.document import Document

from benchmarks.fights import RBF, bare, save
from benchmarks.measuring import Row, timed
from rbfcli.commands.service import CommandService
from rbfcli.render.sentences import Style
from rbfcli.repl.highlighting import FightCompleter, LineLexer, known_names
from rbfcli.session.file_store import FileStorage, SaveWatch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

COMBATANTS = 500
TYPED = ("attack ada thug412 --mod 2", "damage thug12 thug13 nobody 4", "frobnicate thug1", "attack ada @foes")


def rows(times: int) -> Iterable[Row]:
    """The slowest key of highlighting and of completion, a command with its undo, and the first prompt."""
    with TemporaryDirectory() as folder:
        path = save(Path(folder), COMBATANTS)
        storage = FileStorage(str(path), print)
        watch = SaveWatch(storage)
        lexer, completer = LineLexer(watch.view, known_names, lambda: 0), FightCompleter(watch.view)
        interpreter = CommandService(storage, Style())

        def undone() -> None:
            interpreter.perform(["damage", "thug1", "1"])
            interpreter.perform(["undo"])

        number = count(1)  # another one each time: what was typed before is known

        def highlight(text: str) -> None:
            lexer.lex_document(Document(f"{text}{next(number)}"))(0)

        def offered() -> list[Completion]:
            return [*completer.get_completions(Document(f"attack ada thug{next(number) % 9}"), CompleteEvent())]

        highlighting = max(typical(partial(highlight, text), times) for text in beginnings())
        among = f"among {COMBATANTS}"
        what = f"prompt: the slowest key to highlight {among}"
        yield Row(what, highlighting * 1000, "ms")
        yield Row(f"{what} ÷ python -c pass", highlighting / bare(times), "×", most=0.5)
        yield Row(f"prompt: names offered {among}", typical(offered, times) * 1000, "ms", most=30)
        yield Row(f"prompt: damage and undo {among}, saved", typical(undone, times) * 1000, "ms")
        yield Row("prompt: the first one", typical(lambda: first_prompt(folder), times) * 1000, "ms", most=500)


def beginnings() -> Iterator[str]:
    """Every beginning of the lines, as they are typed key by key."""
    return (line[:end] for line in TYPED for end in range(1, len(line) + 1))


def typical(action: Callable[[], object], times: int) -> float:
    """The median of the seconds that an action takes, once it is warm."""
    action()
    return median(timed(action) for _ in range(times))


def first_prompt(folder: str) -> None:
    """Start the prompt on a terminal, wait for it, and leave."""
    child, terminal = pty.fork()
    if not child:
        os.chdir(folder)
        environment = {**os.environ, "TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1"}
        os.execve(RBF, [RBF, "repl", "-e", "none.toml"], environment)  # noqa: S606 - the program that is measured
    shown = b""
    while b"rbf>" not in shown:
        shown += os.read(terminal, 4096)
    os.write(terminal, b"\x04")
    with suppress(OSError):  # the terminal is gone with the program
        while os.read(terminal, 4096):
            pass
    os.waitpid(child, 0)
    os.close(terminal)
