"""The shapes of what reads and writes files."""

from typing import Any, Literal, TypedDict

from rbfcli.render.shapes.envelope import Judged, Place


class Fix(TypedDict):
    """What would surely mend a mistake."""

    of: Literal["key", "value"]
    """what is to be changed"""
    new: Any
    """what it should be"""


class Mistake(TypedDict):
    """A mistake or a warning, with its place."""

    path: str
    """the file"""
    line: int
    """the line, from 1; 0: the file as a whole"""
    column: int
    """the column, from 1"""
    table: str
    """the table of the file"""
    key: str
    """the key in it"""
    message: str
    """what is wrong"""
    hint: str
    """what would be right"""
    suggestions: tuple[str, ...]
    """words that were perhaps meant"""
    rule: str
    """the id of the rule that it is about"""
    fix: Fix | None
    """what `--fix` would do"""


class Mended(Mistake):
    """A mistake that `--fix` has mended."""

    before: Any
    """what stood there"""


class CheckedFile(TypedDict):
    """What a file came to."""

    file: str
    """the file"""
    ok: bool
    """whether it is sound"""
    status: int
    """the exit status of checking it alone"""
    finding: str
    """what it came to, in a sentence"""
    errors: list[Mistake]
    """its mistakes"""
    warnings: list[Mistake]
    """what is sound and perhaps not meant"""
    fixed: list[Mended]
    """what was mended"""


class Checked(Judged):
    """Files that were checked."""

    files: list[CheckedFile]
    """each of them, in the order of the line"""


class SavedAs(Place):
    """The present fight as an encounter."""

    file: str
    """where it was written; `-`: nowhere but here"""
    text: str
    """the whole file"""
    not_kept: list[str]
    """what an encounter cannot say"""


class Exported(Place):
    """The people of the fight for other programs."""

    file: str
    """where they were written; `-`: nowhere but here"""
    text: str
    """the whole file"""


class Imported(Place):
    """People that came from another program; without a fight, only the system of its place counts."""

    to: str
    """the encounter that was written; empty where they joined the fight"""
    text: str
    """the whole encounter"""
    joined: tuple[str, ...]
    """their ids"""
    weapons: tuple[str, ...]
    """the ids of the weapons that came with them"""
    not_mapped: tuple[str, ...]
    """what could not be brought over"""


class SystemMade(TypedDict):
    """A rule system of one's own that was begun."""

    system: str
    """its name"""
    folder: str
    """where it is"""
    files: list[str]
    """its files"""
