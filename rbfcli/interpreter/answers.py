"""The program's own verbs, each with the function that answers it."""

from rbfcli.interpreter import about, fights
from rbfcli.interpreter.dice import dice_reply
from rbfcli.interpreter.reply import Reply
from rbfcli.kernel.command import Command
from rbfcli.kernel.errors import UsageError
from rbfcli.language import verbs
from rbfcli.language.common_options import CommonOptions
from rbfcli.render.style import Style
from rbfcli.session.storage import Storage


def answer(storage: Storage, command: Command, style: Style, common: CommonOptions) -> Reply:
    """Answer a verb of the program. Raises RbfError."""
    match command:
        case verbs.Start():
            return fights.start(storage, command, style, common)
        case verbs.New():
            return fights.new(storage, command, style, common)
        case verbs.Show():
            return fights.show(storage.load(), command, style, common)
        case verbs.Actions():
            return fights.actions(storage.load(), command, style, common)
        case verbs.Log():
            return fights.log(storage.load(), command, style, common)
        case verbs.Undo():
            return fights.undo(storage, command, common)
        case verbs.Redo():
            return fights.redo(storage, command, common)
        case verbs.Restore():
            from rbfcli.interpreter.restore import restore

            return restore(storage, command, common)
        case verbs.Check():
            from rbfcli.interpreter.check import check

            return check(command, common)
        case verbs.Roll() | verbs.Odds():
            return dice_reply(command, style, common)
        case verbs.ShowRules():
            from rbfcli.interpreter.rule_search import show_rules

            return show_rules(storage, command, common)
        case verbs.Systems():
            return about.systems(common)
        case verbs.Where():
            return about.where(storage, common)
        case verbs.Completion():
            return about.completion(command, common)
        case verbs.Help():
            return about.help_on(storage, command, style, common)
        case _:
            raise UsageError(f"{command.__struct_config__.tag} works from the shell only")
