"""Generated pages: encounters, the keys of each system, and the protocol."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, get_type_hints

from msgspec import inspect

from rbfcli.commands.json_schema import DOCUMENTS, events_told
from rbfcli.commands.reply import Interrupted
from rbfcli.core.errors import EXIT_STATUSES, RbfError
from rbfcli.lab.simulate import PlayersLost
from rbfcli.language.keys import tables_of
from rbfcli.language.topics import written_sections
from rbfcli.render.json_types.general import Envelope, Error, Place
from tools.markdown import code, page, plain
from tools.pages.program import pieces, rule_link, section_parts

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rbfcli.language.keys import Key, Table
    from rbfcli.model.rules import Rules


def docs(systems: Sequence[Rules]) -> dict[str, str]:
    """The text of each page, by its path."""
    pages = {f"docs/systems/{rules.name}.md": _system(rules) for rules in systems}
    return {"docs/encounters.md": _encounters(systems), **pages}


def _encounters(systems: Sequence[Rules]) -> str:
    links = [f'- [{plain(each.title)}](systems/{each.name}.md): `system = "{each.name}"`' for each in systems]
    example, form, *others = written_sections("encounter")
    return page(
        "Encounters",
        "An encounter is what you prepare before the session: the place, the combatants and their weapons.",
        *pieces(form.parts[:1]),
        code("toml", example.parts[0].lines),
        "This is all you need for a first fight: one hero, and three rats from one stat block.",
        *(part for section in others for part in section_parts(section)),
        "Schemas of the bundled systems are in [encounters/schema](../encounters/schema).",
        "## The keys of every system",
        "These keys are the same in all systems. Each system adds its own:",
        "\n".join(links),
        *_tables(tables_of(None), mark="###"),
    )


def _system(rules: Rules) -> str:
    intro = (
        f'These are the keys of an encounter with `system = "{rules.name}"`, which uses {rules.dice}.'
        f" The last column names the rules that use a key; `rbf rules ID` prints a rule."
    )
    more = (
        f"[Rules](../rules/{rules.name}.md) has all rules, [Encounters](../encounters.md) explains how to write"
        f" and use an encounter, and [{rules.name}.json](../../encounters/schema/{rules.name}.json) is the schema for"
        " editors."
    )
    return page(plain(rules.title), intro, more, *_tables(tables_of(rules), f"../rules/{rules.name}.md"))


def _tables(tables: Sequence[Table], rules: str = "", mark: str = "##") -> Iterator[str]:
    """Tables with their keys; `rules` is the page that the rules of a key stand on."""
    for table in tables:
        yield f"{mark} `{table.heading}`" if table.heading.startswith("[") else f"{mark} {table.heading.capitalize()}"
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


ROOT = Path(__file__).parent.parent
PAGE, PLACE = "docs/protocol.md", "*place*"
PART = re.compile(r"(<!-- made: (?P<name>[a-z]+) -->\n).*?(<!-- end -->\n)", re.DOTALL)
OF_SCRIPTS = {
    "expectation": (1, "An `expect` in a script failed."),
    "difference": (1, "A check found a difference, in a save and its journal, a transcript, or the installation."),
}


def protocol_page() -> dict[str, str]:
    """The page with its tables as they are now, by its path."""
    text = (ROOT / PAGE).read_text(encoding="utf-8")
    return {PAGE: PART.sub(lambda found: f"{found[1]}\n{_part(found['name'])}\n\n{found[3]}", text)}


def _part(name: str) -> str:
    match name:
        case "envelope":
            return _table(("key", "meaning"), (_keys(Envelope)))
        case "place":
            return _table(("key", "meaning"), (_keys(Place)))
        case "error":
            return _table(("key", "meaning"), (_keys(Error)))
        case "kinds":
            return _table(("kind", "status", "meaning"), _kinds())
        case "statuses":
            return _table(("status", "meaning"), ((str(status), plain(said)) for status, said in EXIT_STATUSES))
        case "documents":
            return _table(("document", "printed by", "keys after the envelope"), _documents())
        case "events":
            return _table(("event", "meaning", "keys"), _events())
        case _:
            raise ValueError(name)


def _table(head: tuple[str, ...], rows: Iterator[tuple[str, ...]]) -> str:
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _keys(shape: type) -> Iterator[tuple[str, str]]:
    for name, kind in get_type_hints(shape, include_extras=True).items():
        yield f"`{name}`", plain(kind.__metadata__[0].description)


def _kinds() -> Iterator[tuple[str, ...]]:
    seen = {error.kind: error for error in reversed([*_errors(RbfError), Interrupted, PlayersLost])}
    rows = {kind: (error.status, _first(error)) for kind, error in seen.items() if error is not RbfError}
    rows["bug"] = (RbfError.status, "A bug in rbf.")
    for kind, (status, said) in sorted({**OF_SCRIPTS, **rows}.items(), key=lambda each: (each[1][0], each[0])):
        yield f"`{kind}`", str(status), plain(said)


def _errors(error: type[RbfError]) -> Iterator[type[RbfError]]:
    """An error and those that extend it, each behind what it extends."""
    yield error
    for each in error.__subclasses__():
        yield from _errors(each)


def _documents() -> Iterator[tuple[str, ...]]:
    for name, (shape, printed_by) in DOCUMENTS.items():
        own, place = [*shape.__annotations__], [*Place.__annotations__]
        stands = set(place) <= set(own)
        keys = [f"`{each}`" for each in own if not (stands and each in place)]
        yield f"`{name}`", printed_by, ", ".join(([PLACE] if stands else []) + keys)


def _events() -> Iterator[tuple[str, ...]]:
    for each in events_told():
        found = inspect.type_info(each)
        keys = (field.encode_name for field in found.fields) if isinstance(found, inspect.StructType) else ()
        yield f"`{each.__struct_config__.tag}`", plain(_first(each)), ", ".join(f"`{key}`" for key in keys)


def _first(kind: type) -> str:
    return " ".join((kind.__doc__ or "").split("\n\n", 1)[0].split())
