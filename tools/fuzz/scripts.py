"""Scripts: their text as it is run, and checked where it is a transcript."""

import os
from functools import cache
from pathlib import Path

from rbfcli.render.style import Style
from rbfcli.script.lines import is_transcript, raw_lines
from rbfcli.script.options import RunOptions
from rbfcli.script.output import Streams
from rbfcli.script.play import play_script
from rbfcli.script.source import Source
from rbfcli.script.transcript_check import check_transcript
from rbfcli.session.origin import of_file
from rbfcli.session.storage import MemoryStorage
from rbfcli.store.paths import find_script, list_scripts
from tools.fuzz import lines
from tools.fuzz.oracle import STATUSES, Target, Wrong, answered, can_be_printed

STEPS = 60
OPTIONS = RunOptions(max_steps=STEPS, keep_going=True)
LINES_OF_SHIPPED = 40
STATEMENTS = (
    b"let n = 2 + 3 * (4 - 1)\nif n > 3 {\n  print n=$n\n} else {\n  print less\n}\n",
    b"start duel --seed s\ninit\nfor who in @all {\n  print ${who}: ${who.hp}\n}\nexpect round == 1\n",
    b"repeat 3 {\n  roll 2d6\n}\nseed dusk\ndice 5,7\nexpect 1d6 in 1..6\n",
    b"new rbf --seed s\nadd Vex hp=12\nexpect refused { stabilize vex }\nexpect vex.hp == 12\n",
    b"let i = 0\nwhile i < 5 { let i = i + 1 }\nexpect i == 5\nassert i == 5\n",
    b"start dock-ambush --seed a\n\n> init\nwhat it said\n> show\n",
    b"include other.rbf\nlet a = [1, 2, 3]\nprint ${len(a)} ${a[0]} ${min(1, 2)} ${max(a)} \"a b\" 'c'\n",
    b"start duel --seed s\ninit\nexpect odds(attack ada mox).success > 1/4\nexpect standing(crew) == 1\n",
)


def attempt(data: bytes) -> None:
    """A script ends with a status of the table, and prints nothing that is obeyed. Raises Wrong."""
    said: list[str] = []
    answered(_played, data, said)
    can_be_printed("".join(said))


def _played(data: bytes, said: list[str]) -> None:
    streams = Streams(said.append, lambda _: None, Style())
    _, status = play_script(_source(data), MemoryStorage(), OPTIONS, streams)
    if is_transcript(list(raw_lines(iter(data.split(b"\n")), "fuzzed"))):
        check_transcript(_source(data), MemoryStorage(), OPTIONS, streams)
    if status not in STATUSES:
        raise Wrong(f"status {status}: {''.join(said)[-300:]}")


def _source(data: bytes) -> Source:
    here = os.path.realpath(os.curdir)
    path = f"{here}/fuzzed.rbf"
    return Source("fuzzed", path, here, iter(data.split(b"\n")), of_file(path))


@cache
def corpus() -> tuple[bytes, ...]:
    """The shipped scripts, or their beginnings, and a script of each statement."""
    shipped = [Path(find_script(name)).read_bytes() for name in list_scripts()]
    return (*STATEMENTS * 3, *(b"".join(each.splitlines(keepends=True)[:LINES_OF_SHIPPED]) for each in shipped))


@cache
def tokens() -> tuple[bytes, ...]:
    """Words of the script language and of lines."""
    own = (
        b"let if else repeat for in while include expect refused print seed dice stop fail and or not { } $ ${ ( ) [ ]"
    )
    more = b"== != < <= .. , . = + - * / % \" ' # > last round active standing( odds( 1d6 @all @foes @crew ${x.hp} 1/0"
    return (*(own + b" " + more).split() * 4, *lines.tokens())


SCRIPTS_TARGET = Target("scripts", corpus, tokens, attempt)
