"""A file of another kind than the one that was asked for: what it is, and the command that takes it."""

from rbfcli.kernel.errors import InvalidFile, NoSuchFile, RbfError
from rbfcli.store.nearest_file import did_you_mean
from rbfcli.store.paths import DEFAULT_SAVE
from rbfcli.store.reading import read_file

SCRIPT, SAVE, ENCOUNTER = "script", "save", "encounter"
TAKEN_BY = {SCRIPT: "rbf run {}", SAVE: "rbf show -e {}", ENCOUNTER: "rbf start {}"}
WITH_ARTICLE = {SCRIPT: "a script", SAVE: "a save", ENCOUNTER: "an encounter"}
SHIPPED = "rbf systems lists those that come with rbf; or give the path of a file"


def explained(wrong: InvalidFile, path: str, wanted: str) -> InvalidFile:
    """The error of a file that was read as what is `wanted`: if it is something else, that is said."""
    if isinstance(wrong, NoSuchFile):
        return NoSuchFile(f"there is no {wanted} {path}", hint=did_you_mean(path) or SHIPPED)
    found = _kind(path)
    return is_not(path, found, wanted) if found and found != wanted else wrong


def not_there(wrong: NoSuchFile, path: str) -> NoSuchFile:
    """The error of a file to check that is not there; one that another file names, or the usual save, is left."""
    if path == DEFAULT_SAVE or not wrong.message.endswith(path):
        return wrong
    return NoSuchFile(wrong.message, hint=did_you_mean(path) or SHIPPED)


def not_of_people(wrong: InvalidFile, path: str) -> InvalidFile:
    """The error of a file with people to import that is not there, or is something else."""
    if isinstance(wrong, NoSuchFile):
        message = f"there is no file {path} to import"
        return NoSuchFile(message, hint=did_you_mean(path) or "give the path of a file of CSV or JSON")
    found = _kind(path)
    if not found:
        return wrong
    of_a_save = f"rbf export people FILE.csv -e {path} writes one"
    message = f"{path} is {WITH_ARTICLE[found]}, not a table of people"
    return InvalidFile(message, hint=of_a_save if found == SAVE else TAKEN_BY[found].format(path))


def is_not(path: str, found: str, wanted: str) -> InvalidFile:
    """The error for a file of another kind."""
    message = f"{path} is {WITH_ARTICLE[found]}, not {WITH_ARTICLE[wanted]}"
    return InvalidFile(message, hint=TAKEN_BY[found].format(path))


def _kind(path: str) -> str:
    """What a file is by its name and its tables; empty if that is not clear."""
    if path.endswith(".rbf"):
        return SCRIPT
    try:
        text = read_file(path, follow=True).decode(errors="replace")
    except RbfError:
        return ""
    if "\njournal = " in text:
        return SAVE
    return ENCOUNTER if "\n[combatants" in text else ""
