"""The program's own verbs: dice, scripts, files, odds, simulation, help."""

from __future__ import annotations

from typing import Annotated, ClassVar

from rbfcli.core.limits import (
    COPIES,
    FIGHTS,
    JOBS,
    MOST_STATEMENTS,
    ROUNDS_OF_A_FIGHT,
    SECONDS_OF_FIGHTS,
    STATEMENTS,
    TIMES,
)
from rbfcli.dice import DIALECT_NAMES as DIALECTS
from rbfcli.model.commands import Arg, Command, Opt

PROTOCOL, PROTOCOL_MEANING = "json", "all that --json prints"


class Tour(Command, frozen=True, kw_only=True, tag="tour"):
    """Play a first fight in two minutes, with explanations; nothing is saved."""

    group: ClassVar[str] = "about"
    examples: ClassVar[tuple[str, ...]] = ("tour", "tour --plain")


class ShowRules(Command, frozen=True, kw_only=True, tag="rules"):
    """Search the rules by id or words, in one system or in all."""

    group: ClassVar[str] = "about"
    examples: ClassVar[tuple[str, ...]] = ("rules RBF-ATK-4", "rules grenade", "rules rbf cover")

    words: Annotated[tuple[str, ...], Arg("rule", "a system to search; then an id, or words")] = ()


class Systems(Command, frozen=True, kw_only=True, tag="systems"):
    """List rule systems, encounters and scripts."""

    group: ClassVar[str] = "about"
    examples: ClassVar[tuple[str, ...]] = ("systems", "systems --json")


class Schema(Command, frozen=True, kw_only=True, tag="schema"):
    """Print a JSON Schema of a system's encounters, or with `json` of the output of --json."""

    group: ClassVar[str] = "about"
    examples: ClassVar[tuple[str, ...]] = ("schema rbf", "schema json")

    system: Annotated[str, Arg("schema", "a rule system, or json for the output of --json")]


class Where(Command, frozen=True, kw_only=True, tag="where"):
    """Print the save file and configuration files in use."""

    group: ClassVar[str] = "about"
    examples: ClassVar[tuple[str, ...]] = ("where", "where -e other.toml")


class Doctor(Command, frozen=True, kw_only=True, tag="doctor"):
    """Check the installation: versions, paths, colour, locks, plugins."""

    group: ClassVar[str] = "about"
    examples: ClassVar[tuple[str, ...]] = ("doctor", "doctor --json")
    for_users: ClassVar[bool] = True


class Completion(Command, frozen=True, kw_only=True, tag="completion"):
    """Print the completion script for a shell."""

    group: ClassVar[str] = "about"
    examples: ClassVar[tuple[str, ...]] = ("completion bash", "completion powershell")

    shell: Annotated[str, Arg("choice", "the shell", choices=("bash", "zsh", "fish", "powershell"))]


class Help(Command, frozen=True, kw_only=True, tag="help"):
    """Show help for a verb, a topic or a system, or list them."""

    group: ClassVar[str] = "about"
    examples: ClassVar[tuple[str, ...]] = (
        "help",
        "help attack",
        "help --all",
        "help exit-codes",
        "help encounter",
        "help --man rbf-dice",
    )

    topic: Annotated[str, Arg("topic", "a verb, a topic or a system; with --man a manual page")] = ""
    all: Annotated[bool, Opt("flag", "include every system, not only this fight's")] = False
    man: Annotated[bool, Opt("flag", "print a manual page without man (default: rbf)")] = False


class CreateSystem(Command, frozen=True, kw_only=True, tag="create-system"):
    """Create a small rule system of your own, with tests, to build on."""

    group: ClassVar[str] = "files"
    examples: ClassVar[tuple[str, ...]] = ("create-system brawl", "create-system brawl games/brawl")

    name: Annotated[str, Arg("name", "its name: lowercase letters, digits and _")]
    folder: Annotated[str, Arg("file", "the new folder (default: its name)", reach="writes")] = ""


class SaveAs(Command, frozen=True, kw_only=True, tag="save-as"):
    """Save the current fight as an encounter, with everyone as they are now."""

    group: ClassVar[str] = "files"
    examples: ClassVar[tuple[str, ...]] = ("save-as second-night.toml", "save-as -")

    file: Annotated[
        str, Arg("toml-file", "the file to write, or - for standard output; --force replaces one", reach="writes")
    ]


class PrintExample(Command, frozen=True, kw_only=True, tag="example"):
    """Print an encounter with every key explained, to start your own from."""

    group: ClassVar[str] = "files"
    examples: ClassVar[tuple[str, ...]] = ("example rbf", "example futurepath ambush")

    system: Annotated[str, Arg("system", "rule system")]
    kind: Annotated[str, Arg("choice", "kind of fight", choices=("duel", "ambush"))] = "duel"


class Export(Command, frozen=True, kw_only=True, tag="export"):
    """Write combatants as a table for a spreadsheet, as JSON, or as a file to include in the next fight."""

    group: ClassVar[str] = "files"
    examples: ClassVar[tuple[str, ...]] = (
        "export people",
        "export people party.csv",
        "export people --format json",
        "export people party.toml --side crew --rested",
    )

    table: Annotated[str, Arg("choice", "what to export", choices=("people",))]
    file: Annotated[
        str, Arg("people-file", "the file to write (default: standard output); --force replaces one", reach="writes")
    ] = "-"
    format: Annotated[
        str, Opt("choice", "csv, json or toml (default: by file name)", choices=("csv", "json", "toml"))
    ] = ""
    side: Annotated[str, Opt("side", "only this side")] = ""
    rested: Annotated[bool, Opt("flag", "for the next fight: full health, counters and ammunition, no conditions")] = (
        False
    )
    as_is: Annotated[
        bool, Opt("flag", "for the next fight as they are, without initiative, place and conditions that run out")
    ] = False


IMPORT_FORMATS = (
    *("csv", "json", "toml", "improved-initiative", "5e-database", "open5e", "foundry-dnd5e", "foundry-pf2e"),
    *("dnd-beyond", "pathbuilder2e"),
)


class Import(Command, frozen=True, kw_only=True, tag="import"):
    """Import combatants from a spreadsheet or another program, into the fight or a new encounter."""

    group: ClassVar[str] = "files"
    examples: ClassVar[tuple[str, ...]] = (
        "import party.csv",
        "import goblins.json --system generic --to goblins.toml",
        "import wolf.json --count 3 --side foes",
        "import heroes.csv --map LeP=hp --ignore Player",
        "import party.csv --update",
    )

    file: Annotated[str, Arg("people-file", "the file to read, or - for standard input", reach="reads")]
    format: Annotated[str, Opt("choice", "file type (default: by content)", choices=IMPORT_FORMATS)] = ""
    to: Annotated[
        str, Opt("toml-file", "write an encounter instead of adding them to the fight; - prints it", reach="writes")
    ] = ""
    system: Annotated[str, Opt("system", "with --to: the rule system (default: the fight's)")] = ""
    only: Annotated[str, Opt("text", "only this combatant, or those like `goblin*`, or this encounter")] = ""
    kind: Annotated[
        str,
        Opt("choice", "add combatants, or stat blocks", name="as", choices=("people", "blocks")),
    ] = "people"
    count: Annotated[int, Opt("number", "how many of each", low=1, high=COPIES)] = 0
    side: Annotated[str, Opt("text", "the side of all")] = ""
    set: Annotated[tuple[str, ...], Opt("text", "KEY=VALUE on every sheet (may be repeated)")] = ()
    map: Annotated[tuple[str, ...], Opt("text", "COLUMN=KEY: a column's key, in a CSV (may be repeated)")] = ()
    ignore: Annotated[tuple[str, ...], Opt("text", "a column to leave out (may be repeated)")] = ()
    notes: Annotated[tuple[str, ...], Opt("text", "a column to keep in the notes (may be repeated)")] = ()
    trust: Annotated[
        str, Opt("choice", "what counts if an Open5e attack's text and numbers differ", choices=("text", "numbers"))
    ] = "text"
    update: Annotated[bool, Opt("flag", "update existing combatants, by id, from the file")] = False


class Roll(Command, frozen=True, kw_only=True, tag="roll"):
    """Roll dice."""

    group: ClassVar[str] = "dice"
    examples: ClassVar[tuple[str, ...]] = ("roll 2d8+3", "roll 4d6kh3 -n 6", "roll 2d8+3 --vs 14 --system rbf")

    expressions: Annotated[
        tuple[str, ...], Arg("dice", "dice notation; quote characters that are special in the shell")
    ]
    vs: Annotated[int | None, Opt("number", "target number")] = None
    system: Annotated[str, Opt("system", "name the outcome as this rule system does")] = ""
    times: Annotated[int, Opt("number", "number of times", short="n", low=1, high=TIMES)] = 1
    seed: Annotated[str, Opt("text", "seed for the dice (default: random)")] = ""
    dice: Annotated[tuple[int, ...], Opt("faces", "faces rolled at the table, in order: 5,7", short="d")] = ()
    label: Annotated[str, Opt("text", "what the roll is for")] = ""
    dialect: Annotated[str, Opt("choice", "read the dice like this program", choices=DIALECTS)] = ""


class ShowOdds(Command, frozen=True, kw_only=True, tag="odds"):
    """Show the odds of a roll or a command: exact, or sampled if it says so."""

    group: ClassVar[str] = "dice"
    examples: ClassVar[tuple[str, ...]] = (
        "odds 4d6kh3",
        "odds attack vex thug1",
        "odds attack vex thug1 --against attack vex thug2",
    )

    words: Annotated[tuple[str, ...], Arg("line", "dice notation, or a command of the fight")]
    vs: Annotated[int | None, Opt("number", "target number")] = None
    against: Annotated[bool, Opt("flag", "compare with the odds of another command")] = False
    plot: Annotated[bool, Opt("flag", "draw a bar for each total or outcome")] = False
    at_least: Annotated[bool, Opt("flag", "show the chance of each total or more")] = False
    at_most: Annotated[bool, Opt("flag", "show the chance of each total or less")] = False
    dialect: Annotated[str, Opt("choice", "read the dice like this program", choices=DIALECTS)] = ""


class Run(Command, frozen=True, kw_only=True, tag="run"):
    """Run a script: a file, a bundled script, standard input, or all scripts in a folder."""

    group: ClassVar[str] = "files"
    examples: ClassVar[tuple[str, ...]] = (
        "run dock-ambush",
        "run - --json",
        "run fight.txt --check",
        "run fights --junit report.xml",
    )

    script: Annotated[str, Arg("script", "a bundled script, a file, a folder, or - for standard input", reach="reads")]
    check: Annotated[bool, Opt("flag", "replay a transcript and stop at the first difference")] = False
    each: Annotated[bool, Opt("flag", "with -e: save after every line")] = False
    fail_fast: Annotated[bool, Opt("flag", "stop at the first failed expectation")] = False
    keep_going: Annotated[bool, Opt("flag", "continue after a line that fails")] = False
    junit: Annotated[
        str, Opt("file", "write a JUnit XML report of expectations; - prints only the report", reach="writes")
    ] = ""
    max_steps: Annotated[int, Opt("number", "maximum number of statements", low=1, high=MOST_STATEMENTS)] = STATEMENTS


class Repl(Command, frozen=True, kw_only=True, tag="repl"):
    """Open a prompt with completion and history."""

    group: ClassVar[str] = "files"
    examples: ClassVar[tuple[str, ...]] = ("repl", "repl --enter next")

    save: Annotated[str, Arg("file", "save file to use", reach="reads")] = ""
    enter: Annotated[
        str,
        Opt(
            "choice",
            "what Enter does on an empty line: ask shows whose turn it is first, next ends the turn, off does nothing",
            choices=("ask", "next", "off"),
        ),
    ] = ""


LAST_PORT = 65_535


class Watch(Command, frozen=True, kw_only=True, tag="watch"):
    """Follow a fight on a second screen, for the GM or the players."""

    group: ClassVar[str] = "fights"
    examples: ClassVar[tuple[str, ...]] = (
        "watch",
        "watch --players",
        "watch --as crew --html table.html",
        "watch --serve --host 0.0.0.0",
        "watch --players --once --json",
    )

    save: Annotated[str, Arg("file", "save file to follow", reach="reads")] = ""
    players: Annotated[
        bool, Opt("flag", "show only what players may see: no secrets, nothing hidden, foes' health in words")
    ] = False
    viewer: Annotated[str, Opt("viewer", "show what this side knows: a side, or one of its combatants", name="as")] = ""
    once: Annotated[bool, Opt("flag", "show it once and exit")] = False
    html: Annotated[
        str,
        Opt(
            "page",
            "keep the players' page up to date in this HTML file; with --once, - prints it",
            reach="writes",
        ),
    ] = ""
    serve: Annotated[
        int | None,
        Opt(
            "port",
            "serve the players' page to phones and browsers at this port, or at any free one, and print its address",
            low=0,
            high=LAST_PORT,
            reach="users",
        ),
    ] = None
    host: Annotated[
        str,
        Opt(
            "text",
            "with --serve, the address to listen at: 0.0.0.0 lets in all phones of your network (default: this "
            "machine only)",
            reach="users",
        ),
    ] = ""
    public: Annotated[
        bool,
        Opt(
            "flag",
            "with --serve, use a short address without a secret path: anyone who can reach it can look",
            reach="users",
        ),
    ] = False


USUAL_FIGHTS, USUAL_ROUNDS = 1_000, 100


class Simulate(Command, frozen=True, kw_only=True, tag="simulate"):
    """Play a fight to its end many times and report how often each side wins."""

    group: ClassVar[str] = "fights"
    examples: ClassVar[tuple[str, ...]] = (
        "simulate dock-ambush",
        "simulate -n 200 --policy best",
        "simulate dock-ambush --sweep thug.count=1..4",
        "simulate dock-ambush -n 200 --what-matters",
        "simulate dock-ambush --seed lab --replay 7",
        "simulate rpj/duel --exact --rounds 1",
    )

    source: Annotated[str, Arg("encounter", "an encounter or save (default: the current fight)", reach="reads")] = ""
    fights: Annotated[
        int,
        Opt(
            "number",
            f"number of fights (default: what fits in {SECONDS_OF_FIGHTS} s at a terminal; {USUAL_FIGHTS:,} elsewhere "
            "and with --seed)",
            short="n",
            low=1,
            high=FIGHTS,
        ),
    ] = 0
    jobs: Annotated[
        int,
        Opt(
            "number",
            "number of processes (default: one per processor, in scripts one); does not change results",
            low=1,
            high=JOBS,
            reach="users",
        ),
    ] = 0
    policy: Annotated[
        tuple[str, ...],
        Opt(
            "text",
            "policy of all sides, or SIDE=NAME: random, weakest, nearest, best (may be repeated; default: weakest)",
        ),
    ] = ()
    rounds: Annotated[int, Opt("number", "round limit; longer fights are draws", low=1, high=ROUNDS_OF_A_FIGHT)] = (
        USUAL_ROUNDS
    )
    seed: Annotated[str, Opt("text", "seed of all fights; the same seed gives the same result (default: random)")] = ""
    exact: Annotated[bool, Opt("flag", "compute exact chances by following all dice of a small fight")] = False
    compare: Annotated[str, Opt("encounter", "another encounter or save to compare with", reach="reads")] = ""
    sweep: Annotated[
        str, Opt("text", "ID.KEY=LOW..HIGH: simulate each value of a key, such as thug.count or ada.skills.melee")
    ] = ""
    what_matters: Annotated[
        bool,
        Opt("flag", "also simulate small changes: one combatant more or fewer, half the ammo, each number +1"),
    ] = False
    scheduler: Annotated[
        str,
        Opt(
            "text",
            "use your own Dask cluster, tcp://HOST:PORT (needs rbfcli[dask]); both sides can run code on each other",
            reach="users",
        ),
    ] = ""
    replay: Annotated[int, Opt("number", "print the fight with this number as a script", low=1, high=FIGHTS)] = 0
    csv: Annotated[
        str,
        Opt(
            "file",
            "write a row per fight, or per change with --what-matters; --force replaces a file",
            reach="writes",
        ),
    ] = ""
    svg: Annotated[str, Opt("file", "write a chart; --force replaces a file", reach="writes")] = ""
