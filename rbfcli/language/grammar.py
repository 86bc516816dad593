"""What words a verb takes, read off its command struct."""

from functools import cache
from typing import Any, get_args, get_type_hints

from msgspec import NODEFAULT, Struct
from msgspec.structs import fields

from rbfcli.kernel.command import Arg, Command, Opt, verb_of


class Slot(Struct, frozen=True):
    """One field of a command: how it is read, and what stands in it when nothing is said."""

    field: str
    spec: Arg | Opt
    many: bool
    default: Any

    @property
    def required(self) -> bool:
        """Whether the command is not whole without it."""
        return self.default is NODEFAULT


class Grammar(Struct, frozen=True):
    """A verb's words: positional ones in order, options by every way they are typed, and all of both by field."""

    verb: str
    positionals: tuple[Slot, ...]
    options: dict[str, Slot]
    fields: dict[str, Slot]


@cache
def grammar_of(kind: type[Struct]) -> Grammar:
    """The grammar of a command struct (or of the options common to all commands)."""
    hints = get_type_hints(kind, include_extras=True)
    slots = [_slot(field.name, hints[field.name], field.default) for field in fields(kind)]
    options = {typed: slot for slot in slots if isinstance(slot.spec, Opt) for typed in spellings(slot)}
    verb = verb_of(kind) if issubclass(kind, Command) else ""
    positionals = tuple(slot for slot in slots if isinstance(slot.spec, Arg))
    in_order = (*positionals, *options.values())
    return Grammar(verb, positionals, options, {slot.field: slot for slot in in_order})


def option_name(slot: Slot) -> str:
    """The long form of an option: `--max`."""
    name = slot.spec.name if isinstance(slot.spec, Opt) else ""
    return "--" + (name or slot.field.replace("_", "-"))


def spellings(slot: Slot) -> tuple[str, ...]:
    """Every way an option is typed: its long form, and its short one."""
    short = slot.spec.short if isinstance(slot.spec, Opt) else ""
    return (option_name(slot), f"-{short}") if short else (option_name(slot),)


def takes_value(slot: Slot) -> bool:
    """Whether a word follows the option."""
    return slot.spec.kind != "flag"


def _slot(name: str, hint: Any, default: Any) -> Slot:
    base, spec = get_args(hint)
    return Slot(name, spec, getattr(base, "__origin__", None) is tuple, default)
