"""The dialects of dice notation: one table of spellings per dialect, which the parser follows.

The parser knows one notation. A dialect lists its spellings, the meaning of each in that notation, its conditions
and operators, and how it joins modifiers. A spelling missing from the table is rejected.
"""

from __future__ import annotations

from rbfcli.dice.ast import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import TypeAlias

    Meanings: TypeAlias = "Mapping[str, Meaning | Rejection]"


NUMBER, TEST, LEAST, NOTHING, VALUES = "number", "test", "least", "nothing", "values"
LOWEST, HIGHEST = "lowest", "highest"


@record
class Meaning:
    """The meaning of a modifier.

    `does` is its name in our notation, or one that the parser handles itself: even, odd, margin, deduct, ignored.
    `takes` is the argument: a NUMBER; a TEST, where a bare number means equal; LEAST, where it means at least;
    VALUES in brackets; or NOTHING. `bare` is the default argument: a number, LOWEST or HIGHEST; empty means
    required.
    """

    does: str
    takes: str = NUMBER
    bare: str = ""


@record
class Rejection:
    """A spelling that is rejected, with suggested replacements.

    {n} is its number, {c} its condition as typed, {e} the same with = before a bare number, {h} the highest face,
    {all} the whole line without the spelling.
    """

    message: str
    rewrites: tuple[str, ...] = ()


@record
class Dialect:
    """A dialect of dice notation.

    - `modifiers`: their meanings by spelling; KEY# applies before any bare number, KEY1 before 1, KEY=# before = and a
      number
    - `operators`: the arithmetic operators with their meanings
    - `tests`: the comparators of conditions; `instead`: comparators to suggest for those that it lacks
    - `inclusive`: < and > include the number
    - `glued`: a comparison right after dice COUNTs them, compares the TOTAL, or is rejected (REFUSE)
    - `joins`: consecutive modifiers of one kind act TOGETHER, SHARE equal dice, or act one after the other (APART)
    - `order`: the order in which modifiers act; as written if empty
    - `braces`: how a count treats braces with one part: it counts the DICE, the WHOLE, or EACH die with the numbers
      added to it; with COUNT it counts the whole, while all other modifiers see the dice
    - `dice`: the values on the faces of a die, by its letter
    - `cuts`: whether totals are truncated to whole numbers
    - `comments`: the marks that begin a comment; with `has_text` any word begins one
    - `commands`: the commands that may begin a line
    - `anydice`: whether AnyDice's own syntax is parsed
    """

    title: str
    modifiers: Meanings
    operators: Mapping[str, str]
    tests: frozenset[str]
    dice: Mapping[str, tuple[int, ...]]
    functions: frozenset[str]
    glued: str = "total"
    joins: str = "together"
    braces: str = "dice"
    instead: Mapping[str, str] = {}
    inclusive: bool = False
    order: tuple[str, ...] = ()
    cuts: bool = False
    comments: tuple[str, ...] = ("#",)
    has_text: bool = False
    commands: tuple[str, ...] = ()
    anydice: bool = False


COUNT, TOTAL, REFUSE = "count", "total", "refuse"
TOGETHER, SHARE, APART = "together", "share", "apart"
DICE, WHOLE, EACH = "dice", "whole", "each"

HUNDRED = tuple(range(1, 101))
TENS = tuple(range(0, 100, 10))
FUDGE = (-1, 0, 1)
COIN = (0, 1)
RARE_FUDGE = (-1, 0, 0, 0, 0, 1)

_ONE_ARGUMENT = frozenset({"floor", "ceil", "round", "abs"})
_FUNCTIONS = _ONE_ARGUMENT | {"max", "min"}
_ARITHMETIC = {each: each for each in ("+", "-", "*", "/", "%")}
_COMPARISONS = {each: each for each in (">", "<", ">=", "<=", "==", "!=")}
_EVERY_TEST = frozenset({"=", "<", ">", "<=", ">="})


def _meant(spellings: str, takes: str = NUMBER, bare: str = "") -> Meanings:
    """Return spellings that mean the same in rbf, or another spelling: `kh d=dl`."""
    return {each.partition("=")[0]: Meaning(each.rpartition("=")[2], takes, bare) for each in spellings.split()}


_KEEPS = _meant("kh kl dh dl")
_EXPLOSIONS = _meant("! !! !p !!p", TEST, HIGHEST)
_SORTING = _meant("s=ignored sa=ignored sd=ignored", NOTHING)
_NO_SETS = Rejection("mt counts sets of equal dice in Roll20, which rbf cannot")
_EXPLODE_OR_COMPARE = "write !{n} to explode on that face, or != between spaces to compare totals"
_UNEQUAL = Rejection("put spaces around != to compare totals: 2d6 != 7")

NATIVE = Dialect(
    title="rbf",
    modifiers={
        **_KEEPS,
        **_meant("d=dl ph=dh pl=dl mi ma min=mi max=ma"),
        **_meant("k p rr ro ra f f1=f crit fumble neg", TEST),
        **_EXPLOSIONS,
        **_meant("e=! x=! xo", TEST, HIGHEST),
        **_meant("map", VALUES),
        **_meant("unique", NOTHING),
        **_meant("t", LEAST),
        "k#": Rejection(
            "ambiguous 'k{n}': write kh{n} (keep highest; Roll20/Foundry) or k={n} (keep dice equal to; Avrae)",
            ("kh{n}", "k={n}"),
        ),
        "r": Rejection(
            "ambiguous 'r': it rerolls until it no longer matches in Roll20 but once in Foundry; write rr{c} or ro{c}",
            ("rr{c}", "ro{c}"),
        ),
        "!=#": Rejection(f"ambiguous '!': {_EXPLODE_OR_COMPARE}", ("!{n}", " != {n}")),
        "!!=#": Rejection("after !!, write the face without =: !!{n}", ("!!{n}",)),
        "!= glued": _UNEQUAL,
        "!= glued#": Rejection(f"ambiguous '!=': {_EXPLODE_OR_COMPARE}", ("!{n}", " != {n}")),
        "x#": Rejection(
            "ambiguous 'x{n}': write !{n} to explode on {n}, *{n} to multiply, or {n}# (or -n {n}) to roll {n} times",
            ("!{n}", "*{n}", "{n}#{all}"),
        ),
        "f#": Rejection("ambiguous 'f{n}': write f={n} or f<={n}", ("f={n}", "f<={n}")),
        "cs": Rejection(
            "ambiguous 'cs': it counts in Foundry but only marks in Roll20; write t>=8 to count, crit>=19 to mark",
            ("t{e}", "crit{c}"),
        ),
        "cf": Rejection(
            "ambiguous 'cf': it counts in Foundry but only marks in Roll20; write t=1 to count, fumble=1 to mark",
            ("t{e}", "fumble{c}"),
        ),
        "df": Rejection("df subtracts failures from a count in Foundry: write the count first, as in 5d10t>=8f=1"),
        "sf": Rejection("sf makes dice negative in Foundry: write neg with a condition, as in 5d10neg<3", ("neg{c}",)),
        "mt": _NO_SETS,
    },
    operators=_ARITHMETIC | _COMPARISONS | {"//": "//", "**": "**"},
    tests=_EVERY_TEST,
    glued=REFUSE,
    dice={"%": HUNDRED, "f": FUDGE},
    functions=_FUNCTIONS | {"trunc"},
)

ROLL20 = Dialect(
    title="Roll20",
    modifiers={
        **_KEEPS,
        **_meant("k=kh d=dl"),
        **_meant("r=rr ro", TEST, LOWEST),
        "rr": Rejection("Roll20 has no rr: its r rerolls until it no longer matches", ("r{c}",)),
        **_meant("! !! !p", TEST, HIGHEST),
        "!= glued": _UNEQUAL,
        "!= glued#": Meaning("!", TEST),
        **_meant("f cs=crit cf=fumble", TEST),
        **_meant("m=ignored", NOTHING),
        "mt": _NO_SETS,
        **_SORTING,
    },
    operators=_ARITHMETIC | {"**": "**"},
    tests=frozenset({"=", "<", ">"}),
    instead={">=": ">", "<=": "<"},
    glued=COUNT,
    braces=EACH,
    dice={"f": FUDGE},
    functions=_ONE_ARGUMENT,
    inclusive=True,
    has_text=True,
    commands=("/roll", "/r", "/gmroll", "/gr"),
)

AVRAE = Dialect(
    title="Avrae",
    modifiers={
        **_meant("kh kl ph=dh pl=dl mi ma"),
        **_meant("k p rr ro ra e=!", TEST),
        "r": Rejection("Avrae has no r: rr rerolls until it no longer matches, ro once", ("rr{c}", "ro{c}")),
        "d": Rejection("Avrae reads d{n} after dice as a comment: write pl to drop the lowest", ("pl{n}",)),
        "dl": Rejection("Avrae reads dl{n} as a comment: write pl to drop the lowest", ("pl{n}",)),
        "dh": Rejection("Avrae reads dh{n} as a comment: write ph to drop the highest", ("ph{n}",)),
        "!": Rejection("Avrae reads ! as a comment: write e to explode", ("e{h}",)),
        "x": Rejection("Avrae reads x as a comment: write e to explode, or * to multiply", ("e{h}",)),
        "x#": Rejection("Avrae reads x{n} as a comment: write e to explode, or * to multiply", ("e{n}", "*{n}")),
    },
    operators=_ARITHMETIC | _COMPARISONS | {"//": "//"},
    tests=frozenset({"<", ">"}),
    joins=SHARE,
    dice={"%": TENS},
    functions=frozenset(),
    cuts=True,
    has_text=True,
    commands=("!roll", "!r"),
)

FOUNDRY = Dialect(
    title="Foundry",
    modifiers={
        **_meant("kh kl dh dl k=kh d=dl", bare="1"),
        **_meant("min=mi max=ma"),
        **_meant("r=ro rr cf=t", TEST, LOWEST),
        **_meant("x=! xo cs=t ms=margin", TEST, HIGHEST),
        **_meant("df=deduct", TEST, "failed"),
        **_meant("sf=neg", TEST),
        **_meant("even=t", NOTHING, "even"),
        **_meant("odd=t", NOTHING, "odd"),
        "!": Rejection("Foundry has no !: write x to explode", ("x{c}",)),
    },
    operators=_ARITHMETIC,
    tests=_EVERY_TEST,
    glued=REFUSE,
    joins=APART,
    braces=WHOLE,
    dice={"%": HUNDRED, "f": FUDGE, "c": COIN},
    functions=_FUNCTIONS,
    commands=("/roll", "/r", "/publicroll", "/pr", "/gmroll", "/gmr", "/blindroll", "/br", "/selfroll", "/sr"),
)

RPG = Dialect(
    title="rpg-dice-roller",
    modifiers={
        **_EXPLOSIONS,
        "!= glued": _UNEQUAL,
        "!= glued#": Meaning("!", TEST),
        **_meant("r=rr ro", TEST, LOWEST),
        "rr": Rejection("rpg-dice-roller has no rr: its r rerolls until it no longer matches", ("r{e}",)),
        **_meant("u=unique", NOTHING),
        **_KEEPS,
        **_meant("k=kh d=dl min=mi max=ma"),
        **_meant("f cs=crit cf=fumble", TEST),
        **{
            f"{each}#": Rejection(f"rpg-dice-roller wants a comparison after {each}", (f"{each}={{n}}",))
            for each in ("!", "!!", "!p", "!!p", "r", "ro", "f", "cs", "cf")
        },
        **_SORTING,
    },
    operators=_ARITHMETIC | {"**": "**", "^": "**"},
    tests=_EVERY_TEST | {"<>"},
    glued=COUNT,
    braces=COUNT,
    dice={"%": HUNDRED, "f": FUDGE, "f.2": FUDGE, "f.1": RARE_FUDGE},
    functions=_FUNCTIONS,
    order=("Relabel", "Clamp", "Explode", "Reroll", "Unique", "Select", "Drop", "Mark", "Count"),
    comments=("#", "//", "/*"),
)

ANYDICE = Dialect(
    title="AnyDice",
    modifiers={},
    operators=_ARITHMETIC
    | {"/": "//", "^": "**", "=": "==", "!=": "!="}
    | {each: each for each in (">", "<", ">=", "<=")},
    tests=frozenset(),
    dice={"%": HUNDRED},
    functions=frozenset(),
    commands=("output",),
    anydice=True,
)

DIALECTS = {"roll20": ROLL20, "avrae": AVRAE, "foundry": FOUNDRY, "rpg": RPG, "anydice": ANYDICE}
