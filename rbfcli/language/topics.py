"""The help topics besides the verbs: Markdown files in `help`, with tables made of the program's own values."""

import re
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from string import Template

from rbfcli.kernel.errors import EXIT_STATUSES
from rbfcli.kernel.limits import IDLE_ROUNDS, LEFT_OUT, LIMITS, STATEMENTS, STEPS
from rbfcli.kernel.signs import signs_of_everybody
from rbfcli.language.page import CommandLines, Prose, Section, Terms
from rbfcli.language.settings import setting_rows
from rbfcli.language.statements import statement_rows
from rbfcli.language.verbs import SYNONYMS

# In the order in which help lists them.
TOPICS = (
    *("dice", "targets", "typing", "screen", "prompt", "scripts", "encounter", "story", "lab"),
    *("exit-codes", "config", "environment", "files", "limits"),
)
ENCOUNTER_TOPICS = ("encounter", "encounters")
# What limits are about, in the order of the sections of their topic.
SUBJECTS = ("work", "files", "fights", "dice", "scripts", "prompt", "waiting")
MEBIBYTE, KIBIBYTE = 1 << 20, 1 << 10
Rows = tuple[tuple[str, str], ...]

FOLDER = Path(__file__).with_name("help")
VALUES = {"steps": f"{STEPS:,}", "statements": f"{STATEMENTS:,}", "idle_rounds": str(IDLE_ROUNDS)}
TABLE, SECTIONS = re.compile(r"<!-- table: (.+) -->"), "<!-- sections: "
BLOCK = re.compile(r"```\w*\n(?P<code>.*?)\n```|(?P<text>\S.*?)(?=\n\n|\n*\Z)", re.DOTALL)
ITEM = re.compile(r"(?:`([^`]+)`: )?(.*)", re.DOTALL)


def summary_of(name: str) -> str:
    """Return what a topic is about, as its title says."""
    return _text(name).partition("\n")[0].partition(" - ")[2]


@cache
def sections_of(name: str) -> tuple[Section, ...]:
    """Return the sections of a topic."""
    text = _text(name)
    if SECTIONS in text:
        from rbfcli.language.encounter_pages import encounter_sections

        return encounter_sections(None)
    _, *sections = Template(text).safe_substitute(VALUES).split("\n## ")
    return tuple(map(_section, sections))


def introduction_to_limits() -> str:
    """Return what holds for all limits."""
    return " ".join(part.text for part in sections_of("limits")[0].parts if isinstance(part, Prose))


def limits_of(*subjects: str) -> tuple[Section, ...]:
    """Return the limits of some subjects."""
    found = dict(zip(SUBJECTS, sections_of("limits")[1:], strict=True))
    return tuple(found[each] for each in subjects)


def _text(name: str) -> str:
    return (FOLDER / f"{name}.md").read_text(encoding="utf-8")


def _section(text: str) -> Section:
    title, _, body = text.partition("\n")
    return Section(title, tuple(_parts(body)))


def _parts(body: str) -> Iterator[Prose | CommandLines | Terms]:
    """Yield the paragraphs, commands and lists of a section."""
    for block in BLOCK.finditer(body):
        text = block["text"]
        if text is None:
            yield CommandLines(tuple(block["code"].split("\n")))
        elif table := TABLE.fullmatch(text):
            yield Terms(TABLES[table[1]]())
        elif text.startswith("- "):
            items = (" ".join(item.split()) for item in f"\n{text}".split("\n- ")[1:])
            yield Terms(tuple((found[1] or "", found[2]) for item in items if (found := ITEM.fullmatch(item))))
        else:
            yield Prose(" ".join(text.split()))


def _exit_statuses() -> Rows:
    return tuple((str(status), meaning) for status, meaning in EXIT_STATUSES)


def _synonyms() -> Rows:
    lines = dict.fromkeys(SYNONYMS.values())
    return tuple((", ".join(word for word in SYNONYMS if SYNONYMS[word] == line), " ".join(line)) for line in lines)


def _limits(subject: str) -> Rows:
    return tuple(
        (what, _amount(value, unit) + ("" if past == LEFT_OUT else f"; status {past}"))
        for about, value, unit, what, past in LIMITS
        if about == subject
    )


def _amount(value: float, unit: str) -> str:
    """Return a value in words, bytes in round numbers."""
    if unit != "bytes":
        return f"{value:,.16g} {unit}".rstrip()
    return f"{value / MEBIBYTE:g} MiB" if value >= MEBIBYTE else f"{value / KIBIBYTE:g} KiB"


TABLES: dict[str, Callable[[], Rows]] = {
    "exit-statuses": _exit_statuses,
    "settings": setting_rows,
    "signs": signs_of_everybody,
    "statements": statement_rows,
    "synonyms": _synonyms,
    **{f"limits-{subject}": partial(_limits, subject) for subject in SUBJECTS},
}
