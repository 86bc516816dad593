"""What is said of every kind of deed and refusal, word for word and with its rules; REWRITE=1 writes the files anew.

Each `== name` in a file under `played/` begins anew in the yard, in round 1 (`== name, before the fight` before it).
Lines behind `- ` are played silently, those behind `> ` with all that is said of them below. `@ who` lists what
somebody can do (`@ all` how all stand, `@ next` what comes next), and `$ ` plays a line without a fight.
"""

import os
from pathlib import Path

import pytest
from msgspec import convert, to_builtins

from rbfcli.kernel.dice.seeded import Seeded
from rbfcli.kernel.errors import RbfError
from rbfcli.kernel.events import Changed, Happened
from rbfcli.kernel.offers import offers
from rbfcli.kernel.play import play
from rbfcli.language.fights import one_liner_verbs
from rbfcli.language.reader import read
from rbfcli.language.writer import line_for
from rbfcli.render.narration import narrate
from rbfcli.render.style import Style
from rbfcli.session.saves import to_bytes
from rbfcli.systems.futurepath import RULES
from rbfcli.systems.futurepath.sheet.sheet import Character
from tests.showing import facts, picture

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
    """What has no words of its own, but for how a deed came out: changes, and whom a happening is about."""
    for event in events:
        if isinstance(event, Changed) and not event.field.startswith(REMEMBERED):
            if not RULES.words.get(f"field.{event.field.partition('.')[0]}"):
                yield f"~ {event.who or 'the field'}: {event.field} {event.before} -> {event.after} ({event.rule})"
        elif isinstance(event, Happened) and event.who and "{who}" not in RULES.words.get(event.what, "{who}"):
            yield f"~ {event.what}: {event.who}"


def listed(table, who):
    """What somebody can do; `next` lists what the table does next, `all` how everybody stands."""
    fight = table.session.fight
    if who == "next":
        yield from RULES.next_steps(fight)
    elif who == "all":
        for each in fight.combatants:
            stands = facts(RULES, fight, each)
            yield f"{each}: {', '.join(f'{name} {word}' for name, word in stands.items() if word)}"
        yield from picture(RULES, fight)
    else:
        yield from offered(table, who)


def offered(table, who):
    """What somebody can do, with its cost and rule."""
    for offer in offers(RULES, table.session.fight, who):
        yield f"{line_for(offer.command)} | {offer.cost} ({offer.rule})"


def alone(line):
    """A line without a fight: all that is said of it, and of the fight that stands in."""
    command = read(line.split(), one_liner_verbs(RULES)).command
    fight, real = RULES.one_liners[type(command)](command)
    done = play(RULES, fight, real, Seeded("alone"))
    assert convert(to_builtins(fight.combatants), dict[str, Character]) == fight.combatants
    yield f"{fight.system}: {line_for(real)}"
    yield from narrate(done.events, fight, done.fight, RULES, Style(explain=True))
    yield f"= {done.outcome}"


def played(table, section):
    """A section played again: the same lines, and what is said of them now."""
    for line in section.split("\n"):
        if line.startswith("- "):
            table.do(line[2:])
            yield line
        elif line.startswith("> "):
            yield line
            yield from said(table, line[2:])
        elif line.startswith("@ "):
            yield line
            yield from listed(table, line[2:])
        elif line.startswith("$ "):
            yield line
            yield from alone(line[2:])
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
