"""Immediate reactions in BGC: a strike after a botch (BGC-BOT-1)."""

from rbfcli.engine.weapons import fire
from rbfcli.model.rules import Trigger
from rbfcli.systems.bgc.attack import blow_with, botch, land, what_strikes
from rbfcli.systems.bgc.checks import BgcScene, passes, skill_of, test, wounds
from rbfcli.systems.bgc.outcome import BOTCH, CRITICAL
from rbfcli.systems.bgc.sheet import UNARMED, Weapon

RULE = "BGC-BOT-1"


def may_strike_back(scene: BgcScene, actor: str, opening: Trigger) -> bool:
    """Return whether the actor is the opponent and the target is still alive."""
    target = scene.fight.combatants.get(opening.who)
    return actor == opening.facts["opponent"] and target is not None and "dead" not in target.conditions


def strike_back(scene: BgcScene, actor: str, opening: Trigger) -> None:
    """Strike back; the strike cannot be blocked or dodged, only armour can stop it (BGC-BOT-1)."""
    weapon_id, weapon = what_strikes(scene, actor, opening.facts["weapon"])
    fire(scene, actor, weapon_id)
    if scene.fight.options.strike_back_rolls:
        roll_to_strike_back(scene, actor, opening.who, weapon_id, weapon)
    else:
        named = weapon.name if weapon_id == UNARMED else f"the {weapon.name}"
        scene.happen("strikes-back", RULE, who=actor, target=opening.who, weapon=named)
        land(scene, actor, opening.who, blow_with(weapon, unarmed=weapon_id == UNARMED))


def roll_to_strike_back(scene: BgcScene, actor: str, target: str, weapon_id: str, weapon: Weapon) -> None:
    """Roll the strike to hit, if the option says so; it can be critical or botched (BGC-BOT-1)."""
    striker = scene.one(actor)
    score, modifiers = skill_of(striker, weapon.skill), (wounds(scene.fight.options, striker),)
    rolled = test(scene, actor, "strike back", RULE, score=score, modifiers=modifiers, target=target)
    if passes(rolled):
        critical = rolled.outcome == CRITICAL
        land(scene, actor, target, blow_with(weapon, critical=critical, unarmed=weapon_id == UNARMED))
    elif rolled.outcome == BOTCH:
        botch(scene, actor, target, weapon_id)
