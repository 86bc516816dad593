"""All limits of the program, and the budget that a command spends."""

from __future__ import annotations

from rbfcli.core.errors import too_much

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar

    Number = TypeVar("Number", int, float)

    Limit = tuple[str, float, str, str, int]


# The result of exceeding a limit: an exit status, or LEFT_OUT if only the rest is left out.
LEFT_OUT, NO, USAGE, BAD_FILE, STORAGE, REACHED, FAULT = 0, 1, 2, 3, 4, 5, 70

LIMITS: list[Limit] = []


def limit(subject: str, value: Number, unit: str, what: str, past: int) -> Number:
    """Record a limit in LIMITS and return its value."""
    LIMITS.append((subject, value, unit, what, past))
    return value


# A step takes about a microsecond: with the start of the program, the whole budget is under a second.
STEPS = limit("work", 600_000, "steps", "a command", REACHED)
# The rest of the budget is for reading the save before a command, and for writing and printing after it.
STEPS_OF_RULES = limit("work", STEPS // 2, "steps", "the rules of a command", REACHED)
# A save that used the whole budget would leave nothing for a command.
STEPS_OF_A_SAVE = limit("work", STEPS * 2 // 3, "steps", "reading back a save", REACHED)
# With the program itself and intermediate copies, this stays below 200 MB.
BYTES = limit("work", 96 << 20, "bytes", "tables of odds", REACHED)
# Python prints no whole number with more digits.
BITS_OF_ODDS = limit("work", 14_000, "bits", "a number in odds", REACHED)
# Odds play a command once for each possible path; past this limit they sample it with seeded dice instead.
PLAYS_OF_ODDS = limit("work", 6_000, "plays", "a command, in exact odds", LEFT_OUT)
# A part may lead to further parts, such as a riposte that is answered; each takes several levels of Python's stack.
PARTS_DEEP = limit("work", 12, "levels", "nested parts, in exact odds", LEFT_OUT)
# A rule that reads the faces of many dice one by one would be played for each combination of faces.
ROWS_OF_A_THROW = limit("work", 50_000, "throws", "rolls read face by face, in exact odds", LEFT_OUT)
# Odds replay a command for every roll: one that keeps rolling would never end.
THROWS_ON_A_WAY = limit("work", 200, "rolls", "one path, in odds", REACHED)
# The same for choices that lead to choices; each takes a level of Python's stack.
CHOICES_IN_A_ROW = limit("work", 60, "choices", "consecutive choices, in odds", REACHED)
ANSWERS_ON_A_WAY = limit("work", 20, "answers", "one path, in odds", REACHED)
# The turn ends for a policy that always finds another command.
ACTIONS_OF_A_TURN = limit("work", 40, "commands", "one turn, in simulations", LEFT_OUT)
# A plugin policy that keeps naming refused commands would never end.
WISHES = limit("work", 10_000, "commands", "one reply of an installed policy", FAULT)
# If no combatant can reach another, further rounds change nothing.
IDLE_ROUNDS = limit("work", 10, "rounds", "rounds without an action, in simulations", LEFT_OUT)
# A hundred million fights take days.
FIGHTS = limit("work", 100_000_000, "fights", "simulate -n", USAGE)
# At a terminal, a user is waiting.
SECONDS_OF_FIGHTS = limit("work", 10, "seconds", "simulate at a terminal, without -n", LEFT_OUT)
ROUNDS_OF_A_FIGHT = limit("work", 1_000, "rounds", "simulate --rounds", USAGE)
# Each takes some milliseconds.
POSITIONS = limit("work", 100_000, "positions", "simulate --exact", REACHED)
JOBS = limit("work", 256, "processes", "simulate --jobs", USAGE)
# They are kept in memory until the file is written.
ROWS_OF_FIGHTS = limit("work", 100_000, "fights", "simulate --csv", USAGE)
FIGHTS_OF_A_SCRIPT = limit("work", 100_000, "fights", "simulate(N) and simulate -n in a script", USAGE)
# Five minutes of processor time.
STEPS_OF_FIGHTS = limit("work", 30_000_000, "steps", "all simulated fights of a script", REACHED)
# Each is a whole simulation.
SWEPT = limit("work", 50, "values", "simulate --sweep", USAGE)
# Each is a whole simulation, too, and a fight with many kinds of combatants allows countless small changes.
CHANGES = limit("work", 100, "changes", "simulate --what-matters", LEFT_OUT)
# More columns do not fit on a screen.
COMPARED = limit("work", 8, "commands", "commands compared by odds", USAGE)
# The odds of a past roll are counted over every face of its dice.
ROWS_OF_A_STORY = limit("work", 50_000, "outcomes", "a roll, for luck in a story", LEFT_OUT)
EDGES_OF_A_STORY = limit("work", 1_000, "sides", "edge dice, for luck in a story", LEFT_OUT)

# Files are read whole, and their contents take ten times their size in memory.
FILE_BYTES = limit("files", 8 << 20, "bytes", "an encounter, a save", BAD_FILE)
CONFIG_BYTES = limit("files", 256 << 10, "bytes", "config.toml (or a warning)", LEFT_OUT)
FOLDERS_ABOVE = limit("files", 32, "folders", "folders searched for rbf.toml", LEFT_OUT)
# Reading and comparing tables is recursive.
TABLES_NESTED = limit("files", 64, "levels", "nested tables", BAD_FILE)
# Past this, other programs read a whole number inexactly.
INTEGER = limit("files", 2**53, "(2^53), more or less", "a whole number", BAD_FILE)
# Includes multiply: ten at each of ten levels are ten thousand million.
INCLUDES_NESTED = limit("files", 16, "levels", "nested includes", REACHED)
INCLUDED_BYTES = limit("files", 8 << 20, "bytes", "a file with its includes", REACHED)
# Composing is quadratic in them; this is the limit of Unicode's stream-safe format.
COMBINING_MARKS = limit("files", 30, "in a row", "combining characters", REACHED)
# A longer list does not help the author.
MISTAKES_OF_A_FILE = limit("files", 100, "mistakes", "reported per file", LEFT_OUT)
MISTAKES_OF_A_COMMAND = limit("files", 20, "mistakes", "reported per command", LEFT_OUT)
MISTAKES_OF_CONFIG = limit("files", 20, "mistakes", "reported for config.toml", LEFT_OUT)

# With this many, a command on all of them takes less than a second.
COMBATANTS = limit("fights", 2_000, "combatants", "a fight", USAGE)
# More than this is a typing error.
COPIES = limit("fights", 1_000, "copies", "count, in a file", BAD_FILE)
# Stat blocks are expanded recursively.
BLOCKS_DEEP = limit("fights", 32, "levels", "nested stat blocks", REACHED)
# A name must fit on a screen, next to others.
NAME_LETTERS = limit("fights", 64, "characters", "a name, an id", USAGE)
SYSTEM_LETTERS = limit("fights", 24, "letters", "the name of a system", USAGE)
TEXT_LETTERS = limit("fights", 10_000, "characters", "a note or any other word (except in edit)", REACHED)
# Sums of such numbers are exact and short in all output.
COUNT = limit("fights", 1_000_000, "more or less", "a number, such as damage", USAGE)
AMOUNT = limit("fights", 10_000, "", "damage in a file", BAD_FILE)
MODIFIER = limit("fights", 1_000, "more or less", "--mod", USAGE)
ROUNDS = limit("fights", 1_000, "rounds", "condition --rounds", USAGE)
# A longer number is a mistake, and Python parses it slowly.
DIGITS = limit("fights", 9, "digits", "a number in a command", USAGE)
DIGITS_OF_AN_ORDER = limit("fights", 6, "digits", "an initiative count of init --set", USAGE)
DIGITS_OF_AN_ANSWER = limit("fights", 4, "digits", "the number of an answer", USAGE)
# A rule that keeps asking would never end.
QUESTIONS = limit("fights", 1_000, "questions", "a command", REACHED)
ANSWERS = limit("fights", 1_000, "answers", "a paused command", REACHED)
# The save stores this many undo steps; before that, undo replays the journal.
STEPS_BACK = limit("fights", 1_000, "lines", "undo without replaying", LEFT_OUT)

# No readable roll is longer than this.
DICE_LETTERS = limit("dice", 1_000, "characters", "an expression", REACHED)
TERMS = limit("dice", 64, "terms", "an expression", REACHED)
# Each is a level of Python's stack.
BRACKETS = limit("dice", 128, "levels", "nested brackets", REACHED)
DICE_DIGITS = limit("dice", 20, "digits", "a number", REACHED)
DICE = limit("dice", 1_000, "dice", "an expression", REACHED)
SIDES = limit("dice", 1_000_000, "sides", "a die", REACHED)
# A die that always explodes or is always rerolled would never stop.
THROWS_OF_A_DIE = limit("dice", 1_000, "throws", "an exploding or rerolled die", REACHED)
# Powers of powers grow faster than memory.
BITS = limit("dice", 4_096, "bits", "a calculated number", REACHED)
LABEL_LETTERS = limit("dice", 64, "characters", "a label", USAGE)
TIMES = limit("dice", 1_000, "times", "roll -n", USAGE)
# Larger than the total of any expression with that many dice.
TARGET_NUMBER = limit("dice", 10**15, "more or less", "roll --vs", USAGE)

# Scripts are read whole before the first line runs.
SCRIPT_BYTES = limit("scripts", 1 << 20, "bytes", "a script", BAD_FILE)
SCRIPT_LINES = limit("scripts", 100_000, "lines", "a script with its includes", REACHED)
LINE_BYTES = limit("scripts", 64 << 10, "bytes", "a line (of edit: like a script)", REACHED)
STATEMENTS = limit("scripts", 100_000, "statements", "a run without --max-steps", REACHED)
MOST_STATEMENTS = limit("scripts", 10_000_000, "statements", "--max-steps", USAGE)
# Each level of a block or expression takes levels of Python's stack.
BLOCKS_NESTED = limit("scripts", 32, "levels", "nested blocks, brackets", USAGE)
WORDS_OF_AN_EXPRESSION = limit("scripts", 256, "words", "an expression", USAGE)
SCRIPT_DIGITS = limit("scripts", 20, "digits", "a number", USAGE)
# A value that doubles in a loop fills the memory after forty times.
SCRIPT_TEXT = limit("scripts", 10_000, "characters", "a string", REACHED)
ITEMS = limit("scripts", 10_000, "items", "a list", REACHED)
TEXT_OF_A_LIST = limit("scripts", 100_000, "characters", "all strings of a list", REACHED)
COUNTED = limit("scripts", 1_000_000_000, "", "a range, repeat", REACHED)
FACES_AHEAD = limit("scripts", 1_000, "faces", "dice given in advance", USAGE)

# A book pasted by mistake should be refused before any of it runs.
TYPED_BYTES = limit("prompt", 64 << 10, "bytes", "one input", REACHED)
# Suggestions and colours are computed at every key press.
COLOURED_LETTERS = limit("prompt", 1_000, "characters", "a coloured line", LEFT_OUT)
COMPLETED_LETTERS = limit("prompt", 2_000, "characters", "a completed line", LEFT_OUT)
FILES_OFFERED = limit("prompt", 1_000, "files", "files offered by completion", LEFT_OUT)
# The history is read whole when a prompt opens; it is cut occasionally, not at every line.
HISTORY_LINES = limit("prompt", 10_000, "lines", "the history", LEFT_OUT)
HISTORY_KEPT = limit("prompt", 9_000, "lines", "the history after it is cut", LEFT_OUT)
HISTORY_LETTERS = limit("prompt", 4_096, "characters", "a line of the history", LEFT_OUT)
# Aliases can contain aliases.
ALIAS_LETTERS = limit("prompt", 64, "characters", "the name of an alias", USAGE)
ALIAS_LINES = limit("prompt", 1_000, "lines", "an alias", REACHED)
ALIAS_LINE_LETTERS = limit("prompt", 65_536, "characters", "a line of an alias", REACHED)
ALIASES_DEEP = limit("prompt", 32, "levels", "nested aliases", REACHED)

# A user waits about this long before trying again.
LOCK_SECONDS = limit("waiting", 10.0, "seconds", "a save in use", STORAGE)
LONGEST_LOCK_SECONDS = limit("waiting", 86_400, "seconds", "--lock-timeout", USAGE)
# A prompt works without its history.
HISTORY_SECONDS = limit("waiting", 1.0, "seconds", "a history in use", LEFT_OUT)
# On Windows, a virus scanner may hold a file for a moment.
REPLACE_SECONDS = limit("waiting", 2.5, "seconds", "a save held by Windows", STORAGE)
# Work done by plugins is not counted in steps.
# Far more than any rule needs, and too little to make a machine swap.
PLUGIN_THINGS = limit("waiting", 100_000, "objects", "a plugin's return value", FAULT)
CLIENTS = limit("waiting", 64, "clients", "phones and browsers at watch --serve", LEFT_OUT)
CLIENT_SECONDS = limit("waiting", 20.0, "seconds", "a silent client of watch --serve", LEFT_OUT)
# A running scheduler answers immediately.
CLUSTER_SECONDS = limit("waiting", 5, "seconds", "a cluster for simulations", STORAGE)


class Budget:
    """The remaining steps and bytes of a command, shared by all parts of the program that could do too much."""

    __slots__ = ("bytes", "is_shared", "most", "steps")

    def __init__(self, steps: int = STEPS, size: int = BYTES) -> None:
        self.steps: int = steps
        self.most: int = steps
        self.bytes: int = size
        self.is_shared: bool = False
        """whether several lines share it, as in a script"""

    def spend(self, steps: int, what: str, hint: str = "") -> None:
        """Spend steps. Raises LimitReached if too few are left; `what` says what is too much."""
        self.steps -= steps
        if self.steps < 0:
            raise too_much(what, f"{self.most:,} steps", hint)

    def check(self, steps: int, what: str, hint: str = "") -> None:
        """Raise LimitReached if fewer steps are left; spend none."""
        if steps > self.steps:
            raise too_much(what, f"{self.most:,} steps", hint)

    def hold(self, size: int, what: str, hint: str = "") -> None:
        """Spend bytes. Raises LimitReached if too few are left; `what` says what is too much."""
        self.bytes -= size
        if self.bytes < 0:
            raise too_much(what, f"{BYTES >> 20} MiB", hint)

    def share(self, parts: int) -> Budget:
        """Take one of `parts` equal parts of the rest out of this budget, and return it as another one."""
        part = Budget(self.steps // parts, self.bytes // parts)
        part.most, part.is_shared = self.most, self.is_shared
        self.steps -= part.steps
        self.bytes -= part.bytes
        return part

    def give_back(self, part: Budget) -> None:
        """Return the unspent rest of a part to this budget."""
        self.steps = max(0, self.steps) + part.steps
        self.bytes = max(0, self.bytes) + part.bytes
