"""The test, a roll against a number, and damage expressions (GEN-ATK-1, GEN-SAV-1, GEN-DMG-1)."""

import re
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from rbfcli.core.errors import must_be
from rbfcli.engine.scene import Scene
from rbfcli.model.conditions import effects
from rbfcli.model.events import Modifier
from rbfcli.systems.generic.conditions import CONDITIONS
from rbfcli.systems.generic.outcome import CRITICAL, SUCCESS, verdict
from rbfcli.systems.generic.sheet import Character, GenericFight, GenericOptions

GenericScene = Scene[GenericFight, Character]
Part = tuple[str, str]


def test(
    scene: GenericScene,
    actor: str,
    label: str,
    rule: str,
    *,
    against: int,
    modifiers: Iterable[Modifier],
    target: str = "",
    edges: Iterable[Modifier] = (),
    natural: bool = False,
    dice: str = "",
) -> str:
    """Roll the game's dice, or others such as `2d10`, against a number; return the outcome (GEN-ATK-1, GEN-SAV-1).

    Advantage (an edge of 1) rolls an extra die and keeps the highest, disadvantage (-1) the lowest; they cancel each
    other out.
    """
    options = scene.fight.options
    degrees = {"critical": options.critical, "fumble": options.fumble, "margin": options.margin}
    count, sides = map(int, (dice or f"{options.dice}d{options.sides}").split("d"))
    reasons = _once(edges)
    step = sum(each.value for each in reasons)
    rolled = scene.roll(
        actor,
        label,
        rule,
        target=target,
        sides=sides,
        count=count + abs(step),
        keep=count * step or None,
        modifiers=modifiers,
        edges=reasons,
        against=against,
        judge=lambda total, faces: verdict(total, against, faces if natural else (), **degrees),
    )
    return rolled.outcome


def _once(edges: Iterable[Modifier]) -> list[Modifier]:
    """Return edges of which only the first in each direction counts; the others are worth 0 (GEN-ATK-1)."""
    once: list[Modifier] = []
    for each in edges:
        once.append(replace(each, value=0) if each.value in {other.value for other in once} else each)
    return once


def of_conditions(fight: GenericFight, actor: str, target: str) -> tuple[list[Modifier], list[Modifier]]:
    """Return the effects of conditions on an attack: advantage and modifiers, as the option says (GEN-CON-1)."""
    found = effects(CONDITIONS, fight, "attack", actor, target)
    match fight.options.conditions:
        case "advantage":
            return found, []
        case "modifier":
            size = fight.options.condition_modifier
            return [], [Modifier(each.value * size, each.why, each.rule) for each in found]
        case _:
            return [], []


# What games call the same save: with people of two games in a fight, one answers for the other.
SAME_SAVES = (("dex", "reflex"), ("con", "fortitude"), ("wis", "will"))


def save(
    scene: GenericScene,
    actor: str,
    name: str,
    dc: int,
    *,
    by: str = "",
    mod: int = 0,
    edges: Iterable[Modifier] = (),
    rule: str = "GEN-SAV-1",
) -> str:
    """Roll a save and return its outcome; natural rolls have no effect (GEN-SAV-1)."""
    saves = scene.one(actor).saves
    names = (name, *(other for pair in SAME_SAVES if name in pair for other in pair))
    known = [each for each in names if each in saves]
    bonus = [Modifier(saves[each], each, "GEN-SAV-1") for each in known[:1]]
    modifiers = (*bonus, Modifier(mod, "modifier"))
    return test(scene, actor, "save", rule, target=by, against=dc, modifiers=modifiers, edges=edges)


DICE = r"(?:[1-9][0-9]?)?d[1-9][0-9]{0,3}|[0-9]{1,5}"
AMOUNT = rf"(?:{DICE})(?:\+(?:{DICE})|-[0-9]{{1,5}})*"
TYPE = r"[^\W\d_][^\d+]*"
THROWN = r"([0-9]*)d([0-9]+)"


def read_damage(text: str, what: str = "damage") -> list[Part]:
    """Parse `1d8+3 slashing + 1d6 fire` into dice with their types. Raises UsageError.

    A part without a type has the type of the next typed part, or of the last one before it.
    """
    parts = [_read_part(each.strip(), what) for each in text.split(" + ")] if text else []
    return _typed(_typed(parts[::-1])[::-1])


def _read_part(text: str, what: str) -> Part:
    dice, _, kind = text.partition(" ")
    if re.fullmatch(AMOUNT, dice) and (not kind or re.fullmatch(TYPE, kind)):
        return dice, kind
    hint = "for example: 2d6+3, or 1d8+3 slashing + 1d6 fire"
    raise must_be(what, "a number or dice", text, hint=hint, rule="GEN-DMG-1")


def _typed(parts: Sequence[Part]) -> list[Part]:
    """Return parts with types, each untyped part with the type of the part before it."""
    found, latest = [], ""
    for dice, kind in parts:
        latest = kind or latest
        found.append((dice, latest))
    return found


def critical_dice(options: GenericOptions, dice: str) -> str:
    """Return a critical hit's dice: doubled, or with their maximum added; numbers stay (GEN-DMG-1)."""
    if options.critical_damage == "dice":
        return re.sub(THROWN, lambda thrown: f"{2 * int(thrown[1] or 1)}d{thrown[2]}", dice)
    if options.critical_damage == "maximum":
        return re.sub(THROWN, lambda thrown: f"{thrown[0]}+{int(thrown[1] or 1) * int(thrown[2])}", dice)
    return dice


def succeeded(outcome: str) -> bool:
    """Return whether an outcome is a success of any degree."""
    return outcome in (SUCCESS, CRITICAL)
