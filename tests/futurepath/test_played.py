"""What is said of every kind of deed and refusal, word for word and with its rules; REWRITE=1 writes the files anew.

Each `== name` in a file under `played/` begins anew in the yard, in round 1 (`== name, before the fight` before it).
Lines behind `- ` are played silently, those behind `> ` with all that is said of them below.
"""

import os
from pathlib import Path

import pytest

from rbfcli.kernel.errors import RbfError
from rbfcli.kernel.events import Changed
from rbfcli.render.narration import narrate
from rbfcli.render.style import Style
from rbfcli.session.saves import to_bytes
from rbfcli.systems.futurepath import RULES

PLAYED = Path(__file__).with_name("played")
FILES = sorted(path.name for path in PLAYED.glob("*.txt"))
REMEMBERED = ("turn.deeds", "turn.outcome")
REWRITE = os.environ.get("REWRITE") == "1"
IDS = {"GM", *(entry.id for entry in RULES.ledger())}


def sections(file):
    """The parts of a file, by their names."""
    parts = (PLAYED / file).read_text().split("== ")[1:]
    return {part.partition("\n")[0]: part for part in parts}


def said(table, line):
    """All that is said of a line: what happened, changes that are told nobody as well, or why it is refused."""
    before, saved = table.session.fight, to_bytes(table.session)
    try:
        table.do(line)
    except RbfError as error:
        assert to_bytes(table.session) == saved
        return [f"refused: {error.message} ({error.rule})", *([f"  hint: {error.hint}"] if error.hint else [])]
    assert {event.rule for event in table.last.events if event.rule} <= IDS
    told = narrate(table.last.events, before, table.session.fight, RULES, Style(explain=True))
    return [*told, *quiet(table.last.events), *([f"= {table.last.outcome}"] if table.last.outcome else [])]


def quiet(events):
    """Changes that have no words of their own, but for how a deed came out."""
    for event in events:
        if not isinstance(event, Changed) or event.field.startswith(REMEMBERED):
            continue
        if not RULES.words.get(f"field.{event.field.partition('.')[0]}"):
            yield f"~ {event.who or 'the field'}: {event.field} {event.before} -> {event.after} ({event.rule})"


def played(table, section):
    """A section played again: the same lines, and what is said of them now."""
    for line in section.split("\n"):
        if line.startswith("- "):
            table.do(line[2:])
            yield line
        elif line.startswith("> "):
            yield line
            yield from said(table, line[2:])
        elif not line or line == section.partition("\n")[0]:
            yield line


@pytest.mark.parametrize(("file", "name"), [(file, name) for file in FILES for name in sections(file)], ids=str)
def test_what_is_said(file, name, yard):
    """Every rule that the files name."""
    if not name.endswith(", before the fight"):
        yard.do("init --set crew=9 --set toughs=5 --set neutral=1")
    section = sections(file)[name]
    now = "\n".join(played(yard, section))
    if REWRITE:
        path = PLAYED / file
        path.write_text(path.read_text().replace(f"== {section}", f"== {now}"))
    assert now == section
