"""The verbs of the program for a fight as a whole."""

from __future__ import annotations

from typing import Annotated, ClassVar

from rbfcli.kernel.command import Arg, Command, Opt
from rbfcli.kernel.limits import COUNT


class Start(Command, frozen=True, kw_only=True, tag="start"):
    """Start a fight from an encounter file, in a save of its own."""

    group: ClassVar[str] = "fights"
    examples: ClassVar[tuple[str, ...]] = ("start dock-ambush", "start encounters/duel.toml --seed tuesday")

    source: Annotated[
        str, Arg("encounter", "name of a shipped encounter, a file, or - for standard input", reach="reads")
    ]
    seed: Annotated[str, Opt("text", "seed for the dice (default: random)")] = ""


class New(Command, frozen=True, kw_only=True, tag="new"):
    """Start an empty fight with a rule system."""

    group: ClassVar[str] = "fights"
    examples: ClassVar[tuple[str, ...]] = ("new rbf", "new threat --title 'The pit head'")

    system: Annotated[str, Arg("system", "which rule system")]
    seed: Annotated[str, Opt("text", "seed for the dice (default: random)")] = ""
    title: Annotated[str, Opt("text", "title of the fight")] = ""


class Show(Command, frozen=True, kw_only=True, tag="show"):
    """Show the fight, or everything about one combatant."""

    group: ClassVar[str] = "fights"
    examples: ClassVar[tuple[str, ...]] = ("show", "show vex", "show --reach vex")

    who: Annotated[str, Arg("combatant", "whose sheet")] = ""
    reach: Annotated[str, Opt("combatant", "draw the ground with what this combatant gets to")] = ""


class Actions(Command, frozen=True, kw_only=True, tag="actions"):
    """List what a combatant can do now, with numbers to choose by."""

    group: ClassVar[str] = "fights"
    examples: ClassVar[tuple[str, ...]] = ("actions", "actions vex --odds", "actions --all")

    who: Annotated[str, Arg("combatant", "who (default: whose turn it is)")] = ""
    all: Annotated[bool, Opt("flag", "also show what is refused now, with the reason")] = False
    odds: Annotated[bool, Opt("flag", "also show the exact odds of what rolls dice")] = False


class Suggest(Command, frozen=True, kw_only=True, tag="suggest"):
    """Rank what a combatant can do now: chance to hit, damage, chance to drop somebody."""

    group: ClassVar[str] = "fights"
    examples: ClassVar[tuple[str, ...]] = ("suggest", "suggest vex", "suggest thug1 --all")

    who: Annotated[str, Arg("combatant", "who (default: whose turn it is)")] = ""
    all: Annotated[bool, Opt("flag", "show the whole list, not its first lines alone")] = False


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
            "print the story: rounds in sentences, damage, hits, falls, and luck compared with the odds",
            choices=("text", "markdown", "html", "json"),
        ),
    ] = ""
    last: Annotated[int, Opt("number", "only the last N commands", low=1, high=COUNT)] = 0


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
    """Bring back a fight that another took the place of, or one whose undone commands can no longer be redone."""

    group: ClassVar[str] = "fights"
    examples: ClassVar[tuple[str, ...]] = ("restore", "restore --list", "restore 2")

    number: Annotated[int, Arg("number", "which of the kept fights (default: the latest)", low=1, high=COUNT)] = 0
    list: Annotated[bool, Opt("flag", "list the kept fights")] = False


class Check(Command, frozen=True, kw_only=True, tag="check"):
    """Check files: encounters for mistakes (status 3) and warnings (status 0), saves by replaying their journals."""

    group: ClassVar[str] = "fights"
    examples: ClassVar[tuple[str, ...]] = (
        "check",
        "check encounters/dock-ambush.toml",
        "check my-fight.toml --fix",
        "check encounter.toml --repair",
    )

    files: Annotated[
        tuple[str, ...],
        Arg(
            "toml-file", "encounters or saves, or - for standard input (default: the save of this fight)", reach="reads"
        ),
    ] = ()
    fix: Annotated[
        bool,
        Opt(
            "flag",
            "mend what is mechanical in encounters and what they include: a misspelt key, a quoted number",
            reach="users",
        ),
    ] = False
    repair: Annotated[
        bool,
        Opt(
            "flag",
            "write what can be saved of damaged saves into new files; the old ones stay as they are",
            reach="users",
        ),
    ] = False
