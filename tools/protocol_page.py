"""The tables of docs/protocol.md, made of the events, the shapes and the errors; its prose is written there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import inspect

from rbfcli.interpreter.protocol import events_told
from rbfcli.interpreter.reply import Interrupted
from rbfcli.kernel.errors import EXIT_STATUSES, RbfError
from rbfcli.language.field_docs import texts_of
from rbfcli.render.shapes.documents import DOCUMENTS
from rbfcli.render.shapes.envelope import Envelope, Error, Place
from tools.markdown import plain

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent
PAGE, PLACE = "docs/protocol.md", "*place*"
PART = re.compile(r"(<!-- made: (?P<name>[a-z]+) -->\n).*?(<!-- end -->\n)", re.DOTALL)
OF_SCRIPTS = {
    "expectation": (1, "An `expect` of a script failed."),
    "difference": (1, "What was looked at is not as it should be: a save and its journal, a transcript, the machine."),
}


def protocol_page() -> dict[str, str]:
    """The page with its tables as they are now, by its path."""
    text = (ROOT / PAGE).read_text(encoding="utf-8")
    return {PAGE: PART.sub(lambda found: f"{found[1]}\n{_part(found['name'])}\n\n{found[3]}", text)}


def _part(name: str) -> str:
    match name:
        case "envelope":
            return _table(("key", "meaning"), (_key(*each) for each in texts_of(Envelope).items()))
        case "place":
            return _table(("key", "meaning"), (_key(*each) for each in texts_of(Place).items()))
        case "error":
            return _table(("key", "meaning"), (_key(*each) for each in texts_of(Error).items()))
        case "kinds":
            return _table(("kind", "status", "meaning"), _kinds())
        case "statuses":
            return _table(("status", "meaning"), ((str(status), plain(said)) for status, said in EXIT_STATUSES))
        case "documents":
            return _table(("document", "printed by", "keys behind the envelope"), _documents())
        case "events":
            return _table(("event", "meaning", "keys"), _events())
        case _:
            raise ValueError(name)


def _table(head: tuple[str, ...], rows: Iterator[tuple[str, ...]]) -> str:
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _key(name: str, text: str) -> tuple[str, str]:
    return f"`{name}`", plain(text)


def _kinds() -> Iterator[tuple[str, ...]]:
    seen = {error.kind: error for error in reversed([*_errors(RbfError), Interrupted])}
    rows = {kind: (error.status, _first(error)) for kind, error in seen.items() if error is not RbfError}
    rows["bug"] = (RbfError.status, "A bug of rbf.")
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
