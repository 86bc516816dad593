"""Check files: encounters for mistakes, saves by playing their journals again; and repair saves that are damaged."""

import os
from collections.abc import Callable

from msgspec import Struct

from rbfcli.interpreter.reply import Reply
from rbfcli.kernel.budget import Budget
from rbfcli.kernel.errors import InvalidFile, LimitReached, PluginFault, RbfError
from rbfcli.language import verbs
from rbfcli.language.common_options import CommonOptions
from rbfcli.render.errors import error_text
from rbfcli.render.json_lines import error_facts, failure_line, json_line
from rbfcli.render.safe import safe
from rbfcli.session.begin import from_encounter
from rbfcli.session.saves import begin, from_bytes
from rbfcli.store.paths import find_encounter
from rbfcli.store.save_file import LockedFile, read_file

MANY = 2

Look = Callable[[str, CommonOptions, Budget], tuple[str, int]]


class Finding(Struct, frozen=True):
    """What a file comes to in words, and the exit status of that; `error` says why it cannot be read."""

    file: str
    text: str
    status: int = 0
    error: RbfError | None = None


def check(command: verbs.Check, common: CommonOptions, budget: Budget) -> Reply:
    """Check all files, or write what can be saved of them into new ones; the status is that of the worst.

    One budget serves for all of them.
    """
    look = _repaired if command.repair else _checked
    findings = [_finding(path, look, common, budget) for path in command.files]
    status = max(each.status for each in findings)
    failure = _failure(findings)
    notice = f"{error_text(failure)}\n" if failure else ""
    if common.json:
        files = [
            {"file": each.file, "ok": not each.status, "status": each.status, "finding": each.text} for each in findings
        ]
        line = (failure_line if status else json_line)("check", files=files, error=failure and error_facts(failure))
        return Reply(text=line, notice=notice, status=status, failure=failure)
    text = "".join(f"{safe(each.file)}: {safe(each.text)}\n" for each in findings if not each.error)
    return Reply(text=text, notice=notice, status=status, failure=failure)


def _finding(path: str, look: Look, common: CommonOptions, budget: Budget) -> Finding:
    before = budget.steps
    try:
        return Finding(path, *look(path, common, budget))
    except LimitReached as limit:
        many = before < budget.most // 2 and budget.steps <= 0
        error: RbfError = _too_many(path) if many else limit
    except RbfError as wrong:
        error = wrong
    except PluginFault as fault:
        error = fault.failure()
    return Finding(path, f"{error.message}; {error.hint}" if error.hint else error.message, error.status, error)


def _too_many(path: str) -> LimitReached:
    message = f"{path} was not checked: the files before it took all that one command may"
    return LimitReached(message, hint="check fewer at once")


def _failure(findings: list[Finding]) -> RbfError | None:
    """The one error of files that cannot be read; of several, one of the worst kind with all that is wrong."""
    wrong = [(each.error, each.text) for each in findings if each.error]
    if len(wrong) < MANY:
        return wrong[0][0] if wrong else None
    worst = max((error for error, _ in wrong), key=lambda each: each.status)
    return type(worst)("\n".join(text for _, text in wrong))


def _checked(path: str, _common: CommonOptions, budget: Budget) -> tuple[str, int]:
    """What a file comes to in words, and 1 where a save is not what its journal says. Raises InvalidFile."""
    found = find_encounter(path)
    if not _is_save(read_file(found, follow=True)):
        session = from_encounter(found, "", source=path, budget=budget)
        fight = session.fight
        sound = f"a sound encounter of {fight.system} with {len(fight.combatants)} combatants"
        return "; ".join([sound, *session.rules.remarks(fight)]), 0
    try:
        loaded = from_bytes(read_file(found), path, budget)
    except InvalidFile as wrong:
        raise InvalidFile(wrong.message, hint=wrong.hint or f"rbf check {path} --repair") from None
    if loaded.edited:
        return "was edited by hand since the last command", 1
    session = loaded.session
    if faults := list(session.faults(played=True, budget=budget)):
        return "; ".join(faults), 1
    sound = f"a sound save: its {len(session.entries)} commands play again to the same fight"
    return "; ".join([sound, *session.rules.remarks(session.fight)]), 0


def _is_save(raw: bytes) -> bool:
    return b"\njournal = " in raw


def _repaired(path: str, common: CommonOptions, budget: Budget) -> tuple[str, int]:
    """What came of a repair in words, and 1 where something was lost. Raises RbfError."""
    from rbfcli.session.repair import repaired

    raw = read_file(path)
    try:
        loaded = from_bytes(raw, path, budget)
        if not (loaded.edited or list(loaded.session.faults(played=True, budget=budget))):
            return "is sound, there is nothing to repair", 0
    except RbfError:
        pass
    found = repaired(raw, path)
    new = _free_name(path)
    if not common.dry_run:
        with LockedFile(new, create=True) as file:
            begin(file, found.session, lambda _: None)
    count = len(found.session.entries)
    said = f"{count} commands are saved in {new}, and this file is as it was"
    return "; ".join((said, *(f"lost: {each}" for each in found.lost))), int(bool(found.lost))


def _free_name(path: str) -> str:
    """A name beside a file that no file has."""
    stem, ending = os.path.splitext(path)  # noqa: PTH122
    names = (f"{stem}-repaired{number}{ending}" for number in ("", *range(2, 1000)))
    return next(name for name in names if not os.path.lexists(name))
