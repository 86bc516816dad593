"""Damage, healing, and characters at 0 HP."""

from collections.abc import Iterable

from msgspec import Struct

from rbfcli.core.errors import refuse
from rbfcli.core.text import quoted
from rbfcli.engine.questions import question
from rbfcli.model.commands import Heal
from rbfcli.systems.threat import commands, economy
from rbfcli.systems.threat.checks import Action, ThreatScene, stated_down
from rbfcli.systems.threat.conditions import DEAD, KNOCKED_OUT, LAST_STAND, standing
from rbfcli.systems.threat.sheet import UNARMED, Character


def go_down(scene: ThreatScene, actor: str, down: str) -> None:
    """Take a character at 0 HP out: an NPC dies; a PC is knocked out or makes a last stand (THR-DMG-3)."""
    one = scene.one(actor)
    choice = down or scene.fight.options.at_zero
    if not one.pc or LAST_STAND in one.conditions:
        die(scene, actor)
    elif choice != "ask":
        scene.afflict(actor, choice, "THR-DMG-3")


def has_to_choose(combatant: Character) -> bool:
    """Return whether a PC at 0 HP has not chosen between knocked out and a last stand yet (THR-DMG-3)."""
    return combatant.pc and combatant.hp == 0 and standing(combatant) and LAST_STAND not in combatant.conditions


def choose_ends(scene: ThreatScene, people: Iterable[str]) -> None:
    """Ask the PCs at 0 HP for their choice, all together and each once (THR-DMG-3)."""
    asked = {each.who for each in scene.fight.questions if each.kind == "down"}
    choosing = [who for who in dict.fromkeys(people) if who not in asked and has_to_choose(scene.one(who))]
    questions = [question("down", who, (KNOCKED_OUT, LAST_STAND), "THR-DMG-3") for who in choosing]
    for each, answer in scene.ask_each(questions, still=lambda open_: has_to_choose(scene.one(open_.who))):
        if answer:
            scene.afflict(each.who, answer, "THR-DMG-3")


def die(scene: ThreatScene, actor: str) -> None:
    """Make a character dead, which ends a last stand (THR-DMG-3)."""
    scene.relieve(actor, LAST_STAND, "THR-DMG-3")
    scene.afflict(actor, DEAD, "THR-DMG-3")


FULL, HALF, DOUBLE = 2, 1, 4
TIMES = {HALF: "halved", DOUBLE: "doubled", 2 * DOUBLE: "doubled twice"}


class Blow(Struct, frozen=True):
    """Damage to be rolled: its dealer, its weapon (if any), and its dice."""

    bearer: str
    weapon: str
    damage: str


def deal(scene: ThreatScene, action: Action, halves: int = FULL) -> None:
    """Deal the weapon's damage to the target of an attack, or to the defender (THR-DMG-1)."""
    if action.kind != "task":
        target = action.foe if action.kind == "attack" else action.who
        strike(scene, action, Blow(action.bearer, action.weapon, action.damage), target, halves)


def deal_back(scene: ThreatScene, action: Action) -> None:
    """Trade damage: the other side deals its damage too, with its first usable weapon (THR-CMP-2)."""
    giver, taker = (action.foe, action.who) if action.kind == "attack" else (action.who, action.foe)
    if giver and taker:
        weapon_id = economy.usual_weapon(scene.fight, scene.one(giver))
        weapon = scene.fight.weapon_at(weapon_id)
        named = weapon.name if weapon_id == UNARMED else f"the {weapon.name}"
        scene.happen("trades", "THR-CMP-2", who=giver, target=taker, weapon=named)
        strike(scene, action, Blow(giver, weapon_id, str(weapon.damage)), taker)


def strike(scene: ThreatScene, action: Action, blow: Blow, target: str, halves: int = FULL) -> None:
    """Deal damage of an action; stated choices apply only to the actor (THR-DMG-2, THR-DMG-3)."""
    stated = (action.down, action.accessory) if target == action.who else ("", "")
    hurt(scene, [(target, roll_damage(scene, blow, target, halves))], *stated)


def roll_damage(scene: ThreatScene, blow: Blow, target: str, halves: int = FULL) -> int:
    """Roll damage and return the rest after armour, at least 0 (THR-DMG-1, THR-CMP-2, THR-ULT-2).

    The option `factor_first` says whether the halves apply before armour.
    """
    one, first = scene.one(target), scene.fight.options.factor_first
    if any(each in one.traits for each in scene.fight.weapon_at(blow.weapon).doubles):
        halves *= 2
    rolled = scene.roll_expression(blow.bearer, "damage", "THR-DMG-1", blow.damage, target=target)
    armour = economy.armour_against(scene.fight, one, blow.weapon)
    dealt = rolled * halves // 2 if first else rolled
    left = max(0, dealt - armour) if first else max(0, dealt - armour) * halves // 2
    steps = (TIMES.get(halves), f"-{armour} armour" if armour else "")
    how = ", ".join(filter(None, steps if first else reversed(steps)))
    if dealt and not left:
        scene.happen("no-damage", "THR-DMG-1", target=target, damage=dealt, armour=armour)
    elif how:
        scene.happen("reckoned", "THR-DMG-1", target=target, damage=rolled, how=how, left=left)
    return left


def hurt(scene: ThreatScene, harms: Iterable[tuple[str, int]], down: str, accessory: str = "") -> None:
    """Deal damage to each target, then ask all PCs at 0 HP together (THR-DMG-2, THR-DMG-3)."""
    reached, asked = [], []
    for who, amount in harms:
        reached.append(who)
        answers = accessory_answers(scene, who, accessory)
        if amount and len(answers) > 1:
            asked.append(question("accessory", who, answers, "THR-DMG-2", amount=amount))
        elif amount:
            take(scene, who, amount, answers[0], down)
    for each, answer in scene.ask_each(asked, still=lambda one: bool(scene.one(one.who).accessories)):
        take(scene, each.who, each.facts["amount"], answer, down)
    choose_ends(scene, reached)


SPEND, KEEP = "spend", "keep"


def accessory_answers(scene: ThreatScene, actor: str, stated: str) -> tuple[str, ...]:
    """Return the choices for accessories: keep, spend, or which of several to spend (THR-DMG-2)."""
    one = scene.one(actor)
    choice = stated or (scene.fight.options.accessory if one.pc else SPEND)
    if not one.accessories or choice == KEEP:
        return (KEEP,)
    kinds = tuple(dict.fromkeys(one.accessories))
    which = kinds if one.pc and len(kinds) > 1 else (SPEND,)
    return which if choice == SPEND else (*which, KEEP)


def take(scene: ThreatScene, actor: str, amount: int, answer: str, down: str) -> None:
    """Take damage, or spend and destroy an accessory that negates it all (THR-DMG-2)."""
    accessories = scene.one(actor).accessories
    if answer == KEEP or not accessories:
        lose(scene, actor, amount, down, "THR-DMG-1")
        return
    spent = accessories[0] if answer == SPEND else answer
    lose_accessory(scene, actor, spent, "THR-DMG-2")
    scene.happen("negated", "THR-DMG-2", who=actor, thing=spent, amount=amount)


def lose_accessory(scene: ThreatScene, actor: str, accessory: str, rule: str) -> None:
    """Remove one accessory; others of the same kind stay (THR-DMG-2, THR-ULT-2)."""
    left = list(scene.one(actor).accessories)
    left.remove(accessory)
    scene.change(actor, "accessories", tuple(left), rule)


def lose(scene: ThreatScene, actor: str, amount: int, down: str, rule: str) -> None:
    """Reduce HP; at 0 HP a character goes down (THR-DMG-3)."""
    one = scene.one(actor)
    scene.change(actor, "hp", max(0, one.hp - amount), rule)
    if scene.one(actor).hp == 0 and standing(one):
        go_down(scene, actor, down)


def damage(scene: ThreatScene, command: commands.Damage) -> None:
    """Take HP, as the GM says; armour and accessories do not count."""
    down = stated_down(command)
    for who in command.who:
        lose(scene, who, int(command.amount), down, "GM")
    choose_ends(scene, command.who)


def heal(scene: ThreatScene, actor: str, command: Heal) -> None:
    """Restore HP up to the maximum; above 0 HP a character gets up."""
    one = scene.one(actor)
    if DEAD in one.conditions:
        raise refuse(f"{one.name} is dead", "THR-DMG-3", f"condition remove {quoted(actor)} dead")
    scene.change(actor, "hp", min(one.max_hp, one.hp + int(command.amount)), "GM")
    get_up(scene, actor)


def get_up(scene: ThreatScene, actor: str) -> None:
    """End being knocked out or on a last stand for a character above 0 HP (THR-DMG-3)."""
    for each in (KNOCKED_OUT, LAST_STAND) if scene.one(actor).hp > 0 else ():
        scene.relieve(actor, each, "THR-DMG-3")


def set_by_hand(scene: ThreatScene, actor: str, fields: tuple[str, ...]) -> None:
    """Apply an edit of HP: at 0 a character goes down, above 0 it gets up unless dead (THR-DMG-3)."""
    if "hp" in fields and scene.one(actor).hp <= 0:
        scene.change(actor, "hp", 0, "THR-DMG-3")
        if standing(scene.one(actor)):
            go_down(scene, actor, "")
        choose_ends(scene, (actor,))
    elif "hp" in fields and scene.before.combatants[actor].hp <= 0:
        get_up(scene, actor)
