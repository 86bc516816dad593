"""The program's own verbs, each with the function that answers it."""

from rbfcli.interpreter import fights
from rbfcli.interpreter.reply import Reply
from rbfcli.kernel.budget import Budget
from rbfcli.kernel.command import Command
from rbfcli.language import file_verbs, verbs
from rbfcli.language.common_options import CommonOptions
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
        case verbs.Log():
            return fights.log(storage.load(), command, style, common, budget)
        case verbs.Undo():
            return fights.undo(storage, command, common)
        case verbs.Redo():
            return fights.redo(storage, command, common)
        case verbs.Restore():
            from rbfcli.interpreter.restore import restore

            return restore(storage, command, common)
        case verbs.Check():
            from rbfcli.interpreter.check import check

            return check(command, common, budget)
        case file_verbs.SaveAs() | file_verbs.Export() | file_verbs.Import() | file_verbs.Example():
            from rbfcli.interpreter.files import of_files

            return of_files(storage, command, common, budget)
        case verbs.Roll() | verbs.Odds():
            from rbfcli.interpreter.dice import dice_reply

            return dice_reply(command, style, common, budget)
        case _:
            from rbfcli.interpreter.about import about

            return about(storage, command, style, common)
