"""Who may attack in the middle of another's turn, and why (RPJ-ACT-4 to RPJ-ACT-6, RPJ-SUP-4, RPJ-OVR-2)."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from rbfcli.systems.rpj.actions import standing
from rbfcli.systems.rpj.battlefield import range_between
from rbfcli.systems.rpj.groups import neighbours
from rbfcli.systems.rpj.sheet import RpjFight
from rbfcli.systems.rpj.ties import suppressors
from rbfcli.systems.rpj.weapons import ranged_weapon

BY_HAND = ("leaving", "shooting")


class Offer(Struct, frozen=True, kw_only=True):
    """An attack somebody may make now: why, on whom, and the facts it needs later."""

    kind: str
    who: str
    target: str
    facts: Mapping[str, Any] = {}


def on_leaving(fight: RpjFight, mover: str) -> list[Offer]:
    """Foes in the adjacency group that somebody leaves (RPJ-ACT-5)."""
    one = fight.combatants[mover]
    left = {"region": one.region, "group": one.group}
    return [
        Offer(kind="leaving", who=who, target=mover, facts=left)
        for who in neighbours(fight, mover)
        if _has_free_attack(fight, who, mover)
    ]


def on_shooting(fight: RpjFight, shooter: str) -> list[Offer]:
    """Foes adjacent to somebody who makes a ranged attack (RPJ-ACT-6)."""
    return [
        Offer(kind="shooting", who=who, target=shooter)
        for who in neighbours(fight, shooter)
        if _has_free_attack(fight, who, shooter)
    ]


def on_moving(fight: RpjFight, mover: str, region: str, *, cautious: bool = False) -> list[Offer]:
    """Whoever suppresses somebody that moves; against a cautious one with half the modifier (RPJ-SUP-4, RPJ-CAU-3)."""
    return [
        Offer(kind="moving", who=who, target=mover, facts={"halved": cautious})
        for who in suppressors(fight.combatants[mover])
        if who in fight.combatants and _has_free_attack(fight, who, mover) and _shoots_into(fight, who, region)
    ]


def on_entering(fight: RpjFight, mover: str, region: str) -> list[Offer]:
    """Foes whose overwatch lies on the region that somebody enters (RPJ-OVR-2)."""
    return [
        Offer(kind="entering", who=who, target=mover, facts={"region": region})
        for who, one in fight.combatants.items()
        if one.overwatch == region and standing(one)
        if _are_foes(fight, who, mover) and _shoots_into(fight, who, region)
    ]


def open_still(fight: RpjFight, offer: Offer) -> bool:
    """Whether the attack can still be made: both stand, the free attack or overwatch is there, and so is the aim."""
    one, target = fight.combatants[offer.who], fight.combatants[offer.target]
    in_sight = offer.kind in BY_HAND or _shoots_into(fight, offer.who, target.region)
    if offer.kind == "entering":
        ready = standing(one) and one.overwatch == offer.facts["region"]
    else:
        ready = _has_free_attack(fight, offer.who, offer.target)
    return standing(target) and in_sight and ready


def _has_free_attack(fight: RpjFight, who: str, target: str) -> bool:
    """One a round, against foes, never on one's own turn (RPJ-ACT-4)."""
    one = fight.combatants[who]
    others_turn = fight.round > 0 and fight.active != who
    return others_turn and standing(one) and not one.free_attack_spent and _are_foes(fight, who, target)


def _are_foes(fight: RpjFight, who: str, other: str) -> bool:
    return fight.combatants[who].side != fight.combatants[other].side


def _shoots_into(fight: RpjFight, who: str, region: str) -> bool:
    one = fight.combatants[who]
    return bool(ranged_weapon(fight, one, range_between(fight.board, one.region, region)))
