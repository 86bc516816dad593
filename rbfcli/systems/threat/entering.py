"""How a character enters the fight, and what is wrong with it."""

from msgspec.structs import replace

from rbfcli.kernel.amounts import highest
from rbfcli.systems.threat.check import ThreatScene
from rbfcli.systems.threat.sheet import Character, ThreatFight, crew_side, is_enemy


def prepare(fight: ThreatFight, one: Character) -> Character:
    """A character as it enters, its full health noted. Raises UsageError for dice that are none."""
    known = (fight.weapons[each].damage for each in one.weapons if each in fight.weapons)
    for amount in (one.boss_damage, *known):
        highest(str(amount))
    return replace(one, max_hp=one.max_hp or max(one.hp, 0))


def added(scene: ThreatScene, who: str) -> None:
    """Say whether somebody is a PC, an ally or an enemy (THR-OFF-1)."""
    one = scene.one(who)
    kind = "a-pc" if one.pc else "an-enemy" if is_enemy(scene.fight, one) else "an-ally"
    scene.happen(kind, "THR-OFF-1", who=who, side=one.side if one.pc else crew_side(scene.fight))


def authored(fight: ThreatFight) -> ThreatFight:
    """A fight whose present threat is the one it begins with (THR-START-1)."""
    if not fight.round:
        return fight
    options = replace(fight.options, threat=fight.board.threat)
    return replace(fight, options=options, board=replace(fight.board, threat=0))
