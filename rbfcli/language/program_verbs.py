"""The verbs of the program besides those of a fight: dice, scripts, files, the lab, help."""

from __future__ import annotations

from typing import Annotated, ClassVar

from rbfcli.core.limits import FIGHTS, JOBS, MOST_STATEMENTS, ROUNDS_OF_A_FIGHT, SECONDS_OF_FIGHTS, STATEMENTS, TIMES
from rbfcli.dice.dialects import NAMES as DIALECTS
from rbfcli.model.commands import Arg, Command, Opt

PROTOCOL, PROTOCOL_MEANING = "json", "all that --json prints"


class Tour(Command, frozen=True, kw_only=True, tag="tour"):
    """Play a first fight in two minutes, with explanations; nothing is saved."""

    group: ClassVar[str] = "about"
    examples: ClassVar[tuple[str, ...]] = ("tour", "tour --plain")


class ShowRules(Command, frozen=True, kw_only=True, tag="rules"):
    """Print rules in our words: one by its id, or all about certain words, in every system or in one."""

    group: ClassVar[str] = "about"
    examples: ClassVar[tuple[str, ...]] = ("rules RBF-ATK-4", "rules grenade", "rules rbf cover")

    words: Annotated[tuple[str, ...], Arg("rule", "a system, if only its rules are wanted; then an id, or words")] = ()


class Systems(Command, frozen=True, kw_only=True, tag="systems"):
    """List the rule systems, the encounters and the scripts."""

    group: ClassVar[str] = "about"
    examples: ClassVar[tuple[str, ...]] = ("systems", "systems --json")


class Schema(Command, frozen=True, kw_only=True, tag="schema"):
    """Print a JSON Schema: of a system's encounters, every key explained, or with `json` of all that --json prints."""

    group: ClassVar[str] = "about"
    examples: ClassVar[tuple[str, ...]] = ("schema rbf", "schema json")

    system: Annotated[str, Arg("schema", "which rule system; or json: what --json prints")]


class Where(Command, frozen=True, kw_only=True, tag="where"):
    """Print which save file a command would use, and the configuration file."""

    group: ClassVar[str] = "about"
    examples: ClassVar[tuple[str, ...]] = ("where", "where -e other.toml")


class Doctor(Command, frozen=True, kw_only=True, tag="doctor"):
    """Check the installation: versions, paths, colour, locks, plug-ins."""

    group: ClassVar[str] = "about"
    examples: ClassVar[tuple[str, ...]] = ("doctor", "doctor --json")
    for_users: ClassVar[bool] = True


class Completion(Command, frozen=True, kw_only=True, tag="completion"):
    """Print the completion script for a shell."""

    group: ClassVar[str] = "about"
    examples: ClassVar[tuple[str, ...]] = ("completion bash", "completion powershell")

    shell: Annotated[str, Arg("choice", "which shell", choices=("bash", "zsh", "fish", "powershell"))]


class Help(Command, frozen=True, kw_only=True, tag="help"):
    """Show help for a verb, a topic or a system, or what there is."""

    group: ClassVar[str] = "about"
    examples: ClassVar[tuple[str, ...]] = (
        "help",
        "help attack",
        "help --all",
        "help exit-codes",
        "help encounter",
        "help --man rbf-dice",
    )

    topic: Annotated[
        str, Arg("topic", "a verb, a topic, a system or a key of its encounters; with --man a manual page")
    ] = ""
    all: Annotated[bool, Opt("flag", "of every system, not of this fight's alone")] = False
    man: Annotated[bool, Opt("flag", "print a manual page (default: rbf), where there is no man")] = False


class CreateSystem(Command, frozen=True, kw_only=True, tag="create-system"):
    """Write a small rule system of your own, which plays and whose tests pass, to go on from."""

    group: ClassVar[str] = "files"
    examples: ClassVar[tuple[str, ...]] = ("create-system brawl", "create-system brawl games/brawl")

    name: Annotated[str, Arg("name", "what it is called: small letters, digits and _")]
    folder: Annotated[str, Arg("file", "the folder to make for it (default: its name)", reach="writes")] = ""


class SaveAs(Command, frozen=True, kw_only=True, tag="save-as"):
    """Write the present fight as an encounter, which starts with everybody as they are now."""

    group: ClassVar[str] = "files"
    examples: ClassVar[tuple[str, ...]] = ("save-as second-night.toml", "save-as -")

    file: Annotated[
        str, Arg("toml-file", "the file to write, or - for standard output; --force replaces one", reach="writes")
    ]


class PrintExample(Command, frozen=True, kw_only=True, tag="example"):
    """Print an encounter of a system with every key explained, to begin one's own with."""

    group: ClassVar[str] = "files"
    examples: ClassVar[tuple[str, ...]] = ("example rbf", "example futurepath ambush")

    system: Annotated[str, Arg("system", "which rule system")]
    kind: Annotated[str, Arg("choice", "what kind of fight", choices=("duel", "ambush"))] = "duel"


class Export(Command, frozen=True, kw_only=True, tag="export"):
    """Write the people of the fight as a table for a spreadsheet, or as JSON."""

    group: ClassVar[str] = "files"
    examples: ClassVar[tuple[str, ...]] = ("export people", "export people party.csv", "export people --format json")

    table: Annotated[str, Arg("choice", "what to write", choices=("people",))]
    file: Annotated[
        str, Arg("people-file", "the file to write (default: standard output); --force replaces one", reach="writes")
    ] = "-"
    format: Annotated[
        str, Opt("choice", "csv, or json (default: by the name of the file)", choices=("csv", "json"))
    ] = ""


class Import(Command, frozen=True, kw_only=True, tag="import"):
    """Bring in people from CSV, JSON or an encounter of Improved Initiative, or make an encounter of them."""

    group: ClassVar[str] = "files"
    examples: ClassVar[tuple[str, ...]] = (
        "import party.csv",
        "import goblins.json --system futurepath --to goblins.toml",
    )

    file: Annotated[str, Arg("people-file", "the file to read, or - for standard input", reach="reads")]
    format: Annotated[
        str,
        Opt(
            "choice",
            "what it is (default: by its name and contents)",
            choices=("csv", "json", "improved-initiative"),
        ),
    ] = ""
    to: Annotated[
        str, Opt("toml-file", "write an encounter instead of bringing them into the fight; - prints it", reach="writes")
    ] = ""
    system: Annotated[str, Opt("system", "with --to: its rule system (default: that of the fight)")] = ""
    only: Annotated[str, Opt("text", "of several encounters in the file, the one of this name")] = ""


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
    dice: Annotated[tuple[int, ...], Opt("faces", "faces rolled by hand, in order: 5,7", short="d")] = ()
    label: Annotated[str, Opt("text", "what the roll is for")] = ""
    dialect: Annotated[str, Opt("choice", "read the dice as this program does", choices=DIALECTS)] = ""


class ShowOdds(Command, frozen=True, kw_only=True, tag="odds"):
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
    """Run a script: a file, a shipped script, standard input, or all scripts of a folder and its sub-folders."""

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
        str,
        Opt(
            "file",
            "write a JUnit XML report of expectations; - prints it in place of all else",
            reach="writes",
        ),
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


USUAL_FIGHTS, USUAL_ROUNDS = 1_000, 100


class Simulate(Command, frozen=True, kw_only=True, tag="simulate"):
    """Play a fight to its end many times, both sides by policies, and tell who wins how often."""

    group: ClassVar[str] = "fights"
    examples: ClassVar[tuple[str, ...]] = (
        "simulate dock-ambush",
        "simulate -n 200 --policy best",
        "simulate duel --until-ci 0.02 --seed lab",
        "simulate dock-ambush --sweep thug.count=1..4",
        "simulate dock-ambush -n 200 --what-matters",
        "simulate dock-ambush --seed lab --replay 7",
        "simulate rpj/duel --exact --rounds 1",
    )

    source: Annotated[
        str, Arg("encounter", "an encounter, or a save (default: the fight as it stands)", reach="reads")
    ] = ""
    fights: Annotated[
        int,
        Opt(
            "number",
            f"how many fights; if nobody says, as many as {SECONDS_OF_FIGHTS} s take at a terminal, {USUAL_FIGHTS:,} "
            "elsewhere and with --seed",
            short="n",
            low=1,
            high=FIGHTS,
        ),
    ] = 0
    until_ci: Annotated[
        str, Opt("text", "play on until every chance to win is known this well, such as 0.01; -n is the most then")
    ] = ""
    jobs: Annotated[
        int,
        Opt(
            "number",
            "how many processes play (default: one a processor, in scripts one); results are the same",
            low=1,
            high=JOBS,
            reach="users",
        ),
    ] = 0
    policy: Annotated[
        tuple[str, ...],
        Opt("text", "how all play, or SIDE=NAME: random, weakest, nearest, best (may be repeated; default: weakest)"),
    ] = ()
    rounds: Annotated[int, Opt("number", "a fight of more rounds is a draw", low=1, high=ROUNDS_OF_A_FIGHT)] = (
        USUAL_ROUNDS
    )
    seed: Annotated[str, Opt("text", "seed of all fights: the same one, the same result (default: random)")] = ""
    exact: Annotated[
        bool, Opt("flag", "follow a small fight over all dice instead of playing it: exact chances of who wins")
    ] = False
    compare: Annotated[
        str, Opt("encounter", "another encounter or save, played as often, beside it", reach="reads")
    ] = ""
    sweep: Annotated[
        str, Opt("text", "ID.KEY=LOW..HIGH: once for each number of a key, such as thug.count or ada.skills.melee")
    ] = ""
    what_matters: Annotated[
        bool,
        Opt("flag", "how much one more, one fewer, half the ammunition, every number would change: a run for each"),
    ] = False
    scheduler: Annotated[
        str,
        Opt(
            "text",
            "play on your own Dask cluster, tcp://HOST:PORT (needs rbfcli[dask]); each side can run code on the other",
            reach="users",
        ),
    ] = ""
    replay: Annotated[int, Opt("number", "print the fight of this number as a script", low=1, high=FIGHTS)] = 0
    csv: Annotated[
        str,
        Opt(
            "file",
            "write a row for each fight, or with --what-matters each change; --force replaces a file",
            reach="writes",
        ),
    ] = ""
    svg: Annotated[str, Opt("file", "write a chart; --force replaces a file", reach="writes")] = ""
