"""Attacks in the middle of another's turn, asked for or answered beforehand (RPJ-ACT-4 to RPJ-ACT-6)."""

from collections.abc import Iterable

from rbfcli.kernel.errors import UsageError
from rbfcli.kernel.events import Answered
from rbfcli.kernel.fight import Question
from rbfcli.kernel.scene import impossible
from rbfcli.systems.rpj.actions import RpjScene, character, standing
from rbfcli.systems.rpj.battlefield import range_between
from rbfcli.systems.rpj.groups import place_in_words
from rbfcli.systems.rpj.offers import BY_HAND, Offer, on_shooting, open_still
from rbfcli.systems.rpj.sheet import RpjFight
from rbfcli.systems.rpj.strike import Strike, strike
from rbfcli.systems.rpj.ties import OFFERS, end_overwatch
from rbfcli.systems.rpj.weapons import melee_weapon, ranged_weapon, weapon_of

RULES = {"leaving": "RPJ-ACT-5", "shooting": "RPJ-ACT-6", "moving": "RPJ-SUP-4", "entering": "RPJ-OVR-2"}
ATTACK, PASS = "attack", "pass"

Replies = tuple[str, ...] | None


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
