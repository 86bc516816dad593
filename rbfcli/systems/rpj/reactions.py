"""Attacks in the middle of another's turn: who may make one and why, asked for or answered beforehand (RPJ-ACT-4)."""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from rbfcli.kernel.errors import UsageError
from rbfcli.kernel.events import Answered
from rbfcli.kernel.fight import Question
from rbfcli.kernel.scene import impossible
from rbfcli.systems.rpj import commands
from rbfcli.systems.rpj.attack import Strike, strike
from rbfcli.systems.rpj.carrying import melee_weapon, ranged_weapon, weapon_of
from rbfcli.systems.rpj.check import RpjScene, character
from rbfcli.systems.rpj.conditions import standing, suppressors
from rbfcli.systems.rpj.dying import OFFERS, end_overwatch
from rbfcli.systems.rpj.economy import free_to_act, may_act, spend
from rbfcli.systems.rpj.ground.ground import neighbours, place_in_words, range_between, region_in_words
from rbfcli.systems.rpj.movement import Goal, known_region
from rbfcli.systems.rpj.sheet import RpjFight

OVERWATCH_ACTIONS = 1
RULES = {"leaving": "RPJ-ACT-5", "shooting": "RPJ-ACT-6", "moving": "RPJ-SUP-4", "entering": "RPJ-OVR-2"}
ATTACK, PASS = "attack", "pass"
BY_HAND = ("leaving", "shooting")
Replies = tuple[str, ...] | None


class Offer(Struct, frozen=True, kw_only=True):
    """An attack somebody may make now: why, on whom, and the facts it needs later."""

    kind: str
    who: str
    target: str
    facts: Mapping[str, Any] = {}


def overwatch(scene: RpjScene, command: commands.Overwatch) -> None:
    """Watch a region with something that shoots that far (RPJ-OVR-1)."""
    one = character(scene, command.who)
    may_act(scene, command.who, OVERWATCH_ACTIONS)
    free_to_act(scene, command.who)
    region = known_region(scene.fight, command.region, "RPJ-OVR-1")
    place = region_in_words(scene.fight.board, region)
    if one.overwatch == region:
        raise impossible(f"{one.name} watches {place} already", "RPJ-OVR-1")
    if not ranged_weapon(scene.fight, one, range_between(scene.fight.board, one.region, region)):
        scene.refuse(f"{one.name} has nothing that shoots to {place}", "RPJ-OVR-1")
    spend(scene, command.who, OVERWATCH_ACTIONS, "RPJ-OVR-1")
    scene.change(command.who, "overwatch", region, "RPJ-OVR-1")
    scene.happen("watches", "RPJ-OVR-1", who=command.who, place=place)


def reactions_to(fight: RpjFight, who: str, goal: Goal) -> list[Offer]:
    """Who may attack somebody for this move (RPJ-ACT-5, RPJ-SUP-4, RPJ-OVR-2)."""
    one = fight.combatants[who]
    leaves = (goal.region, goal.group) != (one.region, one.group)
    enters = goal.region != one.region
    return [
        *(on_leaving(fight, who) if leaves else ()),
        *on_moving(fight, who, goal.region),
        *(on_entering(fight, who, goal.region) if enters else ()),
    ]


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


def replies(fight: RpjFight, offers: Iterable[Offer], react: tuple[str, ...], *, no_react: bool) -> Replies:
    """What the command says beforehand: who attacks, nobody, or nothing said (None). Raises Refusal for a stranger."""
    if react and no_react:
        raise UsageError("--react and --no-react contradict each other")
    entitled = tuple(dict.fromkeys(offer.who for offer in offers))
    for who in react:
        if who not in entitled:
            may = f"these may: {', '.join(entitled)}" if entitled else "nobody may"
            raise impossible(f"{fight.combatants[who].name} has no free attack or overwatch here", "RPJ-ACT-4", may)
    return react if react or no_react else None


def settle(scene: RpjScene, offers: Iterable[Offer], answers: Replies) -> None:
    """Make the attacks that were answered beforehand; of the others ask (RPJ-ACT-5)."""
    for offer in offers:
        if not open_still(scene.fight, offer):
            continue
        if answers is None:
            facts = {**offer.facts, "target": offer.target}
            scene.ask(offer.kind, offer.who, (ATTACK, PASS), RULES[offer.kind], lapses=True, facts=facts)
        elif offer.who in answers:
            carry_out(scene, offer, answers)


def answer(scene: RpjScene, question: Question, word: str) -> None:
    """Make the attack that a saved question offers, or let it go."""
    offer = Offer(kind=question.kind, who=question.who, target=question.facts["target"], facts=question.facts)
    if word == ATTACK:
        if not open_still(scene.fight, offer):
            raise impossible(f"{character(scene, offer.who).name} can make this attack no longer", question.rule)
        carry_out(scene, offer, None)


def carry_out(scene: RpjScene, offer: Offer, answers: Replies) -> None:
    """Spend the free attack, or end the overwatch, on the attack offered (RPJ-ACT-4, RPJ-OVR-2)."""
    attack = attack_offered(scene.fight, offer)
    if offer.kind == "entering":
        end_overwatch(scene, offer.who, "RPJ-OVR-2")
    else:
        scene.change(offer.who, "free_attack_spent", after=True, rule="RPJ-ACT-4")
        _withdraw_free_attacks(scene, offer.who)
    strike(scene, attack)
    if offer.kind == "leaving":
        _fall_where_it_was(scene, offer)
    elif not attack.weapon.melee:
        settle(scene, on_shooting(scene.fight, offer.who), answers)


def attack_offered(fight: RpjFight, offer: Offer) -> Strike:
    """A melee attack, or a shot; from overwatch past cover, on a cautious mover with half the base modifier."""
    one, target = fight.combatants[offer.who], fight.combatants[offer.target]
    distance = range_between(fight.board, one.region, target.region)
    weapon = melee_weapon(fight, one) if offer.kind in BY_HAND else ranged_weapon(fight, one, distance)
    watching = offer.kind == "entering"
    return Strike(
        who=offer.who,
        target=offer.target,
        weapon=weapon_of(fight, weapon),
        label="overwatch" if watching else "free attack",
        rule=RULES[offer.kind],
        past_cover=watching,
        halved=offer.facts.get("halved", False),
    )


def _fall_where_it_was(scene: RpjScene, offer: Offer) -> None:
    """Who is cut down while leaving a group never gets away from it (RPJ-ACT-5)."""
    if standing(character(scene, offer.target)):
        return
    region, group = offer.facts["region"], offer.facts["group"]
    scene.change(offer.target, "region", region, "RPJ-ACT-5")
    scene.change(offer.target, "group", group, "RPJ-ACT-5")
    place = place_in_words(scene.fight, region, group)
    scene.happen("cut-down", "RPJ-ACT-5", who=offer.target, target=offer.who, place=place)


def _withdraw_free_attacks(scene: RpjScene, who: str) -> None:
    for question in scene.fight.questions:
        if question.who == who and question.kind in OFFERS and question.kind != "entering":
            scene.emit(Answered(rule="RPJ-ACT-4", kind=question.kind, who=who, answer=""))


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
