"""The program's own verbs, each with the function that answers it."""

from msgspec.structs import replace

from rbfcli.interpreter import fights
from rbfcli.interpreter.reply import Reply
from rbfcli.kernel.budget import Budget
from rbfcli.kernel.command import Command
from rbfcli.language import file_verbs, lab_verbs, verbs
from rbfcli.language.common_options import CommonOptions
from rbfcli.render.narration import broken
from rbfcli.render.style import Style
from rbfcli.session.storage import Storage


def answer(storage: Storage, command: Command, style: Style, common: CommonOptions, budget: Budget) -> Reply:
    """Answer a verb of the program. Raises RbfError, and LimitReached past the budget."""
    match command:
        case verbs.Start():
            return fights.start(storage, command, style, common, budget)
        case verbs.New():
            return fights.new(storage, command, style, common)
        case verbs.Show():
            return fights.show(storage.load(), command, style, common)
        case verbs.Actions():
            from rbfcli.interpreter.actions import actions

            return actions(storage.load(), command, style, common, budget)
        case verbs.Suggest():
            from rbfcli.interpreter.suggest import suggest

            return suggest(storage.load(), command, style, common, budget)
        case lab_verbs.Simulate():
            from rbfcli.interpreter.simulate import in_one_process, simulate

            return simulate(storage, in_one_process(command), style, common)
        case verbs.Log():
            return fights.log(storage.load(), command, style, common, budget)
        case verbs.Undo():
            return fights.undo(storage, command, style, common)
        case verbs.Redo():
            return fights.redo(storage, command, style, common)
        case verbs.Restore():
            from rbfcli.interpreter.restore import restore

            return _broken(restore(storage, command, style, common), style, common)
        case verbs.Check():
            from rbfcli.interpreter.check import check

            return _broken(check(storage, command, common, budget), style, common)
        case file_verbs.SaveAs() | file_verbs.Export() | file_verbs.Import() | file_verbs.Example():
            from rbfcli.interpreter.files import of_files

            return of_files(storage, command, common, budget)
        case verbs.Roll() | verbs.Odds():
            from rbfcli.interpreter.dice import dice_reply

            return dice_reply(command, style, common, budget)
        case _:
            from rbfcli.interpreter.about import about

            return about(storage, command, style, common)


def _broken(reply: Reply, style: Style, common: CommonOptions) -> Reply:
    """A reply in lines that on a terminal break between words."""
    if common.json or not style.tables:
        return reply
    return replace(reply, text="".join(f"{line}\n" for line in broken(reply.text.splitlines(), style)))
