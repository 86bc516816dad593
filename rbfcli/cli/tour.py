"""`rbf tour`: a first fight, played by the real engine from a bundled script with explanatory comments."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from textwrap import wrap
from typing import TYPE_CHECKING

from msgspec import Struct

from rbfcli.cli.shell import ShellRequest
from rbfcli.commands.service import CommandService
from rbfcli.language import program_verbs
from rbfcli.language.grammar import split_words
from rbfcli.render.json import json_line
from rbfcli.render.sentences import Style
from rbfcli.session.file_store import MemoryStorage
from rbfcli.storage.paths import shipped_text

if TYPE_CHECKING:
    from rbfcli.render.json_types import general as shapes

SCRIPT = "tour.rbf"
GO_ON = "-- Press Enter to go on, or q to quit: "
END = "q"


class ScriptStep(Struct):
    """A step of the tour: paragraphs of explanation, and the commands after them."""

    said: list[str]
    lines: list[str]


def tour(request: ShellRequest[program_verbs.Tour]) -> int:
    """Play the fight in memory. On a terminal, wait for Enter between steps. Raises RbfError."""
    common, style, output = request.common, request.style, request.output
    talk = CommandService(MemoryStorage(), style)
    steps = list(read_steps(shipped_text("scripts", SCRIPT)))
    if common.json:
        told: shapes.GuidedTour = {
            "steps": [{"said": step.said, "lines": [_played(line, talk) for line in step.lines]} for step in steps]
        }
        output.write(json_line("tour", **told))
        return 0
    waits = output.is_terminal and sys.stdin is not None and sys.stdin.isatty()
    for place, step in enumerate(steps):
        if place and waits and not goes_on(output.write, sys.stdin.readline):
            break
        output.write("".join(f"{line}\n" for line in _shown(step, style)))
        for line in step.lines:
            output.write(f"\n{style.paint(f'> {line}', 'name')}\n{_played(line, talk)['text']}")
        output.write("\n")
    return 0


def read_steps(text: str) -> Iterator[ScriptStep]:
    """Yield the steps of a script: comments up to the next command, and commands up to the next comment."""
    step = ScriptStep([], [])
    for line in text.splitlines():
        if line.startswith("#") and step.lines:
            yield step
            step = ScriptStep([], [])
        if line.startswith("#"):
            _add(step.said, line.removeprefix("#").removeprefix(" "))
        elif line:
            step.lines.append(line)
    yield step


def goes_on(write: Callable[[str], None], read: Callable[[], str]) -> bool:
    """Ask whether to continue; the end of the input means no."""
    write(GO_ON)
    answer = read()
    if not answer:
        write("\n")
    return bool(answer) and answer.strip().casefold() != END


def _add(said: list[str], line: str) -> None:
    """Add a line of a comment to the current paragraph. An indented or empty line starts a new one."""
    if said and line and not line.startswith(" ") and said[-1]:
        said[-1] += f" {line}"
    else:
        said.append(line)


def _played(line: str, talk: CommandService) -> shapes.TourLine:
    reply = talk.perform(split_words(line))
    return {"line": line, "text": reply.text}


def _shown(step: ScriptStep, style: Style) -> Iterator[str]:
    for text in step.said:
        behind = text.lstrip().find("  ")
        indent = " " * (len(text) - len(text.lstrip()) + (2 if behind > 0 else 0))
        yield from wrap(text, style.width, subsequent_indent=indent, break_on_hyphens=False) or [""]
