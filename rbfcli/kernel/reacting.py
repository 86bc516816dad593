"""Who reacts to a deed: the rows of its trigger are looked up, and whoever may is asked before the deed goes on."""

from typing import Any

from rbfcli.kernel.asking import Asking, question
from rbfcli.kernel.reactions import Occasion, Reaction


def trigger(scene: Asking[Any], occasion: Occasion) -> bool:
    """Let everybody react who may and will, in the order of the table and of the file, before the deed goes on.

    Return whether anybody was asked, or reacted.
    """
    asked: list[tuple[Reaction, str]] = []
    anybody = False
    for row in _rows(scene, occasion):
        if asked and not row.together:
            anybody |= _ask(scene, asked, occasion)
            asked = []
        if ready := _ready(scene, row, occasion):
            for who in ready:
                if answer := row.decided(scene, who, occasion):
                    anybody |= _react(scene, row, who, answer, occasion)
                elif row.together:
                    asked.append((row, who))
                else:
                    anybody |= _ask(scene, [(row, who)], occasion)
    if asked:
        anybody |= _ask(scene, asked, occasion)
    return anybody


def who_may_react(scene: Asking[Any], occasion: Occasion) -> tuple[str, ...]:
    """Everybody who may react to a deed, by whatever row."""
    return tuple(dict.fromkeys(who for row in _rows(scene, occasion) for who in _ready(scene, row, occasion)))


def _rows(scene: Asking[Any], occasion: Occasion) -> list[Reaction]:
    return [row for row in scene.rules.reactions if row.on == occasion.on]


def _ready(scene: Asking[Any], row: Reaction, occasion: Occasion) -> list[str]:
    people = scene.fight.combatants
    bearers = [who for who, one in people.items() if row.bearing in one.conditions] if row.bearing else people
    return [who for who in bearers if row.may(scene, who, occasion)]


def _ask(scene: Asking[Any], asked: list[tuple[Reaction, str]], occasion: Occasion) -> bool:
    """Ask those who still may, and let react whoever says so; return whether anybody was asked."""
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
    return bool(questions)


def _react(scene: Asking[Any], row: Reaction, who: str, answer: str, occasion: Occasion) -> bool:
    """Let somebody react whose answer says so; return whether it did."""
    if answer != row.answers[0] or who not in scene.fight.combatants or not row.may(scene, who, occasion):
        return False
    scene.part(row.react, who, occasion)
    return True
