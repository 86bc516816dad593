"""What help, manual and completion say of one argument or option."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from rbfcli.kernel.command import Opt, RollingCommand
from rbfcli.language.grammar import Grammar, Slot, option_name, spellings, takes_value
from rbfcli.language.words import split_words

VALUES = {
    "amount": "N|DICE",
    "combatant": "WHO",
    "faces": "FACES",
    "file": "FILE",
    "number": "N",
    "settings": "WHO=N",
    "text": "TEXT",
}
MOST_CHOICES_SPELT_OUT = 24


def argument(slot: Slot) -> str:
    """A positional word as usage shows it: `WHO`, `[TARGETS…]`."""
    word = slot.field.upper().replace("_", "-") + ("…" if slot.many else "")
    return word if slot.required else f"[{word}]"


def value_of(slot: Slot) -> str:
    """What stands behind an option: `N`, `WEAPON`, or its choices; nothing behind a flag."""
    if not takes_value(slot):
        return ""
    choices = "|".join(slot.spec.choices)
    if choices and len(choices) <= MOST_CHOICES_SPELT_OUT:
        return choices
    return VALUES.get(slot.spec.kind, (slot.field if choices else slot.spec.kind).upper())


def option(slot: Slot, own: Mapping[str, Slot] = MappingProxyType({})) -> str:
    """An option as a list shows it: `-e, --encounter FILE`; `own` are the options of the verb beside it."""
    return f"{', '.join(reversed(spelt(slot, own)))} {value_of(slot)}".rstrip()


def spelt(slot: Slot, own: Mapping[str, Slot]) -> list[str]:
    """The ways an option is typed where a verb's own options go first."""
    return [name for name in spellings(slot) if own.get(name, slot) == slot]


def explained(slot: Slot, environment: str = "") -> str:
    """What an argument or option is for, with its choices, range, default and environment variable."""
    return noted(slot.spec.help, [*_choices(slot), *_range(slot), *otherwise(slot, environment)])


def noted(text: str, remarks: Sequence[str]) -> str:
    """A text with remarks in parentheses, if there are any."""
    return f"{text} ({'; '.join(remarks)})" if remarks else text


def otherwise(slot: Slot, environment: str = "") -> list[str]:
    """What holds where a word is not said: its default, and the variable that is asked."""
    if slot.required:
        return ["required"] if isinstance(slot.spec, Opt) else []
    silent: tuple[Any, ...] = ("", None, False, ())
    said = f"default {slot.default}" if slot.default not in silent else ""
    return [each for each in (said, f"env {environment}" if environment else "") if each]


def usage(grammar: Grammar, before: str = "") -> str:
    """The shape of a line: `attack WHO TARGETS… [options]`."""
    needed = [f"{option_name(slot)} {value_of(slot)}" for slot in own_options(grammar) if slot.required]
    return " ".join([grammar.verb, *before.split(), *map(argument, grammar.positionals), *needed, "[options]"])


def own_options(grammar: Grammar) -> list[Slot]:
    """The options a verb does not share with all others, each once; those of every roll come last."""
    by_field = {slot.field: slot for slot in grammar.options.values() if slot.field != "force"}
    return sorted(by_field.values(), key=lambda slot: slot.field in RollingCommand.__struct_fields__)


def shell_line(line: str) -> str:
    """A line of the language as it is typed in a shell."""
    from shlex import join

    return f"rbf {join(split_words(line))}"


def _choices(slot: Slot) -> list[str]:
    spelt_out = isinstance(slot.spec, Opt) and value_of(slot) == "|".join(slot.spec.choices)
    return [] if spelt_out or not slot.spec.choices else [", ".join(slot.spec.choices)]


def _range(slot: Slot) -> list[str]:
    low, high = (slot.spec.low, slot.spec.high) if isinstance(slot.spec, Opt) else (None, None)
    match low, high:
        case None, None:
            return []
        case None, _:
            return [f"at most {high}"]
        case _, None:
            return [f"at least {low}"]
        case _:
            return [f"{low} to {high}"]
