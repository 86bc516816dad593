"""A session as the bytes of a save file, and back."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from rbfcli.kernel.errors import InvalidFile, UsageError
from rbfcli.kernel.fight import Fight
from rbfcli.kernel.rules import Rules
from rbfcli.session.session import Session
from rbfcli.store.limits import SAVE_FORMAT
from rbfcli.store.save_file import LockedFile
from rbfcli.store.toml_text import decode, read_toml, write_toml
from rbfcli.store.validate import check_format, convert
from rbfcli.systems.catalogue import SHIPPED, load

NO_UNDO = "earlier commands cannot be undone"
KEYS = ("format", "system", "source", "revision", "mark", "journal", "undone", "start", "fight")


def to_bytes(session: Session) -> bytes:
    """The one form of a session: the same session gives the same bytes."""
    return write_toml(
        {
            "format": SAVE_FORMAT,
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


class Loaded(Struct, frozen=True):
    """A session from a save: whether its fight was edited by hand, the older format it had (0: none), and a notice."""

    session: Session
    edited: bool = False
    older: int = 0
    notice: str = ""

    def said(self, name: str) -> list[str]:
        """What there is to say of it, in sentences."""
        notices = []
        more = f"; {self.notice}" if self.notice else ""
        if self.edited:
            notices.append(f"{name} was edited by hand: what it says is the new start, {NO_UNDO}{more}")
        if self.older:
            copy = f"{name}{backup(self.older)}"
            notices.append(f"{name} is a save of format {self.older}; the next command keeps it as {copy}{more}")
        return notices


def backup(number: int) -> str:
    """How the name of a save ends that was kept in its older format."""
    return f".v{number}.bak"


def write(file: LockedFile, session: Session, older: int = 0) -> None:
    """Write a session in the place of its save, which is kept beside it if it is of an older format."""
    if older:
        file.keep_copy(backup(older))
    file.replace(to_bytes(session))


def from_bytes(raw: bytes, name: str) -> Loaded:
    """The session in a save; a fight that somebody edited by hand is its new start. Raises InvalidFile."""
    tables = read_toml(raw, name)
    number = check_format(tables, name, SAVE_FORMAT)
    _check_keys(tables, name)
    rules = rules_of(tables, name)
    if number == SAVE_FORMAT:
        return _loaded(tables, rules, [(name, decode(raw, name))])
    from rbfcli.session.old_saves import of_today, played_again

    loaded = _loaded(of_today(tables, number, rules), rules, [(name, decode(raw, name))], older=True)
    session, notice = played_again(loaded.session)
    return Loaded(session, loaded.edited, number, notice)


def _loaded(tables: Mapping[str, Any], rules: Rules, sources: list[tuple[str, str]], *, older: bool = False) -> Loaded:
    """The session in tables of today's form; the mark of an older save is of its own form and says nothing."""
    save = convert(tables, save_type(rules), sources=sources)
    if not older and mark(save.fight) != save.mark:
        from rbfcli.session.edited_saves import new_start

        fight, notice = new_start(rules, save.fight, sources)
        return Loaded(Session(rules, fight, revision=save.revision), edited=True, notice=notice)
    session = Session(
        rules,
        save.start,
        fight=save.fight,
        journal=_lines(save.journal),
        undone=_lines(save.undone),
        revision=save.revision,
        source=save.source,
    )
    return Loaded(session)


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
