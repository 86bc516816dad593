"""Tests: a d20 at or under a skill, with its modifiers."""

from collections.abc import Iterator

from rbfcli.model.conditions import effects
from rbfcli.model.events import Modifier, Rolled

from rbfcli_harrow.conditions import CONDITIONS
from rbfcli_harrow.sheet import HarrowFight, HarrowScene

LOWEST, HIGHEST = 1, 19


def modifiers(fight: HarrowFight, who: str, label: str, skill: int, *more: Modifier) -> tuple[Modifier, ...]:
    """Return the modifiers of a skill, which count only within 1 to 19 (HAR-TEST-1)."""
    found = [each for each in (*_tired(fight, who), *effects(CONDITIONS, fight, label, who), *more) if each.value]
    score = skill + sum(each.value for each in found)
    bounded = min(HIGHEST, max(LOWEST, score))
    return (*found, Modifier(bounded - score, "never sure", "HAR-TEST-1"))


def _tired(fight: HarrowFight, who: str) -> Iterator[Modifier]:
    """Return the penalty for fatigue: 1 for each 3 points (HAR-FAT-1)."""
    yield Modifier(-(fight.combatants[who].fatigue // fight.options.heavy), "fatigue", "HAR-FAT-1")


def check(
    scene: HarrowScene,
    who: str,
    label: str,
    rule: str,
    *,
    skill: int,
    more: tuple[Modifier, ...],
    target: str,
    names: tuple[str, str],
) -> Rolled:
    """Roll a d20 under a skill; the first of the names is the outcome of a success (HAR-TEST-1)."""
    success, failure = names
    return scene.roll_under(
        who,
        label,
        rule,
        score=skill,
        modifiers=modifiers(scene.fight, who, label, skill, *more),
        target=target,
        sides=20,
        judge=lambda face, score: success if face <= score else failure,
    )
