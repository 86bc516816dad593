"""Damage and what stops it, health lost and given back (THR-DMG-1, THR-DMG-2)."""

from rbfcli.kernel.fight import Question
from rbfcli.kernel.scene import impossible
from rbfcli.kernel.verbs import Heal
from rbfcli.systems.threat import commands
from rbfcli.systems.threat.action import Action, stated_down
from rbfcli.systems.threat.carrying import armour_against, chosen_weapon, weapon_at
from rbfcli.systems.threat.check import ThreatScene
from rbfcli.systems.threat.conditions import KNOCKED_OUT, LAST_STAND, standing
from rbfcli.systems.threat.dying import go_down, withdraw_question
from rbfcli.systems.threat.options import ThreatOptions

FULL, HALF, DOUBLE = 2, 1, 4


def deal(scene: ThreatScene, action: Action, halves: int = FULL) -> None:
    """The weapon at stake does its damage, to the foe in Offense, to the one who defends in Defence (THR-DMG-1)."""
    if action.kind == "attack":
        strike(scene, action.bearer, action.weapon, action.damage, action.foe, halves=halves)
    elif action.kind == "defence":
        strike(
            scene, action.bearer, action.weapon, action.damage, action.who,
            halves=halves, accessory=action.accessory, down=action.down,
        )  # fmt: skip


def deal_back(scene: ThreatScene, action: Action) -> None:
    """The other side's damage too: a trade (THR-CMP-2)."""
    giver, taker = (action.foe, action.who) if action.kind == "attack" else (action.who, action.foe)
    if giver and taker:
        weapon = chosen_weapon(scene, giver, "")
        stated = (action.accessory, action.down) if taker == action.who else ("", "")
        damage = str(weapon_at(scene.fight, weapon).damage)
        strike(scene, giver, weapon, damage, taker, accessory=stated[0], down=stated[1])


def strike(
    scene: ThreatScene,
    bearer: str,
    weapon: str,
    damage: str,
    target: str,
    *,
    halves: int = FULL,
    accessory: str = "",
    down: str = "",
) -> None:
    """Roll a damage, take armour off, and let the rest through (THR-DMG-1, THR-CMP-2, THR-ULT-2)."""
    one = scene.one(target)
    if any(each in one.traits for each in weapon_at(scene.fight, weapon).doubles):
        halves *= 2
    rolled = scene.roll_expression(bearer, "damage", "THR-DMG-1", damage)
    armour = armour_against(scene.fight, one, weapon)
    amount = through(scene.fight.options, rolled, armour, halves)
    if amount:
        meet(scene, target, amount, accessory, down)
    else:
        scene.happen("no-damage", "THR-DMG-1", target=target, damage=rolled * halves // 2, armour=armour)


def through(options: ThreatOptions, rolled: int, armour: int, halves: int = FULL) -> int:
    """What armour leaves of a damage, counted in halves before or after it, at least 0 (THR-DMG-1, THR-CMP-2)."""
    if options.factor_first:
        return max(0, max(0, rolled) * halves // 2 - armour)
    return max(0, rolled - armour) * halves // 2


def meet(scene: ThreatScene, who: str, amount: int, accessory: str, down: str) -> None:
    """An unspent accessory takes all damage of one source, and is destroyed (THR-DMG-2)."""
    one = scene.one(who)
    answer = accessory or (scene.fight.options.accessory if one.pc else "spend")
    if not one.accessories or answer == "keep":
        lose(scene, who, amount, down, "THR-DMG-1")
    elif answer == "ask":
        scene.ask("accessory", who, ("spend", "keep"), "THR-DMG-2", facts={"amount": amount, "down": down})
    else:
        scene.change(who, "accessories", one.accessories[1:], "THR-DMG-2")
        scene.happen("negated", "THR-DMG-2", who=who, thing=one.accessories[0], amount=amount)


def answer_accessory(scene: ThreatScene, question: Question, answer: str) -> None:
    """Go on with the damage as the player chose (THR-DMG-2)."""
    meet(scene, question.who, question.facts["amount"], answer, question.facts["down"])


def lose(scene: ThreatScene, who: str, amount: int, down: str, rule: str) -> None:
    """Take health off; at 0 HP a character goes down (THR-DMG-3)."""
    one = scene.one(who)
    scene.change(who, "hp", max(0, one.hp - amount), rule)
    if scene.one(who).hp == 0 and standing(one):
        go_down(scene, who, one, down)


def damage(scene: ThreatScene, command: commands.Damage) -> None:
    """Take health off, as the GM says; armour and accessories are not counted."""
    down = stated_down(command)
    for who in command.who:
        lose(scene, who, command.amount, down, "GM")


def heal(scene: ThreatScene, command: Heal) -> None:
    """Give health back, up to the maximum; who is above 0 HP is no longer knocked out or on a last stand."""
    for who in command.who:
        one = scene.one(who)
        if "dead" in one.conditions:
            raise impossible(f"{one.name} is dead", "THR-DMG-3")
        scene.change(who, "hp", min(one.max_hp, one.hp + command.amount), "GM")
        if scene.one(who).hp > 0:
            withdraw_question(scene, who)
            for each in (KNOCKED_OUT, LAST_STAND):
                scene.relieve(who, each, "THR-DMG-3")
