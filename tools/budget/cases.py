"""Hostile and huge inputs with the answers that they may have."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    Files = Mapping[str, Callable[[], str]]


DONE, NO, USAGE, BAD_FILE, LIMIT = 0, 1, 2, 3, 5


class Case(NamedTuple):
    """Words behind `rbf`; `before` are whole lines before them, `answers` the statuses that are right."""

    name: str
    words: tuple[str, ...]
    answers: tuple[int, ...] = (LIMIT,)
    files: Files = {}  # noqa: RUF012  (never changed)
    before: tuple[tuple[str, ...], ...] = ()
    stdin: bytes = b""

    def write(self, folder: Path) -> None:
        """Write its files."""
        for name, text in self.files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text())


KNOWN = ("d20100kh0x10", "1>49**94d6e6d6", "d100!!!>5", "1000d6kh500")
HUGE = (
    "1000d1000000", "1000d1000", "500d500", "100d10000", "1000d20kh999", "200d100kh100", "100d100kh50dl20",
    "20d20!kh10", "10d20kh3kl3", "50d6!!>2", "100d100!p", "d1000000!", "1000d6!>1", "999d2!>1", "1000d6rr<6",
    "1000d6ra6", "(1d1000)d(1d1000)", "(1d100)d(1d100)kh3", "(1000d6)d6", "9**9**9", "2**4096", "2**4095*2**4095",
    "d1000000*d1000000", "d1000000/d1000000", "1000d6//1d1000", "d100000-d100000*d7", "d1000**2", "d1000**d1000",
    "max(1000d6,1000d6)", "max(d1000000,d1000000)", "floor(1000d6/7)*3", "(200d6/7)*(200d6/11)",
    "(500d6/7)+(500d6/11)", "(10d6,10d8,10d10,10d12)kh2", "(1d20,1d100,1d1000,1d10000)kh2",
    "(100d6,100d8,100d10)kh1", "(d6!,d6!,d6!,d6!)kh2", "{100d6}kh50", "40d6!kh20", "100d6e6kh3", "100d6e6e5",
    "d6!!!", "d2!!!!", "1000d1000000t>=500000", "100d1000mi2ma999", "99d99ro<50kh50", "300d1000kh150dl3",
    "4d6kh3+" * 15 + "4d6kh3", "(" * 100 + "1000d6" + ")" * 100, "-" * 900 + "1000d6", "d6**d6**d6",
    "d100**d100", "1/d1000+1/d997+1/d991", "1/d1000+1/d997", "d1000/7+d1000/11+d1000/13",
    "abs(d10000-d10000)*d10000", "100d1000000kh1", "2d1000000kh1", "1000d1000000kh1",
    "1000d6!!>3!!>3", "1000d6e>1e>1e>1", "d1000rr<1000!>1", "9**94d6", "9**-94d6", "1000d6 vs 1000d6",
    "d1000000 vs d1000000", "(d1000)d6kh(2)", "(d100)d(d6)e6", "max(1>49**94d6e6d6,1d10)", "62d84d6kh3", "(20d6)d6!kh3",
)  # fmt: skip
ROLLED = (
    "10000d10000!", "1000d10000!", "1000d2!>1", "1000d6rr<6", "1000d2!!", "1000#1000d6", "1000#1d6", "9**9**9**9",
    "1000d1000000", "(1000d6)d1000000", "1000#(d6,d6,d6)kh2", "d6!>1", "1000d6!>1", "1000d1000rr<1000",
    "2**4000*2**4000", "1000#2**4000", "64#64d6!!", "(" * 300 + "1" + ")" * 300, "1000d6kh500dl200mi2e6",
    "9" * 900, "+".join(["1000d6"] * 60), "-" * 990 + "1", "1000d1000!!>1!!>1!!>1",
)  # fmt: skip


def cases_of_dice() -> list[Case]:
    """Odds of expressions in words, as JSON and as a plot, and rolls of them."""
    return [
        *(Case(f"odds {each}", ("odds", each), (DONE, USAGE, LIMIT)) for each in (*KNOWN, *HUGE)),
        *(Case(f"odds --json {each}", ("odds", "--json", each), (DONE, USAGE, LIMIT)) for each in (*KNOWN, *HUGE)),
        *(
            Case(f"odds {flag} {each}", ("odds", *flag.split(), each), (DONE, LIMIT))
            for flag in ("-q", "--plot", "--at-least", "--vs 3000")
            for each in ("1000d6", "500d500", "9**94d6", "2d100000", "d250000", "d6!!")
        ),
        *(
            Case(f"odds {' '.join(each)[:30]}", ("odds", *each), (DONE, LIMIT))
            for each in (
                ("1000d6", "999d6", "998d6"), ("d200000",) * 8, ("500d6",) * 40, ("1000d6kh3",) * 20,
                ("9**94d6", "9**93d6"),
            )
        ),
        *(Case(f"roll {each}", ("roll", each), (DONE, NO, USAGE, LIMIT)) for each in ROLLED),
        Case("roll -n 1000000", ("roll", "-n", "1000000", "d6"), (DONE, USAGE, LIMIT)),
        Case("roll -n 1000 1000d6", ("roll", "-n", "1000", "1000d6"), (DONE, USAGE, LIMIT)),
        Case("roll -n 1000 1000d6 --json", ("roll", "-n", "1000", "1000d6", "--json"), (DONE, USAGE, LIMIT)),
        Case("roll 100 words", ("roll", *("1000d6!>3",) * 100), (DONE, USAGE, LIMIT)),
        Case("roll 10,000 words", ("roll", *("d6",) * 10_000), (DONE, USAGE, LIMIT)),
        Case("roll a word of 100 KB", ("roll", "d6+" * 33_000 + "1"), (LIMIT,)),
        Case("roll - of a line of 7 MB", ("roll", "-"), (LIMIT,), stdin=b"1+" * 3_500_000 + b"1"),
        Case("roll - of 20,000 lines", ("roll", "-"), (DONE, LIMIT), stdin=b"d6\n" * 20_000),
        Case("roll - of 500 hard lines", ("roll", "-"), (DONE, LIMIT), stdin=b"1000d6!>1\n" * 500),
        Case("roll - of 5,000 mistakes", ("roll", "-"), (USAGE, LIMIT), stdin=b"2d6khkl\n" * 5_000),
        Case("roll misspelt", ("roll", "2d6" + "kk" * 400), (USAGE, LIMIT)),
        Case("roll a dialect bomb", ("roll", "d6r<2" * 100), (DONE, USAGE, LIMIT)),
    ]  # fmt: skip


HEAD = 'format = 1\nsystem = "rbf"\n'
ENCOUNTERS = ("start", "fight.toml", "-e", "save.toml", "--force", "-q")


def cases_of_files() -> list[Case]:
    """Each file as an encounter to start and to check, some as a save as well."""
    texts = {
        "1,000 combatants with count = 1000": lambda: HEAD + "".join(
            f"[combatants.a{number}]\ncount = 1000\nhp = 5\n" for number in range(1_000)
        ),
        "10,000 combatants": lambda: HEAD + "".join(f"[combatants.a{n}]\nhp = 5\n" for n in range(10_000)),
        "an integer of 7 MB": lambda: HEAD + "seed = " + "9" * 7_000_000 + "\n",
        "an integer of 7 MB in a sheet": lambda: HEAD + "[combatants.a]\nhp = " + "9" * 7_000_000 + "\n",
        "a hexadecimal integer of 7 MB": lambda: HEAD + "[combatants.a]\nhp = 0x" + "f" * 7_000_000 + "\n",
        "a fraction of 7 MB": lambda: HEAD + "[combatants.a]\nhp = 1." + "9" * 7_000_000 + "\n",
        "numbers of 4,000 digits": lambda: HEAD + "[combatants.a]\nhp = [" + ("9" * 4_000 + ",") * 1_500 + "]\n",
        "half a million unknown keys": lambda: HEAD + "".join(f"k{number} = 1\n" for number in range(500_000)),
        "unknown keys in sheets": lambda: HEAD + "".join(
            f"[combatants.a{n}]\nzz{n} = 1\n" for n in range(100_000)
        ),
        "a long unknown key": lambda: HEAD + "[combatants.a]\n" + "k" * 7_000_000 + " = 1\n",
        "a long id": lambda: HEAD + "[combatants." + "k" * 7_000_000 + "]\nhp = 1\n",
        "a text of 7 MB": lambda: HEAD + 'title = "' + "x" * 7_000_000 + '"\n',
        "a text of 7 MB without end": lambda: HEAD + 'title = "' + "x" * 7_000_000,
        "a text of quotes": lambda: HEAD + "title = '''" + "''x" * 2_000_000,
        "escapes": lambda: HEAD + 'title = "' + "\\u0041" * 1_100_000 + '"\n',
        "comments": lambda: HEAD + "#\n" * 3_500_000,
        "empty lines": lambda: HEAD + "\n" * 7_500_000,
        "a list of a million": lambda: HEAD + "x = [" + "1," * 1_000_000 + "]\n",
        "a deep list": lambda: HEAD + "x = " + "[" * 3_000_000 + "]" * 3_000_000 + "\n",
        "deep inline tables": lambda: HEAD + "x = " + "{a=" * 100_000 + "1" + "}" * 100_000 + "\n",
        "a dotted key": lambda: HEAD + "a." * 1_000_000 + "a = 1\n",
        "dotted keys": lambda: HEAD + "".join(f"{'a.' * 30}k{n} = 1\n" for n in range(80_000)),
        "dotted headers": lambda: HEAD + "".join(f"[{'a.' * 30}k{n}]\n" for n in range(80_000)),
        "half a million tables": lambda: HEAD + "".join(f"[a{number}]\n" for number in range(500_000)),
        "a list of tables": lambda: HEAD + "[[a]]\n" * 1_000_000,
        "3,000 nested blocks": lambda: HEAD + "".join(
            f'[blocks.b{n}]\nfrom = "b{n + 1}"\n' for n in range(3_000)
        ) + '[blocks.b3000]\nhp = 1\n[combatants.a]\nfrom = "b0"\n',
        "nested blocks many times": lambda: HEAD + "".join(
            f'[blocks.b{n}]\nfrom = "b{n + 1}"\nk{n} = 1\n' for n in range(60)
        ) + "[blocks.b60]\nhp = 1\n" + "".join(f'[combatants.a{n}]\nfrom = "b0"\n' for n in range(5_000)),
        "a block of 1 MB with count = 1000": lambda: HEAD + "[blocks.b]\nnotes = [" + '"x",' * 250_000
        + ']\n[combatants.a]\nfrom = "b"\ncount = 1000\n',
        "a circle of 3,000 blocks": lambda: HEAD + "".join(
            f'[blocks.b{n}]\nfrom = "b{(n + 1) % 3_000}"\n' for n in range(3_000)
        ) + '[combatants.a]\nfrom = "b0"\n',
        "20,000 stat blocks": lambda: HEAD + "".join(
            f"[blocks.b{n}]\nhp = 1\n" for n in range(20_000)
        ) + "[combatants.a]\nhp = 1\n",
        "from = [x]": lambda: HEAD + '[combatants.a]\nfrom = ["x"]\n',
        "from = {x}": lambda: HEAD + "[combatants.a]\nfrom = {x = 1}\n",
        "from of an unknown block of many": lambda: HEAD + "".join(
            f"[blocks.b{n}]\nhp = 1\n" for n in range(100_000)
        ) + '[combatants.a]\nfrom = "c"\n',
        "a block that is a number": lambda: HEAD + 'blocks.x = 1\n[combatants.a]\nfrom = "x"\n',
        "count of -1": lambda: HEAD + "[combatants.a]\ncount = -1\n",
        "count of true": lambda: HEAD + "[combatants.a]\ncount = true\n",
        "ids that collide": lambda: HEAD + "".join(
            f"[combatants.{'a' + '1' * n}]\ncount = 1000\nhp = 1\n" for n in range(60)
        ),
        "a weapon list of 1 MB": lambda: HEAD + "[combatants.a]\nhp=1\nweapons = [" + '"sword",' * 100_000 + "]\n",
        "20,000 places": lambda: HEAD + "[combatants.a]\nhp=1\n" + "".join(
            f"[board.places.p{n}]\nat = {n}\n" for n in range(20_000)
        ),
        "100,000 weapons": lambda: HEAD + "[combatants.a]\nhp=1\nweapons=['zzz']\n" + "".join(
            f'[weapons.w{n}]\nname = "w{n}"\nskill = "melee"\ndamage = 1\n' for n in range(60_000)
        ),
        "combining characters": lambda: HEAD + 'title = "' + "\u0301\u0316" * 900_000 + '"\n',
        "7 MB without line ends": lambda: HEAD + "x" * 7_000_000,
        "7 MB of brackets": lambda: HEAD + "[" * 7_000_000,
        "7 MB of quotes": lambda: HEAD + "'" * 7_000_000,
        "7 MB of double quotes": lambda: HEAD + '"' * 7_000_000,
        "7 MB of backslashes": lambda: HEAD + 'x = "' + "\\" * 7_000_000,
        "an include bomb": lambda: HEAD + "include = [" + ",".join(f'"i{n}.toml"' for n in range(300)) + "]\n",
        "includes of nothing, many": lambda: HEAD + f"include = {[f'no{n}.toml' for n in range(90_000)]}\n",
    }  # fmt: skip
    includes = {
        f"i{n}.toml": lambda n=n: "include = [" + ",".join(f'"i{m}.toml"' for m in range(n + 1, 300)) + "]\n"
        for n in range(300)
    }
    found = []
    for name, text in texts.items():
        files = {"fight.toml": text, **(includes if name == "an include bomb" else {})}
        statuses = (DONE, NO, USAGE, BAD_FILE, LIMIT)
        found += [
            Case(name, ENCOUNTERS, statuses, files),
            Case(f"check: {name}", ("check", "fight.toml"), statuses, files),
        ]
        if name in ("an integer of 7 MB", "half a million unknown keys", "dotted keys"):
            save = {"save.toml": lambda text=text: text().replace("format = 1", "format = 2", 1)}
            found.append(Case(f"save: {name}", ("show", "-e", "save.toml"), statuses, save))
    folder = {f"many/e{n}.toml": (lambda: HEAD + "[combatants.a]\nhp = 1\n") for n in range(500)}
    found.append(Case("check of a folder of 500", ("check", "many"), (DONE, BAD_FILE, LIMIT), folder))
    return found


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


def cases_of_fights() -> list[Case]:
    """Odds in every shipped encounter, commands over 2,000 combatants, and words without measure."""
    return [
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


START = "start duel --seed x\ninit\n"
LETS = "".join(f"let v{number} = {number}\n" for number in range(20_000))
SCRIPTS = {
    "while true": "while true {\n}\n",
    "nested repeats": "repeat 1000000 {\nrepeat 1000000 {\nrepeat 1000000 {\nlet a = 1\n}\n}\n}\n",
    "repeat 0 many": "repeat 1000000000 {\n}\n",
    "print in a loop": "while true {\nprint x\n}\n",
    "print a long text": f'let t = "{"x" * 9_999}"\nwhile true {{\nprint $t\n}}\n',
    "texts that double": 'let t = "x"\nrepeat 40 {\nlet t = t + t\n}\n',
    "lists that double": "let t = [1]\nrepeat 40 {\nlet t = t + t\n}\n",
    "lists of texts": f'let t = "{"x" * 5_000}"\nlet l = [t]\nrepeat 40 {{\nlet l = l + l\n}}\n',
    "lists joined for ever": "let t = 1..10000\nwhile true {\nlet u = t + []\n}\n",
    "long lists compared": "let t = (1..10000) + []\nlet u = (1..10000) + []\nwhile t == u {\nlet a = 1\n}\n",
    "lists shown": "let t = (1..10000) + []\nwhile true {\nprint $t\n}\n",
    "numbers that grow": "let n = 7\nrepeat 60 {\nlet n = n * n\n}\n",
    "powers": "let n = 9 ** 9 ** 9 ** 9\n",
    "big numbers in a loop": "let n = 2 ** 4000\nwhile true {\nlet m = n * 2 // 2 ** 3999 % 7\n}\n",
    "fractions in a loop": "let n = 1\nwhile true {\nlet n = n / 3 + 1 / 7\n}\n",
    "odds in a loop": 'while true {\nlet a = odds("500d500")\n}\n',
    "odds of a command in a loop": START + "while true {\nlet a = odds(attack ada bosun --force).success\n}\n",
    "rolls in a loop": 'while true {\nlet a = roll("1000d6!>1")\n}\n',
    "rolls of 1,000 dice in a loop": 'while true {\nlet a = roll("1000d6")\n}\n',
    "roll commands in a loop": "while true {\nroll 1000d6!\n}\n",
    "commands in a loop": START + "while true {\ndamage ada 0\n}\n",
    "attacks in a loop": START + "while true {\nattack ada bosun --force\n}\n",
    "notes in a loop": START + f'while true {{\nnote "{"x" * 9_000}"\n}}\n',
    "adds in a loop": START + "while true {\nadd thug hp=5\n}\n",
    "thousands added": START + "while true {\nadd thug --count 1000 hp=5\n}\n",
    "refusals in a loop": START + "while true {\nexpect refused { stabilize ada }\n}\n",
    "selectors in a loop": START + "add thug --count 900 hp=5\n" * 2 + "while true {\nlet a = count(@foes)\n}\n",
    "undo in a loop": START + "repeat 300 {\ndamage ada 0\n}\nwhile true {\nundo\nredo\n}\n",
    "a start in a loop": "while true {\nstart duel --force\n}\n",
    "logs in a loop": START + "repeat 2000 {\ndamage ada 0\n}\nwhile true {\nlog\n}\n",
    "shows in a loop": START + "while true {\nshow\n}\n",
    "odds commands in a loop": START + "while true {\nodds attack ada bosun --force\n}\n",
    "odds of dice in a loop": "while true {\nodds 10d6!\n}\n",
    "odds of too many dice in a loop": "while true {\nodds 1000d6kh500\n}\n",
    "odds of one-liners in a loop": "while true {\nodds attack --system rbf --mod 4 --tn 14 --damage 9\n}\n",
    "actions in a loop": START + "while true {\nactions ada --odds\n}\n",
    "checks in a loop": "while true {\ncheck street-arrest\n}\n",
    "quiet rolls in a loop": "while true {\nroll 1000d6 -q\n}\n",
    "mistakes in a loop": START + "while true {\nattack ada nobody\n}\n",
    "deep brackets": "let a = " + "(" * 60_000 + "1" + ")" * 60_000 + "\n",
    "deep nots": "let a = " + "not " * 16_000 + "true\n",
    "deep minus": "let a = " + "-" * 60_000 + "1\n",
    "deep blocks": "if true {\n" * 40_000 + "}\n" * 40_000,
    "a long sum": "let a = " + "1 + " * 15_000 + "1\n",
    "a long list": "let a = [" + "1, " * 20_000 + "1]\n",
    "20,000 variables": LETS,
    "a misspelt variable among many": LETS + "print $zz\n",
    "a long line": "print " + "x" * 900_000 + "\n",
    "a continued line": "print " + "x \\\n" * 200_000 + "x\n",
    "many words": "print " + "x " * 30_000 + "\n",
    "100,000 lines of prints": "print x\n" * 100_000,
    "10,000 mistakes": "frobnicate\n" * 90_000,
    "many dollar signs": "print " + "$a" * 30_000 + "\n",
    "faces": "dice " + "1," * 30_000 + "1\n",
    "faces in a loop": "while true {\ndice 1,2,3,4,5\n}\n",
    "values filled in": 'let t = "a b"\nwhile true {\nprint ${t + t} ${1 + 2} "$t"\n}\n',
    "long lists expected": "let t = (1..9999) + []\nrepeat 3000 {\nexpect t == 1\n}\n",
    "lists printed as words": "let t = (1..900) + []\nwhile true {\nprint $t\n}\n",
    "many pairs refused": START + "while true {\nexpect refused { set ada " + "skills.x=1 " * 300 + "}\n}\n",
    "many pairs set": START + "while true {\nset ada " + " ".join(f"skills.x{n}=1" for n in range(900)) + "\n}\n",
    "seeds in a loop": START + "while true {\nseed a\n}\n",
}
TYPED = {
    "a million rolls": "repeat 1000000 {\nroll 1d6\n}\n",
    "harm for ever": "while true {\ndamage ada 1\n}\n",
    "attacks for ever": "while true {\nattack ada bosun --force\n}\n",
}
KEEP_GOING = (
    "10,000 mistakes", "print in a loop", "while true", "refusals in a loop", "odds of too many dice in a loop",
    "mistakes in a loop",
)  # fmt: skip
ANSWERS_OF_SCRIPTS = (DONE, NO, USAGE, BAD_FILE, LIMIT)


def cases_of_scripts() -> list[Case]:
    """Each script as a file; some with --keep-going, with JSON, quiet, from a pipe, and typed at a prompt."""
    wide = {f"w{n}.rbf": (lambda n=n: "".join(f"include w{n + 1}.rbf\n" for _ in range(10))) for n in range(12)}
    deep = {f"d{n}.rbf": (lambda n=n: f"include d{n + 1}.rbf\n") for n in range(100)}
    found = [
        Case(
            "script: includes tenfold",
            ("run", "w0.rbf"),
            ANSWERS_OF_SCRIPTS,
            {**wide, "w12.rbf": lambda: "let a = 1\n"},
        ),
        Case(
            "script: includes 100 deep",
            ("run", "d0.rbf"),
            ANSWERS_OF_SCRIPTS,
            {**deep, "d100.rbf": lambda: "let a = 1\n"},
        ),
        Case("script: includes itself", ("run", "d.rbf"), ANSWERS_OF_SCRIPTS, {"d.rbf": lambda: "include d.rbf\n"}),
        Case("script: a pipe of one line", ("run", "-"), ANSWERS_OF_SCRIPTS, stdin=b"print " + b"x" * 7_000_000),
        Case("script: a pipe of JSON", ("run", "-", "--json"), ANSWERS_OF_SCRIPTS, stdin=b'{"a": 1}' * 900_000),
        Case("script: a pipe of 20,000 lines", ("run", "-"), ANSWERS_OF_SCRIPTS, stdin=b"print x\n" * 20_000),
        Case(
            "script: a pipe without end of block",
            ("run", "-"),
            ANSWERS_OF_SCRIPTS,
            stdin=b"if true {\nprint x\n" * 400_000,
        ),
    ]
    for name, text in SCRIPTS.items():
        files = {"s.rbf": (lambda text=text: text)}
        found.append(Case(f"script: {name}", ("run", "s.rbf"), ANSWERS_OF_SCRIPTS, files))
        if name in KEEP_GOING:
            found.append(Case(f"script: {name}, going on", ("run", "s.rbf", "--keep-going"), ANSWERS_OF_SCRIPTS, files))
            found.append(Case(f"script: {name}, in JSON", ("run", "s.rbf", "--json"), ANSWERS_OF_SCRIPTS, files))
    found.append(
        Case(
            "script: attacks in a loop, quiet",
            ("run", "s.rbf", "-q"),
            ANSWERS_OF_SCRIPTS,
            {"s.rbf": lambda: SCRIPTS["attacks in a loop"]},
        )
    )
    start = (("start", "duel", "--seed", "x", "-e", "save.toml"), ("init", "-q", "-e", "save.toml"))
    found += [
        Case(f"at the prompt: {name}", ("repl", "save.toml"), ANSWERS_OF_SCRIPTS, {}, start, text.encode())
        for name, text in TYPED.items()
    ]
    return found


def all_cases() -> list[Case]:
    """Return every case."""
    return [*cases_of_dice(), *cases_of_files(), *cases_of_scripts(), *cases_of_fights()]
