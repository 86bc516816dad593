"""Importing the rules of a plug-in, and looking at what came of it before anybody uses it."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

import msgspec

from rbfcli.guests.blame import Misfit, place_of_rules
from rbfcli.guests.guard import Guard
from rbfcli.guests.guarded import Complain, guarded
from rbfcli.guests.guest import Guest
from rbfcli.kernel.command import Command
from rbfcli.kernel.conditions import ConditionRow
from rbfcli.kernel.errors import PluginFault
from rbfcli.kernel.fight import Combatant, Fight
from rbfcli.kernel.reactions import Reaction
from rbfcli.kernel.rules import Attempt, Hooks, OutcomeRole, Rules

FUNCTIONS = (
    *("prepare", "standing", "takes_turns", "health", "status", "next_steps", "candidates", "vocabulary", "ledger"),
    *("members", "distance", "details", "meaning", "picture", "warnings", "migrate", "validate", "mistakes"),
    "authored",
)
WORDS = Mapping[str, str]
TEXTS = tuple[str, ...]
DATA: Mapping[str, Any] = {
    "title": str,
    "dice": str,
    "outcomes": Mapping[str, OutcomeRole],
    "words": WORDS,
    "no_verbs": WORDS,
    "unlisted": WORDS,
    "asking": str,
    "phases": TEXTS,
    "examples_on": str,
    "conditions": Mapping[str, ConditionRow],
    "kinds": Mapping[str, Any],
    "references": WORDS,
    "open_kinds": TEXTS,
    "fixed_kinds": TEXTS,
    "until_down": TEXTS,
    "whereabouts": TEXTS,
    "beyond_reach": WORDS,
    "reactions": tuple[Reaction, ...],
    "hooks": Hooks,
    "asks": Mapping[str, TEXTS],
    "attempts": Mapping[str, Attempt],
    "afterwards": Mapping[str, bool],
    "watch": None,
}


def load(guest: Guest, complain: Complain) -> Rules:
    """The rules of a plug-in, guarded. Raises PluginFault."""
    if guest.wrong:
        raise guest.refused()
    guard = Guard(guest)
    made = guard.run(lambda: _at(guest), place=guest.value)
    try:
        found: Rules = guard.run(lambda: _checked(made, guest.system), place=guest.value)
    except PluginFault as wrong:
        wrong.message = wrong.message.replace(f"({guest.value})", f"({place_of_rules(guest)})")
        wrong.args = (wrong.message,)
        raise
    return guarded(found, guard, complain)


def load_verdict(guest: Guest) -> tuple[Callable[..., str], bool] | None:
    """The function `verdict` of the plug-in's module `verdict`, and whether it rolls under. Raises PluginFault.

    None where there is no such module.
    """
    if guest.wrong:
        raise guest.refused()
    path = f"{guest.module}.verdict"
    guard = Guard(guest)
    try:
        judge, under = guard.run(lambda: _verdict_in(import_module(path)), place=path)
    except PluginFault as wrong:
        cause = wrong.__cause__
        if isinstance(cause, ModuleNotFoundError) and cause.name == path:
            return None
        raise
    return lambda *given: str(guard.run(lambda: judge(*given), judge)), under


def _verdict_in(module: Any) -> tuple[Callable[..., str], bool]:
    return module.verdict, bool(getattr(module, "ROLL_UNDER", False))


def _at(guest: Guest) -> Any:
    found: Any = import_module(guest.module)
    for name in guest.value.partition("[")[0].partition(":")[2].strip().split("."):
        found = getattr(found, name)
    return found


def _checked(rules: Any, name: str) -> Rules:
    """Rules of which every part is of its type. Raises Misfit."""
    if not isinstance(rules, Rules) or rules.name != name:
        raise Misfit(f"it is no Rules named {name!r}")
    for field, kind in DATA.items():
        _convert(getattr(rules, field), kind, field)
    for field, base in (("fight", Fight), ("sheet", Combatant)):
        found = getattr(rules, field)
        if not isinstance(found, type) or not issubclass(found, base):
            raise Misfit(f"{field} is no {base.__name__}")
    _convert({}, dict[str, rules.sheet], "sheet")
    wrong = [field for field in FUNCTIONS if not callable(getattr(rules, field))]
    wrong += [f"hooks.{field}" for field in Hooks.__struct_fields__ if not callable(getattr(rules.hooks, field))]
    for field in ("verbs", "one_liners"):
        wrong += [f"{field}[{kind!r:.60}]" for kind, each in getattr(rules, field).items() if not _is_verb(kind, each)]
    wrong += [
        f"{row.kind}.{field}"
        for row in rules.reactions
        for field in ("may", "react", "decided")
        if not callable(getattr(row, field))
    ]
    kinds: Mapping[str, Any] = rules.kinds
    wrong += [f"kinds[{kind!r:.60}]" for kind, each in kinds.items() if not callable(each)]
    if wrong:
        raise Misfit(f"{', '.join(wrong)}: expected a function")
    return rules


def _convert(value: Any, kind: Any, field: str) -> None:
    try:
        msgspec.convert(value, kind)
    except (TypeError, ValueError) as wrong:
        raise Misfit(f"{field}: {wrong}") from None


def _is_verb(kind: Any, function: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Command) and callable(function)
