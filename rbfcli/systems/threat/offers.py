"""What a character might do now; the rules say in rehearsal what of it they take (THR-OFF-1, THR-DEF-1, THR-BOSS-1)."""

from collections.abc import Iterator

from rbfcli.kernel.rules import Candidate
from rbfcli.systems.threat import commands
from rbfcli.systems.threat.carrying import usual_weapon
from rbfcli.systems.threat.conditions import FREE_ATTACK
from rbfcli.systems.threat.economy.economy import takes_part
from rbfcli.systems.threat.sheet import ThreatFight, crew, enemies, is_enemy

COST = "1 action"


def candidates(fight: ThreatFight, who: str) -> Iterator[Candidate]:
    """Attacks, tag teams, another task and a boss's move, each with what it costs and its rule."""
    one = fight.combatants[who]
    enemy = is_enemy(fight, one)
    mine, others = (enemies(fight), crew(fight)) if enemy else (crew(fight), enemies(fight))
    foes = [each for each, other in others.items() if takes_part(other)]
    yield from attacks(fight, who, foes)
    if not enemy:
        partners = [each for each, other in mine.items() if each != who and takes_part(other)]
        yield from (
            Candidate(commands.Tag(who=who, partner=partner, foe=foe), COST, "THR-TAG-1")
            for partner in partners
            for foe in foes
        )
        yield Candidate(commands.Act(who=who, task=("…",)), COST, "THR-ACT-1")
    if one.boss and foes:
        yield Candidate(commands.Boss(who=who, targets=tuple(foes)), "free", "THR-BOSS-1")


def attacks(fight: ThreatFight, who: str, foes: list[str]) -> Iterator[Candidate]:
    """The usual weapon against every foe, then the others that are carried."""
    one = fight.combatants[who]
    rule = "THR-DEF-1" if is_enemy(fight, one) else "THR-OFF-1"
    cost = "free" if FREE_ATTACK in one.conditions else COST
    usual = usual_weapon(fight, one)
    for weapon in ("", *(each for each in one.weapons if each != usual)):
        yield from (Candidate(commands.Attack(who=who, targets=(foe,), weapon=weapon), cost, rule) for foe in foes)
