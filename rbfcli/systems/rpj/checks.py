"""The test of RPJ: 4d6 plus modifiers against a number to meet or beat (RPJ-ACT-3, RPJ-DMG-3)."""

from collections.abc import Iterable

from rbfcli.engine.scene import Scene
from rbfcli.model.events import Modifier, Rolled
from rbfcli.systems.rpj.outcome import verdict
from rbfcli.systems.rpj.sheet import Character, RpjFight

RpjScene = Scene[RpjFight, Character]
DICE, SIDES = 4, 6


def test(
    scene: RpjScene,
    actor: str,
    label: str,
    rule: str,
    *,
    against: int,
    target: str = "",
    modifiers: Iterable[Modifier] = (),
) -> Rolled:
    """Roll 4d6 once, against a number."""
    return scene.roll(
        actor,
        label,
        rule,
        target=target,
        sides=SIDES,
        count=DICE,
        modifiers=modifiers,
        against=against,
        judge=lambda total, _: verdict(total, against),
    )


def half(number: int, rounding: str) -> int:
    """Return half a number, rounded as the option says."""
    return number // 2 if rounding == "down" else -(-number // 2)
