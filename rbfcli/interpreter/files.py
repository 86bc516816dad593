"""Verbs that write files for people: the present fight as an encounter, and encounters to begin with."""

from rbfcli.interpreter.put_file import STANDARD_OUTPUT, put
from rbfcli.interpreter.reply import Reply
from rbfcli.interpreter.report import place
from rbfcli.kernel.budget import Budget
from rbfcli.kernel.visible import quoted
from rbfcli.language import file_verbs
from rbfcli.language.common_options import CommonOptions
from rbfcli.render.json_lines import json_line
from rbfcli.render.safe import safe
from rbfcli.session.storage import Storage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rbfcli.render.shapes.about import Text
    from rbfcli.render.shapes.files import SavedAs

OfFiles = file_verbs.SaveAs | file_verbs.Export | file_verbs.Import | file_verbs.Example


def of_files(storage: Storage, command: OfFiles, common: CommonOptions, budget: Budget) -> Reply:
    """Answer a verb that writes or reads files for others. Raises RbfError."""
    match command:
        case file_verbs.SaveAs():
            return save_as(storage, command, common)
        case file_verbs.Example():
            return example(command, common)
        case file_verbs.Export():
            from rbfcli.interpreter.exchange import export_people

            return export_people(storage, command, common)
        case file_verbs.Import():
            from rbfcli.interpreter.exchange import import_people

            return import_people(storage, command, common, budget)


def save_as(storage: Storage, command: file_verbs.SaveAs, common: CommonOptions) -> Reply:
    """Write the present fight as an encounter, and say what it cannot say."""
    from rbfcli.session.save_as import as_encounter

    session = storage.load()
    made = as_encounter(session, command.file)
    text = made.text
    not_kept = [each.field for each in made.not_kept]
    put(text, command.file, storage, common, force=command.force)
    notice = f"an encounter cannot say: {safe(', '.join(not_kept))}\n" if not_kept and not common.quiet else ""
    if common.json:
        facts: SavedAs = {**place(session), "file": command.file, "text": text, "not_kept": not_kept}
        return Reply(text=json_line(f"save-as {quoted(command.file)}", **facts))
    if command.file == STANDARD_OUTPUT:
        return Reply(text=text, notice=notice)
    people = len(session.fight.combatants)
    said = f"{safe(command.file)}: {people} combatants of {session.rules.name}; start {safe(quoted(command.file))}\n"
    return Reply(text="" if common.quiet else said, notice=notice)


def example(command: file_verbs.Example, common: CommonOptions) -> Reply:
    """Print an encounter of a system, each key of it explained."""
    from rbfcli.session.examples import example_of
    from rbfcli.systems.catalogue import load

    text = example_of(load(command.system), command.kind)
    if common.json:
        facts: Text = {"text": text}
        return Reply(text=json_line(f"example {command.system} {command.kind}", **facts))
    return Reply(text=text)
