"""The help topics other than the verbs."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from functools import cache, partial
from string import Template

from rbfcli.core.errors import EXIT_STATUSES
from rbfcli.core.lazy import LazyFunction
from rbfcli.core.limits import IDLE_ROUNDS, LEFT_OUT, LIMITS, POSITIONS, STATEMENTS, STEPS
from rbfcli.language.forms import statement_rows
from rbfcli.language.page import CommandLines, Prose, Section, Terms
from rbfcli.language.verbs import SYNONYMS
from rbfcli.model.display import signs_of_everybody

# Imported on first call: `keys` reads the sources of structs and imports `ast` and `inspect` for that.
encounter_sections: Callable[..., tuple[Section, ...]] = LazyFunction("rbfcli.language.keys", "encounter_sections")


SWITCH, NUMBER, TEXT = ("true", "false"), ("a whole number",), ("text",)


class Setting:
    """A setting's variable, values, default and meaning; not a msgspec struct, which `rbf roll` does not load."""

    __slots__ = ("default", "meaning", "values", "variable")

    def __init__(self, variable: str, values: tuple[str, ...], default: str, meaning: str) -> None:
        self.variable, self.values, self.default, self.meaning = variable, values, default, meaning


SETTINGS = {
    "color": Setting("RBF_COLOR", ("auto", "always", "never"), "auto", "when to use colour; overrides NO_COLOR"),
    "plain": Setting("RBF_PLAIN", SWITCH, "false", "turn off colour, box drawing and cursor movement"),
    "enter": Setting("RBF_ENTER", ("ask", "next", "off"), "ask", "what Enter does on an empty line of the prompt"),
    "physical": Setting("RBF_PHYSICAL", ("ask", "roll"), "roll", "ask for the faces of the dice, or roll them"),
    "bell": Setting("RBF_BELL", SWITCH, "false", "ring the bell when a combatant goes down"),
    "timer": Setting("RBF_TIMER", NUMBER, "0", "seconds per turn, counted down by the prompt and watch; 0: no timer"),
    "pager": Setting("RBF_PAGER", TEXT, "", "program that shows long output, or off"),
    "lock_timeout": Setting("RBF_LOCK_TIMEOUT", NUMBER, "10", "seconds to wait for a save that is in use"),
}
ALIAS, MAP = "alias", "map"


def setting_rows() -> tuple[tuple[str, str], ...]:
    """Return every key with its meaning, values, default and variable."""
    rows = []
    for key, each in SETTINGS.items():
        values = f"{', '.join(each.values[:-1])} or {each.values[-1]}" if len(each.values) > 1 else each.values[0]
        default = f"default: {each.default}; " if each.default else ""
        rows.append((f"{key} = …", f"{each.meaning}: {values} ({default}env {each.variable})"))
    return (*rows, (f"[{ALIAS}]", "your own commands; see help alias"))


# In the order of the help list.
TOPICS = (
    *("dice", "targets", "typing", "screen", MAP, "prompt", "alias", "scripts", "encounter", "story"),
    *("lab", "policies"),
    *("exit-codes", "config", "environment", "files", "limits"),
)
ENCOUNTER_TOPICS = ("encounter", "encounters")
# The subjects of limits, in the order of the topic's sections.
SUBJECTS = ("work", "files", "fights", "dice", "scripts", "prompt", "waiting")
MEBIBYTE, KIBIBYTE = 1 << 20, 1 << 10
Rows = tuple[tuple[str, str], ...]

FOLDER = f"{os.path.dirname(__file__)}/help"  # noqa: PTH120 - pathlib costs every start with settings 3 ms
VALUES = {
    "steps": f"{STEPS:,}",
    "statements": f"{STATEMENTS:,}",
    "idle_rounds": str(IDLE_ROUNDS),
    "positions": f"{POSITIONS:,}",
}
TABLE = r"<!-- table: (.+) -->"
BLOCK = r"(?s)```\w*\n(?P<code>.*?)\n```|(?P<text>\S.*?)(?=\n\n|\n*\Z)"
ITEM = r"(?s)(?:`([^`]+)`: )?(.*)"


def summaries() -> dict[str, str]:
    """Return the summary of each topic."""
    return {name: summary_of(name) for name in TOPICS}


def summary_of(name: str) -> str:
    """Return the summary of a topic, from its title."""
    return _text(name).partition("\n")[0].partition(" - ")[2]


def sections_of(name: str) -> tuple[Section, ...]:
    """Return the sections of a topic."""
    return encounter_sections(None) if name == ENCOUNTER_TOPICS[0] else written_sections(name)


@cache
def written_sections(name: str) -> tuple[Section, ...]:
    """Return the sections in a topic's file."""
    _, *sections = Template(_text(name)).safe_substitute(VALUES).split("\n## ")
    return tuple(map(_section, sections))


def introduction_to_limits() -> str:
    """Return the introduction that applies to all limits."""
    return " ".join(part.text for part in sections_of("limits")[0].parts if isinstance(part, Prose))


def limits_of(*subjects: str) -> tuple[Section, ...]:
    """Return the limits of some subjects."""
    found = dict(zip(SUBJECTS, sections_of("limits")[1:], strict=True))
    return tuple(found[each] for each in subjects)


def _text(name: str) -> str:
    with open(f"{FOLDER}/{name}.md", encoding="utf-8") as file:  # noqa: PTH123 - as above
        return file.read()


def _section(text: str) -> Section:
    title, _, body = text.partition("\n")
    return Section(title, tuple(_parts(body)))


def _parts(body: str) -> Iterator[Prose | CommandLines | Terms]:
    for block in re.finditer(BLOCK, body):
        text = block["text"]
        if text is None:
            yield CommandLines(tuple(block["code"].split("\n")))
        elif table := re.fullmatch(TABLE, text):
            yield Terms(TABLES[table[1]]())
        elif text.startswith("- "):
            items = (" ".join(item.split()) for item in f"\n{text}".split("\n- ")[1:])
            yield Terms(tuple((found[1] or "", found[2]) for item in items if (found := re.fullmatch(ITEM, item))))
        else:
            yield Prose(" ".join(text.split()))


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
    """Return a value with its unit, bytes as MiB or KiB."""
    if unit != "bytes":
        return f"{value:,.16g} {unit.removesuffix('s') if value == 1 else unit}".rstrip()
    return f"{value / MEBIBYTE:g} MiB" if value >= MEBIBYTE else f"{value / KIBIBYTE:g} KiB"


TABLES: dict[str, Callable[[], Rows]] = {
    "exit-statuses": lambda: tuple((str(status), meaning) for status, meaning in EXIT_STATUSES),
    "settings": setting_rows,
    "signs": signs_of_everybody,
    "statements": statement_rows,
    "synonyms": _synonyms,
    **{f"limits-{subject}": partial(_limits, subject) for subject in SUBJECTS},
}
