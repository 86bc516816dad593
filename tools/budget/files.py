"""Encounters, saves and pipes: huge, deep, repeated, in a circle, unknown."""

from __future__ import annotations

from tools.budget.case import BAD_FILE, DONE, LIMIT, NO, USAGE, Case

HEAD = 'format = 1\nsystem = "rbf"\n'
ENCOUNTERS = ("start", "fight.toml", "-e", "save.toml", "--force", "-q")


def cases() -> list[Case]:
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
