"""The manual's topics besides the verbs: what a user looks up once."""

from collections.abc import Callable

from rbfcli.kernel import gm
from rbfcli.kernel.errors import EXIT_STATUSES
from rbfcli.kernel.notation import limits as notation
from rbfcli.kernel.visible import NAME_LENGTH, TEXT_LENGTH
from rbfcli.language.page import CommandLines, Prose, Section, Terms

ENVIRONMENT = (
    ("RBF_ENCOUNTER", "the save to work on where -e names none"),
    ("RBF_COLOR", "always, never or auto: as --color, which outranks it"),
    ("RBF_PLAIN", "if not empty, as --plain: no colour, no drawn tables, no cursor movement"),
    ("RBF_DEBUG", "1 prints a traceback where rbf has a bug, as --debug"),
    ("RBF_SYNC", "off leaves it to the system when a save reaches the disk: faster, and unsafe in a power cut"),
    ("NO_COLOR", "if not empty, no colour"),
    ("FORCE_COLOR", "if neither empty nor 0, colour even where results do not go to a terminal"),
    ("CLICOLOR_FORCE", "the same"),
    ("TERM", "dumb, or nothing at all: no control characters"),
    ("COLUMNS", "the width of tables and help, from 40 to 200"),
    ("XDG_CONFIG_HOME", "the folder above rbfcli/ with settings; otherwise ~/.config"),
    ("XDG_STATE_HOME", "the folder above rbfcli/history; otherwise ~/.local/state"),
    ("XDG_CACHE_HOME", "the folder above rbfcli/ with what can be made again; otherwise ~/.cache"),
)
FILES = (
    ("encounter.toml", "the save of this folder: start, seed, journal and present fight, written after every command"),
    (".encounter.toml.lock", "its lock; it stays, and holds nothing of the fight"),
    ("NAME.toml", "an authored encounter: read by start, never written"),
    ("NAME.rbf", "a script: the commands one would type, a line each"),
    ("~/.local/state/rbfcli/history", "the lines typed at the prompt of rbf repl"),
)
TARGETS = (
    ("vex", "an id; the first letters of an id or a name, if they fit nobody else"),
    ('"Old Mags"', "a name, in quotes if it has a space"),
    ("thug*", "everybody whose id fits the pattern; in the shell, quote it"),
    ("@active", "whose turn it is"),
    ("@foes, @allies", "all who stand on the other sides, or on one's own"),
    ("@weakest, @nearest", "the foe with the least health, or the least way off"),
    ("@random", "one of those a command may aim at, by the dice"),
    ("@SIDE", "all of a side, by its name"),
)
DICE = (
    ("2d8+3", "two eight-sided dice and three; + - * / // % ** and parentheses, exact to the fraction"),
    ("d%, 4dF", "a die from 1 to 100; four of -1, 0 and 1"),
    ("4d6kh3, 2d20kl1", "keep the highest three, the lowest one; dh and dl drop instead"),
    ("2d6ro<3, 2d6rr1", "roll again: once what is under 3, until it is no 1; ra6 rolls again and adds"),
    ("3d6e6, 3d6xo", "a six rolls one more; xo only once; !! gathers them in one die, !p lessens each by 1"),
    ("2d8mi2, 2d8ma6", "no die counts under 2, none over 6"),
    ("5d10t>=8f1", "how many dice are 8 or more, less those that are 1"),
    ("(2d6,1d12)kh1", "the better of two rolls"),
    ("6#4d6kh3", "the same roll six times"),
    ("max(1d6,1d8)", "max, min, floor, ceil, round, abs"),
    ("1d20+5 vs 15", "the roll against a number, and the margin"),
    ("1d8[fire]", "a label for a part; behind a # the rest is a comment"),
)
SCRIPT = (
    "start dock-ambush --seed harbour",
    "init",
    "let first = turn",
    "aim $first",
    "for who in @dockers {",
    '    print "$who is ready"',
    "}",
    "expect refused { stabilize ada }",
    "expect round == 1",
)
STATEMENTS = (
    ("let NAME = EXPR", "a variable; $NAME and ${EXPR} stand for values in the words of a line"),
    ("if EXPR { … } else { … }", "one block of lines or the other"),
    ("for NAME in LIST { … }", "a block for each of a list"),
    ("repeat N { … }", "a block N times"),
    ("while EXPR { … }", "a block as long as something is true"),
    ("expect EXPR", 'what has to be true; else "message" behind it says what it means'),
    ("expect refused { COMMAND }", "what the rules have to refuse"),
    ("dice 5,7", "faces for the next rolls, in draw order"),
    ("seed TEXT", "what the dice grow from"),
    ("print TEXT", "a line of output"),
    ("include FILE", "the lines of another script, in the same folder or below"),
)
EXPRESSIONS = (
    ("round, turn, phase, over", "the state of the fight"),
    ("ada.hp, ada.conditions", "what is on a sheet"),
    ("last.outcome, last.total", "what the last command came to"),
    ("standing(crew), count(@foes)", "who of a side is still up; how many there are"),
    ('roll("2d8+3")', "a roll"),
    ("odds(aim ada).success", "the exact chance of a command, to be compared with 9/20"),
    ("1..3, [2, 4], @foes", "lists"),
    ('not over and "prone" in ada.conditions', "the usual signs and words"),
)


# The constants are in the store, which the language does not know; a test compares them.
LIMITS_OF_FILES = (
    ("a file", "8 MiB"),
    ("parts of a dotted key", "32"),
    ("brackets in one another", "32"),
    ("numbers", "from -2^53 to 2^53"),
    ("files that include files", "16 deep"),
    ("waiting for another writer", "10 seconds"),
)


def exit_codes() -> tuple[Section, ...]:
    """Every status the program ends with."""
    rows = tuple((str(status), meaning) for status, meaning in EXIT_STATUSES)
    died = "On SIGINT, SIGTERM and SIGHUP it dies of the signal, so that the loop of a shell stops too."
    return (Section("Exit status", (Terms(rows), Prose(died))),)


def environment() -> tuple[Section, ...]:
    """Every variable the program reads."""
    order = "For colour the first that speaks decides: --color, RBF_COLOR, NO_COLOR, FORCE_COLOR, TERM, the terminal."
    return (Section("Environment", (Terms(ENVIRONMENT), Prose(order))),)


def files() -> tuple[Section, ...]:
    """Every file the program reads or writes."""
    return (Section("Files", (Terms(FILES), Prose("rbf where says which save a command would work on."))),)


def targets() -> tuple[Section, ...]:
    """How commands name combatants."""
    return (Section("Targets", (Terms(TARGETS),)), Section("Examples", (CommandLines(("rbf attack vex @nearest",)),)))


def dice() -> tuple[Section, ...]:
    """The notation of dice."""
    shell = "In a shell, quote what has parentheses, stars, brackets, < > # or an exclamation mark."
    return (Section("Dice notation", (Terms(DICE), Prose(shell))),)


def scripts() -> tuple[Section, ...]:
    """What stands in a script."""
    lines = (
        "Every command that one would type after rbf. A # at the start of a line or behind a space begins a comment."
    )
    transcript = (
        "Where lines begin with > and a space, those are the commands, and all others what run --check expects."
    )
    plays = "A script plays in memory and leaves nothing behind; with -e it works on that save, all or nothing."
    return (
        Section("Example", (CommandLines(SCRIPT),)),
        Section("Lines", (Prose(lines), Terms(STATEMENTS), Prose(transcript))),
        Section("Expressions", (Terms(EXPRESSIONS),)),
        Section("Playing", (Prose(plays), CommandLines(("rbf run dock-ambush", "rbf run - --json < my-fight.rbf")))),
    )


def limits() -> tuple[Section, ...]:
    """The bounds that protect the machine, and a user from waiting."""
    rows = (
        *LIMITS_OF_FILES,
        ("combatants", f"{gm.MOST_COMBATANTS:,}"),
        ("a name, a note", f"{NAME_LENGTH} and {TEXT_LENGTH:,} characters"),
        ("a dice expression", f"{notation.MOST_CHARACTERS:,} characters, {notation.MOST_TERMS} terms"),
        ("dice drawn by one expression", f"{notation.MOST_DICE:,}, of at most {notation.MOST_SIDES:,} sides"),
    )
    return (Section("Limits", (Terms(rows), Prose("Past a limit is an error, never a shortened result."))),)


TOPICS: dict[str, tuple[str, Callable[[], tuple[Section, ...]]]] = {
    "dice": ("how dice are written", dice),
    "targets": ("how combatants are named", targets),
    "scripts": ("what stands in a script", scripts),
    "exit-codes": ("what the exit status says", exit_codes),
    "environment": ("the variables rbf reads", environment),
    "files": ("the files rbf reads and writes", files),
    "limits": ("the bounds of files, dice and waiting", limits),
}
