"""Reactions: what others may do in the middle of somebody's deed, as rows of a table that `Scene.trigger` looks up."""

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from msgspec import Struct

if TYPE_CHECKING:
    from rbfcli.kernel.scene import Scene


class Occasion(Struct, frozen=True):
    """What sets reactions off: the name of a trigger, whose deed it is, and what else there is to know of it."""

    on: str
    who: str
    facts: Mapping[str, Any] = {}


class Interrupted(Exception):
    """Others came before a deed of somebody's, which is to be looked at again."""

    def __init__(self, who: str) -> None:
        super().__init__(who)
        self.who = who


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
    somebody is asked: one after the other, or all at once (`together`, with those of the rows of the same trigger that
    follow and are `together` too); what `lapses` is over with the next command. Only who bears the condition `bearing`
    is looked at, if it is set. It comes `before` any change of these fields on the sheet of the one whose deed it is,
    whatever the verb: `may` then looks at nothing else of the occasion.
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
    before: tuple[str, ...] = ()


def trigger(scene: "Scene[Any, Any]", occasion: Occasion) -> None:
    """Let everybody react who may and will, in the order of the table and of the file, before the deed goes on."""
    asked: list[tuple[Reaction, str]] = []
    for row in _rows(scene, occasion):
        if not row.together:
            _ask(scene, asked, occasion)
            asked = []
        if ready := _ready(scene, row, occasion):
            asked += _offer(scene, row, ready, occasion)
    _ask(scene, asked, occasion)


def who_may_react(scene: "Scene[Any, Any]", occasion: Occasion) -> tuple[str, ...]:
    """Everybody who may react to a deed, by whatever row."""
    return tuple(dict.fromkeys(who for row in _rows(scene, occasion) for who in _ready(scene, row, occasion)))


def _rows(scene: "Scene[Any, Any]", occasion: Occasion) -> list[Reaction]:
    return [row for row in scene.rules.reactions if row.on == occasion.on]


def _ready(scene: "Scene[Any, Any]", row: Reaction, occasion: Occasion) -> list[str]:
    people = scene.fight.combatants
    looked_at = [who for who, one in people.items() if row.bearing in one.conditions] if row.bearing else list(people)
    return [who for who in looked_at if row.may(scene, who, occasion)]


def _offer(
    scene: "Scene[Any, Any]", row: Reaction, ready: list[str], occasion: Occasion
) -> Iterator[tuple[Reaction, str]]:
    """Let react whoever has decided to, and ask the others, or leave them to be asked together."""
    for who in ready:
        answer = row.decided(scene, who, occasion)
        if answer:
            _react(scene, row, who, answer, occasion)
        elif row.together:
            yield row, who
        else:
            _ask(scene, [(row, who)], occasion)


def _ask(scene: "Scene[Any, Any]", asked: list[tuple[Reaction, str]], occasion: Occasion) -> None:
    """Ask those who still may, and let react whoever says so."""
    if not asked:
        return
    from rbfcli.kernel.asking import question

    known = {key: value for key, value in occasion.facts.items() if isinstance(value, str | int)}
    facts: dict[str, Any] = {"target": occasion.who, **known}
    rows = {row.kind: row for row, _ in asked}
    questions = [
        question(row.kind, who, row.answers, row.rule, lapses=row.lapses, **facts)
        for row, who in asked
        if row.may(scene, who, occasion)
    ]
    for each, answer in scene.ask_each(questions, still=lambda one: rows[one.kind].may(scene, one.who, occasion)):
        _react(scene, rows[each.kind], each.who, answer, occasion)


def _react(scene: "Scene[Any, Any]", row: Reaction, who: str, answer: str, occasion: Occasion) -> None:
    if answer == row.answers[0] and who in scene.fight.combatants and row.may(scene, who, occasion):
        row.react(scene, who, occasion)
