"""The action roll: 2d6 and an attribute, by the players alone (THR-ROLL, THR-TAG-2)."""

from collections.abc import Iterable, Iterator

from rbfcli.kernel.events import Modifier
from rbfcli.systems.threat.action import Action
from rbfcli.systems.threat.choices import Acting
from rbfcli.systems.threat.people import ThreatScene, character
from rbfcli.systems.threat.verdict import SUCCESS_FROM, verdict

DISADVANTAGE = "disadvantage"
RULES = {"attack": "THR-OFF-1", "defence": "THR-DEF-1", "task": "THR-ACT-1"}


def roll_action(scene: ThreatScene, action: Action, command: Acting, modifiers: Iterable[Modifier]) -> str:
    """Roll an action and name its outcome; a marker of disadvantage is used up (THR-ROLL-1, THR-ROLL-2, THR-CMP-2)."""
    outcome = roll_2d6(
        scene,
        action.who,
        action.kind,
        RULES[action.kind],
        target=action.foe,
        modifiers=(*modifiers, Modifier(command.mod, "modifier")),
        edges=(*stated(command.advantage, command.disadvantage), *_markers(scene, action)),
        two_sixes=scene.fight.options.tag_ultra or not action.partner,
    )
    for who in action.team:
        scene.relieve(who, DISADVANTAGE, "THR-CMP-2")
    scene.conclude(outcome)
    return outcome


def roll_2d6(
    scene: ThreatScene,
    who: str,
    label: str,
    rule: str,
    *,
    target: str = "",
    modifiers: Iterable[Modifier],
    edges: Iterable[Modifier],
    two_sixes: bool = True,
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


def attributes_of(scene: ThreatScene, attributes: Iterable[tuple[str, str]]) -> list[Modifier]:
    """The attribute of each who rolls as a modifier, within the limit; of two it says whose (THR-ROLL-2, THR-TAG-2)."""
    pairs = tuple(attributes)
    limit = scene.fight.options.attribute_limit
    modifiers = []
    for who, attribute in pairs:
        one = character(scene, who)
        value: int = getattr(one, attribute) if attribute else 0
        whose = f"{attribute.upper()} of {one.name}" if len(pairs) > 1 else attribute.upper()
        modifiers.append(Modifier(min(max(value, -limit), limit), whose, "THR-ROLL-2"))
    return modifiers


def _markers(scene: ThreatScene, action: Action) -> Iterator[Modifier]:
    for who in action.team:
        if DISADVANTAGE in character(scene, who).conditions:
            yield Modifier(-1, "complication", "THR-CMP-2")
