"""The verbs of the program: for fights as a whole, dice and scripts, and the table of all."""

from __future__ import annotations

from typing import Annotated, ClassVar

from rbfcli.kernel.command import Arg, Command, Opt
from rbfcli.kernel.limits import COUNT, MOST_STATEMENTS, STATEMENTS, TIMES
from rbfcli.language import about_verbs, author_verbs, file_verbs, lab_verbs


class Start(Command, frozen=True, kw_only=True, tag="start"):
    """Start a fight from an encounter file, in a save of its own."""

    group: ClassVar[str] = "fights"
    examples: ClassVar[tuple[str, ...]] = ("start dock-ambush", "start encounters/duel.toml --seed tuesday")

    source: Annotated[str, Arg("encounter", "name of a shipped encounter, a file, or - for standard input")]
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
        Arg("toml-file", "encounters or saves, or - for standard input (default: the save of this fight)"),
    ] = ()
    fix: Annotated[
        bool,
        Opt("flag", "mend what is mechanical in encounters and what they include: a misspelt key, a quoted number"),
    ] = False
    repair: Annotated[
        bool, Opt("flag", "write what can be saved of damaged saves into new files; the old ones stay as they are")
    ] = False


class Roll(Command, frozen=True, kw_only=True, tag="roll"):
    """Roll dice."""

    group: ClassVar[str] = "dice"
    examples: ClassVar[tuple[str, ...]] = ("roll 2d8+3", "roll 4d6kh3 -n 6", "roll 2d8+3 --vs 14 --system rbf")

    expressions: Annotated[
        tuple[str, ...], Arg("dice", "dice notation; quote characters that are special in the shell")
    ]
    vs: Annotated[int | None, Opt("number", "target number")] = None
    system: Annotated[str, Opt("system", "name the outcome as this rule system does")] = ""
    times: Annotated[int, Opt("number", "how many times", short="n", low=1, high=TIMES)] = 1
    seed: Annotated[str, Opt("text", "seed for the dice (default: random)")] = ""
    dice: Annotated[tuple[int, ...], Opt("faces", "faces rolled by hand, in order: 5,7")] = ()
    label: Annotated[str, Opt("text", "what the roll is for")] = ""
    dialect: Annotated[str, Opt("choice", "how to read ambiguous notation", choices=("avrae", "roll20", "foundry"))] = (
        ""
    )


class Odds(Command, frozen=True, kw_only=True, tag="odds"):
    """Show the odds of a roll, or of a command before you type it: exact, or sampled where it says so."""

    group: ClassVar[str] = "dice"
    examples: ClassVar[tuple[str, ...]] = (
        "odds 4d6kh3",
        "odds attack vex thug1",
        "odds attack vex thug1 --against attack vex thug2",
    )

    words: Annotated[tuple[str, ...], Arg("line", "dice notation, or a command of the fight")]
    vs: Annotated[int | None, Opt("number", "target number")] = None
    against: Annotated[bool, Opt("flag", "another command follows: show the odds of both side by side")] = False
    plot: Annotated[bool, Opt("flag", "draw a bar for each total or outcome")] = False
    at_least: Annotated[bool, Opt("flag", "show the chance of each total or more")] = False
    at_most: Annotated[bool, Opt("flag", "show the chance of each total or less")] = False
    dialect: Annotated[str, Opt("choice", "how to read ambiguous notation", choices=("avrae", "roll20", "foundry"))] = (
        ""
    )


class Run(Command, frozen=True, kw_only=True, tag="run"):
    """Run a script: a file, a shipped script, standard input, or all scripts of a folder."""

    group: ClassVar[str] = "files"
    examples: ClassVar[tuple[str, ...]] = (
        "run dock-ambush",
        "run - --json",
        "run fight.txt --check",
        "run fights --junit report.xml",
    )

    script: Annotated[str, Arg("script", "name of a shipped script, a file, a folder, or - for standard input")]
    check: Annotated[bool, Opt("flag", "replay a transcript and stop at the first difference")] = False
    each: Annotated[bool, Opt("flag", "with -e: save after every line")] = False
    fail_fast: Annotated[bool, Opt("flag", "stop at the first failed expectation")] = False
    keep_going: Annotated[bool, Opt("flag", "continue after a line that fails")] = False
    junit: Annotated[str, Opt("file", "write a JUnit XML report of the expectations, to a file or -")] = ""
    max_steps: Annotated[int, Opt("number", "how many statements may run", low=1, high=MOST_STATEMENTS)] = STATEMENTS


class Repl(Command, frozen=True, kw_only=True, tag="repl"):
    """Open a prompt with completion and history."""

    group: ClassVar[str] = "files"
    examples: ClassVar[tuple[str, ...]] = ("repl", "repl --enter next")

    save: Annotated[str, Arg("file", "save file to use")] = ""
    enter: Annotated[
        str,
        Opt(
            "choice",
            "on an empty line: ask says whose turn it is and the next Enter goes on, next goes on at once",
            choices=("ask", "next", "off"),
        ),
    ] = ""


class Watch(Command, frozen=True, kw_only=True, tag="watch"):
    """Follow a fight on a second screen: it is shown anew whenever it changes, to the GM or to the players."""

    group: ClassVar[str] = "fights"
    examples: ClassVar[tuple[str, ...]] = (
        "watch",
        "watch --players",
        "watch --as crew --html table.html",
        "watch --players --once --json",
    )

    save: Annotated[str, Arg("file", "save file to follow")] = ""
    players: Annotated[
        bool, Opt("flag", "show what players may see: health of others in words, nobody hidden, no secrets")
    ] = False
    viewer: Annotated[str, Opt("viewer", "a side, or somebody of it: show players what that side knows", name="as")] = (
        ""
    )
    once: Annotated[bool, Opt("flag", "show it once, and end")] = False
    html: Annotated[
        str, Opt("page", "keep a page for a browser up to date in this file, for players; with --once - prints it")
    ] = ""


VERBS: dict[str, type[Command]] = {
    "start": Start,
    "new": New,
    "show": Show,
    "actions": Actions,
    "suggest": Suggest,
    "simulate": lab_verbs.Simulate,
    "log": Log,
    "undo": Undo,
    "redo": Redo,
    "restore": Restore,
    "check": Check,
    **file_verbs.VERBS,
    "roll": Roll,
    "odds": Odds,
    "run": Run,
    "repl": Repl,
    "watch": Watch,
    "tour": about_verbs.Tour,
    "rules": about_verbs.ShowRules,
    "systems": about_verbs.Systems,
    "schema": about_verbs.Schema,
    "where": about_verbs.Where,
    "doctor": about_verbs.Doctor,
    "create-system": author_verbs.CreateSystem,
    "completion": about_verbs.Completion,
    "help": about_verbs.Help,
}
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
