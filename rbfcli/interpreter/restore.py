"""Bring back a fight that was kept when another took its place."""

from rbfcli.interpreter.reply import Reply, lines_reply
from rbfcli.interpreter.report import place
from rbfcli.language import session_verbs
from rbfcli.language.common_options import CommonOptions
from rbfcli.render.json_lines import json_line
from rbfcli.render.safe import record, safe
from rbfcli.render.style import Style
from rbfcli.render.tables import moment
from rbfcli.session.session import Session
from rbfcli.session.storage import Storage, number_of_kept

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rbfcli.render.shapes.fights import Kept, KeptFights, Restored, Summary


def restore(storage: Storage, command: session_verbs.Restore, style: Style, common: CommonOptions) -> Reply:
    """Put a kept fight back in its place, or list those that are kept."""
    if command.list or common.dry_run:
        return _listed(storage, command, style, common)
    session = storage.restore(command.number)
    if common.json:
        facts: Restored = {**place(session), **_facts(session)}
        return Reply(text=json_line("restore", **facts))
    return Reply(text="" if common.quiet else f"restored: {_said(session)}\n")


def _listed(storage: Storage, command: session_verbs.Restore, style: Style, common: CommonOptions) -> Reply:
    kept = storage.kept()
    if common.dry_run and not command.list:
        number = number_of_kept(command.number, list(kept))
        kept = {number: kept[number]}
    if common.json:
        rows: list[Kept] = [{"number": number, **place(each), **_facts(each)} for number, each in kept.items()]
        facts: KeptFights = {"kept": rows}
        return Reply(text=json_line("restore --list", **facts))
    if style.spoken:
        return lines_reply([record(str(number), _said(each)) for number, each in kept.items()])
    return lines_reply([f"{number}: {_said(each)}" for number, each in kept.items()] or ["no other fight is kept here"])


def _facts(session: Session) -> "Summary":
    return {
        "title": session.fight.title,
        "commands": len(session.entries),
        "undone": len(session.undone_entries),
    }


def _said(session: Session) -> str:
    """A kept fight in a line: what it is, where it stands, and how much of it there is."""
    count, undone = len(session.entries), len(session.undone_entries)
    commands = f"{count} command" + ("" if count == 1 else "s") + (f", {undone} undone" if undone else "")
    title = safe(session.fight.title) or "a fight"
    return f"{title} ({session.rules.name}), {moment(session.fight)}, {commands}"
