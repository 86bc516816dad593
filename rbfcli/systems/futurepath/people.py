"""Who is who: characters, teams, friends and enemies, and what lies on them."""

from rbfcli.kernel.scene import impossible, named
from rbfcli.systems.futurepath.check import FpScene
from rbfcli.systems.futurepath.sheet import Character, FuturePathFight, constitution_left
from rbfcli.systems.futurepath.terms import LOW

DOWN = frozenset(("dead", "dying", "unconscious"))
CANNOT_ACT = ("dead", "dying", "unconscious", "helpless")


def character(scene: FpScene, who: str) -> Character:
    """The character of an id, as it is now."""
    named(scene.fight, who)
    return scene.fight.combatants[who]


def standing(one: Character) -> bool:
    """Whether it is still in the fight (FP-DIE-1)."""
    return DOWN.isdisjoint(one.conditions)


def hindrance(one: Character) -> str:
    """What keeps a character from acting; nothing where it can."""
    return next((each for each in CANNOT_ACT if each in one.conditions), "")


def helpless(one: Character) -> bool:
    """Whether it cannot defend itself: down, helpless, at 0 HP or less, or without Strength (FP-CDG-1)."""
    return bool(hindrance(one)) or one.hp <= 0 or not one.strength or not constitution_left(one)


def team_of(one: Character) -> str:
    """The team a character acts with: its side, unless it names another (FP-INI-1)."""
    return one.team or one.side


def teams(fight: FuturePathFight) -> tuple[str, ...]:
    """All teams that have members, in the order of the file."""
    return tuple(dict.fromkeys(team_of(one) for one in fight.combatants.values()))


def members(fight: FuturePathFight, team: str) -> tuple[str, ...]:
    """The members of a team; of what is no team, nobody (FP-INI-1)."""
    return tuple(who for who, one in fight.combatants.items() if team_of(one) == team)


def takes_turns(fight: FuturePathFight, team: str) -> bool:
    """Whether a team has anybody who is still in the fight."""
    return any(standing(fight.combatants[who]) for who in members(fight, team))


def vigour(one: Character) -> tuple[int, int]:
    """Health now, and at most."""
    return one.hp, one.max_hp


def posture(one: Character) -> str:
    """Whether somebody lies, sits or kneels; nothing where it stands (FP-MOV-8)."""
    return next((each for each in LOW if each in one.conditions), "")


def enemies(fight: FuturePathFight, one: Character, other: Character) -> bool:
    """Whether two are each other's enemies: of different sides, neither of them neutral (FP-FLD-2)."""
    return one.side != other.side and not {one.side, other.side} & set(fight.options.neutral)


def require_target(scene: FpScene, who: str, target: str) -> Character:
    """The target of an action. Raises Refusal where it is the actor, nobody, or dead."""
    one = character(scene, target)
    if target == who:
        raise impossible(f"{one.name} cannot do that to itself")
    if "dead" in one.conditions:
        scene.refuse(f"{one.name} is dead already", "FP-DIE-1")
    return one
