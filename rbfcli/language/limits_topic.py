"""What help says of the limits of the program."""

from rbfcli.kernel.limits import LEFT_OUT, LIMITS, STATEMENTS, STEPS
from rbfcli.language.page import Prose, Section, Terms

SUBJECTS = {
    "work": "What a command may take",
    "files": "Encounters, saves and other files",
    "fights": "Fights",
    "dice": "Dice",
    "scripts": "Scripts",
    "prompt": "The prompt",
    "waiting": "Waiting",
}
PAST = (
    "Past a limit a command is refused with the status behind it, and nothing has changed. Where no status stands, "
    "there is no error: the rest is left out. What a game's own numbers may be is told with its options."
)
BUDGET = (
    "A step is about a microsecond. Odds, dice, files, stat blocks, what a command does, and a script with all its "
    f"lines pay from the same steps; a script has {STEPS:,} more for each {STATEMENTS:,} of --max-steps, and as many "
    "times more for the fights that it plays, which have steps of their own: simulate(N) pays for each, and lines of "
    "simulate and suggest a million for 25 seconds. Results are never cut short."
)
MEBIBYTE, KIBIBYTE = 1 << 20, 1 << 10


def limits() -> tuple[Section, ...]:
    """Every limit of the program, with what happens past it."""
    return (Section("Limits", (Prose(PAST),)), *limits_of(*SUBJECTS))


def limits_of(*subjects: str) -> tuple[Section, ...]:
    """The limits of some subjects."""
    return tuple(
        Section(SUBJECTS[each], (Terms(tuple(_rows(each))), *([Prose(BUDGET)] if each == "work" else [])))
        for each in subjects
    )


def _rows(subject: str) -> list[tuple[str, str]]:
    return [(what, _amount(value, unit) + _past(past)) for about, value, unit, what, past in LIMITS if about == subject]


def _amount(value: float, unit: str) -> str:
    """A value in words: bytes in round numbers."""
    if unit != "bytes":
        return f"{value:,.16g} {unit}".rstrip()
    return f"{value / MEBIBYTE:g} MiB" if value >= MEBIBYTE else f"{value / KIBIBYTE:g} KiB"


def _past(status: int) -> str:
    return "" if status == LEFT_OUT else f"; status {status}"
