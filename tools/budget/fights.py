"""Fights: odds of commands, selectors over thousands, globs, long journals, huge words."""

from __future__ import annotations

from pathlib import Path

from tools.budget.case import DONE, LIMIT, NO, USAGE, Case
from tools.budget.files import HEAD

SHIPPED = sorted(path.stem for path in (Path(__file__).parents[2] / "encounters").glob("*.toml"))
SAVE = ("-e", "save.toml")
ANSWERS = (DONE, NO, USAGE, LIMIT)
DUEL = ("start", "duel", "--seed", "x", *SAVE)
ODDS = {
    "depot-raid": (
        "full-attack gort lookout --force", "full-attack gort lookout guard --force",
        "full-attack gort lookout --advantage 20 --force", "attack gort lookout --advantage 20 --force",
        "attack gort t* lookout guard --force", "technique hale charge guard --force",
        "throw hale frag guard --force", "attack hale * --force",
    ),
    "duel": (
        "attack ada bosun --force", "attack ada * --force", "attack bosun ada --advantage 20 --force",
        "attack ada bosun --technique shove --force",
    ),
    "dock-ambush": ("attack vex * --force", "attack vex thug1 --advantage 20", "turn"),
    "relay-road": ("attack sela raider1 --react * --force", "attack sela * --force", "move sela 1 --react * --force"),
    "street-arrest": ("attack rin mako --called 30 --force", "attack rin * --force"),
    "hangar-seven": ("turn",),
}  # fmt: skip
CROWD = HEAD + "".join(
    f'[combatants.{"a" * (n % 40) + str(n)}]\nname = "{"a" * 60}"\nhp = 5\nside = "s{n % 9}"\n' for n in range(2_000)
)
CROWDED = {
    "@foes": ("damage", "@s1", "1"),
    "a glob": ("damage", "*a*a*a*a*a*a*b", "1"),
    "a long glob": ("damage", "*a" * 400 + "b", "1"),
    "a glob of brackets": ("damage", "[" * 3_000 + "*", "1"),
    "5,000 globs": ("attack", "0", *("*a*a*a*b*",) * 5_000),
    "5,000 globs of all": ("attack", "0", *("*",) * 5_000),
    "5,000 misspelt names": ("attack", "0", *("zqx",) * 5_000),
    "a misspelt name": ("damage", "a" * 39 + "zz", "1"),
    "a long misspelt name": ("damage", "az" * 4_000, "1"),
    "everybody harmed": ("damage", "*", "1"),
    "everybody afflicted": ("condition", "add", "*", "prone"),
    "odds of harm to all": ("odds", "damage", "*", "1d6"),
    "odds of an attack on all": ("odds", "attack", "0", "*", "--force"),
    "odds of init": ("odds", "init"),
    "init": ("init",),
    "show": ("show",),
    "show in JSON": ("show", "--json"),
    "actions": ("actions", "0"),
    "complete": ("complete", "--", "rbf", "damage", "a"),
    "remove all": ("remove", "*"),
    "add 1,000": ("add", "thug", "--count", "1000", "hp=5"),
    "set all": ("set", "*", "hp=4"),
    "remove some": ("remove", "*a*1"),
    "log": ("log",),
    "check": ("check", "save.toml"),
}
WORDS = {
    "a word of 100 KB": ("note", "x" * 100_000),
    "10,000 words": ("note", *("x",) * 10_000),
    "10,000 answers": ("attack", "ada", "bosun", *("--answer=critical=x",) * 10_000),
    "10,000 faces": ("attack", "ada", "bosun", "--dice", "1," * 40_000 + "1"),
    "a number of 100,000 digits": ("damage", "ada", "9" * 100_000),
    "a verb of 100 KB": ("x" * 100_000,),
    "an option of 100 KB": ("show", "--" + "x" * 100_000),
    "a target of 100 KB": ("damage", "x" * 100_000, "1"),
    "a path of 100 KB": ("set", "ada", "a." * 50_000 + "b=1"),
    "a deep path": ("set", "ada", "skills." * 8_000 + "b=1"),
    "10,000 pairs": ("set", "ada", *(f"skills.a{n}=1" for n in range(10_000))),
    "damage of huge dice": ("damage", "ada", "1000d1000!!>1"),
    "a JSON bomb": ("add", "x", "weapons=" + "[" * 50_000),
    "a list of 100,000": ("set", "ada", "weapons=" + "knife," * 20_000),
}


def cases() -> list[Case]:
    """Odds in every shipped encounter, commands over 2,000 combatants, and words without measure."""
    return [
        *(
            Case(f"{name}: odds init", ("odds", "init", *SAVE), (DONE, LIMIT), {}, (("start", name, *SAVE),))
            for name in SHIPPED
        ),
        *(
            Case(f"{name}: odds {said}", ("odds", *said.split(), *SAVE), ANSWERS, {}, (("start", name, *SAVE),))
            for name, lines in ODDS.items() for said in lines
        ),
        *(
            Case(f"2,000: {name}", (*words, *SAVE), ANSWERS, {"crowd.toml": lambda: CROWD},
                 (("start", "crowd.toml", "--seed", "x", "-q", *SAVE),))
            for name, words in CROWDED.items()
        ),
        *(Case(f"words: {name}", (*words, *SAVE), ANSWERS, {}, (DUEL,)) for name, words in WORDS.items()),
        *(
            Case(f"5,000 commands: {name}", (*words, *SAVE), ANSWERS,
                 {"long.rbf": lambda: "init\n" + "damage ada 0\n" * 5_000}, (DUEL, ("run", "long.rbf", "-q", *SAVE)))
            for name, words in {
                "log": ("log",), "log --json": ("log", "--json"), "log --script": ("log", "--script"),
                "undo": ("undo",), "check": ("check", "save.toml"),
            }.items()
        ),
    ]  # fmt: skip
