"""The rules of a plug-in with every function guarded: what fails in it is its fault, by package, file and line."""

from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rbfcli.guests.blame import Misfit
from rbfcli.guests.checked import checked, fit
from rbfcli.guests.guard import Guard
from rbfcli.kernel.command import Command
from rbfcli.kernel.errors import PluginFault
from rbfcli.kernel.facts import Facts
from rbfcli.kernel.handling import Carrying
from rbfcli.kernel.ledger import RuleEntry
from rbfcli.kernel.limits import PLUGIN_THINGS
from rbfcli.kernel.mistakes import Mistake
from rbfcli.kernel.picture import Picture
from rbfcli.kernel.reactions import Reaction
from rbfcli.kernel.rules import Candidate, Hooks, Rules, Words
from rbfcli.kernel.sight import Sight

TEXTS = tuple[str, ...]
COMMANDS = tuple[Command, ...]
ANSWERS: Mapping[str, Any] = {
    "standing": bool,
    "takes_turns": bool,
    "can_attack": bool,
    "reaches": bool,
    "turn_is_over": bool,
    "health": tuple[int, int],
    "vocabulary": Words,
    "members": TEXTS,
    "distance": int | None,
    "migrate": dict[str, Any],
    "mistakes": tuple[Mistake, ...],
    "validate": tuple[Mistake, ...],
    "candidates": tuple[Candidate, ...],
    "strikes": COMMANDS,
    "approach": COMMANDS,
    "ledger": tuple[RuleEntry, ...],
}
# What only a reader sees: where it fails, that is said, and everything else is shown.
SHOWN: Mapping[str, tuple[Any, Any]] = {
    "status": (Facts, ()),
    "details": (Facts, ()),
    "meaning": (str, ""),
    "next_steps": (TEXTS, ()),
    "picture": (Picture, ()),
    "reach": (Picture, ()),
    "warnings": (tuple[Mistake, ...], ()),
}
LISTS = (TEXTS, Facts, Picture, ANSWERS["candidates"], ANSWERS["ledger"], ANSWERS["mistakes"])
Function = Callable[..., Any]
Complain = Callable[[PluginFault], None]
Declared = TypeVar("Declared", bound=Struct)


def guarded(rules: Rules, guard: Guard, complain: Complain) -> Rules:
    """Rules whose functions raise PluginFault for all that goes wrong in them; a refusal stays what it is."""
    answers = {name: kind for name, kind in ANSWERS.items() if getattr(rules, name) is not None}
    return replace(
        rules,
        prepare=_view(guard, rules.prepare, lambda sheet: _fitting(sheet, rules.sheet)),
        authored=_view(guard, rules.authored, lambda fight: _fitting(fight, rules.fight)),
        verbs={kind: _scenic(guard, function) for kind, function in rules.verbs.items()},
        one_liners={
            kind: _view(guard, function, lambda made: _stand_in(made, rules))
            for kind, function in rules.one_liners.items()
        },
        hooks=Hooks(**{name: _scenic(guard, getattr(rules.hooks, name)) for name in Hooks.__struct_fields__}),
        reactions=tuple(_reaction(guard, row) for row in rules.reactions),
        kinds={kind: _view(guard, words, _of(Words)) for kind, words in rules.kinds.items()},
        carrying=rules.carrying and _view(guard, rules.carrying, lambda declared: _carrying(guard, declared, rules)),
        sight=rules.sight and _view(guard, rules.sight, lambda declared: _sight(guard, declared, rules)),
        **{name: _view(guard, getattr(rules, name), _of(kind)) for name, kind in answers.items()},
        **{
            name: _shown(_view(guard, getattr(rules, name), _of(kind)), otherwise, complain)
            for name, (kind, otherwise) in SHOWN.items()
            if getattr(rules, name) is not None
        },
    )


def _view(guard: Guard, function: Function, taken: Callable[[Any], Any]) -> Function:
    """A function whose answer is used as far as it can be `taken`."""

    def viewed(*given: Any) -> Any:
        return guard.run(lambda: taken(function(*given)), function)

    return _around(viewed, function)


def _scenic(guard: Guard, function: Function) -> Function:
    """A function that speaks through a scene."""

    def act(scene: Any, given: tuple[Any, ...]) -> Any:
        with checked(scene):
            return function(scene, *given)

    def acted(scene: Any, *given: Any) -> Any:
        return guard.run(lambda: act(scene, given), function)

    return _around(acted, function)


def _shown(function: Function, otherwise: Any, complain: Complain) -> Function:
    """A function that only a reader needs: where it fails, somebody is told, and something else is shown."""

    def shown(*given: Any) -> Any:
        try:
            return function(*given)
        except PluginFault as wrong:
            complain(wrong)
            return otherwise

    return _around(shown, function)


def _around(outer: Any, inner: Function) -> Function:
    outer.__wrapped__ = inner
    return outer  # type: ignore[no-any-return]


def _reaction(guard: Guard, row: Reaction) -> Reaction:
    return replace(
        row,
        may=_view(guard, row.may, _of(bool)),
        react=_scenic(guard, row.react),
        decided=_view(guard, row.decided, _of(str)),
    )


def _carrying(guard: Guard, declared: Any, rules: Rules) -> Carrying:
    found = _declared(declared, Carrying, "find", "spend", "loads", "two_handed", "failed", "where", "also_at")
    missing = [each for each in ("weapons", "ammo", *found.hands) if each not in rules.sheet.__struct_fields__]
    if missing:
        raise Misfit(f"who carries weapons needs the fields {', '.join(missing)} on the sheet")
    return replace(
        found,
        find=_view(guard, found.find, lambda weapon: weapon),
        spend=_scenic(guard, found.spend),
        loads=_view(guard, found.loads, _of(bool)),
        two_handed=_view(guard, found.two_handed, _of(bool)),
        failed=_view(guard, found.failed, _of(bool)),
        where=_view(guard, found.where, _of(str)),
        also_at=_view(guard, found.also_at, _of(TEXTS)),
    )


def _sight(guard: Guard, declared: Any, rules: Rules) -> Sight:
    found = _declared(declared, Sight, "players", "hides", "ground", "known")
    return replace(
        found,
        players=_view(guard, found.players, _of(TEXTS)),
        hides=_view(guard, found.hides, _of(bool)),
        ground=_view(guard, found.ground, _of(Picture)),
        known=_view(guard, found.known, lambda fight: _one_of(fight, rules.fight)),
    )


def _declared(declared: Any, kind: type[Declared], *functions: str) -> Declared:
    """Something that is of a type, and each of its fields of its own. Raises Misfit."""
    if not isinstance(declared, kind):
        raise Misfit(f"expected {kind.__name__}, got {type(declared).__name__}")
    for name in kind.__struct_fields__:
        value = getattr(declared, name)
        if name not in functions:
            _fitted(value, kind.__annotations__[name], f"{kind.__name__}.{name}: ")
        elif not callable(value):
            raise Misfit(f"{kind.__name__}.{name}: expected a function")
    return declared


def _fitted(value: Any, kind: Any, what: str) -> Any:
    """A value as one of a type. Raises Misfit."""
    try:
        return msgspec.convert(value, kind)
    except (TypeError, ValueError) as wrong:
        raise Misfit(f"{what}{wrong}") from None


def _of(kind: Any) -> Callable[[Any], Any]:
    """What takes an answer of a type, and no other. Raises Misfit."""

    def taken(answer: Any) -> Any:
        if kind == COMMANDS:
            return _commands(_listed(answer))
        try:
            found = msgspec.convert(_listed(answer) if kind in LISTS else answer, kind)
            if kind == ANSWERS["candidates"]:
                _candidates(found)
            elif kind in LISTS:
                msgspec.convert(msgspec.to_builtins(found), kind)
        except (TypeError, ValueError, RecursionError) as wrong:
            raise Misfit(f"it answers nonsense: {wrong}") from None
        return found

    return taken


def _commands(found: tuple[Any, ...]) -> tuple[Command, ...]:
    """Return commands, which msgspec cannot convert without their system's types. Raises Misfit."""
    for each in found:
        if not isinstance(each, Command):
            raise Misfit(f"it answers nonsense: {each!r:.80} is not a command")
        _fitted(msgspec.structs.asdict(each), type(each), "it answers nonsense: ")
    return found


def _candidates(found: Iterable[Any]) -> None:
    """See that candidates are what can be rehearsed and listed. Raises TypeError."""
    for each in found:
        if not isinstance(each.command, Command) or not isinstance(each.cost, str) or not isinstance(each.rule, str):
            raise TypeError(f"{each!r:.80} is no command with its cost and its rule")


def answer_of(name: str, answer: Any) -> Any:
    """What a function of the rules answers, where it is what it has to be. Raises ValueError."""
    kind = {**ANSWERS, "kinds": Words, **{each: kind for each, (kind, _) in SHOWN.items()}}[name]
    try:
        return _of(kind)(answer)
    except Misfit as wrong:
        raise ValueError(str(wrong)) from None


def _listed(answer: Any) -> tuple[Any, ...]:
    """Something to go through once, such as a generator, as a tuple. Raises Misfit."""
    if isinstance(answer, str) or not isinstance(answer, Iterable):
        raise Misfit(f"it answers nonsense: {type(answer).__name__} {answer!r:.60}")
    found = tuple(islice(answer, PLUGIN_THINGS + 1))
    if len(found) > PLUGIN_THINGS:
        raise Misfit(f"it answers more than {PLUGIN_THINGS:,} things")
    return found


def _one_of(answer: Any, kind: Any) -> Any:
    """Something of a type. Raises Misfit."""
    if not isinstance(answer, kind):
        raise Misfit(f"it answers nonsense: expected {kind.__name__}, got {type(answer).__name__}")
    return answer


def _fitting(answer: Any, kind: Any) -> Any:
    """A sheet or a fight that is what it has to be. Raises Misfit."""
    fit(answer, kind)
    return answer


def _stand_in(made: Any, rules: Rules) -> Any:
    if not isinstance(made, tuple) or len(made) != 2 or not isinstance(made[1], Command):  # noqa: PLR2004 - a pair
        raise Misfit(f"expected a fight and a command, got {type(made).__name__}")
    fit(made[0], rules.fight)
    return made
