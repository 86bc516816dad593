"""The 2d6 test, rolled by players only, and the action it belongs to (THR-ROLL)."""

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from rbfcli.core.errors import conflict
from rbfcli.engine.rolling import stated, total
from rbfcli.engine.scene import Scene
from rbfcli.model.conditions import effects
from rbfcli.model.events import Modifier
from rbfcli.systems.threat import commands
from rbfcli.systems.threat.conditions import CONDITIONS, DISADVANTAGE, KNOCKED_OUT, LAST_STAND
from rbfcli.systems.threat.outcome import SUCCESS_FROM, verdict
from rbfcli.systems.threat.sheet import Character, ThreatFight

ThreatScene = Scene[ThreatFight, Character]


Fighting = commands.Attack | commands.DamageSave | commands.Tag
Acting = Fighting | commands.Act
RULES = {"attack": "THR-OFF-1", "defence": "THR-DEF-1", "task": "THR-ACT-1"}


class Action(Struct, frozen=True, kw_only=True):
    """An action: its roller, the opponent (`foe`), the weapon involved, and the stated choices."""

    kind: Literal["attack", "defence", "task"]
    who: str
    partner: str = ""
    foe: str = ""
    bearer: str = ""
    weapon: str = ""
    damage: str = "0"
    complication: str = ""
    ultra: str = ""
    worn: str = ""
    accessory: str = ""
    down: str = ""
    free: bool = False

    @property
    def team(self) -> tuple[str, ...]:
        """Return the actor, and the partner of a tag team (THR-TAG-1)."""
        return (self.who, self.partner) if self.partner else (self.who,)

    @property
    def actors(self) -> tuple[str, ...]:
        """Return whose action it is: the team, or in Defence the attacking enemy (THR-OFF-1, THR-DEF-1)."""
        if self.kind != "defence":
            return self.team
        return (self.foe,) if self.foe else ()

    @property
    def wearer(self) -> str:
        """Return whose weapon or armour loses durability (THR-CMP-2)."""
        return self.bearer if self.kind == "attack" else self.who


def stated_down(command: Fighting | commands.Boss | commands.Damage) -> str:
    """Return a PC's stated choice at 0 HP. Raises UsageError for two choices."""
    if command.last_stand and command.knocked_out:
        raise conflict("--knocked-out", "--last-stand")
    return LAST_STAND if command.last_stand else KNOCKED_OUT if command.knocked_out else ""


def stated_attributes(command: Acting) -> tuple[str, str]:
    """Return the stated attributes of the actor and the partner."""
    match command:
        case commands.Tag() | commands.Act():
            return command.attribute, command.partner_attribute
        case _:
            return command.attribute, ""


def roll_action(scene: ThreatScene, action: Action, command: Acting, modifiers: Iterable[Modifier]) -> str:
    """Roll 2d6, or extra dice of which the two highest or lowest count (THR-ROLL-1, THR-ROLL-2). Return the outcome.

    The conditions of the rollers and of the opponent count, and disadvantage markers are used up (THR-CMP-2).
    """
    options, sides = scene.fight.options, zip(action.team, (action.foe, ""), strict=False)
    conditions = (each for who, foe in sides for each in effects(CONDITIONS, scene.fight, action.kind, who, foe))
    edges = (*stated(command.advantage, command.disadvantage), *conditions)
    net, two_sixes = total(edges), options.tag_ultra or not action.partner
    outcome = scene.roll(
        action.who,
        action.kind,
        RULES[action.kind],
        target=action.foe,
        sides=6,
        count=2 + min(abs(net), options.edge_dice),
        keep=2 if net >= 0 else -2,
        modifiers=(*modifiers, Modifier(command.mod, "modifier")),
        edges=edges,
        judge=lambda total, kept: verdict(total, SUCCESS_FROM, kept if two_sixes else ()),
    ).outcome
    for who in (*action.team, *action.actors):
        scene.relieve(who, DISADVANTAGE, "THR-CMP-2")
    scene.conclude(outcome)
    return outcome


def attributes_of(scene: ThreatScene, attributes: Iterable[tuple[str, str]]) -> list[Modifier]:
    """Return each roller's attribute within the limit; those of a team name their owners (THR-ROLL-2, THR-TAG-2)."""
    pairs = tuple(attributes)
    limit = scene.fight.options.attribute_limit
    modifiers = []
    for who, attribute in pairs:
        one = scene.one(who)
        value: int = getattr(one, attribute) if attribute else 0
        whose = f"{attribute.upper()} of {one.name}" if len(pairs) > 1 else attribute.upper()
        modifiers.append(Modifier(min(max(value, -limit), limit), whose, "THR-ROLL-2"))
    return modifiers
