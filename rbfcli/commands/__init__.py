"""The program's verbs: a table names the function that handles each; any other verb belongs to the fight.

The table holds names and imports nothing, so that a roll finds its row without the engine.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class Handler:
    """The functions that handle a verb, each as `module:name` in rbfcli, or empty.

    `anywhere` answers a Request with a Reply, in the shell, at the prompt and in scripts. If there is a function
    `at_shell`, it handles lines typed in the shell: it takes a ShellRequest, prints, and returns the exit status.
    `dice` takes the unparsed words, and returns None if they are more than dice. `steps` is the budget; 0 is the
    default.
    """

    __slots__ = ("anywhere", "at_shell", "dice", "steps")

    def __init__(self, anywhere: str = "", *, at_shell: str = "", dice: str = "", steps: int = 0) -> None:
        self.anywhere = anywhere
        self.at_shell = at_shell
        self.dice = dice
        self.steps = steps


def function_named(place: str) -> Callable[..., Any]:
    """Import the function that a row names."""
    module, _, name = place.partition(":")
    function: Callable[..., Any] = getattr(__import__(f"rbfcli.{module}", fromlist=(name,)), name)
    return function


# The cost limit of `odds`, including a sample.
STEPS_OF_A_RANKING = 850_000

HANDLERS = {
    "start": Handler("commands.import_export:start"),
    "new": Handler("commands.import_export:new"),
    "show": Handler("commands.fights:show"),
    "actions": Handler("commands.actions:actions"),
    "suggest": Handler("commands.odds:suggest", steps=STEPS_OF_A_RANKING),
    "simulate": Handler("commands.simulate:simulate_in_one_process", at_shell="cli.front_ends:simulate_in_shell"),
    "log": Handler("commands.fights:log"),
    "undo": Handler("commands.fights:step"),
    "redo": Handler("commands.fights:step"),
    "restore": Handler("commands.fights:restore"),
    "check": Handler("commands.check:check"),
    "save-as": Handler("commands.import_export:save_as"),
    "export": Handler("commands.import_export:export_people"),
    "import": Handler("commands.import_people:import_people"),
    "example": Handler("commands.import_export:example"),
    "roll": Handler("commands.odds:dice_reply", dice="commands.roll:answer_dice"),
    "odds": Handler("commands.odds:dice_reply", dice="commands.roll:answer_dice"),
    "run": Handler(at_shell="cli.front_ends:run"),
    "repl": Handler(at_shell="cli.shell:open_prompt"),
    "watch": Handler(at_shell="cli.shell:follow"),
    "tour": Handler(at_shell="cli.tour:tour"),
    "rules": Handler("commands.about:show_rules"),
    "systems": Handler("commands.about:systems"),
    "schema": Handler("commands.about:schema"),
    "where": Handler("commands.about:where"),
    "doctor": Handler(at_shell="cli.doctor:doctor"),
    "create-system": Handler(at_shell="cli.new_system:create_system"),
    "completion": Handler("commands.about:completion"),
    "help": Handler("commands.about:help_on"),
}
