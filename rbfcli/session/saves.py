"""Reading a session from the bytes of a save file, and writing it."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from rbfcli import __version__
from rbfcli.core.errors import InvalidFile, UsageError, invalid, must_be, not_saved, too_much
from rbfcli.core.lazy import later_in
from rbfcli.core.limits import Budget
from rbfcli.core.text import quoted
from rbfcli.model.fight import canonical
from rbfcli.model.rules import Rules
from rbfcli.session.session import Session, back_text, journal_text, read_entries
from rbfcli.storage.paths import SAVE_FORMAT
from rbfcli.storage.save_file import LockedFile
from rbfcli.storage.toml import check_format, decode, read_toml, write_toml
from rbfcli.systems.registry import SHIPPED, load, names, needs, package_of

# Imported when called: only some saves need these.
of_session = later_in("rbfcli.session")
of_today = of_session("edits.of_today")
renewed = of_session("edits.renewed")
with_edit = of_session("edits.with_edit")
refuse_unfit = of_session("edits.refuse_unfit")
type_mistakes = later_in("rbfcli.core")("type_errors.type_mistakes")


LOG = "; log --last 1 shows what changed"
KEYS = ("format", "system", "source", "revision", "mark", "journal", "undone", "start", "fight")


def to_bytes(session: Session) -> bytes:
    """Return a session as the bytes of a save. Raises OverwriteRefused or LimitReached if it would not read back."""
    return write_toml(to_tables(session))


def to_tables(session: Session) -> dict[str, Any]:
    """Return the tables of a save. Raises OverwriteRefused or LimitReached."""
    session.seal()
    return {
        "format": SAVE_FORMAT,
        "system": session.rules.name,
        "played_by": played_by(session.rules),
        "source": session.source,
        "revision": session.revision,
        "mark": session.mark(),
        "journal": journal_text(session.entries),
        "undone": journal_text(session.undone_entries),
        "back": back_text(session.entries),
        "start": fight_tables(session.start),
        "fight": fight_tables(session.fight),
    }


def played_by(rules: Rules) -> str:
    """Return the current packages with their versions: rbfcli, and the system's if it is a plugin."""
    own, (name, version) = f"rbfcli {__version__}", package_of(rules.name)
    return own if name == "rbfcli" else f"{own}, {name} {version}"


def fight_tables(fight: Any) -> dict[str, Any]:
    """Turn a fight into plain tables without defaults. Raises OverwriteRefused, or LimitReached past bounds."""
    tables: dict[str, Any] = msgspec.to_builtins(canonical(fight))
    try:
        same = msgspec.convert(tables, type(fight)) == fight
    except msgspec.ValidationError as wrong:
        found = type_mistakes(msgspec.json.decode(msgspec.json.encode(tables)), type(fight))
        raise too_much(f"the fight could not be read again: {next((each.line for each in found), wrong)}") from None
    if not same:
        raise not_saved("the fight")
    return tables


class Loaded(Struct, frozen=True):
    """A session from a save: whether it was edited, begins `anew`, its older format (0: none), and a notice."""

    session: Session
    edited: bool = False
    anew: bool = False
    older: int = 0
    notice: str = ""

    def said(self, name: str) -> list[str]:
        """Return the notices about the save, in sentences."""
        notices = []
        more = f"; {self.notice}" if self.notice else ""
        if self.edited:
            notices.append(f"{name} was edited by hand{more or LOG}")
        if self.older:
            copy = f"{name}{backup(self.older)}"
            written = f"{name} was written by an older version (format {self.older})"
            notices.append(f"{written}; the next command keeps it as {copy}{more}")
        return notices


def backup(number: int) -> str:
    """Return the suffix for the backup of a save in an older format."""
    return f".v{number}.bak"


def write(file: "LockedFile", session: Session, read: Loaded, notice: Callable[[str], None]) -> Loaded:
    """Write a session over its save and return the new state; `read` is the old one.

    Anything that would be lost is kept next to it: a save in an older format, lines that can no longer be redone, or
    the journal of a save that was edited so that it starts anew. Raises RbfError, and then the old save is
    unchanged.
    """
    raw = to_bytes(session)
    if read.older:
        file.keep_copy(backup(read.older))
    elif session.dropped:
        file.keep()
        one, many = "1 undone command was set aside; restore brings it back", "undone commands were set aside"
        notice(one if session.dropped == 1 else f"{session.dropped} {many}; restore brings them back")
    elif read.anew:
        file.keep()
        notice("the old save is kept, with its journal: rbf restore brings it back")
    file.replace(raw)
    session.dropped = 0
    return Loaded(session)


def begin(file: "LockedFile", session: Session, notice: Callable[[str], None]) -> None:
    """Write the first save of a session, keeping any other save that is there. Raises RbfError."""
    raw = to_bytes(session)
    if file.exists():
        file.keep()
        notice("the fight that was here is kept: rbf restore brings it back")
    file.replace(raw)


def from_bytes(raw: bytes, name: str, budget: Budget | None = None) -> Loaded:
    """Return the session in a save; an edit by hand becomes its last entry. Raises InvalidFile."""
    tables = read_toml(raw, name, budget)
    number = check_format(tables, name, SAVE_FORMAT)
    _check_keys(tables, name)
    rules = load_rules(tables, name)
    if number < SAVE_FORMAT:
        session = _session(of_today(tables, number, rules), rules, raw, name)
        return Loaded(session, older=number, notice=renewed(session, number, budget))
    session = _session(tables, rules, raw, name)
    if session.mark() == tables["mark"]:
        return Loaded(session)

    after, notice = with_edit(session, session.fight, [(name, decode(raw, name))])
    return Loaded(after, edited=True, anew=after is not session, notice=notice)


def _session(tables: Mapping[str, Any], rules: Rules, raw: bytes, name: str) -> Session:
    try:
        return session_of(tables, rules)
    except msgspec.ValidationError as wrong:
        refuse_unfit(tables, rules, [(name, decode(raw, name))])
        raise invalid(f"{name}: {wrong}") from None


def session_of(tables: Mapping[str, Any], rules: Rules) -> Session:
    """Return the session in tables of the current form. Raises ValidationError."""
    save = msgspec.convert(tables, save_type(rules.fight))
    return Session(
        rules,
        save.start,
        fight=save.fight,
        entries=read_entries(save.journal, save.back),
        undone_entries=read_entries(save.undone),
        revision=save.revision,
        source=save.source,
        played_by=save.played_by,
    )


def load_rules(tables: Mapping[str, Any], name: str) -> Rules:
    """Return the rules of the system a file names. Raises InvalidFile if the system is missing or unknown."""
    system, plugin = tables.get("system"), str(tables.get("played_by", "")).partition(", ")[2]
    if not isinstance(system, str):
        raise must_be(
            f"{name}: system",
            "the name of a rule system",
            hint=f'for example: system = "{SHIPPED[0]}"',
            error=InvalidFile,
        )
    try:
        if plugin and system not in names():
            raise needs(system, plugin.rpartition(" ")[0])
        return load(system)
    except UsageError as strange:
        raise invalid(f"{name}: {strange.message}", hint=strange.hints) from None


class SaveHead(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The keys of a save, except the fights, whose type is that of the rules."""

    format: int
    system: str
    source: str
    revision: int
    mark: str
    journal: str
    undone: str
    played_by: str = ""
    back: str = ""


@cache
def save_type(fight: type) -> Any:
    """Return the struct type of saves of one type of fight."""
    return msgspec.defstruct("Save", [("start", fight), ("fight", fight)], bases=(SaveHead,), kw_only=True)


def _check_keys(tables: Mapping[str, Any], name: str) -> None:
    if "journal" not in tables and "combatants" in tables:
        raise invalid(f"{name} is an encounter, not a save", f"rbf start {quoted(name)}", f"rbf check {quoted(name)}")
    lacking = [key for key in KEYS if key not in tables]
    if lacking:
        raise invalid(f"{name} is not a save: missing {', '.join(lacking)}", "rbf start NAME")
