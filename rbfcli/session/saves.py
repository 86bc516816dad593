"""A session as the bytes of a save file, and back."""

from collections.abc import Mapping
from typing import Any

import msgspec

from rbfcli.kernel.errors import InvalidFile, UsageError
from rbfcli.kernel.fight import Fight
from rbfcli.kernel.rules import Rules
from rbfcli.session.session import Session
from rbfcli.store.limits import FORMAT
from rbfcli.store.toml_text import decode, read_toml, write_toml
from rbfcli.store.validate import check_format, convert
from rbfcli.systems.catalogue import SHIPPED, load

KEYS = ("format", "system", "source", "revision", "mark", "journal", "undone", "start", "fight")


def to_bytes(session: Session) -> bytes:
    """The one form of a session: the same session gives the same bytes."""
    return write_toml(
        {
            "format": FORMAT,
            "system": session.rules.name,
            "source": session.source,
            "revision": session.revision,
            "mark": mark(session.fight),
            "journal": "".join(f"{line}\n" for line in session.journal),
            "undone": "".join(f"{line}\n" for line in session.undone),
            "start": msgspec.to_builtins(session.start),
            "fight": msgspec.to_builtins(session.fight),
        }
    )


def from_bytes(raw: bytes, name: str) -> tuple[Session, bool]:
    """The session in a save, and whether somebody edited its fight by hand: then that is its new start.

    Raises InvalidFile with every mistake.
    """
    tables = read_toml(raw, name)
    check_format(tables, name)
    _check_keys(tables, name)
    rules = rules_of(tables, name)
    sources = [(name, decode(raw, name))]
    save = convert(tables, save_type(rules), sources=sources)
    journal, undone = _lines(save.journal), _lines(save.undone)
    if mark(save.fight) != save.mark:
        return Session(rules, save.fight, revision=save.revision), True
    session = Session(
        rules, save.start, fight=save.fight, journal=journal, undone=undone, revision=save.revision, source=save.source
    )
    return session, False


def rules_of(tables: Mapping[str, Any], name: str) -> Rules:
    """The rules of the system a file names. Raises InvalidFile where it names none that is known."""
    system = tables.get("system")
    if not isinstance(system, str):
        raise InvalidFile(f"{name}: system is missing or no text", hint=f'system = "{SHIPPED[0]}"')
    try:
        return load(system)
    except UsageError as unknown:
        raise InvalidFile(f"{name}: {unknown.message}", hint=unknown.hint, suggestions=unknown.suggestions) from None


def _lines(text: str) -> tuple[str, ...]:
    return tuple(line for line in text.split("\n") if line)


def save_type(rules: Rules) -> Any:
    """The shape of a save whose fights are of one system."""
    if rules.name not in _TYPES:
        _TYPES[rules.name] = msgspec.defstruct(
            "Save",
            [
                ("format", int),
                ("system", str),
                ("source", str),
                ("revision", int),
                ("mark", str),
                ("journal", str),
                ("undone", str),
                ("start", rules.fight),
                ("fight", rules.fight),
            ],
            frozen=True,
            forbid_unknown_fields=True,
        )
    return _TYPES[rules.name]


_TYPES: dict[str, Any] = {}


def mark(fight: Fight) -> str:
    """A short fingerprint of a fight: it changes when anything in it does."""
    from _blake2 import blake2b

    return blake2b(msgspec.json.encode(fight, order="deterministic"), digest_size=16).hexdigest()


def _check_keys(tables: Mapping[str, Any], name: str) -> None:
    if "journal" not in tables and "combatants" in tables:
        raise InvalidFile(f"{name} is an encounter, not a save", hint=f"rbf start {name}")
    missing = [key for key in KEYS if key not in tables]
    if missing:
        raise InvalidFile(f"{name} is not a save: it has no {', '.join(missing)}", hint="rbf start NAME makes a save")
