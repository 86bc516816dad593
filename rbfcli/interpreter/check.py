"""Check files: encounters for mistakes, saves by playing their journals again; and mend or repair them."""

import os
from collections.abc import Callable

from rbfcli.interpreter.findings import Finding
from rbfcli.interpreter.reply import Reply
from rbfcli.kernel.budget import Budget
from rbfcli.kernel.errors import InvalidFile, LimitReached, NoSuchFile, PluginFault, RbfError, UsageError
from rbfcli.language import session_verbs
from rbfcli.language.common_options import CommonOptions
from rbfcli.render.errors import error_text
from rbfcli.render.json_lines import error_facts, faults_facts, judged_line
from rbfcli.session.encounter import read_encounter
from rbfcli.session.encounter_warnings import warnings_of, warnings_of_save
from rbfcli.session.mistaken import Placed
from rbfcli.session.saves import begin, from_bytes
from rbfcli.session.storage import MemoryStorage, Storage
from rbfcli.store.paths import find_encounter
from rbfcli.store.reading import STANDARD_INPUT, read_file
from rbfcli.store.save_file import LockedFile
from rbfcli.store.toml_text import decode, parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rbfcli.render.shapes.files import Checked

MANY = 2

Look = Callable[[str, CommonOptions, Budget], Finding]


def check(storage: Storage, command: session_verbs.Check, common: CommonOptions, budget: Budget) -> Reply:
    """Check all files, or the save where none is named; mend what is mechanical, or write what can be saved of them.

    The status is that of the worst; one budget serves for all of them.
    """
    files = command.files or (_file_of(storage),)
    if STANDARD_INPUT in command.files and (command.fix or command.repair):
        raise UsageError("standard input cannot be mended: it has no file", hint="give the path of a file")
    if command.fix and command.repair:
        raise UsageError("--fix is for encounters and --repair for saves", hint="one of them at a time")
    look = _mended if command.fix else _repaired if command.repair else _checked
    findings = [_finding(path, look, common, budget) for path in files]
    status = max(each.status for each in findings)
    failure = _failure(findings)
    notice = f"{error_text(failure)}\n" if failure else ""
    if common.json:
        wrong = [f"{each.file}: {each.text}" for each in findings if each.status]
        facts: Checked = {
            "files": [each.facts() for each in findings],
            "error": error_facts(failure) if failure else faults_facts(wrong),
        }
        return Reply(text=judged_line("check", **facts), notice=notice, status=status, failure=failure)
    lines = [line for each in findings for line in each.lines(dry_run=common.dry_run)]
    return Reply(text="".join(f"{line}\n" for line in lines), notice=notice, status=status, failure=failure)


def _file_of(storage: Storage) -> str:
    """The file that a fight is kept in."""
    if isinstance(storage, MemoryStorage):
        raise UsageError("this fight is kept in no file", hint="check FILE")
    return storage.name


def _finding(path: str, look: Look, common: CommonOptions, budget: Budget) -> Finding:
    before = budget.steps
    try:
        return look(path, common, budget)
    except LimitReached as limit:
        many = before < budget.most // 2 and budget.steps <= 0
        return _unreadable(path, _too_many(path) if many else limit)
    except NoSuchFile as wrong:
        from rbfcli.interpreter.wrong_file import not_there

        return _unreadable(path, not_there(wrong, path))
    except RbfError as wrong:
        return _unreadable(path, wrong)
    except PluginFault as fault:
        return _unreadable(path, fault.failure())


def _unreadable(path: str, error: RbfError) -> Finding:
    text = f"{error.message}; {error.hint}" if error.hint else error.message
    return Finding(path, text, error.status, error)


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


def _checked(path: str, _common: CommonOptions, budget: Budget) -> Finding:
    """What a file comes to, and 1 where a save is not what its journal says. Raises InvalidFile."""
    found = find_encounter(path)
    raw = read_file(found, follow=True)
    if not is_save(raw):
        read = read_encounter(found, budget)
        sound = f"a sound encounter of {read.fight.system} with {len(read.fight.combatants)} combatants"
        return _warned(path, sound, warnings_of(read))
    raw = raw if found == STANDARD_INPUT else read_file(found)
    try:
        loaded = from_bytes(raw, path, budget)
    except InvalidFile as wrong:
        wrong.hint = wrong.hint or f"rbf check {path} --repair"
        raise
    if loaded.edited:
        return Finding(path, "was edited by hand since the last command", 1)
    session = loaded.session
    if faults := list(session.faults(played=True, budget=budget)):
        return Finding(path, "; ".join(faults), 1)
    count = len(session.entries)
    commands = f"{count} commands play" if count != 1 else "1 command plays"
    sound = f"a sound save: its {commands} again to the same fight"
    return _warned(path, sound, warnings_of_save(session, path, decode(raw, path)))


def _warned(path: str, sound: str, warnings: list[Placed]) -> Finding:
    counted = f"; {len(warnings)} warning{'s' * (len(warnings) > 1)}" if warnings else ""
    return Finding(path, sound + counted, warnings=warnings)


def is_save(raw: bytes) -> bool:
    """Whether the bytes of a file are those of a save, and not of an encounter; of a damaged file, probably."""
    try:
        return "journal" in parse(decode(raw, ""), "", Budget())
    except RbfError:
        return b"\njournal = " in raw


def _mended(path: str, common: CommonOptions, budget: Budget) -> Finding:
    """What a file comes to once all that is mechanical about its mistakes is mended. Raises RbfError."""
    from msgspec.structs import replace

    from rbfcli.interpreter.fixing import mend

    if find_encounter(path) != path:
        raise UsageError(f"{path} comes with rbf and stays as it is", hint="give the path of a copy")
    if is_save(read_file(path, follow=True)):
        raise UsageError(f"{path} is a save, and --fix is for encounters", hint=f"rbf check {path} --repair")
    mended = mend(path, budget, dry_run=common.dry_run)
    return replace(_finding(path, _checked, common, budget), mended=mended)


def _repaired(path: str, common: CommonOptions, budget: Budget) -> Finding:
    """What came of a repair in words, and 1 where something was lost. Raises RbfError."""
    from rbfcli.session.repair import repaired

    raw = read_file(path)
    try:
        loaded = from_bytes(raw, path, budget)
        if not (loaded.edited or list(loaded.session.faults(played=True, budget=budget))):
            return Finding(path, "is sound, there is nothing to repair")
    except RbfError:
        pass
    found = repaired(raw, path)
    new = _free_name(path)
    if not common.dry_run:
        with LockedFile(new, create=True) as file:
            begin(file, found.session, lambda _: None)
    count = len(found.session.entries)
    said = f"{count} commands are saved in {new}, and this file is as it was"
    return Finding(path, "; ".join((said, *(f"lost: {each}" for each in found.lost))), int(bool(found.lost)))


def _free_name(path: str) -> str:
    """A name beside a file that no file has."""
    stem, ending = os.path.splitext(path)  # noqa: PTH122
    names = (f"{stem}-repaired{number}{ending}" for number in ("", *range(2, 1000)))
    return next(name for name in names if not os.path.lexists(name))
