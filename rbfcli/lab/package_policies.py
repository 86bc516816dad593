"""Policies of other packages: watched while they run, and held to what a policy gives."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from types import CoroutineType
from typing import Any

from msgspec import ValidationError, convert

from rbfcli.guests.guard import Guard
from rbfcli.guests.guest import Guest
from rbfcli.kernel.command import Command, verb_of
from rbfcli.kernel.errors import RbfError
from rbfcli.kernel.gm import OF_THE_GM
from rbfcli.kernel.limits import WISHES
from rbfcli.lab.view import View
from rbfcli.language.fights import fight_verbs
from rbfcli.language.grammar import grammar_of
from rbfcli.language.writer import line_for

END = object()
# The GM's word in every system, whether or not its commands declare so.
EDGES = ("advantage", "disadvantage")
AWAITED = "gave a coroutine (async def), and nobody awaits it"
WHOSE = {"gm": "is not for a side to say", "foes": "is for its foes to say", "players": "is for the players to say"}


class PolicyFault(RbfError):
    """A policy that gives no command, or no answer."""

    kind = "plugin"
    status = 70


def watched(name: str, value: str, policy: Callable[[View], Any]) -> Callable[[View], Iterator[Any]]:
    """A policy that has as long for each wish as any rule of a plug-in, and gives no more of them than one can try.

    It raises PluginFault, with file and line, for what goes wrong inside, and PolicyFault for what it gives.
    """
    guard = Guard(Guest(system=f"policy {name}", value=value))

    def wrong(given: object, why: str) -> PolicyFault:
        return PolicyFault(f"the policy {name!r} gave {guard.run(partial(_shown, given), policy)}, and {why}")

    def wishes(view: View) -> Iterator[Any]:
        given = guard.run(partial(policy, view), policy)
        if _was_coroutine(given):
            raise PolicyFault(f"the policy {name!r} {AWAITED}")
        each = guard.run(partial(_each_of, given), policy)
        if each is None:
            raise wrong(given, "no row of commands or answers")
        wanted = str if view.question else Command
        for _ in range(WISHES):
            wish = guard.run(partial(next, each, END), policy)
            if wish is END:
                return
            if _was_coroutine(wish):
                raise PolicyFault(f"the policy {name!r} {AWAITED}")
            if not issubclass(type(wish), wanted):
                raise wrong(wish, "not an answer" if view.question else "not a command")
            if why := "" if view.question else misfit(wish, view):
                raise wrong(wish, why)
            yield str.__str__(wish) if view.question else wish
        raise PolicyFault(f"the policy {name!r} gave {WISHES:,} commands or answers, none of which the rules take")

    wishes.__name__ = name
    return wishes


def _was_coroutine(given: Any) -> bool:
    """Whether this is a coroutine, or a list that holds any; each is closed, as Python warns of what nobody awaited."""
    found = [each for each in (given if type(given) in {list, tuple} else (given,)) if type(each) is CoroutineType]
    for each in found:
        each.close()
    return bool(found)


def _each_of(given: Any) -> Iterator[Any] | None:
    """One after the other of what a policy gave; None where it is no row, or one text."""
    return iter(given) if isinstance(given, Iterable) and not isinstance(given, str) else None


def misfit(command: Command, view: View) -> str:
    """Why a command is none that a policy may give: another system's, of a wrong type, or not of its side alone."""
    verb, rules = verb_of(command), view.rules
    if fight_verbs(rules).get(verb) is not type(command):
        return f"not a command of {rules.name}"
    if isinstance(command, OF_THE_GM):
        return f"`{verb}` is the GM's"
    values = {name: getattr(command, name) for name in command.__struct_fields__}
    try:
        convert(values, type(command))
    except (ValidationError, TypeError) as unfit:
        return f"no command can be so: {unfit}"
    return next((why for name, value in values.items() if (why := _not_its_word(name, value, command, view))), "")


def _not_its_word(name: str, value: object, command: Command, view: View) -> str:
    """Why a side may not say what a field of its command says; empty where it may, or where nothing is said."""
    word = grammar_of(type(command)).fields[name]
    whose = word.spec.whose or ("gm" if name in EDGES else "")
    if not whose or value == word.default or (whose == "players" and view.is_of_players):
        return ""
    return f"{word.option or word.field} {WHOSE[whose]}"


def _shown(given: object) -> str:
    """What a policy gave, for a message: a command as its line, anything else in one line that is not long."""
    try:
        text = f"`{line_for(given)}`" if isinstance(given, Command) else repr(given)
    except (TypeError, ValueError):
        text = repr(given)
    return " ".join(f"{text:.60}".split())
