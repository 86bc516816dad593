"""The verbs of the program for dice, scripts, the prompt and a second screen."""

from __future__ import annotations

from typing import Annotated, ClassVar

from rbfcli.kernel.command import Arg, Command, Opt
from rbfcli.kernel.limits import MOST_STATEMENTS, STATEMENTS, TIMES
from rbfcli.kernel.notation.dialects import NAMES as DIALECTS


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
    dialect: Annotated[str, Opt("choice", "read the dice as this program does", choices=DIALECTS)] = ""


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
    dialect: Annotated[str, Opt("choice", "read the dice as this program does", choices=DIALECTS)] = ""


class Run(Command, frozen=True, kw_only=True, tag="run"):
    """Run a script: a file, a shipped script, standard input, or all scripts of a folder."""

    group: ClassVar[str] = "files"
    examples: ClassVar[tuple[str, ...]] = (
        "run dock-ambush",
        "run - --json",
        "run fight.txt --check",
        "run fights --junit report.xml",
    )

    script: Annotated[
        str, Arg("script", "name of a shipped script, a file, a folder, or - for standard input", reach="reads")
    ]
    check: Annotated[bool, Opt("flag", "replay a transcript and stop at the first difference")] = False
    each: Annotated[bool, Opt("flag", "with -e: save after every line")] = False
    fail_fast: Annotated[bool, Opt("flag", "stop at the first failed expectation")] = False
    keep_going: Annotated[bool, Opt("flag", "continue after a line that fails")] = False
    junit: Annotated[
        str, Opt("file", "write a JUnit XML report of expectations; - prints it in place of all else", reach="writes")
    ] = ""
    max_steps: Annotated[int, Opt("number", "how many statements may run", low=1, high=MOST_STATEMENTS)] = STATEMENTS


class Repl(Command, frozen=True, kw_only=True, tag="repl"):
    """Open a prompt with completion and history."""

    group: ClassVar[str] = "files"
    examples: ClassVar[tuple[str, ...]] = ("repl", "repl --enter next")

    save: Annotated[str, Arg("file", "save file to use", reach="reads")] = ""
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

    save: Annotated[str, Arg("file", "save file to follow", reach="reads")] = ""
    players: Annotated[
        bool, Opt("flag", "show what players may see: health of others in words, nobody hidden, no secrets")
    ] = False
    viewer: Annotated[str, Opt("viewer", "a side, or somebody of it: show players what that side knows", name="as")] = (
        ""
    )
    once: Annotated[bool, Opt("flag", "show it once, and end")] = False
    html: Annotated[
        str,
        Opt(
            "page",
            "keep a page for a browser up to date in this file, for players; with --once - prints it",
            reach="writes",
        ),
    ] = ""
