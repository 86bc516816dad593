"""Who is in the fight, on which side, and who could still attack (THR-START-1, THR-OFF-1, THR-DEF-1)."""

from rbfcli.kernel.scene import Scene, named
from rbfcli.systems.threat.sheet import Character, ThreatFight

ThreatScene = Scene[ThreatFight]

KNOCKED_OUT = "knocked-out"
DOWN = frozenset(("dead", KNOCKED_OUT, "out"))
LAST_STAND = "last-stand"
FREE_ATTACK = "free-attack"


def character(scene: ThreatScene, who: str) -> Character:
    """The character of an id, as it is now."""
    named(scene.fight, who)
    return scene.fight.combatants[who]


def standing(one: Character) -> bool:
    """Whether it is still in the fight; a PC on its last stand is (THR-DMG-3)."""
    return DOWN.isdisjoint(one.conditions)


def is_enemy(fight: ThreatFight, one: Character) -> bool:
    """Whether it is on another side than the crew of PCs and allies (THR-OFF-1)."""
    return one.side != fight.options.crew


def enemies(fight: ThreatFight) -> list[Character]:
    """All enemies, neutralised or not."""
    return [one for one in fight.combatants.values() if is_enemy(fight, one)]


def absence(one: Character) -> tuple[str, str]:
    """Why someone takes no part in combat, and the flag to set; nothing where it does (THR-START-1)."""
    if not one.in_zone:
        return "is not in the combat zone", "in_zone"
    return ("is not noticed by the enemy", "noticed") if not one.noticed else ("", "")


def attacks_again(fight: ThreatFight, who: str) -> bool:
    """Whether a boss may attack once more: fewer enemies are left than the phase has actions (THR-BOSS-1)."""
    present = [one for one in enemies(fight) if standing(one) and one.in_zone]
    allowed = fight.options.boss_again and fight.phase == "defence"
    return allowed and fight.combatants[who].boss and len(present) < fight.board.spaces


def attackers_left(fight: ThreatFight) -> list[str]:
    """Who could still attack in this phase."""
    defence = fight.phase == "defence"
    return [
        who
        for who, one in fight.combatants.items()
        if is_enemy(fight, one) == defence
        and standing(one)
        and not absence(one)[0]
        and (who not in fight.board.acted or attacks_again(fight, who))
    ]
