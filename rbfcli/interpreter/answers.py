"""The program's own verbs, each with the function that answers it."""

from rbfcli.interpreter import about, fights
from rbfcli.interpreter.dice import dice_reply
from rbfcli.interpreter.reply import Reply
from rbfcli.kernel.command import Command
from rbfcli.kernel.errors import UsageError
from rbfcli.language import verbs
from rbfcli.language.common_options import CommonOptions
from rbfcli.render.style import Style
from rbfcli.session.kept import Kept


def answer(kept: Kept, command: Command, style: Style, common: CommonOptions) -> Reply:
    """Answer a verb of the program. Raises RbfError."""
    match command:
        case verbs.Start():
            return fights.start(kept, command, style, common)
        case verbs.New():
            return fights.new(kept, command, style, common)
        case verbs.Show():
            return fights.show(kept.look(), command, style, common)
        case verbs.Actions():
            return fights.actions(kept.look(), command, style, common)
        case verbs.Log():
            return fights.log(kept.look(), command, style, common)
        case verbs.Undo():
            return fights.undo(kept, command, common)
        case verbs.Redo():
            return fights.redo(kept, command, common)
        case verbs.Check():
            return fights.check(command, common)
        case verbs.Roll() | verbs.Odds():
            return dice_reply(command, style, common)
        case verbs.ShowRules():
            return about.show_rules(kept, command, common)
        case verbs.Systems():
            return about.systems(common)
        case verbs.Where():
            return about.where(kept, common)
        case verbs.Completion():
            return about.completion(command)
        case verbs.Help():
            return about.help_on(kept, command, style)
        case _:
            raise UsageError(f"{command.__struct_config__.tag} works from the shell only")
