"""What the table asks about a fight: how someone stands, what it can do, which words there are, what is next."""

from collections.abc import Iterator, Mapping

from rbfcli.kernel.rules import ActionLeft
from rbfcli.systems.threat.complications import COMPLICATIONS
from rbfcli.systems.threat.people import (
    DOWN,
    FREE_ATTACK,
    LAST_STAND,
    absence,
    attackers_left,
    is_enemy,
    standing,
)
from rbfcli.systems.threat.roll import DISADVANTAGE
from rbfcli.systems.threat.sheet import ARMOUR, ATTRIBUTES, UNARMED, Character, ThreatFight
from rbfcli.systems.threat.ultras import ULTRAS
from rbfcli.systems.threat.weapons import carried

CONDITIONS = (DISADVANTAGE, FREE_ATTACK, LAST_STAND, *sorted(DOWN))


def vigour(one: Character) -> tuple[int, int]:
    """Health now, and at most."""
    return one.hp, one.max_hp


def status(fight: ThreatFight, who: str) -> Mapping[str, str]:
    """The facts of one character that a table shows, by their column."""
    one = fight.combatants[who]
    scores = [getattr(one, each) for each in ATTRIBUTES]
    absent = absence(one)[1]
    return {
        "HP": f"{one.hp}/{one.max_hp}",
        "armour": _with_wear(one, str(one.armour), ARMOUR) if one.armour else "",
        "E/J/L/N": "/".join(f"{score:+d}" if score else "0" for score in scores) if any(scores) else "",
        "weapon": ", ".join(_with_wear(one, fight.weapons[each].name, each) for each in carried(fight, one)),
        "accessory": ", ".join(one.accessories),
        "this phase": f"not {absent.replace('_', ' ')}" if absent else fight.board.acted.get(who, ""),
    }


def _with_wear(one: Character, text: str, thing: str) -> str:
    return f"{text} ({one.wear[thing]})" if thing in one.wear else text


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


def vocabulary(fight: ThreatFight, kind: str, who: str) -> tuple[str, ...]:
    """The words of a kind that only this system knows; weapons are those of the one who acts."""
    one = fight.combatants.get(who)
    weapons = carried(fight, one) if one else tuple(fight.weapons)
    match kind:
        case "weapon":
            return (*weapons, UNARMED)
        case "worn":
            return (*weapons, ARMOUR)
        case "complication":
            return (*COMPLICATIONS, "roll", "ask")
        case "ultra":
            return (*ULTRAS, "roll", "ask")
        case "condition":
            return CONDITIONS
        case _:
            return ()


def next_steps(fight: ThreatFight) -> tuple[str, ...]:
    """What the table does next, as lines to type (THR-TRACK-1, THR-PHASE-1)."""
    if not fight.phase:
        return (f"init --threat {fight.options.threat}",)
    return () if attackers_left(fight) else ("turn next",)
