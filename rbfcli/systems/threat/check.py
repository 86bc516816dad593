"""The one test: 2d6, by the players alone (THR-ROLL)."""

from collections.abc import Iterable

from rbfcli.kernel.events import Modifier
from rbfcli.kernel.scene import Scene
from rbfcli.systems.threat.sheet import Character, ThreatFight
from rbfcli.systems.threat.verdict import SUCCESS_FROM, verdict

ThreatScene = Scene[ThreatFight, Character]


def roll_2d6(
    scene: ThreatScene,
    who: str,
    label: str,
    rule: str,
    *,
    target: str,
    modifiers: Iterable[Modifier],
    edges: Iterable[Modifier],
    two_sixes: bool,
) -> str:
    """Roll 2d6, or more dice of which the two highest or lowest count, and name the outcome (THR-ROLL-2)."""
    reasons = tuple(edges)
    net = sum(each.value for each in reasons)
    rolled = scene.roll(
        who,
        label,
        rule,
        target=target,
        sides=6,
        count=2 + min(abs(net), scene.fight.options.edge_dice),
        keep=2 if net >= 0 else -2,
        modifiers=modifiers,
        edges=reasons,
        judge=lambda total, kept: verdict(total, SUCCESS_FROM, kept if two_sixes else ()),
    )
    return rolled.outcome


def stated(advantage: int, disadvantage: int) -> tuple[Modifier, ...]:
    """What the table says: `--advantage` and `--disadvantage`."""
    given = (Modifier(advantage, "as stated"), Modifier(-disadvantage, "as stated"))
    return tuple(each for each in given if each.value)
