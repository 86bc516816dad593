"""The rules of a system as a page: the ledger by the sections of its source, verbs, conditions and outcomes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbfcli.interpreter.rule_search import ORIGINS
from rbfcli.language.keys import OPTIONS, tables_of
from rbfcli.language.manual_pages import manual_pages
from tools.markdown import page, plain, table, word
from tools.pages.topics import chapter_parts

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rbfcli.kernel.conditions import Effect
    from rbfcli.kernel.ledger import Example, RuleEntry
    from rbfcli.kernel.rules import Rules

OF_VERBS = ("Verbs", "Verbs that it has not", "Options of every roll", "Without a fight")
IN_PART = "; in part "
STATES = {"done": "", "gm": "The table does this; the program leaves it to the GM."}


def rules_pages(systems: Sequence[Rules]) -> dict[str, str]:
    """The text of each page, by its path."""
    return {f"docs/rules/{rules.name}.md": _page(rules, systems) for rules in systems}


def _page(rules: Rules, systems: Sequence[Rules]) -> str:
    intro = (
        f"The rules as the program applies them, in our words, each under the heading that it has in its source;"
        f" `rbf rules {rules.name}` prints them. What an encounter says is on"
        f" [another page](../systems/{rules.name}.md)."
        f" An example is typed into a new fight of `{rules.examples_on}`: what leads up to it, the line that"
        " shows the rule, and behind the colon words of its answer."
    )
    chapters = manual_pages(systems)[f"rbf-{rules.name}"].chapters
    return page(
        f"{plain(rules.title)}: the rules",
        intro,
        *_ledger(rules),
        *(part for each in chapters if each.title in OF_VERBS for part in chapter_parts(each)),
        "## Conditions",
        _conditions(rules),
        "## Outcomes of rolls",
        "How a roll may come out, and what that is for whoever rolled.",
        table(("outcome", "for whoever rolled"), ((word(name), role) for name, role in rules.outcomes.items())),
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
    return table(("condition", "who bears it", "cannot", "rolls", "rule"), (_linked(row) for row in rows))


def _linked(row: tuple[str, ...]) -> tuple[str, ...]:
    """A row with its last cell, the id of a rule, as a link."""
    return (*row[:-1], rule_link(row[-1], "") if row[-1] != "GM" else "the GM")


def rule_link(rule: str, file: str) -> str:
    """A link to a rule on a page of rules."""
    return f"[{rule}]({file}#{rule.lower()})"


def _effect(effect: Effect) -> str:
    whose = "its" if effect.whose == "own" else "against it:"
    amount = f"{effect.amount:+}" if isinstance(effect.amount, int) else word(effect.amount)
    return plain(f"{whose} {effect.roll} {amount}")
