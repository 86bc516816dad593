"""The table of the verbs, and the verbs for a fight as a whole."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar

from rbfcli.core.lazy import module_named
from rbfcli.core.limits import COUNT
from rbfcli.model.commands import Arg, Command, Opt

PLACES = {
    "start": "verbs.Start",
    "new": "verbs.New",
    "show": "verbs.Show",
    "actions": "verbs.Actions",
    "suggest": "verbs.Suggest",
    "simulate": "program_verbs.Simulate",
    "log": "verbs.Log",
    "undo": "verbs.Undo",
    "redo": "verbs.Redo",
    "restore": "verbs.Restore",
    "check": "verbs.Check",
    "save-as": "program_verbs.SaveAs",
    "export": "program_verbs.Export",
    "import": "program_verbs.Import",
    "example": "program_verbs.PrintExample",
    "roll": "program_verbs.Roll",
    "odds": "program_verbs.ShowOdds",
    "run": "program_verbs.Run",
    "repl": "program_verbs.Repl",
    "watch": "program_verbs.Watch",
    "tour": "program_verbs.Tour",
    "rules": "program_verbs.ShowRules",
    "systems": "program_verbs.Systems",
    "schema": "program_verbs.Schema",
    "where": "program_verbs.Where",
    "doctor": "program_verbs.Doctor",
    "create-system": "program_verbs.CreateSystem",
    "completion": "program_verbs.Completion",
    "help": "program_verbs.Help",
}


class VerbTable(Mapping[str, type[Command]]):
    """The command struct of each verb. Its module is imported on first use, because a start needs one verb of 29."""

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
# Words that users try, each with the line it means; a verb of the fight's system takes precedence.
SYNONYMS: dict[str, tuple[str, ...]] = {
    "next": ("turn", "next"),
    "n": ("turn", "next"),
    "done": ("turn", "next"),
    "end-turn": ("turn", "next"),
    "back": ("turn", "back"),
    "delay": ("turn", "delay"),
    "begin": ("init",),
    "initiative": ("init",),
    "stabilise": ("stabilize",),
    "list": ("show",),
    "ls": ("show",),
    "look": ("show",),
    "status": ("show",),
    "options": ("actions",),
    "moves": ("actions",),
    "history": ("log",),
    "fights": ("restore", "--list"),
    "answer": ("choose",),
    "man": ("help",),
    "commands": ("help",),
}


class Start(Command, frozen=True, kw_only=True, tag="start"):
    """Start a fight from an encounter file, in its own save."""

    group: ClassVar[str] = "fights"
    examples: ClassVar[tuple[str, ...]] = ("start dock-ambush", "start encounters/duel.toml --seed tuesday")

    source: Annotated[str, Arg("encounter", "a bundled encounter, a file, or - for standard input", reach="reads")]
    seed: Annotated[str, Opt("text", "seed for the dice (default: random)")] = ""


class New(Command, frozen=True, kw_only=True, tag="new"):
    """Start an empty fight with a rule system."""

    group: ClassVar[str] = "fights"
    examples: ClassVar[tuple[str, ...]] = ("new rbf", "new threat --title 'The pit head'")

    system: Annotated[str, Arg("system", "the rule system")]
    seed: Annotated[str, Opt("text", "seed for the dice (default: random)")] = ""
    title: Annotated[str, Opt("text", "title of the fight")] = ""


class Show(Command, frozen=True, kw_only=True, tag="show"):
    """Show the fight, everything about one combatant, or what is between two."""

    group: ClassVar[str] = "fights"
    examples: ClassVar[tuple[str, ...]] = ("show", "show vex", "show --reach vex", "show --between vex thug1")

    who: Annotated[str, Arg("combatant", "whose sheet; with --between, who looks")] = ""
    other: Annotated[str, Arg("combatant", "with --between: the other combatant")] = ""
    between: Annotated[
        bool, Opt("flag", "show distance, line of sight and cover between two, and which weapons reach")
    ] = False
    reach: Annotated[str, Opt("combatant", "show the map with what this combatant can reach")] = ""


class Actions(Command, frozen=True, kw_only=True, tag="actions"):
    """List what a combatant can do now, attacks first, with numbers to choose by.

    A terminal gets one screen, with similar lines in one row.
    """

    group: ClassVar[str] = "fights"
    examples: ClassVar[tuple[str, ...]] = ("actions", "actions vex --odds", "actions --all")

    who: Annotated[str, Arg("combatant", "the combatant (default: the one whose turn it is)")] = ""
    all: Annotated[bool, Opt("flag", "show each line in full, and what is refused now, with the reason")] = False
    odds: Annotated[bool, Opt("flag", "add the exact odds of each roll")] = False


class Suggest(Command, frozen=True, kw_only=True, tag="suggest"):
    """Rank what a combatant can do now: chance to hit, damage, chance to drop the target.

    The numbers are those of actions.
    """

    group: ClassVar[str] = "fights"
    examples: ClassVar[tuple[str, ...]] = ("suggest", "suggest vex", "suggest thug1 --all")

    who: Annotated[str, Arg("combatant", "the combatant (default: the one whose turn it is)")] = ""
    all: Annotated[bool, Opt("flag", "show the whole list")] = False


class Log(Command, frozen=True, kw_only=True, tag="log"):
    """Show what happened: line by line, as a script, or as a story with numbers."""

    group: ClassVar[str] = "fights"
    examples: ClassVar[tuple[str, ...]] = (
        "log",
        "log --last 5",
        "log --script",
        "log --format text",
        "log --format html",
    )

    script: Annotated[bool, Opt("flag", "print the journal as a script")] = False
    format: Annotated[
        str,
        Opt(
            "choice",
            "print the fight as a story, with damage, hits and luck",
            choices=("text", "markdown", "html", "json"),
        ),
    ] = ""
    last: Annotated[int, Opt("number", "show only the last N commands", low=1, high=COUNT)] = 0


class Undo(Command, frozen=True, kw_only=True, tag="undo"):
    """Take back the last command, including its dice."""

    group: ClassVar[str] = "fights"
    examples: ClassVar[tuple[str, ...]] = ("undo", "undo 3")

    count: Annotated[int, Arg("number", "how many commands", low=1, high=COUNT)] = 1


class Redo(Command, frozen=True, kw_only=True, tag="redo"):
    """Redo what was undone."""

    group: ClassVar[str] = "fights"
    examples: ClassVar[tuple[str, ...]] = ("redo", "redo 3")

    count: Annotated[int, Arg("number", "how many commands", low=1, high=COUNT)] = 1


class Restore(Command, frozen=True, kw_only=True, tag="restore"):
    """Bring back a replaced fight, or one whose undone commands can no longer be redone."""

    group: ClassVar[str] = "fights"
    examples: ClassVar[tuple[str, ...]] = ("restore", "restore --list", "restore 2")

    fight: Annotated[str, Arg("kept-fight", "which of the kept fights, by number or title (default: the latest)")] = ""
    list: Annotated[bool, Opt("flag", "list the kept fights")] = False


class Check(Command, frozen=True, kw_only=True, tag="check"):
    """Check files: encounters for mistakes (status 3) and warnings (status 0), saves by replaying their journals."""

    group: ClassVar[str] = "fights"
    examples: ClassVar[tuple[str, ...]] = (
        "check",
        "check dock-ambush",
        "check my-fight.toml --fix",
        "check encounter.toml --repair",
    )

    files: Annotated[
        tuple[str, ...],
        Arg("toml-file", "encounters or saves, or - for standard input (default: this fight's save)", reach="reads"),
    ] = ()
    fix: Annotated[
        bool,
        Opt(
            "flag",
            "correct simple mistakes in encounters and included files: a misspelt key, a quoted number",
            reach="users",
        ),
    ] = False
    repair: Annotated[
        bool,
        Opt(
            "flag",
            "recover damaged saves into new files; the damaged ones stay unchanged",
            reach="users",
        ),
    ] = False
