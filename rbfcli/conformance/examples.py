"""The law of the ledger's examples: each comes out as the ledger says."""

from rbfcli.conformance.law_broken import hold
from rbfcli.kernel.errors import RbfError
from rbfcli.kernel.ledger import Example
from rbfcli.language.fights import read_line
from rbfcli.render.narration import narrate
from rbfcli.render.style import Style
from rbfcli.session.begin import from_encounter
from rbfcli.session.session import Session
from rbfcli.store.paths import find_encounter
from rbfcli.systems.catalogue import load


def every_example_comes_out_as_told(system: str) -> None:
    """Played on the encounter of examples, the last line of each tells what the ledger says. Raises LawBroken."""
    rules = load(system)
    for entry in rules.ledger():
        for example in entry.examples:
            said = played(system, example)
            hold(example.told in said, f"{entry.id}: {example.line}: told was not {example.told!r} but {said!r}")


def played(system: str, example: Example) -> str:
    """What the last line of an example tells, then the same explained; or why it is refused."""
    encounter = example.on or load(system).examples_on
    session = from_encounter(find_encounter(encounter), "examples", source=encounter)
    for line in example.before:
        perform(session, line)
    try:
        said = perform(session, example.line)
    except RbfError as refusal:
        return f"{refusal.message}; {refusal.hint}" if example.refused else f"refused: {refusal.message}"
    return f"not refused: {said}" if example.refused else said


def perform(session: Session, line: str) -> str:
    """Play a line; return what it tells, then the same explained. Raises RbfError."""
    before = session.fight
    done = session.perform(read_line(line, session.rules, session.fight))
    styles = (Style(), Style(explain=True))
    return "\n".join(
        line for style in styles for line in narrate(done.events, before, session.fight, session.rules, style)
    )
