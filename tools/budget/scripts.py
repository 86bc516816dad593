"""Scripts: endless, deep, doubling, including; and what expressions ask of the fight."""

from __future__ import annotations

from tools.budget.case import BAD_FILE, DONE, LIMIT, NO, USAGE, Case

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
ANSWERS = (DONE, NO, USAGE, BAD_FILE, LIMIT)


def cases() -> list[Case]:
    """Each script as a file; some with --keep-going, with JSON, quiet, from a pipe, and typed at a prompt."""
    wide = {f"w{n}.rbf": (lambda n=n: "".join(f"include w{n + 1}.rbf\n" for _ in range(10))) for n in range(12)}
    deep = {f"d{n}.rbf": (lambda n=n: f"include d{n + 1}.rbf\n") for n in range(100)}
    found = [
        Case("script: includes tenfold", ("run", "w0.rbf"), ANSWERS, {**wide, "w12.rbf": lambda: "let a = 1\n"}),
        Case("script: includes 100 deep", ("run", "d0.rbf"), ANSWERS, {**deep, "d100.rbf": lambda: "let a = 1\n"}),
        Case("script: includes itself", ("run", "d.rbf"), ANSWERS, {"d.rbf": lambda: "include d.rbf\n"}),
        Case("script: a pipe of one line", ("run", "-"), ANSWERS, stdin=b"print " + b"x" * 7_000_000),
        Case("script: a pipe of JSON", ("run", "-", "--json"), ANSWERS, stdin=b'{"a": 1}' * 900_000),
        Case("script: a pipe of 20,000 lines", ("run", "-"), ANSWERS, stdin=b"print x\n" * 20_000),
        Case("script: a pipe without end of block", ("run", "-"), ANSWERS, stdin=b"if true {\nprint x\n" * 400_000),
    ]
    for name, text in SCRIPTS.items():
        files = {"s.rbf": (lambda text=text: text)}
        found.append(Case(f"script: {name}", ("run", "s.rbf"), ANSWERS, files))
        if name in KEEP_GOING:
            found.append(Case(f"script: {name}, going on", ("run", "s.rbf", "--keep-going"), ANSWERS, files))
            found.append(Case(f"script: {name}, in JSON", ("run", "s.rbf", "--json"), ANSWERS, files))
    found.append(
        Case(
            "script: attacks in a loop, quiet",
            ("run", "s.rbf", "-q"),
            ANSWERS,
            {"s.rbf": lambda: SCRIPTS["attacks in a loop"]},
        )
    )
    start = (("start", "duel", "--seed", "x", "-e", "save.toml"), ("init", "-q", "-e", "save.toml"))
    found += [
        Case(f"at the prompt: {name}", ("repl", "save.toml"), ANSWERS, {}, start, text.encode())
        for name, text in TYPED.items()
    ]
    return found
