"""The verbs of the program: the table of all, and words that people try for them."""

from collections.abc import Iterator, Mapping

from rbfcli.kernel.command import Command
from rbfcli.kernel.modules import module_named

PLACES = {
    "start": "session_verbs.Start",
    "new": "session_verbs.New",
    "show": "session_verbs.Show",
    "actions": "session_verbs.Actions",
    "suggest": "session_verbs.Suggest",
    "simulate": "lab_verbs.Simulate",
    "log": "session_verbs.Log",
    "undo": "session_verbs.Undo",
    "redo": "session_verbs.Redo",
    "restore": "session_verbs.Restore",
    "check": "session_verbs.Check",
    "save-as": "file_verbs.SaveAs",
    "export": "file_verbs.Export",
    "import": "file_verbs.Import",
    "example": "file_verbs.Example",
    "roll": "front_verbs.Roll",
    "odds": "front_verbs.Odds",
    "run": "front_verbs.Run",
    "repl": "front_verbs.Repl",
    "watch": "front_verbs.Watch",
    "tour": "about_verbs.Tour",
    "rules": "about_verbs.ShowRules",
    "systems": "about_verbs.Systems",
    "schema": "about_verbs.Schema",
    "where": "about_verbs.Where",
    "doctor": "about_verbs.Doctor",
    "create-system": "author_verbs.CreateSystem",
    "completion": "about_verbs.Completion",
    "help": "about_verbs.Help",
}


class VerbTable(Mapping[str, type[Command]]):
    """The command struct of each verb, whose module is imported when it is asked for: a start needs one of 29."""

    def __init__(self, places: Mapping[str, str]) -> None:
        self._places = places

    def __getitem__(self, verb: str) -> type[Command]:
        module, _, name = self._places[verb].partition(".")
        kind: type[Command] = getattr(module_named(f"{__package__}.{module}"), name)
        return kind

    def __contains__(self, verb: object) -> bool:
        return verb in self._places

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


VERBS = VerbTable(PLACES)
ALSO_OF_FIGHTS = ("check",)
# Words that people try, each with the line it stands for; a verb of the fight's system comes first.
SYNONYMS: dict[str, tuple[str, ...]] = {
    "next": ("turn", "next"),
    "n": ("turn", "next"),
    "done": ("turn", "next"),
    "end-turn": ("turn", "next"),
    "back": ("turn", "back"),
    "delay": ("turn", "delay"),
    "begin": ("init",),
    "initiative": ("init",),
    "list": ("show",),
    "ls": ("show",),
    "look": ("show",),
    "status": ("show",),
    "options": ("actions",),
    "moves": ("actions",),
    "history": ("log",),
    "answer": ("choose",),
    "man": ("help",),
    "commands": ("help",),
}
