"""What a word means, in a few words, for whoever chooses: answers, conditions, weapons, and what a system says."""

from collections.abc import Mapping
from typing import Any

from msgspec import NODEFAULT, Struct
from msgspec.structs import fields

from rbfcli.kernel.conditions import ConditionRow, amount_of, row_of
from rbfcli.kernel.facts import in_words
from rbfcli.kernel.fight import Fight, Question
from rbfcli.kernel.rules import Rules


def word_meaning(fight: Fight, rules: Rules, kind: str, word: str, who: str) -> str:
    """What a word of a kind means where `who` acts; of a choice, the kind is its field. Empty: nothing is known."""
    if said := rules.meaning(fight, kind, word, who):
        return said
    match kind:
        case "condition":
            row = row_of(rules.conditions, word)
            return "; ".join(what_it_does(fight, rules, row)) or row.begins if row is not None else ""
        case "weapon":
            return _carried(fight, rules, word, who) or in_short(fight.weapons.get(word))
        case _:
            return _said(rules.words, kind, word)


def answer_meaning(rules: Rules, question: Question, answer: str, names: Mapping[str, str]) -> str:
    """What an answer does, in the system's words; of a condition how it begins, of somebody the name; else empty."""
    if said := _said(rules.words, question.kind, answer):
        return said
    row = row_of(rules.conditions, answer)
    return row.begins if row is not None else names.get(answer, "")


def what_it_does(fight: Fight, rules: Rules, row: ConditionRow) -> list[str]:
    """What a condition keeps its bearer from and does to rolls; of one that does neither, its own words."""
    told = [f"cannot {' or '.join(row.bars)}"] if row.bars else []
    for whose, heading in (("own", ""), ("against", "against it: ")):
        amounts: dict[int, list[str]] = {}
        for each in row.effects:
            if each.whose == whose:
                amounts.setdefault(amount_of(each, fight), []).append(each.roll)
        rolls = [_to_rolls(rules, ", ".join(names), amount) for amount, names in amounts.items() if amount]
        told += [heading + ", ".join(rolls)] if rolls else []
    told += [does] if (does := rules.words.get(f"does.{row.name}")) else []
    words = rules.words.get(f"condition.{row.name}", row.begins)
    return told or ([words] if row.name not in words else [])


def _to_rolls(rules: Rules, rolls: str, amount: int) -> str:
    if not rules.words.get("edges"):
        return f"{rolls} {amount:+d}"
    return f"{'advantage' if amount > 0 else 'disadvantage'} {abs(amount)} on {rolls}"


def in_short(thing: Struct | None) -> str:
    """A row of an encounter, such as a weapon: whatever is not as it is by default; empty for none."""
    if thing is None:
        return ""
    told = []
    for field in fields(thing):
        value = getattr(thing, field.name)
        default = field.default if field.default_factory is NODEFAULT else field.default_factory()
        if field.name != "name" and value != default:
            name = field.name.replace("_", " ")
            told.append(name if value is True else f"{name} {in_words(value)}")
    return ", ".join(told)


def _carried(fight: Fight, rules: Rules, weapon: str, who: str) -> str:
    """A weapon as `show WHO` tells it of one who carries it, without its id."""
    if who not in fight.combatants:
        return ""
    told = (each.value for each in rules.details(fight, who) if each.name == "weapon")
    found = next((text for text in told if text.startswith((f"{weapon}: ", f"{weapon} ("))), "")
    name = getattr(fight.weapons.get(weapon), "name", "")
    return found.removeprefix(weapon).removeprefix(f" ({name})").removeprefix(": ")


def _said(words: Mapping[str, Any], kind: str, word: str) -> str:
    return str(words.get(f"answer.{kind}.{word}") or words.get(f"answer.{word}") or "")
