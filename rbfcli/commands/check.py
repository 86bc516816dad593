"""`check`: mistakes in encounters and saves, and `--fix`, which corrects them."""

import os
import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from rbfcli.checking.locations import InvalidEncounter, LocatedMistake
from rbfcli.commands.hints import error_of_check
from rbfcli.commands.reply import Reply, Request
from rbfcli.config import sentence
from rbfcli.core.errors import (
    InvalidFile,
    LimitReached,
    PluginBug,
    RbfError,
    conflict,
    failed,
    misuse,
    to_try,
)
from rbfcli.core.limits import MISTAKES_OF_A_FILE, Budget
from rbfcli.core.mistakes import Mistake, Place
from rbfcli.core.paths import in_words
from rbfcli.core.text import safe
from rbfcli.language import verbs
from rbfcli.language.grammar import CommonOptions
from rbfcli.render.json import error_facts, faults_facts, json_line, suggestions_of
from rbfcli.render.narration import wrap_lines
from rbfcli.render.sentences import counted
from rbfcli.render.terminal import error_text
from rbfcli.session.edits import repaired
from rbfcli.session.encounter import read_encounter, warnings_of, warnings_of_save
from rbfcli.session.file_store import MemoryStorage, SessionStore
from rbfcli.session.saves import begin, from_bytes
from rbfcli.storage.files import STANDARD_INPUT, read_file, replace_file
from rbfcli.storage.paths import find_encounter
from rbfcli.storage.save_file import LockedFile
from rbfcli.storage.toml import composed, decode, parse, value_text
from rbfcli.storage.toml_positions import Position, mended

if TYPE_CHECKING:
    from rbfcli.render.json_types import general as shapes
    from rbfcli.render.json_types.general import Checked, CheckedFile


_AT = re.compile(r"(?P<path>.+?):(?P<line>\d+)(?:, column (?P<column>\d+))?: (?P<message>.*)", re.DOTALL)


# A mistake that `--fix` corrected, or would correct, with the value or key before.
Fixed = tuple[LocatedMistake, Any]


def _fixed(placed: LocatedMistake, before: Any) -> str:
    fix: Any = placed.mistake.fix
    said = str(fix.new) if fix.of == "key" else f"{value_text(fix.new)}, not {value_text(before)}"
    return f"{placed.position.line_text}: {in_words(placed.mistake.path)} is now {said}"


class Finding(Struct, frozen=True):
    """The result for a file in words, and its exit status; `error` says why the file cannot be read."""

    file: str
    text: str
    status: int = 0
    error: RbfError | None = None
    warnings: Sequence[LocatedMistake] = ()
    mended: Sequence[Fixed] = ()

    def lines(self, *, dry_run: bool) -> list[str]:
        """Return the lines for standard output: corrections, warnings, and the result."""
        word = "would be fixed" if dry_run else "fixed"
        told = [f"{safe(_fixed(*each))} ({word})" for each in self.mended]
        told += [safe(_warning(each)) for each in self.warnings[:MISTAKES_OF_A_FILE]]
        return told if self.error else [*told, f"{safe(self.file)}: {safe(self.text)}"]

    def facts(self) -> "CheckedFile":
        """Return the finding as JSON; every key is always present."""
        return {
            "file": self.file,
            "ok": not self.status,
            "status": self.status,
            "finding": self.text,
            "errors": [*map(_facts, _errors(self))],
            "warnings": [_facts(each) for each in self.warnings[:MISTAKES_OF_A_FILE]],
            "fixed": [{**_facts(each), "before": before} for each, before in self.mended],
        }


def _warning(each: LocatedMistake) -> str:
    mistake = each.mistake
    rule = f" ({mistake.rule})" if mistake.rule else ""
    return f"{each.position.line_text}: warning: {mistake.line}{rule}"


def _errors(finding: Finding) -> Sequence[LocatedMistake]:
    if isinstance(finding.error, InvalidEncounter):
        return finding.error.found[:MISTAKES_OF_A_FILE]
    if finding.error is None:
        return [_unplaced(finding.file, finding.text, Mistake((), ""))] if finding.status else []
    wrong = Mistake((), "", finding.error.hint, finding.error.suggestions, rule=finding.error.rule)
    return [_unplaced(finding.file, line, wrong) for line in finding.error.message.split("\n")]


def _unplaced(file: str, message: str, wrong: Mistake) -> LocatedMistake:
    """Return a mistake in a file as a whole, or at the location that its message names."""
    at = _AT.fullmatch(message)
    if at is None:
        return LocatedMistake(replace(wrong, message=message.removeprefix(f"{file}: ")), Position(0, file, 0, 0))
    position = Position(0, at["path"], int(at["line"]), int(at["column"] or 0))
    return LocatedMistake(replace(wrong, message=at["message"]), position)


def _facts(each: LocatedMistake) -> "shapes.Mistake":
    mistake, position = each.mistake, each.position
    table, key = _table_and_key(mistake)
    return {
        "path": position.file,
        "line": position.line,
        "column": position.column,
        "table": table,
        "key": key,
        "message": mistake.message,
        "hint": mistake.hint,
        "suggestions": suggestions_of(mistake),
        "rule": mistake.rule,
        "fix": mistake.fix,
    }


def _table_and_key(mistake: Mistake) -> tuple[str, str]:
    """Return the table that a mistake is in, and its key with the index in its list."""
    path: Place = mistake.path
    if mistake.missing or not path:
        return in_words(path), mistake.missing
    end = len(path) - 1
    while end > 0 and isinstance(path[end], int):
        end -= 1
    return in_words(path[:end]), in_words(path[end:])


MANY = 2

Look = Callable[[str, CommonOptions, Budget], Finding]


def check(request: Request[verbs.Check]) -> Reply:
    """Check all files, or the save if none is named; fix or repair them; return the worst status."""
    command, common = request.command, request.common
    files = command.files or (_file_of(request.storage),)
    if STANDARD_INPUT in command.files and (command.fix or command.repair):
        raise misuse("standard input cannot be corrected", "check FILE --fix")
    if command.fix and command.repair:
        raise conflict("--fix", "--repair", hint="use --fix for encounters, --repair for saves")
    look = _mended if command.fix else _repaired if command.repair else _checked
    findings = [_finding(path, look, common, request.budget) for path in files]
    status = max(each.status for each in findings)
    failure = _failure(findings)
    notice = f"{error_text(failure)}\n" if failure else ""
    if common.json:
        wrong = [f"{each.file}: {each.text}" for each in findings if each.status]
        facts: Checked = {
            "files": [each.facts() for each in findings],
            "error": error_facts(failure) if failure else faults_facts(wrong),
        }
        return Reply(text=json_line("check", **facts), notice=notice, status=status, failure=failure)
    found = [line for each in findings for line in each.lines(dry_run=common.dry_run)]
    lines = wrap_lines(found, request.style)
    return Reply(text="".join(f"{line}\n" for line in lines), notice=notice, status=status, failure=failure)


def _file_of(storage: SessionStore) -> str:
    """Return the file of a fight. Raises UsageError if it is not in a file."""
    if isinstance(storage, MemoryStorage):
        raise misuse("this fight has no file", "check FILE")
    return storage.name


def _finding(path: str, look: Look, common: CommonOptions, budget: Budget) -> Finding:
    before = budget.steps
    try:
        return look(path, common, budget)
    except LimitReached as limit:
        many = before < budget.most // 2 and budget.steps <= 0
        return _unreadable(path, _too_many(path) if many else limit)
    except InvalidFile as wrong:
        return _unreadable(path, error_of_check(wrong, path))
    except RbfError as wrong:
        return _unreadable(path, wrong)
    except PluginBug as fault:
        return _unreadable(path, fault.failure())


def _unreadable(path: str, error: RbfError) -> Finding:
    return Finding(path, sentence(error), error.status, error)


def _too_many(path: str) -> LimitReached:
    message = f"{path} was not checked: the other files used up the limit of one command"
    return LimitReached(message, hint="check fewer files")


def _failure(findings: list[Finding]) -> RbfError | None:
    """Return the error of a file that cannot be read; for several, one of the worst kind with all messages."""
    wrong = [(each.error, each.text) for each in findings if each.error]
    if len(wrong) < MANY:
        return wrong[0][0] if wrong else None
    worst = max((error for error, _ in wrong), key=lambda each: each.status)
    return type(worst)("\n".join(text for _, text in wrong))


def _checked(path: str, _common: CommonOptions, budget: Budget) -> Finding:
    """Check a file; the status is 1 if a save does not match its journal. Raises InvalidFile."""
    found = find_encounter(path)
    raw = read_file(found, follow=True)
    if not is_save(raw):
        read = read_encounter(found, budget)
        sound = f"OK: {read.fight.system} encounter, {counted(len(read.fight.combatants), 'combatant')}"
        return _warned(path, sound, warnings_of(read))
    raw = raw if found == STANDARD_INPUT else read_file(found)
    try:
        loaded = from_bytes(raw, path, budget)
    except InvalidFile as wrong:
        wrong.hint = wrong.hints or to_try(f"rbf check {path} --repair")
        raise
    if loaded.edited:
        return Finding(path, "was edited by hand since the last command", 1)
    session = loaded.session
    if faults := list(session.faults(played=True, budget=budget)):
        return Finding(path, "; ".join(faults), 1)
    count = len(session.entries)
    commands = f"{count} commands replay" if count != 1 else "1 command replays"
    sound = f"OK: save, {commands} to the same fight"
    return _warned(path, sound, warnings_of_save(session, path, decode(raw, path)))


def _warned(path: str, sound: str, warnings: list[LocatedMistake]) -> Finding:
    counted = f"; {len(warnings)} warning{'s' * (len(warnings) > 1)}" if warnings else ""
    return Finding(path, sound + counted, warnings=warnings)


def is_save(raw: bytes) -> bool:
    """Return whether the bytes of a file are a save, not an encounter; for a damaged file this is a guess."""
    try:
        return "journal" in parse(decode(raw, ""), "", Budget())
    except RbfError:
        return b"\njournal = " in raw


def _mended(path: str, common: CommonOptions, budget: Budget) -> Finding:
    """Correct the simple mistakes of an encounter, then check it. Raises RbfError."""
    if find_encounter(path) != path:
        raise misuse(f"{path} is bundled with rbf and cannot be changed", hint="use the path of a copy")
    if is_save(read_file(path, follow=True)):
        raise misuse(f"--fix is for encounters, and {path} is a save", f"rbf check {path} --repair")
    mended_now = _mend(path, budget, dry_run=common.dry_run)
    return replace(_finding(path, _checked, common, budget), mended=mended_now)


def _repaired(path: str, common: CommonOptions, budget: Budget) -> Finding:
    """Repair a save into a new file; the status is 1 if something was lost. Raises RbfError."""
    raw = read_file(path)
    try:
        loaded = from_bytes(raw, path, budget)
        if not (loaded.edited or list(loaded.session.faults(played=True, budget=budget))):
            return Finding(path, "OK: nothing to repair")
    except RbfError:
        pass
    session, lost = repaired(raw, path)
    new = _free_name(path)
    if not common.dry_run:
        with LockedFile(new, create=True) as file:
            begin(file, session, lambda _: None)
    said = f"saved {counted(len(session.entries), 'command')} in {new}; this file is unchanged"
    return Finding(path, "; ".join((said, *(f"lost: {each}" for each in lost))), int(bool(lost)))


def _free_name(path: str) -> str:
    stem, ending = os.path.splitext(path)  # noqa: PTH122
    names = (f"{stem}-repaired{number}{ending}" for number in ("", *range(2, 1000)))
    return next(name for name in names if not os.path.lexists(name))


BYTE_ORDER_MARK = "\ufeff"
# The maximum number of checks: correcting a mistake can reveal another, such as the value of a misspelt key.
MOST_ROUNDS = 8


def _mend(path: str, budget: Budget, *, dry_run: bool) -> list[Fixed]:
    """Fix an encounter and what it includes; return the fixes (of a dry run, only the first ones). Raises RbfError."""
    done: list[Fixed] = []
    for _ in range(MOST_ROUNDS):
        by_file: dict[str, list[LocatedMistake]] = defaultdict(list)
        for each in _found(path, budget):
            if each.mistake.fix:
                by_file[each.position.file].append(each)
        new = [fixed for file, found in by_file.items() for fixed in _mend_file(file, found, dry_run=dry_run)]
        done += new
        if dry_run or not new:
            break
    return done


def _found(path: str, budget: Budget) -> Sequence[LocatedMistake]:
    """Return all mistakes of an encounter; if there are none, its warnings."""
    try:
        return warnings_of(read_encounter(path, budget))
    except InvalidEncounter as wrong:
        return wrong.found


def _mend_file(file: str, found: Sequence[LocatedMistake], *, dry_run: bool) -> list[Fixed]:
    raw = read_file(file, follow=True)
    whole = raw.decode()
    mark = BYTE_ORDER_MARK * whole.startswith(BYTE_ORDER_MARK)
    text = composed(whole.removeprefix(BYTE_ORDER_MARK))
    new, before = mended(text, [(each.mistake.path, each.mistake.fix) for each in found if each.mistake.fix])
    if new != text and not dry_run:
        if read_file(file, follow=True) != raw:
            raise failed(f"another program has changed {file} meanwhile", hint="nothing has changed; run it again")
        replace_file(file, f"{mark}{new}".encode())
    return [(each, before[each.mistake.path]) for each in found if each.mistake.path in before]
