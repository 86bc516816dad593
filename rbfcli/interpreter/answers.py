"""The program's own verbs, each with the function that answers it."""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from rbfcli.interpreter.reply import Reply
from rbfcli.kernel.budget import Budget
from rbfcli.kernel.command import Command
from rbfcli.language import session_verbs
from rbfcli.language.common_options import CommonOptions
from rbfcli.render.narration import broken
from rbfcli.render.style import Style
from rbfcli.session.storage import Storage

Perform = Callable[[Storage, Sequence[str]], object]


def answer(
    storage: Storage, command: Command, style: Style, common: CommonOptions, budget: Budget, *, perform: Perform
) -> Reply:
    """Answer a verb of the program. Raises RbfError, and LimitReached past the budget.

    What help proposes is tried by `perform`, which carries out a line on a storage.
    """
    if isinstance(command, session_verbs.Actions):
        from rbfcli.interpreter.actions import actions

        return actions(storage.load(), command, style, common, budget)
    from rbfcli.interpreter import fights

    match command:
        case session_verbs.Start():
            return fights.start(storage, command, style, common, budget)
        case session_verbs.New():
            return fights.new(storage, command, style, common)
        case session_verbs.Show():
            return fights.show(storage.load(), command, style, common)
        case session_verbs.Suggest():
            from rbfcli.interpreter.suggest import suggest

            return suggest(storage.load(), command, style, common, budget)
        case session_verbs.Log():
            return fights.log(storage.load(), command, style, common, budget)
        case session_verbs.Undo():
            return fights.undo(storage, command, style, common)
        case session_verbs.Redo():
            return fights.redo(storage, command, style, common)
        case session_verbs.Restore():
            from rbfcli.interpreter.restore import restore

            return _broken(restore(storage, command, style, common), style, common)
        case session_verbs.Check():
            from rbfcli.interpreter.check import check

            return _broken(check(storage, command, common, budget), style, common)
        case _:
            return _of_no_session(storage, command, style, common, budget, perform=perform)


def _of_no_session(
    storage: Storage, command: Command, style: Style, common: CommonOptions, budget: Budget, *, perform: Perform
) -> Reply:
    """Answer a verb that is not about the fight as it is; what those are is imported for them alone."""
    from rbfcli.language import file_verbs, front_verbs, lab_verbs

    match command:
        case lab_verbs.Simulate():
            from rbfcli.interpreter.simulate import in_one_process, simulate

            return simulate(storage, in_one_process(command), style, common)
        case file_verbs.SaveAs() | file_verbs.Export() | file_verbs.Import() | file_verbs.Example():
            from rbfcli.interpreter.files import of_files

            return of_files(storage, command, common, budget)
        case front_verbs.Roll() | front_verbs.Odds():
            from rbfcli.interpreter.dice import dice_reply

            return dice_reply(command, style, common, budget)
        case _:
            from rbfcli.interpreter.about import about

            return about(storage, command, style, common, perform)


def _broken(reply: Reply, style: Style, common: CommonOptions) -> Reply:
    """A reply in lines that on a terminal break between words."""
    if common.json or not style.tables:
        return reply
    return replace(reply, text="".join(f"{line}\n" for line in broken(reply.text.splitlines(), style)))
