"""The one test of RBF: 2d8 plus skill against a target number (RBF-TST)."""

from collections.abc import Iterable

from rbfcli.kernel.events import Modifier, Rolled
from rbfcli.kernel.scene import Scene
from rbfcli.systems.rbf.sheet import Fighter, RbfFight
from rbfcli.systems.rbf.verdict import verdict

RbfScene = Scene[RbfFight]


def test(
    scene: RbfScene,
    who: str,
    label: str,
    rule: str,
    *,
    tn: int,
    target: str = "",
    modifiers: Iterable[Modifier] = (),
    edges: Iterable[Modifier] = (),
    critical_range: int = 0,
) -> Rolled:
    """Roll 2d8, with one more die for each net advantage or disadvantage (RBF-TST-1, RBF-TST-2)."""
    options = scene.fight.options
    reasons = tuple(edges)
    net = sum(each.value for each in reasons)
    critical = options.critical_margin - critical_range
    return scene.roll(
        who,
        label,
        rule,
        target=target,
        sides=8,
        count=2 + abs(net),
        keep=2 if net >= 0 else -2,
        modifiers=modifiers,
        edges=reasons,
        against=tn,
        judge=lambda total, kept: verdict(total, tn, kept, critical, options.failure_margin),
    )


def skill_of(fight: RbfFight, fighter: Fighter, skill: str) -> int:
    """A skill's level; one never trained counts as the option `untrained`."""
    return fighter.skills.get(skill, fight.options.untrained)


def skill_modifier(fight: RbfFight, fighter: Fighter, skill: str, rule: str) -> Modifier:
    """A skill as the modifier of a test."""
    return Modifier(skill_of(fight, fighter, skill), skill.capitalize(), rule)
