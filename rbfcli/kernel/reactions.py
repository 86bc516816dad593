"""Reactions: what others may do in the middle of somebody's deed, as rows of a table that `Scene.trigger` looks up."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from rbfcli.kernel.asking import question

if TYPE_CHECKING:
    from rbfcli.kernel.scene import Scene


class Occasion(Struct, frozen=True):
    """What sets reactions off: the name of a trigger, whose deed it is, and what else there is to know of it."""

    on: str
    who: str
    facts: Mapping[str, Any] = {}


May = Callable[["Scene[Any, Any]", str, Occasion], bool]
React = Callable[["Scene[Any, Any]", str, Occasion], object]
Decided = Callable[["Scene[Any, Any]", str, Occasion], str]


def _asks(*_: object) -> str:
    """Nothing is decided beforehand: whoever may react is asked."""
    return ""


class Reaction(Struct, frozen=True, kw_only=True):
    """One row: `kind` names it (and its question), `on` is the trigger that sets it off, `rule` grants it.

    `may(scene, who, occasion)` says whether somebody can react now, and changes nothing; `react` pays and does it. The
    first of `answers` reacts, any other lets it be. `decided` is the answer where it is settled beforehand, empty where
    somebody is asked: one after the other, or all at once (`together`); what `lapses` is over with the next command.
    Only who bears the condition `bearing` is looked at, if it is set.
    """

    kind: str
    on: str
    rule: str
    may: May
    react: React
    answers: tuple[str, ...]
    decided: Decided = _asks
    together: bool = False
    lapses: bool = False
    bearing: str = ""


def trigger(scene: "Scene[Any, Any]", occasion: Occasion) -> None:
    """Let everybody react who may and will, in the order of the file, before the deed goes on."""
    for row in scene.rules.reactions:
        if row.on == occasion.on:
            _offer(scene, row, [who for who in _looked_at(scene, row) if row.may(scene, who, occasion)], occasion)


def _looked_at(scene: "Scene[Any, Any]", row: Reaction) -> list[str]:
    people = scene.fight.combatants
    return [who for who, one in people.items() if row.bearing in one.conditions] if row.bearing else list(people)


def _offer(scene: "Scene[Any, Any]", row: Reaction, ready: list[str], occasion: Occasion) -> None:
    """Let react whoever has decided to, and ask the others."""
    asked = []
    for who in ready:
        answer = row.decided(scene, who, occasion)
        if answer:
            _react(scene, row, who, answer, occasion)
        elif row.together:
            asked.append(who)
        elif row.may(scene, who, occasion):
            _ask(scene, row, [who], occasion)
    _ask(scene, row, [who for who in asked if row.may(scene, who, occasion)], occasion)


def _ask(scene: "Scene[Any, Any]", row: Reaction, asked: list[str], occasion: Occasion) -> None:
    """Ask, and let react whoever says so."""
    known = {key: value for key, value in occasion.facts.items() if isinstance(value, str | int)}
    facts: dict[str, Any] = {"target": occasion.who, **known}
    questions = [question(row.kind, who, row.answers, row.rule, lapses=row.lapses, **facts) for who in asked]
    for each, answer in scene.ask_each(questions, still=lambda one: row.may(scene, one.who, occasion)):
        _react(scene, row, each.who, answer, occasion)


def _react(scene: "Scene[Any, Any]", row: Reaction, who: str, answer: str, occasion: Occasion) -> None:
    if answer == row.answers[0] and who in scene.fight.combatants and row.may(scene, who, occasion):
        row.react(scene, who, occasion)
