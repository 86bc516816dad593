"""For each limit of the program: an input beyond it, the message, and an input exactly at it."""

from __future__ import annotations

from typing import NamedTuple

HEAD = 'format = 1\nsystem = "rbf"\n'
ONE = "[combatants.a]\nhp = 5\n"
WHOLE = HEAD + ONE
SAVE = ("-e", "save.toml")
FIGHT = ("start", "f.toml", "-e", "new.toml", "-q")
SCRIPT = ("run", "s.rbf", "-q")
SIMULATE = ("simulate", "duel", "-n", "1", "--seed", "x")
AGAINST = ("--against", "damage", "ada", "1")
CONFIG = "config.toml"


class Case(NamedTuple):
    """Words after `rbf` and its files, beyond a limit and at it; `says` is searched in the output.

    If the excess is left out, `status` is that of the command; otherwise, it is that of the limit.
    """

    past: tuple[str, ...]
    says: str
    at: tuple[str, ...] = ()
    files: dict[str, str] = {}  # noqa: RUF012 - never changed
    files_at: dict[str, str] = {}  # noqa: RUF012 - never changed
    stdin: str = ""
    status: int = 0


def in_file(says: str, past: str, at: str = "", **more: str) -> Case:
    """A case of an encounter, past a limit and at it."""
    files = {f"{name}.toml": text for name, text in more.items()}
    return Case(FIGHT, says, FIGHT if at else (), {**files, "f.toml": past}, {**files, "f.toml": at})


def in_script(says: str, past: str, at: str = "") -> Case:
    """A case of a script, past a limit and at it."""
    return Case(SCRIPT, says, SCRIPT if at else (), {"s.rbf": past}, {"s.rbf": at})


def in_config(says: str, past: str, words: tuple[str, ...], at: str = "") -> Case:
    """A case of the configuration, past a limit and at it."""
    return Case(words, says, words if at else (), {CONFIG: past}, {CONFIG: at})


def titled(marks: str) -> str:
    """An encounter whose title is a letter with marks."""
    return f'{HEAD}title = "e{marks}"\n{ONE}'


def unknown_keys(count: int) -> str:
    """Keys that there are not."""
    return "".join(f"z{number} = 1\n" for number in range(count))


def nested(depth: int) -> dict[str, str]:
    """Files that include one another."""
    return {f"i{n}": f'include = ["i{n + 1}.toml"]\n' for n in range(depth)} | {f"i{depth}": ""}


def blocks(depth: int) -> str:
    """Stat blocks that build on one another."""
    rows = [f'[blocks.b{n}]\nfrom = "b{n + 1}"\n' for n in range(depth - 1)]
    return HEAD + "".join(rows) + f'[blocks.b{depth - 1}]\nhp = 1\n[combatants.a]\nfrom = "b0"\n'


def aliases(depth: int) -> str:
    """Return aliases that refer to one another."""
    return "[alias]\n" + "".join(f'a{n} = "a{n + 1}"\n' for n in range(depth)) + f'a{depth} = "roll d6"\n'


COMMENTS = f"{'#' * 99}\n" * 90_000
TABLE = f"[{'.'.join('a' * 32)}]\n"
CASES = {
    "STEPS": Case(("roll", "-n", "1000", "1000d6"), "too many dice", ("roll", "1000d6")),
    "BYTES": Case(("odds", "500d500"), "more than 96 MiB"),
    "STEPS_OF_RULES": Case(("set", "ada", *(f"skills.a{n}=1" for n in range(4_000)), *SAVE), "steps"),
    "COMPARED": Case(
        ("odds", *AGAINST[1:], *AGAINST * 8, *SAVE), "at most 8 commands", ("odds", *AGAINST[1:], *AGAINST * 7, *SAVE)
    ),
    "FILE_BYTES": in_file("most 8,388,608 bytes", (WHOLE + COMMENTS)[: (8 << 20) + 1], (WHOLE + COMMENTS)[: 8 << 20]),
    "CONFIG_BYTES": in_config("at most 262,144 bytes", "#" * ((256 << 10) + 1), ("roll", "d6")),
    "TABLES_NESTED": in_file("more than 64 deep", f"{HEAD}{TABLE}{'.'.join('b' * 32)} = {{c = {{d = 1}}}}\n"),
    "INTEGER": Case(("show", "-e", "f.toml"), "2\\^53", files={"f.toml": f"format = 3\nrevision = {2**53 + 1}\n"}),
    "MISTAKES_OF_CONFIG": in_config(
        r"(?s)\A1d6[^\n]*\n(?:[^\n]*unknown key[^\n]*\n){20}(?!.*unknown key)", unknown_keys(21), ("roll", "d6")
    ),
    "INCLUDES_NESTED": in_file("at most 16 levels", f'{HEAD}include = ["i0.toml"]\n{ONE}', **nested(17)),
    "INCLUDED_BYTES": Case(
        SCRIPT, "8388608 bytes", (), {"s.rbf": "include a.rbf\n" * 9, "a.rbf": f"# {'x' * 60_000}\n" * 17}
    ),
    "COMBINING_MARKS": in_file(
        "at most 30 combining marks", titled("\u0316" * 31), titled("\u0316" * 30)
    ),
    "MISTAKES_OF_A_FILE": in_file("only the first 100", WHOLE + unknown_keys(101))._replace(status=3),
    "MISTAKES_OF_A_COMMAND": Case(
        ("set", "ada", "weapons=" + ",".join(f"z{n}" for n in range(21)), *SAVE), "only the first 20", status=2
    ),
    "COMBATANTS": Case(("add", "thug", "--count", "2000", "hp=5", *SAVE), "at most 2000 combatants"),
    "COPIES": in_file("from 1 to 1000", f"{HEAD}{ONE}count = 1001\n", f"{HEAD}{ONE}count = 1000\n"),
    "BLOCKS_DEEP": in_file("at most 32 levels", blocks(33), blocks(32)),
    "NAME_LETTERS": Case(("add", "x" * 65, "hp=5", *SAVE), "at most 64", ("add", "x" * 64, "hp=5", *SAVE)),
    "SYSTEM_LETTERS": Case(("create-system", "x" * 25), "at most 24", ("create-system", "x" * 24)),
    "TEXT_LETTERS": Case(("note", "x" * 10_001, *SAVE), "at most 10000", ("note", "x" * 10_000, *SAVE)),
    "COUNT": Case(("damage", "ada", "1000001", *SAVE), "1,?000,?000", ("damage", "ada", "1000000", *SAVE)),
    "AMOUNT": in_file(
        "0 to 10000", f"{HEAD}{ONE}weapons = ['w']\n[weapons.w]\nname = 'W'\nskill = 'melee'\ndamage = '10001'\n",
        f"{HEAD}{ONE}weapons = ['w']\n[weapons.w]\nname = 'W'\nskill = 'melee'\ndamage = '10000'\n",
    ),
    "MODIFIER": Case(("attack", "ada", "bosun", "--force", "--mod", "1001", *SAVE), "1,?000",
                     ("attack", "ada", "bosun", "--force", "--mod", "1000", *SAVE)),
    "ROUNDS": Case(("condition", "add", "ada", "prone", "--rounds", "1001", *SAVE), "1,?000",
                   ("condition", "add", "ada", "prone", "--rounds", "1000", *SAVE)),
    "DIGITS": Case(("heal", "ada", "1000000000", *SAVE), "1,?000,?000"),
    "DIGITS_OF_AN_ORDER": Case(("init", "--set", "ada=1000000", *SAVE), "ada", ("init", "--set", "ada=999999", *SAVE)),
    "DICE_LETTERS": Case(("roll", "d6" + " " * 999), "at most 1000 characters", ("roll", "d6" + " " * 998)),
    "TERMS": Case(("roll", "+".join("1" * 65)), "at most 64 terms", ("roll", "+".join("1" * 64))),
    "BRACKETS": Case(("roll", "(" * 129 + "1" + ")" * 129), "at most 128", ("roll", "(" * 128 + "1" + ")" * 128)),
    "DICE_DIGITS": Case(("roll", "1" * 21), "at most 20 digits", ("roll", "1" * 20)),
    "DICE": Case(("roll", "1001d6"), "at most 1,?000", ("roll", "1000d6")),
    "SIDES": Case(("roll", "d1000001"), "at most 1,000,000", ("roll", "d1000000")),
    "BITS": Case(("roll", "2**4096"), "4096 bits", ("roll", "2**4095")),
    "LABEL_LETTERS": Case(("roll", f"d6[{'x' * 65}]"), "1 to 64", ("roll", f"d6[{'x' * 64}]")),
    "TIMES": Case(("roll", "-n", "1001", "d6"), "1,?000", ("roll", "-n", "1000", "d6")),
    "TARGET_NUMBER": Case(
        ("roll", "d6", "--vs", str(10**15 + 1)), "1,?000,?000,?000,?000", ("roll", "d6", "--vs", str(10**15))
    ),
    "FIGHTS": Case(("simulate", "duel", "-n", "100000001"), "100,?000,?000", SIMULATE),
    "ROUNDS_OF_A_FIGHT": Case((*SIMULATE, "--rounds", "1001"), "1,?000", (*SIMULATE, "--rounds", "1000")),
    "JOBS": Case((*SIMULATE, "--jobs", "257"), "256", (*SIMULATE, "--jobs", "256")),
    "ROWS_OF_FIGHTS": Case(
        ("simulate", "duel", "--csv", "rows.csv", "-n", "100001"), "at most 100,000 fights"
    ),
    "SWEPT": Case((*SIMULATE, "--sweep", "ada.hp=1..51"), "50", (*SIMULATE, "--sweep", "ada.hp=1..50")),
    "FIGHTS_OF_A_SCRIPT": in_script("from 1 to 100,000", "start duel --seed x\nlet a = simulate(100001).crew\n"),
    "SCRIPT_BYTES": in_script("1048576", f"#{'x' * 63}\n" * 16_133, f"#{'x' * 62}\n" * 16_384),
    "SCRIPT_LINES": in_script("100000 lines", "\n" * 100_001, "\n" * 99_999),
    "LINE_BYTES": in_script("65536 bytes", f"#{'x' * 65_536}\n", f"#{'x' * 65_535}\n"),
    "STATEMENTS": in_script("100,?000", "repeat 200000 {\nlet a = 1\n}\n"),
    "MOST_STATEMENTS": Case(
        (*SCRIPT, "--max-steps", "10000001"), "10,?000,?000", (*SCRIPT, "--max-steps", "10000000"),
        {"s.rbf": "let a = 1\n"}, {"s.rbf": "let a = 1\n"},
    ),
    "BLOCKS_NESTED": in_script("32 deep", "if true {\n" * 33 + "}\n" * 33, "if true {\n" * 32 + "}\n" * 32),
    "WORDS_OF_AN_EXPRESSION": in_script(
        "at most 256", f"let a = {'+'.join('1' * 129)}\n", f"let a = {'+'.join('1' * 128)}\n"
    ),
    "SCRIPT_DIGITS": in_script("at most 20 digits", f"let a = {'1' * 21}\n", f"let a = {'1' * 20}\n"),
    "SCRIPT_TEXT": in_script(
        "at most 10000", f'let t = "{"x" * 9_999}"\nlet u = t + "xx"\n', f'let t = "{"x" * 9_999}"\nlet u = t + "x"\n'
    ),
    "ITEMS": in_script("at most 10000 items", "let a = (1..10000) + [1]\n", "let a = (1..9999) + [1]\n"),
    "TEXT_OF_A_LIST": in_script(
        "at most 100000", f'let t = "{"x" * 10_000}"\nlet l = [{", ".join("t" * 11)}]\n',
        f'let t = "{"x" * 10_000}"\nlet l = [{", ".join("t" * 10)}]\n',
    ),
    "COUNTED": in_script("1000000000", "repeat 1000000001 {\n}\n"),
    "FACES_AHEAD": in_script("at most 1000", f"dice {','.join('1' * 1_000)}\ndice 1\n"),
    "ALIAS_LETTERS": in_config("at most 64", f'[alias]\n{"x" * 65} = "roll d6"\n', ("x" * 65,)),
    "ALIAS_LINES": in_config(
        "1,000 lines", "[alias]\na = " + str(["b", "b"]) + "\nb = " + str(["roll d6"] * 501) + "\n", ("a",)
    ),
    "ALIAS_LINE_LETTERS": in_config("65,536", '[alias]\na = "note ' + "{1}" * 2_000 + '"\n', ("a", "x" * 40)),
    "ALIASES_DEEP": in_config("32", aliases(33), ("a0",), aliases(31)),
    "LONGEST_LOCK_SECONDS": Case(
        ("show", "--lock-timeout", "86401", *SAVE), "86,?400", ("show", "--lock-timeout", "86400", *SAVE)
    ),
}  # fmt: skip

# Limits without a case: why nothing that is typed goes past them cheaply, and the test that does it in another way.
OTHERWISE = {
    "STEPS_OF_A_SAVE": "below, for a table is cheaper than a fight of so many sheets",
    "POSITIONS": "tests/lab/test_exact.py",
    "SECONDS_OF_FIGHTS": "tests/lab/test_simulate.py",
    "STEPS_OF_FIGHTS": "tests/script/test_commands.py",
    "BITS_OF_ODDS": "the 600,000 steps end first whatever is typed; a count of more bits costs all of them",
    "PLAYS_OF_ODDS": "tests/lab/test_sampling.py",
    "ROWS_OF_A_THROW": "no shipped rule throws so many dice of which all faces matter; past it, odds are sampled",
    "PARTS_DEEP": "no shipped rule has so many parts in each other; past it, odds are sampled",
    "THROWS_ON_A_WAY": "no shipped rule throws so often in one command",
    "CHOICES_IN_A_ROW": "no shipped rule asks so often in one command",
    "ANSWERS_ON_A_WAY": "no shipped rule asks so often in one command; past it, odds are sampled",
    "ACTIONS_OF_A_TURN": "no policy of rbf finds so much that the rules take in one turn",
    "CHANGES": "tests/lab/test_variations.py",
    "WISHES": "tests/lab/test_package_policies.py",
    "CLUSTER_SECONDS": "tests/process/test_cluster.py",
    "IDLE_ROUNDS": "past it a simulated fight is a draw",
    "FOLDERS_ABOVE": "past it the settings of no folder are found",
    "ROWS_OF_A_STORY": "only the time of a story shows whether the luck of a roll was counted",
    "EDGES_OF_A_STORY": "no shipped rule has so many edge dice",
    "DIGITS_OF_AN_ANSWER": "a longer number is a word like others, and told as no answer",
    "QUESTIONS": "tests/engine/test_questions.py",
    "ANSWERS": "tests/engine/test_questions.py",
    "STEPS_BACK": "tests/session/test_journal.py",
    "THROWS_OF_A_DIE": "the dice of an expression are as many, and end first",
    "TYPED_BYTES": "tests/repl/test_input.py",
    "COLOURED_LETTERS": "tests/repl/test_completer.py",
    "COMPLETED_LETTERS": "past it a terminal offers nothing",
    "FILES_OFFERED": "past it a terminal offers no more of them",
    "HISTORY_LINES": "tests/repl/test_terminal.py",
    "HISTORY_KEPT": "tests/repl/test_terminal.py",
    "HISTORY_LETTERS": "past it a line is not in the history of a terminal",
    "LOCK_SECONDS": "tests/storage/test_lock.py",
    "CLIENTS": "tests/watch/test_server.py",
    "CLIENT_SECONDS": "tests/watch/test_server.py",
    "HISTORY_SECONDS": "tests/repl/test_terminal.py",
    "REPLACE_SECONDS": "only on Windows",
    "PLUGIN_THINGS": "only a plug-in answers so much",
}
