"""The rules of a plug-in with every function guarded: what fails in it is its fault, by package, file and line."""

from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from typing import Any

import msgspec
from msgspec.structs import replace

from rbfcli.guests.blame import Misfit, TookTooLong
from rbfcli.guests.checked import checked, fit
from rbfcli.guests.guard import Guard
from rbfcli.kernel.command import Command
from rbfcli.kernel.dice.highest import Highest
from rbfcli.kernel.errors import PluginFault
from rbfcli.kernel.facts import Facts
from rbfcli.kernel.handling import Carrying
from rbfcli.kernel.limits import PLUGIN_THINGS
from rbfcli.kernel.mistakes import Mistake
from rbfcli.kernel.picture import Picture
from rbfcli.kernel.reactions import Reaction
from rbfcli.kernel.rules import Candidate, Hooks, RuleEntry, Rules, Words
from rbfcli.kernel.sight import Sight

TEXTS = tuple[str, ...]
ANSWERS: Mapping[str, Any] = {
    "standing": bool,
    "takes_turns": bool,
    "reaches": bool,
    "health": tuple[int, int],
    "vocabulary": Words,
    "members": TEXTS,
    "distance": int | None,
    "migrate": dict[str, Any],
    "mistakes": tuple[Mistake, ...],
    "validate": tuple[Mistake, ...],
    "candidates": tuple[Candidate, ...],
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


def guarded(rules: Rules, guard: Guard, complain: Complain) -> Rules:
    """Rules whose functions raise PluginFault for all that goes wrong in them; a refusal stays what it is."""
    answers = {name: kind for name, kind in ANSWERS.items() if getattr(rules, name) is not None}
    return replace(
        rules,
        prepare=_view(guard, rules.prepare, lambda sheet: _fitting(sheet, rules.sheet)),
        verbs={kind: _scenic(guard, function) for kind, function in rules.verbs.items()},
        one_liners={
            kind: _view(guard, function, lambda made: _stand_in(made, rules))
            for kind, function in rules.one_liners.items()
        },
        hooks=Hooks(**{name: _scenic(guard, getattr(rules.hooks, name)) for name in Hooks.__struct_fields__}),
        reactions=tuple(_reaction(guard, row) for row in rules.reactions),
        kinds={kind: _view(guard, words, _of(Words)) for kind, words in rules.kinds.items()},
        carrying=rules.carrying and _view(guard, rules.carrying, lambda declared: _carrying(guard, declared)),
        sight=rules.sight and _view(guard, rules.sight, lambda declared: _sight(guard, declared)),
        **{name: _view(guard, getattr(rules, name), _of(kind)) for name, kind in answers.items()},
        **{
            name: _shown(_view(guard, getattr(rules, name), _of(kind)), otherwise, complain)
            for name, (kind, otherwise) in SHOWN.items()
            if getattr(rules, name) is not None
        },
    )


def _view(guard: Guard, function: Function, taken: Callable[[Any], Any]) -> Function:
    """A function whose answer is used as far as it can be `taken`; one that took too long is not called again."""
    late: list[PluginFault] = []

    def viewed(*given: Any) -> Any:
        if late:
            raise late[0]
        try:
            return guard.run(lambda: taken(function(*given)), function)
        except PluginFault as wrong:
            if isinstance(wrong.__cause__, TookTooLong):
                late.append(wrong)
            raise

    return _around(viewed, function)


def _scenic(guard: Guard, function: Function) -> Function:
    """A function that speaks through a scene; one that took too long is not rehearsed on the same fight again."""
    late: list[tuple[Any, PluginFault]] = []

    def act(scene: Any, given: tuple[Any, ...]) -> Any:
        with checked(scene):
            return function(scene, *given)

    def acted(scene: Any, *given: Any) -> Any:
        rehearsed = _is_rehearsed(scene)
        if rehearsed and late and late[0][0] is scene.before:
            raise late[0][1]
        try:
            return guard.run(lambda: act(scene, given), function)
        except PluginFault as wrong:
            if rehearsed and isinstance(wrong.__cause__, TookTooLong):
                late[:] = [(scene.before, wrong)]
            raise

    return _around(acted, function)


def _is_rehearsed(scene: Any) -> bool:
    """Whether a command is only tried, on dice that always show their highest face."""
    return isinstance(getattr(scene.recording.dice, "then", None), Highest)


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
        may=_view(guard, row.may, bool),
        react=_scenic(guard, row.react),
        decided=_view(guard, row.decided, _of(str)),
    )


def _carrying(guard: Guard, declared: Any) -> Carrying:
    if not isinstance(declared, Carrying):
        raise Misfit(f"expected Carrying, got {type(declared).__name__}")
    return replace(
        declared,
        find=_view(guard, declared.find, lambda weapon: weapon),
        spend=_scenic(guard, declared.spend),
        loads=_view(guard, declared.loads, bool),
        two_handed=_view(guard, declared.two_handed, bool),
        where=_view(guard, declared.where, _of(str)),
    )


def _sight(guard: Guard, declared: Any) -> Sight:
    if not isinstance(declared, Sight):
        raise Misfit(f"expected Sight, got {type(declared).__name__}")
    return replace(
        declared,
        players=_view(guard, declared.players, _of(TEXTS)),
        hides=_view(guard, declared.hides, bool),
        ground=_view(guard, declared.ground, _of(Picture)),
    )


def _of(kind: Any) -> Callable[[Any], Any]:
    """What takes an answer of a type, and no other. Raises Misfit."""
    if kind is bool:
        return bool

    def taken(answer: Any) -> Any:
        try:
            return msgspec.convert(_listed(answer) if kind in LISTS else answer, kind)
        except (TypeError, ValueError) as wrong:
            raise Misfit(f"it answers nonsense: {wrong}") from None

    return taken


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


def _fitting(sheet: Any, kind: Any) -> Any:
    fit(sheet, kind)
    return sheet


def _stand_in(made: Any, rules: Rules) -> Any:
    if not isinstance(made, tuple) or len(made) != 2 or not isinstance(made[1], Command):  # noqa: PLR2004 - a pair
        raise Misfit(f"expected a fight and a command, got {type(made).__name__}")
    fit(made[0], rules.fight)
    return made
