"""What a character can do now, as lines to type (THR-OFF-1, THR-DEF-1, THR-BOSS-1)."""

from collections.abc import Iterator

from rbfcli.kernel.rules import ActionLeft
from rbfcli.systems.threat.conditions import FREE_ATTACK, standing
from rbfcli.systems.threat.economy.economy import absence, attackers_left
from rbfcli.systems.threat.sheet import Character, ThreatFight, is_enemy


def actions(fight: ThreatFight, who: str) -> tuple[ActionLeft, ...]:
    """What someone can do now, each with what it costs and its rule (THR-OFF-1, THR-DEF-1, THR-BOSS-1)."""
    return tuple(_possible(fight, who)) if fight.phase and not fight.over else ()


def _possible(fight: ThreatFight, who: str) -> Iterator[ActionLeft]:
    one = fight.combatants[who]
    enemy = is_enemy(fight, one)
    targets = [each for each, other in fight.combatants.items() if is_enemy(fight, other) != enemy and _there(other)]
    attacks = who in attackers_left(fight)
    cost = "1 action"
    if attacks or (FREE_ATTACK in one.conditions and _there(one)):
        rule, price = ("THR-DEF-1" if enemy else "THR-OFF-1"), "free" if FREE_ATTACK in one.conditions else cost
        yield from (ActionLeft(f"attack {who} {target}", price, rule) for target in targets)
    if not enemy and fight.phase == "offense" and _there(one) and fight.board.acted.get(who) != "tag team":
        if attacks:
            partners = [each for each in attackers_left(fight) if each != who]
            yield from (
                ActionLeft(f"tag {who} {each} {foe}", cost, "THR-TAG-1") for each in partners for foe in targets
            )
        yield ActionLeft(f'act {who} "…"', cost, "THR-ACT-1")
    if one.boss and _there(one) and one.boss_moves_made < fight.options.boss_moves:
        yield ActionLeft(f"boss {who} @foes", "free", "THR-BOSS-1")


def _there(one: Character) -> bool:
    return standing(one) and not absence(one)[0]
