"""Pages in Markdown, for reading on a forge, from the tables that help and schemas are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbfcli.language.authored import ENCOUNTER
from rbfcli.language.encounter_pages import (
    ABOUT,
    BEGINNING,
    BEGINNING_LINES,
    CHECK,
    EDITORS,
    FIX,
    JSON,
    SCHEMA_LINES,
    TABLES,
)
from rbfcli.language.keys import tables_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rbfcli.kernel.rules import Rules
    from rbfcli.language.keys import Key, Table

MADE = "<!-- Made by `python -m tools.generate` from the sheets; edit those. -->"
SPECIAL = str.maketrans({each: f"\\{each}" for each in "\\|*_<>[]"})


def docs(systems: Sequence[Rules]) -> dict[str, str]:
    """The text of each page, by its path."""
    pages = {f"docs/systems/{rules.name}.md": _system(rules) for rules in systems}
    return {"docs/encounters.md": _encounters(systems), **pages}


def _encounters(systems: Sequence[Rules]) -> str:
    links = [f'- [{_plain(each.title)}](systems/{each.name}.md): `system = "{each.name}"`' for each in systems]
    return _page(
        "# Encounters",
        ABOUT,
        _code("toml", ENCOUNTER),
        "What every system has is below; each adds keys and tables of its own:",
        "\n".join(links),
        *_tables(tables_of(None)),
        "## Beginning",
        _plain(BEGINNING),
        _plain(TABLES),
        _code("console", tuple(f"$ {line}" for line in BEGINNING_LINES)),
        "## Editors",
        EDITORS,
        _code("text", SCHEMA_LINES),
        "The shipped encounters do so with the schemas in [encounters/schema](../encounters/schema).",
        "## Checking it",
        CHECK,
        FIX,
        JSON,
        "## Using it",
        _code("console", ("$ rbf check cellar.toml", "$ rbf start cellar.toml")),
    )


def _system(rules: Rules) -> str:
    intro = (
        f'An encounter with `system = "{rules.name}"` is played by these rules, with {rules.dice}.'
        f" `rbf rules {rules.name}` prints the rules, by the ids that stand in the last column."
    )
    more = (
        f"[Encounters](../encounters.md) has an example and how to use one;"
        f" [{rules.name}.json](../../encounters/schema/{rules.name}.json) is the schema for editors."
    )
    return _page(f"# {_plain(rules.title)}", intro, more, *_tables(tables_of(rules)))


def _page(title: str, *parts: str) -> str:
    return "\n\n".join((title, MADE, *parts)) + "\n"


def _tables(tables: Sequence[Table]) -> Iterator[str]:
    for table in tables:
        yield f"## `{table.heading}`" if table.heading.startswith("[") else f"## {table.heading.capitalize()}"
        yield f"{_sentence(table.summary)}"
        if table.keys:
            head = ("| key | takes | default | meaning | rules |", "|---|---|---|---|---|")
            yield "\n".join((*head, *map(_row, table.keys)))


def _row(key: Key) -> str:
    default = "required" if key.required else f"`{key.default}`" if key.default else ""
    cells = (f"`{key.name}`", _plain(key.takes), default, _plain(key.doc.text), ", ".join(key.doc.rules))
    return f"| {' | '.join(cells)} |"


def _sentence(text: str) -> str:
    return _plain(f"{text[0].upper()}{text[1:].rstrip('.')}.")


def _plain(text: str) -> str:
    """Text that means itself in Markdown, but for what stands between backticks."""
    parts = text.split("`")
    return "`".join(part if number % 2 else part.translate(SPECIAL) for number, part in enumerate(parts))


def _code(language: str, lines: Sequence[str]) -> str:
    return "\n".join((f"```{language}", *lines, "```"))
