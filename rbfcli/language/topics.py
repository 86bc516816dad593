"""The help topics besides the verbs."""

from collections.abc import Callable

from rbfcli.kernel.errors import EXIT_STATUSES
from rbfcli.kernel.signs import signs_of_everybody
from rbfcli.language.config_topic import config
from rbfcli.language.page import CommandLines, Prose, Section, Terms
from rbfcli.language.prompt_topic import prompt
from rbfcli.language.statements import statement_rows
from rbfcli.language.verbs import SYNONYMS

ENVIRONMENT = (
    ("RBF_ENCOUNTER", "save file to use without -e"),
    ("RBF_LOCK_TIMEOUT", "seconds to wait while another command uses the save: like --lock-timeout (default: 10)"),
    ("RBF_ENTER", "ask, next or off: like repl --enter, which takes precedence (default: ask)"),
    ("RBF_BELL", "if neither empty nor 0, the prompt rings when somebody goes down"),
    ("RBF_PAGER", "what shows answers longer than the screen; empty, off or cat: nothing does (default: PAGER)"),
    ("PAGER", "the same for all programs (default: less, if it is installed)"),
    ("LESS", "how less behaves (default: FRX)"),
    ("RBF_COLOR", "always, never or auto: like --color, which takes precedence"),
    ("RBF_PLAIN", "if not empty, like --plain: no colour, no drawn tables, no cursor movement"),
    ("ACCESSIBLE", "if neither empty nor 0, like --plain"),
    ("RBF_DEBUG", "1 prints a traceback if rbf has a bug, like --debug"),
    ("RBF_SYNC", "off does not wait until a save is on the disk: faster, but not safe in a power cut"),
    ("NO_COLOR", "if not empty, no colour"),
    ("FORCE_COLOR", "if neither empty nor 0, colour even when output does not go to a terminal"),
    ("CLICOLOR_FORCE", "like FORCE_COLOR"),
    ("TERM", "if dumb or not set, no control characters"),
    ("COLUMNS", "width of tables and help, from 40 to 200; show and watch --once keep to it in a pipe too"),
    ("RBF_CONFIG", "your configuration file (default: rbfcli/config.toml in XDG_CONFIG_HOME); /dev/null: none at all"),
    ("XDG_CONFIG_HOME", "where rbfcli/config.toml is (default: ~/.config)"),
    ("XDG_STATE_HOME", "where rbfcli/history is (default: ~/.local/state)"),
)
FILES = (
    (
        "encounter.toml",
        "the save file of this folder: start, seed, journal and current fight, written after every command",
    ),
    (".encounter.toml.lock", "its lock file; it stays there and contains no data"),
    (".encounter.toml.kept-1", "a fight that start --force or new --force replaced: restore brings it back"),
    ("NAME.toml", "an encounter file: read by start; only check --fix writes to it"),
    ("NAME.rbf", "a script: commands as you would type them, one per line"),
    ("~/.config/rbfcli/config.toml", "settings, aliases and saved rolls: rbf help config; only ever read"),
    ("rbf.toml", "the same for a folder and all below it; it outranks your own"),
    ("~/.local/state/rbfcli/history", "the history of rbf repl"),
)
TARGETS = (
    ("vex", "an id; or the beginning of an id or name, if it matches nobody else"),
    ('"Old Mags"', "a name, in quotes if it has a space"),
    ("thug*", "everyone whose id matches the pattern; quote it in the shell"),
    ("@active", "whose turn it is"),
    ("@foes, @allies", "everyone still standing on the other sides, or on the same side"),
    ("@weakest, @nearest", "the foe with the least health; the nearest foe, where the distances are known"),
    ("@random", "a random one of the possible targets"),
    ("@SIDE", "everyone on a side, by its name"),
)
DICE = (
    ("2d8+3", "two eight-sided dice plus three; + - * / // % ** and parentheses, with exact fractions"),
    ("d%, 4dF", "a percentile die; four fudge dice (-1, 0, 1)"),
    ("4d6kh3, 2d20kl1", "keep the three highest, the lowest; dh and dl drop instead"),
    ("2d6ro<3, 2d6rr1", "reroll: once what is under 3; until it is not 1; ra6 rerolls and adds"),
    ("3d6e6, 3d6xo", "explode: each six adds a die; xo only once; !! adds them to one die; !p subtracts 1 from each"),
    ("2d8mi2, 2d8ma6", "no die counts as less than 2; none as more than 6"),
    ("5d10t>=8f1", "the number of dice that are 8 or more, minus those that are 1"),
    ("(2d6,1d12)kh1", "the better of two rolls"),
    ("6#4d6kh3", "the same roll six times"),
    ("max(1d6,1d8)", "max, min, floor, ceil, round, abs"),
    ("1d20+5 vs 15", "a roll against a target number, with the margin"),
    ("1d8[fire]", "a label; everything after # is a comment"),
)
TYPING = (
    ("attack thug1, reload, move crates", "who acts may be left out where somebody's turn runs and nothing else is"),
    ("actions", "a numbered list of what can be done now, with cost and effect; --odds adds the exact odds"),
    ("suggest, suggest thug1", "the same ranked: what drops a foe most often, then damage, then hits"),
    ("--expl, --adv 1", "an option by as much of it as no other option of the verb begins with"),
    ("odds A --against B", "the odds of several commands of the fight side by side"),
    ("3, choose 3", "the line with this number in the list, as last shown at this prompt or in this script"),
    ("2, choose 2", "the answer with this number, where something is asked"),
    ("doub", "at the prompt: an answer by its unique beginning, without choose"),
    ("4", "at the prompt, after `damage thug1` has asked how much"),
    ("Enter", "on an empty line of the prompt: whose turn it is, and again: the next turn (repl --enter)"),
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
EXPRESSIONS = (
    ("round, turn, phase, over", "the state of the fight"),
    ("ada.hp, ada.conditions", "fields of a sheet"),
    ("last.outcome, last.total", "the result of the last command"),
    ("standing(crew), count(@foes)", "who on a side is still standing; how many there are"),
    ('roll("2d8+3")', "a roll"),
    ("odds(aim ada).success", "the exact chance of an outcome, such as 9/20"),
    ("simulate(200).crew", "the share of so many fights, played on from here, that a side wins; .draws of the rest"),
    ("simulate(200).sides.draws", "the same for a side whose name is that of a fact: draws or sides"),
    ("1..3, [2, 4], @foes", "lists"),
    ('not over and "prone" in ada.conditions', "the usual operators"),
)


ENCOUNTER_TOPICS = ("encounter", "encounters")


def exit_codes() -> tuple[Section, ...]:
    """Every exit status."""
    rows = tuple((str(status), meaning) for status, meaning in EXIT_STATUSES)
    died = "SIGINT, SIGTERM and SIGHUP end it by the signal, so that a loop in a shell stops too."
    return (Section("Exit status", (Terms(rows), Prose(died))),)


def environment() -> tuple[Section, ...]:
    """Every environment variable that the program reads."""
    order = (
        "Colour is decided by the first of these that is set: --color, RBF_COLOR, color in config.toml, NO_COLOR, "
        "FORCE_COLOR, TERM."
    )
    return (Section("Environment", (Terms(ENVIRONMENT), Prose(order))),)


def files() -> tuple[Section, ...]:
    """Every file the program reads or writes."""
    return (Section("Files", (Terms(FILES), Prose("rbf where prints which save file a command would use."))),)


def targets() -> tuple[Section, ...]:
    """How commands name combatants."""
    return (Section("Targets", (Terms(TARGETS),)),)


def dice() -> tuple[Section, ...]:
    """Dice notation."""
    shell = "In a shell, quote expressions with parentheses, brackets, * < > # or !."
    return (Section("Dice notation", (Terms(DICE), Prose(shell))),)


def typing() -> tuple[Section, ...]:
    """How to play with few keys, and the words that stand for others."""
    lines = dict.fromkeys(SYNONYMS.values())
    rows = tuple((", ".join(word for word in SYNONYMS if SYNONYMS[word] == line), " ".join(line)) for line in lines)
    return (Section("Less to type", (Terms(TYPING),)), Section("Other words", (Terms(rows),)))


def scripts() -> tuple[Section, ...]:
    """What a script consists of."""
    lines = "Commands as you would type them after rbf. A # at the start of a line or after a space begins a comment."
    transcript = (
        "In a transcript, lines that begin with > and a space are commands, and the others what run --check expects."
    )
    prompt = (
        "The prompt of rbf repl is a script that lives on: all statements work there, variables and faces last, a "
        "block goes on with the next line, and run FILE plays a script on this fight. A block, and run FILE, is done "
        "whole or not at all, and is one step to undo. Pasted lines wait for Enter, and stop at the first mistake."
    )
    plays = "A script runs in memory and saves nothing; with -e it works on that save file, all or nothing."
    return (
        Section("Example", (CommandLines(SCRIPT),)),
        Section("Lines", (Prose(lines), Terms(statement_rows()), Prose(transcript))),
        Section("Expressions", (Terms(EXPRESSIONS),)),
        Section("Running", (Prose(plays), CommandLines(("rbf run dock-ambush", "rbf run - --json < my-fight.rbf")))),
        Section("At the prompt", (Prose(prompt),)),
    )


def encounters() -> tuple[Section, ...]:
    """What an encounter file consists of, whatever its system."""
    from rbfcli.language.encounter_pages import encounter_sections

    return encounter_sections(None)


def story() -> tuple[Section, ...]:
    """How a fight is told by `log --format`."""
    from rbfcli.language import story_topic

    return story_topic.story()


def lab() -> tuple[Section, ...]:
    """What can be asked about a fight, and what simulations tell."""
    from rbfcli.language import lab_topic

    return lab_topic.lab()


def screen() -> tuple[Section, ...]:
    """What the signs on the screen of a fight mean; those of a system's picture are added where it is known."""
    top = (
        "Above everyone: what is left of the turn that runs, who comes next, and each side. show WHO tells all of one."
    )
    return (Section("Everyone", (Terms(signs_of_everybody()), Prose(top))),)


def limits() -> tuple[Section, ...]:
    """The limits that protect the machine and the user."""
    from rbfcli.language import limits_topic

    return limits_topic.limits()


TOPICS: dict[str, tuple[str, Callable[[], tuple[Section, ...]]]] = {
    "dice": ("dice notation", dice),
    "targets": ("how to name combatants", targets),
    "typing": ("how to play with few keys", typing),
    "screen": ("what the signs of show mean", screen),
    "prompt": ("the keys of the prompt, and what it shows", prompt),
    "scripts": ("how to write scripts", scripts),
    "encounter": ("how to write encounters: every table and key", encounters),
    "story": ("what log --format tells, and how it counts", story),
    "lab": ("odds, suggestions, and fights played many times", lab),
    "exit-codes": ("the meaning of the exit status", exit_codes),
    "config": ("the configuration files: settings, aliases, saved rolls", config),
    "environment": ("the environment variables rbf reads", environment),
    "files": ("the files rbf reads and writes", files),
    "limits": ("every limit of the program, and what happens past it", limits),
}
