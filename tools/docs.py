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
from tools.markdown import code, page, plain
from tools.pages.rules import rule_link

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rbfcli.kernel.rules import Rules
    from rbfcli.language.keys import Key, Table


def docs(systems: Sequence[Rules]) -> dict[str, str]:
    """The text of each page, by its path."""
    pages = {f"docs/systems/{rules.name}.md": _system(rules) for rules in systems}
    return {"docs/encounters.md": _encounters(systems), **pages}


def _encounters(systems: Sequence[Rules]) -> str:
    links = [f'- [{plain(each.title)}](systems/{each.name}.md): `system = "{each.name}"`' for each in systems]
    return page(
        "Encounters",
        ABOUT,
        code("toml", ENCOUNTER),
        "What every system has is below; each adds keys and tables of its own:",
        "\n".join(links),
        *_tables(tables_of(None)),
        "## Beginning",
        plain(BEGINNING),
        plain(TABLES),
        code("console", tuple(f"$ {line}" for line in BEGINNING_LINES)),
        "## Editors",
        EDITORS,
        code("text", SCHEMA_LINES),
        "The shipped encounters do so with the schemas in [encounters/schema](../encounters/schema).",
        "## Checking it",
        CHECK,
        FIX,
        JSON,
        "## Using it",
        code("console", ("$ rbf check cellar.toml", "$ rbf start cellar.toml")),
    )


def _system(rules: Rules) -> str:
    intro = (
        f'An encounter with `system = "{rules.name}"` is played by these rules, with {rules.dice}.'
        f" `rbf rules {rules.name}` prints the rules, by the ids that stand in the last column."
    )
    more = (
        f"[The rules](../rules/{rules.name}.md) stand on a page of their own."
        f" [Encounters](../encounters.md) has an example and how to use one;"
        f" [{rules.name}.json](../../encounters/schema/{rules.name}.json) is the schema for editors."
    )
    return page(plain(rules.title), intro, more, *_tables(tables_of(rules), f"../rules/{rules.name}.md"))


def _tables(tables: Sequence[Table], rules: str = "") -> Iterator[str]:
    """Tables with their keys; `rules` is the page that the rules of a key stand on."""
    for table in tables:
        yield f"## `{table.heading}`" if table.heading.startswith("[") else f"## {table.heading.capitalize()}"
        yield f"{_sentence(table.summary)}"
        if table.keys:
            head = ("| key | takes | default | meaning | rules |", "|---|---|---|---|---|")
            yield "\n".join((*head, *(_row(key, rules) for key in table.keys)))


def _row(key: Key, rules: str) -> str:
    default = "required" if key.required else f"`{key.default}`" if key.default else ""
    ids = ", ".join(rule_link(each, rules) for each in key.doc.rules)
    cells = (f"`{key.name}`", plain(key.takes), default, plain(key.doc.text), ids)
    return f"| {' | '.join(cells)} |"


def _sentence(text: str) -> str:
    return plain(f"{text[0].upper()}{text[1:].rstrip('.')}.")
