"""The statements of scripts: how each is written, what it does, and an example."""

from msgspec import Struct

from rbfcli.language.words import scan


class StatementForm(Struct, frozen=True):
    """A statement as help tells of it: its form, what it does, and lines that use it."""

    form: str
    meaning: str
    example: tuple[str, ...]


STATEMENTS = {
    "let": StatementForm(
        "let NAME = EXPR",
        "set a variable; use $NAME and ${EXPR} in the words of a line",
        ("let first = turn", "attack $first thug1"),
    ),
    "if": StatementForm(
        "if EXPR { … } else { … }",
        "run one block or the other",
        ("if ada.hp < 5 {", "    heal ada 3", "} else {", "    note fine", "}"),
    ),
    "for": StatementForm(
        "for NAME in LIST { … }",
        "run a block for each item of a list",
        ("for who in @dockers {", "    damage $who 2", "}"),
    ),
    "repeat": StatementForm("repeat N { … }", "run a block N times", ("repeat 3 { attack thug1 }",)),
    "while": StatementForm(
        "while EXPR { … }",
        "run a block as long as something is true",
        ("while thug1.hp > 0 { damage thug1 1 }",),
    ),
    "try": StatementForm(
        "try { … } else { … }",
        "run a block that the rules may refuse: a refusal ends it, and the other one is run; a word that never named "
        "anything in the fight is a mistake, and fails as elsewhere",
        ("try { aim ada } else { attack ada thug1 }",),
    ),
    "expect": StatementForm(
        "expect EXPR",
        'check that something is true; else "message" after it explains a failure',
        ('expect last.outcome == "success"', "expect refused { stabilize ada }"),
    ),
    "dice": StatementForm("dice 5,7", "faces for the next rolls, in order", ("dice 5,7", "attack thug1")),
    "seed": StatementForm("seed TEXT", "seed the dice", ("seed tuesday",)),
    "print": StatementForm("print TEXT", "print a line", ('print "$first has ${ada.hp} left"',)),
    "include": StatementForm(
        "include FILE", "run another script, in the same folder or below", ("include opening.rbf",)
    ),
}
REFUSED = ("expect refused { COMMAND }", "check that the rules refuse a command; one with a misspelt word fails")
# What can be on more than a line, and is carried out whole or not at all where it is typed.
BLOCKS = frozenset({"if", "for", "repeat", "while", "try", "include"})


def command_start(text: str) -> int:
    """Where the command begins that a text ends with: behind the last brace of a statement, else at its start."""
    words = scan(text)
    if not words or words[0].text not in (*BLOCKS, "expect", "else", "}"):
        return 0
    return next(
        (each.end for each in reversed(words) if text[each.start : each.end] == "{" and each.end < len(text)), 0
    )


def statement_rows() -> tuple[tuple[str, str], ...]:
    """Every statement with what it does."""
    rows = {word: (each.form, each.meaning) for word, each in STATEMENTS.items()}
    return tuple(row for word in rows for row in ((rows[word], REFUSED) if word == "expect" else (rows[word],)))


def statement_words() -> dict[str, str]:
    """The first word of every statement, with what it does."""
    return {word: f"{each.meaning[0].upper()}{each.meaning[1:]}." for word, each in STATEMENTS.items()}
