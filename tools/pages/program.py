"""Parts of pages that come from the program: rules, topics of help, laws and layers."""

from __future__ import annotations

import re
import tomllib
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rbfcli import testing
from rbfcli.commands.about import ORIGINS
from rbfcli.language.forms import statements as statements_of_scripts
from rbfcli.language.keys import OPTIONS, tables_of
from rbfcli.language.man_pages import manual_pages
from rbfcli.language.page import CommandLines, Prose, Terms
from rbfcli.language.topics import TOPICS, sections_of, summary_of
from rbfcli.testing.support import VOCABULARY
from tools.markdown import code, page, plain, table, word

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from rbfcli.language.page import Section
    from rbfcli.model.conditions import Effect
    from rbfcli.model.rules import Example, RuleEntry, Rules


def chapters(page: str) -> str:
    """The chapters of a manual page that belongs to no system, such as `rbf-dice`."""
    return "\n\n".join(part for section in manual_pages([])[page].sections for part in section_parts(section))


def topic(name: str) -> str:
    """A topic of help."""
    return "\n\n".join(part for section in sections_of(name) for part in section_parts(section))


def topics() -> str:
    """What topics help has."""
    return table(("type", "to read about"), ((word(f"rbf help {name}"), summary_of(name)) for name in TOPICS))


def statements() -> str:
    """Every statement of scripts with lines that use it."""
    rows = ((word(each.form), _lines(each.example)) for each in statements_of_scripts().values())
    return table(("statement", "for example"), rows)


def kinds() -> str:
    """Every kind of word that all systems have."""
    return table(("kind", "what people type"), ((word(kind), plain(text)) for kind, text in VOCABULARY.kinds.items()))


def word_keys() -> str:
    """Every form of a key of the words."""
    rows = (
        (word(key), plain(each.says), ", ".join(word(f"{{{fact}}}") if fact != "*" else "any" for fact in each.facts))
        for key, each in VOCABULARY.words.items()
    )
    return table(("key", "the text for", "facts"), rows)


def section_parts(section: Section, mark: str = "##") -> Iterator[str]:
    """A section under a heading, those inside it a level below."""
    yield f"{mark} {plain(section.title)}"
    yield from pieces(section.parts)
    for each in section.sections:
        yield from section_parts(each, f"{mark}#")


def pieces(parts: Iterable[Prose | CommandLines | Terms]) -> Iterator[str]:
    """Paragraphs, commands and terms."""
    for part in parts:
        match part:
            case Prose(text):
                yield plain(text)
            case CommandLines(lines):
                of_shell = all(line.startswith("rbf ") for line in lines)
                yield code("sh" if of_shell else "text", lines)
            case Terms(rows):
                yield table(("", ""), ((word(term), plain(meaning)) for term, meaning in rows))


def _lines(lines: Iterable[str]) -> str:
    return "<br>".join(word(line.strip()) for line in lines)


OF_VERBS = ("Verbs", "Verbs this system does not have", "Options of every roll", "Without a fight")
IN_PART = "; in part "
STATES = {"done": "", "gm": "The program leaves this to the GM."}


def rules_pages(systems: Sequence[Rules]) -> dict[str, str]:
    """The text of each page, by its path."""
    return {f"docs/rules/{rules.name}.md": _page(rules, systems) for rules in systems}


def _page(rules: Rules, systems: Sequence[Rules]) -> str:
    intro = (
        f"These are the rules as the program applies them, in our words, under the headings of the source."
        f" `rbf rules {rules.name}` prints them too. [Keys](../systems/{rules.name}.md) lists the keys of encounters."
        f" To try an example, type its lines into a new fight (`start {rules.examples_on}`). The last line shows"
        " the rule, and the words after the colon are part of its result."
    )
    sections = manual_pages(systems)[f"rbf-{rules.name}"].sections
    return page(
        f"{plain(rules.title)}: the rules",
        intro,
        *_ledger(rules),
        *(part for each in sections if each.title in OF_VERBS for part in section_parts(each)),
        "## Conditions",
        _conditions(rules),
        "## Outcomes of rolls",
        "Each possible outcome of a roll, and what it means for the roller.",
        table(("outcome", "for the roller"), ((word(name), role) for name, role in rules.outcomes.items())),
        source="the ledger, the verbs and the table of conditions",
    )


def _ledger(rules: Rules) -> Iterator[str]:
    """The rules by the sections of the source, in the order in which those come up."""
    sections: dict[str, list[RuleEntry]] = {}
    for entry in rules.ledger():
        sections.setdefault(entry.source.partition(IN_PART)[0], []).append(entry)
    for source, entries in sections.items():
        yield f"## {plain(source[0].upper() + source[1:])}"
        for entry in entries:
            yield from _entry(rules, entry)


def _entry(rules: Rules, entry: RuleEntry) -> Iterator[str]:
    in_part = entry.source.partition(IN_PART)[2]
    remark = ORIGINS[entry.origin].strip(" ()") or (f"in part {in_part}" if in_part else "")
    yield f"### {entry.id}"
    yield f"{plain(entry.summary)}{f' ({plain(remark)})' if remark else ''}"
    if STATES[entry.state]:
        yield STATES[entry.state]
    if entry.option:
        yield "\n".join(f"- {_option(rules, option)}" for option in entry.option.split(", "))
    if entry.examples:
        yield "For example:"
        yield "\n".join(f"- {_example(each)}" for each in entry.examples)


def _option(rules: Rules, option: str) -> str:
    """An option that overrules a rule, with its default."""
    owner, _, name = option.rpartition(".")
    owner = owner or OPTIONS
    keys = {key.name: key for each in tables_of(rules) if each.heading == f"[{owner}]" for key in each.keys}
    key = keys[name]
    default = f" (default {word(key.default)})" if key.default else ""
    return f"option `{owner}.{name}`{default}: {plain(key.doc.text)}"


def _example(example: Example) -> str:
    begun = (f"start {example.on}",) if example.on else ()
    typed = ", ".join(map(word, (*begun, *example.before, example.line)))
    told = ", ".join(word(line.strip()) for line in example.told.strip().splitlines())
    return f"{typed}: {'refused, ' if example.refused else ''}{told}"


def _conditions(rules: Rules) -> str:
    rows = (
        (word(row.name), plain(row.begins), ", ".join(row.bars), "; ".join(map(_effect, row.effects)), row.rule)
        for row in rules.conditions.values()
    )
    return table(("condition", "the bearer", "cannot", "rolls", "rule"), (_linked(row) for row in rows))


def _linked(row: tuple[str, ...]) -> tuple[str, ...]:
    """A row with its last cell, the id of a rule, as a link."""
    return (*row[:-1], rule_link(row[-1], "") if row[-1] != "GM" else "the GM")


def rule_link(rule: str, file: str) -> str:
    """A link to a rule on a page of rules."""
    return f"[{rule}]({file}#{rule.lower()})"


def _effect(effect: Effect) -> str:
    whose = "own" if effect.whose == "own" else "against the bearer:"
    amount = f"{effect.amount:+}" if isinstance(effect.amount, int) else word(effect.amount)
    return plain(f"{whose} {effect.roll} {amount}")


RAISES = " Raises LawViolation."
GROUPS = (
    ("a system", testing.LAWS_OF_SYSTEMS),
    ("an encounter", testing.LAWS_OF_ENCOUNTERS),
)


def laws() -> str:
    """Every law, what it is held to, and what it says."""
    return table(("law", "applies to", "what it checks"), (_row(law, of) for of, group in GROUPS for law in group))


def _row(law: Callable[..., object], of: str) -> tuple[str, str, str]:
    text = (law.__doc__ or "").partition("\n")[0].removesuffix(RAISES)
    return law.__name__.replace("_", " "), of, plain(text)


ROOT = Path(__file__).parents[2]
FIRST_SENTENCE = re.compile(r"(.+?)\.(?:\s|$)")


def contracts() -> list[dict[str, Any]]:
    """The contracts as pyproject.toml has them."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = project["tool"]["importlinter"]["contracts"]
    return found


def layers() -> str:
    """The layers of the whole program, the upper above the lower."""
    rows = [_names(layer) for layer in contracts()[0]["layers"]]
    wide = max(len("   ".join(names)) for names in rows)
    edge = f"+{'-' * (wide + 2)}+"
    drawn = [edge, *(line for names in rows for line in (f"| {'   '.join(names):<{wide}} |", edge))]
    told = ((word(f"rbfcli/{name}"), plain(_about(f"rbfcli.{name}"))) for names in rows for name in names)
    return f"{code('text', drawn)}\n\n{table(('package', 'what it is'), told)}"


def rooms() -> str:
    """The rooms of a rule system, the upper floors above the lower, and what each holds in a system that has it."""
    contract = contracts()[1]
    floors = list(enumerate(reversed(contract["layers"]), 1))
    rows = (
        (str(floor), word(name), plain(_room(contract["containers"], name)))
        for floor, layer in reversed(floors)
        for name in _names(layer)
    )
    return table(("layer", "file", "for example"), rows)


def held() -> str:
    """What each contract says."""
    return "\n".join(f"- {plain(each['name'])}." for each in contracts())


def _names(layer: str) -> list[str]:
    return [each.strip("() ") for each in layer.split("|")]


def _room(systems: list[str], name: str) -> str:
    for system in reversed(systems):
        try:
            return _about(f"{system}.{name}")
        except ModuleNotFoundError:
            continue
    message = f"no system has the room {name}"
    raise LookupError(message)


def _about(module: str) -> str:
    """The first sentence of a module."""
    text = " ".join((import_module(module).__doc__ or "").split())
    found = FIRST_SENTENCE.match(text)
    return found[1] if found else text
